"""The reference backend: what generated modules look like and what their registries say."""

from __future__ import annotations

import re

import pytest

from generator.backends import reference
from generator.records.model import TargetModel
from generator.records.problems import RecordError
from ptxisa.isa.forms import Case, Form, Operand, StateAccess
from ptxisa.numbers.primitives import Unspecified
from ptxisa.run.implementation import By, ModelEntry
from tests.generator.programs import (
    emit,
    entry,
    execute_module,
    make_form,
    mode_slot,
    operand,
    types_slot,
)


def module(text: str | None, form: Form, models: tuple[TargetModel, ...] = ()) -> dict[str, object]:
    return execute_module(emit(reference, [entry(text, form, models)]))


def test_equal_bodies_are_one_function_and_other_slots_multiply_nothing() -> None:
    form = make_form({"d": "b32"}, {"a": "b32"}, slots=[types_slot("u32", "s32", "b32"), mode_slot("x", "y")])
    names = module("d = a + (1 if type.signed else 2)", form)
    assert [name for name in names if name.startswith("test")] == ["test_u32_b32", "test_s32"]
    case = names["FORMS"]["test"]  # type: ignore[index]
    assert case.rule == By("type", {"u32 b32": 0, "s32": 1})
    assert case.bound({"type": "s32", "mode": "x"}).function(5) == (6,)
    assert case.bound({"type": "b32", "mode": "y"}).function(5) == (7,)


def test_functions_are_named_after_their_variants_which_a_comment_lists() -> None:
    slots = [mode_slot("hi", "lo"), mode_slot("sat", name="sat", optional=True), types_slot("u32", "s32")]
    form = make_form(
        {"d": "$type"}, {"a": "$type"}, slots=slots, syntax="test.{mode}{.sat}.{type} d, a", form_id="te.st"
    )
    semantics = "if mode == 'hi':\n    d = a\nelse:\n    d = a * 3"
    text = emit(reference, [entry(semantics, form)])
    assert re.findall(r"(# test.*)\ndef (\w+)", text) == [
        ("# test.hi{.sat}.{u32, s32}", "te_st_hi"),
        ("# test.lo{.sat}.u32", "te_st_lo_u32"),
        ("# test.lo{.sat}.s32", "te_st_lo_s32"),
    ]


def test_pseudo_code_precedes_the_functions_of_a_text() -> None:
    form = make_form({"d": "u32"}, {"a": "u32"}, syntax="test d, a")
    text = emit(reference, [entry("d = a + 1  # the next number", form)])
    assert "# --- test: test d, a\n#\n#     d ← a + 1  # the next number\n" in text


def test_keywords_and_builtins_are_not_function_names() -> None:
    for name, renamed in (("not", "not_"), ("max", "max_")):
        assert renamed in module("d = a", make_form({"d": "u32"}, {"a": "u32"}, form_id=name))


def test_inputs_and_outputs() -> None:
    form = make_form({"d": "u32", "p": "pred"}, {"a": "u32", "q": "pred"}, carry="rw")
    implementation = module("d = a\np = q\nCF = CF", form)["FORMS"]["test"].bound({})  # type: ignore[index]
    assert implementation.inputs == ("a", "q", "CF")
    assert implementation.outputs == ("d", "p", "CF")
    assert implementation.function(7, 1, 0) == (7, 1, 0)


def test_predicates_come_out_as_plain_numbers() -> None:
    form = make_form({"p": "pred"}, {"a": "u32", "q": "pred"})
    results = module("p = (a > 3) & q", form)["FORMS"]["test"].function(5, 1)  # type: ignore[index]
    assert results == (1,)
    assert type(results[0]) is int


def test_unspecified_results_are_marked() -> None:
    form = make_form({"d": "u16"}, {"a": "u16"})
    function = module("if a == 0:\n    d = unspecified(-1)\nelse:\n    d = a", form)["FORMS"]["test"].function  # type: ignore[index]
    (result,) = function(0)
    assert isinstance(result, Unspecified)
    assert (int(result), result.mask) == (0xFFFF, 0xFFFF)
    assert type(function(3)[0]) is int


def test_models_have_their_own_registry() -> None:
    form = make_form({"d": "u32"}, {"a": "u32"}, slots=[mode_slot("hi", "lo")])
    models = (
        TargetModel("sm_90", {"mode": ("hi",)}, "", "d = 2"),
        TargetModel("sm_70+", {}, "", "d = 3 if mode == 'hi' else a"),
    )
    names = module("d = a", form, models)
    first, second = names["MODELS"]["test"]  # type: ignore[index]
    assert isinstance(first, ModelEntry)
    assert (first.target, first.when) == ("sm_90", {"mode": ("hi",)})
    assert (second.target, second.when) == ("sm_70+", {})
    assert first.bound({"mode": "hi"}).function(9) == (2,)  # type: ignore[union-attr]
    assert first.bound({"mode": "lo"}) is None
    assert second.bound({"mode": "hi"}).function(9) == (3,)
    assert second.bound({"mode": "lo"}).function(9) == (9,)


def test_a_model_without_a_text_decides_what_the_contract_leaves_open() -> None:
    form = make_form({"d": "f32"}, {"a": "f32", "p": "pred"})
    text = "sum = round(a + a, f32)\nd = unspecified(a) if p else unspecified_nan(sum)"
    names = module(text, form, (TargetModel("sm_90", {}, ""),))
    contract = names["FORMS"]["test"]  # type: ignore[index]
    measured = names["MODELS"]["test"][0].cases  # type: ignore[index]
    for pattern, predicate in [(0x3F800000, 0), (0x7F812345, 0), (5, 1)]:
        assert contract.function(pattern, predicate) == measured.function(pattern, predicate)
    assert [contract.function(0x7F812345, p)[0].mask for p in (0, 1)] == [0x803FFFFF, 0xFFFFFFFF]
    assert {type(measured.function(0x7F812345, p)[0]) for p in (0, 1)} == {int}


def test_a_form_without_semantics_is_in_no_registry() -> None:
    names = module(None, make_form({"d": "u32"}, {}))
    assert names["FORMS"] == {}
    assert names["MODELS"] == {}


def test_types_by_case() -> None:
    cases = (Case({"mode": ("wide",)}, "u64"), Case({}, "u32"))
    form = make_form({}, {"a": "u32"}, slots=[mode_slot("wide", "narrow")], more=[Operand("d", "write", cases, "")])
    form_functions = module("d = a * a", form)["FORMS"]["test"]  # type: ignore[index]
    assert form_functions.bound({"mode": "wide"}).function(2**31) == (2**62,)
    assert form_functions.bound({"mode": "narrow"}).function(2**31) == (0,)


def test_state_by_case() -> None:
    slots = [mode_slot("cc", name="cc", optional=True)]
    form = make_form({"d": "u32"}, {"a": "u32"}, slots=slots)._replace(
        state=(StateAccess("CF", "write", "", {"cc": True}),)
    )
    form_functions = module("d = a + 1\nif cc:\n    CF = (a + 1)[32]", form)["FORMS"]["test"]  # type: ignore[index]
    assert form_functions.bound({"cc": None}).outputs == ("d",)
    assert form_functions.bound({"cc": "cc"}).function(2**32 - 1) == (0, 1)


def test_all_problems_of_all_forms_are_reported() -> None:
    good, bad = make_form({"d": "u32"}, {"a": "u32"}), make_form({"d": "u32"}, {}, form_id="other")
    with pytest.raises(RecordError) as caught:
        emit(reference, [entry("d = b", good), entry("d = 1.5", bad), entry("d = 1", good)])
    assert [problem.message for problem in caught.value.problems] == [
        "1.5 is not an integer",
        "unknown name b; did you mean b8?",
    ]


def test_the_same_records_give_the_same_bytes() -> None:
    entries = [entry("d = a + 1", make_form({"d": "u32"}, {"a": "s32"}))]
    assert emit(reference, entries) == emit(reference, entries)


def test_an_immediate_operand_is_an_input() -> None:
    form = make_form({"d": "u32"}, {}, more=[operand("n", "read", "u32", kind="immediate")])
    assert module("d = n + 1", form)["FORMS"]["test"].function(4) == (5,)  # type: ignore[index]
