"""Hints about undeclared names, and findings with one cause."""

import pytest

from ptxisa.check.hints import meant, one_cause
from ptxisa.check.scope import Scope, register
from ptxisa.isa.diagnostics import Span, error, warning


@pytest.fixture
def scope() -> Scope:
    inner = Scope(Scope())
    assert inner.outer is not None
    inner.outer.declare_range("%r", 8, register("b32"))
    inner.declare_range("%one", 1, register("u32"))
    inner.declare("Loop", register("u32"))
    return inner


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("%r9", ".reg .b32 %r<8> declares %r0 to %r7"),
        ("%one7", ".reg .u32 %one<1> declares %one0"),
        ("r3", "did you mean %r3?"),
        ("LOOP", "did you mean Loop?"),
        ("%tidx", "did you mean %tid?"),
        ("blockIdx", "blockIdx of CUDA C++ is %ctaid in PTX"),
        ("nothing_like_it", ""),
        ("%", ""),
    ],
)
def test_what_may_be_meant(scope: Scope, name: str, hint: str) -> None:
    assert meant(name, scope) == hint


def test_operands_of_one_wrong_type_are_one_finding() -> None:
    texts = [f"operand {name} is a .f32 register; .u32 takes .b32" for name in "dab"]
    found = one_cause([error("operand-type", text, Span(0, 1)) for text in texts])
    assert [one.message for one in found] == ["operands d, a and b are .f32 registers; .u32 takes .b32"]


def test_different_findings_stay() -> None:
    found = [
        error("operand-type", "operand d is a .f32 register; x", Span(0, 1)),
        error("operand-kind", "y", Span(0, 1)),
    ]
    assert one_cause(found) == found


def test_what_is_gone_is_not_deprecated_as_well() -> None:
    gone = error("unavailable-target", "x", Span(0, 1))
    assert one_cause([gone, warning("deprecated", "x", Span(0, 1))]) == [gone]
