"""Differences between versions and between targets."""

import pytest

from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Clause, End
from ptxisa.query.differences import RecordChange, conditions, difference


def test_a_version_gains_forms_and_targets() -> None:
    result = difference("7.8", "8.0")
    assert "add.packed" in {change.form for change in result.gained}
    assert result.lost == ()
    assert result.targets_gained == ("sm_90a",)


def test_gains_are_losses_in_the_other_direction() -> None:
    there, back = difference("4.2", "4.3"), difference("4.3", "4.2")
    assert there.gained == back.lost
    assert there.gained


def test_a_clause_with_a_condition_shows_the_condition() -> None:
    changes = {change.form: change.when for change in difference("4.2", "4.3").gained}
    assert changes["addc"] == {"type": ("u64", "s64")}
    assert changes["lop3"] == {}


def test_a_target_gains_forms_over_an_older_one() -> None:
    assert "add.packed" in {change.form for change in difference("sm_80", "sm_90").gained}
    assert difference("sm_90", "sm_90").gained == ()


@pytest.mark.parametrize(("before", "after"), [("7.8", "8.6"), ("sm_90", "sm_100a")])
def test_a_form_is_not_lost_when_a_wider_clause_supersedes_one(before: str, after: str) -> None:
    result = difference(before, after)
    assert result.lost == ()
    assert len(result.gained) > 100


def test_only_wgmma_and_setmaxnreg_are_lost_after_hopper() -> None:
    lost = {change.form.partition(".")[0] for change in difference("sm_90a", "sm_100a").lost}
    assert "wgmma" in lost
    assert lost <= {"wgmma", "setmaxnreg"}


def names(records: tuple[RecordChange, ...]) -> set[str]:
    return {f"{record.kind}/{record.name}" for record in records}


def test_records_of_other_kinds() -> None:
    result = difference("7.8", "8.0")
    assert {"type/u16x2", "type/s16x2"} <= names(result.records_gained)
    assert not names(result.records_gained) & {"type/u32", "special_register/%tid", "directive/maxntid"}
    assert result.records_lost == ()


def test_gained_records_are_lost_in_the_other_direction() -> None:
    there, back = difference("3.2", "4.0"), difference("4.0", "3.2")
    assert "attribute/managed" in names(there.records_gained)
    assert there.records_gained == back.records_lost


def test_records_between_targets() -> None:
    assert "type/f16x2" in names(difference("sm_52", "sm_53").records_gained)
    assert difference("sm_90", "sm_90").records_gained == ()


def test_a_removal_ends_availability() -> None:
    clauses = (Clause("base", "2.0", "sm_20+"),)
    ends = (End("6.4", "sm_70+"),)
    at, old, new = versions.version, targets.target("sm_60"), targets.target("sm_70")
    assert conditions(clauses, ends, None, at("6.4")) == [{}]
    assert conditions(clauses, ends, old, None) == [{}]
    assert conditions(clauses, ends, new, None) == []
    assert conditions(clauses, (End("6.0"),), None, at("5.0")) == [{}]
    assert conditions(clauses, (End("6.0"),), None, at("6.0")) == []


def test_new_parts_of_a_record_are_gained() -> None:
    actual = {(record.kind, record.name, record.part) for record in difference("3.1", "3.2").records_gained}
    assert {("directive", "section", "offset"), ("directive", "file", "timestamp")} <= actual
    assert ("directive", "section", "") not in actual


def test_parts_of_a_new_record_are_not_listed() -> None:
    actual = [record for record in difference("1.5", "2.0").records_gained if record.name == "section"]
    assert [record.part for record in actual] == [""]


def test_a_removed_part_of_a_record_is_lost() -> None:
    lost = {(record.kind, record.name, record.part) for record in difference("2.3", "3.0").records_lost}
    assert ("state_space", "reg", "module") in lost
    assert ("state_space", "reg", "") not in lost
