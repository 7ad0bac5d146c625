"""Generated modules of tables import what their values are made of, and mean what they were made from."""

from __future__ import annotations

from typing import Any

from generator.backends.python_module import classes, module
from ptxisa.isa.forms import Clause, Slot

LONG = {"type": ("u16", "u32", "u64", "s16", "s32", "s64"), "space": ("global", "shared", "local")}
TABLES = {
    "CLAUSES: dict[str, Clause]": {
        "a": Clause("base", "1.0", "sm_10+", when=LONG),
        "b": Clause("other", "2.0", "sm_20+", when=LONG),
    }
}


def test_a_module_has_its_tables() -> None:
    text = module("Clauses.", ["isa/rules/"], TABLES)
    values: dict[str, Any] = {}
    exec(text, values)
    assert values["CLAUSES"] == TABLES["CLAUSES: dict[str, Clause]"]
    assert text.startswith(
        '"""Clauses. Generated from the records below; change those, not this file.\n\n    isa/rules/\n'
    )


def test_only_classes_of_the_values_are_imported() -> None:
    assert "from ptxisa.isa.forms import Clause\n" in module("Clauses.", [], TABLES)
    assert "import" not in module("Names.", [], {"NAMES: tuple[str, ...]": ("Condition",)})


def test_classes_are_found_in_tuples_and_dictionaries() -> None:
    nested = {"x": ((Clause("a", "1.0", "sm_10+"),), {"y": Slot("type", ("u32",), "type")})}
    assert set(classes(nested)) == {("ptxisa.isa.forms", "Clause"), ("ptxisa.isa.forms", "Slot")}
