"""Products with scale factors: exact sums by fractions, models by hand, and both backends on random operands."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ptxisa.numbers.matrix.contract import allowed
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model, Multiplication
from ptxisa.numbers.matrix.scalar import element
from ptxisa.numbers.matrix.terms import Scales

FOUR = Multiplication("e2m1", "e2m1", "f32", "f32", scale="ue8m0")
NV = FOUR._replace(scale="ue4m3")
EIGHT = Multiplication("e4m3", "e5m2", "f32", "f32", scale="ue8m0")
GROUPS = Model("scaled_groups", fraction=35, block=16)
FUSED = Model("fused", fraction=25, block=32)
NAN = 0x7FFFFFFF
E2M1 = [Fraction(value, 2) for value in (0, 1, 2, 3, 4, 6, 8, 12)]
"""Magnitudes of e2m1, from the table of the OCP Microscaling specification."""


def f32(number: float) -> int:
    return int(np.float32(number).view(np.uint32))


def lane(a: Any, b: Any, c: int, what: Multiplication, model: Model | None, scales: Any) -> int:
    rows, columns = np.array([[a]], np.uint8), np.array([b], np.uint8)[..., None]
    factors = np.array(scales, np.uint8)
    pair = Scales(factors[None, None, :, 0], factors[None, :, 1, None])
    return int(multiply(rows, columns, np.array([[[c]]], np.uint32), what, model, scales=pair)[0, 0, 0])


def both(a: Any, b: Any, c: int, what: Multiplication, model: Model | None, scales: Any) -> int:
    actual = element(a, b, c, what, model, scales)
    assert lane(a, b, c, what, model, scales) == actual
    return actual


def e2m1(pattern: int) -> Fraction:
    return -E2M1[pattern & 7] if pattern & 8 else E2M1[pattern & 7]


def ue4m3(pattern: int) -> Fraction:
    exponent, fraction = pattern >> 3, pattern & 7
    return Fraction(fraction, 512) if not exponent else Fraction(8 + fraction, 8) * Fraction(2) ** (exponent - 7)


@pytest.mark.parametrize("blocks", [2, 4])
def test_the_contract_is_the_exact_sum_rounded_once(blocks: int) -> None:
    """Sums of these have fewer than 53 bits, so that a float holds them."""
    draw = random.Random(blocks)
    for _ in range(50):
        a, b = ([draw.randrange(16) for _ in range(64)] for _ in "ab")
        scales = [(draw.randrange(0x7F), draw.randrange(0x7F)) for _ in range(blocks)]
        total = Fraction(-5, 4)
        for k in range(64):
            factors = scales[k * blocks // 64]
            total += e2m1(a[k]) * e2m1(b[k]) * ue4m3(factors[0]) * ue4m3(factors[1])
        assert Fraction(float(total)) == total
        assert both(a, b, f32(-1.25), NV, None, scales) == f32(float(total))


def test_a_factor_that_is_no_number_makes_every_result_one() -> None:
    one = [2] * 64
    for what in (FOUR, NV):
        nan = 0xFF if what is FOUR else 0x7F
        for model in (None, GROUPS):
            assert both(one, one, f32(0), what, model, [(0x38, 0x38), (nan, 0x38)]) == NAN
            assert both([0] * 64, one, f32(0), what, model, [(0x38, 0x38), (0x38, nan)]) == NAN


def test_a_group_is_exact_and_cut_at_35_bits_below_the_largest_factors() -> None:
    """Blocks of 32: the first gives 1 with factor 1, the second 2^-35 with its factors, and 2^-36 nothing."""
    a, b = [2] + [0] * 31 + [2] + [0] * 31, [2] * 64
    for exponent, left in ((35, 2.0**-35), (36, 0.0)):
        scales = [(127, 127), (127 - exponent, 127)]
        assert both(a, b, f32(-1), FOUR, GROUPS, scales) == f32(left)
        assert both(a, b, f32(-1), FOUR, None, scales) == f32(2.0**-exponent)


def test_a_group_is_aligned_by_its_factors_though_its_sum_is_larger() -> None:
    """16 products 6 * 6 are 576, of exponent 9; with factors 1 a group of 2^-35 still counts."""
    a, b = [7] * 16 + [15] * 16 + [2] + [0] * 31, [7] * 32 + [2] * 32
    assert both(a, b, f32(0), FOUR, GROUPS, [(127, 127), (92, 127)]) == f32(2.0**-35)


def test_products_of_8_bits_are_aligned_with_their_factors() -> None:
    """e4m3 has 1 as 0x38 and 2^-7 as 0x04, e5m2 has 1 as 0x3c and 2^-16 as 0x01: the small product is 2^-23."""
    a, b = [0x38, 0x04] + [0] * 30, [0x3C, 0x01] + [0] * 30
    for factors in ((127, 127), (127 + 24, 127 - 24)):
        assert both(a, b, f32(-1), EIGHT, FUSED, [factors]) == f32(2.0**-23)
        assert both(a, b, f32(-8), EIGHT, FUSED, [factors]) == f32(-7)
    assert both(a, b, f32(-8), EIGHT, FUSED, [(127 + 3, 127)]) == f32(2.0**-20)
    assert both(a, b, f32(-8), EIGHT, FUSED, [(127 - 5, 127)]) == f32(-8 + 2.0**-5)


@pytest.mark.parametrize("seed", range(6))
def test_both_backends_agree_on_random_operands(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(60):
        what = draw.choice([FOUR, NV, EIGHT, EIGHT._replace(a="e3m2", b="e2m3"), FOUR._replace(halvings=3)])
        wide = what.a != "e2m1"
        model = draw.choice([None, FUSED if wide else GROUPS])
        count, blocks = (32, 1) if wide else (64, draw.choice([2, 4]))
        bits = {"e2m1": 16, "e3m2": 64, "e2m3": 64}
        a = [draw.randrange(bits.get(what.a, 256)) for _ in range(count)]
        b = [draw.randrange(bits.get(what.b, 256)) for _ in range(count)]
        spread = draw.choice([3, 40, 126])
        scales = [tuple(draw.randrange(127 - spread, 127 + spread) % 128 for _ in "ab") for _ in range(blocks)]
        if what.scale == "ue8m0":
            scales = [tuple(draw.randrange(127 - spread, 127 + spread) for _ in "ab") for _ in range(blocks)]
        both(a, b, draw.choice([0, f32(1), f32(-(2.0**-126)), draw.getrandbits(32)]), what, model, scales)


def test_results_of_models_are_within_the_contract() -> None:
    draw = np.random.default_rng(3)
    a, b = (draw.integers(0, 16, shape).astype(np.uint8) for shape in ((20, 16, 64), (20, 64, 8)))
    scales = Scales(
        draw.integers(100, 150, (20, 16, 4)).astype(np.uint8), draw.integers(100, 150, (20, 4, 8)).astype(np.uint8)
    )
    c = draw.normal(size=(20, 16, 8)).astype(np.float32).view(np.uint32)
    d = multiply(a, b, c, FOUR, GROUPS, scales=scales)
    assert allowed(a, b, c, d, FOUR, scales=scales).all()
    assert not allowed(a, b, c, d ^ np.uint32(0x80000000), FOUR, scales=scales).all()


def test_c_is_halved_exactly() -> None:
    """The smallest number of f16 has no half in f16: C is not rounded before the sum."""
    what = Multiplication("f16", "f16", "f16", "f16", halvings=1)
    one, small = [0x3C00], [0x0001]
    assert element(small, one, 0x0001, what) == 0x0002  # 1.5 units, a tie to even.
    result = multiply(np.array([[small]], np.uint16), np.array([[one]], np.uint16), np.array([[[1]]], np.uint16), what)
    assert result.tolist() == [[[2]]]
