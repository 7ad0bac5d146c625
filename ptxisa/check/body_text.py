"""Check a body by its text: each distinct statement is parsed and checked once.

Compilers write the same few statements again and again with other numbers in the names: `add.s32 %r7, %r5, 1`.
With each number put as 0, a body has few distinct statements, and a set tells which were found clean in the
same scope. That the numbers are in range is verified by itself, for all of them at once.

What has a finding is read again from the text as it stands, so that places are exact. A body in which the
short cut might be wrong raises `Irregular`; it is then parsed and checked statement by statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ptxisa.check.body import Statements, is_said_once
from ptxisa.check.described import Described
from ptxisa.check.plain_text import PARAMETER, Plain, plain_text
from ptxisa.check.scope import Scope, symbol_of
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax import tree
from ptxisa.syntax.cursor import SyntaxFailure, TooManyErrors
from ptxisa.syntax.parser import Parser
from ptxisa.syntax.source import Source

_MOST_NAMES = 256
"""A block inside a body that declares more is parsed as a whole, for each name costs a copy of its scope."""


_MOST_AHEAD = 512
"""The largest number of statements that are described at once."""
_DIRECTIVES = (".", "{", "}")
"""What statements that are no instructions begin with."""
_REGISTER = r"(?:[A-Za-z]|[_$%][\w$])[\w$]*"
_REGISTERS = re.compile(rf"\s*\.reg\s+\.(\w+)\s+((?:{_REGISTER}\s*,\s*)+{_REGISTER})\s*")
"""Registers declared one by one, several at once."""
_SEPARATOR = re.compile(r"\s*,\s*")
_LOCATIONS = (tree.Location, tree.IntermediateLocation)


class Irregular(Exception):
    """The text must be parsed as a whole."""


class _State:
    """What is declared at some place of a body.

    `clean` are the statements found clean there; `steps` are those that lead to another state, with that
    state and the labels of the blocks that they open.
    """

    __slots__ = ("clean", "described", "outer", "scope", "steps")

    def __init__(self, scope: Scope, outer: _State | None, statements: Statements) -> None:
        self.scope, self.outer = scope, outer
        self.described = Described(scope, statements.kinds)
        self.clean: set[str] = set()
        self.steps: dict[str, tuple[_State, list[list[str]]]] = {}


def check_text(text: str, function: tree.Function, scope: Scope, statements: Statements) -> list[Diagnostic]:
    """Findings of a body that was not read, whose names enter `scope`; raises `Irregular`."""
    body, name = function.body, function.name.text
    assert isinstance(body, tree.Unread)
    plain = plain_text(text, body.start + 1, body.end - 1, name)
    if plain is None:
        raise Irregular
    scope.alias(f"{name}_param_", PARAMETER)
    try:
        return _Walk(text, plain, scope, statements).findings()
    except (SyntaxFailure, TooManyErrors) as error:
        raise Irregular from error


def _location(text: str) -> tree.Location | tree.IntermediateLocation:
    """A source location from its text; most have nothing but three numbers."""
    words = text.split()
    if len(words) == 4:
        file, line, column = map(int, words[1:])
        if words[0] == ".loc":
            return tree.Location(file, line, column, None, 0, len(text))
        return tree.IntermediateLocation(file, line, column, 0, len(text))
    (location,) = Parser(Source(text)).fragment()
    assert isinstance(location, tree.Location)
    return location


@lru_cache(maxsize=64)
def _register(type_: str) -> tree.Declaration | None:
    """The declaration of a register of a type, if there is nothing to say about its text."""
    parser = Parser(Source(f".reg .{type_} a;"))
    found = list(parser.fragment())
    return found[0] if len(found) == 1 and not parser.diagnostics and isinstance(found[0], tree.Declaration) else None


class _Walk:
    """One body on its way through the checker."""

    def __init__(self, text: str, plain: Plain, scope: Scope, statements: Statements) -> None:
        self.text, self.plain, self.statements = text, plain, statements
        self.body_scope = scope
        self.state = _State(scope, None, statements)
        self.blocks = 0
        self.ahead = 1
        self.found: list[Diagnostic] = []
        self.parser = Parser(Source(plain.text))
        self.original: Parser | None = None
        self.ranges: frozenset[Any] = frozenset()
        self.common = statements.common(self.ranges)
        self._enter_labels(plain.labels[0])
        self._see_locations()

    def _see_locations(self) -> None:
        """Source locations, each distinct text once."""
        seen, debugging = self.statements.locations, self.statements.debugging
        for text in self.plain.locations:
            if text not in seen:
                if list(debugging.see(_location(text))):
                    raise Irregular
                seen.add(text)

    def findings(self) -> list[Diagnostic]:
        common, clean = self.common, self.state.clean
        offset = known = 0
        for index, piece in enumerate(self.plain.pieces):
            if index >= known and piece not in common and piece not in clean:
                if not self._step(piece):
                    known = self._known(index)
                    if known == index:
                        self._piece(index, piece, offset)
                common, clean = self.common, self.state.clean
            offset += len(piece) + 1
        if self.state.outer is not None or self.blocks + 1 != len(self.plain.labels):
            raise Irregular
        self._verify_numbers()
        return self.found

    def _verify_numbers(self) -> None:
        """Every number that was put as 0 must be one that is declared."""
        for stem, highest in self.plain.highest():
            symbol = self.body_scope.here(f"{stem}{highest}")
            if symbol is None or symbol.kind != "register":
                raise Irregular

    def _known(self, first: int) -> int:
        """The first of the statements from `first` on of which none about names of the same sorts was found clean.

        The longer the known statements are, the more are looked at at once.
        """
        pieces, described = self.plain.pieces[first : first + self.ahead], self.statements.described
        if pieces[0].lstrip().startswith(_DIRECTIVES):
            return first
        texts = zip(*self.state.described.texts(";".join(pieces)), strict=True)
        new = (at for at, pair in enumerate(texts) if pair[0] not in described and pair[1] not in described)
        known = next(new, len(pieces))
        self.ahead = min(2 * known, _MOST_AHEAD) or 1
        return first + known

    def _step(self, piece: str) -> bool:
        """Go where the same statement has led from here before."""
        state, labels = self.state.steps.get(piece, (None, []))
        first = self.blocks + 1
        if state is None or self.plain.labels[first : first + len(labels)] != labels:
            return False
        self.state = state
        self.blocks += len(labels)
        return True

    # One piece of text, up to a semicolon

    def _piece(self, index: int, piece: str, offset: int) -> None:
        registers = _REGISTERS.fullmatch(piece) if self._closed(index) else None
        if registers and self._registers(registers[1], _SEPARATOR.split(registers[2].rstrip())):
            return
        before, blocks = self.state, self.blocks
        events = self._read(index, piece, offset)
        clean = True
        for position, event in enumerate(events):
            clean = self._event(event, index, position) and clean
        if clean and self.state is before:
            self._remember(piece, events)
        elif clean and (before.outer is not None or self.state.outer is not None):
            before.steps[piece] = self.state, self.plain.labels[blocks + 1 : self.blocks + 1]

    def _registers(self, type_: str, names: list[str]) -> bool:
        """Declare registers of one type; False, and nothing declared, if something is to say about them."""
        declaration = _register(type_)
        if declaration is None or "WARP_SZ" in names:
            return False
        if list(self.statements.judge_declaration(declaration, self.state.scope)):
            return False
        self._enter_state(declaration, names, [])
        symbol = symbol_of(declaration)
        if not self.state.scope.declare_registers(names, symbol):
            raise Irregular
        self.state.described.declare(names, symbol)
        return True

    def _read(self, index: int, piece: str, offset: int) -> list[Any]:
        """The events of a piece; most pieces stand in other bodies as well."""
        events = self.statements.parsed.get(piece)
        if events is None or not self._closed(index):
            label = piece.endswith(self.plain.mark)
            stop = offset + len(piece) - (len(self.plain.mark) if label else 0)
            events = _events(self.parser, offset, stop, not label and self._closed(index))
            if label and any(event not in ("{", "}") for event in events):
                raise Irregular
            if self._closed(index):
                self.statements.remember(piece, events)
        return events

    def _closed(self, index: int) -> bool:
        """Whether a semicolon follows the piece."""
        return index + 1 < len(self.plain.pieces)

    def _event(self, event: Any, index: int, position: int) -> bool:
        """Take one event; True if it would be clean wherever the same is declared."""
        if event == "{":
            self._open()
        elif event == "}":
            self._close()
        elif isinstance(event, tree.Instruction):
            return self._instruction(event, index, position)
        elif isinstance(event, tree.Pragma):
            return self._pragma(event, index, position)
        else:
            self._other(event)
        return True

    def _instruction(self, instruction: tree.Instruction, index: int, position: int) -> bool:
        scope = self.state.scope
        if self.statements.is_old(self.statements.judge(instruction, scope)):
            return True
        judged = self.statements.judge(self._original(index)[position], scope)
        if any(one.code == "undeclared-name" for one in judged):
            raise Irregular  # The scope has names that only plain text has, which no hint may suggest.
        self.found += self.statements.news(judged)
        return all(map(is_said_once, judged))

    def _pragma(self, pragma: tree.Pragma, index: int, position: int) -> bool:
        """A pragma depends on nothing around it, so what is wrong with it is found in the text as it is written."""
        if not list(self.statements.check(pragma, self.state.scope)):
            return True
        self.found += self.statements.check(self._original(index)[position], self.state.scope)
        return False

    def _other(self, statement: Any) -> None:
        """A declaration or directive; what it declares makes another scope of this one."""
        if isinstance(statement, tree.Declaration):
            self._before_declaration(statement)
        elif isinstance(statement, (tree.Function, tree.Alias, tree.Target, *_LOCATIONS)):
            raise Irregular
        if list(self.statements.check(statement, self.state.scope)):
            raise Irregular

    def _before_declaration(self, declaration: tree.Declaration) -> None:
        names: list[str] = []
        ranges: list[str] = []
        for one in declaration.declarators:
            (names if one.copies is None else ranges).append(one.name.text)
        self._enter_state(declaration, names, ranges)

    def _enter_state(self, declaration: tree.Declaration, names: list[str], ranges: list[str]) -> None:
        """The state in which these names and ranges of names are declared."""
        if any(self.plain.clashes(name) for name in (*names, *ranges) if name[-1].isdigit()):
            raise Irregular
        state = self.state
        if state.outer is not None:
            if not self.plain.ranges.isdisjoint(ranges) or len(state.scope) > _MOST_NAMES:
                raise Irregular
            self.state = _State(state.scope.copy(), state.outer, self.statements)
        elif ranges or state.steps or not state.described.keys().isdisjoint(names):
            kind = (declaration.space, declaration.type, declaration.vector)
            self.ranges |= {(name, *kind) for name in ranges}
            self.common = self.statements.common(self.ranges)
            self.state = _State(state.scope, None, self.statements)

    def _open(self) -> None:
        self.blocks += 1
        if self.blocks >= len(self.plain.labels):
            raise Irregular
        self.state = _State(Scope(self.state.scope), self.state, self.statements)
        self._enter_labels(self.plain.labels[self.blocks])

    def _close(self) -> None:
        if self.state.outer is None:
            raise Irregular
        self.state = self.state.outer

    def _remember(self, piece: str, events: list[Any]) -> None:
        """Statements about numbered and special registers alone are clean in other bodies as well."""
        members, clean = self.plain.members, self.state.clean
        first, *others = events or [None]
        if not others and isinstance(first, tree.Instruction):
            described = self.state.described.text(piece)
            if described is not None:
                self.statements.described.add(described)
            if all(name in members or self._special(name) for name in names_in(first)):
                clean = self.common
        clean.add(piece)

    def _special(self, name: str) -> bool:
        symbol = self.state.scope.lookup(name)
        return symbol is not None and symbol.kind == "special"

    def _enter_labels(self, labels: list[str]) -> None:
        if not self.state.scope.declare_labels(labels):
            raise Irregular

    # The text as it stands

    def _original(self, index: int) -> list[Any]:
        """The events of a piece with their true places."""
        if self.original is None:
            self.original = Parser(Source(self.text))
        start, stop = self.plain.place(index)
        events = _events(self.original, start, stop, self._closed(index))
        # Plain text has no `.loc` any more, the text as it stands has.
        return [event for event in events if not isinstance(event, _LOCATIONS)]


def _events(parser: Parser, offset: int, stop: int, closed: bool) -> list[Any]:
    """What stands between two offsets: braces of blocks, and statements."""
    found: list[Any] = []
    if offset == stop and not closed:
        return found
    parser.seek(offset)
    while parser.offset < stop:
        if parser.text == "{" or parser.text == "}":
            found.append(parser.advance())
        else:
            found.append(parser.statement())
    if parser.diagnostics or (closed and parser.end != stop + 1):
        raise Irregular
    return found


def names_in(node: Any) -> Iterator[str]:
    """Every name in an instruction."""
    pending = list(node.operands)
    if node.guard is not None:
        yield node.guard.predicate.text
    while pending:
        one = pending.pop()
        if isinstance(one, tree.Name):
            yield one.text
        elif isinstance(one, tuple):
            pending += one
