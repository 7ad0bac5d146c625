"""Check a whole module: its head, the names of its functions and variables, and every body.

    check_module(text, target="sm_90")      # diagnostics in the order of the text

Read `ModuleChecker.check`, which has the order of all checks; then `ptxisa.check.body` (statements in their scopes)
and `ptxisa.check.instruction` (one statement). `ptxisa.check.session` checks a module again after edits.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import cast

from ptxisa.check.body import Bodies
from ptxisa.check.declarations import check_attributes, check_declaration, check_parameters
from ptxisa.check.directives import INDEPENDENT, UNIFIED, check_function, check_head, check_pragma, read_head
from ptxisa.check.errata import check_release, release_of, with_errata
from ptxisa.check.place import Place
from ptxisa.check.scope import Scope, enter
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics, error
from ptxisa.syntax import tree
from ptxisa.syntax.collector import paused
from ptxisa.syntax.parser import Parser
from ptxisa.syntax.source import Source

ERROR_LIMIT = 10_000
"""Errors of a module after which nothing more is checked: each takes longer than hundreds of valid instructions."""

PAUSE = Diagnostic("", "note", "")
"""Mark between the diagnostics of two items, where a check may stop; see `ptxisa.check.session`."""


def check_module(
    text: str | bytes,
    target: str | None = None,
    ptx: str | None = None,
    *,
    strict: bool = False,
    assembler: str | None = None,
) -> list[Diagnostic]:
    """Check a PTX module.

    Known differences between the manual and releases of ptxas are warnings (`undocumented`,
    `rejected-by-assembler`). An instruction or directive without a record is a note in PTX versions that no manual
    describes, unless a release was selected.

    Args:
        text: The module; bytes are decoded as UTF-8.
        target: Check for this target (`"sm_90a"`) instead of that of `.target`.
        ptx: Check for this PTX version (`"8.7"`) instead of that of `.version`.
        strict: Report differences between the manual and ptxas as errors.
        assembler: Release of ptxas (`"13.0"`) whose verdict counts instead of that of the manual.

    Returns:
        The diagnostics in the order of the text; empty if the module is valid.

    Raises:
        UnknownTarget, UnknownVersion, UnknownRelease: There is no such `target`, `ptx` or `assembler`.
    """
    on, at = targets.target(target) if target else None, versions.version(ptx) if ptx else None
    asked = Place(on, at, assembler=release_of(assembler))
    diagnostics = sorted(diagnose(Source(text), asked), key=lambda diagnostic: (diagnostic.line, diagnostic.column))
    return Diagnostics(with_errata(diagnostics, asked, strict=strict))


def diagnose(source: Source, asked: Place, *, runs: bool = True) -> list[Diagnostic]:
    """Return the diagnostics of a module for a place.

    Without `runs` every statement is parsed and checked, which takes longer and has the same result.
    """
    parser = Parser(source, runs=runs, read_as=asked.read_as)
    # Trees of a large module are millions of objects without cycles, in which the garbage collector finds nothing.
    with paused(len(source.text)):
        steps = diagnose_in_steps(parser, ModuleChecker(parser.head(), asked, source, remember=runs))
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return cast("list[Diagnostic]", done.value)


def diagnose_in_steps(parser: Parser, checker: ModuleChecker) -> Generator[None, None, list[Diagnostic]]:
    """Return the diagnostics of a module whose head the parser has read; yield where the checker has a `PAUSE`."""
    source = parser.source
    diagnostics, errors = [], 0
    for diagnostic in checker.check(parser.items()):
        if diagnostic is PAUSE:
            yield
            continue
        diagnostics.append(diagnostic.located(source.position))
        errors += diagnostic.severity == "error"
        if errors > ERROR_LIMIT:
            message = f"more than {ERROR_LIMIT:,} errors; the rest was not checked"
            diagnostics[-1] = error("too-many-errors", message, diagnostic.span).located(source.position)
            break
    syntax = parser.findings()
    # The value of a number that cannot be read is unknown, and an expression without a value is reported once.
    reported = {(wrong.code.replace("malformed-number", "operand-type"), wrong.line, wrong.column) for wrong in syntax}
    others = (wrong for wrong in diagnostics if (wrong.code, wrong.line, wrong.column) not in reported)
    return list(dict.fromkeys([*syntax, *others]))  # Each once: a header may be read twice after a syntax error.


def without_statements(item: tree.Item) -> tree.Item:
    """Return an item for what remembers all items of a module, where the statements of bodies would fill the memory."""
    if not isinstance(item, tree.Function) or item.body is None:
        return item
    return item._replace(body=tree.Block((), item.body.start, item.body.end))


class ModuleChecker:
    """Checker of one module, item by item, so that no tree of the whole module is needed."""

    def __init__(self, head: tree.Module, asked: Place, source: Source, *, remember: bool = True) -> None:
        self.module, self.head, self.source = head, read_head(head), source
        self.place = Place(
            asked.target or self.head.target,
            asked.version or self.head.version,
            self.head.loans,
            INDEPENDENT if INDEPENDENT in self.head.options else UNIFIED,
            asked.assembler,
            generates_code=asked.generates_code,
        )
        # `check_head` reports a target that the version does not support; statements are checked for the version only.
        place = self.place._replace(target=None) if self.place.lacks_target else self.place
        self.bodies = Bodies(place, self.head, source, remember=remember)
        self.scope = Scope()

    def check(self, items: Iterable[tree.Item]) -> Iterator[Diagnostic]:
        """Check the head, each item as it comes, and last the properties of the whole module."""
        bodies = self.bodies
        yield from check_head(self.module, self.place, self.source.text)
        yield from check_release(self.place.assembler, self.place.version)
        for directive in self.module.targets:
            yield from bodies.debugging.see(directive)
        for item in items:
            yield from bodies.symbols.declare(item)
            yield from self.check_debugging(item)
            bodies.resources.declare(without_statements(item))
            yield from self.check_item(item)
        yield from bodies.symbols.finish()
        yield from bodies.resources.finish()
        yield from bodies.debugging.finish()

    def check_item(self, item: tree.Item) -> Iterator[Diagnostic]:
        """Check one item, and declare its names."""
        scope = self.scope
        if isinstance(item, tree.Declaration):
            yield from self.check_variables(item)
        for _ in enter(scope, without_statements(item)):
            pass  # Duplicate declarations are reported by the linkage checker.
        if isinstance(item, tree.Alias):
            aliasee = scope.lookup(item.aliasee.text)
            if aliasee is not None:
                scope.replace(item.name.text, aliasee)
        elif isinstance(item, tree.Pragma):
            yield from check_pragma(item, "module", self.place)
        elif isinstance(item, tree.Function):
            yield from self.check_function(item)

    def check_debugging(self, item: tree.Item) -> Iterator[Diagnostic]:
        """Check an item that is debug information."""
        yield from self.bodies.debugging.see(item)

    def check_variables(self, declaration: tree.Declaration) -> Iterator[Diagnostic]:
        """Check a declaration of variables, which its scope does not contain yet."""
        yield from check_declaration(declaration, "module", self.place, self.scope.lookup, self.head.options)

    def check_function(self, function: tree.Function) -> Iterator[Diagnostic]:
        """Check the head and the body of a function."""
        yield from check_function(function, self.place)
        yield from check_attributes(function.attributes, "function", "", self.place)
        yield from check_parameters(function, self.place, self.head.options)
        yield from self.bodies.check_function(function, self.scope)
