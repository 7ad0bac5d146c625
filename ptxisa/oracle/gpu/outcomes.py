"""What comes out of a comparison of semantics with a GPU."""

from __future__ import annotations

from typing import NamedTuple


class Mismatch(NamedTuple):
    """One result that the semantics and the GPU disagree on; values are bit patterns."""

    opcode: str
    sample: str
    inputs: dict[str, int]
    output: str
    expected: int
    measured: int


class Outcome(NamedTuple):
    """One form: results compared, results that agreed, results that the contract leaves open, first mismatches."""

    form: str
    run: int
    agreed: int
    unspecified: int
    mismatches: tuple[Mismatch, ...]
