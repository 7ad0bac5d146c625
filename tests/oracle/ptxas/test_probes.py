"""What conformance asks: every variant, and neighbours that differ in one thing."""

from ptxisa.checkers import add, bfe, checker_of, lop3, suq, tex
from ptxisa.isa.variants import count, representatives, variants
from ptxisa.oracle.ptxas.conform import candidates
from ptxisa.oracle.ptxas.probes import legal, neighbours, orders


def test_every_variant_is_legal_to_our_checker() -> None:
    for form in (*add.forms, *lop3.forms):
        trials = [trial for trial, _ in legal(form)]
        assert len(trials) == count(form)
        assert all(one.form is not None for one in candidates(trials))


def test_operands_that_conditions_name_are_tried_with_and_without() -> None:
    form = next(form for form in suq.forms if form.id == "suq")
    trials = [(trial.probe, values.get("a")) for trial, values in legal(form)]
    assert ("suq.width.b32 r_b32_d, [surface];", None) in [(probe.statement, a) for probe, a in trials]
    assert ("suq.width.b32 r_b32_d, [r_b64_a];", "register") in [(probe.statement, a) for probe, a in trials]


def test_samplers_are_tried_in_independent_mode() -> None:
    form = next(form for form in tex.forms if form.id == "tex.sampler")
    assert {trial.probe.mode for trial, _ in legal(form)} == {"texmode_independent"}


def test_neighbours_are_mostly_illegal_and_cover_every_sort() -> None:
    form = next(form for form in bfe.forms if form.id == "bfe")
    found = candidates(neighbours(form))
    assert {one.trial.sort for one in found} == {
        "modifier", "type", "operand-register", "operand-immediate", "operand-kind", "operand-count",
    }  # fmt: skip
    illegal = [one for one in found if one.form is None]
    assert len(illegal) > len(found) / 2
    assert len(illegal) < len(found)


def test_orders_hold_legal_and_illegal_spellings() -> None:
    form = next(form for form in add.forms if form.id == "add.int.sat")
    by_statement = {one.trial.probe.statement.split()[0]: one.form for one in candidates(orders(form))}
    assert by_statement["add.s32.sat"] is not None
    assert by_statement["add.sat.sat.s32"] is not None
    assert by_statement["add.sat.s32.s32"] is None


def test_forms_with_many_variants_are_probed_by_some_that_hold_every_value() -> None:
    form = next(form for form in checker_of("set").forms if form.id == "set.int.bool")
    every, some = list(variants(form)), representatives(form)
    assert len(some) < len(every) / 10
    assert {pair for values in some for pair in values.items()} == {pair for values in every for pair in values.items()}
    few = next(form for form in bfe.forms if form.id == "bfe")
    assert representatives(few) == list(variants(few))
