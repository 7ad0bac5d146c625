"""Parse directives: the head of a module, lists of targets, prototypes, and debug information."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

from ptxisa.syntax.cursor import STATEMENT_STARTS, SyntaxFailure
from ptxisa.syntax.declaration_parser import DeclarationParser
from ptxisa.syntax.outline import block_end
from ptxisa.syntax.tree import (
    Alias,
    CallPrototype,
    Declarator,
    Difference,
    Dwarf,
    File,
    Inlined,
    Integer,
    IntermediateLocation,
    IntermediateSource,
    IntermediateSources,
    Label,
    Location,
    Metadata,
    Name,
    Parameter,
    Pragma,
    Property,
    Section,
    SectionData,
    Sum,
    Target,
    Targets,
    Text,
    Unknown,
    Version,
)

_VERSION = re.compile(r"[0-9]+\.[0-9]+\Z")
_SECTION_TYPES = (".b8", ".b16", ".b32", ".b64")

FUNCTION_DIRECTIVES: Mapping[str, Mapping[str, tuple[int, int | None]]] = {
    ".entry": {
        ".maxnreg": (1, 1),
        ".maxntid": (1, 3),
        ".reqntid": (1, 3),
        ".minnctapersm": (1, 1),
        ".maxnctapersm": (1, 1),
        ".reqnctapercluster": (1, 3),
        ".explicitcluster": (0, 0),
        ".maxclusterrank": (1, 1),
        ".blocksareclusters": (0, 0),
        ".minperctamemory": (1, 1),
        ".language": (1, None),
    },
    ".func": {".noreturn": (0, 0), ".abi_preserve": (1, 1), ".abi_preserve_control": (1, 1), ".language": (1, None)},
}
"""Directives between the head and the body of a kernel or a function, with the least and most arguments."""

_TAKE_STRINGS = frozenset({".language"})
"""Directives of functions whose arguments may be strings instead of integers."""

_SOURCE = re.compile(r"\.source_begin[ \t\r]*\n(?P<text>(?s:.*?))\n[ \t]*(?P<end>\.source_end)[ \t\r]*$", re.MULTILINE)
"""A source in an intermediate language; ptxas 13.4 wants each mark alone at the end of its line, and a line between."""


class DirectiveParser(DeclarationParser):
    """Directives; each method begins at the directive's own word."""

    # The head of a module

    def version(self) -> Version:
        start = self.offset
        self.advance()
        if self.kind != "decimal" or not _VERSION.match(self.text) or len(self.text) > 20:
            self.fail("a version, such as 8.7")
        major, _, minor = self.advance().partition(".")
        return Version(int(major), int(minor), start, self.end)

    def target(self) -> Target:
        start = self.offset
        self.advance()
        names = [self.name("a target, such as sm_90")]
        while self.accept(","):
            names.append(self.name("a platform option, such as debug"))
        return Target(tuple(names), start, self.end)

    def address_size(self) -> Integer:
        self.advance()
        return self.integer("32 or 64")

    # Functions

    def properties(self, kind: str) -> Sequence[Property | Unknown]:
        """Parse the directives between the head of a function and its body."""
        known = FUNCTION_DIRECTIVES[kind]
        found: list[Property] = []
        while self.text in known:
            if self.text == ".noreturn" and found:
                self.fail("';' or a body", ".noreturn comes before other directives, and once")
            found.append(self._property(*known[self.text]))
        return found

    def _property(self, least: int, most: int | None) -> Property:
        start = self.offset
        directive = self.advance()
        arguments = self._arguments_of(directive) if least else []
        if most is not None and len(arguments) > most:
            extra = arguments[most]
            self.report("syntax-error", f"{directive} takes {most} at most", extra.start, extra.end)
        return Property(directive[1:], tuple(arguments), start, self.end)

    def _arguments_of(self, directive: str) -> Sequence[Integer | Text]:
        if directive not in _TAKE_STRINGS:
            return self.integers("an integer")
        found = [self._integer_or_string()]
        while self.accept(","):
            found.append(self._integer_or_string())
        return found

    def _integer_or_string(self) -> Integer | Text:
        if self.kind != "string":
            return self.integer("an integer or a string")
        start = self.offset
        return Text(self._string(), start, self.end)

    def call_prototype(self) -> CallPrototype:
        start = self.offset
        self.advance()
        returns = self.parameters() if self.text == "(" else None
        self.expect("_")
        parameters: tuple[Parameter, ...] | None = self.parameters() if self.text == "(" else None
        directives = tuple(self.properties(".func"))
        self.semicolon("a parameter list, .noreturn or ';'")
        return CallPrototype(returns, parameters, directives, start, self.end)

    def targets(self) -> Targets:
        """Parse `.branchtargets L1, N<4>;` or `.calltargets f, g;`."""
        start = self.offset
        kind = self.advance()[1:]
        names = [self._target_name()]
        while self.accept(","):
            names.append(self._target_name())
        self.semicolon("',' or ';'")
        return Targets(kind, tuple(names), start, self.end)

    def _target_name(self) -> Declarator:
        name = self.name("a label" if self.text != ";" else "a name")
        return Declarator(name, self.copies(), (), None, name.start, self.end)

    def alias(self) -> Alias:
        start = self.offset
        self.advance()
        name = self.name("a function")
        self.expect(",")
        aliasee = self.name("a function")
        self.semicolon()
        return Alias(name, aliasee, start, self.end)

    def pragma(self) -> Pragma:
        start = self.offset
        self.advance()
        strings = [self._string()]
        while self.accept(","):
            strings.append(self._string())
        self.semicolon("',' or ';'")
        return Pragma(tuple(strings), start, self.end)

    def _string(self) -> str:
        if self.kind != "string":
            self.fail("a string")
        return self.advance().strip('"')

    # Debug information

    def file(self) -> File:
        start = self.offset
        self.advance()
        number = self.integer("the number of the file")
        path = self._string()
        timestamp = self.integer("a time stamp") if self.accept(",") else None
        size = self.integer("the size of the file") if timestamp and self.accept(",") else None
        return File(number, path, timestamp, size, start, self.end)

    def location(self) -> Location:
        start = self.offset
        self.advance()
        file, line, column = self._place()
        inlined = self._inlined() if self.accept(",") else None
        return Location(file, line, column, inlined, start, self.end)

    def intermediate_location(self) -> IntermediateLocation:
        start = self.offset
        self.advance()
        return IntermediateLocation(*self._place(), start, self.end)

    def _place(self) -> tuple[int, int, int]:
        file = self.integer("the number of a file")
        line = self.integer("a line number")
        column = self.integer("a column number")
        return file.value, line.value, column.value

    def _inlined(self) -> Inlined:
        """Parse `function_name label + 4, inlined_at 1 2 3`."""
        start = self.offset
        self.expect("function_name")
        label = self._section_name() if self.kind == "dotted" else self.name("a label of .debug_str")
        offset = self.integer("a number of bytes") if self.accept("+") else None
        self.expect(",")
        self.expect("inlined_at")
        file, line, column = self._place()
        return Inlined(label, offset, file, line, column, start, self.end)

    def _section_name(self) -> Name:
        start = self.offset
        return Name(self.advance(), start)

    def dwarf(self) -> Dwarf:
        start = self.offset
        text = self.advance()
        return Dwarf(text[len("@@DWARF") :].strip(), start, self.end)

    def intermediate_sources(self) -> IntermediateSources:
        start = self.offset
        self.advance()
        self.expect("{")
        blocks = []
        while not self.accept("}"):
            blocks.append(self._intermediate_source())
        return IntermediateSources(tuple(blocks), start, self.end)

    def _intermediate_source(self) -> IntermediateSource:
        """Parse a `.code_block`; its text is in any language, so it is not cut into tokens."""
        start = self.offset
        self.expect(".code_block")
        self.expect("{")
        self.expect(".ir_name")
        self.expect(":")
        language = self._string()
        self.expect(".sourceFileName")
        self.expect(":")
        file = self.integer("the number of a file")
        source = _SOURCE.match(self.source.text, self.offset)
        if source is None:
            self._complain_about_source()
        self.seek(source.start("end"))
        self.advance()
        self.expect("}")
        return IntermediateSource(language, file, source["text"], start, self.end)

    def _complain_about_source(self) -> NoReturn:
        """Report a source without an end, and skip the rest of the text."""
        hint = "write .source_begin and .source_end on lines of their own, with the source on the lines between them"
        try:
            self.fail("a source", hint)
        finally:
            self.seek(len(self.source.text))

    def metadata(self) -> Metadata:
        """Parse `.metadata_section { … }` without its block."""
        start = self.offset
        self.advance()
        if self.text != "{":
            self.fail("'{'")
        opening = self.offset
        end = block_end(self.source.text, opening)
        if end is None:
            self.report("unclosed-brace", "this '{' is never closed", opening, opening + 1)
            end = len(self.source.text)
        self.seek(end)
        return Metadata(self.source.text[opening + 1 : end - 1], start, end)

    def section(self) -> Section:
        """Parse a debug section; errors of a line do not hide those of the next."""
        start = self.offset
        self.advance()
        if self.kind != "dotted":
            self.fail("the name of a section, such as .debug_info")
        name = self.advance()
        opening = self.offset
        self.expect("{")
        lines = self.data(DirectiveParser._section_lines)
        if not self.accept("}"):
            self.report("unclosed-brace", "this '{' is never closed", opening, opening + 1)
        return Section(name, lines, start, self.end)

    def _section_lines(self) -> Iterator[Label | SectionData]:
        while not self._section_ends():
            start = self.offset
            try:
                line = self._section_line()
            except SyntaxFailure:
                self._skip_section_line(start)
            else:
                yield line

    def _section_ends(self) -> bool:
        """Return True if the section is closed, or a statement begins that cannot be part of it."""
        return self.text == "}" or self.kind == "end" or self.text in STATEMENT_STARTS

    def _skip_section_line(self, start: int) -> None:
        """Skip the line from `start` to the next label or data directive that begins a line."""
        while not self._section_ends():
            begins = self.kind == "word" or self.text in _SECTION_TYPES
            if begins and self.offset != start and self.on_new_line():
                return
            self.advance()

    def _section_line(self) -> Label | SectionData:
        start = self.offset
        if self.kind == "word":
            name = self.name("a label")
            self.expect(":")
            return Label(name, start, self.end)
        if self.text not in _SECTION_TYPES:
            self.fail("a label, or data of type .b8, .b16, .b32 or .b64")
        type_ = self.advance()[1:]
        if self.kind in ("word", "dotted"):
            return SectionData(type_, (self._section_address(),), start, self.end)
        values = [self._section_integer()]
        while self.text == ",":
            self.advance()
            values.append(self._section_integer())
        return SectionData(type_, tuple(values), start, self.end)

    def _section_integer(self) -> Integer:
        if self.text != "-":
            return self._section_literal("an integer")
        start = self.offset
        self.advance()
        literal = self._section_literal("an integer")
        return Integer(-literal.value, False, f"-{literal.text}", start, self.end)

    def _section_literal(self, what: str) -> Integer:
        """Parse an integer literal; WARP_SZ is not allowed in sections."""
        if self.kind == "word":
            self.fail(what)
        return self.integer(what)

    def _section_address(self) -> Name | Sum | Difference:
        """Parse `label`, `label + 4`, `label - label`, `.debug_info` or `.debug_info + 4`."""
        if self.kind == "dotted":
            base = self._section_name()
        else:
            base = self.name("a label")
            if self.accept("-"):
                right = self.name("a label")
                return Difference(base, right, base.start, self.end)
        if not self.accept("+"):
            return base
        offset = self._section_literal("a number of bytes")
        return Sum(base, offset, base.start, self.end)
