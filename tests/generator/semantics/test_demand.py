"""Demands: how many low bits of each variable decide the outputs, and what is dead."""

from __future__ import annotations

import pytest

from generator.semantics.demand import demands
from generator.semantics.operations import EXACT
from tests.generator.programs import make_form, routine

FORM = make_form({"d": "u32"}, {"a": "u64", "b": "u64", "n": "u8", "q": "pred"})


def needs(text: str, name: str = "t") -> list[int | None]:
    """Return the needed bits of each version of a variable, None if it is dead."""
    needed = demands(routine(text, FORM))
    last = max((variable.version for variable in needed if variable.name == name), default=1)
    versions = {variable.version: need for variable, need in needed.items() if variable.name == name}
    return [versions.get(version) for version in range(1, last + 1)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("t = a * b\nd = t", [32]),
        ("t = a * b\nd = t + 1 - b * t", [32]),
        ("t = a * b\nd = ~-t", [32]),
        ("t = a * b\nd = t & 0xFF", [8]),
        ("t = a * b\nd = t[15:8]", [16]),
        ("t = a * b\nd = t[100:96]", [101]),
        ("t = a * b\nd = t[7]", [8]),
        ("t = a * b\nd = unsigned(t, 5)", [5]),
        ("t = a * b\nd = signed(t, 5)", [5]),
        ("t = a * b\nd = signed(t, 500)", [32]),
        ("t = a * b\nd = unsigned(t, n[3:0])", [15]),
        ("t = a * b\nd = t << 20", [12]),
        ("t = a * b\nd = t << 40", [0]),
        ("t = a * b\nd = t >> 20", [52]),
        ("t = a * b\nd = t >> n[2:0]", [39]),
        ("t = a * b\nd = a >> min(t, 9)", [EXACT]),
        ("t = a * b\nd = reverse_bits(t, 12)", [12]),
        ("t = a * b\nd = 1 if t > 5 else 0", [EXACT]),
        ("t = a * b\nd = t if q else 0", [32]),
        ("t = a * b\nd = quotient(t, 3)", [EXACT]),
        ("t = a * b\nd = max(t, 3)", [EXACT]),
        ("t = a * b\nd = 0\nd[15:8] = t", [8]),
        ("t = a * b\nd = a", [None]),
        ("t = a * b\nu = t + 1\nd = a", [None]),
        ("t = a\nt = b\nd = t", [None, 32]),
        ("t = a\nif q:\n    t = b\nd = t", [32, 32, 32]),
        ("t = a\nif q:\n    t = b\nd = a", [None]),
        ("d = a\nt = b\nif q:\n    t = 3\n    d = 4", [None]),
    ],
)
def test_demands(text: str, wanted: list[int | None]) -> None:
    assert needs(text) == wanted


def test_an_output_that_does_not_fill_a_word_is_needed_exactly() -> None:
    needed = demands(routine("t = a * b\np = t", make_form({"p": "pred"}, {"a": "u32", "b": "u32"})))
    assert {variable.name: need for variable, need in needed.items()} == {"t": 1, "p": EXACT}
