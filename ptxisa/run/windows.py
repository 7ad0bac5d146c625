"""Conversion between generic addresses and addresses of a state space, and tests of them (section 9.7.9.20)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxisa.run.errors import not_executable
from ptxisa.run.memory import CTA_BITS
from ptxisa.run.operands import Part
from ptxisa.run.state import Mask, State
from ptxisa.run.steps import MachineStep, MachineSteps, Results, read_operands

_RANK = np.uint64(0xFF)


class _Conversion(MachineStep):
    """`cvta`: convert address `a`. Global memory has the same addresses in both address spaces."""

    inputs = ("a",)
    outputs = ("p",)

    def addresses(self, state: State, part: Part, executing: Mask | None) -> Any:
        """Return the addresses as an array, whose arithmetic wraps around at 64 bits."""
        return np.atleast_1d(read_operands(state, part, executing)["a"])

    def space(self) -> str:
        """Return the state space; raise `PtxError` for addresses of 32 bits, which have no windows."""
        space = str(self.modifiers["space"])
        if self.modifiers["size"] != "u64" and space != "global":
            raise not_executable("windows of generic addresses have 64-bit addresses here; use .u64")
        return space


class ToGeneric(_Conversion):
    """`cvta`: from a state space to a generic address."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return the generic address."""
        space, addresses = self.space(), self.addresses(state, part, executing)
        return {"p": addresses if space == "global" else state.memory.windows.generic(space, addresses)}


class FromGeneric(_Conversion):
    """`cvta.to`: from a generic address to a state space."""

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return the address in the state space; report addresses outside of its window."""
        space, addresses = self.space(), self.addresses(state, part, executing)
        windows = state.memory.windows
        inside = windows.contains(space, addresses)
        if space == "global":  # Kernel parameters are in global memory.
            inside = inside | windows.contains("param", addresses)
        outside = np.flatnonzero(np.broadcast_to(~inside, state.count) & state.everywhere(executing))
        if len(outside):
            address = np.broadcast_to(addresses, state.count)[outside[0]]
            state.report(f"thread {outside[0]}: generic address {address:#x} is not in the window of {space} memory")
        return {"p": addresses if space == "global" else state.memory.windows.offset(space, addresses)}


class InWindow(MachineStep):
    """`isspacep`: test if a generic address is in the window of a state space."""

    inputs = ("a",)
    outputs = ("p",)

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Return 1 for addresses in the window."""
        space, windows = str(self.modifiers["space"]), state.memory.windows
        addresses = np.broadcast_to(read_operands(state, part, executing)["a"], state.count).astype(np.uint64)
        inside = windows.contains(space, addresses)
        if space == "global":  # Kernel parameters are in global memory.
            inside = inside | windows.contains("param", addresses)
        if space in ("shared", "shared::cta"):
            own = state.launch.rank()[state.launch.cta()].astype(np.uint64)
            inside = inside & ((addresses >> np.uint64(CTA_BITS) & _RANK) == own)
        return {"p": inside.astype(np.uint8)}


STEPS: MachineSteps = {"to_generic": ToGeneric, "from_generic": FromGeneric, "in_window": InWindow}
