"""Check that the names of parts of a record are unique."""

from __future__ import annotations

from collections.abc import Iterator

from generator.records.isa import Isa
from generator.records.problems import Problem
from generator.records.yaml_reader import Located, Place, Steps


def uniqueness(isa: Isa) -> Iterator[Problem]:
    """Every form id, clause id, modifier value and section that is repeated."""
    seen: dict[str, str] = {}
    for instruction in isa.instructions:
        for index, form in enumerate(instruction.forms):
            if form.id in seen:
                message = f"form id {form.id!r} is taken by {seen[form.id]}"
                yield instruction.located.problem(("forms", index, "id"), message)
            seen[form.id] = instruction.identity
    for record in isa.records("instruction"):
        for index in range(len(record.data["forms"])):
            yield from _twice(record, ("forms", index), ("availability", "requirements"), "id", "clause id")
        yield from _rule_ids(record)
    for record in isa.records("type"):
        yield from _twice(record, (), ("availability",), "id", "clause id")
    for record in isa.records("modifier"):
        yield from _twice(record, (), ("values",), "value", "value")
    for record in isa.records("document"):
        yield from _twice(record, (), ("sections",), "number", "section")


def _rule_ids(record: Located) -> Iterator[Problem]:
    """Rules of one id that were written twice; forms may share what was written once."""
    seen: dict[str, Place] = {}
    for form, data in enumerate(record.data["forms"]):
        for key in ("rules", "limits"):
            for index, rule in enumerate(data.get(key, ())):
                steps: Steps = ("forms", form, key, index)
                if seen.setdefault(rule["id"], record.place(steps)) != record.place(steps):
                    yield record.problem((*steps, "id"), f"rule id {rule['id']!r} is repeated")


def _twice(record: Located, steps: Steps, lists: tuple[str, ...], key: str, what: str) -> Iterator[Problem]:
    """Items of the lists below `steps` whose `key` an earlier item has."""
    data = record.data
    for step in steps:
        data = data[step]
    seen = set()
    for name in lists:
        for index, item in enumerate(data.get(name, ())):
            if item[key] in seen:
                yield record.problem((*steps, name, index), f"{what} {item[key]!r} is repeated")
            seen.add(item[key])
