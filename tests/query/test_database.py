"""The database: objects, search and SQL, from any thread, and only for reading."""

import sqlite3
import subprocess
import sys

import pytest

import ptxisa
from ptxisa.query.database import UnknownName


def test_an_instruction_has_all_forms_of_its_mnemonic() -> None:
    instruction = ptxisa.database().instruction("add")
    assert {"integer-arithmetic", "extended-precision-integer"} <= set(instruction.families)
    assert {"add.int", "add.int.sat", "add.packed", "add.cc"} <= {form.id for form in instruction.forms}


def test_a_record_name_has_its_own_forms() -> None:
    assert [form.id for form in ptxisa.database().instruction("add.cc").forms] == ["add.cc"]


def test_records_as_objects() -> None:
    db = ptxisa.database()
    assert db.target("sm_90a").introduced == "8.0"
    assert "12.8" in db.version("8.7").cuda
    assert db.type(".u16x2").elements == 2


def test_errors_suggest_similar_names() -> None:
    with pytest.raises(UnknownName, match=r"unknown instruction 'addd'; did you mean add"):
        ptxisa.database().instruction("addd")
    with pytest.raises(UnknownName, match="unknown type"):
        ptxisa.database().type("u33")


def test_search_finds_words_and_starts_of_words() -> None:
    names = {hit.name for hit in ptxisa.database().search("carr flag")}
    assert {"addc", "subc"} <= names
    assert ptxisa.database().search('" xyzzy(') == []
    assert ptxisa.database().search("") == []


def test_search_finds_diagnostic_codes_by_their_meaning() -> None:
    assert ("code", "division-by-zero") in {(hit.kind, hit.name) for hit in ptxisa.database().search("divides zero")}


def test_sql_can_search_for_phrases_and_read_the_index() -> None:
    db = ptxisa.database()
    names = {name for (name,) in db.sql("SELECT name FROM search WHERE search MATCH '\"bit field\"'")}
    assert {"bfe", "bfi"} <= names
    ((keywords, body),) = db.sql("SELECT keywords, body FROM search WHERE kind = 'instruction' AND name = 'bfe'")
    assert "• extract bits • bitfield extraction •" in keywords
    assert body is None, "the words of a body are indexed alone"
    actual = db.sql("SELECT name FROM search WHERE search MATCH 'body : significant AND kind : instruction'")
    assert ("bfe",) in actual
    assert len(db.sql("SELECT * FROM search")) > 1000


def test_search_for_a_kind() -> None:
    every = {hit.kind for hit in ptxisa.database().search("block", limit=100)}
    assert len(every) > 1
    assert {hit.kind for hit in ptxisa.database().search("block", kind="special_register")} == {"special_register"}


def test_rules_refer_to_codes_of_diagnostics() -> None:
    rows = ptxisa.database().sql("SELECT code FROM rule_code JOIN diagnostic USING (code)")
    assert ("undeclared-name",) in rows
    assert len(rows) == len(ptxisa.database().sql("SELECT code FROM rule_code"))


@pytest.mark.parametrize(
    ("name", "kind", "record"),
    [
        ("%tid", "special_register", "%tid"),
        (".maxntid", "directive", "maxntid"),
        ("%", "operator", "remainder"),
        ("WARP_SZ", "reserved_words", "predefined_identifiers"),
        ("nearest", "enumeration", "filter_mode"),
    ],
)
def test_find_accepts_spellings(name: str, kind: str, record: str) -> None:
    assert (kind, record) in {(entry["kind"], entry["name"]) for entry in ptxisa.database().find(name)}


def test_sql_has_parameters() -> None:
    rows = ptxisa.database().sql("SELECT ptx FROM clause WHERE form = ?", ("szext",))
    assert rows == [("7.6",)]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM form",
        "ATTACH ':memory:' AS x",
        "PRAGMA user_version = 1",
        "PRAGMA query_only = 0",
        "SELECT * FROM pragma_table_info('form')",
        "CREATE TABLE t (x)",
        "CREATE TEMP TABLE t (x)",
        "SELECT load_extension('library.so')",
    ],
)
def test_sql_only_reads(statement: str) -> None:
    with pytest.raises(sqlite3.DatabaseError):
        ptxisa.database().sql(statement)


def test_every_form_of_the_checkers_is_in_the_database() -> None:
    from ptxisa.checkers import checker_of, mnemonics

    forms = {form.id for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms}
    assert forms == {row[0] for row in ptxisa.database().sql("SELECT id FROM form")}


def test_changes_of_versions_refer_to_records_and_targets() -> None:
    db = ptxisa.database()
    rows = db.sql(
        "SELECT c.version, c.change FROM change c JOIN change_record r USING (version, position)"
        " WHERE r.kind = 'special_register' AND r.name = '%gridid' ORDER BY c.version"
    )
    assert rows == [("1.0", "added"), ("1.3", "changed"), ("3.0", "changed")]
    assert db.sql("SELECT version FROM change_target WHERE target = 'sm_90a'") == [("8.0",)]
    silent = "SELECT version FROM change NATURAL JOIN change_record WHERE unannounced AND name = '%globaltimer'"
    assert db.sql(silent) == [("3.1",)]


def test_availability_of_records_is_in_tables() -> None:
    db = ptxisa.database()
    clause = "SELECT ptx, target FROM record_clause WHERE kind = 'attribute' AND name = 'managed'"
    assert db.sql(clause) == [("4.0", "sm_30+")]
    end = "SELECT ptx FROM record_end WHERE kind = 'directive' AND name = 'maxnctapersm' AND change = 'removed'"
    assert db.sql(end) == [("2.1",)]


def test_search_works_after_a_rejected_statement() -> None:
    with pytest.raises(sqlite3.DatabaseError):
        ptxisa.database().sql("VACUUM")
    assert ptxisa.database().search("carry")


THREADS = """
import threading, ptxisa
db, rows = ptxisa.database(), []
def query(first):
    for number in range(first, first + 50):  # SQLite prepares each new text, for which it calls the authorizer
        rows.extend(db.sql(f"SELECT {number}, name FROM record LIMIT 300"))
threads = [threading.Thread(target=query, args=(1000 * index,)) for index in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(rows))
"""


def test_threads_can_query_at_the_same_time() -> None:
    """Threads that share a connection with an authorizer in Python can wait for each other for ever.

    One has the lock of the connection and waits for Python's global lock, the other has the global lock.
    """
    run = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=True, timeout=100)
    assert int(run.stdout) == 4 * 50 * 300


def test_databases_are_closed_at_exit_and_when_threads_end() -> None:
    """Python 3.13 warns of databases that were left open."""
    program = (
        "import threading, ptxisa; query = lambda: ptxisa.database().sql('SELECT 1'); query();"
        " thread = threading.Thread(target=query); thread.start(); thread.join(); ptxisa.database().schema()"
    )
    run = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "always", "-c", program], capture_output=True, text=True, check=True
    )
    assert "unclosed" not in run.stderr
