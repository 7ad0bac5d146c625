"""Python source: parentheses keep the meaning, long statements are broken, and nothing else changes."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.backends.code import (
    ATOM,
    CHOICE,
    LEVELS,
    NOT,
    SUM,
    UNARY,
    WIDTH,
    Code,
    branch,
    call,
    choice,
    infix,
    items_of,
    laid_out,
    literal,
    method,
    packed,
    prefix,
    statement,
)

A, B, C = Code("a"), Code("b"), Code("c")


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
def test_parentheses(code: Callable[[], Code], text: str) -> None:
    assert code().text == text


@pytest.mark.parametrize(
    ("code", "level"),
    [
        (lambda: infix("+", A, B), SUM),
        (lambda: prefix("not ", A), NOT),
        (lambda: prefix("-", A), UNARY),
        (lambda: prefix("~", A), UNARY),
        (lambda: choice(A, B, C), CHOICE),
        (lambda: call("f", [A]), ATOM),
    ],
)
def test_an_expression_has_the_level_of_its_outermost_operator(code: Callable[[], Code], level: int) -> None:
    assert code().level == level


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


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (31, "31"), (127, "127"), (128, "128"), (254, "254"), (255, "0xFF"), (256, "0x100"), (257, "257"),
     (1000, "1000"), (-128, "-128"), (-254, "-254"), (-255, "-0xFF"), (-256, "-0x100"), (99_999, "99999"),
     (100_000, "0x186A0"), (-99_999, "-99999"), (-100_000, "-0x186A0"), (2**64 - 1, "0xFFFFFFFFFFFFFFFF")],
)  # fmt: skip
def test_literal(value: int, text: str) -> None:
    assert literal(value).text == text


@pytest.mark.parametrize(("value", "level"), [(-1, UNARY), (0, ATOM), (1, ATOM)])
def test_a_sign_is_an_operator(value: int, level: int) -> None:
    assert literal(value).level == level


def trees() -> st.SearchStrategy[Code]:
    """Random expressions beside the fully parenthesised text of the same."""
    leaf = st.sampled_from([Code("a"), Code("b"), literal(7), literal(-3), literal(1000)])
    return st.recursive(leaf, _larger, max_leaves=12)


def _larger(inner: st.SearchStrategy[Code]) -> st.SearchStrategy[Code]:
    return st.one_of(
        st.builds(infix, st.sampled_from(sorted(set(LEVELS) - {"<<", ">>"})), inner, inner),
        st.builds(prefix, st.sampled_from(["-", "~", "not "]), inner),
        st.builds(choice, inner, inner, inner),
        st.builds(lambda one, two: call("max", [one, two]), inner, inner),
    )


@given(trees(), st.integers(0, 8))
def test_a_broken_statement_is_the_same_statement(code: Code, indent: int) -> None:
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


def test_items_share_a_line_up_to_its_last_column() -> None:
    first, fits, longer = (f"    {letter * length}," for letter, length in (("a", 20), ("b", 91), ("c", 92)))
    assert len(f"{first} {fits.lstrip()}") == WIDTH
    assert list(packed([[first], [fits], [first]], 4)) == [f"{first} {fits.lstrip()}", first]
    assert list(packed([[first], [longer]], 4)) == [first, longer]


def test_an_item_of_several_lines_shares_none() -> None:
    long = ["    f(", "        a,", "    ),"]
    assert list(packed([["    a,"], ["    b,"], long, ["    c,"], ["    d,"]], 4)) == ["    a, b,", *long, "    c, d,"]
    assert list(packed([long, long], 4)) == [*long, *long]


def test_lines_keep_their_indentation() -> None:
    long = f"f({', '.join(f'argument_{i}' for i in range(20))})"
    assert laid_out(["    if a:", "        x = 1"]) == ["    if a:", "        x = 1"]
    assert laid_out(["    if a:", f"        {long}"]) == ["    if a:", *statement(long, 8)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = " + "a" * 110, ["    x = " + "a" * 110]),
        ("x = " + "a" * 111, ["    x = (", "        " + "a" * 111, "    )"]),
        ("x = f(" + "a" * 107 + ")", ["    x = f(" + "a" * 107 + ")"]),
        ("x = f(" + "a" * 108 + ")", ["    x = f(", "        " + "a" * 108 + ",", "    )"]),
        ("f(" + "a" * 111 + ")", ["    f(" + "a" * 111 + ")"]),
        ("f(" + "a" * 112 + ")", ["    f(", "        " + "a" * 112 + ",", "    )"]),
        ("x = f(" + "a" * 50 + ", " + "b" * 57 + ")",
         ["    x = f(", "        " + "a" * 50 + ", " + "b" * 57 + ",", "    )"]),
        ("x = f(" + "a" * 50 + ", " + "b" * 58 + ")",
         ["    x = f(", "        " + "a" * 50 + ",", "        " + "b" * 58 + ",", "    )"]),
        ("x = f(b, g(" + "a" * 110 + "), c) + 1",
         ["    x = f(", "        b,", "        g(", "            " + "a" * 110 + ",", "        ),", "        c,",
          "    ) + 1"]),
        ("x = f(b) + g(" + "a" * 110 + ")", ["    x = f(b) + g(", "        " + "a" * 110 + ",", "    )"]),
        ("x = " + "a" * 60 + " | (b | c) | -" + "d" * 60,
         ["    x = (", "        " + "a" * 60, "        | (b | c)", "        | -" + "d" * 60, "    )"]),
        ("x = " + "a" * 60 + " and ((b + c) and d) and " + "e" * 60,
         ["    x = (", "        " + "a" * 60, "        and ((b + c) and d)", "        and " + "e" * 60, "    )"]),
    ],
)  # fmt: skip
def test_a_statement_that_is_too_long_is_broken_at_its_longest_call_or_its_operators(
    text: str, lines: list[str]
) -> None:
    assert statement(text, 4) == lines


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("a", ["a"]),
        ("a, b,c", ["a", "b", "c"]),
        ("f(a, b), [c, d], {e, f}", ["f(a, b)", "[c, d]", "{e, f}"]),
        ("f(g(a, b), (c, d)), e", ["f(g(a, b), (c, d))", "e"]),
        ("*, a", ["*", "a"]),
    ],
)
def test_items_are_cut_at_commas_outside_brackets(text: str, items: list[str]) -> None:
    assert items_of(text) == items
