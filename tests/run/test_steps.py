"""Statements as values: their registers, and how many threads execute them together."""

from __future__ import annotations

from typing import Any, cast

from ptxisa.run.steps import Access, Part, Program, Read, Step, Write

PART = Part(
    (Read("a", "r2", False, None, 32), Read("b", None, False, 5, 32)),
    (Write("d", "r1", 32, 32), Write("p", None, 1, 1)),
    (Access("x", "global", "base", 0, 32, True, False), Access("y", "local", "", 16, 32, True, False)),
)


def step(guard: tuple[str, bool] | None = None, on_tensor: bool = False) -> Step:
    run = cast(Any, object()) if on_tensor else None
    return Step(tuple, (), (), (PART,), guard, on_tensor=run)


def test_registers_are_those_of_operands_addresses_and_guard() -> None:
    assert step().registers == ["base", "r1", "r2"]
    assert step(("p", True)).registers == ["base", "p", "r1", "r2"]


def test_a_program_needs_the_threads_of_its_largest_step() -> None:
    assert Program((step(), step()), {}, (), {}, frozenset(), frozenset()).group == 1
    assert Program((step(), step(on_tensor=True)), {}, (), {}, frozenset(), frozenset()).group == 32
