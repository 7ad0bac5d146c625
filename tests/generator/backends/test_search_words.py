"""The words by which full-text search finds a record."""

from __future__ import annotations

from generator.backends.search_words import distinct, schema_keys, words


def test_a_word_is_indexed_once() -> None:
    data = {"notes": ["A carry is a Carry.", "The carry flag"], "forms": [{"syntax": "addc d, a"}]}
    assert words(data).split() == ["notes", "carry", "flag", "forms", "addc", "d"]


def test_names_of_facets_and_names_that_records_give_are_words_and_other_keys_are_not() -> None:
    assert {"summary", "operands", "availability", "where"} <= schema_keys()
    data = {"facts": [{"values": {"warp_size": 32}}], "forms": [{"availability": "never"}]}
    assert words(data).split() == ["facts", "warp_size", "32", "forms", "never"]


def test_columns_and_empty_values_are_left_out() -> None:
    own = {"kind": "instruction", "name": "popc", "summary": "Count.", "keywords": ["population count"], "cuda": []}
    silent = {"sources": [{"document": "manual"}], "tables": {"t": ["x"]}, "valid": ["mov"], "invalid": ["ret"]}
    assert words({**own, **silent, "documented": False, "notes": None}) == ""


def test_single_digits_are_not_words() -> None:
    assert list(distinct(["128x128b 8.7 64 x4 7"])) == ["128x128b", "64", "x4"]
