"""What is wrong with a combination that no row of a table has: the nearest rows, and the words for it."""

from __future__ import annotations

import pytest

from ptxisa.isa.combinations import deciding, describe, wrong_slots
from ptxisa.isa.forms import Form, Row, Rule, Slot

SLOTS = (
    Slot("shape", ("small", "large", "huge"), "matrix-shape"),
    Slot("atype", ("f16", "s8"), "type"),
    Slot("dtype", ("f16", "f32", "s32"), "type"),
    Slot("sat", ("sat",), "saturation", optional=True, literal=True),
)
ROWS = (
    Row("half", {"shape": ("small", "large"), "atype": ("f16",), "dtype": ("f16", "f32"), "sat": False}),
    Row("byte", {"shape": ("small",), "atype": ("s8",), "dtype": ("s32",)}),
    Row("huge", {"shape": ("huge",), "atype": ("s8",), "dtype": ("f32",), "sat": ("absent", "sat")}),
    Row("none", {"shape": ("huge",), "atype": ("f16",), "dtype": ("f16",), "sat": ("sat",)}),
)
TABLE = Rule("Some go together.", rows=ROWS, table="products")
FORM = Form("times", "matrix/times", "times.{shape}", SLOTS, (), (), (TABLE,))

CASES = {
    # shape, atype, dtype, sat: the wrong slots with what they would have to be, and the message
    ("small", "f16", "s32", None): (
        {"dtype": ("f16", "f32")},
        "times with atype .f16 needs dtype .f16 or .f32 (got .s32)",
    ),
    ("large", "s8", "f32", None): ({"atype": ("f16",)}, "times with .large needs atype .f16 (got .s8)"),
    ("large", "f16", "f32", "sat"): ({"sat": ("absent",)}, "times with .large needs no .sat"),
    ("huge", "f16", "f16", None): (
        {"sat": ("sat",)},
        "times with .huge and atype .f16 needs .sat",
    ),
    ("large", "s8", "s32", "sat"): (
        {"shape": ("small",)},
        "times with dtype .s32 needs .small (got .large)",
    ),
    ("huge", "f16", "s32", None): (
        {"dtype": ("f16",), "sat": ("sat",)},
        "times with .huge and atype .f16 needs dtype .f16 (got .s32) and .sat",
    ),
}


@pytest.mark.parametrize("given", CASES)
def test_the_nearest_rows_name_the_wrong_slots(given: tuple[str | None, ...]) -> None:
    values = dict(zip(("shape", "atype", "dtype", "sat"), given, strict=True))
    assert (wrong_slots(TABLE, values), describe(FORM, TABLE, values)) == CASES[given]


def test_of_several_distant_rows_the_first_counts() -> None:
    """In two slots that are wrong the values of one row are given, not those of all."""
    rows = tuple(Row(f"r{number}", {"a": (f"a{number}",), "b": (f"b{number}",)}) for number in range(3))
    far, near = {"a": "x", "b": "y"}, {"a": "a0", "b": "y"}
    assert wrong_slots(Rule("", rows=rows), far) == {"a": ("a0",), "b": ("b0",)}
    assert wrong_slots(Rule("", rows=rows), near) == {"b": ("b0",)}


def test_rows_that_are_equally_near_give_all_their_values() -> None:
    rows = tuple(Row(f"r{number}", {"a": ("a0",), "b": (f"b{number}", "b9")}) for number in range(3))
    assert wrong_slots(Rule("", rows=rows), {"a": "a0", "b": "y"}) == {"b": ("b0", "b9", "b1", "b2")}


def test_slots_that_change_nothing_are_not_named() -> None:
    values = {"shape": "small", "atype": "f16", "dtype": "s32", "sat": None}
    assert deciding(TABLE, values, {"dtype": ("f16", "f32")}) == ["atype"]


def test_the_message_names_a_slot_that_may_be_empty() -> None:
    assert describe(FORM, Rule("", rows=(Row("r", {"sat": ("absent", "no")}),)), {"sat": "sat"}) == (
        "times needs .no or no sat (got .sat)"
    )
