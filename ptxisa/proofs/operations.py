"""Operations of generated symbolic semantics: terms in, terms out.

Generated modules (`ptxisa/_generated/symbolic/`) import nothing else of this room. Words have the widths that the
generator chose; numbers of places and of bits are natural numbers of any width.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from ptxisa.proofs import terms
from ptxisa.proofs.floats import (
    float_absolute,
    float_compare,
    float_equal,
    float_less,
    float_maximum,
    float_minimum,
    float_negate,
    flush,
    integral,
    is_infinite,
    is_nan,
    is_subnormal,
    is_zero,
    open_nan,
    quiet,
    rectify,
    round_add,
    round_divide,
    round_fma,
    round_function,
    round_integer,
    round_multiply,
    round_random,
    round_root,
    round_subtract,
    round_value,
    saturate,
    to_integer,
    unit,
    unspecified_nan,
)
from ptxisa.proofs.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    apart,
    at_most,
    at_most_signed,
    bit_and,
    bit_or,
    bit_xor,
    both,
    choose,
    concat,
    different,
    either,
    equal,
    field,
    fitted,
    flag,
    insert,
    invert,
    less,
    less_signed,
    low,
    multiply,
    negate,
    negation,
    shift_left,
    shift_right,
    shift_right_signed,
    sign_extend,
    subtract,
    truth,
    word,
    zero_extend,
)

Lanes = tuple[Term, ...]
"""Values of an operand in the 32 lanes of a warp."""


class Open(NamedTuple):
    """Result of which PTX leaves the bits of a mask open."""

    term: Term
    mask: Term


Result = Term | Open
"""Result of a generated function."""


def compare(operation: Callable[[Any, Any], Any], x: Term, y: Term, signed: bool) -> Term:
    """Return a comparison, given as a function of the module `operator`."""
    below, up_to = (less_signed, at_most_signed) if signed else (less, at_most)
    if operation in (operator.eq, operator.ne):
        return equal(x, y) if operation is operator.eq else different(x, y)
    if operation in (operator.gt, operator.ge):
        x, y = y, x
    return below(x, y) if operation in (operator.lt, operator.gt) else up_to(x, y)


def combine(operation: Callable[[Any, Any], Any], p: Term, q: Term) -> Term:
    """Return truth values that a function of the module `operator` joins."""
    return {operator.and_: both, operator.or_: either, operator.xor: apart}[operation](p, q)


# --- integers ---


def low_bits(x: Term, length: Term) -> Term:
    """Return the low bits of a word; their number is data."""
    ones = word(-1, x.width)
    return bit_and(x, invert(shift_left(ones, length)))


def signed_bits(x: Term, length: Term) -> Term:
    """Return the low bits of a word with copies of their highest bit above; 0 for no bits."""
    width = x.width
    wide = max(width.bit_length(), length.width) + 1
    most = word(width, wide)
    length = zero_extend(length, wide)
    unused = choose(at_most(most, length), word(0, wide), subtract(most, length))
    return shift_right_signed(shift_left(x, unused), unused)


def _signs(x: Term, y: Term) -> tuple[Term, Term]:
    top = x.width - 1
    return truth(field(x, top, top)), truth(field(y, top, top))


def quotient(x: Term, y: Term, signed: bool) -> Term:
    """Return the quotient rounded toward zero; 0 where `y` is 0."""
    zero = word(0, x.width)
    if signed and y.value is not None and not _is_power_of_two(y):
        return terms.divide_signed(x, y)
    if signed:
        (negative, other), sizes = _signs(x, y), (absolute(x), absolute(y))
        magnitude = terms.divide_unsigned(*sizes)
        result = choose(apart(negative, other), negate(magnitude), magnitude)
    else:
        result = terms.divide_unsigned(x, y)
    return choose(equal(y, zero), zero, result)


def remainder(x: Term, y: Term, signed: bool) -> Term:
    """Return what the quotient leaves, with the sign of `x`; 0 where `y` is 0."""
    zero = word(0, x.width)
    if signed and (y.value is None or not _is_power_of_two(y)):
        result = subtract(x, multiply(y, quotient(x, y, signed)))
    elif signed:
        rest = terms.remainder_unsigned(absolute(x), absolute(y))
        result = choose(_signs(x, y)[0], negate(rest), rest)
    else:
        result = terms.remainder_unsigned(x, y)
    return choose(equal(y, zero), zero, result)


def _is_power_of_two(y: Term) -> bool:
    """Return True if a constant, or its negative, is 0 or a power of two."""
    size = abs(terms.signed_value(y.data, y.width))
    return size & (size - 1) == 0


def absolute(x: Term) -> Term:
    """Return the absolute value of a number in two's complement, modulo its width."""
    if x.op == "sign_extend":
        return zero_extend(absolute(x.args[0]), x.width)
    top = x.width - 1
    return choose(truth(field(x, top, top)), negate(x), x)


def minimum(x: Term, y: Term, *rest: Any) -> Term:
    """Return the least of several numbers; the last argument is True if they are in two's complement."""
    return _extreme([x, y, *rest[:-1]], at_most_signed if rest[-1] else at_most)


def maximum(x: Term, y: Term, *rest: Any) -> Term:
    """Return the greatest of several numbers, likewise."""
    up_to = at_most_signed if rest[-1] else at_most
    return _extreme([x, y, *rest[:-1]], lambda a, b: up_to(b, a))


def _extreme(values: list[Term], before: Callable[[Term, Term], Term]) -> Term:
    ordered = sorted(values, key=lambda term: (term.op == "const", term.serial))
    result = ordered[0]
    for value in ordered[1:]:
        result = choose(before(result, value), result, value)
    return result


def popcount(x: Term, width: int) -> Term:
    """Return the number of set bits, as a word of `width` bits."""
    counts = [field(x, index, index) for index in range(x.width)]
    while len(counts) > 1:
        size = counts[0].width + 1
        pairs = [counts[index : index + 2] for index in range(0, len(counts), 2)]
        counts = [
            add(*(zero_extend(part, size) for part in pair)) if len(pair) == 2 else zero_extend(pair[0], size)
            for pair in pairs
        ]
    return fitted(counts[0], width)


def highest_bit(x: Term, width: int) -> Term:
    """Return the position of the highest set bit as a signed word of `width` bits; -1 for 0."""
    result = word(-1, width)
    for index in range(x.width):
        result = choose(truth(field(x, index, index)), word(index, width), result)
    return result


def leading_zeros(x: Term, size: int, width: int) -> Term:
    """Return the number of zeros above the highest set bit of a word of `size` bits."""
    result = word(size, width)
    for index in range(x.width):
        result = choose(truth(field(x, index, index)), word(size - 1 - index, width), result)
    return result


def reverse_bits(x: Term) -> Term:
    """Return the bits in opposite order."""
    return concat(*(field(x, index, index) for index in range(x.width)))


# --- lanes of a warp ---


def lane_value(lanes: Lanes, index: Term) -> Term:
    """Return the value of a lane."""
    values = list(lanes)
    for place in range(5):
        chosen = field(zero_extend(index, 5), place, place) if index.width < 5 else field(index, place, place)
        values = [choose(truth(chosen), odd, even) for even, odd in zip(values[::2], values[1::2], strict=True)]
    return values[0]


def lanes_set(lanes: Lanes) -> Term:
    """Return the mask of the lanes whose predicate is set."""
    return concat(*reversed(lanes))


def lanes_alike(lanes: Lanes, lane: Term) -> Term:
    """Return the mask of the lanes that have the value of a lane."""
    own = lane_value(lanes, lane)
    return concat(*(flag(equal(value, own)) for value in reversed(lanes)))


__all__ = [
    "FALSE",
    "TRUE",
    "Lanes",
    "Open",
    "Result",
    "Term",
    "absolute",
    "add",
    "apart",
    "at_most",
    "at_most_signed",
    "bit_and",
    "bit_or",
    "bit_xor",
    "both",
    "choose",
    "combine",
    "compare",
    "different",
    "either",
    "equal",
    "field",
    "fitted",
    "flag",
    "float_absolute",
    "float_compare",
    "float_equal",
    "float_less",
    "float_maximum",
    "float_minimum",
    "float_negate",
    "flush",
    "highest_bit",
    "insert",
    "integral",
    "invert",
    "is_infinite",
    "is_nan",
    "is_subnormal",
    "is_zero",
    "lane_value",
    "lanes_alike",
    "lanes_set",
    "leading_zeros",
    "less",
    "less_signed",
    "low",
    "low_bits",
    "maximum",
    "minimum",
    "multiply",
    "negate",
    "negation",
    "open_nan",
    "popcount",
    "quiet",
    "quotient",
    "rectify",
    "remainder",
    "reverse_bits",
    "round_add",
    "round_divide",
    "round_fma",
    "round_function",
    "round_integer",
    "round_multiply",
    "round_random",
    "round_root",
    "round_subtract",
    "round_value",
    "saturate",
    "shift_left",
    "shift_right",
    "shift_right_signed",
    "sign_extend",
    "signed_bits",
    "subtract",
    "to_integer",
    "truth",
    "unit",
    "unspecified_nan",
    "word",
    "zero_extend",
]
