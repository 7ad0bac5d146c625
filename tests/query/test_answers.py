"""Availability as the answer of a release of ptxas."""

from __future__ import annotations

import pytest

import ptxisa


@pytest.mark.parametrize(("release", "there"), [("12.9", False), ("13.4", False), ("13.5", True)])
def test_a_release_that_rejects_a_form(release: str, there: bool) -> None:
    """Test ``fence.async``, which ptxas accepts from release 13.5 on (measured)."""
    answer = ptxisa.available("fence.async.gpu", "sm_90", "8.0", assembler=release)
    assert bool(answer) is there
    assert answer.errata == (() if there else ("fence-async",))


@pytest.mark.parametrize(
    ("release", "opcode", "there"),
    [
        ("13.3", "membar.proxy.async", False),
        ("13.4", "membar.proxy.async", True),
        ("13.4", "membar.proxy.async.global", False),
        ("13.3", "membar.proxy.alias", True),
    ],
)
def test_a_release_that_rejects_some_modifiers(release: str, opcode: str, there: bool) -> None:
    """Before release 13.4 ptxas took no ``membar.proxy.async``, and since then none with a state space (measured)."""
    assert bool(ptxisa.available(opcode, "sm_90", "9.0", assembler=release)) is there


def test_the_other_forms_of_a_mnemonic_stay() -> None:
    assert ptxisa.available("fence", "sm_90", "8.0", assembler="12.9")


def test_the_manual_has_no_release() -> None:
    assert ptxisa.available("fence.async.gpu", "sm_90", "8.0")


def test_opcodes_that_only_a_release_accepts() -> None:
    answer = ptxisa.available("addc.sat.s32", "sm_90", "8.0", assembler="13.0")
    assert answer
    assert answer.errata == ("addc-saturation",)
    assert not ptxisa.available("addc.sat.s32", "sm_90", "8.0")


def test_an_opcode_of_a_release_is_unavailable_before_its_floor() -> None:
    answer = ptxisa.available("addc.u16", "sm_90", "3.0", assembler="13.0")
    assert (bool(answer), answer.errata) == (False, ())
    assert answer.reason == "addc.u16 is not in the manual, and no release of ptxas is known to support it there"
