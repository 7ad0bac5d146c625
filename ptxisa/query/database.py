"""The records as a read-only database: objects by name, lists, full-text search and SQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ptxisa.isa import capabilities, targets, toolkits, types, versions
from ptxisa.isa.brief import line
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import forms_of
from ptxisa.isa.names import Unknown, counted, suggestion
from ptxisa.query.lookup import Found, lookup
from ptxisa.query.search import WEIGHTS, Hit, hits, search

if TYPE_CHECKING:
    from ptxisa.query.schema import Table

PATH = Path(__file__).parents[1] / "_generated" / "isa.sqlite"

_MATCHES = (
    "WITH match AS (SELECT rowid AS id, rank AS score, '' AS excerpt FROM search"
    f" WHERE search MATCH ?1 AND rank MATCH '{WEIGHTS}')"
)
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}


class UnknownName(Unknown, KeyError):
    """No record has that name."""

    def __str__(self) -> str:
        return str(self.args[0])


class Instruction(NamedTuple):
    """One instruction record, or all records of a mnemonic put together.

    `forms` are in record order; `data` is the record as written, one entry a record.
    """

    name: str
    families: tuple[str, ...]
    summary: str
    forms: tuple[Form, ...]
    data: tuple[Mapping[str, Any], ...]

    def __repr__(self) -> str:
        return f"<instruction {self.name}: {counted(len(self.forms), 'form')}: {line(self.summary, 80)}>"

    def _repr_html_(self) -> str:
        from ptxisa.query.notebook import instruction_html

        return instruction_html(self.name, self.summary, self.forms)


class Database:
    """Read-only view of the generated SQLite database.

    Opening it reads nothing but the header; every query goes to the file.
    """

    def __init__(self, path: Path = PATH) -> None:
        self._path = path
        self._connection = _open(path)

    def __repr__(self) -> str:
        return f"<database {self._path}>"

    @cached_property
    def _guarded(self) -> sqlite3.Connection:
        return guarded(self._path)

    def sql(self, query: str, parameters: Iterable[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a SELECT statement; anything that would write or attach raises sqlite3.DatabaseError."""
        bound = parameters if isinstance(parameters, Mapping) else tuple(parameters)
        return self._guarded.execute(query, bound).fetchall()

    def schema(self) -> list[Table]:
        """The tables and views that `sql` reads, with what they and their columns mean."""
        from ptxisa.query.schema import tables

        return tables(self._connection)

    def table(self, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns of a SELECT statement, and its rows; raises as `sql` does."""
        found = self._guarded.execute(query)
        return [one[0] for one in found.description or ()], found.fetchall()

    def _rows(self, query: str, parameters: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of one of our own queries."""
        return self._connection.execute(query, tuple(parameters)).fetchall()

    def instruction(self, name: str) -> Instruction:
        """The record `name` (such as `add.cc`), or every record of the mnemonic `name`."""
        rows = self._rows(
            "SELECT i.identity, i.name, i.family, i.mnemonic, i.summary, r.data FROM instruction i"
            " JOIN record r ON r.id = i.record"
            " WHERE i.name = ?1 OR i.mnemonic = ?1 ORDER BY i.name != ?1, i.identity",
            (name,),
        )
        if not rows:
            raise UnknownName(self._unknown("instruction", name))
        identities = {row[0] for row in rows}
        forms = tuple(form for form in forms_of(rows[0][3]) if form.record in identities)
        return Instruction(
            name, tuple(row[2] for row in rows), rows[0][4], forms, tuple(json.loads(row[5]) for row in rows)
        )

    def target(self, name: str) -> targets.Target:
        """A target; raises `ptxisa.isa.targets.UnknownTarget`."""
        return targets.target(name)

    def version(self, name: str) -> versions.VersionInfo:
        """A PTX version; raises `ptxisa.isa.versions.UnknownVersion`."""
        return versions.known()[str(versions.version(name))]

    def compute_capability(self, name: str) -> capabilities.Capability:
        """A compute capability, such as 8.6; raises `ptxisa.isa.capabilities.UnknownCapability`."""
        return capabilities.capability(name)

    def toolkit(self, name: str) -> toolkits.Toolkit:
        """A CUDA release, such as 12.6; raises `ptxisa.isa.toolkits.UnknownToolkit`."""
        return toolkits.toolkit(name)

    def type(self, name: str) -> types.Type:
        """A data type, with or without its leading dot."""
        bare = name.removeprefix(".")
        if bare not in types.known():
            raise UnknownName(self._unknown("type", bare))
        return types.known()[bare]

    def record(self, kind: str, name: str) -> list[dict[str, Any]]:
        """The records of one kind with that name, as written; empty when there is none."""
        rows = self._rows("SELECT data FROM record WHERE kind = ? AND name = ? ORDER BY path", (kind, name))
        return [json.loads(row[0]) for row in rows]

    def find(self, name: str) -> list[dict[str, Any]]:
        """Every record with that name or spelling, whatever its kind; modifier values find their group.

        Within a kind, the record of exactly that name comes first.
        """
        if not _storable(name):
            return []
        bare = name.removeprefix(".")
        rows = self._rows(
            "SELECT data FROM record WHERE name IN (?1, ?2)"
            " OR kind = 'instruction' AND path IN"
            " (SELECT 'isa/instructions/' || identity || '.yaml' FROM instruction WHERE mnemonic = ?1)"
            " OR kind = 'modifier' AND name IN (SELECT \"group\" FROM modifier WHERE value = ?2)"
            " OR (kind, name) IN (SELECT kind, name FROM alias WHERE alias IN (?1, ?2))"
            " ORDER BY kind, name NOT IN (?1, ?2), path",
            (name, bare),
        )
        return [json.loads(row[0]) for row in rows]

    def names(self, kind: str | None = None) -> list[str]:
        """Names of all records, or of one kind, in alphabetical order."""
        rows = self._rows("SELECT DISTINCT name FROM record WHERE ?1 IS NULL OR kind = ?1 ORDER BY name", (kind,))
        return [row[0] for row in rows]

    def kinds(self) -> list[str]:
        """Every kind of record."""
        return [row[0] for row in self._rows("SELECT DISTINCT kind FROM record ORDER BY kind")]

    def search(self, words: str, limit: int = 20, kind: str | None = None) -> list[Hit]:
        """What has that name, then what has these words, best first; instructions come before what is said of them.

        The diagnostics of the checker are found as well, as records of the kind "code".
        """
        return search(self, words, limit, kind)

    def lookup(self, name: str) -> Found:
        """What has that name; it may be an opcode, a statement, an intrinsic of CUDA C++, a version, a target …"""
        return lookup(self, name) if _storable(name) else Found()

    def instruction_record(self, identity: str) -> list[dict[str, Any]]:
        """The record `family/name`, as written."""
        rows = self._rows(
            "SELECT data FROM record WHERE id = (SELECT record FROM instruction WHERE identity = ?)", (identity,)
        )
        return [json.loads(row[0]) for row in rows]

    def spelled(self, name: str) -> str | None:
        """The name or spelling that differs from `name` in upper and lower case alone."""
        rows = self._rows(
            "SELECT name FROM record WHERE name = ?1 COLLATE NOCASE"
            " UNION ALL SELECT alias FROM alias WHERE alias = ?1 COLLATE NOCASE LIMIT 1",
            (name,),
        )
        return rows[0][0] if rows else None

    def codes(self, name: str) -> list[Hit]:
        """The diagnostic of that code."""
        rows = self._rows("SELECT 'code', code, meaning, '' FROM diagnostic WHERE code = ?", (name,))
        return hits(rows)

    def matching(self, query: str, kind: str | None, limit: int) -> list[Hit]:
        """What a query of SQLite's full-text search finds, best first within each rank of kinds."""
        rows = self._rows(
            f"{_MATCHES} SELECT kind, name, summary, excerpt FROM"
            " (SELECT coalesce(record.kind, 'code') AS kind, coalesce(record.name, code) AS name,"
            " coalesce(record.summary, meaning) AS summary, excerpt, score FROM match"
            " LEFT JOIN record ON record.id = match.id LEFT JOIN diagnostic ON diagnostic.id = match.id)"
            " WHERE ?2 IS NULL OR kind = ?2 ORDER BY score, name",
            (query, kind),
        )
        return hits(rows)[:limit]

    def _unknown(self, kind: str, name: str) -> str:
        hint = suggestion(name, self.names(kind))
        return f"unknown {kind} {name[:60]!r}{'; ' + hint if hint else ''}"


def _storable(text: str) -> bool:
    """Whether SQLite can hold a text: half a surrogate pair has no UTF-8."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _open(path: Path) -> sqlite3.Connection:
    """A connection that any thread may use: nothing is ever written."""
    return sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True, check_same_thread=False)


def guarded(path: Path = PATH, settings: Iterable[str] = ()) -> sqlite3.Connection:
    """A connection for other people's SQL; settings and full-text search must be loaded before the guard is up."""
    connection = _open(path)
    for setting in settings:
        connection.execute(f"PRAGMA {setting}")
    connection.execute("SELECT rowid FROM search LIMIT 0")
    connection.set_authorizer(_read_only)
    return connection


def _read_only(action: int, name: str | None, *_: str | None) -> int:
    """Whether a step of a statement only reads; full-text search asks for the version of the data by a pragma."""
    allowed = action in _ALLOWED or (action == sqlite3.SQLITE_PRAGMA and name == "data_version")
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


@cache
def database() -> Database:
    """The database of the installed records."""
    return Database()
