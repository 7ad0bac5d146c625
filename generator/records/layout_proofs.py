"""A matrix layout fills its tile: each element has a place, and as many places as every other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from generator.records.problems import Problem
from generator.records.yaml_reader import Located
from ptxisa.isa.matrices import Parameter, Pattern, Use
from ptxisa.objects.layout_maps import NOWHERE, LayoutError, evaluate, outputs
from ptxisa.objects.layouts import symbols, title

if TYPE_CHECKING:
    from generator.records.isa import Isa

MOST_CHOICES = 4
"""Values of a parameter that are tried beyond its least and its greatest."""


def layout_proofs(isa: Isa) -> Iterator[Problem]:
    """Every use of every layout, with least, greatest and some other values of its parameters."""
    from generator.backends.matrices import pattern

    for record in isa.records("matrix_layout"):
        for use in (value := pattern(isa, record.data)).uses:
            yield from _use(record, value, use)


def _use(record: Located, pattern: Pattern, use: Use) -> Iterator[Problem]:
    for element in use.types:
        for given in choices(use):
            try:
                problem = _misfit(pattern, symbols(use, element, given))
            except LayoutError as error:
                problem = str(error)
            if problem:
                chosen = "".join(f", {name} {value}" for name, value in given.items())
                yield record.problem(("map",), f"{title(use)} .{element.name}{chosen}: {problem}")


def choices(use: Use) -> Iterator[dict[str, int]]:
    """Defaults, then each parameter by itself at several of its values."""
    least = {parameter.name: _values(parameter)[0] for parameter in use.parameters if not parameter.default}
    yield least
    for parameter in use.parameters:
        for value in _values(parameter):
            yield {**least, parameter.name: value}


def _values(parameter: Parameter) -> list[int]:
    """The least values of a parameter, and the greatest."""
    every = parameter.values or range(-(-parameter.least // parameter.multiple) * parameter.multiple, parameter.most + 1, parameter.multiple)
    return [*every[:MOST_CHOICES], every[-1]]


def _misfit(pattern: Pattern, found: dict[str, int]) -> str:
    """What is wrong with the map, if something is."""
    arrays = outputs(pattern, found)
    flat = np.stack([array.reshape(-1) for array in arrays.values()])
    flat = flat[:, (flat != NOWHERE).all(axis=0)]
    if not pattern.tile:
        return "" if len(np.unique(flat[0])) == flat.shape[1] else "two elements have the same address"
    tile = [evaluate(size, found) for _, size in pattern.tile]
    if (flat.max(axis=1) >= tile).any():
        return f"the map leaves the tile: it reaches {flat.max(axis=1).tolist()} of {tile}"
    times = np.bincount(np.ravel_multi_index(list(flat), tile), minlength=int(np.prod(tile)))
    return "" if times.min() == times.max() else f"elements have from {times.min()} to {times.max()} places"
