"""Facts that two records state must agree: notes of versions and targets against the clauses of forms."""

from __future__ import annotations

from collections.abc import Iterator

from generator.problems import Problem, RecordError
from generator.records import Instruction
from generator.resolve import Isa
from generator.target_proofs import target_proofs
from generator.yaml_reader import Located, Steps
from ptxisa.forms import Form
from ptxisa.targets import terms
from ptxisa.versions import order


def prove(isa: Isa) -> None:
    """Raise `RecordError` with every statement that another record contradicts."""
    problems = [
        *_release_notes(isa),
        *_unannounced(isa),
        *_target_notes(isa),
        *_unnoted(isa),
        *_packed_types(isa),
        *target_proofs(isa),
    ]
    if problems:
        raise RecordError(problems)


def introductions(form: Form) -> set[str]:
    """The PTX versions at which some availability clause of the form starts."""
    return {clause.ptx for clause in form.availability}


def _turns(form: Form) -> dict[str, set[str]]:
    """The versions at which the form starts, is deprecated or is removed, by the word of release notes for it."""
    return {
        "added": introductions(form),
        "deprecated": {end.ptx for end in form.deprecated if end.ptx},
        "removed": {end.ptx for end in form.removed if end.ptx},
    }


VERBS = {"added": "start", "deprecated": "become deprecated", "removed": "end"}
THIRD_PERSON = {"added": "starts", "deprecated": "becomes deprecated", "removed": "ends"}


def _announced(isa: Isa) -> Iterator[tuple[Located, Steps, str, str]]:
    """Every form in the release notes: the version, the place, what happens, and the form."""
    for record in isa.records("version"):
        for index, change in enumerate(record.data.get("changes", ())):
            for position, form in enumerate(change.get("forms", ())):
                if change["change"] in VERBS:
                    yield record, ("changes", index, "forms", position), change["change"], form


def _release_notes(isa: Isa) -> Iterator[Problem]:
    """What a version says of a form, the form must say of the version."""
    forms = {form.id: form for _, form, _ in isa.forms()}
    for record, place, change, name in _announced(isa):
        versions = _turns(forms[name])[change]
        if record.data["name"] not in versions:
            found = ", ".join(sorted(versions, key=order)) or "none"
            yield record.problem(place, f"form {name} does not {VERBS[change]} in this version but in {found}")


def _unannounced(isa: Isa) -> Iterator[Problem]:
    """What a form says of a version, the version must say of the form."""
    announced = {(change, record.data["name"], form) for record, _, change, form in _announced(isa)}
    for instruction, form, _ in isa.forms():
        for change, versions in _turns(form).items():
            key = "availability" if change == "added" else change
            for version in sorted(versions, key=order):
                if (change, version, form.id) not in announced:
                    turn = f"form {form.id} {THIRD_PERSON[change]} in PTX {version}"
                    message = f"{turn}, but isa/versions/{version}.yaml does not announce it"
                    yield instruction.located.problem((*_place(instruction, form), key), message)


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
