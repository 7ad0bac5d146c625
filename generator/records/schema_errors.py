"""Check data against a JSON Schema, more strictly than Python compares, with each error at its key or value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import jsonschema

from generator.records.problems import Problem, near
from generator.records.schema_check import search
from generator.records.yaml_reader import Located, Steps

MAX_MESSAGE = 300
"""Characters of a message; jsonschema quotes the whole value."""


def check_pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[jsonschema.ValidationError]:
    """Yield the error of a text that does not match a pattern."""
    if isinstance(instance, str) and not search(pattern).search(instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def integer(checker: Any, instance: Any) -> bool:
    """Return True for an integer; unlike in JSON Schema, 32.0 is none."""
    return isinstance(instance, int) and not isinstance(instance, bool)


_extend: Any = jsonschema.validators.extend
StrictValidator: Any = _extend(
    jsonschema.Draft202012Validator,
    {"pattern": check_pattern},
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", integer),
)


def explain(record: Located, error: jsonschema.ValidationError) -> Iterator[Problem]:
    """Yield the problems of one error of a validator, each at the offending key or value."""
    # The error of the anyOf/oneOf branch that matched furthest; a branch of another type ranks last.
    while error.context and not _alternatives(error):
        error = max(error.context, key=lambda branch: (len(branch.absolute_path), branch.validator != "type"))
    steps: Steps = tuple(error.absolute_path)
    instance: Any = error.instance
    if error.validator == "additionalProperties" and isinstance(instance, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        for key in cast(Any, error.instance):
            if key not in known:
                yield record.problem((*steps, key), f"unknown key {key!r}{near(str(key), known)}")
    elif not _alternatives(error) or isinstance(instance, dict):  # for other types, the type is the mistake
        where = "/".join(str(step) for step in steps) or "record"
        place = (*steps, instance) if "propertyNames" in error.absolute_schema_path else steps
        message = str(error.message)
        if keys := _alternatives(error):
            given = [key for key in keys if key in instance]
            count = "exactly" if error.validator == "oneOf" else "at least"
            message = f"needs {count} one of {', '.join(keys)}, but has {' and '.join(given) or 'none'}"
        shortened = message if len(message) <= MAX_MESSAGE else message[: MAX_MESSAGE - 1] + "…"
        yield record.problem(place, f"{where}: {shortened}")


def _alternatives(error: jsonschema.ValidationError) -> list[str]:
    """Return the keys between which an anyOf/oneOf chooses, where it does nothing else."""
    branches: Any = error.validator_value if error.validator in ("anyOf", "oneOf") else []
    return [branch["required"][0] for branch in branches if set(branch) == {"required"}]
