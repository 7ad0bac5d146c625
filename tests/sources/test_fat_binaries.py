"""PTX in compiled files. The fat binaries are written by nvcc 13.5 in each of its compressions."""

from __future__ import annotations

import contextlib
import io
import zipfile
from pathlib import Path

import pytest

from ptxisa.sources.fatbinary import BinaryError, entries, is_compiled

FILES = sorted(Path(__file__).with_name("fixtures").glob("*.fatbin"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_compression_of_nvcc_gives_the_text(path: Path) -> None:
    ptx, other = (entry for entry in entries(path.read_bytes()) if entry.kind == "ptx")
    assert (ptx.target, ptx.version, other.target) == ("sm_80", "9.5", "sm_90")
    assert b".target sm_80" in ptx.content()
    assert b".entry k" in other.content()
    assert ptx.compression == {"none": "", "speed": "lz4"}.get(path.stem, "zstandard")


def test_containers_are_found_in_any_file_and_in_wheels() -> None:
    data = FILES[0].read_bytes()
    library = b"\x7fELF" + b"x" * 100 + data + b"y" * 77 + data
    assert len(list(entries(library))) == 2 * len(list(entries(data)))
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("package/lib.so", library)
        archive.writestr("package/kernel.ptx", ".version 8.0")
        archive.writestr("package/readme.txt", "text")
    assert {entry.file for entry in entries(wheel.getvalue())} == {"package/lib.so", "package/kernel.ptx"}
    assert is_compiled(wheel.getvalue())
    assert is_compiled(library)
    assert not is_compiled(b".version 8.0")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_damaged_files_have_no_other_exception(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for place in range(0, len(data), 7):
        broken = bytes(data[:place]) + bytes([data[place] ^ 0xFF]) + bytes(data[place + 1 :])
        with contextlib.suppress(BinaryError):
            for entry in entries(broken):
                entry.content()
