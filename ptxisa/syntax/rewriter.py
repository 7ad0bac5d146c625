"""Print changed trees with the comments and layout of the text that they were read from.

    class Rename(Transformer):
        def visit_Name(self, node: Name) -> Name:
            return node._replace(text="%sum") if node.text == "%r1" else node

    text = rewrite(text, Rename())

The tree keeps no comments. The old and the new tree are compared instead: where they are equal, the text stays byte
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
    same_tree,
)
from ptxisa.syntax.visitor import Transformer, is_node

_WORD = re.compile(r"[\w.%$]+\Z", re.ASCII)
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\r\n]*)?(?=\r?\n|\Z)")
_EMPTY_REST = re.compile(r"[ \t\r]*(?:\n|\Z)")
_MARGIN = re.compile(r"[ \t]*")
_COLUMNS = 500
"""Distance within which the start of a line is searched for."""
_SIBLINGS = 20
"""Statements whose indentation is examined."""
_INDENT = "    "


class Edit(NamedTuple):
    """Replacement of the text from `start` to `end` by `text`."""

    start: int
    end: int
    text: str


class _DifferentNodes(Exception):
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
    pieces, place = [], 0
    for edit in _Rewriter(text).module(read.module, module):
        before, after = text[edit.start - 1 : edit.start], text[edit.end : edit.end + 1]
        old = text[edit.start : edit.end]
        pieces.append(text[place : edit.start])
        # A blank separates words that are adjacent only because of the edit.
        if _touch(before, edit.text or after) and not _touch(before, old):
            pieces.append(" ")
        pieces.append(edit.text)
        if _touch(edit.text, after) and not _touch(old, after):
            pieces.append(" ")
        place = edit.end
    return "".join([*pieces, text[place:]])


def _touch(before: str, after: str) -> bool:
    """Return True if the end of one text and the start of another would be one word."""
    return bool(_WORD.match(before[-1:]) and _WORD.match(after[:1]))


class _Rewriter:
    """Comparison of two trees, which yields edits in the order of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text[:1000] else "\n"

    def module(self, old: Module, new: Module) -> list[Edit]:
        """Return the edits of a module."""
        ours, theirs = _head_of(old), _head_of(new)
        if [type(node) for node in ours] == [type(node) for node in theirs]:
            head = [edit for pair in zip(ours, theirs, strict=True) for edit in self._statement(*pair)]
        else:
            text = print_module(new._replace(items=())).rstrip("\n")
            head = [Edit(ours[0].start, ours[-1].end, text) if ours else Edit(0, 0, text + "\n")]
        last = max((node.end for node in ours), default=0)
        return [*head, *self._statements(old.items, new.items, last, "")]

    # Statements and items

    def _statements(self, old: Sequence[Any], new: Sequence[Any], start: int, margin: str) -> list[Edit]:
        """Return the edits of a list of statements or items that follows the offset `start`."""
        if old is new:
            return []
        for node in islice(old, _SIBLINGS):
            line = self._line_start(node.start)
            first = line < node.start and not self.text[line : node.start].strip(" \t")
            if first and not isinstance(node, Label):
                margin = self._margin(node.start)
                break
        edits: list[Edit] = []
        for old_node, new_node in _paired(old, new):
            if old_node is None:
                edits.append(self._inserted(new_node, start, margin))
                continue
            edits += self._statement(old_node, new_node) if new_node is not None else [self._deleted(old_node)]
            start = old_node.end
        return edits

    def _statement(self, old: Any, new: Any) -> list[Edit]:
        """Return the edits of one statement or item."""
        if isinstance(old, Function) and isinstance(new, Function):
            return self._function(old, new)
        try:
            return self._inside(old, new)
        except _DifferentNodes:
            return [Edit(old.start, old.end, self._printed(new, old))]

    def _function(self, old: Function, new: Function) -> list[Edit]:
        """Return the edits of the head and of the body of a function."""
        if not (isinstance(old.body, Block) and isinstance(new.body, Block)):
            unchanged = same_tree(old, new)
            return [] if unchanged else [Edit(old.start, old.end, self._printed(new, old))]
        try:
            head = self._inside(old._replace(body=None), new._replace(body=None))
        except _DifferentNodes:
            margin = self._margin(old.start)
            text = self._indented(print_head(new), margin)
            head = [Edit(old.start, old.body.start, text + self.newline + margin)]
        return head + self._block(old.body, new.body)

    def _block(self, old: Block, new: Block) -> list[Edit]:
        return self._statements(old.statements, new.statements, old.start + 1, self._margin(old.start) + _INDENT)

    def _printed(self, new: Any, old: Any) -> str:
        """Return the text of a new statement in place of an old one."""
        text = print_statement(new)
        if isinstance(new, Dwarf):  # It occupies the whole line.
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
        margin = _MARGIN.match(self.text, self._line_start(offset), offset)
        return margin[0] if margin else ""

    # Within a statement

    def _inside(self, old: Any, new: Any) -> list[Edit]:
        """Return edits of names and numbers; raise `_DifferentNodes` if anything else differs."""
        if old is new:
            return []
        if type(old) is not type(new):
            raise _DifferentNodes
        if isinstance(old, Block):
            return self._block(old, new)
        if isinstance(old, (Name, Integer, Float)):
            if old.text == new.text:
                return []
            if self.text[old.start : old.end] != old.text or not _WORD.match(new.text):
                raise _DifferentNodes
            return [Edit(old.start, old.end, new.text)]
        edits: list[Edit] = []
        if isinstance(old, Instruction) and old.opcode.text != new.opcode.text:
            last = len(old.opcode.modifiers) - 1
            end = old.modifier_range(last)[1] if last >= 0 else old.opcode_start + len(old.opcode.mnemonic)
            edits.append(Edit(old.opcode_start, end, new.opcode.text))
        for field, before, after in zip(old._fields, old, new, strict=True):
            if field not in POSITIONS and not isinstance(before, Opcode):
                edits += self._field(before, after)
        return sorted(edits, key=lambda edit: edit.start)

    def _field(self, old: Any, new: Any) -> list[Edit]:
        if old is new:
            return []
        if is_node(old):
            return self._inside(old, new)
        if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
            return [edit for pair in zip(old, new, strict=True) for edit in self._field(*pair)]
        if old != new:
            raise _DifferentNodes
        return []


def _head_of(module: Module) -> list[Any]:
    """Return the nodes of a module before its items."""
    return [node for node in (module.version, *module.targets, module.address_size) if node is not None]


def _paired(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Pair each old node with the new node that replaces it, or None.

    A new node at the start of an old one is paired with it; nodes between such pairs are paired in order.
    """
    # A transformer keeps the place of a node that it changes, so that places pair new nodes with those they replace.
    places = {node.start: index for index, node in enumerate(old)}
    done, waiting = 0, 0
    for index, node in enumerate(new):
        place = places.get(node.start, -1)
        if place >= done and type(old[place]) is type(node):
            yield from zip_longest(old[done:place], new[waiting:index])
            yield old[place], node
            done, waiting = place + 1, index + 1
    yield from zip_longest(old[done:], new[waiting:])
