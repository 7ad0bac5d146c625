"""The model that every backend reads: all records, their cross-references resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.records.load import Loaded
from generator.records.model import FormProgram, ModifierValue, RecordedInstruction, TypeRecord
from generator.records.problems import Problem
from generator.records.yaml_reader import Located
from ptxisa.isa.forms import Form, Slot


@dataclass(frozen=True)
class Isa:
    """Every record, cross-references resolved."""

    loaded: Loaded
    types: Mapping[str, TypeRecord]
    modifiers: Mapping[str, tuple[ModifierValue, ...]]
    instructions: tuple[RecordedInstruction, ...]
    misannounced: tuple[Problem, ...] = ()
    """Selectors of versions and target notes that select nothing, and floors that none selects."""

    def records(self, kind: str) -> list[Located]:
        """Return the files of one kind, in path order."""
        return self.loaded.by_kind.get(kind, [])

    def record(self, kind: str, name: str) -> Located | None:
        """Return a record by kind and name, or None."""
        return next((record for record in self.records(kind) if record.data["name"] == name), None)

    def default(self, slot: Slot) -> str:
        """Return what applies if the modifier of a slot is omitted: a value with its dot, a sentence, or ""."""
        if not slot.optional:
            return ""
        if slot.default in slot.values:
            return f"``.{slot.default}``."
        group = self.record("modifier", slot.group)
        return " ".join((slot.default or (group.data.get("default", "") if group else "")).split())

    def forms_by_instruction(self) -> dict[str, list[str]]:
        """Return the ids of the forms of each instruction by its name, which several families may have."""
        ids: dict[str, list[str]] = {}
        for instruction in self.instructions:
            ids.setdefault(instruction.name, []).extend(form.id for form in instruction.forms)
        return ids

    def forms(self) -> Iterator[tuple[RecordedInstruction, Form, FormProgram]]:
        """Yield every form with its instruction and its program, in record order."""
        for instruction in self.instructions:
            for form, program in zip(instruction.forms, instruction.programs, strict=True):
                yield instruction, form, program
