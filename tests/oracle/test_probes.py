"""What conformance asks: every variant, and neighbors that differ in one thing."""

import re

import pytest

from ptxisa.checkers import add, bfe, checker_of, lop3, suq, tex
from ptxisa.isa.instructions import every_form
from ptxisa.isa.variants import count, representatives, variants
from ptxisa.oracle.conform import expectations
from ptxisa.oracle.probes import legal, neighbors, of_errata, orders


def test_every_variant_is_legal_to_our_checker() -> None:
    for form in (*add.forms, *lop3.forms):
        trials = [trial for trial, _ in legal(form)]
        assert len(trials) == count(form)
        assert all(trial.form is not None for trial in expectations(trials))


def test_operands_that_conditions_name_are_tried_with_and_without() -> None:
    form = next(form for form in suq.forms if form.id == "suq")
    trials = [(trial.probe, values.get("a")) for trial, values in legal(form)]
    assert ("suq.width.b32 r_b32_d, [surface];", None) in [(probe.statement, a) for probe, a in trials]
    assert ("suq.width.b32 r_b32_d, [r_b64_a];", "register") in [(probe.statement, a) for probe, a in trials]


def test_samplers_are_tried_in_independent_mode() -> None:
    form = next(form for form in tex.forms if form.id == "tex.sampler")
    assert {trial.probe.mode for trial, _ in legal(form)} == {"texmode_independent"}


def test_neighbors_are_mostly_illegal_and_cover_every_sort() -> None:
    form = next(form for form in bfe.forms if form.id == "bfe")
    expected = expectations(neighbors(form))
    assert {expectation.trial.sort for expectation in expected} == {
        "modifier", "type", "operand-register", "operand-immediate", "operand-kind", "operand-count",
    }  # fmt: skip
    illegal = [expectation for expectation in expected if expectation.form is None]
    assert len(illegal) > len(expected) / 2
    assert len(illegal) < len(expected)


def test_probes_of_modifier_order_include_legal_and_illegal_spellings() -> None:
    form = next(form for form in add.forms if form.id == "add.int.sat")
    by_statement = {
        expectation.trial.probe.statement.split()[0]: expectation.form for expectation in expectations(orders(form))
    }
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


@pytest.mark.parametrize(
    ("form", "change", "statement"),
    [
        ("addc", "addc-saturation", "addc.s32.sat r_b32_d, r_b32_a, r_b32_b;"),
        ("lop3", "lop3-sink sink", "lop3.b32 _, r_b32_a, r_b32_b, r_b32_c, 5;"),
        ("fma.f32", "register-plus-constant sum.b64", "fma.rn.f32 r_b32_d, other_b64+4, r_b32_b, r_b32_c;"),
        ("mov.address", "opaque-plus-offset sum.opaque", "mov.b16 r_b16_d, surface+4;"),
    ],
)
def test_statements_of_errata_are_probed(form: str, change: str, statement: str) -> None:
    (candidate,) = (candidate for candidate in every_form() if candidate.id == form)
    assert (statement, change) in {(trial.probe.statement, trial.change) for trial in of_errata(candidate)}


def test_probes_of_errata_declare_their_names() -> None:
    for form in every_form():
        for trial in of_errata(form) if form.mnemonic in ("ld", "tex", "mbarrier", "fence", "red") else ():
            declared = {name for name, _ in trial.probe.registers}
            assert set(re.findall(r"\b(?:other|e)_[a-z]+[0-9x]+(?:_[0-9]+)?\b", trial.probe.statement)) <= declared
            assert "surface" not in trial.probe.statement or "surface" in trial.probe.symbols
