"""`ptxisa prove`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ptxisa.cli.main import main
from ptxisa.proofs.solvers import installed

MASK = ["-e", "shl.b32 d, x, y;", "-e", "and.b32 t, y, 31; shl.b32 d, x, t;"]


@pytest.mark.skipif(not installed(), reason="no solver is installed")
def test_a_difference_is_status_1_and_shows_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", *MASK]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "different: x = 1, y = 32",
        "  shl.b32 d, x, y;   d = 0x00000000  0",
        "",
        "  and.b32 t, y, 31;  t = 0x00000000  0",
        "  shl.b32 d, x, t;   d = 0x00000001  1",
        "  equal if: y < 32",
    ]


def test_equality_is_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = tmp_path / "before.ptx", tmp_path / "after.ptx"
    before.write_text("mul.lo.u32 d, x, 8;")
    after.write_text("shl.b32 d, x, 3;")
    assert main(["prove", str(before), str(after)]) == 0
    assert capsys.readouterr().out == "equal for all 2^32 inputs (normal form)\n"


def test_an_answer_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", *MASK, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["answer"], answer["counterexample"]) == ("different", {"x": 1, "y": 32})
    assert answer["inputs"] == {"x": "b32", "y": "u32"}


def test_an_unknown_answer_is_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "-e", "cvta.global.u64 d, x;", "-e", "mov.b64 d, x;"]) == 3
    assert capsys.readouterr().out.startswith("unknown: not provable: cvta.global.u64 d, x;")


def test_the_question_as_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "question.smt2"
    assert main(["prove", *MASK, "--assume", "y < 32", "--smt2", str(script)]) == 0
    assert main(["prove", *MASK, "--assume", "y < 32", "--smt2", "-"]) == 0
    assert script.read_text() == capsys.readouterr().out
    assert script.read_text().rstrip().endswith("(check-sat)\n(get-value (x y))")


@pytest.mark.parametrize(
    "arguments",
    [
        ["-e", "mov.b32 d, x;"],
        [*MASK, "-e", "mov.b32 d, x;"],
        ["-e", "mov.b32 d, x", "-e", "\x00"],
        ["/no/such/file", "-e", "mov.b32 d, x;"],
        [*MASK, "--inputs", "x"],
        [*MASK, "--inputs", "x:q7"],
        [*MASK, "--assume", "q < 1"],
        [*MASK, "--outputs", "q"],
        [*MASK, "--timeout", "0"],
        [*MASK, "--target", "sm_1"],
        [*MASK, "--solver", "no-such-solver", "--assume", "y < 31"],
    ],
)
def test_invalid_input_is_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", *arguments]) == 2
    assert capsys.readouterr().err.startswith("ptxisa")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("rules.json", "{bad", "Expecting property name"),
        ("rules.json", "[" * 100_000, "recursion"),
        ("rules.yaml", "a: [", "expected the node content"),
        ("rules.yaml", "!!bool maybe", "maybe"),
        ("rules.yaml", '!!int ""', "string index"),
        ("rules.yaml", "!!timestamp x", "groupdict"),
    ],
)
def test_damaged_rules_end_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, reason: str
) -> None:
    file = tmp_path / name
    file.write_text(text)
    assert main(["prove", "--rules", str(file)]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"ptxisa: {file}: ")
    assert reason in message
    assert message.count("\n") == 1
