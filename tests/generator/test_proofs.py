"""Proofs: release notes and target notes say of forms what the clauses of the forms say."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.load import load
from generator.problems import RecordError
from generator.proofs import introductions, prove
from generator.resolve import resolve
from generator.validate import main
from tests.generator.record_trees import ADD, HERE, SUB, VALID, Edit, edited, marked, problems, write

NOTE, OLD, NEW = "target_notes/sm_90.yaml", "versions/7.0.yaml", "versions/8.0.yaml"
TARGET = "targets/sm_90.yaml"


def test_valid_tree_is_proved(tmp_path: Path) -> None:
    prove(resolve(load(write(tmp_path, VALID))))


def test_introductions_are_the_versions_of_all_clauses(tmp_path: Path) -> None:
    clause = '      - {id: base, ptx: "7.0", target: sm_80+}\n'
    later = '      - {id: more, ptx: "8.0", target: sm_90+}\n'
    isa = resolve(load(write(tmp_path, edited([Edit(SUB, clause, clause + later)]))))
    assert {form.id: introductions(form) for _, form, _ in isa.forms()} == {
        "add.plain": {"7.0"},
        "add.packed": {"8.0"},
        "sub.plain": {"7.0", "8.0"},
    }


CONTRADICTIONS = {
    "version announces a form too late": (
        [Edit(NEW, "forms: [add.packed]", f"{HERE}forms: [add.packed, sub.plain]")],
        "form sub.plain does not start in this version but in 7.0",
    ),
    "version does not announce a form": (
        [
            Edit(OLD, "forms: [add.plain, sub.plain]", "forms: [add.plain]"),
            Edit(SUB, "    availability", f"    {HERE}availability"),
        ],
        "form sub.plain starts in PTX 7.0, but isa/versions/7.0.yaml does not announce it",
    ),
    "second clause starts in a version that does not announce it": (
        [
            Edit(
                SUB,
                '    availability:\n      - {id: base, ptx: "7.0", target: sm_80+}\n',
                f'    {HERE}availability:\n      - {{id: base, ptx: "7.0", target: sm_80+}}\n'
                '      - {id: more, ptx: "8.0", target: sm_90+}\n',
            )
        ],
        "form sub.plain starts in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "target note on a form that starts elsewhere": (
        [Edit(NOTE, "forms: [add.packed]", f"{HERE}forms: [add.packed, sub.plain]")],
        "form sub.plain starts at sm_80, not at sm_90",
    ),
    "form that moved away from the note": (
        [Edit(ADD, "target: sm_90+", "target: sm_80+"), Edit(NOTE, "    forms", f"    {HERE}forms")],
        "form add.packed starts at sm_80, not at sm_90",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_reported_at_the_statement(name: str, tmp_path: Path) -> None:
    edits, message = CONTRADICTIONS[name]
    texts = edited(edits)
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


@pytest.mark.parametrize("change", ["changed", "clarified", "deprecated", "removed"])
def test_only_an_addition_announces_a_form(change: str, tmp_path: Path) -> None:
    texts = edited(
        [
            Edit(NEW, "change: added", f"change: {change}"),
            Edit(ADD, "    availability:\n      - {id: packed", f"    {HERE}availability:\n      - {{id: packed"),
        ]
    )
    message = "form add.packed starts in PTX 8.0, but isa/versions/8.0.yaml does not announce it"
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


def test_version_that_announces_a_form_of_several_versions_lists_them_in_order(tmp_path: Path) -> None:
    """7.0 comes before 8.0 and 10.0, as numbers do and texts do not."""
    ten = VALID[NEW].replace('"8.0"', '"10.0"').replace("12.0", "14.0").replace("add.packed", "add.plain, sub.plain")
    clause = '      - {id: base, ptx: "7.0", target: sm_80+}\n'
    texts = edited([Edit(SUB, clause, clause + '      - {id: more, ptx: "10.0", target: sm_90+}\n')])
    texts["versions/10.0.yaml"] = ten
    assert [(found.path, found.line, found.column, found.message) for found in problems(write(tmp_path, texts))] == [
        ("versions/10.0.yaml", 7, 52, "form add.plain does not start in this version but in 7.0"),
    ]
    texts["versions/8.0.yaml"] = texts["versions/8.0.yaml"].replace("[add.packed]", "[add.packed, sub.plain]")
    texts["versions/10.0.yaml"] = ten.replace("add.plain, ", "")
    assert [(found.path, found.message) for found in problems(write(tmp_path, texts))] == [
        ("versions/8.0.yaml", "form sub.plain does not start in this version but in 7.0, 10.0"),
    ]


def test_all_contradictions_are_reported_at_once(tmp_path: Path) -> None:
    texts = edited(
        [
            Edit(OLD, "[add.plain, sub.plain]", "[add.plain]"),
            Edit(NEW, "[add.packed]", "[add.packed, sub.plain]"),
            Edit(NOTE, "[add.packed]", "[add.packed, sub.plain]"),
        ]
    )
    with pytest.raises(RecordError) as caught:
        prove(resolve(load(write(tmp_path, texts))))
    assert [problem.path.parent.name for problem in caught.value.problems] == ["integer", "target_notes", "versions"]


# The command.


def test_validate_counts_the_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(write(tmp_path, VALID))]) == 0
    assert capsys.readouterr().out.split() == [
        *("document", "1", "erratum", "1", "instruction", "2", "modifier", "2"),
        *("target", "2", "target_note", "1", "type", "2", "version", "2"),
    ]


def test_validate_prints_problems_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, edited([Edit(SUB, "type: s32, summary: Minuend", "type: f99, summary: Minuend")]))
    assert main([str(tmp_path)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [f"{tmp_path / SUB}:12:25: operand 'a': unknown type 'f99'", "1 problem(s)"]


# Holes: these should hold and do not. Each mark goes when its hole is closed.


class Wrong(Exception):
    """The proofs say something else than they should; told apart from a mistake in the test."""


UNPROVED = {
    "a form deprecated by a version that is not in its record": [
        Edit(NEW, "changes:\n", "changes:\n  - {change: deprecated, summary: x, forms: [sub.plain]}\n")
    ],
    "a form removed by a version that is not in its record": [
        Edit(NEW, "changes:\n", "changes:\n  - {change: removed, summary: x, forms: [sub.plain]}\n")
    ],
    "a deprecation that no version announces": [
        Edit(SUB, "    no_semantics", '    deprecated: [{ptx: "8.0"}]\n    no_semantics')
    ],
    "a target added by another version than its own": [
        Edit(NEW, "changes:\n", "changes:\n  - {change: added, summary: x, targets: [sm_80]}\n")
    ],
    "a version without a target of its time": [Edit(NEW, "targets: [sm_80, sm_90]", "targets: [sm_80]")],
    "a version with a target of a later time": [Edit(OLD, "targets: [sm_80]", "targets: [sm_80, sm_90]")],
    "a form that starts at a target whose note does not say so": [
        Edit(NOTE, "    forms: [add.packed]\n", "    pending: x\n")
    ],
    "a target renamed to itself": [Edit(TARGET, "documented: true", "renamed: sm_90\ndocumented: true")],
    "an accelerated target that is its own family": [Edit(TARGET, "variant: base", "variant: accelerated")],
}
UNPROVED_TEXTS = {name: edited(edits) for name, edits in UNPROVED.items()}


@pytest.mark.xfail(strict=True, raises=Wrong, reason="records that contradict each other pass")
@pytest.mark.parametrize("name", UNPROVED_TEXTS)
def test_contradiction_is_found(name: str, tmp_path: Path) -> None:
    if not problems(write(tmp_path, UNPROVED_TEXTS[name])):
        raise Wrong(name)


@pytest.mark.xfail(strict=True, raises=Wrong, reason="the alternatives of a target expression are not told apart")
@pytest.mark.parametrize("expression", ["sm_80+ | sm_90+", "sm_90 | sm_80"])
def test_note_may_be_about_one_of_several_targets(expression: str, tmp_path: Path) -> None:
    texts = edited([Edit(ADD, "target: sm_90+", f"target: {expression}")])
    found = problems(write(tmp_path, texts))
    if found:
        raise Wrong(found)


@pytest.mark.xfail(strict=True, raises=Wrong, reason="the command does not prove what the build proves")
def test_validate_proves(tmp_path: Path) -> None:
    write(tmp_path, edited([Edit(OLD, "[add.plain, sub.plain]", "[add.plain]")]))
    if main([str(tmp_path)]) == 0:
        raise Wrong
