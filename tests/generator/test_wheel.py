"""The wheel: smaller after compression, and otherwise the same."""

from __future__ import annotations

import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from generator import wheel
from generator.wheel import compress

TEXT = "".join(f"{one * one % 9973} words of {one % 7} records\n" for one in range(5000))
CONTENTS = {"ptxisa/b.py": TEXT, "ptxisa/a.py": TEXT, "ptxisa/é.py": "x", "as_long.py": "aaaaa", "py.typed": ""}
"""Of files: long ones, one that deflate makes longer, one of which it changes no length, and nothing."""


def _entries(path: Path) -> list[tuple[str, tuple[int, ...], int, bytes]]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return [(one.filename, one.date_time, one.external_attr, archive.read(one)) for one in archive.infolist()]


def _written(folder: Path) -> Path:
    path = folder / "ptxisa-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in CONTENTS.items():
            one = zipfile.ZipInfo(name, (2020, 2, 2, 12, 34, 56))
            one.external_attr = 0o100644 << 16
            archive.writestr(one, content, zipfile.ZIP_DEFLATED, compresslevel=1)
    return path


@pytest.mark.parametrize("library", ["libdeflate", "zlib"])
def test_contents_stay_and_the_file_is_smaller(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if library == "zlib":
        monkeypatch.setitem(sys.modules, "deflate", None)
    path = _written(tmp_path)
    size, entries = path.stat().st_size, _entries(path)
    compress(path)
    assert path.stat().st_size < size
    assert _entries(path) == entries
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_libdeflate_is_better_than_zlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("deflate")
    compress(path := _written(tmp_path))
    size = path.stat().st_size
    monkeypatch.setitem(sys.modules, "deflate", None)
    compress(path)
    assert path.stat().st_size > size


def test_the_archive_is_what_zipfile_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With zlib at its highest level every byte is known; only what does not shrink is stored."""
    monkeypatch.setitem(sys.modules, "deflate", None)
    path = _written(tmp_path)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(tmp_path / "expected", "w") as new:
        for one in old.infolist():
            content = old.read(one)
            method = zipfile.ZIP_DEFLATED if len(content) > 10 else zipfile.ZIP_STORED
            new.writestr(one, content, method, compresslevel=9)
    compress(path)
    assert path.read_bytes() == (tmp_path / "expected").read_bytes()


def test_both_libraries_compress_as_well_as_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(str(zipfile.__file__)).read_bytes()
    deflate = pytest.importorskip("deflate")
    assert wheel._compressor()(text) == bytes(deflate.deflate_compress(text, 12)) != deflate.deflate_compress(text, 11)
    best = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    assert wheel._of_zlib(text) == best.compress(text) + best.flush()
