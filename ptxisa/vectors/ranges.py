"""The range of results that the contract of an approximation allows, for each lane.

Patterns of a format are ordered as their numbers are, -0 below +0, NaNs beyond the infinities. The order is taken as a
circle, so that all NaNs are one range, from the first positive to the last negative one, and all patterns another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import types
from ptxisa.isa.forms import Form, Values, holds, type_of
from ptxisa.numbers import formats
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import Lanes
from ptxisa.vectors.contract import Truth, allowed

Ranks = NDArray[np.int64]
"""Places in the order of all results that are finite or infinite: 0 is +0, -1 is -0."""
Judge = Callable[[Lanes], Truth]
"""Whether results, one for each lane, are allowed."""


_LONGEST = 1 << 61
"""The longest step; that of a word, added to a place, is beyond 64 bits."""


class Ranges(NamedTuple):
    """Least and greatest result that is allowed, as bit patterns, one for each lane; elements are judged separately."""

    low: Lanes
    high: Lanes


def flushes(form: Form, values: Values) -> bool:
    """Whether no result of a variant may be subnormal."""
    contract = form.contract
    return contract is not None and contract.flush is not None and holds(contract.flush, values)


def ranges(form: Form, values: Values, given: Mapping[str, Lanes | int], results: Lanes) -> Ranges:
    """What is allowed instead of `results`, which are."""
    written = next(operand for operand in form.operands if operand.written)
    type_ = types.known()[type_of(written, values)]
    format_ = formats.known()[type_.element or type_.name]
    low, high = results.copy(), results.copy()
    for index in range(type_.elements):
        place = _Place(format_, flushes(form, values), index * (type_.stride or format_.bits), results)
        for array, end in zip((low, high), place.ends(lambda found: allowed(form, values, given, found)), strict=True):
            array[...] = place.put(end, array)
    return Ranges(low, high)


class _Place:
    """One element of the results."""

    def __init__(self, format_: Format, flush: bool, shift: int, results: Lanes) -> None:
        self.format, self.results, self.word = format_, results, results.dtype.type
        self.shift, self.mask = self.word(shift), self.word((1 << format_.bits) - 1)
        self.infinity = format_.exponent_mask << format_.fraction
        # Without subnormal numbers, the least normal one is the next after 0.
        self.skipped = (1 << format_.fraction) - 1 if flush else 0

    def put(self, element: Lanes, results: Lanes) -> Lanes:
        """Results with another element."""
        found: Lanes = (results & ~(self.mask << self.shift)) | (element.astype(self.word) << self.shift)
        return found

    def ends(self, judge: Judge) -> tuple[Lanes, Lanes]:
        """The least and the greatest element that is allowed."""
        ranks = self.ranks()
        low, high = (self.patterns(self.furthest(ranks, sign, judge)) for sign in (-1, 1))
        sign = 1 << self.format.sign_bit
        nan = self.infinity + 1
        is_nan, anything = judge(self.put(self.constant(nan), self.results)), np.ones(len(ranks), bool)
        for one in (0, self.infinity, self.infinity | sign):
            anything &= is_nan & judge(self.put(self.constant(one), self.results))
        low[is_nan], high[is_nan] = nan, nan | sign
        low[anything], high[anything] = 2 * sign - 1, sign - 1
        return low, high

    def constant(self, pattern: int) -> Lanes:
        return np.full(len(self.results), pattern, np.uint64)

    def ranks(self) -> Ranks:
        """Where the results are in the order; NaNs, which are not, are taken for infinities."""
        elements = (self.results >> self.shift & self.mask).astype(np.int64)
        sizes = elements & ((1 << self.format.sign_bit) - 1)
        sizes = np.clip(sizes, self.skipped, self.infinity) - self.skipped
        found: Ranks = np.where(elements >> self.format.sign_bit & 1, -sizes - 1, sizes)
        return found

    def patterns(self, ranks: Ranks) -> Lanes:
        """The elements at places in the order."""
        sizes = np.where(ranks < 0, -ranks - 1, ranks)
        sizes = np.where(sizes == 0, 0, sizes + self.skipped).astype(np.uint64)
        found: Lanes = np.where(ranks < 0, sizes | np.uint64(1 << self.format.sign_bit), sizes)
        return found

    def furthest(self, ranks: Ranks, sign: int, judge: Judge) -> Ranks:
        """The last allowed place in a direction: by steps that double, then by halves of the last."""
        last = sign * (self.infinity - self.skipped) - (sign < 0)
        inside, step = ranks.copy(), 1
        growing = inside != last
        while growing.any():
            near = sign * inside >= sign * (last - sign * step)
            moved = np.where(near, last, inside + sign * step)
            good = growing & judge(self.put(self.patterns(moved), self.results))
            inside = np.where(good, moved, inside)
            growing = good & (inside != last)
            step = min(2 * step, _LONGEST)
        return self.by_halves(inside, step, sign, last, judge)

    def by_halves(self, inside: Ranks, bad: int, sign: int, last: int, judge: Judge) -> Ranks:
        """The last allowed place, if steps of the length `bad` are too long for every lane."""
        while bad := bad // 2:
            beyond = sign * inside > sign * (last - sign * bad)  # Then the last place is too far as well.
            moved = np.where(beyond, last, inside + sign * bad)
            inside = np.where(judge(self.put(self.patterns(moved), self.results)), moved, inside)
        return inside
