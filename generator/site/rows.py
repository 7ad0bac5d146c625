"""`.. ptx:rows::`: a table whose rows are written like those of `list-table`, read at a tenth of its cost.

Cells of one paragraph, which most are, go straight to the inline parser; docutils would start a parser for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils.nodes import Element, Node

_CELL = re.compile(r"(\*| ) -( |$)")
_BLOCK = re.compile(r"([*-] |\.\. |:[\w ]+: |\d+\. )")
"""How a paragraph begins that is more than text; a role has a backquote after its colon."""


class Cell(NamedTuple):
    """The lines of a cell, and where the first of them is."""

    line: int
    text: list[str]


class Rows(SphinxDirective):
    """A table with one line of headings."""

    has_content = True
    option_spec: ClassVar = {"class": directives.class_option}

    def run(self) -> list[Node]:
        rows = list(rows_of(list(self.content)))
        width = max((len(row) for row in rows), default=0)
        if not width or any(len(row) != width for row in rows):
            raise self.error("each row of a table must have as many cells as the first")
        group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in range(width)), cols=width)
        head, *body = (nodes.row("", *map(self.entry, row)) for row in rows)
        group += nodes.thead("", head)
        group += nodes.tbody("", *body)
        return [nodes.table("", group, classes=["colwidths-auto", *self.options.get("class", ["ptx-table"])])]

    def entry(self, cell: Cell) -> Element:
        """One cell, with as little parsing as it needs."""
        entry = nodes.entry()
        if plain(cell.text):
            found, messages = self.state.inline_text(" ".join(cell.text), self.lineno)
            entry += nodes.paragraph("", "", *found)
            entry += messages
        else:
            lines = StringList(cell.text, source=self.content.source(cell.line))
            self.state.nested_parse(lines, self.content_offset, entry)
        return entry


def rows_of(lines: Sequence[str]) -> Iterator[list[Cell]]:
    """The cells of each row."""
    cells: list[tuple[int, Cell]] = []
    row = 0
    for number, line in enumerate(lines):
        if match := _CELL.match(line):
            row += match[1] == "*"
            cells.append((row, Cell(number, [line[4:]])))
        elif cells:
            cells[-1][1].text.append(line[4:])
    for _, members in groupby(cells, key=lambda pair: pair[0]):
        yield [cell for _, cell in members]


def plain(text: list[str]) -> bool:
    """Whether the lines are one paragraph of text; blank lines at the end count for nothing."""
    while text and not text[-1].strip():
        text.pop()
    return all(line.strip() for line in text) and not _BLOCK.match(text[0] if text else "")
