"""Tiles of matrices to be multiplied: classes that distinguish models of the tensor core, always the same.

`tiles` makes the tiles of a class, and `classes` lists the classes of a product (`_CLASSES`, `_INTEGER_CLASSES`). Each
class of floating-point tiles draws fields of numbers: a sign, an exponent near a center, a fraction. Uniform bits
alone would not do: exponents of most products are then so far apart that one product decides the sum, whatever the
width and the rounding of the adder.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.formats import Format, known
from ptxisa.oracle.gpu.products import BITS, ProductCase

Words = NDArray[Any]
Random = np.random.Generator


class Tiles(NamedTuple):
    """Bit patterns of A (count, m, stored k), B (count, k, n), C (count, m, n), and positions of stored elements.

    `kept` (count, m, groups, stored units) has the units of each group that are stored; see `group` and `positions`. It
    is empty for dense cases.
    """

    a: Words
    b: Words
    c: Words
    kept: Words


def group(case: ProductCase) -> tuple[int, int, int]:
    """Return the elements in a group of a sparse A, the elements of a unit, and the number of stored units."""
    if case.a == "tf32":
        return 2, 1, 1
    return (8, 2, 2) if BITS[case.a] == 4 else (4, 1, 2)


def positions(case: ProductCase, kept: Words) -> Words:
    """Return the column of A of each stored element (count, m, stored k), from units kept (count, m, groups, units)."""
    size, together, _ = group(case)
    groups = np.arange(case.k // size).reshape(1, 1, -1, 1, 1)
    within = kept[..., None] * together + np.arange(together)
    places: Words = (groups * size + within).reshape(*kept.shape[:2], -1)
    return places


def tiles(case: ProductCase, name: str, count: int, seed: int = 0) -> Tiles:
    """Return tiles of a class; the same for the same case, class, count and seed."""
    key = [seed, *f"{case.name} {name}".encode()]
    random = np.random.default_rng(key)
    make = _CLASSES[name] if is_float(case) else _INTEGER_CLASSES[name]
    shapes = ((count, case.m, case.stored_k), (count, case.k, case.n), (count, case.m, case.n))
    a, b, c = make(case, random, *shapes)
    if not case.is_sparse:
        return Tiles(a, b, c, np.zeros((count, 0), np.int64))
    size, together, stored = group(case)
    units = size // together
    order = random.permuted(np.broadcast_to(np.arange(units), (count, case.m, case.k // size, units)), axis=-1)
    chosen: Words = order[..., :stored]
    # Only plain `mma.sp` accepts units in any order; `::ordered_metadata` and wgmma need the smaller place first.
    return Tiles(a, b, c, chosen if case.instruction == "mma.sp" else np.sort(chosen, axis=-1))


def is_float(case: ProductCase) -> bool:
    """Return True for products of floating-point numbers."""
    return case.d != "s32"


def classes(case: ProductCase) -> tuple[str, ...]:
    """Return the classes of a case."""
    return tuple(_CLASSES if is_float(case) else _INTEGER_CLASSES)


# --- floating point ---


def _word(form: Format) -> str:
    """Return the NumPy type of bit patterns of a format; formats below 8 bits are one element per byte."""
    return f"u{max(8, form.bits) // 8}"


def numbers(random: Random, form: Format, shape: tuple[int, ...], center: Any, spread: int, bits: int = 64) -> Words:
    """Return numbers with an exponent within `spread` of `center`; only the upper `bits` of the fraction are random."""
    top = form.exponent_mask - 1 if form.infinities else form.exponent_mask
    exponent = np.clip(random.integers(center - spread, center + spread + 1, shape) + form.bias, 0, top)
    fraction = random.integers(0, form.fraction_mask + 1, shape) & -1 << max(form.fraction - bits, 0)
    if not form.infinities:
        # The largest exponent has numbers except for the pattern of all ones, which is a NaN.
        fraction = np.where((exponent == form.exponent_mask) & (fraction == form.fraction_mask), 0, fraction)
    body = exponent.astype(np.uint64) << np.uint64(form.fraction) | (fraction & form.fraction_mask).astype(np.uint64)
    sign = random.integers(0, 2, shape).astype(np.uint64) << np.uint64(form.exponent + form.fraction)
    # Bits below the fraction, such as the 13 of tf32, must not matter: they are random.
    low = random.integers(0, 1 << form.low, shape).astype(np.uint64)
    return np.asarray(((body | sign) << np.uint64(form.low) | low).astype(_word(form)))


def _formats(case: ProductCase) -> tuple[Format, Format, Format]:
    formats = known()
    return formats[case.a], formats[case.b], formats[case.c]


def _spread(centers: tuple[int, int, int], spreads: tuple[int, int, int], bits: int = 64) -> Callable[..., Any]:
    """Return a class whose A, B and C have exponents near their centers."""

    def make(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
        return [
            numbers(random, form, shape, center, spread, bits)
            for form, shape, center, spread in zip(_formats(case), shapes, centers, spreads, strict=True)
        ]

    return make


def _any(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return any bits."""
    samples = []
    for form, shape in zip(_formats(case), shapes, strict=True):
        high = np.iinfo(_word(form)).max
        samples.append(random.integers(0, high, shape, dtype=_word(form), endpoint=True))
    return samples


def _finite(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return numbers of any size."""
    return [
        numbers(random, form, shape, 0, 1 << form.exponent - 1)
        for form, shape in zip(_formats(case), shapes, strict=True)
    ]


def _few(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return products most of which are zero, of either sign."""
    a, b, c = _spread((0, 0, 0), (9, 9, 20))(case, random, *shapes)
    forms = _formats(case)
    # Two or three of the products of a sum.
    chance = min(1.0, 2.5 / shapes[0][-1])
    zero = random.random(a.shape) >= chance
    a = np.where(zero, a & _sign(forms[0]), a)
    return [a, b, np.where(random.random(c.shape) < 0.3, c & _sign(forms[2]), c)]


def _sign(form: Format) -> Any:
    return np.dtype(_word(form)).type(1 << form.sign_bit)


def _cancelling(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return products that come with their negation, in any order, but for a few that are replaced by small ones.

    The large products cancel exactly, so that the sum shows how many bits of the small ones the adder has kept.
    """
    a, b, c = _spread((0, 0, -9), (4, 4, 8))(case, random, *shapes)
    sign = _sign(_formats(case)[0])
    k, ratio = a.shape[-1], b.shape[-2] // a.shape[-1]
    order = random.permutation(k)
    left, right = order[: k // 2], order[k // 2 : k // 2 * 2]
    a[..., right] = a[..., left] ^ sign
    b = b.reshape(b.shape[0], k, ratio, b.shape[-1])
    b[:, right] = b[:, left]
    small = numbers(random, _formats(case)[0], a.shape, -8, 6)
    a = np.where(random.random(a.shape) < 0.7 / k, small, a)
    return [a, b.reshape(shapes[1]), c]


def _against_c(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return a large C, of all sizes, and products of little variety: sums are near powers of two or zero."""
    a, b, c = _spread((0, 0, 2), (1, 1, 4), bits=2)(case, random, *shapes)
    return [a, b, c]


def _special(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return zeros, subnormal and greatest numbers, infinities and NaNs among others."""
    samples = []
    # About one special operand for each sum: with more, nearly every sum would be NaN.
    chances = (1.0 / shapes[0][-1], 1.0 / shapes[0][-1], 0.3)
    for form, shape, chance in zip(_formats(case), shapes, chances, strict=True):
        near = numbers(random, form, shape, 0, 3)
        odd = random.choice(np.array(_specials(form), dtype=_word(form)), shape)
        sign = random.integers(0, 2, shape).astype(_word(form)) * _sign(form)
        samples.append(np.where(random.random(shape) < chance, odd | sign, near).astype(_word(form)))
    return samples


def _specials(form: Format) -> list[int]:
    """Return positive patterns at the limits of a format: zero, subnormal, normal, 1, infinity, NaNs."""
    least = 1 << form.low
    normal = 1 << (form.fraction + form.low)
    patterns = [0, least, normal - least, normal, form.largest, form.bias << (form.fraction + form.low)]
    if form.infinities:
        infinite = form.exponent_mask << (form.fraction + form.low)
        patterns += [infinite, infinite, infinite | least, infinite | normal >> 1]
    if form.nan is not None:
        patterns.append(form.nan & (1 << form.sign_bit) - 1)
    return patterns


def _zeros(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return zeros of either sign, and C that is often zero: the sign of a sum of zeros depends on all of them."""
    a, b, c = _spread((0, 0, 0), (3, 3, 20))(case, random, *shapes)
    forms = _formats(case)
    keep = random.random((len(a), 1, 1)) < 0.3
    a = np.where(keep & (random.random(a.shape) < 0.2), a, a & _sign(forms[0]))
    return [a, b, np.where(random.random(c.shape) < 0.8, c & _sign(forms[2]), c)]


def _low(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return products near and below the smallest numbers of the result."""
    forms = _formats(case)
    target = max(known()[case.d].least, forms[0].least + forms[1].least)
    lower = max(forms[0].least - 2, target // 2 - 2)
    a = numbers(random, forms[0], shapes[0], lower, 6)
    b = numbers(random, forms[1], shapes[1], target - lower, 6)
    return [a, b, numbers(random, forms[2], shapes[2], forms[2].least + 12, 14)]


def _lowest(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return subnormal operands."""
    forms = _formats(case)
    a, b, c = (numbers(random, form, shape, -form.bias + 1, 3) for form, shape in zip(forms, shapes, strict=True))
    return [a, numbers(random, forms[1], shapes[1], 0, 12), c] if random.random() < 0.5 else [a, b, c]


def _below_c(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return products near and below the least normal number of C, and subnormal C, whose alignment then counts."""
    forms = _formats(case)
    center = -(forms[2].bias // 2) - 6
    a, b = (numbers(random, form, shape, center, 3) for form, shape in zip(forms[:2], shapes[:2], strict=True))
    return [a, b, numbers(random, forms[2], shapes[2], -forms[2].bias, 0)]


def _high(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return products and sums near and beyond the greatest numbers of the result."""
    forms = _formats(case)
    result = known()[case.d]
    top = result.exponent_mask - 1 - result.bias
    upper = min(forms[0].exponent_mask - forms[0].bias, top // 2 + 1)
    a = numbers(random, forms[0], shapes[0], upper - 1, 2)
    b = numbers(random, forms[1], shapes[1], top - upper - 1, 3)
    return [a, b, numbers(random, forms[2], shapes[2], forms[2].exponent_mask - 2 - forms[2].bias, 2)]


def _ladder(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return products that go down by a few powers of two each, in any order: each is cut at another bit."""
    forms, count = _formats(case), shapes[0][0]
    step = random.integers(1, 4, (count, 1, 1))

    def rungs(size: int) -> Words:
        order = np.broadcast_to(np.arange(size), (count, 1, size))
        return np.asarray(random.permuted(order, axis=-1) * step)

    a = numbers(random, forms[0], shapes[0], 6 - rungs(shapes[0][-1]), 0)
    b = numbers(random, forms[1], shapes[1], np.swapaxes(rungs(shapes[1][-2]), 1, 2) // 4 * -1, 0)
    return [a, b, numbers(random, forms[2], shapes[2], 6 - step * random.integers(0, 24, shapes[2]), 0)]


def _single(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return one product at most that is not zero, and zero for C, so that an element at a wrong place shows."""
    a, b, c = (_spread((0, 0, 0), (3, 3, 0)) if is_float(case) else _any_integers)(case, random, *shapes)
    hot = random.integers(0, a.shape[-1], (*a.shape[:2], 1)) == np.arange(a.shape[-1])
    return [np.where(hot, a, np.zeros_like(a)), b, np.zeros_like(c)]


_CLASSES: dict[str, Callable[..., Any]] = {
    "near": _spread((0, 0, 1), (2, 2, 3)),
    "wide": _spread((0, 0, 0), (8, 8, 24)),
    "powers": _spread((0, 0, 0), (9, 9, 24), bits=0),
    "coarse": _spread((0, 0, 4), (5, 5, 12), bits=2),
    "large-c": _spread((-4, -4, 6), (3, 3, 12)),
    "small-c": _spread((2, 2, -18), (3, 3, 12)),
    "any": _any,
    "finite": _finite,
    "few": _few,
    "cancelling": _cancelling,
    "against-c": _against_c,
    "special": _special,
    "zeros": _zeros,
    "low": _low,
    "lowest": _lowest,
    "below-c": _below_c,
    "high": _high,
    "ladder": _ladder,
    "single": _single,
}


# --- integers ---


def _any_integers(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return any integers."""
    bits = [BITS[kind] for kind in (case.a, case.b, case.c)]
    return [
        random.integers(0, 1 << width, shape, dtype=np.uint64).astype(f"u{max(8, width) // 8}")
        for width, shape in zip(bits, shapes, strict=True)
    ]


def _overflowing(case: ProductCase, random: Random, *shapes: tuple[int, ...]) -> list[Words]:
    """Return accumulators near both ends of their range, and operands that are often at the ends of theirs."""
    a, b, c = _any_integers(case, random, *shapes)
    extreme = [0, (1 << BITS[case.a]) - 1, 1 << BITS[case.a] >> 1, ((1 << BITS[case.a]) - 1) >> 1]
    choices = np.array(extreme, a.dtype)
    a = np.where(random.random(a.shape) < 0.5, random.choice(choices, (len(a), 1, 1)), a)
    b = np.where(random.random(b.shape) < 0.5, random.choice(choices, (len(b), 1, 1)), b)
    near = np.where(c & 1, np.uint32(0x7FFFFFFF), np.uint32(0x80000000))
    distance = random.integers(0, 1 << 21, c.shape, dtype=np.uint32) >> random.integers(0, 21, c.shape, dtype=np.uint32)
    return [a, b, np.where(c & 1, near - distance, near + distance)]


_INTEGER_CLASSES: dict[str, Callable[..., Any]] = {
    "any": _any_integers,
    "overflowing": _overflowing,
    "single": _single,
}
