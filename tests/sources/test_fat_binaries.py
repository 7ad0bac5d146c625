"""PTX in compiled files. The fat binaries are written by nvcc 13.5 in each of its compressions."""

from __future__ import annotations

import contextlib
import io
import struct
import tracemalloc
import zipfile
from pathlib import Path
from random import Random

import pytest
import zstandard

from ptxisa.sources.fatbinary import MAGIC, BinaryError, entries, is_compiled

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


def read_all(data: bytes) -> None:
    """Decompress every entry of a file."""
    for entry in entries(data):
        entry.content()


def wheel(**files: bytes) -> bytes:
    """Return a wheel with some files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()


def test_a_cubin_without_ptx_has_its_target() -> None:
    for interface, flags in ((7, 0x50055A), (8, 0x6005A04)):
        head = b"\x7fELF\x02\x01\x01\x33" + bytes([interface]) + bytes(7)
        head += struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, 0, flags, 64, 56, 0, 64, 0, 0)
        assert [(entry.kind, entry.target) for entry in entries(head)] == [("cubin", "sm_90")]


def test_random_damage_ends_in_one_line() -> None:
    random = Random(1)
    library = b"\x7fELF" + b"x" * 100 + FILES[0].read_bytes() + FILES[-1].read_bytes()
    seeds = [*(path.read_bytes() for path in FILES), library, wheel(library=library, kernel=b".version 8.0")]
    for _ in range(2000):
        data = bytearray(random.choice(seeds))
        kind = random.random()
        if kind < 0.3:
            del data[random.randrange(len(data)) :]
        elif kind < 0.8:
            for _ in range(random.choice((1, 2, 8))):
                data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        else:
            place = random.randrange(len(data))
            data[place : place + 8] = random.randbytes(8)
        try:
            read_all(bytes(data))
        except BinaryError as error:
            assert "\n" not in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    "data",
    [
        wheel(**{f"{number}.so": b"\x7fELF" + bytes(30_000_000) for number in range(4)}),
        wheel(**{"a.ptx": bytes(100_000_000)}),
    ],
    ids=["many", "one"],
)
def test_an_archive_that_grows_too_much_is_rejected(data: bytes) -> None:
    with pytest.raises(BinaryError, match="200 times"):
        read_all(data)


@pytest.mark.parametrize("compression", [0x2000, 0x8000], ids=["lz4", "zstandard"])
def test_a_stream_with_a_false_size_allocates_no_memory(compression: int) -> None:
    packed = zstandard.compress(bytes(1 << 22)) if compression == 0x8000 else b"\x1f" + bytes(2) + b"\xff" * 40
    content = packed.ljust(-len(packed) % 8 + len(packed), b"\0")
    head = struct.pack(
        "<HHIQIIHHIIIQQQ", 1, 0x101, 64, len(content), len(packed), 0, 0, 9, 80, 0, 0, compression, 0, 1 << 29
    )
    container = struct.pack("<4sHHQ", MAGIC, 1, 16, len(head) + len(content)) + head + content
    tracemalloc.start()
    with pytest.raises(BinaryError):
        read_all(container + bytes(1 << 22))
    assert tracemalloc.get_traced_memory()[1] < 1 << 25
    tracemalloc.stop()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_damaged_files_have_no_other_exception(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for place in range(0, len(data), 7):
        broken = bytes(data[:place]) + bytes([data[place] ^ 0xFF]) + bytes(data[place + 1 :])
        with contextlib.suppress(BinaryError):
            read_all(broken)
