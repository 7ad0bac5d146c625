"""Samples of operand values: named classes of inputs for one variant of a form.

    for sample in samples(form, values, random=32):
        sample.id, sample.values["a"]          # "edges", bit patterns of operand a

Every class is a function of the form, the variant and a seed, so that the same call returns the same values. Values are
unsigned bit patterns, one element for each thread, in the dtype of the operand's width. Forms that read other lanes get
whole warps, with masks of the lanes that execute the statement.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import types
from ptxisa.isa.forms import Form, Operand, Values, holds, is_data, is_present, type_of
from ptxisa.numbers import formats
from ptxisa.numbers.formats import Format
from ptxisa.numbers.patterns import Bits, array_of, dtype_of, integer, quad
from ptxisa.run.implementation import REFERENCE, NotExecutable, implementation
from ptxisa.run.warp import ACTIVE, LANE, LANES, lane_numbers, looks_around, operand_of, packed
from ptxisa.vectors import float_samples

MAX_CROSS = 60_000
"""Most rows of a cross product of edges."""
EXHAUSTED = 16
"""Most bits of an operand that is tried with all of its values."""
OOB_NAN = 0x7FF7
"""16-bit NaN that tensor copies write for elements outside of the tensor, and that ``.oob`` detects."""
WORD = 64
"""Most bits of a value that is drawn as one word; larger values are drawn as two."""
_EVERY = 0xFFFFFFFF
_MASKS = (_EVERY, 1, 1 << 31, 0x0000FFFF, 0xFFFF0000, 0x55555555, 0xAAAAAAAA, 0x80000001, 0x7FFFFFFE)
_DIFFERENT_LANES = (1, 2, 4, LANES)
"""Number of different lanes in a warp; other lanes repeat their values, so that lanes agree as often as they differ."""


class Input(NamedTuple):
    """A value that a form reads: an operand, or the carry flag as one bit.

    `format` is that of a floating-point value or of its elements, None for other values.
    """

    name: str
    bits: int
    kind: str
    operand: Operand | None
    element_bits: int
    format: Format | None = None


class Sample(NamedTuple):
    """Values of one class: bit patterns by the name of the input, all of one length."""

    id: str
    values: Mapping[str, Bits]

    def __len__(self) -> int:
        """Return the number of vectors (1 if the instruction has no inputs)."""
        return len(next(iter(self.values.values()), (None,)))


def inputs(form: Form, values: Values) -> list[Input]:
    """Return the values that a variant reads, in operand order, the carry flag last."""
    read = []
    for operand in form.operands:
        if is_data(operand) and is_present(operand, values) and operand.access != "write":
            type_ = types.known()[type_of(operand, values)]
            format_ = formats.known().get(type_.element or type_.name)
            element_bits = type_.bits // type_.elements
            read.append(Input(operand.name, type_.bits, type_.kind, operand, element_bits, format_))
    carry = any(state.name == "CF" and state.access == "read" and holds(state.when, values) for state in form.state)
    return [*read, Input("CF", 1, "predicate", None, 1)] if carry else read


def samples(form: Form, values: Values, *, random: int = 1000, seed: int = 1) -> Iterator[Sample]:
    """Yield every class of inputs for one variant.

    Args:
        form: The form.
        values: Slot values of the variant.
        random: Number of values in each random class.
        seed: Seed of all classes.
    """
    try:
        names = implementation(form, values, backend=REFERENCE).inputs
    except NotExecutable:
        names = ()
    around = names if looks_around(names) else ()
    for sample in _by_thread(form, values, random, seed):
        if around:
            generator = np.random.default_rng([seed, zlib.crc32(sample.id.encode())])
            yield Sample(sample.id, in_warps(form, sample.values, around, generator))
            if sample.id == "random":
                yield Sample("one-lane-apart", one_lane_apart(form, sample.values, around, generator))
        else:
            yield sample


def _by_thread(form: Form, values: Values, random: int, seed: int) -> Iterator[Sample]:
    """Yield every class of the operands of single threads."""
    read = inputs(form, values)
    # A seed of its own for each variant, by CRC: the hash of a text differs from process to process.
    generator = np.random.default_rng([seed, zlib.crc32(repr((form.id, sorted(values.items(), key=str))).encode())])
    choices = [edges(argument) for argument in read]
    if int(np.prod([len(choice) for choice in choices])) <= MAX_CROSS:
        combined = [grid.ravel() for grid in np.meshgrid(*choices, indexing="ij")]
    else:  # A random part of the cross product.
        combined = [choice[generator.integers(0, len(choice), MAX_CROSS)] for choice in choices]
    yield Sample("edges", {argument.name: column for argument, column in zip(read, combined, strict=True)})
    yield Sample("random", {argument.name: _random(argument, random, generator) for argument in read})
    yield Sample("random-magnitude", {argument.name: _magnitudes(argument, random, generator) for argument in read})
    # Operands close to a common value or to its complement, for cancellation and long carries.
    common = generator.integers(0, 2**64, random, dtype=np.uint64)
    near_equal: dict[str, Bits] = {}
    for argument in read:
        base = np.where(generator.integers(0, 2, random) == 1, common, ~common)
        near = _cut(argument, base + generator.integers(0, 5, random).astype(np.uint64) - np.uint64(2))
        near_equal[argument.name] = quad(near, base) if argument.bits > WORD else near
    yield Sample("near-equal", near_equal)
    yield Sample("sparse", {argument.name: _sparse(argument, random, generator) for argument in read})
    # Classes of floating-point operands; other operands are random.
    formats_ = tuple(argument.format for argument in read if argument.format is not None)
    for name, rows in float_samples.classes(formats_, seed) if formats_ else ():
        left = iter(rows)
        columns = {}
        for argument in read:
            count = len(rows[0])
            packed = _packed(argument, next(left)) if argument.format else _random(argument, count, generator)
            columns[argument.name] = packed
        yield Sample(name, columns)


def _packed(argument: Input, elements: NDArray[np.uint64]) -> Bits:
    """Return operands from patterns of elements; a packed operand has different elements, in the same order in each."""
    # Rolled, so that the elements of an operand differ and an exchange of two of them shows.
    rows = [
        np.roll(elements, 7 * index) << np.uint64(index * argument.element_bits)
        for index in range(argument.bits // argument.element_bits)
    ]
    patterns: Bits = np.bitwise_or.reduce(rows).astype(dtype_of(argument.bits))
    return patterns


def exhaustive(form: Form, values: Values) -> Iterator[Sample]:
    """Yield all values of a single input of at most 16 bits, or of each of several floating-point inputs in turn.

    While one input has every value, the others cycle through special values: all pairs of two 16-bit operands would be
    four billion.
    """
    read = inputs(form, values)
    if (
        not read
        or any(argument.bits > EXHAUSTED for argument in read)
        or (len(read) > 1 and not all(argument.format for argument in read))
    ):
        return
    for argument in read:
        every = np.arange(1 << argument.bits, dtype=dtype_of(argument.bits))
        others = {other.name: np.resize(edges(other)[::-1], len(every)) for other in read if other is not argument}
        yield Sample("exhaustive", {other.name: every if other is argument else others[other.name] for other in read})


def edges(argument: Input) -> Bits:
    """Return edges of the number format, or of integers of every element width up to that of the operand."""
    if argument.format is not None:
        return _packed(argument, np.array(_special(argument.format), np.uint64))
    # Integer edges, counts near the sizes of shifts, and bit patterns.
    bits = argument.bits
    wanted = {0, 1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257}
    for width in {8, 16, 24, 32, 64, argument.element_bits, bits}:
        wanted |= {(1 << width) - 1, (1 << width) - 2, 1 << (width - 1), (1 << (width - 1)) - 1, (1 << (width - 1)) + 1}
        wanted |= {width - 1, width, width + 1, 1 << width}
    wanted |= {0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0x0123456789ABCDEF, 0xFFFF0000FFFF0000, 0x00FF00FF00FF00FF}
    kept = sorted({value & ((1 << bits) - 1) for value in wanted})
    patterns = array_of(kept, bits)
    # Immediates are bytes, such as the truth table of lop3.
    return patterns[patterns <= 255] if _drawn_bits(argument) < bits else patterns


def _special(format_: Format) -> list[int]:
    """Return special values of a format, with both signs.

    These are zeros, subnormal numbers, values adjacent to 1 and to the largest and smallest normal numbers, extreme
    exponents, infinities and NaNs.
    """
    unit, infinity = 1 << format_.fraction, format_.exponent_mask << format_.fraction
    one, top = format_.bias << format_.fraction, (unit << format_.exponent) - 1
    bodies = {0, 1, 2, unit - 1, unit, unit + 1, one - 1, one, one + 1, one + unit // 2, one + unit}
    bodies |= {infinity - 1, infinity, infinity + 1, infinity + unit // 2, top, format_.largest >> format_.low, OOB_NAN}
    bodies |= {one - format_.precision * unit, one + format_.precision * unit}
    patterns = {body << format_.low for body in bodies if 0 <= body <= top}
    negative = 1 << format_.sign_bit if format_.signed else 0
    return sorted(patterns | {pattern | negative for pattern in patterns})


def _random(argument: Input, count: int, generator: np.random.Generator) -> Bits:
    """Return values with random bits."""
    if argument.bits == 1:
        return generator.integers(0, 2, count, dtype=np.uint8)
    if argument.bits > WORD:
        return quad(*(_random(half, count, generator) for half in _halves(argument)))
    return _cut(argument, generator.integers(0, 2**64, count, dtype=np.uint64))


def _halves(argument: Input) -> tuple[Input, Input]:
    """Return the two words of an input as inputs."""
    return argument._replace(bits=WORD), argument._replace(bits=WORD)


def _drawn_bits(argument: Input) -> int:
    """Return the number of bits that are drawn: immediates are bytes."""
    return 8 if argument.operand is not None and argument.operand.immediate == "required" else argument.bits


def _magnitudes(argument: Input, count: int, generator: np.random.Generator) -> Bits:
    """Return values with a uniform number of significant bits, half of them negated."""
    if argument.bits == 1:
        return _random(argument, count, generator)
    if argument.bits > WORD:
        return quad(*(_magnitudes(half, count, generator) for half in _halves(argument)))
    shift = generator.integers(0, _drawn_bits(argument), count).astype(np.uint64)
    values = _random(argument, count, generator).astype(np.uint64) >> shift
    negated = np.where(generator.integers(0, 2, count) == 1, np.uint64(0) - values, values)
    return _cut(argument, negated)


def _cut(argument: Input, values: NDArray[np.uint64]) -> Bits:
    """Return the low bits of words, as many as the argument has."""
    bits = min(_drawn_bits(argument), WORD)
    low: Bits = (values & np.uint64((1 << bits) - 1)).astype(dtype_of(min(argument.bits, WORD)))
    return low


def _sparse(argument: Input, count: int, generator: np.random.Generator) -> Bits:
    """Return values with few bits set, or few bits clear."""
    if argument.bits > WORD:
        return quad(*(_sparse(half, count, generator) for half in _halves(argument)))
    values = np.zeros(count, dtype=np.uint64)
    for _ in range(2):
        values |= np.uint64(1) << generator.integers(0, argument.bits, count).astype(np.uint64)
    return _cut(argument, np.where(generator.integers(0, 2, count) == 1, ~values, values))


# --- whole warps ---


def in_warps(
    form: Form, values: Mapping[str, Bits], inputs: tuple[str, ...], generator: np.random.Generator
) -> dict[str, Bits]:
    """Return values for whole warps, with the inputs of the function from other lanes.

    Args:
        form: The form.
        values: Bit patterns of one class by name.
        inputs: Names of the inputs of the function of the form.
        generator: Source of random numbers.
    """
    threads = max(LANES, len(next(iter(values.values()), ())) // LANES * LANES)
    warps = threads // LANES
    # Lanes repeat the values of others, so that a warp has 1, 2, 4 or 32 different ones.
    repeated = {}
    sources = np.array(_DIFFERENT_LANES)[np.arange(warps) % len(_DIFFERENT_LANES), None]
    for name, array in values.items():
        rows = np.resize(array, threads).reshape(-1, LANES)
        lanes = generator.integers(0, LANES, rows.shape) % sources
        lanes = np.where(sources == LANES, np.arange(LANES), lanes)
        repeated[name] = np.take_along_axis(rows, lanes, axis=1).ravel()
    # Masks of active lanes, none of them empty: chosen ones first, then all lanes, random ones and single lanes.
    drawn = generator.integers(1, 2**32, warps, dtype=np.uint32)
    single = np.uint32(1) << generator.integers(0, LANES, warps, dtype=np.uint32)
    sort = np.arange(warps) % 3
    masks = np.where(sort == 0, np.uint32(_EVERY), np.where(sort == 1, drawn, single))
    first = np.array(_MASKS, np.uint32)[:warps]
    masks[: len(first)] = first
    return _with_lanes(form, repeated, inputs, masks.astype(np.uint32), generator)


def one_lane_apart(
    form: Form, values: Mapping[str, Bits], inputs: tuple[str, ...], generator: np.random.Generator
) -> dict[str, Bits]:
    """Return warps where one lane differs from all others: each lane in turn, executing and not executing."""
    alone = np.eye(LANES, dtype=bool)
    apart = {}
    for name, array in values.items():
        # The value of the lane differs in the highest bit, the sign if any.
        lane = np.resize(array, LANES)
        first = lane.dtype.type(1 if lane.dtype == np.uint8 else 1 << (8 * lane.dtype.itemsize - 1))
        other = np.roll(lane, 1) & ~first | ~lane & first
        warps = [np.where(alone, x[:, None], y[:, None]) for x, y in ((lane, other), (other, lane))]
        apart[name] = np.tile(np.concatenate(warps).ravel(), 2)
    others = np.uint32(_EVERY) ^ np.uint32(1) << np.arange(LANES, dtype=np.uint32)
    active = np.concatenate([np.full(2 * LANES, _EVERY, np.uint32), others, others])
    return _with_lanes(form, apart, inputs, active, generator)


def _with_lanes(
    form: Form, values: dict[str, Bits], inputs: tuple[str, ...], active: Bits, generator: np.random.Generator
) -> dict[str, Bits]:
    """Add masks of active lanes, lane numbers and the values of other lanes to values of whole warps.

    The mask of members (`members` of an operand) includes the lanes that execute the statement, and lanes that exited.
    """
    warps = len(active)
    members = next((operand.name for operand in form.operands if operand.member_mask), None)
    if members:
        exited = np.where(generator.integers(0, 2, warps) == 1, generator.integers(0, 2**32, warps), 0)
        values[members] = np.repeat(active | exited.astype(np.uint32), LANES)
    values |= {ACTIVE: np.repeat(active, LANES), LANE: lane_numbers(warps * LANES)}
    return values | {name: values[operand_of(name)] for name in inputs if operand_of(name)}


def executing(values: Mapping[str, Bits]) -> Bits:
    """Return 1 for each thread that executes the statement, else 0; results of other threads mean nothing."""
    bits: Bits = values[ACTIVE] >> values[LANE] & np.uint32(1)
    return bits


def of_thread(values: Mapping[str, Bits], index: int) -> dict[str, int]:
    """Return the inputs of one thread for the reference semantics; values of a warp are packed, lane 0 lowest."""
    first = index // LANES * LANES
    inputs: dict[str, int] = {}
    for name, array in values.items():
        if operand_of(name):
            bits = 1 if array.dtype == np.uint8 else array.dtype.itemsize * 8
            inputs[name] = packed([integer(value) for value in array[first : first + LANES]], bits)
        else:
            inputs[name] = integer(array[index])
    return inputs
