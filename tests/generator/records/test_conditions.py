"""Conditions on operands: whether one that is optional is there, and how one that may be a name is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.record_trees import HERE, SUB, Edit, edited, marked, problems, write

ONE_WAY = "is written in one way only, so no condition can ask for it"


def syntax(written: str, said: str) -> list[Edit]:
    """A form with an optional result p and a texture c, and a rule that holds when `said` does."""
    operands = "      p: {access: write, type: s32, summary: x}\n      c: {access: read, kind: texture, summary: x}\n"
    rule = f"    rules: [{{id: one, when: {{{said}}}, require: {{s32: true}}, why: X.}}]\n"
    return [
        Edit(SUB, "syntax: sub.s32 d, a, b", f'syntax: "{written}"'),
        Edit(SUB, "      b: {", f"{operands}      b: {{"),
        Edit(SUB, "    operands:\n", f"{rule}    operands:\n"),
    ]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("c: true", ""),
        ("c: false", ""),
        ("p: true", ""),
        (f"{HERE}d: true", "operand 'd' is not optional"),
        (f"{HERE}b: false", "operand 'b' is not optional"),
        ("c: [register]", ""),
        ("c: [register, variable, other]", ""),
        (f"{HERE}c: [sat]", f"operand 'c' {ONE_WAY}"),
        (f"{HERE}b: [register]", f"operand 'b' {ONE_WAY}"),
    ],
)
def test_a_condition_asks_whether_an_operand_is_there_or_how_it_is_written(
    said: str, message: str, tmp_path: Path
) -> None:
    texts = edited(syntax("sub.s32 d{|p}, a, b{, c}", said))
    found = [one for one in problems(write(tmp_path, texts)) if "operand" in one.message]
    assert found == ([marked(texts, message)] if message else [])
