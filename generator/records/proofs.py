"""Facts that two records state must agree."""

from __future__ import annotations

from collections.abc import Iterator

from generator.records.capability_proofs import capability_proofs
from generator.records.descriptor_proofs import descriptor_proofs
from generator.records.isa import Isa
from generator.records.layout_proofs import layout_proofs
from generator.records.nvvm_proofs import nvvm_proofs
from generator.records.problems import Problem, RecordError
from generator.records.target_proofs import target_proofs


def prove(isa: Isa) -> None:
    """Raise `RecordError` with every statement that another record contradicts."""
    problems = [
        *isa.misannounced,
        *target_proofs(isa),
        *capability_proofs(isa),
        *descriptor_proofs(isa),
        *_packed_types(isa),
        *layout_proofs(isa),
        *nvvm_proofs(isa),
    ]
    if problems:
        raise RecordError(problems)


def _packed_types(isa: Isa) -> Iterator[Problem]:
    """A packed type has room for its elements."""
    for record in isa.records("type"):
        type_ = isa.types[record.data["name"]]
        needed = isa.types[type_.element].bits * type_.elements if type_.element else 0
        if needed > type_.bits:
            yield record.problem(("bits",), f"{type_.elements} elements of {type_.element} need {needed} bits")
