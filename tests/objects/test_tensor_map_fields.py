"""Fields of tensor maps: what an H100 made of random maps, and what is rejected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ptxisa.objects.tensor_maps import BYTES, FIELDS, MOST, replaced, value_of

MEASURED = json.loads((Path(__file__).parents[1] / "fixtures" / "tensormap_replace.json").read_text())
"""Field, dimension, value, and a map before and after the instruction ran on an H100."""


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_written_as_hardware_does(field: str) -> None:
    rows = [row for row in MEASURED if row[0] == field]
    assert rows
    for _, ord_, value, before, after in rows:
        assert replaced(bytes.fromhex(before), field, value, ord_).hex() == after


@pytest.mark.parametrize("field", FIELDS)
def test_written_fields_are_read_back_and_no_other_changes(field: str) -> None:
    for background in (bytes(BYTES), b"\xff" * BYTES):
        for ord_ in range(4 if FIELDS[field].apart else 1):
            wanted = min(2 << FIELDS[field].low, MOST.get(field, 64))
            words = replaced(background, field, wanted, ord_)
            assert value_of(words, field, ord_) == wanted
            others = [other for other in FIELDS if other != field]
            assert [value_of(words, other) for other in others] == [value_of(background, other) for other in others]


def test_the_codes_of_tf32_equal_those_of_f32_with_a_bit() -> None:
    for value in range(MOST["elemtype"] + 1):
        assert value_of(replaced(bytes(BYTES), "elemtype", value), "elemtype") == value


@pytest.mark.parametrize(
    ("words", "field", "value", "ord_", "message"),
    [
        (b"", "rank", 1, 0, "128 bytes"),
        (bytes(BYTES), "box_dims", 1, 0, "did you mean box_dim"),
        (bytes(BYTES), "rank", 1, 1, "no dimension 1"),
        (bytes(BYTES), "box_dim", 1, 5, "no dimension 5"),
        (bytes(BYTES), "swizzle_mode", 4, 0, "0 to 3"),
        (bytes(BYTES), "global_dim", -1, 0, "natural"),
    ],
)
def test_impossible_fields_raise(words: bytes, field: str, value: int, ord_: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replaced(words, field, value, ord_)
