"""Facts, grids and patterns: how keys of records are split into parts that fit in lines and tables."""

from __future__ import annotations

from typing import Any

import pytest

from ptxisa.isa.facts import SHORT, Fact, FactTable, NumberPattern, Part, grouped, label, parts, words
from ptxisa.isa.forms import Clause

LONG = "x" * (SHORT + 1)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (5, [Fact(("k",), 5)]),
        (LONG, [Fact(("k",), LONG)]),
        ([], [Fact(("k",), [])]),
        ([1, 2], [Fact(("k",), [1, 2])]),
        ([[1, 2], [3]], [NumberPattern(("k",), ((1, 2), (3,)))]),
        ([[1, "a"]], [Fact(("k",), [[1, "a"]])]),
        ([[1], 2], [Fact(("k",), [[1], 2])]),
        ([{"a": 1}, 2], [Fact(("k",), [{"a": 1}, 2])]),
        (
            [{"why": "W.", "b": 1, "probe": "p"}, {"note": "N.", "c": 2}],
            [FactTable(("k",), ("b", "c", "why", "note"), ((1, None, "W.", None), (None, 2, None, "N.")))],
        ),
        ({"a": 1, "b": "x" * SHORT}, [Fact(("k",), {"a": 1, "b": "x" * SHORT})]),
        ({"a": 1, "b": LONG}, [Fact(("k", "a"), 1), Fact(("k", "b"), LONG)]),
        ({"a": {"b": 1}}, [Fact(("k", "a"), {"b": 1})]),
        ({"a": [[1]]}, [NumberPattern(("k", "a"), ((1,),))]),
        ({"a": [1, 2]}, [Fact(("k",), {"a": [1, 2]})]),
    ],
)
def test_parts_of_a_value(value: Any, expected: list[Part]) -> None:
    assert list(parts({"k": value})) == expected


def test_common_keys_and_excluded_keys_have_no_part() -> None:
    assert list(parts({"name": "n", "a": 1, "b": 2}, leave=["a"])) == [Fact(("b",), 2)]


def test_columns_of_sentences_are_last_and_keep_their_order() -> None:
    (table,) = parts({"k": [{"note": "N.", "summary": "S.", "meaning": "M.", "a": 1}]})
    assert table == FactTable(("k",), ("a", "meaning", "summary", "note"), ((1, "M.", "S.", "N."),))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        ("a", "a"),
        ([1, "b"], "1, b"),
        ([[1, 2], [3]], "1, 2; 3"),
        ([{"a_b": 1}, 2], "a b 1; 2"),
        ({"a_b": True, "c": None}, "a b yes, c"),
    ],
)
def test_words(value: Any, text: str) -> None:
    assert words(value) == text


def test_labels() -> None:
    assert [label(key) for key in ("cuda", "applies_to")] == ["CUDA C++", "Applies to"]
    assert Fact(("applies_to", "all"), 1).label == "Applies to all"


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
