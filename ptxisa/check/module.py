"""Check a whole module: its head, the scopes of its functions, and every instruction that has a record."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from ptxisa import targets, versions
from ptxisa.check.diagnostics import Diagnostic
from ptxisa.check.operands import Finding
from ptxisa.check.scope import Scope
from ptxisa.check.statement import Judged, Place, check_instruction, diagnostic
from ptxisa.names import suggestion
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse
from ptxisa.syntax.source import Source
from ptxisa.targets import Target
from ptxisa.versions import Version

OPTIONS = frozenset({"texmode_unified", "texmode_independent", "debug", "map_f64_to_f32"})


def check_module(text: str | bytes, target: str | None = None, ptx: str | None = None) -> list[Diagnostic]:
    """Diagnostics of a PTX module in the order of the text; empty when all is well.

    `target` and `ptx` ask whether it would be legal there instead of where its own `.target` and
    `.version` say. An instruction that has no record yet is a note, never an error. Raises `UnknownTarget`
    or `UnknownVersion` for a `target` or `ptx` that does not exist.
    """
    asked = Place(targets.target(target) if target else None, versions.version(ptx) if ptx else None)
    source = Source(text)
    parsed = parse(source.text)
    checked = _Module(parsed.module, asked)
    found = [*parsed.diagnostics, *(diagnostic(source, one) for one in checked.findings())]
    return sorted(found, key=lambda one: (one.line, one.column))


class _Module:
    """One module on its way through the checker."""

    def __init__(self, module: tree.Module, asked: Place) -> None:
        self.module, self.asked = module, asked
        self.place = asked
        self.unrecorded: set[str] = set()

    def findings(self) -> Iterator[Judged]:
        version = yield from self._version()
        target = yield from self._targets(version)
        self.place = Place(self.asked.target or target, self.asked.version or version)
        scope = Scope()
        for item in self.module.items:
            self._enter(scope, item)
        for function in self.module.functions:
            if function.body is not None:
                yield from self._block(function.body, _parameters(function, scope))

    def _version(self) -> Generator[Judged, None, Version | None]:
        node = self.module.version
        if node is None:
            return None
        name = f"{node.major}.{node.minor}"
        try:
            return versions.version(name)
        except versions.UnknownVersion as error:
            yield _unknown("unknown-version", str(error), node.start, node.end)
        return None

    def _targets(self, version: Version | None) -> Generator[Judged, None, Target | None]:
        """The newest architecture that `.target` directives name."""
        found: list[Target] = []
        for name in (name for directive in self.module.targets for name in directive.names):
            if name.text not in OPTIONS:
                target = yield from self._target(name, version)
                found += [target] if target else []
        return max(found, key=lambda one: one.number, default=None)

    def _target(self, name: tree.Name, version: Version | None) -> Generator[Judged, None, Target | None]:
        try:
            target = targets.target(name.text)
        except targets.UnknownTarget:
            hint = suggestion(name.text, (*targets.known(), *OPTIONS))
            yield _unknown("unknown-target", f"unknown target {name.text[:60]!r}", name.start, name.end, hint)
            return None
        if version is not None and version < target.floor:
            message = f"PTX {version} does not know {target.name}"
            hint = f"{target.name} needs .version {target.introduced} or later"
            yield _unknown("unavailable-version", message, name.start, name.end, hint)
        return target

    def _enter(self, scope: Scope, item: object) -> None:
        if isinstance(item, tree.Declaration):
            scope.declare(item)
        elif isinstance(item, (tree.Function, tree.Alias, tree.Label)):
            scope.name(item.name.text)

    def _block(self, block: tree.Block, scope: Scope) -> Iterator[Judged]:
        """Statements of a block, innermost blocks included; an explicit stack, since blocks nest deep."""
        pending: list[tuple[Iterator[object], Scope]] = [(iter(block.statements), scope)]
        self._labels(block.statements, scope)
        while pending:
            statements, current = pending[-1]
            statement = next(statements, None)
            if statement is None:
                pending.pop()
            elif isinstance(statement, tree.Instruction):
                yield from self._once(statement, check_instruction(statement, self.place, current.lookup))
            elif isinstance(statement, tree.Block):
                inner = Scope(current)
                self._labels(statement.statements, inner)
                pending.append((iter(statement.statements), inner))
            else:
                self._enter(current, statement)

    def _once(self, statement: tree.Instruction, judged: Iterable[Judged]) -> Iterator[Judged]:
        """Say of each instruction that has no record only once that it has none."""
        for one in judged:
            if one.finding.code == "unrecorded-instruction":
                if one.finding.message in self.unrecorded:
                    continue
                self.unrecorded.add(one.finding.message)
            yield one

    def _labels(self, statements: Iterable[object], scope: Scope) -> None:
        """Labels are visible before they stand."""
        for statement in statements:
            if isinstance(statement, tree.Label):
                scope.name(statement.name.text)


def _parameters(function: tree.Function, outer: Scope) -> Scope:
    """A scope with the parameters of a function; register parameters of device functions have types."""
    scope = Scope(outer)
    for parameter in (*(function.returns or ()), *(function.parameters or ())):
        if parameter.space == "reg":
            declarator = tree.Declarator(parameter.name, None, (), None, parameter.start, parameter.end)
            declaration = tree.Declaration(
                None, "reg", None, (), parameter.vector, parameter.type, (declarator,), parameter.start, parameter.end
            )
            scope.declare(declaration)
        else:
            scope.name(parameter.name.text)
    return scope


def _unknown(code: str, message: str, start: int, end: int, hint: str = "") -> Judged:
    return Judged(Finding(code, message, start, end, hint))
