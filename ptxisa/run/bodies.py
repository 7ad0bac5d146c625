"""Bodies: the instructions of all blocks in order, with unique names for what inner blocks declare.

body = Body(Scope())
for declaration, block in body.read(statements):     # declarations of variables; registers are in the scopes
    ...
body.declared(body.lines[0])                         # the first instruction, with unique names
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ptxisa.check.scope import Scope, Symbol, enter, enter_labeled, enter_labels
from ptxisa.isa.types import known
from ptxisa.syntax import tree

# Blocks may declare a name again. With one name for each variable, registers of all blocks are one flat mapping.
MARK = "#"
"""Separates a name that an inner block declares from the number of the block; no PTX identifier contains it."""


class Line(NamedTuple):
    """An instruction of a body, the number of the block that contains it, and the `.loc` before it."""

    node: tree.Instruction
    block: int
    location: tree.Location | None


class Body:
    """Instructions of a body, its labels, and its blocks as scopes.

    Attributes:
        lines: Instructions of all blocks.
        labels: Index in `lines` by the unique name of a label.
        scopes: Scope of each block; number 0 is the outermost.
    """

    def __init__(self, scope: Scope) -> None:
        self.lines: list[Line] = []
        self.labels: dict[str, int] = {}
        self.scopes = [scope]
        self._outer = [0]

    def read(self, statements: Sequence[Any]) -> Iterator[tuple[tree.Declaration, int]]:
        """Collect instructions, labels and names of all blocks; an explicit stack, since blocks nest deep.

        Yields:
            Each declaration of variables that are not registers, and the number of the block that contains it.
        """
        for _ in enter_labels(self.scopes[0], tuple(statements)):
            pass
        pending: list[tuple[Iterator[Any], int]] = [(iter(statements), 0)]
        location: tree.Location | None = None
        label: tree.Label | None = None
        while pending:
            remaining, block = pending[-1]
            statement = next(remaining, None)
            if statement is None:
                pending.pop()
            elif isinstance(statement, tree.Block):
                inner = Scope(self.scopes[block])
                self.scopes.append(inner)
                self._outer.append(block)
                for _ in enter_labels(inner, statement.statements):
                    pass
                pending.append((iter(statement.statements), len(self.scopes) - 1))
            elif isinstance(statement, tree.Instruction):
                self.lines.append(Line(statement, block, location))
            elif isinstance(statement, tree.Label):
                label = statement
                self.labels[self.unique(statement.name.text, block)] = len(self.lines)
            elif isinstance(statement, tree.Location):
                location = statement
            elif isinstance(statement, (tree.Targets, tree.CallPrototype)):
                for _ in enter_labeled(self.scopes[block], label, statement):
                    pass
            elif isinstance(statement, (tree.Declaration, tree.Function)):
                for _ in enter(self.scopes[block], statement):
                    pass
                if isinstance(statement, tree.Declaration) and statement.space != "reg":
                    yield statement, block

    def unique(self, name: str, block: int) -> str:
        """Return the unique name of what a name means in a block."""
        while block:
            if self.scopes[block].here(name) is not None:
                return f"{name}{MARK}{block}"
            block = self._outer[block]
        return name

    def lookup(self, unique: str) -> Symbol | None:
        """Return the symbol of a unique name."""
        name, mark, block = unique.partition(MARK)
        return self.scopes[int(block) if mark else 0].lookup(name)

    def declared(self, line: Line) -> tree.Instruction:
        """Return the instruction of a line with unique names."""
        if line.block == 0:
            return line.node
        changed: tree.Instruction = _renamed(line.node, self, line.block)
        return changed

    def targets(self, name: str, block: int) -> list[str]:
        """Return the unique names of the labels in the list of targets that a unique name means."""
        symbol = self.lookup(name)
        assert symbol is not None
        labels: list[str] = []
        for declarator in symbol.node.names:
            copies = declarator.copies.value if declarator.copies is not None else None
            text = declarator.name.text
            labels += [text] if copies is None else [f"{text}{number}" for number in range(copies)]
        return [self.unique(label, block) for label in labels]


def _renamed(node: Any, body: Body, block: int) -> Any:
    """Return a node with the unique names of its identifiers."""
    if isinstance(node, tree.Name):
        return node._replace(text=body.unique(node.text, block))
    if isinstance(node, tuple):
        if not hasattr(node, "_fields"):
            return tuple(_renamed(child, body, block) for child in node)
        return type(node)(*(_renamed(child, body, block) if isinstance(child, tuple) else child for child in node))
    return node


# --- sizes of variables ---


def variables_of(node: tree.Declaration) -> Iterator[tuple[str, int, tree.Declarator]]:
    """Yield name, size in bytes, and declarator of each variable of a declaration; its dimensions have all sizes."""
    for declarator in node.declarators:
        sizes = counts(declarator.dimensions)
        if sizes and sizes[0] == 0 and isinstance(declarator.initializer, tree.Values):
            sizes[0] = len(declarator.initializer.elements)
        size, _ = extent(node.type, node.vector, sizes, node.alignment)
        complete = declarator._replace(dimensions=tuple(tree.Integer(size, False, "", 0, 0) for size in sizes))
        copies = declarator.copies.value if declarator.copies is not None else None
        text = declarator.name.text
        for name in [text] if copies is None else [f"{text}{number}" for number in range(copies)]:
            yield name, size, complete


def counts(dimensions: Sequence[tree.Integer | None]) -> list[int]:
    """Return the sizes of the dimensions of an array; 0 for one without a size."""
    return [dimension.value if dimension is not None else 0 for dimension in dimensions]


def extent(type_: str, vector: int | None, sizes: Sequence[int], alignment: tree.Integer | None) -> tuple[int, int]:
    """Return the size of a variable in bytes and its alignment."""
    element = max(known()[type_].bits // 8, 1) * (vector or 1)
    natural = 1 << (element - 1).bit_length()
    return element * math.prod(sizes), max(natural, alignment.value if alignment is not None else 1)
