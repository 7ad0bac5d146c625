"""libNVVM in a child process: its answers, its crashes and its limits, and the real library."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.nvvm.libraries import libnvvm
from tools.nvvm import libnvvm as module
from tools.nvvm.libnvvm import Answer, LibNvvm, LibraryError, target_of

LAYOUT = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-"
    "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
)
MODULE = f"""target datalayout = "{LAYOUT}"
target triple = "nvptx64-nvidia-cuda"
define void @k(i32 addrspace(1)* %p) {{
  store i32 1, i32 addrspace(1)* %p
  ret void
}}
!nvvm.annotations = !{{!0}}
!0 = !{{void (i32 addrspace(1)*)* @k, !"kernel", i32 1}}
!nvvmir.version = !{{!1}}
!1 = !{{i32 2, i32 0}}
"""

# A worker that answers by what a module says, for what no library does reliably.
WORKER = """
import json, os, sys, time
print(json.dumps({"version": [2, 0], "ir": [2, 0], "debug": [3, 2]}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["module"] == "crash":
        print("LLVM ERROR: no", file=sys.stderr, flush=True)
        os.abort()
    if asked["module"] == "hang":
        time.sleep(60)
    print(json.dumps({"status": "success", "log": asked["module"], "ptx": " ".join(asked["options"])}), flush=True)
"""


@pytest.fixture
def scripted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LibNvvm:
    worker = tmp_path / "worker.py"
    worker.write_text(WORKER)
    monkeypatch.setattr(module, "WORKER_FILE", worker)
    return LibNvvm(tmp_path / "libnvvm.so", limit=0.5)


def test_one_process_answers_many_modules(scripted: LibNvvm) -> None:
    with scripted:
        assert scripted.verify("one", "compute_90", "-opt=0") == Answer("success", "one", "-arch=compute_90 -opt=0")
        first = scripted.process
        assert scripted.compile("x" * 300_000).log == "x" * 300_000
        assert scripted.process is first
    assert scripted.process is None


def test_a_crash_is_an_answer(scripted: LibNvvm) -> None:
    with scripted:
        assert scripted.verify("crash") == Answer("crash", "SIGABRT LLVM ERROR: no")
        assert scripted.verify("two").accepted


def test_a_module_that_takes_too_long(scripted: LibNvvm) -> None:
    with scripted:
        assert scripted.verify("hang").status == "timeout"
        assert scripted.verify("two").accepted


def test_a_process_is_replaced_after_many_modules(scripted: LibNvvm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MODULES", 1)
    with scripted:
        scripted.verify("one")
        first = scripted.process
        scripted.verify("two")
        assert scripted.process is not first


def test_other_libraries_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "libnvvm.so"
    path.write_text("no library" * 100)
    with LibNvvm(path) as no_library, pytest.raises(LibraryError, match=r"cannot be loaded as libNVVM: .*invalid ELF"):
        no_library.verify(MODULE)


def test_the_reason_is_the_first_error() -> None:
    log = "warning: x\nmodule.ll (3, 15): parse error\n"
    assert Answer("invalid-ir", log).reason == "module.ll (3, 15): parse error"
    assert Answer("timeout").reason == "timeout"
    assert Answer("success", log).reason == ""


def test_the_worker_needs_nothing_of_the_package() -> None:
    source = module.WORKER_FILE.read_text()
    modules = set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE))
    assert modules <= sys.stdlib_module_names


@pytest.mark.network
@pytest.mark.parametrize("release", ["12.9", "13.0"])
def test_the_real_library(release: str) -> None:
    with libnvvm(release) as nvvm:
        assert nvvm.release == release
        assert nvvm.versions == {"version": (2, 0), "ir": (2, 0), "debug": (3, 2)}
        assert nvvm.verify(MODULE, "compute_90").accepted
        assert target_of(nvvm.compile(MODULE, "compute_90").ptx) == "sm_90"
        assert nvvm.verify(MODULE.replace("nvptx64", "x86"), "compute_90").status == "invalid-ir"
        assert nvvm.verify(MODULE, "compute_13").status == "invalid-option"
        assert (
            nvvm.verify("nothing of the sort", "compute_90").reason
            == "module.ll (1, 0): parse expected top-level entity"
        )


def test_processes_do_not_stay(scripted: LibNvvm) -> None:
    with scripted:
        scripted.verify("one")
        process = scripted.process
    assert isinstance(process, subprocess.Popen)
    assert process.returncode is not None
