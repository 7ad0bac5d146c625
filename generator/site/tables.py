"""Directives of tables: rows of cells, availability by target and version, conversions, patterns of numbers.

`RowsTable` reads a table like `list-table` at a tenth of its cost: most cells are one paragraph and go straight to the
inline parser, where docutils would start a parser for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from generator.site.domain import reference, site_of
from generator.site.pictures.canvas import COLORS
from generator.site.reach import Matrix, matrix
from generator.site.syntax import value_reference

if TYPE_CHECKING:
    from docutils.nodes import Element, Node


_CELL = re.compile(r"(\*| ) -( |$)")
_BLOCK = re.compile(r"([*-] |\.\. |:[\w ]+: |\d+\. )")
"""Start of a paragraph that is not plain text; a role has a backquote after its colon."""


class RowCell(NamedTuple):
    """Lines of a cell, with the number of the first line."""

    line: int
    text: list[str]


class RowsTable(SphinxDirective):
    """`.. ptx:rows::`: a table with one line of headings, written like the rows of a `list-table`."""

    has_content = True
    option_spec: ClassVar = {"class": directives.class_option}

    def run(self) -> list[Node]:
        """Return the table; each row needs as many cells as the first."""
        rows = list(rows_of(list(self.content)))
        width = max((len(row) for row in rows), default=0)
        if not width or any(len(row) != width for row in rows):
            raise self.error("each row of a table must have as many cells as the first")
        group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in range(width)), cols=width)
        head, *body = (nodes.row("", *map(self.entry, row)) for row in rows)
        group += nodes.thead("", head)
        group += nodes.tbody("", *body)
        return [nodes.table("", group, classes=["colwidths-auto", *self.options.get("class", ["ptx-table"])])]

    def entry(self, cell: RowCell) -> Element:
        """Return one cell, with as little parsing as it needs."""
        entry = nodes.entry()
        if is_plain(cell.text):
            inline, messages = self.state.inline_text(" ".join(cell.text), self.lineno)
            entry += nodes.paragraph("", "", *inline)
            entry += messages
        else:
            lines = StringList(cell.text, source=self.content.source(cell.line))
            self.state.nested_parse(lines, self.content_offset, entry)
        return entry


def rows_of(lines: Sequence[str]) -> Iterator[list[RowCell]]:
    """Yield the cells of each row."""
    row: list[RowCell] = []
    for number, line in enumerate(lines):
        if match := _CELL.match(line):
            if match[1] == "*" and row:
                yield row
                row = []
            row.append(RowCell(number, [line[4:]]))
        elif row:
            row[-1].text.append(line[4:])
    if row:
        yield row


def is_plain(text: list[str]) -> bool:
    """Return True if the lines are one paragraph of text; blank lines at the end are removed."""
    while text and not text[-1].strip():
        text.pop()
    return all(line.strip() for line in text) and not _BLOCK.match(text[0] if text else "")


class MatrixTable(SphinxDirective):
    """`.. ptx:matrix:: form add.int`: where a form, or an instruction as a whole, is available."""

    required_arguments = 2

    def run(self) -> list[Node]:
        """Return the table of a form or of all forms of an instruction."""
        site = site_of(self.env)
        kind, name = self.arguments
        if kind == "form":
            grid = matrix([site.form(name)], site.targets, site.shares)
        else:
            grid = site.grid(site.instructions[name])
        return [availability_table(grid, self.env.docname)]


def availability_table(content: Matrix, docname: str) -> Element:
    """Return a table of targets by the PTX versions in which something changes; cells are colored by their state."""
    heads = [_entry([reference("version", version, docname, version)]) for version in content.versions]
    rows = []
    for row in content.rows:
        # A run of targets with equal cells is one row, named by its first and last target.
        names = [target.name for target in row.targets]
        run: list[Node] = [reference("target", names[0], docname, names[0])]
        if len(names) > 1:
            last = reference("target", names[-1], docname, names[-1])
            run += [nodes.Text(" … " if len(names) > 2 else ", "), last]
        cells = [_entry(run, "targets")]
        for cell in row.cells:
            if cell is None:
                cells.append(_entry([], "none"))
                continue
            text = "partly" if cell.state == "some" else cell.state
            note, state = (", deprecated", f"{cell.state} deprecated") if cell.deprecated else ("", cell.state)
            cells.append(_entry([nodes.Text(text + note)], state))
        rows.append(cells)
    return _table([_entry([nodes.Text("PTX")]), *heads], rows, "ptx-matrix")


class CellTable(SphinxDirective):
    """`.. ptx:cells:: cvt`: a conversion, with what becomes of a value in each pair of row and column."""

    required_arguments = 1

    def run(self) -> list[Node]:
        """Return the table of a conversion."""
        record = site_of(self.env).isa.record("conversion", self.arguments[0])
        if record is None:
            raise self.error(f"no conversion {self.arguments[0]!r}")
        return [self.table(record.data)]

    def table(self, data: Mapping[str, Any]) -> Element:
        """Return the table of a conversion."""
        legal = {outcome["name"]: outcome["legal"] for outcome in data["outcomes"]}
        rows = {name: outcomes_of(cells) for name, cells in data["cells"].items()}
        columns = columns_of(rows)
        types_below, types_above = data["entries"] != "classes", data["entries"] == "types"
        body = []
        for name, row in rows.items():
            cells = [self.head(name, types_below)]
            for column in columns:
                outcome = row.get(column, "")
                state = "none" if not outcome else "yes" if legal[outcome] else "no"
                cells.append(_entry([nodes.Text(outcome)], state))
            body.append(cells)
        heads = [_entry([nodes.Text("From")]), *(self.head(column, types_above) for column in columns)]
        return _table(heads, body, "ptx-matrix")

    def head(self, name: str, is_type: bool) -> Element:
        """Return the head of a row or column, a link if it is a type."""
        return _entry([value_reference("type", name, f".{name}", self.env.docname) if is_type else nodes.Text(name)])


def outcomes_of(cells: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the outcomes by column."""
    return {column: outcome for outcome, columns in cells.items() for column in columns}


def columns_of(rows: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return every column once: first columns that are also rows, in the order of the rows."""
    named = dict.fromkeys(column for row in rows.values() for column in row)
    return [*(name for name in rows if name in named), *(name for name in named if name not in rows)]


class PatternTable(SphinxDirective):
    """`.. ptx:pattern:: 0 1 2 / 1 0 3`: rows of numbers, each number in a color of its own."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Node]:
        """Return the pattern as a table."""
        rows = [row.split() for row in self.arguments[0].split("/")]
        cells = [[_entry([nodes.Text(number)], f"chunk-{int(number) % COLORS}") for number in row] for row in rows]
        return [_table([], cells, "ptx-pattern")]


def _table(heads: Sequence[Element], rows: Sequence[Sequence[Element]], kind: str) -> Element:
    """Return a table whose class is `kind`."""
    columns = max(len(row) for row in rows)
    group = nodes.tgroup("", cols=columns)
    group += [nodes.colspec(colwidth=1) for _ in range(columns)]
    if heads:
        group += nodes.thead("", nodes.row("", *heads))
    group += nodes.tbody("", *(nodes.row("", *row) for row in rows))
    return nodes.table("", group, classes=[kind, "colwidths-auto"])


def _entry(children: Iterable[Node], state: str = "") -> Element:
    """Return a cell with the classes of a state."""
    return nodes.entry("", nodes.paragraph("", "", *children), classes=state.split())


def cell_table(heads: Sequence[str], rows: Sequence[Sequence[str]], marks: Sequence[str], kind: str) -> Element:
    """Return a table of plain text; each row has a mark for the style sheet."""
    body = [[_entry([nodes.Text(text)], mark) for text in row] for row, mark in zip(rows, marks, strict=True)]
    return _table([_entry([nodes.Text(head)]) for head in heads], body, kind)
