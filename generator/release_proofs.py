"""Release notes and records must agree both ways: what one says of a version, the other says too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from generator import records
from generator.problems import Problem
from generator.resolve import Isa
from generator.yaml_reader import Located, Steps
from ptxisa.forms import Clause, End
from ptxisa.versions import order

ANNOUNCED_BY = {"forms": "form", "records": "record"}
"""The keys of a change that name what it is about, with the noun for it."""
VERBS = {"added": "start", "deprecated": "become deprecated", "removed": "end"}
THIRD_PERSON = {"added": "starts", "changed": "changes", "deprecated": "becomes deprecated", "removed": "ends"}

Turns = Mapping[str, set[str]]


class Subject(NamedTuple):
    """What release notes announce, where its record says so, and its versions by the word of release notes."""

    record: Located
    place: Steps
    turns: Turns


def release_proofs(isa: Isa) -> Iterator[Problem]:
    """Every statement of a version or of a record that the other does not make."""
    subjects = dict(_subjects(isa))
    announced = list(_announced(isa))
    yield from _contradicted(subjects, announced)
    yield from _unannounced(subjects, {(change, record.data["name"], *key) for record, _, change, key in announced})


Key = tuple[str, str]
"""`forms` and the id of a form, or `records` and kind/name of a record."""


def _subjects(isa: Isa) -> Iterator[tuple[Key, Subject]]:
    """Every form, and every other record that says where it is available."""
    following = _following(isa)
    for instruction, form, _ in isa.forms():
        place = ("forms", instruction.forms.index(form))
        turns = _turns(form.availability, form.deprecated, form.removed)
        yield ("forms", form.id), Subject(instruction.located, place, turns)
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind):
            if "availability" in record.data:
                yield ("records", f"{kind}/{record.data['name']}"), Subject(record, (), _of_record(record, following))


def _following(isa: Isa) -> dict[str, str]:
    """The version after each version."""
    return dict(pairwise(sorted((record.data["name"] for record in isa.records("version")), key=order)))


def _of_record(record: Located, following: Mapping[str, str]) -> Turns:
    """What `earlier` says was so up to a version has changed in the next one."""
    data: Mapping[str, Any] = record.data
    turns = _turns(records.clauses(data), records.ends(data, "deprecated"), records.ends(data, "removed"))
    ended = {one["until"] for one in data.get("earlier", ())}
    return {**turns, "changed": {following[version] for version in ended if version in following}}


def _turns(availability: tuple[Clause, ...], deprecated: tuple[End, ...], removed: tuple[End, ...]) -> Turns:
    return {
        "added": {clause.ptx for clause in availability},
        "deprecated": {end.ptx for end in deprecated if end.ptx},
        "removed": {end.ptx for end in removed if end.ptx},
    }


def _announced(isa: Isa) -> Iterator[tuple[Located, Steps, str, Key]]:
    """What release notes say: the version, the place, what happens, and to what."""
    for record in isa.records("version"):
        for index, change in enumerate(record.data.get("changes", ())):
            for key in ANNOUNCED_BY:
                for position, name in enumerate(change.get(key, ())):
                    yield record, ("changes", index, key, position), change["change"], (key, name)


def _contradicted(
    subjects: Mapping[Key, Subject], announced: list[tuple[Located, Steps, str, Key]]
) -> Iterator[Problem]:
    """What a version says of a form or record, that must say of the version; a record without dates cannot."""
    for version, place, change, key in announced:
        if change in VERBS and key in subjects:
            versions = subjects[key].turns[change]
            if version.data["name"] not in versions:
                found = ", ".join(sorted(versions, key=order)) or "none"
                message = f"{_noun(key)} does not {VERBS[change]} in this version but in {found}"
                yield version.problem(place, message)


def _unannounced(subjects: Mapping[Key, Subject], announced: set[tuple[str, str, str, str]]) -> Iterator[Problem]:
    """What a form or record says of a version, the version must say of it."""
    for key, subject in subjects.items():
        for change, versions in subject.turns.items():
            for version in sorted(versions, key=order):
                if (change, version, *key) not in announced and _has_notes(key, version):
                    turn = f"{_noun(key)} {THIRD_PERSON[change]} in PTX {version}"
                    message = f"{turn}, but isa/versions/{version}.yaml does not announce it"
                    place = {"added": "availability", "changed": "earlier"}.get(change, change)
                    yield subject.record.problem((*subject.place, place), message)


def _has_notes(key: Key, version: str) -> bool:
    """Forms are announced from 1.0 on, other records from the first release notes on."""
    return key[0] == "forms"


def _noun(key: Key) -> str:
    return f"{ANNOUNCED_BY[key[0]]} {key[1]}"
