"""Which forms and variants words name."""

from __future__ import annotations

import pytest

from ptxisa.isa.instructions import every_form
from ptxisa.isa.names import UnrecordedName
from ptxisa.vectors.sets import chosen


def test_no_words_name_everything() -> None:
    actual = {form.id: variants for form, variants in chosen([])}
    assert list(actual) == [form.id for form in every_form()]
    assert {values["type"] for values in actual["bfe"]} == {"u32", "s32", "u64", "s64"}


@pytest.mark.parametrize(
    ("words", "variants"),
    [
        (["bfe"], {"bfe": ["u32", "u64", "s32", "s64"]}),
        (["bfe.s64", "popc"], {"bfe": ["s64"], "popc": ["b32", "b64"]}),
        (["bf?.?32"], {"bfe": ["u32", "s32"], "bfi": ["b32"]}),
        (["popc.*", "bfe.u*", "bfe.s32"], {"bfe": ["u32", "u64", "s32"], "popc": ["b32", "b64"]}),
    ],
)
def test_variants_that_words_name(words: list[str], variants: dict[str, list[str]]) -> None:
    result = {form.id: [values["type"] for values in every] for form, every in chosen(words)}
    assert {form: types for form, types in result.items() if types} == variants


def test_a_family_names_its_forms() -> None:
    actual = [form for form, _ in chosen(["integer-arithmetic"])]
    assert {form.record.partition("/")[0] for form in actual} == {"integer-arithmetic"}
    assert {"add", "mul", "popc"} <= {form.mnemonic for form in actual}


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(UnrecordedName, match="unknown instruction, form, family or opcode 'popd'; did you mean"):
        list(chosen(["popd"]))
