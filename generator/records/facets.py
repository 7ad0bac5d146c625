"""The order of keys: that of the schema, in every record, so that two read alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.records.problems import Problem
from generator.records.yaml_reader import Located, Steps

Schema = Mapping[str, Any]


def misplaced(record: Located, kind: Schema, common: Schema) -> Iterator[Problem]:
    """Yield the first key out of order of a valid record, and of each form and shared block of an instruction."""
    yield from _misplaced(record, (), record.data, list(kind["properties"]))
    if record.data["kind"] == "instruction":
        order = list(common["$defs"]["form"]["properties"])
        for name, block in record.data.get("shared", {}).items():
            yield from _misplaced(record, ("shared", name), block, order)
        for index, form in enumerate(record.data["forms"]):
            yield from _misplaced(record, ("forms", index), form, order)


def _misplaced(record: Located, steps: Steps, keys: Mapping[str, Any], order: Sequence[str]) -> Iterator[Problem]:
    wanted = sorted(keys, key=order.index)
    for key, expected in zip(keys, wanted, strict=True):
        if key != expected:
            yield record.problem((*steps, key), f"key {key!r} comes too early; the order is {', '.join(wanted)}")
            return
