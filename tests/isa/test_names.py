"""Names in messages and tables."""

from __future__ import annotations

import pytest

from ptxisa.isa.names import runs


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        (["a"], ["a"]),
        (["x1", "x2", "x3"], ["x1", "x2", "x3"]),
        (["x1", "x2", "x3", "x4"], ["x1 to x4"]),
        (["8", "16", "24", "32", "48", "64", "80", "96"], ["8 to 32 in steps of 8", "48 to 96 in steps of 16"]),
        (["m1n2", "m2n3", "m3n4", "m4n5"], ["m1n2", "m2n3", "m3n4", "m4n5"]),
        (["f16", "bf16", "f32", "f64"], ["f16", "bf16", "f32", "f64"]),
    ],
)
def test_runs_are_summed_up(values: list[str], expected: list[str]) -> None:
    assert runs(values) == expected
