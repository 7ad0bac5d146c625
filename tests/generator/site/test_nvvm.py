"""Parts of the pages of NVVM intrinsics."""

from __future__ import annotations

import pytest

pytest.importorskip("sphinx")

from generator.records.load import ROOT
from generator.records.yaml_reader import read
from generator.site import nvvm

FOLDER = ROOT / "isa" / "nvvm_intrinsics"


def record(name: str):
    return read(FOLDER / f"{name}.yaml").data


def test_a_member_with_one_intrinsic() -> None:
    (member,) = nvvm.members(record("nvvm-shuffle"))
    assert member.title == "``llvm.nvvm.shfl.sync.i32``"
    assert member.summary.startswith("Wait for the lanes of a mask")
    assert member.facts[0] == "1 intrinsic"
    assert [table.title for table in member.tables] == ["Parameters", "PTX"]
    assert "     - mode is bfly" in member.tables[1].lines
    assert member.declarations == [
        "declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 %membermask, i32 %mode, i32 %a, i32 %b, i32 %c)"
    ]


def test_a_member_with_many() -> None:
    (member,) = nvvm.members(record("nvvm-surface-loads"))
    assert member.summary == "For example: Load i8 from a 1D surface; out of bounds, read the nearest element."
    assert member.facts[0] == "165 intrinsics"
    assert len(member.declarations) == 165
    assert any(
        "``suld.b.{geometry}.{element}.{clamp}`` (:ptx:form:`suld.b`)" in line for line in member.tables[-1].lines
    )


def test_restrictions_of_a_member_are_shown() -> None:
    facts = {member.title: member.facts for member in nvvm.members(record("nvvm-address-queries"))}
    assert "not supported" in facts["``llvm.nvvm.isspacep.cluster_shared``"]
    assert "needs compute_90 or later" in facts["``llvm.nvvm.isspacep.cluster.shared``"]
    facts = {member.title: member.facts for member in nvvm.members(record("nvvm-general"))}
    assert "only in the modern dialect" in facts["``llvm.ptr.annotation.p0.p0``"]
    assert "accepted and ignored" in facts["``llvm.annotation.{type}``"]


def test_encodings_are_tables() -> None:
    modes, reserved = nvvm.encodings(record("nvvm-fences"))
    assert (modes.title, reserved.title) == ("membar_mode, bits 3:0", "reserved, bits 31:4")
    assert any("Needs compute_90 or later." in line for line in modes.lines)
