"""Tuple classes are as those of `typing`, and are made without its cost."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

import ptxisa
from ptxisa.isa.tuples import NamedTuple


class Point(NamedTuple):
    """A point."""

    x: int
    y: tuple[Point, ...] | None = None
    label: str = "p"

    @property
    def twice(self) -> int:
        return 2 * self.x

    def moved(self, by: int) -> Point:
        return self._replace(x=self.x + by)


def test_fields_defaults_and_methods() -> None:
    point = Point(3)
    assert point == (3, None, "p")
    assert Point._fields == ("x", "y", "label")
    assert Point._field_defaults == {"y": None, "label": "p"}
    assert (point.twice, point.moved(2).x) == (6, 5)
    assert repr(point) == "Point(x=3, y=None, label='p')"
    assert Point.__doc__ == "A point."


def test_a_field_that_lacks_is_an_error() -> None:
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]


def test_instances_are_matched_copied_and_pickled() -> None:
    point = Point(3, label="q")
    match point:
        case Point(x, _, label):
            assert (x, label) == (3, "q")
    assert pickle.loads(pickle.dumps(point)) == copy.deepcopy(point) == point


@pytest.mark.parametrize("package", ["check", "isa", "syntax"])
def test_what_a_check_imports_makes_no_tuple_classes_slowly(package: str) -> None:
    modules = [path for path in (Path(ptxisa.__file__).parent / package).glob("*.py") if path.name != "tuples.py"]
    slow = re.compile(r"^from typing import .*\bNamedTuple\b", re.MULTILINE)
    assert [path for path in modules if slow.search(path.read_text(encoding="utf-8"))] == []
