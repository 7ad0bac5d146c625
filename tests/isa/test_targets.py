"""Targets are a partial order; expressions pick parts of it."""

import pytest

from ptxisa.isa.targets import UnknownTarget, admits, describe, intersection, known, target, terms


@pytest.mark.parametrize("spelling", ["sm_90a", "compute_90a", "90a"])
def test_spellings_of_a_target(spelling: str) -> None:
    assert target(spelling).name == "sm_90a"


@pytest.mark.parametrize(
    ("expression", "inside", "outside"),
    [
        ("sm_90+", ["sm_90", "sm_90a", "sm_100", "sm_100f", "sm_121a"], ["sm_89", "sm_10"]),
        ("sm_90a", ["sm_90a"], ["sm_90", "sm_100a", "sm_100"]),
        (
            "sm_100f+",
            ["sm_100f", "sm_100a", "sm_103f", "sm_103a"],
            ["sm_100", "sm_103", "sm_110f", "sm_120f", "sm_90a"],
        ),
        ("sm_103f+", ["sm_103f", "sm_103a"], ["sm_100f", "sm_100a"]),
        ("sm_101a", ["sm_101a", "sm_110a"], ["sm_101", "sm_110", "sm_110f"]),
        ("sm_110f+", ["sm_110f", "sm_110a"], ["sm_100f"]),
        ("sm_90a | sm_120f+", ["sm_90a", "sm_120f", "sm_121a"], ["sm_120", "sm_100a"]),
        ("sm_61", ["sm_61"], ["sm_62", "sm_60"]),
    ],
)
def test_expressions(expression: str, inside: list[str], outside: list[str]) -> None:
    assert [name for name in inside if not admits(expression, known()[name])] == []
    assert [name for name in outside if admits(expression, known()[name])] == []


def test_unknown_target_suggests_a_near_name() -> None:
    with pytest.raises(UnknownTarget, match=r"unknown target 'sm_90b'; did you mean sm_90"):
        target("sm_90b")


def test_malformed_expression() -> None:
    with pytest.raises(ValueError, match="malformed target expression 'sm_90-'"):
        terms("sm_90-")


def test_description() -> None:
    assert describe("sm_100f+ | sm_90a | sm_50+") == "sm_100f and later of its family or sm_90a or sm_50 or later"


def test_nothing_has_nothing_in_common() -> None:
    assert intersection("sm_100a | sm_120a", "sm_107f+") == ""
    assert intersection("", "sm_107f+") == ""
