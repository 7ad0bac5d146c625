"""`ptxisa list`: all names, and those that exist at a place."""

from __future__ import annotations

import json

import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.isa.diagnostics import CATALOGUE


def names(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    main(("list", *arguments, "--json"))
    return [row["name"] for row in json.loads(capsys.readouterr().out)]


def dated_kinds() -> list[str]:
    return [kind for (kind,) in ptxisa.database().sql("SELECT DISTINCT kind FROM record_clause ORDER BY kind")]


@pytest.mark.parametrize("kind", dated_kinds())
def test_a_place_leaves_what_is_available_there(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    every = names(capsys, "--kind", kind)
    early = names(capsys, "--kind", kind, "--target", "sm_10", "--ptx", "1.0")
    late = names(capsys, "--kind", kind, "--target", "sm_90", "--ptx", "8.7")
    assert every
    assert set(early) <= set(every) >= set(late)
    for name, ptx in ptxisa.database().sql(
        "SELECT name, min(ptx) FROM record_clause WHERE kind = ? GROUP BY 1", (kind,)
    ):
        assert (name in early) <= (ptx == "1.0")


def test_columns_are_as_wide_as_their_longest_cell(capsys: pytest.CaptureFixture[str]) -> None:
    main(["list", "--kind", "state_space"])
    head, *lines = capsys.readouterr().out.splitlines()
    starts = [head.index(word) for word in head.split()]
    assert len(starts) > 1
    assert {line[start - 2 : start] for line in lines for start in starts[1:]} == {"  "}


def test_registers_of_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert "%tid" in names(capsys, "--kind", "special_register", "--ptx", "1.0")
    assert names(capsys, "--kind", "attribute", "--target", "sm_20") == []


def test_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert names(capsys, "--kind", "code") == list(CATALOGUE)


def test_removed_directives_are_listed_only_for_the_versions_that_have_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`.maxnctapersm` was removed in PTX 2.1."""
    assert "maxnctapersm" in names(capsys, "--kind", "directive", "--ptx", "2.0")
    assert "maxnctapersm" not in names(capsys, "--kind", "directive", "--ptx", "2.1")


def test_a_version_older_than_the_target_has_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert names(capsys, "--kind", "directive", "--target", "sm_30", "--ptx", "2.3") == []


@pytest.mark.parametrize("place", [(), ("--target", "sm_10"), ("--ptx", "1.0")])
def test_records_without_availability_are_listed_everywhere(
    capsys: pytest.CaptureFixture[str], place: tuple[str, ...]
) -> None:
    """Rules without availability were once left out, since other rules state one."""
    assert main(("list", "--kind", "rule", *place, "--json")) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["scopes"]["since"] == ""
    assert ("kernel_initializer" in rows) is not bool(place)


@pytest.mark.parametrize("words", [["types"], ["type"], ["--kind", "types"]])
def test_a_kind_is_named_in_singular_or_plural(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["list", "--kind", "type"]) == 0
    wanted = capsys.readouterr().out
    assert main(["list", *words]) == 0
    assert capsys.readouterr().out == wanted
