"""Python source: parentheses keep the meaning, long statements are broken, and nothing else changes."""

from __future__ import annotations

import ast
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.backends.code import (
    LEVELS,
    WIDTH,
    CodeText,
    call,
    choice,
    infix,
    literal,
    prefix,
    statement,
)


class Drawn(NamedTuple):
    """A random expression: as the back ends print it, and with parentheses around every part."""

    code: CodeText
    parenthesized: str


LEAVES = [*((CodeText(name), name) for name in "abc"), *((literal(number), f"({number})") for number in (7, -3, 1000))]
INFIX = sorted(set(LEVELS) - {"<<", ">>"})


def larger(inner: st.SearchStrategy[Drawn]) -> st.SearchStrategy[Drawn]:
    """Return a strategy for expressions that have drawn expressions as operands."""
    return st.one_of(
        st.builds(
            lambda sign, x, y: Drawn(infix(sign, x.code, y.code), f"({x.parenthesized} {sign} {y.parenthesized})"),
            st.sampled_from(INFIX),
            inner,
            inner,
        ),
        st.builds(
            lambda sign, x: Drawn(prefix(sign, x.code), f"({sign}{x.parenthesized})"),
            st.sampled_from(["-", "~", "not "]),
            inner,
        ),
        st.builds(
            lambda test, x, y: Drawn(
                choice(test.code, x.code, y.code),
                f"({x.parenthesized} if {test.parenthesized} else {y.parenthesized})",
            ),
            inner,
            inner,
            inner,
        ),
        st.builds(
            lambda x, y: Drawn(call("max", [x.code, y.code]), f"max({x.parenthesized}, {y.parenthesized})"),
            inner,
            inner,
        ),
    )


EXPRESSIONS = st.recursive(st.sampled_from(LEAVES).map(lambda leaf: Drawn(*leaf)), larger, max_leaves=12)


# Python deprecates `~` of a truth value, which generated code never has: its truth values are numbers.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::SyntaxWarning")
@given(EXPRESSIONS, st.tuples(*[st.integers(-9, 9)] * 3))
def test_parentheses_keep_the_meaning(drawn: Drawn, values: tuple[int, int, int]) -> None:
    names = dict(zip("abc", values, strict=True))
    assert eval(drawn.code.text, names) == eval(drawn.parenthesized, dict(names))


@given(EXPRESSIONS, st.integers(0, 8))
def test_a_broken_statement_is_the_same_statement(drawn: Drawn, indent: int) -> None:
    flat = f"value = {drawn.code}"
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
