"""Operand values for forms that look at other lanes: whole warps with masks of the lanes that execute and take part."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ptxisa.isa.forms import Form
from ptxisa.numbers.patterns import Bits, integer
from ptxisa.run.warp import ACTIVE, LANE, LANES, lane_numbers, operand_of, packed

Values = Mapping[str, Bits]
_EVERY = 0xFFFFFFFF
_MASKS = (_EVERY, 1, 1 << 31, 0x0000FFFF, 0xFFFF0000, 0x55555555, 0xAAAAAAAA, 0x80000001, 0x7FFFFFFE)
_ALIKE = (1, 2, 4, LANES)
"""The other lanes of a warp take the values of this many lanes, so that lanes agree as often as they differ."""


def in_warps(form: Form, values: Values, inputs: tuple[str, ...], generator: np.random.Generator) -> dict[str, Bits]:
    """Values for whole warps, with what the function takes of other lanes.

    The mask of the lanes that take part includes those that execute the statement, and others that have exited.
    """
    threads = max(LANES, len(next(iter(values.values()), ())) // LANES * LANES)
    found = {name: _alike(np.resize(array, threads), generator) for name, array in values.items()}
    return _around(form, found, inputs, _masks(threads // LANES, generator), generator)


def one_lane_apart(
    form: Form, values: Values, inputs: tuple[str, ...], generator: np.random.Generator
) -> dict[str, Bits]:
    """Warps of which one lane differs from all others, each lane in turn, both ways: as all execute, and without it."""
    found = {name: np.tile(_apart(array), 2) for name, array in values.items()}
    others = np.uint32(_EVERY) ^ np.uint32(1) << np.arange(LANES, dtype=np.uint32)
    active = np.concatenate([np.full(2 * LANES, _EVERY, np.uint32), others, others])
    return _around(form, found, inputs, active, generator)


def _apart(array: Bits) -> Bits:
    """The value of one lane and that of all others differ in their first bit, so in their sign if they have one."""
    one = np.resize(array, LANES)
    first = one.dtype.type(1 if one.dtype == np.uint8 else 1 << (8 * one.dtype.itemsize - 1))
    other = np.roll(one, 1) & ~first | ~one & first
    alone = np.eye(LANES, dtype=bool)
    warps = [np.where(alone, x[:, None], y[:, None]) for x, y in ((one, other), (other, one))]
    found: Bits = np.concatenate(warps).ravel()
    return found


def _around(
    form: Form, found: dict[str, Bits], inputs: tuple[str, ...], active: Bits, generator: np.random.Generator
) -> dict[str, Bits]:
    """Values of whole warps with what the function takes of other lanes, a mask of active ones for each warp."""
    warps = len(active)
    members = next((operand.name for operand in form.operands if operand.member_mask), None)
    if members:
        exited = np.where(generator.integers(0, 2, warps) == 1, generator.integers(0, 2**32, warps), 0)
        found[members] = np.repeat(active | exited.astype(np.uint32), LANES)
    found |= {ACTIVE: np.repeat(active, LANES), LANE: lane_numbers(warps * LANES)}
    return found | {name: found[operand_of(name)] for name in inputs if operand_of(name)}


def _alike(array: Bits, generator: np.random.Generator) -> Bits:
    """Each warp takes the values of some of its lanes alone."""
    rows = array.reshape(-1, LANES)
    sources = np.array(_ALIKE)[np.arange(len(rows)) % len(_ALIKE)]
    lanes = generator.integers(0, LANES, rows.shape) % sources[:, None]
    lanes = np.where(sources[:, None] == LANES, np.arange(LANES), lanes)
    found: Bits = np.take_along_axis(rows, lanes, axis=1).ravel()
    return found


def _masks(warps: int, generator: np.random.Generator) -> Bits:
    """Masks of active lanes, none of them empty."""
    drawn = generator.integers(1, 2**32, warps, dtype=np.uint32)
    sparse = np.uint32(1) << generator.integers(0, LANES, warps, dtype=np.uint32)
    masks = np.where(np.arange(warps) % 3 == 0, np.uint32(_EVERY), np.where(np.arange(warps) % 3 == 1, drawn, sparse))
    few = np.array(_MASKS, np.uint32)[:warps]
    masks[: len(few)] = few
    return masks.astype(np.uint32)


def executing(values: Values) -> Bits:
    """For each thread whether it executes the statement; the results of others mean nothing."""
    bits: Bits = values[ACTIVE] >> values[LANE] & np.uint32(1)
    return bits


def of_thread(values: Values, index: int) -> dict[str, int]:
    """The inputs of one thread for the reference semantics."""
    return {name: _of_thread(name, array, index) for name, array in values.items()}


def _of_thread(name: str, array: Bits, index: int) -> int:
    if not operand_of(name):
        return integer(array[index])
    first = index // LANES * LANES
    bits = 1 if array.dtype == np.uint8 else array.dtype.itemsize * 8
    return packed([integer(one) for one in array[first : first + LANES]], bits)
