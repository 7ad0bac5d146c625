"""Registers of `tcgen05.ld`, which have values after `tcgen05.wait::ld` (section 9.7.16.8.2 of the manual).

Compilers (LLVM below Triton 3.9) move arithmetic and stores before the wait, and ptxas waits there itself. So what
instructions compute from such registers has a value after the wait as well, and an early use in memory or control flow
is an error if no wait follows in the text.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxisa.machine.lanes import LANES
from ptxisa.machine.operation import Operation, dependents
from ptxisa.run.steps import MemoryStep, ScalarStep, WarpStep
from ptxisa.syntax import tree

HINT = "execute tcgen05.wait::ld.sync.aligned before"
WAIT = "tcgen05.wait::ld.sync.aligned"


class TensorLoads:
    """Watch of the registers that are loaded from tensor memory in one machine."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._registers: dict[int, frozenset[str]] = {}
        self._pending: dict[tuple[int, int], dict[str, Any]] = {}
        """Registers by depth of calls and warp, with the load of each."""
        self._last_waits: dict[int, int] = {}
        """Place of the last wait in a procedure, by its number; -1 if it has none."""

    def uses(self, procedure: Any) -> frozenset[str]:
        """Return the registers of a procedure that are loaded from tensor memory, and those computed from them."""
        registers = self._registers.get(procedure.number)
        if registers is None:
            own = self._machine.code.operations_of(procedure)
            names = {name for operation in own if _loads(operation) for name in operation.writes}
            registers = self._registers[procedure.number] = dependents(names, filter(computes, own))
        return registers

    def executed(self, operation: Any, lanes: Any) -> None:
        """Follow an operation that a group executes."""
        loads = _loads(operation)
        if not loads and not self._pending:
            return
        for warp in np.unique(lanes.slots // LANES).tolist():
            key = lanes.depth, warp
            pending = self._pending.setdefault(key, {}) if loads else self._pending.get(key)
            if pending is None:
                continue
            early = [name for name in operation.reads if name in pending]
            if operation.text == WAIT:
                del self._pending[key]
            elif loads:
                pending.update(dict.fromkeys(operation.writes, operation))
            elif early and computes(operation):
                pending.update(dict.fromkeys(operation.writes, pending[early[0]]))
            elif early and not self._waits_later(operation):
                load = pending[early[0]]
                slot = int(lanes.slots[lanes.slots // LANES == warp][0])
                message = f"{operation.text} reads {early[0].partition('#')[0]}, which {load.text} has not loaded yet"
                self._machine.report("missing-wait", message, slot, HINT, operation=operation, related=load)
                if self._machine.stop:
                    self._machine.end()
            else:
                for name in operation.writes:
                    pending.pop(name, None)

    def _waits_later(self, operation: Operation) -> bool:
        """Return True if a wait for loads follows an operation in the text of its function."""
        procedure = operation.procedure
        last = self._last_waits.get(procedure.number)
        if last is None:
            waits = (other.pc for other in self._machine.code.operations_of(procedure) if other.text == WAIT)
            last = self._last_waits[procedure.number] = max(waits, default=-1)
        return operation.pc < last


def computes(operation: Any) -> bool:
    """Return True for an instruction that computes registers from registers of the same thread."""
    step = getattr(operation, "step", None)
    return isinstance(step, ScalarStep) and not isinstance(step, (WarpStep, MemoryStep))


def _loads(operation: Any) -> bool:
    opcode: tree.Opcode = operation.node.opcode
    return opcode.mnemonic == "tcgen05" and opcode.modifiers[0] == "ld"
