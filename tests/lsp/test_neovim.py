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

from tests.lsp.test_server import MODULE

SCRIPT = Path(__file__).with_name("editing.lua")
pytestmark = pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what the script in the editor wrote."""
    folder = tmp_path_factory.mktemp("neovim")
    (folder / "kernel.ptx").write_text(MODULE, encoding="utf-8")
    written = folder / "result.json"
    environment = {
        **os.environ,
        "PTXISA_PYTHON": sys.executable,
        "PTXISA_RESULT": str(written),
        "XDG_STATE_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
    }
    command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {SCRIPT}", "kernel.ptx"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=120, check=False)
    assert written.is_file(), done.stderr.decode()
    answer: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    assert "problem" not in answer, answer["problem"]
    return answer


def test_diagnostics(result: dict[str, Any]) -> None:
    assert [(one["line"], one["code"]) for one in result["diagnostics"]] == [(16, "unavailable-target")]


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
