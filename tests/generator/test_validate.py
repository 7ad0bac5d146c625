"""`python -m generator.validate` reports the problems of all passes in one run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from generator.records.problems import Problem
from generator.validate import main
from tests.generator.record_trees import ADD, SUB, VALID, Edit, edited, write

OLD, CLAMP = "versions/7.0.yaml", "modifiers/clamp.yaml"
EXPECTED = """\
kind: measurement
name: expected-results
topic: semantics
summary: Sources of expected results.
tool: formulas
command: pytest
findings: [All are equal.]
expected: [{source: by hand, test: tests/test_sums.py, forms: [add.plain]}]
"""


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path_factory.mktemp("cache")))


def report(folder: Path, texts: dict[str, str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines of a run that fails, without the folder."""
    assert main([str(write(folder, texts))]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    return [line.removeprefix(f"{folder}/") for line in output.err.splitlines()]


def test_success_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(write(tmp_path, VALID))]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.endswith(" records valid")


def test_a_terminal_shows_the_current_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main([str(write(tmp_path, VALID))]) == 0
    assert "compiling semantics" in capsys.readouterr().err


def test_the_records_of_the_repository_are_validated_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders: list[Path] = []

    def examine(folder: Path, progress: object) -> tuple[None, list[Problem]]:
        folders.append(folder)
        return None, [Problem(folder, 1, 1, "not read")]

    monkeypatch.setattr("generator.validate.examine", examine)
    assert main([]) == 1
    assert [folder.name for folder in folders] == ["isa"]


def test_verbose_prints_the_number_of_records_of_each_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-v", str(write(tmp_path, VALID))]) == 0
    assert ["instruction", "2"] in [line.split() for line in capsys.readouterr().out.splitlines()]


def test_problems_of_all_passes_are_reported_in_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = edited(
        [
            Edit("pragmas/nounroll.yaml", "summary:", "sumary: x\nsummary:"),
            Edit(SUB, "type: s32, summary: Minuend", "type: f99, summary: Minuend"),
            Edit(OLD, "[add.plain, sub.plain]", "[add.plain]"),
        ]
    )
    *problems, count = report(tmp_path, texts, capsys)
    assert count == f"{len(problems)} problems"
    assert [problem.split(": ", 1)[1] for problem in problems] == [
        "operand 'a': unknown type 'f99'",
        "form sub.plain starts in PTX 7.0, but isa/versions/7.0.yaml does not announce it",
        "unknown key 'sumary'; did you mean summary?",
    ]


def test_unknown_function_is_reported_with_a_similar_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = VALID[SUB]
    start = text.index("    no_semantics")
    end = text.index("\n", start) + 1
    texts = {**VALID, SUB: text[:start] + "    semantics: |\n      d = popcont(a)\n" + text[end:]}
    problem, _ = report(tmp_path, texts, capsys)
    line = text[:start].count("\n") + 2
    assert problem == f"{SUB}:{line}:11: unknown function popcont; did you mean popcount?"


def test_modifier_value_without_a_floor_names_the_files_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem, _ = report(tmp_path, edited([Edit(CLAMP, "initial: [sat, relu]\n", "initial: [relu]\n")]), capsys)
    assert problem.startswith(f"{ADD}:")
    assert "form add.plain has no floor for .sat: add requirements: [{id: …, ptx: " in problem
    assert "`initial: [sat]` to isa/modifiers/clamp.yaml" in problem


def test_executable_form_without_expected_results_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = VALID[SUB]
    start = text.index("    no_semantics")
    end = text.index("\n", start) + 1
    texts = {
        **VALID,
        SUB: text[:start] + "    semantics: |\n      d = a & b\n" + text[end:],
        "measurements/expected-results.yaml": EXPECTED,
    }
    problem, _ = report(tmp_path, texts, capsys)
    assert "no test knows results of sub.plain" in problem
    assert problem.endswith("isa/measurements/expected-results.yaml")


def test_every_reference_to_a_removed_record_is_reported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = edited([Edit(ADD, "see_also: [sub]", "see_also: [sub, sub]")])
    *problems, _ = report(tmp_path, {path: text for path, text in texts.items() if path != SUB}, capsys)
    assert [problem.split(": ", 1)[1] for problem in problems if problem.startswith(ADD)] == [
        "unknown instruction 'sub'",
        "unknown instruction 'sub'",
    ]
    assert len(set(problems)) == len(problems)


def with_semantics(text: str) -> dict[str, str]:
    start = VALID[SUB].index("    no_semantics")
    end = VALID[SUB].index("\n", start) + 1
    return {**VALID, SUB: VALID[SUB][:start] + f"    semantics: |\n      {text}\n" + VALID[SUB][end:]}


def test_semantics_that_change_after_a_valid_run_are_compiled_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    valid = {
        **with_semantics("d = a - b"),
        "measurements/expected-results.yaml": EXPECTED.replace("plain]", "plain, sub.plain]"),
    }
    for _ in range(2):
        assert main([str(write(tmp_path, valid))]) == 0
    capsys.readouterr()
    (problem, _) = report(tmp_path, valid | {SUB: with_semantics("d = a - q")[SUB]}, capsys)
    assert problem.endswith("unknown name q")
    assert main([str(write(tmp_path, valid))]) == 0
