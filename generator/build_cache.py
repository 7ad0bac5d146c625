"""Skip a build that would change nothing, by a stamp of its inputs and outputs beside the output.

The stamp has a digest of the inputs (records, schemas, the sources of the generator and of the package, and the
version of Python) and a digest of each output. A stamp that is damaged or does not match means a full build, so
nothing in it is ever written or run.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from generator.records.load import ROOT

SOURCES = ("generator", "ptxisa", "schema")
STAMP = ".stamp.json"
LONGEST = 1_000_000
"""Largest size of a stamp in bytes."""


def inputs(isa_folder: Path) -> str:
    """Return the digest of everything that decides the output; the search index has the words of pages."""
    pages = sorted(path for path in (ROOT / "docs").rglob("*.rst") if path.relative_to(ROOT).parts[1][0] != "_")
    texts = "".join(path.read_text(encoding="utf-8") for path in (*pages, ROOT / "docs" / "cookbook.yaml"))
    return hashlib.sha256((_digest([*(ROOT / name for name in SOURCES), isa_folder]) + texts).encode()).hexdigest()


def source_digest() -> str:
    """Return the digest of the sources of generator and package, the schemas, and the version of Python."""
    return _digest([ROOT / name for name in SOURCES])


def _digest(folders: Iterable[Path]) -> str:
    """Return the digest of the files below some folders, without generated and compiled files."""
    digest = hashlib.sha256(sys.version.encode())
    for folder in folders:
        files = (path for path in folder.rglob("*") if not {"_generated", "__pycache__"} & set(path.parts))
        for path in sorted(path for path in files if path.is_file()):
            digest.update(f"{path.relative_to(folder)}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def outputs(output: Path) -> dict[str, str]:
    """Return the digest of each generated file."""
    return {
        str(path.relative_to(output)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(output.rglob("*"))
        if path.is_file() and path.name != STAMP and "__pycache__" not in path.parts
    }


def unchanged(output: Path, digest: str) -> bool:
    """Return True if the output is what a build of these inputs wrote."""
    path = output / STAMP
    try:
        if path.stat().st_size > LONGEST:
            return False
        recorded: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return recorded == {"inputs": digest, "outputs": outputs(output)}


def stamp(output: Path, digest: str) -> None:
    """Write the stamp of an output that was made of these inputs."""
    text = json.dumps({"inputs": digest, "outputs": outputs(output)}, indent=1, sort_keys=True)
    (output / STAMP).write_text(text + "\n", encoding="utf-8")
