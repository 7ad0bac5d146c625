"""The records of descriptors: examples are correct, and every disagreement of documents has an erratum."""

from __future__ import annotations

from typing import Any

import pytest

import ptxisa
from generator.records.load import ROOT
from generator.records.yaml_reader import Located, read

RECORDS = [read(path) for path in sorted((ROOT / "isa" / "descriptors").glob("*.yaml"))]


def named(record: Located) -> str:
    return str(record.data["name"])


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_examples_have_their_stated_encoding(record: Located) -> None:
    d = ptxisa.descriptor(record.data["name"])
    for example in record.data["examples"]:
        value = int(example["bits"], 16)
        assert len(example["bits"]) == record.data["width"] // 4 + 2
        assert d.encode(**example["fields"]) == value
        assert [note for note in d.explain(value) if note.level == "error"] == []


@pytest.mark.parametrize("record", RECORDS, ids=named)
def test_names_of_values_differ_within_a_kind(record: Located) -> None:
    kinds = [variant["kind"] for variant in record.data.get("variants", ())] or [""]
    for field in record.data["fields"]:
        for kind in kinds:
            values = [value for value in field.get("values", ()) if kind in value.get("kinds", (kind,))]
            assert len({value["name"] for value in values}) == len({value["value"] for value in values}) == len(values)


def test_swizzles_repeat_after_eight_rows() -> None:
    """Swizzles of tensor maps of the same width have the same boundaries (section 5.5.7)."""
    exchanged = {
        (value["name"], value["span"], value["repeats"])
        for record in RECORDS
        for field in record.data["fields"]
        for value in field.get("values", ())
        if "span" in value
    }
    assert exchanged == {("128B", 128, 1024), ("128B_32B", 128, 1024), ("64B", 64, 512), ("32B", 32, 256)}


def test_both_matrix_descriptors_have_their_addresses_at_the_same_bits() -> None:
    wgmma, tcgen05 = (
        {field["name"]: field["bits"] for field in record.data["fields"]}
        for record in sorted(RECORDS, key=named, reverse=True)
        if named(record).endswith(".matrix")
    )
    shared: Any = wgmma.keys() & tcgen05.keys()
    assert {name: wgmma[name] for name in shared - {"swizzle"}} == {
        name: tcgen05[name] for name in shared - {"swizzle"}
    }
    assert shared == {"start", "leading", "stride", "base_offset", "swizzle"}
