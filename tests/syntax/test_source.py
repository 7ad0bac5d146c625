"""Lines, columns and decoding."""

from __future__ import annotations

import pytest

from ptxisa.syntax.source import Source, decode, undecoded_byte


@pytest.mark.parametrize(
    ("offset", "position"), [(0, (1, 1)), (1, (1, 2)), (2, (1, 3)), (3, (2, 1)), (4, (3, 1)), (6, (3, 3))]
)
def test_positions_count_lines_and_columns_from_one(offset: int, position: tuple[int, int]) -> None:
    assert Source("ab\n\ncd").position(offset) == position


def test_columns_count_characters_not_bytes() -> None:
    assert Source("éé x".encode()).position(3) == (1, 4)


def test_an_undecodable_byte_keeps_its_place() -> None:
    text = decode(b"a\xffb")
    assert len(text) == 3
    assert [undecoded_byte(character) for character in text] == [None, 0xFF, None]


@pytest.mark.parametrize(
    "text", ["", "\n", "a" * 10_000, "\n" * 10_000, "ab\n" * 5_000, "a" * 4095 + "\n" + "b" * 4096]
)
def test_positions_over_long_texts(text: str) -> None:
    source = Source(text)
    line, column = 1, 1
    for offset in range(len(text) + 1):
        assert source.position(offset) == (line, column)
        line, column = (line + 1, 1) if text[offset : offset + 1] == "\n" else (line, column + 1)
