"""Words of global memory that the CTAs of a wave read, write and update: what decides whether waves are independent.

    footprint = Footprint(memory, updates_of(procedures), code.live)
    machine.footprint = footprint               # every access of the machine is marked
    footprint.words()                           # words that were accessed

Two waves are independent if each word that both access is only read by both, or only updated by both with the same
operation, whose order does not matter: sums of integers, extremes, and bitwise operations without a result that
anybody uses. Then each of them may begin with the memory that the launch began with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ptxisa.machine.address import FlatMemory
from ptxisa.machine.image import Procedure
from ptxisa.syntax import tree

WORD = 4
READ, WRITTEN = 1, 2
"""Marks of a word. The other six bits are kinds of updates; a word with several marks belongs to one wave."""
_UPDATES = 4, 8, 16, 32, 64, 128
_TYPES = ("u32", "s32", "b32", "u64", "s64", "b64")
_OPERATIONS = {"and": np.bitwise_and, "or": np.bitwise_or, "min": np.minimum, "max": np.maximum}

Update = tuple[str, str]
"""Operation and type of updates that commute, such as ("add", "u32")."""


def updates_of(procedures: Iterable[Procedure]) -> dict[Update, int]:
    """Return the marks of the updates of some procedures, in the order of the text, so that all processes agree."""
    updates: dict[Update, int] = {}
    for procedure in procedures:
        for line in procedure.lines:
            update = _update(line.node)
            if update is not None and update not in updates and len(updates) < len(_UPDATES):
                updates[update] = _UPDATES[len(updates)]
    return updates


def _update(node: tree.Instruction) -> Update | None:
    """Return the update that CTAs may make in any order; None for other instructions."""
    # Operations of a narrower scope than the GPU race with those of other CTAs, and releases also order accesses.
    ordered = {"cta", "cluster", "acquire", "release", "acq_rel"}
    return update_of(node) if ordered.isdisjoint(node.opcode.modifiers) else None


def update_of(node: tree.Instruction) -> Update | None:
    """Return the update that an atomic operation makes; None if the order of such operations matters."""
    words = node.opcode.modifiers
    if node.opcode.mnemonic not in ("atom", "red"):
        return None
    operation = next((word for word in words if word in ("add", "xor", *_OPERATIONS)), None)
    type_ = next((word for word in words if word in _TYPES), None)
    return (operation, type_) if operation is not None and type_ is not None else None


def apply_updates(update: Update, memory: Any, places: Any, operand: Any) -> None:
    """Update words of memory with an operand of each thread; places may repeat."""
    dtype = _dtype(update)
    function = {"add": np.add, "xor": np.bitwise_xor, **_OPERATIONS}[update[0]]
    function.at(memory.view(dtype), places, operand.view(dtype))


def _dtype(update: Update) -> str:
    """Return the dtype of an update: extremes depend on the sign, and other operations are those of unsigned words."""
    operation, type_ = update
    return f"{'i' if type_[0] == 's' and operation in ('min', 'max') else 'u'}{int(type_[1:]) // 8}"


def combined(update: Update, initial: Any, own: Any, current: Any) -> Any:
    """Return words after the updates of two waves, which both began with `initial` and made `own` and `current`."""
    operation, dtype = update[0], _dtype(update)
    initial, own, current = (words.view(dtype) for words in (initial, own, current))
    if operation == "add":
        result = current + (own - initial)
    elif operation == "xor":
        result = current ^ own ^ initial
    else:
        result = _OPERATIONS[operation](current, own)
    return result.view(np.uint32)


class Footprint:
    """Marks of the words of global memory that a machine accesses.

    Args:
        memory: Memory of the machine.
        updates: Marks of updates, as `updates_of` returns them.
        live: Registers that are used later, before each operation: the result of an atomic operation may be unused.

    Attributes:
        updates: Marks of updates.
        marks: Marks of each word, by place divided by 4.
    """

    def __init__(self, memory: FlatMemory, updates: Mapping[Update, int], live: Any) -> None:
        self.updates, self._live, self._end = updates, live, memory.const_start
        self.marks = np.zeros(memory.const_start // WORD, np.uint8)
        self._marks: dict[int, int] = {}

    def mark(self, operation: Any, written: bool) -> int:
        """Return the mark of the accesses of an operation."""
        if not written:
            return READ
        mark = self._marks.get(operation.pc)
        if mark is None:
            used = not self._live[operation.pc + 1].isdisjoint(operation.writes)
            mark = WRITTEN if used else self.updates.get(_update(operation.node) or ("", ""), WRITTEN)
            self._marks[operation.pc] = mark
        return mark

    def accessed(self, operation: Any, places: Any, size: int, written: bool) -> None:
        """Mark accesses to global memory."""
        mark, words = np.uint8(self.mark(operation, written)), places // WORD
        # All elements get the same mark, so that places that repeat do no harm.
        self.marks[words] |= mark
        for further in range(1, -(-size // WORD)):
            self.marks[words + further] |= mark

    def copied(self, copy: Any) -> None:
        """Mark what an asynchronous operation reads and writes."""
        for mark, spans in ((READ, copy.sources), (WRITTEN, copy.targets)):
            for place, size in spans:
                if place < self._end:
                    self.marks[place // WORD : -(-(place + size) // WORD)] |= np.uint8(mark)

    def words(self) -> Any:
        """Return the words that were accessed, in ascending order."""
        return np.flatnonzero(self.marks)
