"""Files that a command line names: searched for below folders, and read with every failure as one line."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence

from ptxisa.cli.output import Failure, file_problem

STANDARD_INPUT = "-"
LARGEST = 1 << 30
"""Largest file in bytes: no compiler makes a larger module, and checking one would need tens of gigabytes."""

_BITCODE = "LLVM bitcode; `llvm-dis` writes it as text"
_MAGIC = {
    b"\x7fELF": "an ELF file; `ptxisa extract` lists the PTX in it",
    b"\x50\xed\x55\xba": "a fat binary; `ptxisa extract` lists the PTX in it",
    b"\x1f\x8b": "compressed by gzip",
    b"PK\x03\x04": "a zip file; `ptxisa extract` lists the PTX in it",
    b"BC\xc0\xde": _BITCODE,
    b"\xde\xc0\x17\x0b": _BITCODE,
    b"\xff\xfe": "UTF-16, but PTX is ASCII",
    b"\xfe\xff": "UTF-16, but PTX is ASCII",
}
"""Kinds of file by their first bytes."""


_HEAD = 1 << 16
"""Bytes at the start of a file in which its language is recognized."""


class Unreadable(Exception):
    """Reason why a file was not checked, in one line."""


def expand(names: Sequence[str], suffix: str = ".ptx", *, sources: bool = False) -> list[str]:
    """Return file names in the given order; a folder is replaced by every file with the suffix below it.

    Args:
        names: Names of files and folders.
        suffix: Suffix of the files in folders.
        sources: Include source files that have PTX in strings.

    Raises:
        Failure: a folder cannot be read, or has no such file below it.
    """

    def fail(error: OSError) -> None:
        raise Failure(f"{error.filename}: {error.strerror}")

    expanded = []
    for name in names:
        if not os.path.isdir(name):
            expanded.append(name)
            continue
        # Sorted folder by folder, without following links to folders.
        below = []
        for folder, folders, files in os.walk(name, onerror=fail):
            folders.sort()
            for file in sorted(files):
                path = os.path.join(folder, file)
                if file.endswith(suffix) or (sources and has_ptx_inside(path)):
                    below.append(path)
        if not below:
            raise Failure(f"{name}: no {suffix} file{' or source' * sources} below this directory")
        expanded += below
    return expanded


def has_ptx_inside(path: str) -> bool:
    """Return True if a file is a source with words that announce PTX in strings."""
    from ptxisa.sources.files import PTX_INSIDE, is_source

    if not is_source(path):
        return False
    try:
        with open(path, "rb") as file:
            return PTX_INSIDE.search(file.read()) is not None
    except OSError:
        return True  # The check reports that the file cannot be read.


def read(name: str, language: str = "PTX text") -> bytes:
    """Return the bytes of a text file, or of standard input for `-`.

    Args:
        name: name of the file.
        language: expected content, for the message.

    Raises:
        Unreadable: the file cannot be read, or its first bytes are those of another kind of file.
    """
    data = read_any(name)
    reject_other_kinds(name, data, language)
    return data


def read_any(name: str) -> bytes:
    """Return the bytes of a file of any kind, or of standard input for `-`; raise `Unreadable` if that fails."""
    if name == STANDARD_INPUT and sys.stdin is None:
        raise Unreadable("standard input is closed")
    try:
        if name == STANDARD_INPUT:
            return sys.stdin.buffer.read()
        # A named pipe would wait for its other end, and a device may never end.
        status = os.stat(name)
        inherited = name.startswith("/dev/fd/") or name == "/dev/stdin"
        if not stat.S_ISREG(status.st_mode) and not inherited:
            raise Unreadable(f"{name}: not a regular file")
        if status.st_size > LARGEST:
            raise Unreadable(f"{name}: {status.st_size:,} bytes are too many; the limit is {LARGEST:,} bytes")
        with open(name, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise Unreadable(file_problem(name, error)) from None


def reject_other_kinds(name: str, data: bytes, language: str) -> None:
    """Raise `Unreadable` if the first bytes are those of another kind of file than text of the language."""
    kind = next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), "")
    # `nvcc --source-in-ptx` quotes CUDA C++ in comments, so that `__global__` alone says nothing.
    if not kind and b"__global__" in data[:_HEAD] and b".version" not in data[:_HEAD]:
        kind = "CUDA C++; `nvcc -ptx` compiles it to PTX"
    if kind:
        raise Unreadable(f"{display(name)}: not {language}: {kind}")


def display(name: str) -> str:
    """Return the name of a file in messages."""
    return "<stdin>" if name == STANDARD_INPUT else name
