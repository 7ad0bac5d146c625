"""Whether results of approximations are what their contracts allow.

A bound is compared in double precision, once in favour of the result and once against it, each time by more than the
double may be wrong. Where that makes a difference, and in double precision itself, exact fractions decide.
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
"""Bits of the first bounds that decide exactly."""
_MOST = 1024
"""Bits of the last bounds: a result that is nearer to the end of its range is allowed.

The hyperbolic tangent of a large number is 1 but for less than any bits show.
"""
_SLACK = 2 * arithmetic.WRONG
"""More than an estimate, and what is computed from it, is wrong by."""
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
"""What tells members of a class, by the least normal number of their format."""


class Column(NamedTuple):
    """An operand or a result: bit patterns of a format."""

    patterns: Lanes
    form: Format

    def numbers(self) -> Lanes:
        """As doubles, all of them exact."""
        with np.errstate(invalid="ignore"):
            return doubles.decode(self.patterns, self.form) if doubles.is_narrow(self.form) else _double(self.patterns)

    def at(self, lanes: NDArray[np.intp]) -> Column:
        return Column(self.patterns[lanes], self.form)

    def belong(self, name: str) -> Truth:
        """Whether numbers are of a class, perhaps of one sign alone."""
        numbers = self.numbers()
        members = _CLASSES[name.lstrip("+-")](numbers, _least(self.form))
        return members & (np.signbit(numbers) == (name[0] == "-")) if name[0] in "+-" else members


def allowed(form: Form, values: Values, given: Mapping[str, Lanes | int], results: Lanes) -> Truth:
    """For each lane, whether the contract of a form allows a result; it does where it promises nothing.

    `given` has patterns of the operands that the form reads, one for all lanes or an array; `results` those of the one
    that it writes.
    """
    found = np.ones(len(results), bool)
    if form.contract is None:
        return found
    written = next(operand for operand in form.operands if operand.written)
    for index in range(types.known()[type_of(written, values)].elements):
        operands = {
            operand.name: _element(np.broadcast_to(given[operand.name], results.shape), type_of(operand, values), index)
            for operand in form.operands
            if not operand.written
        }
        found &= _allowed(form.contract, values, operands, _element(results, type_of(written, values), index))
    return found


def _element(patterns: Lanes, type_: str, index: int) -> Column:
    form = formats.known()[types.known()[type_].element or type_]
    shift, mask = (patterns.dtype.type(number) for number in (index * form.bits, (1 << form.bits) - 1))
    return Column((patterns >> shift & mask).astype(arithmetic.word_of(form)), form)


def _allowed(contract: Contract, values: Values, operands: Mapping[str, Column], results: Column) -> Truth:
    """The first promise that fits decides each lane."""
    flush = contract.flush is not None and holds(contract.flush, values)
    operands = {name: _taken(one, contract.upper_bits, flush) for name, one in operands.items()}
    found = np.ones(len(results.patterns), bool)
    rest = np.arange(len(found))
    for promise in contract.promises:
        if holds(promise.when, values):
            fits = _fits(promise, {name: one.at(rest) for name, one in operands.items()}, len(rest))
            lanes, rest = rest[fits], rest[~fits]
            chosen = [one.at(lanes) for one in operands.values()]
            found[lanes] = _kept(contract.function, promise, chosen, results.at(lanes), flush)
    return found


def _taken(one: Column, upper_bits: int | None, flush: bool) -> Column:
    """An operand as it counts: cut, and a zero if it is subnormal."""
    patterns, form = one
    if upper_bits:
        cut = patterns.dtype.type(form.bits - upper_bits)
        patterns = patterns >> cut << cut
    if flush:
        sign = patterns.dtype.type(1 << form.sign_bit)
        patterns = np.where(Column(patterns, form).belong("subnormal"), patterns & sign, patterns)
    return Column(patterns, form)


def _fits(promise: Promise, operands: Mapping[str, Column], count: int) -> Truth:
    """Whether the operands are as the promise says."""
    found = np.ones(count, bool)
    for key, wanted in promise.operands.items():
        one = operands[key.strip("|")]
        if isinstance(wanted, str) and wanted[0] in "[(":
            low, high = interval(wanted)
            numbers = np.abs(one.numbers()) if key[0] == "|" else one.numbers()
            found &= (low <= numbers) & (numbers <= high)
        else:
            names = (wanted,) if isinstance(wanted, str) else wanted
            found &= np.logical_or.reduce([one.belong(name) for name in names])
    return found


def _kept(function: str, promise: Promise, operands: Sequence[Column], results: Column, flush: bool) -> Truth:
    """Whether results are as the promise says."""
    if promise.kind == "result":
        return _is_result(promise.value, results)
    return _Bound(function, promise, operands, results, flush).kept()


def _is_result(value: str, results: Column) -> Truth:
    """Whether results are of a class, a number, or one pattern."""
    if value.lstrip("+-") in _CLASSES:
        return results.belong(value)
    found: Truth = results.patterns == int(value, 16) if value[:2] == "0x" else results.numbers() == nearest(value)
    return found


class _Bound:
    """Results against a bound: what is zero, infinite or no number must be so, and all others are near enough.

    An error in units of the last bit is that from the correctly rounded value, other errors are those from the exact
    one. No result need be nearer than half of its last bit.
    """

    def __init__(
        self, function: str, promise: Promise, operands: Sequence[Column], results: Column, flush: bool
    ) -> None:
        self.function, self.promise, self.operands, self.results, self.flush = (
            function, promise, operands, results, flush,
        )  # fmt: skip
        self.form = results.form
        self.least = _least(self.form)
        self.beyond = Fraction(2) ** (self.form.exponent_mask - self.form.bias)

    def kept(self) -> Truth:
        if not all(doubles.is_narrow(one.form) for one in (*self.operands, self.results)):
            return self.exactly(np.arange(len(self.results.patterns)))
        with np.errstate(all="ignore"):
            found, doubtful = self.by_doubles()
        found[doubtful] = self.exactly(doubtful)
        return found

    def by_doubles(self) -> tuple[Truth, NDArray[np.intp]]:
        """What doubles say, and for which lanes they may be wrong."""
        value = _ESTIMATES[self.function](*(one.numbers() for one in self.operands))
        results = self.results.numbers()
        special = ~np.isfinite(value) | (value == 0)
        same = (results == value) & (np.signbit(results) == np.signbit(value))
        same |= np.isnan(results) & np.isnan(value)
        strict, lenient = (self.near(value, results, slack) for slack in (_SLACK, -_SLACK))
        return np.where(special, same, strict), np.flatnonzero(~special & (strict != lenient))

    def near(self, value: Lanes, results: Lanes, slack: float) -> Truth:
        """Whether results are near enough to a value wrong by at most `slack`, against them or, below 0, for them."""
        if self.promise.kind == "ulp":
            value, slack = self.rounded.numbers(), 0.0
        beyond = float(self.beyond)
        value, results = (np.where(np.isinf(x), np.copysign(beyond, x), x) for x in (value, results))
        size = np.abs(value)
        bound = self.bound(size * (1 - slack)) * (1 - slack)
        found: Truth = np.abs(results - value) + slack * size <= bound
        found |= (np.abs(results) == beyond) & (size * (1 - slack) >= beyond) & (results * value > 0)
        if self.flush:
            found &= np.abs(results) >= self.least
            found |= (results == 0) & (size * (1 + slack) - bound < self.least)
        return found

    def bound(self, size: Lanes) -> Lanes:
        """How far results may be from values of these sizes."""
        _, exponent = np.frexp(np.clip(size, self.least, float(self.beyond / 2)))
        last = np.ldexp(1.0, exponent - self.form.precision)
        unit = {"ulp": last, "relative": size, "absolute": 1.0}[self.promise.kind]
        found: Lanes = np.maximum(nearest(self.promise.value) * unit, last / 2)
        return found

    @cached_property
    def rounded(self) -> Column:
        """The values, rounded correctly."""
        operands, function = self.operands, self.function
        if function == "reciprocal":
            one = np.asarray(exact.round_to(exact.integer(1), self.form, "rn"), arithmetic.word_of(self.form))
            operands, function = [Column(one, self.form), *operands], "divide"
        patterns, names = tuple(one.patterns for one in operands), tuple(one.form.name for one in operands)
        return Column(arithmetic.rounded(function, patterns, names, self.form.name, "rn", ""), self.form)

    def exactly(self, lanes: NDArray[np.intp]) -> Truth:
        """Lanes that need more than double precision."""
        return np.fromiter((self.one(int(lane)) for lane in lanes), bool, len(lanes))

    def one(self, lane: int) -> bool:
        operands = tuple(exact.decode(int(one.patterns[lane]), one.form) for one in self.operands)
        result = exact.decode(int(self.results.patterns[lane]), self.form)
        bits = _FIRST
        while True:
            value = enclosure(self.function, operands, bits)
            if isinstance(value, Number):
                return value.kind == result.kind and (value.kind == "nan" or _is_same(value, result))
            if self.promise.kind == "ulp":
                value = Bounds(*2 * (self.number(exact.decode(int(self.rounded.patterns[lane]), self.form)),))
            limit = quantity(self.promise.value).between(bits)
            verdict = self.exactly_near(value, result, limit, lenient=True)
            if bits >= _MOST or verdict == self.exactly_near(value, result, limit, lenient=False):
                return verdict
            bits *= 2

    def exactly_near(self, value: Bounds, result: Number, limit: Bounds, *, lenient: bool) -> bool:
        """Like `near`, by the ends of the bounds that are for the result or against it."""
        if result.kind == "nan":
            return False
        number = self.number(result)
        sizes = sorted(map(abs, value))
        far, close = (sizes[1], sizes[0]) if lenient else (sizes[0], sizes[1])
        bound = self.exact_bound(far, limit.high if lenient else limit.low)
        short = max(value.low - number, number - value.high)
        long = max(value.high - number, number - value.low)
        found = (short if lenient else long) <= bound
        found |= abs(number) == self.beyond and far >= self.beyond and (number > 0) == (value.low > 0)
        if self.flush:
            found = close - bound < self.least if number == 0 else found and abs(number) >= self.least
        return found

    def number(self, x: Number) -> Fraction:
        """A number, where an infinity stands for the least that is beyond the format."""
        if x.kind == "infinite":
            return -self.beyond if x.sign else self.beyond
        return fraction(x)

    def exact_bound(self, size: Fraction, limit: Fraction) -> Fraction:
        """Like `bound`."""
        inside = min(max(size, Fraction(self.least)), self.beyond / 2)
        last = Fraction(2) ** (_exponent(inside) - self.form.fraction)
        unit = {"ulp": last, "relative": size, "absolute": Fraction(1)}[self.promise.kind]
        return max(limit * unit, last / 2)


def _is_same(x: Number, y: Number) -> bool:
    """Of two infinities, or of a zero and a number."""
    return x.sign == y.sign and x.is_zero == y.is_zero


def _exponent(size: Fraction) -> int:
    """That of the greatest power of two that is not above a number."""
    found = size.numerator.bit_length() - size.denominator.bit_length()
    return found if Fraction(2) ** found <= size else found - 1


def _least(form: Format) -> float:
    """The least normal number of a format."""
    return 2.0 ** (form.least + form.fraction)


def _double(patterns: Lanes) -> Lanes:
    numbers: Lanes = patterns.view(np.float64)
    return numbers
