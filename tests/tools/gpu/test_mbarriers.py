"""Scripts for a GPU: they have a meaning where they should, differences are seen, and the kernel assembles."""

from __future__ import annotations

import pytest

from ptxisa.isa.targets import target
from ptxisa.objects.mbarrier import packed
from ptxisa.oracle.assembler import Ptxas
from tools.gpu.mbarriers import (
    GROUPS,
    OPERATIONS,
    Follower,
    Script,
    Seen,
    differences,
    group,
    has_meaning,
    module,
)


def _ideal(script: Script) -> list[Seen]:
    """Return the results of a GPU that agrees with the state machine."""
    follower = Follower()
    seen = []
    for step in script:
        result = follower.step(*step)
        waits = sum(bool(follower.barrier.test_wait_parity(parity)) << parity for parity in (0, 1))
        seen.append(Seen(packed(follower.barrier.counts), result or 0, waits))
    return seen


def test_defined_scripts_have_a_meaning_and_complete_phases() -> None:
    scripts = group("defined", 60)
    assert all(list(differences(script, _ideal(script))) == [] for script in scripts)
    assert any(seen.waits == 1 for script in scripts for seen in _ideal(script))


def test_a_wrong_result_is_a_difference() -> None:
    script: Script = [("init", 1), ("test_wait_parity", 1)]
    init, test = _ideal(script)
    assert list(differences(script, [init, test._replace(result=0)])) == [
        "step 1, test_wait_parity 1: 0x1 expected, 0x0 measured"
    ]
    assert list(differences(script, [init._replace(waits=3), test])) == [
        "step 0, init 1: waits 10 expected, 11 measured"
    ]


def test_objects_are_read_after_inval() -> None:
    script: Script = [("init", 7), ("arrive", 0), ("inval", 0)]
    seen = _ideal(script)
    assert list(differences(script, [*seen[:2], seen[2]._replace(object=seen[2].object + 2)])) == [
        "step 2, inval 0: object 0x7fffd000001ffff2 expected, 0x7fffd000001ffff4 measured"
    ]


def test_a_trap_is_a_difference_where_steps_have_a_meaning() -> None:
    script: Script = [("init", 1), ("arrive", 0), ("arrive_count", 2)]
    seen = _ideal(script[:2])
    assert list(differences(script, seen)) == []
    assert list(differences(script, seen[:1])) == ["step 1, arrive 0: trapped"]


@pytest.mark.parametrize("name", ["bits", "traps"])
def test_bits_have_a_meaning_and_traps_have_none(name: str) -> None:
    scripts = group(name, 30)
    assert {has_meaning(script) for script in scripts} == {name == "bits"}
    if name == "bits":
        assert all(list(differences(script, _ideal(script))) == [] for script in scripts)


@pytest.mark.parametrize("name", GROUPS)
def test_groups_are_always_the_same_and_use_known_operations(name: str) -> None:
    scripts = group(name, 20)
    assert scripts == group(name, 20)
    assert {step for script in scripts for step, _ in script} <= set(OPERATIONS)


def test_the_kernel_assembles(ptxas: Ptxas) -> None:
    assert ptxas.rejection(module("8.0", "sm_90"), target("sm_90")) == ""
