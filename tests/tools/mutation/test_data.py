"""Faults in single values of records: numbers, choices, versions and targets, but no words for readers."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tools.mutation.data import ValueFault, other_values, values_of, with_fault

RECORD = """# the schema
kind: directive
name: made
arguments:
  - {name: n, kind: integer, max: 8, summary: A number.}
availability:
  - {id: base, ptx: "9.0", target: sm_80+}
"""


def test_faults_are_in_values_that_programs_read() -> None:
    places = [place for place, _ in values_of(yaml.safe_load(RECORD))]
    assert ("arguments", 0, "max") in places
    assert ("availability", 0, "target") in places
    assert not any({"name", "kind", "summary"} & set(place) for place in places)


@pytest.mark.parametrize(
    ("value", "choices", "others"),
    [
        (8, [], [9]),
        (True, [], [False]),
        ([1, 2, 3], [], [[1, 2]]),
        ([1], [], []),
        ("9.0", [], ["9.1"]),
        ("sm_80+", [], ["sm_82+"]),
        ("b", ["a", "b"], ["a"]),
        ("of two words", ["a", "of two words"], []),
    ],
)
def test_values_have_neighboring_values_as_faults(value: Any, choices: list[str], others: list[Any]) -> None:
    assert list(other_values(value, choices)) == others


def test_one_value_is_changed() -> None:
    text = with_fault(RECORD, ValueFault("directives", "made.yaml", ("arguments", 0, "max"), 9))
    assert text.startswith("# the schema\n")
    assert yaml.safe_load(text) == yaml.safe_load(RECORD.replace("max: 8", "max: 9"))
