"""Source files by their suffix."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from ptxisa.sources.cuda import cuda_regions
from ptxisa.sources.languages import julia_regions, mlir_regions, rust_regions
from ptxisa.sources.python import python_regions
from ptxisa.sources.regions import LANGUAGES, Region, Unread


def regions(text: str, name: str, target: str | None = None) -> Iterator[Region | Unread]:
    """Yield the PTX texts of a source file in order, and the places whose text is computed.

    Args:
        text: The file.
        name: Its name; the suffix selects the language, CUDA C++ if it is unknown.
        target: Target for which `#if` conditions on `__CUDA_ARCH__` are evaluated; without it, both branches count.
    """
    language = LANGUAGES.get(PurePath(name).suffix.lower(), "cpp")
    if language == "python":
        return python_regions(text, target)
    if language in ("cuda", "cpp"):
        return cuda_regions(text, target, host=language == "cpp")
    return {"rust": rust_regions, "julia": julia_regions, "mlir": mlir_regions}[language](text)
