"""Containers of values in NumPy code, and conversions between containers.

A container of 8 to 64 bits is an array of that dtype; one of 128 bits is a pair of uint64 arrays
(`ptxisa.numbers.wide`). A container of w bits of any dtype contains the value modulo 2**w. The value is *exact* if its
interval fits the container; only then can the container be widened by its sign.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from generator.backends.code import UNARY, CodeText
from generator.semantics.intervals import Interval

CONTAINERS = (8, 16, 32, 64, 128)
WIDE = 128
TRUTH, UNIFORM = 1, 0
"""Widths of containers other than dtypes, which `Held` describes."""


class NoRepresentation(Exception):
    """No container fits a value; the message has the reason."""


class Held(NamedTuple):
    """Code of a value in a container of `width` bits; `signed` is the kind of its dtype.

    Two widths are special: `TRUTH` is an array of truth values, and `UNIFORM` a Python integer or truth
    value that is the same for every thread.
    """

    code: CodeText
    width: int
    signed: bool = False


def dtype(width: int, signed: bool) -> str:
    """Return NumPy's name of a dtype."""
    return f"{'' if signed else 'u'}int{width}"


def container(bits: int) -> int | None:
    """Return the smallest container for `bits` bits."""
    return next((width for width in CONTAINERS if bits <= width), None)


@functools.cache
def exact_container(bounds: Interval) -> int | None:
    """Return the smallest container that fits every value, signed if a value is negative."""
    return next((width for width in CONTAINERS if bounds.fits(width, signed=not bounds.natural)), None)


def required(bounds: Interval, need: int) -> int:
    """Return the smallest container for the low `need` bits of a value, or for the whole value if that is smaller."""
    widths = [width for width in (container(need), exact_container(bounds)) if width is not None]
    if not widths:
        raise NoRepresentation(f"no container of at most {WIDE} bits fits this value")
    return min(widths)


def common(first: Interval, second: Interval) -> tuple[int, bool]:
    """Return the smallest container, and its kind, in which both values are exact."""
    both = first.join(second)
    width = exact_container(both)
    if width is None:
        raise NoRepresentation(f"no container of at most {WIDE} bits fits both values")
    return width, not both.natural


def wrapped(value: int, width: int, signed: bool) -> int:
    """Return `value` modulo 2**width, in the range of the dtype."""
    low = value & ((1 << width) - 1)
    return low - (1 << width) if signed and low >> (width - 1) else low


def is_plain(code: CodeText) -> bool:
    """Return True if code is a name or a number, which needs no name of its own."""
    text = code.text.removeprefix("-")
    return code.level >= UNARY and (text.isidentifier() or text[0].isdigit())
