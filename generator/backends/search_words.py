"""The words of records for full-text search: each once, since how often a record repeats a word says nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from generator.records.load import ROOT
from ptxisa.query.search import SMALL

ELSEWHERE = frozenset({"kind", "name", "summary", "keywords", "cuda"})
"""Keys that have columns of their own in the index."""
LEFT_OUT = frozenset({"sources", "tables", "clauses", "valid", "invalid"})
"""Parts of records without words to search for: sections, tables of combinations, evidence and test modules."""
_WORD = re.compile(r"[^\W\d]\w*|\d\w+")


def words(data: Mapping[str, Any]) -> str:
    """Return every word of a record once, except those of its other columns and single digits.

    The names of its facets are words, too, such as the drivers of a CUDA release. Words that a search leaves out of
    questions need no index.
    """
    content = {key: list(_texts(value)) for key, value in data.items() if key not in ELSEWHERE | LEFT_OUT}
    every = distinct(text for key, texts in content.items() if texts for text in (key, *texts))
    return " ".join(word for word in every if word not in SMALL)


def distinct(texts: Iterable[str]) -> Iterator[str]:
    """Yield the words of some texts, in lower case and each once."""
    return iter(dict.fromkeys(word for text in texts for word in _WORD.findall(text.lower())))


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts of a value, and the keys that are content: those that no schema has."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in schema_keys():
                yield key
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif not isinstance(value, bool) and value is not None:
        yield str(value)


@cache
def schema_keys() -> frozenset[str]:
    """Return the keys that schemas name."""
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "schema").glob("*.schema.json")]
    return frozenset(key for schema in schemas for key in _properties(schema))


def _properties(schema: Any) -> Iterator[str]:
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key == "properties":
            yield from value
        for part in value if isinstance(value, list) else [value]:
            yield from _properties(part)
