"""Texts that rows of the database share, by number, in an order in which they fill the pages of the file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

PAGE = 1024
"""Bytes in a page, which the schema sets."""
FIRST = 1000
"""The first number. All numbers in the JSON of records have four digits, so that its length is always the same."""

_WINDOWS = (8, 32, 1)
"""Numbers of candidates for the next row: records, other texts and texts of keys. More candidates fill pages better,
but separate similar texts, so that a wheel compresses them less."""
_EMPTY = PAGE - 8
"""Bytes for rows in an empty page of a table, after its header. Any row fits, since overflow pages hold long texts."""
_LOCAL = PAGE - 35
"""Maximum number of bytes of a row without overflow pages."""
_LEAST = (PAGE - 12) * 32 // 255 - 23
"""Minimum number of bytes of a longer row that are in the page of the table; overflow pages hold the others."""


class Shared(str):
    """A text that many rows repeat: rows have its number in the table ``shared_text``."""


class Body(Shared):
    """A shared text that no key refers to, such as semantics: it may have any number."""


class FormId(str):
    """The id of a form, of which rows have the number."""


class Numbers:
    """The numbers that rows have in place of shared texts, ids of forms, and records, which are dictionaries."""

    def __init__(self, rows: Iterable[object], forms: Mapping[str, int]) -> None:
        self.forms = forms
        texts, others, records = _found(rows)
        self.provisional: dict[str, int] = {text: at for at, text in enumerate((*texts, *others), FIRST)}
        self.records = {self._text(record, self.provisional): record for record in records}
        order = filling(*zip((self.records, others, texts), _WINDOWS, strict=True))
        self.numbers: dict[str, int] = {text: at for at, text in enumerate(order, FIRST)}

    def rows(self) -> Iterator[tuple[int, str]]:
        """The rows of ``shared_text``."""
        for text, at in self.numbers.items():
            yield at, self._text(self.records[text], self.numbers) if text in self.records else text

    def of(self, value: object) -> object:
        """What a row has in place of a value."""
        if isinstance(value, dict):
            return self.numbers[self._text(value, self.provisional)]
        return self._number(value, self.numbers)

    def _text(self, record: dict[str, Any], numbers: Mapping[str, int]) -> str:
        return compact(_changed(record, lambda value: self._number(value, numbers)))

    def _number(self, value: object, numbers: Mapping[str, int]) -> object:
        if isinstance(value, Shared):
            return numbers[value]
        return self.forms[value] if isinstance(value, FormId) else value


def compact(value: object) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def filling(*streams: tuple[Iterable[str], int]) -> Iterator[str]:
    """The texts of all streams in an order in which those that follow each other fill pages.

    A page holds rows by number, and what is left of it stays empty if the next row does not fit. Each stream has the
    number of its next texts from which one may be taken: 1 keeps their order. Earlier streams are tried first.
    """
    left = [([*texts], window) for texts, window in streams]
    space = _EMPTY
    while any(texts for texts, _ in left):
        found = next(_fitting(left, space), None)
        if found is None:
            space = _EMPTY
            found = next(_fitting(left, space))
        texts, at = found
        space -= _size(texts[at])
        yield texts.pop(at)


def _fitting(left: list[tuple[list[str], int]], space: int) -> Iterator[tuple[list[str], int]]:
    """The next texts that fit, each as its list and its place there."""
    for texts, window in left:
        yield from ((texts, at) for at, text in enumerate(texts[:window]) if _size(text) <= space)


def _size(text: str) -> int:
    """Bytes that a row with a text takes in a page of the table, with its place in the directory of the page."""
    length = len(text.encode())
    payload = 2 + _digits(2 * length + 13) + length
    local, chain = payload, 0
    if payload > _LOCAL:
        rest, chain = _LEAST + (payload - _LEAST) % (PAGE - 4), 4
        local = rest if rest <= _LOCAL else _LEAST
    return 2 + _digits(payload) + _digits(FIRST) + local + chain


def _digits(number: int) -> int:
    """Bytes of a positive number as SQLite writes it, seven bits in each."""
    return -(-number.bit_length() // 7)


def _found(rows: Iterable[object]) -> tuple[list[Shared], list[Shared], list[dict[str, Any]]]:
    """The shared texts of keys, the others, and the records.

    Rows come in the order of the numbers in their keys, so that these texts are sorted.
    """
    values = [*rows]
    records = [value for value in values if isinstance(value, dict)]
    texts = {value for value in values if isinstance(value, Shared) and not isinstance(value, Body)}
    others = [*(value for value in values if isinstance(value, Body)), *_inside(records)]
    return sorted(texts), [*dict.fromkeys(text for text in others if text not in texts)], records


def _inside(value: object) -> Iterator[Shared]:
    """The shared texts in a part of a record."""
    if isinstance(value, Shared):
        yield value
    elif isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _inside(one)


def _changed(value: Any, change: Callable[[object], object]) -> Any:
    """Data with each value changed."""
    if isinstance(value, dict):
        return {key: _changed(one, change) for key, one in value.items()}
    if isinstance(value, list):
        return [_changed(one, change) for one in value]
    return change(value)
