"""Names of a variant: the meaning of a selector."""

from __future__ import annotations

import pytest

from generator.semantics.intervals import Interval
from generator.semantics.ir import InputValue, RoutineParameter
from generator.semantics.scope import Known, VariantScope
from generator.semantics.source import SemanticsError, TextPlace
from ptxisa.isa.forms import Selector
from tests.generator.programs import TYPES, make_form, operand

PLACE = TextPlace(1, 1)


def scope(*values: str) -> VariantScope:
    """Return the scope of a form whose operand has a selector with these values."""
    selected = operand("a", "read", "u32")._replace(selector=Selector("asel", "parts", values))
    return VariantScope(make_form({"d": "u32"}, {}, more=[selected]), {}, TYPES)


def test_a_number_that_every_spelling_has_is_known() -> None:
    variant = scope("b0", "b3")
    assert variant.selector_number("asel", "bits", PLACE) == Known(8)
    assert not variant.selected


@pytest.mark.parametrize(
    ("values", "what", "bits", "least", "most"),
    [(("b1", "b3"), "index", 2, 1, 3), (("b0", "b3"), "mask", 4, 1, 8), (("b0", "h1"), "bits", 5, 8, 16)],
)
def test_another_number_is_an_input_for_all_threads(
    values: tuple[str, ...], what: str, bits: int, least: int, most: int
) -> None:
    variant, name = scope(*values), f"asel_{what}"
    assert variant.selector_number("asel", what, PLACE) == InputValue(name, bits, Interval(least, most), PLACE)
    assert variant.selected == {name: RoutineParameter(name, bits, False, True)}


def test_a_selector_has_no_other_numbers() -> None:
    with pytest.raises(SemanticsError, match="asel is a selector and has no .width"):
        scope("b0").selector_number("asel", "width", PLACE)
