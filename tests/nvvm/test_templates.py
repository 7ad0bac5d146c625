"""Templates of families of intrinsics."""

from __future__ import annotations

import pytest

from ptxisa.isa.nvvm import Family
from ptxisa.nvvm.templates import TemplateError, filled, spliced

FAMILY = Family(
    "f", "bits", "", {"type": {"f32": {"llvm": "float", "many": ("i8 x 2", "i16"), "none": (), "count": 4}}}, {}, ()
)
VALUES = {"type": "f32"}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("llvm.{type}", "llvm.f32"),
        ("{type.llvm}*", "float*"),
        ("{type.count}", "4"),
        ("{{type.llvm}, i1}", "{float, i1}"),
        ("{}*", "{}*"),
        ("{ i32, i1 }", "{ i32, i1 }"),
    ],
)
def test_holes_are_filled(template: str, text: str) -> None:
    assert filled(template, FAMILY, VALUES) == text


@pytest.mark.parametrize(
    ("template", "texts"),
    [
        ("{type.many}", ("i8", "i8", "i16")),
        ("{type.none}", ()),
        ("{type.llvm} x {type.count}", ("float",) * 4),
        ("<2 x i32>", ("<2 x i32>",)),
        ("i32", ("i32",)),
    ],
)
def test_a_template_may_stand_for_several_texts(template: str, texts: tuple[str, ...]) -> None:
    assert spliced(template, FAMILY, VALUES) == texts


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{other}", "no axis 'other'; axes are type"),
        ("{type.other}", "value 'f32' of axis 'type' has no property 'other'"),
        ("a{type.many}", "must be the whole template"),
    ],
)
def test_what_cannot_be_filled(template: str, message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        filled(template, FAMILY, VALUES)
