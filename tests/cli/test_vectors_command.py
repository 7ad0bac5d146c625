"""`ptxisa vectors`: estimates, selections, and failures in one line."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from ptxisa.cli.main import main
from ptxisa.cli.vectors_command import byte_size
from ptxisa.vectors import files, read


def failure(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["vectors", *arguments]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("ptxisa")
    return error


def test_estimate_before_and_sum_after(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["vectors", "bfe", "-o", str(tmp_path), "--random", "2"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("4 sets for 4 opcodes: 1,056 vectors, about ")
    assert out.startswith("Wrote 1,056 vectors in 4 sets, ")
    assert "\r" not in err
    assert main(["vectors", "bfe", "-o", str(tmp_path), "--random", "2"]) == 0
    assert "; 4 were complete already" in capsys.readouterr().out


def test_a_dry_run_writes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["vectors", "bfe.u32", "--dry-run", "--json", "--full"]) == 0
    size = json.loads(capsys.readouterr().out)
    assert (size["sets"], size["opcodes"], size["vectors"] > 10_000) == (1, 1, True)
    assert not list(tmp_path.iterdir())


def test_random_vectors_are_not_bounded_by_others(tmp_path: Path) -> None:
    assert main(["vectors", "bfe.u32", "-o", str(tmp_path), "--random", "300"]) == 0
    result = [vector.sample for vector in read(next(tmp_path.rglob("*.gz")))]
    assert result.count("random") == 300


def test_full_has_every_value_of_a_small_operand(tmp_path: Path) -> None:
    assert main(["vectors", "abs.s16", "-o", str(tmp_path), "--full"]) == 0
    actual = [vector.inputs["a"] for vector in read(next(tmp_path.rglob("*.gz"))) if vector.sample == "exhaustive"]
    assert sorted(actual) == list(range(1 << 16))


def test_a_target_has_a_model(tmp_path: Path) -> None:
    assert main(["vectors", "ex2.approx.ftz.f32", "--target", "sm_90", "-o", str(tmp_path)]) == 0
    header = read(next(tmp_path.rglob("*.gz"))).header
    assert (header.target, header.provenance, header.compare) == ("sm_90", "model", "equal")


@pytest.mark.parametrize("word", ["mma", "mma.sp", "ldmatrix", "wmma.load"])
def test_matrices_have_no_vectors(word: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["vectors", word, "-o", str(tmp_path / "x")]) == 1
    assert "instructions on matrices have no vectors" in capsys.readouterr().err


def test_nothing_that_fits(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["vectors", "add.*.nothing", "-o", str(tmp_path / "x")]) == 1
    assert "no executable form matches" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["bfe"], "-o DIR is needed"),
        (["bfe", "-o", "x", "--target", "sm_1"], "sm_1"),
        (["bfe", "-o", "x", "--target", ""], "target"),
        (["bfe", "-o", "x", "--seed", "-1"], "--seed must be in 0.."),
        (["bfe", "-o", "x", "--seed", "9" * 40], "--seed must be in 0.."),
        (["bfe", "-o", "x", "--random", "x"], "--random"),
        (["bfe", "-o", "/dev/null/x"], "/dev/null/x"),
        (["bfe", "-o", "/proc/x"], "/proc/x"),
        (["bfe", "-o", "x" * 5000], "too long"),
    ],
)
def test_failures_are_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    error: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert error in failure(capsys, *arguments)


def test_a_full_disk_is_reported_before_writing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=10)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    assert "kB needed, 10 bytes free" in failure(capsys, "bfe", "-o", str(tmp_path / "x"))
    assert not (tmp_path / "x").exists()


def test_a_full_disk_leaves_no_part(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(part: Any, path: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(files.os, "replace", full)
    assert failure(capsys, "bfe", "-o", str(tmp_path)).endswith("index.json: No space left on device")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_failure_without_a_name_names_the_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(part: Any, path: Any) -> None:
        raise OSError("broken")

    monkeypatch.setattr("ptxisa.vectors.files.os.replace", broken)
    assert failure(capsys, "bfe", "-o", str(tmp_path)).endswith(f": {tmp_path}: broken")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (7, "7 bytes"),
        (999, "999 bytes"),
        (1000, "1 kB"),
        (19_900, "19.9 kB"),
        (999_000, "999 kB"),
        (1_000_000, "1 MB"),
        (73_000_000, "73 MB"),
        (1_000_000_000, "1 GB"),
        (8_700_000_000, "8.7 GB"),
        (999 * 10**9, "999 GB"),
        (10**12, "1,000 GB"),
        (54_321 * 10**9, "54,300 GB"),
        (999_499, "999 kB"),
        (999_600, "1 MB"),
        (999_600_000_000, "1,000 GB"),
        (0, "0 bytes"),
    ],
)
def test_numbers_of_bytes_are_written_with_their_unit(number: int, text: str) -> None:
    assert byte_size(number) == text


def test_a_file_is_no_output_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert main(["vectors", "bfe", "-o", str(file)]) == 2
    error = capsys.readouterr().err
    assert "is a file; name a folder" in error
    assert "sets" not in error
