"""What it takes to have something: a PTX version and targets."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa import targets


class Requirement(NamedTuple):
    """One way to get it: PTX version `ptx` or later on what `target` admits, as clause `clause` of `form` says."""

    ptx: str
    target: str
    form: str
    clause: str

    def __str__(self) -> str:
        return f"PTX {self.ptx} on {targets.describe(self.target)}"
