"""The records as the pages need them: resolved, with the look-ups that run against their direction.

site = read_site(ROOT / "isa", ROOT / "schema")
site.forms["popc"], site.users("saturation"), site.errata(["add"])
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from generator.backends import tables
from generator.backends.language import special_registers
from generator.records import model as records
from generator.records.isa import Isa
from generator.records.load import load
from generator.records.model import FormProgram, RecordedInstruction
from generator.records.nvvm import families
from generator.records.resolve import resolve
from generator.semantics.functions import Functions, functions_of
from generator.site.cells import RecordCells
from generator.site.kinds import ROLES, Kind, spelling
from generator.site.reach import Matrix, Share, covers, matrix, shares
from generator.site.wording import GpuRun, Measured
from ptxisa.isa.facts import lowest_floors
from ptxisa.isa.forms import Form
from ptxisa.isa.nvvm import Family
from ptxisa.isa.targets import Target, terms
from ptxisa.isa.versions import VersionInfo
from ptxisa.oracle.evidence import device_of

Data = Mapping[str, Any]


def package_is_built() -> bool:
    """Return True if the generated package exists, with which pages run examples, commands and checks."""
    return importlib.util.find_spec("ptxisa._generated") is not None


class Neighbors(NamedTuple):
    """Targets right below and right above a target, with nothing between."""

    below: tuple[str, ...]
    above: tuple[str, ...]


@dataclass(frozen=True)
class Site:
    """Everything that the pages are made from."""

    isa: Isa
    schemas: Path

    @cached_property
    def functions(self) -> Functions:
        """The functions of records, which semantics may call."""
        return functions_of(self.isa)

    @cached_property
    def targets(self) -> Mapping[str, Target]:
        """Targets by name."""
        return tables.targets(self.isa)

    @cached_property
    def versions(self) -> Mapping[str, VersionInfo]:
        """PTX versions by name, oldest first."""
        return tables.versions(self.isa)

    @cached_property
    def forms(self) -> Mapping[str, tuple[RecordedInstruction, Form, FormProgram]]:
        """Form id to the form, its instruction and its program."""
        return {form.id: (instruction, form, program) for instruction, form, program in self.isa.forms()}

    @cached_property
    def families(self) -> Mapping[str, tuple[RecordedInstruction, ...]]:
        """Instruction records by family, families and records by name."""
        families: dict[str, list[RecordedInstruction]] = {}
        for instruction in sorted(
            self.isa.instructions, key=lambda instruction: (instruction.family, instruction.name)
        ):
            families.setdefault(instruction.family, []).append(instruction)
        return {family: tuple(members) for family, members in families.items()}

    @cached_property
    def names(self) -> Mapping[str, tuple[RecordedInstruction, ...]]:
        """Instruction name to its records: `add` is in several families."""
        by_name: dict[str, list[RecordedInstruction]] = {}
        for instruction in self.isa.instructions:
            by_name.setdefault(instruction.name, []).append(instruction)
        return {name: tuple(by_name[name]) for name in sorted(by_name)}

    @cached_property
    def nvvm_families(self) -> tuple[Family, ...]:
        """Every family of NVVM intrinsics."""
        return tuple(families(self.isa).values())

    @cached_property
    def instructions(self) -> Mapping[str, RecordedInstruction]:
        """Instructions by identity, such as `integer-arithmetic/add`."""
        return {instruction.identity: instruction for instruction in self.isa.instructions}

    def toolkit_link(self, release: str) -> str:
        """Return a CUDA release, linked to its record if it has one."""
        known = self.isa.record("toolkit", f"cuda-{release}")
        return f":ptx:toolkit:`CUDA {release} <cuda-{release}>`" if known else f"CUDA {release}"

    def capability_link(self, version: str) -> str:
        """Return a compute capability, linked to its record if it has one."""
        known = self.isa.record("compute_capability", f"cc_{version}")
        return f":ptx:compute_capability:`{version} <cc_{version}>`" if known else version

    def cells(self, kind: str) -> RecordCells:
        """Return the formatter for values of a kind of record."""
        return RecordCells(kind, self.schemas)

    @cached_property
    def subjects(self) -> Mapping[str, str]:
        """Name to the kind of a record with a page; of records that share a name the first kind counts."""
        kinds: dict[str, str] = {}
        for kind in ROLES:
            for record in self.isa.records(kind):
                kinds.setdefault(record.data["name"], kind)
        return kinds

    def shares(self, form: Form) -> tuple[Share, ...]:
        """Return the variants of a form by the floors that are about them, counted once for all pages."""
        if form.id not in self._shares:
            self._shares[form.id] = shares(form)
        return self._shares[form.id]

    def grid(self, instruction: RecordedInstruction) -> Matrix:
        """Return where the forms of an instruction are available, computed once for all pages that show it."""
        if instruction.identity not in self._grids:
            self._grids[instruction.identity] = matrix(instruction.forms, self.targets, self.shares)
        return self._grids[instruction.identity]

    @cached_property
    def _grids(self) -> dict[str, Matrix]:
        return {}

    @cached_property
    def drawings(self) -> dict[str, Any]:
        """Pictures of layouts by instruction, drawn when first used."""
        return {}

    @cached_property
    def named(self) -> dict[str, list[Any]]:
        """Named conditions by form id, computed when first used."""
        return {}

    @cached_property
    def _shares(self) -> dict[str, tuple[Share, ...]]:
        return {}

    def form(self, identity: str) -> Form:
        """Return a form of an instruction by its id, or another record by `kind/name`."""
        return self.forms[identity][1] if identity in self.forms else self.dated(*identity.split("/", 1))

    def dated(self, kind: str, name: str) -> Form:
        """Return the availability of a record as a form without slots, named `kind/name` in errors and evidence."""
        record = self.isa.record(kind, name)
        assert record is not None, f"{kind} {name} was found among the records"
        data, identity = record.data, f"{kind}/{name}"
        ends = (records.ends(data, "deprecated"), records.ends(data, "removed"))
        return Form(identity, identity, spelling(data), (), (), records.clauses(data), (), (), *ends)

    def members(self, data: Data) -> tuple[str, ...]:
        """Return the registers that the record of a special register describes."""
        return self._members.get(data["name"], ())

    @cached_property
    def _members(self) -> Mapping[str, tuple[str, ...]]:
        members: dict[str, list[str]] = {}
        for name, register in special_registers(self.isa):
            members.setdefault(register.record, []).append(name)
        return {record: tuple(names) for record, names in members.items()}

    @cached_property
    def rules_by_code(self) -> Mapping[str, tuple[Data, ...]]:
        """Rules with a program that causes a diagnostic, by its code."""
        rules_of_code: dict[str, dict[str, Data]] = {}
        for record in self.isa.records("rule"):
            for example in record.data.get("invalid", ()):
                rules_of_code.setdefault(example["code"], {})[record.data["name"]] = record.data
        return {code: tuple(rules.values()) for code, rules in rules_of_code.items()}

    def groups(self, kind: Kind) -> Mapping[str, tuple[Data, ...]]:
        """Return the records of a kind by the key that it is grouped by; one nameless group where there is none."""
        groups: dict[str, list[Data]] = {}
        for record in self.isa.records(kind.kind):
            groups.setdefault(record.data[kind.group] if kind.group else "", []).append(record.data)
        return {group: tuple(groups[group]) for group in sorted(groups)}

    def errata(self, names: Iterable[str]) -> list[Data]:
        """Return the errata about any of these records or forms."""
        return [
            record.data for record in self.isa.records("erratum") if not set(names).isdisjoint(record.data["about"])
        ]

    def errata_of(self, instruction: RecordedInstruction) -> list[Data]:
        """Return the errata about an instruction or one of its forms."""
        return self.errata({instruction.name, instruction.identity, *(form.id for form in instruction.forms)})

    def confirmations(self, erratum: str) -> list[str]:
        """Return `1,204 of 13.5`: the number of judgments of each release that an erratum explains."""
        counts = {
            data["release"]: sum(part.get(erratum, 0) for part in data.get("errata", {}).values())
            for data in self._evidence()
            if data["tool"] == "ptxas"
        }
        return [f"{count:,} of {release}" for release, count in counts.items() if count]

    def measured(self, form: str, clause: str) -> tuple[Measured, ...]:
        """Return the results of assemblers for a clause of a form."""
        return self._measured.get((form, clause), ())

    @cached_property
    def _measured(self) -> Mapping[tuple[str, str], tuple[Measured, ...]]:
        measured: dict[tuple[str, str], list[Measured]] = {}
        for data in self._evidence():
            for form, statuses in data.get("clauses", {}).items():
                for clause, status in statuses.items():
                    measured.setdefault((form, clause), []).append(Measured(data["tool"], data["release"], **status))
        return {place: tuple(entries) for place, entries in measured.items()}

    def gpu_runs(self, form: str) -> list[GpuRun]:
        """Return runs of the form on real GPUs, in record order."""
        return [
            GpuRun(
                device_of(data, form) or data["release"],
                data.get("target", ""),
                data["forms"][form]["run"],
                data["forms"][form]["agreed"],
                data["forms"][form].get("unspecified", 0),
            )
            for data in self._evidence()
            if data["tool"] == "gpu" and form in data.get("forms", {})
        ]

    def _evidence(self) -> Iterator[Data]:
        return (record.data for record in self.isa.records("evidence"))

    def users(self, group: str, value: str | None = None) -> list[RecordedInstruction]:
        """Return the instructions with a slot of that group (or "type"), and with that value if one is given."""
        return [
            instruction
            for instruction in self.isa.instructions
            if any(
                slot.group == group and (value is None or value in slot.values)
                for form in instruction.forms
                for slot in form.slots
            )
        ]

    def type_users(self, name: str) -> list[RecordedInstruction]:
        """Return the instructions that name the type, in their syntax or as the type of an operand."""
        spelled = {instruction.identity for instruction in self.users("type", name)}
        return [
            instruction
            for instruction in self.isa.instructions
            if instruction.identity in spelled
            or any(
                name
                in {
                    name
                    for operand in form.operands
                    for name in (
                        [operand.type] if isinstance(operand.type, str) else [str(case.value) for case in operand.type]
                    )
                }
                for form in instruction.forms
            )
        ]

    def starts_at(self, target: str) -> list[Form]:
        """Return the forms that a target supports and no target that it includes."""
        return [form for _, form, _ in self.isa.forms() if target in self._floors(form)]

    def gains_at(self, target: str) -> list[Form]:
        """Return the forms that other targets have without some of the modifiers that this target adds."""
        return [
            form
            for _, form, _ in self.isa.forms()
            if target not in self._floors(form)
            and any(target == term.name for clause in form.clauses for term in terms(clause.target))
        ]

    def _floors(self, form: Form) -> set[str]:
        if form.id not in self._floors_by_form:
            floors = lowest_floors(form, self.targets)
            self._floors_by_form[form.id] = {term.name for floor in floors for term in terms(floor.target)}
        return self._floors_by_form[form.id]

    @cached_property
    def _floors_by_form(self) -> dict[str, set[str]]:
        return {}

    def neighbors(self, target: str) -> Neighbors:
        """Return the targets right below and right above a target."""
        return Neighbors(
            tuple(small for small, large in self._covers if large == target),
            tuple(large for small, large in self._covers if small == target),
        )

    @cached_property
    def _covers(self) -> list[tuple[str, str]]:
        return covers(self.targets)

    def notes_of(self, target: str) -> Data | None:
        """Return the notes of a target, or None."""
        record = self.isa.record("target_note", target)
        return record.data if record else None

    @cached_property
    def section_titles(self) -> Mapping[tuple[str, str], str]:
        """Document and section number to the title of the section."""
        return {
            (record.data["name"], section["number"]): section["title"]
            for record in self.isa.records("document")
            for section in record.data["sections"]
        }

    def manual_link(self, document: str) -> str:
        """Return a link to the document itself, if its record has an address."""
        record = self.isa.record("document", document)
        url = record.data.get("url") if record else None
        return f" (`manual <{url}>`__)" if url else ""

    def instructions_of(self, forms: Sequence[str]) -> list[tuple[str, int]]:
        """Return the instructions of some forms in order, each with the number of forms."""
        counts = Counter(self.forms[form][0].identity for form in forms)
        return list(counts.items())

    def new_targets(self, version: str) -> list[Target]:
        """Return the targets that the version introduces."""
        return [target for target in self.targets.values() if target.introduced == version]


def read_site(isa: Path, schemas: Path) -> Site:
    """Load and resolve the records below `isa`; raise `RecordError` for invalid records."""
    return Site(resolve(load(isa, schemas)), schemas)
