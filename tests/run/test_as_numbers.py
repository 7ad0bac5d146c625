"""Bit patterns as numbers of NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa.run.registers import as_numbers


@pytest.mark.parametrize(
    ("patterns", "type_", "dtype", "numbers"),
    [
        (np.array([0xFF, 1], np.uint8), "s8", np.int8, [-1, 1]),
        (np.array([0xFFFF], np.uint16), "s16", np.int16, [-1]),
        (np.array([0x80000000], np.uint32), "s32", np.int32, [-(1 << 31)]),
        (np.array([0x80000000], np.uint32), "u32", np.uint32, [1 << 31]),
        (np.array([0x80000000], np.uint32), "b32", np.uint32, [1 << 31]),
        (np.array([0x3C00, 0xC000], np.uint16), "f16", np.float16, [1.0, -2.0]),
        (np.array([0x3F80, 0xC040], np.uint16), "bf16", np.float32, [1.0, -3.0]),
        (np.array([0x3FC00000], np.uint32), "f32", np.float32, [1.5]),
        (np.array([0x3FF8000000000000], np.uint64), "f64", np.float64, [1.5]),
        (np.array([0x3C003C00], np.uint32), "f16x2", np.uint32, [0x3C003C00]),
        (np.array([0x3FC00000], np.uint32), "f16", np.uint32, [0x3FC00000]),
        (np.array([0x3F80], np.uint32), "bf16", np.uint32, [0x3F80]),
    ],
)
def test_numbers(patterns: np.ndarray, type_: str, dtype: type, numbers: list[float]) -> None:
    found = as_numbers(patterns, type_)
    assert found.dtype == dtype
    assert found.tolist() == numbers
