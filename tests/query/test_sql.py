"""SQL of users is bounded and only reads; errors are one line with a suggestion."""

from __future__ import annotations

import sqlite3
import sys
import time

import pytest

from ptxisa.query.sql import SqlError, select

ENDLESS = "WITH RECURSIVE t (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT {} FROM t"


def test_columns_and_rows() -> None:
    result = select("SELECT name, family FROM target WHERE name = :name", {"name": "sm_90a"}, 10, 10)
    assert result == (("name", "family"), [("sm_90a", "sm_90")], True)


def test_a_result_is_incomplete_when_the_limit_cuts_rows_off() -> None:
    assert len(select("SELECT * FROM form", {}, 5, 10).rows) == 5
    assert not select("SELECT * FROM form", {}, 5, 10).complete
    assert select("SELECT 1", {}, 1, 10).complete
    assert len(select("SELECT * FROM form", {}, 0, 10).rows) > 600


def test_an_endless_query_is_stopped() -> None:
    started = time.monotonic()
    with pytest.raises(SqlError, match=r"stopped after 0\.2 s"):
        select(ENDLESS.format("count(*)"), {}, 0, 0.2)
    assert time.monotonic() - started < 5


def test_rows_beyond_the_limit_are_not_computed() -> None:
    assert select(ENDLESS.format("x"), {}, 3, 10).rows == [(1,), (2,), (3,)]


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM form",
        "UPDATE form SET id = ''",
        "CREATE TABLE t (x)",
        "CREATE TEMP TABLE t (x)",
        "ATTACH 'file.db' AS other",
        "VACUUM INTO 'file.db'",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA hard_heap_limit = 0",
        "BEGIN",
        "SAVEPOINT one",
        "SELECT load_extension('library.so')",
    ],
)
def test_statements_that_write_are_rejected(query: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    with pytest.raises(SqlError, match="only SELECT statements are allowed: the database is read-only"):
        select(query, {}, 0, 10)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT targt FROM available", "no such column: targt; did you mean target?"),
        ("SELECT a.targt FROM available AS a", "no such column: a.targt; did you mean target?"),
        (
            "SELECT form FROM form",
            "no such column: form; did you mean id? The column form of other tables refers to it",
        ),
        ("SELECT 1 FROM type WHERE type = 'u32'", "no such column: type; did you mean name?"),
        ("SELECT 1 FROM avaliable", "no such table: avaliable; did you mean available?"),
        ("SELECT 1 FROM zzzzzzzzz", "no such table: zzzzzzzzz; see ptxisa sql --schema"),
        ("", "only SELECT statements have rows to print"),
        ("SELECT 1; SELECT 2", "one statement"),
        ("SELECT '\udc80'", "UTF-8"),
        ("SELECT (", "incomplete input"),
    ],
)
def test_errors_are_one_line(query: str, message: str) -> None:
    with pytest.raises(SqlError) as caught:
        select(query, {}, 0, 10)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_column_of_a_table_that_the_query_names_is_suggested_first() -> None:
    with pytest.raises(SqlError, match="did you mean semantics"):
        select("SELECT semantic FROM form", {}, 0, 10)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="before Python 3.11 sqlite3 has no limits")
def test_values_are_bounded() -> None:
    with pytest.raises(SqlError, match="too big"):
        select("SELECT randomblob(100000000)", {}, 0, 10)


def test_memory_of_rows_is_bounded() -> None:
    with pytest.raises(SqlError, match="the rows need more than 512 MB"):
        select("SELECT zeroblob(9000000) FROM form", {}, 0, 60)


def test_a_query_may_take_all_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 7.0)
    ((count,),) = select("SELECT count(*) FROM form AS one, form AS other", {}, 0, 0).rows
    assert count > 500 * 500


def test_invalid_utf_8_is_escaped() -> None:
    assert select("SELECT CAST(x'ff61' AS TEXT)", {}, 0, 10).rows == [("\\xffa",)]


def test_full_text_search_is_allowed() -> None:
    query = "SELECT name FROM search WHERE search MATCH :words ORDER BY rank"
    assert ("bfe",) in select(query, {"words": '"bit field"'}, 0, 10).rows


def test_select_does_not_change_the_shared_database() -> None:
    import ptxisa

    with pytest.raises(SqlError):
        select(ENDLESS.format("count(*)"), {}, 0, 0.01)
    assert ptxisa.database().sql("SELECT count(*) FROM slot_value")[0][0] > 1000
    with pytest.raises(sqlite3.DatabaseError):
        ptxisa.database().sql("PRAGMA temp_store = FILE")


def test_text_of_printf_is_bounded() -> None:
    query = "SELECT printf('%.*c', 900000000, 'x'), format('%.900000000c', 'x'), printf('%5.2f|%s', 3.14159, 'x')"
    assert select(query, {}, 0, 10).rows == [(None, None, " 3.14|x")]


def test_messages_are_short() -> None:
    with pytest.raises(SqlError) as caught:
        select(f"SELECT {'a' * 5000} FROM form, {'b' * 5000}", {}, 0, 10)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("table", ["json_each", "json_tree"])
def test_queries_read_lists_in_json(table: str) -> None:
    import ptxisa

    assert ptxisa.database().sql(f"SELECT value FROM {table}('[1, 2]') WHERE type = 'integer'") == [(1,), (2,)]
