"""Python source: parentheses keep the meaning, long statements are broken, and nothing else changes."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.backends.code import (
    LEVELS,
    WIDTH,
    CodeText,
    branch,
    call,
    choice,
    infix,
    literal,
    method,
    prefix,
    statement,
)

A, B, C = CodeText("a"), CodeText("b"), CodeText("c")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (lambda: infix("+", infix("*", A, B), C), "a * b + c"),
        (lambda: infix("*", infix("+", A, B), C), "(a + b) * c"),
        (lambda: infix("-", A, infix("-", B, C)), "a - (b - c)"),
        (lambda: infix("-", infix("-", A, B), C), "a - b - c"),
        (lambda: infix("+", A, infix("+", B, C)), "a + (b + c)"),
        (lambda: infix("&", A, infix("&", B, C)), "a & b & c"),
        (lambda: infix("&", infix(">>", A, B), C), "(a >> b) & c"),
        (lambda: infix(">>", infix("+", A, B), C), "(a + b) >> c"),
        (lambda: infix("<", infix("+", A, B), C), "a + b < c"),
        (lambda: infix("&", infix("<", A, B), C), "(a < b) & c"),
        (lambda: infix("and", infix("<", A, B), C), "a < b and c"),
        (lambda: infix("or", infix("and", A, B), C), "(a and b) or c"),
        (lambda: infix("<", infix("<", A, B), C), "(a < b) < c"),
        (lambda: prefix("-", infix("*", A, B)), "-(a * b)"),
        (lambda: prefix("~", prefix("-", A)), "~-a"),
        (lambda: prefix("not ", infix("<", A, B)), "not a < b"),
        (lambda: prefix("not ", infix("and", A, B)), "not (a and b)"),
        (lambda: choice(infix("<", A, B), literal(1), literal(2)), "1 if a < b else 2"),
        (lambda: choice(choice(A, B, C), A, B), "a if (b if a else c) else b"),
        (lambda: infix("<", infix("*", A, B), C), "a * b < c"),
        (lambda: infix("<", A, infix("<", B, C)), "a < (b < c)"),
        (lambda: infix("&", infix("|", A, B), C), "(a | b) & c"),
        (lambda: infix("<<", A, infix("<<", B, C)), "a << (b << c)"),
        (lambda: infix("*", prefix("-", A), B), "-a * b"),
        (lambda: prefix("not ", infix("+", A, B)), "not a + b"),
        (lambda: prefix("-", infix("<", A, B)), "-(a < b)"),
        (lambda: method(A, "view", ["int32"]), "a.view(int32)"),
        (lambda: choice(A, B, choice(A, B, C)), "b if a else (b if a else c)"),
        (lambda: infix("+", choice(A, B, C), C), "(b if a else c) + c"),
        (lambda: method(infix("+", A, B), "view", ["int32"]), "(a + b).view(int32)"),
        (lambda: method(prefix("-", A), "view", ["int32"]), "(-a).view(int32)"),
        (lambda: call("f", [A, choice(A, B, C)]), "f(a, b if a else c)"),
        (lambda: infix("-", A, literal(-1)), "a - -1"),
        (lambda: infix("*", A, B), "a * b"),
        (lambda: infix("*", A, B, symbol="×"), "a × b"),
    ],
)  # fmt: skip
def test_parentheses(code: Callable[[], CodeText], text: str) -> None:
    assert code().text == text


ONE, TWO = ["        x = 1"], ["        x = 2", "        y = 3"]
INNER = [
    "        if b:",
    "            x = 1",
    "        elif c:",
    "            x = 2",
    "        else:",
    "            x = 3",
]
CALL = ["        if f(", "            b,", "        ):", "            x = 1"]


@pytest.mark.parametrize(
    ("yes", "no", "lines"),
    [
        ([], [], []),
        (ONE, [], ["    if a:", *ONE]),
        ([], TWO, ["    if not a:", *TWO]),
        (ONE, TWO, ["    if a:", *ONE, "    else:", *TWO]),
        (INNER, ONE, ["    if a:", *INNER, "    else:", *ONE]),
        ([], INNER, ["    if not a:", *INNER]),
        (ONE, [*INNER, *TWO], ["    if a:", *ONE, "    else:", *INNER, *TWO]),
        (ONE, [*INNER, *INNER], ["    if a:", *ONE, "    else:", *INNER, *INNER]),
        (ONE, [*TWO, *INNER], ["    if a:", *ONE, "    else:", *TWO, *INNER]),
        (ONE, INNER,
         ["    if a:", *ONE, "    elif b:", *ONE, "    elif c:", "        x = 2", "    else:", "        x = 3"]),
        (TWO, CALL, ["    if a:", *TWO, "    elif f(", "        b,", "    ):", "        x = 1"]),
    ],
)  # fmt: skip
def test_branch(yes: list[str], no: list[str], lines: list[str]) -> None:
    assert branch(A, yes, no, 4) == lines


def trees() -> st.SearchStrategy[CodeText]:
    """Draw random expressions with their fully parenthesized text."""
    leaf = st.sampled_from([CodeText("a"), CodeText("b"), literal(7), literal(-3), literal(1000)])
    return st.recursive(leaf, _larger, max_leaves=12)


def _larger(inner: st.SearchStrategy[CodeText]) -> st.SearchStrategy[CodeText]:
    return st.one_of(
        st.builds(infix, st.sampled_from(sorted(set(LEVELS) - {"<<", ">>"})), inner, inner),
        st.builds(prefix, st.sampled_from(["-", "~", "not "]), inner),
        st.builds(choice, inner, inner, inner),
        st.builds(lambda first, second: call("max", [first, second]), inner, inner),
    )


@given(trees(), st.integers(0, 8))
def test_a_broken_statement_is_the_same_statement(code: CodeText, indent: int) -> None:
    flat = f"value = {code}"
    lines = statement(flat, indent)
    again = "\n".join(line.removeprefix(" " * indent) for line in lines)
    assert ast.dump(ast.parse(again)) == ast.dump(ast.parse(flat))


@pytest.mark.parametrize(
    "text",
    [
        f"value = function({', '.join(f'argument_{i}' for i in range(20))})",
        f"value = {' | '.join(f'(argument_{i} & 15)' for i in range(20))}",
        f"return (function({', '.join(f'argument_{i}' for i in range(20))}),)",
        f"value = outer(a, inner({', '.join(f'argument_{i}' for i in range(20))})) + 1",
    ],
)
def test_long_statements_fit(text: str) -> None:
    lines = statement(text, 4)
    assert len(lines) > 1
    assert max(map(len, lines)) <= WIDTH
    assert all(line.startswith("    ") for line in lines)
    body = "\n".join(line[4:] for line in lines)
    assert ast.dump(ast.parse(f"def f():\n    {text}").body[0].body[0]) == ast.dump(  # type: ignore[attr-defined]
        ast.parse("def f():\n" + "\n".join(f"    {line}" for line in body.splitlines())).body[0].body[0]  # type: ignore[attr-defined]
    )
