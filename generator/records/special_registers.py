"""Special registers: the members of a family, the types that read a register, and what records say of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.records.isa import Isa
from generator.records.model import TypeRecord
from generator.records.problems import Problem, near
from generator.records.yaml_reader import Located

Data = Mapping[str, Any]

READABLE = frozenset({"bits", "signed", "unsigned"})
"""Classes of the types that `mov` may have when it reads a special register other than a predicate."""


def member_names(data: Data) -> list[str]:
    """Return the registers that a record describes: its own, or those of a family with their numbers."""
    family = data.get("instances")
    if family is None:
        return [data["name"]]
    numbers = range(family["first"], family["last"] + 1)
    return [f"{family['stem']}{number}{family.get('suffix', '')}" for number in numbers]


def read_as(data: Data, types: Mapping[str, TypeRecord]) -> tuple[str, ...]:
    """Return the types of a `mov` that may read a register: those as wide as it is, or as it was in an earlier version.

    Which version a module is written in makes no difference. The type of the register comes first; a predicate
    is read as nothing else.
    """
    own = data["type"]
    if types[own].kind == "predicate":
        return (own,)
    widths = {types[name].bits for name in (own, *(change["type"] for change in data.get("earlier", ())))}
    fitting = [type_ for type_ in types.values() if type_.kind in READABLE and type_.bits in widths]
    return (
        own,
        *(type_.name for type_ in sorted(fitting, key=lambda type_: (-type_.bits, type_.name)) if type_.name != own),
    )


def special_register_problems(isa: Isa) -> Iterator[Problem]:
    """Yield families whose record is not named after the first member, and registers that do not exist."""
    records = isa.records("special_register")
    known = {name for record in records for name in member_names(record.data)}
    constants = {word for record in isa.records("reserved_words") for word in record.data["words"]}
    for record in records:
        first, *others = member_names(record.data)
        if first != record.data["name"]:
            yield record.problem(("name",), f"the first register of the family is {first}")
        if "instances" in record.data and not others:
            yield record.problem(("instances",), "a family has more than one register")
        yield from _known(record, ("part", "of"), known)
        yield from _known(record, ("bounds", "below"), known | constants)


def _known(record: Located, place: tuple[str, str], known: set[str]) -> Iterator[Problem]:
    name = record.data.get(place[0], {}).get(place[1])
    if name is not None and name not in known:
        yield record.problem(place, f"unknown special register {name!r}{near(name, known)}")
