"""Texts that rows share: what stands for them, and in which order they fill pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from generator.backends.shared_texts import FIRST, PAGE, FormId, Numbers, Shared, filling

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
