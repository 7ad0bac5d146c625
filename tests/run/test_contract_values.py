"""What approximate instructions give where no chip is named, at the edges of what the manual says of them."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa import execute

INFINITY, NAN = 0x7F800000, 0x7FFFFFFF
HUGE, LARGEST_EXACT = 0x7E800001, 0x7E800000  # Above 2^126, and 2^126.
SUBNORMAL = 0x00400000  # 2^-127


@pytest.mark.parametrize(
    ("modifiers", "a", "b", "quotient"),
    [
        ("", 0x40C00000, 0x40400000, 0x40000000),
        ("", 0x3F800000, LARGEST_EXACT, 0x00800000),
        ("", 0x7E800000, HUGE, 0),
        ("", 0xFE800000, HUGE, 0x80000000),
        ("", 0x7E800000, 0x80000000 | HUGE, 0x80000000),
        ("", INFINITY, HUGE, NAN),
        ("", SUBNORMAL, SUBNORMAL, 0x3F800000),
        (".ftz", SUBNORMAL, 0x3F800000, 0),
        (".ftz", 0x3F800000, SUBNORMAL, INFINITY),
    ],
)
def test_approximate_division(modifiers: str, a: int, b: int, quotient: int) -> None:
    given = {"a": np.array([a], np.uint32), "b": np.array([b], np.uint32)}
    assert execute(f"div.approx{modifiers}.f32 d, a, b;", given)["d"].tolist() == [quotient]


@pytest.mark.parametrize(
    ("a", "reciprocal"),
    [
        (0x4000000012345678, 0x3FE0000000000000),
        (0x4008000000000000, 0x3FD5555500000000),
        (0x4008000100000000, 0x3FD5555400000000),
        (0xC008000000000000, 0xBFD5555500000000),
        (0x000FFFFFFFFFFFFF, 0x7FF0000000000000),
        (0x7FF8000000000001, 0x7FFFFFFF00000000),
    ],
)
def test_the_reciprocal_of_the_upper_half_of_a_double(a: int, reciprocal: int) -> None:
    found = execute("rcp.approx.ftz.f64 d, a;", {"a": np.array([a], np.uint64)})["d"]
    assert found.tolist() == [reciprocal]


def test_powers_of_two_in_bf16_flush_subnormals() -> None:
    exponents = np.array([0xC2FC, 0xC2FE, 0xC302, 0x3F80, 0x0001], np.uint16)  # -126, -127, -130, 1 and a subnormal.
    found = execute("ex2.approx.ftz.bf16 d, a;", {"a": exponents})["d"]
    assert found.tolist() == [0x0080, 0, 0, 0x4000, 0x3F80]
