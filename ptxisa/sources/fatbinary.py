"""PTX in compiled files: fat binaries in libraries, executables, objects, archives and wheels.

nvcc stores a fat binary as a container with one entry for each target: PTX or machine code, mostly compressed. The
containers are found by their magic number, so that the format of the file around them does not matter. NVIDIA does not
document the format; the structures below are those of files that nvcc has made (`tests/sources/fixtures`). `entries`
is the entry point.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

MAGIC = b"\x50\xed\x55\xba"
"""First bytes of a container."""
LARGEST = 1 << 30
"""Most bytes of an entry after decompression, and of a file in a wheel."""
_MOST_RATIO, _FREE = 200, 1 << 26
"""Bytes that a file may decompress to: this number of times its size, and a constant; libraries have a ratio of 5."""
_LZ4_RATIO = 255
"""Bytes that one byte of LZ4 decompresses to at most."""
_PART = 1 << 20
"""Bytes that are decompressed at once."""
_CUBIN = 190
"""Number of the machine of CUDA in the head of an ELF file."""

_CONTAINER = struct.Struct("<4sHHQ")  # magic, version, bytes of this header, bytes of the entries
_ENTRY = struct.Struct("<HHIQIIHHIIIQQQ")
"""Kind, -, bytes of this header, bytes stored, bytes after compression, -, minor and major version, target, two that
are not read, flags, -, bytes after decompression."""
_ELF_HEAD = struct.Struct("<8xB9xH28xI")
"""Version of the binary interface, machine and flags in the head of an ELF file."""
_SECOND_INTERFACE = 8
_LZ4, _ZSTANDARD = 0x2000, 0x8000
_KINDS = {1: "ptx", 2: "cubin"}
_COMPILED = (b"\x7fELF", b"MZ", b"!<arch>\n", MAGIC, b"\xcf\xfa\xed\xfe")
"""First bytes of files of ELF, Windows, `ar`, a fat binary by itself, and macOS with 64 bits."""
_ZIP = b"PK\x03\x04"


class BinaryError(Exception):
    """A compiled file that cannot be read, in one line."""


class Entry(NamedTuple):
    """Entry of a fat binary.

    Attributes:
        file: Name of the file in a wheel; "" elsewhere.
        kind: `ptx`, `cubin` or `other`.
        target: Target without its suffix: `sm_90`.
        version: PTX version of PTX (`9.5`), or version of the cubin.
        data: Content as stored.
        size: Bytes of the content after decompression.
        compression: `lz4`, `zstandard` or "".
    """

    file: str
    kind: str
    target: str
    version: str
    data: bytes
    size: int
    compression: str

    def content(self) -> bytes:
        """Return the content: the text of PTX, or a cubin.

        Raises:
            BinaryError: The content is damaged or too large, or the library that decompresses it is missing.
        """
        if not self.compression:
            return self.data.rstrip(b"\0") if self.kind == "ptx" else self.data
        # LZ4 allocates the size that the entry claims, so that a false size costs memory.
        most = LARGEST if self.compression != "lz4" else min(LARGEST, _LZ4_RATIO * len(self.data) + 64)
        if self.size > most:
            raise BinaryError(f"{self.size:,} bytes are too many; the limit is {most:,}")
        try:
            if self.compression == "lz4":
                import lz4.block

                content: bytes = lz4.block.decompress(self.data, uncompressed_size=self.size)
            else:
                import zstandard

                # One byte more than the entry claims is enough to see that its size is wrong.
                parts, left = [], self.size + 1
                with zstandard.ZstdDecompressor().stream_reader(self.data) as stream:
                    # A read allocates what it may return, so parts are small whatever the entry claims.
                    while left > 0 and (part := stream.read(min(left, _PART))):
                        parts.append(part)
                        left -= len(part)
                content = b"".join(parts)
        except ImportError:
            raise BinaryError(f"compressed by {self.compression}; install ptxisa[fatbinary]") from None
        except Exception as error:
            reason = " ".join(str(error).split())[:200]
            raise BinaryError(f"the {self.compression} stream is damaged: {reason}") from None
        if len(content) != self.size:
            raise BinaryError(f"the {self.compression} stream has {len(content):,} bytes, not {self.size:,}")
        # PTX ends with a zero as strings of C do; without compression, zeros fill it up to a multiple of 8 bytes.
        return content.rstrip(b"\0") if self.kind == "ptx" else content


def is_compiled(data: bytes) -> bool:
    """Return True if the file is a library, an executable, an object, an archive, a fat binary or a wheel."""
    return data.startswith((*_COMPILED, _ZIP))


def entries(data: bytes) -> Iterator[Entry]:
    """Yield the entries of all fat binaries in a file, in their order.

    Raises:
        BinaryError: The file is a zip archive that cannot be read, or a container is damaged, or it decompresses to too
            many bytes.
    """
    # A small file must not decompress to gigabytes ("zip bomb"): sizes are summed before anything is decompressed.
    budget = _MOST_RATIO * len(data) + _FREE
    if not data.startswith(_ZIP):
        for entry in _entries(data, ""):
            budget -= entry.size
            if budget < 0:
                raise BinaryError(f"its entries have more than {_MOST_RATIO} times the bytes of the file")
            yield entry
        return
    import io
    import zipfile  # Other files need not wait for it.

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.infolist():
                if member.is_dir() or member.file_size > LARGEST:
                    continue
                budget -= member.file_size
                if budget < 0:
                    raise BinaryError(f"its files have more than {_MOST_RATIO} times the bytes of the archive")
                with archive.open(member) as file:
                    head = file.read(8)
                    if head.startswith(_COMPILED):
                        yield from _entries(head + file.read(), member.filename)
                    elif member.filename.endswith(".ptx"):
                        content = head + file.read()
                        yield Entry(member.filename, "ptx", "", "", content, len(content), "")
    except BinaryError:
        raise
    except MemoryError:
        raise BinaryError("the zip archive needs more memory than there is") from None
    except Exception as error:
        # zipfile raises many kinds for damaged archives, ValueError and struct.error among them.
        reason = " ".join(str(error).split())[:200]
        raise BinaryError(f"the zip archive cannot be read: {reason or type(error).__name__}") from None


def _entries(data: bytes, file: str) -> Iterator[Entry]:
    """Yield the entries of the containers in a file; a cubin without a container is one entry."""
    place = data.find(MAGIC)
    if place < 0 and data.startswith(b"\x7fELF\x02\x01") and len(data) >= _ELF_HEAD.size:
        interface, machine, flags = _ELF_HEAD.unpack_from(data)
        if machine == _CUBIN:
            # The number of the target moved to the second byte with CUDA 13.
            number = flags >> 8 & 0xFF if interface >= _SECOND_INTERFACE else flags & 0xFF
            yield Entry(file, "cubin", f"sm_{number}", "", data, len(data), "")
    while place >= 0:
        end = place + 4
        if place + _CONTAINER.size <= len(data):
            _, version, header, size = _CONTAINER.unpack_from(data, place)
            first = place + header
            # The magic number alone may occur anywhere, such as in code that looks for containers.
            if version == 1 and header == _CONTAINER.size and size and first + size <= len(data):
                end = first + size
                yield from _container(data, first, end, file)
        place = data.find(MAGIC, end)


def _container(data: bytes, place: int, end: int, file: str) -> Iterator[Entry]:
    """Yield the entries between two places."""
    while place + _ENTRY.size <= end:
        kind, _, header, size, packed, _, minor, major, arch, *_, flags, _, unpacked = _ENTRY.unpack_from(data, place)
        start = place + header
        # The header is longer than the fields that are known: 80 bytes in the fixtures.
        if not _ENTRY.size <= header <= 4096 or start + size > end:
            raise BinaryError(f"the fat binary at byte {place:,} is damaged")
        compression = "lz4" if flags & _LZ4 else "zstandard" if flags & _ZSTANDARD else ""
        # The bytes stored are a multiple of 8, of which the compressed stream may need fewer.
        stored = data[start : start + (packed if compression and packed <= size else size)]
        yield Entry(
            file,
            _KINDS.get(kind, "other"),
            f"sm_{arch}",
            f"{major}.{minor}",
            stored,
            unpacked if compression else len(stored),
            compression,
        )
        place = start + size
