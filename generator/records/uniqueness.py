"""Check that the names of parts of a record are unique."""

from __future__ import annotations

from collections.abc import Iterator

from generator.records.isa import Isa
from generator.records.problems import Problem
from generator.records.yaml_reader import Located, Place, Steps


def uniqueness(isa: Isa) -> Iterator[Problem]:
    """Yield every form id, clause id, rule id, modifier value and section that is repeated."""
    owners: dict[str, str] = {}
    for instruction in isa.instructions:
        for index, form in enumerate(instruction.forms):
            if form.id in owners:
                message = f"form id {form.id!r} is taken by {owners[form.id]}"
                yield instruction.located.problem(("forms", index, "id"), message)
            owners[form.id] = instruction.identity
    for record in isa.records("instruction"):
        # Forms may share a rule that is written once, in a block: its place is the same in each form.
        places: dict[str, Place] = {}
        for position, data in enumerate(record.data["forms"]):
            yield from _repeated(record, ("forms", position), ("availability", "requirements"), "id", "clause id")
            for key in ("rules", "limits"):
                for index, rule in enumerate(data.get(key, ())):
                    steps: Steps = ("forms", position, key, index)
                    if places.setdefault(rule["id"], record.place(steps)) != record.place(steps):
                        yield record.problem((*steps, "id"), f"rule id {rule['id']!r} is repeated")
    for record in isa.records("type"):
        yield from _repeated(record, (), ("availability",), "id", "clause id")
    for record in isa.records("modifier"):
        yield from _repeated(record, (), ("values",), "value", "value")
    for record in isa.records("document"):
        yield from _repeated(record, (), ("sections",), "number", "section")


def _repeated(record: Located, steps: Steps, lists: tuple[str, ...], key: str, what: str) -> Iterator[Problem]:
    """Yield a problem for each item of the lists below `steps` whose `key` an earlier item has."""
    data = record.data
    for step in steps:
        data = data[step]
    seen = set()
    for name in lists:
        for index, item in enumerate(data.get(name, ())):
            if item[key] in seen:
                yield record.problem((*steps, name, index), f"{what} {item[key]!r} is repeated")
            seen.add(item[key])
