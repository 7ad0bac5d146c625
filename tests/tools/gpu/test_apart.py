"""A case that traps is found, and takes no other with it."""

from __future__ import annotations

from collections.abc import Sequence

from ptxisa.oracle.gpu.driver import Trapped
from tools.gpu.apart import apart


def work(cases: Sequence[int]) -> int:
    if 3 in cases:
        raise Trapped("an illegal instruction was encountered")
    return sum(cases)


def test_a_trap_has_a_process_of_its_own() -> None:
    parts = [(list(cases), part) for cases, part in apart(work, range(5))]
    assert [part_ for part_ in parts if not isinstance(part_[1], Trapped)] == [([0, 1], 1), ([2], 2), ([4], 4)]
    assert [(cases, str(part)) for cases, part in parts if isinstance(part, Trapped)] == [
        ([3], "an illegal instruction was encountered")
    ]
