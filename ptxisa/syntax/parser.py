"""Parse PTX: whole modules and single statements, with every error of a text.

    result = parse(text)
    result.module, result.diagnostics

The parser works by recursive descent with one token of look-ahead, in time linear in the text. Text never makes it
raise an exception; broken parts are reported and left out of the tree. The grammar is that of PTX ISA 8.7, chapters
4 to 7 and 11, as ptxas 13.0 reads it, with additions of later versions.

The parser is a chain of classes, each of which adds a part of the grammar: `Cursor` (tokens, errors), `ConstantParser`
and `OperandParser` (instructions), `DeclarationParser`, `DirectiveParser`, and `Parser` (functions, blocks, modules).
`ptxisa.syntax.tree` has the nodes; read it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeGuard

from ptxisa.isa.diagnostics import Diagnostic, PtxError, Span, error
from ptxisa.isa.representation import bounded_repr
from ptxisa.isa.versions import Version, as_assembled
from ptxisa.syntax.collector import paused
from ptxisa.syntax.cursor import DEPTH_LIMIT, DIAGNOSTIC_LIMIT, LINKAGES, Node, SyntaxFailure, TooManyErrors
from ptxisa.syntax.declaration_parser import is_declaration
from ptxisa.syntax.directive_parser import FUNCTIONS, DirectiveParser
from ptxisa.syntax.lexer import C_STATEMENTS, quoted
from ptxisa.syntax.runs import LEVELS, SplitText
from ptxisa.syntax.source import Source, body_end
from ptxisa.syntax.tree import (
    Block,
    Function,
    Instruction,
    Integer,
    Item,
    Label,
    Module,
    Passage,
    Pragma,
    Property,
    Statement,
    TargetDirective,
    Unknown,
    VersionDirective,
)


@bounded_repr
class ParseResult(NamedTuple):
    """A module and its syntax errors; `source` has lines and columns for offsets."""

    module: Module
    diagnostics: tuple[Diagnostic, ...]
    source: Source


@bounded_repr
class StatementsResult(NamedTuple):
    """Statements outside a module, their syntax errors, and the source of their offsets."""

    statements: tuple[Statement, ...]
    diagnostics: tuple[Diagnostic, ...]
    source: Source


@bounded_repr
class StatementResult(NamedTuple):
    """One instruction, or None with the diagnostics of the reason."""

    instruction: Instruction | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source


def parse(text: str | bytes, read_as: Version | None = None) -> ParseResult:
    """Parse a module.

    Args:
        text: The module; bytes are decoded as UTF-8.
        read_as: PTX version that decides whether a directive without a record is an error; by default that of the
            module.
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
    """Parse a module.

    Raises:
        PtxError: The text has a syntax error; the exception has all diagnostics.
    """
    result = parse(text)
    if any(diagnostic.severity == "error" for diagnostic in result.diagnostics):
        raise PtxError(result.diagnostics)
    return result.module


def parse_statements(text: str | bytes, *, functions: bool = False) -> StatementsResult:
    """Parse the inside of a function body. The last statement may lack its semicolon.

    Args:
        text: Statements and blocks.
        functions: Accept functions with a body between the statements, too.
    """
    source = Source(text)
    parser = Parser(source)
    statements = parser.fragment(functions=functions)
    return StatementsResult(statements, parser.findings(), source)


def parse_statement(text: str | bytes) -> StatementResult:
    """Parse a single instruction, with or without its semicolon."""
    statements, diagnostics, source = parse_statements(text)
    if len(statements) == 1 and isinstance(statements[0], Instruction):
        return StatementResult(statements[0], diagnostics, source)
    if not diagnostics:
        start, end = (statements[-1].start, statements[-1].end) if statements else (0, len(source.text))
        message = "exactly one instruction is expected"
        diagnostics = (error("syntax-error", message, Span(start, end)).located(source.position),)
    return StatementResult(None, diagnostics, source)


def _is_device_function(item: Item) -> TypeGuard[Function]:
    return isinstance(item, Function) and item.kind == "func"


class Parser(DirectiveParser):
    """Parser of modules, functions and blocks.

    `unclosed` is the offset of the outermost brace that was open at the end of its block; `escaped` has items that
    are not allowed in a function body, and show that the body is not closed, since no statement follows them.

    With `runs`, blocks contain a `Run` in place of consecutive instructions whose syntax is known to be correct.
    """

    blocks_in_runs = True
    """True if runs may contain whole blocks; an editor's session needs the declarations in them."""

    def __init__(self, source: Source, *, runs: bool = False, read_as: Version | None = None) -> None:
        super().__init__(source, read_as)
        self.runs = runs
        self._cut: SplitText | None = None
        self._body_end = 0
        self.statements: list[Statement] = []
        self.escaped: list[Item] = []
        self._misplaced: list[Item] = []
        self.unclosed: int | None = None
        self._label_end = -1
        self._statement_directives: dict[str, Callable[[], Statement]] = {
            ".loc": self.location,
            ".loc_intermediate": self.intermediate_location,
            ".pragma": self.pragma,
            ".target": self.target,
            ".alias": self.alias,
            ".branchtargets": self._labeled(self.targets),
            ".calltargets": self._labeled(self.targets),
            ".callprototype": self._labeled(self.call_prototype),
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
        version: VersionDirective | None = None
        targets: list[TargetDirective] = []
        address_size: Integer | None = None
        try:
            self.advance()
            if self.text == ".version":
                version = self._recovering(self.version)
            else:
                message = f"a module begins with .version, not with {self.shown()}"
                self.report("missing-version", message, self.offset, self.offset + len(self.text))
            if self.read_as is None and version:
                self.read_as = as_assembled(version.major, version.minor)
            if self.text != ".target":
                message = f".target follows .version, not {self.shown()}"
                self.report("missing-target", message, self.offset, self.offset + len(self.text))
                self.skip_to("dotted")
            while self.text == ".target":
                target = self._recovering(self.target)
                targets += [target] if target else []
            if self.text == ".address_size":
                address_size = self._recovering(self.address_size)
        except TooManyErrors as error:
            self._give_up(error.offset)
        return Module(version, tuple(targets), address_size, (), 0, len(self.source.text))

    def _recovering(self, parse: Callable[[], Node]) -> Node | None:
        """Parse a directive of the head; after an error, skip to the next directive and return None."""
        try:
            return parse()
        except SyntaxFailure:
            self.skip_to("dotted")
            return None

    def items(self) -> Iterator[Item]:
        """Yield the items of a module one by one, after its head."""
        while self.kind != "end":
            try:
                items = self._next_items()
            except TooManyErrors as error:
                self._give_up(error.offset)
                return
            yield from items
            self.escaped.clear()
            self._misplaced.clear()

    def _next_items(self) -> list[Item]:
        """Parse an item; return it with items that its body contains by mistake, or skip to the next item."""
        try:
            item = self.item()
        except SyntaxFailure:
            # Skip to the start of an item without further errors of syntax; a character may still be wrong.
            self.depth = self.open_braces = 0
            if self.kind != "end":  # The token of the error may begin an item; without progress the loop would not end.
                self.skip_block() if self.text == "{" else self.skip_junk()
            while self.kind != "end" and not self._begins_item():
                self.skip_block() if self.text == "{" else self.skip_junk()
            return []
        others = sorted([*self.escaped, *self._misplaced], key=lambda item: item.start)
        return [*([item] if item else []), *others]

    def statement_at(self, offset: int) -> Statement:
        """Parse the statement that begins at an offset and has no errors."""
        self.seek(offset)
        return self._statement()

    def statements_between(self, start: int, end: int) -> list[Statement]:
        """Parse the statements between two offsets, which have no errors."""
        self.seek(start)
        statements = []
        while self.offset < end:
            statements.append(self._statement())
        return statements

    def item_at(self, offset: int) -> Item | None:
        """Parse the item that begins at an offset and has no errors."""
        self.seek(offset)
        return self.item()

    def fragment(self, *, functions: bool = False) -> tuple[Statement, ...]:
        """Parse the whole text as statements, and functions if they are allowed; the last one may have no semicolon."""
        self.last_semicolon_optional = True
        try:
            self.advance()
            while self.kind != "end":
                self._statements(self.statements)
                if self.text == "}":
                    self.report("unmatched-brace", "unmatched '}'", self.offset, self.offset + 1)
                    self.advance()
                if functions:
                    self.statements += [item for item in self.escaped if _is_device_function(item)]
                    self.escaped = [item for item in self.escaped if not _is_device_function(item)]
                for item in self.escaped:
                    self._report_misplaced(item)
                self.escaped.clear()
            if self.unclosed is not None:
                self.report("unclosed-brace", "this '{' is never closed", self.unclosed, self.unclosed + 1)
        except TooManyErrors as error:
            self._give_up(error.offset)
        return tuple(self.statements)

    def findings(self) -> tuple[Diagnostic, ...]:
        """Return all diagnostics in the order of the text."""
        return tuple(sorted(self.diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.column)))

    def _give_up(self, offset: int) -> None:
        """Report that there are too many errors, and read nothing more."""
        self.kind, self.text = "end", ""
        message = f"more than {DIAGNOSTIC_LIMIT} errors; the rest was not read"
        diagnostic = error("too-many-errors", message, Span(offset, offset)).located(self.source.position)
        self.diagnostics[diagnostic] = None

    # Items of a module

    def _begins_item(self) -> bool:
        text = self.text
        return self.kind == "dotted" and (
            text in FUNCTIONS or text in LINKAGES or text in self._item_directives or is_declaration(text)
        )

    def item(self) -> Item | None:
        """Parse an item; return None for one that is reported only."""
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
            return self.function(linkage, start)
        if self.kind == "dotted" and is_declaration(self.text):
            return self.declaration(linkage, start)
        if linkage:
            self.fail("a function or a variable")
        return self.unknown_directive("at module level")

    # Functions

    def function(self, linkage: str | None, start: int) -> Function | None:
        """Parse a kernel or a function after its linkage; return None for an error in its head, after its body."""
        kind = self.advance()
        try:
            attributes = self.attributes() if kind == ".func" and self.text == ".attribute" else []
            returns = self.parameters() if kind == ".func" and self.text == "(" else None
            name = self.name("the name of the function")
            parameters = self.parameters(kernel=kind == ".entry") if self.text == "(" else None
            directives: list[Property | Pragma | Unknown] = list(self.properties(kind))
            while self.text == ".pragma" and kind == ".entry":
                directives += [self.pragma(), *self.properties(kind)]
            body = self._body(kind, name.text)
        except SyntaxFailure:
            # Skip the rest of the head, and look for errors in the body.
            while self.text not in ("{", ";") and self.kind != "end":
                if self._begins_item() and self.on_new_line():
                    return None
                self.advance()
            if self.text == "{":
                self._body(".entry", "this function")
            else:
                self.accept(";")
            return None
        return Function(
            linkage, kind[1:], tuple(attributes), returns, name, parameters, tuple(directives), body, start, self.end
        )

    def _body(self, kind: str, name: str) -> Block | None:
        """Parse the body of a function, or the semicolon of a declaration."""
        if self.text != "{":
            # ptxas requires no semicolon after a .func at module level.
            if kind == ".func" and self.depth == 0 and (self.kind == "end" or self._begins_item()):
                message = "a ';' should end this declaration"
                self.report("missing-semicolon", message, self.end, self.end, severity="warning")
            else:
                self.semicolon("a directive, a body in braces or ';'")
            return None
        if self.runs and self.offset >= self._body_end:
            # A body that is never closed extends to the end, so that its end is not searched for again.
            self._cut, self._body_end = None, self.end_of_body(self.offset)
        body = self._block()
        if self.unclosed is not None:
            self.report("unclosed-brace", f"the body of {name[:60]} is never closed", self.unclosed, self.unclosed + 1)
            self.unclosed = None
        return body

    def end_of_body(self, start: int) -> int:
        """Return the offset up to which the body that begins at `start` is split; a later brace may close it."""
        return body_end(self.source.text, start) or len(self.source.text)

    def end_of_split(self) -> int:
        """Return the offset up to which statements are split from the current one on."""
        return self._body_end

    def passage(self) -> Passage | None:
        """Return the statements that begin here, if they have been parsed before; only a session has any."""
        return None

    # Blocks and statements

    def _block(self) -> Block:
        start = self.offset
        self.enter()
        self.advance()
        statements: list[Statement] = []
        self._statements(statements)
        self.depth -= 1
        if self.accept("}"):
            return Block(tuple(statements), start, self.end)
        self.unclosed = start
        # Without the items of module level that follow: a function would be a part of each unclosed one before it.
        return Block(tuple(statements), start, statements[-1].end if statements else start + 1)

    def _statements(self, statements: list[Statement]) -> None:
        """Parse statements up to the end of the block; with `runs`, skip those of known shape.

        After a statement of unknown shape, the parser reads up to the next semicolon, so that the shape becomes known.
        """
        while self._has_statement():
            passage = self.passage() if self.runs and self.next_word is None else None
            if passage is not None:
                statements.append(passage)
                self.seek(passage.end)
                continue
            # A body is cut after the declarations with which it begins, often of many registers.
            if not self.runs or self.next_word is not None or (self._cut is None and self.kind == "dotted"):
                self._recovering_statement(statements)
                continue
            cut = self._cut
            if cut is None or self.offset >= cut.end:
                cut = self._cut = SplitText(self.source.text, self.offset, self.end_of_split())
            blocks = self.blocks_in_runs and self.depth <= DEPTH_LIMIT - LEVELS
            run = cut.run(self.offset, blocks=blocks)
            if run is not None:
                statements.append(run)
                self.seek(run.end)
                continue
            start, first, errors = self.offset, len(statements), len(self.diagnostics)
            end = cut.end_of_piece(start)
            self._recovering_statement(statements)
            while self.end <= end and self._has_statement():
                self._recovering_statement(statements)
            nodes = statements[first:] if len(self.diagnostics) == errors else None
            if self.end == end + 1 and cut.learn(start, nodes):
                # What remembers the instructions of runs is to remember this one, too.
                run = cut.run(start, blocks=blocks)
                if run is not None:
                    statements[first:] = [run]
                    self.seek(run.end)

    def _has_statement(self) -> bool:
        return self.text != "}" and self.kind != "end" and not self.escaped

    def _recovering_statement(self, statements: list[Statement]) -> None:
        """Parse a statement; after an error, continue where the next one may begin."""
        start, depth = self.offset, self.depth
        try:
            statements.append(self._statement())
        except SyntaxFailure:
            self.depth = depth
            if not self.escaped:
                self.skip_statement()
                if self.offset == start and self.text != "}":
                    self.advance()

    def _statement(self) -> Statement:
        kind, text, start = self.kind, self.text, self.offset
        if self.next_word:
            (text, start), self.next_word = self.next_word, None
        elif kind == "word":
            self.advance()
        elif text in ("@", "\\"):
            guard = self.guard() if text == "@" else None
            if self.text == "\\":
                self.report(
                    "stray-character", "unexpected character '\\\\'", self.offset, self.offset + 1, rule="characters"
                )
                self.advance()
            text, start = self.text, self.offset
            if self.kind != "word":
                self.fail("an instruction")
            self.advance()
            return self.instruction(guard, text, start)
        elif text == "{":
            return self._block()
        elif kind == "dotted":
            return self._directive_statement()
        else:
            self.fail("a statement")
        if self.text != ":":
            if text in C_STATEMENTS and self.text in ("(", "{"):
                return self._c_statement(text, start)
            return self.instruction(None, text, start)
        if "." in text:
            self.fail("an operand or ';'")
        name = self._name(text, start)
        self.advance()
        self._label_end = self.end
        return Label(name, start, self.end)

    def _c_statement(self, text: str, start: int) -> Statement:
        """Report a statement of C and skip its condition; parse its block, in which other errors may be."""
        hint = "compare with setp, and branch to a label with @p bra"
        self.report("syntax-error", f"PTX has no {quoted(text)} statement", start, start + len(text), hint)
        depth = 0
        while self.text == "(" or (depth and self.kind != "end" and self.text not in ("{", "}")):
            depth += {"(": 1, ")": -1}.get(self.text, 0)
            self.advance()
        if self.text != "{":
            raise SyntaxFailure
        return self._block()

    def _directive_statement(self) -> Statement:
        """Parse a directive in a body; an item of module level shows that the body is not closed."""
        start, text = self.offset, self.text
        if text in self._statement_directives:
            return self._statement_directives[text]()
        if is_declaration(text):
            return self.declaration(None, start)
        if text in self._item_directives:
            return self._escape(self._item_directives[text]())
        if text not in LINKAGES and text not in FUNCTIONS:
            return self.unknown_directive("in a function body")
        linkage = self.advance()[1:] if text in LINKAGES else None
        if self.text not in FUNCTIONS:
            message = f".{linkage} variables are declared at module level"
            self.report("misplaced-directive", message, start, self.end)
            return self.declaration(linkage, start)
        function = self.function(linkage, start)
        if function is None:
            raise SyntaxFailure
        return self._escape(function) if function.body or function.kind == "entry" else function

    def _escape(self, item: Item) -> Unknown:
        """Report an item of module level that a statement or a brace follows; any other item ends an unclosed body."""
        if self.depth == 0 or self.kind == "end" or (self._begins_item() and not self._begins_statement()):
            self.escaped.append(item)
            raise SyntaxFailure
        self._report_misplaced(item)
        self._misplaced.append(item)
        return Unknown(self.source.text[item.start : item.end], item.start, item.end)

    def _begins_statement(self) -> bool:
        """Return True at a directive that bodies have, and modules seldom or never."""
        return self.text in self._statement_directives or self.text in (".reg", ".param")

    def _report_misplaced(self, item: Item) -> None:
        self.report("misplaced-directive", "this is allowed at module level only", item.start, item.end)

    def _labeled(self, parse: Callable[[], Statement]) -> Callable[[], Statement]:
        """Return a parser of a directive that reports a missing label."""

        def parse_labeled() -> Statement:
            if self._label_end != self.end:
                message = f"{self.text} needs a label, by which it is used"
                self.report("missing-label", message, self.offset, self.offset + len(self.text))
            return parse()

        return parse_labeled
