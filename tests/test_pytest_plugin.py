"""The fixture `ptx_launch`, in sessions of pytest of their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "docs" / "examples" / "kernels"


def session(folder: Path) -> tuple[int, str]:
    """Return the status and the output of pytest on the tests of a folder."""
    options = ["-p", "ptxisa.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-c", "/dev/null"]
    command = [sys.executable, "-m", "pytest", *options, "--rootdir", str(folder), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_example_of_the_documentation_finds_the_race_and_passes_without_it(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "test_neighbors.py", tmp_path)
    text = (EXAMPLES / "neighbors.ptx").read_text(encoding="utf-8")
    (tmp_path / "neighbors.ptx").write_text(text, encoding="utf-8")
    status, output = session(tmp_path)
    assert status == 1
    assert "seed 0: " in output
    assert "error[race]" in output
    assert "ld.shared.u32 %r5, [%r4+4];" in output
    assert "the other statement" in output
    (tmp_path / "neighbors.ptx").write_text(text.replace("[%r4], %r2;", "[%r4], %r2; bar.sync 0;"), encoding="utf-8")
    status, output = session(tmp_path)
    assert (status, "1 passed" in output) == (0, True), output


def test_runs_with_seeds_have_copies_and_texts_have_lines(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        """
import numpy as np
import pytest

TEXT = '''.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 a)
{
    .reg .b64 x;
    .reg .b32 r<3>;
    ld.param.u64 x, [a];
    ld.global.u32 r0, [x];
    st.global.u32 [x+4], r0;
    ret;
}
'''


def test_arrays_are_written_once(ptx_launch):
    a = np.array([7, 0], np.uint32)
    run = ptx_launch(TEXT, "k", 1, 1, [a], seeds=[1, 2])
    assert run.complete
    assert a.tolist() == [7, 7]


def test_one_thread_is_the_default(ptx_launch):
    a = np.array([7, 0], np.uint32)
    ptx_launch(TEXT, arguments={"a": a})
    assert a.tolist() == [7, 7]


def test_a_text_has_its_lines_in_the_message(ptx_launch):
    with pytest.raises(pytest.fail.Exception, match="out-of-bounds") as caught:
        ptx_launch(TEXT, "k", 1, 1, [np.zeros(1, np.uint32)])
    assert "kernel.ptx:10:5" in str(caught.value)
    assert "by thread (0, 0, 0) of CTA (0, 0, 0)" in str(caught.value)


def test_an_incomplete_run_fails_unless_it_is_accepted(ptx_launch):
    sample = "tex.2dms.v4.f32.s32 {f, f, f, f}, [x, {r0, r0, r0, r0}]; st.global"
    text = TEXT.replace("st.global", sample).replace("r<3>;", "r<3>; .reg .f32 f;")
    arguments = [np.zeros(2, np.uint32)]
    with pytest.raises(pytest.fail.Exception, match="not modeled: "):
        ptx_launch(text, arguments=arguments)
    assert not ptx_launch(text, arguments=arguments, incomplete=True).complete
""",
        encoding="utf-8",
    )
    status, output = session(tmp_path)
    assert (status, "4 passed" in output) == (0, True), output
