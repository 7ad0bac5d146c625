"""Uses of variables, so that a backend with single assignment can reuse and leave out names.

Statements are numbered in the order in which a backend prints them. A variable that only meets its other
version after a branch is *inlined* there; one that only has the bits of another variable is written as that variable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from generator.semantics import ir
from generator.semantics.demand import Demands, live
from generator.semantics.ir import Value, VariableVersion
from generator.semantics.table import is_open

Holder = VariableVersion | str
"""Referent of a Python name: a variable, or the input of that name."""

_TRANSPARENT = ("signed", "unsigned", "cut", "integer", "truth")
"""Operations that keep the low bits of their argument: the code may go on reading the variable of the argument."""


@dataclass
class VariableUsage:
    """Numbers of statements: `defined` assigns a variable, and `last` is the last to use a variable or input, or 0.

    `inlined` are the variables that are written where they are read.
    """

    defined: dict[VariableVersion, int] = field(default_factory=dict)
    last: Counter[Holder] = field(default_factory=Counter)
    inlined: set[VariableVersion] = field(default_factory=set)


def usage_of(routine: ir.TypedRoutine, needed: Demands) -> VariableUsage:
    """Return the uses of variables in a routine."""
    counter = _Counter(needed, _inlined(routine, needed))
    counter.walk(routine.body)
    counter.position += 1
    for result in routine.results:
        counter.use(result.value)
    return counter.usage


def holder(leaf: ir.InputValue | ir.VariableValue) -> Holder:
    """Return the variable that contains a leaf."""
    return leaf.name if isinstance(leaf, ir.InputValue) else leaf.variable


def transparent(value: Value) -> ir.InputValue | ir.VariableValue | None:
    """Return the leaf whose bits a value is, if it is nothing more."""
    while isinstance(value, ir.Apply) and (
        value.operation in _TRANSPARENT
        or is_open(value.operation)
        or (value.operation == "bits" and value.arguments[2] == ir.IntegerConstant(0))
    ):
        value = value.arguments[0]
    return value if isinstance(value, (ir.InputValue, ir.VariableValue)) else None


class _Counter:
    """Walks the statements in printing order."""

    def __init__(self, needed: Demands, inlined: set[VariableVersion]) -> None:
        self.needed = needed
        self.usage = VariableUsage(inlined=inlined)
        self.position = 0
        self.sources: dict[VariableVersion, Value] = {}
        """Values that are written where a variable is read, because the variable has no statement of its own."""

    def walk(self, statements: Iterable[ir.Statement]) -> None:
        for item in statements:
            if isinstance(item, ir.BranchStatement):
                self.branch(item)
            elif item.variable in self.needed:
                self.let(item)

    def let(self, let: ir.Let) -> None:
        self.position += 1
        self.usage.defined[let.variable] = self.position
        if let.variable in self.usage.inlined or transparent(let.value) is not None:
            self.sources[let.variable] = let.value
        if let.variable not in self.usage.inlined:
            self.use(let.value)

    def branch(self, branch: ir.BranchStatement) -> None:
        merges = live(branch, self.needed)
        if not merges:
            return
        self.walk(branch.yes)
        self.walk(branch.no)
        for merge in merges:
            self.position += 1
            self.usage.defined[merge.variable] = self.position
            self.use(merge.yes)
            self.use(merge.no)
        # Both sides are computed before `where(test, yes, no)` selects, so the test is read at the last merge.
        self.use(branch.test)

    def use(self, value: Value) -> None:
        """Note this position as the last use of everything that a value reads, directly or through a merge."""
        for leaf in ir.leaves(value):
            self.usage.last[holder(leaf)] = self.position
            if isinstance(leaf, ir.VariableValue) and leaf.variable in self.sources:
                self.use(self.sources[leaf.variable])


def _inlined(routine: ir.TypedRoutine, needed: Demands) -> set[VariableVersion]:
    """Return the variables of branches that are read once, by a merge of their branch."""
    counts = Counter(holder(leaf) for value in _values(routine.body, needed) for leaf in ir.leaves(value))
    counts.update(holder(leaf) for result in routine.results for leaf in ir.leaves(result.value))
    return {
        side.variable
        for branch in _branches(routine.body)
        for merge in live(branch, needed)
        for side, block in ((merge.yes, branch.yes), (merge.no, branch.no))
        if isinstance(side, ir.VariableValue)
        and counts[side.variable] == 1
        and any(isinstance(item, ir.Let) and item.variable == side.variable for item in block)
    }


def _branches(statements: Iterable[ir.Statement]) -> Iterator[ir.BranchStatement]:
    for item in statements:
        if isinstance(item, ir.BranchStatement):
            yield item
            yield from _branches(item.yes)
            yield from _branches(item.no)


def _values(statements: Iterable[ir.Statement], needed: Demands) -> Iterator[Value]:
    """Yield every value that is computed, in no particular order."""
    for item in statements:
        if isinstance(item, ir.Let) and item.variable in needed:
            yield item.value
        elif isinstance(item, ir.BranchStatement) and live(item, needed):
            yield item.test
            for merge in live(item, needed):
                yield from (merge.yes, merge.no)
            yield from _values((*item.yes, *item.no), needed)
