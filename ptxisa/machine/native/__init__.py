"""The native engine, which compiles instructions of kernels with LLVM; optional, `pip install 'ptxisa[native]'`."""

from __future__ import annotations

import sys
from importlib.util import find_spec


def is_available() -> bool:
    """Return True if llvmlite is installed, and the byte order is that of PTX."""
    return sys.byteorder == "little" and find_spec("llvmlite") is not None
