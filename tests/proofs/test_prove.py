"""The interface of `prove`: answers with their evidence, conditions, open results, and errors."""

from __future__ import annotations

import time

import pytest

from ptxisa import ProofError, PtxError, execute, prove, smtlib
from ptxisa.proofs.solvers import installed

needs_solver = pytest.mark.skipif(not installed(), reason="no solver is installed")


def test_a_counterexample_is_small_and_has_a_trace() -> None:
    proof = prove("shl.b32 d, x, y;", "and.b32 t, y, 31; shl.b32 d, x, t;", conditions=True)
    assert (proof.answer, proof.counterexample) == ("different", {"x": 1, "y": 32})
    assert [(line.side, line.register, line.value) for line in proof.trace] == [(0, "d", 0), (1, "t", 0), (1, "d", 1)]
    assert proof.holds_if == "y < 32"
    assert not proof


def test_an_assumption_makes_them_equal() -> None:
    proof = prove("shl.b32 d, x, y;", "and.b32 t, y, 31; shl.b32 d, x, t;", assume="y < 32")
    assert proof.answer in ("equal", "unknown" if not installed() else "equal")


@pytest.mark.parametrize("assume", ["y < 32 and y > 40", "x != x", "False"])
@needs_solver
def test_an_assumption_that_is_never_true_is_an_error(assume: str) -> None:
    with pytest.raises(ProofError, match="is never true"):
        prove("mov.b32 d, x; add.u32 e, y, 0;", "add.u32 d, x, 0; mov.b32 e, y;", assume=assume)


@pytest.mark.parametrize(
    ("assume", "message"),
    [
        ("z < 1", "no input is called z"),
        ("x <", "column"),
        ("x + ", "column"),
        ("x", "compare it"),
        ("__import__('os')", "not part of conditions"),
        ("is_nan(x)", "floating-point"),
        ("x[40:0] == 0", "are not bits"),
        ("(" * 500, "parenthes|nested"),
        ("-" * 1900 + "x == 0", "nested|bits"),
        ("x" * 5000, "characters"),
        ("2**5000 < x", r"\\*\\*"),
    ],
)
def test_invalid_assumptions_are_errors(assume: str, message: str) -> None:
    with pytest.raises(ProofError, match=message):
        prove("mov.b32 d, x;", "add.u32 d, x, 0;", assume=assume)


@pytest.mark.parametrize(
    ("assume", "answer"),
    [
        ("x < 16", "equal"),
        ("x >= 0 and x <= 15", "equal"),
        ("x[31:4] == 0", "equal"),
        ("0 <= x < 16", "equal"),
        ("not x > 15", "equal"),
        ("x // 16 == 0", "equal"),
        ("x % 16 == x", "equal"),
        ("x & 15 == x", "equal"),
        ("min(x, 15) == x", "equal"),
        ("x < 17", "different"),
        ("x + 1 < 18", "different"),
        ("2 * x < 33", "different"),
    ],
)
@needs_solver
def test_conditions_have_their_documented_meaning(assume: str, answer: str) -> None:
    assert prove("and.b32 d, x, 15;", "add.u32 d, x, 0;", assume=assume).answer == answer


def test_conditions_read_floating_point_inputs() -> None:
    pair = "mul.f32 d, x, 0f3f800000;", "mov.b32 d, x;"
    assert prove(*pair).answer == "different"
    assert prove(*pair, assume="not is_nan(x)").answer in ("equal", "unknown")
    assert prove(*pair, assume="x == x").answer in ("equal", "unknown")
    assert prove(*pair, assume="abs(x) < 1.5").answer in ("equal", "unknown")


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("mov.b32 d, x;", "mov.b32 e, x;", "no register in common"),
        ("mov.b32 d, x;", "mov.b64 d, x;", "bits"),
        ("@p mov.b32 d, x;", "@p add.u32 d, x, 0;", "keeps its old value"),
        ("L: add.u32 d, x, 1; bra L;", "mov.b32 d, x;", "loops"),
    ],
)
def test_snippets_that_do_not_fit_are_errors(first: str, second: str, message: str) -> None:
    with pytest.raises((ProofError, PtxError), match=message):
        prove(first, second)


def test_outputs_are_a_list_or_a_text() -> None:
    pair = "add.u32 d, x, 1; add.u32 e, x, 2;", "add.u32 d, x, 1; add.u32 e, x, 3;"
    assert prove(*pair, outputs="d").answer == prove(*pair, outputs=["d"]).answer == "equal"
    assert prove(*pair, outputs="d, e").answer == "different"


def test_invalid_statements_have_a_place() -> None:
    with pytest.raises(PtxError, match="1:1"):
        prove("frobnicate d, x;", "mov.b32 d, x;")


@pytest.mark.parametrize(
    "arguments",
    [{"timeout": 0}, {"timeout": -1}, {"open": "maybe"}, {"inputs": {"x": "u33"}}, {"outputs": ["q"]}, {"solver": ""}],
)
def test_invalid_arguments_are_errors(arguments: dict[str, object]) -> None:
    with pytest.raises(ProofError):
        prove("mov.b32 d, x;", "add.u32 d, x, 0;", **arguments)


def test_an_old_value_is_an_input_if_it_is_named() -> None:
    proof = prove("@p mov.b32 d, x;", "selp.b32 d, x, d, p;")
    assert proof.answer in ("equal", "unknown")
    assert set(proof.inputs) == {"p", "x", "d"}


def test_statements_without_terms_are_unknown_with_the_reason() -> None:
    proof = prove("cvta.global.u64 d, x;", "mov.b64 d, x;")
    assert proof.answer == "unknown"
    assert "cvta.global.u64" in proof.reason


@needs_solver
def test_open_bits_are_compared_as_the_first_snippet_allows() -> None:
    """A NaN result has any payload, so that returning another quiet NaN is allowed."""
    fold = "add.f32 d, x, y;", "add.f32 t, x, y; setp.nan.f32 p, t, t; selp.b32 d, 0x7fc00000, t, p;"
    assert prove(*fold).answer == "different"
    assert prove(*fold, open="refine").answer == "equal"
    assert prove(*reversed(fold), open="refine").answer != "equal"


@needs_solver
def test_a_solver_is_ended_in_time() -> None:
    hard = "mul.lo.u64 t, x, y; mul.hi.u64 u, t, x; xor.b64 d, u, t;"
    other = (
        "mul.lo.u64 t, y, x; mul.hi.u64 u, x, t; add.u64 v, u, t; and.b64 w, u, t; shl.b64 w, w, 1; sub.u64 d, v, w;"
    )
    began = time.monotonic()
    proof = prove(hard, other, outputs=["d"], timeout=1)
    assert time.monotonic() - began < 4
    assert proof.answer in ("equal", "unknown")


def test_without_solvers_execution_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ptxisa.proofs.solvers.installed", lambda: ())
    assert prove("add.u32 d, x, y;", "or.b32 d, x, y;").answer == "different"
    proof = prove("xor.b32 t, x, y; and.b32 u, x, y; shl.b32 u, u, 1; add.u32 d, t, u;", "add.u32 d, x, y;")
    assert proof.answer == "unknown"
    assert "pip install 'ptxisa[prove]'" in proof.reason


def test_scripts_are_smtlib() -> None:
    text = smtlib("add.f32 d, x, y;", "add.rz.f32 d, x, y;")
    assert "(set-logic QF_BVFP)" in text
    assert text.count("(declare-const") == 2
    assert text.endswith("(check-sat)\n(get-value (x y))\n")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("{ .reg .u32 t; add.u32 t, x, 1; mov.b32 d, t; }", "add.u32 d, x, 1;"),
        (
            "setp.eq.u32 p, x, 0; @p bra L; add.u32 d, x, 1; bra M; L: mov.u32 d, 1; M: add.u32 d, d, 1;",
            "add.u32 d, x, 2;",
        ),
        ("mov.u32 d, 1; setp.eq.u32 p, x, 0; @p ret; mov.u32 d, 2;", "setp.eq.u32 p, x, 0; selp.u32 d, 1, 2, p;"),
    ],
)
@needs_solver
def test_blocks_and_branches(first: str, second: str) -> None:
    assert prove(first, second).answer == "equal"


def test_counterexamples_replay() -> None:
    pair = "sub.f32 t, x, y; neg.f32 d, t;", "sub.f32 d, y, x;"
    proof = prove(*pair)
    values = [execute(text, proof.counterexample, threads=1)["d"][0] for text in pair]
    assert values[0] != values[1]
