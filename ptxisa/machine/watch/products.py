"""Registers of `wgmma`: accesses that need `wgmma.fence` or `wgmma.wait_group` before (sections 9.7.15.5 and 9.7.15.7).

The rules are those of `ptxisa.run.async_registers`, followed for each warpgroup in the order in which it executes.
Compilers place `mov` between `wgmma` instructions of inline assembly, and ptxas waits there itself; after a
`wgmma.fence`, such copies are not reported. An accumulator that a product does not read needs no fence.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxisa.run.async_registers import AsyncRegisters
from ptxisa.syntax import tree

_GROUP = 128


class Products:
    """Watch of the registers of asynchronous products in one machine."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self._states: dict[tuple[int, int], AsyncRegisters] = {}
        self._fenced: set[tuple[int, int]] = set()
        self._registers: dict[int, frozenset[str]] = {}

    def uses(self, procedure: Any) -> frozenset[str]:
        """Return the registers of a procedure that are operands of products; empty if it has no products."""
        registers = self._registers.get(procedure.number)
        if registers is None:
            names: set[str] = set()
            for line in procedure.lines:
                if line.node.opcode.mnemonic == "wgmma" and "mma_async" in line.node.opcode.modifiers:
                    for operand in line.node.operands:
                        if isinstance(operand, tree.Vector):
                            names.update(element.text for element in operand.elements if isinstance(element, tree.Name))
            registers = self._registers[procedure.number] = frozenset(names)
        return registers

    def executed(self, operation: Any, lanes: Any) -> None:
        """Follow an operation that a group executes."""
        statement = operation.statement
        if statement is None:
            return
        registers = sorted({*operation.reads, *operation.writes})
        for group in np.unique(lanes.slots // _GROUP).tolist():
            key = lanes.depth, group
            state = self._states.get(key)
            if state is None:
                state = self._states[key] = AsyncRegisters()
            if statement.form.id == "wgmma.fence":
                self._fenced.add(key)
            if operation.node.opcode.mnemonic == "mov" and key in self._fenced:
                continue
            if _ignores_accumulator(statement, lanes):
                state.forget(registers)
            problem = state.problem(statement, registers)
            if problem:
                slot = int(lanes.slots[lanes.slots // _GROUP == group][0])
                self._machine.report("wgmma-order", problem, slot, operation=operation)


def _ignores_accumulator(statement: Any, lanes: Any) -> bool:
    """Return True for a product whose scale-d is false, so that it does not read its accumulator."""
    for bound in statement.operands:
        if bound.operand.name == "scale_d" and bound.node is not None:
            if isinstance(bound.node, tree.Integer):
                return bound.node.value == 0
            value = lanes.values[bound.node.text] if isinstance(bound.node, tree.Name) else 1
            return not np.any(value)
    return False
