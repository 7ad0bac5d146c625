"""Order in which groups of threads run.

`lockstep` runs the group that is deepest in calls and has the lowest program counter; `random` runs groups, and parts
of them, in an order that its seed decides; `adversarial` runs as few threads as possible at a time and lets those run
on that are ahead of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ptxisa.machine.address import Slots

SCHEDULES = ("lockstep", "random", "adversarial")
FAIR = 64
"""Turns after which the group that waited longest runs."""
Key = tuple[int, int, bool]
"""Depth of calls (negative, so that the deepest comes first), program counter, and ready."""


class Schedule:
    """Groups of threads that may run.

    Args:
        kind: One of `SCHEDULES`.
        seed: Seed of the random choices.
    """

    def __init__(self, kind: str = "lockstep", seed: int = 0) -> None:
        self.kind, self._seed = kind, seed
        self.clear()

    def clear(self, first: int = 0) -> None:
        """Forget all groups; `first` is the first CTA that runs next, whose wave has random choices of its own."""
        if self.kind != "lockstep":  # It makes no choices, and NumPy loads its generators slowly.
            # Waves may run in several processes, so that no choice may depend on how many an earlier wave has made.
            self._random = np.random.default_rng([self._seed, first] if first else self._seed)
        self._groups: dict[Key, list[Any]] = {}
        self._asleep: dict[Key, list[Any]] = {}
        self._turn = 0

    def push(self, depth: int, pc: int, slots: Slots, *, ready: bool = False, slept: bool = False) -> None:
        """Add threads at an operation; those that slept wait until no other group can run."""
        groups = self._asleep if slept else self._groups
        key = (-depth, pc, ready)
        entry = groups.get(key)
        if entry is None:
            groups[key] = [self._turn, slots]
        else:
            entry.append(slots)

    def next(self) -> tuple[int, int, Slots, bool] | None:
        """Remove and return the next group: depth, program counter, threads, and ready; None if there is none."""
        groups = self._groups
        if not groups:
            return None
        self._turn += 1
        if self.kind != "lockstep":
            return self._any()
        if self._turn % FAIR == 0 and (len(groups) > 1 or self._asleep):
            self.wake()
            key = min(groups, key=lambda key: groups[key][0])
        elif len(groups) == 1:
            key = next(iter(groups))
        else:
            key = min(groups)
        depth, pc, ready = key
        return -depth, pc, _joined(groups.pop(key)[1:]), ready

    def _any(self) -> tuple[int, int, Slots, bool]:
        """Return a group of a random or adversarial schedule."""
        groups = self._groups
        if self._turn % FAIR == 0:
            self.wake()
        keys = sorted(groups)
        if self.kind == "random":
            key = keys[int(self._random.integers(len(keys)))]
        else:
            key = keys[-1] if self._turn % 8 else keys[int(self._random.integers(len(keys)))]
        depth, pc, ready = key
        stamp, *parts = groups.pop(key)
        slots = _joined(parts)
        if not ready and len(slots) > 1:
            # Warps of one group need not run together; threads of a warp stay together.
            warps = np.unique(slots >> 5)
            if len(warps) > 1:
                share = 0.5 if self.kind == "random" else 0.25
                chosen = warps[self._random.random(len(warps)) < share]
                if not len(chosen):
                    chosen = warps[:1]
                now = np.isin(slots >> 5, chosen)
                if not now.all():
                    groups[key] = [stamp, slots[~now]]
                    slots = slots[now]
        return -depth, pc, slots, ready

    def informed(self) -> None:
        """Let groups that slept run half of the times that a group has informed others."""
        if self._asleep and self._random.random() < 0.5:
            self.wake()

    def wake(self) -> bool:
        """Let groups that slept run; return False if there are none."""
        asleep, self._asleep = self._asleep, {}
        for (depth, pc, ready), (_, *parts) in asleep.items():
            for slots in parts:
                self.push(-depth, pc, slots, ready=ready)
        return bool(asleep)

    def groups(self) -> Iterator[tuple[int, int, Slots]]:
        """Yield depth, program counter and threads of every group."""
        for groups in (self._groups, self._asleep):
            for (depth, pc, _), (_, *parts) in sorted(groups.items()):
                yield -depth, pc, _joined(parts)


def _joined(parts: list[Slots]) -> Slots:
    return parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))
