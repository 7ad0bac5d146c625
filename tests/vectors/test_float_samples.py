"""Classes of floating-point operands hold what they are named for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ptxisa.numbers import exact, formats
from ptxisa.numbers.formats import Format
from ptxisa.vectors.float_samples import classes

NAMES = ["f16", "bf16", "f32", "f64", "e4m3", "e5m2"]


def of(name: str, operands: int) -> tuple[Format, dict[str, list[tuple[int, ...]]]]:
    form = formats.known()[name]
    rows_by_class = classes((form,) * operands, 1)
    return form, {key: list(zip(*(row.tolist() for row in rows), strict=True)) for key, rows in rows_by_class}


def value(pattern: int, form: Format) -> Fraction | None:
    number = exact.decode(pattern, form)
    if number.kind != "finite":
        return None
    return Fraction((1 - 2 * number.sign) * number.significand) * Fraction(2) ** number.exponent


def is_tie(exactly: Fraction, form: Format) -> bool:
    """Return True if a number is the midpoint of two neighbors."""
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
    form, samples = of(name, operands)
    for rows in samples.values():
        assert rows
        assert all(pattern < 1 << form.bits for row in rows for pattern in row)


@pytest.mark.parametrize("name", NAMES)
def test_sums_and_products_are_ties_and_near_ties(name: str) -> None:
    form, samples = of(name, 2)
    pairs = [(value(a, form), value(b, form)) for a, b in samples["ties"]]
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    assert sum(is_tie(a + b, form) for a, b in known) > len(known) // 30
    assert sum(is_tie(a * b, form) for a, b in known) > len(known) // 30
    assert sum(not is_tie(a + b, form) for a, b in known) > len(known) // 30


@pytest.mark.parametrize("name", ["f16", "bf16", "f32"])
def test_factors_of_ties_have_up_to_two_bits_more(name: str) -> None:
    """Each product occurs alone and with the least numbers added."""
    form, samples = of(name, 3)
    one, sign = form.bias << form.fraction, 1 << form.sign_bit
    rows = [row for row in samples["ties"] if row[1] != one]
    digits = set()
    for a, b, _ in rows:
        product = exact.multiply(exact.decode(a, form), exact.decode(b, form)).significand
        digits.add((product // (product & -product)).bit_length())
    assert digits == {form.precision, form.precision + 1, form.precision + 2}
    assert {c for _, _, c in rows} == {0, sign, 1, 1 | sign}


@pytest.mark.parametrize("name", NAMES)
def test_ties_of_sums_have_even_and_odd_neighbors(name: str) -> None:
    form, samples = of(name, 3)
    sums = [(a, b) for a, number, b in samples["ties"] if number == form.bias << form.fraction]
    known = [(pair, value(pair[0], form), value(pair[1], form)) for pair in sums]
    ties = [(pair, a, b) for pair, a, b in known if a is not None and b is not None and is_tie(a + b, form)]
    assert {pair[abs(a) < abs(b)] & 1 for pair, a, b in ties} == {0, 1}


@pytest.mark.parametrize("name", NAMES[:4])
def test_every_difference_of_exponents_occurs(name: str) -> None:
    form, samples = of(name, 2)
    exponents = [
        [body >> form.fraction & form.exponent_mask for body in pair] for pair in samples["exponent-differences"]
    ]
    assert {a - b for a, b in exponents} >= set(range(-form.precision, form.precision + 1)) or name == "f16"


@pytest.mark.parametrize("name", NAMES)
def test_numbers_cancel_wholly_and_nearly(name: str) -> None:
    form, samples = of(name, 2)
    known = [(value(a, form), value(b, form)) for a, b in samples["cancellation"]]
    sums = [a + b for a, b in known if a is not None and b is not None]
    assert 0 in sums
    assert sum(abs(total) > 0 for total in sums) > len(sums) // 2


@pytest.mark.parametrize("name", ["f16", "f32"])
def test_sums_and_products_overflow_and_underflow_by_little(name: str) -> None:
    form, samples = of(name, 2)
    known = [(value(a, form), value(b, form)) for a, b in samples["ends"]]
    numbers = [(a, b) for a, b in known if a is not None and b is not None]
    largest = value(form.largest, form)
    assert largest is not None
    unit, least = Fraction(2) ** form.fraction, Fraction(2) ** form.least
    for results in ([a + b for a, b in numbers], [a * b for a, b in numbers]):
        assert any(largest < abs(result) < largest * (1 + 1 / unit) for result in results)
        assert any(largest * (1 - 2 / unit) < abs(result) < largest for result in results)
        assert any(least * unit * (1 - 2 / unit) <= abs(result) < least * unit for result in results)


def test_samples_have_every_tail_that_rounding_cuts_off() -> None:
    _, samples = of("f32", 1)
    tails = {pattern & 0xFFFF for (pattern,) in samples["roundings"]}
    assert {0x0000, 0x0001, 0x7FFF, 0x8000, 0x8001, 0xFFFF} <= tails


@pytest.mark.parametrize("name", ["f16", "bf16", "f32"])
def test_every_number_of_bits_is_cut_off_beside_one_and_at_integers(name: str) -> None:
    form, samples = of(name, 1)
    patterns = {pattern & ~(1 << form.sign_bit) for (pattern,) in samples["roundings"]}
    distances = {(pattern >> form.fraction) - form.bias for pattern in patterns}
    assert distances - {-form.bias} == set(range(-form.fraction, form.fraction))
    for cut in range(1, form.fraction + 1):
        half = 1 << cut - 1
        exponent = form.bias + form.fraction - cut
        tails = {pattern & 2 * half - 1 for pattern in patterns if pattern >> form.fraction == exponent}
        assert {0, 1, half - 1, half, 2 * half - 1} <= tails


def test_limits_are_those_of_narrower_formats_and_of_integers() -> None:
    _, samples = of("f32", 1)
    patterns = {pattern for (pattern,) in samples["limits"]}
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
