"""Digest of this package; packages with equal digests give equal answers.

Keys of stored results contain it, since a version number does not change while a developer edits the package.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_SUFFIXES = frozenset({".py", ".sqlite", ".npz"})
"""Suffixes of code and data; caches of Python, for example, change without a change of an answer."""


@cache
def fingerprint() -> str:
    """Return the SHA-256 digest of the modules and data of the package, in hexadecimal; reads about 15 MB."""
    root, digest = Path(__file__).parent, hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in _SUFFIXES):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
