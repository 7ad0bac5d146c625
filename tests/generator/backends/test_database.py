"""The SQLite database of the small records: every record, the tables that queries join over, and the index."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.backends import database
from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve


@pytest.fixture(scope="module")
def small() -> Isa:
    return resolve(load(Path(__file__).with_name("records")))


@pytest.fixture(scope="module")
def connection(small: Isa, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = tmp_path_factory.mktemp("database") / "isa.sqlite"
    path.write_text("what was there before")
    database.write(small, path)
    database_connection = sqlite3.connect(path)
    yield database_connection
    database_connection.close()


def test_the_database_has_every_record_as_written(small: Isa, connection: sqlite3.Connection) -> None:
    rows = connection.execute("SELECT kind, name, data FROM record").fetchall()
    records = [
        (record.data["kind"], record.data["name"], record.data)
        for kind in small.loaded.by_kind
        for record in small.records(kind)
    ]
    assert [(kind, name, json.loads(data)) for kind, name, data in rows] == records


def test_tables_and_views_can_be_read(connection: sqlite3.Connection) -> None:
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
    assert "form" in names
    for name in names:
        connection.execute(f'SELECT * FROM "{name}" LIMIT 3').fetchall()


def test_search_finds_words_of_bodies_and_keywords(small: Isa, connection: sqlite3.Connection) -> None:
    (form, *_) = (form for _, form, _ in small.forms())
    query = "SELECT name FROM search WHERE search MATCH ?"
    assert connection.execute(query, (f'body : "{form.mnemonic}"',)).fetchall()
    assert connection.execute(query, ("body : availability",)).fetchall(), "names of facets are words"
    assert not connection.execute(query, ("body : immediate",)).fetchall(), "other keys of schemas are not"


def test_sources_are_listed_once(connection: sqlite3.Connection) -> None:
    rows = connection.execute("SELECT record, document, section FROM source").fetchall()
    assert rows
    assert len(rows) == len(set(rows))


def test_findings_of_forms_and_of_other_records_are_in_one_table(connection: sqlite3.Connection) -> None:
    verified = ("verified", "verified", "verified", '["ptxas-12.9"]')
    assert connection.execute("SELECT * FROM finding ORDER BY form").fetchall() == [
        ("add.int", "base", *verified),
        ("add.packed", "wrap", "verified", "unverifiable", "not-run", '["ptxas-12.9"]'),
        ("special_register/%tid", "base", *verified),
    ]
