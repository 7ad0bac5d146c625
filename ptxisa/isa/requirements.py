"""Requirements of availability: a PTX version and targets."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa import targets


class Requirement(NamedTuple):
    """A sufficient requirement: PTX version `ptx` or later on the targets of `target`, by clause `clause` of `form`."""

    ptx: str
    target: str
    form: str
    clause: str

    def __str__(self) -> str:
        return f"PTX {self.ptx} on {targets.describe(self.target)}"
