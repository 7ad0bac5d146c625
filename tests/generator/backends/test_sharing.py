"""Values that stand in several places are written once, and mean what they meant."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from generator.backends.python_source import WIDTH
from generator.backends.sharing import Constant, shared

LONG = tuple(f"m64n{8 * n}k16" for n in range(1, 9))


class Part(NamedTuple):
    name: str
    when: dict[str, Any]
    values: tuple[str, ...] = ()


def _evaluated(value: Any, label: str = "parts") -> tuple[list[str], Any]:
    """The names of the constants, and the value that the source stands for."""
    constants, written = shared(value, label)
    scope: dict[str, Any] = {"Part": Part, "Condition": dict}
    for one in constants:
        exec(one.text(), scope)
    return [one.name for one in constants], eval(repr_of(written), scope)


def repr_of(value: Any) -> str:
    from generator.backends.python_source import source

    return source(value)


def test_the_source_means_the_value() -> None:
    value = (Part("a", {"shape": LONG, "x": True}), Part("b", {"shape": LONG, "x": True}, LONG), {"k": LONG})
    names, found = _evaluated(value)
    assert found == value
    assert names == ["_WHEN", "_WHEN_2"]


def test_a_part_of_a_shared_value_is_shared_only_if_it_stands_elsewhere() -> None:
    part = Part("a_part", {"shape": LONG})
    assert _evaluated((part, part))[0] == ["_PART_A_PART"]
    assert _evaluated((part, part, Part("b", {}, LONG)))[0] == ["_WHEN", "_PART_A_PART"]


def test_short_values_stay() -> None:
    assert _evaluated((("u32", "s32"), ("u32", "s32")))[0] == []


def test_dictionaries_that_are_conditions_say_so() -> None:
    constants, _ = shared((Part("a", {"shape": LONG}), Part("b", {"shape": LONG})), "parts")
    assert constants[0].text().startswith("_WHEN: Condition = {")


@pytest.mark.parametrize(("annotation", "most"), [("", 105), ("Condition", 94)])
def test_a_constant_that_fits_is_one_line(annotation: str, most: int) -> None:
    fits, longer = (Constant("_WHEN", ("a" * length,), annotation).text() for length in (most, most + 1))
    assert len(fits) == WIDTH
    assert "\n" not in fits
    name = "_WHEN: Condition" if annotation else "_WHEN"
    assert longer.splitlines() == [f"{name} = (", f'    "{"a" * (most + 1)}",', ")"]


def test_equal_dictionaries_of_different_types_stay() -> None:
    condition = {"shape": LONG}
    parts = Part("a", condition), Part("b", condition)
    assert len(shared(parts, "parts")[0]) == 1
    assert shared((*parts, {"more": condition}), "parts")[0] == []
