"""Registers with a value that is used later, before each operation.

    live = LiveRegisters()
    live.add(first, operations)     # operations of a procedure, from the program counter `first` on
    live[pc]                        # names of the registers whose values the operation at `pc`, or a later one, uses

Generated code has thousands of live registers at each of thousands of operations. Only the ends of short blocks are
followed through the branches, as bits of a number; the names at one operation are listed when they are first read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ptxisa.machine.operation import Operation

_LONGEST = 64
"""Operations of a block, at most: those that are read again for the names at one of them."""


class _Block(NamedTuple):
    """Operations without a branch between them: the first program counter, and the registers live after the last."""

    first: int
    operations: Sequence[Operation]
    names: list[str]
    after: int


class LiveRegisters(dict[int, frozenset[str]]):
    """Names of live registers by program counter, for the procedures that were added."""

    def __init__(self) -> None:
        super().__init__()
        self._blocks: list[_Block] = []

    def add(self, first: int, operations: Sequence[Operation]) -> None:
        """Add a procedure; the program counters of its operations follow those of the procedure before."""
        starts = {0, len(operations)}
        for index, operation in enumerate(operations):
            if operation.successors is not None:
                starts.add(index + 1)
                starts.update(successor - first for successor in operation.successors)
        ordered = sorted(starts)
        cuts = [cut for start, end in pairwise(ordered) for cut in range(start, end, _LONGEST)]
        number_of = {start: number for number, start in enumerate(cuts)}

        numbers: dict[str, int] = {}
        used, written, successors = [], [], []
        for start, end in zip(cuts, [*cuts[1:], len(operations)], strict=True):
            uses: set[int] = set()
            writes: set[int] = set()
            for operation in reversed(operations[start:end]):
                read, replaced = _read_and_replaced(operation)
                into = {numbers.setdefault(name, len(numbers)) for name in replaced}
                uses -= into
                writes |= into
                uses.update(numbers.setdefault(name, len(numbers)) for name in read)
            used.append(_bits(uses))
            written.append(_bits(writes))
            last = operations[end - 1].successors
            following = [end] if last is None else [successor - first for successor in last]
            successors.append([number_of[index] for index in following if index in number_of])

        # To a fixed point: when the registers before a block change, the blocks that lead to it are read again.
        predecessors: list[list[int]] = [[] for _ in cuts]
        for number, following in enumerate(successors):
            for successor in following:
                predecessors[successor].append(number)
        before, after = [0] * len(cuts), [0] * len(cuts)
        pending = list(range(len(cuts)))
        waiting = set(pending)
        while pending:
            number = pending.pop()
            waiting.discard(number)
            for successor in successors[number]:
                after[number] |= before[successor]
            bits = used[number] | after[number] & ~written[number]
            if bits != before[number]:
                before[number] = bits
                again = [other for other in predecessors[number] if other not in waiting]
                pending += again
                waiting.update(again)
        names = list(numbers)
        for number, (start, end) in enumerate(zip(cuts, [*cuts[1:], len(operations)], strict=True)):
            self._blocks.append(_Block(first + start, operations[start:end], names, after[number]))

    def __missing__(self, pc: int) -> frozenset[str]:
        block = self._blocks[bisect_right(self._blocks, pc, key=lambda block: block.first) - 1]
        data = block.after.to_bytes(-(-block.after.bit_length() // 8), "little")
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
        live = {block.names[number] for number in np.flatnonzero(bits).tolist()}
        for operation in reversed(block.operations[pc - block.first :]):
            read, replaced = _read_and_replaced(operation)
            live.difference_update(replaced)
            live.update(read)
        names = self[pc] = frozenset(live)
        return names


def _read_and_replaced(operation: Operation) -> tuple[Iterable[str], Iterable[str]]:
    """Return the registers that an operation reads, and those whose old values it replaces.

    A guarded instruction keeps old values where the guard is false.
    """
    if operation.guard is not None:
        return (*operation.reads, *operation.writes), ()
    return operation.reads, operation.writes


def _bits(numbers: set[int]) -> int:
    """Return the sum of the powers of two of some exponents, in linear time."""
    data = bytearray((max(numbers, default=0) >> 3) + 1)
    for number in numbers:
        data[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(data, "little")
