"""The registers that statements wrote: bit patterns by name, and the numbers that they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.types import known
from ptxisa.numbers import exact
from ptxisa.numbers.formats import known as formats
from ptxisa.numbers.patterns import QUAD, integers
from ptxisa.run.errors import refusal

_NATIVE = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


class Results(dict[str, NDArray[Any]]):
    """Unsigned arrays of bit patterns by register, one element a thread; `types` are the types of the registers."""

    def __init__(self, patterns: Mapping[str, NDArray[Any]], types: Mapping[str, str]) -> None:
        super().__init__(patterns)
        self.types = dict(types)

    def as_float(self, name: str, type: str | None = None) -> NDArray[Any]:
        """Floating-point numbers of a register: float16, float32 and float64 as they are, other formats as float64.

        `type` says what the bits are where the register has a type without numbers: "f32" for one of .b32. A packed
        type, such as "f16x2", gives an array with a column for each element, the lowest first. Raises `PtxError` for
        a register whose type has no floating-point numbers or another width; `KeyError` for one that was not written.
        """
        wanted, patterns = type or self.types[name], self[name]
        about = known().get(wanted)
        element = about.element if about and about.element else wanted
        if about is None or element not in formats() or about.bits > patterns.dtype.itemsize * 8:
            raise _no_floats(name, wanted, patterns)
        if not about.element:
            return _floats(patterns, wanted)
        size, stride = known()[element].bits, about.stride or known()[element].bits
        parts = [(patterns >> np.uint8(stride * index)) & _mask(patterns, size) for index in range(about.elements)]
        return np.stack([_floats(part, element) for part in parts], axis=-1)

    def as_signed(self, name: str) -> NDArray[Any]:
        """The bits of a register as signed integers of its width, in two's complement; 128 bits have none."""
        patterns = self[name]
        if patterns.dtype == QUAD:
            raise refusal("register-value", f"register {name} has 128 bits; NumPy has no integers of that width")
        return patterns.view(f"i{patterns.dtype.itemsize}")


def _no_floats(name: str, type_: str, patterns: NDArray[Any]) -> PtxError:
    bits = patterns.dtype.itemsize * 8
    return refusal(
        "register-value",
        f"register {name} has no floating-point numbers: {type_[:20]!r} is not a floating-point type of at most {bits} "
        f"bits; name the type, as in as_float({name!r}, 'f16')",
    )


def _mask(patterns: NDArray[Any], bits: int) -> Any:
    return patterns.dtype.type((1 << bits) - 1)


def _floats(patterns: NDArray[Any], format_: str) -> NDArray[Any]:
    """Patterns of one format as numbers; those that NumPy lacks fit a float64 exactly."""
    if format_ in _NATIVE:
        return patterns.astype(f"u{np.dtype(_NATIVE[format_]).itemsize}").view(_NATIVE[format_])
    if format_ == "bf16":
        wide: NDArray[Any] = (patterns.astype(np.uint32) << np.uint32(16)).view(np.float32)
        return wide.astype(np.float64)
    form, double = formats()[format_], formats()["f64"]
    patterns = patterns & _mask(patterns, form.bits)
    unique, place = np.unique(patterns, return_inverse=True)
    bits = [exact.round_to(exact.decode(one, form), double, "rn") for one in integers(unique)]
    found: NDArray[Any] = np.array(bits, np.uint64).view(np.float64)[place]
    return found
