"""Hints about undeclared names, and findings with one cause."""

import pytest

from ptxisa import check_statement
from ptxisa.check.body import MOST_HINTS
from ptxisa.check.instruction import meant, one_cause
from ptxisa.check.scope import Scope, register
from ptxisa.isa.diagnostics import Span, error, warning


@pytest.fixture
def scope() -> Scope:
    inner = Scope(Scope())
    assert inner.outer is not None
    inner.outer.declare_range("%r", 8, register("b32"))
    inner.declare_range("%one", 1, register("u32"))
    inner.declare("Loop", register("u32"))
    return inner


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("%r9", ".reg .b32 %r<8> declares %r0 to %r7"),
        ("%one7", ".reg .u32 %one<1> declares %one0"),
        ("r3", "did you mean %r3?"),
        ("LOOP", "did you mean Loop?"),
        ("%tidx", "did you mean %tid?"),
        ("blockIdx", "blockIdx of CUDA C++ is %ctaid in PTX"),
        ("nothing_like_it", ""),
        ("%", ""),
    ],
)
def test_similar_names_are_suggested(scope: Scope, name: str, hint: str) -> None:
    assert meant(name, scope) == hint


@pytest.mark.parametrize(
    ("opcode", "hint"),
    [
        ("shflbfly", "did you mean shfl.bfly?"),
        ("shflsyncbfly.b32", "did you mean shfl.sync.bfly.b32?"),
        ("addu32", "did you mean add.u32?"),
        ("ADDU32", "did you mean add.u32?"),
        ("ldglobalu32", "did you mean ld.global.u32?"),
        ("ld_global_f32", "did you mean ld.global.f32?"),
        ("stsharedf32", "did you mean st.shared.f32?"),
        ("cpasync", "did you mean cp.async?"),
        ("cpasyncwaitall", "did you mean cp.async.wait_all?"),
        ("mbarrierinit", "did you mean mbarrier.init?"),
        ("wgmmammaasync", "did you mean wgmma.mma_async?"),
        ("tcgen05alloc", "did you mean tcgen05.alloc?"),
        ("cvtrnf16f32", "did you mean cvt.rn.f16.f32?"),
        ("setpequ32", "did you mean setp.eq.u32?"),
        ("barsync", "did you mean bar.sync?"),
        ("mulwides32", "did you mean mul.wide.s32?"),
        ("ld.globalu32", "write .global.u32"),
        ("ld.globalL1no_allocate.u32", "write .global.L1::no_allocate"),
        ("mul.los32", "write .lo.s32"),
        ("atom.globaladdu32", "write .global.add.u32"),
        ("setp.equ32", "write .eq.u32"),
        ("addx", "did you mean add?"),
        ("foo", ""),
    ],
)
def test_opcodes_without_dots(opcode: str, hint: str) -> None:
    (diagnostic,) = check_statement(f"{opcode} r1, r2, 1;", target="sm_100a", ptx="8.6")
    assert diagnostic.hint == hint


def test_operands_of_the_same_wrong_type_are_one_diagnostic() -> None:
    (diagnostic,) = check_statement("add.u32 d, a, b;", registers=dict.fromkeys("dab", "f32"))
    assert diagnostic.message == "operands d, a and b are .f32 registers; .u32 takes .b32, .u32 or .s32"
    assert (diagnostic.operands, diagnostic.expected, diagnostic.got) == (("d", "a", "b"), "u32", "f32")


def test_operands_of_different_wrong_types_are_several() -> None:
    diagnostics = check_statement("add.u32 d, a, b;", registers={"d": "f32", "a": "f64", "b": "b32"})
    assert [(diagnostic.operands, diagnostic.got) for diagnostic in diagnostics] == [(("d",), "f32"), (("a",), "f64")]


def test_removed_features_are_not_reported_as_deprecated() -> None:
    gone = error("unavailable-target", "x", Span(0, 1))
    assert one_cause([gone, warning("deprecated", "x", Span(0, 1))]) == [gone]


def test_unknown_mnemonics_have_hints_until_they_are_too_many() -> None:
    wrong = " ".join(f"createpolicy{number} a;" for number in range(MOST_HINTS + 1))
    hints = [diagnostic.hint for diagnostic in check_statement(f"{wrong} createpolicy7 b;")]
    assert set(hints[:MOST_HINTS]) == {"did you mean createpolicy?"}
    assert hints[MOST_HINTS:] == ["", "did you mean createpolicy?"]
