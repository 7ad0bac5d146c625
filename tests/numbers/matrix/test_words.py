"""Sums that fit into words of 32 bits, and sums that do not: each element equals that of the scalar definition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa.numbers.formats import known
from ptxisa.numbers.matrix import lanes, scalar
from ptxisa.numbers.matrix.multiplication import Model, Multiplication

FRACTIONS = (13, 23, 24, 25)
SHAPE = (16, 3, 4)
"""Matrices, rows and columns of A; B has as many columns as A has rows."""


def patterns(kind: str, seed: int, spread: int) -> Any:
    """Random patterns with exponents `spread` around the middle, zeros and subnormal numbers among them."""
    random, form = np.random.default_rng(seed), known()[kind]
    middle = 1 << form.exponent - 1
    exponent = np.clip(random.integers(middle - spread, middle + spread, SHAPE), 0, (1 << form.exponent) - 2)
    word = f"u{(form.bits + 7) // 8}"
    fraction = random.integers(0, 1 << form.fraction, SHAPE) >> random.integers(0, form.fraction + 1, SHAPE)
    sign = random.integers(0, 2, SHAPE)
    body = sign << form.exponent + form.fraction | exponent << form.fraction | fraction
    return (body << form.low).astype(word)


def check(a: Any, b: Any, c: Any, kind: str, model: Model) -> None:
    what = Multiplication(kind, kind, "f32", "f32")
    d = lanes.multiply(a, b, c, what, model)
    for matrix, row, column in np.ndindex(*d.shape):
        factors = a[matrix, row].tolist(), b[matrix, :, column].tolist()
        assert d[matrix, row, column] == scalar.element(*factors, int(c[matrix, row, column]), what, model)


@pytest.mark.parametrize("kind", ["f16", "bf16", "tf32", "e4m3", "e5m2"])
@pytest.mark.parametrize("fraction", FRACTIONS)
@pytest.mark.parametrize("spread", [2, 8, 40, 127])
def test_sums_of_any_exponents(kind: str, fraction: int, spread: int) -> None:
    random = np.random.default_rng(fraction)
    a, b = patterns(kind, spread, spread), patterns(kind, spread + 1, spread).transpose(0, 2, 1)
    c = random.standard_normal((SHAPE[0], 3, 3)).astype(np.float32).view(np.uint32)
    check(a, b, c, kind, Model("fused", fraction, 4, -133, 23))


@pytest.mark.parametrize("length", [15, 16, 17, 32])
@pytest.mark.parametrize("sign", [0, 0x8000])
def test_the_greatest_products_of_a_block(length: int, sign: int) -> None:
    """16 products next to 4 at 25 bits fill 31 bits; one more needs another bit."""
    a, b = np.full((1, 1, length), 0x3FFF | sign, np.uint16), np.full((1, length, 1), 0x3FFF, np.uint16)
    check(a, b, np.full((1, 1, 1), 0x40FFFFFF | sign << 16, np.uint32), "f16", Model("fused", 25, length, -133, 23))


@pytest.mark.parametrize("special", [0x7C00, 0xFC00, 0x7E00, 0x7C01])
@pytest.mark.parametrize("where", ["a", "b"])
def test_elements_that_are_not_finite(special: int, where: str) -> None:
    given = {"a": patterns("f16", 1, 4), "b": patterns("f16", 2, 4).transpose(0, 2, 1).copy()}
    given[where][5, 1, 2] = special
    check(given["a"], given["b"], np.zeros((SHAPE[0], 3, 3), np.uint32), "f16", Model("fused", 25, 4))


@pytest.mark.parametrize("c", [0x7F800000, 0x7FC00000, 0x7F000000, 0x00000001, 0x80000000])
def test_sums_so_far_that_are_out_of_range(c: int) -> None:
    given = patterns("f16", 1, 2), patterns("f16", 2, 2).transpose(0, 2, 1)
    check(*given, np.full((SHAPE[0], 3, 3), c, np.uint32), "f16", Model("fused", 25, 4))


@pytest.mark.parametrize("exponent", range(1, 255, 3))
def test_exponents_at_the_ends_of_single_precision(exponent: int) -> None:
    """Products of .bf16 with any exponent, and C in their range."""
    random = np.random.default_rng(exponent)
    near = np.clip(exponent + random.integers(-3, 4, SHAPE), 1, 254)
    a = (near << 7 | random.integers(0, 128, SHAPE)).astype(np.uint16)
    b = (127 << 7 | random.integers(0, 128, SHAPE)).astype(np.uint16).transpose(0, 2, 1)
    c = (random.integers(max(1, exponent - 3), min(254, exponent + 3), (SHAPE[0], 3, 3)) << 23).astype(np.uint32)
    check(a, b, c, "bf16", Model("fused", 25, 4, -133, 23))
