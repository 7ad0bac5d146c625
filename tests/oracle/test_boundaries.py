"""Where the statements of a clause are judged: on both sides of every place where it begins or ends to hold."""

from __future__ import annotations

from typing import Any

import pytest

from ptxisa.cli.options import chosen_forms
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Form
from ptxisa.oracle.boundaries import Pair, clause_statuses, floor_target, near_boundary, target_below
from ptxisa.oracle.probes import legal
from ptxisa.query.availability import form_available


def _pairs() -> dict[str, list[Pair]]:
    every = [versions.order(name) for name in versions.known()]
    return {
        target.name: [(target, version) for version in every if version >= target.floor]
        for target in targets.known().values()
    }


@pytest.mark.parametrize(
    ("ptx", "target", "wanted"),
    [
        ("2.0", "sm_20+", {("sm_20", "2.0"), ("sm_13", "2.0"), ("sm_13", "1.5")}),
        ("3.1", "sm_32+", {("sm_35", "3.1"), ("sm_32", "4.0"), ("sm_30", "3.1"), ("sm_30", "3.0")}),
        ("8.0", "sm_90a", {("sm_90a", "8.0"), ("sm_90", "8.0"), ("sm_90", "7.8")}),
        ("8.8", "sm_100f+", {("sm_100f", "8.8"), ("sm_100a", "8.8"), ("sm_103f", "8.8"), ("sm_100", "8.7")}),
    ],
)
def test_both_sides_of_a_clause_are_assembled(ptx: str, target: str, wanted: set[tuple[str, str]]) -> None:
    near = {(target_.name, str(version)) for target_, version in near_boundary(ptx, target, _pairs())}
    assert wanted <= near


@pytest.mark.parametrize("target", ["sm_10+", "sm_32+", "sm_90a", "sm_100f+", "sm_20 | sm_53+"])
def test_quick_boundaries_are_a_subset_of_all_pairs(target: str) -> None:
    floor = floor_target(target)
    assert floor is not None
    at = max(versions.order("2.0"), floor.floor)
    below = target_below(floor, at)
    near = {target_.name for target_, _ in near_boundary("2.0", target, _pairs())}
    assert {target_.name for target_ in (floor, below) if target_} <= near


def test_a_boundary_is_a_small_part_of_all_pairs() -> None:
    pairs = _pairs()
    assert 10 * len(set(near_boundary("8.0", "sm_90+", pairs))) < sum(map(len, pairs.values()))


class Agreeing(dict[Any, bool]):
    """What an assembler accepts that agrees with the record of a form, at every place."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form
        self.values = {trial.probe.statement: values for trial, values in legal(form)}

    def __contains__(self, key: object) -> bool:
        return True

    def __getitem__(self, key: Any) -> bool:
        _, text, target, version = key
        return form_available(self.form, self.values[text], targets.target(target), versions.order(version))


@pytest.mark.parametrize("name", ["wmma.store", "wmma.load", "vote", "vote.sync.ballot", "mma", "add.f32"])
def test_an_assembler_that_agrees_verifies_every_clause(name: str) -> None:
    """Variants that are removed at a floor, or that another clause makes available there, do not refute it."""
    form = next(form for form in chosen_forms([name]) if form.id == name)
    statuses = clause_statuses(form, Agreeing(form))
    assert {sides["floor"] for sides in statuses.values()} == {"verified"}
    assert {side for sides in statuses.values() for side in sides.values()} <= {"verified", "unverifiable", "not-run"}
