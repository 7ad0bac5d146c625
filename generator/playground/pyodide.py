"""Pyodide, Python for browsers: found in the cache, or fetched from the npm registry and verified."""

from __future__ import annotations

import hashlib
import io
import tarfile
import urllib.request
from collections.abc import Callable
from pathlib import Path

from ptxisa.cache import folder

VERSION = "314.0.7"
DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""The SHA-256 of the package."""
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a browser loads of it."""
TIME_LIMIT = 300
"""Seconds that a download may stand still."""


class PyodideError(Exception):
    """Pyodide could not be had; the message says what to do."""


def find(say: Callable[[str], None] = print) -> Path:
    """The package of the pinned version in the cache, fetched when it is not there yet."""
    place = folder("pyodide") / f"pyodide-{VERSION}.tgz"
    if not place.exists():
        say(f"fetching Pyodide {VERSION} from npm …")
        content = _verified(_download(), "the package that npm sent is not the pinned one")
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(".part")
        part.write_bytes(content)
        part.replace(place)
    return place


def files(package: Path) -> dict[str, bytes]:
    """The files of a package that a browser loads, by name."""
    content = _verified(package.read_bytes(), f"{package} is not the pinned package; delete it")
    found = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise PyodideError(f"{package} has no file {name}")
            found[name] = member.read()
    return found


def _download() -> bytes:
    try:
        with urllib.request.urlopen(ADDRESS, timeout=TIME_LIMIT) as answer:
            content: bytes = answer.read()
            return content
    except OSError as error:
        raise PyodideError(f"{ADDRESS} cannot be fetched: {error}") from None


def _verified(content: bytes, problem: str) -> bytes:
    digest = hashlib.sha256(content).hexdigest()
    if digest != DIGEST:
        raise PyodideError(f"{problem} (its SHA-256 begins with {digest[:16]}, not with {DIGEST[:16]})")
    return content
