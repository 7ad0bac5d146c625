"""What notes of versions and targets are about: forms, and other records that say where they are available."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.records.isa import Isa
from generator.records.problems import Problem
from generator.records.yaml_reader import Located
from ptxisa.isa.dates import Dates, dates
from ptxisa.isa.targets import terms

NOUNS = {"forms": "form", "records": "record"}
"""The keys under which notes name their subjects, with the noun for one."""


class Key(NamedTuple):
    """How a note names a subject: `forms` and the id of a form, or `records` and kind/name of a record."""

    key: str
    name: str

    def __str__(self) -> str:
        return f"{NOUNS[self.key]} {self.name}"


class Subject(NamedTuple):
    """A form or a record, and what the whole and its parts say of versions and targets."""

    record: Located
    dates: tuple[Dates, ...]

    def floors(self) -> dict[str, Dates]:
        """The targets at which something of it starts."""
        found = ((term.name, one) for one in self.dates for clause in one.availability for term in terms(clause.target))
        return dict(found)

    def problem(self, part: Dates, key: str, message: str) -> Problem:
        """A problem at a key of the record or of a part of it."""
        return self.record.problem((*part.steps, key), message)


Subjects = Mapping[Key, Subject]


def subjects(isa: Isa) -> Subjects:
    """Every subject, in record order; records without dates, such as modifiers, are none."""
    return {**dict(_forms(isa)), **dict(_records(isa))}


def _forms(isa: Isa) -> Iterator[tuple[Key, Subject]]:
    for instruction, form, _ in isa.forms():
        steps = ("forms", instruction.forms.index(form))
        part = Dates(steps, form.id, "", form.floors, form.deprecated, form.removed, ())
        yield Key("forms", form.id), Subject(instruction.located, (part,))


def _records(isa: Isa) -> Iterator[tuple[Key, Subject]]:
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind):
            parts = tuple(dates(record.data)) if kind != "instruction" else ()
            if parts:
                yield Key("records", f"{kind}/{record.data['name']}"), Subject(record, parts)


class Naming(NamedTuple):
    """One name in a note: the record of the note, the place, the item that names it, and the subject."""

    record: Located
    place: tuple[str | int, ...]
    item: Mapping[str, str]
    key: Key


def namings(isa: Isa, kind: str, items: str) -> Iterator[Naming]:
    """Every name of a form or record in the notes of one kind, `items` being the key of their list."""
    for record in isa.records(kind):
        for index, item in enumerate(record.data.get(items, ())):
            for key in NOUNS:
                for position, name in enumerate(item.get(key, ())):
                    yield Naming(record, (items, index, key, position), item, Key(key, name))
