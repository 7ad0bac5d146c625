"""Content of a set of test vectors: its header, and the lines of each class of inputs.

The header has `compare`: a result must be equal to the output ("equal"), equal except for the bits that are `open`
("mask"), or between `low` and `high` ("range"). See `vectors.schema.json`. Lines of a class have the same length, so
that they are made as one matrix of bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import types
from ptxisa.numbers import formats
from ptxisa.numbers.patterns import QUAD, Bits, array_of, dtype_of
from ptxisa.numbers.primitives import open_bits
from ptxisa.run.implementation import REFERENCE, VECTOR
from ptxisa.run.warp import ACTIVE, LANES
from ptxisa.vectors.contract import flushes, ranges
from ptxisa.vectors.reader import FORMAT, VERSION
from ptxisa.vectors.samples import Sample, executing, exhaustive, of_thread, samples
from ptxisa.vectors.sets import VectorPort, VectorSet

EDGES = 256
"""Most vectors of a set for edges, and for one lane that differs; a seeded choice where there are more."""
OTHERS = 96
"""Most vectors of every other class, unless more are drawn at random."""
_WARP_EDGES = ("edges", "one-lane-apart")
Index = NDArray[np.intp]


class VectorOptions(NamedTuple):
    """Number of vectors: `random` in each random class, all of every class with `full`; and the seed."""

    random: int = 32
    seed: int = 1
    full: bool = False

    def most(self, class_: str) -> int:
        """Return the largest number of vectors of a class."""
        return EDGES if class_ in _WARP_EDGES else max(OTHERS, self.random)


class ClassVectors(NamedTuple):
    """Vectors of one class.

    Attributes:
        class_: Name of the class.
        inputs: Bit patterns of all threads by name.
        outputs: Bit patterns of all threads by name.
        threads: Threads that are vectors.
        marks: Open bits of outputs by name, for these threads.
    """

    class_: str
    inputs: Mapping[str, Bits]
    outputs: Mapping[str, Bits]
    threads: Index
    marks: Mapping[str, Bits]

    def chosen(self, name: str) -> Bits:
        """Return an output of the chosen threads."""
        patterns: Bits = self.outputs[name][self.threads]
        return patterns


def rows(vector_set: VectorSet, options: VectorOptions) -> Iterator[ClassVectors]:
    """Yield the vectors of a set, class by class."""
    vector, constants = vector_set.function(VECTOR), vector_set.constants()
    immediates = [port.name for port in vector_set.inputs if port.kind == "immediate"]
    for sample in classes(vector_set, options):
        threads = chosen_threads(sample, options)
        # Only the chosen threads are computed, except in warps, where results depend on the others.
        if ACTIVE not in sample.values:
            sample = Sample(sample.id, {name: array[threads] for name, array in sample.values.items()})
            threads = np.arange(len(threads))
        # A statement is computed once for each combination of its immediates.
        groups: list[tuple[Index | slice, dict[str, Any]]] = [(slice(None), {})]
        if immediates:
            combinations = np.stack([sample.values[name] for name in immediates], axis=1)
            different, numbers = np.unique(combinations, axis=0, return_inverse=True)
            groups = [
                (np.flatnonzero(numbers.ravel() == number), dict(zip(immediates, values, strict=True)))
                for number, values in enumerate(different.tolist())
            ]
        outputs = {port.name: np.zeros(len(sample), dtype_of(port.bits)) for port in vector_set.outputs}
        for lanes, values in groups:
            operands = {**{name: array[lanes] for name, array in sample.values.items()}, **values, **constants}
            results = vector.function(*(operands[name] for name in vector.inputs))
            for port, result in zip(vector_set.outputs, results, strict=True):
                outputs[port.name][lanes] = result
        marks = _open_bits(vector_set, sample, threads) if vector_set.marks else {}
        yield ClassVectors(sample.id, sample.values, outputs, threads, marks)


def _open_bits(vector_set: VectorSet, sample: Sample, threads: Index) -> dict[str, Bits]:
    """Return the bits of each output that the reference semantics leave open, for the chosen threads."""
    reference, constants = vector_set.function(REFERENCE), vector_set.constants()
    masks: list[list[int]] = [[] for _ in vector_set.outputs]
    for index in threads:
        lane = {**of_thread(sample.values, int(index)), **constants}
        for column, result in zip(masks, reference.function(*(lane[name] for name in reference.inputs)), strict=True):
            column.append(open_bits(result))
    return {port.name: array_of(column, port.bits) for port, column in zip(vector_set.outputs, masks, strict=True)}


def classes(vector_set: VectorSet, options: VectorOptions) -> Iterator[Sample]:
    """Yield the inputs of every class, before a choice."""
    yield from samples(vector_set.form, vector_set.values, random=options.random, seed=options.seed)
    if options.full:
        yield from exhaustive(vector_set.form, vector_set.values)


def chosen_threads(sample: Sample, options: VectorOptions) -> Index:
    """Return the threads of a class that become vectors: those that execute, or a seeded choice of many."""
    everything = np.arange(len(sample))
    around = ACTIVE in sample.values
    if around:
        everything = np.flatnonzero(executing(sample.values))
    most = len(everything) if options.full else options.most(sample.id)
    if len(everything) <= most:
        return everything
    generator = np.random.default_rng(options.seed)
    if around:  # Some from every part, so that every warp has vectors.
        places = np.arange(most) + generator.random(most)
        return everything[(places * (len(everything) / most)).astype(np.intp)]
    return np.sort(generator.choice(everything, most, replace=False))


class SetContent(NamedTuple):
    """Content of a file: the header, the lines after it, and the number of vectors."""

    header: dict[str, Any]
    lines: bytes
    vectors: int


def content(vector_set: VectorSet, options: VectorOptions, more: Mapping[str, Any]) -> SetContent:
    """Return the header of a set, extended with `more`, and all lines."""
    every = list(rows(vector_set, options))
    marked = any((mask != np.zeros(1, mask.dtype)).any() for row in every for mask in row.marks.values())
    compare = "equal" if not marked else "range" if vector_set.form.contract else "mask"
    text = b"".join(lines(row.class_, _columns(vector_set, row, compare)) for row in every if len(row.threads))
    vectors = sum(len(row.threads) for row in every)
    return SetContent(header(vector_set, compare, vectors, more), text, vectors)


def header(vector_set: VectorSet, compare: str, vectors: int, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first line of a set as a dictionary."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "form": vector_set.form.id,
        "syntax": vector_set.form.syntax,
        "opcodes": list(vector_set.opcodes),
        "selectors": dict(vector_set.selection),
        "target": vector_set.on.name if vector_set.on else None,
        "provenance": "model" if vector_set.model else "contract",
        "compare": compare,
        "flush": compare == "range" and flushes(vector_set.form, vector_set.values),
        "inputs": [_described(port) for port in vector_set.inputs],
        "outputs": [_described(port) for port in vector_set.outputs],
        "vectors": vectors,
        **more,
    }


def _described(port: VectorPort) -> dict[str, Any]:
    """Return a port for the header, with the layout of its elements, which comparison with a range needs."""
    type_ = types.known()[port.type]
    format_ = formats.known().get(type_.element or type_.name)
    return {
        **port._asdict(),
        "elements": type_.elements,
        "element_bits": format_.bits if format_ else port.bits // type_.elements,
        "stride": type_.stride or port.bits // type_.elements,
        "fraction_bits": format_.fraction if format_ else 0,
    }


def _columns(vector_set: VectorSet, row: ClassVectors, compare: str) -> Columns:
    """Return the digits of a class in the order of a line."""
    inputs = [
        warp_digits(row.inputs[port.name], port.bits, row.threads)
        if port.lanes > 1
        else digits(row.inputs[port.name][row.threads], port.bits)
        for port in vector_set.inputs
    ]
    names = [(port.name, port.bits) for port in vector_set.outputs]
    columns = [("in", inputs), ("out", [digits(row.chosen(name), bits) for name, bits in names])]
    if compare == "mask":
        columns.append(("open", [digits(row.marks[name], bits) for name, bits in names]))
    if compare == "range":
        # Both ends are the result itself where the semantics leave nothing open.
        name, bits = names[0]
        results, marked = row.chosen(name), row.marks[name] != 0
        allowed = ranges(vector_set.form, vector_set.values, row.inputs, results)
        for key, ends in (("low", allowed.low), ("high", allowed.high)):
            columns.append((key, [digits(np.where(marked, ends, results), bits)]))
    return columns


# --- text ---

Text = NDArray[np.uint8]
"""Characters as bytes, one row for each line."""
Columns = Sequence[tuple[str, Sequence[Text]]]
"""Keys of a line, each with the digits of its values."""

_DIGITS = np.frombuffer("".join(f"{byte:02x}" for byte in range(256)).encode(), np.uint8).reshape(256, 2)


def digits(patterns: Bits, bits: int) -> Text:
    """Return patterns of `bits` bits as hexadecimal digits, one row for each."""
    words = [patterns["high"], patterns["low"]] if patterns.dtype == QUAD else [patterns]
    bytes_ = [np.ascontiguousarray(word).astype(word.dtype.newbyteorder(">")).view(np.uint8) for word in words]
    text = _DIGITS[np.concatenate([word.reshape(len(patterns), -1) for word in bytes_], axis=1)]
    rows: Text = text.reshape(len(patterns), -1)[:, -digit_count(bits) :]
    return rows


def warp_digits(patterns: Bits, bits: int, threads: NDArray[np.intp]) -> Text:
    """Return the patterns of all lanes of a warp, lane 0 in the last digits, one row for each of the threads."""
    rows = patterns.reshape(-1, LANES)
    if bits == 1:
        masks = np.packbits(rows != 0, axis=1, bitorder="little").view("<u4")[:, 0]
        return digits(masks[threads // LANES], LANES)
    lanes = digits(rows[:, ::-1].ravel(), bits).reshape(len(rows), -1)
    text: Text = lanes[threads // LANES]
    return text


def digit_count(bits: int) -> int:
    """Return the number of hexadecimal digits of a value."""
    return -(-bits // 4)


def lines(class_: str, columns: Columns) -> bytes:
    """Return the lines of a class: `{"class":"edges","in":["00","01"],"out":["01"]}` without spaces."""
    parts = [f'{{"class":{json.dumps(class_)}']
    fields: list[Text] = []
    for key, values in columns:
        parts[-1] += f',"{key}":['
        for place, field in enumerate(values):
            parts[-1] += '"' if place == 0 else '","'
            parts.append("")
            fields.append(field)
        parts[-1] += '"]' if values else "]"
    parts[-1] += "}\n"
    rows = len(fields[0])
    texts = [np.broadcast_to(np.frombuffer(part.encode(), np.uint8), (rows, len(part))) for part in parts]
    ordered = [text for pair in zip(texts, fields, strict=False) for text in pair] + [texts[-1]]
    return np.concatenate(ordered, axis=1).tobytes()
