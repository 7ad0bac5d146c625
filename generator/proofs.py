"""Facts that two records state must agree: release notes and target notes against availability clauses."""

from __future__ import annotations

from collections.abc import Iterator

from generator.problems import Problem, RecordError
from generator.resolve import Isa
from generator.yaml_reader import Located
from ptxisa.forms import Form
from ptxisa.versions import order


def prove(isa: Isa) -> None:
    """Raise `RecordError` with every statement that another record contradicts."""
    problems = [*_release_notes(isa), *_unannounced(isa), *_target_notes(isa)]
    if problems:
        raise RecordError(problems)


def introductions(form: Form) -> set[str]:
    """The PTX versions at which some availability clause of the form starts."""
    return {clause.ptx for clause in form.availability}


def _announced(isa: Isa) -> Iterator[tuple[Located, int, str]]:
    for record in isa.records("version"):
        for index, change in enumerate(record.data.get("changes", ())):
            if change["change"] == "added":
                for form in change.get("forms", ()):
                    yield record, index, form


def _release_notes(isa: Isa) -> Iterator[Problem]:
    """A form that a version announces must have a clause that starts there."""
    forms = {form.id: form for _, form, _ in isa.forms()}
    for record, index, name in _announced(isa):
        starts = introductions(forms[name])
        if record.data["name"] not in starts:
            found = ", ".join(sorted(starts, key=order))
            yield record.problem(
                ("changes", index, "forms"), f"form {name} does not start in this version but in {found}"
            )


def _unannounced(isa: Isa) -> Iterator[Problem]:
    """A version in which a form starts must announce it."""
    announced = {(record.data["name"], form) for record, _, form in _announced(isa)}
    for instruction, form, _ in isa.forms():
        for version in sorted(introductions(form), key=order):
            if (version, form.id) not in announced:
                index = instruction.forms.index(form)
                message = (
                    f"form {form.id} starts in PTX {version}, but isa/versions/{version}.yaml does not announce it"
                )
                yield instruction.located.problem(("forms", index, "availability"), message)


def _target_notes(isa: Isa) -> Iterator[Problem]:
    """A form that a target adds must have a clause that starts at that target."""
    forms = {form.id: form for _, form, _ in isa.forms()}
    for record in isa.records("target_note"):
        for index, note in enumerate(record.data["adds"]):
            for name in note.get("forms", ()):
                floors = {clause.target.rstrip("+") for clause in forms[name].availability} if name in forms else set()
                if record.data["name"] not in floors:
                    found = ", ".join(sorted(floors)) or "none"
                    yield record.problem(
                        ("adds", index, "forms"), f"form {name} starts at {found}, not at {record.data['name']}"
                    )
