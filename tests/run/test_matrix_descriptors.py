"""Matrix descriptors of wgmma and tcgen05, read by one module, against the bits and formulas of the manual."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptxisa.isa.diagnostics import PtxError
from ptxisa.run.shared_matrices import Described, MatrixShape, Steps, places, read, steps
from tests.run.tensor_core import k_major, mn_major, swizzled

CODES = {
    "wgmma": {"none": 0, "128B": 1, "64B": 2, "32B": 3},
    "tcgen05": {"none": 0, "128B": 2, "64B": 4, "32B": 6},
}
SHIFT = {"wgmma": 62, "tcgen05": 61}
VERSION = {"wgmma": 0, "tcgen05": 1 << 46}
SWIZZLES = ["none", "32B", "64B", "128B"]
FORMATS = list(CODES)


def encoded(form: str, swizzle: str, start: int, leading: int, stride: int, base: int = 0) -> int:
    code = CODES[form][swizzle] << SHIFT[form] | VERSION[form]
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | base << 49 | code


def described_by(form: str, value: int, kind: str = "", major: str = "K") -> Described:
    ((_, actual),) = read(f"{form}.matrix", np.array([value], np.uint64), kind, major)
    return actual


FIELD = st.integers(0, 0x3FFF).map(lambda steps: 16 * steps)


@given(st.sampled_from(FORMATS), st.sampled_from(SWIZZLES), FIELD, FIELD, FIELD, st.integers(0, 7))
def test_fields_in_bytes(form: str, swizzle: str, start: int, leading: int, stride: int, base: int) -> None:
    result = described_by(form, encoded(form, swizzle, start, leading, stride, base))
    numbers = result.start, result.leading, result.stride, result.base_offset
    assert (result.swizzle, *(int(number[0]) for number in numbers)) == (swizzle, start, leading, stride, base)
    assert not result.absolute.any()


def test_descriptors_with_the_same_swizzle_together() -> None:
    values = [encoded("wgmma", SWIZZLES[index % 4], 16 * index, 16, 1024) for index in range(12)]
    parts = list(read("wgmma.matrix", np.array(values, np.uint64)))
    assert sorted(item.swizzle for _, item in parts) == sorted(SWIZZLES)
    for some, result in parts:
        assert result.start.tolist() == (16 * some).tolist()
        assert {SWIZZLES[index % 4] for index in some} == {result.swizzle}


def bytes_of(form: str, swizzle: str, major: str, start: int, base: int, strides: tuple[int, int]) -> Any:
    """Byte addresses of a matrix of 64 rows and 16 columns, each element of 16 bits."""
    actual = described_by(form, encoded(form, swizzle, start, *strides, base), major=major)
    return places(actual, steps(form, MatrixShape("f16", "", major, 64, 16), swizzle))[0] >> 3


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("swizzle", SWIZZLES)
@pytest.mark.parametrize("major", ["K", "MN"])
@given(st.integers(0, 255).map(lambda steps: 16 * steps))
def test_starts_inside_the_pattern_continue_it(form: str, swizzle: str, major: str, start: int) -> None:
    """The bits that a swizzle exchanges are those of the address itself."""
    leading, stride = 4096 + 16, 2048
    result = bytes_of(form, swizzle, major, start, 0, (leading, stride))
    if major == "K":
        linear = k_major(64, 32, swizzle, leading, stride)[:, ::2]
    else:
        linear = mn_major(64, 16, 2, swizzle, leading, stride)
    assert result.tolist() == swizzled(start + linear, swizzle).tolist()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("swizzle", ["32B", "64B", "128B"])
@pytest.mark.parametrize("base", range(8))
def test_the_base_offset_is_the_row_at_which_the_pattern_starts(form: str, swizzle: str, base: int) -> None:
    """A matrix whose pattern starts `base` lines of 128 bytes after a multiple of 1024 bytes."""
    start = 0x400 + 128 * base
    result = bytes_of(form, swizzle, "K", start, base, (16, 1024))
    aligned = swizzled(0x400 + k_major(64, 32, swizzle, 16, 1024)[:, ::2], swizzle)
    assert result.tolist() == (aligned + 128 * base).tolist()


def test_without_a_swizzle_the_base_offset_changes_nothing() -> None:
    with_it, without = (bytes_of("wgmma", "none", "K", 0x400, base, (128, 256)) for base in (5, 0))
    assert with_it.tolist() == without.tolist()


def test_an_absolute_leading_address_is_that_of_the_second_chunk() -> None:
    """Rows of 48 bytes that begin 96 bytes into their line: the last 16 bytes are in a line elsewhere."""
    value = encoded("tcgen05", "128B", 0x400 + 96, 0x4000, 1024) | 1 << 52
    result = described_by("tcgen05", value)
    assert result.absolute.all()
    rows = places(result, steps("tcgen05", MatrixShape("e4m3", "", "K", 16, 48), "128B"))[0] >> 3
    row, byte = np.arange(16)[:, None], np.arange(48)
    line = 1024 * (row // 8) + 128 * (row % 8)
    linear = np.where(byte < 32, 0x400 + 96 + line + byte, 0x4000 + line + byte - 32)
    assert rows.tolist() == swizzled(linear, "128B").tolist()


@pytest.mark.parametrize(
    ("form", "value", "kind", "major", "message"),
    [
        ("tcgen05", 0, "", "K", "matrix descriptor 0x0000000000000000: version is 0b000"),
        ("tcgen05", 1 << 46 | 3 << 61, "", "K", "swizzle is 3u"),
        ("tcgen05", 1 << 46 | 1 << 52, "", "K", "absolute addresses are supported with 128-byte swizzle"),
        ("tcgen05", 1 << 46 | 1 << 14, "", "K", "reserved bit 14 set"),
        ("tcgen05", 1 << 46, "tf32", "MN", "MN-major matrices of kind tf32 exist only with swizzle 128B_32B"),
        ("wgmma", 0, "tf32", "MN", "MN-major matrices of kind tf32 do not exist at all"),
    ],
)
def test_illegal_descriptors_are_errors(form: str, value: int, kind: str, major: str, message: str) -> None:
    with pytest.raises(PtxError, match=message):
        described_by(form, value, kind, major)


def test_rows_longer_than_the_swizzle_pattern() -> None:
    with pytest.raises(PtxError, match="has rows of 64 elements of .e4m3; 512 are needed"):
        steps("tcgen05", MatrixShape("e4m3", "", "K", 8, 512), "64B")


def test_types_that_a_layout_does_not_have() -> None:
    with pytest.raises(PtxError, match="no layout of type"):
        steps("tcgen05", MatrixShape("f64", "", "K", 8, 8), "32B")


def test_some_rows_and_columns() -> None:
    every = steps("wgmma", MatrixShape("f16", "", "K", 64, 16), "128B")
    heads = every.taken(slice(None), slice(None, None, 8))
    assert isinstance(heads, Steps)
    assert heads.fixed.tolist() == every.fixed[:, ::8].tolist()
    assert heads.exchanges == every.exchanges
