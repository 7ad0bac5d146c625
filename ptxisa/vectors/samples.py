"""Operand values worth trying: named classes of inputs for one variant of a form.

Every class is a function of the form, the variant and a seed, so the same call gives the same values.
Values are unsigned bit patterns, one element a thread, in the dtype of the operand's width.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import types
from ptxisa.isa.forms import Form, Operand, Values, holds, is_data, is_present, type_of
from ptxisa.isa.types import Type
from ptxisa.numbers import formats
from ptxisa.numbers.formats import Format
from ptxisa.numbers.patterns import Bits, array_of, dtype_of, quad
from ptxisa.run.implementation import REFERENCE, NotExecutable, implementation
from ptxisa.run.warp import looks_around
from ptxisa.vectors import float_samples
from ptxisa.vectors.warp_samples import in_warps, one_lane_apart

MAX_CROSS = 60_000
EXHAUSTED = 16
"""Operands of at most this many bits are tried with all of their values."""
OOB_NAN = 0x7FF7
"""What tensor copies write for elements outside of the tensor, in 16 bits: an operand that ``.oob`` looks for."""
WORD = 64
"""Values of more bits are drawn as two words."""


class Input(NamedTuple):
    """One value that a form reads: an operand, or the carry flag as a one-bit value.

    `format` is that of a floating-point value, or of its elements.
    """

    name: str
    bits: int
    kind: str
    operand: Operand | None
    element_bits: int
    format: Format | None = None


class Sample(NamedTuple):
    """Values of one class: input name to bit patterns, all of one length."""

    id: str
    values: Mapping[str, Bits]

    def __len__(self) -> int:
        """How many rows there are; of what reads nothing there is one."""
        return len(next(iter(self.values.values()), (None,)))


def inputs(form: Form, values: Values) -> list[Input]:
    """What a variant reads, in operand order, the carry flag last."""
    operands = (operand for operand in form.operands if is_data(operand) and is_present(operand, values))
    read = [_input(operand, values) for operand in operands if operand.access != "write"]
    carry = any(state.name == "CF" and state.access == "read" and holds(state.when, values) for state in form.state)
    return [*read, Input("CF", 1, "predicate", None, 1)] if carry else read


def _input(operand: Operand, values: Values) -> Input:
    type_ = types.known()[type_of(operand, values)]
    format_ = formats.known().get(type_.element or type_.name)
    return Input(operand.name, type_.bits, type_.kind, operand, _element_bits(type_), format_)


def _element_bits(type_: Type) -> int:
    return type_.bits // type_.elements


def samples(form: Form, values: Values, *, random: int = 1000, seed: int = 1) -> Iterator[Sample]:
    """Every class of inputs for one variant; `random` values in each random class.

    What looks at other lanes gets whole warps.
    """
    around = _around(form, values)
    for sample in _samples(form, values, random, seed):
        if around:
            generator = np.random.default_rng([seed, zlib.crc32(sample.id.encode())])
            yield Sample(sample.id, in_warps(form, sample.values, around, generator))
            if sample.id == "random":
                yield Sample("one-lane-apart", one_lane_apart(form, sample.values, around, generator))
        else:
            yield sample


def _around(form: Form, values: Values) -> tuple[str, ...]:
    """The inputs of a form that looks at other lanes; none of any other form."""
    try:
        names = implementation(form, values, backend=REFERENCE).inputs
    except NotExecutable:
        return ()
    return names if looks_around(names) else ()


def _samples(form: Form, values: Values, random: int, seed: int) -> Iterator[Sample]:
    read = inputs(form, values)
    generator = np.random.default_rng([seed, zlib.crc32(repr((form.id, sorted(values.items(), key=str))).encode())])
    yield Sample("edges", _cross([_edges(one) for one in read], read, generator))
    yield Sample("random", {one.name: _random(one, random, generator) for one in read})
    yield Sample("random-magnitude", {one.name: _magnitudes(one, random, generator) for one in read})
    yield Sample("near-equal", _near_equal(read, random, generator))
    yield Sample("sparse", {one.name: _sparse(one, random, generator) for one in read})
    yield from _floating(read, generator, seed)


def _floating(read: list[Input], generator: np.random.Generator, seed: int) -> Iterator[Sample]:
    """Classes of floating-point operands; what else is read is random."""
    formats_ = tuple(one.format for one in read if one.format is not None)
    for name, rows in _classes(formats_, seed) if formats_ else ():
        left = iter(rows)
        values = {
            one.name: _packed(one, next(left)) if one.format else _random(one, len(rows[0]), generator) for one in read
        }
        yield Sample(name, values)


@lru_cache(maxsize=64)
def _classes(formats_: tuple[Format, ...], seed: int) -> tuple[tuple[str, float_samples.Rows], ...]:
    """Many variants have operands of the same formats."""
    return tuple(float_samples.classes(formats_, np.random.default_rng(seed)))


def _packed(one: Input, elements: NDArray[np.uint64]) -> Bits:
    """Patterns of elements as operands; those of packed operands are of different elements, alike in all operands."""
    rows = [
        np.roll(elements, 7 * index) << np.uint64(index * one.element_bits)
        for index in range(one.bits // one.element_bits)
    ]
    found: Bits = np.bitwise_or.reduce(rows).astype(dtype_of(one.bits))
    return found


def exhaustive(form: Form, values: Values) -> Iterator[Sample]:
    """All inputs, where there is one input of at most 16 bits; of several floating-point ones, each in turn.

    Beside every value of the one, each of the others takes some special values, one after the other: all pairs of two
    16-bit operands would be four thousand million.
    """
    read = inputs(form, values)
    if not read or any(one.bits > EXHAUSTED for one in read) or (len(read) > 1 and not all(one.format for one in read)):
        return
    for one in read:
        every = np.arange(1 << one.bits, dtype=dtype_of(one.bits))
        others = {other.name: np.resize(_edges(other)[::-1], len(every)) for other in read if other is not one}
        yield Sample("exhaustive", {each.name: every if each is one else others[each.name] for each in read})


def _edges(one: Input) -> Bits:
    """Edges of the number format, or of integers of every element width up to the operand's own."""
    return _float_edges(one, one.format) if one.format else _integer_edges(one)


def _float_edges(one: Input, format_: Format) -> Bits:
    """What is special in a format, with both signs; packed elements are of different values."""
    return _packed(one, np.array(_special(format_), np.uint64))


def _special(format_: Format) -> list[int]:
    """Zeros, subnormal numbers, what is next to 1 and to the ends, far exponents, infinities and NaNs."""
    unit, infinity = 1 << format_.fraction, format_.exponent_mask << format_.fraction
    one, top = format_.bias << format_.fraction, (unit << format_.exponent) - 1
    bodies = {0, 1, 2, unit - 1, unit, unit + 1, one - 1, one, one + 1, one + unit // 2, one + unit}
    bodies |= {infinity - 1, infinity, infinity + 1, infinity + unit // 2, top, format_.largest >> format_.low, OOB_NAN}
    bodies |= {one - format_.precision * unit, one + format_.precision * unit}
    patterns = {body << format_.low for body in bodies if 0 <= body <= top}
    negative = 1 << format_.sign_bit if format_.signed else 0
    return sorted(patterns | {pattern | negative for pattern in patterns})


def _integer_edges(one: Input) -> Bits:
    """Integer edges, shift-sized counts and bit patterns."""
    bits = one.bits
    wanted = {0, 1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257}
    for width in {8, 16, 24, 32, 64, one.element_bits, bits}:
        wanted |= {(1 << width) - 1, (1 << width) - 2, 1 << (width - 1), (1 << (width - 1)) - 1, (1 << (width - 1)) + 1}
        wanted |= {width - 1, width, width + 1, 1 << width}
    wanted |= {0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0x0123456789ABCDEF, 0xFFFF0000FFFF0000, 0x00FF00FF00FF00FF}
    kept = sorted({value & ((1 << bits) - 1) for value in wanted})
    return _allowed(one, array_of(kept, bits))


def _allowed(one: Input, values: Bits) -> Bits:
    """A constant operand takes a byte; a register takes anything."""
    if one.operand is not None and one.operand.immediate == "required":
        return values[values <= 255]
    return values


def _cross(choices: list[Bits], read: list[Input], generator: np.random.Generator) -> dict[str, Bits]:
    """The cross product of the choices, or a random part of it where it is too large."""
    total = int(np.prod([len(choice) for choice in choices]))
    if total <= MAX_CROSS:
        grids = np.meshgrid(*choices, indexing="ij")
        return {one.name: grid.ravel() for one, grid in zip(read, grids, strict=True)}
    picks = [choice[generator.integers(0, len(choice), MAX_CROSS)] for choice in choices]
    return {one.name: pick for one, pick in zip(read, picks, strict=True)}


def _random(one: Input, count: int, generator: np.random.Generator) -> Bits:
    if one.bits == 1:
        return generator.integers(0, 2, count, dtype=np.uint8)
    if one.bits > WORD:
        return quad(*(_random(half, count, generator) for half in _halves(one)))
    return _allowed_mask(one, generator.integers(0, 2**64, count, dtype=np.uint64))


def _halves(one: Input) -> tuple[Input, Input]:
    """The words of an input that has two."""
    return one._replace(bits=WORD), one._replace(bits=WORD)


def _drawn_bits(one: Input) -> int:
    return 8 if one.operand is not None and one.operand.immediate == "required" else one.bits


def _magnitudes(one: Input, count: int, generator: np.random.Generator) -> Bits:
    """Values whose number of significant bits is uniform, negated half of the time."""
    if one.bits == 1:
        return _random(one, count, generator)
    if one.bits > WORD:
        return quad(*(_magnitudes(half, count, generator) for half in _halves(one)))
    shift = generator.integers(0, _drawn_bits(one), count).astype(np.uint64)
    values = _random(one, count, generator).astype(np.uint64) >> shift
    negated = np.where(generator.integers(0, 2, count) == 1, np.uint64(0) - values, values)
    return _allowed_mask(one, negated)


def _allowed_mask(one: Input, values: NDArray[np.uint64]) -> Bits:
    bits = min(_drawn_bits(one), WORD)
    low: Bits = (values & np.uint64((1 << bits) - 1)).astype(dtype_of(min(one.bits, WORD)))
    return low


def _near_equal(read: list[Input], count: int, generator: np.random.Generator) -> dict[str, Bits]:
    """Operands that differ by little from one common value or from its complement: cancellation, long carries."""
    common = generator.integers(0, 2**64, count, dtype=np.uint64)
    found: dict[str, Bits] = {}
    for one in read:
        base = np.where(generator.integers(0, 2, count) == 1, common, ~common)
        near = _allowed_mask(one, base + generator.integers(0, 5, count).astype(np.uint64) - np.uint64(2))
        found[one.name] = quad(near, base) if one.bits > WORD else near
    return found


def _sparse(one: Input, count: int, generator: np.random.Generator) -> Bits:
    """Values with few bits set, or few bits clear."""
    if one.bits > WORD:
        return quad(*(_sparse(half, count, generator) for half in _halves(one)))
    values = np.zeros(count, dtype=np.uint64)
    for _ in itertools.repeat(None, 2):
        values |= np.uint64(1) << generator.integers(0, one.bits, count).astype(np.uint64)
    return _allowed_mask(one, np.where(generator.integers(0, 2, count) == 1, ~values, values))
