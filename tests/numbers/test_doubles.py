"""Patterns of narrow formats as doubles, against ml_dtypes and NumPy."""

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
def test_every_pattern(name: str) -> None:
    form, dtype = known()[name], np.dtype(LIBRARY[name])
    word = np.dtype(f"u{dtype.itemsize}")
    every = np.arange(1 << form.bits, dtype=word)
    found, wanted = doubles.decode(every, form), every.view(dtype).astype(np.float64)
    np.testing.assert_array_equal(found, wanted)
    numbers = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.signbit(found)[numbers], np.signbit(wanted)[numbers])


@pytest.mark.parametrize(("name", "narrow"), [("f32", True), ("bf16", True), ("f64", False), ("ue8m0", False)])
def test_which_formats_are_narrow(name: str, narrow: bool) -> None:
    assert doubles.is_narrow(known()[name]) is narrow
