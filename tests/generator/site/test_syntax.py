"""The syntax of a form: each part is a link and says what it means."""

from __future__ import annotations

import pytest

pytest.importorskip("sphinx")

from docutils import nodes

from generator.site.syntax import MOST_NAMED, Meanings, syntax_nodes


def titles(site, form):
    _, one, _ = site.forms[form]
    found = list(syntax_nodes(one, "page", Meanings(site)))
    links = [node for node in found if isinstance(node, nodes.Element) and node.get("reftitle")]
    return {node.astext(): node["reftitle"] for node in links}


def test_parts_have_meanings(records):
    found = titles(records, "add.int.sat")
    assert found["d"].startswith("written: ")
    assert found["a"].startswith("read: ")
    assert found["{type}"].startswith("one of .")
    assert found[".sat"]


def test_every_part_of_every_form_has_a_meaning_without_markup(records):
    for name, (_, form, _) in records.forms.items():
        found = titles(records, name)
        assert len(found) >= len({slot.name for slot in form.slots if not slot.literal})
        assert not [text for text in found.values() if "``" in text or ":ptx:" in text], name


def test_the_line_is_the_syntax_of_the_record(records):
    for _, form, _ in records.forms.values():
        assert "".join(node.astext() for node in syntax_nodes(form, "page", Meanings(records))) == form.syntax


def test_long_lists_are_cut(records):
    slot = next(
        slot for _, form, _ in records.forms.values() for slot in form.slots if len(slot.values) > MOST_NAMED + 1
    )
    assert Meanings(records).slot(slot).endswith(f" and {len(slot.values) - MOST_NAMED} more")
