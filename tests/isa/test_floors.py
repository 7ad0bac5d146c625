"""Clauses with the same floors are one group, and like conditions one row."""

from __future__ import annotations

from ptxisa.isa.floors import grouped
from ptxisa.isa.forms import Clause


def test_conditions_that_differ_in_one_slot_are_one_row() -> None:
    first = Clause("word", "1.2", "sm_10+", when={"type": ("u32",), "cc": True})
    second = Clause("signed", "1.2", "sm_10+", when={"type": ("s32", "u32"), "cc": True})
    (group,) = grouped([first, second])
    assert group.rows == ({"type": ("u32", "s32"), "cc": True},)
    assert group.clauses == (first, second)
    assert group.floors == (first,)


def test_conditions_that_differ_in_two_slots_or_in_a_truth_value_stay_apart() -> None:
    rows = [{"type": ("u32",), "op": ("add",)}, {"type": ("s32",), "op": ("min",)}]
    (group,) = grouped([Clause(str(n), "1.2", "sm_10+", when=row) for n, row in enumerate(rows)])
    assert list(group.rows) == rows
    (group,) = grouped([Clause(str(flag), "1.2", "sm_10+", when={"ftz": flag}) for flag in (True, False)])
    assert list(group.rows) == [{"ftz": True}, {"ftz": False}]


def test_a_condition_with_two_floors_is_one_group() -> None:
    either = [Clause("old", "1.2", "sm_10+"), Clause("new", "8.0", "sm_90+")]
    other = Clause("half", "4.2", "sm_53+", when={"type": ("f16",)})
    assert [group.floors for group in grouped([*either, other])] == [tuple(either), (other,)]
