"""Conversions against what others have written: NumPy, ml_dtypes, MPFR and Python's integers.

Sources of at most 16 bits are tried in full; others at every number of the destination, half way between two of them,
next to both, and at random.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import gmpy2
import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from ptxisa import execute
from ptxisa.numbers import exact
from ptxisa.numbers.formats import known

pytestmark = pytest.mark.filterwarnings("ignore:invalid value encountered in cast")

Bits = NDArray[Any]
MODES = {"rn": gmpy2.RoundToNearest, "rz": gmpy2.RoundToZero, "rm": gmpy2.RoundDown, "rp": gmpy2.RoundUp}
WHOLE: dict[str, Callable[[Any], Any]] = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}
INTEGERS = {
    f"{kind}{bits}": np.dtype(f"{kind.replace('s', 'i')}{bits // 8}") for kind in "us" for bits in (8, 16, 32, 64)
}
NATIVE: dict[str, Any] = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16}
SMALL = {
    "e4m3x2": ml_dtypes.float8_e4m3fn,
    "e5m2x2": ml_dtypes.float8_e5m2,
    "e2m1x2": ml_dtypes.float4_e2m1fn,
    "e2m3x2": ml_dtypes.float6_e2m3fn,
    "e3m2x2": ml_dtypes.float6_e3m2fn,
}
EVERY_HALF = np.arange(1 << 16, dtype=np.uint16)


def converted(opcode: str, *operands: Bits) -> Bits:
    """Return the results of a conversion."""
    names = "abcefg"[: len(operands)]
    actual = execute(f"{opcode} d, {', '.join(names)};", dict(zip(names, operands, strict=True)))
    return actual["d"]


def patterns(name: str, count: int = 20_000) -> Bits:
    """Random patterns of a native format, with its specials."""
    word = np.dtype(f"u{np.dtype(NATIVE[name]).itemsize}")
    form = known()[name]
    infinity = form.exponent_mask << form.fraction
    special = [0, 1, 2, form.fraction_mask, form.fraction_mask + 1, infinity - 1, infinity, infinity + 1, form.largest]
    signed = [value | sign << form.sign_bit for value in special for sign in (0, 1)]
    drawn = np.random.default_rng(7).integers(0, 1 << form.bits, count, dtype=np.uint64).astype(word)
    return np.concatenate([np.array(signed, word), drawn])


def around(destination: str, source: str) -> Bits:
    """Patterns of `source` at the numbers of a smaller format, half way between them, and next to all of these."""
    form, word = known()[destination], np.dtype(f"u{np.dtype(NATIVE[source]).itemsize}")
    step = max(1, form.largest >> form.low >> 12)
    numbers = [exact.decode(number << form.low, form) for number in range(0, (form.largest >> form.low) + 1, step)]
    values = [math.ldexp(number.significand, number.exponent) for number in numbers]
    points = np.array(values + [(x + y) / 2 for x, y in itertools.pairwise(values)], NATIVE[source]).view(word)
    near = np.concatenate([points, points + word.type(1), points - word.type(1)])
    return np.concatenate([near, near ^ word.type(1 << known()[source].sign_bit)])


def same_numbers(actual: Bits, wanted: Bits, form: str) -> None:
    """Equal patterns, any NaN being as good as another."""
    nan = np.isnan(wanted.astype(np.float64))
    pattern = wanted.view(actual.dtype)
    assert np.isnan(actual.view(NATIVE[form])[nan].astype(np.float64)).all()
    assert actual[~nan].tolist() == pattern[~nan].tolist()


# --- integers ---


@pytest.mark.parametrize("sat", ["", ".sat"])
@pytest.mark.parametrize("to", INTEGERS)
@pytest.mark.parametrize("source", INTEGERS)
def test_between_integers(source: str, to: str, sat: str) -> None:
    low, high = np.iinfo(INTEGERS[to]).min, np.iinfo(INTEGERS[to]).max
    own = np.iinfo(INTEGERS[source])
    if sat and low <= own.min and own.max <= high:
        pytest.skip("nothing to clamp")
    values = [v for v in {own.min, own.max, 0, 1, -1, low, high, low - 1, high + 1} if own.min <= v <= own.max]
    values += np.random.default_rng(3).integers(own.min, own.max, 500, dtype=INTEGERS[source], endpoint=True).tolist()
    given = np.array(values, INTEGERS[source])
    result = converted(f"cvt{sat}.{to}.{source}", given.view(f"u{given.dtype.itemsize}"))
    wanted = [min(max(value, low), high) if sat else value for value in values]
    assert result.tolist() == [value & (1 << 8 * INTEGERS[to].itemsize) - 1 for value in wanted]


@pytest.mark.parametrize("to", ["u2", "s2", "u4", "s4", "u8", "s8", "u16", "s16"])
def test_packed_integers(to: str) -> None:
    bits = int(to[1:])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if to[0] == "s" else (0, (1 << bits) - 1)
    chance = np.random.default_rng(bits)
    rows = chance.integers(-(2**31), 2**31, (3, 400)) >> chance.integers(0, 32, (3, 400))
    a, b, c = rows.tolist()
    third = (rows[2].astype(np.uint32),) if bits < 16 else ()
    opcode = f"cvt.pack.sat.{to}.s32{'.b32' if third else ''}"
    actual = converted(opcode, rows[0].astype(np.uint32), rows[1].astype(np.uint32), *third)
    for x, y, z, result in zip(a, b, c, actual.tolist(), strict=True):
        fields = [min(max(value, low), high) & (1 << bits) - 1 for value in (y, x)]
        above = (z if third else 0) << 2 * bits
        assert result == (above | fields[1] << bits | fields[0]) & 0xFFFFFFFF


# --- integers and floating point ---


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("to", NATIVE)
@pytest.mark.parametrize("source", INTEGERS)
def test_from_integers(source: str, to: str, mode: str) -> None:
    own = np.iinfo(INTEGERS[source])
    given = np.random.default_rng(5).integers(own.min, own.max, 300, dtype=INTEGERS[source], endpoint=True)
    given = np.concatenate(
        [given >> (index % 8) for index in range(8)] + [np.array([own.min, own.max, 0], given.dtype)]
    )
    result = converted(f"cvt.{mode}.{to}.{source}", given.view(f"u{given.dtype.itemsize}"))
    assert result.tolist() == [rounded(gmpy2.mpz(value), to, mode) for value in given.tolist()]


def rounded(value: Any, to: str, mode: str) -> int:
    """Return the pattern that MPFR rounds a number to."""
    form = known()[to]
    greatest, least = form.bias + 1, form.least + 1
    with gmpy2.context(precision=form.precision, emax=greatest, emin=least, subnormalize=True, round=MODES[mode]):
        number = gmpy2.mpfr(value)
    with np.errstate(over="ignore"):
        return int(np.array(float(number), NATIVE[to]).view(f"u{form.bits // 8}"))


@pytest.mark.parametrize("mode", WHOLE)
@pytest.mark.parametrize("to", INTEGERS)
@pytest.mark.parametrize("source", NATIVE)
def test_to_integers(source: str, to: str, mode: str) -> None:
    given = EVERY_HALF if known()[source].bits == 16 else np.concatenate([patterns(source), near_integers(source)])
    values = given.view(NATIVE[source]).astype(np.float64)
    bounds = np.iinfo(INTEGERS[to])
    actual = converted(f"cvt.{mode}.{to}.{source}", given).view(INTEGERS[to])
    number = ~np.isnan(values)
    wanted = [min(max(whole(value), bounds.min), bounds.max) for value in WHOLE[mode](values[number]).tolist()]
    assert actual[number].tolist() == wanted
    nan = 1 << (bounds.bits - 1) if 64 in (bounds.bits, known()[source].bits) else 0
    assert set(actual[~number].view(f"u{bounds.bits // 8}").tolist()) <= {nan}


def whole(value: float) -> int:
    return int(value) if math.isfinite(value) else int(math.copysign(1 << 80, value))


def near_integers(source: str) -> Bits:
    """Halves, and what is next to powers of two."""
    halves = np.arange(-600, 600) / 4
    powers = np.array([sign * 2.0**n for n in range(-3, 66) for sign in (1, -1)])
    points = np.concatenate([halves, powers]).astype(NATIVE[source]).view(f"u{known()[source].bits // 8}")
    return np.concatenate([points, points + points.dtype.type(1), points - points.dtype.type(1)])


@pytest.mark.parametrize("mode", WHOLE)
@pytest.mark.parametrize("form", NATIVE)
def test_rounded_to_integers_in_place(form: str, mode: str) -> None:
    given = EVERY_HALF if known()[form].bits == 16 else np.concatenate([patterns(form), near_integers(form)])
    wanted = WHOLE[mode](given.view(NATIVE[form]).astype(np.float64)).astype(NATIVE[form])
    same_numbers(converted(f"cvt.{mode}.{form}.{form}", given), wanted, form)


# --- between floating-point formats ---

NARROWING = [("f32", "f16"), ("f32", "bf16"), ("f64", "f32"), ("f64", "f16"), ("f64", "bf16")]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("source", "to"), NARROWING)
def test_narrowed(source: str, to: str, mode: str) -> None:
    given = np.concatenate([patterns(source, 2000), around(to, source)[::7]])
    numbers = given.view(NATIVE[source]).astype(np.float64).tolist()
    actual = converted(f"cvt.{mode}.{to}.{source}", given).tolist()
    for pattern, value, result in zip(given.tolist(), numbers, actual, strict=True):
        wanted = known()[to].nan if math.isnan(value) else rounded(value, to, mode)
        assert result == wanted, hex(pattern)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("source", "to"), [("f16", "bf16"), ("bf16", "f16")])
def test_between_halves(source: str, to: str, mode: str) -> None:
    numbers = EVERY_HALF.view(NATIVE[source]).astype(np.float64).tolist()
    actual = converted(f"cvt.{mode}.{to}.{source}", EVERY_HALF).tolist()
    assert actual == [known()[to].nan if math.isnan(value) else rounded(value, to, mode) for value in numbers]


@pytest.mark.parametrize("to", ["f32", "f64"])
@pytest.mark.parametrize("source", ["f16", "bf16", "f32"])
def test_widened(source: str, to: str) -> None:
    if source == to:
        pytest.skip("the same format")
    given = EVERY_HALF if source != "f32" else patterns("f32")
    with np.errstate(invalid="ignore"):
        wanted = given.view(NATIVE[source]).astype(NATIVE[to])
    same_numbers(converted(f"cvt.{to}.{source}", given), wanted, to)


@pytest.mark.parametrize("mode", ["rn", "rz", "rna"])
def test_tf32(mode: str) -> None:
    given = patterns("f32")
    given = given[~np.isnan(given.view(np.float32))]
    half, odd = np.uint64(0x1000), given.astype(np.uint64) >> np.uint64(13) & np.uint64(1)
    added = {"rz": 0, "rna": half, "rn": half - np.uint64(1) + odd}[mode]
    infinite = np.isinf(given.view(np.float32))
    wanted = np.where(infinite, given, (given.astype(np.uint64) + added) & np.uint64(0xFFFFE000))
    assert converted(f"cvt.{mode}.tf32.f32", given).tolist() == wanted.tolist()


# --- small formats ---


def pair(opcode: str, first: Bits, second: Bits, bits: int) -> tuple[Bits, Bits]:
    """Return the elements of a packed result: the high one, of the first operand, and the low one."""
    result = converted(opcode, first, second)
    return result >> result.dtype.type(bits), result & result.dtype.type((1 << bits) - 1)


@pytest.mark.parametrize("to", SMALL)
def test_small_from_single(to: str) -> None:
    form, bits = known()[to[:-2]], 4 if to == "e2m1x2" else 8
    given = np.concatenate([patterns("f32"), around(to[:-2], "f32")])
    high, low = pair(f"cvt.rn.satfinite.{to}.f32", given, given[::-1].copy(), bits)
    assert low.tolist() == high[::-1].tolist()
    check_small(given.view(np.float32), high, to, form.largest)


@pytest.mark.parametrize("to", ["e4m3x2", "e5m2x2"])
def test_small_from_half(to: str) -> None:
    both = EVERY_HALF.astype(np.uint32) << np.uint32(16) | EVERY_HALF[::-1]
    actual = converted(f"cvt.rn.satfinite.{to}.f16x2", both)
    high, low = actual >> np.uint16(8), actual & np.uint16(255)
    assert low.tolist() == high[::-1].tolist()
    check_small(EVERY_HALF.view(np.float16).astype(np.float32), high, to, known()[to[:-2]].largest)


def check_small(values: NDArray[np.float32], actual: Bits, to: str, largest: int) -> None:
    """ml_dtypes inside the range, the greatest magnitude beyond it; a NaN where there is one, else the greatest."""
    form = known()[to[:-2]]
    limit = float(np.array(largest, np.uint8).view(SMALL[to]))
    with np.errstate(invalid="ignore"):
        wanted = np.clip(values, -limit, limit).astype(SMALL[to]).view(np.uint8)
    wanted = np.where(np.isnan(values), largest if form.nan is None else form.nan, wanted)
    assert actual.tolist() == wanted.tolist()


@pytest.mark.parametrize("source", SMALL)
def test_halves_from_small(source: str) -> None:
    every = np.arange(1 << known()[source[:-2]].bits, dtype=np.uint8)
    joined = every | every << np.uint8(4) if source == "e2m1x2" else every.astype(np.uint16) << np.uint16(8) | every
    actual = converted(f"cvt.rn.f16x2.{source}", joined)
    wanted = every.view(SMALL[source]).astype(np.float16)
    for half in (actual >> np.uint32(16), actual & np.uint32(0xFFFF)):
        same_numbers(half.astype(np.uint16), wanted, "f16")


@pytest.mark.parametrize("relu", ["", ".relu"])
@pytest.mark.parametrize("source", ["f16", "bf16"])
@pytest.mark.parametrize("to", SMALL)
def test_small_from_halves(to: str, source: str, relu: str) -> None:
    """From ``.f16x2`` to the formats of 8 bits is a form of its own, from all others to all others one of later PTX."""
    both = EVERY_HALF.astype(np.uint32) << np.uint32(16) | EVERY_HALF[::-1]
    result = converted(f"cvt.rn.satfinite{relu}.{to}.{source}x2", both)
    bits = 4 if to == "e2m1x2" else 8
    high, low = result >> result.dtype.type(bits), result & result.dtype.type((1 << bits) - 1)
    assert low.tolist() == high[::-1].tolist()
    values = EVERY_HALF.view(NATIVE[source]).astype(np.float32)
    negative = np.signbit(values) & ~np.isnan(values)
    check_small(np.where(negative & bool(relu), np.float32(0), values), high, to, known()[to[:-2]].largest)


@pytest.mark.parametrize("relu", ["", ".relu"])
@pytest.mark.parametrize("source", SMALL)
def test_brain_halves_from_small(source: str, relu: str) -> None:
    bits = known()[source[:-2]].bits
    every = np.arange(1 << bits, dtype=np.uint8)
    joined = every | every << np.uint8(4) if source == "e2m1x2" else every.astype(np.uint16) << np.uint16(8) | every
    actual = converted(f"cvt.rn{relu}.bf16x2.{source}", joined)
    values = every.view(SMALL[source]).astype(np.float32)
    wanted = np.where(np.signbit(values) & bool(relu) & ~np.isnan(values), np.float32(0), values)
    for half in (actual >> np.uint32(16), actual & np.uint32(0xFFFF)):
        same_numbers(half.astype(np.uint16), wanted.astype(ml_dtypes.bfloat16), "bf16")


@pytest.mark.parametrize("satfinite", ["", ".satfinite"])
@pytest.mark.parametrize("mode", ["rz", "rp"])
def test_powers_of_two(mode: str, satfinite: str) -> None:
    given = np.concatenate([patterns("f32", 4000), around("ue8m0", "f32")])
    high, _ = pair(f"cvt.{mode}{satfinite}.ue8m0x2.f32", given, given, 8)
    bf16, _ = pair_of_halves(f"cvt.{mode}{satfinite}.ue8m0x2.bf16x2")
    for x, actual in zip(given.view(np.float32).tolist(), high.tolist(), strict=True):
        assert actual == power(abs(x), mode, bool(satfinite)), x
    for x, actual in zip(EVERY_HALF.view(ml_dtypes.bfloat16).astype(float).tolist(), bf16.tolist(), strict=True):
        assert actual == power(abs(x), mode, bool(satfinite)), x


def pair_of_halves(opcode: str) -> tuple[Bits, Bits]:
    actual = converted(opcode, EVERY_HALF.astype(np.uint32) << np.uint32(16))
    return actual >> np.uint16(8), actual & np.uint16(255)


def power(x: float, mode: str, satfinite: bool) -> int:
    """Return the biased exponent of the next power of two toward or away from zero, from 2**-127 to 2**127."""
    if math.isnan(x):
        return 0xFF
    fraction, exponent = math.frexp(x) if math.isfinite(x) else (0.5, 300)
    actual = exponent - 1 + (mode == "rp" and fraction != 0.5) + 127 if x else 0
    return max(actual, 0) if actual < 0xFF else 0xFE if satfinite else 0xFF


def test_singles_from_powers_of_two() -> None:
    every = np.arange(256, dtype=np.uint16)
    actual = converted("cvt.rn.bf16x2.ue8m0x2", every << np.uint16(8) | every)
    numbers = (actual >> np.uint32(16)).astype(np.uint16).view(ml_dtypes.bfloat16).astype(float).tolist()
    assert numbers[:255] == [2.0 ** (exponent - 127) for exponent in range(255)]
    assert math.isnan(numbers[255])
    assert (actual >> np.uint32(16)).tolist() == (actual & np.uint32(0xFFFF)).tolist()


# --- clamping ---


@pytest.mark.parametrize("to", ["f16x2", "bf16x2"])
def test_satfinite_and_relu(to: str) -> None:
    form = known()[to[:-2]]
    values = np.array([np.inf, -np.inf, np.nan, 3.4e38, -3.4e38, -0.0, -1e-45, -1.0, 2.0], np.float32).view(np.uint32)
    sign = 1 << form.sign_bit
    top = form.largest
    two = int(np.array(2, NATIVE[to[:-2]]).view(np.uint16))
    one = int(np.array(-1, NATIVE[to[:-2]]).view(np.uint16))
    wanted = [top, top | sign, form.nan, top, top | sign, sign, sign, one, two]
    assert pair(f"cvt.rn.satfinite.{to}.f32", values, values, 16)[0].tolist() == wanted
    rectified = [top, 0, form.nan, top, 0, 0, 0, 0, two]
    assert pair(f"cvt.rn.relu.satfinite.{to}.f32", values, values, 16)[0].tolist() == rectified


@pytest.mark.parametrize("form", ["f16", "f32", "f64"])
def test_saturated(form: str) -> None:
    given = patterns(form)
    values = given.view(NATIVE[form])
    wanted = np.clip(np.where(np.isnan(values), 0, values), 0, 1) + NATIVE[form](0)
    assert converted(f"cvt.sat.{form}.{form}", given).tolist() == wanted.view(given.dtype).tolist()


# --- random rounding ---


@pytest.mark.parametrize(("to", "bits"), [("f16x2", 13), ("bf16x2", 16)])
def test_stochastic_rounding_rounds_up_in_proportion_to_the_fraction(to: str, bits: int) -> None:
    random = np.arange(1 << bits, dtype=np.uint32)
    for x in (0x3F812345, 0xBF81FFFF, 0x3F800000, 0x41FFE001):
        given = np.full(len(random), x, np.uint32)
        actual = converted(f"cvt.rs.{to}.f32", given, given, random << np.uint32(16) | random)
        assert (actual >> np.uint32(16)).tolist() == (actual & np.uint32(0xFFFF)).tolist()
        toward_zero = converted(f"cvt.rz.{to}.f32", given[:1], given[:1])[0] & 0xFFFF
        up = (actual & np.uint32(0xFFFF)) - toward_zero
        assert set(up.tolist()) <= {0, 1}
        assert int(up.sum()) == x & (1 << bits) - 1


@pytest.mark.parametrize("to", ["e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4", "e2m1x4"])
def test_four_results_are_neighbors_of_the_operands(to: str) -> None:
    form = known()[to[:-2]]
    bits = 4 if to == "e2m1x4" else 8
    chance = np.random.default_rng(11)
    values = np.concatenate([chance.normal(0, 2, 2000), [0, 1, -1.5, 1e9, -1e9, np.inf]]).astype(np.float32)
    columns = {name: chance.permutation(values) for name in "abef"}
    registers = {name: column.view(np.uint32) for name, column in columns.items()}
    registers["r"] = chance.integers(0, 2**32, len(values), dtype=np.uint32)
    actual = execute(f"cvt.rs.satfinite.{to}.f32 d, {{a, b, e, f}}, r;", registers)["d"]
    numbers = {
        p: math.ldexp(n.significand, n.exponent) for p in range(form.largest + 1) if (n := exact.decode(p, form))
    }
    for index, name in enumerate("feba"):
        results = actual >> actual.dtype.type(index * bits) & actual.dtype.type((1 << bits) - 1)
        for x, result in zip(columns[name].tolist(), results.tolist(), strict=True):
            body, negative = result & (1 << form.sign_bit) - 1, bool(result >> form.sign_bit)
            size = min(abs(x), numbers[form.largest])
            below = max(p for p, number in numbers.items() if number <= size)
            assert negative == (math.copysign(1, x) < 0)
            assert body == below if numbers[below] == size else body in (below, below + 1)


ONES = {"e4m3x4": 0x38383838, "e5m2x4": 0x3C3C3C3C, "e2m3x4": 0x08080808, "e3m2x4": 0x0C0C0C0C, "e2m1x4": 0x2222}
"""Four times the number 1."""


@pytest.mark.parametrize("to", ONES)
def test_sixteen_random_bits_decide_for_two_elements(to: str) -> None:
    """A result goes up where its random bits and the fraction carry: the upper bits for a and b, the lower for e and f.

    For four-bit numbers each half has the bytes of its number in the word: the highest and second, the other two.
    """
    width, step = (4, 2.0**-1) if to == "e2m1x4" else (8, 2.0 ** -{"e4m3x4": 3, "e2m3x4": 3}.get(to, 2))
    random = np.random.default_rng(12).integers(0, 2**32, 500, dtype=np.uint32)
    halves = [random >> 16, random & 0xFFFF]
    if to == "e2m1x4":
        lowest, second, third, highest = random.view(np.uint8).reshape(-1, 4).T.astype(np.uint32)
        halves = [highest << 8 | second, third << 8 | lowest]
    for (first, last), half in zip(("ab", "ef"), halves, strict=True):
        for carries in (0, 1):
            between = (1 + (0xFFFF - half + carries) / 2**16 * step).astype(np.float32)
            ones = np.ones(500, np.float32)
            values = {name: between if name in (first, last) else ones for name in "abef"}
            result = execute(f"cvt.rs.satfinite.{to}.f32 d, {{a, b, e, f}}, r;", {**values, "r": random})["d"]
            ups = sum(carries << width * "feba".index(name) for name in (first, last))
            assert set(result.tolist()) == {ONES[to] + ups}
