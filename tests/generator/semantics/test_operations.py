"""Operations: how many low bits of the arguments decide the low bits of a result."""

from __future__ import annotations

import pytest

from generator.semantics.intervals import LIMIT, Interval
from generator.semantics.ir import InputValue, IntegerConstant, Value
from generator.semantics.operations import EXACT, OPERATORS, natural, word


def values(*bounds: tuple[int, int] | int) -> list[Value]:
    """Return constants, and inputs with these bounds."""
    return [
        IntegerConstant(bound) if isinstance(bound, int) else InputValue("x", 64, Interval(*bound)) for bound in bounds
    ]


FOUR, EIGHT, OTHER, NEGATIVE = (0, 15), (0, 255), (3, 128), (-1, 255)


@pytest.mark.parametrize(
    ("operation", "need", "bounds", "wanted"),
    [
        ("+", 32, (EIGHT, EIGHT), (32, 32)),
        ("==", 1, (EIGHT, EIGHT), (EXACT, EXACT)),
        # A mask hides what is above it, and the shorter one is the mask; of two alike it is the second.
        ("&", 32, (EIGHT, FOUR), (4, 32)),
        ("&", 32, (FOUR, EIGHT), (32, 4)),
        ("&", 32, (EIGHT, OTHER), (8, 32)),
        ("&", 32, (NEGATIVE, EIGHT), (8, 32)),
        ("&", 32, (EIGHT, NEGATIVE), (32, 8)),
        ("&", 32, (NEGATIVE, NEGATIVE), (32, 32)),
        ("&", 3, (EIGHT, FOUR), (3, 3)),
        ("&", 3, (FOUR, EIGHT), (3, 3)),
        ("<<", 32, (EIGHT, (3, 9)), (29, EXACT)),
        ("<<", 32, (EIGHT, 40), (0, EXACT)),
        (">>", 32, (EIGHT, (3, 9)), (41, EXACT)),
        (">>", 32, (EIGHT, (0, LIMIT)), (32 + LIMIT, EXACT)),
        (">>", 32, (EIGHT, (0, LIMIT + 1)), (EXACT, EXACT)),
        (">>", EXACT, (EIGHT, 3), (EXACT, EXACT)),
        ("choose", 5, ((0, 1), EIGHT, EIGHT), (EXACT, 5, 5)),
        ("cut", 32, (EIGHT, 5), (5, EXACT)),
        ("cut", 4, (EIGHT, 5), (4, EXACT)),
        ("cut", EXACT, (EIGHT, (0, LIMIT)), (LIMIT, EXACT)),
        ("cut", EXACT, (EIGHT, (0, LIMIT + 1)), (EXACT, EXACT)),
        ("bit", 1, (EIGHT, 5), (6, EXACT)),
        ("bit", 1, (EIGHT, (0, LIMIT - 1)), (LIMIT, EXACT)),
        ("bit", 1, (EIGHT, (0, LIMIT)), (EXACT, EXACT)),
        ("bits", 32, (EIGHT, 6, 2), (7, EXACT, EXACT)),
        ("bits", 3, (EIGHT, 6, 2), (5, EXACT, EXACT)),
        ("insert", 32, (EIGHT, 6, 2, EIGHT), (32, EXACT, EXACT, 5)),
    ],
)
def test_needs(operation: str, need: int, bounds: tuple[tuple[int, int] | int, ...], wanted: tuple[int, ...]) -> None:
    assert OPERATORS[operation].needs(need, *values(*bounds)) == wanted


@pytest.mark.parametrize(
    ("least", "shown"),
    [(-1, "-1"), (1 - 2**128, str(1 - 2**128)), (-(2**128), "-2**128"), (-(2**129) - 5, "-2**129")],
)
def test_an_argument_that_may_be_negative_is_reported_with_its_minimum(least: int, shown: str) -> None:
    (value,) = values((least, 5))
    assert natural(value, "it") == f"it must not be negative, but this one may be {shown}"


def test_zero_is_not_negative() -> None:
    (value,) = values((0, 5))
    assert natural(value, "it") == ""


@pytest.mark.parametrize(
    ("bounds", "shown"),
    [
        ((-1, 255), "-1 to 255"),
        ((0, 256), "0 to 256"),
        ((3, 2**128 - 1), f"3 to {2**128 - 1}"),
        ((3, 2**128), "3 to 2**128"),
    ],
)
def test_a_value_that_may_not_fit_is_reported_with_its_bounds(bounds: tuple[int, int], shown: str) -> None:
    (value,) = values(bounds)
    assert word(value, 8) == f"the argument must fit in 8 bits, but may be from {shown}"


def test_a_byte_fits_in_8_bits() -> None:
    (value,) = values((0, 255))
    assert word(value, 8) == ""
