"""Advice of ptxas about statements that it accepts: severities of releases, targets and modifiers."""

from __future__ import annotations

import pytest

from ptxisa import check_module

MODULE = """\
.version {ptx}
.target {target}
.address_size 64
.func called() {{ ret; }}
.entry k() {{ .reg .b32 a<20>; .reg .b64 p<9>; .reg .b16 h; .reg .f32 f<8>; .reg .b32 w;
{statement} ret; }}
"""
COPY = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes{} [p0], [p1], a0, [p2]{};"
TENSOR = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes{} [p0], [p1, {{a1, a2}}], [p2]{};"
SPARSE = (
    "mma{}.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{f0, f1, f2, f3}}, {{a0, a1}}, {{a2, a3}}, "
    "{{f0, f1, f2, f3}}, a4, 0;"
)


def advice(statement: str, target: str = "sm_90", ptx: str = "8.5", release: str | None = "13.5") -> list[str]:
    text = MODULE.format(ptx=ptx, target=target, statement=statement)
    diagnostics = check_module(text, assembler=release)
    assert not [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    return [diagnostic.severity for diagnostic in diagnostics if diagnostic.code == "advisory"]


@pytest.mark.parametrize("copy", [COPY, TENSOR])
@pytest.mark.parametrize(
    ("target", "ptx", "expected"),
    [
        ("sm_90", "8.0", ["warning"]),
        ("sm_90a", "8.0", []),
        ("sm_100", "8.7", ["warning"]),
        ("sm_100a", "8.7", []),
        ("sm_103f", "9.0", []),
        ("sm_107", "9.4", ["warning"]),
        ("sm_107f", "9.4", []),
        ("sm_110a", "9.0", []),
        ("sm_121a", "9.0", ["warning"]),
    ],
)
def test_multicast_copies_are_slow_on_some_targets(copy: str, target: str, ptx: str, expected: list[str]) -> None:
    assert advice(copy.format(".multicast::cluster", ", h"), target, ptx) == expected
    assert advice(copy.format("", ""), target, ptx) == []


@pytest.mark.parametrize(
    ("modifier", "release", "expected"),
    [
        (".sp", "13.5", ["note"]),
        (".sp", "12.5", ["note"]),
        (".sp", None, ["note"]),
        (".sp::ordered_metadata", "13.5", []),
    ],
)
def test_sparse_products_with_any_metadata(modifier: str, release: str | None, expected: list[str]) -> None:
    assert advice(SPARSE.format(modifier), release=release) == expected


def test_earlier_releases_give_no_advice() -> None:
    assert advice(SPARSE.format(".sp"), ptx="8.0", release="12.4") == []
    assert advice(COPY.format(".multicast::cluster", ", h"), ptx="8.0", release="12.1") == []
    assert advice(COPY.format(".multicast::cluster", ", h"), ptx="8.0", release="12.2") == ["warning"]


def test_signed_addresses_of_functions() -> None:
    assert advice("mov.s64 p0, called;") == ["warning"]
    assert advice("mov.u64 p0, called;") == []


@pytest.mark.parametrize(("ptx", "expected"), [("9.4", []), ("9.5", ["deprecated"])])
def test_waits_for_reads_of_the_fabric(ptx: str, expected: list[str]) -> None:
    text = MODULE.format(ptx=ptx, target="sm_100", statement="fabric.wait.sync_restrict::reads;")
    assert [
        diagnostic.code for diagnostic in check_module(text, assembler="13.5") if diagnostic.severity != "note"
    ] == expected
