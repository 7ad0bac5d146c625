"""Instructions on a terminal: the lines below a form, and their indentation."""

from __future__ import annotations

import re

import pytest

from ptxisa.cli.main import main

LOGARITHM = """\
lg2.approx.f32 (floating-point)
Approximate base-2 logarithm.
available since PTX 1.4 on sm_10 or later

lg2.approx{.ftz}.f32 d, a    [lg2.f32]
  d (write): Approximate base-2 logarithm.
  a (read): Operand.
  effects: none besides the results
    x ← flush(a) if .ftz else a
    d ← unspecified(round(log2(x), f32, rn, .ftz))
  contract: Of the logarithm to base 2; the first row that fits decides.
  Subnormal operands and results count as zeros of their sign with .ftz.
    a is a NaN or -inf or a negative normal number: a NaN
    a is a zero: -inf
    a is +inf: +inf
    a in (0.5, 2): absolute error of at most 2^-22
    a is a positive normal number or a positive subnormal number: relative error
    of at most 2^-22

`ptxisa show lg2` shows every form, notes and examples.
"""


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def shown(capsys: pytest.CaptureFixture[str], name: str) -> str:
    assert main(("show", name)) == 0
    return capsys.readouterr().out


def test_a_variant_as_a_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "lg2.approx.f32") == LOGARITHM


def test_semantics_without_pseudocode_are_prose(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\n  not executable: It changes control flow and the call stack.\n" in shown(capsys, "ret")
    executes = "  A whole warp executes it on matrices. The layouts say which elements its\n  registers hold."
    assert f"\n{executes}\n" in shown(capsys, "wmma.load.a.sync.aligned.row.m16n16k16.f16")


def test_state_is_printed_below_the_operands(capsys: pytest.CaptureFixture[str]) -> None:
    state = "  CF (write): Carry out of the most significant bit."
    assert f"\n  b (read): Second addend.\n{state}\n" in shown(capsys, "add.cc.u32")


def test_a_measurement_is_a_paragraph_of_its_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"^  tested on H\d+ \(sm_\d+\): all [\d,]+ results agree", shown(capsys, "lg2"), re.MULTILINE)


@pytest.mark.parametrize(("lacking", "between"), [(0, "    "), (1, "\n  ")])
def test_the_form_id_follows_the_syntax_where_both_fit(
    lacking: int, between: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    syntax, name = "fma.{rnd}{.ftz}{.sat}.f32 d, a, b, c", "[fma.f32]"
    monkeypatch.setenv("COLUMNS", str(len(f"{syntax}    {name}") - lacking))
    assert f"\n{syntax}{between}{name}\n" in shown(capsys, "fma")


def test_an_example_and_the_forms_come_first_and_other_names_last(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, "cvt").splitlines()
    assert lines[2:5] == ["", "  // Integer to floating-point.", "  cvt.rn.f32.s32 f, i;"]
    assert lines[6].split()[:2] == ["form", "since"] or lines[6] == "forms"
    assert next(at for at, line in enumerate(lines) if "__float2int_rn" in line) > 0.9 * len(lines)


def test_brief_is_the_forms_at_a_glance_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "cvt", "--brief"]) == 0
    brief = capsys.readouterr().out
    assert "cvt.f8x2.f32" in brief
    assert brief.count("\n") < shown(capsys, "cvt").count("\n") / 4


def test_forms_are_their_syntax_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "lop3", "--forms"]) == 0
    forms = ["lop3.b32 d, a, b, c, immLut    [lop3]", "lop3.{bool_op}.b32 d|p, a, b, c, immLut, q    [lop3.predicate]"]
    assert capsys.readouterr().out.splitlines() == ["lop3 (logic-and-shift)", *forms]
