"""Any format on NumPy arrays, by integers: decode to parts, operate on them, round them.

    round_to(add(decode(x, f64), decode(y, f64)), f64, "rz")

`Parts` are numbers, one element per lane. Their significand has 128 bits, the highest of which is set unless the number
is zero. Where more bits were lost below, the lowest bit is set: it is *sticky*, so that rounding to any format sees
on which side of a number or of a tie the exact value is. Significands of formats have at most 53 bits, so products are
exact, and sums lose bits only where these are far below the last bit of a result.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ptxisa.numbers import wide
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import Lanes, leading_zeros
from ptxisa.numbers.wide import Wide

_TOP = 127
_64 = np.uint64(64)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


class Parts(NamedTuple):
    """Numbers `significand * 2**exponent` with a sign, infinities and NaNs.

    Attributes:
        sign: True for negative numbers.
        exponent: Exponents of the last bit, int64.
        significand: Pair of uint64 arrays, low half first.
        nan: True for NaNs; the other attributes have no meaning there.
        infinite: True for infinities, which have a sign only.
        opposite: True for zeros that are sums of opposite numbers: the rounding mode decides their sign.
    """

    sign: Lanes
    exponent: Lanes
    significand: Wide
    nan: Lanes
    infinite: Lanes
    opposite: Lanes

    @property
    def zero(self) -> Lanes:
        """True for zeros: the highest bit of the significand is missing. Meaningless for infinities and NaNs."""
        empty: Lanes = (self.significand[1] >> np.uint64(63)) == 0
        return empty


def no(x: Lanes) -> Lanes:
    """Return False for every lane."""
    return np.zeros(x.shape, np.bool_)


def decode(pattern: Lanes, form: Format) -> Parts:
    """Return the numbers of bit patterns."""
    x = pattern.astype(np.uint64)
    sign = (x >> np.uint64(form.sign_bit) & _ONE).astype(np.bool_) if form.signed else no(x)
    body = x >> np.uint64(form.low) & np.uint64((1 << (form.exponent + form.fraction)) - 1)
    field, fraction = body >> np.uint64(form.fraction), body & np.uint64(form.fraction_mask)
    if form.infinities:
        top = field == np.uint64(form.exponent_mask)
        nan, infinite = top & (fraction != 0), top & (fraction == 0)
    else:
        nan, infinite = no(body) if form.nan is None else body == np.uint64(form.nan >> form.low), no(body)
    normal = field != 0 if form.zero else np.ones(x.shape, np.bool_)
    significand = fraction | normal.astype(np.uint64) << np.uint64(form.fraction)
    exponent = np.maximum(field.astype(np.int64), 1 if form.zero else 0) - (form.bias + form.fraction)
    return normalized(sign, exponent, wide.from_unsigned(significand), nan, infinite)


def from_integer(value: Lanes) -> Parts:
    """Return integers of a signed or unsigned dtype as numbers."""
    sign = value < 0 if value.dtype.kind == "i" else no(value)
    wide_value = value.astype(np.int64 if value.dtype.kind == "i" else np.uint64).view(np.uint64)
    magnitude = np.where(sign, ~wide_value + _ONE, wide_value)
    exponent = np.zeros(value.shape, np.int64)
    return normalized(sign, exponent, wide.from_unsigned(magnitude), no(value), no(value))


def normalized(sign: Lanes, exponent: Lanes, significand: Wide, nan: Lanes, infinite: Lanes) -> Parts:
    """Return numbers with significands shifted so that their highest set bit is at the top."""
    low, high = np.broadcast_arrays(*significand)
    above = high != 0
    distance = leading_zeros(np.where(above, high, low), 64).astype(np.uint64) + np.where(above, _ZERO, _64)
    moved = wide.shift_left((low, high), distance)
    return Parts(sign, exponent - distance.astype(np.int64), moved, nan, infinite, no(sign))


def shift_right_sticky(x: Wide, distance: Lanes) -> Wide:
    """Shift right by int64 distances that are not negative; the lowest bit is set where a bit is lost."""
    places = np.minimum(distance, 128).astype(np.uint64)
    moved = wide.shift_right(x, places)
    back = wide.shift_left(moved, places)
    lost = ~wide.equal(back, x)
    return moved[0] | lost.astype(np.uint64), moved[1]


def negate(x: Parts) -> Parts:
    """Return `-x`."""
    return x._replace(sign=~x.sign)


def add(x: Parts, y: Parts) -> Parts:
    """Return `x + y`, exact but for bits that the sticky bit represents."""
    # The larger exponent first; a zero has none. A bit is sticky only far below the last bit that rounding keeps, so
    # that a difference rounds as the exact one does.
    in_order = y.zero | (~x.zero & (x.exponent >= y.exponent))
    large, small = _where(in_order, x, y), _where(in_order, y, x)
    # Both are shifted by one place, so that there is room for the carry.
    first = shift_right_sticky(large.significand, np.ones(1, np.int64))
    distance = np.where(small.zero, 0, large.exponent - small.exponent)
    second = shift_right_sticky(small.significand, distance + 1)
    same = x.sign == y.sign
    total = wide.where(same, wide.add(first, second), wide.subtract(first, second))
    borrowed = ~same & (total[1] >> np.uint64(63) != 0)
    total = wide.where(borrowed, wide.negate(total), total)
    nan = x.nan | y.nan | (x.infinite & y.infinite & ~same)
    infinite = (x.infinite | y.infinite) & ~nan
    result = normalized(large.sign ^ borrowed, large.exponent + 1, total, nan, infinite)
    sign = np.where(x.infinite, x.sign, np.where(y.infinite, y.sign, result.sign))
    empty = result.zero & ~infinite & ~nan
    return result._replace(sign=np.where(empty, x.sign & y.sign, sign), opposite=empty & ~same)


def _where(test: Lanes, x: Parts, y: Parts) -> Parts:
    """Return `x` where the test is true, else `y`."""
    return Parts(
        np.where(test, x.sign, y.sign),
        np.where(test, x.exponent, y.exponent),
        wide.where(test, x.significand, y.significand),
        np.where(test, x.nan, y.nan),
        np.where(test, x.infinite, y.infinite),
        np.where(test, x.opposite, y.opposite),
    )


def multiply(x: Parts, y: Parts) -> Parts:
    """Return `x * y`, exact for numbers with at most 64 bits each, as all formats have."""
    nan = x.nan | y.nan | (x.infinite & y.zero & ~y.infinite) | (y.infinite & x.zero & ~x.infinite)
    infinite = (x.infinite | y.infinite) & ~nan
    product = wide.product(x.significand[1], y.significand[1])
    return normalized(x.sign ^ y.sign, x.exponent + y.exponent + 128, product, nan, infinite)


def divide(x: Parts, y: Parts) -> Parts:
    """Return `x / y` of numbers with at most 64 bits each: 64 bits, and a sticky bit."""
    x_zero, y_zero = x.zero & ~x.infinite, y.zero & ~y.infinite
    nan = x.nan | y.nan | (x.infinite & y.infinite) | (x_zero & y_zero)
    infinite = (x.infinite | y_zero) & ~nan
    divisor = np.where(y.zero, np.uint64(1 << 63), y.significand[1])
    # Half of the dividend is less than the divisor, so the quotient fits in a word.
    low = (x.significand[1] & _ONE) << np.uint64(63)
    quotient, rest = _divide_words(x.significand[1] >> _ONE, low, divisor)
    empty = y.infinite | x_zero
    significand = (np.where(empty, _ZERO, (rest != 0).astype(np.uint64)), np.where(empty, _ZERO, quotient))
    return normalized(x.sign ^ y.sign, x.exponent - y.exponent - 63 - 64, significand, nan, infinite)


def _divide_words(high: Lanes, low: Lanes, divisor: Lanes) -> tuple[Lanes, Lanes]:
    """Return quotient and remainder of `high * 2**64 + low` by a divisor with its top bit set, greater than `high`.

    Two digits of 32 bits, by algorithm D of Knuth (volume 2, section 4.3.1): an estimated digit of a normalized divisor
    is too large by at most 2, so two corrections suffice.
    """
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    d1, d0 = divisor >> half, divisor & mask
    quotient = np.zeros(high.shape, np.uint64)
    rest = high
    for part in (low >> half, low & mask):
        digit = rest // d1
        remainder = rest - digit * d1
        for _ in range(2):
            excess = (digit > mask) | ((remainder <= mask) & (digit * d0 > (remainder << half | part)))
            digit = digit - excess
            remainder = remainder + np.where(excess, d1, _ZERO)
        rest = (rest << half | part) - digit * divisor
        quotient = quotient << half | digit
    return quotient, rest


def square_root(x: Parts) -> Parts:
    """Return the square root of numbers with at most 64 bits: 64 bits, and a sticky bit."""
    odd = x.exponent & 1 != 0
    nan = x.nan | (x.sign & ~(x.zero & ~x.infinite))
    infinite = x.infinite & ~nan
    # The exponent is made even; the radicand keeps all of its bits.
    word = x.significand[1]
    radicand = (np.where(odd, word << np.uint64(63), _ZERO), np.where(odd, word >> _ONE, word))
    exponent = np.where(odd, x.exponent + 1, x.exponent)
    root = wide.integer_root(radicand)
    exact = wide.equal(wide.product(root, root), radicand)
    significand = ((~exact).astype(np.uint64), root)
    return normalized(x.sign, exponent // 2 - 64, significand, nan, infinite)


# --- rounding ---


def round_to(x: Parts, form: Format, mode: str, option: str = "", random: Lanes | None = None) -> Lanes:
    """Round numbers to a format; see `ptxisa.numbers.exact.round_to`. Returns patterns as uint64."""
    top = x.exponent + (_TOP + form.bias)
    field = np.maximum(top, 1 if form.zero else 0)
    kept, rest = _cut(x, 128 - form.precision + (field - top))
    kept = kept + _increment(x, kept, rest, mode, random)
    hidden = (kept >> np.uint64(form.fraction)) != 0
    # A significand that was rounded up to the next power of two carries into the exponent by itself.
    base = np.where(hidden | (not form.zero), field.astype(np.uint64) << np.uint64(form.fraction), _ZERO)
    body = base + kept - np.where(hidden, np.uint64(1 << form.fraction), _ZERO)
    empty = x.zero | _is_tiny(x, top, form, mode) if option == "flush" else x.zero
    body = np.where(empty, _ZERO, body)
    beyond = (field.astype(np.int64) > form.exponent_mask) | (body > np.uint64(form.largest >> form.low)) | x.infinite
    # Where a number beyond the greatest one becomes the greatest, and not infinite.
    if option == "finite" or not form.infinities:
        stops = ~no(x.sign)
    else:
        stops = {"rz": ~no(x.sign), "rm": ~x.sign, "rp": x.sign}.get(mode, no(x.sign)) & ~x.infinite
    infinity = np.uint64(form.exponent_mask << form.fraction << form.low)
    limit = np.where(stops, np.uint64(form.largest), infinity)
    body = np.where(beyond & (x.infinite | ~x.zero), limit, body << np.uint64(form.low))
    if form.signed:
        sign = np.where(x.opposite, mode == "rm", x.sign)
        body = body | sign.astype(np.uint64) << np.uint64(form.sign_bit)
    else:
        body = np.where(x.sign, _ZERO, body)
    patterns: Lanes = np.where(x.nan, np.uint64(form.no_number), body)
    return patterns


def _is_tiny(x: Parts, top: Lanes, form: Format, mode: str) -> Lanes:
    """Return True where a number is below the normal ones after rounding to the precision of the format alone."""
    kept, rest = _cut(x, np.full(1, 128 - form.precision))
    carried = kept + _increment(x, kept, rest, mode if mode != "rs" else "rz", None) >> np.uint64(form.precision) != 0
    tiny: Lanes = top + carried < 1
    return tiny


def _cut(x: Parts, distance: Lanes) -> tuple[Lanes, Wide]:
    """Return significands without their lowest `distance` (75 or more) bits, and the bits cut, at the top of 128."""
    places = np.minimum(distance, 128).astype(np.uint64)
    kept = wide.shift_right(x.significand, places)[0]
    rest = wide.shift_left(x.significand, np.uint64(128) - places)
    further = shift_right_sticky(rest, np.maximum(distance - 128, 0))
    return kept, further


def _increment(x: Parts, kept: Lanes, rest: Wide, mode: str, random: Lanes | None) -> Lanes:
    """Return 1 where the bits that were cut round up, as uint64."""
    top = rest[1] >> np.uint64(63) != 0
    more = (rest[1] << _ONE | rest[0]) != 0
    if mode == "rn":
        up = top & (more | (kept & _ONE != 0))
    elif mode == "rna":
        up = top
    elif mode == "rs":
        assert random is not None, "stochastic rounding needs random bits"
        # The upper 64 bits that were cut, in units in which random bits are the upper 32: a carry out of the sum.
        addend = random.astype(np.uint64) << np.uint64(32)
        up = addend + rest[1] < addend
    else:
        up = (top | more) & {"rz": no(x.sign), "rp": ~x.sign, "rm": x.sign}[mode]
    result: Lanes = up.astype(np.uint64)
    return result


def integral(x: Parts, mode: str) -> Parts:
    """Round numbers with at most 64 bits to integers."""
    kept, rest = _cut(x, np.maximum(-x.exponent, 64))
    size = wide.from_unsigned(kept + _increment(x, kept, rest, mode, None))
    whole = normalized(x.sign, np.zeros_like(x.exponent), size, x.nan, x.infinite)
    return _where(x.exponent > -64, x, whole)


def to_integer(x: Parts, bits: int, signed: bool, mode: str) -> Lanes:
    """Round numbers to integers of up to 64 bits and clamp them; two's complement as uint64, NaNs as 0."""
    most = (1 << (bits - signed)) - 1
    least = 1 << (bits - 1) if signed else 0
    # Numbers of 2**64 or more are clamped anyway; of all others, what is left fits in a word.
    whole = np.maximum(-x.exponent, 64)
    kept, rest = _cut(x, whole)
    size = kept + _increment(x, kept, rest, mode, None)
    carried = size < kept
    beyond = (x.exponent > -64) | carried | x.infinite
    limit = np.where(x.sign, np.uint64(least), np.uint64(most))
    size = np.where((beyond & ~(x.zero & ~x.infinite)) | (size > limit), limit, size)
    size = np.where(x.zero & ~x.infinite, _ZERO, size)
    return np.where(x.nan, _ZERO, np.where(x.sign, ~size + _ONE, size))
