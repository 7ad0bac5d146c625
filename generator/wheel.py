"""The wheel, compressed as well as its format allows."""

from __future__ import annotations

import zipfile
from pathlib import Path


def compress(wheel: Path) -> None:
    """Write every file of a wheel again at the highest level of deflate; contents, order and attributes stay."""
    smaller = wheel.with_suffix(".smaller")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(smaller, "w") as new:
        for one in old.infolist():
            new.writestr(one, old.read(one), zipfile.ZIP_DEFLATED, compresslevel=9)
    smaller.replace(wheel)
