"""Parse PTX: whole modules and single statements, with every error that a text has.

    result = parse(text)
    result.module, result.diagnostics

The parser works by recursive descent with one token of look-ahead, in time linear in the text. It never
raises on account of the text; what is broken is reported and left out of the tree. The grammar is that of
PTX ISA 8.7, chapters 4 to 7 and 11, as ptxas 13.0 reads it, with what later versions added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn

from ptxisa.isa.diagnostics import Diagnostic, PtxError
from ptxisa.isa.representation import bounded_repr
from ptxisa.isa.versions import Version as IsaVersion
from ptxisa.isa.versions import known as known_versions
from ptxisa.syntax.collector import paused
from ptxisa.syntax.cursor import DIAGNOSTIC_LIMIT, LINKAGES, SyntaxFailure, TooManyErrors
from ptxisa.syntax.declaration_parser import is_declaration
from ptxisa.syntax.outline import body_end
from ptxisa.syntax.runs import Cut
from ptxisa.syntax.source import Source
from ptxisa.syntax.tree import (
    Block,
    Function,
    Instruction,
    Integer,
    Item,
    Label,
    Module,
    Name,
    Pragma,
    Property,
    Statement,
    Target,
    Unknown,
    Version,
)
from ptxisa.syntax.unknown_parser import FUNCTIONS, UnknownParser


@bounded_repr
class ParseResult(NamedTuple):
    """A module and everything wrong with its syntax; `source` gives lines and columns for offsets."""

    module: Module
    diagnostics: tuple[Diagnostic, ...]
    source: Source


@bounded_repr
class StatementsResult(NamedTuple):
    """Statements outside a module, everything wrong with their syntax, and the source of their offsets."""

    statements: tuple[Statement, ...]
    diagnostics: tuple[Diagnostic, ...]
    source: Source


@bounded_repr
class StatementResult(NamedTuple):
    """One instruction, or None with the diagnostics that say why not."""

    instruction: Instruction | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source


def parse(text: str | bytes, read_as: IsaVersion | None = None) -> ParseResult:
    """Parse a module; bytes are decoded as UTF-8.

    `read_as` is the PTX version that it is held against, if not its own: whether a directive without a record is an
    error depends on it.
    """
    source = Source(text)
    parser = Parser(source, read_as=read_as)
    with paused(len(source.text)):
        module = parser.module()
    return ParseResult(module, parser.findings(), source)


def parse_outline(text: str | bytes) -> ParseResult:
    """Parse a module quickly: blocks may contain a `Run` in place of instructions."""
    source = Source(text)
    parser = Parser(source, runs=True)
    module = parser.module()
    return ParseResult(module, parser.findings(), source)


def parse_module(text: str | bytes) -> Module:
    """Parse a module; raises `PtxError` with all diagnostics when it has a syntax error."""
    result = parse(text)
    if any(diagnostic.severity == "error" for diagnostic in result.diagnostics):
        raise PtxError(result.diagnostics)
    return result.module


def parse_statements(text: str | bytes) -> StatementsResult:
    """Parse the inside of a function body. The last statement may lack its semicolon."""
    source = Source(text)
    parser = Parser(source)
    statements = parser.fragment()
    return StatementsResult(statements, parser.findings(), source)


def parse_statement(text: str | bytes) -> StatementResult:
    """Parse a single instruction, with or without its semicolon."""
    statements, diagnostics, source = parse_statements(text)
    if len(statements) == 1 and isinstance(statements[0], Instruction):
        return StatementResult(statements[0], diagnostics, source)
    if not diagnostics:
        diagnostics = (_not_one_instruction(statements, source),)
    return StatementResult(None, diagnostics, source)


def _recorded(version: Version | None) -> IsaVersion | None:
    """Return the version of a module, or None if it does not exist."""
    known = version is not None and f"{version.major}.{version.minor}" in known_versions()
    return IsaVersion(version.major, version.minor) if known and version else None


def _not_one_instruction(statements: tuple[Statement, ...], source: Source) -> Diagnostic:
    found = statements[-1] if statements else None
    start, end = (found.start, found.end) if found else (0, len(source.text))
    line, column = source.position(start)
    return Diagnostic(
        "syntax-error", "error", "exactly one instruction is expected", line, column, source.position(end)
    )


class Parser(UnknownParser):
    """Modules, functions and blocks.

    `unclosed` is the offset of the outermost brace that was found open at the end of its block; `escaped`
    holds what cannot stand in a function body, and so shows that the body is not closed.

    With `runs`, blocks contain a `Run` in place of consecutive instructions whose syntax is known to be correct.
    """

    def __init__(self, source: Source, *, runs: bool = False, read_as: IsaVersion | None = None) -> None:
        super().__init__(source, read_as)
        self.runs = runs
        self.cut: Cut | None = None
        self.statements: list[Statement] = []
        self.escaped: list[Item] = []
        self.unclosed: int | None = None
        self._label_end = -1
        self._statement_directives: dict[str, Callable[[], Statement]] = {
            ".loc": self.location,
            ".loc_intermediate": self.intermediate_location,
            ".pragma": self.pragma,
            ".target": self.target,
            ".alias": self.alias,
            ".branchtargets": self._labelled_targets,
            ".calltargets": self._labelled_targets,
            ".callprototype": self._labelled_prototype,
        }
        self._item_directives: dict[str, Callable[[], Item]] = {
            ".file": self.file,
            ".section": self.section,
            ".nv_intermediate_source_section": self.intermediate_sources,
            ".metadata_section": self.metadata,
            ".pragma": self.pragma,
            ".alias": self.alias,
        }

    def module(self) -> Module:
        """Parse the whole text as a module."""
        head = self.head()
        return head._replace(items=tuple(self.items()))

    def head(self) -> Module:
        """Parse the head of a module, whose items follow: see `items`."""
        version: Version | None = None
        targets: list[Target] = []
        address_size: Integer | None = None
        try:
            self.advance()
            version = self._version()
            self.read_as = self.read_as or _recorded(version)
            targets = self._targets()
            address_size = self._address_size()
        except TooManyErrors as error:
            self._give_up(error.offset)
        return Module(version, tuple(targets), address_size, (), 0, len(self.source.text))

    def items(self) -> Iterator[Item]:
        """Yield the items of a module one by one, after its head."""
        while self.kind != "end":
            try:
                item = self._item()
            except SyntaxFailure:
                self.depth = 0
                self._skip_item()
            except TooManyErrors as error:
                self._give_up(error.offset)
                return
            else:
                yield from [item] if item else []
                yield from sorted(self.escaped, key=lambda item: item.start)
            self.escaped.clear()

    def statement_at(self, offset: int) -> Statement:
        """Parse the statement that begins at an offset and has no errors."""
        self.seek(offset)
        return self._statement()

    def fragment(self) -> tuple[Statement, ...]:
        """Parse the whole text as statements; the last one may have no semicolon."""
        self.last_semicolon_optional = True
        try:
            self.advance()
            self._fragment()
        except TooManyErrors as error:
            self._give_up(error.offset)
        return tuple(self.statements)

    def findings(self) -> tuple[Diagnostic, ...]:
        """Return all diagnostics in the order of the text."""
        return tuple(sorted(self.diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.column)))

    def _give_up(self, offset: int) -> None:
        """Report that there are too many errors, and read nothing more."""
        self.kind, self.text = "end", ""
        line, column = self.source.position(offset)
        message = f"more than {DIAGNOSTIC_LIMIT} errors; the rest was not read"
        self.diagnostics.append(Diagnostic("too-many-errors", "error", message, line, column, (line, column)))

    # The head of a module

    def _version(self) -> Version | None:
        if self.text != ".version":
            message = f"a module begins with .version, not with {self.found()}"
            self.report("missing-version", message, self.offset, self.offset + len(self.text))
            return None
        try:
            return self.version()
        except SyntaxFailure:
            self.skip_to("dotted")
            return None

    def _targets(self) -> list[Target]:
        if self.text != ".target":
            message = f".target follows .version, not {self.found()}"
            self.report("missing-target", message, self.offset, self.offset + len(self.text))
            self.skip_to("dotted")
        targets = []
        while self.text == ".target":
            try:
                targets.append(self.target())
            except SyntaxFailure:
                self.skip_to("dotted")
        return targets

    def _address_size(self) -> Integer | None:
        if self.text != ".address_size":
            return None
        try:
            return self.address_size()
        except SyntaxFailure:
            self.skip_to("dotted")
            return None

    # Items of a module

    def _skip_item(self) -> None:
        """Skip to the start of an item without further errors."""
        self.open_braces = 0
        if self.kind != "end":
            self.skip_block() if self.text == "{" else self.advance()
        while self.kind != "end" and not self._begins_item():
            self.skip_block() if self.text == "{" else self.advance()

    def _begins_item(self) -> bool:
        text = self.text
        return self.kind == "dotted" and (
            text in FUNCTIONS or text in LINKAGES or text in self._item_directives or is_declaration(text)
        )

    def _item(self) -> Item | None:
        start, text = self.offset, self.text
        if self.kind == "dwarf":
            return self.dwarf()
        if text == "}":
            self.report("unmatched-brace", "unmatched '}'", start, start + 1)
            self.advance()
            return None
        if text in self._item_directives:
            return self._item_directives[text]()
        linkage = self.advance()[1:] if text in LINKAGES else None
        if self.text in FUNCTIONS:
            return self._function(linkage, start)
        if self.kind == "dotted" and is_declaration(self.text):
            return self.declaration(linkage, start)
        if linkage:
            self.fail("a function or a variable")
        return self.refused_directive("at module level")

    # Functions

    def _function(self, linkage: str | None, start: int) -> Function | None:
        """Parse a kernel or a function; return None if its head has an error, after parsing its body."""
        kind = self.advance()
        try:
            attributes = self.attributes() if kind == ".func" and self.text == ".attribute" else []
            returns = self.parameters() if kind == ".func" and self.text == "(" else None
            name = self.name("the name of the function")
            parameters = self.parameters() if self.text == "(" else None
            directives = self._function_directives(kind)
            body = self._body(kind, name.text)
        except SyntaxFailure:
            self._skip_head()
            return None
        return Function(
            linkage, kind[1:], tuple(attributes), returns, name, parameters, tuple(directives), body, start, self.end
        )

    def _function_directives(self, kind: str) -> list[Property | Pragma | Unknown]:
        found: list[Property | Pragma | Unknown] = list(self.properties(kind))
        while self.text == ".pragma" and kind == ".entry":
            found += [self.pragma(), *self.properties(kind)]
        return found

    def _body(self, kind: str, name: str) -> Block | None:
        if self.text != "{":
            self._end_of_declaration(kind)
            return None
        if self.runs and (self.cut is None or self.offset >= self.cut.end):
            # A body that is never closed has all that follows, so that its end is not searched for again.
            text = self.source.text
            self.cut = Cut(text, self.offset + 1, body_end(text, self.offset) or len(text))
        body = self._block()
        if self.unclosed is not None:
            self.report("unclosed-brace", f"the body of {name[:60]} is never closed", self.unclosed, self.unclosed + 1)
            self.unclosed = None
        return body

    def _end_of_declaration(self, kind: str) -> None:
        """Parse a semicolon, which ptxas does not require after a .func at module level."""
        if kind == ".func" and self.depth == 0 and (self.kind == "end" or self._begins_item()):
            message = "a ';' should end this declaration"
            self.report("missing-semicolon", message, self.end, self.end, severity="warning")
        else:
            self.semicolon("a directive, a body in braces or ';'")

    def _skip_head(self) -> None:
        """Skip what is left of a broken head, and look for errors in the body."""
        while self.text not in ("{", ";") and self.kind != "end":
            if self._begins_item() and self.on_new_line():
                return
            self.advance()
        if self.text == "{":
            self._body(".entry", "this function")
        else:
            self.accept(";")

    # Blocks and statements

    def _block(self) -> Block:
        start = self.offset
        self.enter()
        self.advance()
        statements: list[Statement] = []
        self._statements(statements)
        self.depth -= 1
        if not self.accept("}"):
            self.unclosed = start
        else:
            self._refuse_escaped()
        return Block(tuple(statements), start, self.end)

    def _statements(self, found: list[Statement]) -> None:
        while self._has_statement():
            if self.cut is None or self.next_word is not None:
                self._recovering_statement(found)
            else:
                self._run_or_statement(found, self.cut)

    def _has_statement(self) -> bool:
        return self.text != "}" and self.kind != "end" and not self.escaped

    def _recovering_statement(self, found: list[Statement]) -> None:
        """Parse a statement; after an error, go on where the next one may begin."""
        start, depth = self.offset, self.depth
        try:
            found.append(self._statement())
        except SyntaxFailure:
            self.depth = depth
            if not self.escaped:
                self.skip_statement()
                if self.offset == start and self.text != "}":
                    self.advance()

    def _run_or_statement(self, found: list[Statement], cut: Cut) -> None:
        """Pass over statements of known shape; else parse up to the next semicolon, so that the shape becomes known."""
        run = cut.run(self.offset)
        if run is not None:
            found.append(run)
            self.seek(run.end)
            return
        start, first, errors = self.offset, len(found), len(self.diagnostics)
        semicolon = cut.semicolon(start)
        self._recovering_statement(found)
        while self.end <= semicolon and self._has_statement():
            self._recovering_statement(found)
        if self.end == semicolon + 1:
            cut.learn(start, found[first:] if len(self.diagnostics) == errors else None)

    def _statement(self) -> Statement:
        kind, text, start = self.kind, self.text, self.offset
        if self.next_word:
            (text, start), self.next_word = self.next_word, None
            return self._label_or_instruction(text, start)
        if kind == "word":
            self.advance()
            return self._label_or_instruction(text, start)
        if text == "@":
            guard = self.guard()
            text, start = self.text, self.offset
            if self.kind != "word":
                self.fail("an instruction")
            self.advance()
            return self.instruction(guard, text, start)
        if text == "{":
            return self._block()
        if kind != "dotted":
            self.fail("a statement")
        return self._directive_statement()

    def _label_or_instruction(self, text: str, start: int) -> Label | Instruction:
        return self._label(text, start) if self.text == ":" else self.instruction(None, text, start)

    def _label(self, text: str, start: int) -> Label:
        if "." in text:
            self.fail("an operand or ';'")
        self.advance()
        self._label_end = self.end
        return Label(Name(text, start), start, self.end)

    def _directive_statement(self) -> Statement:
        text = self.text
        if text in self._statement_directives:
            return self._statement_directives[text]()
        if is_declaration(text):
            return self.declaration(None, self.offset)
        if text in LINKAGES or text in FUNCTIONS:
            return self._inner_function()
        if text in self._item_directives:
            self._escape(self._item_directives[text]())
        return self.refused_directive("in a function body")

    def _inner_function(self) -> Statement:
        """Parse a declaration of a function in a body; a definition shows that the body is not closed."""
        start = self.offset
        linkage = self.advance()[1:] if self.text in LINKAGES else None
        if self.text not in FUNCTIONS:
            message = f".{linkage} variables are declared at module level"
            self.report("misplaced-directive", message, start, self.end)
            return self.declaration(linkage, start)
        function = self._function(linkage, start)
        if function is None:
            raise SyntaxFailure
        if function.body or function.kind == "entry":
            self._escape(function)
        return function

    def _escape(self, item: Item) -> NoReturn:
        self.escaped.append(item)
        raise SyntaxFailure

    def _refuse_escaped(self) -> None:
        """Report items of module level inside a body that is closed."""
        for item in self.escaped:
            self.report("misplaced-directive", "this is allowed at module level only", item.start, item.end)

    def _labelled_targets(self) -> Statement:
        self._need_label()
        return self.targets()

    def _labelled_prototype(self) -> Statement:
        self._need_label()
        return self.call_prototype()

    def _need_label(self) -> None:
        if self._label_end != self.end:
            message = f"{self.text} needs a label, by which it is used"
            self.report("missing-label", message, self.offset, self.offset + len(self.text))

    def _fragment(self) -> None:
        while self.kind != "end":
            self._statements(self.statements)
            if self.text == "}":
                self.report("unmatched-brace", "unmatched '}'", self.offset, self.offset + 1)
                self.advance()
            self._refuse_escaped()
            self.escaped.clear()
        if self.unclosed is not None:
            self.report("unclosed-brace", "this '{' is never closed", self.unclosed, self.unclosed + 1)
