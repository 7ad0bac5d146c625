"""Tables whose cells are mostly one paragraph."""

import pytest

from generator.site.tables import RowCell as Cell
from generator.site.tables import is_plain as plain
from generator.site.tables import rows_of


def test_rows_and_cells_are_recognized_by_their_marks():
    lines = ["* - a", "  - b", "    goes on", "", "    second", "* - c", "  -"]
    assert list(rows_of(lines)) == [
        [Cell(0, ["a"]), Cell(1, ["b", "goes on", "", "second"])],
        [Cell(5, ["c"]), Cell(6, [""])],
    ]


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        (["words"], True),
        (["two", "lines", ""], True),
        ([":ptx:form:`add.int`: a link"], True),
        (["``.f16`` first"], True),
        ([""], True),
        (["one", "", "two"], False),
        (["* item"], False),
        (["- item"], False),
        ([".. note::"], False),
        (["1. first"], False),
        ([":Name: value"], False),
    ],
)
def test_only_one_paragraph_of_text_is_plain(text, simple):
    assert plain(text) is simple


def test_no_lines_give_no_rows():
    assert list(rows_of([])) == []
