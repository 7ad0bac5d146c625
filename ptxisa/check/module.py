"""Check a whole module: its head, the names of its functions and variables, and every body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ptxisa.check.answering import answered, check_release, release_of
from ptxisa.check.body import Statements, check_block, repeated
from ptxisa.check.body_text import Irregular, check_text
from ptxisa.check.declarations import check_attributes, check_declaration, check_parameters
from ptxisa.check.directives import INDEPENDENT, UNIFIED, check_function, check_head, check_pragma, read_head
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, enter, enter_parameters
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse, parse_body, parse_outline
from ptxisa.syntax.source import Source


def check_module(
    text: str | bytes,
    target: str | None = None,
    ptx: str | None = None,
    *,
    strict: bool = False,
    assembler: str | None = None,
) -> list[Diagnostic]:
    """Diagnostics of a PTX module in the order of the text; empty when all is well.

    `target` and `ptx` ask whether it would be legal there instead of where its own `.target` and
    `.version` say. What has no record is a note in versions that are not documented, unless a release answers. Where
    releases of ptxas are known to judge otherwise than the manual, a warning says so (`undocumented`,
    `assembler-refuses`), with `strict` an error; `assembler` names a release that answers instead of the manual
    (`"13.0"`). Raises `UnknownTarget`, `UnknownVersion` or `UnknownRelease` for a `target`, `ptx` or `assembler` that
    does not exist.
    """
    on, at = targets.target(target) if target else None, versions.version(ptx) if ptx else None
    asked = Place(on, at, assembler=release_of(assembler))
    source = Source(text)
    found = _check_regular(source, asked)
    if found is None:
        found = _check_parsed(source, asked)
    return Diagnostics(sorted(answered(found, asked, strict=strict), key=lambda one: (one.line, one.column)))


def _check_regular(source: Source, asked: Place) -> list[Diagnostic] | None:
    """Findings of a module without errors of syntax; None where it has some.

    Bodies are then checked by their text, without a tree of each.
    """
    outline = parse_outline(source.text, asked.read_as)
    if _has_errors(outline.diagnostics):
        return None
    checked = _Module(outline.module, asked, source)
    try:
        found = [one.located(source.position) for one in checked.findings()]
    except BrokenBody:
        return None
    return _once([*outline.diagnostics, *checked.read, *found])


def _has_errors(found: Iterable[Diagnostic]) -> bool:
    return any(one.severity == "error" for one in found)


_SAID_ONCE = frozenset({"unrecorded-directive", "unrecorded-instruction", "unusual-spelling"})


def _once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Bodies are read one by one, so that each may say the same of a spelling, or of what has no record."""
    seen: dict[object, Diagnostic] = {}
    for one in found:
        seen.setdefault(one.message if one.code in _SAID_ONCE else one, one)
    return list(seen.values())


def _check_parsed(source: Source, asked: Place) -> list[Diagnostic]:
    """Findings of any text: the parser's, and those of what it could read."""
    parsed = parse(source.text, asked.read_as)
    checked = _Module(parsed.module, asked, source)
    found = [one.located(source.position) for one in checked.findings()]
    return [*parsed.diagnostics, *_without_echoes(found, parsed.diagnostics)]


def _without_echoes(found: list[Diagnostic], read: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings but for those about numbers that could not be read."""
    malformed = {(one.line, one.column) for one in read if one.code == "malformed-number"}
    return [one for one in found if one.code != "operand-type" or (one.line, one.column) not in malformed]


class BrokenBody(Exception):
    """A body left out of the outline has an error of syntax, or its tree must tell the place of another."""


def _as_far_as_known(place: Place) -> Place:
    """A target that the version lacks is told once, at the head; statements are held against the version alone."""
    lacking = place.target is not None and place.version is not None and place.version < place.target.floor
    return place._replace(target=None) if lacking else place


class _Module:
    """One module on its way through the checker; `read` are warnings and notes from reading its bodies."""

    def __init__(self, module: tree.Module, asked: Place, source: Source) -> None:
        self.module, self.source = module, source
        self.read: list[Diagnostic] = []
        self.head = read_head(module)
        self.place = Place(
            asked.target or self.head.target,
            asked.version or self.head.version,
            self.head.loans,
            INDEPENDENT if INDEPENDENT in self.head.options else UNIFIED,
            asked.assembler,
        )
        self.statements = Statements(_as_far_as_known(self.place), self.head)

    def findings(self) -> Iterator[Diagnostic]:
        statements, scope = self.statements, Scope()
        yield from check_head(self.module, self.place)
        yield from check_release(self.place.assembler, self.place.version)
        for item in self.module.items:
            yield from statements.symbols.declare(item)
            yield from statements.debugging.see(item)
            yield from self._item(item, scope)
        yield from statements.symbols.finish()
        unfinished = list(statements.debugging.finish())
        if unfinished and statements.locations:
            raise BrokenBody
        yield from unfinished

    def _item(self, item: tree.Item, scope: Scope) -> Iterator[Diagnostic]:
        options = self.head.options
        if isinstance(item, tree.Declaration):
            yield from check_declaration(item, "module", self.place, scope.lookup, options)
        for _ in enter(scope, item):
            pass  # What is declared twice is the linkage's to judge.
        if isinstance(item, tree.Alias):
            aliasee = scope.lookup(item.aliasee.text)
            if aliasee is not None:
                scope.replace(item.name.text, aliasee)
        elif isinstance(item, tree.Pragma):
            yield from check_pragma(item, "module", self.place)
        elif isinstance(item, tree.Function):
            yield from check_function(item, self.place)
            yield from check_attributes(item.attributes, "function", "", self.place)
            yield from check_parameters(item, self.place, options)
            yield from self._body(item, scope)

    def _body(self, function: tree.Function, outer: Scope) -> Iterator[Diagnostic]:
        body = function.body
        if body is None:
            return  # Names of parameters mean nothing then, and may repeat.
        scope = Scope(outer)
        yield from map(repeated, enter_parameters(scope, function))
        self.statements.enter(function)
        if isinstance(body, tree.Unread):
            yield from self._unread(body, function, scope)
        else:
            yield from check_block(body, scope, self.statements)

    def _unread(self, body: tree.Unread, function: tree.Function, scope: Scope) -> list[Diagnostic]:
        said = set(self.statements.said)
        try:
            return check_text(self.source.text, function, scope, self.statements)
        except Irregular:
            self.statements.go_back(said)
        assert scope.outer is not None
        fresh = Scope(scope.outer)
        for _ in enter_parameters(fresh, function):
            pass
        block, diagnostics = parse_body(self.source, body, self.place.read_as)
        if _has_errors(diagnostics):
            raise BrokenBody
        self.read += diagnostics
        return list(check_block(block, fresh, self.statements))
