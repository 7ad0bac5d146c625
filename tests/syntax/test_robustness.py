"""Any text can be parsed; each diagnostic is inside the text, once; accepted text can be printed."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ptxisa.isa.versions import Version
from ptxisa.syntax.cursor import DIAGNOSTIC_LIMIT
from ptxisa.syntax.parser import parse, parse_statement, parse_statements
from ptxisa.syntax.printer import print_module
from ptxisa.syntax.tree import Module, same_tree
from tests.syntax.trees import MODULES as TREES
from tools.fuzz.properties import has_errors, module_checks, parses, statements_parse
from tools.fuzz.shapes import BODY, HEAD, SHAPES

CORPUS = Path.home() / ".cache" / "ptxisa" / "corpus"
"""Folder with modules of real compilers; tests use the modules that are there."""
NEWEST = Version(9, 5)
PATHS = sorted((Path(__file__).parent / "modules").glob("*.ptx"))
REAL = sorted(CORPUS.rglob("*.ptx"))[::20]
MODULES = [path.read_bytes() for path in PATHS]

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
ODD = st.sampled_from(
    [b"\xff", b"\xc3", b"\xed\xb0\x80", b"\0", b"\r\n", b"\r", b"\xef\xbb\xbf", b"\x1a", "é".encode()]
)


def check(text: str | bytes) -> None:
    """Parse in every way, and hold the findings and the printed tree against the text."""
    parses(text)
    statements_parse(text)


# Trees, printed and read again


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@given(TREES)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_trees_come_back_from_print(module: Module) -> None:
    printed = print_module(module)
    result = parse(printed, NEWEST)
    assert not has_errors(result.diagnostics), result.diagnostics
    assert same_tree(result.module, module)
    assert print_module(result.module) == printed


@pytest.mark.parametrize("path", PATHS + REAL, ids=lambda path: path.stem)
def test_real_modules_come_back_from_print(path: Path) -> None:
    result = parses(path.read_bytes())
    assert not has_errors(result.diagnostics)


# Text without sense


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
@settings(max_examples=300, deadline=None)
def test_random_tokens(tokens: list[str]) -> None:
    check(" ".join(tokens))
    check(BODY + " ".join(tokens))
    check(HEAD + "\n".join(tokens))


# Modules with damage


def edited(data: bytes, kind: str, place: int, length: int, new: bytes) -> bytes:
    """Return a text with a part deleted, doubled, inserted or swapped with the next part."""
    place %= len(data) + 1
    before, part, after = data[:place], data[place : place + length], data[place + length :]
    changed = {
        "delete": after,
        "double": part + part + after,
        "swap": after[:length] + part + after[length:],
        "insert": new + part + after,
    }
    return before + changed[kind]


EDITS = st.tuples(
    st.sampled_from(["delete", "double", "swap", "insert"]),
    st.integers(0, 5000),
    st.integers(1, 30),
    ODD | st.lists(TOKENS, max_size=3).map(lambda tokens: " ".join(tokens).encode()),
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Return a real module after a few edits."""
    data = draw(st.sampled_from(MODULES))
    for edit in draw(st.lists(EDITS, min_size=1, max_size=4)):
        data = edited(data, *edit)
    return data


@given(damaged())
@settings(max_examples=300, deadline=None)
def test_damaged_modules(data: bytes) -> None:
    check(data)


@given(damaged())
@settings(max_examples=100, deadline=None)
def test_damaged_modules_are_checked(data: bytes) -> None:
    module_checks(data)


@given(st.sampled_from(MODULES), st.integers(0, 3000))
@settings(max_examples=100, deadline=None)
def test_truncated_modules(module: bytes, length: int) -> None:
    check(module[:length])


# Growth

SMALL, FOUR_TIMES = 10_000, 40_000


DENSE_DATA = ("code", "array", "nested array", "debug section", "debug section of rows", "comments")


def steps(text: str) -> int:
    """Return the number of function calls while a text is parsed: a measure of time without noise."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        parse(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_text_alone(shape: str) -> None:
    small, large = (steps(SHAPES[shape](size)) for size in (SMALL, FOUR_TIMES))
    assert large <= 4.4 * small + 5000


@pytest.mark.parametrize("shape", DENSE_DATA)
def test_memory_is_less_than_twenty_times_the_text(shape: str) -> None:
    text = SHAPES[shape](200_000)
    tracemalloc.start()
    try:
        result = parse(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result.module.items or has_errors(result.diagnostics) or shape == "comments"
    assert most < 20 * len(text)


MANY = 20_000


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
    assert same_tree(parse(print_module(result.module)).module, result.module)


@pytest.mark.parametrize("shape", SHAPES)
def test_hostile_shapes_end_in_an_answer(shape: str) -> None:
    text = SHAPES[shape](100_000)
    assert len(parse(text).diagnostics) <= DIAGNOSTIC_LIMIT + 1
    assert len(parse_statements(text).diagnostics) <= DIAGNOSTIC_LIMIT + 1


def test_ten_megabytes_of_one_token() -> None:
    name = "a" * 10_000_000
    assert [diagnostic.code for diagnostic in parse(name).diagnostics] == ["missing-version", "missing-target"]
    assert parse_statement(name).instruction is not None
    assert [diagnostic.code for diagnostic in parse_statement("x " + "1" * 10_000_000).diagnostics] == [
        "constant-overflow"
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("a" * 100_000, "." + "b" * 100_000, '"' + "c" * 100_000, "1" * 100_000 + "x", "é" * 100_000),
        *(f"x {'a' * 100_000}.b.c;", f"{HEAD}.entry {'a' * 100_000}() {{", '"\n"' * 3, '"\udcff"', "x \x00\x1b;"),
    ],
)
def test_messages_are_short_and_show(text: str) -> None:
    for finding in (*parse(text).diagnostics, *parse_statements(text).diagnostics):
        assert len(finding.message) < 200
        assert len(finding.hint) < 200
        assert finding.message.isprintable()


def test_errors_are_limited_in_text_that_is_skipped() -> None:
    result = parse(b".version 8.0\n.target sm_90\nx {" + b"\xff " * 2000 + b"}")
    assert len(result.diagnostics) == DIAGNOSTIC_LIMIT + 1
