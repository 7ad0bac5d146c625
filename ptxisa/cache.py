"""Where what can be made or fetched again is kept between runs."""

from __future__ import annotations

import os
from pathlib import Path


def folder(name: str) -> Path:
    """A folder below `$PTXISA_CACHE`, else below the user's cache folder; it need not exist yet."""
    given = os.environ.get("PTXISA_CACHE")
    base = Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ptxisa"
    return base / name
