"""Folder for files that can be made or fetched again."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def folder(name: str) -> Path:
    """Return a folder in `$PTXISA_CACHE`, or in the user's cache folder; it need not exist yet."""
    configured = os.environ.get("PTXISA_CACHE")
    if configured:
        return Path(configured) / name
    general = os.environ.get("XDG_CACHE_HOME")
    if general:
        return Path(general) / "ptxisa" / name
    try:
        return Path.home() / ".cache" / "ptxisa" / name
    except RuntimeError:  # Neither HOME nor an entry in passwd, as in a container with --user.
        raise FileNotFoundError(errno.ENOENT, "no home folder; set PTXISA_CACHE to a folder", "cache") from None
