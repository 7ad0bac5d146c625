"""Roots, powers, logarithms and angles rounded correctly: against MPFR, one at a time and on arrays."""

from __future__ import annotations

import struct
from collections.abc import Callable

import gmpy2
import numpy as np
import pytest

from ptxisa.numbers import arithmetic, exact, transcendental
from ptxisa.numbers.formats import known

ORACLE: dict[str, Callable[[gmpy2.mpfr], gmpy2.mpfr]] = {
    # MPFR makes both zeros positive.
    "reciprocal_root": lambda x: 1 / x if x == 0 else gmpy2.rec_sqrt(x),
    "sine": gmpy2.sin,
    "cosine": gmpy2.cos,
    "tanh": gmpy2.tanh,
    "log2": gmpy2.log2,
    "exp2": gmpy2.exp2,
}
SPECIAL = [0, 1, 2, 0x7FFFFF, 0x800000, 0x800001, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x40000000, 0x42FE0000]
SPECIAL += [0x43000000, 0x43150000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FFFFFFF, 0x40490FDB, 0x3FC90FDB]
PATTERNS = [pattern | sign << 31 for pattern in SPECIAL for sign in (0, 1)]
MODES = {"rn": gmpy2.RoundToNearest, "rz": gmpy2.RoundToZero, "rm": gmpy2.RoundDown, "rp": gmpy2.RoundUp}


def _random(count: int, seed: int = 7) -> list[int]:
    """Patterns of single precision: anything, and of magnitudes about 1."""
    generator = np.random.default_rng(seed)
    anything = generator.integers(0, 1 << 32, count, dtype=np.uint32)
    exponents = generator.integers(105, 136, count, dtype=np.uint32)
    about_one = (anything & np.uint32(0x807FFFFF)) | exponents << np.uint32(23)
    return [*anything.tolist(), *about_one.tolist()]


def _expected(function: str, pattern: int, mode: str) -> int:
    """Return the result of MPFR in single precision with its subnormal numbers."""
    number = struct.unpack("<f", pattern.to_bytes(4, "little"))[0]
    with gmpy2.context(gmpy2.ieee(32), round=MODES[mode]):
        value = ORACLE[function](gmpy2.mpfr(number))
        if gmpy2.is_nan(value):
            return int(known()["f32"].nan or 0)
        return int.from_bytes(struct.pack("<f", float(value)), "little")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("function", ORACLE)
def test_single_precision_against_mpfr(function: str, mode: str) -> None:
    form = known()["f32"]
    for pattern in [*PATTERNS, *_random(150)]:
        actual = transcendental.rounded(function, exact.decode(pattern, form), form, mode)
        assert actual == _expected(function, pattern, mode), hex(pattern)


@pytest.mark.parametrize("function", ORACLE)
@pytest.mark.parametrize(("name", "mode", "option"), [("f32", "rn", ""), ("f32", "rn", "flush"), ("f32", "rz", "")])
def test_arrays_agree_with_the_definition(function: str, name: str, mode: str, option: str) -> None:
    form = known()[name]
    patterns = np.array([*PATTERNS, *_random(1000)], np.uint32)
    result = arithmetic.rounded(function, (patterns,), (name,), name, mode, option)
    wanted = [
        transcendental.rounded(function, exact.decode(value, form), form, mode, option) for value in patterns.tolist()
    ]
    assert result.tolist() == wanted


@pytest.mark.parametrize("function", ORACLE)
@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_every_half_precision_number(function: str, name: str) -> None:
    form = known()[name]
    patterns = np.arange(0, 1 << 16, 13, dtype=np.uint16)
    result = arithmetic.rounded(function, (patterns,), (name,), name, "rn", "")
    wanted = [transcendental.rounded(function, exact.decode(value, form), form, "rn") for value in patterns.tolist()]
    assert result.tolist() == wanted


def test_reciprocal_roots_in_double_precision() -> None:
    form = known()["f64"]
    generator = np.random.default_rng(3)
    patterns = generator.integers(0, 1 << 64, 1500, dtype=np.uint64)
    ordinary = generator.uniform(0.5, 4, 500).view(np.uint64)
    edges = np.array([0, 1 << 63, 1, 0x7FF0000000000000, 0x7FF0000000000001, 0xBFF0000000000000, 0x4010000000000000])
    patterns = np.concatenate([patterns, ordinary, edges.astype(np.uint64)])
    actual = arithmetic.rounded("reciprocal_root", (patterns,), ("f64",), "f64", "rn", "")
    for pattern, result in zip(patterns.tolist(), actual.tolist(), strict=True):
        number = struct.unpack("<d", pattern.to_bytes(8, "little"))[0]
        assert result == transcendental.rounded("reciprocal_root", exact.decode(pattern, form), form, "rn")
        with gmpy2.context(gmpy2.ieee(64)):
            value = gmpy2.rec_sqrt(gmpy2.mpfr(number))
        if not gmpy2.is_nan(value) and number != 0:
            assert struct.pack("<d", float(value)) == result.to_bytes(8, "little")


def test_a_large_angle_is_reduced_with_enough_of_pi() -> None:
    """The greatest number of single precision, of which no digit is left without 150 bits of pi."""
    form = known()["f32"]
    assert transcendental.rounded("sine", exact.decode(0x7F7FFFFF, form), form, "rn") == 0xBF0599B3
