"""Modifiers against slots: orders, repeats, restrictions."""

from random import Random

import pytest

from ptxisa.isa.forms import Clause, Form, Rule, Slot
from ptxisa.isa.instructions import InstructionForms, every_form, forms_of, instruction
from ptxisa.isa.opcode import MAX_MODIFIERS, FormIndex, Mismatch, ResolvedInstruction, match
from ptxisa.isa.variants import representatives

BASE = (Clause("base", "1.0", "sm_10+"),)


def made(*slots: Slot, rules: tuple[Rule, ...] = ()) -> Form:
    return Form("made", "family/made", "made d", slots, (), BASE, rules)


def known(mnemonic: str) -> InstructionForms:
    record = instruction(mnemonic)
    assert record is not None
    return record


@pytest.mark.parametrize(
    ("opcode", "canonical"),
    [
        ("add.s32.sat", "add.sat.s32"),
        ("min.s16x2.relu", "min.relu.s16x2"),
        ("mad.hi.s32.sat", "mad.hi.sat.s32"),
        ("shf.l.b32.wrap", "shf.l.wrap.b32"),
        ("addc.u32.cc", "addc.cc.u32"),
        ("add.sat.s32.sat", "add.sat.s32"),
        ("dp2a.lo.s32.u32", "dp2a.lo.s32.u32"),
        ("cp.async.bulk.bulk_group.global.shared::cta", "cp.async.bulk.global.shared::cta.bulk_group"),
        ("barrier.aligned.sync", "barrier.sync.aligned"),
        ("barrier.cta.aligned.sync", "barrier.cta.sync.aligned"),
        ("barrier.cta.red.u32.popc", "barrier.cta.red.popc.u32"),
    ],
)
def test_accepted_spellings(opcode: str, canonical: str) -> None:
    mnemonic, *modifiers = opcode.split(".")
    assert [match_.opcode for match_ in known(mnemonic).matches(modifiers)] == [canonical]


@pytest.mark.parametrize(
    "opcode",
    [
        "mul.s32.lo",
        "mad.sat.hi.s32",
        "shf.b32.l.wrap",
        "dp2a.s32.lo.u32",
        "szext.clamp.s32.clamp",
        "cp.async.bulk.shared::cta.global.bulk_group",
        "add.u32.u32",
        "add",
        "bar.sync.cta",
        "barrier.aligned.cta.sync",
        "barrier.red.cta.popc.u32",
        "barrier.aligned.red.popc.u32",
    ],
)
def test_rejected_spellings(opcode: str) -> None:
    mnemonic, *modifiers = opcode.split(".")
    assert known(mnemonic).matches(modifiers) == ()


def test_types_keep_their_order_where_slots_differ() -> None:
    form = made(Slot("dtype", ("f32",), "type"), Slot("atype", ("s32",), "type"), Slot("rn", ("rn",), "rounding"))
    assert isinstance(match(form, ["f32", "rn", "s32"]), ResolvedInstruction)
    assert isinstance(match(form, ["rn", "s32", "f32"]), Mismatch)


def test_modifiers_of_one_group_keep_their_order() -> None:
    group = "l2-eviction-priority"
    second = Slot("second", ("normal", "unchanged"), group, optional=True)
    form = made(Slot("first", ("last", "normal"), group), second, Slot("x", ("x",), "x"))
    values = match(form, ["last", "x", "normal"])
    assert isinstance(values, ResolvedInstruction)
    assert values.values == {"first": "last", "second": "normal", "x": "x"}
    assert isinstance(match(form, ["normal", "x", "last"]), Mismatch)


def test_two_slots_of_one_group_fill_in_order() -> None:
    form = made(Slot("alayout", ("row", "col"), "layout"), Slot("blayout", ("row", "col"), "layout"))
    values = match(form, ["col", "row"])
    assert isinstance(values, ResolvedInstruction)
    assert values.values == {"alayout": "col", "blayout": "row"}


def test_a_required_slot_is_filled_before_an_optional_one() -> None:
    """`.a` fits both slots; taking the optional one first must be undone."""
    form = made(Slot("first", ("a",), "g", optional=True), Slot("second", ("a", "b"), "g"))
    values = match(form, ["a"])
    assert isinstance(values, ResolvedInstruction)
    assert values.values == {"first": None, "second": "a"}


def test_rules() -> None:
    slots = (Slot("x", ("a", "b"), "g"), Slot("y", ("a", "b"), "g"))
    same = made(*slots, rules=(Rule("x and y agree", same=("x", "y")),))
    assert isinstance(match(same, ["a", "a"]), ResolvedInstruction)
    broken = match(same, ["a", "b"])
    assert isinstance(broken, Mismatch)
    assert broken.rule is not None
    excluded = made(*slots, rules=(Rule("no b after a", when={"x": ("a",)}, exclude={"y": ("b",)}),))
    assert isinstance(match(excluded, ["a", "b"]), Mismatch)
    assert isinstance(match(excluded, ["b", "b"]), ResolvedInstruction)


def test_too_many_modifiers_are_rejected_at_once() -> None:
    assert isinstance(match(forms_of("add")[0], ["sat"] * (MAX_MODIFIERS + 1)), Mismatch)


def test_as_many_modifiers_as_the_limit_are_tried() -> None:
    form = made(Slot("sat", ("sat",), "g", repeatable=True))
    assert isinstance(match(form, ["sat"] * MAX_MODIFIERS), ResolvedInstruction)
    assert isinstance(match(form, ["sat"] * (MAX_MODIFIERS + 1)), Mismatch)


def test_a_missing_modifier_and_a_wrong_one_are_distinguished() -> None:
    first, second = Slot("x", ("a",), "g"), Slot("y", ("b",), "h")
    missing, wrong = match(made(first, second), ["a"]), match(made(first, second), ["a", "c"])
    assert isinstance(missing, Mismatch)
    assert isinstance(wrong, Mismatch)
    assert (missing.placed, missing.stuck, missing.missing) == (1, None, (second,))
    assert (wrong.placed, wrong.stuck, wrong.missing) == (1, 1, (second,))


def test_an_index_finds_the_forms_that_trying_each_finds() -> None:
    """Representative variants of every form, as they are, without a modifier, and with one of another variant."""
    tried = 0
    for form in every_form():
        every = representatives(form)[:3]
        for values, other in zip(every, reversed(every), strict=True):
            _, *modifiers = form.opcode(values).split(".")
            _, *others = form.opcode(other).split(".")
            for spelled in (modifiers, modifiers[1:], modifiers[:-1], modifiers[::-1], [*modifiers[:1], *others]):
                matches = known(form.mnemonic).matches(spelled)
                assert matches == tuple(
                    resolved
                    for each in forms_of(form.mnemonic)
                    if isinstance(resolved := match(each, spelled), ResolvedInstruction)
                )
                tried += bool(matches)
    assert tried > 1000


def test_an_opcode_is_compared_with_few_forms() -> None:
    assert [form.id for form in known("add").index.candidates(["sat", "s32"])] == ["add.int.sat"]


@pytest.mark.parametrize("mnemonic", ["add", "cvt", "ld", "mbarrier", "set"])
def test_the_index_lists_the_forms_that_modifiers_may_fit(mnemonic: str) -> None:
    """Every modifier has a slot, and every slot that must be filled has a modifier."""
    forms = forms_of(mnemonic)
    index, chance = FormIndex(forms), Random(mnemonic)
    for _ in range(50):
        slots = chance.choice(forms).slots
        modifiers = [chance.choice(slot.values) for slot in slots if chance.random() < 0.8]
        expected = [
            form
            for form in forms
            if all(any(modifier in slot.values for slot in form.slots) for modifier in modifiers)
            and all(slot.optional or not set(slot.values).isdisjoint(modifiers) for slot in form.slots)
        ]
        assert list(index.candidates(modifiers)) == expected
