"""Availability of records and of their parts, such as a feature of a directive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ptxisa.isa.forms import Clause, End

Data = Mapping[str, Any]
KEYS = frozenset(("availability", "deprecated", "removed", "earlier"))


class Dates(NamedTuple):
    """Versions and targets of a record, or of the part to which `steps` lead.

    `name` is that of the part, or of the place where it is allowed. `earlier` are the last versions before changes.
    """

    steps: tuple[str | int, ...]
    name: str
    summary: str
    availability: tuple[Clause, ...]
    deprecated: tuple[End, ...]
    removed: tuple[End, ...]
    earlier: tuple[str, ...]


def dates(data: Data, steps: tuple[str | int, ...] = ()) -> Iterator[Dates]:
    """Yield the dates of a record other than an instruction, and those of its parts."""
    if not KEYS.isdisjoint(data):
        clauses = (Clause(clause["id"], clause["ptx"], clause["target"]) for clause in data.get("availability", ()))
        earlier = (change["until"] for change in data.get("earlier", ()))
        ends = _ends(data, "deprecated"), _ends(data, "removed")
        name = data.get("name", data.get("place", ""))
        yield Dates(steps, name, data.get("summary", ""), tuple(clauses), *ends, tuple(earlier))
    for key, value in data.items():
        for index, item in enumerate(value if isinstance(value, list) else ()):
            if isinstance(item, dict):
                yield from dates(item, (*steps, key, index))


def _ends(data: Data, key: str) -> tuple[End, ...]:
    return tuple(End(end.get("ptx"), end.get("target")) for end in data.get(key, ()))
