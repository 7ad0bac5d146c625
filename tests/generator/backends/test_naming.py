"""Names in generated modules."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from generator.backends.naming import argument_name, identifier, identifiers, unique
from generator.backends.rules import Rule
from generator.records.model import Type
from tests.generator.programs import TYPES


def test_a_name_that_is_taken_is_numbered_from_two() -> None:
    assert unique("t", ()) == "t"
    assert unique("t", ["t", "t_2"]) == "t_3"


def test_words_of_python_and_of_the_backend_get_an_underscore() -> None:
    assert [identifier(name, ["where"]) for name in ("in", "min", "where", "carry")] == [
        "in_",
        "min_",
        "where_",
        "carry",
    ]


def test_no_two_names_become_one() -> None:
    found = identifiers(["in", "in_", "a"], ())
    assert found["in_"] == "in_", "a name that can stay as it is comes first"
    assert len(set(found.values())) == 3


@pytest.mark.parametrize(
    ("kind", "table", "name"),
    [
        ("string", {"a": '"rn"', "b": '"rz"'}, "type_mode"),
        ("string", {"a": '"rs"', "b": '"rna"'}, "type_mode"),
        ("string", {mode: f'"{mode}"' for mode in ("rn", "rz", "rm", "rp", "rna", "rs")}, "type_mode"),
        ("string", {"a": '"f16"', "b": '"f32"'}, "type_format"),
        ("string", {"a": '"f16"', "b": '"rn"'}, "type_option"),
        ("dtype", {"a": "int8", "b": "int16"}, "type_word"),
        ("dtype", {"a": "f16", "b": "f32"}, "type_word"),
        ("function", {"a": "clz", "b": "popcount"}, "type_function"),
        ("comparison", {"a": "lt", "b": "gt"}, "compare"),
        ("bitwise", {"a": "and_", "b": "or_"}, "combine"),
        ("number", {"u16": "16", "s32": "32", "pred": "1"}, "type_bits"),
        ("number", {"u16": "15", "s32": "31"}, "type_top"),
        ("number", {"u16": "0xFFFF", "s32": "0xFFFFFFFF"}, "type_mask"),
        ("number", {"u16": "0xFFFF", "s32": "0x7FFFFFFF"}, "type_max"),
        ("number", {"u16": "0", "s32": "-0x80000000"}, "type_min"),
        ("number", {"u16": "16", "s32": "31"}, "type_constant"),
        ("number", {"u16": "16", "unknown": "32"}, "type_constant"),
        ("number", {"u16": "16", None: "32"}, "type_constant"),
        ("number", {"empty": "0"}, "type_constant"),
    ],
)
def test_a_parameter_is_named_after_its_slot_and_what_it_is(kind: str, table: dict[str | None, str], name: str) -> None:
    types: Mapping[str, Type] = {**TYPES, "empty": Type("empty", "bits", 0, (), True, "", ())}
    assert argument_name(kind, Rule(("type",), {(key,): value for key, value in table.items()}), types) == name


@pytest.mark.parametrize(("kind", "name"), [("number", "constant"), ("string", "option"), ("dtype", "word")])
def test_a_parameter_that_several_slots_decide_is_named_after_what_it_is(kind: str, name: str) -> None:
    assert argument_name(kind, Rule(("type", "mode"), {("u16", "x"): "16", ("u32", "x"): "32"}), TYPES) == name


def test_signs_of_slots_are_none_of_names() -> None:
    assert argument_name("string", Rule((".a-b",), {("x",): '"rn"', ("y",): '"rz"'}), TYPES) == "_a_b_mode"
