"""Every way of `arithmetic` against exact arithmetic, on operands whose results are often ties, tiny or too large."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ptxisa.numbers import arithmetic, exact
from ptxisa.numbers.arithmetic import rounded, word_of
from ptxisa.numbers.formats import Format, known
from tests.numbers.test_formats import patterns

OPERATIONS = {"value": 1, "add": 2, "multiply": 2, "divide": 2, "root": 1, "fma": 3}
EXACT = {"add": exact.add, "multiply": exact.multiply, "divide": exact.divide, "root": exact.square_root}
PAIRS = [
    *(("f32", target) for target in ("f32", "f16", "bf16", "tf32", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "ue8m0")),
    *(("f64", target) for target in ("f64", "f32", "f16", "e4m3")),
    *(("f16", target) for target in ("f16", "f32", "f64", "bf16", "e4m3", "e5m2")),
    *(("bf16", target) for target in ("bf16", "f32", "f16", "ue8m0")),
    ("e4m3", "f16"),
    ("e2m1", "e3m2"),
    ("ue4m3", "ue4m3"),
    ("ue8m0", "bf16"),
]
EXTREME = ("f32", "f64")


def operands(form: Format, count: int, chance: random.Random) -> list[int]:
    """Half of them with few bits, so that sums and products are often just between two numbers."""
    return [
        pattern & ~((1 << chance.randrange(form.fraction + 1)) - 1) if chance.random() < 0.5 else pattern
        for pattern in patterns(form, count, chance)
    ]


def neighbors(form: Format, rows: list[tuple[int, ...]], chance: random.Random) -> list[tuple[int, ...]]:
    """Return the third operand near the product of the others, or near a tie of it, so that they cancel."""
    result = []
    for x, y, _ in rows:
        product = exact.multiply(exact.decode(x, form), exact.decode(y, form))
        z = exact.round_to(exact.negate(product), form, chance.choice(["rn", "rz"]))
        result.append((x, y, (z + chance.choice([-1, 0, 1])) % (1 << form.bits)))
    return result


def definition(operation: str, row: tuple[int, ...], form: Format) -> exact.Number:
    numbers = [exact.decode(value, form) for value in row]
    if operation == "value":
        return numbers[0]
    if operation == "fma":
        return exact.add(exact.multiply(*numbers[:2]), numbers[2])
    return EXACT[operation](*numbers)


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp", "rna"])
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("source", "target"), PAIRS, ids=[f"{value}-{other}" for value, other in PAIRS])
def test_every_way_is_exact(source: str, target: str, operation: str, mode: str) -> None:
    form, to = known()[source], known()[target]
    chance = random.Random(source + target + operation + mode)
    rows = list(zip(*(operands(form, 400, chance) for _ in range(OPERATIONS[operation])), strict=True))
    if operation == "fma" and source in EXTREME:
        rows += neighbors(form, rows, chance)
    columns = [np.array(column, word_of(form)) for column in zip(*rows, strict=True)]
    numbers = [definition(operation, row, form) for row in rows]
    for option in ("", "flush", "finite") if to.zero else ("", "finite"):
        result = rounded(operation, tuple(columns), (source,) * len(columns), target, mode, option)
        expected = [exact.round_to(number, to, mode, option) for number in numbers]
        wrong = [
            (list(map(hex, row)), hex(have), hex(want))
            for row, have, want in zip(rows, result.tolist(), expected, strict=True)
            if have != want
        ]
        assert not wrong, wrong[:3]


def test_flushing_decides_by_the_result_with_an_exponent_without_bounds() -> None:
    """Next to the smallest normal number, in eighths of the last bit: 1 - 2**-26 and such, scaled."""
    form = known()["f32"]
    x = np.arange(0x3F7FFF00, 0x3F800100, dtype=np.uint32)
    y = np.full(x.shape, 0x00800000, np.uint32)
    for mode in ("rn", "rz", "rm", "rp"):
        result = rounded("multiply", (x, y), ("f32", "f32"), "f32", mode, "flush")
        assert set(result.tolist()) > {0, 0x00800000}
        for a, have in zip(x.tolist(), result.tolist(), strict=True):
            assert have == exact.round_to(definition("multiply", (a, 0x00800000), form), form, mode, "flush")


def test_operands_may_be_one_element_or_empty() -> None:
    one = np.array([0x3F800000], np.uint32)
    many = np.arange(100, dtype=np.uint32).reshape(10, 10)
    assert rounded("add", (one, many), ("f32", "f32"), "f32", "rz", "").shape == (10, 10)
    assert rounded("add", (one[:0], one[:0]), ("f32", "f32"), "f32", "rn", "").shape == (0,)


def test_blocks_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.arange(0x3F800000, 0x3F800000 + 1000, dtype=np.uint32)
    whole = rounded("multiply", (x, x), ("f32", "f32"), "f32", "rp", "")
    monkeypatch.setattr(arithmetic, "BLOCK", 7)
    assert np.array_equal(rounded("multiply", (x, x), ("f32", "f32"), "f32", "rp", ""), whole)


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp", "rna"])
@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64", "e4m3"])
def test_to_integers(name: str, mode: str) -> None:
    form, chance = known()[name], random.Random(name + mode)
    column = operands(form, 1000, chance)
    column += [exact.round_to(exact.integer(chance.getrandbits(bits)), form, "rn", "finite") for bits in range(66)]
    column += [pattern | 1 << form.sign_bit for pattern in column]
    x = np.array(column, word_of(form))
    numbers = [exact.decode(value, form) for value in column]
    expected = [exact.round_to(exact.integral(number, mode), form, mode) for number in numbers]
    assert arithmetic.integral(x, name, mode).tolist() == expected
    for bits in (8, 16, 32, 64):
        for signed in (False, True):
            actual = arithmetic.to_integer(x, name, bits, signed, mode).tolist()
            assert actual == [clamped(number, bits, signed, mode) for number in numbers]


def clamped(number: exact.Number, bits: int, signed: bool, mode: str) -> int:
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if number.kind != "finite":
        whole = 0 if number.kind == "nan" else -(1 << 200) if number.sign else 1 << 200
    else:
        whole = exact.round_integer(number, mode)
    return min(max(whole, least), most) % (1 << bits)


@pytest.mark.parametrize("target", ["f16", "bf16", "f32", "f64", "e5m2", "ue8m0"])
@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "u4", "i8", "u8"])
def test_from_integers(dtype: str, target: str) -> None:
    bounds, chance = np.iinfo(dtype), random.Random(dtype + target)
    some = [chance.randint(int(bounds.min), int(bounds.max)) >> chance.randrange(bounds.bits) for _ in range(600)]
    ties = [
        value for place in range(12, bounds.bits - 1) for value in (3 << place, (1 << place) + 1, (5 << place) // 4 - 1)
    ]
    column = [
        value for value in (0, 1, int(bounds.min), int(bounds.max), *some, *ties) if bounds.min <= value <= bounds.max
    ]
    for mode in ("rn", "rz", "rm", "rp", "rna"):
        actual = arithmetic.rounded_integer(np.array(column, dtype), target, mode, "").tolist()
        assert actual == [exact.round_to(exact.integer(value), known()[target], mode) for value in column]
