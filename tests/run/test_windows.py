"""Windows of the generic address space, by hand: bases, offsets and what is in which window."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa.isa.diagnostics import PtxError
from ptxisa.run.memory import windows

SHARED, LOCAL = 0x7F0000000000, 0x7E0000000000


def addresses(*numbers: int) -> Any:
    return np.array(numbers, np.uint64)


def test_addresses_in_windows() -> None:
    """4 GiB of shared memory, 16 MiB of the others; what is in none is global."""
    every = addresses(0, SHARED - 1, SHARED, SHARED + 0xFFFFFFFF, SHARED + (1 << 32), LOCAL, LOCAL + (1 << 24))
    found = windows()
    assert found.contains("shared", every).tolist() == [False, False, True, True, False, False, False]
    assert found.contains("shared::cta", every).tolist() == [False, False, True, True, False, False, False]
    assert found.contains("local", every).tolist() == [False, False, False, False, False, True, False]
    assert found.contains("global", every).tolist() == [True, True, False, False, True, False, True]


def test_offsets_and_generic_addresses() -> None:
    found = windows()
    assert found.generic("shared::cta", addresses(4)).tolist() == [SHARED + 4]
    assert found.offset("shared::cta", addresses(SHARED + 4)).tolist() == [4]
    assert found.generic("local", addresses(8)).tolist() == [LOCAL + 8]
    assert found.offset("local", addresses(LOCAL + 8)).tolist() == [8]


def test_offsets_in_shared_memory_have_32_bits() -> None:
    base = 3 << 32
    found = windows({"shared": base})
    assert found.offset("shared", addresses(base, base + 4, base + 0xFFFFFFFF)).tolist() == [0, 4, 0xFFFFFFFF]
    assert found.generic("shared", addresses(0, base + 4, 0xFFFFFFFF)).tolist() == [base, base + 4, base + 0xFFFFFFFF]


def test_other_memories_may_begin_in_the_middle_of_4_gib() -> None:
    base = (1 << 40) + (1 << 24)
    assert windows({"local": base}).offset("local", addresses(base + 8)).tolist() == [8]


def test_windows_that_are_next_to_each_other() -> None:
    assert windows({"local": SHARED + (1 << 32)}).local == SHARED + (1 << 32)


def test_other_bases() -> None:
    assert windows({"local": 1 << 40}) == (SHARED, 1 << 40, 0x7D0000000000, 0x7C0000000000)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"y": 0, "x": 0}, "no window of generic addresses is called 'x'; they are shared, local, const, param"),
        ({"globl": 0}, "no window of generic addresses is called 'globl'; they are shared, local, const, param"),
        ({"local": 1.5}, "the window of local memory begins at a number, not at '1.5'"),
        ({"local": True}, "the window of local memory begins at a number, not at 'True'"),
        ({"local": 0}, "the window of local memory begins at a multiple of 0x1000000, not at 0x0"),
        ({"local": (1 << 40) + (1 << 23)}, "begins at a multiple of 0x1000000, not at 0x10000800000"),
        ({"shared": (1 << 40) + (1 << 24)}, "begins at a multiple of 0x100000000, not at 0x10001000000"),
        ({"local": 1 << 64}, "the window of local memory begins at a multiple of 0x1000000"),
        ({"local": SHARED + (1 << 24)}, "windows of generic addresses must differ in their upper 32 bits"),
        ({"local": SHARED}, "windows of generic addresses must differ in their upper 32 bits"),
    ],
)
def test_what_cannot_be_a_base(given: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError) as caught:
        windows(given)
    (found,) = caught.value.diagnostics
    assert found.code == "memory-access"
    assert message in found.message
