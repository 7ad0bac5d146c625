"""Check names of parts of records: features of directives, cells of conversions, terms of the memory model.

`generator.records.references` checks the names of whole records.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from generator.records.isa import Isa
from generator.records.problems import Problem, near
from generator.records.yaml_reader import Located, Steps
from ptxisa.memory_model.expressions import ExpressionError, names, parse, type_of

CONSTANTS = ("integer", "double", "single")
"""Kinds of constants in the columns of a conversion."""
EXPRESSIONS = ("expression", "empty", "irreflexive", "acyclic")
"""Keys of the memory model whose value is an expression."""
_NAMED = ("set", "relation", "order")
"""Classes of records whose names expressions may use."""


def own_name_problems(isa: Isa) -> Iterator[Problem]:
    """Yield every name of a part of a record that no record has."""
    for record in isa.records("directive"):
        yield from _check_directive(record)
    for record in isa.records("conversion"):
        yield from _check_conversion(record, isa)
    for record in isa.records("modifier"):
        for index, value in enumerate(record.data["values"]):
            for place, spelling in enumerate(value.get("reinterpreted", ())):
                if not re.fullmatch(value["value"], spelling):
                    steps = ("values", index, "reinterpreted", place)
                    yield record.problem(steps, f"{spelling!r} is not a spelling of {value['value']}")
    yield from _check_memory_model(isa)


def _check_directive(record: Located) -> Iterator[Problem]:
    features = [feature["name"] for feature in record.data.get("features", ())]
    for index, feature in enumerate(record.data.get("features", ())):
        for place, name in enumerate(feature.get("excludes", ())):
            if name not in features:
                steps = ("features", index, "excludes", place)
                yield record.problem(steps, f"the directive has no feature {name!r}{near(name, features)}")
    for index, argument in enumerate(record.data.get("arguments", ())):
        values = argument.get("values")
        if values and "default" in argument and str(argument["default"]) not in values:
            message = f"default {argument['default']!r} is not a value of {argument['name']}"
            yield record.problem(("arguments", index, "default"), message + near(argument["default"], values))


def _check_conversion(record: Located, isa: Isa) -> Iterator[Problem]:
    """Check that rows and columns are types, classes of types or kinds of constants, and that outcomes are listed."""
    data, broken = record.data, isa.loaded.broken
    types: Collection[str] = isa.types.keys() | broken
    classes = {type_.kind for type_ in isa.types.values()}
    rows = classes if data["entries"] == "classes" else types
    columns = {"types": types, "classes": classes, "constants": CONSTANTS}[data["entries"]]
    outcomes = [outcome["name"] for outcome in data["outcomes"]]
    row_noun = "class of types" if data["entries"] == "classes" else "type"
    column_noun = "kind of constants" if data["entries"] == "constants" else row_noun
    for row, cells in data["cells"].items():
        if row not in rows:
            yield record.problem(("cells", row), f"unknown {row_noun} {row!r}{near(row, rows)}")
        for outcome, names_ in cells.items():
            if outcome not in outcomes:
                message = f"the table has no outcome {outcome!r}{near(outcome, outcomes)}"
                yield record.problem(("cells", row, outcome), message)
            for place, name in enumerate(names_):
                if name not in columns:
                    message = f"unknown {column_noun} {name!r}{near(name, columns)}"
                    yield record.problem(("cells", row, outcome, place), message)


def _check_memory_model(isa: Isa) -> Iterator[Problem]:
    """Check that expressions and replacements name sets, relations, orders and axioms that records define."""
    records = isa.records("memory_model")
    classes = {record.data["name"]: record.data["class"] for record in records}
    types = {name: "set" if class_ == "set" else "relation" for name, class_ in classes.items() if class_ in _NAMED}
    for record in records:
        for name in record.data.get("replaces", {}):
            if classes.get(name) not in (*_NAMED, "axiom") and name not in isa.loaded.broken:
                yield record.problem(("replaces", name), f"no record defines {name!r}{near(name, classes)}")
        for steps, text in _expressions(record.data, ()):
            try:
                expression = parse(text)
                unknown = sorted(names(expression) - types.keys() - isa.loaded.broken)
                for name in unknown:
                    yield record.problem(steps, f"no record defines {name!r}{near(name, types)}")
                if types.keys() >= names(expression):
                    type_of(expression, types)
            except ExpressionError as error:
                yield record.problem(steps, str(error))


def _expressions(data: Any, steps: Steps) -> Iterator[tuple[Steps, str]]:
    """Yield every expression below a value, with its place."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        if step in EXPRESSIONS and isinstance(value, str):
            yield (*steps, step), value
        else:
            yield from _expressions(value, (*steps, step))
