"""Generated functions: the rules that bind modifiers to them, and how they are found."""

from __future__ import annotations

import importlib

import pytest

from ptxisa.isa.instructions import forms_of
from ptxisa.isa.targets import target
from ptxisa.run.implementation import (
    By,
    FunctionCase,
    FunctionChoice,
    ModelEntry,
    NotExecutable,
    executable,
    implementation,
)


def given(**arguments: object) -> dict[str, object]:
    return arguments


ROWS = By("type mode", {("u32 s32", "lo"): "low", ("u32 s32", "hi -"): "high", ("u64", "lo"): "wide"})


@pytest.mark.parametrize(
    ("type_", "mode", "expected"),
    [
        ("u32", "lo", "low"),
        ("s32", "hi", "high"),
        ("s32", None, "high"),
        ("u64", "lo", "wide"),
        ("u64", "hi", None),
        ("u3", "lo", None),
    ],
)
def test_a_row_has_the_modifiers_of_each_slot(type_: str, mode: str | None, expected: str | None) -> None:
    assert ROWS.value({"type": type_, "mode": mode, "other": "x"}) == expected


def test_rules_and_modifiers_become_arguments() -> None:
    case = FunctionCase(given, ("a",), ("d",), "mode abs_=abs", {"part": ROWS})
    bound = case.bound({"type": "u64", "mode": "lo", "abs": None})
    assert (bound.inputs, bound.outputs) == (("a",), ("d",))
    assert bound.function() == {"part": "wide", "mode": "lo", "abs_": None}


def test_a_function_without_arguments_is_itself() -> None:
    assert FunctionCase(given, ("a",), ("d",)).bound({}).function is given


def test_a_choice_is_numbered_by_its_rule() -> None:
    first, second = FunctionCase(given, ("a",), ()), FunctionCase(given, ("b",), ())
    choice = FunctionChoice(By("type", {"u32": 1, "u64": 0}), (first, second))
    assert [choice.bound({"type": name}) for name in ("u32", "u64", "s32")] == [second.bound({}), first.bound({}), None]


def test_a_model_is_about_the_modifiers_of_its_condition() -> None:
    case = FunctionCase(given, ("a",), ())
    entry = ModelEntry("sm_90", {"type": ("s32",)}, case)
    assert entry.bound({"type": "s32"}) == case.bound({})
    assert entry.bound({"type": "u32"}) is None


def test_a_mnemonic_without_semantics_has_no_module_but_a_reason() -> None:
    (form, *_) = forms_of("bar")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("ptxisa._generated.reference.bar")
    assert not executable(form)
    with pytest.raises(NotExecutable, match=r"^bar\S* has no executable semantics: \w+"):
        implementation(form, {})


def test_both_back_ends_have_functions_of_a_form() -> None:
    (form,) = forms_of("popc")
    values = {"type": "b32"}
    assert executable(form)
    assert implementation(form, values, backend="reference").function(0b1011) == (3,)
    assert implementation(form, values).function(0b1011)[0].tolist() == 3


def test_a_model_of_a_target_comes_before_the_contract() -> None:
    (form,) = forms_of("bfe")
    contract = implementation(form, {"type": "u64"}, backend="reference").function
    model = implementation(form, {"type": "u64"}, backend="reference", on=target("sm_90a")).function
    assert contract(5, 256, 3) == (5,), "only the low 8 bits of the position are used"
    assert model(5, 256, 3) == (0,), "all bits are"
