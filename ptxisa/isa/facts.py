"""Content of records for terminals and pages: keys as labeled values and tables, and the floors of forms.

    for part in parts(record, leave=("syntax",)):
        ...         # a Fact, a FactTable or a NumberPattern

A key that a kind of record gains is shown without a change of the commands and pages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ptxisa.isa.forms import Clause, Form
from ptxisa.isa.targets import Target, admits, known, terms
from ptxisa.isa.versions import order

Data = Mapping[str, Any]
Steps = tuple[str, ...]
COMMON = frozenset(
    ("kind", "name", "summary", "sources", "availability", "deprecated", "removed", "notes", "examples", "probe")
)
"""Keys with a place of their own on every page."""
LABELS = {
    "changes": "Changes during a run",
    "cuda": "CUDA C++",
    "llvm": "LLVM",
    "ptx": "PTX",
    "others": "All others",
    "opencl": "OpenCL C",
}
LAST = ("meaning", "summary", "why", "note")
"""Columns with sentences are the last ones of a table, where there is room."""
SHORT = 40
"""An object is shown in one line if none of its values is longer."""


class Fact(NamedTuple):
    """A value of a line or two; `steps` are the keys that lead to it."""

    steps: Steps
    value: Any

    @property
    def label(self) -> str:
        """Keys as text."""
        return label(" ".join(self.steps))


class FactTable(NamedTuple):
    """A list of objects as a table; a row has None in a column that its object does not have."""

    steps: Steps
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def label(self) -> str:
        """Keys as text."""
        return label(" ".join(self.steps))


class NumberPattern(NamedTuple):
    """A list of lists of numbers."""

    steps: Steps
    rows: tuple[tuple[Any, ...], ...]

    @property
    def label(self) -> str:
        """Keys as text."""
        return label(" ".join(self.steps))


Part = Fact | FactTable | NumberPattern


def label(key: str) -> str:
    """Return a key as people write it: "Applies to" for `applies_to`."""
    return LABELS.get(key, key.replace("_", " ").capitalize())


def parts(data: Data, leave: Collection[str] = ()) -> Iterator[Part]:
    """Yield the content of a record in its order, without the keys in `COMMON` and in `leave`."""
    for key, value in data.items():
        if key not in COMMON and key not in leave:
            yield from _parts((key,), value)


def _parts(steps: Steps, value: Any) -> Iterator[Part]:
    if isinstance(value, list) and value:
        if all(isinstance(row, dict) for row in value):
            yield grid(steps, value)
            return
        if all(isinstance(row, list) and all(isinstance(number, int) for number in row) for row in value):
            yield NumberPattern(steps, tuple(tuple(row) for row in value))
            return
    if isinstance(value, dict) and not all(map(_is_short, value.values())):
        for key, inner in value.items():
            yield from _parts((*steps, key), inner)
    else:
        yield Fact(steps, value)


def grid(steps: Steps, rows: Collection[Data]) -> FactTable:
    """Return a list of objects as a table."""
    named = dict.fromkeys(column for row in rows for column in row if column != "probe")
    columns = (*(column for column in named if column not in LAST), *(column for column in LAST if column in named))
    return FactTable(steps, columns, tuple(tuple(row.get(column) for column in columns) for row in rows))


def _is_short(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return not any(isinstance(item, (dict, list)) for item in items) and len(words(value)) <= SHORT


def words(value: Any) -> str:
    """Return a value as text: lists joined, truth values as yes and no, objects as their entries."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {words(inner)}".rstrip() for key, inner in value.items())
    if isinstance(value, list):
        separator = "; " if any(isinstance(item, (dict, list)) for item in value) else ", "
        return separator.join(words(item) for item in value)
    return str(value)


# Floors of a form


class Floor(NamedTuple):
    """First PTX version that supports some targets."""

    ptx: str
    target: str
    """Target expression, such as `sm_100a | sm_101a`."""


def lowest_floors(form: Form, among: Mapping[str, Target] | None = None) -> tuple[Floor, ...]:
    """Return the floors of the first variants of a form on all targets, lowest version first.

    A later version is included if it supports targets that no earlier version does, so that the floors are the union
    of all clauses: `cvt` to 8-bit types has `sm_90+` from PTX 7.8 and `sm_89+` from PTX 8.1.

    Args:
        form: The form; requirements of all variants of a clause raise the floor of the clause.
        among: Targets that expressions may name, the recorded ones by default.
    """
    every = known() if among is None else among
    candidates: list[tuple[str, str, frozenset[str]]] = []
    for clause in form.availability:
        needs = [need for need in form.requirements if need.when.items() <= clause.when.items()]
        ptx = max((clause.ptx, *(need.ptx for need in needs)), key=order)
        for term in terms(clause.target):
            expression = f"{term.name}{'+' * term.onwards}"
            limits = {expression, *(need.target for need in needs)}
            reached = frozenset(
                name for name, target in every.items() if all(admits(limit, target, every) for limit in limits)
            )
            # Most requirements are wider or narrower than the clause; the names of targets serve for the others.
            same = (
                limit for limit in sorted(limits) if reached == {n for n, t in every.items() if admits(limit, t, every)}
            )
            candidates.append((ptx, next(same, " | ".join(sorted(reached))), reached))
    by_version: dict[str, list[str]] = {}
    covered: list[frozenset[str]] = []
    # At one version the largest set comes first, so that the sets within it are left out.
    for ptx, expression, reached in sorted(candidates, key=lambda candidate: (order(candidate[0]), -len(candidate[2]))):
        if not any(reached <= larger for larger in covered):
            covered.append(reached)
            by_version.setdefault(ptx, []).append(expression)
    places = list(every)
    return tuple(
        Floor(ptx, " | ".join(sorted(names, key=lambda name: places.index(name.rstrip("+")))))
        for ptx, names in by_version.items()
    )


Row = Mapping[str, bool | tuple[str, ...]]
"""Values that a condition allows, by slot; the word `absent` among them means that the slot may be empty."""


class FloorGroup(NamedTuple):
    """Clauses with the same floors; one of `floors` must hold, and one of `rows`."""

    floors: tuple[Clause, ...]
    """A clause for each floor; ignore its condition."""
    clauses: tuple[Clause, ...]
    rows: tuple[Row, ...]


def grouped(clauses: Sequence[Clause]) -> list[FloorGroup]:
    """Group clauses that became available together, in the order of their first clauses."""
    by_condition: dict[tuple[tuple[str, object], ...], list[Clause]] = {}
    for clause in clauses:
        by_condition.setdefault(tuple(clause.when.items()), []).append(clause)
    by_floors: dict[tuple[tuple[str, str], ...], list[list[Clause]]] = {}
    for alternatives in by_condition.values():
        floors = tuple((clause.ptx, clause.target) for clause in alternatives)
        by_floors.setdefault(floors, []).append(alternatives)
    return [
        FloorGroup(
            tuple(members[0]),
            tuple(clause for alternatives in members for clause in alternatives),
            tuple(_merge([alternatives[0].when for alternatives in members])),
        )
        for members in by_floors.values()
    ]


def _merge(rows: Sequence[Row]) -> list[Row]:
    """Merge rows that differ in one slot into a row with the values of the two."""
    merged: list[Row] = []
    for row in rows:
        for index, other in enumerate(merged):
            differing = [slot for slot in other if other[slot] != row.get(slot)]
            if other.keys() != row.keys() or len(differing) != 1:
                continue
            (slot,) = differing
            values, more = other[slot], row[slot]
            if not isinstance(values, bool) and not isinstance(more, bool):
                merged[index] = {**other, slot: tuple(dict.fromkeys((*values, *more)))}
                break
        else:
            merged.append(row)
    return merged if len(merged) == len(rows) else _merge(merged)
