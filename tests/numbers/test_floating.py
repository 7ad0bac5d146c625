"""Floating-point functions on single patterns, of which the results follow by hand."""

from __future__ import annotations

import pytest

from ptxisa.numbers import floating

CLAMPED = [
    ("f32", 0x3F000000, 0x3F000000),  # 0.5
    ("f32", 0x00000001, 0x00000001),
    ("f32", 0x3F7FFFFF, 0x3F7FFFFF),
    ("f32", 0x3F800000, 0x3F800000),  # 1
    ("f32", 0x3F800001, 0x3F800000),
    ("f32", 0x7F800000, 0x3F800000),
    ("f32", 0xBF000000, 0),  # -0.5
    ("f32", 0xFF800000, 0),
    ("f32", 0x80000000, 0),  # -0
    ("f32", 0x00000000, 0),
    ("f32", 0x7FC00000, 0),  # a NaN
    ("f32", 0xFFC00000, 0),
    ("f16", 0x3800, 0x3800),
    ("f16", 0x4000, 0x3C00),
    ("bf16", 0x4000, 0x3F80),
    ("tf32", 0x40000000, 0x3F800000),
    ("tf32", 0x3F000000, 0x3F000000),
    ("f64", 0x4000000000000000, 0x3FF0000000000000),
    ("f64", 0xBFF0000000000000, 0),
]


@pytest.mark.parametrize(("form", "given", "wanted"), CLAMPED)
def test_numbers_are_clamped_to_0_and_1(form: str, given: int, wanted: int) -> None:
    assert floating.saturate(given, form) == wanted
