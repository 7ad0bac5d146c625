"""Rounded arithmetic against MPFR, which has been written by others: every mode, special values and random bits.

Results are computed with the precision and the exponents of the format, so that subnormal results are rounded once.
"""

from __future__ import annotations

import itertools
import math
import random
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import gmpy2
import numpy as np
import pytest

from ptxisa import execute

MODES = {"rn": gmpy2.RoundToNearest, "rz": gmpy2.RoundToZero, "rm": gmpy2.RoundDown, "rp": gmpy2.RoundUp}
BINARY = {"add": gmpy2.add, "sub": gmpy2.sub, "mul": gmpy2.mul, "div": gmpy2.div}
TERNARY = {"fma": gmpy2.fma, "mad": gmpy2.fma}
UNARY: dict[str, Callable[[Any], Any]] = {"sqrt": gmpy2.sqrt, "rcp": lambda x: gmpy2.div(gmpy2.mpfr(1), x)}
OPERATIONS: dict[str, Callable[..., Any]] = {**BINARY, **TERNARY, **UNARY}


class Binary(NamedTuple):
    """An IEEE 754 format: its name, width, bits of precision and greatest exponent, and how `struct` calls it."""

    name: str
    bits: int
    precision: int
    greatest: int
    code: str

    def number(self, pattern: int) -> float:
        value: float = struct.unpack(f"<{self.code}", pattern.to_bytes(self.bits // 8, "little"))[0]
        return value

    def pattern(self, value: float) -> int:
        return int.from_bytes(struct.pack(f"<{self.code}", value), "little")

    def context(self, mode: str) -> Any:
        """Return the context that rounds to the format, subnormal numbers included."""
        least = 4 - self.greatest - self.precision
        return gmpy2.context(
            precision=self.precision, emax=self.greatest, emin=least, subnormalize=True, round=MODES[mode]
        )

    def unbounded(self, mode: str) -> Any:
        """Return the context that rounds to the precision of the format, with unlimited exponents."""
        return gmpy2.context(precision=self.precision, round=MODES[mode])

    def specials(self) -> list[int]:
        """Zeros, subnormal and normal numbers at the edges, ones, infinities and NaNs, of either sign."""
        last = 1 << (self.precision - 1)
        infinity = (2 * self.greatest - 1) * last
        one = (self.greatest - 1) * last
        edges = [0, 1, 2, last - 1, last, last + 1, infinity - 1, infinity, infinity + 1, infinity + last // 2]
        ones = [one - 1, one, one + 1, one + last, one + last // 2, one - last, one - (self.precision - 1) * last]
        return [sign << (self.bits - 1) | body for sign in (0, 1) for body in edges + ones]

    def random(self, count: int, chance: random.Random) -> list[int]:
        """Random patterns, half of them with exponents near the middle, where operands meet."""
        fraction = self.precision - 1
        near = [
            chance.getrandbits(1) << (self.bits - 1)
            | (self.greatest - 1 + chance.randint(-30, 30)) << fraction
            | chance.getrandbits(fraction)
            for _ in range(count // 2)
        ]
        return near + [chance.getrandbits(self.bits) for _ in range(count - len(near))]


F32 = Binary("f32", 32, 24, 128, "f")
F64 = Binary("f64", 64, 53, 1024, "d")
FORMATS = {"f32": F32, "f64": F64}


def rows(form: Binary, count: int, operation: str) -> list[tuple[int, ...]]:
    """Operands: a cross product of special values and as many random rows."""
    chance = random.Random(f"{form.name} {operation}")
    values = form.specials() if count < 3 else chance.sample(form.specials(), 14)
    crossed = list(itertools.product(values, repeat=count))
    columns = [form.random(1000, chance) for _ in range(count)]
    return crossed + list(zip(*columns, strict=True))


def run(opcode: str, operands: Sequence[tuple[int, ...]], bits: int, target: str | None = None) -> list[int]:
    """Results of one instruction on rows of operands."""
    names = "abc"[: len(operands[0])]
    columns = zip(*operands, strict=True)
    registers = {name: np.array(column, f"u{bits // 8}") for name, column in zip(names, columns, strict=True)}
    actual = execute(f"{opcode} d, {', '.join(names)};", registers, target=target)["d"]
    return [int(value) for value in actual]


def rounded(form: Binary, operation: str, row: Iterable[int], context: Any) -> float:
    """Return the result of MPFR as a Python number."""
    with gmpy2.context(precision=53):
        operands = [gmpy2.mpfr(form.number(value)) for value in row]
    with context:
        result = OPERATIONS[operation](*operands)
    with gmpy2.context(precision=53):
        return float(result)


def same(form: Binary, actual: int, wanted: float) -> bool:
    """Equal patterns; any NaN for a NaN."""
    return math.isnan(form.number(actual)) if math.isnan(wanted) else actual == form.pattern(wanted)


def arguments(operation: str) -> int:
    return 1 if operation in UNARY else 2 if operation in BINARY else 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_arithmetic_rounds_as_mpfr(operation: str, name: str, mode: str) -> None:
    form = FORMATS[name]
    operands = rows(form, arguments(operation), operation)
    actual = run(f"{operation}.{mode}.{name}", operands, form.bits)
    for row, value in zip(operands, actual, strict=True):
        wanted = rounded(form, operation, row, form.context(mode))
        assert same(form, value, wanted), ([hex(pattern) for pattern in row], hex(value), wanted)


def flushed(pattern: int) -> int:
    """Replace a subnormal number in single precision by a zero of its sign."""
    return pattern if pattern >> 23 & 255 else pattern & 1 << 31


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_flushing(operation: str, mode: str) -> None:
    """A result is flushed if it is below the normal numbers when it is rounded with an unbounded exponent."""
    operands = rows(F32, arguments(operation), operation)
    actual = run(f"{operation}.{mode}.ftz.f32", operands, 32)
    for row, value in zip(operands, actual, strict=True):
        taken = [flushed(pattern) for pattern in row]
        wanted = rounded(F32, operation, taken, F32.context(mode))
        free = rounded(F32, operation, taken, F32.unbounded(mode))
        wanted = math.copysign(0.0, free) if abs(free) < 2.0**-126 else wanted
        assert same(F32, value, wanted), ([hex(pattern) for pattern in row], hex(value), wanted)


@pytest.mark.parametrize("operation", ["add", "sub", "mul", "fma", "mad"])
def test_saturation(operation: str) -> None:
    operands = rows(F32, arguments(operation), operation)
    actual = run(f"{operation}.rn.sat.f32", operands, 32)
    for row, value in zip(operands, actual, strict=True):
        wanted = rounded(F32, operation, row, F32.context("rn"))
        assert value == F32.pattern(min(wanted, 1.0) if wanted > 0 else 0.0), (
            [hex(pattern) for pattern in row],
            wanted,
        )


def flushing(operation: str, *operands: float) -> float:
    """Round to nearest in single precision, as targets do that always flush."""
    with gmpy2.context(precision=53):
        exact = [gmpy2.mpfr(operand) for operand in operands]
    with F32.unbounded("rn"):
        free = float(OPERATIONS[operation](*exact))
    with F32.context("rn"):
        return math.copysign(0.0, free) if abs(free) < 2.0**-126 else float(OPERATIONS[operation](*exact))


def test_mad_cuts_the_product_on_the_first_targets() -> None:
    """24 bits of it are left, with an exponent without bounds, unless nothing is added (section 9.7.3.7)."""
    operands = rows(F32, 3, "mad")
    for row, value in zip(operands, run("mad.f32", operands, 32, "sm_13"), strict=True):
        a, b, c = (F32.number(flushed(pattern)) for pattern in row)
        with F32.unbounded("rz"):
            product = float(gmpy2.mul(gmpy2.mpfr(a), gmpy2.mpfr(b)))
        wanted = flushing("add", product if c else flushing("mul", a, b), c)
        assert same(F32, value, wanted), ([hex(pattern) for pattern in row], hex(value), wanted)


@pytest.mark.parametrize("name", FORMATS)
def test_testp_classifies_as_python(name: str) -> None:
    form = FORMATS[name]
    patterns = np.array(form.specials(), f"u{form.bits // 8}")
    numbers = [form.number(int(pattern)) for pattern in patterns]
    least = 2.0 ** (2 - form.greatest)
    wanted: dict[str, Callable[[float], bool]] = {
        "finite": math.isfinite,
        "infinite": math.isinf,
        "number": lambda x: not math.isnan(x),
        "notanumber": math.isnan,
        "normal": lambda x: math.isfinite(x) and (x == 0 or abs(x) >= least),
        "subnormal": lambda x: 0 < abs(x) < least,
    }
    for op, test in wanted.items():
        actual = execute(f"testp.{op}.{name} p, a;", {"a": patterns})["p"]
        assert [bool(value) for value in actual] == [test(number) for number in numbers], op


@pytest.mark.parametrize("name", FORMATS)
def test_copysign_abs_and_neg_change_signs_alone(name: str) -> None:
    form = FORMATS[name]
    operands = [row for row in rows(form, 2, "signs") if not any(math.isnan(form.number(value)) for value in row)]
    numbers = [tuple(form.number(value) for value in row) for row in operands]
    first = [row[:1] for row in operands]
    assert run(f"copysign.{name}", operands, form.bits) == [form.pattern(math.copysign(b, a)) for a, b in numbers]
    assert run(f"abs.{name}", first, form.bits) == [form.pattern(abs(a)) for a, _ in numbers]
    assert run(f"neg.{name}", first, form.bits) == [form.pattern(-a) for a, _ in numbers]


def order(x: float) -> tuple[float, float]:
    """-0 is below +0."""
    return x, math.copysign(1.0, x)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("operation", "choose"), [("min", min), ("max", max)])
def test_extremes(operation: str, choose: Callable[..., float], name: str) -> None:
    form = FORMATS[name]
    operands = rows(form, 2, operation)
    for row, value in zip(operands, run(f"{operation}.{name}", operands, form.bits), strict=True):
        numbers = [x for x in map(form.number, row) if not math.isnan(x)]
        wanted = choose(numbers, key=order) if numbers else math.nan
        assert same(form, value, wanted), [hex(pattern) for pattern in row]


@pytest.mark.parametrize(("operation", "choose"), [("min", min), ("max", max)])
def test_extremes_of_magnitudes(operation: str, choose: Callable[..., float]) -> None:
    operands = rows(F32, 2, operation)
    for row, value in zip(operands, run(f"{operation}.xorsign.abs.f32", operands, 32), strict=True):
        numbers = [abs(x) for x in map(F32.number, row) if not math.isnan(x)]
        negative = (row[0] ^ row[1]) >> 31
        wanted = math.copysign(choose(numbers), -negative or 1) if numbers else math.nan
        assert same(F32, value, wanted), [hex(pattern) for pattern in row]


@pytest.mark.parametrize(("operation", "choose"), [("min", min), ("max", max)])
def test_extremes_of_three(operation: str, choose: Callable[..., float]) -> None:
    operands = rows(F32, 3, operation)
    plain = run(f"{operation}.f32", operands, 32)
    strict = run(f"{operation}.NaN.abs.f32", operands, 32)
    for row, value, other in zip(operands, plain, strict, strict=True):
        numbers = [x for x in map(F32.number, row) if not math.isnan(x)]
        assert same(F32, value, choose(numbers, key=order) if numbers else math.nan)
        wanted = choose(map(abs, numbers)) if len(numbers) == 3 else math.nan
        assert same(F32, other, wanted), [hex(pattern) for pattern in row]


@pytest.mark.parametrize("operation", ["add", "sub", "mul", "min", "max", "abs", "neg"])
def test_the_first_targets_flush_always(operation: str) -> None:
    operands = rows(F32, 1 if operation in ("abs", "neg") else 2, operation)
    flushing_always = run(f"{operation}.f32", operands, 32, "sm_13")
    assert flushing_always == run(f"{operation}.ftz.f32", operands, 32)
    assert flushing_always != run(f"{operation}.f32", operands, 32)


@pytest.mark.parametrize(
    "opcode", ["add.f32", "mul.rz.f32", "fma.rn.f32", "div.rn.f32", "sqrt.rp.f32", "neg.f32", "min.f32"]
)
def test_a_nan_in_single_precision_is_canonical_where_it_was_measured(opcode: str) -> None:
    nan = (0xFFC12345,) * {"fma": 3, "sqrt": 1, "neg": 1}.get(opcode.split(".")[0], 2)
    assert run(opcode, [nan], 32, "sm_90") == [0x7FFFFFFF]


@pytest.mark.parametrize(
    ("opcode", "wanted"),
    [
        ("add.f64", [2, 1, 1, 2]),
        ("mul.rn.f64", [2, 1, 1, 2]),
        ("div.rn.f64", [1, 1, 1, 2]),
        ("min.f64", [2, None, None, None]),
        ("fma.rn.f64", [2, 3, 1, 2]),
    ],
)
def test_a_nan_in_double_precision_is_an_operand_made_quiet(opcode: str, wanted: list[int | None]) -> None:
    """Number of the operand of (1, 2, …), (1, number, 3), (1, number, number) and (number, 2, 3) the NaN comes from."""
    number = F64.pattern(1.5)
    signaling = [0xFFF0000000000001, 0xFFF0000000000002, 0xFFF0000000000003]
    given = [(0, 1, 2), (0, None, 2), (0, None, None), (None, 1, 2)]
    count = 3 if opcode.startswith("fma") else 2
    operands = [tuple(number if value is None else signaling[value] for value in row[:count]) for row in given]
    expected = [number if value is None else signaling[value - 1] | 1 << 51 for value in wanted]
    assert run(opcode, operands, 64, "sm_90") == expected
