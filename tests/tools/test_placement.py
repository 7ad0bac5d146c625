"""Modifiers that no record has, tried with every form."""

from __future__ import annotations

import pytest

from ptxisa.oracle.assembler import Probe, Ptxas
from ptxisa.oracle.releases import find
from tools.placement import placements, respelled


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("sin.approx.f32 d, a;", ["sin.approx.new.f32 d, a;", "sin.approx.f32.new d, a;"]),
        ("exit;", ["exit.new;"]),
    ],
)
def test_a_modifier_is_put_before_and_after_the_type(statement: str, expected: list[str]) -> None:
    assert [probe.statement for probe in respelled(Probe(statement, ()), ".new")] == expected


@pytest.mark.network
def test_angles_in_turns_belong_to_sine_and_cosine() -> None:
    """A recorded modifier is found as one without record would be, and a word that nothing takes is not."""
    placed = placements([".2pi", ".no_such_modifier"], Ptxas(find("13.5")))
    assert placed == {".2pi": ("cos", "sin"), ".no_such_modifier": ()}
