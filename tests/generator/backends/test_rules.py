"""Rules: the fewest slots and rows that give a column."""

from __future__ import annotations

import itertools

from generator.backends.rules import rule_items, rule_of
from ptxisa.run.implementation import By, Key

SLOTS = ("type", "mode", "sat")
KEYS: list[Key] = list(itertools.product(("u32", "s32", "b32"), ("lo", "hi"), (None, "sat")))


def test_rows_give_every_value_again() -> None:
    column = {key: hash((key[0] == "s32", key[1])) % 3 if key[2] else 7 for key in KEYS}
    rule = rule_of(SLOTS, column)
    by = By(" ".join(rule.slots), dict(rule_items(rule)))
    for key, value in column.items():
        assert by.value(dict(zip(SLOTS, key, strict=True))) == value


def test_truth_values_and_numbers_are_distinguished() -> None:
    for values in ((0, 1), (False, True)):
        rule = rule_of(("mode",), {("x",): values[0], ("y",): values[1]})
        assert [type(value) for value in rule.table.values()] == [type(value) for value in values]
