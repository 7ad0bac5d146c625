"""The cheapest equivalent: worked cases with their answers, on targets that have the instruction or lack it."""

from __future__ import annotations

import json

import pytest

from ptxisa import ProofError, PtxError, cheapest, execute, prove
from ptxisa.cli.main import main
from ptxisa.proofs.solvers import installed

pytestmark = pytest.mark.skipif(not installed(), reason="no solver is installed")
SECONDS = 60

BYTE_SWAP = (
    "shr.u32 a, x, 24; shr.u32 b, x, 8; and.b32 b, b, 0xff00; shl.b32 c, x, 8; and.b32 c, c, 0xff0000; "
    "shl.b32 e, x, 24; or.b32 a, a, b; or.b32 c, c, e; or.b32 d, a, c;"
)
BYTE_SUM = (
    "cvt.s32.s8 a, x; bfe.s32 b, x, 8, 8; bfe.s32 c, x, 16, 8; bfe.s32 e, x, 24, 8; "
    "add.s32 a, a, b; add.s32 c, c, e; add.s32 a, a, c; add.s32 d, a, z;"
)
HALVES = (
    "and.b32 a, x, 0x7fff7fff; and.b32 b, y, 0x7fff7fff; add.u32 s, a, b; xor.b32 t, x, y; "
    "and.b32 t, t, 0x80008000; xor.b32 d, s, t;"
)
MAJORITY = "and.b32 a, x, y; or.b32 b, x, y; and.b32 b, b, z; or.b32 d, a, b;"


@pytest.mark.parametrize(
    ("snippet", "target", "opcode"),
    [
        ("shl.b32 a, x, 5; shr.u32 b, x, 27; or.b32 d, a, b;", "sm_90", "shf.l.wrap.b32"),
        (BYTE_SWAP, "sm_80", "prmt.b32"),
        ("and.b32 a, x, y; not.b32 n, x; and.b32 b, n, z; or.b32 d, a, b;", "sm_80", "lop3.b32"),
        (MAJORITY, "sm_80", "lop3.b32"),
        (HALVES, "sm_90", "add.u16x2"),
        ("mul.lo.u32 t, x, y; add.u32 d, t, z;", "sm_80", "mad.lo.u32"),
        ("mul.lo.u32 t, x, 12; add.u32 d, t, 7;", "sm_80", "mad.lo.u32"),
        ("cvt.u64.u32 a, x; cvt.u64.u32 b, y; mul.lo.u64 c, a, b; shr.u64 c, c, 32; cvt.u32.u64 d, c;", "", "mul.hi"),
        ("min.f32 t, x, y; min.f32 d, t, z;", "sm_100", "min.f32"),
        ("setp.lt.u32 p, x, y; selp.u32 d, x, y, p;", "sm_80", "min.u32"),
        ("max.s32 t, x, y; max.s32 d, t, 0;", "sm_90", "max.relu.s32"),
        ("max.f32 t, x, 0f00000000; min.f32 d, t, 0f3f800000;", "sm_80", "cvt.sat.f32.f32"),
        ("shr.s32 s, x, 31; xor.b32 t, x, s; sub.s32 d, t, s;", "sm_80", "abs.s32"),
        ("not.b32 t, x; add.u32 d, t, 1;", "sm_80", "neg.s32"),
        ("shl.b32 t, x, 20; shr.u32 d, t, 27;", "sm_80", "bfe.u32"),
        ("shl.b32 t, x, 24; shr.s32 d, t, 24;", "sm_80", "cvt.s32.s8"),
        ("and.b32 a, x, 255; shl.b32 a, a, 8; and.b32 b, y, 0xffff00ff; or.b32 d, a, b;", "sm_80", "bfi.b32"),
        (BYTE_SUM, "sm_80", "dp4a.s32.s32"),
        ("clz.b32 t, x; sub.u32 d, 31, t;", "sm_80", "bfind.u32"),
        ("mul.f32 t, x, 0f40000000; add.f32 d, t, 0f80000000;", "sm_80", "add.f32"),
        ("add.u32 t, x, y; sub.u32 d, t, y;", "sm_80", "mov.b32"),
    ],
)
def test_one_instruction_does_the_same(snippet: str, target: str, opcode: str) -> None:
    answer = cheapest(snippet, target=target or None, timeout=SECONDS)
    assert answer.answer == "cheaper", answer.reason
    assert answer.instructions == 1 < answer.before
    assert answer.text.startswith(opcode)
    assert prove(snippet, answer.text, outputs=["d"], target=target or None, open="refine").answer == "equal"


@pytest.mark.parametrize(
    ("snippet", "target"),
    [
        ("min.f32 t, x, y; min.f32 d, t, z;", "sm_90"),
        ("mul.lo.u32 t, x, y; xor.b32 d, t, z;", "sm_90"),
        ("add.f32 t, x, y; add.f32 d, t, z;", "sm_80"),
        ("add.u32 d, x, y;", "sm_80"),
    ],
)
def test_nothing_is_cheaper(snippet: str, target: str) -> None:
    answer = cheapest(snippet, target=target, timeout=SECONDS)
    assert (answer.answer, answer.text, bool(answer)) == ("none", "", False)


def test_two_instructions_replace_four() -> None:
    answer = cheapest(
        "and.b32 a, x, y; and.b32 b, z, w; or.b32 c, a, b; not.b32 d, c;", target="sm_80", timeout=SECONDS
    )
    assert (answer.answer, answer.instructions, answer.before) == ("cheaper", 2, 4)
    assert "lop3.b32 d" in answer.text


def test_a_condition_permits_more() -> None:
    snippet = "and.b32 t, y, 31; shl.b32 d, x, t;"
    assert not cheapest(snippet, target="sm_80", timeout=SECONDS).text.startswith("shl.b32")
    assert cheapest(snippet, assume="y < 32", target="sm_80", timeout=SECONDS).text == "shl.b32 d, x, y;"


def test_an_answer_has_the_results_of_the_snippet() -> None:
    snippet, values = "shr.u32 t, x, 7; and.b32 d, t, 31;", list(range(0, 1 << 32, 76_543_211))
    answer = cheapest(snippet, target="sm_80", timeout=SECONDS)
    assert (execute(answer.text, {"x": values})["d"] == execute(snippet, {"x": values})["d"]).all()


@pytest.mark.parametrize(
    ("snippet", "message"),
    [
        ("ld.global.u32 t, [p]; add.u32 d, t, 1;", "registers of one thread"),
        ("add.u32 d, x, 1; add.u32 e, x, 2;", "several results"),
        ("frobnicate d, x;", "1:1"),
    ],
)
def test_other_snippets_are_errors(snippet: str, message: str) -> None:
    with pytest.raises((ProofError, PtxError), match=message):
        cheapest(snippet)


def test_the_command_prints_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["prove", "--target", "sm_80", "--timeout", str(SECONDS), "--cheapest"]
    assert main([*command, "not.b32 t, x; add.u32 d, t, 1;"]) == 0
    assert capsys.readouterr().out.startswith("neg.s32 d, x;\n1 instruction instead of 2; equal for all 2^32 inputs")
    assert main([*command, "add.u32 d, x, y;", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["answer"] == "none"
    assert main([*command, "ld.global.u32 d, [p];"]) == 2
