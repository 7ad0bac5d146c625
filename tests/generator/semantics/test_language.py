"""Parsing: the tree of what is allowed, and one exact error with its place for what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.problems import RecordError
from generator.semantics.language import MAX_CHARACTERS, MAX_DEPTH, parse
from generator.semantics.source import RecordText

HAVE = "types have bits, signed, elements, element, min, max, index, mask"
SOURCE = RecordText(Path("record.yaml"), line=10, column=7)


def rejection(text: str) -> tuple[int, int, str]:
    """Return the position within the text, both from 1, and the message of the only error."""
    with pytest.raises(RecordError) as caught:
        parse(text, SOURCE)
    (problem,) = caught.value.problems
    assert problem.path == Path("record.yaml")
    return problem.line - 9, problem.column - 6, problem.message


def outside(what: str) -> str:
    return f"{what} is not part of the semantics language"


def operator(sign: str, hint: str = "") -> str:
    return f"the operator {sign} is not part of the semantics language{hint}"


REJECTED = [
    ("import os", 1, 1, outside("import")),
    ("from os import path", 1, 1, outside("import")),
    ("d = a; import os", 1, 8, outside("import")),
    ("while a:\n    d = 1", 1, 1, outside("while")),
    ("if a:\n    d = 1\nelse:\n    return d", 4, 5, outside("return")),
    ("def f():\n    d = 1", 1, 1, outside("def")),
    ("class A:\n    d = 1", 1, 1, outside("class")),
    ("async def f():\n    d = 1", 1, 1, outside("async")),
    ("try:\n    d = 1\nfinally:\n    d = 2", 1, 1, outside("try")),
    ("with a:\n    d = 1", 1, 1, outside("with")),
    ("match a:\n    case 1:\n        d = 1", 1, 1, outside("match")),
    ("raise a", 1, 1, outside("raise")),
    ("assert a", 1, 1, outside("assert")),
    ("del a", 1, 1, outside("del")),
    ("global a", 1, 1, outside("global")),
    ("nonlocal a", 1, 1, outside("nonlocal")),
    ("pass", 1, 1, outside("pass")),
    ("for i in range(3):\n    break", 2, 5, outside("break")),
    ("for i in range(3):\n    continue", 2, 5, outside("continue")),
    ("a", 1, 1, outside("an expression that is not assigned")),
    ("print(a)", 1, 1, outside("an expression that is not assigned")),
    ("d: int = 1", 1, 1, outside("an annotation")),
    ("d = lambda: 1", 1, 5, outside("lambda")),
    ("d = [i for i in a]", 1, 5, outside("a comprehension")),
    ("d = {i for i in a}", 1, 5, outside("a comprehension")),
    ("d = {i: i for i in a}", 1, 5, outside("a comprehension")),
    ("d = min((i for i in a), 2)", 1, 9, outside("a comprehension")),
    ("d = [1]", 1, 5, outside("a list")),
    ("d = {1}", 1, 5, outside("a set")),
    ("d = {1: 2}", 1, 5, outside("a dictionary")),
    ("d = (1, 2)", 1, 5, outside("a tuple")),
    ("d = (a := 1)", 1, 6, outside(":=")),
    ("d = f'{a}'", 1, 5, outside("a formatted string")),
    ("d = yield", 1, 5, outside("yield")),
    ("d = await a", 1, 5, outside("await")),
    ("d = *a", 1, 5, outside("*")),
    ("d = a[1:0, 3]", 1, 7, outside("a tuple")),
    ("d = a ** 2", 1, 5, operator("**", "; use <<")),
    ("d = a / b", 1, 5, operator("/", "; use quotient(a, b)")),
    ("d = a // b", 1, 5, operator("//", "; use quotient(a, b) or >>")),
    ("d = 1 + a % b", 1, 9, operator("%", "; use remainder(a, b)")),
    ("d = a @ b", 1, 5, operator("@")),
    ("d = +a", 1, 5, operator("unary +")),
    ("d = a is b", 1, 5, operator("is", "; use ==")),
    ("d = a is not b", 1, 5, operator("is not", "; use !=")),
    ("d /= a", 1, 1, operator("/", "; use quotient(a, b)")),
    ("d = 1.5", 1, 5, "1.5 is not an integer"),
    ("d = 1j", 1, 5, "1j is not an integer"),
    ("d = None", 1, 5, "None is not an integer"),
    ("d = ...", 1, 5, "... is not an integer"),
    ("d = b'x'", 1, 5, "b'x' is not an integer"),
    ("d = 'x'", 1, 5, "a string is allowed only in a comparison"),
    ("d = 'ä' + (1.5)", 1, 5, "a string is allowed only in a comparison"),
    ("x = 'ä' == 'ö'; d = 1.5", 1, 21, "1.5 is not an integer"),
    ("d = a < b < c", 1, 5, "comparisons are not chained; join them with and"),
    ("d = mode in x", 1, 13, "'in' is followed by constants in parentheses: (\"x\", \"y\")"),
    ("d = mode in (x, y)", 1, 13, "'in' is followed by constants in parentheses: (\"x\", \"y\")"),
    ("d = mode in ()", 1, 13, "'in' is followed by constants in parentheses: (\"x\", \"y\")"),
    ("d = e = 1", 1, 1, "one assignment has one target"),
    ("d, e = a", 1, 1, "only names, elements and slices can be assigned"),
    ("a.bits = 1", 1, 1, "only names, elements and slices can be assigned"),
    ("signed = 1", 1, 1, "signed is a function of the language"),
    ("abs[3] = 1", 1, 1, "abs is a function of the language"),
    ("for i in a:\n    d = 1", 1, 10, "a loop runs over range(…)"),
    ("for i in range():\n    d = 1", 1, 10, "a loop runs over range(…)"),
    ("for i in range(1, 2, 3, 4):\n    d = 1", 1, 10, "a loop runs over range(…)"),
    ("for i in a.range(3):\n    d = 1", 1, 10, "a loop runs over range(…)"),
    ("for i in signed(3):\n    d = 1", 1, 10, "a loop runs over range(…)"),
    ("for i in range(stop=3):\n    d = 1", 1, 10, "a loop runs over range(…)"),
    ("for i, j in range(3):\n    d = 1", 1, 5, "a loop has one variable"),
    ("for i in range(3):\n    d = 1\nelse:\n    d = 2", 4, 5, "a loop has no else"),
    ("d = a[1:2:3]", 1, 5, "a slice is [high:low]"),
    ("d = a[:2]", 1, 5, "a slice is [high:low]"),
    ("d = a[2:]", 1, 5, "a slice is [high:low]"),
    ("d = signd(a, 1)", 1, 5, "unknown function signd; did you mean signed?"),
    ("d = __import__('os')", 1, 5, "unknown function __import__"),
    ("d = a.real(1)", 1, 5, "only the functions of the language can be called"),
    ("d = signed(a)", 1, 5, "signed takes 2 argument(s), not 1"),
    ("d = max(a)", 1, 5, "max takes 2 to 8 argument(s), not 1"),
    ("d = signed(a, n=1)", 1, 15, "arguments have no names"),
    ("d = type.bit", 1, 5, f"unknown property .bit; {HAVE}; did you mean bits?"),
    ("d = a.__class__", 1, 5, f"unknown property .__class__; {HAVE}"),
    ("d = (a + b).bits", 1, 5, ".bits is a property of types, and this is not a type"),
    ("d = 0x1" + 256 * "0", 1, 5, "a constant has at most 1024 bits"),
    ("", 1, 1, "the text has no statement"),
    ("# nothing", 1, 1, "the text has no statement"),
    ("d = a\n  e = 1", 2, 2, "not well-formed: unexpected indent"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "message"), REJECTED)
def test_rejected(text: str, line: int, column: int, message: str) -> None:
    assert rejection(text) == (line, column, message)


@pytest.mark.parametrize(
    "text",
    [
        "d = " + "(" * 1000 + "1" + ")" * 1000,
        "d = " + "-" * 5000 + "a",
        "d = " + "~" * 5000 + "a",
        "d = " + "not " * 4000 + "a",
        "d = a" + " + a" * 3000,
        "d = a" + "[0]" * 3000,
        "d = " + "min(1, " * 1000 + "1" + ")" * 1000,
        "d = " + "1 if a else " * 1000 + "0",
        "\n".join(" " * level + "if a:" for level in range(120)) + "\n" + " " * 120 + "d = 1",
    ],
)
def test_deep_nesting_is_one_error(text: str) -> None:
    _, _, message = rejection(text)
    assert "nested" in message or "too many" in message


def test_the_tree_of_a_text_has_a_greatest_depth() -> None:
    """Levels of the tree: an assignment, its operators, a name, and its context."""
    assert parse("d = " + "~" * (MAX_DEPTH - 3) + "a", SOURCE).statements
    message = f"nested deeper than {MAX_DEPTH} levels"
    assert rejection("d = " + "~" * (MAX_DEPTH - 2) + "a") == (1, 1, message)
    assert rejection("d = 1\nif a:\n    e = " + "~" * MAX_DEPTH + "a") == (3, 1, message)


def test_a_text_of_the_greatest_length_is_parsed() -> None:
    assert rejection("#" * MAX_CHARACTERS) == (1, 1, "the text has no statement")
    assert rejection("#" * (MAX_CHARACTERS + 1))[2].startswith(f"the text has {MAX_CHARACTERS + 1} characters;")


def test_long_text_is_rejected_unparsed() -> None:
    assert rejection("(" * 100_000) == (1, 1, f"the text has 100000 characters; at most {MAX_CHARACTERS} are allowed")


@pytest.mark.parametrize("text", ["d = 1\0", "d = \ud800", "d = $", "d = (", "d = 9" + 5000 * "9"])
def test_malformed_text_is_one_error(text: str) -> None:
    assert rejection(text)[2].startswith("not well-formed: ")


@pytest.mark.parametrize("text", ["d = 1\0", "d = \ud800"])
def test_an_error_without_a_place_is_reported_at_the_start(text: str) -> None:
    assert rejection(text)[:2] == (1, 1)


def test_text_nested_too_deep_for_python_is_reported_at_the_start() -> None:
    assert rejection("d = " + "-" * 5000 + "a") == (1, 1, f"nested deeper than {MAX_DEPTH} levels")


def test_comments() -> None:
    text = "# first\nd = a  # beside\nif a == '# no':\n    # within\n    d = 1\n"
    comments = [(comment.place.line, comment.text, comment.alone) for comment in parse(text, SOURCE).comments]
    assert comments == [(1, "first", True), (2, "beside", False), (4, "within", True)]


def test_nothing_is_executed() -> None:
    with pytest.raises(RecordError):
        parse("d = exit(1)", SOURCE)
