"""The catalogue of codes, and the three ways to show diagnostics."""

from __future__ import annotations

import json
import re

import pytest

from ptxisa.check.diagnostics import CATALOGUE, Diagnostic, PtxError, render_text, to_json, to_sarif
from ptxisa.syntax.cursor import DIAGNOSTIC_LIMIT
from ptxisa.syntax.parser import parse

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
PARSER_CODES = {
    "undecodable-byte": b"\xff",
    "non-ascii-character": HEAD + "é",
    "stray-character": HEAD + "`",
    "unterminated-comment": HEAD + "/*",
    "unterminated-string": HEAD + '.pragma "x;',
    "malformed-number": HEAD + ".global .u32 x = 08;",
    "preprocessor-directive": HEAD + "#define N 4",
    "syntax-error": HEAD + ".global .u32 x y;",
    "missing-semicolon": HEAD + ".global .u32 x",
    "unclosed-brace": HEAD + ".entry k() {",
    "unmatched-brace": HEAD + "}",
    "nesting-too-deep": HEAD + ".global .u32 x = " + "(" * 200,
    "too-many-errors": "`\n" * (DIAGNOSTIC_LIMIT + 1),
    "missing-version": ".target sm_90",
    "missing-target": ".version 9.0",
    "unknown-directive": HEAD + ".entri k() { }",
    "misplaced-directive": HEAD + ".loc 1 2 3",
    "missing-label": HEAD + ".entry k() { .branchtargets L; }",
    "missing-state-space": HEAD + ".align 4 .u32 x;",
    "repeated-state-space": HEAD + ".global .shared .u32 x;",
    "empty-declaration": HEAD + ".global .u32 ;",
    "constant-overflow": HEAD + ".global .u64 x = 0x10000000000000000;",
    "constant-type": HEAD + ".global .f64 x = 1.5 + 2;",
    "division-by-zero": HEAD + ".global .u32 x = 1 / 0;",
}

WARNING = Diagnostic("deprecated", "warning", "old", 2, 3, (2, 6), "vote.all", "use the new one")
ERROR = Diagnostic("syntax-error", "error", "bad", 1, 1, (1, 2))


class TestCatalogue:
    @pytest.mark.parametrize("code", CATALOGUE)
    def test_codes_are_kebab_case_and_explained(self, code: str) -> None:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert CATALOGUE[code].meaning

    @pytest.mark.parametrize(("code", "text"), PARSER_CODES.items())
    def test_the_parser_gives_each_of_its_codes(self, code: str, text: str | bytes) -> None:
        assert code in CATALOGUE
        assert code in {diagnostic.code for diagnostic in parse(text).diagnostics}


class TestText:
    def test_place_line_marker_and_hint(self) -> None:
        assert render_text([WARNING], "first\na bcd e\n", "k.ptx") == (
            "k.ptx:2:3: warning[deprecated]: old\na bcd e\n  ^~~\nhint: use the new one"
        )

    def test_several_without_hints(self) -> None:
        assert render_text([ERROR, ERROR], "x", "k.ptx").count("k.ptx:1:1: error[syntax-error]: bad\nx\n^") == 2

    def test_nothing_renders_as_nothing(self) -> None:
        assert render_text([], "x", "k.ptx") == ""

    def test_the_marker_stands_below_tabs(self) -> None:
        diagnostic = ERROR._replace(column=3, end=(1, 5))
        assert render_text([diagnostic], "\t\tab", "f").endswith("\n\t\tab\n\t\t^~")

    def test_a_range_over_several_lines_is_marked_to_the_end_of_the_first(self) -> None:
        diagnostic = ERROR._replace(column=2, end=(3, 1))
        assert render_text([diagnostic], "abcd\r\n\nx", "f").endswith("\nabcd\n ^~~")

    def test_an_empty_range_at_the_end_of_a_line(self) -> None:
        diagnostic = ERROR._replace(column=4, end=(1, 4))
        assert render_text([diagnostic], "ret\n", "f").endswith("\nret\n   ^")

    def test_control_characters_and_undecodable_bytes_do_not_reach_the_terminal(self) -> None:
        rendered = render_text([ERROR], "a\x1b[31m\udcff", "f")
        assert "\x1b" not in rendered
        assert "\udcff" not in rendered
        assert "a\ufffd[31m\ufffd" in rendered

    def test_colour_is_off_unless_asked_for(self) -> None:
        assert "\x1b[" not in render_text([WARNING], "x\ny", "f")
        assert "\x1b[1;35mwarning[deprecated]\x1b[0m" in render_text([WARNING], "x\ny", "f", colour=True)


class TestData:
    def test_json(self) -> None:
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
        }

    def test_sarif_names_rules_files_and_regions(self) -> None:
        log = json.loads(json.dumps(to_sarif({"a b.ptx": [WARNING, ERROR], "c.ptx": [ERROR]}, version="1.2")))
        assert log["version"] == "2.1.0"
        (run,) = log["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert run["tool"]["driver"]["version"] == "1.2"
        assert [rule["id"] for rule in rules] == ["deprecated", "syntax-error"]
        assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == ["a%20b.ptx", "c.ptx"]
        first, second, third = run["results"]
        assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
            result["ruleId"] for result in run["results"]
        ]
        assert (first["level"], second["level"]) == ("warning", "error")
        assert first["properties"] == {"form": "vote.all"}
        assert "use the new one" in first["message"]["text"]
        location = third["locations"][0]["physicalLocation"]
        assert location["artifactLocation"]["uri"] == "c.ptx"
        assert location["region"] == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}

    def test_sarif_of_clean_files_has_no_results(self) -> None:
        (run,) = to_sarif({"a.ptx": []}, version="1")["runs"]
        assert run["results"] == []
        assert run["tool"]["driver"]["rules"] == []

    def test_sarif_takes_a_code_that_is_not_in_the_catalogue(self) -> None:
        (run,) = to_sarif({"a.ptx": [ERROR._replace(code="brand-new")]}, version="1")["runs"]
        assert run["tool"]["driver"]["rules"] == [{"id": "brand-new"}]


def test_an_error_lists_all_its_diagnostics() -> None:
    error = PtxError([ERROR, WARNING])
    assert error.diagnostics == (ERROR, WARNING)
    assert str(error) == "1:1: error[syntax-error]: bad\n2:3: warning[deprecated]: old (use the new one)"
