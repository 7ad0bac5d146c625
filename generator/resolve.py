"""Turn loaded files into one consistent model: every name that a record mentions must exist.

The result, `Isa`, is what every backend reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator import records
from generator.load import Loaded
from generator.problems import Problem, RecordError, near
from generator.records import Instruction, ModifierValue, Program, Type
from generator.yaml_reader import Located, Steps
from ptxisa.forms import Form, Slot
from ptxisa.syntax.template import ModifierTemplate, Template, TemplateError, parse_template


@dataclass(frozen=True)
class Isa:
    """Every record, cross-references resolved."""

    loaded: Loaded
    types: Mapping[str, Type]
    modifiers: Mapping[str, tuple[ModifierValue, ...]]
    instructions: tuple[Instruction, ...]

    def records(self, kind: str) -> list[Located]:
        """The files of one kind, in path order."""
        return self.loaded.by_kind.get(kind, [])

    def record(self, kind: str, name: str) -> Located | None:
        return next((record for record in self.records(kind) if record.data["name"] == name), None)

    def forms(self) -> Iterator[tuple[Instruction, Form, Program]]:
        """Every form with its instruction and its program, in record order."""
        for instruction in self.instructions:
            for form, program in zip(instruction.forms, instruction.programs, strict=True):
                yield instruction, form, program


def resolve(loaded: Loaded) -> Isa:
    """Build the model; raise `RecordError` with every reference that does not resolve."""
    types = {record.data["name"]: records.type_record(record) for record in loaded.by_kind.get("type", ())}
    modifiers = {record.data["name"]: _values(record) for record in loaded.by_kind.get("modifier", ())}
    resolver = _Resolver(types, modifiers)
    instructions = tuple(resolver.instruction(record) for record in loaded.by_kind.get("instruction", ()))
    isa = Isa(loaded, types, modifiers, instructions)
    problems = [*resolver.problems, *_references(isa)]
    if problems:
        raise RecordError(problems)
    return isa


def _values(record: Located) -> tuple[ModifierValue, ...]:
    group = record.data["name"]
    return tuple(
        ModifierValue(value["value"], value["summary"], group, value.get("repeats", False))
        for value in record.data["values"]
    )


class _Resolver:
    """Resolves forms against types and modifier groups, collecting problems instead of stopping."""

    def __init__(self, types: Mapping[str, Type], modifiers: Mapping[str, tuple[ModifierValue, ...]]) -> None:
        self.types, self.modifiers = types, modifiers
        self.problems: list[Problem] = []
        self.groups: dict[str, list[str]] = {}
        for group, values in modifiers.items():
            for value in values:
                self.groups.setdefault(value.value, []).append(group)

    def instruction(self, record: Located) -> Instruction:
        data = record.data
        forms = tuple(self.form(record, index) for index in range(len(data["forms"])))
        self.one_mnemonic(record, forms)
        programs = tuple(records.program(form) for form in data["forms"])
        return Instruction(data["name"], data["family"], data["summary"], data, record, forms, programs)

    def one_mnemonic(self, record: Located, forms: tuple[Form, ...]) -> None:
        if len({form.mnemonic for form in forms}) > 1:
            self.problem(record, ("forms",), "the forms of a record share one mnemonic")

    def form(self, record: Located, index: int) -> Form:
        data = record.data["forms"][index]
        steps: Steps = ("forms", index)
        template = self.template(record, steps, data["syntax"])
        slots = tuple(self.slot(record, steps, data, modifier) for modifier in template.modifiers)
        self.check_slots(record, steps, data, template)
        self.check_operands(record, steps, data, template)
        order = template.operand_names()
        operands = tuple(records.operand(name, data["operands"][name]) for name in order if name in data["operands"])
        return Form(
            id=data["id"],
            record=f"{record.data['family']}/{record.data['name']}",
            syntax=data["syntax"],
            slots=slots,
            operands=operands,
            availability=records.clauses(data),
            rules=tuple(records.rule(rule) for rule in data.get("rules", ())),
            state=records.states(data),
            deprecated=records.ends(data, "deprecated"),
            removed=records.ends(data, "removed"),
        )

    def template(self, record: Located, steps: Steps, text: str) -> Template:
        try:
            return parse_template(text)
        except TemplateError as error:
            line, column = record.place((*steps, "syntax"))
            self.problems.append(Problem(record.path, line, column, f"syntax, character {error.column}: {error}"))
            return Template("", (), ())

    def slot(self, record: Located, steps: Steps, data: Mapping[str, Any], modifier: ModifierTemplate) -> Slot:
        if modifier.literal:
            values: tuple[str, ...] = (modifier.literal,)
            group = data.get("literals", {}).get(modifier.literal)
        else:
            values, group = self.where(record, steps, data, modifier.slot)
        group = group or self.group(record, steps, modifier.slot, values)
        return Slot(
            name=modifier.slot,
            values=values,
            group=group,
            optional=modifier.optional,
            literal=modifier.literal is not None,
            fused=modifier.slot in data.get("fused", ()),
            repeats=any(value.repeats for value in self.modifiers.get(group, ()) if value.value in values),
        )

    def where(
        self, record: Located, steps: Steps, data: Mapping[str, Any], slot: str
    ) -> tuple[tuple[str, ...], str | None]:
        given = data.get("where", {}).get(slot)
        if given is None:
            self.problem(
                record, (*steps, "syntax"), f"slot {slot!r} has no values in where{near(slot, data.get('where', {}))}"
            )
            return (), "type"
        if isinstance(given, dict):
            return tuple(given["values"]), given["group"]
        return tuple(given), None

    def group(self, record: Located, steps: Steps, slot: str, values: tuple[str, ...]) -> str:
        """The group of a slot: types, the group named like the slot, or the only group that has all its values."""
        if values and all(value in self.types for value in values):
            return "type"
        named = slot.replace("_", "-")
        candidates = [group for group in self.modifiers if all(group in self.groups.get(value, ()) for value in values)]
        if named in candidates:
            return named
        if len(candidates) != 1:
            found = (
                f"several groups have them ({', '.join(candidates)}): name one"
                if candidates
                else "no modifier group has them"
            )
            unknown = [value for value in values if value not in self.types and value not in self.groups]
            hint = near(unknown[0], [*self.types, *self.groups]) if unknown else ""
            shown = ", ".join(unknown or values)
            self.problem(
                record,
                (*steps, "where", slot),
                f"slot {slot!r}: unknown value {shown}{hint}" if unknown else f"slot {slot!r} ({shown}): {found}",
            )
            return "type"
        return candidates[0]

    def check_slots(self, record: Located, steps: Steps, data: Mapping[str, Any], template: Template) -> None:
        names = {modifier.slot for modifier in template.modifiers}
        self.dangling(record, (*steps, "where"), data.get("where", {}), names, "slot")
        self.dangling(record, (*steps, "fused"), data.get("fused", ()), names, "slot")
        for where, conditions in _conditions(data):
            for slot in conditions:
                if slot not in names:
                    self.problem(
                        record, (*steps, *where, slot), f"condition on unknown slot {slot!r}{near(slot, names)}"
                    )

    def check_operands(self, record: Located, steps: Steps, data: Mapping[str, Any], template: Template) -> None:
        names = template.operand_names()
        self.dangling(record, (*steps, "operands"), data["operands"], names, "operand")
        for name in names:
            if name not in data["operands"]:
                self.problem(
                    record, (*steps, "syntax"), f"operand {name!r} is not described{near(name, data['operands'])}"
                )
        slots = {f"${modifier.slot}" for modifier in template.modifiers}
        for name, operand in data["operands"].items():
            for type_name in _names(operand.get("type")):
                if type_name not in self.types and type_name not in slots:
                    hint = near(type_name, [*self.types, *slots])
                    self.problem(
                        record,
                        (*steps, "operands", name, "type"),
                        f"operand {name!r}: unknown type {type_name!r}{hint}",
                    )

    def dangling(self, record: Located, steps: Steps, given: Any, known: Any, what: str) -> None:
        for name in given:
            if name not in known:
                self.problem(record, (*steps, name), f"{what} {name!r} does not stand in the syntax{near(name, known)}")

    def problem(self, record: Located, steps: Steps, message: str) -> None:
        self.problems.append(record.problem(steps, message))


def _names(type_: Any) -> list[str]:
    if isinstance(type_, list):
        return [str(case["is"]) for case in type_]
    return [str(type_)] if type_ else []


def _conditions(data: Mapping[str, Any]) -> Iterator[tuple[Steps, Mapping[str, Any]]]:
    """Every condition of a form with its place in the record."""
    for key in ("rules", "availability", "deprecated", "removed", "state", "models"):
        for index, entry in enumerate(data.get(key, ())):
            for part in ("when", "require", "exclude"):
                if part in entry:
                    yield (key, index, part), entry[part]
    for name, operand in data["operands"].items():
        for key in ("type", "vector", "space", "alignment"):
            for index, case in enumerate(operand[key] if isinstance(operand.get(key), list) else ()):
                if "when" in case:
                    yield ("operands", name, key, index, "when"), case["when"]


def _references(isa: Isa) -> Iterator[Problem]:
    """References between records: ids unique, sources, versions, targets and forms known."""
    from generator.references import references

    yield from references(isa)
