"""Check that every modifier value has a floor: a clause of its form, or an entry under `initial` of its group."""

from __future__ import annotations

from collections.abc import Iterator

from generator.records.isa import Isa
from generator.records.problems import Problem, near


def floor_proofs(isa: Isa) -> Iterator[Problem]:
    """Yield a problem for each new modifier value that a form accepts wherever the form is available.

    Without a clause of its own, a value that was added to an old form would be available since the form started.
    """
    initial = {record.data["name"]: record.data.get("initial", ()) for record in isa.records("modifier")}
    for record in isa.records("modifier"):
        values = [value["value"] for value in record.data["values"]]
        for index, value in enumerate(record.data.get("initial", ())):
            if value not in values:
                yield record.problem(("initial", index), f"{value} is not a value of the group{near(value, values)}")
    reported: set[tuple[str, str]] = set()
    for instruction, form, _ in isa.forms():
        for slot in form.slots:
            if slot.group not in initial or (slot.literal and not slot.optional):
                continue  # Types have availability in their records; a required literal is as old as the form.
            # Contents of the slot to which a clause of the form applies: a list of values, or True for any value.
            floors = [clause.when.get(slot.name, False) for clause in form.clauses]
            values = [
                value
                for value in slot.values
                if value not in initial[slot.group]
                and (slot.group, value) not in reported
                and not any(floor if isinstance(floor, bool) else value in floor for floor in floors)
            ]
            if values:
                reported.update((slot.group, value) for value in values)
                steps = ("forms", instruction.forms.index(form), "syntax")
                listed = ", ".join(values)
                condition = "true" if slot.values == tuple(values) else f"[{listed}]"
                clause = f'requirements: [{{id: …, ptx: "…", target: …, when: {{{slot.name}: {condition}}}}}]'
                names = ", ".join(f".{value}" for value in values)
                initial_values = f"`initial: [{listed}]` to isa/modifiers/{slot.group}.yaml"
                message = f"form {form.id} has no floor for {names}: add {clause} to the form, or {initial_values}"
                yield instruction.located.problem(steps, f"{message} if forms have accepted it since they started")
