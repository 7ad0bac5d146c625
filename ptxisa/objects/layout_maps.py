"""The arithmetic of matrix layouts: expressions in symbols, digits of coordinates, swizzles, and the way back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ptxisa.isa.matrices import Axis, Digit, Pattern

Integers = npt.NDArray[np.int64]
Symbols = Mapping[str, int]

ADDRESS_UNITS = {"bit": 1, "byte": 8}
"""Outputs that add up to one address of shared memory, in bits."""
NOWHERE = -1
"""Output of places that hold no element, and input of elements that no place holds."""
_FACTOR = re.compile(r"([*/]?)([0-9]+|[A-Za-z_]+)")


class LayoutError(ValueError):
    """A layout whose numbers do not fit together."""


def evaluate(expression: str, symbols: Symbols) -> int:
    """Value of products and exact quotients such as `K/4/V`, from left to right."""
    value = 1
    for operator, factor in _FACTOR.findall(expression):
        number = int(factor) if factor.isdigit() else _symbol(factor, symbols)
        if operator != "/":
            value *= number
        elif number == 0 or value % number:
            raise LayoutError(f"{expression}: {value} is not divisible by {number}")
        else:
            value //= number
    return value


def _symbol(name: str, symbols: Symbols) -> int:
    if name not in symbols:
        raise LayoutError(f"unknown symbol {name!r}")
    return symbols[name]


def check(pattern: Pattern, symbols: Symbols) -> None:
    """Raise `LayoutError` unless every expression has a value."""
    for digit in (digit for axis in pattern.axes for digit in axis.digits):
        evaluate(digit.size, symbols)
        evaluate(digit.step, symbols)
    for _, start in pattern.origin:
        evaluate(start, symbols)


def size(axis: Axis, symbols: Symbols) -> int:
    """Number of values of an input."""
    return int(np.prod([evaluate(digit.size, symbols) for digit in axis.digits], dtype=np.int64))


def outputs(pattern: Pattern, symbols: Symbols) -> dict[str, Integers]:
    """Each output for every combination of inputs: arrays with one dimension for each axis.

    Places that hold no element, since another value of a parameter selects them, have `NOWHERE`.
    """
    sizes = tuple(size(axis, symbols) for axis in pattern.axes)
    origin = {name: evaluate(start, symbols) for name, start in pattern.origin}
    found: dict[str, Integers] = {name: np.full(sizes, origin.get(name, 0)) for name in output_names(pattern)}
    present = np.ones(sizes, bool)
    for dimension, axis in enumerate(pattern.axes):
        for digit, values in _digits(axis, symbols):
            along = values.reshape([-1 if other == dimension else 1 for other in range(len(sizes))])
            if digit.to:
                found[_output(pattern, digit)] += along * _unit(pattern, digit)
            elif digit.select:
                present &= along == _symbol(digit.select, symbols)
    if "address" in found:
        found["address"] = exchange(found["address"], pattern.exchanges)
    return {name: np.where(present, array, NOWHERE) for name, array in found.items()}


def output_names(pattern: Pattern) -> list[str]:
    """Outputs in the order of the tile, of the digits and of the origin; bytes and bits add up to the address."""
    digits = (_output(pattern, digit) for axis in pattern.axes for digit in axis.digits if digit.to)
    return list(dict.fromkeys([*(name for name, _ in pattern.tile), *digits, *(name for name, _ in pattern.origin)]))


def _output(pattern: Pattern, digit: Digit) -> str:
    return "address" if pattern.category == "shared" and digit.to in ADDRESS_UNITS else digit.to


def _unit(pattern: Pattern, digit: Digit) -> int:
    return ADDRESS_UNITS.get(digit.to, 1) if pattern.category == "shared" else 1


def _digits(axis: Axis, symbols: Symbols) -> list[tuple[Digit, Integers]]:
    """Each digit with what it adds, for every value of its axis."""
    index, found = np.arange(size(axis, symbols)), []
    for digit in axis.digits:
        count = evaluate(digit.size, symbols)
        found.append((digit, index % count * evaluate(digit.step, symbols)))
        index = index // count
    return found


def exchange(address: Integers, exchanges: Sequence[tuple[int, int]]) -> Integers:
    """Bit addresses after a swizzle: each pair flips the first bit of the byte address by the second."""
    result = address
    for bit, by in exchanges:
        result = result ^ ((address >> (by + 3) & 1) << (bit + 3))
    return result


class Inverse:
    """The input coordinates of outputs: `inverse[row, column]`, with integers, slices or arrays.

    Where several inputs have the same outputs, the first counts; where none has, indexing raises `IndexError`.
    """

    def __init__(self, found: Mapping[str, Integers], inputs: Mapping[str, int], result: type[Any]) -> None:
        self._inputs, self._result = tuple(inputs.values()), result
        flat = [array.reshape(-1) for array in found.values()]
        self.shape = tuple(int(array.max()) + 1 for array in flat)
        present = np.flatnonzero(flat[0] != NOWHERE)
        keys = np.ravel_multi_index([array[present] for array in flat], self.shape)
        self._keys, first = np.unique(keys, return_index=True)
        self._index = present[first]

    def __repr__(self) -> str:
        return f"<inverse of {' x '.join(map(str, self.shape))} places>"

    def __getitem__(self, at: Any) -> Any:
        """A named tuple of integers or arrays, one field for each input."""
        coordinates = self._coordinates(at if isinstance(at, tuple) else (at,))
        wanted = np.ravel_multi_index(coordinates, self.shape)
        where = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        if np.any(self._keys[where] != wanted):
            raise IndexError("no place holds this element")
        found = np.unravel_index(self._index[where], self._inputs)
        return self._result(*(int(one) if one.ndim == 0 else one for one in found))

    def _coordinates(self, at: tuple[Any, ...]) -> tuple[Any, ...]:
        """One array for each output; outputs that are left out at the end are 0."""
        if len(at) > len(self.shape):
            raise IndexError(f"{len(at)} coordinates, but the layout has {len(self.shape)}")
        every = (*at, *[0] * (len(self.shape) - len(at)))
        if any(isinstance(one, slice) for one in every):
            listed = [np.arange(size)[one] for one, size in zip(every, self.shape, strict=True)]
            kept = tuple(slice(None) if isinstance(one, slice) else 0 for one in every)
            every = tuple(grid[kept] for grid in np.ix_(*map(np.atleast_1d, listed)))
        for name, one, size in zip("012345", every, self.shape, strict=False):
            if np.any(np.less(one, 0)) or np.any(np.greater_equal(one, size)):
                raise IndexError(f"coordinate {name} is outside 0..{size - 1}")
        return tuple(np.broadcast_arrays(*every))
