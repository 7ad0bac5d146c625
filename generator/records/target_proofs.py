"""What versions, targets and their notes say of one another must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.records.isa import Isa
from generator.records.problems import Problem
from generator.records.subjects import Subjects, namings
from generator.records.yaml_reader import Located
from ptxisa.isa.versions import order

Targets = Mapping[str, Mapping[str, Any]]


def target_proofs(isa: Isa) -> Iterator[Problem]:
    """Every statement on a target that another record contradicts."""
    targets = {record.data["name"]: record.data for record in isa.records("target")}
    for record in isa.records("target"):
        yield from _family(record, targets)
    for record in isa.records("version"):
        yield from _listed(record, targets)
        yield from _announced(record, targets)
    yield from _unannounced(isa, targets)


def _family(record: Located, targets: Targets) -> Iterator[Problem]:
    """A family is named for a base target that is in it itself; a new name is another one."""
    family, name = record.data["family"], record.data["name"]
    if targets[family]["variant"] != "base" or targets[family]["family"] != family:
        yield record.problem(("family",), f"{family} is not the oldest base target of a family")
    if record.data.get("renamed") == name:
        yield record.problem(("renamed",), f"{name} is renamed to itself")


def _listed(record: Located, targets: Targets) -> Iterator[Problem]:
    """A version supports the documented targets that it or an earlier version introduced."""
    version, listed = record.data["name"], record.data["targets"]
    for name, target in targets.items():
        if target["documented"] and order(target["introduced"]) <= order(version) and name not in listed:
            yield record.problem(("targets",), f"target {name}, introduced in {target['introduced']}, is missing")
    for index, name in enumerate(listed):
        if order(targets[name]["introduced"]) > order(version):
            yield record.problem(("targets", index), f"target {name} is introduced in {targets[name]['introduced']}")


def _announced(record: Located, targets: Targets) -> Iterator[Problem]:
    """A version adds the targets that it introduces."""
    for index, change in enumerate(record.data.get("changes", ())):
        for position, name in enumerate(change.get("targets", ()) if change["change"] == "added" else ()):
            introduced = targets[name]["introduced"]
            if introduced != record.data["name"]:
                place = ("changes", index, "targets", position)
                yield record.problem(place, f"target {name} is introduced in {introduced}, not in this version")


def _unannounced(isa: Isa, targets: Targets) -> Iterator[Problem]:
    """What a target says of a version, the version must say of the target."""
    announced = {
        (change["change"], record.data["name"], name)
        for record in isa.records("version")
        for change in record.data.get("changes", ())
        for name in change.get("targets", ())
    }
    for record in isa.records("target"):
        name = record.data["name"]
        for key, change, version in _turns(record.data, targets):
            if (change, version, name) not in announced:
                turn = f"target {name} is {key} in PTX {version}"
                yield record.problem((key,), f"{turn}, but isa/versions/{version}.yaml does not announce it")


def _turns(target: Mapping[str, Any], targets: Targets) -> Iterator[tuple[str, str, str]]:
    """When a documented target appears and when it gets a new name: the key, the word of release notes, the version."""
    if target["documented"]:
        yield "introduced", "added", target["introduced"]
    if "renamed" in target:
        yield "renamed", "changed", targets[target["renamed"]]["introduced"]


def note_proofs(isa: Isa, subjects: Subjects) -> Iterator[Problem]:
    """Notes of targets name the forms and records that start there, and no others."""
    noted = list(namings(isa, "target_note", "adds"))
    floors = {key: subject.floors() for key, subject in subjects.items()}
    for note, place, _, key in noted:
        if key in floors and note.data["name"] not in floors[key]:
            found = ", ".join(sorted(floors[key]))
            yield note.problem(place, f"{key} starts at {found}, not at {note.data['name']}")
    yield from _likenesses(isa)
    known = {(note.data["name"], key) for note, _, _, key in noted}
    targets = _with_notes(isa)
    for key, subject in subjects.items():
        for target in sorted(floors[key].keys() & targets, key=_number):
            if (target, key) not in known:
                message = f"{key} starts at {target}, but isa/target_notes/{target}.yaml does not name it"
                yield subject.problem(floors[key][target], "availability", message)


def _likenesses(isa: Isa) -> Iterator[Problem]:
    """A target is like an older base target, or is a base target with features of its own.

    That it has no others follows: what starts at a target must be named in its note.
    """
    bases = {record.data["name"] for record in isa.records("target") if record.data["variant"] == "base"}
    for note in isa.records("target_note"):
        name = note.data["name"]
        for index, item in enumerate(note.data["adds"]):
            like = item.get("like")
            if like and (like not in bases or _number(like)[0] > _number(name)[0]):
                yield note.problem(("adds", index, "like"), f"{like} is not a base target up to {name}")


def _with_notes(isa: Isa) -> set[str]:
    """The targets that have a note, save the oldest, which adds nothing to an earlier one."""
    oldest = min((record.data["name"] for record in isa.records("target")), key=_number)
    return {record.data["name"] for record in isa.records("target_note")} - {oldest}


def _number(target: str) -> tuple[int, str]:
    return int(target.rstrip("af")[3:]), target
