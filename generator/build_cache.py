"""What the last builds made of the records of one mnemonic, so that a build compiles only what has changed.

The key is a digest of everything that decides the products: the sources of the generator and of the package, the
types and modifiers, and the records themselves. It is a cache: whatever goes wrong with it, the products are made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from generator.records.load import ROOT
from ptxisa import cache

Texts = Mapping[str, str]
"""Products by their path below the output folder."""
SOURCES = ("generator", "ptxisa")
KEPT_SECONDS = 14 * 24 * 3600


class BuildCache:
    """Products by the digest of what they are made of; `shared` are records that every product depends on."""

    def __init__(self, shared: Iterable[Path]) -> None:
        self.shared = tuple(shared)
        self.folder = cache.folder("build")

    def products(self, records: Iterable[Path], more: str, make: Callable[[], Texts]) -> Texts:
        """What `make` gives for these records and `more`, or gave for the same ones before."""
        place = self.folder / f"{self._digest(records, more)}.json"
        with suppress(OSError, ValueError):
            found: Texts = json.loads(place.read_text(encoding="utf-8"))
            os.utime(place)
            return found
        made = make()
        with suppress(OSError):
            self._keep(place, made)
        return made

    def _digest(self, records: Iterable[Path], more: str) -> str:
        digest = self._common.copy()
        _feed(digest, records)
        digest.update(more.encode())
        return digest.hexdigest()

    @cached_property
    def _common(self) -> hashlib._Hash:
        """The digest of what all products depend on."""
        digest = hashlib.sha256(sys.version.encode())
        sources = (path for name in SOURCES for path in (ROOT / name).rglob("*.py") if "_generated" not in path.parts)
        _feed(digest, (*sorted(sources), *self.shared))
        return digest

    def _keep(self, place: Path, made: Texts) -> None:
        """Write an entry whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = place.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(made), encoding="utf-8")
        draft.replace(place)

    def drop_old(self) -> None:
        """Remove entries that no build has asked for in two weeks."""
        oldest = time.time() - KEPT_SECONDS
        with suppress(OSError):
            for path in self.folder.iterdir():
                if path.stat().st_mtime < oldest:
                    path.unlink()


def _feed(digest: hashlib._Hash, paths: Iterable[Path]) -> None:
    for path in paths:
        digest.update(f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
