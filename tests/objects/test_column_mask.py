"""Zero-column masks against the examples of the manual, written down bit by bit."""

from __future__ import annotations

import pytest

import ptxisa
from ptxisa import DescriptorError
from ptxisa.objects.descriptor_notes import columns_text as columns

D = ptxisa.descriptor("tcgen05.zero_column_mask")
SPANS = {"non_zero_mask": 1, "skip_span": 3, "use_span": 4}
"""The manual's skip span of 2 and use span of 3 are one less."""


def low(text: str) -> str:
    """Return the low bits of a mask, which the manual shows."""
    return text.replace(" ", "")


def part(mask: int, index: int, size: int, bits: str) -> str:
    value = mask >> index * size & (1 << size) - 1
    return f"{value:0{size}b}"[-len(low(bits)) :]


def test_no_mask_is_all_zeros() -> None:
    """Example 1."""
    assert D.mask(D.encode(skip_span=5, use_span=4), m=128, n=256) == 0


def test_one_part() -> None:
    """Example 2: 4 columns used, 3 columns zero."""
    mask = D.mask(D.encode(**SPANS), m=128, n=64)
    assert part(mask, 0, 64, "111 0000 111 0000") == low("111 0000 111 0000")
    assert mask == int("".join("1" if column % 7 >= 4 else "0" for column in reversed(range(64))), 2)


def test_two_parts_skip_the_first_span() -> None:
    """Example 3."""
    mask = D.mask(D.encode(**SPANS, first_span0="skip"), m=64, n=64)
    for index, bits in enumerate(["111 0000 111 0000 111", "0000 111 0000 111 0000"]):
        assert part(mask, index, 32, bits) == low(bits)


def test_four_parts_with_start_counts() -> None:
    """Example 4."""
    starts = {"sc0": 0, "sc1": 1, "sc2": 2, "sc3": 1, "fs0": 1, "fs1": 1, "fs2": 0, "fs3": 0}
    mask = D.mask(D.encode(**SPANS, **starts, shift=2), m=32, n=128)
    for index, bits in enumerate(["0000 111 0000 111", "0000 111 0000 11", "111 0000 111 00", "111 0000 111 000"]):
        assert part(mask, index, 32, bits) == low(bits)


@pytest.mark.parametrize(
    ("m", "n", "message"),
    [
        (16, 64, "M is 16; a zero-column mask exists for M = 128, 64 or 32"),
        (32, 30, "N is 30; with M = 32 it must be a multiple of 4 up to 256"),
        (128, 257, "up to 256"),
        (128, 0, "N is 0"),
        (128, -4, "N is -4"),
        ("x", 4, "M is 'x'; it must be an integer"),
        (128, 1.5, "N is 1.5; it must be an integer"),
        (128, None, "a mask needs M and N"),
    ],
)
def test_shapes_without_a_mask(m: object, n: object, message: str) -> None:
    with pytest.raises(DescriptorError, match=message):
        D.mask(0, m=m, n=n)  # type: ignore[arg-type]


def test_only_this_descriptor_has_a_mask() -> None:
    with pytest.raises(DescriptorError, match="wgmma.matrix has no mask of columns"):
        ptxisa.descriptor("wgmma.matrix").mask(0, m=64, n=64)


def test_columns_as_runs() -> None:
    assert columns(0b1011_1000_0001) == "0, 7-9, 11"
    assert columns(0) == "none"


def test_shift_is_smaller_for_32_rows() -> None:
    value = D.encode(shift=17)
    assert [note.level for note in D.explain(value, m=64)] == []
    (note,) = D.explain(value, m=32)
    assert str(note) == "error: shift is 17 columns; with M = 32 it is at most 16"
