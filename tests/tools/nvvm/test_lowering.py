"""Modules that call intrinsics, and the PTX that is looked for in what libNVVM makes of them."""

from __future__ import annotations

import pytest

from ptxisa.isa.nvvm import Lowering
from ptxisa.nvvm.checker import check_nvvm
from ptxisa.nvvm.intrinsics import intrinsic, intrinsics
from tests.tools.nvvm.libraries import libnvvm
from tools.nvvm.libnvvm import Answer
from tools.nvvm.lowering import Trial, askable, judged, module, opaque, run, trials


def trial(name: str, place: int = 0, dialect: str = "llvm7") -> Trial:
    member = intrinsic(name)
    target = "compute_100" if dialect == "modern" else "compute_90"
    return Trial(member, member.lowerings[place] if member.lowerings else None, target, dialect)


def ptx(instruction: str) -> Answer:
    return Answer("success", "", f".version 8.7\n.target sm_90\n.func f(\n)\n{{\n\t{instruction}\n\tret;\n}}\n")


def test_a_module_stores_each_result() -> None:
    text = module(trial("llvm.nvvm.shfl.sync.i32", 1))
    assert "declare {i32, i1} @llvm.nvvm.shfl.sync.i32(" in text
    assert "i32 1," in text, "the mode of the lowering"
    assert text.count("store ") == 2


def test_modern_modules_have_opaque_pointers() -> None:
    text = module(trial("llvm.nvvm.atomic.load.add.f32.p1f32", 0, "modern"))
    assert "ptr addrspace(1) %a0" in text
    assert "*" not in text


@pytest.mark.parametrize("dialect", ["llvm7", "modern"])
def test_the_checker_accepts_every_module(dialect: str) -> None:
    for member in filter(askable, intrinsics()):
        if dialect in member.dialects:
            text = module(Trial(member, member.lowerings[0] if member.lowerings else None, "", dialect))
            diagnostics = check_nvvm(text, "compute_100" if dialect == "modern" else "compute_90")
            assert [str(each) for each in diagnostics if each.severity == "error"] == [], member.name


@pytest.mark.parametrize(
    ("instruction", "verdict"),
    [
        ("shfl.sync.idx.b32 %r1|%p1, %r2, %r3, %r4, %r5;", "found"),
        ("@%p1 shfl.idx.sync.b32 %r1, %r2, %r3, %r4, %r5;", "found"),
        ("shfl.sync.idx.b32.more %r1, %r2, %r3, %r4, %r5;", "explicit"),
        ("shfl.sync.up.b32 %r1, %r2, %r3, %r4, %r5;", "other"),
    ],
)
def test_the_opcode_is_looked_for(instruction: str, verdict: str) -> None:
    assert judged(trial("llvm.nvvm.shfl.sync.i32"), ptx(instruction)).verdict == verdict


def test_a_register_is_looked_for() -> None:
    wanted = trial("llvm.nvvm.read.ptx.sreg.tid.x")
    assert judged(wanted, ptx("mov.u32 %r1, %tid.x;")).verdict == "found"
    assert judged(wanted, ptx("mov.u32 %r1, %ntid.x;")).verdict == "other"
    assert judged(wanted._replace(lowering=None), ptx("")).verdict == "compiled"
    assert isinstance(wanted.lowering, Lowering)


def test_opaque_pointers() -> None:
    assert opaque("i8*, float addrspace(1)*, { i32, i1 } addrspace(3)*, i32") == (
        "ptr, ptr addrspace(1), ptr addrspace(3), i32"
    )


@pytest.mark.network
@pytest.mark.parametrize("release", ["12.9", "13.0"])
def test_real_lowerings(release: str) -> None:
    names = ("llvm.nvvm.vote.sync", "llvm.nvvm.barrier0", "llvm.nvvm.read.ptx.sreg.tid.x", "llvm.nvvm.cluster.barrier")
    with libnvvm(release) as nvvm:
        outcomes = [run(trial_, nvvm) for trial_ in trials(map(intrinsic, names), nvvm)]
    assert len(outcomes) > 12
    assert {outcome.verdict for outcome in outcomes} == {"found"}
