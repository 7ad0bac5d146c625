"""Statements that act on the state of the machine, by the kind that their forms name under `executes`."""

from __future__ import annotations

from collections.abc import Callable

from ptxisa.isa.forms import Values
from ptxisa.run import address_windows, barriers, copies
from ptxisa.run.steps import Action

ACTIONS: dict[str, Callable[[Values], Action]] = {
    "to_generic": address_windows.to_generic,
    "from_generic": address_windows.from_generic,
    "in_window": address_windows.in_window,
    "barrier_sync": barriers.sync,
    "barrier_arrive": barriers.arrive,
    "barrier_count": barriers.count,
    "barrier_all_any": barriers.all_any,
    "cluster_arrive": barriers.cluster_arrive,
    "cluster_wait": barriers.cluster_wait,
    "copy": copies.copy,
    "copy_commit": copies.commit,
    "copy_wait": copies.wait,
    "copy_wait_all": copies.wait_all,
}


def action(kind: str, values: Values) -> Action:
    """The action of a form that `executes` this kind, for the modifiers of a statement."""
    return ACTIONS[kind](values)
