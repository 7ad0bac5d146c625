"""Folder for files that can be made or fetched again."""

from __future__ import annotations

import os
from pathlib import Path


def folder(name: str) -> Path:
    """Return a folder in `$PTXISA_CACHE`, or in the user's cache folder; it need not exist yet."""
    configured = os.environ.get("PTXISA_CACHE")
    if configured:
        return Path(configured) / name
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ptxisa" / name
