"""Outcomes that an H200 had are allowed by the model; the fixture is from `tools.litmus.runner`."""

import lzma
from pathlib import Path

from tools.litmus import shapes
from tools.litmus.kernels import allowed_outcomes, extra_tests, observables, sequential_outcomes

FIXTURE = Path(__file__).resolve().parents[1] / "fixtures" / "litmus_sm_90.xz"
WITHOUT_BRANCH = {"mbarrier release at warps in shared", "mbarrier release at warps in global"}
"""Tests in which ptxas issues the load before the result of the wait is known; see isa/measurements/litmus-sm_90."""


def seen():
    """Return the codes of the outcomes of each test by its name."""
    lines = lzma.decompress(FIXTURE.read_bytes()).decode().splitlines()
    rows = (line.split("\t") for line in lines)
    return {name: [int(part.split(":")[0]) for part in outcomes.split()] for name, _, outcomes in rows}


def test_no_outcome_of_the_gpu_is_forbidden():
    outcomes, weak, compared = seen(), 0, 0
    # Every tenth shape, and all tests of copies, mbarriers and vectors.
    for test in [*extra_tests(), *list(shapes.tests())[::10]]:
        if test.name not in outcomes:
            continue
        names = observables(test)
        allowed = allowed_outcomes(test, names)
        forbidden = set(outcomes[test.name]) - set(outcomes[test.name] if allowed is None else allowed)
        assert bool(forbidden) == (test.name in WITHOUT_BRANCH), (test.name, forbidden)
        sequential = sequential_outcomes(test, names)
        weak += sequential is not None and not set(outcomes[test.name]) <= set(sequential)
        compared += 1
    assert compared > 200
    assert weak >= 40
