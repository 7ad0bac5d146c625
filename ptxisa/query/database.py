"""The records as a read-only database: objects by name, lists, full-text search and SQL.

db = ptxisa.database()
db.instruction("cvt").forms
db.sql("SELECT id FROM form WHERE mnemonic = ?", ["add"])
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.isa import capabilities, targets, toolkits, types, versions
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import form_by_id, forms_of
from ptxisa.isa.names import UnrecordedName, counted, suggestion
from ptxisa.isa.representation import code, line, paragraph, table
from ptxisa.query.lookup import LookupResult, lookup
from ptxisa.query.schema import SchemaTable
from ptxisa.query.search import Hit, load_index, search
from ptxisa.query.sql import PATH, connect, schema


class UnknownName(UnrecordedName, KeyError):
    """Name without a record."""

    def __str__(self) -> str:
        return str(self.args[0])


class InstructionRecord(NamedTuple):
    """Instruction record, or all records of a mnemonic together.

    `forms` are in record order; `data` has each record as written.
    """

    name: str
    families: tuple[str, ...]
    summary: str
    forms: tuple[Form, ...]
    data: tuple[Mapping[str, Any], ...]

    def __repr__(self) -> str:
        return f"<instruction {self.name}: {counted(len(self.forms), 'form')}: {line(self.summary, 80)}>"

    def _repr_html_(self) -> str:
        rows = []
        for form in self.forms:
            floors = list(dict.fromkeys((clause.ptx, clause.target) for clause in form.availability))
            shown = [f"PTX {ptx} on {targets.describe(target)}" for ptx, target in floors[:3]]
            rows.append((code(form.id), code(form.syntax), "; ".join([*shown, *["…"] * (len(floors) > 3)])))
        return paragraph(code(self.name), self.summary) + table(["form", "syntax", "available"], rows)


class Database:
    """Read-only view of the generated SQLite database, for any number of threads.

    Opening it reads nothing but the header; every query reads the file. Each thread has a connection of its own, which
    is closed when the thread ends.
    """

    def __init__(self, path: Path = PATH) -> None:
        self._path = path
        self._thread = threading.local()

    def __repr__(self) -> str:
        return f"<database {self._path}>"

    def _execute(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> sqlite3.Cursor:
        """Run a statement on the connection of this thread."""
        # A connection must not change threads; see `ptxisa.query.sql.connect`.
        connection: sqlite3.Connection | None = getattr(self._thread, "connection", None)
        if connection is None:
            connection = self._thread.connection = connect(self._path)
        try:
            return connection.execute(query, values)
        except sqlite3.DatabaseError:
            # Some rejected statements, such as VACUUM, unload full-text search, which the authorizer then forbids to
            # load again: start anew.
            self._thread.connection = None
            raise

    def sql(self, query: str, parameters: Iterable[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT statement.

        Args:
            query: One SELECT statement.
            parameters: Values of `?` in the query, in order, or of `:name`, by name.

        Raises:
            sqlite3.DatabaseError: The statement is wrong, or would write, attach a file or change a setting.
        """
        values = parameters if isinstance(parameters, Mapping) else tuple(parameters)
        return self._execute(query, values).fetchall()

    def table(self, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Return the names of the columns of a SELECT statement, and its rows; raises as `sql` does."""
        cursor = self._execute(query)
        return [column[0] for column in cursor.description or ()], cursor.fetchall()

    def schema(self) -> list[SchemaTable]:
        """Return the tables and views that `sql` reads, with the meaning of each column."""
        return schema(self._path)

    def instruction(self, name: str) -> InstructionRecord:
        """Return the record `name`, such as `add.cc`, or all records of the mnemonic `name`.

        Raises:
            UnknownName: There is no such record.
        """
        rows = self.sql(
            "SELECT i.identity, i.family, i.mnemonic, i.summary, r.data FROM instruction i"
            " JOIN record r ON r.id = i.record"
            " WHERE i.name = :name OR i.mnemonic = :name ORDER BY i.name != :name, i.identity",
            {"name": name},
        )
        if not rows:
            raise UnknownName(self._unknown("instruction", name))
        identities, families, mnemonics, summaries, texts = zip(*rows, strict=True)
        forms = tuple(form for form in forms_of(mnemonics[0]) if form.record in identities)
        return InstructionRecord(name, families, summaries[0], forms, tuple(map(json.loads, texts)))

    def form(self, identifier: str) -> Form:
        """Return a form by its id, such as "add.int".

        Raises:
            UnknownName: No form has this id.
        """
        try:
            return form_by_id(identifier)
        except KeyError:
            names = [name for (name,) in self.sql("SELECT id FROM form")]
            raise UnknownName(
                " ".join(filter(None, [f"unknown form {identifier!r}", suggestion(identifier, names)]))
            ) from None

    def target(self, name: str) -> targets.Target:
        """Return a target; raises `ptxisa.isa.targets.UnknownTarget`."""
        return targets.target(name)

    def version(self, name: str) -> versions.VersionInfo:
        """Return a PTX version; raises `ptxisa.isa.versions.UnknownVersion`."""
        return versions.known()[str(versions.version(name))]

    def compute_capability(self, name: str) -> capabilities.Capability:
        """Return a compute capability, such as 8.6; raises `ptxisa.isa.capabilities.UnknownCapability`."""
        return capabilities.capability(name)

    def toolkit(self, name: str) -> toolkits.Toolkit:
        """Return a CUDA release, such as 12.6; raises `ptxisa.isa.toolkits.UnknownToolkit`."""
        return toolkits.toolkit(name)

    def type(self, name: str) -> types.Type:
        """Return a data type, named with or without its leading dot; raises `UnknownName`."""
        bare = name.removeprefix(".")
        if bare not in types.known():
            raise UnknownName(self._unknown("type", bare))
        return types.known()[bare]

    def record(self, kind: str, name: str) -> list[dict[str, Any]]:
        """Return the records of a kind with that name, as written."""
        return self._data(
            "SELECT data FROM record WHERE kind = :kind AND name = :name ORDER BY path", kind=kind, name=name
        )

    def find(self, name: str) -> list[dict[str, Any]]:
        """Return the records with that name or spelling, of all kinds; the value of a modifier finds its group.

        Within a kind, the record of exactly that name comes first.
        """
        # SQLite stores UTF-8, which has no encoding for half of a surrogate pair.
        if any("\ud800" <= character <= "\udfff" for character in name):
            return []
        return self._data(
            "SELECT data FROM record WHERE name IN (:name, :value)"
            " OR kind = 'instruction' AND path IN"
            " (SELECT 'isa/instructions/' || identity || '.yaml' FROM instruction WHERE mnemonic = :name)"
            " OR kind = 'modifier' AND name IN (SELECT \"group\" FROM modifier WHERE value = :value)"
            " OR (kind, name) IN (SELECT kind, name FROM alias WHERE alias IN (:name, :value))"
            " ORDER BY kind, name NOT IN (:name, :value), path",
            name=name,
            value=name.removeprefix("."),
        )

    def instruction_record(self, identity: str) -> list[dict[str, Any]]:
        """Return the record `family/name`, as written, in a list; empty if there is none."""
        query = "SELECT data FROM record WHERE id = (SELECT record FROM instruction WHERE identity = :identity)"
        return self._data(query, identity=identity)

    def names(self, kind: str | None = None) -> list[str]:
        """Return the names of all records, or of those of a kind, in alphabetical order."""
        rows = self.sql(
            "SELECT DISTINCT name FROM record WHERE :kind IS NULL OR kind = :kind ORDER BY name", {"kind": kind}
        )
        return [name for (name,) in rows]

    def kinds(self) -> list[str]:
        """Return every kind of record."""
        return [kind for (kind,) in self.sql("SELECT DISTINCT kind FROM record ORDER BY kind")]

    def search(self, words: str, limit: int = 20, kind: str | None = None) -> list[Hit]:
        """Return results for a name, an opcode, a statement or words, best match first.

        Results are records, diagnostics of the checker (of the kind "code"), pages of the documentation ("page") and
        questions of the cookbook ("question").
        """
        return search(load_index(), words, limit, kind)

    def lookup(self, name: str) -> LookupResult:
        """Return the records that a name means: an opcode, a statement, a CUDA C++ intrinsic, a version or a target."""
        return lookup(self, name)

    def _data(self, query: str, **parameters: str) -> list[dict[str, Any]]:
        """Return the records that a query for their `data` finds."""
        return [json.loads(text) for (text,) in self.sql(query, parameters)]

    def _unknown(self, kind: str, name: str) -> str:
        hint = suggestion(name, self.names(kind))
        return f"unknown {kind} {name[:60]!r}{'; ' + hint if hint else ''}"


@cache
def database() -> Database:
    """Return the database of the installed records."""
    return Database()
