"""`ptxisa export`: the records as JSON, as a C++ header, and as TableGen by an example of the documentation."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ptxisa
from ptxisa.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "tablegen.py"
COMPILER = shutil.which("c++")
PROGRAM = """
#include "ptx.h"
#include <cstdio>
static_assert(ptx::available(ptx::Form::redux_sync, ptx::Target::sm_80, ptx::Version::v7_0));
static_assert(!ptx::available(ptx::Form::redux_sync, ptx::Target::sm_75, ptx::Version::v9_0));
static_assert(ptx::entry(ptx::Form::bra).effects == ptx::Terminator);
int main() {
  for (auto &form : ptx::Forms)
    if (ptx::available(static_cast<ptx::Form>(&form - ptx::Forms), ptx::Target::sm_90a, ptx::Version::v8_7))
      std::printf("%.*s\\n", static_cast<int>(form.id.size()), form.id.data());
}
"""


def test_the_document_has_every_table_with_values(tmp_path: Path) -> None:
    path = tmp_path / "ptx.json"
    assert main(["export", "--json", "-o", str(path)]) == 0
    document = json.loads(path.read_text(encoding="utf-8"))
    tables = {table.name for table in ptxisa.database().schema() if table.sort == "table"}
    assert set(document) == tables
    effects = {form["id"]: form["effects"] for form in document["form"]}
    assert effects["shfl.sync"] == ["convergent"]
    assert effects["lop3"] == []
    assert any(record["data"].get("name") == "lop3" for record in document["record"])


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_the_header_compiles_and_agrees_on_availability(tmp_path: Path) -> None:
    assert main(["export", "--cpp", "-o", str(tmp_path / "ptx.h")]) == 0
    (tmp_path / "main.cpp").write_text(PROGRAM)
    program = tmp_path / "main"
    subprocess.run(
        [str(COMPILER), "-std=c++17", "-Wall", "-Werror", str(tmp_path / "main.cpp"), "-o", str(program)], check=True
    )
    printed = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.split()
    assert printed == [form.id for form in ptxisa.forms("sm_90a", "8.7")]


def test_unwritable_files_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--json", "-o", "/nowhere/ptx.json"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_example_writes_tablegen(tmp_path: Path) -> None:
    printed = subprocess.run(
        [sys.executable, str(EXAMPLE), "sm_50", "6.0"], check=True, capture_output=True, text=True
    ).stdout
    assert printed.count("\ndef F") == len(ptxisa.forms("sm_50", "6.0"))
    tablegen = shutil.which("llvm-tblgen")
    if tablegen:
        (tmp_path / "PTX.td").write_text(printed)
        subprocess.run([tablegen, str(tmp_path / "PTX.td"), "--print-records"], check=True, capture_output=True)
