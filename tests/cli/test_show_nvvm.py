"""`ptxisa show`, `list` and `search` on NVVM IR."""

from __future__ import annotations

import json

import pytest

from ptxisa.cli.main import main
from ptxisa.cli.show_nvvm import compute, with_support


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


SHOWN = {
    "llvm.nvvm.shfl.sync.i32": [
        "declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 %membermask, i32 %mode, i32 %a, i32 %b, i32 %c)",
        "PTX: shfl.sync.up.b32 [shfl.sync] if mode is up",
        "CUDA C++: __shfl_sync, __shfl_up_sync, __shfl_down_sync, __shfl_xor_sync",
        "mode (bits 31:0)\nvalue  name  meaning\n0      idx",
        "2      down  The source lane is b lanes above.",
    ],
    "@llvm.nvvm.atomic.load.add.f32.p3": [
        "modern dialect: declare float @llvm.nvvm.atomic.load.add.f32.p3(ptr addrspace(3) %address",
        "PTX: atom.shared.add.f32 [atom.add.f32]",
    ],
    "llvm.nvvm.membar.gl": ["deprecated: Use llvm.nvvm.membar with flags."],
    "llvm.nvvm.membar": ["4      cluster", "Needs compute_90 or later."],
    "llvm.nvvm.ptr.gen.to.global.p1i8.p0i8": ["not supported since NVVM IR 2.0", "deprecated: Use addrspacecast."],
    "llvm.copysign.f64": ["only in the modern dialect"],
    "llvm.bswap.i32": ["PTX: prmt.b32 [prmt] in the modern dialect"],
    "llvm.var.annotation": ["accepted and ignored", "only in the LLVM 7 dialect"],
    "llvm.nvvm.hmma.m16n16k16.mma.f16.f16": ["%satf: Formerly saturation; the constant 0."],
    "llvm.ctpop.v8i16": ["declare <8 x i16> @llvm.ctpop.v8i16(<8 x i16> %a)"],
    "nvvm-match": ["llvm.nvvm.match.any.sync.{type}    [2 intrinsics]", "{type} = i32 i64", "needs compute_70"],
    "nvvm-linkage": ["nvvm-linkage (NVVM construct)", "All others: unsupported", "directive weak"],
    "maxntidx": ["nvvm-maxntid (NVVM annotation)", "Directive: maxntid"],
    "atomicrmw": ["nvvm-memory-instructions (NVVM construct)", "atomicrmw umin  supported    Unsigned minimum."],
    "add": ["add is also a word of NVVM IR; see `ptxisa show nvvm-binary-operations`"],
    "shfl.sync": ["NVVM intrinsics", "@llvm.nvvm.shfl.sync.i32: mode is idx (__shfl_sync)"],
}


@pytest.mark.parametrize("name", SHOWN)
def test_show_prints_the_facts_of_nvvm_records(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "show", name)
    assert (status, err) == (0, "")
    assert [line for line in SHOWN[name] if line not in out] == []


def test_words_of_nvvm_alone_are_not_mentioned_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert "too; see" not in run(capsys, "show", "linkonce_odr")[1]


def test_a_near_intrinsic_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "show", "llvm.nvvm.barrier1")
    assert (status, out) == (2, "")
    assert "did you mean llvm.nvvm.barrier0?" in err


def test_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    (entry,) = json.loads(run(capsys, "show", "llvm.nvvm.match.any.sync.i64", "--json")[1])
    assert (entry["returns"], entry["target"], entry["values"]) == (["i32"], "sm_70+", {"type": "i64"})


def test_families_and_intrinsics_are_listed_by_compute_target(capsys: pytest.CaptureFixture[str]) -> None:
    every = json.loads(run(capsys, "list", "--kind", "nvvm_intrinsic", "--json")[1])
    old = json.loads(run(capsys, "list", "--kind", "nvvm_intrinsic", "--target", "compute_60", "--json")[1])
    assert {row["name"] for row in every} - {row["name"] for row in old} == {"nvvm-match", "nvvm-matrix"}
    status, out, _ = run(capsys, "list", "--kind", "nvvm_intrinsic", "--family", "nvvm-barriers", "--target", "sm_80")
    assert status == 0
    assert "llvm.nvvm.barrier0.popc" in out
    assert "cluster" not in out


def test_an_unknown_family_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "list", "--kind", "nvvm_intrinsic", "--family", "nvvm-shufle")
    assert status == 2
    assert "unknown family of intrinsics 'nvvm-shufle'; did you mean nvvm-shuffle?" in err


def test_search_finds_families(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nvvm-matrix" in run(capsys, "search", "--kind", "nvvm_intrinsic", "tensor", "core")[1]


def test_search_finds_the_family_of_an_intrinsic(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "search", "suld.2d.array.v4i8")
    assert status == 0
    assert "nvvm-surface-loads" in out


def test_a_near_word_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean linkonce_odr?" in run(capsys, "show", "linkonce_od")[2]


def test_compute_targets_are_named_as_compilers_name_them() -> None:
    assert compute("sm_90+") == "compute_90 or later"
    assert compute("sm_90a | sm_100f") == "compute_90a or compute_100f"


def test_json_states_the_support_of_every_entry() -> None:
    record = {"kind": "nvvm_construct", "entries": [{"name": "a"}, {"name": "b", "support": "ignored"}]}
    assert [entry["support"] for entry in with_support(record)["entries"]] == ["supported", "ignored"]
    assert with_support({"kind": "nvvm_construct"}) == {"kind": "nvvm_construct"}
