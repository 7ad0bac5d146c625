"""Floating-point functions of the language: both backends alike, and as this machine or plain Python has it."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable

import pytest

from generator.records.problems import RecordError
from generator.semantics.table import FUNCTIONS
from tests.generator.programs import make_form, pair, run_both
from tests.numbers.test_formats import F16, F32, F64, patterns

FORMATS = {"f16": F16, "f32": F32, "f64": F64}
CODES = {"f16": "e", "f32": "f", "f64": "d"}

TEXTS = [
    *(f"d = round(x {sign} y, T, {mode})" for sign in "+-*" for mode in ("rn", "rz", "rm", "rp")),
    *(f"d = round({text}, T, {mode})" for text in ("x * y + z", "divide(x, y)", "root(x)") for mode in ("rn", "rp")),
    "d = round(z + x * -y, T, rz)",
    "d = round(round(x, f32), T)",
    "d = round(x + y, T, rn, 1)",
    *(f"d = round({name}(x), T)" for name in ("reciprocal_root", "sine", "cosine", "tanh", "log2", "exp2")),
    "d = round_finite(x * y, T, rp)",
    "d = flush(x)",
    "d = saturate(x)",
    "d = rectify(x)",
    *(f"d = integral(x, {mode})" for mode in ("rn", "rz", "rm", "rp")),
    "d = round(round(x, f16, rs(y[12:0], 13)), T)",
    "d = round(round_finite(x, f16, rs(y[15:0], 16)), T)",
    "d = quiet(y) if is_nan(y) else minimum(x, y)",
    "d = unspecified_nan(minimum(x, y)) if x < y else unspecified_nan(z)",
    "d = maximum(x, y)",
    "d = abs(x)",
    "d = -x",
    "d = x if x < y or is_nan(y) else nan(T)",
    "d = as_type(x[9:0], T)",
    "t = x\nd = y if t[T.bits - 1 : 0] > 99 else as_type(0, T)",
    "if x >= y and not is_zero(z):\n    d = x\nelse:\n    d = y",
    "d = x if x == y or is_subnormal(z) else y if x != z or is_infinite(x) else z",
]


UNIT_TEXTS = [
    (f"d = {name}(x)", format_)
    for name, row in FUNCTIONS.items()
    if name.startswith("unit_")
    for format_ in row.parameters[0].formats
    if format_ in FORMATS
]


def both(text: str, name: str, result: str | None = None) -> list[tuple[tuple[int, int, int], int]]:
    """Return the operands with the result that the two back ends share."""
    chance = random.Random(text)
    form = FORMATS[name]
    rows = list(zip(*(patterns(form, 300, chance) for _ in "xyz"), strict=True))
    functions = pair(text.replace("T", name), make_form({"d": result or name}, dict.fromkeys("xyz", name)))
    results = run_both(functions, [dict(zip("xyz", row, strict=True)) for row in rows])
    return [(row, value) for row, (value,) in zip(rows, results, strict=True)]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", TEXTS)
def test_backends_agree(text: str, name: str) -> None:
    assert len({result for _, result in both(text, name)}) > 1


@pytest.mark.parametrize(("text", "name"), UNIT_TEXTS)
def test_backends_agree_on_a_unit(text: str, name: str) -> None:
    assert len({result for _, result in both(text, name)}) > 1


def test_a_unit_has_few_formats() -> None:
    with pytest.raises(RecordError, match="unit_sin takes values of f32, not of f16"):
        pair("d = unit_sin(x)", make_form({"d": "f16"}, {"x": "f16"}))


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
@pytest.mark.parametrize("target", ["s8", "u16", "s32", "u32", "s64", "u64"])
@pytest.mark.parametrize("name", FORMATS)
def test_to_integer(name: str, target: str, mode: str) -> None:
    whole: dict[str, Callable[[float], int]] = {"rn": round, "rz": math.trunc, "rm": math.floor, "rp": math.ceil}
    bits = int(target[1:])
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if target[0] == "s" else (0, (1 << bits) - 1)
    for (x, _, _), result in both(f"d = to_integer(x, {target}, {mode})", name, target):
        value = struct.unpack(CODES[name], x.to_bytes(FORMATS[name].bits // 8, "little"))[0]
        if math.isnan(value):
            expected = 0
        elif math.isinf(value):
            expected = high if value > 0 else low
        else:
            expected = min(max(whole[mode](value), low), high)
        assert result == expected % (1 << bits), value


@pytest.mark.parametrize("source", ["s8", "u16", "s32", "u32", "s64", "u64"])
def test_round_integer(source: str) -> None:
    chance = random.Random(source)
    bits = int(source[1:])
    values = [0, 1, (1 << bits) - 1, 1 << (bits - 1), *(chance.getrandbits(bits) for _ in range(200))]
    functions = pair("d = round(a, f64)", make_form({"d": "f64"}, {"a": source}))
    for value, (result,) in zip(values, run_both(functions, [{"a": value} for value in values]), strict=True):
        number = value - (1 << bits) if source[0] == "s" and value >> (bits - 1) else value
        assert result == int.from_bytes(struct.pack("d", float(number)), "little")


def test_comparisons_are_those_of_this_machine() -> None:
    text = "d = (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y) + 32 * (x >= y)"
    for (x, y, _), result in both(text, "f32", "u32"):
        a, b = struct.unpack("2f", struct.pack("2I", x, y))
        assert result == (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b)


def test_every_function_is_tested() -> None:
    text = "\n".join([*TEXTS, *(text for text, _ in UNIT_TEXTS), "to_integer(", "unit_sin("])
    assert [name for name, row in FUNCTIONS.items() if row.category == "float" and f"{name}(" not in text] == []
