"""Exact arithmetic against the hardware of this machine, and arithmetic by parts against exact arithmetic."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from ptxisa.numbers import exact, parts
from ptxisa.numbers.formats import Format

F32 = Format("f32", 32, 8, 23, 127, nan=0x7FFFFFFF)
F64 = Format("f64", 64, 11, 52, 1023, nan=0x7FFFFFFFFFFFFFFF)
F16 = Format("f16", 16, 5, 10, 15, nan=0x7FFF)
FORMATS = [
    F32,
    F64,
    F16,
    Format("bf16", 16, 8, 7, 127, nan=0x7FFF),
    Format("tf32", 32, 8, 10, 127, nan=0x7FFFFFFF, low=13),
    Format("e4m3", 8, 4, 3, 7, infinities=False, nan=0x7F),
    Format("e5m2", 8, 5, 2, 15, nan=0x7F),
    Format("e3m2", 6, 3, 2, 3, infinities=False),
    Format("e2m3", 6, 2, 3, 1, infinities=False),
    Format("e2m1", 4, 2, 1, 1, infinities=False),
    Format("ue8m0", 8, 8, 0, 127, signed=False, infinities=False, nan=0xFF, zero=False),
    Format("ue4m3", 7, 4, 3, 7, signed=False, infinities=False, nan=0x7F),
]
MODES = ("rn", "rz", "rm", "rp", "rna", "rs")


def pattern(form: Format, chance: random.Random) -> int:
    """Return a pattern that is often near an edge, or near 1 so that exponents meet."""
    sign = chance.getrandbits(1) << form.sign_bit if form.signed else 0
    kind = chance.random()
    if kind < 0.3:
        exponent = chance.choice([0, 1, 2, form.exponent_mask - 1, form.exponent_mask, form.bias])
        fraction = chance.choice([0, 1, form.fraction_mask, form.fraction_mask - 1, form.fraction_mask // 2])
    elif kind < 0.7:
        exponent, fraction = form.bias + chance.randint(-6, 6), chance.randrange(form.fraction_mask + 1)
    else:
        exponent, fraction = chance.randrange(form.exponent_mask + 1), chance.randrange(form.fraction_mask + 1)
    exponent = min(max(exponent, 0), form.exponent_mask)
    return (exponent << form.fraction | max(fraction, 0) & form.fraction_mask) << form.low | sign


def patterns(form: Format, count: int, chance: random.Random) -> list[int]:
    return [pattern(form, chance) for _ in range(count)]


@pytest.mark.parametrize(("form", "dtype"), [(F32, np.float32), (F64, np.float64)], ids=["f32", "f64"])
@pytest.mark.parametrize(
    ("name", "native"),
    [("add", np.add), ("multiply", np.multiply), ("divide", np.divide)],
    ids=["add", "multiply", "divide"],
)
def test_exact_arithmetic_is_that_of_this_machine(
    form: Format, dtype: type[np.floating], name: str, native: Callable[..., np.ndarray]
) -> None:
    chance = random.Random(name)
    a, b = patterns(form, 2000, chance), patterns(form, 2000, chance)
    word = f"u{form.bits // 8}"
    with np.errstate(all="ignore"):
        result = native(np.array(a, word).view(dtype), np.array(b, word).view(dtype))
    operation = getattr(exact, name)
    for x, y, expected, nan in zip(a, b, result.view(word).tolist(), np.isnan(result).tolist(), strict=True):
        actual = exact.round_to(operation(exact.decode(x, form), exact.decode(y, form)), form, "rn")
        assert actual == (form.nan if nan else expected), (hex(x), hex(y))


@pytest.mark.parametrize(("form", "dtype"), [(F32, np.float32), (F64, np.float64)], ids=["f32", "f64"])
def test_exact_roots_are_those_of_this_machine(form: Format, dtype: type[np.floating]) -> None:
    a = patterns(form, 2000, random.Random(1))
    word = f"u{form.bits // 8}"
    with np.errstate(all="ignore"):
        result = np.sqrt(np.array(a, word).view(dtype))
    for x, expected, nan in zip(a, result.view(word).tolist(), np.isnan(result).tolist(), strict=True):
        actual = exact.round_to(exact.square_root(exact.decode(x, form)), form, "rn")
        assert actual == (form.nan if nan else expected), hex(x)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_pattern_that_is_decoded_rounds_to_itself(form: Format) -> None:
    chance = random.Random(form.name)
    exhaustive = form.sign_bit < 16
    every = range(1 << (form.sign_bit + form.signed)) if exhaustive else patterns(form, 2000, chance)
    for x in every:
        number = exact.decode(x, form)
        if number.kind == "nan":
            assert exact.round_to(number, form, "rn") == form.nan
        elif number.kind == "finite" or form.infinities:
            assert {exact.round_to(number, form, mode) for mode in MODES} == {x}


OPERATIONS = {"add": 2, "multiply": 2, "divide": 2, "square_root": 1, "fma": 3, "same": 1}


def apply(module: object, name: str, operands: list[object]) -> object:
    if name == "same":
        return operands[0]
    if name == "fma":
        return module.add(module.multiply(*operands[:2]), operands[2])  # type: ignore[attr-defined]
    return getattr(module, name)(*operands)


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_parts_are_exact(form: Format, name: str) -> None:
    count = 250
    chance = random.Random(form.name + name)
    columns = [patterns(form, count, chance) for _ in range(OPERATIONS[name])]
    noise = [chance.getrandbits(32) for _ in range(count)]
    by_parts = apply(parts, name, [parts.decode(np.array(column, np.uint64), form) for column in columns])
    one_by_one = [apply(exact, name, [exact.decode(x, form) for x in row]) for row in zip(*columns, strict=True)]
    for target in FORMATS if name in ("fma", "same") else [form]:
        for mode in MODES:
            option = chance.choice(["", "flush", "finite"]) if target.zero and mode != "rs" else ""
            result = parts.round_to(by_parts, target, mode, option, np.array(noise, np.uint64))  # type: ignore[arg-type]
            expected = [
                exact.round_to(number, target, mode, option, bits)  # type: ignore[arg-type]
                for number, bits in zip(one_by_one, noise, strict=True)
            ]
            assert result.tolist() == expected, (target.name, mode)


@pytest.mark.parametrize("target", FORMATS, ids=lambda form: form.name)
@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_integers(dtype: type[np.integer], target: Format) -> None:
    bounds = np.iinfo(dtype)
    chance = random.Random(target.name)
    values = [
        0,
        1,
        bounds.min,
        bounds.max,
        bounds.max - 1,
        *(chance.randint(bounds.min, bounds.max) for _ in range(200)),
    ]
    numbers = parts.from_integer(np.array(values, dtype))
    for mode in ("rn", "rz", "rm", "rp"):
        expected = [exact.round_to(exact.integer(value), target, mode, option="finite") for value in values]
        assert parts.round_to(numbers, target, mode, option="finite").tolist() == expected
