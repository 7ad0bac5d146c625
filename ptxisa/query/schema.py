"""What the tables, views and columns of the database mean, read from the comments of the schema that SQLite keeps."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.isa.brief import bounded_repr

INNER = frozenset({"searched"})
"""Views that only serve the full-text index; people do not query them."""

_TABLES = (
    "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND sql NOT NULL"
    r" AND name NOT LIKE 'search\_%' ESCAPE '\' ORDER BY name"
)
_COLUMNS = "SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden IN (0, 2, 3)"
_KEYS = 'SELECT "from", "table" FROM pragma_foreign_key_list(?)'
_MEANING = re.compile(r'^ *"?(\w+)"?[^\n]*?-- (.*)$', re.MULTILINE)
_WHOLE = re.compile(r"\A[^\n]*?-- (.*)$", re.MULTILINE)
_CONTENT = re.compile(r"\bcontent = (\w+)")
_SEARCH = "Full-text search (FTS5): ``WHERE search MATCH 'words'``, best first by ``rank``."


class Column(NamedTuple):
    """A column; `key` says that it is part of the primary key, `references` is the table that it refers to, or ""."""

    name: str
    type: str
    key: bool
    references: str
    meaning: str


@bounded_repr
class Table(NamedTuple):
    """A table or view; `sort` is "table", "view" or "index" for full-text search."""

    name: str
    sort: str
    meaning: str
    columns: tuple[Column, ...]


def tables(connection: sqlite3.Connection) -> list[Table]:
    """Every table and view that people query, by name."""
    rows = connection.execute(_TABLES).fetchall()
    texts = {name: sql for name, _, sql in rows}
    return [_table(connection, name, sort, texts) for name, sort, _ in rows if name not in INNER]


def _table(connection: sqlite3.Connection, name: str, sort: str, texts: dict[str, str]) -> Table:
    content = _CONTENT.search(texts[name])
    meanings = dict(_MEANING.findall(texts[content[1] if content else name].partition("\n")[2]))
    columns = tuple(_columns(connection, name, meanings))
    if content:
        return Table(name, "index", _SEARCH, columns)
    whole = _WHOLE.match(texts[name])
    return Table(name, sort, whole[1] if whole else "", columns)


def _columns(connection: sqlite3.Connection, table: str, meanings: dict[str, str]) -> Iterator[Column]:
    """Return the columns of a table or view, with its keys and the tables that they refer to."""
    references = dict(connection.execute(_KEYS, (table,)))
    for name, type_, key in connection.execute(_COLUMNS, (table,)):
        yield Column(name, type_, bool(key), references.get(name, ""), meanings.get(name, ""))
