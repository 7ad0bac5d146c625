"""Windows of the generic address space: where the memories of the other state spaces lie in it.

They are as an H200 has them. Generic addresses of shared memory share their upper 32 bits; of the lower ones, bits 24
to 31 are the rank of the CTA in its cluster and the others the offset. Local, constant and parameter memory have
windows that begin at a base. Every other address is one of global memory. See section 5 of the manual.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.run.errors import refusal

Addresses = NDArray[np.uint64]
SHARED_BITS = 32
CTA_BITS = 24
WINDOW = 1 << CTA_BITS
"""Bytes of the window of local, constant or parameter memory, and of the shared memory of one CTA."""
DEFAULTS = {"shared": 0x7F0000000000, "local": 0x7E0000000000, "const": 0x7D0000000000, "param": 0x7C0000000000}
"""Base addresses of the windows, unless ``memory["generic"]`` has others."""


class Windows(NamedTuple):
    """The base address of each window."""

    shared: int
    local: int
    const: int
    param: int

    def bits(self, space: str) -> int:
        """Bits of an address within a window."""
        return SHARED_BITS if space == "shared" else CTA_BITS

    def base(self, space: str) -> np.uint64:
        """The base address of a state space, without what follows ``::``; 0 for global memory."""
        bases: dict[str, int] = self._asdict()
        base: np.uint64 = np.uint64(bases.get(whole(space), 0))
        return base

    def contains(self, space: str, addresses: Any) -> Any:
        """Which addresses are in the window of a state space; in that of global memory are all others."""
        if space == "global":
            return ~np.logical_or.reduce([self.contains(one, addresses) for one in self._fields])
        shift = np.uint64(self.bits(whole(space)))
        return addresses >> shift == self.base(space) >> shift

    def generic(self, space: str, addresses: Any) -> Any:
        """Generic addresses of addresses in a state space."""
        if whole(space) == "shared":
            return self.base(space) | addresses & np.uint64((1 << SHARED_BITS) - 1)
        return addresses + self.base(space)

    def offset(self, space: str, addresses: Any) -> Any:
        """Addresses in a state space, of generic addresses."""
        if whole(space) == "shared":
            return addresses & np.uint64((1 << SHARED_BITS) - 1)
        return addresses - self.base(space)


def whole(space: str) -> str:
    """A state space without its sub-qualifier."""
    return space.partition("::")[0]


def windows(given: Any = None) -> Windows:
    """The windows with other base addresses for some of them; raise `PtxError` for addresses that cannot be bases."""
    bases = {**DEFAULTS, **(given or {})}
    if not set(bases) <= set(DEFAULTS):
        name = sorted(set(map(str, bases)) - set(DEFAULTS))[0]
        message = f"no window of generic addresses is called {name[:60]!r}; they are {', '.join(DEFAULTS)}"
        raise refusal("memory-access", message)
    found = Windows(**{name: _base(name, base) for name, base in bases.items()})
    used = {base >> SHARED_BITS for base in found}
    if len(used) < len(found):
        raise refusal("memory-access", "windows of generic addresses must differ in their upper 32 bits")
    return found


def _base(name: str, base: Any) -> int:
    if isinstance(base, bool) or not isinstance(base, (int, np.integer)):
        raise refusal("memory-access", f"the window of {name} memory begins at a number, not at {str(base)[:60]!r}")
    size = 1 << (SHARED_BITS if name == "shared" else CTA_BITS)
    if not 0 < base < 1 << 64 or base % size:
        raise refusal(
            "memory-access", f"the window of {name} memory begins at a multiple of {size:#x}, not at {base:#x}"
        )
    return int(base)


def is_mapping(given: Any) -> bool:
    """Whether the value of ``memory["generic"]`` has windows, and is not memory itself."""
    return isinstance(given, Mapping)
