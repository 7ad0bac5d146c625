"""Tables whose cells are facts: `.. ptx:cells:: scalar_conversion`, and patterns of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from generator.site.domain import site_of
from generator.site.syntax import value_reference

if TYPE_CHECKING:
    from docutils.nodes import Element, Node

COLOURS = 8


class CellTable(SphinxDirective):
    """A conversion: what becomes of a value in each pair of row and column."""

    required_arguments = 1

    def run(self) -> list[Node]:
        record = site_of(self.env).isa.record("conversion", self.arguments[0])
        if record is None:
            raise self.error(f"no conversion {self.arguments[0]!r}")
        return [self.table(record.data)]

    def table(self, data: Mapping[str, Any]) -> Element:
        legal = {one["name"]: one["legal"] for one in data["outcomes"]}
        rows = {name: outcomes_of(cells) for name, cells in data["cells"].items()}
        columns = columns_of(rows)
        typed, head = data["entries"] == "types", data["entries"] != "classes"
        body = [
            [self.name_of(name, head), *(_outcome(row.get(column, ""), legal) for column in columns)]
            for name, row in rows.items()
        ]
        return _table(
            [_entry([nodes.Text("From")]), *(self.name_of(column, typed) for column in columns)], body, "ptx-matrix"
        )

    def name_of(self, name: str, is_type: bool) -> Element:
        """The head of a row or column, a link where it is a type."""
        return _entry([value_reference("type", name, f".{name}", self.env.docname) if is_type else nodes.Text(name)])


def outcomes_of(cells: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Column to outcome."""
    return {column: outcome for outcome, columns in cells.items() for column in columns}


def columns_of(rows: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Every column once: those that are rows too in the order of the rows, then the others."""
    named = dict.fromkeys(column for row in rows.values() for column in row)
    return [*(name for name in rows if name in named), *(name for name in named if name not in rows)]


def _outcome(outcome: str, legal: Mapping[str, bool]) -> Element:
    state = "none" if not outcome else "yes" if legal[outcome] else "no"
    return _entry([nodes.Text(outcome)], state)


class PatternTable(SphinxDirective):
    """`.. ptx:pattern:: 0 1 2 / 1 0 3`: rows of numbers, each number in a colour of its own."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Node]:
        rows = [row.split() for row in self.arguments[0].split("/")]
        cells = [[_entry([nodes.Text(one)], f"chunk-{int(one) % COLOURS}") for one in row] for row in rows]
        return [_table([], cells, "ptx-pattern")]


def _table(heads: Sequence[Element], rows: Sequence[Sequence[Element]], kind: str) -> Element:
    columns = max(len(row) for row in rows)
    group = nodes.tgroup("", cols=columns)
    group += [nodes.colspec(colwidth=1) for _ in range(columns)]
    if heads:
        group += nodes.thead("", nodes.row("", *heads))
    group += nodes.tbody("", *(nodes.row("", *row) for row in rows))
    return nodes.table("", group, classes=[kind, "colwidths-auto"])


def _entry(children: Iterable[Node], state: str = "") -> Element:
    return nodes.entry("", nodes.paragraph("", "", *children), classes=state.split())


def cell_table(heads: Sequence[str], rows: Sequence[Sequence[str]], marks: Sequence[str], kind: str) -> Element:
    """A table of plain text; each row has a mark for the style sheet."""
    body = [[_entry([nodes.Text(one)], mark) for one in row] for row, mark in zip(rows, marks, strict=True)]
    return _table([_entry([nodes.Text(head)]) for head in heads], body, kind)
