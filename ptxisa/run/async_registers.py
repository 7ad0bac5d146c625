"""Registers of asynchronous multiplications: accesses that the manual leaves undefined are errors.

`wgmma.mma_async` uses its accumulator and the registers of A until `wgmma.wait_group`, and `wgmma.fence` orders earlier
accesses to them. Before the first statement and after the last one everything is complete, so that single statements
can be run. See sections 9.7.15.5.2 and 9.7.15.7 of the manual.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate

_MULTIPLICATIONS = ("multiply_async", "multiply_async_sparse")
_FACTOR = "A"
"""Tag of registers of A."""


class AsyncRegisters:
    """Registers of pending multiplications, and registers accessed since the last fence, at a point of the program.

    Groups are numbered; multiplications belong to the next group. A register in use has the tag of all of its uses,
    which are the same, and the number of the last group that uses it. A register that was accessed has the shape of
    the multiplication whose accumulator it is, or an empty text.

    The check is static, on the order of the text: `wgmma` needs uniform control flow in the warpgroup anyway.
    """

    def __init__(self) -> None:
        self._in_use: dict[str, tuple[str, int]] = {}
        self._members: dict[int, list[str]] = {}
        self._next, self._complete = 0, 0
        self._accessed: dict[str, str] = {}

    def forget(self, registers: Iterable[str]) -> None:
        """Forget earlier accesses to registers that the next multiplication does not read."""
        for name in registers:
            self._accessed.pop(name, None)

    def problem(self, statement: ResolvedInstruction, registers: Sequence[str]) -> str:
        """Return what is undefined about the next statement, which accesses some registers; empty if nothing is."""
        kind = statement.form.operation
        if kind == "order_async":
            if statement.form.id == "wgmma.fence":
                self._accessed.clear()
            elif statement.form.id == "wgmma.commit_group":
                self._next += 1
            else:
                # wgmma.wait_group N completes all groups but the N latest ones.
                node: Any = statement.operands[0].node
                end = self._next - int(evaluate(node).number)
                for group in range(self._complete, end):
                    for name in self._members.pop(group, ()):
                        # A later group may use the register, too.
                        if self._in_use.get(name, ("", -1))[1] == group:
                            del self._in_use[name]
                self._complete = max(self._complete, end)
            return ""
        if kind in _MULTIPLICATIONS:
            return self._multiply(statement, registers)
        self._accessed |= dict.fromkeys(registers, "")
        return self._incomplete(dict.fromkeys(registers, ""))

    def _multiply(self, statement: ResolvedInstruction, registers: Sequence[str]) -> str:
        """Return the problem of a multiplication, and note its registers.

        Accumulators may be those of pending multiplications of the same shape, and registers of A those of A.
        """
        names = {}
        for bound in statement.operands:
            elements = bound.node.elements if isinstance(bound.node, tree.Vector) else [bound.node]
            names[bound.operand.name] = [element.text for element in elements if isinstance(element, tree.Name)]
        accumulators = dict.fromkeys(names["d"], str(statement.modifiers["shape"]))
        tags = {**dict.fromkeys(names.get("a", ()), _FACTOR), **accumulators}
        problem = self._incomplete({**dict.fromkeys(registers, ""), **tags})
        unordered = [name for name, tag in tags.items() if self._accessed.get(name, tag) != tag]
        if unordered and not problem:
            problem = f"{unordered[0]} was accessed by an earlier statement: wgmma.fence must come between"
        self._in_use |= {name: (tag, self._next) for name, tag in tags.items()}
        self._members.setdefault(self._next, []).extend(tags)
        self._accessed |= accumulators
        return problem

    def _incomplete(self, wanted: Mapping[str, str]) -> str:
        """Return the problem of a register that a pending multiplication uses in another way."""
        for name, tag in wanted.items():
            if name in self._in_use and self._in_use[name][0] != tag:
                return f"{name} belongs to a wgmma.mma_async that is not complete: wait with wgmma.wait_group first"
        return ""
