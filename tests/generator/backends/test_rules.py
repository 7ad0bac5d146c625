"""Rules: the fewest slots and rows that give a column, and conditions in words of Python."""

from __future__ import annotations

import itertools

import pytest

from generator.backends.rules import condition, rows, rule_items, rule_of
from ptxisa.run.implementation import By, Key

SLOTS = ("type", "mode", "sat")
KEYS: list[Key] = list(itertools.product(("u32", "s32", "b32"), ("lo", "hi"), (None, "sat")))


def test_the_fewest_slots_decide() -> None:
    assert rule_of(SLOTS, dict.fromkeys(KEYS, 1)).slots == ()
    assert rule_of(SLOTS, {key: key[1] == "hi" for key in KEYS}).slots == ("mode",)
    assert rule_of(SLOTS, {key: (key[0], key[2]) for key in KEYS}).slots == ("type", "sat")


def test_rows_give_every_value_again() -> None:
    column = {key: hash((key[0] == "s32", key[1])) % 3 if key[2] else 7 for key in KEYS}
    rule = rule_of(SLOTS, column)
    by = By(" ".join(rule.slots), dict(rule_items(rule)))
    for key, value in column.items():
        assert by.value(dict(zip(SLOTS, key, strict=True))) == value


def test_a_product_is_one_row() -> None:
    table = {(a, b): a == "x" for a in "xyz" for b in "pq"}
    assert [product for product, value in rows(table) if value] == [(("x",), ("p", "q"))]


@pytest.mark.parametrize(
    ("test", "text"),
    [
        (lambda t, m, s: m == "hi", 'mode == "hi"'),
        (lambda t, m, s: s is not None, "sat"),
        (lambda t, m, s: s is None, "not sat"),
        (lambda t, m, s: t != "u32", 'type_ != "u32"'),
        (lambda t, m, s: m == "hi" and s is not None, 'mode == "hi" and sat'),
        (lambda t, m, s: not (m == "hi" and s is not None), 'not (mode == "hi" and sat)'),
    ],
)
def test_conditions(test: object, text: str) -> None:
    assert callable(test)
    names = {"type": "type_", "mode": "mode", "sat": "sat"}
    found = condition(SLOTS, {key: bool(test(*key)) for key in KEYS}, names)
    assert found is not None
    assert found.text == text


def test_a_parity_is_no_simple_condition() -> None:
    names = dict(zip(SLOTS, SLOTS, strict=True))
    assert condition(SLOTS, {key: (key[0] == "u32") ^ (key[1] == "hi") ^ bool(key[2]) for key in KEYS}, names) is None


def test_truth_values_and_numbers_are_told_apart() -> None:
    for values in ((0, 1), (False, True)):
        rule = rule_of(("mode",), {("x",): values[0], ("y",): values[1]})
        assert [type(value) for value in rule.table.values()] == [type(value) for value in values]
