"""Contracts of approximations: which results they allow, and the range of allowed results.

    allowed(form, values, {"a": patterns}, results)      # True for each lane whose result the contract allows
    ranges(form, values, {"a": patterns}, results)       # least and greatest allowed result of each lane

A bound is compared in double precision twice, in favor of the result and against it, each time by more than the error
of a double. Where the two differ, and for results in double precision, exact fractions decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import types
from ptxisa.isa.forms import Contract, Form, Promise, Values, holds, type_of
from ptxisa.numbers import arithmetic, doubles, exact, formats
from ptxisa.numbers.enclosures import Bounds, enclosure, fraction, interval, nearest, quantity
from ptxisa.numbers.exact import Number
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import Lanes

Truth = NDArray[np.bool_]

_FIRST = 64
"""Bits of the first enclosures that decide exactly."""
_MOST = 1024
"""Bits of the last enclosures; a result that is even closer to the end of its range is allowed.

The hyperbolic tangent of a large number differs from 1 by less than any number of bits can show.
"""
_SLACK = 2 * arithmetic.WRONG
"""Upper bound of the relative error of an estimate, and of what is computed from it."""
_ESTIMATES: dict[str, Callable[..., Lanes]] = {
    "divide": np.divide,
    "reciprocal": np.reciprocal,
    "root": np.sqrt,
    **arithmetic.LIBRARY,
}
_CLASSES: dict[str, Callable[[Lanes, float], Truth]] = {
    "nan": lambda x, least: np.isnan(x),
    "inf": lambda x, least: np.isinf(x),
    "zero": lambda x, least: x == 0,
    "subnormal": lambda x, least: (x != 0) & (np.abs(x) < least),
    "normal": lambda x, least: (np.abs(x) >= least) & np.isfinite(x),
}
"""Predicates that classify values; `least` is the smallest normal number of the format."""


class PatternColumn(NamedTuple):
    """An operand or a result of every lane: bit patterns of a format."""

    patterns: Lanes
    form: Format

    def numbers(self) -> Lanes:
        """Return the numbers as doubles, which represent them exactly."""
        with np.errstate(invalid="ignore"):
            if doubles.is_narrow(self.form):
                return doubles.decode(self.patterns, self.form)
            return self.patterns.view(np.float64)

    def at(self, lanes: NDArray[np.intp]) -> PatternColumn:
        """Return the patterns of some lanes."""
        return PatternColumn(self.patterns[lanes], self.form)

    def belong(self, name: str) -> Truth:
        """Return True for numbers of a class such as `normal`, or of one sign: `+zero`, `-inf`."""
        numbers = self.numbers()
        members = _CLASSES[name.lstrip("+-")](numbers, _least(self.form))
        return members & (np.signbit(numbers) == (name[0] == "-")) if name[0] in "+-" else members


def allowed(form: Form, values: Values, given: Mapping[str, Lanes | int], results: Lanes) -> Truth:
    """Return True for each lane whose result the contract of a form allows; without a promise, every result is.

    Args:
        form: The form.
        values: Slot values of the variant.
        given: Bit patterns of the operands that the form reads, one for all lanes or an array.
        results: Bit patterns of the operand that it writes, an array.
    """
    within = np.ones(len(results), bool)
    if form.contract is None:
        return within
    written = next(operand for operand in form.operands if operand.written)
    for index in range(types.known()[type_of(written, values)].elements):
        operands = {
            operand.name: _element(np.broadcast_to(given[operand.name], results.shape), type_of(operand, values), index)
            for operand in form.operands
            if not operand.written
        }
        within &= _allowed(form.contract, values, operands, _element(results, type_of(written, values), index))
    return within


def _element(patterns: Lanes, type_: str, index: int) -> PatternColumn:
    """Return element `index` of packed patterns."""
    form = formats.known()[types.known()[type_].element or type_]
    shift, mask = (patterns.dtype.type(number) for number in (index * form.bits, (1 << form.bits) - 1))
    return PatternColumn((patterns >> shift & mask).astype(arithmetic.word_of(form)), form)


def _allowed(
    contract: Contract, values: Values, operands: Mapping[str, PatternColumn], results: PatternColumn
) -> Truth:
    """Return True for allowed results of one element; the first promise that applies decides each lane."""
    flush = contract.flush is not None and holds(contract.flush, values)
    # An instruction may read the upper bits of an operand alone, and zero instead of a subnormal number.
    columns = {}
    for name, (patterns, form) in operands.items():
        if contract.upper_bits:
            cut = patterns.dtype.type(form.bits - contract.upper_bits)
            patterns = patterns >> cut << cut
        if flush:
            sign = patterns.dtype.type(1 << form.sign_bit)
            patterns = np.where(PatternColumn(patterns, form).belong("subnormal"), patterns & sign, patterns)
        columns[name] = PatternColumn(patterns, form)
    within = np.ones(len(results.patterns), bool)
    rest = np.arange(len(within))
    for promise in contract.promises:
        if not holds(promise.when, values):
            continue
        applies = _applies(promise, {name: column.at(rest) for name, column in columns.items()}, len(rest))
        lanes, rest = rest[applies], rest[~applies]
        result = results.at(lanes)
        if promise.kind != "result":
            inputs = [column.at(lanes) for column in columns.values()]
            within[lanes] = ErrorBound(contract.function, promise, inputs, result, flush).allowed()
        elif promise.value.lstrip("+-") in _CLASSES:
            within[lanes] = result.belong(promise.value)
        elif promise.value.startswith("0x"):
            within[lanes] = result.patterns == int(promise.value, 16)
        else:
            within[lanes] = result.numbers() == nearest(promise.value)
    return within


def _applies(promise: Promise, operands: Mapping[str, PatternColumn], count: int) -> Truth:
    """Return True for lanes whose operands meet the conditions of a promise."""
    applies = np.ones(count, bool)
    for key, condition in promise.operands.items():
        column = operands[key.strip("|")]
        if isinstance(condition, str) and condition[0] in "[(":
            low, high = interval(condition)
            numbers = np.abs(column.numbers()) if key[0] == "|" else column.numbers()
            applies &= (low <= numbers) & (numbers <= high)
        else:
            names = (condition,) if isinstance(condition, str) else condition
            applies &= np.logical_or.reduce([column.belong(name) for name in names])
    return applies


class ErrorBound:
    """Comparison of results with an error bound.

    Where the exact value is zero, infinite or NaN, the result must be too. An error in ulp is measured from the
    correctly rounded value, other errors from the exact value. Half of the last bit is always allowed.
    """

    def __init__(
        self, function: str, promise: Promise, operands: Sequence[PatternColumn], results: PatternColumn, flush: bool
    ) -> None:
        self.function, self.promise, self.operands, self.results, self.flush = (
            function, promise, operands, results, flush,
        )  # fmt: skip
        self.form = results.form
        self.least = _least(self.form)
        self.beyond = Fraction(2) ** (self.form.exponent_mask - self.form.bias)

    def allowed(self) -> Truth:
        """Return True for allowed results."""
        if not all(doubles.is_narrow(column.form) for column in (*self.operands, self.results)):
            return self.exactly(np.arange(len(self.results.patterns)))
        # Exact fractions are a loop in Python over the few lanes that are that close to the bound.
        with np.errstate(all="ignore"):
            within, doubtful = self.by_doubles()
        within[doubtful] = self.exactly(doubtful)
        return within

    def by_doubles(self) -> tuple[Truth, NDArray[np.intp]]:
        """Return the answer in double precision, and the lanes for which it may be wrong."""
        value = _ESTIMATES[self.function](*(column.numbers() for column in self.operands))
        results = self.results.numbers()
        special = ~np.isfinite(value) | (value == 0)
        same = (results == value) & (np.signbit(results) == np.signbit(value))
        same |= np.isnan(results) & np.isnan(value)
        strict, lenient = (self.near(value, results, slack) for slack in (_SLACK, -_SLACK))
        return np.where(special, same, strict), np.flatnonzero(~special & (strict != lenient))

    def near(self, value: Lanes, results: Lanes, slack: float) -> Truth:
        """Return True for results within the bound of a value.

        With a positive `slack`, the error of the value counts against results, with a negative one in their favor.
        """
        if self.promise.kind == "ulp":
            value, slack = self.rounded.numbers(), 0.0
        # Infinity counts as the first power of two above the format, so that overflow has a distance, too.
        beyond = float(self.beyond)
        value, results = (np.where(np.isinf(x), np.copysign(beyond, x), x) for x in (value, results))
        size = np.abs(value)
        bound = self.bound(size * (1 - slack)) * (1 - slack)
        within: Truth = np.abs(results - value) + slack * size <= bound
        within |= (np.abs(results) == beyond) & (size * (1 - slack) >= beyond) & (results * value > 0)
        if self.flush:
            within &= np.abs(results) >= self.least
            within |= (results == 0) & (size * (1 + slack) - bound < self.least)
        return within

    def bound(self, size: Lanes) -> Lanes:
        """Return the largest error of results for values of these magnitudes."""
        _, exponent = np.frexp(np.clip(size, self.least, float(self.beyond / 2)))
        last = np.ldexp(1.0, exponent - self.form.precision)
        unit = {"ulp": last, "relative": size, "absolute": 1.0}[self.promise.kind]
        largest: Lanes = np.maximum(nearest(self.promise.value) * unit, last / 2)
        return largest

    @cached_property
    def rounded(self) -> PatternColumn:
        """Correctly rounded values."""
        operands, function = self.operands, self.function
        if function == "reciprocal":
            dividend = np.asarray(exact.round_to(exact.integer(1), self.form, "rn"), arithmetic.word_of(self.form))
            operands, function = [PatternColumn(dividend, self.form), *operands], "divide"
        patterns, names = zip(*((column.patterns, column.form.name) for column in operands), strict=True)
        return PatternColumn(arithmetic.rounded(function, patterns, names, self.form.name, "rn", ""), self.form)

    def exactly(self, lanes: NDArray[np.intp]) -> Truth:
        """Return the answer for lanes that need more than double precision."""
        return np.fromiter((self.lane_exactly(int(lane)) for lane in lanes), bool, len(lanes))

    def lane_exactly(self, lane: int) -> bool:
        """Return True if the result of a lane is allowed, by enclosures of the exact value with more and more bits."""
        operands = tuple(exact.decode(int(column.patterns[lane]), column.form) for column in self.operands)
        result = exact.decode(int(self.results.patterns[lane]), self.form)
        bits = _FIRST
        while True:
            value = enclosure(self.function, operands, bits)
            if isinstance(value, Number):
                same = value.sign == result.sign and value.is_zero == result.is_zero
                return value.kind == result.kind and (value.kind == "nan" or same)
            if self.promise.kind == "ulp":
                value = Bounds(*2 * (self.number(exact.decode(int(self.rounded.patterns[lane]), self.form)),))
            limit = quantity(self.promise.value).between(bits)
            verdict = self.exactly_near(value, result, limit, lenient=True)
            if bits >= _MOST or verdict == self.exactly_near(value, result, limit, lenient=False):
                return verdict
            bits *= 2

    def exactly_near(self, value: Bounds, result: Number, limit: Bounds, *, lenient: bool) -> bool:
        """Return the answer by the ends of enclosures that are in favor of the result (`lenient`) or against it."""
        if result.kind == "nan":
            return False
        number = self.number(result)
        sizes = sorted(map(abs, value))
        far, close = (sizes[1], sizes[0]) if lenient else (sizes[0], sizes[1])
        bound = self.exact_bound(far, limit.high if lenient else limit.low)
        short = max(value.low - number, number - value.high)
        long = max(value.high - number, number - value.low)
        within = (short if lenient else long) <= bound
        within |= abs(number) == self.beyond and far >= self.beyond and (number > 0) == (value.low > 0)
        if self.flush:
            within = close - bound < self.least if number == 0 else within and abs(number) >= self.least
        return within

    def number(self, x: Number) -> Fraction:
        """Return a number as a fraction; infinity is the least power of two above the format."""
        if x.kind == "infinite":
            return -self.beyond if x.sign else self.beyond
        return fraction(x)

    def exact_bound(self, size: Fraction, limit: Fraction) -> Fraction:
        """Return the largest error of a result for a value of this magnitude, as a fraction."""
        inside = min(max(size, Fraction(self.least)), self.beyond / 2)
        # The exponent of the greatest power of two that is at most `inside`.
        exponent = inside.numerator.bit_length() - inside.denominator.bit_length()
        exponent -= Fraction(2) ** exponent > inside
        last = Fraction(2) ** (exponent - self.form.fraction)
        unit = {"ulp": last, "relative": size, "absolute": Fraction(1)}[self.promise.kind]
        return max(limit * unit, last / 2)


def _least(form: Format) -> float:
    """Return the smallest normal number of a format."""
    return 2.0 ** (form.least + form.fraction)


# --- ranges of allowed results ---

Ranks = NDArray[np.int64]
"""Positions in the order of all results that are finite or infinite: 0 is +0, -1 is -0."""
Judge = Callable[[Lanes], Truth]
"""Function that returns True for allowed results, one for each lane."""
_LONGEST = 1 << 61
"""Longest step of the search; a larger one, added to a position, would exceed 64 bits."""


class Ranges(NamedTuple):
    """Least and greatest allowed result of each lane, as bit patterns; elements of packed results are independent."""

    low: Lanes
    high: Lanes


def flushes(form: Form, values: Values) -> bool:
    """Return True if no result of a variant may be subnormal."""
    contract = form.contract
    return contract is not None and contract.flush is not None and holds(contract.flush, values)


def ranges(form: Form, values: Values, given: Mapping[str, Lanes | int], results: Lanes) -> Ranges:
    """Return the ranges of allowed results.

    Patterns are ordered as their numbers are, -0 below +0, NaNs beyond the infinities. The order is taken as a circle,
    so that all NaNs are one range, from the first positive to the last negative one, and all patterns another.

    Args:
        form: The form.
        values: Slot values of the variant.
        given: Bit patterns of the operands that the form reads.
        results: Results that are allowed, where the search starts.
    """
    written = next(operand for operand in form.operands if operand.written)
    type_ = types.known()[type_of(written, values)]
    format_ = formats.known()[type_.element or type_.name]
    low, high = results.copy(), results.copy()
    for index in range(type_.elements):
        place = ResultElement(format_, flushes(form, values), index * (type_.stride or format_.bits), results)
        for array, end in zip(
            (low, high), place.ends(lambda patterns: allowed(form, values, given, patterns)), strict=True
        ):
            array[...] = place.put(end, array)
    return Ranges(low, high)


class ResultElement:
    """One element of packed results, and the search for its range."""

    def __init__(self, format_: Format, flush: bool, shift: int, results: Lanes) -> None:
        self.format, self.results, self.word = format_, results, results.dtype.type
        self.shift, self.mask = self.word(shift), self.word((1 << format_.bits) - 1)
        self.infinity = format_.exponent_mask << format_.fraction
        # Without subnormal numbers, the least normal number follows 0.
        self.skipped = (1 << format_.fraction) - 1 if flush else 0

    def put(self, element: Lanes, results: Lanes) -> Lanes:
        """Return results with another element."""
        replaced: Lanes = (results & ~(self.mask << self.shift)) | (element.astype(self.word) << self.shift)
        return replaced

    def ends(self, judge: Judge) -> tuple[Lanes, Lanes]:
        """Return the least and the greatest allowed element."""
        ranks = self.ranks()
        low, high = (self.patterns(self.furthest(ranks, sign, judge)) for sign in (-1, 1))
        sign = 1 << self.format.sign_bit
        nan = self.infinity + 1
        is_nan, anything = judge(self.put(self.constant(nan), self.results)), np.ones(len(ranks), bool)
        for pattern in (0, self.infinity, self.infinity | sign):
            anything &= is_nan & judge(self.put(self.constant(pattern), self.results))
        low[is_nan], high[is_nan] = nan, nan | sign
        low[anything], high[anything] = 2 * sign - 1, sign - 1
        return low, high

    def constant(self, pattern: int) -> Lanes:
        """Return an element for every result."""
        return np.full(len(self.results), pattern, np.uint64)

    def ranks(self) -> Ranks:
        """Return the positions of the results; NaNs, which have none, are taken for infinities."""
        elements = (self.results >> self.shift & self.mask).astype(np.int64)
        sizes = elements & ((1 << self.format.sign_bit) - 1)
        sizes = np.clip(sizes, self.skipped, self.infinity) - self.skipped
        ranks: Ranks = np.where(elements >> self.format.sign_bit & 1, -sizes - 1, sizes)
        return ranks

    def patterns(self, ranks: Ranks) -> Lanes:
        """Return the elements at positions."""
        sizes = np.where(ranks < 0, -ranks - 1, ranks)
        sizes = np.where(sizes == 0, 0, sizes + self.skipped).astype(np.uint64)
        elements: Lanes = np.where(ranks < 0, sizes | np.uint64(1 << self.format.sign_bit), sizes)
        return elements

    def furthest(self, ranks: Ranks, sign: int, judge: Judge) -> Ranks:
        """Return the last allowed position in a direction: by steps that double, then by halving the last step."""
        last = sign * (self.infinity - self.skipped) - (sign < 0)
        inside: Ranks = ranks.copy()
        step = 1
        growing = inside != last
        while growing.any():
            near = sign * inside >= sign * (last - sign * step)
            moved = np.where(near, last, inside + sign * step)
            good = growing & judge(self.put(self.patterns(moved), self.results))
            inside = np.where(good, moved, inside)
            growing = good & (inside != last)
            step = min(2 * step, _LONGEST)
        while step := step // 2:
            beyond = sign * inside > sign * (last - sign * step)  # The last position is then too far as well.
            moved = np.where(beyond, last, inside + sign * step)
            inside = np.where(judge(self.put(self.patterns(moved), self.results)), moved, inside)
        return inside
