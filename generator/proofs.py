"""Facts that two records state must agree: notes of versions and targets against availability."""

from __future__ import annotations

from collections.abc import Iterator

from generator.problems import Problem, RecordError
from generator.records import Instruction
from generator.release_proofs import release_proofs
from generator.resolve import Isa
from generator.target_proofs import target_proofs
from generator.yaml_reader import Located, Steps
from ptxisa.forms import Form
from ptxisa.targets import terms


def prove(isa: Isa) -> None:
    """Raise `RecordError` with every statement that another record contradicts."""
    problems = [
        *release_proofs(isa),
        *_target_notes(isa),
        *_unnoted(isa),
        *_packed_types(isa),
        *target_proofs(isa),
    ]
    if problems:
        raise RecordError(problems)


def _place(instruction: Instruction, form: Form) -> Steps:
    return ("forms", instruction.forms.index(form))


def _floors(form: Form) -> set[str]:
    """The targets at which some availability clause of the form starts."""
    return {term.name for clause in form.availability for term in terms(clause.target)}


def _target_notes(isa: Isa) -> Iterator[Problem]:
    """A form that a target adds must have a clause that starts at that target."""
    forms = {form.id: form for _, form, _ in isa.forms()}
    for record, place, name in _noted(isa):
        floors = _floors(forms[name])
        if record.data["name"] not in floors:
            found = ", ".join(sorted(floors))
            yield record.problem(place, f"form {name} starts at {found}, not at {record.data['name']}")


def _noted(isa: Isa) -> Iterator[tuple[Located, Steps, str]]:
    for record in isa.records("target_note"):
        for index, note in enumerate(record.data["adds"]):
            for position, form in enumerate(note.get("forms", ())):
                yield record, ("adds", index, "forms", position), form


def _unnoted(isa: Isa) -> Iterator[Problem]:
    """A target with a note must name the forms that start there; the oldest adds nothing to an earlier one."""
    noted = {(record.data["name"], form) for record, _, form in _noted(isa)}
    oldest = min((record.data["name"] for record in isa.records("target")), key=_number)
    targets = {record.data["name"] for record in isa.records("target_note")} - {oldest}
    for instruction, form, _ in isa.forms():
        for target in sorted(_floors(form) & targets, key=_number):
            if (target, form.id) not in noted:
                message = f"form {form.id} starts at {target}, but isa/target_notes/{target}.yaml does not name it"
                yield instruction.located.problem((*_place(instruction, form), "availability"), message)


def _number(target: str) -> tuple[int, str]:
    return int(target.rstrip("af")[3:]), target


def _packed_types(isa: Isa) -> Iterator[Problem]:
    """A packed type has room for its elements."""
    for record in isa.records("type"):
        type_ = isa.types[record.data["name"]]
        needed = isa.types[type_.element].bits * type_.elements if type_.element else 0
        if needed > type_.bits:
            yield record.problem(("bits",), f"{type_.elements} elements of {type_.element} need {needed} bits")
