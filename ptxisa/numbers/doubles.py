"""Arithmetic of narrow formats in double precision, rounded once: equal to `ptxisa.numbers.exact`, and fast.

A *narrow* format has at most 24 bits of precision and an exponent no longer than that of single precision. A result
goes through double precision without double rounding because it is *odd* there: where the double nearest to the exact
result is not that result, the neighbor whose last bit is set is taken. Rounding an odd double to p bits gives what
rounding the exact result would have given, if a double has at least p + 2 bits (Boldo and Melquiond 2008; see
`ptxisa.numbers.twofold`). 53 bits are more than the 26 that are needed, also where a result is subnormal in the
narrow format, since doubles have more exponents.

Comments that call an operation exact rely on the 24 bits that operands have at most.
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
"""Bits of the fraction of a double, and bias of its exponent."""
_ROUNDING: dict[str, Callable[..., Lanes]] = {"rn": np.rint, "rz": np.trunc, "rm": np.floor, "rp": np.ceil}
_MAGNITUDE = np.int64((1 << 63) - 1)


def is_narrow(form: Format) -> bool:
    """Return True for a format that this module supports."""
    return form.precision <= 24 and form.exponent <= 8 and form.zero


# --- patterns to doubles ---


def decode(pattern: Lanes, form: Format) -> Lanes:
    """Return the numbers of patterns of a narrow format as float64; NaNs and infinities stay such."""
    if form.bits <= 8:
        numbers: Lanes = _table(form)[pattern & pattern.dtype.type((1 << form.bits) - 1)]
        return numbers
    if (form.exponent, form.fraction, form.bits) == (5, 10, 16):
        with np.errstate(invalid="ignore"):
            return pattern.astype(np.uint16).view(np.float16).astype(np.float64)
    # The remaining formats have the exponent of single precision: at the top of a word they are single precision.
    word = pattern.astype(np.uint32) << np.uint32(32 - form.bits)
    if form.low:
        word = word >> np.uint32(form.low) << np.uint32(form.low)
    with np.errstate(invalid="ignore"):  # NumPy warns where a signaling NaN becomes quiet.
        singles: Lanes = word.view(np.float32).astype(np.float64)
    return singles


@lru_cache
def _table(form: Format) -> Lanes:
    """Return every number of a small format, indexed by its pattern."""
    numbers = []
    for pattern in range(1 << form.bits):
        x = exact.decode(pattern, form)
        size = {"nan": np.nan, "infinite": np.inf}.get(x.kind, float(x.significand) * 2.0**x.exponent)
        numbers.append(-size if x.sign else size)
    return np.array(numbers)


# --- operations, each with an odd result ---


def add(x: Lanes, y: Lanes, mode: str) -> Lanes:
    """Return `x + y`, rounded to odd; the sign of an exact zero depends on the mode."""
    total, missing = two_sum(x, y)
    result = odd(total, missing)
    if mode == "rm":
        # IEEE 754, section 6.3: the sum of opposite numbers is -0 then; that of two +0 stays +0.
        result = np.where(total == 0, np.where(np.signbit(x) | np.signbit(y), -0.0, 0.0), result)
    return result


def multiply(x: Lanes, y: Lanes, _mode: str) -> Lanes:
    """Return `x * y`, which is exact: 48 bits."""
    product: Lanes = x * y
    return product


def fma(x: Lanes, y: Lanes, z: Lanes, mode: str) -> Lanes:
    """Return `x * y + z`, rounded to odd: the product is exact."""
    return add(x * y, z, mode)


def divide(x: Lanes, y: Lanes, _mode: str) -> Lanes:
    """Return `x / y`, rounded to odd by the sign of its remainder."""
    quotient = x / y
    high, low = halves(quotient)
    # A half has 26 bits and a narrow number 24, so both products are exact, and so is the first difference.
    rest = (x - high * y) - low * y
    return odd(quotient, np.where(np.signbit(y), -rest, rest))


def root(x: Lanes, _mode: str) -> Lanes:
    """Return the square root, rounded to odd by the sign of its remainder."""
    nearest = np.sqrt(x)
    high, low = halves(nearest)
    # (high + low)**2 term by term; all but the last difference are exact.
    rest = ((x - high * high) - 2 * high * low) - low * low
    return odd(nearest, rest)


def value(x: Lanes, _mode: str) -> Lanes:
    """Return `x` itself: it is exact."""
    return x


def fma_to_nearest_single(form: Format, option: str, x: Lanes, y: Lanes, z: Lanes) -> Lanes:
    """Return patterns of `x * y + z` in single precision, to nearest.

    A plain sum rounded twice is wrong only where the double is a tie between two singles, or where the single is
    subnormal and has fewer bits; these lanes are computed with an odd sum. A sum of 0 is exact: the product of two
    singles is at least 2**-298, far above the least double.
    """
    total = x * y + z
    result: Lanes = total.astype(np.float32).view(np.uint32)
    bits = total.view(np.uint64)
    # The 29 bits that a single lacks are 1 followed by zeros.
    doubtful = (bits & np.uint64(0x1FFFFFFF)) == np.uint64(0x10000000)
    doubtful |= ~(np.abs(total) > 2.0**-125)
    if doubtful.any():
        doubtful &= total != 0
        at = np.nonzero(doubtful)
        result[at] = encode(add(x[at] * y[at], z[at], "rn"), form, "rn", option)
    return result


# --- integers ---


def from_integer(x: Lanes) -> Lanes:
    """Return integers of a signed or unsigned dtype, rounded to odd where a double has too few bits."""
    return x.astype(np.float64) if x.dtype.itemsize < 8 else odd(*in_two(x))


def integral(x: Lanes, mode: str) -> Lanes:
    """Round numbers to integers; zeros have the sign of the number."""
    if mode == "rna":
        away: Lanes = np.copysign(_whole(x, mode), x)
        return away
    return _ROUNDING[mode](x)


def to_integer(x: Lanes, bits: int, signed: bool, mode: str) -> Lanes:
    """Round numbers to integers of up to 64 bits and clamp them; two's complement as uint64, NaNs as 0."""
    whole = integral(x, mode)
    # The bounds are powers of two, which are doubles; the greatest integer may be none.
    least, most = (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1)) if signed else (0.0, 2.0**bits)
    inside = (whole >= least) & (whole < most)
    integers: Lanes = np.where(inside, whole, 0.0).astype(np.int64 if signed else np.uint64).view(np.uint64)
    integers = np.where(whole >= most, np.uint64((1 << (bits - signed)) - 1), integers)
    integers = np.where(whole < least, np.uint64((1 << (bits - 1)) * signed), integers)
    cut: Lanes = integers & np.uint64((1 << bits) - 1)
    return cut


# --- doubles to patterns ---


def encode(x: Lanes, form: Format, mode: str, option: str) -> Lanes:
    """Round odd doubles to a narrow format.

    Args:
        x: Doubles, exact or rounded to odd.
        form: Narrow format.
        mode: Rounding mode; see `ptxisa.numbers.exact.round_to`.
        option: "", "finite" or "flush"; see there.

    Returns:
        Patterns as int64 or uint32.
    """
    if (form.exponent, form.fraction, form.low) == (8, 23, 0) and mode != "rna" and option != "finite":
        return _to_single(x, form, mode, option)
    bits = x.view(np.int64) & _MAGNITUDE
    least = _BIAS + form.least
    exponent = np.maximum(bits >> np.int64(_FRACTION), np.int64(least + form.fraction))
    # Division by the value of the last bit that is kept; subnormal results share that of the least normal ones.
    scale = ((np.int64(2 * _BIAS + form.fraction) - exponent) << np.int64(_FRACTION)).view(np.float64)
    kept = _whole(x * scale, mode).astype(np.int64)
    # The hidden bit of `kept` counts one in the exponent, and a carry into the next power of two one more.
    body = ((exponent - np.int64(least + form.fraction)) << np.int64(form.fraction)) + kept
    if option == "flush":
        body = np.where(_is_tiny(x, form, mode), np.int64(0), body)
    # Overflow: modes that round toward zero stop at the greatest number, but an infinite operand stays infinite.
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
    # A format without a sign, ue8m0, has 0 for every negative number.
    body = body | negative.astype(np.int64) << np.int64(form.sign_bit) if form.signed else np.where(negative, 0, body)
    patterns: Lanes = np.where(np.isnan(x), np.int64(form.no_number), body)
    return patterns


def _whole(x: Lanes, mode: str) -> Lanes:
    """Return the magnitudes of numbers rounded to integers."""
    if mode == "rna":
        # NumPy has no such rounding, and `floor(size + 0.5)` is wrong just below 0.5, where the sum rounds up to 1.
        size = np.abs(x)
        down = np.floor(size)
        away: Lanes = down + (size - down >= 0.5)
        return away
    return np.abs(_ROUNDING[mode](x))


def _toward_zero(x: Lanes, mode: str) -> Lanes:
    """Return True where the mode makes magnitudes smaller."""
    if mode in ("rm", "rp"):
        smaller: Lanes = np.signbit(x) == (mode == "rp")
        return smaller
    return np.full(x.shape, mode == "rz")


def _is_tiny(x: Lanes, form: Format, mode: str) -> Lanes:
    """Return True where a number is below the normal ones after rounding with an exponent without bounds.

    With such an exponent the last bit below the least normal number is half a `unit`. To nearest, numbers from a
    quarter of a unit below it on become the least normal number; away from zero, numbers less than half a unit below.
    """
    normal, unit = 2.0 ** (form.least + form.fraction), 2.0**form.least
    size = np.abs(x)
    if mode in ("rn", "rna"):
        tiny: Lanes = size < normal - unit / 4
        return tiny
    return np.where(_toward_zero(x, mode), size < normal, size <= normal - unit / 2)


def _to_single(x: Lanes, form: Format, mode: str, option: str) -> Lanes:
    """Round odd doubles to single precision: the processor rounds to nearest, the other modes go back from there."""
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
    patterns: Lanes = np.where(np.isnan(x), np.int32(form.no_number), bits).view(np.uint32)
    return patterns
