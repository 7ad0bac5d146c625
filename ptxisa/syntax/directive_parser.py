"""Parse directives: the head of a module, lists of targets, prototypes, debug information, and unknown directives.

A module of a PTX version that the records do not describe in full may use directives without a record. There they are
notes, and their text stays in the tree. In other versions they are errors. Neither causes further errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ptxisa.isa import versions
from ptxisa.isa.names import suggestion
from ptxisa.isa.versions import Version
from ptxisa.syntax.cursor import LINKAGES, STATEMENT_STARTS, SyntaxFailure
from ptxisa.syntax.declaration_parser import DeclarationParser, is_declaration
from ptxisa.syntax.source import Source, block_end, construct_end
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
    TargetDirective,
    Targets,
    Text,
    Unknown,
    VersionDirective,
)

_VERSION = re.compile(r"[0-9]+\.[0-9]+\Z")
_SECTION_TYPES = (".b8", ".b16", ".b32", ".b64")

FUNCTIONS = (".entry", ".func")
ITEM_DIRECTIVES = (".file", ".section", ".nv_intermediate_source_section", ".metadata_section", ".pragma", ".alias")
FUNCTION_DIRECTIVES: Mapping[str, Mapping[str, tuple[int, int | None]]] = {
    ".entry": {
        ".maxnreg": (1, 1),
        ".local_maxnreg": (1, 1),
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
    ".func": {
        ".noreturn": (0, 0),
        ".abi_preserve": (1, 1),
        ".abi_preserve_control": (1, 1),
        ".local_maxnreg": (1, 1),
        ".language": (1, None),
    },
}
"""Directives between the head and the body of a kernel or a function, with the least and most arguments."""

_ORDER = {".noreturn": 0, ".abi_preserve": 1, ".abi_preserve_control": 1, ".local_maxnreg": 2, ".language": 3}
"""Order in which ptxas accepts the directives of a function; those of a kernel have no order."""
_WITH_STRINGS = frozenset({".language"})
"""Directives of functions whose arguments may be strings instead of integers."""

_KNOWN = (
    *(*ITEM_DIRECTIVES, *FUNCTIONS, *sorted(LINKAGES), ".version", ".target", ".address_size"),
    *(".loc", ".loc_intermediate", ".branchtargets", ".calltargets", ".callprototype"),
    *(".reg", ".local", ".shared", ".param", ".global", ".const", ".hidden"),
    *(name for table in FUNCTION_DIRECTIVES.values() for name in table),
)
"""Directives, to distinguish a misplaced from an unknown one, and for similar names."""

_SOURCE = re.compile(r"\.source_begin[ \t\r]*\n(?P<text>(?s:.*?))\n[ \t]*(?P<end>\.source_end)[ \t\r]*$", re.MULTILINE)
"""A source in an intermediate language; ptxas 13.4 requires each mark at the end of its line, and a line between."""
_BLOCK = re.compile(r"\s*\{")
_FOLLOWING = re.compile(r"[ \t]*(\.[A-Za-z_]+)")


class DirectiveParser(DeclarationParser):
    """Parser of directives; each method begins at the directive's own word.

    `read_as` is the PTX version of the text, None before it is known.
    """

    def __init__(self, source: Source, read_as: Version | None = None) -> None:
        super().__init__(source)
        self.read_as = read_as
        self._noted: set[str] = set()

    # The head of a module

    def version(self) -> VersionDirective:
        """Parse `.version 8.7`."""
        start = self.offset
        self.advance()
        if self.kind != "decimal" or not _VERSION.match(self.text) or len(self.text) > 20:
            self.fail("a version, such as 8.7")
        major, _, minor = self.advance().partition(".")
        return VersionDirective(int(major), int(minor), start, self.end)

    def target(self) -> TargetDirective:
        """Parse `.target sm_90, debug`."""
        start = self.offset
        self.advance()
        names = [self.name("a target, such as sm_90")]
        while self.accept(","):
            names.append(self.name("a platform option, such as debug"))
        return TargetDirective(tuple(names), start, self.end)

    def address_size(self) -> Integer:
        """Parse `.address_size 64`."""
        self.advance()
        return self.integer("32 or 64")

    # Functions

    def properties(self, kind: str) -> list[Property | Unknown]:
        """Parse the directives between the head of a function and its body, including unknown ones."""
        properties: list[Property | Unknown] = []
        table = FUNCTION_DIRECTIVES[kind]
        while self.kind == "dotted" and (self.text in table or self.text not in _KNOWN):
            if self.text not in table:
                properties.append(self._unknown_property())
                continue
            last = next((f".{known.name}" for known in reversed(properties) if isinstance(known, Property)), "")
            if last == self.text and last in (".noreturn", ".local_maxnreg", ".language") and kind == ".func":
                self.fail("';' or a body", f"write {last} once")
            if kind == ".func" and last and _ORDER[last] > _ORDER[self.text]:
                self.fail("';' or a body", f"{self.text} comes before {last}")
            least, most = table[self.text]
            start = self.offset
            directive = self.advance()
            arguments = self._arguments_of(directive) if least else []
            if most is not None and len(arguments) > most:
                extra = arguments[most]
                self.report("syntax-error", f"{directive} takes {most} at most", extra.start, extra.end)
            properties.append(Property(directive[1:], tuple(arguments), start, self.end))
        return properties

    def _arguments_of(self, directive: str) -> Sequence[Integer | Text]:
        """Parse integers, or integers and strings, separated by commas."""
        if directive not in _WITH_STRINGS:
            return self.integers("an integer")
        arguments: list[Integer | Text] = []
        while True:
            if self.kind == "string":
                start = self.offset
                arguments.append(Text(self._string(), start, self.end))
            else:
                arguments.append(self.integer("an integer or a string"))
            if not self.accept(","):
                return arguments

    def call_prototype(self) -> CallPrototype:
        """Parse `.callprototype (.param .u32 r) _ (.param .u32 a);`."""
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
        names: list[Declarator] = []
        while not names or self.accept(","):
            name = self.name("a label" if self.text != ";" else "a name")
            names.append(Declarator(name, self.copies(), (), None, name.start, self.end))
        self.semicolon("',' or ';'")
        return Targets(kind, tuple(names), start, self.end)

    def alias(self) -> Alias:
        """Parse `.alias name, aliasee;`."""
        start = self.offset
        self.advance()
        name = self.name("a function")
        self.expect(",")
        aliasee = self.name("a function")
        self.semicolon()
        return Alias(name, aliasee, start, self.end)

    def pragma(self) -> Pragma:
        """Parse `.pragma "nounroll";`."""
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
        """Parse `.file 1 "kernel.cu", 1700000000, 1234`."""
        start = self.offset
        self.advance()
        number = self.integer("the number of the file")
        path = self._string()
        timestamp = self.integer("a time stamp") if self.accept(",") else None
        size = self.integer("the size of the file") if timestamp and self.accept(",") else None
        return File(number, path, timestamp, size, start, self.end)

    def location(self) -> Location:
        """Parse `.loc 1 2 3`, with `, function_name label + 4, inlined_at 1 2 3` for an inlined function."""
        start = self.offset
        self.advance()
        file, line, column = self._place()
        inlined = None
        if self.accept(","):
            inlined_start = self.offset
            self.expect("function_name")
            label = self._section_name() if self.kind == "dotted" else self.name("a label of .debug_str")
            offset = self.integer("a number of bytes") if self.accept("+") else None
            self.expect(",")
            self.expect("inlined_at")
            inlined = Inlined(label, offset, *self._place(), inlined_start, self.end)
        return Location(file, line, column, inlined, start, self.end)

    def intermediate_location(self) -> IntermediateLocation:
        """Parse `.loc_intermediate 1 2 3`."""
        start = self.offset
        self.advance()
        return IntermediateLocation(*self._place(), start, self.end)

    def _place(self) -> tuple[int, int, int]:
        file = self.integer("the number of a file")
        line = self.integer("a line number")
        column = self.integer("a column number")
        return file.value, line.value, column.value

    def _section_name(self) -> Name:
        start = self.offset
        return Name(self.advance(), start)

    def dwarf(self) -> Dwarf:
        """Parse a `@@DWARF` line."""
        start = self.offset
        text = self.advance()
        return Dwarf(text[len("@@DWARF") :].strip(), start, self.end)

    def intermediate_sources(self) -> IntermediateSources:
        """Parse `.nv_intermediate_source_section { … }`."""
        start = self.offset
        self.advance()
        self.expect("{")
        blocks = []
        while not self.accept("}"):
            blocks.append(self._intermediate_source())
        return IntermediateSources(tuple(blocks), start, self.end)

    def _intermediate_source(self) -> IntermediateSource:
        """Parse a `.code_block`; its text is in any language, so it is not split into tokens."""
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
            hint = (
                "write .source_begin and .source_end on lines of their own, with the source on the lines between them"
            )
            try:
                self.fail("a source", hint)
            finally:
                self.seek(len(self.source.text))  # A source without an end extends to the end of the text.
        self.seek(source.start("end"))
        self.advance()
        self.expect("}")
        return IntermediateSource(language, file, source["text"], start, self.end)

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
                # Skip to the next label or data directive that begins a line.
                while not self._section_ends():
                    begins = self.kind == "word" or self.text in _SECTION_TYPES
                    if begins and self.offset != start and self.on_new_line():
                        break
                    self.advance()
            else:
                yield line

    def _section_ends(self) -> bool:
        """Return True if the section is closed, or a statement begins that cannot be part of it."""
        return self.text == "}" or self.kind == "end" or self.text in STATEMENT_STARTS

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
        """Parse an integer with its sign."""
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

    # Unknown directives

    def unknown_directive(self, place: str) -> Unknown:
        """Report an unknown directive, and skip it with its arguments.

        Only its name is skipped if a known directive follows on its line.

        Raises:
            SyntaxFailure: The directive is known, but not allowed at this place.
        """
        if self.kind != "dotted":
            self.fail("a directive")
        start, text = self.offset, self.source.text
        after = start + len(self.text)
        if self.text in _KNOWN:
            self.report("misplaced-directive", f"{self.text} is not allowed {place}", start, after)
            raise SyntaxFailure
        self._report_unknown()
        following = _FOLLOWING.match(text, after)
        word = following[1] if following else ""
        end: int | None = after
        if word not in LINKAGES and word not in FUNCTIONS and not is_declaration(word):
            end = construct_end(text, start)
        if end is None:
            self.report("unclosed-brace", f"the block of {self.text[:60]} is never closed", start, after)
            end = len(text)
        self.seek(end)
        return Unknown(text[start:end].rstrip(), start, end)

    def _unknown_property(self) -> Unknown:
        """Parse an unknown directive in the head of a function, with a block before the body."""
        start, text = self.offset, self.source.text
        self._report_unknown()
        self.advance()
        while self.kind not in ("end", "dotted") and self.text not in ("{", ";"):
            self.advance()
        end = block_end(text, self.offset) if self.text == "{" else None
        if end is not None and _BLOCK.match(text, end):
            self.seek(end)
        else:
            end = self.end  # The block is the body of the function.
        return Unknown(text[start:end].rstrip(), start, end)

    def _report_unknown(self) -> None:
        """Report an unknown directive: an error, or a warning once for each name if the version may have it."""
        name, end = self.text, self.offset + len(self.text)
        hint = suggestion(name, _KNOWN)
        message = versions.may_have(name[:60], self.read_as)
        if not message:
            self.report("unknown-directive", f"unknown directive {name[:60]}", self.offset, end, hint)
        elif name not in self._noted:
            self._noted.add(name)
            self.report("unrecorded-directive", message, self.offset, end, hint, "warning")
