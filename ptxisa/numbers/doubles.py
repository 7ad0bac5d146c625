"""Arithmetic of narrow formats in double precision, rounded once: equal to `ptxisa.numbers.exact`, and fast.

A *narrow* format has at most 24 bits of precision and an exponent no longer than that of single precision. Results
of operations on such numbers are made *odd*: where the double nearest to the exact result is not that result, the one
of its two neighbours is taken whose last bit is set. Rounding an odd double to a narrow format gives what rounding
the exact result would have given, since a double has more than two bits more.

Where the comment of a line says that it is exact, that follows from the 24 bits that operands have at most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from ptxisa.numbers import exact
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.twofold import halves, in_two, odd, two_sum

_FRACTION = 52
_BIAS = 1023
_ROUNDING: dict[str, Callable[..., Lanes]] = {"rn": np.rint, "rz": np.trunc, "rm": np.floor, "rp": np.ceil}
_MAGNITUDE = np.int64((1 << 63) - 1)


def is_narrow(form: Format) -> bool:
    """Whether this module knows the format."""
    return form.precision <= 24 and form.exponent <= 8 and form.zero


# --- patterns to doubles ---


def decode(pattern: Lanes, form: Format) -> Lanes:
    """The numbers that patterns of a narrow format stand for, as float64; NaNs and infinities stay such."""
    if form.bits <= 8:
        numbers: Lanes = _table(form)[pattern & pattern.dtype.type((1 << form.bits) - 1)]
        return numbers
    if (form.exponent, form.fraction, form.bits) == (5, 10, 16):
        return pattern.astype(np.uint16).view(np.float16).astype(np.float64)
    # What is left has the exponent of single precision and stands at the top of a word.
    word = pattern.astype(np.uint32) << np.uint32(32 - form.bits)
    if form.low:
        word = word >> np.uint32(form.low) << np.uint32(form.low)
    found: Lanes = word.view(np.float32).astype(np.float64)
    return found


@lru_cache
def _table(form: Format) -> Lanes:
    """Every number of a small format, its pattern as index."""
    return np.array([_number(exact.decode(pattern, form)) for pattern in range(1 << form.bits)])


def _number(x: exact.Number) -> float:
    size = {"nan": np.nan, "infinite": np.inf}.get(x.kind, float(x.significand) * 2.0**x.exponent)
    return -size if x.sign else size


# --- operations, each with an odd result ---


def add(x: Lanes, y: Lanes, mode: str) -> Lanes:
    total, missing = two_sum(x, y)
    found = odd(total, missing)
    if mode == "rm":
        # The sum of opposite numbers is -0 then; that of two zeros +0 stays.
        found = np.where(total == 0, np.where(np.signbit(x) | np.signbit(y), -0.0, 0.0), found)
    return found


def multiply(x: Lanes, y: Lanes, _mode: str) -> Lanes:
    found: Lanes = x * y  # Exact: 48 bits.
    return found


def fma(x: Lanes, y: Lanes, z: Lanes, mode: str) -> Lanes:
    return add(x * y, z, mode)


def divide(x: Lanes, y: Lanes, _mode: str) -> Lanes:
    quotient = x / y
    high, low = halves(quotient)
    rest = (x - high * y) - low * y  # Both products are exact, and so is the first difference.
    return odd(quotient, np.where(np.signbit(y), -rest, rest))


def root(x: Lanes, _mode: str) -> Lanes:
    found = np.sqrt(x)
    high, low = halves(found)
    rest = ((x - high * high) - 2 * high * low) - low * low  # All but the last difference are exact.
    return odd(found, rest)


def value(x: Lanes, _mode: str) -> Lanes:
    return x


# --- integers ---


def from_integer(x: Lanes) -> Lanes:
    """Integers of a signed or unsigned dtype, made odd where a double has too few bits."""
    return x.astype(np.float64) if x.dtype.itemsize < 8 else odd(*in_two(x))


def integral(x: Lanes, mode: str) -> Lanes:
    """Numbers rounded to integers; zeros have the sign of the number."""
    if mode == "rna":
        away: Lanes = np.copysign(_whole(x, mode), x)
        return away
    return _ROUNDING[mode](x)


def to_integer(x: Lanes, bits: int, signed: bool, mode: str) -> Lanes:
    """Numbers rounded to integers and clamped to a type of up to 64 bits; two's complement, NaNs as 0."""
    whole = integral(x, mode)
    least, most = (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1)) if signed else (0.0, 2.0**bits)
    inside = (whole >= least) & (whole < most)
    found: Lanes = np.where(inside, whole, 0.0).astype(np.int64 if signed else np.uint64).view(np.uint64)
    found = np.where(whole >= most, np.uint64((1 << (bits - signed)) - 1), found)
    found = np.where(whole < least, np.uint64((1 << (bits - 1)) * signed), found)
    cut: Lanes = found & np.uint64((1 << bits) - 1)
    return cut


# --- doubles to patterns ---


def encode(x: Lanes, form: Format, mode: str, option: str) -> Lanes:
    """Round odd doubles to a narrow format; see `ptxisa.numbers.exact.round_to`."""
    if (form.exponent, form.fraction, form.low) == (8, 23, 0) and mode != "rna" and option != "finite":
        return _to_single(x, form, mode, option)
    bits = x.view(np.int64) & _MAGNITUDE
    least = _BIAS + form.least
    exponent = np.maximum(bits >> np.int64(_FRACTION), np.int64(least + form.fraction))
    # Division by the value of the last bit that is kept.
    scale = ((np.int64(2 * _BIAS + form.fraction) - exponent) << np.int64(_FRACTION)).view(np.float64)
    kept = _whole(x * scale, mode).astype(np.int64)
    body = ((exponent - np.int64(least + form.fraction)) << np.int64(form.fraction)) + kept
    if option == "flush":
        body = np.where(_is_tiny(x, form, mode), np.int64(0), body)
    return _finished(x, body, bits, form, mode, option)


def _finished(x: Lanes, body: Lanes, bits: Lanes, form: Format, mode: str, option: str) -> Lanes:
    """With what is beyond the greatest number, NaNs and the sign."""
    infinite = bits == np.int64(0x7FF << _FRACTION)
    beyond = (body > np.int64(form.largest >> form.low)) | infinite
    if form.infinities and option != "finite":
        stops = _toward_zero(x, mode) & ~infinite
        top = np.int64(form.exponent_mask << form.fraction)
        body = np.where(beyond, np.where(stops, np.int64(form.largest >> form.low), top), body)
    else:
        body = np.where(beyond, np.int64(form.largest >> form.low), body)
    body = body << np.int64(form.low)
    negative = np.signbit(x)
    body = body | negative.astype(np.int64) << np.int64(form.sign_bit) if form.signed else np.where(negative, 0, body)
    found: Lanes = np.where(np.isnan(x), np.int64(form.no_number), body)
    return found


def _whole(x: Lanes, mode: str) -> Lanes:
    """The magnitudes of numbers rounded to integers."""
    if mode == "rna":
        size = np.abs(x)
        down = np.floor(size)
        found: Lanes = down + (size - down >= 0.5)
        return found
    return np.abs(_ROUNDING[mode](x))


def _toward_zero(x: Lanes, mode: str) -> Lanes:
    """Where the mode makes magnitudes smaller."""
    if mode in ("rm", "rp"):
        found: Lanes = np.signbit(x) == (mode == "rp")
        return found
    return np.full(x.shape, mode == "rz")


def _is_tiny(x: Lanes, form: Format, mode: str) -> Lanes:
    """Where numbers are below the normal ones when they are rounded with an exponent without bounds."""
    normal, unit = 2.0 ** (form.least + form.fraction), 2.0**form.least
    size = np.abs(x)
    if mode in ("rn", "rna"):
        found: Lanes = size < normal - unit / 4
        return found
    return np.where(_toward_zero(x, mode), size < normal, size <= normal - unit / 2)


def _to_single(x: Lanes, form: Format, mode: str, option: str) -> Lanes:
    """The processor rounds to nearest; the other modes go back from there."""
    nearest = x.astype(np.float32)
    bits = nearest.view(np.int32)
    if mode != "rn":
        outward = np.copysign(1, x).astype(np.int32)
        back = nearest.astype(np.float64)
        moves: dict[str, Callable[[], Lanes]] = {
            "rz": lambda: -(np.abs(back) > np.abs(x)).astype(np.int32),
            "rm": lambda: -outward * (back > x),
            "rp": lambda: outward * (back < x),
        }
        bits = bits + moves[mode]()
    if option == "flush":
        bits = np.where(_is_tiny(x, form, mode), bits & np.int32(-(1 << 31)), bits)
    found: Lanes = np.where(np.isnan(x), np.int32(form.no_number), bits).view(np.uint32)
    return found


def fma_to_nearest_single(form: Format, option: str, x: Lanes, y: Lanes, z: Lanes) -> Lanes:
    """`x * y + z` of single precision, to nearest: only ties and small results need more than a plain sum."""
    total = x * y + z
    found: Lanes = total.astype(np.float32).view(np.uint32)
    bits = total.view(np.uint64)
    tie = (bits & np.uint64(0x1FFFFFFF)) == np.uint64(0x10000000)
    doubtful = tie | ~(np.abs(total) > 2.0**-125)
    if doubtful.any():
        at = np.nonzero(doubtful)
        found[at] = encode(add(x[at] * y[at], z[at], "rn"), form, "rn", option)
    return found
