"""The content of one set: its header, and the lines of each class of inputs.

What a result may be is one of three things, and the header says which as `compare`: "equal" to the output; equal
but for the bits that are `open` ("mask"); or between `low` and `high` ("range"). See `vectors.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import types
from ptxisa.numbers import formats
from ptxisa.numbers.patterns import Bits, array_of, dtype_of, integer
from ptxisa.numbers.primitives import open_bits
from ptxisa.run.implementation import REFERENCE, VECTOR
from ptxisa.run.warp import ACTIVE
from ptxisa.vectors.lines import Columns, Text, digits, lines, warp_digits
from ptxisa.vectors.ranges import flushes, ranges
from ptxisa.vectors.samples import Sample, exhaustive, samples
from ptxisa.vectors.sets import Port, VectorSet
from ptxisa.vectors.warp_samples import executing, of_thread

FORMAT, VERSION = "ptxisa-vectors", 1
EDGES = 256
"""At most this many vectors of edges, and of lanes apart, a set; a seeded choice where there are more."""
OTHERS = 96
"""At most this many vectors of every other class, or as many as are drawn at random."""
_WARP_EDGES = ("edges", "one-lane-apart")
Index = NDArray[np.intp]


class Options(NamedTuple):
    """How many vectors: `random` in each random class; with `full`, all of every class."""

    random: int = 32
    seed: int = 1
    full: bool = False

    def most(self, class_: str) -> int:
        """The bound of a class."""
        return EDGES if class_ in _WARP_EDGES else max(OTHERS, self.random)


class Rows(NamedTuple):
    """The vectors of one class: inputs and outputs by name, of all threads; and which of these are vectors.

    `marks` are the open bits of outputs, by name, of the chosen threads alone.
    """

    class_: str
    inputs: Mapping[str, Bits]
    outputs: Mapping[str, Bits]
    threads: Index
    marks: Mapping[str, Bits]

    def chosen(self, name: str) -> Bits:
        """An output of the chosen threads."""
        found: Bits = self.outputs[name][self.threads]
        return found


def rows(one: VectorSet, options: Options) -> Iterator[Rows]:
    """The vectors of a set, class by class."""
    for sample in classes(one, options):
        threads = chosen_threads(sample, options)
        if ACTIVE not in sample.values:
            sample = Sample(sample.id, {name: array[threads] for name, array in sample.values.items()})
            threads = np.arange(len(threads))
        yield Rows(sample.id, sample.values, _results(one, sample), threads, _marks(one, sample, threads))


def _results(one: VectorSet, sample: Sample) -> dict[str, Bits]:
    """The outputs by name, of all threads; an operand that must be a constant is one for each of its values."""
    constants = [port.name for port in one.inputs if port.kind == "immediate"]
    results = {port.name: np.zeros(len(sample), dtype_of(port.bits)) for port in one.outputs}
    if not constants:
        _compute(one, sample.values, results, slice(None))
        return results
    rows_ = np.stack([sample.values[name] for name in constants], axis=1)
    different, groups = np.unique(rows_, axis=0, return_inverse=True)
    for number, values in enumerate(different.tolist()):
        lanes = np.flatnonzero(groups.ravel() == number)
        chosen = {name: array[lanes] for name, array in sample.values.items()}
        _compute(one, {**chosen, **dict(zip(constants, values, strict=True))}, results, lanes)
    return results


def _compute(one: VectorSet, given: Mapping[str, Any], results: Mapping[str, Bits], lanes: Index | slice) -> None:
    """The results of some lanes, written to `results`."""
    function = one.function(VECTOR)
    values = {**given, **one.constants()}
    computed = function.function(*(values[name] for name in function.inputs))
    for port, result in zip(one.outputs, computed, strict=True):
        results[port.name][lanes] = result


def classes(one: VectorSet, options: Options) -> Iterator[Sample]:
    """Inputs of every class, before any are left out."""
    yield from samples(one.form, one.values, random=options.random, seed=options.seed)
    if options.full:
        yield from exhaustive(one.form, one.values)


def chosen_threads(sample: Sample, options: Options) -> Index:
    """The rows of a class that become vectors: of a large class a seeded choice, of warps the threads that execute."""
    everything = np.arange(len(sample))
    around = ACTIVE in sample.values
    if around:
        everything = np.flatnonzero(executing(sample.values))
    most = len(everything) if options.full else options.most(sample.id)
    if len(everything) <= most:
        return everything
    generator = np.random.default_rng(options.seed)
    if around:  # Some from every part, so that every warp counts.
        places = np.arange(most) + generator.random(most)
        return everything[(places * (len(everything) / most)).astype(np.intp)]
    return np.sort(generator.choice(everything, most, replace=False))


def _marks(one: VectorSet, sample: Sample, threads: Index) -> dict[str, Bits]:
    """The bits that the reference semantics leave open, of the chosen threads; nothing where none ever are."""
    if not one.marks:
        return {}
    reference, constants = one.function(REFERENCE), one.constants()
    found: list[list[int]] = [[] for _ in one.outputs]
    for index in threads:
        lane = {**of_thread(sample.values, int(index)), **constants}
        for column, result in zip(found, reference.function(*(lane[name] for name in reference.inputs)), strict=True):
            column.append(open_bits(result))
    return {port.name: array_of(column, port.bits) for port, column in zip(one.outputs, found, strict=True)}


class Content(NamedTuple):
    """What a file has."""

    header: dict[str, Any]
    lines: bytes
    vectors: int


def content(one: VectorSet, options: Options, more: Mapping[str, Any]) -> Content:
    """The header, with `more` in it, and all lines of a set."""
    found = list(rows(one, options))
    marked = any(_any(mask) for row in found for mask in row.marks.values())
    compare = "equal" if not marked else "range" if one.form.contract else "mask"
    text = b"".join(lines(row.class_, _columns(one, row, compare)) for row in found if len(row.threads))
    vectors = sum(len(row.threads) for row in found)
    return Content(header(one, compare, vectors, more), text, vectors)


def _any(mask: Bits) -> bool:
    return bool((mask != np.zeros(1, mask.dtype)).any())


def header(one: VectorSet, compare: str, vectors: int, more: Mapping[str, Any]) -> dict[str, Any]:
    """The first line of a set."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "form": one.form.id,
        "syntax": one.form.syntax,
        "opcodes": list(one.opcodes),
        "selectors": dict(one.selection),
        "target": one.on.name if one.on else None,
        "provenance": "model" if one.model else "contract",
        "compare": compare,
        "flush": compare == "range" and flushes(one.form, one.values),
        "inputs": [_described(port) for port in one.inputs],
        "outputs": [_described(port) for port in one.outputs],
        "vectors": vectors,
        **more,
    }


def _described(port: Port) -> dict[str, Any]:
    """A port for the header; what is bounded needs the format of its elements."""
    type_ = types.known()[port.type]
    format_ = formats.known().get(type_.element or type_.name)
    return {
        **port._asdict(),
        "elements": type_.elements,
        "element_bits": format_.bits if format_ else port.bits // type_.elements,
        "stride": type_.stride or port.bits // type_.elements,
        "fraction_bits": format_.fraction if format_ else 0,
    }


def _columns(one: VectorSet, row: Rows, compare: str) -> Columns:
    """The digits of a class, in the order in which a line has them."""
    given = [_digits(port, row) for port in one.inputs]
    names = [(port.name, port.bits) for port in one.outputs]
    columns = [("in", given), ("out", [digits(row.chosen(name), bits) for name, bits in names])]
    if compare == "mask":
        columns.append(("open", [digits(row.marks[name], bits) for name, bits in names]))
    if compare == "range":
        bits = one.outputs[0].bits
        columns += [(key, [digits(ends, bits)]) for key, ends in zip(("low", "high"), _ends(one, row), strict=True)]
    return columns


def _digits(port: Port, row: Rows) -> Text:
    array = row.inputs[port.name]
    if port.lanes > 1:
        return warp_digits(array, port.bits, row.threads)
    return digits(array[row.threads], port.bits)


def _ends(one: VectorSet, row: Rows) -> tuple[Bits, Bits]:
    """The range of results; the result itself where the semantics leave nothing open."""
    name = one.outputs[0].name
    results = row.chosen(name)
    found = ranges(one.form, one.values, row.inputs, results)
    marked = row.marks[name] != 0
    return np.where(marked, found.low, results), np.where(marked, found.high, results)


def as_integers(patterns: Bits) -> list[int]:
    """Patterns of any width."""
    return [integer(one) for one in patterns]
