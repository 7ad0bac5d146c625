"""Release notes and records must agree both ways: what one says of a version, the other says too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from generator.records.isa import Isa
from generator.records.problems import Problem
from generator.records.subjects import Key, Naming, Subject, Subjects, namings
from ptxisa.isa.dates import Dates
from ptxisa.isa.versions import order

VERBS = {"added": "start", "deprecated": "become deprecated", "removed": "end"}
THIRD_PERSON = {"added": "starts", "changed": "changes", "deprecated": "becomes deprecated", "removed": "ends"}
FIRST_NOTES = "2.0"
"""The release notes of the manual begin with this version (section 12)."""


def release_proofs(isa: Isa, subjects: Subjects) -> Iterator[Problem]:
    """Every statement of a version or of a record that the other does not make."""
    following = _following(isa)
    turns = {key: _turns(subject, following) for key, subject in subjects.items()}
    announced = list(namings(isa, "version", "changes"))
    yield from _contradicted(turns, announced)
    yield from _unannounced(subjects, turns, announced)


def _following(isa: Isa) -> dict[str, str]:
    """The version after each version."""
    return dict(pairwise(sorted((record.data["name"] for record in isa.records("version")), key=order)))


Turns = Mapping[str, Mapping[str, Dates]]
"""The versions at which something happens to a subject or to a part of it, by the word of release notes for it."""


def _turns(subject: Subject, following: Mapping[str, str]) -> Turns:
    """What was so up to a version has changed in the next one."""
    parts = subject.dates
    return {
        "added": {clause.ptx: one for one in parts for clause in one.availability},
        "changed": {following[version]: one for one in parts for version in one.earlier if version in following},
        "deprecated": {end.ptx: one for one in parts for end in one.deprecated if end.ptx},
        "removed": {end.ptx: one for one in parts for end in one.removed if end.ptx},
    }


def _contradicted(turns: Mapping[Key, Turns], announced: Iterable[Naming]) -> Iterator[Problem]:
    """What a version says of a subject, that must say of the version."""
    for version, place, item, key in announced:
        if item["change"] in VERBS and key in turns:
            versions = turns[key][item["change"]]
            if version.data["name"] not in versions:
                found = ", ".join(sorted(versions, key=order)) or "none"
                message = f"{key} does not {VERBS[item['change']]} in this version but in {found}"
                yield version.problem(place, message)


def _unannounced(subjects: Subjects, turns: Mapping[Key, Turns], announced: Iterable[Naming]) -> Iterator[Problem]:
    """What a subject says of a version, the version must say of it."""
    known = {(item["change"], version.data["name"], key) for version, _, item, key in announced}
    for key, subject in subjects.items():
        for change, versions in turns[key].items():
            place = {"added": "availability", "changed": "earlier"}.get(change, change)
            for version in sorted(versions, key=order):
                if (change, version, key) not in known and _has_notes(key, version):
                    turn = f"{key} {THIRD_PERSON[change]} in PTX {version}"
                    message = f"{turn}, but isa/versions/{version}.yaml does not announce it"
                    yield subject.problem(versions[version], place, message)


def _has_notes(key: Key, version: str) -> bool:
    """Forms are announced from 1.0 on, other records from the first release notes on."""
    return key.key == "forms" or order(version) >= order(FIRST_NOTES)
