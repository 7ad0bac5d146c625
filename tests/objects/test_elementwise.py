"""Choices on integers equal those on arrays, and integers do without NumPy."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from ptxisa.objects import elementwise as e

PAIRS = [(0, 0), (1, 2), (2, 1), (-3, 5)]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_integers_and_arrays_agree(one: int, other: int) -> None:
    first, second = np.array([one, one]), np.array([other, other])
    assert e.where(one < other, 1, 2) == e.where(first < second, 1, 2)[0]
    assert e.larger(one, other) == e.larger(first, second)[0] == max(one, other)
    assert e.least(one, other, 1) == e.least(first, second, 1)[0] == min(one, other, 1)
    assert e.same_as(one, 7) == e.same_as(first, 7)[0] == 7
    assert e.either(one, (0, 2)) is e.either(first, (0, 2)) is (one in (0, 2))


@pytest.mark.parametrize(("wanted", "step"), [(0, 4), (4, 4), (5, 9), (9, 9), (10, 9)])
def test_next_step(wanted: int, step: int) -> None:
    assert e.next_of((4, 9), wanted) == e.next_of((4, 9), np.array([wanted]))[0] == step


def test_broadcast_keeps_integers() -> None:
    assert e.broadcast(1, 2) == (1, 2)
    assert [one.shape for one in e.broadcast(np.array([1, 2]), 3)] == [(2,), (2,)]


def test_first_of_the_least() -> None:
    found = e.first_least({"a": np.array([2, 1]), "b": np.array([1, 1])})
    assert found.tolist() == ["b", "a"]


def test_command_does_without_numpy() -> None:
    code = (
        "import sys; from ptxisa.cli.main import main; "
        "main(['occupancy', '--cc', '8.6', '--registers', '64', '--threads', '256', '--shared', '16384']); "
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
