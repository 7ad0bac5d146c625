"""`ptxisa extract`, and `ptxisa check` of sources, compiled files and single statements."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ptxisa.cli.main import main

FATBIN = str(Path(__file__).parents[1] / "sources" / "fixtures" / "none.fatbin")


def test_extract_lists_the_entries(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", FATBIN]) == 0
    assert [line.split()[1:4] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["ptx", "sm_80", "9.5"],
        ["ptx", "sm_90", "9.5"],
    ]
    assert main(["extract", FATBIN, "--json"]) == 0
    assert [entry["target"] for entry in json.loads(capsys.readouterr().out)] == ["sm_80", "sm_90"]


def test_extract_writes_the_modules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", FATBIN, "-o", str(tmp_path)]) == 0
    files = sorted(tmp_path.iterdir())
    assert [str(file) for file in files] == capsys.readouterr().out.split()
    assert all(main(["check", str(file)]) == 0 for file in files)


def test_extract_without_a_fat_binary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.so").write_bytes(b"\x7fELF")
    assert main(["extract", str(tmp_path / "a.so")]) == 1
    assert main(["extract", str(tmp_path / "b.so")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_check_of_a_compiled_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", FATBIN, "--target", "sm_80"]) == 0
    data = Path(FATBIN).read_bytes()
    (tmp_path / "wrong.so").write_bytes(b"\x7fELF" + data.replace(b"%tid.x;", b"%tid.x "))
    assert main(["check", str(tmp_path / "wrong.so")]) == 1
    assert "wrong.so[0 sm_80]:" in capsys.readouterr().out
    (tmp_path / "empty.so").write_bytes(b"\x7fELF")
    assert main(["check", str(tmp_path / "empty.so")]) == 2
    assert "no PTX in it, no fat binary" in capsys.readouterr().err


def test_check_of_a_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "kernel.cu"
    source.write_text('__global__ void k() {\n  asm volatile("bar.synk 0;");\n}\n')
    assert main(["check", str(source)]) == 1
    printed = capsys.readouterr().out
    assert "kernel.cu:2:20: error" in printed
    assert 'asm volatile("bar.synk 0;");' in printed


def test_check_of_a_statement(capsys: pytest.CaptureFixture[str]) -> None:
    statement = ["check", "--statement", "add.u32 %0, %1, 1;", "--operand", "%0==r", "--operand"]
    assert main([*statement, "%1=r"]) == 0
    assert main([*statement, "%1=f"]) == 1
    assert "operand a is a .f32 register" in capsys.readouterr().out
    assert main([*statement, "%1=x9"]) == 2
    assert main(["check", "--statement", "wgmma.fence.sync.aligned;", "--target", "sm_80"]) == 1


@pytest.mark.parametrize(
    ("text", "operands", "code"),
    [
        ("cp.async.ca.shared.global [%0], [%1], %2;", ["%0=r", "%1=l", "%2=5"], "operand-range"),
        ("cp.async.ca.shared.global [%0], [%1], %2;", ["%0=r", "%1=l", "%2=n"], ""),
        ("mov.u32 %[tid], %%tid.y;", ["%[tid]==r"], ""),
        ("mov.u64 %[tid], %%tid.y;", ["%[tid]==r"], "operand-type"),
    ],
)
def test_statements_with_constants_and_named_operands(
    text: str, operands: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [part for operand in operands for part in ("--operand", operand)]
    assert main(["check", "--statement", text, *arguments]) == bool(code)
    assert code in capsys.readouterr().out


def test_sources_of_directories_are_checked_if_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "kernel.cu").write_text('void f() { asm("bar.synk 0;"); }', encoding="utf-8")
    (tmp_path / "csrc" / "host.cpp").write_text("int x;\n", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 2
    assert main(["check", "--sources", str(tmp_path)]) == 1
    output = capsys.readouterr().out
    assert "kernel.cu:1:20: error[unknown-modifier]" in output
    assert "1 error in 1 file" in output
