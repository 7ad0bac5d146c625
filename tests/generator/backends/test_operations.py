"""Every operator and function of the language in both backends, against what it means in plain Python."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.semantics.table import FUNCTIONS
from tests.generator.programs import Pair, edges, make_form, number, pair, run_both


def low(x: int, n: int) -> int:
    return x % 2**n


def twos(x: int, n: int) -> int:
    """Return the two's complement, computed by counting instead of masks."""
    if n == 0:
        return 0
    rest = x % 2**n
    return rest - 2**n if rest * 2 >= 2**n else rest


def toward_zero(a: int, b: int) -> int:
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return size if (a >= 0) == (b > 0) else -size


def rest_of(a: int, b: int) -> int:
    return a - toward_zero(a, b) * b if b else 0


def binary(x: int, n: int) -> str:
    return format(x % 2**n, f"0{n}b")


S32, U32, S64, U64, U16, S16 = "s32", "u32", "s64", "u64", "u16", "s16"
TWO = [(U16, S16), (S16, U32), (U32, U32), (S32, S32), (S64, S64), (U64, U64), (U64, S64)]
ONE = [(U16,), (S16,), (U32,), (S32,), (U64,), (S64,)]
NARROW = [(S16, U16), (U32, U32), (S32, S32), (S64, S64), (U64, U64)]

Meaning = Callable[..., int]
OPERATIONS: list[tuple[str, list[tuple[str, ...]], Meaning]] = [
    ("a + b", TWO, lambda a, b: a + b),
    ("a - b", TWO, lambda a, b: a - b),
    ("a * b", TWO, lambda a, b: a * b),
    ("a & b", TWO, lambda a, b: low(a, 128) & low(b, 128)),
    ("a | b", TWO, lambda a, b: low(a, 128) | low(b, 128)),
    ("a ^ b", TWO, lambda a, b: low(a, 128) ^ low(b, 128)),
    ("~a", ONE, lambda a: -1 - a),
    ("-a", ONE, lambda a: -a),
    ("a << b", [(U16, U16), (S32, U32), (U64, U32), (S64, U64)], lambda a, b: a * 2**b if b < 64 else 0),
    ("a << 7", ONE, lambda a: a * 128),
    ("a << 70", ONE, lambda a: 0),
    ("a >> b", [(U16, U16), (S16, U64), (S32, U32), (U64, U32), (S64, U64)], lambda a, b: a // 2 ** min(b, 64)),
    ("a >> 7", ONE, lambda a: a // 128),
    ("a >> 70", ONE, lambda a: -1 if a < 0 else 0),
    ("1 if a == b else 0", TWO, lambda a, b: int(a - b == 0)),
    ("1 if a != b else 0", TWO, lambda a, b: int(a - b != 0)),
    ("1 if a < b else 0", TWO, lambda a, b: int(a - b < 0)),
    ("1 if a <= b else 0", TWO, lambda a, b: int(a - b <= 0)),
    ("1 if a > b else 0", TWO, lambda a, b: int(a - b > 0)),
    ("1 if a >= b else 0", TWO, lambda a, b: int(a - b >= 0)),
    ("2 + (a < b)", TWO, lambda a, b: 3 if a < b else 2),
    ("5 if a < 9 and b > 3 else 6", TWO, lambda a, b: 5 if a < 9 and b > 3 else 6),
    ("5 if a < 9 or b > 3 else 6", TWO, lambda a, b: 5 if a < 9 or b > 3 else 6),
    ("5 if not (a < b) else 6", TWO, lambda a, b: 6 if a < b else 5),
    ("5 if (a < 9) ^ (b > 3) else 6", TWO, lambda a, b: 5 if (a < 9) != (b > 3) else 6),
    ("5 if (a < 9) & (b > 3) else 6", TWO, lambda a, b: 5 if a < 9 and b > 3 else 6),
    ("5 if (a < 9) | (b > 3) else 6", TWO, lambda a, b: 5 if a < 9 or b > 3 else 6),
    ("a if a > b else b - 1", TWO, lambda a, b: a if a > b else b - 1),
    ("a[5]", ONE, lambda a: int(binary(a, 64)[-6])),
    ("(a - b)[63]", TWO, lambda a, b: (a - b) // 2**63 % 2),
    ("a[b[6:0]]", [(U16, U16), (S16, U32), (S64, U64)], lambda a, b: a // 2 ** (b % 128) % 2),
    ("a[11:4]", ONE, lambda a: int(binary(a, 64)[-12:-4], 2)),
    ("(a * b)[127:64]", TWO, lambda a, b: a * b // 2**64 % 2**64),
    ("(a * b)[99:50]", TWO, lambda a, b: a * b // 2**50 % 2**50),
    ("(a - b)[64:64]", TWO, lambda a, b: (a - b) // 2**64 % 2),
    ("signed(a, 8)", ONE, lambda a: twos(a, 8)),
    ("signed(a, 13)", ONE, lambda a: twos(a, 13)),
    ("signed(a, 0)", ONE, lambda a: 0),
    ("signed(a, b)", [(U16, U16), (S32, U32), (S64, U32), (S16, U64)], lambda a, b: twos(a, b) if b < 99 else a),
    ("unsigned(a, 8)", ONE, lambda a: low(a, 8)),
    ("unsigned(a, 13)", ONE, lambda a: low(a, 13)),
    ("unsigned(a, 0)", ONE, lambda a: 0),
    ("unsigned(a, b)", [(U16, U16), (U32, U32), (S64, U32), (U64, U64)], lambda a, b: low(a, min(b, 99))),
    ("quotient(a, b)", NARROW, toward_zero),
    ("remainder(a, b)", NARROW, rest_of),
    ("quotient(a, 10)", ONE, lambda a: toward_zero(a, 10)),
    ("remainder(-7, b)", [(S16, S16), (S32, S32), (S64, S64)], lambda a, b: rest_of(-7, b)),
    ("abs(a)", ONE, lambda a: a if a > 0 else -a),
    ("abs(a - b)", TWO, lambda a, b: a - b if a > b else b - a),
    ("min(a, b)", TWO, lambda a, b: a if a < b else b),
    ("max(a, b)", TWO, lambda a, b: b if a < b else a),
    ("max(a, b, 100)", TWO, lambda a, b: sorted((a, b, 100))[2]),
    ("clamp(a, -100, 100)", ONE, lambda a: -100 if a < -100 else 100 if a > 100 else a),
    ("clamp(a * 3, b, 500)", NARROW, lambda a, b: min(max(a * 3, b), 500)),
    ("popcount(unsigned(a, 16))", ONE, lambda a: binary(a, 16).count("1")),
    ("popcount(unsigned(a, 64))", ONE, lambda a: binary(a, 64).count("1")),
    ("leading_zeros(unsigned(a, 16), 16)", ONE, lambda a: (binary(a, 16) + "1").index("1")),
    ("leading_zeros(unsigned(a, 64), 64)", ONE, lambda a: (binary(a, 64) + "1").index("1")),
    ("leading_zeros(unsigned(a, 9), 200)", ONE, lambda a: 191 + (binary(a, 9) + "1").index("1")),
    ("highest_bit(unsigned(a, 16))", ONE, lambda a: 15 - (binary(a, 16) + "1").index("1")),
    ("highest_bit(unsigned(a, 64))", ONE, lambda a: 63 - (binary(a, 64) + "1").index("1")),
    ("reverse_bits(a, 16)", ONE, lambda a: int(binary(a, 16)[::-1], 2)),
    ("reverse_bits(a, 13)", ONE, lambda a: int(binary(a, 13)[::-1], 2)),
    ("reverse_bits(a, 64)", ONE, lambda a: int(binary(a, 64)[::-1], 2)),
    ("unspecified(a + 1)", ONE, lambda a: a + 1),
    ("5 if a == 0 else unspecified(a)", ONE, lambda a: a or 5),
]
CASES = [(text, types, meaning) for text, all_types, meaning in OPERATIONS for types in all_types]


def build(text: str, types: tuple[str, ...]) -> Pair:
    return pair(f"d = {text}", make_form({"d": "b64"}, dict(zip("ab", types, strict=False))))


def agrees(both: Pair, types: tuple[str, ...], meaning: Meaning, operands: list[tuple[int, ...]]) -> None:
    results = run_both(both, [dict(zip("ab", values, strict=False)) for values in operands])
    for values, (result,) in zip(operands, results, strict=True):
        numbers = [number(value, type_) for value, type_ in zip(values, types, strict=True)]
        assert result == meaning(*numbers) % 2**64, numbers


@pytest.mark.parametrize(("text", "types", "meaning"), CASES, ids=[f"{text}-{types}" for text, types, _ in CASES])
def test_operation(text: str, types: tuple[str, ...], meaning: Meaning) -> None:
    both = build(text, types)
    bits = [int(type_[1:]) for type_ in types]
    crossed = list(itertools.product(*(edges(width) for width in bits)))
    rng = random.Random(text)
    agrees(both, types, meaning, crossed[:: max(1, len(crossed) // 700)])
    agrees(both, types, meaning, [tuple(rng.getrandbits(width) for width in bits) for _ in range(200)])


@settings(max_examples=60)
@given(st.data())
def test_operation_on_drawn_operands(data: st.DataObject) -> None:
    text, types, meaning = data.draw(st.sampled_from(CASES))
    drawn = st.tuples(*(st.integers(0, 2 ** int(type_[1:]) - 1) for type_ in types))
    agrees(build(text, types), types, meaning, data.draw(st.lists(drawn, min_size=1, max_size=20)))


def test_every_function_is_tested() -> None:
    bounded = [name for name, row in FUNCTIONS.items() if row.bounds]
    missing = [name for name in bounded if not any(f"{name}(" in text for text, _, _ in OPERATIONS)]
    assert missing == []


def test_every_operator_is_tested() -> None:
    signs = ["+", "- b", "*", "&", "|", "^", "~", "-a", "<<", ">>", "==", "!=", "<=", ">=", "and", "or", "not", "if"]
    assert [sign for sign in signs if not any(sign in text for text, _, _ in OPERATIONS)] == []
