"""Check a whole module: its head, the names of its functions and variables, and every body."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ptxisa import targets, versions
from ptxisa.check.body import Statements, check_block, repeated
from ptxisa.check.body_text import Irregular, check_text
from ptxisa.check.diagnostics import Diagnostic
from ptxisa.check.operands import Finding
from ptxisa.check.scope import Scope, enter, enter_parameters
from ptxisa.check.statement import Judged, Place, diagnostic
from ptxisa.names import suggestion
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse, parse_body, parse_outline
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
    found = _check_regular(source, asked)
    if found is None:
        found = _check_parsed(source, asked)
    return sorted(found, key=lambda one: (one.line, one.column))


def _check_regular(source: Source, asked: Place) -> list[Diagnostic] | None:
    """Findings of a module without errors of syntax; None where it has some.

    Bodies are then checked by their text, without a tree of each.
    """
    outline = parse_outline(source.text)
    if outline.diagnostics:
        return None
    try:
        return [diagnostic(source, one) for one in _Module(outline.module, asked, source).findings()]
    except BrokenBody:
        return None


def _check_parsed(source: Source, asked: Place) -> list[Diagnostic]:
    """Findings of any text: the parser's, and those of what it could read."""
    parsed = parse(source.text)
    checked = _Module(parsed.module, asked, source)
    return [*parsed.diagnostics, *(diagnostic(source, one) for one in checked.findings())]


class BrokenBody(Exception):
    """A body that was left out of the outline has an error of syntax."""


class _Module:
    """One module on its way through the checker."""

    def __init__(self, module: tree.Module, asked: Place, source: Source) -> None:
        self.module, self.asked, self.source = module, asked, source

    def findings(self) -> Iterator[Judged]:
        version = yield from self._version()
        target = yield from self._targets(version)
        statements = Statements(Place(self.asked.target or target, self.asked.version or version))
        scope = Scope()
        for item in self.module.items:
            yield from map(repeated, enter(scope, item))
            if isinstance(item, tree.Alias):
                yield from self._alias(item, scope)
            elif isinstance(item, tree.Function) and item.body is not None:
                yield from self._body(item, scope, statements)

    def _alias(self, alias: tree.Alias, scope: Scope) -> Iterator[Judged]:
        """An alias stands for its function; a declaration of it may stand before."""
        aliasee = scope.lookup(alias.aliasee.text)
        if aliasee is not None:
            scope.replace(alias.name.text, aliasee)
        return iter(())

    def _body(self, function: tree.Function, outer: Scope, statements: Statements) -> Iterator[Judged]:
        scope = Scope(outer)
        yield from map(repeated, enter_parameters(scope, function))
        body = function.body
        if isinstance(body, tree.Unread):
            yield from self._unread(body, function, scope, statements)
        elif body is not None:
            yield from check_block(body, scope, statements)

    def _unread(self, body: tree.Unread, function: tree.Function, scope: Scope, statements: Statements) -> list[Judged]:
        said = set(statements.said)
        try:
            return check_text(self.source.text, body, scope, statements)
        except Irregular:
            statements.said = said
        assert scope.outer is not None
        fresh = Scope(scope.outer)
        for _ in enter_parameters(fresh, function):
            pass
        block, diagnostics = parse_body(self.source, body)
        if diagnostics:
            raise BrokenBody
        return list(check_block(block, fresh, statements))

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


def _unknown(code: str, message: str, start: int, end: int, hint: str = "") -> Judged:
    return Judged(Finding(code, message, start, end, hint))
