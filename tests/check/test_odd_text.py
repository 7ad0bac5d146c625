"""Odd characters, line markers, keywords and version numbers, as releases of ptxas were measured to treat them."""

from __future__ import annotations

import pytest

import ptxisa
from ptxisa.isa.diagnostics import Diagnostic

HEAD = ".version 7.8\n.target sm_90\n.address_size 64\n"
BODY = ".entry k() {{ .reg .b32 a, b; {} }}\n"


def errors(text: str | bytes, assembler: str | None = None) -> list[Diagnostic]:
    return [wrong for wrong in ptxisa.check_module(text, assembler=assembler) if wrong.severity == "error"]


def releases_that_accept(text: str | bytes) -> list[str]:
    return [release for release in ("11.8", "12.9", "13.5") if not errors(text, release)]


@pytest.mark.parametrize(
    ("text", "accepted_by"),
    [
        (HEAD + BODY.format("mov.b32 a,\x1ab;") + "\x1a", ["11.8", "12.9", "13.5"]),
        (HEAD + BODY.format("\\ mov.b32 a, b; @p \\\nmov.b32 a, b;").replace("a, b;", "a, b; .reg .pred p;", 1), 3),
        (HEAD + BODY.format("\\\\ mov.b32 a, b;"), []),
        (HEAD + BODY.format("mov.b32 a, \\b;"), []),
        (HEAD + BODY.format("\\ L: ret;"), []),
        (HEAD + BODY.format("ret;") + "\0", ["11.8", "12.9"]),
        (HEAD + BODY.format("ret;") + "\0 anything ((", ["11.8", "12.9"]),
        (HEAD + BODY.format("\0 ret;"), []),
        (HEAD + "// \0\n", []),
        (HEAD + '.file 1 "a\0b"\n', ["11.8", "12.9"]),
        (HEAD + '.file 1 "é"\n', ["11.8"]),
        (HEAD + '# 1 "é"\n', ["11.8"]),
        (HEAD + "// é\n", ["11.8", "13.5"]),
        (HEAD.encode() + b"// \xe9\n", ["11.8", "13.5"]),
        (HEAD.encode() + b'.file 1 "\xe9"\n', ["11.8"]),
        (HEAD.replace("7.8", "7.10"), ["12.9", "13.5"]),
        (HEAD.replace("7.8", "6.20"), ["12.9", "13.5"]),
        (HEAD.replace("7.8", "7.9"), []),
        (HEAD.replace("7.8", "8.90"), []),
    ],
)
def test_releases_accept_odd_text(text: str | bytes, accepted_by: list[str] | int) -> None:
    accepting = releases_that_accept(text)
    assert (accepting if isinstance(accepted_by, list) else len(accepting)) == accepted_by


def test_a_version_number_is_read_as_a_sum() -> None:
    """PTX 4.20 is 6.0 in ptxas 12.9, which supports sm_70 but not sm_75."""
    text = ".version 4.20\n.target {}\n.entry k() {{ ret; }}\n"
    assert [wrong.code for wrong in errors(text.format("sm_70"), "12.9")] == []
    assert [(wrong.code, wrong.line) for wrong in errors(text.format("sm_75"), "12.9")] == [("unavailable-version", 2)]
    assert [wrong.code for wrong in ptxisa.check_module(text.format("sm_70"))] == ["undocumented"]


@pytest.mark.parametrize("word", ["function_name", "inlined_at", "WARP_SZ"])
@pytest.mark.parametrize(
    "template",
    [
        ".global .b32 {};",
        ".func {}() {{ ret; }}",
        ".func f(.param .b32 {}) {{ ret; }}",
        ".entry k() {{ .reg .b32 a, b, c, d, {}; }}",
        ".entry k() {{ .reg .b32 {}<4>; }}",
        ".entry k() {{ {}: bra {}; }}",
        ".section .debug_str {{ {}: .b8 1 }}",
    ],
)
def test_keywords_cannot_be_names(word: str, template: str) -> None:
    wrong = errors(HEAD + template.format(word, word))
    assert wrong[0].code == "syntax-error"
    assert word in wrong[0].message


def test_a_malformed_line_marker_is_explained() -> None:
    (wrong,) = errors(HEAD + "#line 12\n")
    assert (wrong.code, wrong.line) == ("preprocessor-directive", 4)
    assert '# 12 "file"' in wrong.hint
