"""Announcements: the forms, records and targets of each change of a PTX version and of each target note.

A version (`isa/versions`) and a target note (`isa/target_notes`) have the prose of each change and a selector. Ids are
not listed, because they follow from the availability of forms and records:

    - change: added
      summary: "``.cluster`` scope on ``fence``, ``atom`` and ``red``."
      forms: [fence, atom.*, red.*]     # forms of these with a clause that starts in this version
      clauses: [cluster-scope]          # only through one of these clauses

`announce` replaces selectors by lists, so that back ends read `forms`, `records` and `targets` as plain names. It also
adds the targets of each version and the changes that introduce or rename them, which follow from `isa/targets`.
A selector that selects nothing is a problem, and so is a start, deprecation or end that no item selects: a floor that
was mistyped is reported at one of the two.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from generator.records.isa import Isa
from generator.records.problems import Problem, near
from generator.records.yaml_reader import Located, Steps
from ptxisa.isa.dates import Dates, dates
from ptxisa.isa.forms import Clause
from ptxisa.isa.names import listing
from ptxisa.isa.targets import terms
from ptxisa.isa.versions import order

NOUNS = {"forms": "form", "records": "record"}
"""The keys of selectors that have patterns of names, with the noun for one name."""
SELECTORS = frozenset((*NOUNS, "clauses", "rest"))
VERBS = {"added": "start", "deprecated": "become deprecated", "removed": "end"}
"""Changes whose items follow from records. Items of other changes are links to forms and records of any time."""
THIRD_PERSON = {"added": "starts", "changed": "changes", "deprecated": "becomes deprecated", "removed": "ends"}
FIRST_NOTES = "2.0"
"""The release notes of the manual begin with this version (PTX ISA 8.7, section 12)."""


class DatedSubject(NamedTuple):
    """A form, or a record other than an instruction, with the dates of the whole and of its parts."""

    key: str
    name: str
    record: Located
    dates: tuple[Dates, ...]

    def __str__(self) -> str:
        return f"{NOUNS[self.key]} {self.name}"


class DatedEvent(NamedTuple):
    """Start, deprecation, change or end of a subject, at a place of its record; `clauses` are those that start."""

    subject: DatedSubject
    place: Steps
    clauses: tuple[Clause, ...] = ()

    def __str__(self) -> str:
        """Name the subject, with the modifiers that start if only these do."""
        slots: dict[str, str] = {}
        for clause in self.clauses:
            if not clause.when:
                return str(self.subject)
            for slot, content in clause.when.items():
                slots[slot] = (
                    f"modifier {slot}" if isinstance(content, bool) else "/".join(f".{value}" for value in content)
                )
        modifiers = " and ".join(slots.values())
        return f"{modifiers} of {self.subject}" if modifiers else str(self.subject)


Events = dict[tuple[str, str], DatedEvent]
"""Events of one version or target, by key and name of the subject, in the order of records."""


def announce(isa: Isa) -> Isa:
    """Return the records with every selector replaced by the names that it selects, and the problems of selectors."""
    announcer = _Announcer(isa)
    versions = [announcer.version(record) for record in isa.records("version")]
    notes = [announcer.note(record) for record in isa.records("target_note")]
    changed = {"version": versions, "target_note": notes}
    by_kind = {kind: changed.get(kind, records) for kind, records in isa.loaded.by_kind.items()}
    problems = (*announcer.problems, *announcer.unannounced())
    return replace(isa, loaded=replace(isa.loaded, by_kind=by_kind), misannounced=problems)


def subjects(isa: Isa) -> Iterator[DatedSubject]:
    """Yield every form, and every other record that has dates."""
    for instruction, form, _ in isa.forms():
        steps = ("forms", instruction.forms.index(form))
        part = Dates(steps, form.id, "", form.clauses, form.deprecated, form.removed, ())
        yield DatedSubject("forms", form.id, instruction.located, (part,))
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind) if kind != "instruction" else ():
            if parts := tuple(dates(record.data)):
                yield DatedSubject("records", f"{kind}/{record.data['name']}", record, parts)


def number(target: str) -> tuple[int, str]:
    """Return the key by which targets are sorted: by number, and sm_90 before sm_90a."""
    digits = re.sub("[^0-9]", "", target)
    return int(digits), target


@lru_cache(maxsize=4096)
def _compiled(text: str) -> re.Pattern[str]:
    """Compile a pattern, in which `*` matches any text; `add.*` also matches `add`."""
    # Changes and notes have few patterns, but each is matched against every name.
    stem, below = (text[:-2], r"(\..*)?") if text.endswith(".*") else (text, "")
    return re.compile(".*".join(map(re.escape, stem.split("*"))) + below)


def _add_event(subject: DatedSubject, events: Events, place: Steps, *clauses: Clause) -> None:
    """Add an event of a subject, or clauses to the event that it has already."""
    key = subject.key, subject.name
    event = events.setdefault(key, DatedEvent(subject, place))
    events[key] = event._replace(clauses=(*event.clauses, *clauses))


class _Announcer:
    """Resolves the selectors of versions and target notes, and remembers which events were selected."""

    def __init__(self, isa: Isa) -> None:
        self.problems: list[Problem] = []
        self.broken = isa.loaded.broken
        self.subjects: dict[tuple[str, str], DatedSubject] = {}
        for subject in subjects(isa):  # An id that two forms have by mistake is one subject with all dates.
            known = self.subjects.setdefault((subject.key, subject.name), subject)
            if known is not subject:
                merged = known._replace(dates=known.dates + subject.dates)
                self.subjects[subject.key, subject.name] = merged
        every = {f"{kind}/{record.data['name']}" for kind in isa.loaded.by_kind for record in isa.records(kind)}
        self.undated = every - {name for _, name in self.subjects}
        self.targets = {record.data["name"]: record.data for record in isa.records("target")}
        self.notes = {record.data["name"] for record in isa.records("target_note")}
        self.versions = sorted((record.data["name"] for record in isa.records("version")), key=order)
        self.following = dict(pairwise(self.versions))
        self.in_version: dict[tuple[str, str], Events] = defaultdict(dict)
        self.at_target: dict[str, Events] = defaultdict(dict)
        for subject in self.subjects.values():
            add = partial(_add_event, subject)
            for part in subject.dates:
                for clause in part.availability:
                    add(self.in_version["added", clause.ptx], (*part.steps, "availability"), clause)
                    # A clause for `sm_90a | sm_100a` starts at both targets, and the note of each names it.
                    for term in terms(clause.target):
                        add(self.at_target[term.name], (*part.steps, "availability"), clause)
                for version in part.earlier:  # A text that holds up to a version has changed in the next one.
                    if version in self.following:
                        add(self.in_version["changed", self.following[version]], (*part.steps, "earlier"))
                for change, ends in (("deprecated", part.deprecated), ("removed", part.removed)):
                    for end in ends:
                        if end.ptx:
                            add(self.in_version[change, end.ptx], (*part.steps, change))
        # Events that no selector has chosen in the end are the unannounced ones.
        self.selected: set[tuple[str, ...]] = set()

    def version(self, record: Located) -> Located:
        """Return the record of a version with its targets, and with names in place of selectors."""
        name = record.data["name"]
        changes = [*self._target_changes(name)]
        for index, item in enumerate(record.data.get("changes", ())):
            change = item["change"]
            if change in VERBS:
                events = self.in_version[change, name]
            else:  # Changes and clarifications are about the forms and records that started up to this version.
                events = {}
                for key, subject in self.subjects.items():
                    floors = [clause.ptx for part in subject.dates for clause in part.availability]
                    if not floors or order(min(floors, key=order)) <= order(name):
                        events[key] = DatedEvent(subject, ())
            what = f"that {THIRD_PERSON[change]} in this version" if change in VERBS else "of this version"
            chosen = self._select(record, ("changes", index), item, events, what)
            self.selected.update((change, name, noun, chose) for noun in chosen for chose in chosen[noun])
            changes.append({key: value for key, value in item.items() if key not in SELECTORS} | chosen)
        targets = [
            target
            for target in sorted(self.targets, key=number)
            if self.targets[target]["documented"] and order(self.targets[target]["introduced"]) <= order(name)
        ]
        return replace(record, data={**record.data, "targets": targets} | ({"changes": changes} if changes else {}))

    def _target_changes(self, version: str) -> Iterator[dict[str, Any]]:
        """Yield a change for each documented target that the version introduces, and one for those it renames."""
        names = sorted((name for name, data in self.targets.items() if data["introduced"] == version), key=number)
        for name in names:
            if self.targets[name]["documented"]:
                yield {"change": "added", "summary": f"Target {name}.", "targets": [name]}
        old = sorted((name for name, data in self.targets.items() if data.get("renamed") in names), key=number)
        if old:
            new = listing([self.targets[name]["renamed"] for name in old], last="and")
            summary = (
                f"Targets {listing(old, last='and')} are renamed {new}."
                if old[1:]
                else f"Target {old[0]} is renamed {new}."
            )
            yield {"change": "changed", "summary": summary, "targets": old}

    def note(self, record: Located) -> Located:
        """Return a target note with names in place of selectors."""
        target, adds = record.data["name"], []
        events = self.at_target[target]
        for index, item in enumerate(record.data["adds"]):
            if "like" in item:
                # Check that a target has the features of an older base target or of its own baseline.
                like = item["like"]
                base = self.targets.get(like, {}).get("variant") == "base"
                if not base or number(like)[0] > number(record.data["name"])[0]:
                    message = f"{like} is not a base target up to {record.data['name']}"
                    self.problems.append(record.problem(("adds", index, "like"), message))
            chosen = self._select(record, ("adds", index), item, events, f"that starts at {target}")
            self.selected.update(("at", target, key, name) for key in chosen for name in chosen[key])
            adds.append({key: value for key, value in item.items() if key not in SELECTORS} | chosen)
        for whole, item in zip(adds, record.data["adds"], strict=True):
            if "rest" in item:
                left = [key for key in events if ("at", target, *key) not in self.selected]
                whole.update({key: names for key in NOUNS if (names := [name for noun, name in left if noun == key])})
                self.selected.update(("at", target, *key) for key in left)
        return replace(record, data={**record.data, "adds": adds})

    def _select(
        self, record: Located, steps: Steps, item: Mapping[str, Any], events: Events, what: str
    ) -> dict[str, list[str]]:
        """Return the names of events that an item selects, by key; `what` describes the events in messages."""
        chosen: dict[str, list[str]] = {}
        clauses = set(item.get("clauses", ()))
        for key, noun in NOUNS.items():
            restricted = clauses if key == "forms" else set()
            patterns = item.get(key, ["*"] if restricted else ())
            names = [
                name
                for (other, name), event in events.items()
                if other == key and (not restricted or restricted.intersection(clause.id for clause in event.clauses))
            ]
            names += sorted(self.undated.intersection(patterns))
            matched: set[str] = set()
            for index, pattern in enumerate(patterns):
                matches = set(filter(_compiled(pattern).fullmatch, names))
                matched |= matches
                if not matches and key in item and not self._is_dangling(key, pattern):
                    message = self._why_nothing(key, pattern, record, item.get("change", ""), f"{noun} {what}")
                    self.problems.append(record.problem((*steps, key, index), message))
            if matched:
                chosen[key] = [name for name in names if name in matched]
        used = {clause.id for name in chosen.get("forms", ()) for clause in events["forms", name].clauses}
        for index, clause in enumerate(item.get("clauses", ())):
            # Patterns that match no form have their own message.
            if clause not in used and (used or "forms" not in item) and not self.broken:
                known = used or {clause.id for event in events.values() for clause in event.clauses}
                message = f"no form {what} has clause {clause!r}{near(clause, known)}"
                self.problems.append(record.problem((*steps, "clauses", index), message))
        return chosen

    def _is_dangling(self, key: str, name: str) -> bool:
        """Return True if a floor of the subject names an unknown version or target, which is another problem."""
        if self.broken and (name in self.broken or "*" in name):
            return True  # The records that a pattern selects may be among those that are not valid.
        subject = self.subjects.get((key, name))
        floors = [clause for part in subject.dates for clause in part.availability] if subject else []
        return any(
            clause.ptx not in self.versions or any(term.name not in self.targets for term in terms(clause.target))
            for clause in floors
        )

    def _why_nothing(self, key: str, pattern: str, record: Located, change: str, what: str) -> str:
        """Return the message for a pattern that selects nothing."""
        subject = self.subjects.get((key, pattern))
        if subject is None and "*" in pattern:
            return f"no {what} matches {pattern!r}"
        if subject is None:
            known = {name for other, name in self.subjects if other == key} | self.undated
            return f"unknown {NOUNS[key]} {pattern!r}{near(pattern, known)}"
        if not change:
            starts = [target for target, events in self.at_target.items() if (key, pattern) in events]
            return f"{subject} starts at {', '.join(sorted(starts, key=number))}, not at {record.data['name']}"
        if change not in VERBS:
            return f"{subject} starts after this version"
        versions = [
            at for (other, at), events in self.in_version.items() if other == change and (key, pattern) in events
        ]
        dated = ", ".join(sorted(versions, key=order)) or "none"
        return f"{subject} does not {VERBS[change]} in this version but in {dated}"

    def unannounced(self) -> Iterator[Problem]:
        """Yield every event that no item of its version or of its target note selects."""
        for (change, version), events in self.in_version.items():
            for (key, name), event in events.items():
                # Forms are announced from 1.0 on, other records from the first release notes on.
                noted = key == "forms" or order(version) >= order(FIRST_NOTES)
                if noted and version in self.versions and (change, version, key, name) not in self.selected:
                    happens = f"{event} {THIRD_PERSON[change]} in PTX {version}"
                    message = f"{happens}, but isa/versions/{version}.yaml does not announce it"
                    yield event.subject.record.problem(event.place, message)
        oldest = min(self.targets, key=number, default="")  # The oldest target adds nothing to an earlier one.
        for target in sorted(self.notes - {oldest}, key=number):
            for (key, name), event in self.at_target[target].items():
                if ("at", target, key, name) not in self.selected:
                    message = f"{event} starts at {target}, but isa/target_notes/{target}.yaml does not name it"
                    yield event.subject.record.problem(event.place, message)
