"""Intrinsics as PTX statements: results are those of the LLVM Language Reference, computed with Python's integers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ptxisa import execute, prove
from ptxisa.cli.main import main
from ptxisa.nvvm import UnknownIntrinsic
from ptxisa.nvvm.statements import NoStatements, statements
from ptxisa.proofs.solvers import installed

needs_solver = pytest.mark.skipif(not installed(), reason="no solver is installed")
GENERATOR = random.Random(7)


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def overflowing(compute: Callable[[int, int], int], signs: bool) -> Callable[[int, int, int], tuple[int, int]]:
    """Return an operation with its overflow: the result modulo the width, and if that is another number."""

    def computed(a: int, b: int, width: int) -> tuple[int, int]:
        exact = compute(signed(a, width), signed(b, width)) if signs else compute(a, b)
        result = exact & ((1 << width) - 1)
        return result, int((signed(result, width) if signs else result) != exact)

    return computed


def funnel(left: bool) -> Callable[[int, int, int, int], int]:
    def shifted(high: int, low: int, amount: int, width: int) -> int:
        pair, places = high << width | low, amount % width
        return (pair >> (width - places) if left else pair >> places) & ((1 << width) - 1)

    return shifted


LOAD, STORE = "ld.global.f32 d, [address];", "st.global.f32 [address], t;"
OPERATIONS: dict[str, tuple[tuple[str, ...], Callable[..., object]]] = {
    "llvm.ctpop": (("a",), lambda a, width: a.bit_count()),
    "llvm.ctlz": (("a",), lambda a, width: width - a.bit_length()),
    "llvm.cttz": (("a",), lambda a, width: (a & -a).bit_length() - 1 if a else width),
    "llvm.bitreverse": (("a",), lambda a, width: int(f"{a:0{width}b}"[::-1], 2)),
    "llvm.bswap": (("a",), lambda a, width: int.from_bytes(a.to_bytes(width // 8, "little"), "big")),
    "llvm.fshl": (("high", "low", "amount"), funnel(True)),
    "llvm.fshr": (("high", "low", "amount"), funnel(False)),
    "llvm.uadd.with.overflow": (("a", "b"), overflowing(int.__add__, False)),
    "llvm.usub.with.overflow": (("a", "b"), overflowing(int.__sub__, False)),
    "llvm.umul.with.overflow": (("a", "b"), overflowing(int.__mul__, False)),
    "llvm.sadd.with.overflow": (("a", "b"), overflowing(int.__add__, True)),
    "llvm.ssub.with.overflow": (("a", "b"), overflowing(int.__sub__, True)),
    "llvm.smul.with.overflow": (("a", "b"), overflowing(int.__mul__, True)),
}


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("width", [16, 32, 64])
def test_intrinsics_of_llvm_compute_their_documented_results(name: str, width: int) -> None:
    names, compute = OPERATIONS[name]
    ones = (1 << width) - 1
    corners = [0, 1, ones, 1 << (width - 1), ones >> 1, width, width - 1, 2]
    rows = [tuple(GENERATOR.choice(corners) for _ in names) for _ in range(40)]
    rows += [tuple(GENERATOR.getrandbits(width) for _ in names) for _ in range(40)]
    meaning = statements(f"{name}.i{width}")
    columns = {parameter: [row[place] for row in rows] for place, parameter in enumerate(names)}
    results = execute(meaning.text, columns)
    for index, row in enumerate(rows):
        expected = compute(*row, width)
        wanted = expected if isinstance(expected, tuple) else (expected,)
        assert tuple(int(results[output][index]) for output in meaning.outputs) == wanted, row


@pytest.mark.parametrize(
    ("name", "ptx", "answer"),
    [
        ("llvm.fma.f32", "fma.rn.f32 d, b, a, c;", "equal"),
        ("llvm.fma.f32", "mul.rn.f32 t, a, b; add.rn.f32 d, t, c;", "different"),
        (
            "llvm.copysign.f32",
            "and.b32 t, magnitude, 0x7fffffff; and.b32 u, sign, 0x80000000; or.b32 d, t, u;",
            "equal",
        ),
        ("llvm.fshr.i32", "shf.r.wrap.b32 d, low, high, amount;", "equal"),
        ("llvm.fshr.i32", "shf.r.wrap.b32 d, high, low, amount;", "different"),
        ("llvm.cttz.i32", "sub.u32 t, a, 1; not.b32 u, a; and.b32 t, t, u; popc.b32 d, t;", "equal"),
        ("llvm.sadd.with.overflow.i32", "add.s32 d, a, b; add.sat.s32 t, a, b; setp.ne.s32 e, t, d;", "equal"),
        ("llvm.nvvm.vote.sync mode=ballot", "vote.sync.ballot.b32 d, predicate, membermask;", "equal"),
        ("llvm.nvvm.atomic.load.add.f32.p1f32", f"{LOAD} add.ftz.f32 t, d, val; {STORE}", "equal"),
        ("llvm.nvvm.atomic.load.add.f32.p1f32", f"{LOAD} add.f32 t, d, val; {STORE}", "different"),
        ("llvm.convert.to.fp16.f64", "cvt.rn.f32.f64 t, a; cvt.rn.f16.f32 d, t;", "different"),
    ],
)
@needs_solver
def test_intrinsics_are_compared_with_ptx(name: str, ptx: str, answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--nvvm", name, "-e", ptx]) == ["equal", "different"].index(answer)
    assert capsys.readouterr().out.startswith(answer)


@pytest.mark.parametrize(
    ("name", "constants", "reason"),
    [
        ("llvm.nvvm.vote.sync", {}, "depends on mode=all or any or eq or ballot"),
        ("llvm.nvvm.vote.sync", {"mode": "most"}, "depends on mode"),
        ("llvm.nvvm.vote.sync", {"kind": "all"}, "no constant operand kind; it has mode"),
        ("llvm.ctlz.i32", {"zero_undefined": "1"}, "undefined"),
        ("llvm.ctpop.i8", {}, "i8, for which PTX has no register"),
        ("llvm.nvvm.suld.1d.i8.clamp", {}, "are not the operands"),
        ("llvm.memcpy.p0i8.p0i8.i64", {}, "no PTX"),
    ],
)
def test_other_intrinsics_have_a_reason(name: str, constants: dict[str, str], reason: str) -> None:
    with pytest.raises(NoStatements, match=reason):
        statements(name, **constants)


def test_unknown_intrinsics_are_errors(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownIntrinsic):
        statements("llvm.nvvm.frobnicate")
    for text in ("llvm.nvvm.frobnicate", "", "llvm.nvvm.vote.sync mode", "llvm.nvvm.vote.sync"):
        assert main(["prove", "--nvvm", text, "-e", "mov.b32 d, a;"]) == 2
        assert capsys.readouterr().err.startswith("ptxisa: ")


def test_the_question_is_written_as_smtlib(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--nvvm", "llvm.cttz.i32", "--smt2", "-"]) == 0
    assert "(declare-const d (_ BitVec 32))" in capsys.readouterr().out
    assert prove(statements("llvm.bswap.i32").text, "prmt.b32 d, a, a, 0x0123;").answer == "equal"
