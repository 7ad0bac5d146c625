"""Position of the parser in the tokens: one token of look-ahead, errors, and recovery after them.

cursor = Cursor(Source(text))
cursor.advance()  # to the first token: `cursor.kind`, `cursor.text`, `cursor.offset`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, NoReturn, TypeVar

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.syntax.lexer import COMMON_KINDS, end_match, inspected, matches, quoted
from ptxisa.syntax.source import Source
from ptxisa.syntax.tree import Float, Integer, Reread, Unary

DIAGNOSTIC_LIMIT = 1000
"""Limit on syntax errors of a text."""
DEPTH_LIMIT = 100
"""Limit on the depth of blocks and initializers, and on operators and parentheses of a constant."""
MANY = 100
"""Length up to which lists of data are tuples."""

LINKAGES = frozenset({".extern", ".visible", ".weak", ".common"})
STATEMENT_STARTS = LINKAGES | {
    *(".reg", ".local", ".shared", ".param", ".const", ".global", ".tex", ".loc", ".pragma"),
    *(".entry", ".func", ".section", ".file", ".alias"),
}

_BLANK = r"[ \t\r\n\f]*"
_INTEGER = r"-?(?:0[xX][0-9a-fA-F]{1,16}|[1-9][0-9]{0,17}|0)U?(?![\w$.])"
_EXACT = r"0(?:[fF][0-9a-fA-F]{8}|[dD][0-9a-fA-F]{16})(?![\w$.])"
_PLAIN_LISTS = tuple(
    (kind, re.compile(rf"(?:{number}{_BLANK},{_BLANK}){{1,200}}"), re.compile(rf"{number}{_BLANK}(?=\}})"))
    for kind, number in ((Integer, _INTEGER), (Float, _EXACT))
)
"""Some numbers with commas, and the last number, of lists that contain no error and nothing but numbers.

The bound on repetitions limits the memory of the matcher.
"""


@cache
def _junk(symbols: str) -> re.Pattern[str]:
    """Return the expression of tokens that have no error and begin no item of a module; `symbols` may be among them.

    Such tokens make up most of a file that does not contain PTX. A step of the matcher takes a tenth of the time of
    `Cursor.advance`.
    """
    token = rf"""(?:
        (?:[A-Za-z]|[_$%][\w$])[\w$]*(?:(?![\w$.])|(?:\.\w[\w$]*){{1,20}}(?![\w$.:]))
      | (?:0[fF][0-9a-fA-F]{{8}}|0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)(?![\w$.])
      | "[\x20\x21\x23-\x7e]*" | [][(),;:~+\-*^?{symbols}] | @(?!@)
    )"""
    return re.compile(rf"{token}(?:[ \t\r\n\f]*{token}){{0,1000}}", re.ASCII | re.VERBOSE)


Node = TypeVar("Node")


class SyntaxFailure(Exception):
    """Failure to parse a construct; its error has been reported."""


class TooManyErrors(Exception):
    """Too many errors; the text is not read from `offset` on."""

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset


class Cursor:
    """Reader of tokens: the current one is `kind`, `text`, `offset`; `end` is where the last consumed token ended.

    The first `advance` leads to the first token.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: dict[Diagnostic, None] = {}
        """Each diagnostic once: text that is read again has the same."""
        self._end_match = end_match(source.text)
        self._next_match = matches(source.text, 0, self._end_match).__next__
        self.kind, self.text, self.offset, self.end = "start", "", 0, 0
        self.open_braces = 0
        self.depth = 0
        self.last_semicolon_optional = False

    def advance(self) -> str:
        """Consume the current token and return its text."""
        text = self.text
        self.end = self.offset + len(text)
        match = self._next_match()
        index = match.lastindex or 0
        self.kind = COMMON_KINDS[index]
        if self.kind:
            self.text = match[index]
            self.offset = match.start(index)
        else:
            self._set_token(match)
        return text

    def _set_token(self, match: re.Match[str]) -> None:
        """Make this match the current token, or the next one that is not skipped."""
        while not (token := inspected(match, self.report)):
            match = self._next_match()
        self.kind, self.text, self.offset = token

    def seek(self, offset: int) -> None:
        """Continue at another offset, at the start of a token or of white space."""
        self._next_match = matches(self.source.text, offset, self._end_match).__next__
        self.advance()
        self.end = offset

    def data(self, nodes: Callable[[Any], Iterator[Node]]) -> Sequence[Node]:
        """Return the nodes that `nodes` yields: a tuple, or a sequence that reads them again if there are many."""
        start = self.offset
        again = partial(_again, type(self), self.source, start, nodes)
        plain = self._plain_numbers()
        if plain is not None:
            kind, count = plain
            return Reread(again, count, frozenset({kind}))
        remaining = nodes(self)
        first = tuple(islice(remaining, MANY))
        count, kinds = len(first), set(map(_kind, first))
        for node in remaining:
            count += 1
            kinds.add(_kind(node))
        return Reread(again, count, frozenset(kinds)) if count > MANY else first

    def _plain_numbers(self) -> tuple[type, int] | None:
        """Consume a long list of numbers before a closing brace, and return their class and count.

        Tables of a hundred thousand numbers occur in real modules; a token for each takes ten times as long.
        """
        text, start = self.source.text, self.offset
        for kind, numbers, last in _PLAIN_LISTS:
            end = start
            while match := numbers.match(text, end):
                end = match.end()
            final = last.match(text, end) if end > start else None
            if final is not None:
                count = text.count(",", start, end) + 1
                if count > MANY:
                    self.seek(final.end())
                    return kind, count
        return None

    def accept(self, text: str) -> bool:
        """Consume the current token if it is `text`."""
        if self.text != text or self.kind == "end":
            return False
        self.advance()
        return True

    def expect(self, text: str) -> None:
        """Consume `text`, or raise `SyntaxFailure`."""
        if not self.accept(text):
            self.fail(f"'{text}'")

    def on_new_line(self) -> bool:
        """Return True if the current token is the first one of its line."""
        return "\n" in self.source.text[self.end : self.offset]

    def semicolon(self, expected: str = "';'") -> None:
        """Consume the semicolon of a statement; a missing one at the end of a line is reported only."""
        if self.accept(";") or (self.kind == "end" and self.last_semicolon_optional):
            return
        if self.kind != "end" and self.text != "}" and not self.on_new_line():
            self.fail(expected)
        self.report("missing-semicolon", "a ';' is missing", self.end, self.end)

    def enter(self) -> None:
        """Enter a nested construct; `self.depth -= 1` leaves it, also for the code that catches a failure."""
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            message = f"this nests deeper than {DEPTH_LIMIT} levels"
            self.report("nesting-too-deep", message, self.offset, self.offset + len(self.text))
            raise SyntaxFailure

    def report(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        hint: str = "",
        severity: str = "error",
        rule: str | None = None,
    ) -> None:
        """Report a diagnostic once; raise `TooManyErrors` if there are too many."""
        # A file that is not PTX has an error in each line: without a limit, reporting would take most of the time.
        if len(self.diagnostics) >= DIAGNOSTIC_LIMIT:
            raise TooManyErrors(start)
        line, column = self.source.position(start)
        place = self.source.position(end)
        span = Span(start, end)
        diagnostic = Diagnostic(code, severity, message, line, column, place, None, hint, rule, span)
        self.diagnostics[diagnostic] = None

    def fail(self, expected: str, hint: str = "") -> NoReturn:
        """Report the current token as unexpected, and raise `SyntaxFailure`."""
        if self.kind != "malformed":
            message = f"expected {expected}, found {self.shown()}"
            self.report("syntax-error", message, self.offset, self.offset + len(self.text), hint)
        raise SyntaxFailure

    def shown(self) -> str:
        """Return the current token for a message."""
        if self.kind == "end":
            return "the end of the text"
        return quoted(self.text)

    def skip_statement(self) -> None:
        """Skip what is left of a broken statement: up to its semicolon, a closing brace, or a directive."""
        braces, self.open_braces = self.open_braces, 0
        while self.kind != "end":
            if self.text == "{":
                braces += 1
            elif self.text == "}" and braces:
                braces -= 1
            elif self.text == "}" or (self.text in STATEMENT_STARTS and self.on_new_line()):
                return
            if self.advance() == ";":
                return

    def skip_junk(self, symbols: str = "") -> None:
        """Skip the current token, and the next ones up to a brace that is not in `symbols` or the start of an item."""
        junk = _junk(symbols).match(self.source.text, self.offset)
        if junk is not None and junk.end() > self.offset + len(self.text):
            self.seek(junk.end())
        else:
            self.advance()

    def skip_block(self) -> None:
        """Skip a balanced `{ … }`."""
        depth = 0
        while self.kind != "end":
            depth += {"{": 1, "}": -1}.get(self.text, 0)
            self.skip_junk()
            if depth == 0:
                return

    def skip_to(self, kind: str) -> None:
        """Skip to the next token of a kind of which `skip_junk` skips none."""
        while self.kind not in (kind, "end"):
            self.skip_junk("{}")


def _kind(node: object) -> type:
    """Return the class of a node; of a number with a minus, the class of the number."""
    if type(node) is Unary and node.operator == "-" and type(node.operand) in (Integer, Float):
        return type(node.operand)
    return type(node)


def _again(
    parser: Callable[[Source], Cursor], source: Source, start: int, nodes: Callable[[Any], Iterator[Node]]
) -> Iterator[Node]:
    """Return the nodes from an offset on, read by a new parser; their errors have been reported."""
    cursor = parser(source)
    cursor.seek(start)
    return nodes(cursor)
