"""Tables, views and columns of the database with their meaning, from the comments of the schema that SQLite keeps.

SQLite stores the text of each CREATE statement with its comments, so that the meaning of a column is written once, in
`generator/backends/database.sql`.
"""

from __future__ import annotations

import re
import sqlite3
from typing import NamedTuple

from ptxisa.isa.representation import bounded_repr

INNER = frozenset({"searched"})
"""Views that only serve the full-text index; people do not query them."""

_TABLES = (
    "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND sql NOT NULL"
    r" AND name NOT LIKE 'search\_%' ESCAPE '\' ORDER BY name"
)
_COLUMNS = "SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden IN (0, 2, 3)"
_KEYS = 'SELECT "from", "table" FROM pragma_foreign_key_list(?)'
_COLUMN_COMMENT = re.compile(r'^ *"?(\w+)"?[^\n]*?-- (.*)$', re.MULTILINE)
_TABLE_COMMENT = re.compile(r"\A[^\n]*?-- (.*)$", re.MULTILINE)
_CONTENT = re.compile(r"\bcontent = (\w+)")
"""The table that a full-text index is about."""
_SEARCH = "Full-text search (FTS5): ``WHERE search MATCH 'words'``, best first by ``rank``."


class SchemaColumn(NamedTuple):
    """A column; `key` is true if it is part of the primary key, `references` the table it refers to, or ""."""

    name: str
    type: str
    key: bool
    references: str
    meaning: str


@bounded_repr
class SchemaTable(NamedTuple):
    """A table or view; `sort` is "table", "view" or "index" for full-text search."""

    name: str
    sort: str
    meaning: str
    columns: tuple[SchemaColumn, ...]


def tables(connection: sqlite3.Connection) -> list[SchemaTable]:
    """Return the tables and views that people query, by name."""
    rows = connection.execute(_TABLES).fetchall()
    texts = {name: sql for name, _, sql in rows}
    described = []
    for name, sort, sql in rows:
        if name in INNER:
            continue
        content = _CONTENT.search(sql)
        meanings = dict(_COLUMN_COMMENT.findall(texts[content[1] if content else name].partition("\n")[2]))
        references = dict(connection.execute(_KEYS, (name,)))
        columns = tuple(
            SchemaColumn(column, type_, bool(key), references.get(column, ""), meanings.get(column, ""))
            for column, type_, key in connection.execute(_COLUMNS, (name,))
        )
        if content:
            described.append(SchemaTable(name, "index", _SEARCH, columns))
        else:
            comment = _TABLE_COMMENT.match(sql)
            described.append(SchemaTable(name, sort, comment[1] if comment else "", columns))
    return described
