"""Check the bodies of functions: every statement in the scope that it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ptxisa.check.calls import check_branch, check_call, check_targets
from ptxisa.check.debugging import Debugging
from ptxisa.check.declarations import check_declaration, check_parameters
from ptxisa.check.directives import Head, check_available, check_pragma, check_prototype, check_target
from ptxisa.check.linkage import Linkage
from ptxisa.check.place import Place
from ptxisa.check.scope import Lookup, Repeated, Scope, enter, enter_labelled, enter_labels
from ptxisa.check.shape import shape_of
from ptxisa.check.statement import check_resolved, resolve
from ptxisa.isa.diagnostics import Diagnostic, error
from ptxisa.isa.language import asked_for
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.syntax import tree

_CONTROL = {"call": check_call, "bra": check_branch, "brx": check_branch}


_MOST_TEXTS = 20_000
"""So many parsed texts are kept; more would cost more memory than they save time."""


def check_in_body(
    statement: tree.Instruction, candidates: Sequence[ResolvedInstruction], place: Place, lookup: Lookup
) -> Iterator[Diagnostic]:
    """Check an instruction whose operands are all declared, including labels and functions."""
    check = _CONTROL.get(statement.opcode.mnemonic)
    yield from check_resolved(statement, candidates, place, lookup, operands=check is None)
    if check:
        yield from check(statement, lookup)


class Statements:
    """Checks statements one by one; one object serves a module, since it remembers shapes that were clean.

    Of each opcode it says only once that it has no record, or that it is usually written otherwise. `locations` are
    texts of `.loc` that were seen. `described` are texts that were clean, in which names are characters of `kinds`.
    """

    def __init__(self, place: Place, head: Head) -> None:
        self.place, self.head = place, head
        self.symbols = Linkage(place)
        self.debugging = Debugging(place)
        self.locations: set[str] = set()
        self.said: set[str] = set()
        self._clean: set[Any] = set()
        self.described: set[str] = set()
        self.kinds: dict[tuple[object, ...], str] = {}
        self.parsed: dict[str, list[Any]] = {}
        self._common: dict[frozenset[Any], set[str]] = {}
        self._label: tree.Label | None = None

    def check(self, statement: Any, scope: Scope) -> Iterator[Diagnostic]:
        """What is wrong with a statement, which enters the scope if it declares something."""
        if isinstance(statement, tree.Instruction):
            yield from self.news(self.judge(statement, scope))
        elif isinstance(statement, tree.Label):
            self._label = statement
        elif isinstance(statement, (tree.Location, tree.IntermediateLocation)):
            yield from self.debugging.see(statement)
        elif isinstance(statement, (tree.Targets, tree.CallPrototype)):
            yield from self._labelled(statement, scope)
        elif isinstance(statement, tree.Declaration):
            yield from self.judge_declaration(statement, scope)
            yield from map(repeated, enter(scope, statement))
        else:
            yield from self._directive(statement, scope)

    def judge_declaration(self, declaration: tree.Declaration, scope: Scope) -> Iterator[Diagnostic]:
        """What is wrong with a declaration, but for names that are there already."""
        return check_declaration(declaration, "function", self.place, scope.lookup, self.head.options)

    def _labelled(self, statement: tree.Targets | tree.CallPrototype, scope: Scope) -> Iterator[Diagnostic]:
        yield from map(repeated, enter_labelled(scope, self._label, statement))
        if isinstance(statement, tree.CallPrototype):
            yield from check_prototype(statement, self.place)
            yield from check_parameters(statement, self.place, self.head.options)
        else:
            yield from check_targets(statement, scope.lookup)
            yield from check_available(f".{statement.kind}", statement.start, statement.end, self.place)

    def _directive(self, statement: Any, scope: Scope) -> Iterator[Diagnostic]:
        """Directives that are rare in bodies, but for pragmas."""
        if isinstance(statement, tree.Pragma):
            yield from check_pragma(statement, f"{self.place.body or 'function'}-body", self.place)
        elif isinstance(statement, tree.Target):
            yield from check_target(statement, self.head, self.place)
            self._retarget(statement)
        elif not isinstance(statement, tree.Unknown):
            yield from self.symbols.declare(statement)
            for _ in enter(scope, statement):
                pass  # What is declared twice is the linkage's to judge.

    def enter(self, function: tree.Function) -> None:
        """From here on statements are those of a function."""
        names = {f".{one.name}" for one in function.directives if isinstance(one, tree.Property)}
        asked = tuple(sorted(names.intersection(asked_for()))) if names else ()
        place = self.place._replace(body="kernel" if function.kind == "entry" else "function", directives=asked)
        if place != self.place:
            self._move(place)

    def _move(self, place: Place) -> None:
        """From here on statements have another place, where what was clean may be wrong."""
        self.place = place
        self._clean.clear()
        self.described.clear()
        self._common.clear()

    def _retarget(self, directive: tree.Target) -> None:
        """From here on another architecture is in force, unless what was asked is about one of its own."""
        before, self.head = self.head.target, self.head.after(directive)
        if self.place.target == before:
            self._move(self.place._replace(target=self.head.target))

    def judge(self, statement: tree.Instruction, scope: Scope) -> list[Diagnostic]:
        """What is wrong with an instruction, whatever has been said before."""
        shape = shape_of(statement, scope.lookup)
        if shape is not None and shape in self._clean:
            return []
        candidates = resolve(statement, self.place, scope.lookup)
        judged = check_in_body(statement, candidates, self.place, scope.lookup)
        found = [self._with_hint(one, scope) for one in judged]
        if shape is not None and self.is_old(found):
            self._clean.add(shape)
        return found

    def news(self, judged: list[Diagnostic]) -> list[Diagnostic]:
        """What has not been said of another instruction already."""
        return [one for one in judged if self._is_news(one)]

    def _is_news(self, judged: Diagnostic) -> bool:
        if not is_said_once(judged):
            return True
        new = judged.subject not in self.said
        self.said.add(judged.subject)
        return new

    def go_back(self, said: set[str]) -> None:
        """Forget what has been found since just this was said: the body is checked once more."""
        self.said = said
        self._clean.clear()
        self.described.clear()

    def is_old(self, judged: list[Diagnostic]) -> bool:
        """Whether there is nothing to say, since it has been said before."""
        return all(is_said_once(one) and one.subject in self.said for one in judged)

    def remember(self, text: str, events: list[Any]) -> None:
        """Keep what a text was parsed to, for the bodies to come."""
        if len(self.parsed) >= _MOST_TEXTS:
            self.parsed.clear()
        self.parsed[text] = events

    def common(self, ranges: frozenset[Any]) -> set[str]:
        """Texts that were found clean where these ranges of registers are declared; see `body_text`."""
        return self._common.setdefault(ranges, set())

    def _with_hint(self, judged: Diagnostic, scope: Scope) -> Diagnostic:
        """Suggest the nearest of the names that are visible."""
        if judged.code != "undeclared-name" or judged.hint:
            return judged
        from ptxisa.check.hints import meant

        return judged._replace(hint=meant(judged.subject, scope))


def is_said_once(judged: Diagnostic) -> bool:
    """Whether this only says that an opcode has no record yet, or is usually written otherwise."""
    return judged.code in ("unrecorded-instruction", "unusual-spelling")


def repeated(one: Repeated) -> Diagnostic:
    """A name that its scope has already."""
    name = one.name
    message = f"{name.text[:60]} is declared already, as a {one.first.kind}"
    return error("redeclared-name", message, name)


def check_block(block: tree.Block, scope: Scope, statements: Statements) -> Iterator[Diagnostic]:
    """Statements of a block, innermost blocks included; an explicit stack, since blocks nest deep."""
    yield from map(repeated, enter_labels(scope, block.statements))
    pending: list[tuple[Iterator[Any], Scope]] = [(iter(block.statements), scope)]
    while pending:
        remaining, current = pending[-1]
        statement = next(remaining, None)
        if statement is None:
            pending.pop()
        elif isinstance(statement, tree.Block):
            inner = Scope(current)
            yield from map(repeated, enter_labels(inner, statement.statements))
            pending.append((iter(statement.statements), inner))
        else:
            yield from statements.check(statement, current)
