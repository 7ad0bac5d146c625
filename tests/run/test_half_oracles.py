"""Half-precision arithmetic against NumPy, ml_dtypes and MPFR: all values of one operand with the special ones."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import gmpy2
import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from ptxisa.query.availability import candidates
from ptxisa.run.implementation import implementation

Bits = NDArray[Any]
EVERY: Bits = np.arange(1 << 16, dtype=np.uint16)
NAN = 0x7FFF
DTYPES: dict[str, Any] = {"f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16)}
INFINITY = {"f16": 0x7C00, "bf16": 0x7F80}
ONE = {"f16": 0x3C00, "bf16": 0x3F80}
UNIT = {"f16": 1 << 10, "bf16": 1 << 7}
CONTEXTS = {
    "f16": gmpy2.context(precision=11, emax=16, emin=-23, subnormalize=True),
    "bf16": gmpy2.context(precision=8, emax=128, emin=-132, subnormalize=True),
}
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def run(opcode: str, *operands: Bits) -> NDArray[Any]:
    """Return the result of the vector back end for one opcode."""
    (actual,) = [candidate for candidate in candidates(opcode) if candidate.complete]
    function = implementation(actual.form, actual.values).function
    (result,) = function(*operands)
    return np.asarray(result)


def special(type_: str) -> list[int]:
    """Zeros, ends of the subnormal and the normal numbers, what is next to 1, infinities, NaNs, and any others."""
    infinity, one, unit = INFINITY[type_], ONE[type_], UNIT[type_]
    bodies = [0, 1, 3, unit - 1, unit, unit + 1, one - 1, one, one + 1, one + unit // 2, infinity - 1, infinity]
    bodies += [infinity + 1, NAN, 0x1234, 0x2A55, 0x5678]
    return [sign | body for body in bodies for sign in (0, 0x8000)]


def numbers(bits: Bits, type_: str) -> NDArray[Any]:
    return bits.view(DTYPES[type_])


def patterns(values: NDArray[Any], type_: str) -> Bits:
    """Bit patterns with the NaN of the hardware for every NaN."""
    actual: Bits = values.astype(DTYPES[type_]).view(np.uint16)
    return np.where(np.isnan(values), np.uint16(NAN), actual)


def exact(bits: Bits, type_: str) -> list[Any]:
    """MPFR numbers, without rounding."""
    return [gmpy2.mpfr(value, 64) for value in numbers(bits, type_).astype(np.float64).tolist()]


def rounded(type_: str, function: Callable[..., Any], *columns: list[Any]) -> Bits:
    """Return a function rounded once by MPFR in the format."""
    with CONTEXTS[type_]:
        values = [float(function(*row)) for row in zip(*columns, strict=True)]
    return patterns(np.array(values), type_)


# Not subnormal products of bfloat16: ml_dtypes rounds them twice, through single precision.
@pytest.mark.parametrize(("name", "type_"), [("mul", "f16"), *((n, t) for n in ("add", "sub") for t in DTYPES)])
def test_rounded_arithmetic(name: str, type_: str) -> None:
    for other in special(type_):
        b = np.full_like(EVERY, other)
        expected = patterns(OPERATORS[name](numbers(EVERY, type_), numbers(b, type_)), type_)
        actual = run(f"{name}.{type_}", EVERY, b)
        assert np.array_equal(actual, expected), (hex(other), np.flatnonzero(actual != expected)[:3])


@pytest.mark.parametrize("type_", DTYPES)
def test_products_by_mpfr(type_: str) -> None:
    every = exact(EVERY, type_)
    for other in special(type_)[::5]:
        b = np.full_like(EVERY, other)
        expected = rounded(type_, operator.mul, every, exact(b, type_))
        assert np.array_equal(run(f"mul.rn.{type_}", EVERY, b), expected), hex(other)


@pytest.mark.parametrize("type_", DTYPES)
def test_fused_multiply_add_by_mpfr(type_: str) -> None:
    every, chance = exact(EVERY, type_), np.random.default_rng(7)
    some = special(type_)
    for b_bits, c_bits in zip(chance.permutation(some)[:6], chance.permutation(some)[:6], strict=True):
        b, c = np.full_like(EVERY, b_bits), np.full_like(EVERY, c_bits)
        expected = rounded(type_, gmpy2.fma, every, exact(b, type_), exact(c, type_))
        assert np.array_equal(run(f"fma.rn.{type_}", EVERY, b, c), expected), (hex(b_bits), hex(c_bits))
        negative = (expected >> 15 == 1) & (expected != NAN)
        rectified = np.where(negative, 0, expected)
        assert np.array_equal(run(f"fma.rn.relu.{type_}", EVERY, b, c), rectified), (hex(b_bits), hex(c_bits))


def test_random_fused_multiply_add_by_mpfr() -> None:
    chance = np.random.default_rng(11)
    for type_ in DTYPES:
        a, b, c = (chance.integers(0, 1 << 16, 100_000, dtype=np.uint16) for _ in "abc")
        expected = rounded(type_, gmpy2.fma, *(exact(value, type_) for value in (a, b, c)))
        assert np.array_equal(run(f"fma.rn.{type_}", a, b, c), expected), type_


def order(bits: Bits) -> NDArray[np.int32]:
    """Integers in the order of the numbers, -0 below +0."""
    signed = bits.astype(np.int32)
    return np.where(signed >> 15 == 1, 0x7FFF - signed, signed)


@pytest.mark.parametrize("type_", DTYPES)
@pytest.mark.parametrize(("name", "takes_first"), [("min", np.less), ("max", np.greater)])
def test_minimum_and_maximum(name: str, takes_first: Any, type_: str) -> None:
    infinity = INFINITY[type_]
    for other in special(type_):
        a, b = EVERY, np.full_like(EVERY, other)
        a_nan, b_nan = (value & 0x7FFF > infinity for value in (a, b))
        either = np.where(takes_first(order(a), order(b)), a, b)
        wins = np.where(a_nan & b_nan, NAN, np.where(a_nan, b, np.where(b_nan, a, either)))
        assert np.array_equal(run(f"{name}.{type_}", a, b), wins), hex(other)
        assert np.array_equal(run(f"{name}.NaN.{type_}", a, b), np.where(a_nan | b_nan, NAN, wins)), hex(other)
        magnitudes = [value & 0x7FFF for value in (a, b)]
        either = np.where(takes_first(order(magnitudes[0]), order(magnitudes[1])), *magnitudes)
        wins = np.where(a_nan, magnitudes[1], np.where(b_nan, magnitudes[0], either)) | ((a ^ b) & 0x8000)
        wins = np.where(a_nan & b_nan, NAN, wins)
        assert np.array_equal(run(f"{name}.xorsign.abs.{type_}", a, b), wins), hex(other)


def flushed(bits: Bits) -> Bits:
    """Subnormal f16 numbers as zeros of their sign."""
    return np.where((bits & 0x7FFF < 0x400) & (bits & 0x7FFF > 0), bits & 0x8000, bits).astype(np.uint16)


@pytest.mark.parametrize("name", OPERATORS)
def test_flushing_and_saturation(name: str) -> None:
    for other in special("f16"):
        a, b = flushed(EVERY), flushed(np.full_like(EVERY, other))
        wide = OPERATORS[name](*(numbers(value, "f16").astype(np.float64) for value in (a, b)))
        with_precision = np.where(np.isfinite(wide), wide, 1.0)
        fraction, exponent = np.frexp(with_precision)
        whole = np.ldexp(np.rint(np.ldexp(fraction, 11)), exponent - 11)
        tiny = np.isfinite(wide) & (np.abs(whole) < 2.0**-14) & (wide != 0)
        expected = np.where(tiny, np.where(wide < 0, 0x8000, 0), patterns(wide, "f16"))
        assert np.array_equal(run(f"{name}.ftz.f16", EVERY, np.full_like(EVERY, other)), expected), hex(other)
        clamped = np.where(np.isnan(wide), 0.0, np.clip(wide, 0.0, 1.0)) + 0.0
        expected = np.where(tiny, 0, patterns(clamped, "f16"))
        assert np.array_equal(run(f"{name}.ftz.sat.f16", EVERY, np.full_like(EVERY, other)), expected), hex(other)


@pytest.mark.parametrize("type_", DTYPES)
def test_abs_and_neg_change_signs_alone(type_: str) -> None:
    is_nan = INFINITY[type_] < EVERY & 0x7FFF
    assert np.array_equal(run(f"neg.{type_}", EVERY), np.where(is_nan, NAN, EVERY ^ 0x8000))
    assert np.array_equal(run(f"abs.{type_}", EVERY), np.where(is_nan, NAN, EVERY & 0x7FFF))


@pytest.mark.parametrize("type_", DTYPES)
def test_both_halves_are_computed_alike(type_: str) -> None:
    chance = np.random.default_rng(5)
    operands = [chance.integers(0, 1 << 32, 20_000, dtype=np.uint32) for _ in "abc"]
    for opcode, count in (("add", 2), ("sub", 2), ("mul", 2), ("fma.rn", 3), ("neg", 1), ("min.NaN", 2), ("max", 2)):
        packed = run(f"{opcode}.{type_}x2", *operands[:count])
        for shift in (0, 16):
            halves = [(operand >> shift).astype(np.uint16) for operand in operands[:count]]
            assert np.array_equal((packed >> shift).astype(np.uint16), run(f"{opcode}.{type_}", *halves)), opcode


@pytest.mark.parametrize("type_", DTYPES)
@pytest.mark.parametrize("nan", [0x7FF7, 0xFFF7])
def test_fma_oob_is_zero_for_the_oob_nan(type_: str, nan: int) -> None:
    outside, one = np.full_like(EVERY, nan), np.full_like(EVERY, ONE[type_])
    for operands in ((outside, one, EVERY), (EVERY, outside, one), (one, EVERY, outside)):
        assert not run(f"fma.rn.oob.{type_}", *operands).any()
    inside = EVERY[EVERY & 0x7FFF != 0x7FF7]
    actual = run(f"fma.rn.oob.{type_}", inside, one[:-2], one[:-2])
    assert np.array_equal(actual, run(f"fma.rn.{type_}", inside, one[:-2], one[:-2]))


@pytest.mark.parametrize("type_", DTYPES)
def test_mixed_precision(type_: str) -> None:
    """The exact sum of a half and a single fits a double only if they are near; MPFR rounds all of them."""
    chance = np.random.default_rng(3)
    a = chance.permutation(EVERY)[:20_000]
    c = chance.integers(0, 1 << 32, len(a), dtype=np.uint32)
    singles = [gmpy2.mpfr(value, 64) for value in c.view(np.float32).astype(np.float64).tolist()]
    with gmpy2.context(precision=24, emax=128, emin=-148, subnormalize=True):
        values = [float(x + y) for x, y in zip(exact(a, type_), singles, strict=True)]
        products = [float(gmpy2.fma(x, x, y)) for x, y in zip(exact(a, type_), singles, strict=True)]
    for opcode, expected, operands in (
        (f"add.f32.{type_}", values, (a, c)),
        (f"fma.rn.f32.{type_}", products, (a, a, c)),
    ):
        wanted = np.array(expected).astype(np.float32).view(np.uint32)
        wanted = np.where(np.isnan(expected), 0x7FFFFFFF, wanted)
        assert np.array_equal(run(opcode, *operands), wanted), opcode
