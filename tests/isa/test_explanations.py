"""Why opcodes fit no form: the message says what is wrong and what would be right, the fields say it to programs."""

import pytest

from ptxisa.isa.explanations import _wanted, explain
from ptxisa.isa.forms import Slot


@pytest.mark.parametrize(
    ("opcode", "code", "message", "hint"),
    [
        ("mul.lo.s23", "unknown-modifier", "mul has no modifier .s23", "did you mean s32?"),
        ("mul.s32.lo", "modifier-order", "the modifiers of mul.s32.lo are in the wrong order", "write mul.lo.s32"),
        ("mul.lo", "missing-modifier", "mul.lo needs a type: ", "the form is mul"),
        ("mul.u32", "missing-modifier", "mul.u32 needs one of .lo, .hi, .wide", "the form is mul"),
        ("mad", "missing-modifier", "mad needs a type: .f32 or .f64", "the form is mad"),
        ("shf.l", "missing-modifier", "shf.l needs one of .clamp, .wrap and .b32", "the form is shf.{"),
        ("mul.lo.s32.u32", "modifier-combination", "mul.lo.s32.u32: .u32 ", "write mul.lo.s32"),
        (
            "add.sat.u64",
            "modifier-combination",
            "add.sat.u64: .sat cannot be combined with .u64",
            "write add.u64; add.sat takes",
        ),
        ("add.rn.rn.f32", "modifier-combination", "add.rn.rn.f32: .rn is repeated", "write .rn once"),
        ("ad.u32", "unknown-mnemonic", "unknown instruction 'ad'", "did you mean "),
    ],
)
def test_explanations(opcode: str, code: str, message: str, hint: str) -> None:
    mnemonic, *modifiers = opcode.split(".")
    found = explain(mnemonic, modifiers)
    assert found.code == code
    assert found.message.startswith(message)
    assert found.hint.startswith(hint)


@pytest.mark.parametrize("count", [2, 12, 13, 20])
def test_twelve_values_of_a_missing_modifier_are_told(count: int) -> None:
    values = [f"v{number}" for number in range(count)]
    told = ", ".join(f".{value}" for value in values[:12])
    assert _wanted(Slot("any", tuple(values), "any")) == f"one of {told}" + (", …" if count > 12 else "")


def test_fields_name_the_modifier_and_the_rule() -> None:
    stuck = explain("add", ["sat", "u64"])
    assert (stuck.subject, stuck.modifier) == ("sat", 0)
    broken = explain("set", ["lt", "u32", "b32"])
    assert broken.rule is not None
    assert broken.hint
    outside = explain("mma", ["sync", "aligned", "m16n8k16", "row", "col", "f32", "f16", "bf16", "f32"])
    assert (outside.form, outside.rule, outside.modifier) == ("mma", "dense", 7)


def test_no_form_takes_a_hundred_thousand_modifiers() -> None:
    assert explain("add", ["sat"] * 100_000).code in ("modifier-combination", "missing-modifier")
