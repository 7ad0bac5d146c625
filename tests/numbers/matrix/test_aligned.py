"""Sums in words of 32 bits against those in doubles, and where the words must not be used."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa.numbers.formats import known
from ptxisa.numbers.matrix import aligned, lanes, scalar
from ptxisa.numbers.matrix.multiplication import Model, Multiplication

FRACTIONS = (13, 23, 24, 25)
SHAPE = (64, 3, 4)
"""Matrices, rows and columns of A; B has as many columns as A has rows."""


def patterns(kind: str, seed: int, spread: int) -> Any:
    """Random patterns with exponents `spread` around the middle, zeros and subnormal numbers among them."""
    random, form = np.random.default_rng(seed), known()[kind]
    middle = 1 << form.exponent - 1
    exponent = np.clip(random.integers(middle - spread, middle + spread, SHAPE), 0, (1 << form.exponent) - 2)
    word = f"u{(form.bits + 7) // 8}"
    fraction = random.integers(0, 1 << form.fraction, SHAPE) >> random.integers(0, form.fraction + 1, SHAPE)
    sign = random.integers(0, 2, SHAPE)
    found = sign << form.exponent + form.fraction | exponent << form.fraction | fraction
    return (found << form.low).astype(word)


def both(a: Any, b: Any, c: Any, kind: str, model: Model, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any, int]:
    """D by words and by doubles, and how many blocks were summed in words."""
    what, used = Multiplication(kind, kind, "f32", "f32"), []
    plain = aligned.summed

    def counted(*given: Any) -> Any:
        found = plain(*given)
        used.append(found is not None)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(aligned, "summed", counted)
        words = lanes.multiply(a, b, c, what, model)
        patch.setattr(aligned, "factors", lambda *_: None)
        doubles = lanes.multiply(a, b, c, what, model)
    return words, doubles, sum(used)


@pytest.mark.parametrize("kind", ["f16", "bf16", "tf32", "e4m3", "e5m2"])
@pytest.mark.parametrize("fraction", FRACTIONS)
@pytest.mark.parametrize("spread", [2, 8, 40, 127])
def test_words_have_the_bits_of_doubles(kind: str, fraction: int, spread: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model, random = Model("fused", fraction, 4, -133, 23), np.random.default_rng(fraction)
    a, b = patterns(kind, spread, spread), patterns(kind, spread + 1, spread).transpose(0, 2, 1)
    c = random.standard_normal((64, 3, 3)).astype(np.float32).view(np.uint32)
    words, doubles, used = both(a, b, c, kind, model, monkeypatch)
    assert words.tolist() == doubles.tolist()
    assert used or spread > 60


def test_the_longest_block_of_the_greatest_products(monkeypatch: pytest.MonkeyPatch) -> None:
    """16 products next to 4 at 25 bits fill 31 bits; one more would need another."""
    for length, used in ((16, 1), (17, 0)):
        a, b = np.full((1, 1, length), 0x3FFF, np.uint16), np.full((1, length, 1), 0x3FFF, np.uint16)
        for sign in (0, 0x8000):
            c = np.full((1, 1, 1), 0x40FFFFFF | sign << 16, np.uint32)
            model = Model("fused", 25, length, -133, 23)
            words, doubles, blocks = both(a | np.uint16(sign), b, c, "f16", model, monkeypatch)
            assert (words.tolist(), blocks) == (doubles.tolist(), used)
            what = Multiplication("f16", "f16", "f32", "f32")
            terms = (a | np.uint16(sign)).ravel().tolist(), b.ravel().tolist()
            assert words.item() == scalar.element(*terms, int(c.item()), what, model)


@pytest.mark.parametrize("special", [0x7C00, 0xFC00, 0x7E00, 0x7C01])
@pytest.mark.parametrize("where", ["a", "b"])
def test_elements_that_are_not_finite_are_summed_in_doubles(
    special: int, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"a": patterns("f16", 1, 4), "b": patterns("f16", 2, 4).transpose(0, 2, 1).copy()}
    given[where][5, 1, 2] = special
    c = np.zeros((64, 3, 3), np.uint32)
    words, doubles, used = both(given["a"], given["b"], c, "f16", Model("fused", 25, 4), monkeypatch)
    assert (words.tolist(), used) == (doubles.tolist(), 0)


@pytest.mark.parametrize("c", [0x7F800000, 0x7FC00000, 0x7F000000, 0x00000001, 0x80000000])
def test_sums_so_far_that_are_out_of_range(c: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given = patterns("f16", 1, 2), patterns("f16", 2, 2).transpose(0, 2, 1)
    words, doubles, _ = both(*given, np.full((64, 3, 3), c, np.uint32), "f16", Model("fused", 25, 4), monkeypatch)
    assert words.tolist() == doubles.tolist()


@pytest.mark.parametrize("exponent", range(1, 255, 3))
def test_exponents_at_the_ends_of_single_precision(exponent: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Products of .bf16 with any exponent, and C in their range."""
    random = np.random.default_rng(exponent)
    near = np.clip(exponent + random.integers(-3, 4, SHAPE), 1, 254)
    a = (near << 7 | random.integers(0, 128, SHAPE)).astype(np.uint16)
    b = (127 << 7 | random.integers(0, 128, SHAPE)).astype(np.uint16).transpose(0, 2, 1)
    c = (random.integers(max(1, exponent - 3), min(254, exponent + 3), (64, 3, 3)) << 23).astype(np.uint32)
    words, doubles, _ = both(a, b, c, "bf16", Model("fused", 25, 4, -133, 23), monkeypatch)
    assert words.tolist() == doubles.tolist()
