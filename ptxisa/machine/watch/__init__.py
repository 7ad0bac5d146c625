"""Watches of a run: what finds errors of the program beyond illegal accesses. Each is a module of this folder.

The machine reports what happens to `Watches`, which passes it on to the watches that are turned on.
"""

from __future__ import annotations

from typing import Any

from ptxisa.machine.address import Slots
from ptxisa.machine.operation import WarpOperation
from ptxisa.machine.watch.products import Products
from ptxisa.machine.watch.races import Races
from ptxisa.machine.watch.tensor_loads import WAIT, TensorLoads
from ptxisa.machine.watch.values import Uninitialized

WATCHES = ("races", "uninitialized")
"""Names of watches that a run may leave out; illegal accesses and waits are always found."""
WGMMA = frozenset({"wgmma.fence.sync.aligned", "wgmma.commit_group.sync.aligned", "wgmma.wait_group.sync.aligned"})
"""Instructions that order the accesses of `wgmma`."""


class Watches:
    """Receiver of what happens in a run.

    Args:
        names: Watches that shall look, of those of `WATCHES`.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self.races: Races | None = None
        self.values: Uninitialized | None = None
        self._products: Products | None = None
        self._tensor_loads: TensorLoads | None = None

    @property
    def follows_races(self) -> bool:
        """True if races are watched."""
        return "races" in self.names

    def start(self, machine: Any) -> None:
        """Begin with the threads of a machine."""
        self._products, self._tensor_loads = Products(machine), TensorLoads(machine)
        self.values = Uninitialized(machine) if "uninitialized" in self.names else None
        machine.memory.unvalued = [] if self.values is not None else None
        if "races" in self.names and self.races is None:
            self.races = Races(machine)
            if self.races.problem:
                machine.note_incomplete(f"races are not followed: {self.races.problem}")
        if self.races is not None:
            self.races.start(machine)

    def products(self, procedure: Any) -> frozenset[str] | None:
        """Return the registers and opcodes of asynchronous matrix instructions in a procedure; None without any."""
        assert self._products is not None
        assert self._tensor_loads is not None
        registers, loaded = self._products.uses(procedure), self._tensor_loads.uses(procedure)
        if not registers and not loaded:
            return None
        return (
            registers | loaded | (WGMMA if registers else frozenset()) | (frozenset({WAIT}) if loaded else frozenset())
        )

    def product(self, operation: Any, lanes: Any) -> None:
        """Note an operation on registers of asynchronous matrix instructions."""
        assert self._products is not None
        assert self._tensor_loads is not None
        if isinstance(operation, WarpOperation) and operation.waits(lanes):
            return  # The other threads may still use the registers.
        self._products.executed(operation, lanes)
        self._tensor_loads.executed(operation, lanes)
        if self.races is not None and operation.text in WGMMA:
            self.races.product(operation, lanes)

    def accessed(self, operation: Any, places: Any, slots: Slots, size: int, written: bool, section: Any) -> None:
        """Note an access to memory."""
        if self.races is not None:
            self.races.accessed(operation, places, slots, size, written, section)

    def fence(self, operation: Any, slots: Slots) -> None:
        """Note a fence."""
        if self.races is not None:
            self.races.fence(operation, slots)

    def exited(self, slots: Slots) -> None:
        """Note that threads have exited."""
        if self.races is not None:
            self.races.exited(slots)

    def warps_met(self, slots: Slots, groups: Any) -> None:
        """Note that threads of each group have synchronized."""
        if self.races is not None:
            self.races.warps_met(slots, groups)

    def exchanged(self, slots: Slots) -> None:
        """Note that lanes of warps have exchanged registers."""
        if self.races is not None:
            self.races.exchanged(slots)

    def ctas_met(self, operation: Any, arrived: Slots, waiting: Slots) -> None:
        """Note that threads have waited at a barrier of their CTA for those that arrived."""
        if self.races is not None:
            self.races.ctas_met(operation, arrived, waiting)

    def cluster_arrived(self, operation: Any, slots: Slots) -> None:
        """Note arrivals at barriers of clusters."""
        if self.races is not None:
            self.races.cluster_arrived(operation, slots)

    def clusters_met(self, clusters: Any) -> None:
        """Note that phases of the barriers of clusters are complete."""
        if self.races is not None:
            self.races.clusters_met(clusters)

    def cluster_waited(self, operation: Any, slots: Slots) -> None:
        """Note that threads have waited at the barriers of their clusters."""
        if self.races is not None:
            self.races.cluster_waited(operation, slots)

    def copied(self, copies: Any, chosen: Any) -> None:
        """Note that copies of `cp.async` are complete."""
        if self.races is not None:
            self.races.copied(copies, chosen)

    def bulk_started(self, copy: Any) -> None:
        """Note the start of a bulk operation."""
        if self.races is not None:
            self.races.bulk_started(copy)

    def bulk_completed(self, copy: Any) -> None:
        """Note that a bulk operation is complete."""
        if self.races is not None:
            self.races.bulk_completed(copy)

    def bulk_waited(self, copy: Any, read: bool) -> None:
        """Note that a thread has waited for a bulk operation."""
        if self.races is not None:
            self.races.bulk_waited(copy, read)

    def copies_arrived(self, slot: int, place: int) -> None:
        """Note that `cp.async` copies have arrived at an mbarrier."""
        if self.races is not None:
            self.races.copies_arrived(slot, place)

    def mbarrier(self, operation: Any, slots: Slots, places: Any, role: str) -> None:
        """Note operations on mbarriers."""
        if self.races is not None:
            self.races.mbarrier(operation, slots, places, role)
