"""Scripts for a GPU: they have a meaning where they should, differences are seen, and the kernel assembles."""

from __future__ import annotations

import pytest

from ptxisa.oracle.mbarrier import OPERATIONS, Follower, Script, Seen, differences, group, module
from ptxisa.oracle.ptxas import Ptxas
from ptxisa.oracle.releases import ReleaseError, find
from ptxisa.targets import target


def _ideal(script: Script) -> list[Seen]:
    """What a GPU gives that does as the state machine does."""
    follower = Follower()
    seen = []
    for step in script:
        result = follower.step(*step)
        waits = sum(bool(follower.barrier.test_wait_parity(parity)) << parity for parity in (0, 1))
        seen.append(Seen(0, result or 0, waits))
    return seen


def test_defined_scripts_have_a_meaning_and_complete_phases() -> None:
    scripts = group("defined", 60)
    assert all(list(differences(script, _ideal(script))) == [] for script in scripts)
    assert any(seen.waits == 1 for script in scripts for seen in _ideal(script))


def test_a_wrong_result_is_a_difference() -> None:
    script: Script = [("init", 1), ("test_wait_parity", 1)]
    init, test = _ideal(script)
    assert list(differences(script, [init, test._replace(result=0)])) == [
        "step 1, test_wait_parity 1: 1 expected, 0 measured"
    ]
    assert list(differences(script, [init._replace(waits=3), test])) == [
        "after step 0, init 1: waits 10 expected, 11 measured"
    ]


@pytest.mark.parametrize("name", ["defined", "edges", "bits"])
def test_groups_are_always_the_same_and_use_known_operations(name: str) -> None:
    scripts = group(name, 20)
    assert scripts == group(name, 20)
    assert {step for script in scripts for step, _ in script} <= set(OPERATIONS)


def test_the_kernel_assembles() -> None:
    try:
        ptxas = Ptxas(find("13.0"))
    except ReleaseError as error:
        pytest.skip(str(error))
    assert ptxas.refusal(module("8.0", "sm_90"), target("sm_90")) == ""
