"""Names of a module: what is declared where, what a name at an offset means, and everywhere it is used.

    names = Names(text, session.items)
    symbol = names.resolve("%r1", offset)
    names.occurrences(symbol)

A range of registers such as `%r<8>` is one symbol, whose members are `%r0` to `%r7`. Names are found in text, so that
statements with errors count, too; where a name is visible follows from the declarations and blocks of the syntax tree.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ptxisa.check.session.edits import Outline
from ptxisa.isa.instructions import mnemonics
from ptxisa.sources.regions import AsmOperand
from ptxisa.syntax import tree

_HIDDEN = re.compile(r'"[^"]*"|//[^\n]*|/\*(?s:.*?)\*/')
_DIGITS = "0123456789"
"""Digits of ASCII: `str.isdigit` and `int` accept others, which PTX does not."""
_MOST_DIGITS = 12
"""Digits of the number of a member: no range has more, and `int` of long text takes quadratic time or raises."""
_BEFORE_OPCODE = re.compile(r"(?:[;{}]|:|@\s*!?\s*[\w$%]+)\s*\Z", re.ASCII)
"""Text before a mnemonic, apart from comments."""


class Declared(NamedTuple):
    """Symbol of a module with the place of its name.

    `kind` is "register", "variable", "parameter", "result", "function", "kernel", "label", "prototype", "targets", or
    "operand" of inline assembly, which has no place. `start` and `end` are the place of the name, `low` and `high` the
    text in which the name is visible. `copies` is the number of members of a range of registers, None for a single
    name.
    """

    name: str
    kind: str
    type: str
    start: int
    end: int
    low: int
    high: int
    node: Any
    copies: int | None = None

    @property
    def shown(self) -> str:
        """Name as it is declared: `%r<8>` for a range."""
        return f"{self.name}<{self.copies}>" if self.copies is not None else self.name

    def is_named(self, name: str) -> bool:
        """Return True if a name means this symbol, as itself or as a member of the range."""
        if self.copies is None:
            return name == self.name
        stem, digits = self.name, name[len(self.name) :]
        if not name.startswith(stem) or not digits or name.rstrip(_DIGITS) != stem:
            return False
        significant = digits.lstrip("0") or "0"  # `%r007` is `%r7`.
        return len(significant) < _MOST_DIGITS and int(significant) < self.copies


class Names:
    """Names of one text: a module, or statements in a string, whose operands are names like variables of a module."""

    def __init__(self, text: str, items: Sequence[Outline], operands: Sequence[AsmOperand] = ()) -> None:
        self.text, self.items, self._operands = text, items, operands
        self._locals: dict[int, list[Declared]] = {}
        self._indexes: dict[int, tuple[dict[str, list[Declared]], list[Declared]]] = {}

    @cached_property
    def of_module(self) -> list[Declared]:
        """Functions and variables of the module; a definition comes before declarations of the same name."""
        declarations = []
        for number, operand in enumerate(self._operands):
            # Symbols are distinguished by the place of their names. Operands of inline assembly have none in the text;
            # each gets a negative number of its own, apart from -1, which the tree uses for "no place".
            place, type_ = -2 - number, f".{operand.type}" if operand.type else ""
            declarations.append(Declared(operand.name, "operand", type_, place, place, 0, len(self.text), operand))
        for item in self.items:
            declarations += list(self._declared(item.node, item.shift, item.start, len(self.text)))
        return sorted(
            declarations, key=lambda declared: isinstance(declared.node, tree.Function) and declared.node.body is None
        )

    @cached_property
    def _by_name(self) -> dict[str, Declared]:
        return {declared.name: declared for declared in reversed(self.of_module) if declared.copies is None}

    @cached_property
    def _ranges(self) -> list[Declared]:
        return [declared for declared in self.of_module if declared.copies is not None]

    @cached_property
    def _labels(self) -> dict[str, list[Declared]]:
        """Labels of all functions by their names."""
        labels: dict[str, list[Declared]] = {}
        for item in self.items:
            for declared in self.of_function(item):
                if declared.kind == "label":
                    labels.setdefault(declared.name, []).append(declared)
        return labels

    @cached_property
    def _starts(self) -> frozenset[int]:
        return frozenset(declared.start for declared in self.of_module)

    def item_at(self, offset: int) -> Outline | None:
        """Return the item that contains an offset."""
        index = bisect_right([item.start for item in self.items], offset) - 1
        item = self.items[index] if index >= 0 else None
        return item if item is not None and offset <= item.end else None

    def function_at(self, offset: int) -> Outline | None:
        """Return the function whose head or body contains an offset."""
        item = self.item_at(offset)
        return item if item is not None and isinstance(item.node, tree.Function) else None

    def of_function(self, item: Outline) -> list[Declared]:
        """Return the parameters, registers, variables and labels of a function."""
        if item.start not in self._locals:
            self._locals[item.start] = list(self._inside(item))
        return self._locals[item.start]

    def _index(self, item: Outline) -> tuple[dict[str, list[Declared]], list[Declared]]:
        """Return the single names of a function, which may be thousands of labels, and its ranges."""
        if item.start not in self._indexes:
            by_name: dict[str, list[Declared]] = {}
            ranges = []
            for declared in self.of_function(item):
                if declared.copies is None:
                    by_name.setdefault(declared.name, []).append(declared)
                else:
                    ranges.append(declared)
            self._indexes[item.start] = by_name, ranges
        return self._indexes[item.start]

    def visible(self, offset: int) -> Iterator[Declared]:
        """Yield the symbols that are visible at an offset, innermost first."""
        item = self.function_at(offset)
        if item is not None:
            inside = [declared for declared in self.of_function(item) if declared.low <= offset <= declared.high]
            yield from sorted(inside, key=lambda declared: declared.high - declared.low)
        yield from self.of_module

    def everything(self) -> Iterator[Declared]:
        """Yield every symbol of the module and of its functions."""
        yield from self.of_module
        for item in self.items:
            yield from self.of_function(item)

    def resolve(self, name: str, offset: int) -> Declared | None:
        """Return the symbol that a name means at an offset."""
        item = self.function_at(offset)
        if item is not None:
            by_name, ranges = self._index(item)
            named: list[Declared] = [
                *by_name.get(name, ()),
                *(declared for declared in ranges if declared.is_named(name)),
            ]
            inside = [declared for declared in named if declared.low <= offset <= declared.high]
            if inside:
                return min(inside, key=lambda declared: declared.high - declared.low)
        symbol = self._by_name.get(name) or next(
            (declared for declared in self._ranges if declared.is_named(name)), None
        )
        if symbol is None and item is not None:
            # The stem of a range where it is declared.
            symbol = next(
                (declared for declared in self._index(item)[1] if declared.start <= offset <= declared.end), None
            )
        if symbol is None:
            section = self.item_at(offset)
            labels = self._labels.get(name, ()) if section and isinstance(section.node, tree.Section) else ()
            # A debug section names a label of a function without naming the function.
            symbol = labels[0] if len(labels) == 1 else None
        return symbol

    def occurrences(self, symbol: Declared) -> Iterator[tuple[int, int]]:
        """Yield the places at which a symbol is named, its declarations first to last; of members, the whole name."""
        local = symbol.start not in self._starts
        low, high = (min(symbol.low, symbol.start), symbol.high) if local else (0, len(self.text))
        member = "" if symbol.copies is None else "[0-9]*"
        pattern = re.compile(rf"(?<![\w$%.]){re.escape(symbol.name)}{member}(?![\w$])", re.ASCII)
        places = [(low, high)]
        if symbol.kind == "label":
            # Debug sections name the labels of functions, each of which they take to be unique.
            places += [(item.start, item.end) for item in self.items if isinstance(item.node, tree.Section)]
        for low, high in places:
            hidden = [match.span() for match in _HIDDEN.finditer(self.text, low, high)]  # Comments and strings.
            for match in pattern.finditer(self.text, low, high):
                start, end = match.span()
                index = bisect_right(hidden, (start, len(self.text))) - 1
                if index >= 0 and hidden[index][1] > start:
                    continue
                if start == symbol.start or self.means(symbol, match[0], start):
                    yield start, end

    def means(self, symbol: Declared, name: str, offset: int) -> bool:
        """Return True if a name at an offset is the symbol; the mnemonic `add` is not a variable `add`."""
        # 200 characters are enough for a guard or a label, and keep the search for many uses of a name linear.
        is_opcode = symbol.name in mnemonics() and _BEFORE_OPCODE.search(self.text, max(0, offset - 200), offset)
        if is_opcode and not self.text[offset + len(name) :].lstrip().startswith(":"):
            return False
        resolved = self.resolve(name, offset)
        if resolved is None:
            return False
        if symbol.start in self._starts:  # Declarations and the definition of one symbol of the module.
            return resolved.name == symbol.name and resolved.start in self._starts
        return resolved.start == symbol.start

    # Declarations

    def _inside(self, item: Outline) -> Iterator[Declared]:
        function, shift = item.node, item.shift
        if not isinstance(function, tree.Function):
            return
        end = item.end
        for kind, parameters in (("result", function.returns), ("parameter", function.parameters)):
            for parameter in parameters or ():
                if parameter.name.text != "_":
                    start = parameter.name.start + shift
                    yield Declared(
                        parameter.name.text,
                        kind,
                        _type(parameter),
                        start,
                        parameter.name.end + shift,
                        item.start,
                        end,
                        parameter,
                    )
        # Blocks may be nested to any depth, so they are kept in a list and not on Python's stack.
        pending = [(function.body, shift)] if function.body is not None else []
        while pending:
            block, distance = pending.pop()
            low, high = block.start + distance, block.end + distance
            # What a label names depends on the statement after it: `.branchtargets`, `.callprototype`, or code.
            label: tree.Label | None = None
            place = 0
            for statement, shift in tree.unfolded(block.statements, distance):
                if isinstance(statement, tree.Block):
                    pending.append((statement, shift))
                elif isinstance(statement, tree.Run):
                    for target in statement.labels:
                        yield _label(target, "label", target, shift, low, high)
                elif isinstance(statement, tree.Label):
                    if label is not None:
                        yield _label(label, "label", label, place, low, high)
                    label, place = statement, shift
                    continue
                elif label is not None and isinstance(statement, (tree.Targets, tree.CallPrototype)):
                    kind = "targets" if isinstance(statement, tree.Targets) else "prototype"
                    yield _label(label, kind, statement, place, label.start + place, high)
                    label = None
                else:
                    yield from self._declared(statement, shift, statement.start + shift, high)
                if label is not None:
                    yield _label(label, "label", label, place, low, high)
                    label = None
            if label is not None:
                yield _label(label, "label", label, place, low, high)

    def _declared(self, node: Any, shift: int, low: int, high: int) -> Iterator[Declared]:
        """Yield the symbols of a declaration or function."""
        if isinstance(node, tree.Declaration):
            kind = "register" if node.space == "reg" else "variable"
            for declarator in node.declarators:
                name, copies = declarator.name, declarator.copies
                count = copies.value if copies is not None else None
                yield Declared(
                    name.text, kind, _type(node), name.start + shift, name.end + shift, low, high, node, count
                )
        elif isinstance(node, tree.Function) and node.name.text:
            kind, name = ("kernel" if node.kind == "entry" else "function"), node.name
            yield Declared(name.text, kind, "", name.start + shift, name.end + shift, 0, high, node)


def _label(label: tree.Label, kind: str, node: Any, shift: int, low: int, high: int) -> Declared:
    return Declared(label.name.text, kind, "", label.name.start + shift, label.name.end + shift, low, high, node)


def _type(node: tree.Declaration | tree.Parameter) -> str:
    """Return the type of a declaration as it is written: `.v4.f32`."""
    return f".v{node.vector}.{node.type}" if node.vector else f".{node.type}"
