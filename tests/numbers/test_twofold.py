"""Double precision in every rounding mode, against MPFR."""

from collections.abc import Callable
from typing import Any

import gmpy2
import numpy as np
import pytest

from ptxisa.numbers import twofold

MODES = {"rn": gmpy2.RoundToNearest, "rz": gmpy2.RoundToZero, "rm": gmpy2.RoundDown, "rp": gmpy2.RoundUp}
X = np.random.default_rng(3).normal(0, 1, 400) * 2.0 ** np.random.default_rng(4).integers(-60, 60, 400)
Y = np.roll(X, 7) * 1.000000001


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("function", "meaning"),
    [
        (twofold.add, lambda x, y: x + y),
        (twofold.multiply, lambda x, y: x * y),
        (twofold.divide, lambda x, y: x / y),
    ],
)
def test_results_are_those_of_mpfr_in_every_rounding_mode(
    function: Callable[..., Any], meaning: Callable[..., Any], mode: str
) -> None:
    result, reliable = function(X, Y, mode)
    assert reliable.all()
    with gmpy2.context(precision=53, round=MODES[mode]):
        wanted = [float(meaning(gmpy2.mpfr(float(x)), gmpy2.mpfr(float(y)))) for x, y in zip(X, Y, strict=True)]
    assert result.tolist() == wanted


@pytest.mark.parametrize("mode", MODES)
def test_exact_results_stay(mode: str) -> None:
    x, y = np.array([1.5, -1.5, 1.5, -1.5]), np.array([2.5, 2.5, -2.5, -2.5])
    assert twofold.add(x, y, mode)[0].tolist() == [4.0, 1.0, -1.0, -4.0]
    assert twofold.multiply(x, y, mode)[0].tolist() == [3.75, -3.75, -3.75, 3.75]
    assert twofold.divide(y * 3, x, mode)[0].tolist() == [5.0, -5.0, -5.0, 5.0]
    assert twofold.root(y * y, mode)[0].tolist() == [2.5] * 4
    assert twofold.from_integer(np.array([-(2**62), 3, 0]), mode).tolist() == [-(2.0**62), 3.0, 0.0]


@pytest.mark.parametrize("mode", MODES)
def test_roots_are_those_of_mpfr_in_every_rounding_mode(mode: str) -> None:
    result, reliable = twofold.root(np.abs(X), mode)
    assert reliable.all()
    with gmpy2.context(precision=53, round=MODES[mode]):
        assert result.tolist() == [float(gmpy2.sqrt(gmpy2.mpfr(abs(float(x))))) for x in X]


def test_operands_out_of_range_are_left_to_another_way() -> None:
    with np.errstate(all="ignore"):
        _, reliable = twofold.multiply(np.array([1e300, 1e-300, 2.0]), np.array([1e300, 1e-300, 3.0]), "rn")
    assert reliable.tolist() == [False, False, True]
