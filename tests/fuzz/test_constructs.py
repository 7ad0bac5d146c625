"""The work for each construct of the grammar is linear in its number. Calls are counted, not time."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

import ptxisa
from tools.fuzz.constructs import CONSTRUCTS

NUMBER, TIMES = 150, 4
"""Number of elements; lists of more than 100 are read twice."""


def calls(text: str) -> int:
    """Return the number of calls, of Python and of C, that the check of a module takes."""
    count = 0

    def see(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(see)
    try:
        ptxisa.check_module(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_work_grows_in_proportion(name: str) -> None:
    """Four times the construct costs at most four times the work, and a tenth for caches that overflow."""
    make = CONSTRUCTS[name]
    for number in (NUMBER, NUMBER * TIMES):
        calls(make(number))  # Caches are full then.
    small, large = calls(make(NUMBER)), calls(make(NUMBER * TIMES))
    assert large <= 1.1 * TIMES * small


def test_counting_sees_work_that_grows_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ptxisa, "check_module", lambda text: [len(text) for _ in text for _ in text])
    assert calls("x" * 40) > 10 * calls("x" * 10)
