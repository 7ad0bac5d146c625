"""An interruption while the package is imported, and the digest of its files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ptxisa import fingerprint

INTERRUPTED = """
import os, signal, sys
sys.argv[0] = "bin/ptxisa"
signal.signal(signal.SIGINT, signal.default_int_handler)  # A background shell has it ignored.
import ptxisa
os.kill(os.getpid(), signal.SIGINT)
"""


def test_the_command_ends_without_a_traceback_when_it_is_interrupted_at_its_start() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "ptxisa: interrupted\n")


def test_a_process_of_the_command_leaves_an_interruption_at_its_start_to_the_command() -> None:
    worker = [sys.executable, "-c", INTERRUPTED, "--multiprocessing-fork"]
    done = subprocess.run(worker, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_fingerprint_follows_names_and_contents_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "__file__", str(tmp_path / "fingerprint.py"))
    digests = []
    for name, text in (("a.py", "x = 1"), ("b.py", "x = 1"), ("b.py", "x = 2")):
        for path in tmp_path.iterdir():
            path.unlink()
        (tmp_path / name).write_text(text, encoding="utf-8")
        fingerprint.fingerprint.cache_clear()
        digests.append(fingerprint.fingerprint())
    fingerprint.fingerprint.cache_clear()
    assert len(set(digests)) == 3
