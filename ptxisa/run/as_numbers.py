"""Results as numbers, where NumPy has their type."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.types import known


def as_numbers(patterns: NDArray[Any], type_: str) -> NDArray[Any]:
    """Bit patterns of a PTX type as signed integers or IEEE numbers; bf16 as float32, other types as they are."""
    if type_ == "bf16" and patterns.dtype.itemsize == 2:
        found: NDArray[Any] = (patterns.astype(np.uint32) << np.uint32(16)).view(np.float32)
        return found
    kind = known()[type_].kind if type_ in known() else ""
    if kind == "signed" and patterns.dtype.kind == "u":
        return patterns.view(f"i{patterns.dtype.itemsize}")
    if type_ in ("f16", "f32", "f64") and patterns.dtype.itemsize * 8 == known()[type_].bits:
        return patterns.view(f"f{patterns.dtype.itemsize}")
    return patterns
