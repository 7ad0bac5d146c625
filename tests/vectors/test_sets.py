"""Which variants share a set of vectors."""

from __future__ import annotations

import pytest

from ptxisa.isa import targets
from ptxisa.vectors.sets import UnknownSelection, VectorSet, chosen, planned


def sets(*words: str, on: str = "") -> list[VectorSet]:
    return list(planned(chosen(words), targets.target(on) if on else None))


def test_sums_that_wrap_around_have_no_sign() -> None:
    actual = sets("add.int")
    assert [set(item.opcodes) for item in actual] == [{f"add.u{bits}", f"add.s{bits}"} for bits in (16, 32, 64)]


def test_saturation_keeps_signed_and_unsigned_sets_apart() -> None:
    assert [item.opcodes for item in sets("add.int.sat")] == [("add.sat.s32",), ("add.sat.u32",)]


def test_memory_order_changes_no_result() -> None:
    (item,) = sets("red.relaxed.cta.global.add.u32")
    (every,) = [each for each in sets("red.add") if item.opcodes[0] in each.opcodes]
    assert len(every.opcodes) > 50


def test_names_of_files_are_unique_and_portable() -> None:
    names = [item.name for item in sets("vset4", "red", "cvt", "add")]
    assert len({name.lower() for name in names}) == len(names) > 500
    assert not [name for name in names if set(name) & set(':*?"<>|\\ ')]


def test_selections_are_sets_of_their_own() -> None:
    actual = sets("vset4.u32.u32.eq")
    assert len({tuple(item.selection.values()) for item in actual}) == len(actual) == 4


def test_a_target_has_models_and_what_is_available() -> None:
    plain, modeled = sets("ex2.approx.f32"), sets("ex2.approx.f32", on="sm_90")
    assert [item.model for item in (*plain, *modeled)] == [False, True]
    assert sets("add.rn.f32x2", on="sm_90") == []
    assert [item.opcodes for item in sets("ex2.f32.implicit", on="sm_90")] == []


def test_only_forms_that_a_target_computes_in_its_own_way_have_a_model() -> None:
    assert [item.model for item in sets("popc.b32", "add.u32", "sin.approx.ftz.f32", on="sm_90")] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("word", "opcodes"),
    [
        ("bfe.s64", {"bfe.s64"}),
        ("add.*sat.s32", {"add.sat.s32"}),
        ("bf[ei].b64", {"bfi.b64"}),
        ("cvt.f32.rn.s32", {"cvt.rn.f32.s32"}),
    ],
)
def test_opcodes_and_patterns(word: str, opcodes: set[str]) -> None:
    assert {opcode for item in sets(word) for opcode in item.opcodes} == opcodes


def test_families_and_mnemonics() -> None:
    assert {item.form.mnemonic for item in sets("logic-and-shift")} >= {"and", "lop3", "shf"}
    assert {item.form.mnemonic for item in sets("shf", "bfe.u32")} == {"shf", "bfe"}


@pytest.mark.parametrize("word", ["nope", "bfe.f32", "zzz*", "", "a\0b", "x" * 100_000])
def test_words_that_select_nothing_are_errors(word: str) -> None:
    with pytest.raises(UnknownSelection, match=r"unknown instruction, form, family or opcode .{2,62}; "):
        sets(word)
