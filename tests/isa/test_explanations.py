"""Explain opcodes that match no form: the message names the problem and the hint what to write instead."""

from pathlib import Path

import pytest
import yaml

from ptxisa.check.instruction import explain_opcode
from ptxisa.isa import targets, versions
from ptxisa.isa.explanations import explain

OPCODES = yaml.safe_load(Path(__file__).with_name("explanations.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", OPCODES, ids=lambda case: f"{case['opcode']} on {case['place']}")
def test_message_and_hint(case: dict[str, str]) -> None:
    mnemonic, *modifiers = case["opcode"].split(".")
    target, version = case["place"].split()
    diagnostic = explain_opcode(mnemonic, tuple(modifiers), targets.target(target), versions.version(version))
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == (
        case["code"],
        case["message"],
        case.get("hint", ""),
    )


def test_unknown_mnemonic_has_a_similar_name() -> None:
    diagnostic = explain("ad", ["u32"])
    assert (diagnostic.code, diagnostic.message) == ("unknown-mnemonic", "unknown instruction 'ad'")
    assert diagnostic.hint.startswith("did you mean ")


def test_long_lists_end_after_twelve_modifiers() -> None:
    message = explain("ld", []).message
    assert message.endswith(", …")
    assert message.count(", .") == 11


def test_fields_name_the_modifier_and_the_rule() -> None:
    stuck = explain("add", ["sat", "u64"])
    assert (stuck.subject, stuck.modifier) == ("sat", 0)
    broken = explain("set", ["lt", "u32", "b32"])
    assert broken.rule is not None
    assert broken.hint
    outside = explain("mma", ["sync", "aligned", "m16n8k16", "row", "col", "f32", "f16", "bf16", "f32"])
    assert (outside.form, outside.rule, outside.modifier) == ("mma", "dense", 7)


def test_no_form_accepts_a_hundred_thousand_modifiers() -> None:
    assert explain("add", ["sat"] * 100_000).code == "modifier-combination"


def test_offered_modifiers_exist_on_the_target() -> None:
    """`.u8x4` exists, but since PTX 9.2 and on few targets."""
    place = targets.target("sm_90"), versions.version("8.0")
    assert "u8x4" not in explain_opcode("add", ("u8",), *place).hint
    assert (
        ".pzo" not in explain_opcode("cvt", ("bf16", "f32"), targets.target("sm_80"), versions.version("7.8")).message
    )
