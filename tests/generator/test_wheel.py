"""The wheel: smaller after compression, and otherwise the same."""

from __future__ import annotations

import zipfile
from pathlib import Path

from generator.wheel import compress


def _entries(path: Path) -> list[tuple[str, tuple[int, ...], int, bytes]]:
    with zipfile.ZipFile(path) as wheel:
        return [(one.filename, one.date_time, one.external_attr, wheel.read(one)) for one in wheel.infolist()]


def test_contents_stay_and_the_file_is_smaller(tmp_path: Path) -> None:
    path = tmp_path / "ptxisa-0-py3-none-any.whl"
    text = "".join(f"{one * one % 9973} words of {one % 7} records\n" for one in range(5000))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as wheel:
        for name in ("ptxisa/b.py", "ptxisa/a.py"):
            one = zipfile.ZipInfo(name, (2020, 2, 2, 0, 0, 0))
            one.external_attr = 0o100644 << 16
            wheel.writestr(one, text, zipfile.ZIP_DEFLATED, compresslevel=1)
    size, entries = path.stat().st_size, _entries(path)
    compress(path)
    assert path.stat().st_size < size
    assert _entries(path) == entries
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
