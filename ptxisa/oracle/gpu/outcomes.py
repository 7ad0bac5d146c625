"""Outcomes of a comparison of semantics with a GPU."""

from __future__ import annotations

from typing import NamedTuple


class ResultMismatch(NamedTuple):
    """A result for which semantics and GPU differ.

    Attributes:
        opcode: Opcode, or name of a matrix product or statement.
        sample: Class of samples.
        inputs: Inputs as bit patterns, or the place of the result in a matrix.
        output: Name of the operand.
        expected: Bit pattern by the semantics.
        measured: Bit pattern by the GPU.
    """

    opcode: str
    sample: str
    inputs: dict[str, int]
    output: str
    expected: int
    measured: int


class Outcome(NamedTuple):
    """Results of one form: compared, equal, different as the contract allows, and the first mismatches."""

    form: str
    run: int
    agreed: int
    unspecified: int
    mismatches: tuple[ResultMismatch, ...]
