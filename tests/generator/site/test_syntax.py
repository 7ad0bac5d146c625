"""The syntax of a form: each part is a link and says what it means."""

from __future__ import annotations

import pytest

pytest.importorskip("sphinx")

from docutils import nodes

from generator.site.syntax import MOST_NAMED, Meanings, syntax_nodes


def titles(site, form):
    _, record_form, _ = site.forms[form]
    parts = list(syntax_nodes(record_form, "page", Meanings(site)))
    links = [node for node in parts if isinstance(node, nodes.Element) and node.get("reftitle")]
    return {node.astext(): node["reftitle"] for node in links}


def test_parts_have_meanings(records):
    meanings = titles(records, "add.int.sat")
    assert meanings["d"].startswith("written: ")
    assert meanings["a"].startswith("read: ")
    assert meanings["{type}"].startswith("one of .")
    assert meanings[".sat"]


def test_every_part_of_every_form_has_a_meaning_without_markup(records):
    for name, (_, form, _) in records.forms.items():
        meanings = titles(records, name)
        assert len(meanings) >= len({slot.name for slot in form.slots if not slot.literal})
        assert not [text for text in meanings.values() if "``" in text or ":ptx:" in text], name


def test_the_line_is_the_syntax_of_the_record(records):
    for _, form, _ in records.forms.values():
        assert "".join(node.astext() for node in syntax_nodes(form, "page", Meanings(records))) == form.syntax


def test_long_lists_are_cut(records):
    slot = next(
        slot for _, form, _ in records.forms.values() for slot in form.slots if len(slot.values) > MOST_NAMED + 1
    )
    assert Meanings(records).slot(slot).endswith(f" and {len(slot.values) - MOST_NAMED} more")
