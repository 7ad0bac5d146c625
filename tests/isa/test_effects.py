"""Effects of forms besides their results."""

import pytest

import ptxisa
from ptxisa.isa.effects import EFFECTS
from ptxisa.isa.instructions import every_form

COLLECTIVE = {
    "activemask", "bar", "barrier", "barrier.cluster", "bar.warp.sync", "elect.sync", "match.sync", "mma", "mma.sp",
    "redux.sync", "shfl", "shfl.sync", "vote", "vote.sync", "wmma.mma", "wmma.load", "wmma.store", "ldmatrix",
    "stmatrix", "movmatrix", "wgmma.fence", "wgmma.commit_group", "wgmma.wait_group", "wgmma.mma_async",
    "tcgen05.alloc", "tcgen05.dealloc", "tcgen05.ld", "tcgen05.st", "tcgen05.wait", "setmaxnreg",
}  # fmt: skip
"""Instructions that several threads execute together, or whose result depends on the active threads."""


@pytest.mark.parametrize(
    ("form", "effects"),
    [
        ("lop3", ()),
        ("add.cc", ()),
        ("ld.weak", ("reads_memory",)),
        ("atom.add", ("reads_memory", "writes_memory", "orders_memory")),
        ("shfl.sync", ("convergent",)),
        ("bra", ("terminator",)),
        ("trap", ("other",)),
        ("tcgen05.ld", ("reads_memory", "asynchronous", "convergent")),
    ],
)
def test_effects_follow_from_events_modifiers_and_records(form, effects):
    forms = [candidate for candidate in every_form() if candidate.id == form or candidate.id.startswith(f"{form}.")]
    assert effects in [candidate.effects for candidate in forms]


def test_collective_instructions_are_convergent():
    convergent = {form.record.partition("/")[2] for form in every_form() if "convergent" in form.effects}
    assert convergent >= COLLECTIVE
    assert not convergent & {"add", "ld", "fence", "bra", "cp.async.bulk", "mbarrier.arrive"}


def test_forms_without_effects_have_a_result_and_access_no_memory():
    for form in every_form():
        if not form.effects:
            assert any(operand.written for operand in form.operands), form.id
            assert not form.events, form.id


def test_the_carry_flag_makes_a_form_impure():
    db = ptxisa.database()
    assert db.form("lop3").pure
    assert [form.pure for form in db.instruction("add.cc").forms] == [False] * len(db.instruction("add.cc").forms)
    assert not db.form("bra").pure


def test_each_effect_is_used():
    assert {effect for form in every_form() for effect in form.effects} == set(EFFECTS)


def test_an_unknown_form_is_named_with_a_suggestion():
    with pytest.raises(KeyError, match="did you mean lop3"):
        ptxisa.database().form("lop4")
