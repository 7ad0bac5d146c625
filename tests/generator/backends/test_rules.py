"""Rules: the fewest slots and rows that give a column."""

from __future__ import annotations

import itertools

from generator.backends.rules import rows, rule_items, rule_of
from ptxisa.run.implementation import By, Key

SLOTS = ("type", "mode", "sat")
KEYS: list[Key] = list(itertools.product(("u32", "s32", "b32"), ("lo", "hi"), (None, "sat")))


def test_the_fewest_slots_decide() -> None:
    assert rule_of(SLOTS, dict.fromkeys(KEYS, 1)).slots == ()
    assert rule_of(SLOTS, {key: key[1] == "hi" for key in KEYS}).slots == ("mode",)
    assert rule_of(SLOTS, {key: (key[0], key[2]) for key in KEYS}).slots == ("type", "sat")
    assert rule_of(("type",), {("u32",): 1, ("s32",): 2}).slots == ("type",)
    assert rule_of((), {(): 1}).slots == ()


def test_redundant_slots_do_not_decide() -> None:
    bits = list(itertools.product("01", repeat=4))
    column = {(a, b, a + b): a + b for a, b, *_ in bits}
    assert rule_of(("a", "b", "ab"), column).slots == ("ab",)
    assert rule_of(("ab", "a", "b"), {(ab, a, b): ab for (a, b, ab) in column}).slots == ("ab",)
    column = {(a + b, c, a, b, c): a + b + c for a, b, c, _ in bits}
    assert rule_of(("ab", "c", "a", "b", "c_2"), column).slots == ("ab", "c")


def test_of_more_than_two_slots_the_first_ones_that_are_not_needed_are_left_out() -> None:
    bits = list(itertools.product("01", repeat=4))
    names = ("ab", "c", "d", "a", "b", "c_2", "d_2")
    rule = rule_of(names, {(a + b, c, d, a, b, c, d): a + b + c + d for a, b, c, d in bits})
    assert rule.slots == ("a", "b", "c_2", "d_2")
    assert rule.table == {key: "".join(key) for key in bits}
    assert rule_of(("a", "b", "c", "d"), {key: "".join(key[:3]) for key in bits}).slots == ("a", "b", "c")


def test_rows_give_every_value_again() -> None:
    column = {key: hash((key[0] == "s32", key[1])) % 3 if key[2] else 7 for key in KEYS}
    rule = rule_of(SLOTS, column)
    by = By(" ".join(rule.slots), dict(rule_items(rule)))
    for key, value in column.items():
        assert by.value(dict(zip(SLOTS, key, strict=True))) == value


def test_a_product_is_one_row() -> None:
    table = {(a, b): a == "x" for a in "xyz" for b in "pq"}
    assert [product for product, value in rows(table) if value] == [(("x",), ("p", "q"))]


def test_truth_values_and_numbers_are_distinguished() -> None:
    for values in ((0, 1), (False, True)):
        rule = rule_of(("mode",), {("x",): values[0], ("y",): values[1]})
        assert [type(value) for value in rule.table.values()] == [type(value) for value in values]
