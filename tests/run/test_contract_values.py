"""Results of approximate instructions where no chip is named, at the edges of what the manual says of them."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa import execute

INFINITY, NAN, ONE = 0x7F800000, 0x7FFFFFFF, 0x3F800000
HUGE, LARGEST_EXACT = 0x7E800001, 0x7E800000  # Above 2^126, and 2^126.
SUBNORMAL = 0x00400000  # 2^-127


@pytest.mark.parametrize(
    ("opcode", "a", "b", "quotient"),
    [
        ("div.approx.f32", 0x40C00000, 0x40400000, 0x40000000),
        ("div.approx.f32", 0x3F800000, LARGEST_EXACT, 0x00800000),
        ("div.approx.f32", 0x7E800000, HUGE, 0),
        ("div.approx.f32", 0xFE800000, HUGE, 0x80000000),
        ("div.approx.f32", 0x7E800000, 0x80000000 | HUGE, 0x80000000),
        ("div.approx.f32", INFINITY, HUGE, NAN),
        ("div.approx.f32", SUBNORMAL, SUBNORMAL, ONE),
        ("div.approx.ftz.f32", SUBNORMAL, ONE, 0),
        ("div.approx.ftz.f32", ONE, SUBNORMAL, INFINITY),
        ("div.full.f32", SUBNORMAL, SUBNORMAL, ONE),
        ("div.full.ftz.f32", SUBNORMAL, ONE, 0),
        ("div.full.ftz.f32", ONE, SUBNORMAL, INFINITY),
    ],
)
def test_approximate_division(opcode: str, a: int, b: int, quotient: int) -> None:
    given = {"a": np.array([a], np.uint32), "b": np.array([b], np.uint32)}
    assert execute(f"{opcode} d, a, b;", given)["d"].tolist() == [quotient]


@pytest.mark.parametrize(
    ("opcode", "kept", "flushed"),
    [
        ("sin.approx{}.f32", SUBNORMAL, 0),
        ("cos.approx{}.f32", ONE, ONE),
        ("ex2.approx{}.f32", ONE, ONE),
        ("lg2.approx{}.f32", 0xC2FE0000, 0xFF800000),  # -127, and minus infinity.
        ("sqrt.approx{}.f32", 0x1FB504F3, 0),  # The root of 2^-127 is the root of 2 times 2^-64.
        ("rsqrt.approx{}.f32", 0x5F3504F3, INFINITY),  # The root of 2 times 2^63.
        ("rcp.approx{}.f32", 0x7F000000, INFINITY),  # 2^127
    ],
)
def test_subnormal_inputs_of_approximations(opcode: str, kept: int, flushed: int) -> None:
    given = {"a": np.array([SUBNORMAL], np.uint32)}
    actual = [execute(f"{opcode.format(ftz)} d, a;", given)["d"].tolist() for ftz in ("", ".ftz")]
    assert actual == [[kept], [flushed]]


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
    result = execute("rcp.approx.ftz.f64 d, a;", {"a": np.array([a], np.uint64)})["d"]
    assert result.tolist() == [reciprocal]


def test_powers_of_two_in_bf16_flush_subnormals() -> None:
    exponents = np.array([0xC2FC, 0xC2FE, 0xC302, 0x3F80, 0x0001], np.uint16)  # -126, -127, -130, 1 and a subnormal.
    result = execute("ex2.approx.ftz.bf16 d, a;", {"a": exponents})["d"]
    assert result.tolist() == [0x0080, 0, 0, 0x4000, 0x3F80]


def test_small_numbers_of_two_bytes_become_bf16_with_their_scale() -> None:
    """Numbers s2f6 are 64ths: 0x40 is 1, 0x01 is 2^-6, 0xC0 is -1. A scale of 0x80 is 2."""
    numbers = np.array([0x4001, 0xC0C0, 0x7F80], np.uint16)
    plain = execute("cvt.rn.bf16x2.s2f6x2 d, a;", {"a": numbers})["d"].tolist()
    assert plain == [0x3F803C80, 0xBF80BF80, 0x3FFEC000]
    scales = np.full(3, 0x7F80, np.uint16)
    scaled = execute("cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2 d, a, s;", {"a": numbers, "s": scales})["d"].tolist()
    assert scaled == [0x3F803D00, 0xBF80C000, 0x3FFEC080]


def test_an_offset_before_the_base_finds_the_bit_at_the_base() -> None:
    """The first bit that is set, from the base downward: the base itself counts."""
    masks, bases = [0x80000001, 0x80000001, 0b1010, 0b1010], [31, 0, 3, 2]
    given = {"m": np.array(masks, np.uint32), "b": np.array(bases, np.uint32)}
    assert execute("fns.b32 d, m, b, -1;", given)["d"].tolist() == [31, 0, 3, 1]


@pytest.mark.parametrize(
    ("modifiers", "beyond", "infinite", "within"),
    [(".rz", 0xFE, 0xFF, 0xFE), (".rp", 0xFF, 0xFF, 0xFE), (".rp.satfinite", 0xFE, 0xFE, 0xFE)],
)
def test_exponents_beyond_the_greatest(modifiers: str, beyond: int, infinite: int, within: int) -> None:
    """The greatest exponent is 127, as 0xFE; 1.5 * 2^127 rounds up to one more, which is a NaN unless it is kept."""
    numbers = np.array([0x7F400000, INFINITY, 0x7F000000, ONE], np.uint32)
    wanted = [beyond, infinite, within, 127]
    statement = f"cvt{modifiers}.ue8m0x2.f32 d, a, b;"
    high = execute(statement, {"a": numbers, "b": np.full(4, ONE, np.uint32)})["d"]
    low = execute(statement, {"a": np.full(4, ONE, np.uint32), "b": numbers})["d"]
    assert high.tolist() == [value << 8 | 127 for value in wanted]
    assert low.tolist() == [127 << 8 | value for value in wanted]


@pytest.mark.parametrize(
    ("a", "root"),
    [
        (0x3FF0000000000000, 0x3FF0000000000000),
        (0x4010000012345678, 0x3FE0000000000000),
        (0xBFF0000000000000, 0x7FFFFFFF00000000),
        (0x8000000000000000, 0xFFF0000000000000),
        (0x7FF0000000000000, 0x0000000000000000),
        (0x7FF8000000000001, 0x7FFFFFFF00000000),
    ],
)
@pytest.mark.parametrize("target", [None, "sm_90"])
def test_the_reciprocal_root_of_the_upper_half_of_a_double(target: str | None, a: int, root: int) -> None:
    result = execute("rsqrt.approx.ftz.f64 d, a;", {"a": np.array([a], np.uint64)}, target=target)["d"]
    assert result.tolist() == [root]


@pytest.mark.parametrize(("satfinite", "word"), [("", 0x7F80FF80), (".satfinite", 0x7F7FFF7F)])
def test_infinities_that_random_bits_round(satfinite: str, word: int) -> None:
    given = {"a": np.array([np.inf], np.float32), "b": np.array([-np.inf], np.float32), "r": np.array([0], np.uint32)}
    assert execute(f"cvt.rs{satfinite}.bf16x2.f32 d, a, b, r;", given)["d"].tolist() == [word]
