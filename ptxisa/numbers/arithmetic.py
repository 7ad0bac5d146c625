"""Operations on arrays of bit patterns, rounded once to any format, by the fastest way that is exact there.

    rounded("fma", (x, y, z), ("f16", "f16", "f32"), "f32", "rn", "")

The ways, in the order of their speed:

1. The processor, to nearest: its `f32` and `f64` sums, products, quotients and square roots are those of IEEE 754.
2. `doubles`: narrow formats in double precision with odd results.
3. `twofold`: double precision with two doubles, where nothing is out of range.
4. `parts`: any format by integers of 128 bits.

Sine, exponential and the like go through the functions of NumPy where these leave no doubt, else through
`transcendental`, one lane at a time. `exact` is the definition that all ways equal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from ptxisa.numbers import doubles, exact, parts, transcendental, twofold
from ptxisa.numbers.formats import Format, known
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.parts import Parts

BLOCK = 1 << 15
"""Lanes that are computed together, so that intermediate arrays stay in the caches: 256 KiB for an array of doubles."""

Way = Callable[..., Lanes]
"""Function of arrays of patterns that returns patterns."""

_NATIVE: dict[str, Callable[..., Lanes]] = {
    "add": np.add,
    "multiply": np.multiply,
    "divide": np.divide,
    "root": np.sqrt,
}
_NARROW: dict[str, Callable[..., Lanes]] = {
    "value": doubles.value,
    "add": doubles.add,
    "multiply": doubles.multiply,
    "divide": doubles.divide,
    "root": doubles.root,
    "fma": doubles.fma,
}
_TWOFOLD: dict[str, Callable[..., tuple[Lanes, Lanes]]] = {
    "add": twofold.add,
    "multiply": twofold.multiply,
    "divide": twofold.divide,
    "root": twofold.root,
    "fma": twofold.fma,
}
_PARTS: dict[str, Callable[..., Parts]] = {
    "value": lambda x: x,
    "add": parts.add,
    "multiply": parts.multiply,
    "divide": parts.divide,
    "root": parts.square_root,
    "fma": lambda x, y, z: parts.add(parts.multiply(x, y), z),
}
LIBRARY: dict[str, Callable[[Lanes], Lanes]] = {
    "reciprocal_root": lambda x: 1 / np.sqrt(x),
    "sine": np.sin,
    "cosine": np.cos,
    "tanh": np.tanh,
    "log2": np.log2,
    # Results stay finite but for infinite arguments, since a mode may stop at the greatest number.
    "exp2": lambda x: np.exp2(np.where(np.isinf(x), x, np.clip(x, -1000, 1000))),
}
"""Functions of NumPy in double precision."""
WRONG = 2.0**-47
"""Bound of the relative error of `LIBRARY`: 32 units in the last place of 1; accuracy tests of NumPy allow up to 4."""


def rounded(
    operation: str, operands: tuple[Lanes, ...], names: tuple[str, ...], to: str, mode: str, option: str
) -> Lanes:
    """Compute an operation on patterns, rounded once.

    Args:
        operation: "value", "add", "multiply", "divide", "root", "fma", or one of `transcendental.FUNCTIONS`.
        operands: Unsigned arrays of patterns, of one shape or of one element.
        names: Formats of the operands.
        to: Format of the result.
        mode: Rounding mode; see `ptxisa.numbers.exact.round_to`.
        option: "", "finite" or "flush"; see there.

    Returns:
        Patterns in the smallest unsigned dtype for the format.
    """
    return _in_blocks(_way(operation, names, to, mode, option), operands, word_of(known()[to]))


def rounded_integer(x: Lanes, to: str, mode: str, option: str) -> Lanes:
    """Round integers of a signed or unsigned dtype to the format `to`."""
    target = known()[to]

    def way(x: Lanes) -> Lanes:
        if doubles.is_narrow(target):
            return doubles.encode(doubles.from_integer(x), target, mode, option)
        if target.name == "f64" and mode in twofold.MODES:
            return twofold.from_integer(x, mode).view(np.uint64)
        return parts.round_to(parts.from_integer(x), target, mode, option)

    return _in_blocks(way, (x,), word_of(target))


def rounded_random(x: Lanes, random: Lanes, name: str, to: str, option: str) -> Lanes:
    """Round patterns of the format `name` to another with random bits; see `ptxisa.numbers.exact.round_to`."""
    form, target = known()[name], known()[to]

    def way(x: Lanes, random: Lanes) -> Lanes:
        return parts.round_to(parts.decode(x, form), target, "rs", option, random)

    return _in_blocks(way, (x, random), word_of(target))


def integral(x: Lanes, name: str, mode: str) -> Lanes:
    """Round patterns of the format `name` to integers of the same format."""
    form = known()[name]

    def way(x: Lanes) -> Lanes:
        if doubles.is_narrow(form):
            return doubles.encode(doubles.integral(doubles.decode(x, form), mode), form, mode, "")
        return parts.round_to(parts.integral(parts.decode(x, form), mode), form, mode, "")

    return _in_blocks(way, (x,), word_of(form))


def to_integer(x: Lanes, name: str, bits: int, signed: bool, mode: str) -> Lanes:
    """Round patterns of the format `name` to integers of `bits` bits, clamped to their range; NaNs become 0."""
    form = known()[name]

    def way(x: Lanes) -> Lanes:
        if name == "f64" or doubles.is_narrow(form):
            numbers = x.view(np.float64) if name == "f64" else doubles.decode(x, form)
            return doubles.to_integer(numbers, bits, signed, mode)
        return parts.to_integer(parts.decode(x, form), bits, signed, mode)

    return _in_blocks(way, (x,), f"u{bits // 8}")


@cache
def word_of(form: Format) -> str:
    """Return the unsigned dtype for patterns of a format."""
    return f"u{next(width for width in (8, 16, 32, 64) if form.bits <= width) // 8}"


def _in_blocks(way: Way, operands: tuple[Lanes, ...], word: str) -> Lanes:
    """Apply a way to operands of one shape or of one element, `BLOCK` lanes at a time."""
    shape = operands[0].shape
    for operand in operands[1:]:
        if operand.shape != shape:
            shape = np.broadcast_shapes(*(operand.shape for operand in operands))
            break
    # Few lanes, the usual case: the copies of the general way would take longer than the operation.
    if len(shape) == 1 and shape[0] <= BLOCK:
        # Ways index their operands alike, so that constants are repeated.
        operands = tuple([x if x.shape == shape else np.full(shape, x) for x in operands])
        with np.errstate(all="ignore"):
            return way(*operands).astype(word, copy=False)
    operands = tuple(np.broadcast_arrays(*operands))
    result = np.empty(operands[0].shape, word)
    flat = [operand.reshape(-1) for operand in operands]
    out = result.reshape(-1)
    with np.errstate(all="ignore"):
        for start in range(0, out.size, BLOCK):
            block = slice(start, start + BLOCK)
            out[block] = way(*(operand[block] for operand in flat))
    return result


# --- ways ---


# The key is all that a way depends on; operands are arguments of the way. There are a few hundred combinations.
@cache
def _way(operation: str, names: tuple[str, ...], to: str, mode: str, option: str) -> Way:
    """Return the fastest way that is exact for an operation."""
    formats = known()
    forms, target = [formats[name] for name in names], formats[to]
    if operation in LIBRARY:
        return _transcendental(operation, forms[0], target, mode, option)
    alike = all(form == target for form in forms)
    if alike and mode == "rn" and not option and target.name in ("f32", "f64") and operation in _NATIVE:
        return _native(operation, target)
    if alike and target.name == "f64" and not option and mode in twofold.MODES and operation in _TWOFOLD:
        return _twofold(operation, target, mode)
    # Stochastic rounding needs every bit that is cut off; a double that is rounded to odd has lost some of them.
    if all(map(doubles.is_narrow, [*forms, target])) and mode != "rs":
        # Python 3.13 has `math.fma`, NumPy has none: the most frequent operation of kernels has a way of its own.
        if operation == "fma" and alike and target.name == "f32" and mode == "rn" and option in ("", "flush"):
            # Warnings about signaling NaNs are off here, which `doubles.decode` turns off for each operand.
            return lambda *x: doubles.fma_to_nearest_single(
                target, option, *(pattern.view(np.float32).astype(np.float64) for pattern in x)
            )
        return _narrow(operation, forms, target, mode, option)
    if operation == "value" and forms[0].name == "f64" and doubles.is_narrow(target) and mode != "rs":
        return lambda x: doubles.encode(x.view(np.float64), target, mode, option)
    return _by_parts(operation, forms, target, mode, option)


def _native(operation: str, target: Format) -> Way:
    """Let the processor round to nearest; NaNs become that of PTX."""
    word = word_of(target)
    function, nan = _NATIVE[operation], np.dtype(word).type(target.nan or 0)

    def way(*operands: Lanes) -> Lanes:
        numbers = function(*(operand.view(word.replace("u", "f")) for operand in operands))
        patterns: Lanes = numbers.view(word)
        # x86-64 returns the NaN of an operand, or a negative one; PTX has one pattern for all results.
        nans = numbers != numbers
        if np.count_nonzero(nans):  # Faster than `any`, which is a function in Python.
            patterns[nans] = nan
        return patterns

    return way


def _twofold(operation: str, target: Format, mode: str) -> Way:
    """Compute with two doubles, and by parts where these are out of range."""
    function, slow = _TWOFOLD[operation], _by_parts(operation, [target] * 3, target, mode, "")

    def way(*operands: Lanes) -> Lanes:
        numbers, reliable = function(*(operand.view(np.float64) for operand in operands), mode)
        patterns: Lanes = numbers.view(np.uint64)
        if not reliable.all():
            rest = np.nonzero(~reliable)
            patterns[rest] = slow(*(operand[rest] for operand in operands))
        return patterns

    return way


def _narrow(operation: str, forms: list[Format], target: Format, mode: str, option: str) -> Way:
    """Compute narrow formats in double precision."""
    function = _NARROW[operation]

    def way(*operands: Lanes) -> Lanes:
        numbers = (doubles.decode(operand, form) for operand, form in zip(operands, forms, strict=True))
        return doubles.encode(function(*numbers, mode), target, mode, option)

    return way


def _by_parts(operation: str, forms: list[Format], target: Format, mode: str, option: str) -> Way:
    """Compute by integers."""
    function = _PARTS[operation]

    def way(*operands: Lanes) -> Lanes:
        numbers = (parts.decode(operand, form) for operand, form in zip(operands, forms, strict=False))
        return parts.round_to(function(*numbers), target, mode, option)

    return way


def _transcendental(operation: str, form: Format, target: Format, mode: str, option: str) -> Way:
    """Compute a function by NumPy where both ends of its error interval round alike, else one lane at a time."""

    def slow(x: Lanes) -> Lanes:
        results = (
            transcendental.rounded(operation, exact.decode(pattern, form), target, mode, option)
            for pattern in x.tolist()
        )
        return np.fromiter(results, np.uint64, len(x))

    if form.name == target.name == "f64" and (operation, mode, option) == ("reciprocal_root", "rn", ""):
        return _reciprocal_root(target, slow)
    if not (doubles.is_narrow(form) and doubles.is_narrow(target)):
        return slow

    def way(x: Lanes) -> Lanes:
        nearby = LIBRARY[operation](doubles.decode(x, form))
        patterns = doubles.encode(nearby * (1 - WRONG), target, mode, option)
        doubtful = np.flatnonzero(patterns != doubles.encode(nearby * (1 + WRONG), target, mode, option))
        patterns[doubtful] = slow(x[doubtful])
        return patterns

    return way


def _reciprocal_root(target: Format, slow: Way) -> Way:
    """Compute `1 / sqrt(x)` in double precision, to nearest."""

    def way(x: Lanes) -> Lanes:
        numbers = x.view(np.float64)
        result, reliable = twofold.reciprocal_root(numbers)
        special = 1 / np.sqrt(numbers)
        patterns: Lanes = np.where(np.isnan(special), np.uint64(target.nan or 0), special.view(np.uint64))
        ordinary = (numbers > 0) & (numbers < np.inf)
        patterns = np.where(ordinary, result.view(np.uint64), patterns)
        doubtful = np.flatnonzero(ordinary & ~reliable)
        patterns[doubtful] = slow(x[doubtful])
        return patterns

    return way
