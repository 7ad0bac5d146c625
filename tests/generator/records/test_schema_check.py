"""Keywords of JSON Schema, decided quickly."""

from __future__ import annotations

from typing import Any

import pytest

from generator.records.schema_check import compiled


@pytest.mark.parametrize(
    ("schema", "valid", "invalid"),
    [
        ({"minimum": 2}, [2, 3, 2.5, "", True, None], [1, 1.5, -3]),
        ({"maximum": 2}, [2, 1, -3, "xxx", True, [1, 2, 3]], [3, 2.5]),
        ({"minLength": 2}, ["ab", "abc", 1, ["a"]], ["a", ""]),
        ({"minItems": 2}, [[1, 2], [1, 2, 3], "a", {}], [[1], []]),
        ({"minProperties": 1}, [{"a": 1}, {"a": 1, "b": 2}, [], ""], [{}]),
    ],
)
def test_bounds_are_those_of_the_values_of_a_type(schema: Any, valid: list[Any], invalid: list[Any]) -> None:
    check = compiled("bounds", {"bounds": schema})
    assert [check(value) for value in valid] == [True] * len(valid)
    assert [check(value) for value in invalid] == [False] * len(invalid)


@pytest.mark.parametrize("schema", [{}, {"title": "anything"}, True])
def test_a_schema_without_conditions_accepts_any_value(schema: Any) -> None:
    check = compiled("anything", {"anything": schema})
    assert [check(value) for value in (None, 1, "", [], {})] == [True] * 5
