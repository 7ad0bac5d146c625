"""`ptxisa run`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ptxisa.cli.main import main
from tests.machine.launching import FOLDER, kernel

BASIC = str(FOLDER / "basic.ptx")
SAXPY = ["run", BASIC, "--entry", "saxpy", "--grid", "4", "--block", "256"]


def test_arrays_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--arg", "1024", "--arg", "2", "--arg", "range:f32:1024", "--arg", "ones:f32:1024"]
    assert main([*SAXPY, *arguments]) == 0
    *_, result, verdict = capsys.readouterr().out.splitlines()
    assert result == "argument 3: float32 1024: 1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, …"
    assert verdict.endswith("instructions: clean")


def test_arrays_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.save(tmp_path / "x.npy", np.arange(8, dtype=np.float32))
    prefix = "saxpy_param_"
    values = {"0": "8", "1": "0.5", "2": f"@{tmp_path / 'x.npy'}", "3": "zeros:f32:2x4"}
    arguments = [part for name, value in values.items() for part in ("--arg", f"{prefix}{name}={value}")]
    assert main([*SAXPY, *arguments, "-o", str(tmp_path / "out")]) == 0
    assert np.array_equal(np.load(tmp_path / "out" / "saxpy_param_3.npy"), np.arange(8).reshape(2, 4) / 2)
    capsys.readouterr()


def test_a_finding_is_status_1_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--arg", "1024", "--arg", "2", "--arg", "range:f32:1024", "--arg", "ones:f32:1000"]
    assert main([*SAXPY, *arguments]) == 1
    printed = capsys.readouterr().out
    assert "error[out-of-bounds]: access of 4 bytes" in printed
    assert "by thread (232, 0, 0) of CTA (3, 0, 0)" in printed
    assert main([*SAXPY, *arguments, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [finding["code"] for finding in document["findings"]] == ["out-of-bounds"]
    assert document["complete"]


def test_printed_text_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", BASIC, "--entry", "hello", "--block", "32", "--arg", "1"]) == 0
    assert capsys.readouterr().out.startswith("thread 0 of 32:  0.00 text 123456789ab x%\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.ptx"], "No such file"),
        ([BASIC], "the kernel must be named"),
        ([BASIC, "--entry", "hello", "--grid", "a"], "--grid takes one to three numbers"),
        ([BASIC, "--entry", "hello", "--arg", "x"], "is not a valid value"),
        ([BASIC, "--entry", "hello", "--arg", "zeros:f32"], "is not KIND:TYPE:SHAPE"),
        ([BASIC, "--entry", "hello", "--arg", "zeros:f32:99999999999999"], "cannot be made"),
        ([BASIC, "--entry", "hello", "--arg", "@missing.npy"], "No such file"),
        ([BASIC, "--entry", "hello", "--arg", "a=1", "--arg", "2"], "all in order"),
        ([BASIC, "--entry", "hello", "--arg", "1", "--symbol", "x"], "--symbol takes"),
        ([BASIC, "--entry", "hello", "--arg", "1", "--target", "sm_1"], "sm_1"),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_an_error_of_the_module_has_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.ptx"
    file.write_text(kernel("add.u32 %r1, %r2;"))
    assert main(["run", str(file)]) == 2
    assert f"{file}:8:1:" in capsys.readouterr().err
