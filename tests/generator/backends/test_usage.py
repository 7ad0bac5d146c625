"""Uses of variables: the numbers of statements in printing order; the results follow the last statement."""

from __future__ import annotations

import pytest

from generator.backends.usage import Holder, usage_of
from generator.semantics.demand import demands
from tests.generator.programs import make_form, routine

FORM = make_form({"d": "u32"}, {"a": "u32", "b": "u32", "q": "pred"})


def name(holder: Holder) -> str:
    """Return an input, or a variable with the number of its version."""
    return holder if isinstance(holder, str) else f"{holder.name}{holder.version}"


@pytest.mark.parametrize(
    ("text", "defined", "last", "inlined"),
    [
        ("t = a + 1\nu = t * b\nd = t + u", {"t1": 1, "u1": 2, "d1": 3},
         {"a": 1, "b": 2, "t1": 3, "u1": 3, "d1": 4}, set()),
        # What nothing needs has no number.
        ("t = a + 1\nunused = t * 3\nd = b", {"d1": 1}, {"b": 2, "d1": 2}, set()),
        ("t = a + 1\nif q:\n    t = b * 3\n    unused = a\nd = b", {"d1": 1}, {"b": 2, "d1": 2}, set()),
        # The bits of another variable keep that one in use.
        ("t = a + 1\nu = signed(t, 32)\nd = b + 1\nd = u + d", {"t1": 1, "u1": 2, "d1": 3, "d2": 4},
         {"a": 1, "b": 3, "t1": 4, "u1": 4, "d1": 4, "d2": 5}, set()),
        ("t = a + 1\nu = t[7:0]\nd = b + 1\nd = u + d", {"t1": 1, "u1": 2, "d1": 3, "d2": 4},
         {"a": 1, "b": 3, "t1": 4, "u1": 4, "d1": 4, "d2": 5}, set()),
        ("t = a + 1\nu = t[8:1]\nd = b + 1\nd = u + d", {"t1": 1, "u1": 2, "d1": 3, "d2": 4},
         {"a": 1, "b": 3, "t1": 2, "u1": 4, "d1": 4, "d2": 5}, set()),
        # A value that only a merge reads is used there, and so is what it is made from; so is the test.
        ("t = a + 1\nif q:\n    t = b * 3\nd = t", {"t1": 1, "t2": 2, "t3": 3, "d1": 4},
         {"a": 1, "b": 3, "q": 3, "t1": 3, "t2": 3, "t3": 5, "d1": 5}, {"t2"}),
        ("t = a + 1\nx = b * 2\nif q:\n    t = x + 3\n    x = t + x\nd = t + x",
         {"t1": 1, "x1": 2, "t2": 3, "x2": 4, "t3": 5, "x3": 6, "d1": 7},
         {"a": 1, "b": 2, "t1": 5, "q": 6, "x1": 6, "t2": 6, "x2": 6, "t3": 7, "x3": 7, "d1": 8}, {"x2"}),
    ],
)  # fmt: skip
def test_usage(text: str, defined: dict[str, int], last: dict[str, int], inlined: set[str]) -> None:
    typed = routine(text, FORM)
    usage = usage_of(typed, demands(typed))
    assert {name(variable): place for variable, place in usage.defined.items()} == defined
    assert {name(holder): place for holder, place in usage.last.items()} == last
    assert set(map(name, usage.inlined)) == inlined
