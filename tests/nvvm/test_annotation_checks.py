"""Annotations: what is said of properties that are none, and of those that nobody knows."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.annotation_checks import breaches
from ptxisa.nvvm.found import Breach
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Text


def found(key: str) -> list[Breach]:
    """What the annotation of a function with this key and the value 1 breaks."""
    text = f"declare void @f()\n!nvvm.annotations = !{{!0}}\n!0 = !{{void ()* @f, {key}, i32 1}}\n"
    return list(breaches(Module(Text(text), None)))


def test_a_key_that_is_no_string_breaks_the_form_of_pairs() -> None:
    (one,) = found("i32 7")
    assert (one.rule, one.severity, one.hint) == ("nvvm-annotation-format/pairs", "error", "")
    assert one.message == "a property must be a metadata string"


def test_an_unknown_property_is_ignored() -> None:
    (one,) = found('!"frobnicate"')
    assert (one.rule, one.severity) == ("nvvm-annotation-format/others", "warning")
    assert (one.message, one.hint) == ("unknown property 'frobnicate'", "libNVVM ignores it")


def test_a_known_property_breaks_nothing() -> None:
    assert found('!"kernel"') == []


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("i32 1", None),
        ("i32 2", "parameter 2 is not a pointer with byval"),
        ("i32 3", "parameter 3 is not a pointer with byval"),
        ("i32 4", None),
        ("i32 5", "grid_constant names no parameter of @f"),
        ("i32 0", "grid_constant names no parameter of @f"),
        ("i32 -1", "grid_constant names no parameter of @f"),
        ("i64 1", "grid_constant names no parameter of @f"),
        ('!"a"', "grid_constant names no parameter of @f"),
    ],
)
def test_a_constant_parameter_is_a_pointer_with_byval_counted_from_one(number: str, message: str | None) -> None:
    text = (
        "declare void @f(i8* byval(i8) %a, i8* %b, i32 byval %c, i8* byval(i8))\n"
        "!nvvm.annotations = !{!0, !1}\n"
        '!0 = !{void ()* @f, !"kernel", i32 1}\n'
        f'!1 = !{{void ()* @f, !"grid_constant", !2}}\n!2 = !{{{number}}}\n'
    )
    assert [one.message for one in breaches(Module(Text(text), None))] == ([message] if message else [])
