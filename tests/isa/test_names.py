"""Names in messages and tables."""

from __future__ import annotations

import random
from difflib import get_close_matches

import pytest

from ptxisa.isa.names import near, runs


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


@pytest.mark.parametrize(
    ("name", "names", "expected"),
    [
        ("E4M3", ["e4m3", "e5m2"], "e4m3"),
        ("e4m4", ["e4m3x2", "e4m3"], "e4m3"),
        ("%rz1", ["%p1", "%r1", "%r2"], "%r1"),
        ("", ["a", "b"], None),
        ("größe", ["größen", "size"], "größen"),
        ("x", ["_" * 500, "yy"], None),
    ],
)
def test_the_most_similar_name_is_found(name: str, names: list[str], expected: str | None) -> None:
    assert near(name, names) == expected


def test_the_most_similar_of_many_numbered_names_is_that_of_difflib() -> None:
    draw = random.Random(1)
    names = [f"%{stem}{number}" for stem in ("r", "rd", "pp") for number in draw.sample(range(3000), 60)]
    for name in draw.sample(names, 40):
        wrong = name.replace(draw.choice(name[1:]), "x", 1)
        assert near(wrong, names) == get_close_matches(wrong, names, 1)[0]
