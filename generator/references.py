"""References between records: every id is unique, and every name that a record mentions has a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from generator.problems import Problem, near
from generator.yaml_reader import Located, Steps

if TYPE_CHECKING:
    from generator.resolve import Isa


def references(isa: Isa) -> Iterator[Problem]:
    """Every dangling reference and every duplicate id."""
    yield from _unique_ids(isa)
    checks = _checks(isa)
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind):
            yield from _dangling(record, record.data, (), checks)


Check = Callable[[Any], str | None]


def _checks(isa: Isa) -> dict[str, Check]:
    """What each reference-bearing key must name; a check returns the message of what is wrong."""
    versions = {record.data["name"] for record in isa.records("version")}
    targets = {record.data["name"] for record in isa.records("target")}
    forms = {form.id for _, form, _ in isa.forms()}
    records = {instruction.name for instruction in isa.instructions}
    sections = {
        record.data["name"]: {s["number"] for s in record.data["sections"]} for record in isa.records("document")
    }
    return {
        "ptx": _member(versions, "PTX version"),
        "introduced": _member(versions, "PTX version"),
        "target": _expression(targets),
        "family": _optional(targets, "target"),
        "renamed": _member(targets, "target"),
        "targets": _members(targets, "target"),
        "forms": _members(forms, "form"),
        "see_also": _members(records, "instruction"),
        "about": _members(forms | records | targets | versions | set(isa.types) | set(isa.modifiers), "record or form"),
        "registers": _types(set(isa.types)),
        "element": _member(set(isa.types), "type"),
        "sources": _sources(sections),
        "source": lambda source: _source(source, sections),
    }


def _dangling(record: Located, data: Any, steps: Steps, checks: dict[str, Check]) -> Iterator[Problem]:
    if isinstance(data, dict):
        for key, value in data.items():
            message = checks[key](value) if key in checks else None
            if message:
                yield record.problem((*steps, key), message)
            yield from _dangling(record, value, (*steps, key), checks)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _dangling(record, value, (*steps, index), checks)


def _member(known: set[str], what: str) -> Check:
    def check(name: Any) -> str | None:
        return None if not isinstance(name, str) or name in known else f"unknown {what} {name!r}{near(name, known)}"

    return check


def _optional(known: set[str], what: str) -> Check:
    """`family` names a target in a target record, and a folder elsewhere."""
    member = _member(known, what)
    return lambda name: member(name) if isinstance(name, str) and name.startswith("sm_") else None


def _members(known: set[str], what: str) -> Check:
    member = _member(known, what)

    def check(names: Any) -> str | None:
        if not isinstance(names, list):
            return None
        return next((message for name in names if (message := member(name))), None)

    return check


def _types(known: set[str]) -> Check:
    """`registers` lists types in a type record, and maps registers to types in an example."""
    members = _members(known, "type")
    return lambda names: members(list(names.values()) if isinstance(names, dict) else names)


def _expression(known: set[str]) -> Check:
    member = _member(known, "target")

    def check(expression: Any) -> str | None:
        if not isinstance(expression, str):
            return None
        return next((m for name in re.findall(r"sm_[0-9]+[af]?", expression) if (m := member(name))), None)

    return check


def _source(source: Any, sections: dict[str, set[str]]) -> str | None:
    document, section = source["document"], source["section"]
    if document not in sections:
        return f"unknown document {document!r}{near(document, sections)}"
    return None if section in sections[document] else f"document {document} has no section {section}"


def _sources(sections: dict[str, set[str]]) -> Check:
    return lambda sources: next((m for source in sources if (m := _source(source, sections))), None)


def _unique_ids(isa: Isa) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for instruction in isa.instructions:
        for index, form in enumerate(instruction.forms):
            if form.id in seen:
                yield instruction.located.problem(
                    ("forms", index, "id"), f"form id {form.id!r} is taken by {seen[form.id]}"
                )
            seen[form.id] = instruction.identity
            yield from _unique_clauses(instruction.located, index, form.availability)


def _unique_clauses(record: Located, index: int, clauses: Any) -> Iterator[Problem]:
    names = [clause.id for clause in clauses]
    for position, name in enumerate(names):
        if name in names[:position]:
            yield record.problem(("forms", index, "availability", position), f"clause id {name!r} stands twice")
