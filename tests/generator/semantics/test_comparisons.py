"""Operators that a modifier names: the meanings of `compare` and `combine`."""

from __future__ import annotations

import itertools
import math
import operator
import struct

import pytest

from generator.records.problems import RecordError
from tests.generator.programs import make_form, mode_slot, pair, run_both

ORDER = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
FLOATS = (0x0000, 0x8000, 0x0001, 0x3C00, 0xBC00, 0x7C00, 0xFC00, 0x7E00, 0xFFFF)


def results(text: str, reads: dict[str, str], op: str, values: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Return every pair of values with the result that the two back ends share."""
    rows = list(itertools.product(values, repeat=len(reads)))
    functions = pair(text, make_form({"d": "pred"}, reads, slots=[mode_slot(op, name="op")]))
    results_of_rows = run_both(functions, [dict(zip(reads, row, strict=True)) for row in rows])
    return [(row, result) for row, (result,) in zip(rows, results_of_rows, strict=True)]


@pytest.mark.parametrize("op", [*ORDER, *UNSIGNED])
@pytest.mark.parametrize("type_", ["u16", "s16"])
def test_integers(type_: str, op: str) -> None:
    holds = ORDER[UNSIGNED.get(op, op)]
    for row, result in results("d = compare(a, b, op)", {"a": type_, "b": type_}, op, (0, 1, 0x7FFF, 0x8000, 0xFFFF)):
        x, y = (value - 0x10000 if type_ == "s16" and value >> 15 else value for value in row)
        assert result == holds(x, y)


@pytest.mark.parametrize("op", [*ORDER, *(f"{op}u" for op in ORDER), "num", "nan"])
def test_floats(op: str) -> None:
    for row, result in results("d = compare(a, b, op)", {"a": "f16", "b": "f16"}, op, FLOATS):
        x, y = struct.unpack("ee", struct.pack("HH", *row))
        unordered = math.isnan(x) or math.isnan(y)
        if op in ("num", "nan"):
            expected = unordered == (op == "nan")
        else:
            expected = op in ("neu", "equ", "ltu", "leu", "gtu", "geu") if unordered else ORDER[op[:2]](x, y)
        assert result == expected, (op, x, y)


@pytest.mark.parametrize(("op", "holds"), [("and", operator.and_), ("or", operator.or_), ("xor", operator.xor)])
def test_combine(op: str, holds: object) -> None:
    assert callable(holds)
    for (x, y), result in results("d = combine(not a, b, op)", {"a": "pred", "b": "pred"}, op, (0, 1)):
        assert result == holds(1 - x, y)


@pytest.mark.parametrize(("type_", "op"), [("u16", "ltu"), ("s16", "nan"), ("f16", "lo"), ("f16", "and")])
def test_an_operator_of_other_values(type_: str, op: str) -> None:
    with pytest.raises(RecordError, match=f"the operator is {op}; it must be that of a comparison"):
        results("d = compare(a, b, op)", {"a": type_, "b": type_}, op, (0,))
