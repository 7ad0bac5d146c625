"""Cut a record to a place: remove forms, modifiers, types, parts and examples that are not available there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ptxisa.isa.forms import End, Form
from ptxisa.isa.instructions import form_by_id
from ptxisa.isa.targets import Target, known, terms
from ptxisa.isa.versions import Version, order

Data = Mapping[str, Any]
"""A record, or a part of it, as the database has it."""

UNAVAILABLE = frozenset({"unavailable-target", "unavailable-version", "undocumented"})
"""Diagnostic codes of statements that are not available."""


class QueriedPlace(NamedTuple):
    """Target, PTX version, both, or neither: where a question is asked."""

    target: Target | None = None
    version: Version | None = None

    @property
    def anywhere(self) -> bool:
        """True if any target and any version count."""
        return self.target is None and self.version is None

    def __str__(self) -> str:
        on = [f"on {self.target.name}"] if self.target else []
        return " ".join([*([f"in PTX {self.version}"] if self.version else []), *on])


ANYWHERE = QueriedPlace()


@cache
def form_at(name: str, place: QueriedPlace) -> Form | None:
    """Return the part of a form that is available at a place, or None if no variant is."""
    whole = form_by_id(name)
    if place.anywhere:
        return whole
    from ptxisa.query.narrowing import narrowed

    return narrowed(whole, place.target, place.version)


def at_place(record: Data, place: QueriedPlace) -> Data | None:
    """Return the part of a record that is available at a place, or None if nothing is."""
    if place.anywhere:
        return record
    if record["kind"] == "instruction":
        return _instruction(record, place)
    if record["kind"] == "modifier":
        from ptxisa.query.narrowing import modifiers

        if not modifiers(None, None).get(record["name"]):
            return record  # It belongs to operands or directives, not to forms.
        available = modifiers(place.target, place.version).get(record["name"], set())
        values = [value for value in record["values"] if value["value"] in available]
        return {**record, "values": values} if values else None
    # These three have no availability clauses: they are what clauses refer to.
    if place.version and record["kind"] in ("target", "target_note", "version"):
        # A target exists since its first version; the record of a version is about that version.
        name = record["name"]
        since = order(name) if record["kind"] == "version" else known()[name].floor
        if place.version < since:
            return None
    if record["kind"] == "target_note":
        adds = [part for item in record["adds"] if (part := _addition(item, record["name"], place))]
        return {**record, "adds": adds}
    return _part(record, place)


def _addition(item: Data, target: str, place: QueriedPlace) -> Data | None:
    """Return what a target adds, without what later versions add there."""
    from ptxisa.query.database import database

    forms = [
        name
        for name in item.get("forms", ())
        if (form := form_at(name, place)) is not None
        and any(term.name == target for clause in form.clauses for term in terms(clause.target))
    ]
    records = [
        name
        for name in item.get("records", ())
        if any(at_place(record, place) for record in database().record(*name.split("/", 1)))
    ]
    named = {"forms": forms, "records": records}
    if not forms and not records and named.keys() & item.keys():
        return None
    return {**item, **{key: names for key, names in named.items() if names}}


def _instruction(record: Data, place: QueriedPlace) -> Data | None:
    """Return an instruction with the parts of its forms, and the examples, that are available."""
    from ptxisa.check.statement import check_statement

    forms = []
    for form in record["forms"]:
        available = form_at(form["id"], place)
        if available is None:
            continue
        slots = {slot.name: slot.values for slot in available.slots}
        operands = {operand.name for operand in available.operands}
        rules = {rule.id for rule in available.rules}
        cut: dict[str, Any] = {**form, "syntax": available.syntax}
        cut["operands"] = {name: operand for name, operand in form["operands"].items() if name in operands}
        if "where" in form:
            where = {name: values for name, values in form["where"].items() if name in slots}
            for name, values in where.items():
                # A slot of selectors has no list of values.
                listed = values.get("values", ()) if isinstance(values, dict) else values
                left = [value for value in listed if value in slots[name]]
                if not isinstance(values, dict):
                    where[name] = left
                elif "values" in values:
                    where[name] = {**values, "values": left}
            cut["where"] = where
        if "rules" in form:
            cut["rules"] = [rule for rule in form["rules"] if rule["id"] in rules]
        for key, clauses in (("availability", available.availability), ("requirements", available.requirements)):
            if key in form:
                cut[key] = [clause for clause in form[key] if clause["id"] in {other.id for other in clauses}]
        forms.append(cut)
    target = place.target.name if place.target else None
    version = str(place.version) if place.version else None
    examples = [
        example
        for example in record["examples"]
        if UNAVAILABLE.isdisjoint(diagnostic.code for diagnostic in check_statement(example["code"], target, version))
    ]
    return {**record, "forms": forms, "examples": examples} if forms else None


def _part(data: Data, place: QueriedPlace) -> Data | None:
    """Return another record, or a part of it, without the parts that are not available; None if it is not itself."""
    from ptxisa.query.availability import ended

    clauses = data.get("availability", ())
    for end in data.get("removed", ()):
        if "when" not in end and ended(End(end.get("ptx"), end.get("target")), None, place.target, place.version):
            return None
    if clauses and not any(_satisfied(clause, place) for clause in clauses):
        return None
    cut: dict[str, Any] = {}
    for key, value in data.items():
        left = value
        if isinstance(value, list):
            if key == "availability":
                left = [clause for clause in value if _satisfied(clause, place)]
            elif key == "earlier":  # Texts about older versions.
                left = [text for text in value if place.version is None or place.version <= order(text["until"])]
            else:
                parts = (_part(item, place) if isinstance(item, dict) else item for item in value)
                left = [part for part in parts if part is not None]
        if left or not value:
            cut[key] = left
    return cut


def _satisfied(clause: Data, place: QueriedPlace) -> bool:
    """Return True if the place meets a clause."""
    from ptxisa.query.availability import satisfied

    return satisfied(clause["ptx"], clause["target"], place.target, place.version)
