"""The wheel, compressed as well as its format allows.

The `zipfile` module compresses with zlib. libdeflate writes smaller streams of the same format, which any tool reads,
so the archive around them is written here.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

_VERSION = 20
"""2.0, the first version of the format with folders and deflate."""


def compress(wheel: Path) -> None:
    """Write every file of a wheel again at the highest level of deflate; contents, order and attributes stay."""
    with zipfile.ZipFile(wheel) as old:
        files = [(one, old.read(one)) for one in old.infolist()]
    smaller = wheel.with_suffix(".smaller")
    smaller.write_bytes(b"".join(_archive(files)))
    smaller.replace(wheel)


def _archive(files: list[tuple[zipfile.ZipInfo, bytes]]) -> Iterator[bytes]:
    """A zip archive: each file after its header, the directory of all headers, and the place of that."""
    directory, offset, deflated = [], 0, _compressor()
    for one, data in files:
        packed = deflated(data)
        stored = len(packed) >= len(data)
        fields = _fields(one, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED, len(data if stored else packed))
        name = one.filename.encode()
        local = b"PK\x03\x04" + fields + name + (data if stored else packed)
        yield local
        by, attributes = (one.create_system << 8) | _VERSION, (0, 0, one.internal_attr, one.external_attr, offset)
        directory.append(b"PK\x01\x02" + struct.pack("<H", by) + fields + struct.pack("<3H2L", *attributes) + name)
        offset += len(local)
    yield from directory
    count = len(directory)
    yield b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, count, count, sum(map(len, directory)), offset, 0)


def _fields(one: zipfile.ZipInfo, method: int, size: int) -> bytes:
    """What both headers of a file have in common: its method, time, checksum, sizes, and length of name."""
    year, month, day, hour, minute, second = one.date_time
    time, date = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
    name = one.filename.encode()
    utf8 = 0 if name.isascii() else 0x800
    return struct.pack("<5H3L2H", _VERSION, utf8, method, time, date, one.CRC, size, one.file_size, len(name), 0)


def _compressor() -> Callable[[bytes], bytes]:
    """libdeflate, or zlib where a build without isolation lacks it: the wheel is larger then, but holds the same."""
    try:
        from deflate import deflate_compress
    except ImportError:
        return _of_zlib
    return lambda data: bytes(deflate_compress(data, 12))


def _of_zlib(data: bytes) -> bytes:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(data) + compressor.flush()
