"""Texts that rows share: what stands for them, and in which order they fill pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.backends.shared_texts import FIRST, PAGE, FormId, Numbers, Shared, _size, filling

LENGTHS = st.lists(st.integers(0, 5 * PAGE), max_size=60)


def test_rows_have_numbers_of_texts_forms_and_records() -> None:
    record = {"forms": [FormId("add.int")], "operands": [Shared("a"), Shared("inside")], "name": "add"}
    numbers = Numbers([Shared("b"), record, Shared("a"), "a"], {"add.int": 7})
    texts: dict[object, str] = dict(numbers.rows())
    assert numbers.of("a") == "a"
    assert numbers.of(FormId("add.int")) == 7
    assert texts[numbers.of(Shared("a"))] == "a"
    inside = next(at for at, text in texts.items() if text == "inside")
    assert texts[numbers.of(record)] == f'{{"forms":[7],"operands":[{numbers.of(Shared("a"))},{inside}],"name":"add"}}'


def test_texts_of_rows_keep_their_order() -> None:
    words = [Shared(f"word {at:04}" * (at % 7 + 1)) for at in range(300)]
    numbers = Numbers([*words, {"text": "x" * 700}, {"text": "y" * 3000}], {})
    assert [text for _, text in numbers.rows() if text in words] == sorted(words)
    assert min(at for at, _ in numbers.rows()) == FIRST


@given(LENGTHS, LENGTHS)
def test_every_text_is_there_once(some: list[int], others: list[int]) -> None:
    first, second = (["x" * length for length in lengths] for lengths in (some, others))
    assert sorted(filling((first, 8), (second, 1))) == sorted(first + second)


def test_an_order_that_fills_pages_makes_a_file_smaller() -> None:
    long, short = [f"{at:0600}" for at in range(100)], [f"{at:0190}" for at in range(200)]
    assert _pages(filling((long, 8), (short, 1))) < 105
    assert _pages(long + short) > 130


def _pages(texts: Iterable[str]) -> int:
    """Pages of a database that has the texts, less its schema."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(f"PRAGMA page_size = {PAGE}; CREATE TABLE one (id INTEGER PRIMARY KEY, text TEXT)")
    connection.executemany("INSERT INTO one VALUES (?, ?)", enumerate(texts, FIRST))
    (found,) = connection.execute("PRAGMA page_count").fetchone()
    return int(found) - 1


@pytest.mark.parametrize(
    ("length", "size"),
    [(0, 8), (57, 65), (58, 67), (123, 132), (124, 134), (985, 995), (986, 113), (2000, 994), (2005, 999),
     (2006, 113), (16378, 113), (16379, 114)],
)  # fmt: skip
def test_a_row_takes_what_sqlite_writes_into_its_page(length: int, size: int) -> None:
    """Two bytes of the directory, the lengths of row, number and text in groups of seven bits, and the text.

    A row of more than 989 bytes leaves in the page 103 and what fills no overflow page, up to 989, and a number.
    """
    assert _size("x" * length) == size


def test_a_row_takes_the_bytes_of_its_characters() -> None:
    assert _size("\u00e4" * 29) == _size("x" * 58)


@pytest.mark.parametrize(("length", "order"), [(13, "aba"), (14, "aab")])
def test_a_page_may_be_filled_to_its_last_byte(length: int, order: str) -> None:
    """985 characters take 995 of 1016 bytes and 13 take 21; another long text needs a page of its own."""
    assert [text[0] for text in filling((["a" * 985, "a" * 985], 1), (["b" * length], 1))] == [*order]
