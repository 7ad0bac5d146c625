"""Proofs: notes of targets say of forms what the clauses of the forms say, and targets and versions agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.load import load
from generator.records.problems import RecordError
from generator.records.proofs import prove
from generator.records.resolve import resolve
from generator.validate import main
from tests.generator.record_trees import ADD, HERE, SUB, VALID, Edit, edited, marked, problems, write

NOTE, OLD, NEW = "target_notes/sm_90.yaml", "versions/7.0.yaml", "versions/8.0.yaml"
TARGET = "targets/sm_90.yaml"


def test_valid_tree_is_proved(tmp_path: Path) -> None:
    prove(resolve(load(write(tmp_path, VALID))))


CONTRADICTIONS = {
    "target note on a form that starts elsewhere": (
        [Edit(NOTE, "forms: [add.packed]", f"forms: [add.packed, {HERE}sub.plain]")],
        "form sub.plain starts at sm_80, not at sm_90",
    ),
    "target added by another version than its own": (
        [Edit(NEW, "changes:\n", f"changes:\n  - {{change: added, summary: x, targets: [{HERE}sm_80]}}\n")],
        "target sm_80 is introduced in 7.0, not in this version",
    ),
    "target that no version adds": (
        [Edit(NEW, "target., targets: [sm_90]}", "target.}"), Edit(TARGET, "introduced", f"{HERE}introduced")],
        "target sm_90 is introduced in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "new name of a target that no version tells": (
        [Edit("targets/sm_80.yaml", "documented: true", f"{HERE}renamed: sm_90\ndocumented: true")],
        "target sm_80 is renamed in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "version without a target of its time": (
        [Edit(NEW, "targets: [sm_80, sm_90]", f"{HERE}targets: [sm_80]")],
        "target sm_90, introduced in 8.0, is missing",
    ),
    "version with a target of a later time": (
        [Edit(OLD, "targets: [sm_80]\n", f"targets: [sm_80, {HERE}sm_90]\n")],
        "target sm_90 is introduced in 8.0",
    ),
    "form that starts at a target whose note does not say so": (
        [
            Edit(NOTE, "    forms: [add.packed]\n", "    like: sm_90\n"),
            Edit(ADD, "    availability:\n      - {id: packed", f"    {HERE}availability:\n      - {{id: packed"),
        ],
        "form add.packed starts at sm_90, but isa/target_notes/sm_90.yaml does not name it",
    ),
    "note of a target that is like a later one": (
        [Edit(NOTE, "    forms: [add.packed]\n", f"    forms: [add.packed]\n  - {{summary: x, {HERE}like: sm_100}}\n")],
        "sm_100 is not a base target up to sm_90",
    ),
    "target renamed to itself": (
        [
            Edit(TARGET, "documented: true", f"{HERE}renamed: sm_90\ndocumented: true"),
            Edit(NEW, "changes:\n", "changes:\n  - {change: changed, summary: x, targets: [sm_90]}\n"),
        ],
        "sm_90 is renamed to itself",
    ),
    "accelerated target that is its own family": (
        [Edit(TARGET, "variant: base\nfamily", f"variant: accelerated\n{HERE}family")],
        "sm_90 is not the oldest base target of a family",
    ),
    "packed type without room for its elements": (
        [
            Edit(
                "types/s32.yaml",
                "class: signed\nbits: 32\n",
                f"class: packed\n{HERE}bits: 32\nelement: b32\nelements: 2\n",
            )
        ],
        "2 elements of b32 need 64 bits",
    ),
    "target note on a record that starts elsewhere": (
        [Edit(NOTE, "forms: [add.packed]", f"forms: [add.packed]\n    records: [{HERE}type/s32]")],
        "record type/s32 starts at sm_80, not at sm_90",
    ),
    "record that starts at a target whose note does not say so": (
        [
            Edit(
                "types/s32.yaml",
                'availability: [{id: base, ptx: "7.0", target: sm_80+}]',
                f'{HERE}availability: [{{id: base, ptx: "7.0", target: sm_90+}}]',
            )
        ],
        "record type/s32 starts at sm_90, but isa/target_notes/sm_90.yaml does not name it",
    ),
    "form that moved away from the note": (
        [Edit(ADD, "target: sm_90+", "target: sm_80+"), Edit(NOTE, "forms: [add", f"forms: [{HERE}add")],
        "form add.packed starts at sm_80, not at sm_90",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_reported_at_the_statement(name: str, tmp_path: Path) -> None:
    edits, message = CONTRADICTIONS[name]
    texts = edited(edits)
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


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


@pytest.mark.parametrize("expression", ["sm_80+ | sm_90+", "sm_90 | sm_80"])
def test_note_may_be_about_one_of_several_targets(expression: str, tmp_path: Path) -> None:
    texts = edited([Edit(ADD, "target: sm_90+}", f"target: {expression}}}")])
    assert problems(write(tmp_path, texts)) == []


def test_note_on_the_oldest_target_need_not_name_every_form(tmp_path: Path) -> None:
    note = VALID[NOTE].replace("sm_90", "sm_80").replace("forms: [add.packed]", "like: sm_80")
    assert problems(write(tmp_path, {**VALID, "target_notes/sm_80.yaml": note})) == []


# The command.


def test_validate_counts_the_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(write(tmp_path, VALID))]) == 0
    counts = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert counts == {kind: str(count) for kind, count in load(tmp_path).counts().items()}
    assert counts["instruction"] == "2"


def test_validate_prints_problems_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, edited([Edit(SUB, "type: s32, summary: Minuend", "type: f99, summary: Minuend")]))
    assert main([str(tmp_path)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [f"{tmp_path / SUB}:12:25: operand 'a': unknown type 'f99'", "1 problem"]


def test_validate_proves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, edited([Edit(OLD, "[add.plain, sub.plain]", "[add.plain]")]))
    assert main([str(tmp_path)]) == 1
    assert "form sub.plain starts in PTX 7.0" in capsys.readouterr().err
