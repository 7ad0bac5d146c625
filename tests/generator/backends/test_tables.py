"""Tables of the run-time package: what becomes of parts of records."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from generator.backends import tables
from generator.records import model as records
from generator.records.isa import Isa
from ptxisa.isa.forms import Clause
from ptxisa.isa.types import Field, Type

MODES = SimpleNamespace(data={"values": [{"name": "wrap", "value": 0}, {"name": "clamp", "value": 2}]})
ISA = cast(Isa, SimpleNamespace(record=lambda kind, name: {("enumeration", "modes"): MODES}[kind, name]))
BASE = {"name": "x", "modes": ["unified"]}


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({"kind": "count"}, Field("x", "count", (), ("unified",), (), ())),
        ({"kind": "name", "enumeration": "modes"}, Field("x", "name", ("wrap", "clamp"), ("unified",), (), ())),
        ({"kind": "number", "enumeration": "modes"}, Field("x", "number", (0, 2), ("unified",), (), ())),
        (
            {
                "kind": "flag",
                "ignored": ["independent"],
                "availability": [{"id": "a", "ptx": "2.2", "target": "sm_10+"}],
            },
            Field("x", "flag", (), ("unified",), ("independent",), (Clause("a", "2.2", "sm_10+", {}),)),
        ),
    ],
)
def test_a_field_has_the_names_or_the_values_of_its_enumeration(data: dict[str, Any], wanted: Field) -> None:
    assert tables._field(ISA, {**BASE, **data}) == wanted


@pytest.mark.parametrize(
    ("resolved", "stride"),
    [
        (records.Type("u16", "unsigned", 16, ("u16",), True, "", ()), 0),
        (records.Type("u16x2", "packed", 32, ("b32",), False, "", (), "u16", 2), 16),
        (records.Type("u16x2", "packed", 64, ("b64",), False, "", (), "u16", 2, 32), 32),
    ],
)
def test_elements_stand_side_by_side_unless_the_record_says_otherwise(resolved: records.Type, stride: int) -> None:
    element = records.Type("u16", "unsigned", 16, (), True, "", ())
    isa = cast(Isa, SimpleNamespace(types={"u16": element, resolved.name: resolved}))
    found = tables._type(isa, {"name": resolved.name, "declarable": resolved.declarable})
    homes = None if resolved.declarable else ()
    assert found == Type(
        resolved.name, resolved.kind, resolved.bits, resolved.registers, resolved.declarable, resolved.element,
        resolved.elements, "", (), stride, homes,
    )  # fmt: skip
