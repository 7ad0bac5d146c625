"""Tables of the run-time package: what becomes of parts of records."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from generator.backends import tables
from generator.records.isa import Isa
from ptxisa.isa.forms import Clause
from ptxisa.isa.types import Field

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
