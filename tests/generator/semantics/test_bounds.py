"""Bounds of the names in a condition, on the side where it is true and on the other side."""

from __future__ import annotations

import pytest

from generator.semantics import tree
from generator.semantics.bounds import narrowing
from generator.semantics.intervals import LIMIT, Interval
from generator.semantics.ir import BOOLEAN, InputValue, IntegerConstant, Value
from generator.semantics.language import parse
from generator.semantics.scope import Known
from generator.semantics.source import RecordText
from tests.generator.programs import HERE

BOUNDS = {"n": (3, 9), "m": (5, 7), "far": (-(2**LIMIT), 2**LIMIT)}


def evaluate(node: tree.Expression) -> Known | Value:
    """Return the value of a name: within bounds, a truth value, a constant, a modifier, or a known number."""
    if isinstance(node, tree.ConstantNode):
        return Known(node.value)
    assert isinstance(node, tree.NameNode)
    if node.name in BOUNDS:
        return InputValue(node.name, 8, Interval(*BOUNDS[node.name]))
    others: dict[str, Known | Value] = {
        "truth": InputValue("truth", 1, BOOLEAN),
        "five": IntegerConstant(5),
        "known": Known(5),
        "mode": Known("lo"),
    }
    return others[node.name]


def told(test: str, held: bool) -> dict[str, tuple[int, int]]:
    """Return the bounds of each name where the test was true, or was not."""
    (statement,) = parse(f"d = {test}", RecordText(HERE)).statements
    assert isinstance(statement, tree.AssignmentNode)
    return {name: (bounds.lo, bounds.hi) for name, bounds in narrowing(statement.value, held, evaluate).items()}


@pytest.mark.parametrize(
    ("test", "held", "failed"),
    [
        ("n < 6", (3, 5), (6, 9)),
        ("n <= 6", (3, 6), (7, 9)),
        ("n > 6", (7, 9), (3, 6)),
        ("n >= 6", (6, 9), (3, 5)),
        ("6 < n", (7, 9), (3, 6)),
        ("6 <= n", (6, 9), (3, 5)),
        ("6 > n", (3, 5), (6, 9)),
        ("6 >= n", (3, 6), (7, 9)),
        ("n == 6", (6, 6), (3, 9)),
        ("6 == n", (6, 6), (3, 9)),
        # That a value is not another one only tells something at an end.
        ("n != 6", (3, 9), (6, 6)),
        ("n != 3", (4, 9), (3, 3)),
        ("n != 9", (3, 8), (9, 9)),
        ("n == 3", (3, 3), (4, 9)),
        ("n == 9", (9, 9), (3, 8)),
        # What cannot be tells nothing.
        ("n < 3", (3, 9), (3, 9)),
        ("n > 9", (3, 9), (3, 9)),
        ("not n < 6", (6, 9), (3, 5)),
        ("n > 4 and n < 7", (5, 6), None),
        ("n < 5 or n > 6", None, (5, 6)),
        ("n < five", (3, 4), (5, 9)),
        ("five < n", (6, 9), (3, 5)),
        ("n < known", (3, 4), (5, 9)),
        ("known < n", (6, 9), (3, 5)),
    ],
)
def test_a_condition_bounds_a_name(test: str, held: tuple[int, int] | None, failed: tuple[int, int] | None) -> None:
    assert told(test, True) == ({"n": held} if held else {})
    assert told(test, False) == ({"n": failed} if failed else {})


@pytest.mark.parametrize(
    ("test", "held", "failed"),
    [
        ("n < m", (3, 6), (5, 9)),
        ("n <= m", (3, 7), (6, 9)),
        ("n > m", (6, 9), (3, 7)),
        ("n >= m", (5, 9), (3, 6)),
        ("n == m", (5, 7), (3, 9)),
        ("n != m", (3, 9), (5, 7)),
        ("n < far", (3, 9), (3, 9)),
        ("n != far", (3, 9), (3, 9)),
    ],
)
def test_bounds_of_the_other_side_bound_a_name(test: str, held: tuple[int, int], failed: tuple[int, int]) -> None:
    assert (told(test, True), told(test, False)) == ({"n": held}, {"n": failed})


@pytest.mark.parametrize("test", ["known < 6", "five < 6", "truth == 1", "n == mode", "n in (3, 4)", "n == truth", "n"])
def test_known_values_and_other_kinds_have_no_bounds(test: str) -> None:
    assert told(test, True) == told(test, False) == {}


def test_each_name_of_a_condition_has_its_bounds() -> None:
    assert told("n > 4 and m < 7 and n < 9", True) == {"n": (5, 8), "m": (5, 6)}
    assert told("m < n", True) == {"m": (5, 7)}
