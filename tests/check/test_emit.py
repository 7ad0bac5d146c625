"""Statements from their parts: every form makes statements that the checker accepts."""

from __future__ import annotations

import itertools

import pytest

import ptxisa
from ptxisa.isa.forms import Form, Values, choose, constants_of, is_present
from ptxisa.isa.instructions import every_form, form_by_id

NAMES = frozenset(
    [
        "variable",
        "result",
        "opaque",
        "function",
        "kernel",
        "label",
        "targets",
        "callees",
        "texture",
        "sampler",
        "surface",
    ]
)
MOST = 6
"""Variants of each form that are tried."""


def operands(form: Form, values: Values) -> dict[str, object]:
    """Return a register, constant or name for each operand that the modifiers require."""
    operands_: dict[str, object] = {}
    for operand in form.operands:
        if not is_present(operand, values) or (operand.name in form.condition_operands and operand.kind not in NAMES):
            continue
        if operand.immediate == "required":
            choices = constants_of(operand, values)
            least = 5 * operand.multiple_of if operand.minimum is None else operand.minimum
            operands_[operand.name] = choices[0] if choices else least
        elif operand.underscore_required:
            operands_[operand.name] = "_"
        elif operand.kind == "list":
            operands_[operand.name] = ""
        elif length := choose(operand.vector, values):
            operands_[operand.name] = [f"%{operand.name}{index}" for index in range(int(length))]
        else:
            operands_[operand.name] = operand.name if operand.kind in NAMES else f"%{operand.name}"
    return operands_


@pytest.mark.parametrize("form", [*every_form()], ids=lambda form: form.id)
def test_emitted_statements_are_accepted(form: Form) -> None:
    for values in itertools.islice(form.variants(), MOST):
        statement = ptxisa.emit(form, values, operands(form, values))
        errors = [diagnostic for diagnostic in ptxisa.check_statement(statement) if diagnostic.severity == "error"]
        assert errors == [], statement


def test_numbers_are_constants_of_the_type_of_the_operand() -> None:
    assert ptxisa.emit("fma.f32", {"rnd": ".rn"}, ["%d", "%a", "%b", 1.5]).endswith("%b, 0f3fc00000;")
    assert ptxisa.emit("add.int", {"type": "s32"}, ["%r1", "%r2", -7], guard="!%p") == "@!%p add.s32 %r1, %r2, -7;"


def test_addresses_have_offsets_and_vectors_braces() -> None:
    form = form_by_id("ld.global.nc")
    values = next(values for values in form.variants("sm_90", "8.0") if "v2" in values.values())
    text = ptxisa.emit(form, values, {"d": ["%f1", "%f2"], "a": ["%rd1", 16]})
    assert "{%f1, %f2}, [%rd1+16]" in text


@pytest.mark.parametrize(
    ("form", "values", "given", "words"),
    [
        ("nothing", {}, [], "unknown form"),
        ("popc", {"mode": "x"}, ["%d", "%a"], "no modifier 'mode'"),
        ("popc", {}, ["%d", "%a"], "needs type"),
        ("popc", {"type": "f32"}, ["%d", "%a"], "one of b32, b64, not 'f32'"),
        ("popc", {"type": "b32"}, ["%d"], "operand a of popc is missing"),
        ("popc", {"type": "b32"}, ["%d", "%a", "%b"], "2 operands with these modifiers; 3 are given"),
        ("popc", {"type": "b32"}, {"d": "%d", "a": "%a", "z": 1}, "no operand 'z'"),
    ],
)
def test_values_that_do_not_fit_are_named_in_the_error(
    form: str, values: dict[str, str], given: list[str], words: str
) -> None:
    with pytest.raises(ptxisa.EmitError, match=words):
        ptxisa.emit(form, values, given)


def test_forms_of_a_target_have_variants_there() -> None:
    hopper, ada = ptxisa.forms("sm_90a", "8.7"), ptxisa.forms("sm_89", "8.7")
    assert len({form.id for form in hopper}) == len(hopper)
    assert {form.id for form in ada} < {form.id for form in hopper}
    assert "wgmma.fence" in {form.id for form in hopper} - {form.id for form in ada}
    for form in ada[::25]:
        opcode = ptxisa.emit(form, values := next(form.variants("sm_89", "8.7")), operands(form, values)).partition(
            " "
        )[0]
        assert ptxisa.available(opcode.rstrip(";"), target="sm_89", ptx="8.7"), opcode


def test_variants_follow_the_floors_of_modifiers() -> None:
    (form,) = ptxisa.database().instruction("popc").forms
    assert [values["type"] for values in form.variants()] == ["b32", "b64"]
    cvt = form_by_id("cvt.f8x2.f32")
    assert list(cvt.variants("sm_80")) == []
    assert list(cvt.variants("sm_89", "8.0")) == []
    assert list(cvt.variants("sm_89", "8.1"))


def test_trees_are_compared_without_places() -> None:
    compact, spaced = (
        ptxisa.parse_statement(text) for text in ("@%p add.s32 %a, %b, 7;", "  @%p   add.s32   %a,%b,7 ;")
    )
    assert compact != spaced
    assert ptxisa.same_tree(compact, spaced)
    assert not ptxisa.same_tree(compact, ptxisa.parse_statement("add.s32 %a, %b, 7;"))
    assert ptxisa.print_statement(compact).strip() == "@%p add.s32 %a, %b, 7;"
    with pytest.raises(ptxisa.PtxError):
        ptxisa.parse_statement("add.s32 %a, %b, 7; sub.s32 %a, %b, 7;")


def test_printed_modules_parse_to_the_same_tree() -> None:
    head = ".version 8.0\n.target sm_90\n.address_size 64\n"
    text = head + ".visible .entry k(.param .u64 p) { .reg .b32 %r<4>; mov.b32 %r1, 1; ret; }"
    module = ptxisa.parse(text)
    assert ptxisa.same_tree(module, ptxisa.parse(ptxisa.print_module(module)))
