"""The server in Emacs with Eglot, without a screen; skipped where there is no Emacs with Eglot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from ptxisa import check_module
from tests.lsp.protocol import MODULE

SCRIPT = Path(__file__).with_name("editing.el")


@cache
def has_eglot() -> bool:
    """Return True if there is an Emacs with Eglot."""
    if shutil.which("emacs") is None:
        return False
    code = "(progn (require 'package) (package-initialize) (require 'eglot))"
    return subprocess.run(["emacs", "--batch", "-q", "--eval", code], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not has_eglot(), reason="Emacs with Eglot is not installed")
def test_eglot(tmp_path: Path) -> None:
    (tmp_path / "kernel.ptx").write_text(MODULE, encoding="utf-8")
    result = tmp_path / "result.json"
    environment = {**os.environ, "PTXISA_PYTHON": sys.executable, "PTXISA_RESULT": str(result), "HOME": str(tmp_path)}
    command = ["emacs", "--batch", "-q", "-l", str(SCRIPT)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=120, check=False)
    assert result.is_file(), done.stderr.decode()
    answers = json.loads(result.read_text(encoding="utf-8"))
    (expected,) = check_module(MODULE)
    (text,) = answers["diagnostics"]
    assert expected.message in text
    assert "Available since PTX 8.0 on sm_90 or later" in answers["hover"]
    assert answers["line"] == 17
    assert answers["completion"] == "%r0"
    assert "mov.u32 %value1, %tid.x;" in answers["renamed"]
    assert "\n\tld.param.u32" in answers["renamed"]
    assert "counter" in answers["symbols"]
