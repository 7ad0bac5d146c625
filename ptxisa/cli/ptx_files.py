"""The files that a command line names: found below directories, read with every failure as one line."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence

from ptxisa.cli.output import Failure

STANDARD_INPUT = "-"
LARGEST = 1 << 30
"""Bytes; more than any module that a compiler makes, and a check of it would want tens of gigabytes."""

_BITCODE = "LLVM bitcode; `llvm-dis` writes it as text"
_MAGIC = {
    b"\x7fELF": "an ELF file; `cuobjdump -ptx` extracts the PTX of one",
    b"\x50\xed\x55\xba": "a fat binary; `cuobjdump -ptx` extracts the PTX of one",
    b"\x1f\x8b": "compressed by gzip",
    b"PK\x03\x04": "a zip file",
    b"BC\xc0\xde": _BITCODE,
    b"\xde\xc0\x17\x0b": _BITCODE,
    b"\xff\xfe": "UTF-16, but PTX is ASCII",
    b"\xfe\xff": "UTF-16, but PTX is ASCII",
}


class Unreadable(Exception):
    """Why a file was not checked, in one line."""


def expand(names: Sequence[str], suffix: str = ".ptx") -> list[str]:
    """File names in the order given; a directory means every file with the suffix below it."""
    return [found for name in names for found in (_below(name, suffix) if os.path.isdir(name) else [name])]


def _below(directory: str, suffix: str) -> Iterator[str]:
    """The files with a suffix below a directory, sorted folder by folder; links to directories are not followed."""
    found = False
    for folder, folders, files in os.walk(directory, onerror=_no_entry):
        folders.sort()
        for file in sorted(files):
            if file.endswith(suffix):
                found = True
                yield os.path.join(folder, file)
    if not found:
        raise Failure(f"{directory}: no {suffix} file below this directory")


def _no_entry(error: OSError) -> None:
    raise Failure(f"{error.filename}: {error.strerror}")


def read(name: str, language: str = "PTX text") -> bytes:
    """The text of a file of a language, or of standard input; raises `Unreadable`."""
    if name == STANDARD_INPUT and sys.stdin is None:
        raise Unreadable("standard input is closed")
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else _read(name)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{name}: {getattr(error, 'strerror', None) or error}") from None
    kind = next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), "")
    if kind:
        raise Unreadable(f"{display(name)}: not {language}: {kind}")
    return data


def _read(name: str) -> bytes:
    """A named pipe would wait for its other end, a device may never end: neither is opened."""
    found = os.stat(name)
    inherited = name.startswith("/dev/fd/") or name == "/dev/stdin"
    if not stat.S_ISREG(found.st_mode) and not inherited:
        raise Unreadable(f"{name}: not a regular file")
    if found.st_size > LARGEST:
        raise Unreadable(f"{name}: {found.st_size:,} bytes are too many; the largest file that is read has {LARGEST:,}")
    with open(name, "rb") as file:
        return file.read()


def display(name: str) -> str:
    """How messages call a file."""
    return "<stdin>" if name == STANDARD_INPUT else name
