"""Decide quickly whether data is valid: a JSON Schema compiled to functions that say yes or no, and nothing else.

The build holds thousands of values against the schemas, and nearly all are valid. Only for the others `schema_errors`
runs the validator that explains what is wrong. Both decide alike, which tests/generator/records/test_schemas.py proves
on every damage that it does to records.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

Check = Callable[[Any], bool]
Schema = Any
"""A part of a JSON Schema: a mapping, or a truth value."""

TYPES: Mapping[str, Check] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "boolean": lambda data: isinstance(data, bool),
    "integer": lambda data: isinstance(data, int) and not isinstance(data, bool),
    "number": lambda data: isinstance(data, int | float) and not isinstance(data, bool),
    "null": lambda data: data is None,
}


def search(pattern: str) -> re.Pattern[str]:
    """Return a pattern of JSON Schema, whose `$` does not match before a last line feed."""
    return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", pattern))


def compiled(name: str, documents: Mapping[str, Schema]) -> Check:
    """Return the decision of the schema document `name`, which may refer to others of `documents`."""
    return _SchemaCompiler(documents).document(name)


class _SchemaCompiler:
    """Compiles schemas of several documents; what two places refer to is compiled once."""

    def __init__(self, documents: Mapping[str, Schema]) -> None:
        self.documents = documents
        self.targets: dict[tuple[str, str], Check] = {}

    def document(self, name: str) -> Check:
        return self.check(self.documents[name], name)

    def check(self, schema: Schema, home: str) -> Check:
        """Return the decision of one part of the document `home`."""
        if isinstance(schema, bool):
            return lambda data: schema
        checks = [KEYWORDS[word](self, schema, home) for word in schema if word not in SILENT]
        return checks[0] if len(checks) == 1 else _all(checks)

    def checks(self, schemas: Sequence[Schema], home: str) -> list[Check]:
        return [self.check(schema, home) for schema in schemas]

    def target(self, reference: str, home: str) -> Check:
        """Return the check of a `$ref`, compiled at its first use because a schema may refer to itself."""
        document, _, pointer = reference.partition("#")
        key = (document or home, pointer)

        def decide(data: Any) -> bool:
            if key not in self.targets:
                schema = self.documents[key[0]]
                for step in pointer.split("/")[1:]:
                    schema = schema[step]
                self.targets[key] = self.check(schema, key[0])
            return self.targets[key](data)

        return decide

    # --- keywords: each makes the decision of one keyword of a schema ---

    def reference(self, schema: Schema, home: str) -> Check:
        return self.target(schema["$ref"], home)

    def type(self, schema: Schema, home: str) -> Check:
        wanted = schema["type"]
        return TYPES[wanted] if isinstance(wanted, str) else _any([TYPES[name] for name in wanted])

    def enum(self, schema: Schema, home: str) -> Check:
        allowed = {_identity(value) for value in schema["enum"]}
        return lambda data: _identity(data) in allowed

    def const(self, schema: Schema, home: str) -> Check:
        allowed = _identity(schema["const"])
        return lambda data: _identity(data) == allowed

    def properties(self, schema: Schema, home: str) -> Check:
        checks = {name: self.check(property_, home) for name, property_ in schema["properties"].items()}
        known = checks.get
        return lambda data: (
            not isinstance(data, dict)
            or all(check(value) for name, value in data.items() if (check := known(name)) is not None)
        )

    def other_properties(self, schema: Schema, home: str) -> Check:
        known, check = frozenset(schema.get("properties", ())), self.check(schema["additionalProperties"], home)
        return lambda data: (
            not isinstance(data, dict) or all(check(value) for name, value in data.items() if name not in known)
        )

    def property_names(self, schema: Schema, home: str) -> Check:
        check = self.check(schema["propertyNames"], home)
        return lambda data: not isinstance(data, dict) or all(map(check, data))

    def required(self, schema: Schema, home: str) -> Check:
        names = frozenset(schema["required"])
        return lambda data: not isinstance(data, dict) or names <= data.keys()

    def dependent_required(self, schema: Schema, home: str) -> Check:
        names = {name: frozenset(others) for name, others in schema["dependentRequired"].items()}
        return lambda data: (
            not isinstance(data, dict) or all(others <= data.keys() for name, others in names.items() if name in data)
        )

    def items(self, schema: Schema, home: str) -> Check:
        check = self.check(schema["items"], home)
        return lambda data: not isinstance(data, list) or all(map(check, data))

    def unique(self, schema: Schema, home: str) -> Check:
        wanted = schema["uniqueItems"]
        return lambda data: not wanted or not isinstance(data, list) or len(set(map(_identity, data))) == len(data)

    def pattern(self, schema: Schema, home: str) -> Check:
        matches = search(schema["pattern"]).search
        return lambda data: not isinstance(data, str) or matches(data) is not None

    def one_of(self, schema: Schema, home: str) -> Check:
        checks = self.checks(schema["oneOf"], home)
        return lambda data: sum(check(data) for check in checks) == 1

    def any_of(self, schema: Schema, home: str) -> Check:
        return _any(self.checks(schema["anyOf"], home))

    def all_of(self, schema: Schema, home: str) -> Check:
        return _all(self.checks(schema["allOf"], home))

    def negated(self, schema: Schema, home: str) -> Check:
        check = self.check(schema["not"], home)
        return lambda data: not check(data)

    def choice(self, schema: Schema, home: str) -> Check:
        test, yes, no = (self.check(schema.get(word, True), home) for word in ("if", "then", "else"))
        return lambda data: yes(data) if test(data) else no(data)

    def maximum(self, schema: Schema, home: str) -> Check:
        most, applies = schema["maximum"], TYPES["number"]
        return lambda data: not applies(data) or data <= most


def _least(
    word: str, sort: str, measure: Callable[[Any], Any], compiler: _SchemaCompiler, schema: Schema, home: str
) -> Check:
    """Return the check of a keyword for the least number, length or count."""
    least, applies = schema[word], TYPES[sort]
    return lambda data: not applies(data) or measure(data) >= least


def itself(data: Any) -> Any:
    """Return data as it is: the measure of a number."""
    return data


SILENT = frozenset({"$schema", "$id", "$defs", "title", "description", "then", "else"})
"""Keywords that decide nothing themselves."""
KEYWORDS: Mapping[str, Callable[[_SchemaCompiler, Schema, str], Check]] = {
    "$ref": _SchemaCompiler.reference,
    "type": _SchemaCompiler.type,
    "enum": _SchemaCompiler.enum,
    "const": _SchemaCompiler.const,
    "properties": _SchemaCompiler.properties,
    "additionalProperties": _SchemaCompiler.other_properties,
    "propertyNames": _SchemaCompiler.property_names,
    "required": _SchemaCompiler.required,
    "dependentRequired": _SchemaCompiler.dependent_required,
    "items": _SchemaCompiler.items,
    "uniqueItems": _SchemaCompiler.unique,
    "pattern": _SchemaCompiler.pattern,
    "oneOf": _SchemaCompiler.one_of,
    "anyOf": _SchemaCompiler.any_of,
    "allOf": _SchemaCompiler.all_of,
    "not": _SchemaCompiler.negated,
    "if": _SchemaCompiler.choice,
    "minimum": partial(_least, "minimum", "number", itself),
    "maximum": _SchemaCompiler.maximum,
    "minLength": partial(_least, "minLength", "string", len),
    "minItems": partial(_least, "minItems", "array", len),
    "minProperties": partial(_least, "minProperties", "object", len),
}


def _all(checks: Sequence[Check]) -> Check:
    return lambda data: all(check(data) for check in checks)


def _any(checks: Sequence[Check]) -> Check:
    return lambda data: any(check(data) for check in checks)


def _identity(data: Any) -> Any:
    """Return a key that is equal for equal JSON values: 1 equals 1.0, but not true."""
    if isinstance(data, list):
        return (list, *map(_identity, data))
    if isinstance(data, dict):
        return (dict, frozenset((name, _identity(value)) for name, value in data.items()))
    return (bool, data) if isinstance(data, bool) else data
