"""Conditions on operands: whether one that is optional is there, and how one that may be a name is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.record_trees import HERE, SUB, Edit, edited, marked, problems, write

ONE_WAY = "has one spelling only: it cannot be in a condition"


def syntax(written: str, when: str) -> list[Edit]:
    """Return a form with an optional result p and a texture c, and a rule that holds when `when` does."""
    operands = "      p: {access: write, type: s32, summary: x}\n      c: {access: read, kind: texture, summary: x}\n"
    rule = f"    rules: [{{id: one, when: {{{when}}}, require: {{s32: true}}, why: X.}}]\n"
    return [
        Edit(SUB, "syntax: sub.s32 d, a, b", f'syntax: "{written}"'),
        Edit(SUB, "      b: {", f"{operands}      b: {{"),
        Edit(SUB, "    operands:\n", f"{rule}    operands:\n"),
    ]


@pytest.mark.parametrize(
    ("when", "message"),
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
        ("any: [{p: true}, {c: [register]}]", ""),
        (f"any: [{{p: true}}, {{{HERE}d: true}}]", "operand 'd' is not optional"),
        (f"not: {{{HERE}d: true}}", "operand 'd' is not optional"),
    ],
)
def test_a_condition_tests_presence_or_spelling_of_an_operand(when: str, message: str, tmp_path: Path) -> None:
    texts = edited(syntax("sub.s32 d{|p}, a, b{, c}", when))
    reported = [problem for problem in problems(write(tmp_path, texts)) if "operand" in problem.message]
    assert reported == ([marked(texts, message)] if message else [])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("max(type) > 40: true", ""),
        (f"{HERE}width(type) < 80: true", "width(type) < 80 is always true"),
        (f"{HERE}max(type) < 8: true", "max(type) < 8 is never true"),
        (f"{HERE}width(typ) < 32: true", "comparison of unknown slot 'typ'; did you mean type?"),
        (f"{HERE}max(type) > 40: [u32]", "a comparison is true or false"),
        (f"{HERE}size(type) < 40: true", "'size(type)' is neither a number nor width, min, max or len of a slot"),
    ],
)
def test_comparisons_must_be_able_to_decide(entry: str, message: str, tmp_path: Path) -> None:
    rule = f"    rules: [{{id: one, when: {{{entry}}}, require: {{sat: true}}, why: X.}}]\n"
    edits = [
        Edit(SUB, "syntax: sub.s32 d, a, b", 'syntax: "sub{.sat}.{type} d, a, b"\n    where: {type: [s32, b32]}'),
        Edit(SUB, "    operands:\n", f"{rule}    operands:\n"),
    ]
    texts = edited(edits)
    reported = [
        problem
        for problem in problems(write(tmp_path, texts))
        if "type" in problem.message or "compar" in problem.message
    ]
    assert reported == ([marked(texts, message)] if message else [])


def test_only_rules_have_alternatives(tmp_path: Path) -> None:
    texts = edited([Edit(SUB, "target: sm_80+", f"target: sm_80+, when: {{{HERE}not: {{s32: false}}}}")])
    assert marked(texts, "only rules and limits can have any, not and comparisons") in problems(write(tmp_path, texts))


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("a <= b", ""),
        ("0 <= a <= 2^8 - 1", ""),
        ("a % 4 == 0", ""),
        ("a <= width(type)", "limit of unknown slot 'type'"),
        ("a <= c", "limit of unknown operand 'c'"),
        ("1 <= 2", "a limit names an operand"),
        ("a <= (b)", "'(b)' is not a number, an operand, or a function of a slot"),
    ],
)
def test_a_limit_names_operands_and_slots_of_its_form(limit: str, message: str, tmp_path: Path) -> None:
    line = f'    limits: [{{id: one, {HERE}require: "{limit}", why: X.}}]\n'
    texts = edited([Edit(SUB, "    operands:\n", f"{line}    operands:\n")])
    reported = [
        problem
        for problem in problems(write(tmp_path, texts))
        if "operand" in problem.message or "limit" in problem.message
    ]
    assert reported == ([marked(texts, message)] if message else [])
