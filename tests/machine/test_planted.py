"""Planted bugs are found at their lines; their corrections, and correct kernels that look wrong, have no findings."""

from __future__ import annotations

import pytest

import ptxisa
from tests.machine.planted import Planted, planted

STEPS = 3_000_000
"""Instructions after which a kernel that never ends is stopped."""
NOT_FOUND: set[str] = set()
"""Bugs that no watch finds yet; one that is found is an error here, so that the set only shrinks."""


@pytest.mark.parametrize("case", list(planted()), ids=lambda case: case.name)
def test_a_bug_is_found_and_nothing_else(case: Planted) -> None:
    launch = case.launch
    run = ptxisa.launch(
        case.text,
        launch.entry,
        launch.grid,
        launch.block,
        launch.values(),
        shared=launch.shared,
        schedule=case.schedule,
        steps=STEPS,
    )
    assert run.complete, run.unmodeled
    reported = {(finding.code, finding.line) for finding in run.findings}
    if case.bug is None or case.name in NOT_FOUND:
        assert not reported
    else:
        assert (case.bug, case.line) in reported
