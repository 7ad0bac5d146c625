"""The domain by itself: what a directive shows of a form, and what is a link."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

pytest.importorskip("sphinx")

from docutils import nodes
from sphinx import addnodes

from ptxisa.isa.forms import ABSENT, Clause, Form
from ptxisa.isa.instructions import forms_of
from ptxisa.sphinx import domain
from ptxisa.sphinx.names import find


def packed() -> Form:
    return next(form for form in forms_of("add") if form.id == "add.packed")


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ({}, "all modifiers"),
        ({"sat": True}, "with sat"),
        ({"ftz": False}, "without ftz"),
        ({"type": ("f16", "f16x2")}, "type: .f16 or .f16x2"),
        ({"scope": (ABSENT, "gpu")}, "scope: none or .gpu"),
        ({"sat": True, "type": ("s32",)}, "with sat, type: .s32"),
    ],
)
def test_a_condition_in_words(when: dict[str, bool | tuple[str, ...]], text: str) -> None:
    assert domain.words(when) == text


@pytest.mark.parametrize(
    ("expression", "texts"),
    [
        ("sm_90a", ["sm_90a"]),
        ("sm_80+", ["sm_80+"]),
        ("sm_90a | sm_100f+", ["sm_90a", " or ", "sm_100f+"]),
        ("sm_90 | sm_90a | sm_120+", ["sm_90", " or ", "sm_90a", " or ", "sm_120+"]),
    ],
)
def test_targets_are_links_with_or_between_them(expression: str, texts: list[str]) -> None:
    clause = Clause("a", "8.0", expression, {})
    table = domain.availability_table(packed()._replace(availability=(clause,), requirements=()), "page")
    cell = list(table.findall(nodes.entry))[-1]
    assert [node.astext() for node in cell[0].children] == texts
    assert [(link["reftype"], link["reftarget"]) for link in cell.findall(addnodes.pending_xref)] == [
        ("target", text.rstrip("+")) for text in texts if text != " or "
    ]


def test_a_table_has_a_head_and_a_row_for_each_clause() -> None:
    first, second = Clause("a", "8.0", "sm_90+", {}), Clause("b", "9.1", "sm_100a", {"sat": True})
    table = domain.availability_table(packed()._replace(availability=(first,), requirements=(second,)), "page")
    (group,) = table.findall(nodes.tgroup)
    assert group["cols"] == 3
    assert [column["colwidth"] for column in table.findall(nodes.colspec)] == [1, 1, 1]
    rows = [[entry.astext() for entry in row.children] for row in table.findall(nodes.row)]
    assert rows == [
        ["What", "Since", "Target"],
        ["all modifiers", "PTX 8.0", "sm_90+"],
        ["with sat", "PTX 9.1", "sm_100a"],
    ]


def run(*arguments: str) -> list[nodes.Node]:
    """Return the nodes of the directive."""
    directive = SimpleNamespace(arguments=arguments, env=SimpleNamespace(docname="page"), error=ValueError)
    return domain.FormDirective.run(cast(domain.FormDirective, directive))


def test_the_directive_shows_the_syntax_and_then_the_table() -> None:
    syntax, table = run("add.packed", "mul.packed")
    assert syntax.astext().startswith("add.{type} d")
    assert len(list(table.findall(nodes.tbody))) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("add.pakced", "ptxisa has no form 'add.pakced'; did you mean add.packed?"),
        ("qqqqqqqq", "ptxisa has no form 'qqqqqqqq'"),
    ],
)
def test_an_unknown_form_is_an_error(name: str, message: str) -> None:
    with pytest.raises(ValueError, match="has no form") as raised:
        run(name, "add.packed")
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("target", "linked", "warnings"),
    [
        (".u32", "u32", []),
        ("u33", "u33", ["ptxisa has no special thing 'u33'; did you mean u32?"]),
        ("qqqqqqqq", "qqqqqqqq", ["ptxisa has no special thing 'qqqqqqqq'"]),
    ],
)
def test_a_role_links_to_the_name_of_the_site(
    target: str, linked: str, warnings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    logger = SimpleNamespace(warning=lambda text, *values, location: messages.append(text % values))
    monkeypatch.setattr(domain, "logger", logger)
    monkeypatch.setattr(domain, "find", lambda _, target: find("type", target))
    role = cast(domain.PtxRole, SimpleNamespace(reftype="special_thing", get_location=str))
    assert domain.PtxRole.process_link(role, None, None, False, "title", target) == ("title", linked)  # type: ignore
    assert messages == warnings


@pytest.mark.parametrize(("name", "linked"), [("ptx", True), ("py", False)])
def test_only_names_of_the_domain_stay_as_they_are_without_a_link(name: str, linked: bool) -> None:
    content = nodes.literal("", "add")
    node = addnodes.pending_xref("", refdomain=name)
    shown = domain.leave_unlinked(None, None, node, content)  # type: ignore[arg-type]
    assert (shown is content) is linked
