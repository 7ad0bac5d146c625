"""Requirements in instruction records, each of which is checked or has a reason why not."""

from __future__ import annotations

from pathlib import Path

from tools.obligations import clauses, listed


def test_every_requirement_has_a_status() -> None:
    """`python -m tools.obligations --status missing` lists what `isa/measurements/obligations.yaml` lacks."""
    assert sorted(clauses().keys() - listed().keys()) == []


def test_the_list_has_no_requirement_that_no_record_states() -> None:
    assert sorted(listed().keys() - clauses().keys()) == []


def test_a_new_requirement_is_found(tmp_path: Path) -> None:
    text = "notes: [The address must be even. It is read once.]\nrules: [{why: It must be odd.}]\n"
    (tmp_path / "new.yaml").write_text(text)
    assert clauses(tmp_path) == {"The address must be even.": ["new"]}
