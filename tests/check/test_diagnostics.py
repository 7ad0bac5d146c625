"""The catalog of codes, and the three formats of diagnostics."""

from __future__ import annotations

import functools
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import ptxisa
from ptxisa.check import sarif
from ptxisa.check.render import render, render_text
from ptxisa.check.sarif import Artifact, Tool
from ptxisa.cli.main import main
from ptxisa.isa.diagnostics import CATALOGUE, Code, Diagnostic, PtxError, error, to_json
from ptxisa.nvvm.checker import check_nvvm
from ptxisa.sources.check import check_source
from ptxisa.syntax.parser import parse

FIXTURES = Path(__file__).parent.parent / "fixtures"

SILENT: set[str] = set()
"""Codes whose wrong example does not cause them yet. Any other code here is an error, so the set only shrinks."""

WARNING = Diagnostic("deprecated", "warning", "old", 2, 3, (2, 6), "vote.all", "use the new one")
ERROR = Diagnostic("syntax-error", "error", "bad", 1, 1, (1, 2))


def unread(command: str) -> list[Diagnostic]:
    """Return the messages of a command line that fails, for the files that it names."""
    with redirect_stdout(StringIO()) as printed, redirect_stderr(StringIO()):
        main([*command.split()[1:], "--json"])
    return [error(entry["code"], entry["message"]) for entry in json.loads(printed.getvalue())]


def reported(code: Code, example: str) -> list[Diagnostic]:
    """Return the diagnostics from checking or running an example."""
    if code.place == "python":
        try:
            return list(getattr(eval(example, {"ptxisa": ptxisa}), "diagnostics", ()))
        except PtxError as failure:
            return list(failure.diagnostics)
    if code.place == "command":
        return unread(example)
    if code.place == "source":
        return check_source(example, "kernel.cu")
    if code.language == "llvm":
        return check_nvvm(code.complete(example), "compute_80")
    return ptxisa.check_module(code.complete(example).encode("utf-8", "surrogateescape"))


def codes(*, silent: bool) -> list[str]:
    return [name for name in CATALOGUE if (name in SILENT) == silent]


class TestCatalogue:
    @pytest.mark.parametrize("name", CATALOGUE)
    def test_codes_are_kebab_case_and_explained(self, name: str) -> None:
        code = CATALOGUE[name]
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert re.fullmatch(r"[A-Z`].*\.", code.meaning)
        assert code.wrong
        assert code.place in ("module", "body", "file", "python", "command", "source", "nvvm", "nvvm-file")

    @pytest.mark.parametrize("name", codes(silent=False))
    def test_the_wrong_example_has_the_code(self, name: str) -> None:
        code = CATALOGUE[name]
        assert name in {diagnostic.code for diagnostic in reported(code, code.wrong)}

    @pytest.mark.parametrize("name", codes(silent=True))
    def test_the_list_of_silent_codes_is_up_to_date(self, name: str) -> None:
        code = CATALOGUE[name]
        assert name not in {diagnostic.code for diagnostic in reported(code, code.wrong)}, (
            f"{name} fires: remove it from SILENT"
        )

    @pytest.mark.parametrize("name", [name for name, code in CATALOGUE.items() if code.right])
    def test_the_right_example_is_right(self, name: str) -> None:
        code = CATALOGUE[name]
        assert [
            str(diagnostic)
            for diagnostic in reported(code, code.right)
            if diagnostic.severity != "note" or diagnostic.code == name
        ] == []

    def test_every_code_but_these_has_a_right_example(self) -> None:
        """No PTX corrects a module that is too long, a name without a record, or a missing file."""
        assert {name for name, code in CATALOGUE.items() if not code.right} == {
            "unreadable-file",
            "too-many-errors",
            "unrecorded-directive",
            "unrecorded-instruction",
        }

    def test_silent_codes_exist(self) -> None:
        assert CATALOGUE.keys() >= SILENT

    def test_an_example_in_a_body_is_placed_in_a_function(self) -> None:
        code = Code("Meaning.", "ret", "ret;", "body")
        module, diagnostics = parse(code.complete(code.right))[:2]
        assert diagnostics == () or list(diagnostics) == []
        assert [function.name.text for function in module.functions] == ["k"]


class TestText:
    def test_place_line_marker_and_hint(self) -> None:
        assert render_text([WARNING], "first\na bcd e\n", "k.ptx") == (
            "k.ptx:2:3: warning[deprecated]: old\na bcd e\n  ^~~\nhint: use the new one"
        )

    def test_several_without_hints(self) -> None:
        assert render_text([ERROR, ERROR], "x", "k.ptx").count("k.ptx:1:1: error[syntax-error]: bad\nx\n^") == 2

    def test_nothing_renders_as_nothing(self) -> None:
        assert render_text([], "x", "k.ptx") == ""

    @pytest.mark.parametrize(
        ("text", "column", "end", "shown"),
        [
            ("\tab", 2, (1, 4), "    ab\n    ^~"),
            ("a\tb c", 1, (1, 4), "a   b c\n^~~~~"),
            ("abcd\r\n\nx", 2, (1, 5), "abcd\n ^~~"),
            ("ret", 4, (1, 4), "ret\n   ^"),
            ("ret", 9, (1, 12), "ret\n   ^"),
            ("// 寄 x", 6, (1, 7), "// 寄 x\n      ^"),
            ("// e\u0301 x", 7, (1, 8), "// e\u0301 x\n     ^"),
        ],
    )
    def test_the_marker_is_below_the_range(self, text: str, column: int, end: tuple[int, int], shown: str) -> None:
        diagnostic = ERROR._replace(column=column, end=end)
        assert render_text([diagnostic], text, "f").split("\n", 1)[1] == shown

    @pytest.mark.parametrize(
        ("end", "shown"),
        [
            ((1, 5), "abcd\n ^~~"),
            ((2, 1), "abcd\n ^~~"),
            ((2, 4), "abcd\n ^~~\n  ef\n  ^"),
            ((3, 3), "abcd\n ^~~\n…\ngh\n^~"),
            ((4, 1), "abcd\n ^~~\n…\ngh\n^~"),
            ((9, 9), "abcd\n ^~~\n…\n\n^"),
        ],
    )
    def test_a_range_of_several_lines_shows_its_first_and_last(self, end: tuple[int, int], shown: str) -> None:
        diagnostic = ERROR._replace(column=2, end=end)
        assert render_text([diagnostic], "abcd\n  ef\ngh\n", "f").split("\n", 1)[1] == shown

    @pytest.mark.parametrize(
        ("column", "shown"),
        [
            (1, "abcdefghij…\n^~"),
            (5, "…cdefghijkl…\n   ^~"),
            (25, "…qrstuvwxyz\n         ^~"),
            (26, "…qrstuvwxyz\n          ^"),
        ],
    )
    def test_a_long_line_is_cut_around_the_range(self, column: int, shown: str) -> None:
        diagnostic = ERROR._replace(column=column, end=(1, column + 2))
        line = "abcdefghijklmnopqrstuvwxyz"
        assert render(diagnostic, [line], "f", columns=10).split("\n", 1)[1] == shown

    def test_a_range_longer_than_the_window_is_cut_with_it(self) -> None:
        diagnostic = ERROR._replace(column=3, end=(1, 27))
        assert render(diagnostic, ["abcdefghijklmnopqrstuvwxyz"], "f", columns=8).split("\n")[2] == "  ^~~~~~"

    def test_a_place_past_the_text_shows_no_line(self) -> None:
        assert render_text([ERROR._replace(line=5, end=(5, 1))], "x", "f") == "f:5:1: error[syntax-error]: bad"

    def test_control_characters_and_undecodable_bytes_do_not_reach_the_terminal(self) -> None:
        rendered = render_text([ERROR], "a\x1b[31m\udcff", "f")
        assert "\x1b" not in rendered
        assert "\udcff" not in rendered
        assert "a\ufffd[31m\ufffd" in rendered

    def test_color_is_off_unless_asked_for(self) -> None:
        assert "\x1b[" not in render_text([WARNING], "x\ny", "f")
        assert "\x1b[1;35mwarning[deprecated]\x1b[0m" in render_text([WARNING], "x\ny", "f", color=True)


class TestJson:
    def test_a_finding(self) -> None:
        assert json.loads(json.dumps(to_json(WARNING, "k.ptx"))) == {
            "file": "k.ptx",
            "code": "deprecated",
            "severity": "warning",
            "message": "old",
            "line": 2,
            "column": 3,
            "end_line": 2,
            "end_column": 6,
            "form": "vote.all",
            "hint": "use the new one",
            "rule": None,
            "erratum": None,
        }

    def test_json_findings_follow_their_schema(self) -> None:
        schema = json.loads((Path(sarif.__file__).with_name("findings.schema.json")).read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        findings = [to_json(diagnostic, "k.ptx") for diagnostic in (WARNING, ERROR, *ptxisa.check_module("`"))]
        assert list(validator.iter_errors(findings)) == []
        assert set(findings[0]) == set(schema["items"]["properties"])
        assert list(validator.iter_errors([{**findings[0], "severity": "fatal"}]))


def log_of(files: dict[str, tuple[str, list[Diagnostic]]], **more: Any) -> dict[str, Any]:
    """Return the log of files by name, each with its text and its diagnostics, as a reader gets it."""
    artifacts = [
        Artifact(name, len(text), sarif.results(diagnostics, text, name)) for name, (text, diagnostics) in files.items()
    ]
    loaded: dict[str, Any] = json.loads(json.dumps(sarif.log(artifacts, Tool("1.2", "https://example.org/"), **more)))
    return loaded


class TestSarif:
    def test_rules_files_and_regions(self) -> None:
        log = log_of({"a b.ptx": ("x\nold", [WARNING, ERROR]), "/c.ptx": ("x", [ERROR])})
        (run,) = log["runs"]
        driver = run["tool"]["driver"]
        assert (log["version"], driver["version"]) == ("2.1.0", "1.2")
        assert [rule["id"] for rule in driver["rules"]] == ["deprecated", "syntax-error"]
        assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == ["a%20b.ptx", "file:///c.ptx"]
        assert [artifact["length"] for artifact in run["artifacts"]] == [5, 1]
        assert [driver["rules"][result["ruleIndex"]]["id"] for result in run["results"]] == [
            result["ruleId"] for result in run["results"]
        ]
        first, second, third = run["results"]
        assert (first["level"], second["level"]) == ("warning", "error")
        assert first["properties"] == {"form": "vote.all"}
        assert "use the new one" in first["message"]["text"]
        region = {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 6}
        assert first["locations"][0]["physicalLocation"]["region"] == region
        assert third["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///c.ptx"}

    def test_columns_count_characters_not_utf16_units(self) -> None:
        text = "/*\U0001f600*/ `"
        (run,) = log_of({"a.ptx": (text, list(parse(text).diagnostics))})["runs"]
        (result,) = [result for result in run["results"] if result["ruleId"] == "stray-character"]
        assert run["columnKind"] == "unicodeCodePoints"
        assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == text.index("`") + 1

    def test_rules_explain_themselves_and_lead_to_the_documentation(self) -> None:
        rule = sarif.rule("operand-type", "https://example.org/docs/")
        assert rule["helpUri"] == "https://example.org/docs/_generated/codes/operand-type.html"
        assert CATALOGUE["operand-type"].wrong in rule["help"]["text"]
        assert f"```ptx\n{CATALOGUE['operand-type'].right}\n```" in rule["help"]["markdown"]
        assert "helpUri" not in sarif.rule("operand-type")

    def test_no_rule_is_long_or_undecodable(self) -> None:
        for name in CATALOGUE:
            text = json.dumps(sarif.rule(name), ensure_ascii=False)
            assert len(text.encode("utf-8")) < 3000

    def test_fingerprints_follow_a_finding_when_lines_above_it_change(self) -> None:
        def prints(text: str, lines: list[int]) -> list[str]:
            every = sarif.results([ERROR._replace(line=line) for line in lines], text, "f")
            return [result["partialFingerprints"]["ptxisaLine/v1"] for result in every]

        before, after = prints("a b\na b\nc", [1, 2, 3]), prints("\n\na  b\n a b\nc", [3, 4, 5])
        assert before == after
        assert len(set(before)) == 3

    def test_files_that_cannot_be_read_are_notifications(self) -> None:
        (run,) = log_of({}, failures=["k.ptx: No such file"], status=2)["runs"]
        (invocation,) = run["invocations"]
        assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
        assert invocation["toolExecutionNotifications"][0]["message"] == {"text": "k.ptx: No such file"}

    def test_clean_files_have_no_results(self) -> None:
        (run,) = log_of({"a.ptx": ("", [])})["runs"]
        assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])
        assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]

    def test_a_code_that_is_not_in_the_catalogue(self) -> None:
        (run,) = log_of({"a.ptx": ("", [ERROR._replace(code="brand-new")])})["runs"]
        assert run["tool"]["driver"]["rules"] == [{"id": "brand-new"}]

    @pytest.mark.parametrize(
        "log",
        [
            log_of({}),
            log_of({}, failures=["k.ptx: No such file"], status=2),
            log_of({"a b/ü.ptx": ("x\ny", [WARNING, ERROR]), "/c:d.ptx": ("x", [ERROR])}, status=1),
            log_of({"every": ("x", [ERROR._replace(code=name) for name in CATALOGUE])}),
        ],
        ids=["empty", "failed", "findings", "every code"],
    )
    def test_logs_follow_the_sarif_standard(self, log: dict[str, Any]) -> None:
        assert [error.message for error in standard().iter_errors(log)] == []

    def test_the_sarif_schema_rejects_other_documents(self) -> None:
        log = log_of({"a.ptx": ("x", [ERROR])})
        log["runs"][0]["results"][0]["level"] = "fatal"
        assert list(standard().iter_errors(log))


@functools.cache
def standard() -> Any:
    """Return the validator of SARIF 2.1.0, formats of URIs included."""
    schema = json.loads((FIXTURES / "sarif-2.1.0.schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)


def test_an_error_lists_all_its_diagnostics() -> None:
    error = PtxError([ERROR, WARNING])
    assert error.diagnostics == (ERROR, WARNING)
    assert str(error) == "1:1: error[syntax-error]: bad\n2:3: warning[deprecated]: old (use the new one)"
