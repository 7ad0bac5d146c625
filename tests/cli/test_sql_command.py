"""`ptxisa sql`: output for people and programs, standard input, and one-line errors."""

from __future__ import annotations

import csv
import io
import json
import random

import pytest

from ptxisa.cli.main import main
from ptxisa.query.sql import SqlResult


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def given(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))


def test_rows_are_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", "SELECT name, variant FROM target WHERE name LIKE 'sm_90%' ORDER BY name"]) == 0
    assert capsys.readouterr().out.splitlines() == ["name    variant", "sm_90   base", "sm_90a  accelerated"]


@pytest.mark.parametrize("query", ["SELECT * FROM form", "SELECT * FROM record", "SELECT * FROM available LIMIT 20"])
def test_lines_fit_the_terminal(query: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", query, "--limit", "50"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_rows_too_wide_for_a_table_are_blocks(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sql", "SELECT * FROM form WHERE id = 'set.int.bool'"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "id            set.int.bool"
    assert "              d = comparison_result(holds, dtype)" in lines, "values keep their lines"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sql", "SELECT 'a' AS x, 1 AS x, NULL AS y, x'00ff' AS z, 9e999 AS w", "--json"])
    assert json.loads(capsys.readouterr().out) == [{"x": "a", "x:2": 1, "y": None, "z": "00ff", "w": "inf"}]


def test_csv(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sql", "SELECT 'a,b' AS one, 'c\"d' AS two, NULL AS three", "--csv"])
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [["one", "two", "three"], ["a,b", 'c"d', ""]]


def test_standard_input_and_parameters(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    given(monkeypatch, b"SELECT name FROM target WHERE name = :target")
    assert main(["sql", "-", "target=sm_80"]) == 0
    assert capsys.readouterr().out == "name\nsm_80\n"


def test_a_query_without_an_argument_is_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, b"SELECT 1 AS one")
    assert main(["sql"]) == 0
    assert capsys.readouterr().out == "one\n1\n"


def test_a_limit_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", "SELECT id FROM form", "--limit", "2"]) == 0
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 3
    assert captured.err == "ptxisa: only the first 2 rows; --limit 0 prints all\n"


@pytest.mark.parametrize(("count", "complete"), [(1000, True), (1001, False)])
def test_a_thousand_rows_unless_said_otherwise(count: int, complete: bool, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = f"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {count}) SELECT x FROM n"
    assert main(["sql", numbers, "--csv"]) == 0
    captured = capsys.readouterr()
    assert captured.out.split() == ["x", *map(str, range(1, 1001))]
    assert captured.err == ("" if complete else "ptxisa: only the first 1,000 rows; --limit 0 prints all\n")


def test_ten_seconds_unless_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def select(query: str, values: object, limit: int, timeout: float) -> SqlResult:
        given.append((limit, timeout))
        return SqlResult(("x",), [(1,)], True)

    monkeypatch.setattr("ptxisa.query.sql.select", select)
    for options in ([], ["--limit", "0"], ["--timeout", "0.5"], ["--timeout", "1"]):
        assert main(["sql", "SELECT 1", *options]) == 0
    assert given == [(1000, 10), (0, 10), (1000, 0.5), (1000, 1)]


def test_an_unknown_table_is_quoted_and_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", "--schema", "9" * 61]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"ptxisa: unknown table '{'9' * 60}'; tables are alias, available, ")
    assert error.endswith(", version or version_target\n")


def test_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", "SELECT 1 WHERE 0"]) == 1
    assert capsys.readouterr().out == "no rows\n"
    assert main(["sql", "SELECT 1 WHERE 0", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == []


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", "--schema"]) == 0
    out = capsys.readouterr().out
    assert "available_record    view   Which registers" in out
    assert max(map(len, out.splitlines())) <= 80
    assert main(["sql", "--schema", "clause"]) == 0
    out = capsys.readouterr().out
    assert "ptx        text  First PTX version. (refers to version)" in out
    assert max(map(len, out.splitlines())) <= 80
    assert main(["sql", "--schema", "clause", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["columns"][0]["name"] == "form"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["SELECT targt FROM target"], "no such column: targt; did you mean target?"),
        (["--schema", "claus"], "unknown table 'claus'; did you mean clause?"),
        (["SELECT", "1"], "not NAME=VALUE: '1'; put the whole query in quotes"),
        (["SELECT :x"], "binding"),
        (["DROP TABLE form"], "read-only"),
        (["SELECT 1", "--timeout", "nan"], "--timeout"),
        (["SELECT 1", "--timeout", "0"], "--timeout"),
        (["SELECT 1", "--limit", "-1"], "--limit"),
        (["SELECT '\x00'"], "null character"),
    ],
)
def test_failures_are_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_any_bytes_end_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    draw = random.Random(7)
    words = [
        b"SELECT ",
        b"form",
        b"'",
        b'"',
        b"(",
        b")",
        b"*",
        b" FROM ",
        b"\xff",
        b"\x00",
        b"--",
        b";",
        b"\n",
        b"1",
        b",",
    ]
    for _ in range(300):
        given(monkeypatch, b"".join(draw.choices(words, k=draw.randrange(8))))
        status = main(["sql", "-"])
        captured = capsys.readouterr()
        assert status in (0, 1) or (status == 2 and captured.err.count("\n") == 1)
