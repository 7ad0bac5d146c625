"""Facts about one snippet: conditions on its registers that are true for all inputs, or have a counterexample."""

from __future__ import annotations

import pytest

from ptxisa import ProofError, execute, holds
from ptxisa.cli.main import main
from ptxisa.proofs.solvers import installed

needs_solver = pytest.mark.skipif(not installed(), reason="no solver is installed")


@pytest.mark.parametrize(
    ("snippet", "fact"),
    [
        ("and.b32 d, x, 31;", "d < 32"),
        ("and.b32 x, x, 3;", "x < 4"),
        ("clz.b32 d, x;", "d <= 32"),
        ("mul.hi.u32 t, x, 0xcccccccd; shr.u32 d, t, 3;", "d <= 429496729"),
        ("setp.lt.u32 p, x, y; setp.gt.u32 q, x, y;", "not (p and q)"),
        ("add.f32 d, x, y;", "d == d or is_nan(x) or is_nan(y) or is_infinite(x)"),
        ("ld.global.u8 d, [p];", "d < 256"),
        ("st.global.u32 [p], x; ld.global.u32 d, [p];", "d == x"),
        ("vote.sync.ballot.b32 d, p, -1;", "d != 0 or not p"),
        ("mov.u32 d, 3;", "d == 3"),
    ],
)
@needs_solver
def test_facts_hold(snippet: str, fact: str) -> None:
    assert holds(snippet, fact).answer == "holds"


@pytest.mark.parametrize(
    ("snippet", "fact", "wrong"),
    [
        ("abs.s32 d, x;", "d >= 0", lambda d, x: d >> 31 == 1),
        ("add.u32 d, x, 1;", "d > x", lambda d, x: d <= x),
        ("mul.lo.u32 d, x, x;", "d[1:0] != 1 or x[0] == 0", lambda d, x: d & 3 == 1),
    ],
)
def test_counterexamples_replay(snippet: str, fact: str, wrong: object) -> None:
    proof = holds(snippet, fact)
    assert (proof.answer, bool(proof)) == ("fails", False)
    assert callable(wrong)
    assert wrong(int(execute(snippet, proof.counterexample, threads=1)["d"][0]), proof.counterexample["x"])
    assert [line.register for line in proof.trace] == ["d"]


def test_an_assumption_excludes_a_counterexample() -> None:
    assert holds("abs.s32 d, x;", "d >= 0", assume="x != -2**31").answer in ("holds", "unknown")


@pytest.mark.parametrize("fact", ["e < 3", "d", "d <", "d + ", ""])
def test_invalid_facts_are_errors(fact: str) -> None:
    with pytest.raises(ProofError, match="fact"):
        holds("add.u32 d, x, 1;", fact)


def test_the_command_prints_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "-e", "and.b32 d, x, 31;", "--holds", "d < 32"]) == 0
    assert capsys.readouterr().out == "holds for all 2^32 inputs (normal form)\n"
    assert main(["prove", "-e", "abs.s32 d, x;", "--holds", "d >= 0"]) == 1
    assert capsys.readouterr().out.startswith("fails: x = -2147483648\n")
    assert main(["prove", "--holds", "d >= 0"]) == 2
