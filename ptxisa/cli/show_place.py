"""A record as of a place: without forms, modifiers, types, parts and examples that are not available there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ptxisa.isa.forms import Clause, End, Form
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import Target, known, terms
from ptxisa.isa.versions import Version, order

Data = Mapping[str, Any]


class Place(NamedTuple):
    """Where the question is asked: a target, a PTX version, both, or anywhere."""

    target: Target | None = None
    version: Version | None = None

    @property
    def anywhere(self) -> bool:
        return self.target is None and self.version is None

    def __str__(self) -> str:
        on = [f"on {self.target.name}"] if self.target else []
        return " ".join([*([f"in PTX {self.version}"] if self.version else []), *on])


ANYWHERE = Place()
UNAVAILABLE = frozenset({"unavailable-target", "unavailable-version", "undocumented"})
"""Diagnostic codes of statements that a place does not have."""


@cache
def form_at(name: str, place: Place) -> Form | None:
    """The form of that id, of it what is there."""
    (form,) = (one for one in every_form() if one.id == name)
    if place.anywhere:
        return form
    from ptxisa.query.narrowing import narrowed

    return narrowed(form, place.target, place.version)


def at_place(record: Data, place: Place) -> Data | None:
    """What of the record is there; None if nothing is."""
    if place.anywhere:
        return record
    if record["kind"] == "instruction":
        return _instruction(record, place)
    if record["kind"] == "modifier":
        return _modifier(record, place)
    if place.version and (born := _born(record)) and place.version < born:
        return None
    return _note(record, place) if record["kind"] == "target_note" else _part(record, place)


def _born(record: Data) -> Version | None:
    """The version that introduces a target, or that a record is about."""
    if record["kind"] in ("target", "target_note"):
        return known()[record["name"]].floor
    return order(record["name"]) if record["kind"] == "version" else None


def _note(record: Data, place: Place) -> Data:
    """What a target adds, without what later versions add there."""
    adds = [left for one in record["adds"] if (left := _added(one, record["name"], place))]
    return {**record, "adds": adds}


def _added(item: Data, target: str, place: Place) -> Data | None:
    from ptxisa.query.database import database

    forms = [name for name in item.get("forms", ()) if _starts(form_at(name, place), target)]
    records = [
        name
        for name in item.get("records", ())
        if any(at_place(one, place) for one in database().record(*name.split("/", 1)))
    ]
    named = {"forms": forms, "records": records}
    if not forms and not records and named.keys() & item.keys():
        return None
    return {**item, **{key: names for key, names in named.items() if names}}


def _instruction(record: Data, place: Place) -> Data | None:
    forms = [_form(form, left, place) for form in record["forms"] if (left := form_at(form["id"], place))]
    examples = [one for one in record["examples"] if _runs(one["code"], place)]
    return {**record, "forms": forms, "examples": examples} if forms else None


def _starts(form: Form | None, target: str) -> bool:
    """Whether something of what is there starts at a target."""
    return form is not None and any(term.name == target for one in form.floors for term in terms(one.target))


def _form(form: Data, left: Form, place: Place) -> Data:
    """The data of a form with only what is left of the form."""
    slots = {slot.name: slot.values for slot in left.slots}
    operands = {operand.name for operand in left.operands}
    rules = {rule.id for rule in left.rules}
    cut: dict[str, Any] = {**form, "syntax": left.syntax}
    cut["operands"] = {name: one for name, one in form["operands"].items() if name in operands}
    if "where" in form:
        cut["where"] = {name: _values(one, slots[name]) for name, one in form["where"].items() if name in slots}
    if "rules" in form:
        cut["rules"] = [one for one in form["rules"] if one["id"] in rules]
    for key, clauses in (("availability", left.availability), ("needs", left.needs)):
        if key in form:
            cut[key] = [one for one in form[key] if one["id"] in {clause.id for clause in clauses}]
    return cut


def _modifier(record: Data, place: Place) -> Data | None:
    """A modifier with the values that some form takes there."""
    from ptxisa.query.narrowing import modifiers

    taken = modifiers(place.target, place.version).get(record["name"], set())
    if not modifiers(None, None).get(record["name"]):
        return record  # It belongs to operands or directives.
    values = [one for one in record["values"] if one["value"] in taken]
    return {**record, "values": values} if values else None


def _values(listed: Any, left: tuple[str, ...]) -> Any:
    if isinstance(listed, dict):
        return {**listed, "values": [one for one in listed["values"] if one in left]} if "values" in listed else listed
    return [one for one in listed if one in left]


def _runs(code: str, place: Place) -> bool:
    """Whether every statement of an example is available."""
    from ptxisa.check.statement import check_statement

    on = place.target.name if place.target else None
    found = check_statement(code, on, str(place.version) if place.version else None)
    return UNAVAILABLE.isdisjoint(one.code for one in found)


# --- other records ---


def _part(data: Data, place: Place) -> Data | None:
    """A record or a part of it without the parts that are not there."""
    if not _available(data, place):
        return None
    cut = {key: _items(key, value, place) for key, value in data.items()}
    return {key: value for key, value in cut.items() if value or not data[key]}


def _items(key: str, value: Any, place: Place) -> Any:
    if not isinstance(value, list):
        return value
    if key == "availability":
        return [one for one in value if _met(one, place)]
    if key == "earlier":
        return [one for one in value if place.version is None or place.version <= order(one["until"])]
    parts = (_part(one, place) if isinstance(one, dict) else one for one in value)
    return [one for one in parts if one is not None]


def _available(data: Data, place: Place) -> bool:
    clauses = data.get("availability", ())
    gone = any(_ended(one, place) for one in data.get("removed", ()) if "when" not in one)
    return not gone and (not clauses or any(_met(one, place) for one in clauses))


def _met(clause: Data, place: Place) -> bool:
    from ptxisa.query.availability import satisfied

    one = Clause(clause["id"], clause["ptx"], clause["target"])
    return satisfied(one.ptx, one.target, place.target, place.version)


def _ended(end: Data, place: Place) -> bool:
    from ptxisa.query.availability import ended

    return ended(End(end.get("ptx"), end.get("target")), None, place.target, place.version)
