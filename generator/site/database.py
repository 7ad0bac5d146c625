"""The schema of the database as a page: a list of its tables, and the columns of each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from generator.site.rst import Cells, list_table
from ptxisa.query.schema import SchemaColumn, SchemaTable, tables

if TYPE_CHECKING:
    from docutils.nodes import Node

SCHEMA = Path(__file__).parents[1] / "backends" / "database.sql"


def described() -> list[SchemaTable]:
    """Tables and views, as SQLite itself reads the schema."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(SCHEMA.read_text(encoding="utf-8"))
        return tables(connection)
    finally:
        connection.close()


def overview() -> Iterator[Cells]:
    """One row a table, which leads to its columns."""
    yield "Name", "Is a", "What it has"
    for one in described():
        yield f":ref:`{one.name} <sql-{one.name}>`", one.sort, one.meaning


def columns(table: SchemaTable) -> Iterator[Cells]:
    """One row a column."""
    yield "Column", "Type", "Meaning"
    for one in table.columns:
        yield f"``{one.name}``", one.type.lower(), f"{one.meaning}{_marks(one)}"


def _marks(column: SchemaColumn) -> str:
    marks = ["key"] * column.key
    marks += [f"refers to :ref:`{column.references} <sql-{column.references}>`"] * bool(column.references)
    return f" ({', '.join(marks)})" if marks else ""


def lines() -> Iterator[str]:
    """The whole schema as reStructuredText."""
    for one in described():
        yield from (f".. _sql-{one.name}:", "", f".. rubric:: {one.name}", "", f"A {one.sort}. {one.meaning}", "")
        yield from (*list_table(*_headed(columns(one))), "")


def _headed(rows: Iterator[Cells]) -> tuple[Cells, list[Cells]]:
    head, *rest = rows
    return head, rest


class Schema(SphinxDirective):
    """`.. ptx:schema::`: the columns of every table and view."""

    def run(self) -> list[Node]:
        container = nodes.container()
        self.state.nested_parse(StringList(list(lines()), source="schema"), self.content_offset, container)
        return container.children
