"""Classes of floating-point operands: halfway cases of rounding, ends of formats, and cancellation.

A class is made of single numbers, of pairs that are added (sums) or of pairs that are multiplied (products). Forms with
two operands get all pairs; forms with three operands get them with a third that leaves their sum or product unchanged.
Values are bit patterns of elements, one array for each operand.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers import exact, formats
from ptxisa.numbers.formats import Format

Patterns = NDArray[np.uint64]
Rows = tuple[Patterns, ...]

NEAR = 3
"""Units in the last place on both sides of an edge that are tried."""


@lru_cache(maxsize=64)
def classes(forms: tuple[Format, ...], seed: int) -> tuple[tuple[str, Rows], ...]:
    """Return every class for operands of these formats: its name, and patterns of each operand, all of one length.

    Results are cached, since many variants have operands of the same formats.
    """
    generator = np.random.default_rng(seed)
    result: list[tuple[str, Rows]] = []
    for name, single in (("roundings", roundings), ("limits", limits)):
        columns = [generator.permutation(single(form, generator)) for form in forms]
        longest = max(map(len, columns))
        result.append((name, tuple(np.resize(column, longest) for column in columns)))
    form, *others = set(forms)
    if others or len(forms) not in (2, 3):
        return tuple(result)
    one, zero, least = (np.uint64(part << form.low) for part in (form.bias << form.fraction, 0, 1))
    sign = _sign(form)
    for name, (x, y), products in (
        ("exponent-differences", exponent_differences(form, generator), ()),
        ("ties", tied_sums(form, generator), tied_products(form, generator)),
        ("ends", end_sums(form), end_products(form)),
        ("cancellation", cancellation(form, generator), ()),
    ):
        if len(forms) == 2:
            # Both orders: results of addition and multiplication are the same, those of division are not.
            rows: list[Rows] = [(x, y), (y, x)]
            rows += [products, products[::-1]] if products else []
        else:
            # `x * 1 + y` and `y * 1 + x`, and products with zero or the least number added.
            rows = [(x, np.full_like(x, one), y), (y, np.full_like(x, one), x)]
            if products:
                added = (zero, zero | sign, least, least | sign)
                rows += [(*products, np.full_like(products[0], number)) for number in added]
        result.append((name, tuple(np.concatenate(column) for column in zip(*rows, strict=True))))
    if len(forms) == 3:
        result.append(("product-cancellation", product_cancellation(form, generator)))
    return tuple(result)


# --- patterns ---


def _sign(form: Format) -> Patterns:
    """Return the sign bit as an array without dimensions; 0 for a format without sign."""
    return np.asarray(1 << form.sign_bit if form.signed else 0, np.uint64)


def _made(form: Format, exponent: Patterns | int, fraction: Patterns | int, negative: Patterns | int = 0) -> Patterns:
    """Return patterns of numbers from their fields; exponents out of range are clipped."""
    top = form.exponent_mask - int(form.infinities)
    field = np.clip(np.asarray(exponent, np.int64), 0, top).astype(np.uint64) << np.uint64(form.fraction)
    body = field | (np.asarray(fraction).astype(np.uint64) & np.uint64(form.fraction_mask))
    signs: Patterns = np.where(np.asarray(negative) != 0, _sign(form), np.uint64(0))
    patterns: Patterns = (body << np.uint64(form.low)) | signs
    return patterns


def _near(form: Format, pattern: int) -> list[int]:
    """Return a pattern and its neighbors, with both signs."""
    top = (1 << (form.exponent + form.fraction)) - 1
    bodies = [(pattern >> form.low) + step for step in range(-NEAR, NEAR + 1)]
    kept = [body << form.low for body in bodies if 0 <= body <= top]
    return kept + [body | int(_sign(form)) for body in kept]


def _signs(generator: np.random.Generator, count: int) -> Patterns:
    return generator.integers(0, 2, count, dtype=np.uint64)


def _fractions(form: Format, generator: np.random.Generator, count: int) -> Patterns:
    return generator.integers(0, 1 << form.fraction, count, dtype=np.uint64)


# --- one number ---


def roundings(form: Format, generator: np.random.Generator) -> Patterns:
    """Return every last bit, guard bit and sticky bit, for each number of bits that may be rounded off."""
    parts = []
    for cut in range(1, form.fraction + 1):
        half, all_ = 1 << (cut - 1), (1 << cut) - 1
        tails = sorted({0, 1, half - 1, half, min(half + 1, all_), all_})
        for last in (0, 1):
            rest = np.array([tail | last << cut for tail in tails], np.uint64)
            kept = _fractions(form, generator, len(tails)) & np.uint64(~(all_ | 1 << cut) & form.fraction_mask)
            for exponent in (form.bias, form.bias + form.fraction - cut, form.bias - cut, 0):
                for negative in (False, True):
                    parts.append(_made(form, exponent, kept | rest, negative))
    return np.concatenate(parts) if parts else np.zeros(1, np.uint64)


def limits(form: Format, _: np.random.Generator) -> Patterns:
    """Return the ends of every format and of integers, halfway points to the next number, and their neighbors."""
    edges = []
    for other in formats.known().values():
        largest = exact.decode(other.largest, other)
        # The largest, the least normal and the least number, and halfway points near them.
        edges += [
            (largest.significand, largest.exponent),
            (2 * largest.significand + 1, largest.exponent - 1),
            (1 << other.fraction, other.least),
            (2 * (1 << other.fraction) - 1, other.least - 1),
            (1, other.least),
            (1, other.least - 1),
        ]
    edges += [((1 << bits) - less, 0) for bits in (7, 8, 15, 16, 31, 32, 63, 64) for less in (0, 1)]
    nearest = {exact.round_to(exact.Number("finite", 0, *edge), form, "rz", "finite") for edge in edges}
    return np.array(sorted({near for pattern in nearest for near in _near(form, pattern)}), np.uint64)


# --- pairs ---


def exponent_differences(form: Format, generator: np.random.Generator) -> Rows:
    """Return every difference of exponents at which the smaller number affects the sum, some larger and far ones."""
    reach = form.precision + NEAR
    steps = np.repeat(np.array([*range(-reach, reach + 1), -2 * reach, 2 * reach]), 8)
    first = form.bias + generator.integers(-2, 3, len(steps)) + np.maximum(steps, 0)
    x = _made(form, first, _fractions(form, generator, len(steps)), _signs(generator, len(steps)))
    y = _made(form, first - steps, _fractions(form, generator, len(steps)), _signs(generator, len(steps)))
    return x, y


def tied_sums(form: Format, generator: np.random.Generator) -> Rows:
    """Return sums whose smaller operand is less than, exactly, or more than half a unit in the last place."""
    low = (form.fraction + 1, 0), (form.fraction + 1, 1), (form.fraction + 2, form.fraction_mask)
    parts = [*low, (form.fraction + 2, 0), (form.fraction + 1, form.fraction_mask), (2 * form.fraction + 2, 1)]
    rows = []
    for distance, fraction in parts:
        for last in (0, 1):
            for negative in range(4):
                for first in (form.bias, form.bias + form.fraction + 2, form.exponent_mask - 2):
                    kept = int(generator.integers(0, 1 << form.fraction)) & ~1 | last
                    x = _made(form, first, kept, negative & 1)
                    rows.append((x, _made(form, first - distance, fraction, negative >> 1)))
    return tuple(np.array(column, np.uint64) for column in zip(*rows, strict=True))


def tied_products(form: Format, generator: np.random.Generator) -> Rows:
    """Return odd factors whose product has one bit more than the format, a tie, or two bits more."""
    rows = []
    for width in range(2, form.precision):
        for more in (1, 2):
            for negative in range(4):
                factors = [_odd(generator, width), _odd(generator, form.precision + more - width)]
                # As numbers in [1, 2) with these digits.
                numbers = (
                    exact.Number("finite", negative >> place & 1, factor, 1 - factor.bit_length())
                    for place, factor in enumerate(factors)
                )
                rows.append(tuple(exact.round_to(number, form, "rz", "finite") for number in numbers))
    columns = zip(*rows, strict=True) if rows else ([0], [0])
    return tuple(np.array(list(column), np.uint64) for column in columns)


def _odd(generator: np.random.Generator, width: int) -> int:
    """Return a random odd number with this number of bits."""
    first = 1 << width - 1
    return int(generator.integers(0, first)) | first | 1


def end_sums(form: Format) -> Rows:
    """Return sums near the largest, the least normal and the least numbers."""
    unit = 1 << form.fraction
    top = form.largest >> form.low
    ulp = max((top >> form.fraction) - form.fraction, 0) << form.fraction
    bases = [(top, [0, ulp, max(ulp - unit, 0), max(ulp - unit, 0) + 1, max(ulp - 2 * unit, 0), top])]
    bases += [(unit, [0, 1, 2, NEAR, unit - 1, unit]), (2 * unit, [1, unit, unit + 1]), (1, [0, 1, 2])]
    rows = [
        (pattern, added << form.low | sign)
        for base, parts in bases
        for pattern in _near(form, base << form.low)
        for added in parts
        for sign in (0, int(_sign(form)))
    ]
    return tuple(np.array(column, np.uint64) for column in zip(*rows, strict=True))


def end_products(form: Format) -> Rows:
    """Return products near the largest, least normal and least numbers: powers of two times their neighbors."""
    unit = 1 << form.fraction
    rows = []
    for base in ((form.largest >> form.low), unit, 2 * unit, 1, 2):
        for shift in (0, 1, 2, form.fraction // 2, form.fraction, form.fraction + 1):
            for steps in (0, 1, NEAR):
                for direction in (shift, -shift):
                    factor = int(_made(form, form.bias + direction, steps))
                    other = max(base - direction * unit, 1) << form.low
                    rows += [(factor, near) for near in _near(form, other)]
    return tuple(np.array(column, np.uint64) for column in zip(*rows, strict=True))


def cancellation(form: Format, generator: np.random.Generator) -> Rows:
    """Return numbers with neighbors of their opposites, also across a power of two."""
    count = 64
    top = (1 << (form.exponent + form.fraction)) - 1
    bodies = generator.integers(0, form.largest >> form.low, count, dtype=np.uint64)
    bodies[::4] &= np.uint64(~form.fraction_mask & top)
    steps = np.arange(-NEAR, NEAR + 1)
    x = np.repeat(bodies, len(steps))
    y = np.clip(x.astype(np.int64) + np.tile(steps, count), 0, top).astype(np.uint64)
    low, sign = np.uint64(form.low), _sign(form)
    flipped = np.where(np.arange(len(x)) % 2 == 0, sign, np.uint64(0))
    return (x << low) | flipped, (y << low) | (flipped ^ sign)


def product_cancellation(form: Format, generator: np.random.Generator) -> Rows:
    """Return products with neighbors of their opposites, so that only the bits that rounding removes remain."""
    rows = []
    for _ in range(64):
        first, second = (int(_made(form, form.bias, fraction)) for fraction in _fractions(form, generator, 2))
        product = exact.multiply(exact.decode(first, form), exact.decode(second, form))
        opposite = exact.round_to(exact.negate(product), form, "rn", "finite")
        rows += [(first, second, near) for near in _near(form, opposite & ~int(_sign(form)))]
    return tuple(np.array(column, np.uint64) for column in zip(*rows, strict=True))
