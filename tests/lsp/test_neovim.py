"""The server in a real editor, Neovim without a screen; skipped where there is none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.protocol import MODULE
from tests.lsp.test_strings import CUDA, PYTHON

pytestmark = pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")


def edit(folder: Path, script: str, file: str, **environment: str) -> dict[str, Any]:
    """Run a script in the editor on a file of a folder, and return what it wrote."""
    written = folder / "result.json"
    variables = {
        **os.environ,
        "PTXISA_PYTHON": sys.executable,
        "PTXISA_RESULT": str(written),
        "XDG_STATE_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
        **environment,
    }
    path = Path(__file__).with_name(script)
    command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {path}", file]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, timeout=120, check=False)
    assert written.is_file(), done.stderr.decode()
    answer: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    assert "problem" not in answer, answer["problem"]
    return answer


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what the script in the editor wrote about a module."""
    folder = tmp_path_factory.mktemp("neovim")
    (folder / "kernel.ptx").write_text(MODULE, encoding="utf-8")
    return edit(folder, "editing.lua", "kernel.ptx")


def test_diagnostics(result: dict[str, Any]) -> None:
    assert [(diagnostic["line"], diagnostic["code"]) for diagnostic in result["diagnostics"]] == [
        (16, "unavailable-target")
    ]


def test_hover(result: dict[str, Any]) -> None:
    assert "Available since PTX 8.0 on sm_90 or later" in result["hover"]


def test_code_action_removes_the_diagnostic(result: dict[str, Any]) -> None:
    assert result["actions"] == ["Use .target sm_90"]
    assert result["corrected"] == []


def test_definition_and_references(result: dict[str, Any]) -> None:
    assert result["definition"] == {"line": 17, "character": 0}
    assert result["references"] == 2


def test_symbols(result: dict[str, Any]) -> None:
    assert result["symbols"] == ["counter", "scale"]


def test_rename(result: dict[str, Any]) -> None:
    assert "    .reg .b32 %value<4>;" in result["renamed"]
    assert "    mov.u32 %value1, %tid.x;" in result["renamed"]


def test_completion(result: dict[str, Any]) -> None:
    assert result["completion"] == ["u16", "u32", "u64", "s16", "s32", "s64"]


def test_formatting(result: dict[str, Any]) -> None:
    assert result["formatted"] == "    mov.u32 %value1, %tid.x;"


def test_strings_of_cuda(tmp_path: Path) -> None:
    (tmp_path / "kernel.cu").write_text(CUDA.replace("below, %1, limit", "below, %1, limits"), encoding="utf-8")
    places = {
        "filetype": "cuda",
        "opcode": "mul\\.lo",
        "operand": "%\\[out\\], \\zs%1",
        "register": "@%%\\zsbelow",
        "completion": "mul\\.lo\\.\\zsu32",
        "name": "%small",
    }
    answers = edit(tmp_path, "strings.lua", "kernel.cu", PTXISA_PLACES=json.dumps(places))
    assert [(line, code) for line, _, code in answers["diagnostics"]] == [(6, "undeclared-name")]
    assert "Multiply" in answers["hover"]
    assert '**%1**: input `"r"`' in answers["operand"]
    assert "x + 1" in answers["operand"]
    assert answers["definition"] == {"line": 3, "character": 29}
    assert answers["signature"].startswith("mul.lo.u32 d, a, b")
    assert answers["completion"] == ["u16", "u32", "u64", "s16", "s32", "s64"]
    assert "  @%%small bra DONE;\\n\\t" in answers["renamed"][7]


def test_strings_of_python(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(PYTHON.replace("mov.b32 $0, t", "mov.b32 $2, t"), encoding="utf-8")
    places = {
        "filetype": "python",
        "opcode": "add\\.u32",
        "operand": "add\\.u32 t, \\zs\\$1",
        "register": "b32 $2, \\zst",
        "completion": "add\\.\\zsu32",
        "name": "twice",
    }
    answers = edit(tmp_path, "strings.lua", "kernel.py", PTXISA_PLACES=json.dumps(places))
    assert [(line, code) for line, _, code in answers["diagnostics"]] == [(8, "undeclared-name")]
    assert "Add" in answers["hover"]
    assert '**$1**: input `"r"`' in answers["operand"]
    assert answers["definition"] == {"line": 6, "character": 20}
    assert "s32" in answers["completion"]
    assert "          add.u32 twice, $1, $1;" in answers["renamed"]
