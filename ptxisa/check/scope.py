"""Scopes of a module and of the blocks in it: names and their symbols.

    scope = Scope()
    scope.declare("x", register("u32"))
    Scope(scope).lookup("x")                # Symbol("register", "u32", …)

A range of registers such as `%r<1000>` is one entry, whose members are found by their number: compilers declare ranges
of which a function uses a few. Everything else here keeps declarations and lookups of such names linear.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from typing import Any, NamedTuple

from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse

_DIGITS = "0123456789"
"""Digits of names; `str.isdigit` accepts other characters than PTX does."""
MOST_MEMBERS = 10_000
"""Members of ranges that a scope remembers; a range may have millions, of which a text names as many as it has room."""
_OF_KERNELS = "param::entry"
"""State space of the parameters of kernels."""
_MOST_DIGITS = 12
"""Limit on the digits of a count of registers; longer numbers are out of range and not converted."""


class Symbol(NamedTuple):
    """Meaning of a name.

    `kind` is "register", "special" (a predefined register), "variable", "parameter", "result", "function", "label",
    "prototype", "targets" (a list for indirect branches or calls), or "any" where nothing is known.
    `type` and `vector` are those of the declaration, `space` is its state space; `node` is the declaration
    in the syntax tree, for labels the label. `hides` is the kind of the parameter or result of the function whose name
    a variable in .param has, or "".
    """

    kind: str
    type: str = ""
    vector: int | None = None
    space: str = ""
    node: Any = None
    hides: str = ""


Lookup = Callable[[str], "Symbol | None"]
"""Function that returns the symbol of a name, or None for an undeclared name."""

ANY = Symbol("any")


def anything(name: str) -> Symbol:
    """Return the symbol of a name in statements without declarations: it fits everywhere, unless PTX predefines it."""
    return special(name) or ANY


def register(text: str) -> Symbol:
    """Return a register of a type such as "u32", or of a vector such as "v4.f32"; "any" fits everywhere."""
    if text == "any":
        return ANY
    vector, _, type_ = text.removeprefix(".").rpartition(".")
    return Symbol("register", type_, int(vector[1:]) if re.fullmatch(r"v[0-9]{1,3}", vector) else None, "reg")


class Scope:
    """Names of one block, inside the scope of the block around it."""

    __slots__ = ("_indexed", "_members", "_names", "_numbered", "_ranges", "_undeclared", "outer")

    def __init__(self, outer: Scope | None = None, *, undeclared: Lookup | None = None) -> None:
        """Create the scope of a block; `undeclared` is for names that the outermost scope does not declare."""
        self.outer = outer
        self._undeclared: Lookup = undeclared or (outer._undeclared if outer else special)
        self._names: dict[str, Symbol] = {}
        self._ranges: dict[str, tuple[int, Symbol]] = {}
        self._numbered: dict[str, int] = {}
        self._members: dict[str, Symbol] = {}
        self._indexed = 0

    def own_names(self) -> list[str]:
        """Return the names that this block declares, without members of ranges."""
        return list(self._names)

    def own_symbols(self) -> Iterable[tuple[str, Symbol]]:
        """Return the names that this block declares with their symbols, without members of ranges."""
        return self._names.items()

    def has_name(self, name: str) -> bool:
        """Return True if this block declares a name by itself, not as a member of a range."""
        return name in self._names

    def has_ranges(self) -> bool:
        """Return True if this block declares a range of registers such as `%r<8>`."""
        return bool(self._ranges)

    def visible_range(self, stem: str) -> tuple[int, Symbol] | None:
        """Return the count and the symbol of a range that this block or one around it in the function declares.

        Return None if a block inside declares other names with the stem, which may hide members of the range.
        """
        scope: Scope | None = self
        while scope is not None and (scope is self or scope.outer is not None):
            if stem in scope._ranges:
                return scope._ranges[stem]
            scope._index_names()
            if stem in scope._numbered:
                return None
            scope = scope.outer
        return None

    def declare(self, name: str, symbol: Symbol) -> Symbol | None:
        """Declare a name; return its symbol if this scope has one already, which stays."""
        first = self._names.get(name) or (self.here(name) if self._ranges else None)
        if first is None:
            self._names[name] = symbol
        return first

    def declare_range(self, stem: str, count: int, symbol: Symbol) -> Symbol | None:
        """Declare stem0 to stem(count-1); return the symbol of one that this scope has already."""
        if stem in self._ranges:
            return self._ranges[stem][1]
        self._index_names()
        lowest = self._numbered.get(stem)
        if lowest is not None and lowest < count:
            return self.here(f"{stem}{lowest}")
        self._ranges[stem] = (count, symbol)
        return None

    def _index_names(self) -> None:
        """Note the lowest number of each stem: names are indexed once, and only if there are ranges."""
        if self._indexed == len(self._names):
            return
        for name in islice(self._names, self._indexed, None):
            stem, number = numbered(name)
            if number >= 0:
                self._numbered[stem] = min(number, self._numbered.get(stem, number))
        self._indexed = len(self._names)

    def replace(self, name: str, symbol: Symbol) -> None:
        """Replace the symbol of a name by that of its definition."""
        self._names[name] = symbol

    def declare_all(self, names: Sequence[str], symbol: Symbol) -> bool:
        """Declare names that are all new and different; otherwise declare none and return False."""
        # Thousands of registers in one declaration are entered by set operations instead of a loop.
        if self._ranges or len(set(names)) < len(names) or not self._names.keys().isdisjoint(names):
            return False
        self._names.update(dict.fromkeys(names, symbol))
        return True

    def declares(self, names: Sequence[str], symbol: Symbol) -> bool:
        """Return True if this scope declares all names with this very symbol, not as members of ranges."""
        return all(map(operator.is_, map(self._names.get, names), repeat(symbol)))

    def lookup(self, name: str) -> Symbol | None:
        """Return the symbol of a name, in this scope, in the blocks around it, or as a special register."""
        scope: Scope | None = self
        while scope is not None:
            symbol = scope.here(name)
            if symbol is not None:
                return symbol
            scope = scope.outer
        return self._undeclared(name)

    def range_of(self, name: str) -> tuple[str, int, Symbol] | None:
        """Return stem, count and symbol of a range of registers that ends before a numbered name."""
        stem, number = numbered(name)
        scope: Scope | None = self
        while scope is not None and number >= 0:
            if stem in scope._ranges:
                return stem, *scope._ranges[stem]
            scope = scope.outer
        return None

    def names(self) -> list[str]:
        """Return every visible name for suggestions, of a range the first member."""
        names: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            names += [*scope._names, *(f"{stem}0" for stem in scope._ranges)]
            scope = scope.outer
        return names

    def here(self, name: str) -> Symbol | None:
        """Return the symbol of a name in this scope only."""
        symbol = self._names.get(name)
        if symbol is not None or not self._ranges:
            return symbol
        if name in self._members:
            return self._members[name]
        stem, number = numbered(name)
        count, symbol = self._ranges.get(stem, (0, None))
        if symbol is None or not 0 <= number < count:
            return None
        if len(self._members) < MOST_MEMBERS:
            self._members[name] = symbol
        return symbol


def numbered(name: str) -> tuple[str, int]:
    """Return a name without its final digits, and their value; -1 for none or too many."""
    stem = name.rstrip(_DIGITS)
    digits = name[len(stem) :]
    significant = digits.lstrip("0")
    return stem, int(significant or "0") if digits and len(significant) < _MOST_DIGITS else -1


def special(name: str) -> Symbol | None:
    """Return a special register as a symbol; None if there is none of this name."""
    if name[:1] != "%":
        return None
    from ptxisa.isa.language import special_registers

    record = special_registers().get(name)
    return Symbol("special", record.type, len(record.elements) or None, "sreg", record) if record else None


class Repeated(NamedTuple):
    """Name that its scope contains already, and the symbol that it has there."""

    name: tree.Name
    first: Symbol


def enter(scope: Scope, statement: Any) -> Iterator[Repeated]:
    """Declare the names of a statement; yield those that the scope contains already."""
    if isinstance(statement, tree.Declaration):
        symbol, declarators = symbol_of(statement), statement.declarators
        if symbol.space == "param" and scope.outer is not None:
            for declarator in declarators:
                hidden = scope.outer.lookup(declarator.name.text)
                kind = hidden.hides or hidden.kind if hidden is not None else ""
                hides = kind if kind in ("parameter", "result") else ""
                first = scope.declare(declarator.name.text, symbol._replace(hides=hides))
                if first is not None:
                    yield Repeated(declarator.name, first)
            return
        if isinstance(declarators, tree.PlainNames) and scope.declare_all(declarators.texts, symbol):
            return
        for declarator in declarators:
            name, copies = declarator.name, declarator.copies
            if copies is None:
                first = scope.declare(name.text, symbol)
            else:
                first = scope.declare_range(name.text, copies.value, symbol)
            if first is not None:
                yield Repeated(name, first)
    elif isinstance(statement, tree.Label):
        yield from _enter_name(scope, statement.name, Symbol("label", node=statement))
    elif isinstance(statement, tree.Function):
        # Declarations may repeat; the definition counts. The linkage checker compares them.
        symbol = Symbol("function", node=statement)
        if scope.declare(statement.name.text, symbol) is not None and statement.body is not None:
            scope.replace(statement.name.text, symbol)


def symbol_of(declaration: tree.Declaration) -> Symbol:
    """Return the symbol for every name of a declaration."""
    kind = "register" if declaration.space == "reg" else "variable"
    return Symbol(kind, declaration.type, declaration.vector, declaration.space, declaration)


def _enter_name(scope: Scope, name: tree.Name, symbol: Symbol) -> Iterator[Repeated]:
    first = scope.declare(name.text, symbol)
    if first is not None:
        yield Repeated(name, first)


def enter_parameters(scope: Scope, function: tree.Function) -> Iterator[Repeated]:
    """Declare the parameters and results of a function in the scope of its body."""
    parameters = ("result", function.returns or ()), ("parameter", function.parameters or ())
    for role, parameter in ((role, parameter) for role, several in parameters for parameter in several):
        if parameter.name.text != "_":
            kind = "register" if parameter.space == "reg" else role
            space = _OF_KERNELS if function.kind == "entry" else parameter.space
            symbol = Symbol(kind, parameter.type, parameter.vector, space, parameter)
            yield from _enter_name(scope, parameter.name, symbol)


def enter_labels(scope: Scope, statements: tuple[Any, ...]) -> Iterator[Repeated]:
    """Declare the labels of a block, which are visible in the whole block.

    Labels of target lists and prototypes are declared later: they are visible only after their place.
    """
    for index, statement in enumerate(statements):
        if isinstance(statement, tree.Label):
            labeled = statements[index + 1] if index + 1 < len(statements) else None
            if not isinstance(labeled, (tree.Targets, tree.CallPrototype)):
                yield from _enter_name(scope, statement.name, Symbol("label", node=statement))
        elif isinstance(statement, tree.Run):
            for label in statement.labels:
                yield from _enter_name(scope, label.name, Symbol("label", node=label))
        elif isinstance(statement, tree.Passage) and statement.labels:
            symbol = Symbol("label", node=statement)
            if not scope.declare_all([label.name.text for label in statement.labels], symbol):
                for label in tree.moved(statement.labels, statement.shift):
                    yield from _enter_name(scope, label.name, Symbol("label", node=label))


def label_start(symbol: Symbol, name: str) -> int:
    """Return the place of a label in the text; the labels of a passage have one symbol."""
    if isinstance(symbol.node, tree.Passage):
        return next(label.start for label in symbol.node.labels if label.name.text == name) + symbol.node.shift
    return int(symbol.node.start)


def enter_labeled(
    scope: Scope, label: tree.Label | None, node: tree.Targets | tree.CallPrototype
) -> Iterator[Repeated]:
    """Declare a list of targets or a prototype with the label before it."""
    if label is not None:
        kind = "targets" if isinstance(node, tree.Targets) else "prototype"
        yield from _enter_name(scope, label.name, Symbol(kind, node=node))


def visible(text: str, names: Iterable[str]) -> Mapping[str, Symbol]:
    """Return the symbols of `names` at the end of the last function of a module, without undeclared names."""
    scope = inner = Scope()
    for item in parse(text).module.items:
        _ignore(enter(scope, item))
        if not isinstance(item, tree.Function) or item.body is None:
            continue
        inner, label = Scope(scope), None
        _ignore(enter_parameters(inner, item))
        _ignore(enter_labels(inner, item.body.statements))
        for statement in item.body.statements:
            if isinstance(statement, tree.Label):
                label = statement
            elif isinstance(statement, (tree.Targets, tree.CallPrototype)):
                _ignore(enter_labeled(inner, label, statement))
            else:
                _ignore(enter(inner, statement))
    symbols = {name: inner.lookup(name) for name in names}
    return {name: symbol for name, symbol in symbols.items() if symbol is not None}


def _ignore(repeated: Iterable[Repeated]) -> None:
    """Declare names, even if the scope contains them already."""
    for _ in repeated:
        pass
