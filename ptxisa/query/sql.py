"""SQL over the database: read-only connections, and queries with bounds of time, rows and memory.

    connection = connect()                       # reads, and does nothing else
    select("SELECT id FROM form WHERE id LIKE :name", {"name": "add%"}, limit=10, seconds=5).rows

Errors of `select` are one line, and suggest the table or column with a similar name.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.representation import bounded_repr
from ptxisa.query.schema import SchemaTable, tables

PATH = Path(__file__).parents[1] / "_generated" / "isa.sqlite"
MEGABYTES = 512
MEMORY = MEGABYTES * 1_000_000
"""Memory limit of a query in bytes: for SQLite, and for the rows in Python."""
_VALUE_OVERHEAD = 64
"""Approximate size of a Python value in bytes, without its characters."""
_LONGEST_VALUE = 10_000_000
"""Longest value in bytes. The clock is not read within a step of SQLite, so a single step must not take long."""
_LONGEST_PATTERN = 1_000
_STEPS = 20_000
"""Steps of SQLite's virtual machine between two readings of the clock: about a millisecond."""
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_CHARACTER_COUNT = re.compile(r"%[^%a-zA-Z]*?\.([0-9]+|\*)[^%a-zA-Z]*c")
"""Number of repetitions of a character in a format."""
_TABLE_NAME = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)", re.IGNORECASE)
_LONGEST_WORD = 60
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")
"""Word that a message cuts off."""
_UNKNOWN = re.compile(r'no such (table|column): "?([\w.]+)')
_WRITES = ("not authorized", "authorization denied", "prohibited", "readonly database", "because it is a view")
"""Words of SQLite's errors for statements that do more than read."""


class SqlError(ValueError):
    """Query that is wrong, would write, or exceeds its bounds; the message is one line."""


@bounded_repr
class SqlResult(NamedTuple):
    """Rows of a query; `complete` is false if the limit left rows out."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    complete: bool


class _Connection(sqlite3.Connection):
    """Connection that closes itself; Python 3.13 warns of connections that are dropped while open."""

    def __del__(self) -> None:
        self.close()


def connect(path: Path = PATH, settings: Iterable[str] = ()) -> sqlite3.Connection:
    """Open a connection for SQL of users: it can read, but not write, attach files or change settings.

    Use each connection in one thread. SQLite calls the authorizer below while it has the lock of the connection, and
    the call waits for Python's global lock; a second thread that has the global lock and waits for the connection
    would stop both.

    Args:
        path: The database file.
        settings: Pragmas to set before they are forbidden, such as "temp_store = MEMORY".
    """
    connection = _open(path)
    for setting in settings:
        connection.execute(f"PRAGMA {setting}")
    # Full-text search and, in SQLite 3.40, tables of JSON run statements of their own when they are loaded, which the
    # authorizer would forbid.
    connection.execute("SELECT rowid FROM search LIMIT 0")
    for table in ("json_each", "json_tree"):
        connection.execute(f"SELECT 1 FROM {table}('[]')")

    def authorize(action: int, name: str | None, *_: str | None) -> int:
        # Full-text search reads the version of the data with a pragma.
        allowed = action in _ALLOWED or (action == sqlite3.SQLITE_PRAGMA and name == "data_version")
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    connection.set_authorizer(authorize)
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """Open a connection without protection against settings and attached files, for our own queries."""
    location = f"file:{quote(str(path))}?mode=ro&immutable=1"
    # The thread that drops the last reference closes the connection.
    return sqlite3.connect(location, uri=True, check_same_thread=False, factory=_Connection)


def schema(path: Path = PATH) -> list[SchemaTable]:
    """Return the tables and views that people query, with the meaning of each column."""
    with closing(_open(path)) as connection:
        return tables(connection)


def select(query: str, parameters: Mapping[str, str], limit: int, seconds: float) -> SqlResult:
    """Return the first rows of a SELECT statement.

    SQLite limits its memory for the whole process, so this is for programs that run one query.

    Args:
        query: One SELECT statement.
        parameters: Values of `:name` in the query.
        limit: Largest number of rows, 0 for all.
        seconds: Time limit.

    Raises:
        SqlError: The query is wrong, would write, or exceeds its bounds.
    """
    with closing(connect(settings=(f"hard_heap_limit = {MEMORY}", "temp_store = MEMORY"))) as connection:
        if sys.version_info >= (3, 11):  # Python 3.10 cannot set limits.
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _LONGEST_PATTERN)
        connection.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
        for name in ("printf", "format"):
            connection.create_function(name, -1, _bounded_printf, deterministic=True)
        end = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        try:
            cursor = connection.execute(query, parameters)
            if cursor.description is None:
                raise SqlError("only SELECT statements have rows to print")
            columns = tuple(column[0] for column in cursor.description)
            rows: list[tuple[Any, ...]] = []
            size = 0
            for row in cursor:
                if limit and len(rows) == limit:
                    return SqlResult(columns, rows, False)
                size += sum(_VALUE_OVERHEAD + (len(value) if isinstance(value, (str, bytes)) else 0) for value in row)
                if size > MEMORY:
                    raise SqlError(f"the rows need more than {MEGABYTES} MB of memory")
                rows.append(row)
            return SqlResult(columns, rows, True)
        except MemoryError:
            raise SqlError(f"the query needs more than {MEGABYTES} MB of memory") from None
        except SqlError:
            raise
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
            raise SqlError(_explain(str(error), query, seconds)) from None


def _bounded_printf(template: object, *arguments: Any) -> Any:
    """Return the text of SQLite's printf; None, as SQLite does, if it is too long.

    SQLite 3.40 writes each character of `%.900000000c` before it finds that the text is too long: 25 s in one step,
    within which no clock is read.
    """
    repeats = [int(digits) for digits in _CHARACTER_COUNT.findall(str(template)) if digits != "*"]
    if ".*" in str(template):
        repeats += [argument for argument in arguments if isinstance(argument, int)]
    if max(map(abs, repeats), default=0) > _LONGEST_VALUE:
        return None
    with closing(sqlite3.connect(":memory:")) as connection:
        places = ", ".join("?" * (1 + len(arguments)))
        return connection.execute(f"SELECT printf({places})", (template, *arguments)).fetchone()[0]


def _explain(message: str, query: str, seconds: float) -> str:
    """Return an error of SQLite in the terms of this database, with a similar name for an unknown one."""
    if message == "interrupted":
        return f"stopped after {seconds:g} s"
    if any(words in message for words in _WRITES):
        return "only SELECT statements are allowed: the database is read-only"
    if "surrogates not allowed" in message:
        return "the query cannot be encoded as UTF-8"
    unknown = _UNKNOWN.search(message)
    if unknown is None:
        return _LONG_WORD.sub(lambda word: f"{word[0][:_LONGEST_WORD]}…", message)
    sort, name = unknown[1], unknown[2].rpartition(".")[2]
    described = schema()
    if sort == "table":
        hint = suggestion(name, [table.name for table in described])
    else:
        # Columns of the tables in the query are more likely than others of a similar name.
        words = set(_TABLE_NAME.findall(query))
        described.sort(key=lambda table: table.name not in words)
        columns = {table.name: [column.name for column in table.columns] for table in described}
        owners = [table for table, names in columns.items() if name in names]
        if name in columns and name in words and "id" in columns[name]:
            hint = f"did you mean id? The column {name} of other tables refers to it"
        elif name in columns and name in words and "name" in columns[name]:
            hint = "did you mean name?"
        elif owners:
            hint = f"{name} is a column of {listing(owners, limit=4, last='and')}"
        else:
            hint = suggestion(name, dict.fromkeys(column for names in columns.values() for column in names))
    shown = unknown[2] if len(unknown[2]) <= _LONGEST_WORD else f"{unknown[2][:_LONGEST_WORD]}…"
    return f"no such {sort}: {shown}; {hint or 'see ptxisa sql --schema'}"
