"""Check that a matrix layout fills its tile: every element has the same number of places, at least one."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from generator.records.layouts import pattern
from generator.records.problems import Problem
from ptxisa.isa.matrices import MatrixElement, Pattern, Use
from ptxisa.objects.layouts import NOWHERE, LayoutError, evaluate, outputs, symbols, title

if TYPE_CHECKING:
    from generator.records.isa import Isa

MOST_CHOICES = 4
"""Values of a parameter that are tried beyond its least and its greatest."""


def layout_proofs(isa: Isa) -> Iterator[Problem]:
    """Check every use of every layout, with least, greatest and some other values of its parameters."""
    for record in isa.records("matrix_layout"):
        layout, proven = pattern(isa, record.data), functools.cache(misfit)
        for use in layout.uses:
            for element in use.types:
                what = f"{title(use)} .{element.name}"
                try:
                    for given in choices(layout, use, element):
                        what = ", ".join(
                            [f"{title(use)} .{element.name}", *(f"{name} {value}" for name, value in given.items())]
                        )
                        if problem := proven(*_numbers(layout, symbols(use, element, given))):
                            yield record.problem(("map",), f"{what}: {problem}")
                except LayoutError as error:
                    yield record.problem(("map",), f"{what}: {error}")


Symbols = tuple[tuple[str, int], ...]


def choices(pattern: Pattern, use: Use, element: MatrixElement) -> Iterator[dict[str, int]]:
    """Yield the defaults, then each size by itself at several of its values.

    Strides that the caller chooses are left at their defaults: others may let elements overlap.
    """
    fixed = symbols(use, element, {})
    strides = {digit.step for axis in pattern.axes for digit in axis.digits}
    values: dict[str, list[int]] = {}
    for parameter in use.parameters:
        if parameter.name not in strides:
            multiple = evaluate(parameter.multiple, fixed)
            first = -(-parameter.least // multiple) * multiple
            sizes = parameter.values or range(first, parameter.most + 1, multiple)
            values[parameter.name] = [*sizes[:MOST_CHOICES], sizes[-1]]
    least = {parameter.name: values[parameter.name][0] for parameter in use.parameters if not parameter.default}
    yield least
    for name, tried in values.items():
        yield from ({**least, name: value} for value in tried)


def misfit(pattern: Pattern, selected: Symbols) -> str:
    """Return the error of a map of numbers, or an empty text."""
    coordinates = outputs(pattern, dict(selected))
    flat = np.stack([array.reshape(-1) for array in coordinates.values()])
    flat = flat[:, (flat != NOWHERE).all(axis=0)]
    if not flat.size:
        return "no place holds an element"
    reached = flat.max(axis=1) + 1
    tile = [int(size) for _, size in pattern.tile] or reached.tolist()
    if (reached > tile).any():
        return f"the map leaves the tile: it reaches {reached.tolist()} of {tile}"
    times = np.bincount(np.ravel_multi_index(list(flat), tile), minlength=int(np.prod(tile)))
    if not pattern.tile:
        return "" if times.max() == 1 else "two elements have the same address"
    return "" if times.min() == times.max() else f"elements have from {times.min()} to {times.max()} places"


def _numbers(pattern: Pattern, values: dict[str, int]) -> tuple[Pattern, Symbols]:
    """Return the map with numbers for expressions, and what the parameters select: uses that agree need one proof."""

    def number(expression: str) -> str:
        return str(evaluate(expression, values))

    axes = tuple(
        axis._replace(
            digits=tuple(digit._replace(size=number(digit.size), step=number(digit.step)) for digit in axis.digits)
        )
        for axis in pattern.axes
    )
    selecting = {digit.select for axis in pattern.axes for digit in axis.digits if digit.select}
    tile = tuple((name, number(size)) for name, size in pattern.tile)
    origin = tuple((name, number(start)) for name, start in pattern.origin)
    return pattern._replace(axes=axes, uses=(), tile=tile, origin=origin), tuple(
        (name, evaluate(name, values)) for name in sorted(selecting)
    )
