"""Conversions between generic addresses and those of a state space, and tests of them. See section 9.7.9.20."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ptxisa.isa.forms import Values
from ptxisa.run.errors import refusal
from ptxisa.run.steps import Action
from ptxisa.run.windows import CTA_BITS

_RANK = np.uint64(0xFF)


def to_generic(values: Values) -> Action:
    """`cvta`: a generic address."""
    return _conversion(values, lambda state, space, a: state.memory.windows.generic(space, a))


def from_generic(values: Values) -> Action:
    """`cvta.to`: an address in a state space."""
    return _conversion(values, lambda state, space, a: state.memory.windows.offset(space, a))


def _conversion(values: Values, convert: Callable[[Any, str, Any], Any]) -> Action:
    space, size = str(values["space"]), str(values["size"])

    def run(state: Any, _step: Any, _part: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        if size != "u64" and space != "global":
            raise refusal("not-executable", "windows of generic addresses have 64-bit addresses here; use .u64")
        return {"p": given["a"] if space == "global" else convert(state, space, given["a"])}

    return Action(("a",), ("p",), run)


def in_window(values: Values) -> Action:
    """`isspacep`: whether a generic address is in the window of a state space."""
    space = str(values["space"])

    def run(state: Any, _step: Any, _part: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        addresses = np.broadcast_to(given["a"], state.count).astype(np.uint64)
        found = state.memory.windows.contains(space, addresses)
        if space == "global":  # Kernel parameters are in global memory.
            found = found | state.memory.windows.contains("param", addresses)
        if space in ("shared", "shared::cta"):
            own = state.launch.rank()[state.launch.cta()]
            found = found & ((addresses >> np.uint64(CTA_BITS) & _RANK) == own.astype(np.uint64))
        return {"p": found.astype(np.uint8)}

    return Action(("a",), ("p",), run)
