"""Bitwise functions of three operands by the fewest operations on arrays: `lop3` with a constant table.

    function = lookup(0xE8)         # majority
    function(a, b, c)               # (a & b) | ((a | b) & c), 4 operations

The record defines the result bit by bit, as the union of up to eight products. A table has 8 bits, so that the shortest
sequence for each of the 256 tables is found once by search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

_OPERANDS = (0xF0, 0xCC, 0xAA)
"""Tables of the operands themselves (section 9.7.7.6 of the manual)."""
_ALL = 0xFF
_OPERATIONS: tuple[Callable[[Any, Any], Any], ...] = (np.bitwise_and, np.bitwise_or, np.bitwise_xor)


@cache
def _recipes() -> dict[int, tuple[Any, int, int]]:
    """Return for each table but those of operands an operation and the tables of its operands.

    Tables are found in the order of their cost, so that the first way to a table is a shortest one.
    """
    costs = dict.fromkeys(_OPERANDS, 0)
    recipes: dict[int, tuple[Any, int, int]] = {}
    cost = 0
    while len(costs) < 1 << 8:
        cost += 1
        new: dict[int, tuple[Any, int, int]] = {}
        for x, own in list(costs.items()):
            if own == cost - 1:
                new.setdefault(~x & _ALL, (np.invert, x, x))
            for y, other in costs.items():
                if own + other == cost - 1:
                    for operation in _OPERATIONS:
                        new.setdefault(operation(x, y), (operation, x, y))
        for table, recipe in new.items():
            if table not in costs:
                costs[int(table)], recipes[int(table)] = cost, recipe
    return recipes


@cache
def steps(table: int) -> tuple[tuple[Any, int, int], ...]:
    """Return the operations of a table in order: a function, and the numbers of its operands.

    Numbers 0 to 2 are the operands; results have the numbers from 3 on.
    """
    numbers = {operand: number for number, operand in enumerate(_OPERANDS)}
    result: list[tuple[Any, int, int]] = []

    def place(value: int) -> int:
        if value not in numbers:
            operation, x, y = _recipes()[value]
            first, second = place(x), place(y)
            result.append((operation, first, second))
            numbers[value] = len(result) + 2
        return numbers[value]

    place(table)
    return tuple(result)


def lookup(table: int) -> Callable[[Any, Any, Any], Any]:
    """Return the bitwise function with a table: bit 4a + 2b + c of the table is the result for bits a, b and c."""
    operations = steps(table)
    last = _OPERANDS.index(table) if table in _OPERANDS else len(operations) + 2

    def function(a: Any, b: Any, c: Any) -> Any:
        values = [a, b, c]
        for operation, first, second in operations:
            values.append(
                operation(values[first]) if operation is np.invert else operation(values[first], values[second])
            )
        return values[last]

    return function
