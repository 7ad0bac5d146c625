"""Tables of notebooks: how many rows they show."""

from __future__ import annotations

import pytest

from ptxisa.isa.html import LONGEST, Html, paragraph, table


@pytest.mark.parametrize(
    ("count", "rest"),
    [
        (0, ""),
        (LONGEST - 1, ""),
        (LONGEST, ""),
        (LONGEST + 1, "<p>1 more</p>"),
        (LONGEST + 2000, "<p>2,000 more</p>"),
    ],
)
def test_long_tables_say_how_many_rows_are_left_out(count: int, rest: str) -> None:
    found = table(["n"], ([str(number)] for number in range(count)))
    assert found.count("<td") == min(count, LONGEST)
    assert found.partition("</table>")[2] == rest


def test_texts_are_escaped_and_html_is_taken_as_it_is() -> None:
    assert paragraph("<a>``b``", Html("<b>``c``</b>")) == "<p>&lt;a&gt;b <b>``c``</b></p>"
