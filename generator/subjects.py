"""What notes of versions and targets are about: forms, and other records that say where they are available."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator import records
from generator.problems import Problem
from generator.resolve import Isa
from generator.yaml_reader import Located, Steps
from ptxisa.forms import Clause, End
from ptxisa.targets import terms

NOUNS = {"forms": "form", "records": "record"}
"""The keys under which notes name their subjects, with the noun for one."""


class Key(NamedTuple):
    """How a note names a subject: `forms` and the id of a form, or `records` and kind/name of a record."""

    key: str
    name: str

    def __str__(self) -> str:
        return f"{NOUNS[self.key]} {self.name}"


class Subject(NamedTuple):
    """Where a form or record stands, and what it says of versions and targets.

    `earlier` are the last versions in which something of it was otherwise.
    """

    record: Located
    place: Steps
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]
    earlier: tuple[str, ...] = ()

    def problem(self, key: str, message: str) -> Problem:
        """A problem at one of its keys."""
        return self.record.problem((*self.place, key), message)

    @property
    def floors(self) -> set[str]:
        """The targets at which some clause starts."""
        return {term.name for clause in self.availability for term in terms(clause.target)}


Subjects = Mapping[Key, Subject]


def subjects(isa: Isa) -> Subjects:
    """Every subject, in record order; records without availability, such as modifiers, are none."""
    return {**dict(_forms(isa)), **dict(_records(isa))}


def _forms(isa: Isa) -> Iterator[tuple[Key, Subject]]:
    for instruction, form, _ in isa.forms():
        place = ("forms", instruction.forms.index(form))
        ends = form.deprecated, form.removed
        yield Key("forms", form.id), Subject(instruction.located, place, form.availability, *ends)


def _records(isa: Isa) -> Iterator[tuple[Key, Subject]]:
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind):
            if "availability" in record.data:
                yield Key("records", f"{kind}/{record.data['name']}"), _record(record)


def _record(record: Located) -> Subject:
    data = record.data
    ends = records.ends(data, "deprecated"), records.ends(data, "removed")
    earlier = tuple(one["until"] for one in data.get("earlier", ()))
    return Subject(record, (), records.clauses(data), *ends, earlier)


class Naming(NamedTuple):
    """One name in a note: the record of the note, the place, the item that names it, and the subject."""

    record: Located
    place: Steps
    item: Mapping[str, str]
    key: Key


def namings(isa: Isa, kind: str, items: str) -> Iterator[Naming]:
    """Every name of a form or record in the notes of one kind, `items` being the key of their list."""
    for record in isa.records(kind):
        for index, item in enumerate(record.data.get(items, ())):
            for key in NOUNS:
                for position, name in enumerate(item.get(key, ())):
                    yield Naming(record, (items, index, key, position), item, Key(key, name))
