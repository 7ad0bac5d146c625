"""Functions of generated modules: names of their parameters."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from generator.backends.functions import _Names
from generator.backends.merging import Body, Given, Merged, Piece
from generator.backends.patterns import Hole, statement_of
from generator.backends.rules import Rule


def names(*slots: str) -> _Names:
    """Names for a function that has these slots and is given another one as `by`."""
    body = Body(("a",), (), frozenset(), given=(Given("by", "op", "comparison"),))
    unit = (statement_of("    d = wide.product(x, 3)"),)
    pieces = [Piece(unit, {("one",): (Hole("function", "popcount"),), ("two",): (Hole("function", "clz"),)})]
    merged = Merged((*slots, "op"), body, pieces, (("one",), ("two",)), frozenset({("numpy", "splat")}))
    return _Names(merged, {})


def test_a_slot_has_its_own_name_unless_a_statement_has_it() -> None:
    taken = ("d", "wide", "x", "splat", "popcount", "clz", "a")
    found = names(*taken, "product", "mode")
    assert found.slots == {**{name: f"{name}_" for name in taken}, "product": "product", "mode": "mode", "op": "by"}
    assert found.contents == {parameter: slot for slot, parameter in found.slots.items()}
    assert [found.slot(name) for name in ("mode", "d", "op")] == ["mode", "d_", "by"]


def test_what_differs_has_a_name_that_nothing_else_has() -> None:
    found, rule = names("compare", "mode"), Rule(("mode",), {("x",): "lt"})
    column: Any = SimpleNamespace(kind="comparison")
    assert [found.argument(column, rule) for _ in range(2)] == ["compare_2", "compare_3"]
    assert names("mode").argument(column, rule) == "compare"


def test_a_slot_may_hold_what_its_variants_have() -> None:
    variants: list[Any] = [SimpleNamespace(values={"mode": one, "op": "lt"}) for one in ("hi", None, "hi", "lo")]
    assert names("mode").contents_of(variants) == {"mode": ["hi", None, "lo"], "op": ["lt"]}
