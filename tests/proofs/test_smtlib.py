"""SMT-LIB of statements: golden texts, which every installed solver reads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ptxisa import prove
from ptxisa.cli.main import main
from ptxisa.proofs.solvers import installed, solve

GOLDEN = Path(__file__).with_name("golden")
STATEMENTS = {
    "add-rz-ftz": "add.rz.ftz.f32 d, x, y;",
    "bfe": "bfe.u32 d, x, y, 8;",
    "carry": "add.cc.u32 d, x, y; addc.u32 e, z, w;",
    "cvt-integer": "cvt.rni.s32.f32 d, x;",
    "fma": "fma.rn.f64 d, x, y, z;",
    "guard": "setp.lt.s32 p, x, y; mov.b32 d, y; @p mov.b32 d, x;",
    "load": "ld.global.u16 t, [p]; cvt.u32.u16 d, t;",
    "lop3": "lop3.b32 d, x, y, z, 0xca;",
    "prmt": "prmt.b32 d, x, y, 0x5410;",
    "shf": "shf.l.wrap.b32 d, x, y, z;",
}
_WRITER = """
import sys
from ptxisa import smtlib
for text in sys.argv[1:]:
    print(smtlib(text), end="=====\\n")
"""


@pytest.fixture(scope="module")
def scripts() -> dict[str, str]:
    """Return the scripts of a new process: the order of operands depends on the terms before."""
    command = [sys.executable, "-c", _WRITER, *STATEMENTS.values()]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    return dict(zip(STATEMENTS, done.stdout.split("=====\n"), strict=False))


@pytest.mark.parametrize("name", STATEMENTS)
def test_scripts_are_the_golden_ones(name: str, scripts: dict[str, str]) -> None:
    assert scripts[name] == (GOLDEN / f"{name}.smt2").read_text(encoding="utf-8")


@pytest.mark.parametrize("solver", ["bitwuzla", "cvc5", "z3"])
@pytest.mark.parametrize("name", STATEMENTS)
def test_solvers_read_the_scripts(name: str, solver: str) -> None:
    if solver not in installed():
        pytest.skip(f"{solver} is not installed")
    verdict = solve((GOLDEN / f"{name}.smt2").read_text(encoding="utf-8"), (solver,), 3)
    # z3 may need longer for products of f64: it is stopped, or answers "unknown" when its time is over.
    late = verdict.reason == "z3: unknown" or "stopped" in verdict.reason or "TIMEOUT" in verdict.reason
    assert verdict.status == "sat" or late, verdict.reason
    assert verdict.status != "sat" or "d" in verdict.values


def test_a_pair_is_unsatisfiable_if_its_snippets_are_equal(tmp_path: Path) -> None:
    file = tmp_path / "question.smt2"
    pair = ["-e", "mul.lo.u32 d, x, 8;", "-e", "shl.b32 d, x, 3;"]
    assert main(["prove", *pair, "--smt2", str(file)]) == 0
    assert prove(pair[1], pair[3]).answer == "equal"
    for solver in installed():
        assert solve(file.read_text(encoding="utf-8"), (solver,), 20).status == "unsat"
