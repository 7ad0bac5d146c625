"""Other people's SQL: read-only, within bounds of time, rows and memory, with errors of one line that suggest names."""

from __future__ import annotations

import re
import sqlite3
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ptxisa.isa.brief import bounded_repr
from ptxisa.isa.names import suggestion
from ptxisa.query.database import database, guarded

MEGABYTES = 512
MEMORY = MEGABYTES * 1_000_000
"""Bytes that SQLite may take for a query, and that its rows may take."""
_ROOM = 64
"""Bytes that Python takes for a value besides its characters, about."""
_LONGEST = 10_000_000
"""Bytes of one value: a single step of SQLite, which no clock interrupts, has no more to go through."""
_LONGEST_PATTERN = 1_000
_STEPS = 20_000
"""Steps of SQLite's virtual machine between two looks at the clock: about a millisecond."""
_UNKNOWN = re.compile(r'no such (table|column): "?([\w.]+)')
_WORD = re.compile(r"\w+")
_REFUSED = ("not authorized", "authorization denied", "prohibited", "readonly database", "because it is a view")


class SqlError(ValueError):
    """A query that is wrong, would write, or exceeds its bounds; the message is one line."""


@bounded_repr
class Result(NamedTuple):
    """The rows of a query; `complete` is false where a limit has cut them off."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    complete: bool


def select(query: str, parameters: Mapping[str, str], limit: int, seconds: float) -> Result:
    """The first `limit` rows of a SELECT statement (0: all) that takes at most `seconds`; raises `SqlError`.

    Memory is bounded for SQLite in the whole process, so this is for programs that run one query.
    """
    connection = guarded(settings=(f"hard_heap_limit = {MEMORY}", "temp_store = MEMORY"))
    try:
        _bound(connection, seconds)
        return _rows(connection.execute(query, parameters), limit)
    except MemoryError:
        raise SqlError(f"the query needs more than {MEGABYTES} MB of memory") from None
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
        raise SqlError(_explained(str(error), query, seconds)) from None
    finally:
        connection.close()


def _bound(connection: sqlite3.Connection, seconds: float) -> None:
    _limit(connection)
    connection.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
    end = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)


if sys.version_info >= (3, 11):

    def _limit(connection: sqlite3.Connection) -> None:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _LONGEST_PATTERN)

else:

    def _limit(connection: sqlite3.Connection) -> None:
        """Earlier versions of Python cannot set limits."""


def _rows(cursor: sqlite3.Cursor, limit: int) -> Result:
    if cursor.description is None:
        raise SqlError("only SELECT statements have rows to print")
    columns = tuple(column[0] for column in cursor.description)
    rows: list[tuple[Any, ...]] = []
    size = 0
    for row in cursor:
        if limit and len(rows) == limit:
            return Result(columns, rows, False)
        size += sum(_ROOM + len(value) if isinstance(value, (str, bytes)) else _ROOM for value in row)
        if size > MEMORY:
            raise SqlError(f"the rows need more than {MEGABYTES} MB of memory")
        rows.append(row)
    return Result(columns, rows, True)


def _explained(message: str, query: str, seconds: float) -> str:
    """What SQLite says, with a near name, or what its terse messages mean here."""
    if message == "interrupted":
        return f"stopped after {seconds:g} s"
    if any(word in message for word in _REFUSED):
        return "only SELECT statements are allowed: the database is read-only"
    if "surrogates not allowed" in message:
        return "the query is not text that UTF-8 can hold"
    unknown = _UNKNOWN.search(message)
    if unknown is None:
        return message
    what, name = unknown[1], unknown[2].rpartition(".")[2]
    hint = suggestion(name, _known(what, query))
    return f"no such {what}: {unknown[2]}; {hint or 'see ptxisa sql --schema'}"


def _known(what: str, query: str) -> Iterable[str]:
    """Names of tables, or of columns: those of tables that the query names come first."""
    tables = database().schema()
    if what == "table":
        return [table.name for table in tables]
    words: Sequence[str] = _WORD.findall(query)
    named = sorted(tables, key=lambda table: table.name not in words)
    return dict.fromkeys(column.name for table in named for column in table.columns)
