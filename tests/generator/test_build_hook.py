"""Installation: the build hook of hatchling must work in a source tree that it may not write to."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import generator.build
from generator.build import PACKAGE
from generator.build_cache import STAMP
from generator.records.load import ROOT


def wheel(folder: Path, version: str) -> list[str]:
    """Build a wheel of the source tree and return the names of its files."""
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=[version])
    return zipfile.ZipFile(path).namelist()


def test_a_wheel_has_files_generated_in_a_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = []

    def build(output: Path, say: object) -> None:
        output.mkdir(parents=True)
        for name in ("isa.sqlite", "generated_here.py", STAMP):
            (output / name).touch()
        outputs.append(output)

    monkeypatch.setattr(generator.build, "build", build)
    names = wheel(tmp_path, "standard")

    (output,) = outputs
    assert not output.is_relative_to(ROOT)
    assert not output.exists(), "the temporary folder must be deleted"
    generated = [name for name in names if name.startswith(PACKAGE.as_posix())]
    assert sorted(generated) == [f"{PACKAGE.as_posix()}/{name}" for name in ("generated_here.py", "isa.sqlite")]
    assert "ptxisa/isa/forms.py" in names
    assert "ptxisa-0.1.0.data/data/share/man/man1/ptxisa.1" in names
    assert len(names) == len(set(names))


def test_an_editable_install_generates_into_the_source_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = []
    monkeypatch.setattr(generator.build, "update", lambda say: outputs.append(ROOT / PACKAGE))
    names = wheel(tmp_path, "editable")
    assert outputs == [ROOT / PACKAGE]
    assert not [name for name in names if name.startswith("ptxisa/")]
