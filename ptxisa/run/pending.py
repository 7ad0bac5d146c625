"""Registers of asynchronous matrix instructions: accesses that the manual leaves undefined are found.

`wgmma.mma_async` uses its accumulator and the registers of A until `wgmma.wait_group` says that its group is complete,
and `wgmma.fence` orders earlier accesses to them. Before the first statement and after the last one everything is
complete, so that single statements can be run. See sections 9.7.15.5.2 and 9.7.15.7 of the manual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate

if TYPE_CHECKING:
    from ptxisa.check.binding import Statement

_MULTIPLICATIONS = ("multiply_async", "multiply_async_sparse")


_FACTOR = "A"


class _Use(NamedTuple):
    """Registers of one multiplication by what it does with them: the shape for accumulators, `_FACTOR` for A."""

    accumulators: dict[str, str]
    factors: dict[str, str]

    @property
    def tags(self) -> dict[str, str]:
        """Both."""
        return {**self.factors, **self.accumulators}


class Pending:
    """Multiplications that are not complete at a point of the program, and registers accessed since the last fence.

    The latter have the shape of the multiplication whose accumulators they are, or an empty text.
    """

    def __init__(self) -> None:
        self._groups: list[list[_Use]] = []
        self._open: list[_Use] = []
        self._accessed: dict[str, str] = {}

    def problem(self, statement: Statement, registers: Sequence[str]) -> str:
        """What is undefined about the next statement, which accesses these registers; empty if nothing is."""
        kind = statement.form.executes
        if kind == "order_async":
            self._order(statement)
            return ""
        if kind in _MULTIPLICATIONS:
            return self._multiply(_use(statement), registers)
        self._accessed |= dict.fromkeys(registers, "")
        return self._incomplete(dict.fromkeys(registers, ""))

    def _order(self, statement: Statement) -> None:
        name = statement.form.id
        if name == "wgmma.fence":
            self._accessed.clear()
        elif name == "wgmma.commit_group":
            self._groups.append(self._open)
            self._open = []
        else:
            node: Any = statement.operands[0].node
            del self._groups[: max(0, len(self._groups) - int(evaluate(node).number))]

    def _multiply(self, use: _Use, registers: Sequence[str]) -> str:
        """Accumulators may be those of pending multiplications of the same shape, registers of A those of A."""
        wrong = self._incomplete({**dict.fromkeys(registers, ""), **use.tags}) or self._unordered(use)
        self._open.append(use)
        self._accessed |= use.accumulators
        return wrong

    def _incomplete(self, wanted: Mapping[str, str]) -> str:
        """Registers that a pending multiplication uses in another way than the next statement."""
        pending = [*self._open, *(one for group in self._groups for one in group)]
        for name, tag in wanted.items():
            if any(one.tags.get(name, tag) != tag for one in pending):
                return f"{name} belongs to a wgmma.mma_async that is not complete: wait with wgmma.wait_group first"
        return ""

    def _unordered(self, use: _Use) -> str:
        """Registers that other statements accessed since the last fence."""
        for name, tag in use.tags.items():
            if self._accessed.get(name, tag) != tag:
                return f"{name} was accessed by an earlier statement: wgmma.fence must come between"
        return ""


def _use(statement: Statement) -> _Use:
    registers = {one.operand.name: _names(one.node) for one in statement.operands}
    accumulators = dict.fromkeys(registers["d"], str(statement.modifiers["shape"]))
    return _Use(accumulators, dict.fromkeys(registers.get("a", ()), _FACTOR))


def _names(node: Any) -> list[str]:
    """The registers of an operand."""
    elements = node.elements if isinstance(node, tree.Vector) else [node]
    return [one.text for one in elements if isinstance(one, tree.Name)]
