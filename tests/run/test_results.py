"""Results as numbers: the same bits, of any format."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ptxisa import PtxError, execute
from ptxisa.run.registers import Results


@pytest.mark.parametrize(
    ("bits", "own", "type_", "dtype", "numbers"),
    [
        (np.array([0x3FC00000], np.uint32), "f32", None, np.float32, [1.5]),
        (np.array([0x3C00, 0xC000], np.uint16), "f16", None, np.float16, [1.0, -2.0]),
        (np.array([0x3FF8000000000000], np.uint64), "f64", None, np.float64, [1.5]),
        (np.array([0x3FC00000], np.uint32), "b32", "f32", np.float32, [1.5]),
        (np.array([0x3F80, 0xC040], np.uint16), "bf16", None, np.float64, [1.0, -3.0]),
        (np.array([0x38, 0x7E], np.uint8), "e4m3", None, np.float64, [1.0, 448.0]),
        (np.array([0x7F, 0x80], np.uint8), "ue8m0", None, np.float64, [1.0, 2.0]),
        (np.array([0x40003C00], np.uint32), "f16x2", None, np.float16, [[1.0, 2.0]]),
        (np.array([0x40003C00], np.uint32), "b32", "f16x2", np.float16, [[1.0, 2.0]]),
        (np.array([0x40003F80], np.uint32), "b32", "bf16x2", np.float64, [[1.0, 2.0]]),
        (np.array([0x4038], np.uint16), "e4m3x2", None, np.float64, [[1.0, 2.0]]),
    ],
)
def test_floats(bits: np.ndarray, own: str, type_: str | None, dtype: type, numbers: list[float]) -> None:
    found = Results({"d": bits}, {"d": own}).as_float("d", type_)
    assert (found.dtype, found.tolist()) == (dtype, numbers)


@pytest.mark.parametrize(
    ("own", "type_"), [("u32", None), ("b32", None), ("b32", "nothing"), ("b32", "f64"), ("s32", "u32")]
)
def test_what_has_no_floats_is_one_line(own: str, type_: str | None) -> None:
    with pytest.raises(PtxError, match="register d has no floating-point numbers") as failed:
        Results({"d": np.array([1], np.uint32)}, {"d": own}).as_float("d", type_)
    assert "\n" not in str(failed.value)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_the_widest_floats_of_a_register_are_named(bits: int) -> None:
    message = f"'u32' is not a floating-point type of at most {bits} bits; name the type, as in as_float('d', 'f16')"
    with pytest.raises(PtxError, match=re.escape(message)):
        Results({"d": np.zeros(1, f"u{bits // 8}")}, {"d": "u32"}).as_float("d")


def test_signed() -> None:
    assert execute("sub.s32 d, a, 5;", {"a": [3, 9]}).as_signed("d").tolist() == [-2, 4]


def test_signed_of_128_bits_is_an_error() -> None:
    out = execute("mov.b128 d, {a, b};", {"a": 1, "b": 2}, threads=1)
    with pytest.raises(PtxError, match="128 bits"):
        out.as_signed("d")


def test_results_are_a_dictionary_of_patterns() -> None:
    out = execute("add.f32 d, a, a;", {"a": [0.75]})
    assert dict(out) == {"d": out["d"]}
    assert out["d"].tolist() == [0x3FC00000]
    assert out.as_float("d").tolist() == [1.5]
    with pytest.raises(KeyError):
        out.as_float("e")


def test_integers_beside_a_float_are_numbers() -> None:
    out = execute("add.f32 d, a, 0f00000000;", {"a": [1.5, 2, np.int32(-3)]})
    assert out.as_float("d").tolist() == [1.5, 2.0, -3.0]
    assert execute("add.f32 d, a, 0f00000000;", {"a": [0x3FC00000]}).as_float("d").tolist() == [1.5]


def test_an_integer_that_no_double_holds_is_one_line() -> None:
    with pytest.raises(PtxError, match="does not fit in 32 bits"):
        execute("add.f32 d, a, a;", {"a": [1.5, 10**400]})


def test_an_array_of_doubles_says_how_to_convert_it() -> None:
    with pytest.raises(PtxError, match=r"\.astype\(np\.float32\)"):
        execute("add.f32 d, a, a;", {"a": np.array([1.0])})
