"""Patterns of narrow formats as doubles, against ml_dtypes and NumPy."""

import warnings

import ml_dtypes
import numpy as np
import pytest

from ptxisa.numbers import doubles
from ptxisa.numbers.formats import known

LIBRARY = {
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "e2m3": ml_dtypes.float6_e2m3fn,
    "e3m2": ml_dtypes.float6_e3m2fn,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
}


@pytest.mark.parametrize("name", LIBRARY)
def test_every_pattern_is_decoded_without_warnings(name: str) -> None:
    form, dtype = known()[name], np.dtype(LIBRARY[name])
    word = np.dtype(f"u{dtype.itemsize}")
    every = np.arange(1 << form.bits, dtype=word)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        actual = doubles.decode(every, form)
    with np.errstate(invalid="ignore"):
        wanted = every.view(dtype).astype(np.float64)
    np.testing.assert_array_equal(actual, wanted)
    numbers = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.signbit(actual)[numbers], np.signbit(wanted)[numbers])


@pytest.mark.parametrize(("name", "narrow"), [("f32", True), ("bf16", True), ("f64", False), ("ue8m0", False)])
def test_narrow_formats(name: str, narrow: bool) -> None:
    assert doubles.is_narrow(known()[name]) is narrow


@pytest.mark.parametrize(
    ("value", "rz", "rm", "rp"),
    [
        (1 + 2.0**-30, 0x3F800000, 0x3F800000, 0x3F800001),
        (-1 - 2.0**-30, 0xBF800000, 0xBF800001, 0xBF800000),
        (2 - 2.0**-30, 0x3FFFFFFF, 0x3FFFFFFF, 0x40000000),
        (-2 + 2.0**-30, 0xBFFFFFFF, 0xC0000000, 0xBFFFFFFF),
        (2.0**128, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F800000),
        (-(2.0**128), 0xFF7FFFFF, 0xFF800000, 0xFF7FFFFF),
        (2.0**-150, 0x00000000, 0x00000000, 0x00000001),
        (-(2.0**-150), 0x80000000, 0x80000001, 0x80000000),
        (1.0, 0x3F800000, 0x3F800000, 0x3F800000),
        (-1.0, 0xBF800000, 0xBF800000, 0xBF800000),
    ],
)
def test_singles_of_directed_roundings(value: float, rz: int, rm: int, rp: int) -> None:
    """Neighbors in single precision, by hand: 24 significant bits, and 2^-149 as the least number."""
    for mode, wanted in (("rz", rz), ("rm", rm), ("rp", rp)):
        with np.errstate(over="ignore"):
            assert int(doubles.encode(np.array([value]), known()["f32"], mode, "")[0]) == wanted, mode


def test_subnormal_singles_are_flushed_to_zeros_of_their_sign() -> None:
    values = np.array([2.0**-127, -(2.0**-127), 2.0**-126, -(2.0**-126), 0.0, -0.0, 1.0, np.nan])
    flushed = [0, 0x80000000, 0x00800000, 0x80800000, 0, 0x80000000, 0x3F800000, 0x7FFFFFFF]
    for mode in ("rn", "rz", "rm", "rp"):
        assert doubles.encode(values, known()["f32"], mode, "flush").tolist() == flushed
