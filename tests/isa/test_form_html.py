"""Forms in a notebook: a row for each modifier, each operand and each floor."""

from __future__ import annotations

import re

from ptxisa.isa.forms import Case, Clause, Form, Operand, Slot

SLOTS = (
    Slot("sat", ("sat",), "saturation", optional=True, literal=True),
    Slot("type", ("s32", "u32"), "type"),
    Slot("rnd", ("rn",), "rounding", optional=True),
)
OPERANDS = (
    Operand("d", "write", "$type", "Sum."),
    Operand("a", "read", (Case({"rnd": True}, "f32"), Case({}, "s32")), "Number."),
)
FLOORS = (
    Clause("base", "1.0", "sm_80+"),
    Clause("more", "2.0", "sm_90+", {"rnd": True, "sat": False, "type": ("s32", "u32")}),
)


def tables(form: Form) -> list[list[list[str]]]:
    """Return the cells of every row of every table."""
    shown = re.findall(r"<table.*?</table>", form._repr_html_())
    rows = [re.findall(r"<tr>(.*?)</tr>", cell) for cell in shown]
    return [
        [[re.sub(r"<.*?>", "", cell) for cell in re.findall(r"<t[dh].*?</t[dh]>", row)] for row in cell]
        for cell in rows
    ]


def test_tables_of_a_form() -> None:
    form = Form("add.x", "family/add", "add{.sat}.{type}{.{rnd}} d, a", SLOTS, OPERANDS, FLOORS)
    assert tables(form) == [
        [["modifier", "values", "may be left out"], ["type", ".s32 .u32", ""], ["rnd", ".rn", "yes"]],
        [
            ["operand", "access", "type", "meaning"],
            ["d", "write", "$type", "Sum."],
            ["a", "read", "f32 or s32", "Number."],
        ],
        [
            ["since PTX", "on", "for"],
            ["1.0", "sm_80 or later", "all modifiers"],
            ["2.0", "sm_90 or later", "rnd present; sat absent; type s32 or u32"],
        ],
    ]


def test_a_form_of_literals_alone_has_the_table_of_clauses_alone() -> None:
    form = Form("exit", "family/exit", "exit", SLOTS[:1], (), FLOORS[:1])
    assert tables(form) == [[["since PTX", "on", "for"], ["1.0", "sm_80 or later", "all modifiers"]]]
    assert form._repr_html_().startswith("<p><b><code>exit</code></b> <code>exit</code></p><table")
