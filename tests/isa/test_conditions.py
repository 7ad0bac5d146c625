"""Broken rules in words."""

import pytest

from ptxisa.isa.conditions import broken
from ptxisa.isa.forms import AnyOf, Clause, Form, Operand, Rule, Slot, Values

SAT = Slot("sat", ("sat",), "s", optional=True)
U32 = {"type": ("u32",)}
FORM = Form(
    "made",
    "family/made",
    "made d",
    (
        Slot("sat", ("sat",), "s", optional=True),
        Slot("type", ("s32", "u32"), "type"),
        Slot("to", ("s32", "u32"), "type"),
    ),
    (Operand("e", "read", "u32", "An offset."),),
    (Clause("base", "1.0", "sm_10+"),),
    condition_operands=("e",),
)


@pytest.mark.parametrize(
    ("rule", "values", "words"),
    [
        (Rule("", {"sat": True}, require={"type": ("s32",)}), {"sat": "sat", "type": "u32"}, ".sat needs .s32"),
        (
            Rule("", U32, exclude={"sat": True}),
            {"sat": "sat", "type": "u32"},
            ".u32 cannot be combined with .sat",
        ),
        (Rule("", U32, require={"sat": True}), {"sat": None, "type": "u32"}, ".u32 needs .sat"),
        (Rule("", U32, require={"sat": False}), {"sat": "sat", "type": "u32"}, ".u32 takes no .sat"),
        (Rule("", require={"type": ("s32", "absent")}), {"type": "u32"}, "made needs .s32 or no .s32 or .u32"),
        (Rule("", exclude=U32), {"type": "u32"}, "made cannot be combined with .u32"),
        (
            Rule("", same=("type", "to")),
            {"type": "u32", "to": "s32"},
            ".u32 and .s32 differ; type and to must be the same",
        ),
        (
            Rule("", together=("sat", "e")),
            {"sat": "sat", "e": None},
            ".sat needs e",
        ),
        (
            Rule("", {"sat": True}, require={"width(type) < width(to)": AnyOf(())}),
            {"sat": "sat", "type": "u32", "to": "s32"},
            ".sat needs width(type) < width(to) (got 32 and 32)",
        ),
        (
            Rule("", require={"width(type) * 2 == 64": AnyOf((U32,), negated=True)}),
            {"type": "u32"},
            "made needs width(type) * 2 != 64 (got 64)",
        ),
        (
            Rule("", {"sat": True}, require={"any": AnyOf(({"type": ("s32",)}, {"to": ("s32",), "e": True}))}),
            {"sat": "sat", "type": "u32", "to": "u32"},
            ".sat needs .s32 or .s32 and operand e",
        ),
        (
            Rule("", {"sat": True}, require={"not": AnyOf((U32,), negated=True)}),
            {"sat": "sat", "type": "u32"},
            ".sat cannot be combined with .u32",
        ),
        (
            Rule("", {"any": AnyOf((U32, {"to": ("u32",)}))}, require={"sat": True}),
            {"type": "u32", "to": "s32", "sat": None},
            ".u32 needs .sat",
        ),
        (
            Rule("", {"e": True}, exclude=U32),
            {"e": "register", "type": "u32"},
            "operand e cannot be combined with .u32",
        ),
        (
            Rule("", U32, require={"e": ("register",)}),
            {"e": None, "type": "u32"},
            ".u32 needs a register as operand e",
        ),
    ],
)
def test_words(rule: Rule, values: Values, words: str) -> None:
    assert broken(rule, FORM, values) == words
