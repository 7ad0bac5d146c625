"""Terms give the results of the reference functions: a few variants of each form here, all with `tools.proofs`."""

from __future__ import annotations

import pytest

from ptxisa.isa.instructions import mnemonics
from ptxisa.numbers import floating
from ptxisa.proofs import floats, terms
from ptxisa.proofs.evaluation import evaluate
from tools.proofs import FAULTS, compare, detected, fault_targets

SHARES = 8


@pytest.mark.parametrize("share", range(SHARES))
def test_terms_have_the_results_of_the_reference(share: int) -> None:
    totals = compare(mnemonics()[share::SHARES], 6, most=3)
    assert totals.forms > 20
    assert totals.inputs > 300
    assert totals.differences == []


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", fault_targets()[1::13])
def test_a_wrong_operation_is_a_difference(name: str, fault: str) -> None:
    """`python -m tools.proofs --faults` does so for every operation."""
    assert detected(name, fault)


@pytest.mark.parametrize(
    ("name", "fault", "mnemonic"),
    [
        ("_zero_like", lambda x, form: floats.number(0, form), "mul"),
        ("_overflow", lambda sign, target, mode, option: terms.word(0, target.bits), "cvt"),
    ],
)
def test_a_fault_in_rounding_is_a_difference(
    name: str, fault: object, mnemonic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floats, name, fault)
    try:
        assert compare([mnemonic], 40, most=6).differences
    finally:
        for function in (terms.field, terms.equal, floats.real):
            function.cache_clear()


EDGE = (0x00800000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3F7FFFFE, 0x007FFFFF, 0x34000000, 0x33800000, 1)
"""Patterns of f32 whose products are next to the smallest normal number."""


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
@pytest.mark.parametrize("sign", [0, 0x80000000])
def test_results_next_to_the_smallest_normal_number_are_flushed(mode: str, sign: int) -> None:
    x, y, z = (terms.variable(name, 32) for name in "xyz")
    forms = ("f32", "f32", "f32")
    added = (0, 1, 0x80000001, 0x80000000, 0x00800000)
    rows = [(a | sign, b, c) for a in EDGE for b in EDGE for c in added]
    columns = {name: [row[place] for row in rows] for place, name in enumerate("xyz")}
    results = evaluate(
        [
            floats.round_multiply(x, y, *forms, mode, "flush"),
            floats.round_divide(x, y, *forms, mode, "flush"),
            floats.round_fma(x, y, z, "f32", *forms, mode, "flush"),
        ],
        columns,
    )
    for index, (a, b, c) in enumerate(rows):
        assert results[0][index] == floating.round_multiply(a, b, *forms, mode, "flush"), (a, b)
        assert results[1][index] == floating.round_divide(a, b, *forms, mode, "flush"), (a, b)
        assert results[2][index] == floating.round_fma(a, b, c, "f32", *forms, mode, "flush"), (a, b, c)
