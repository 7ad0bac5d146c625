"""Directives that the grammar does not know: reported, and passed over with what they take.

A module of a PTX version that the records do not describe in full may use directives that nobody has recorded. There
they are notes, and their text stays in the tree. In other versions they are errors. Neither costs further errors.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ptxisa.isa import versions
from ptxisa.isa.names import suggestion
from ptxisa.isa.versions import Version
from ptxisa.syntax.cursor import LINKAGES, SyntaxFailure
from ptxisa.syntax.declaration_parser import is_declaration
from ptxisa.syntax.directive_parser import FUNCTION_DIRECTIVES, DirectiveParser
from ptxisa.syntax.outline import block_end, construct_end
from ptxisa.syntax.source import Source
from ptxisa.syntax.tree import Property, Unknown

FUNCTIONS = (".entry", ".func")
ITEM_DIRECTIVES = (".file", ".section", ".nv_intermediate_source_section", ".metadata_section", ".pragma", ".alias")
_KNOWN = (
    *(*ITEM_DIRECTIVES, *FUNCTIONS, *sorted(LINKAGES), ".version", ".target", ".address_size"),
    *(".loc", ".loc_intermediate", ".branchtargets", ".calltargets", ".callprototype"),
    *(".reg", ".local", ".shared", ".param", ".global", ".const", ".hidden"),
    *(name for table in FUNCTION_DIRECTIVES.values() for name in table),
)
"""Directives, for telling a misplaced from an unknown one, and for near names."""

_BLOCK = re.compile(r"\s*\{")
_FOLLOWING = re.compile(r"[ \t]*(\.[A-Za-z_]+)")


def _begins_known(directive: str) -> bool:
    """Return True if a directive begins a function or a variable."""
    return directive in LINKAGES or directive in FUNCTIONS or is_declaration(directive)


class UnknownParser(DirectiveParser):
    """Parser of directives without a record; `read_as` is the PTX version of the text, None before it is known."""

    def __init__(self, source: Source, read_as: Version | None = None) -> None:
        super().__init__(source)
        self.read_as = read_as
        self._noted: set[str] = set()

    def refused_directive(self, place: str) -> Unknown:
        """Report a directive that is unknown, and pass over it; raises `SyntaxFailure` for one that is misplaced."""
        if self.kind != "dotted":
            self.fail("a directive")
        if self.text in _KNOWN:
            end = self.offset + len(self.text)
            self.report("misplaced-directive", f"{self.text} is not allowed {place}", self.offset, end)
            raise SyntaxFailure
        return self._unknown()

    def _unknown(self) -> Unknown:
        """Parse an unknown directive with its arguments; only its name if a known directive follows in its line."""
        start, text = self.offset, self.source.text
        after = start + len(self.text)
        self._report_unknown()
        following = _FOLLOWING.match(text, after)
        if following and _begins_known(following[1]):
            end: int | None = after
        else:
            end = construct_end(text, start)
        if end is None:
            self.report("unclosed-brace", f"the block of {self.text[:60]} is never closed", start, after)
            end = len(text)
        self.seek(end)
        return self._taken(start, end)

    def _taken(self, start: int, end: int) -> Unknown:
        return Unknown(self.source.text[start:end].rstrip(), start, end)

    def properties(self, kind: str) -> Sequence[Property | Unknown]:
        """Parse the directives between the head of a function and its body, including unknown ones."""
        found: list[Property | Unknown] = list(super().properties(kind))
        while self.kind == "dotted" and self.text not in _KNOWN:
            found += [self._unknown_property(), *super().properties(kind)]
        return found

    def _unknown_property(self) -> Unknown:
        """Parse an unknown directive in the head of a function, with a block before the body."""
        start = self.offset
        self._report_unknown()
        self.advance()
        while self.kind not in ("end", "dotted") and self.text not in ("{", ";"):
            self.advance()
        end = block_end(self.source.text, self.offset) if self.text == "{" else None
        if end is None or not _BLOCK.match(self.source.text, end):
            return self._taken(start, self.end)
        self.seek(end)
        return self._taken(start, end)

    def _report_unknown(self) -> None:
        """Report an unknown directive: an error, or a note once for each name if the version may have it."""
        name, end = self.text, self.offset + len(self.text)
        hint = suggestion(name, _KNOWN)
        message = versions.may_have(name[:60], self.read_as)
        if not message:
            self.report("unknown-directive", f"unknown directive {name[:60]}", self.offset, end, hint)
        elif name not in self._noted:
            self._noted.add(name)
            self.report("unrecorded-directive", message, self.offset, end, hint, "note")
