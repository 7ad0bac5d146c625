"""What evidence records say of one clause or of one form."""

from __future__ import annotations

from typing import NamedTuple


class Measured(NamedTuple):
    """What one evidence record says of one clause."""

    tool: str
    release: str
    floor: str
    below_version: str
    below_target: str
    note: str

    @property
    def verified(self) -> bool:
        """Accepted at the floor, and refused just below it in both directions."""
        return {self.floor, self.below_version, self.below_target} == {"verified"}


class GpuRun(NamedTuple):
    """What one GPU said of the semantics of a form."""

    device: str
    target: str
    run: int
    agreed: int
    unspecified: int
