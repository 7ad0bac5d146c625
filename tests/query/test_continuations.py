"""Modifiers that may come next lead to legal opcodes, and all that do are offered."""

from __future__ import annotations

from random import Random

import pytest

from ptxisa.isa.instructions import every_form, instruction
from ptxisa.isa.targets import target
from ptxisa.isa.variants import variants
from ptxisa.isa.versions import version
from ptxisa.query.availability import opcode_available
from ptxisa.query.continuations import continuations


def modifiers(mnemonic: str, *before: str) -> list[str]:
    return [continuation.modifier for continuation in continuations(mnemonic, before)]


def test_types_follow_the_half_of_a_product() -> None:
    assert modifiers("mul", "lo") == ["u16", "u32", "u64", "s16", "s32", "s64"]


def test_a_complete_opcode_may_have_more_modifiers() -> None:
    assert sorted(modifiers("add", "s32")) == ["cc", "sat"]
    assert modifiers("brev", "b32") == []


def test_unavailable_modifiers_come_last_with_a_reason() -> None:
    offered = continuations("add", (), (), target("sm_80"), version("8.0"))
    unavailable = [bool(item.unavailable) for item in offered]
    assert unavailable == sorted(unavailable)
    by_name = {item.modifier: item for item in offered}
    assert by_name["u16x2"].unavailable == "needs PTX 8.0 on sm_90 or later"
    assert by_name["s32"].unavailable == ""


def test_modifiers_after_the_place_stay() -> None:
    assert "rn" in [continuation.modifier for continuation in continuations("add", (), ("f32",))]
    assert "rn" not in [continuation.modifier for continuation in continuations("add", (), ("u32",))]


@pytest.mark.parametrize("seed", range(4))
def test_every_prefix_of_a_legal_opcode_offers_its_next_modifier(seed: int) -> None:
    random = Random(seed)
    forms = random.sample(list(every_form()), 12)
    for form in forms:
        values = next(variants(form))
        mnemonic, *words = form.opcode(values).split(".")
        for count in range(len(words)):
            assert words[count] in modifiers(mnemonic, *words[:count]), (form.id, words, count)


@pytest.mark.parametrize("mnemonic", ["add", "setp", "cvt", "shfl", "bar", "prmt", "vote"])
def test_choosing_offered_modifiers_ends_in_a_legal_opcode(mnemonic: str) -> None:
    random = Random(mnemonic)
    result = instruction(mnemonic)
    assert result is not None
    for _ in range(5):
        words: list[str] = []
        while not result.matches(words):
            words.append(random.choice(modifiers(mnemonic, *words)))
        assert opcode_available(".".join((mnemonic, *words)))
