"""The schemas, twice: once as they are, and once as a list of everything that they let pass.

Each record under tests/fixtures/full_records uses every key of its schema. Every value of every record is
damaged in every way below, and the places where damage passes are compared with the reviewed list in
tests/fixtures/what_schemas_permit.txt. So no constraint can be lost from a schema, or be added, unseen.
To write the list again: `python -m tests.generator.records.test_schemas`, then review the difference.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from generator.records.load import FOLDERS, ROOT, check, validate, validator
from generator.records.schema_check import KEYWORDS as DECIDED
from generator.records.schema_check import SILENT
from generator.records.yaml_reader import Located, Steps, read

SCHEMAS = sorted((ROOT / "schema").glob("*.schema.json"))
FULL = {path.stem: read(path) for path in sorted((ROOT / "tests" / "fixtures" / "full_records").glob("*.yaml"))}
NAMES = {
    *("where", "literal_groups", "operands", "registers", "totals", "clauses", "forms", "when", "require", "exclude"),
    *("shared", "defaults"),
    *("given", "flush", "parameters", "let", "variant", "tables", "floors", "lists"),
    *("axes", "geometry", "1d", "encodings"),
}
"""Keys whose mappings have names as keys, which the record chooses."""


def schema(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def subschemas(part: Any, place: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the schema and every schema in it, with the path that leads there."""
    if not isinstance(part, dict):
        return
    yield place, part
    for keyword in ("properties", "$defs"):
        for name, inner in part.get(keyword, {}).items():
            yield from subschemas(inner, f"{place}/{name}")
    for keyword in ("additionalProperties", "propertyNames", "items", "not", "if", "then", "else"):
        yield from subschemas(part.get(keyword), f"{place}/{keyword}")
    for keyword in ("oneOf", "anyOf", "allOf"):
        for index, inner in enumerate(part.get(keyword, ())):
            yield from subschemas(inner, f"{place}/{keyword}{index}")


KEYWORDS = {
    *("$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required"),
    *("additionalProperties", "propertyNames", "items", "enum", "const", "pattern", "minimum", "maximum", "minLength"),
    *(
        "minItems",
        "uniqueItems",
        "minProperties",
        "oneOf",
        "anyOf",
        "allOf",
        "not",
        "if",
        "then",
        "else",
        "dependentRequired",
    ),
}


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_schema_is_a_schema_without_typing_errors(path: Path) -> None:
    """JSON Schema ignores keywords that it does not know, so a mistyped one would guard nothing."""
    jsonschema.Draft202012Validator.check_schema(schema(path))
    assert schema(path)["$id"] == path.name
    assert {keyword for _, part in subschemas(schema(path)) for keyword in part} <= KEYWORDS


def test_fast_check_supports_every_keyword() -> None:
    assert DECIDED.keys() | SILENT == KEYWORDS


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_schema_closes_every_object(path: Path) -> None:
    declared = {place: part for place, part in subschemas(schema(path)) if part.get("type") == "object"}
    assert declared
    assert [place for place, part in declared.items() if "additionalProperties" not in part] == []


def test_schemas_folders_and_full_records_are_of_the_same_kinds() -> None:
    assert {path.name.removesuffix(".schema.json") for path in SCHEMAS} == {*FOLDERS.values(), "common"}
    assert set(FULL) == set(FOLDERS.values())


# Content by place.


def text_of(steps: Steps, record: Located) -> str:
    """Return a place in a schema: `instruction.forms[].operands.*.type`."""
    text = str(record.data["kind"])
    for index, step in enumerate(steps):
        named = named_keys(steps[:index], record)
        text += "[]" if isinstance(step, int) else ".*" if named else f".{step}"
    return text


def named_keys(steps: Steps, record: Located) -> bool:
    """Return True if the keys of the mapping at `steps` are names."""
    clauses_of_form = record.data["kind"] == "evidence" and steps[:1] == ("clauses",) and len(steps) == 2
    return bool(steps) and (steps[-1] in NAMES or clauses_of_form)


def nodes(data: Any, steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Yield every value of a record with its place."""
    yield steps, data
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in children:
        yield from nodes(value, (*steps, step))


def used_keys() -> set[str]:
    return {text_of(steps, record) for record in FULL.values() for steps, _ in nodes(record.data) if steps}


@pytest.mark.parametrize("kind", sorted(FULL))
def test_full_record_is_valid_and_uses_every_key(kind: str) -> None:
    assert validate(FULL[kind], kind) == []
    used = {text.split(".")[-1].rstrip("[]") for text in used_keys()}
    described = {
        name
        for _, part in subschemas(schema(ROOT / "schema" / f"{kind}.schema.json"))
        for name in part.get("properties", ())
    }
    assert described
    assert described <= used


def test_full_records_use_every_shared_key() -> None:
    used = {text.split(".")[-1].rstrip("[]") for text in used_keys()}
    shared = {
        name
        for _, part in subschemas(schema(ROOT / "schema" / "common.schema.json"))
        for name in part.get("properties", ())
    }
    # Names below a condition are those of slots, `any` and `not` among them.
    assert shared - {"any", "not"} <= used


# Damage. Each takes a value and gives a damaged one, or GONE where it does not apply.

GONE = object()
PERMITTED = ROOT / "tests" / "fixtures" / "what_schemas_permit.txt"


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


DAMAGE: dict[str, Callable[[Any], Any]] = {
    "is empty": lambda value: type(value)() if isinstance(value, dict | list | str) and value else GONE,
    "is nothing": lambda value: None,
    "is a mapping of nonsense": lambda value: {"Unheard of": 1.5},
    "is a fraction": lambda value: 7.5,
    "is a truth value": lambda value: True if not isinstance(value, bool) else GONE,
    "is a number": lambda value: 7 if not is_number(value) else GONE,
    "is a text": lambda value: "text" if not isinstance(value, str) else GONE,
    "is a text of another alphabet": lambda value: "¡no!" if isinstance(value, str) else GONE,
    "starts with a blank": lambda value: f" {value}" if isinstance(value, str) else GONE,
    "is zero": lambda value: 0 if is_number(value) else GONE,
    "is negative": lambda value: -9 if is_number(value) else GONE,
    "repeats an item": lambda value: [*value, value[0]] if isinstance(value, list) and value else GONE,
    "has an item of nonsense": lambda value: [*value, {"Unheard of": 1.5}] if isinstance(value, list) else GONE,
}


def with_value(data: Any, steps: Steps, value: Any) -> Any:
    """Return data with a value at a place, or without one for GONE; all that is not on the way there is shared."""
    if not steps:
        return value
    changed = copy.copy(data)
    if len(steps) == 1 and value is GONE:
        del changed[steps[0]]
    else:
        inner = data[steps[0]] if len(steps) > 1 else None
        changed[steps[0]] = with_value(inner, steps[1:], value)
    return changed


def remembering(record: Located) -> Any:
    """Return the validator of a record that does not read undamaged parts of the record again.

    A keyword of a schema depends on its schema and on the value alone. Both are known by identity: schemas and the
    record live as long as the validator.
    """
    parts = {id(part) for _, part in nodes(record.data) if isinstance(part, dict | list)}
    met: set[tuple[str, int, int]] = set()

    def wrap(keyword: str, function: Callable[..., Any]) -> Callable[..., Iterator[Any]]:
        def decide(validator: Any, argument: Any, instance: Any, schema: Any) -> Iterator[Any]:
            key = (keyword, id(schema), id(instance))
            if key in met:
                return
            errors = list(function(validator, argument, instance, schema) or ())
            if not errors and id(instance) in parts:
                met.add(key)
            yield from errors

        return decide

    original = validator(record.data["kind"])
    extended = jsonschema.validators.extend(
        type(original), {keyword: wrap(keyword, function) for keyword, function in type(original).VALIDATORS.items()}
    )
    return extended(original.schema, registry=original._registry)


def permits(record: Located) -> Iterator[str]:
    """Yield damages that the schema of a record accepts: `place: damage`."""
    reference, quick = remembering(record), check(record.data["kind"])

    def passes(steps: Steps, value: Any) -> bool:
        """Return True if the record is still valid with `value` at `steps`, or without a value there."""
        data = with_value(record.data, steps, value)
        valid: bool = reference.is_valid(data)
        assert quick(data) == valid, f"the quick decision is not that of the validator: {steps}, {value!r}"
        return valid

    for steps, value in nodes(record.data):
        place, fixed = text_of(steps, record), not named_keys(steps, record)
        if isinstance(value, dict) and fixed and passes((*steps, "intruder"), 1):
            yield f"{place}: has an unknown key"
        if steps and isinstance(steps[-1], str) and not named_keys(steps[:-1], record) and passes(steps, GONE):
            yield f"{place}: is missing"
        for name, damage in DAMAGE.items():
            damaged = damage(value)
            if damaged is not GONE and passes(steps, damaged):
                yield f"{place}: {name}"


@pytest.mark.parametrize("kind", sorted(FULL))
def test_schema_permits_the_listed_keys(kind: str) -> None:
    listed = [line for line in PERMITTED.read_text(encoding="utf-8").splitlines() if line.startswith(f"{kind}.")]
    assert listed
    assert sorted(set(permits(FULL[kind]))) == listed


def test_list_of_permitted_keys_is_complete() -> None:
    lines = PERMITTED.read_text(encoding="utf-8").splitlines()
    assert {line.split(".")[0] for line in lines} == set(FULL)
    assert lines == sorted(set(lines))


if __name__ == "__main__":
    permitted = sorted({line for record in FULL.values() for line in permits(record)})
    PERMITTED.write_text("\n".join(permitted) + "\n", encoding="utf-8")
