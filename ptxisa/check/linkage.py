"""Check what the declarations of a module say of one symbol: linkage, redeclarations and aliases.

linkage = Linkage(place)
for item in module.items:  # and the functions and aliases that bodies declare, in the order of the text
    findings = linkage.declare(item)
findings = linkage.finish()
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ptxisa.check.directives import check_available, nested
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, Symbol, special
from ptxisa.isa import types
from ptxisa.isa.diagnostics import Diagnostic, error, warning
from ptxisa.isa.language import LinkageLimits as Limits
from ptxisa.isa.language import directives
from ptxisa.syntax import tree

STATIC = "static"
"""Linkage of symbols that are visible in their own module only, for messages."""


class Variable(NamedTuple):
    """Properties of a variable after its declarations so far; `defined` if one of them was not `.extern`."""

    type: str
    vector: int | None
    dimensions: tuple[int | None, ...]
    defined: bool

    def agrees(self, other: Variable) -> bool:
        """Return True if both can be the same variable; an array with an open first size agrees with any size."""
        if (self.type, self.vector, len(self.dimensions)) != (other.type, other.vector, len(other.dimensions)):
            return False
        pairs = enumerate(zip(self.dimensions, other.dimensions, strict=True))
        return all(one == two or (index == 0 and None in (one, two)) for index, (one, two) in pairs)

    def joined(self, other: Variable) -> Variable:
        """Return the properties that follow from both declarations."""
        sizes = tuple(one if two is None else two for one, two in zip(self.dimensions, other.dimensions, strict=True))
        return self._replace(dimensions=sizes, defined=self.defined or other.defined)


class Parameter(NamedTuple):
    """Properties of a parameter that two declarations must share."""

    space: str
    type: str
    vector: int | None
    dimensions: tuple[int | None, ...]
    alignment: int


class Function(NamedTuple):
    """Properties of a function after its declarations so far; `alias` is the function that it is an alias of."""

    kind: str
    linkage: str | None
    results: tuple[Parameter, ...]
    parameters: tuple[Parameter, ...]
    noreturn: bool
    defined: bool
    alias: str = ""

    def difference(self, other: Function) -> str:
        """Return the first difference between the signatures, or ""."""
        counts = (len(self.results), len(self.parameters)), (len(other.results), len(other.parameters))
        if counts[0] != counts[1]:
            return "the number of parameters"
        pairs = zip((*self.results, *self.parameters), (*other.results, *other.parameters), strict=True)
        for one, two in pairs:
            if one.space != two.space:
                return "the state space of a parameter"
            if one[1:4] != two[1:4]:
                return "the type of a parameter"
            if one.alignment != two.alignment and one.space != "reg":
                return "the alignment of a parameter"
        return "" if self.noreturn == other.noreturn else ".noreturn"


class Linkage:
    """Symbols of a module, declared in the order of the text."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.scope = Scope()
        """Symbols so far; special registers enter it when their name is declared."""
        self.aliases: list[tree.Alias] = []

    def declare(self, item: object) -> Iterator[Diagnostic]:
        """Check and declare a variable, function or alias; other items have no effect."""
        if isinstance(item, tree.Declaration):
            yield from self._declaration(item)
        elif isinstance(item, tree.Function):
            yield from self._function(item)
        elif isinstance(item, tree.Alias):
            yield from self._alias(item)

    def finish(self) -> Iterator[Diagnostic]:
        """Report functions with an alias that have no body in the module."""
        known: dict[str, bool] = {}
        for alias in self.aliases:
            if not self._defined(alias.aliasee.text, known):
                message = f"{alias.aliasee.text} has no body in this module, which assembling needs"
                yield warning("wrong-alias", message, alias.aliasee)

    def _defined(self, name: str, known: dict[str, bool]) -> bool:
        """Return True if a function, or the function that it is an alias of, has a body.

        `known` contains the answers so far, so that each name is visited once. Aliases that form a cycle have no body.
        """
        chain = []
        while name not in known:
            known[name] = False
            chain.append(name)
            found = self._known(name)
            if not isinstance(found, Function) or found.defined or not found.alias:
                known[name] = found is None or found.defined
            else:
                name = found.alias
        for passed in chain:
            known[passed] = known[name]
        return known[name]

    def _known(self, name: str) -> Variable | Function | None:
        found = self.scope.here(name)
        return found.node if found is not None else None

    def _declare(self, name: str, symbol: Symbol) -> Symbol | None:
        """Declare a name; return the symbol that it has already.

        ptxas declares each special register in every module, as an `.extern` variable of a bit-size type.
        """
        register = special(name) if self.scope.here(name) is None else None
        if register is not None:
            type_ = f"b{types.known()[register.type].bits}"
            predefined = Variable(type_, register.vector, (), defined=False)
            self.scope.declare(name, Symbol("variable", node=predefined))
        return self.scope.declare(name, symbol)

    # Variables

    def _declaration(self, declaration: tree.Declaration) -> Iterator[Diagnostic]:
        limits = yield from self._limits(declaration.linkage, declaration.start)
        if limits is not None:
            yield from _check_variables(declaration, limits)
        for declarator in declaration.declarators:
            if declarator.copies is None:
                yield from self._variable(declaration, declarator)
            elif declaration.linkage != "extern":
                yield from self._variables(declaration, declarator)

    def _limits(self, linkage: str | None, start: int) -> Any:
        """Check that target and version support a linkage directive, and return its limits."""
        if linkage is None:
            return None
        spelling = f".{linkage}"
        yield from check_available(spelling, start, start + len(spelling), self.place)
        return directives()[spelling].linkage

    def _variable(self, declaration: tree.Declaration, declarator: tree.Declarator) -> Iterator[Diagnostic]:
        sizes = tuple(size.value if size is not None else None for size in declarator.dimensions)
        defined = declaration.linkage != "extern"
        variable = Variable(declaration.type, declaration.vector, _counted(sizes, declarator), defined)
        first = self._declare(declarator.name.text, Symbol("variable", node=variable))
        if first is None:
            return
        known = first.node
        if not isinstance(known, Variable):
            yield _inconsistent(declarator.name, "is a function already")
        elif not known.agrees(variable):
            yield _inconsistent(declarator.name, "was declared with another type or size")
        elif known.defined and defined:
            yield error("redeclared-name", f"{declarator.name.text} is defined twice", declarator.name)
        elif defined and declaration.linkage is None and special(declarator.name.text) is not None:
            yield _inconsistent(declarator.name, "")
        elif defined and declaration.linkage is None:
            message = f"{declarator.name.text} was declared .extern, so its definition is .visible, .weak or .common"
            yield error("wrong-linkage", message, declarator.name)
        else:
            self.scope.replace(declarator.name.text, first._replace(node=known.joined(variable)))

    def _variables(self, declaration: tree.Declaration, declarator: tree.Declarator) -> Iterator[Diagnostic]:
        """Declare `x<4>`, which means x0 to x3."""
        assert declarator.copies is not None
        symbol = Symbol("variable", node=Variable(declaration.type, declaration.vector, (), True))
        if self.scope.declare_range(declarator.name.text, declarator.copies.value, symbol) is not None:
            yield error("redeclared-name", f"one of {declarator.name.text}… is defined already", declarator.name)

    # Functions

    def _function(self, node: tree.Function) -> Iterator[Diagnostic]:
        limits = yield from self._limits(node.linkage, node.start)
        if limits is not None and "before-function" not in directives()[f".{node.linkage}"].places:
            yield error("wrong-linkage", f"functions are not .{node.linkage}", node.name)
        elif limits is not None and not limits.body and node.body is not None:
            message = f".{node.linkage} functions are defined in another module, so they have no body here"
            yield error("wrong-linkage", message, node.name)
        function = _signature(node)
        first = self._declare(node.name.text, Symbol("function", node=function))
        if first is None:
            return
        known = first.node
        if not isinstance(known, Function):
            yield _inconsistent(node.name, "is a variable already")
        elif known.kind != function.kind:
            yield _inconsistent(node.name, f"was declared as .{known.kind}")
        elif known.defined:
            yield error("redeclared-name", f"{node.name.text} is defined already", node.name)
        elif difference := known.difference(function):
            yield _inconsistent(node.name, f"was declared differently: {difference} differs")
        elif not _continues(known.linkage, function.linkage):
            message = f"{node.name.text} was declared {_spelled(known.linkage)}, not {_spelled(function.linkage)}"
            yield error("wrong-linkage", message, node.name)
        else:
            merged = known._replace(defined=function.defined)
            self.scope.replace(node.name.text, first._replace(node=merged))

    # Aliases

    def _alias(self, node: tree.Alias) -> Iterator[Diagnostic]:
        yield from check_available(".alias", node.start, node.end, self.place)
        alias, aliasee = self._known(node.name.text), self._known(node.aliasee.text)
        for name, known in ((node.name, alias), (node.aliasee, aliasee)):
            if known is None:
                yield error("undeclared-name", f"{name.text} is not declared before", name)
            elif not isinstance(known, Function) or known.kind != "func":
                yield error("wrong-alias", f"{name.text} is not a device function", name)
        if isinstance(alias, Function) and isinstance(aliasee, Function) and alias.kind == aliasee.kind == "func":
            yield from self._join(node, alias, aliasee)

    def _join(self, node: tree.Alias, alias: Function, aliasee: Function) -> Iterator[Diagnostic]:
        problem = _alias_problem(node, alias, aliasee)
        if problem:
            yield error("wrong-alias", problem, node.name)
        elif difference := alias.difference(aliasee):
            yield _inconsistent(node.name, f"cannot be an alias of {node.aliasee.text}: {difference} differs")
        else:
            self.aliases.append(node)
            symbol = Symbol("function", node=alias._replace(alias=node.aliasee.text))
            self.scope.replace(node.name.text, symbol)


def check_linkage(module: tree.Module, place: Place) -> Iterator[Diagnostic]:
    """Check all declarations of a module, including those in bodies."""
    linkage = Linkage(place)
    for item in module.items:
        yield from linkage.declare(item)
        if isinstance(item, tree.Function) and isinstance(item.body, tree.Block):
            for statement in nested(item.body, tree.Function, tree.Alias):
                yield from linkage.declare(statement)
    yield from linkage.finish()


def _check_variables(declaration: tree.Declaration, limits: Limits) -> Iterator[Diagnostic]:
    """Check that the linkage of variables permits their state space, type and initial value."""
    names = declaration.declarators
    space = declaration.space.partition("[")[0]
    if limits.spaces and space not in limits.spaces and names:
        wanted = " or ".join(f".{one}" for one in limits.spaces)
        yield error("wrong-linkage", f".{declaration.linkage} variables are in {wanted}", names[0].name)
    type_ = types.known().get(declaration.type)
    if not limits.opaque and type_ is not None and type_.kind == "opaque" and names:
        yield error("wrong-linkage", f".{declaration.type} variables are not .{declaration.linkage}", names[0].name)
    for declarator in names:
        if not limits.initializer and declarator.initializer is not None:
            message = f".{declaration.linkage} variables get their value where they are defined"
            yield error("wrong-linkage", message, declarator)


def _counted(sizes: tuple[int | None, ...], declarator: tree.Declarator) -> tuple[int | None, ...]:
    """Return the sizes of an array; an open first size is that of the initializer."""
    if sizes[:1] == (None,) and isinstance(declarator.initializer, tree.Values):
        return len(declarator.initializer.elements), *sizes[1:]
    return sizes


def _signature(node: tree.Function) -> Function:
    noreturn = any(isinstance(one, tree.Property) and one.name == "noreturn" for one in node.directives)
    results = tuple(_parameter(one) for one in node.returns or ())
    parameters = tuple(_parameter(one) for one in node.parameters or ())
    return Function(node.kind, node.linkage, results, parameters, noreturn, node.body is not None)


def _parameter(node: tree.Parameter) -> Parameter:
    sizes = tuple(size.value if size is not None else None for size in node.dimensions)
    return Parameter(node.space, node.type, node.vector, sizes, _alignment(node))


def _alignment(node: tree.Parameter) -> int:
    """Return the alignment in bytes, by default that of the type."""
    if node.alignment is not None:
        return node.alignment.value
    type_ = types.known().get(node.type)
    return type_.bits // 8 * (node.vector or 1) if type_ is not None else 0


def _continues(first: str | None, second: str | None) -> bool:
    """Return True if a second declaration has the same linkage, or none after one that makes the symbol visible."""
    return first == second or (second is None and first in ("visible", "weak"))


def _spelled(linkage: str | None) -> str:
    return f".{linkage}" if linkage else STATIC


def _alias_problem(node: tree.Alias, alias: Function, aliasee: Function) -> str:
    """Return the reason why a function cannot be an alias of another, or ""."""
    if node.name.text == node.aliasee.text:
        return f"{node.name.text} cannot be an alias of itself"
    if alias.alias:
        return f"{node.name.text} is an alias of {alias.alias} already"
    if alias.defined:
        return f"{node.name.text} has a body, so it cannot be an alias"
    if aliasee.linkage in ("weak", "extern"):
        return f"{node.aliasee.text} is .{aliasee.linkage}, so it cannot have an alias"
    return ""


def _inconsistent(name: tree.Name, why: str) -> Diagnostic:
    why = why if special(name.text) is None else "is the name of a special register"
    return error("inconsistent-declaration", f"{name.text} {why}", name)
