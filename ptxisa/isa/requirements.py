"""What it takes to have something: a PTX version and targets."""

from __future__ import annotations

from ptxisa.isa import targets
from ptxisa.isa.tuples import NamedTuple


class Requirement(NamedTuple):
    """One way to get it: PTX version `ptx` or later on what `target` admits, as clause `clause` of `form` says."""

    ptx: str
    target: str
    form: str
    clause: str

    def __str__(self) -> str:
        return f"PTX {self.ptx} on {targets.describe(self.target)}"
