"""Print changed trees with the comments and layout of the text that they were read from.

    class Rename(Transformer):
        def visit_Name(self, node: Name) -> Name:
            return node._replace(text="%sum") if node.text == "%r1" else node

    text = rewrite(text, Rename())

The tree keeps no comments. The old and the new tree are compared instead: where they say the same, the text stays byte
for byte. Names and numbers that differ are replaced in place, so that comments within their statement stay. Any other
difference replaces the text of its statement, or of the head of its function or module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, NamedTuple

from ptxisa.isa.diagnostics import PtxError
from ptxisa.syntax.parser import ParseResult, parse
from ptxisa.syntax.printer import print_head, print_module, print_statement
from ptxisa.syntax.tree import (
    POSITIONS,
    Block,
    Dwarf,
    Float,
    Function,
    Instruction,
    Integer,
    Label,
    Module,
    Name,
    Opcode,
    same,
)
from ptxisa.syntax.visitor import Transformer, is_node

_WORD = re.compile(r"[\w.%$]+\Z", re.ASCII)
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\r\n]*)?(?=\r?\n|\Z)")
_EMPTY_REST = re.compile(r"[ \t\r]*(?:\n|\Z)")
_MARGIN = re.compile(r"[ \t]*")
_COLUMNS = 500
"""How far back the start of a line is looked for."""
_SIBLINGS = 20
"""How many statements are asked how far they are indented."""
_INDENT = "    "


class Edit(NamedTuple):
    """`text` in place of what was from `start` to `end`."""

    start: int
    end: int
    text: str


class _Different(Exception):
    """Two nodes differ in more than names and numbers."""


def rewrite(text: str | bytes, *transformers: Transformer) -> str:
    """Return the text of a module after changes, with comments and layout of all that does not change.

    Raises:
        PtxError: The text has a syntax error; the exception has all diagnostics.
    """
    result = parse(text)
    if any(diagnostic.severity == "error" for diagnostic in result.diagnostics):
        raise PtxError(result.diagnostics)
    module = result.module
    for transformer in transformers:
        module = transformer.transform(module)
    return reprint(result, module)


def reprint(read: ParseResult, module: Module) -> str:
    """Return the text of a changed `module`, equal to the original text where both have equal nodes.

    Takes time linear in the text. The result parses to `module`.
    """
    text = read.source.text
    return "".join(_applied(text, _Rewriter(text).module(read.module, module)))


def _applied(text: str, edits: Sequence[Edit]) -> Iterator[str]:
    """Return the pieces of the new text, with blanks between words that would newly touch."""
    place = 0
    for edit in edits:
        before, after = text[edit.start - 1 : edit.start], text[edit.end : edit.end + 1]
        old = text[edit.start : edit.end]
        yield text[place : edit.start]
        if _touch(before, edit.text or after) and not _touch(before, old):
            yield " "
        yield edit.text
        if _touch(edit.text, after) and not _touch(old, after):
            yield " "
        place = edit.end
    yield text[place:]


def _touch(before: str, after: str) -> bool:
    """Return True if the end of one text and the start of another would be one word."""
    return bool(_WORD.match(before[-1:]) and _WORD.match(after[:1]))


class _Rewriter:
    """Finds the edits between two trees, in the order of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text[:1000] else "\n"

    def module(self, old: Module, new: Module) -> list[Edit]:
        """Yield the edits of a module."""
        head = self._module_head(old, new)
        last = max((one.end for one in _head_of(old)), default=0)
        return [*head, *self._units(old.items, new.items, last, "")]

    def _module_head(self, old: Module, new: Module) -> list[Edit]:
        ours, theirs = _head_of(old), _head_of(new)
        if [type(one) for one in ours] == [type(one) for one in theirs]:
            return [edit for pair in zip(ours, theirs, strict=True) for edit in self._unit(*pair)]
        text = print_module(new._replace(items=())).rstrip("\n")
        if not ours:
            return [Edit(0, 0, text + "\n")]
        return [Edit(ours[0].start, ours[-1].end, text)]

    # Statements and items

    def _units(self, old: Sequence[Any], new: Sequence[Any], start: int, margin: str) -> list[Edit]:
        """Yield the edits of a list of statements or items that follows the offset `start`."""
        if old is new:
            return []
        margin = next((self._margin(one.start) for one in islice(old, _SIBLINGS) if self._leads(one)), margin)
        edits: list[Edit] = []
        for one, other in _paired(old, new):
            if one is None:
                edits.append(self._inserted(other, start, margin))
            else:
                edits += [self._deleted(one)] if other is None else self._unit(one, other)
                start = one.end
        return edits

    def _unit(self, old: Any, new: Any) -> list[Edit]:
        """Yield the edits of one statement or item."""
        if isinstance(old, Function) and isinstance(new, Function):
            return self._function(old, new)
        try:
            return self._inside(old, new)
        except _Different:
            return [Edit(old.start, old.end, self._printed(new, old))]

    def _function(self, old: Function, new: Function) -> list[Edit]:
        if not (isinstance(old.body, Block) and isinstance(new.body, Block)):
            unchanged = same(old, new)
            return [] if unchanged else [Edit(old.start, old.end, self._printed(new, old))]
        try:
            head = self._inside(old._replace(body=None), new._replace(body=None))
        except _Different:
            text = self._indented(print_head(new), self._margin(old.start))
            head = [Edit(old.start, old.body.start, text + self.newline + self._margin(old.start))]
        return head + self._block(old.body, new.body)

    def _block(self, old: Block, new: Block) -> list[Edit]:
        return self._units(old.statements, new.statements, old.start + 1, self._margin(old.start) + _INDENT)

    def _printed(self, new: Any, old: Any) -> str:
        """Return the text of a new statement in place of an old one."""
        text = print_statement(new)
        if isinstance(new, Dwarf):  # It takes the whole line.
            return f"{self.newline}{text}{self.newline}"
        return self._indented(text, self._margin(old.start)) if isinstance(new, (Block, Function)) else text

    def _indented(self, text: str, margin: str) -> str:
        return text.replace("\n", self.newline + margin)

    def _inserted(self, new: Any, after: int, margin: str) -> Edit:
        """Insert a statement after an offset, on a line of its own, after a comment at the end of the line."""
        text = print_statement(new)
        if isinstance(new, (Block, Function)):
            text = self._indented(text, margin)
        line = f"{self.newline}{'' if isinstance(new, Label) else margin}{text}"
        rest = _REST_OF_LINE.match(self.text, after) if after else None
        if rest:
            return Edit(rest.end(), rest.end(), line)
        return Edit(after, after, line + self.newline)

    def _deleted(self, old: Any) -> Edit:
        """Delete a statement, with its line if that contains nothing else."""
        start, rest = self._line_start(old.start), _EMPTY_REST.match(self.text, old.end)
        alone = rest is not None and not self.text[start : old.start].strip(" \t")
        return Edit(start, rest.end(), "") if rest and alone else Edit(old.start, old.end, "")

    def _line_start(self, offset: int) -> int:
        """Return the start of the line of an offset; the offset itself in a very long line."""
        newline = self.text.rfind("\n", max(0, offset - _COLUMNS), offset)
        return newline + 1 if newline >= 0 or offset < _COLUMNS else offset

    def _margin(self, offset: int) -> str:
        """Return the white space at the start of the line of an offset."""
        found = _MARGIN.match(self.text, self._line_start(offset), offset)
        return found[0] if found else ""

    def _leads(self, node: Any) -> bool:
        """Return True if a statement shows the indentation of its list."""
        start = self._line_start(node.start)
        return not isinstance(node, Label) and start < node.start and not self.text[start : node.start].strip(" \t")

    # Within a statement

    def _inside(self, old: Any, new: Any) -> list[Edit]:
        """Yield edits of names and numbers; raise `_Different` if anything else differs."""
        if old is new:
            return []
        if type(old) is not type(new):
            raise _Different
        if isinstance(old, Block):
            return self._block(old, new)
        if isinstance(old, (Name, Integer, Float)):
            return self._word(old, new)
        edits = self._opcode(old, new) if isinstance(old, Instruction) else []
        for field, one, other in zip(old._fields, old, new, strict=True):
            if field not in POSITIONS and not isinstance(one, Opcode):
                edits += self._field(one, other)
        return sorted(edits, key=lambda edit: edit.start)

    def _field(self, old: Any, new: Any) -> list[Edit]:
        if old is new:
            return []
        if is_node(old):
            return self._inside(old, new)
        if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
            return [edit for pair in zip(old, new, strict=True) for edit in self._field(*pair)]
        if old != new:
            raise _Different
        return []

    def _word(self, old: Name | Integer | Float, new: Name | Integer | Float) -> list[Edit]:
        if old.text == new.text:
            return []
        if self.text[old.start : old.end] != old.text or not _WORD.match(new.text):
            raise _Different
        return [Edit(old.start, old.end, new.text)]

    def _opcode(self, old: Instruction, new: Instruction) -> list[Edit]:
        if old.opcode.text == new.opcode.text:
            return []
        last = len(old.opcode.modifiers) - 1
        end = old.modifier_range(last)[1] if last >= 0 else old.opcode_start + len(old.opcode.mnemonic)
        return [Edit(old.opcode_start, end, new.opcode.text)]


def _head_of(module: Module) -> list[Any]:
    """Return the nodes of a module before its items."""
    return [one for one in (module.version, *module.targets, module.address_size) if one is not None]


def _paired(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Pair each old node with the new node that replaces it, or None.

    A new node at the start of an old one is paired with it; nodes between such pairs are paired in order.
    """
    places = {one.start: index for index, one in enumerate(old)}
    done, waiting = 0, 0
    for index, node in enumerate(new):
        place = places.get(node.start, -1)
        if place >= done and type(old[place]) is type(node):
            yield from zip_longest(old[done:place], new[waiting:index])
            yield old[place], node
            done, waiting = place + 1, index + 1
    yield from zip_longest(old[done:], new[waiting:])
