"""Bitwise functions of three operands, for `lop3`."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa import execute
from ptxisa.run.truth_tables import lookup, steps


def test_every_table_is_computed_bit_by_bit() -> None:
    a, b, c = np.random.default_rng(3).integers(0, 1 << 32, (3, 64), dtype=np.uint32)
    for table in range(1 << 8):
        expected = np.zeros(64, np.uint32)
        for bit in range(32):
            index = 4 * (a >> bit & 1) + 2 * (b >> bit & 1) + (c >> bit & 1)
            expected |= (np.uint32(table) >> index & 1) << np.uint32(bit)
        np.testing.assert_array_equal(lookup(table)(a, b, c), expected, f"table {table:#x}")


def test_truth_tables_need_at_most_five_operations() -> None:
    assert max(len(steps(table)) for table in range(1 << 8)) == 5
    assert len(steps(0x96)) == 2  # a ^ b ^ c
    assert len(steps(0xE8)) == 4  # majority
    assert steps(0xF0) == ()


@pytest.mark.parametrize("table", [0x00, 0xFF, 0x96, 0xCA, 0xF0])
def test_lop3_uses_its_table(table: int) -> None:
    a, b, c = np.uint32([0xFFFF0000]), np.uint32([0xFF00FF00]), np.uint32([0xF0F0F0F0])
    result = execute(f"lop3.b32 d, a, b, c, {table};", {"a": a, "b": b, "c": c})
    expected = sum((table >> (4 * (a[0] >> n & 1) + 2 * (b[0] >> n & 1) + (c[0] >> n & 1)) & 1) << n for n in range(32))
    assert int(np.asarray(result["d"]).ravel()[0]) == int(expected)
