"""Records of NVVM IR as values."""

from __future__ import annotations

from generator.records.load import ROOT, load
from generator.records.nvvm import address_spaces, constructs, data_layouts, families, family, property_kinds
from generator.records.resolve import resolve
from ptxisa.isa.nvvm import DIALECTS, Lowering, OperandCode, OperandField


def test_a_family_of_a_record() -> None:
    data = {
        "name": "f",
        "group": "bits",
        "summary": "S.",
        "axes": {"type": ["i8", "i16"], "space": {"1": {"pointer": "i8 addrspace(1)*", "names": ["a", "b"]}}},
        "encodings": {
            "low": {"bits": "3:0", "values": [{"value": 1, "name": "one", "summary": "One."}]},
            "top": {"bits": "31", "values": [{"value": 0, "name": "zero", "summary": "Zero.", "target": "sm_90+"}]},
        },
        "members": [
            {
                "id": "m",
                "name": "llvm.m.{type}",
                "summary": "M.",
                "rows": [{"type": ["i8"]}],
                "dialect": "modern",
                "ptx": [{"when": {"low": ["one"]}, "form": "add", "opcode": "add.s32"}],
                "parameters": [{"name": "a", "type": "i32", "count": "2", "constant": True, "encodes": ["low", "top"]}],
            }
        ],
    }
    read = family(data)
    assert read.axes == {
        "type": {"i8": {}, "i16": {}},
        "space": {"1": {"pointer": "i8 addrspace(1)*", "names": ("a", "b")}},
    }
    assert read.fields["low"] == OperandField("low", 3, 0, (OperandCode(1, "one", "One."),))
    assert read.fields["top"] == OperandField("top", 31, 31, (OperandCode(0, "zero", "Zero.", "sm_90+"),))
    (member,) = read.members
    assert (member.dialects, member.support, member.rows) == (("modern",), "supported", ({"type": ("i8",)},))
    assert member.lowerings == (Lowering("add", "add.s32", when={"low": ("one",)}),)
    assert member.lowerings[0].dialects == DIALECTS
    assert member.parameters[0].constant
    assert member.parameters[0].fields == ("low", "top")


def test_small_records() -> None:
    isa = resolve(load(ROOT / "tests" / "generator" / "backends" / "records"))
    assert list(families(isa)) == ["nvvm-add"]
    assert constructs(isa)["nvvm-linkage"].support_of("appending") == "unsupported"
    assert address_spaces(isa)["generic"].numbers == (0,)
    assert data_layouts(isa)["nvvm-64"].bits == 64
    assert property_kinds(isa)["nvvm-kernel"].properties == ("kernel",)
