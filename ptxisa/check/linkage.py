"""Check all declarations of a symbol against each other: linkage, redeclarations and aliases.

linkage = Linkage(place)
for item in module.items:  # and the functions and aliases that bodies declare, in the order of the text
    diagnostics = linkage.declare(item)
diagnostics = linkage.finish()
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from ptxisa.check.directives import check_available
from ptxisa.check.errata import rejected
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, Symbol, special
from ptxisa.isa import types
from ptxisa.isa.deviations import Deviation, of_record
from ptxisa.isa.diagnostics import Diagnostic, error, warning
from ptxisa.isa.language import LinkageLimits as Limits
from ptxisa.isa.language import directives
from ptxisa.syntax import tree

STATIC = "static"
"""Linkage of symbols that are visible in their own module only, for messages."""


class VariableProperties(NamedTuple):
    """Properties of a variable after its declarations so far; `defined` if one of them was not `.extern`."""

    type: str
    vector: int | None
    dimensions: tuple[int | None, ...]
    defined: bool

    def agrees(self, other: VariableProperties) -> bool:
        """Return True if both can be the same variable; an array with an open first size agrees with any size."""
        if (self.type, self.vector, len(self.dimensions)) != (other.type, other.vector, len(other.dimensions)):
            return False
        pairs = enumerate(zip(self.dimensions, other.dimensions, strict=True))
        return all(own == size or (index == 0 and None in (own, size)) for index, (own, size) in pairs)

    def joined(self, other: VariableProperties) -> VariableProperties:
        """Return the properties that follow from both declarations."""
        pairs = zip(self.dimensions, other.dimensions, strict=True)
        sizes = tuple(own if size is None else size for own, size in pairs)
        return self._replace(dimensions=sizes, defined=self.defined or other.defined)


class ParameterProperties(NamedTuple):
    """Properties of a parameter that two declarations must share."""

    space: str
    type: str
    vector: int | None
    dimensions: tuple[int | None, ...]
    alignment: int

    @classmethod
    def of(cls, node: tree.Parameter) -> ParameterProperties:
        """Return the properties of a parameter; the alignment in bytes is by default that of the type."""
        sizes = tuple(size.value if size is not None else None for size in node.dimensions)
        type_ = types.known().get(node.type)
        natural = type_.bits // 8 * (node.vector or 1) if type_ is not None else 0
        alignment = natural if node.alignment is None else node.alignment.value
        return cls(node.space, node.type, node.vector, sizes, alignment)


class FunctionProperties(NamedTuple):
    """Properties of a function after its declarations so far; `alias` is the function that it is an alias of."""

    kind: str
    linkage: str | None
    results: tuple[ParameterProperties, ...]
    parameters: tuple[ParameterProperties, ...]
    noreturn: bool
    defined: bool
    alias: str = ""

    def difference(self, other: FunctionProperties) -> str:
        """Return the first difference between the signatures, or ""."""
        counts = (len(self.results), len(self.parameters)), (len(other.results), len(other.parameters))
        if counts[0] != counts[1]:
            return "the number of parameters"
        pairs = zip((*self.results, *self.parameters), (*other.results, *other.parameters), strict=True)
        for own, parameter in pairs:
            if own.space != parameter.space:
                return "the state space of a parameter"
            if own[1:4] != parameter[1:4]:
                return "the type of a parameter"
            if own.alignment != parameter.alignment and own.space != "reg":
                return "the alignment of a parameter"
        return "" if self.noreturn == other.noreturn else ".noreturn"


class Linkage:
    """Symbols of a module, declared in the order of the text."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.scope = Scope()
        """Symbols so far; special registers enter it when their name is declared."""
        self.aliases: list[tree.Alias] = []
        self.declared: dict[str, tree.Name] = {}
        """First declaration of each function that is neither defined there nor `.extern`."""

    def declare(self, item: object) -> Iterator[Diagnostic]:
        """Check and declare a variable, function or alias; other items have no effect."""
        if isinstance(item, tree.Declaration):
            yield from self.declare_variables(item)
        elif isinstance(item, (tree.Function, tree.Alias)):
            diagnostics = list(
                self.declare_function(item) if isinstance(item, tree.Function) else self.declare_alias(item)
            )
            yield from diagnostics
            if diagnostics:  # The missing body would be a second finding for one cause.
                self.declared.pop(item.name.text, None)

    def finish(self) -> Iterator[Diagnostic]:
        """Report functions without a body that are not `.extern`, and aliases of them.

        ptxas rejects such functions when it generates code, whether they are called or not.
        """
        rules = of_record("rule/function_declarations", self.place.assembler) if self.place.generates_code else ()
        rule = next((rule for rule in rules if rule.stage), None)
        if rule is None:
            return
        # The function at the end of each chain of aliases, so that each name is visited once; of a circle, an alias.
        ends: dict[str, str] = {}
        for alias in self.aliases:
            name, chain = alias.aliasee.text, []
            while name not in ends:
                ends[name] = name
                chain.append(name)
                symbol = self._known(name)
                if isinstance(symbol, FunctionProperties) and not symbol.defined:
                    name = symbol.alias or name
            name = ends[name]
            ends.update(dict.fromkeys(chain, name))
            end = self._known(name)
            undefined = (
                isinstance(end, FunctionProperties) and not end.defined and (end.alias or name not in self.declared)
            )
            if undefined:
                yield self._undefined(alias.aliasee, rule)
        for name, node in self.declared.items():
            symbol = self._known(name)
            if isinstance(symbol, FunctionProperties) and not symbol.defined and not symbol.alias:
                yield self._undefined(node, rule)

    def _undefined(self, name: tree.Name, rule: Deviation) -> Diagnostic:
        hint = "declare the function .extern if another module defines it"
        return rejected(warning("", f"{name.text} has no body in this module", name, hint), rule, self.place)

    def _known(self, name: str) -> VariableProperties | FunctionProperties | None:
        symbol = self.scope.here(name)
        return symbol.node if symbol is not None else None

    def _declare(self, name: str, symbol: Symbol) -> Symbol | None:
        """Declare a name; return the symbol that it has already.

        ptxas declares each special register in every module, as an `.extern` variable of a bit-size type.
        """
        register = special(name) if self.scope.here(name) is None else None
        if register is not None:
            type_ = f"b{types.known()[register.type].bits}"
            predefined = VariableProperties(type_, register.vector, (), defined=False)
            self.scope.declare(name, Symbol("variable", node=predefined))
        return self.scope.declare(name, symbol)

    # Variables

    def declare_variables(self, declaration: tree.Declaration) -> Iterator[Diagnostic]:
        """Check the linkage of variables: their state space, type, initial value and earlier declarations."""
        linkage, names = declaration.linkage, declaration.declarators
        limits = yield from self._limits(linkage, declaration.start)
        if limits is not None and names:
            if limits.spaces and declaration.space.partition("[")[0] not in limits.spaces:
                wanted = " or ".join(f".{space}" for space in limits.spaces)
                yield error("wrong-linkage", f".{linkage} variables are in {wanted}", names[0].name)
            type_ = types.known().get(declaration.type)
            if not limits.opaque and type_ is not None and type_.kind == "opaque":
                yield error("wrong-linkage", f".{declaration.type} variables are not .{linkage}", names[0].name)
        for declarator in names:
            if limits is not None and not limits.initializer and declarator.initializer is not None:
                yield error("wrong-linkage", f".{linkage} variables get their value where they are defined", declarator)
        for declarator in names:
            name = declarator.name
            if declarator.copies is None:
                yield from self._check_variable(declaration, declarator)
            elif linkage != "extern":  # `x<4>` means x0 to x3.
                symbol = Symbol("variable", node=VariableProperties(declaration.type, declaration.vector, (), True))
                if self.scope.declare_range(name.text, declarator.copies.value, symbol) is not None:
                    yield error("redeclared-name", f"one of {name.text}… is defined already", name)

    def _limits(self, linkage: str | None, start: int) -> Generator[Diagnostic, None, Limits | None]:
        """Check that target and version support a linkage directive, and return its limits."""
        if linkage is None:
            return None
        spelling = f".{linkage}"
        yield from check_available(spelling, start, start + len(spelling), self.place)
        return directives()[spelling].linkage

    def _check_variable(self, declaration: tree.Declaration, declarator: tree.Declarator) -> Iterator[Diagnostic]:
        name, initializer = declarator.name, declarator.initializer
        sizes = tuple(size.value if size is not None else None for size in declarator.dimensions)
        if sizes[:1] == (None,) and isinstance(initializer, tree.Values):
            sizes = (len(initializer.elements), *sizes[1:])
        defined = declaration.linkage != "extern"
        variable = VariableProperties(declaration.type, declaration.vector, sizes, defined)
        first = self._declare(name.text, Symbol("variable", node=variable))
        if first is None:
            return
        known = first.node
        if not isinstance(known, VariableProperties):
            self.declared.pop(name.text, None)
            yield _inconsistent(name, "is a function already")
        elif not known.agrees(variable):
            yield _inconsistent(name, "was declared with another type or size")
        elif known.defined and defined:
            yield error("redeclared-name", f"{name.text} is defined twice", name)
        elif defined and declaration.linkage is None and special(name.text) is not None:
            yield _inconsistent(name, "")
        elif defined and declaration.linkage is None:
            message = f"{name.text} was declared .extern, so its definition is .visible, .weak or .common"
            yield error("wrong-linkage", message, name)
        else:
            self.scope.replace(name.text, first._replace(node=known.joined(variable)))

    # Functions

    def declare_function(self, node: tree.Function) -> Iterator[Diagnostic]:
        """Check the linkage of a function and its earlier declarations."""
        name, linkage = node.name, node.linkage
        limits = yield from self._limits(linkage, node.start)
        if limits is not None and "before-function" not in directives()[f".{linkage}"].places:
            yield error("wrong-linkage", f"functions are not .{linkage}", name)
        elif limits is not None and not limits.body and node.body is not None:
            message = f".{linkage} functions are defined in another module, so they have no body here"
            yield error("wrong-linkage", message, name)
        noreturn = any(isinstance(other, tree.Property) and other.name == "noreturn" for other in node.directives)
        results, parameters = (
            tuple(map(ParameterProperties.of, some or ())) for some in (node.returns, node.parameters)
        )
        function = FunctionProperties(node.kind, linkage, results, parameters, noreturn, node.body is not None)
        runtime = directives()[".extern"].linkage.optional_for
        if (
            node.body is None
            and linkage != "extern"
            and not any(fnmatchcase(name.text, pattern) for pattern in runtime)
        ):
            self.declared.setdefault(name.text, name)
        first = self._declare(name.text, Symbol("function", node=function))
        if first is None:
            return
        known = first.node
        if not isinstance(known, FunctionProperties):
            yield _inconsistent(name, "is a variable already")
        elif known.kind != function.kind:
            yield _inconsistent(name, f"was declared as .{known.kind}")
        elif known.defined:
            yield error("redeclared-name", f"{name.text} is defined already", name)
        elif difference := known.difference(function):
            yield _inconsistent(name, f"was declared differently: {difference} differs")
        elif known.linkage != linkage and (linkage is not None or known.linkage not in ("visible", "weak")):
            # A second declaration without linkage keeps the one that made the symbol visible.
            before, now = (f".{word}" if word else STATIC for word in (known.linkage, linkage))
            yield error("wrong-linkage", f"{name.text} was declared {before}, not {now}", name)
        else:
            self.scope.replace(name.text, first._replace(node=known._replace(defined=function.defined)))

    # Aliases

    def declare_alias(self, node: tree.Alias) -> Iterator[Diagnostic]:
        """Check that both functions of an alias are declared and have the same parameters."""
        yield from check_available(".alias", node.start, node.end, self.place)
        alias, aliasee = self._known(node.name.text), self._known(node.aliasee.text)
        for name, known in ((node.name, alias), (node.aliasee, aliasee)):
            if known is None:
                yield error("undeclared-name", f"{name.text} is not declared before", name)
            elif not isinstance(known, FunctionProperties) or known.kind != "func":
                yield error("wrong-alias", f"{name.text} is not a device function", name)
        if not (
            isinstance(alias, FunctionProperties)
            and isinstance(aliasee, FunctionProperties)
            and alias.kind == aliasee.kind == "func"
        ):
            return
        own = node.name.text
        if own == node.aliasee.text:
            yield error("wrong-alias", f"{own} cannot be an alias of itself", node.name)
        elif alias.alias:
            yield error("wrong-alias", f"{own} is an alias of {alias.alias} already", node.name)
        elif alias.defined:
            yield error("wrong-alias", f"{own} has a body, so it cannot be an alias", node.name)
        elif aliasee.linkage in ("weak", "extern"):
            message = f"{node.aliasee.text} is .{aliasee.linkage}, so it cannot have an alias"
            yield error("wrong-alias", message, node.name)
        elif difference := alias.difference(aliasee):
            yield _inconsistent(node.name, f"cannot be an alias of {node.aliasee.text}: {difference} differs")
        else:
            self.aliases.append(node)
            symbol = Symbol("function", node=alias._replace(alias=node.aliasee.text))
            self.scope.replace(own, symbol)


def _inconsistent(name: tree.Name, why: str) -> Diagnostic:
    why = why if special(name.text) is None else "is the name of a special register"
    return error("inconsistent-declaration", f"{name.text} {why}", name)
