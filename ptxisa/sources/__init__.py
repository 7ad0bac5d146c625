"""PTX inside of other files: inline assembly of CUDA C++ and Python sources, and fat binaries.

    from ptxisa.sources import check_source, regions
    check_source(text, "kernel.cu", target="sm_90a")      # diagnostics that point into the source
    regions(text, "kernel.py")                            # the PTX texts in it, with their places

`regions` finds the texts (`cuda`, `python`), `check_source` checks them, and `fatbinary` reads compiled files.
"""

from ptxisa.sources.check import check_source
from ptxisa.sources.regions import Operand, Region, Unread, is_source, regions

__all__ = ["Operand", "Region", "Unread", "check_source", "is_source", "regions"]
