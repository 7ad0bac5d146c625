"""Classes of floating-point operands hold what they are named for."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ptxisa.numbers import exact, formats
from ptxisa.numbers.formats import Format
from ptxisa.vectors.float_samples import classes

NAMES = ["f16", "bf16", "f32", "f64", "e4m3", "e5m2"]


def of(name: str, operands: int) -> tuple[Format, dict[str, list[tuple[int, ...]]]]:
    form = formats.known()[name]
    found = classes([form] * operands, np.random.default_rng(1))
    return form, {key: list(zip(*(row.tolist() for row in rows), strict=True)) for key, rows in found}


def value(pattern: int, form: Format) -> Fraction | None:
    number = exact.decode(pattern, form)
    if number.kind != "finite":
        return None
    return Fraction((1 - 2 * number.sign) * number.significand) * Fraction(2) ** number.exponent


def is_tie(exactly: Fraction, form: Format) -> bool:
    """Whether a number is the middle of two neighbours."""
    if exactly == 0:
        return False
    size = abs(exactly)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** max(exponent - form.fraction, form.least)
    return (size / unit).denominator == 2


@pytest.mark.parametrize("name", sorted(formats.known()))
@pytest.mark.parametrize("operands", [1, 2, 3])
def test_patterns_are_of_the_format(name: str, operands: int) -> None:
    form, found = of(name, operands)
    for rows in found.values():
        assert rows
        assert all(pattern < 1 << form.bits for row in rows for pattern in row)


@pytest.mark.parametrize("name", NAMES)
def test_sums_and_products_are_ties_and_near_ties(name: str) -> None:
    form, found = of(name, 2)
    pairs = [(value(a, form), value(b, form)) for a, b in found["ties"]]
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    assert sum(is_tie(a + b, form) for a, b in known) > len(known) // 30
    assert sum(is_tie(a * b, form) for a, b in known) > len(known) // 30
    assert sum(not is_tie(a + b, form) for a, b in known) > len(known) // 30


@pytest.mark.parametrize("name", NAMES[:4])
def test_every_difference_of_exponents_occurs(name: str) -> None:
    form, found = of(name, 2)
    exponents = [
        [body >> form.fraction & form.exponent_mask for body in pair] for pair in found["exponent-differences"]
    ]
    assert {a - b for a, b in exponents} >= set(range(-form.precision, form.precision + 1)) or name == "f16"


@pytest.mark.parametrize("name", NAMES)
def test_numbers_cancel_wholly_and_nearly(name: str) -> None:
    form, found = of(name, 2)
    known = [(value(a, form), value(b, form)) for a, b in found["cancellation"]]
    sums = [a + b for a, b in known if a is not None and b is not None]
    assert 0 in sums
    assert sum(abs(one) > 0 for one in sums) > len(sums) // 2


@pytest.mark.parametrize("name", ["f16", "f32"])
def test_sums_and_products_overflow_and_underflow_by_little(name: str) -> None:
    form, found = of(name, 2)
    known = [(value(a, form), value(b, form)) for a, b in found["ends"]]
    numbers = [(a, b) for a, b in known if a is not None and b is not None]
    largest = value(form.largest, form)
    assert largest is not None
    unit, least = Fraction(2) ** form.fraction, Fraction(2) ** form.least
    for results in ([a + b for a, b in numbers], [a * b for a, b in numbers]):
        assert any(largest < abs(one) < largest * (1 + 1 / unit) for one in results)
        assert any(largest * (1 - 2 / unit) < abs(one) < largest for one in results)
        assert any(least * unit * (1 - 2 / unit) <= abs(one) < least * unit for one in results)


def test_what_rounding_cuts_off_is_every_tail() -> None:
    _, found = of("f32", 1)
    tails = {pattern & 0xFFFF for (pattern,) in found["roundings"]}
    assert {0x0000, 0x0001, 0x7FFF, 0x8000, 0x8001, 0xFFFF} <= tails


def test_limits_are_those_of_narrower_formats_and_of_integers() -> None:
    _, found = of("f32", 1)
    patterns = {pattern for (pattern,) in found["limits"]}
    around = (
        0x477FE000,
        0x477FEFFF,
        0x477FF000,
        0x477FF001,
        0x4F000000,
        0x4EFFFFFF,
        0xCF000000,
        0x33000000,
        0x43E80000,
    )
    assert patterns.issuperset(around)
