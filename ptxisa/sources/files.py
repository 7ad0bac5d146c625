"""Source files by their suffix."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ptxisa.isa.diagnostics import Diagnostic
    from ptxisa.sources.regions import Region

PTX_INSIDE = re.compile(rb"\basm\b|inline_asm|inline_ptx|asmcall|^\s*\.version\b", re.MULTILINE)
"""Words of a source file that may have PTX in strings."""
LANGUAGES: Mapping[str, str] = {
    **dict.fromkeys((".cu", ".cuh"), "cuda"),
    **dict.fromkeys(
        (".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inl", ".inc", ".ipp", ".cl", ".hip"), "cpp"
    ),
    **dict.fromkeys((".py", ".pyi"), "python"),
    ".rs": "rust",
    ".jl": "julia",
    ".mlir": "mlir",
}
"""Languages of source files by suffix. LLVM IR (`.ll`) is a module of NVVM IR first, and has a checker of its own."""


def is_source(name: str) -> bool:
    """Return True if a file of this name is searched for inline assembly."""
    return os.path.splitext(name)[1].lower() in LANGUAGES


def regions(text: str, name: str, target: str | None = None) -> Iterator[Region | Diagnostic]:
    """Yield the PTX texts of a source file in order, and diagnostics of assembly that is computed or cannot compile.

    Args:
        text: The file.
        name: Its name; the suffix selects the language (`.ll` is LLVM IR), CUDA C++ if it is unknown.
        target: Target for which `#if` conditions on `__CUDA_ARCH__` are evaluated; without it, both branches count.
    """
    # Readers are loaded when they are used: most files that are checked are PTX.
    suffix = os.path.splitext(name)[1].lower()
    language = "mlir" if suffix == ".ll" else LANGUAGES.get(suffix, "cpp")
    if language == "python":
        from ptxisa.sources.python import python_regions

        return python_regions(text, target)
    if language in ("cuda", "cpp"):
        from ptxisa.sources.cuda import cuda_regions

        return cuda_regions(text, target, host=language == "cpp")
    from ptxisa.sources.languages import julia_regions, mlir_regions, rust_regions

    return {"rust": rust_regions, "julia": julia_regions, "mlir": mlir_regions}[language](text)
