"""Rules by which modifiers choose functions and their arguments."""

from __future__ import annotations

import pytest

from ptxisa.run.implementation import By, Case, Choice, ModelEntry


def given(**arguments: object) -> dict[str, object]:
    return arguments


ROWS = By("type mode", {("u32 s32", "lo"): "low", ("u32 s32", "hi -"): "high", ("u64", "lo"): "wide"})


@pytest.mark.parametrize(
    ("type_", "mode", "found"),
    [
        ("u32", "lo", "low"),
        ("s32", "hi", "high"),
        ("s32", None, "high"),
        ("u64", "lo", "wide"),
        ("u64", "hi", None),
        ("u3", "lo", None),
    ],
)
def test_a_row_has_the_modifiers_of_each_slot(type_: str, mode: str | None, found: str | None) -> None:
    assert ROWS.value({"type": type_, "mode": mode, "other": "x"}) == found


def test_rules_and_modifiers_become_arguments() -> None:
    case = Case(given, ("a",), ("d",), "mode abs_=abs", {"part": ROWS})
    bound = case.bound({"type": "u64", "mode": "lo", "abs": None})
    assert (bound.inputs, bound.outputs) == (("a",), ("d",))
    assert bound.function() == {"part": "wide", "mode": "lo", "abs_": None}


def test_a_function_without_arguments_is_itself() -> None:
    assert Case(given, ("a",), ("d",)).bound({}).function is given


def test_a_choice_is_numbered_by_its_rule() -> None:
    first, second = Case(given, ("a",), ()), Case(given, ("b",), ())
    choice = Choice(By("type", {"u32": 1, "u64": 0}), (first, second))
    assert [choice.bound({"type": name}) for name in ("u32", "u64", "s32")] == [second.bound({}), first.bound({}), None]


def test_a_model_is_about_the_modifiers_of_its_condition() -> None:
    case = Case(given, ("a",), ())
    entry = ModelEntry("sm_90", {"type": ("s32",)}, case)
    assert entry.bound({"type": "s32"}) == case.bound({})
    assert entry.bound({"type": "u32"}) is None
