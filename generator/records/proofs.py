"""Check that facts which two records state agree; short checks are here, longer ones in modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from generator.records.capability_proofs import capability_proofs
from generator.records.descriptor_proofs import descriptor_proofs
from generator.records.floor_proofs import floor_proofs
from generator.records.isa import Isa
from generator.records.layout_proofs import layout_proofs
from generator.records.nvvm_proofs import nvvm_proofs
from generator.records.problems import Problem, RecordError


def prove(isa: Isa) -> None:
    """Raise `RecordError` with every statement that another record contradicts."""
    if problems := [problem for check in PROOFS for problem in check(isa)]:
        raise RecordError(problems)


def target_proofs(isa: Isa) -> Iterator[Problem]:
    """Check that a family is named for a base target in it, and that a new name is another one."""
    targets: Mapping[str, Mapping[str, Any]] = {record.data["name"]: record.data for record in isa.records("target")}
    for record in isa.records("target"):
        family, name = record.data["family"], record.data["name"]
        if targets[family]["variant"] != "base" or targets[family]["family"] != family:
            yield record.problem(("family",), f"{family} is not the oldest base target of a family")
        if record.data.get("renamed") == name:
            yield record.problem(("renamed",), f"{name} is renamed to itself")


def packed_types(isa: Isa) -> Iterator[Problem]:
    """Check that a packed type has room for its elements."""
    for record in isa.records("type"):
        type_ = isa.types[record.data["name"]]
        needed = isa.types[type_.element].bits * type_.elements if type_.element else 0
        if needed > type_.bits:
            yield record.problem(("bits",), f"{type_.elements} elements of {type_.element} need {needed} bits")


def enumerated_fields(isa: Isa) -> Iterator[Problem]:
    """Check that a field that is a number has an enumeration whose members all have values."""
    for record in isa.records("type"):
        for field in record.data.get("fields", ()):
            enumeration = isa.record("enumeration", field["enumeration"]) if "enumeration" in field else None
            if enumeration is None or field["kind"] == "name":
                continue
            for position, member in enumerate(enumeration.data["values"]):
                if "value" not in member:
                    user = f"field {field['name']} of type {record.data['name']}"
                    message = f"{member['name']} needs a value, because {user} is not a name"
                    yield enumeration.problem(("values", position), message)


PROOFS: tuple[Callable[[Isa], Iterable[Problem]], ...] = (
    lambda isa: isa.misannounced,
    floor_proofs,
    target_proofs,
    capability_proofs,
    descriptor_proofs,
    packed_types,
    enumerated_fields,
    layout_proofs,
    nvvm_proofs,
)
"""Every check of facts that two records state. Each needs references that resolve."""
