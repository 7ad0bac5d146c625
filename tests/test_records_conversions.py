"""The tables of conversions are complete, and agree with the types."""

from __future__ import annotations

import pytest

from generator.records.load import ROOT
from generator.records.yaml_reader import Located, read
from ptxisa.isa import types
from ptxisa.isa.language import conversions, reserved_words

RECORDS = [read(path) for path in sorted((ROOT / "isa" / "conversions").glob("*.yaml"))]
CLASSES = {"bits", "signed", "unsigned", "float"}


def named(record: Located) -> str:
    return str(record.data["name"])


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_every_row_has_every_column_once_and_every_outcome_is_used(record: Located) -> None:
    rows = [sorted(name for columns in row.values() for name in columns) for row in record.data["cells"].values()]
    assert all(row == rows[0] for row in rows)
    assert len(set(rows[0])) == len(rows[0])
    used = {outcome for row in record.data["cells"].values() for outcome in row}
    assert used == {outcome["name"] for outcome in record.data["outcomes"]}


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_rows_and_columns_match_the_entries(record: Located) -> None:
    rows = set(record.data["cells"])
    columns = {name for row in record.data["cells"].values() for line in row.values() for name in line}
    if record.data["entries"] == "types":
        assert rows == columns <= set(types.known())
    elif record.data["entries"] == "classes":
        assert rows == columns == CLASSES
    else:
        assert columns == {"integer", "double", "single"}


@pytest.mark.parametrize("table", ["wider_sources", "wider_destinations"])
def test_registers_of_equal_width_are_those_of_the_type_records(table: str) -> None:
    cells = conversions()[table].cells
    for name, row in cells.items():
        exact = {register for register, outcome in row.items() if outcome == "none"}
        assert exact == set(types.known()[name].registers) & set(cells), name


@pytest.mark.parametrize("table", ["wider_sources", "wider_destinations"])
def test_conversions_of_wider_registers_follow_from_the_types(table: str) -> None:
    for name, row in conversions()[table].cells.items():
        wanted = "chop" if table == "wider_sources" else "sext" if types.known()[name].kind == "signed" else "zext"
        for register, outcome in row.items():
            wider = types.known()[register].bits > types.known()[name].bits
            assert outcome == (wanted if wider else "none"), (name, register)


def test_agreement_of_classes_is_that_of_the_type_records() -> None:
    """Types of one width and class: registers of a type that may contain values of the other."""
    plain = [type_ for type_ in types.known().values() if type_.kind in CLASSES and type_.declarable]
    cells = conversions()["type_agreement"].cells
    for type_ in plain:
        for register in plain:
            if type_.bits == register.bits:
                agrees = register.kind in cells[type_.kind]
                assert (register.name in type_.registers) == agrees, (type_.name, register.name)


def test_conversions_reach_every_plain_type_of_cvt() -> None:
    (record,) = (candidate.data for candidate in RECORDS if candidate.data["name"] == "scalar_conversion")
    assert len(record["cells"]) == 11
    for source, row in conversions()["scalar_conversion"].cells.items():
        for destination, outcome in row.items():
            assert outcome == expected(types.known()[source], types.known()[destination]), (source, destination)


def expected(source: types.Type, destination: types.Type) -> str:
    letter = {"signed": "s", "unsigned": "u", "float": "f"}
    if source == destination:
        return "none"
    if "float" in (source.kind, destination.kind):
        return f"{letter[source.kind]}2{letter[destination.kind]}"
    if source.bits < destination.bits:
        return "sext" if source.kind == "signed" else "zext"
    if source.bits == destination.bits:
        return "none"
    return "chop" if destination.bits == 32 else "chop-then-extend"


def test_constants_fit_types_by_class() -> None:
    for name, row in conversions()["constant_operands"].cells.items():
        kind = types.known()[name].kind
        assert ("integer" in row) == (kind in ("bits", "signed", "unsigned", "predicate")), name
        assert ("double" in row) == (name in ("b64", "f32", "f64")), name
        assert ("single" in row) == (name in ("b32", "f32", "f64")), name


def test_reserved_words_at_run_time_are_those_that_something_rejects() -> None:
    words = reserved_words()
    assert "register" in words["WARP_SZ"]
    assert "register" not in words["%tid"]
    assert "function" in words["%tid"]
    assert not {"add", "mov"} & set(words)
    assert ".reg" in words
