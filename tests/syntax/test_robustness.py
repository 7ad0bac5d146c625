"""Whatever the text, the parser returns; what it reports lies in the text, once; what it accepts prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ptxisa.syntax.cursor import DIAGNOSTIC_LIMIT
from ptxisa.syntax.parser import parse, parse_statement, parse_statements
from ptxisa.syntax.printer import print_module
from ptxisa.syntax.tree import same

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
BODY = HEAD + ".entry k() {\n"
MODULES = [path.read_text() for path in sorted((Path(__file__).parent / "modules").glob("*.ptx"))]

TOKENS = st.sampled_from(
    [
        *"{}()[]<>,;:@!~+-*/%&|^?=_",
        *("add.u32", "a", "%r1", "call", "WARP_SZ", "generic", "v.x", "L", "1", "0x10U", "1.5", "0f3f800000", "08"),
        *(".version", ".target", ".address_size", ".entry", ".func", ".visible", ".extern", ".global", ".reg"),
        *(".param", ".align", ".v4", ".u32", ".b8", ".ptr", ".attribute", ".maxntid", ".noreturn", ".pragma", ".loc"),
        *(".file", ".section", ".alias", ".branchtargets", ".callprototype", ".s64", '"s"', "&&", "<<", "\n", "// c\n"),
        *("function_name", "inlined_at", "@@DWARF x", "# 1", "/*", "*/", '"', "é", "`", "9.0", "sm_90"),
    ]
)


def check(text: str | bytes) -> None:
    """Parse in every way, and hold the findings and the printed tree against the text."""
    parse_statement(text)
    parse_statements(text)
    result = parse(text)
    lines = result.source.text.split("\n")
    for finding in result.diagnostics:
        end_line, end_column = finding.end
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
        assert 1 <= end_column <= len(lines[end_line - 1]) + 1
        assert (finding.line, finding.column) <= finding.end
    assert len(set(result.diagnostics)) == len(result.diagnostics) <= DIAGNOSTIC_LIMIT + 1
    if not any(finding.severity == "error" for finding in result.diagnostics):
        assert same(parse(print_module(result.module)).module, result.module)


@given(st.binary(max_size=200))
@example(b"\x80" * 50)
@example(b"\xef\xbb\xbf.version 9.0")
def test_random_bytes(data: bytes) -> None:
    check(data)


@given(st.text(max_size=200))
@example("\udcff \ud800")
def test_random_text(text: str) -> None:
    check(text)


@given(st.lists(TOKENS, max_size=60))
@settings(max_examples=500)
def test_random_tokens(tokens: list[str]) -> None:
    check(" ".join(tokens))
    check(BODY + " ".join(tokens))
    check(HEAD + "\n".join(tokens))


@given(st.sampled_from(MODULES), st.integers(0, 3000))
@settings(max_examples=200)
def test_truncated_modules(module: str, length: int) -> None:
    check(module[:length])


@given(st.sampled_from(MODULES), st.integers(0, 3000), st.integers(0, 20), st.lists(TOKENS, max_size=3))
@settings(max_examples=300)
def test_damaged_modules(module: str, place: int, removed: int, inserted: list[str]) -> None:
    check(module[:place] + " ".join(inserted) + module[place + removed :])


MANY = 100_000


@pytest.mark.parametrize(
    "text",
    [
        *(BODY + bracket * MANY for bracket in "{([<"),
        *(HEAD + bracket * MANY for bracket in "{([<})]>;"),
        *(
            BODY + "x " + prefix * MANY + "1;"
            for prefix in ("(", "-", "!", "(.s64)", "1?", "1+", "1<<", "[", "{", "a[")
        ),
        BODY + "x " + "(" * MANY + "1" + ")" * MANY + ";",
        BODY + "{" * MANY + "}" * MANY + "}",
        HEAD + ".global .u32 x = " + "{" * MANY + "}" * MANY + ";",
        HEAD + ".global .u32 x" + "[" * MANY + ";",
        HEAD + ".func f() {" * MANY,
        HEAD + ".func f() {\n" * MANY,
        HEAD + ".entry " * MANY,
        HEAD + ".visible " * MANY,
        HEAD + ".section .a {" * MANY,
        BODY + "@" * MANY,
        BODY + "a b " * MANY,
        "é " * MANY,
        "/*" * MANY,
        '"' * MANY,
        "#" * MANY,
    ],
)
def test_deep_nesting_and_long_repetition(text: str) -> None:
    result = parse(text)
    assert 0 < len(result.diagnostics) <= DIAGNOSTIC_LIMIT + 1
    parse_statements(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (BODY + "ret;" * MANY + "}", MANY),
        (BODY + "L:" * MANY + "}", MANY),
        (BODY + "x " + "a," * MANY + "a;}", 1),
        (BODY + "x" + ".y" * MANY + ";}", 1),
        (BODY + "x " + ".y " * MANY + ";}", 1),
        (BODY + ".loc 1 2 3 " * MANY + "}", MANY),
        (BODY + "{}" * MANY + "}", MANY),
    ],
)
def test_long_modules_are_parsed_whole(text: str, count: int) -> None:
    result = parse(text)
    assert result.diagnostics == ()
    body = result.module.functions[0].body
    assert body is not None
    assert len(body.statements) == count
    assert same(parse(print_module(result.module)).module, result.module)


def test_ten_megabytes_of_one_token() -> None:
    name = "a" * 10_000_000
    assert [one.code for one in parse(name).diagnostics] == ["missing-version", "missing-target"]
    assert parse_statement(name).instruction is not None
    assert [one.code for one in parse_statement("x " + "1" * 10_000_000).diagnostics] == ["constant-overflow"]


def test_messages_stay_short() -> None:
    for text in ("a" * 100_000, "." + "b" * 100_000, '"' + "c" * 100_000, "1" * 100_000 + "x", "é" * 100_000):
        assert all(len(finding.message) < 200 and len(finding.hint) < 200 for finding in parse(text).diagnostics)
