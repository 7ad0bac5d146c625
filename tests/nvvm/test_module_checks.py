"""Entities of modules that are no functions, variables or metadata, and what their findings point at."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.found import Use
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.module_checks import found
from ptxisa.nvvm.reader import Text


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("$c = comdat any", ("comdat", "comdat", "$c = comdat any")),
        ('^0 = module: (path: "a")', ("module-item", "ThinLTO summary", "^0")),
        ("uselistorder i32 7, { 1, 0 }", ("module-item", "uselistorder", "uselistorder i32 7, { 1, 0 }")),
        ("uselistorder_bb @f, %a, { 1, 0 }", ("module-item", "uselistorder", "uselistorder_bb @f, %a, { 1, 0 }")),
    ],
)
def test_a_summary_is_pointed_at_by_its_name_and_others_as_a_whole(text: str, use: tuple[str, str, str]) -> None:
    whole = f'source_filename = "a"\n{text}\nsource_filename = "b"\n'
    uses = [one for one in found(Module(Text(whole), None)) if isinstance(one, Use)]
    assert [(one.part, one.name, whole[one.span.start : one.span.end]) for one in uses] == [use]


def test_names_are_pointed_at_where_they_are_given() -> None:
    text = '%t = type i32\n@g = global i32 0\ndefine void @f() {\n  %"x y" = add i32 1, 2\n  ret void\n}\n'
    uses = [one for one in found(Module(Text(text), None)) if isinstance(one, Use) and one.part.endswith("name")]
    places = sorted((one.part, one.name, text[one.span.start : one.span.end]) for one in uses)
    assert places == [
        ("function-name", "f", "@f"),
        ("global-name", "f", "@f"),
        ("global-name", "g", "@g"),
        ("name", "g", "@g"),
        ("name", "t", "%t"),
        ("name", "x y", '%"x y"'),
    ]
