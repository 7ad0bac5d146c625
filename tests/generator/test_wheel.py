"""The wheel: smaller after compression, and otherwise the same."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from generator.wheel import compress


def _entries(path: Path) -> list[tuple[str, tuple[int, ...], int, bytes]]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return [(one.filename, one.date_time, one.external_attr, archive.read(one)) for one in archive.infolist()]


def _written(folder: Path) -> Path:
    path = folder / "ptxisa-0-py3-none-any.whl"
    text = "".join(f"{one * one % 9973} words of {one % 7} records\n" for one in range(5000))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in (("ptxisa/b.py", text), ("ptxisa/a.py", text), ("ptxisa/é.py", "x"), ("py.typed", "")):
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
