"""Models of the approximating instructions on sm_90 against digests of what an H100 gave.

A digest represents the results of 65,536 consecutive inputs; those kept here are of edges, of numbers about 1, and of
some anywhere.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ptxisa.numbers.special_functions import apply, lg2, squares
from ptxisa.run.execute import execute
from tools.gpu.special_functions import CHUNK, FUNCTIONS, digests, low_words

MEASURED: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parents[1] / "fixtures" / "special_function_digests.json").read_text()
)


@pytest.mark.parametrize("name", MEASURED)
def test_models_equal_measurements(name: str) -> None:
    function = FUNCTIONS[name]
    for chunk, digest in MEASURED[name].items():
        first = int(chunk) * CHUNK
        given = np.arange(first, first + CHUNK, dtype=np.uint64).astype(np.uint32)
        operand = given.astype(f"u{function.bits // 8}")
        if function.bits == 64:
            low = low_words(given) if function.low else np.zeros_like(given)
            operand = operand << np.uint64(32) | low.astype(np.uint64)
        results = execute(f"{function.opcode} d, a;", {"a": operand}, target="sm_90")["d"]
        assert f"{int(digests(first, results.astype(np.uint64))[0]):016x}" == digest, chunk


def test_every_instruction_is_measured() -> None:
    assert set(FUNCTIONS) == set(MEASURED)


def test_logarithms_of_numbers_just_below_one_have_36_binary_places() -> None:
    given = np.arange(0x3F7FF000, 0x3F800000, dtype=np.uint32)
    scaled = lg2(given).view(np.float32).astype(np.float64) * 2.0**36
    assert (scaled < 0).all()
    assert (np.diff(scaled) >= 0).all()
    assert set((scaled % 2).tolist()) == {0.0, 1.0}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (0x00000000, 0x7FF00000),
        (0x000FFFFF, 0x7FF00000),  # a subnormal number counts as zero
        (0x80000000, 0xFFF00000),
        (0x00100000, 0x7FD00000),
        (0x3FE00000, 0x40000000),
        (0x3FF00000, 0x3FF00000),
        (0xC0000000, 0xBFE00000),
        (0x7FD00000, 0x00100000),
        (0x7FD00001, 0x00000000),  # so does a subnormal result
        (0x7FE00000, 0x00000000),
        (0x7FEFFFFF, 0x00000000),
        (0x7FF00000, 0x00000000),
        (0xFFF00000, 0x80000000),
        (0x7FF00001, 0x7FFFFFFF),
        (0xFFFFFFFF, 0x7FFFFFFF),
    ],
)
def test_reciprocals_of_upper_halves(given: int, wanted: int) -> None:
    result = apply("rcp", np.array([given << 32], np.uint64), "f64")
    assert result.tolist() == [wanted << 32]


@pytest.mark.parametrize(("bits", "unit"), [(16, 17), (17, 19)])
def test_squares_omit_only_their_lowest_columns(bits: int, unit: int) -> None:
    number = np.arange(1 << bits, dtype=np.int64)
    missing = number * number - (squares(bits) << unit)
    assert missing.min() == 0
    assert missing.max() < bits << unit
