"""The schema of the database: every table, view and column has a meaning, and the name that SQLite has."""

from __future__ import annotations

import sqlite3

import ptxisa
from ptxisa.query.schema import INNER
from ptxisa.query.sql import PATH


def test_every_table_and_every_column_has_a_meaning() -> None:
    tables = ptxisa.database().schema()
    assert len(tables) > 40
    nameless = [table.name for table in tables if not table.meaning]
    nameless += [f"{table.name}.{column.name}" for table in tables for column in table.columns if not column.meaning]
    assert nameless == []


def test_the_schema_has_public_tables_and_no_internal_ones() -> None:
    names = {table.name for table in ptxisa.database().schema()}
    assert {"available", "clause", "form", "inclusion", "record", "search", "target", "version"} <= names
    assert not names & {*INNER, "search_data", "sqlite_sequence"}
    assert not [name for name in names if name.startswith("stored")]


def test_columns_equal_those_of_a_select() -> None:
    connection = sqlite3.connect(PATH)
    for table in ptxisa.database().schema():
        described = connection.execute(f'SELECT * FROM "{table.name}" LIMIT 0').description
        assert [column.name for column in table.columns] == [column[0] for column in described]


def test_keys_and_references() -> None:
    clause = {
        column.name: column for column in next(t for t in ptxisa.database().schema() if t.name == "clause").columns
    }
    assert [name for name, column in clause.items() if column.key] == ["form", "id"]
    assert (clause["form"].references, clause["ptx"].references, clause["role"].references) == ("form", "version", "")
    source = next(table for table in ptxisa.database().schema() if table.name == "source")
    assert source.columns[0].references == "record", "the inner table is not named"
