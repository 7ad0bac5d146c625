"""Watches of a run: what finds errors of the program beyond illegal accesses. Each is a module of this folder.

The machine reports what happens to `Watches`, which passes it on.
"""

from __future__ import annotations

from typing import Any

from ptxisa.machine.address import Slots


class Watches:
    """Receiver of what happens in a run.

    Args:
        names: Watches that shall look, of those of `WATCHES`.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def start(self, machine: Any) -> None:
        """Begin with the threads of a machine."""

    def accessed(self, operation: Any, places: Any, slots: Slots, size: int, written: bool, section: Any) -> None:
        """Note an access to memory."""

    def fence(self, operation: Any, slots: Slots) -> None:
        """Note a fence."""

    def exited(self, slots: Slots) -> None:
        """Note that threads have exited."""

    def warps_met(self, slots: Slots, groups: Any) -> None:
        """Note that threads of each group have synchronized."""

    def ctas_met(self, operation: Any, arrived: Slots, waiting: Slots) -> None:
        """Note that threads have waited at a barrier of their CTA for those that arrived."""

    def cluster_arrived(self, operation: Any, slots: Slots) -> None:
        """Note arrivals at barriers of clusters."""

    def clusters_met(self, clusters: Any) -> None:
        """Note that phases of the barriers of clusters are complete."""

    def cluster_waited(self, operation: Any, slots: Slots) -> None:
        """Note that threads have waited at the barriers of their clusters."""

    def copied(self, copies: Any, chosen: Any) -> None:
        """Note that copies of `cp.async` are complete."""

    def bulk_started(self, copy: Any) -> None:
        """Note the start of a bulk operation."""

    def bulk_completed(self, copy: Any) -> None:
        """Note that a bulk operation is complete."""

    def bulk_waited(self, copy: Any, read: bool) -> None:
        """Note that a thread has waited for a bulk operation."""

    def copies_arrived(self, slot: int, place: int) -> None:
        """Note that `cp.async` copies have arrived at an mbarrier."""

    def mbarrier(self, operation: Any, slots: Slots, places: Any, role: str) -> None:
        """Note operations on mbarriers."""
