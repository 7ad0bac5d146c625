"""Facts that two records state agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.load import load
from generator.records.problems import RecordError
from generator.records.proofs import prove
from generator.records.resolve import resolve
from tests.generator.record_trees import HERE, VALID, Edit, check_marked, edited, write

NOTE, OLD, NEW = "target_notes/sm_90.yaml", "versions/7.0.yaml", "versions/8.0.yaml"
TARGET = "targets/sm_90.yaml"


def test_valid_tree_is_proved(tmp_path: Path) -> None:
    prove(resolve(load(write(tmp_path, VALID))))


CONTRADICTIONS = {
    "target renamed to itself": (
        [
            Edit(TARGET, "documented: true", f"{HERE}renamed: sm_90\ndocumented: true"),
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
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_reported_at_the_statement(name: str, tmp_path: Path) -> None:
    check_marked(*CONTRADICTIONS[name], tmp_path)


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
