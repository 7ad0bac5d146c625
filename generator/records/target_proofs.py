"""Families and new names of targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.records.isa import Isa
from generator.records.problems import Problem


def target_proofs(isa: Isa) -> Iterator[Problem]:
    """Check that a family is named for a base target in it, and that a new name is another one."""
    targets: Mapping[str, Mapping[str, Any]] = {record.data["name"]: record.data for record in isa.records("target")}
    for record in isa.records("target"):
        family, name = record.data["family"], record.data["name"]
        if targets[family]["variant"] != "base" or targets[family]["family"] != family:
            yield record.problem(("family",), f"{family} is not the oldest base target of a family")
        if record.data.get("renamed") == name:
            yield record.problem(("renamed",), f"{name} is renamed to itself")
