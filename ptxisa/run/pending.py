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
    from ptxisa.isa.opcode import ResolvedInstruction

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
    """Registers of multiplications that are not complete at a point of the program, and those accessed since the fence.

    Groups are numbered; multiplications belong to the next one. A register that is held has the tag of all of its uses,
    which are alike, and the number of the last group with one. Registers accessed have the shape of the multiplication
    whose accumulators they are, or an empty text.
    """

    def __init__(self) -> None:
        self._held: dict[str, tuple[str, int]] = {}
        self._members: dict[int, list[str]] = {}
        self._next, self._complete = 0, 0
        self._accessed: dict[str, str] = {}

    def problem(self, statement: ResolvedInstruction, registers: Sequence[str]) -> str:
        """What is undefined about the next statement, which accesses these registers; empty if nothing is."""
        kind = statement.form.executes
        if kind == "order_async":
            self._order(statement)
            return ""
        if kind in _MULTIPLICATIONS:
            return self._multiply(_use(statement), registers)
        self._accessed |= dict.fromkeys(registers, "")
        return self._incomplete(dict.fromkeys(registers, ""))

    def _order(self, statement: ResolvedInstruction) -> None:
        name = statement.form.id
        if name == "wgmma.fence":
            self._accessed.clear()
        elif name == "wgmma.commit_group":
            self._next += 1
        else:
            node: Any = statement.operands[0].node
            self._wait(int(evaluate(node).number))

    def _wait(self, pending: int) -> None:
        """Complete all groups but the latest ones."""
        for group in range(self._complete, self._next - pending):
            for name in self._members.pop(group, ()):
                if self._held.get(name, ("", -1))[1] == group:
                    del self._held[name]
        self._complete = max(self._complete, self._next - pending)

    def _multiply(self, use: _Use, registers: Sequence[str]) -> str:
        """Accumulators may be those of pending multiplications of the same shape, registers of A those of A."""
        wrong = self._incomplete({**dict.fromkeys(registers, ""), **use.tags}) or self._unordered(use)
        self._held |= {name: (tag, self._next) for name, tag in use.tags.items()}
        self._members.setdefault(self._next, []).extend(use.tags)
        self._accessed |= use.accumulators
        return wrong

    def _incomplete(self, wanted: Mapping[str, str]) -> str:
        """Registers that a pending multiplication uses in another way than the next statement."""
        for name, tag in wanted.items():
            if name in self._held and self._held[name][0] != tag:
                return f"{name} belongs to a wgmma.mma_async that is not complete: wait with wgmma.wait_group first"
        return ""

    def _unordered(self, use: _Use) -> str:
        """Registers that other statements accessed since the last fence."""
        for name, tag in use.tags.items():
            if self._accessed.get(name, tag) != tag:
                return f"{name} was accessed by an earlier statement: wgmma.fence must come between"
        return ""


def _use(statement: ResolvedInstruction) -> _Use:
    registers = {one.operand.name: _names(one.node) for one in statement.operands}
    accumulators = dict.fromkeys(registers["d"], str(statement.modifiers["shape"]))
    return _Use(accumulators, dict.fromkeys(registers.get("a", ()), _FACTOR))


def _names(node: Any) -> list[str]:
    """The registers of an operand."""
    elements = node.elements if isinstance(node, tree.Vector) else [node]
    return [one.text for one in elements if isinstance(one, tree.Name)]
