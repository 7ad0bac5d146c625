"""Full-text search: exact names first, then keywords, then words; in each group, instructions precede errata.

Words are compared by their stems: "multiplies" finds "multiply".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ptxisa.isa.representation import bounded_repr
from ptxisa.query.lookup import RecordSource, lookup

KINDS = (
    ("instruction",),
    ("special_register", "directive"),
    ("state_space", "type", "attribute", "pragma"),
    ("target", "version", "toolkit", "compute_capability", "descriptor"),
    ("modifier",),
    (),
    ("code", "assembler_message"),
    ("rule", "target_note", "document"),
    ("erratum", "measurement"),
)
"""Kinds of records in the order of results; the empty group means all kinds that are not listed."""
BETWEEN = "•"
"""Separator of keywords in the index, so that a query can match a whole keyword."""

_WEIGHTS = "bm25(1.0, 1.0, 10.0, 5.0, 8.0)"
"""Weights of body, kind, name, summary and keywords in the score of a match."""
_STRONG = "{name summary keywords}"
_ANYWHERE = "{kind name summary keywords body}"
_MATCHING = (
    "WITH match AS (SELECT rowid AS id, rank AS score, '' AS excerpt FROM search"
    f" WHERE search MATCH ?1 AND rank MATCH '{_WEIGHTS}')"
    " SELECT kind, name, summary, excerpt FROM"
    " (SELECT coalesce(record.kind, 'code') AS kind, coalesce(record.name, code) AS name,"
    " coalesce(record.summary, meaning) AS summary, excerpt, score FROM match"
    " LEFT JOIN record ON record.id = match.id LEFT JOIN diagnostic ON diagnostic.id = match.id)"
    " WHERE ?2 IS NULL OR kind = ?2 ORDER BY score, name"
)
SIGILS = frozenset('.%"@')
"""First characters of names that are spelled as in PTX."""
SMALL = frozenset(
    word
    for line in (
        "a an and are as at be by can do does emit for from get how i in is it may my need of on or ptx should that",
        "the there this to use what when which who why with instruction intrinsic",
    )
    for word in line.split()
)
"""Words of questions that are not about any record."""


@bounded_repr
class Hit(NamedTuple):
    """A result of a search; the excerpt has the words in brackets."""

    kind: str
    name: str
    summary: str
    excerpt: str


def rank(kind: str) -> int:
    """Return the position of a kind in the order of results."""
    positions = {name: position for position, group in enumerate(KINDS) for name in group}
    return positions.get(kind, KINDS.index(()))


def search(database: RecordSource, text: str, limit: int = 20, kind: str | None = None) -> list[Hit]:
    """Return the records that `text` names, then those with its words.

    Args:
        database: The database to search.
        text: A name, or any words.
        limit: Largest number of results.
        kind: Kind of the results, all kinds if None.
    """
    hits: dict[tuple[str, str, str], Hit] = {}
    for hit in _ordered(database, text, kind, limit):
        hits.setdefault((hit.kind, hit.name, hit.summary), hit)
        if len(hits) == limit:
            break
    return list(hits.values())


def _ordered(database: RecordSource, text: str, kind: str | None, limit: int) -> Iterator[Hit]:
    """Yield hits by name, by keyword and by words; a hit may be repeated."""
    named = _named(database, text, kind)
    # Names of modifiers, operators and rules are often plain words ("add", "shared"): unless the text is spelled as in
    # PTX, records with the whole keyword are more likely.
    spelled = text.strip()[:1] in SIGILS
    yield from (hit for hit in named if spelled or rank(hit.kind) < rank("modifier"))

    words = "".join(character if character.isalnum() or character == "_" else " " for character in text).split()
    telling = [word for word in words if word.lower() not in SMALL] or words
    queries = [query for some in (words, telling) for query in _keyword_queries(some)]
    by_keyword = [hit for query in queries for hit in _matching(database, query, kind, limit)]
    yield from sorted(by_keyword, key=lambda hit: rank(hit.kind) > rank("modifier"))
    yield from named

    by_words = False
    for query in _word_queries(telling):
        for hit in _matching(database, query, kind, limit):
            by_words = True
            yield hit
    if telling and not by_words:
        # No record has every word: rank those with the most.
        yield from _matching(database, _joined(telling, " OR ", _STRONG), kind, limit)


def _named(database: RecordSource, text: str, kind: str | None) -> list[Hit]:
    """Return the records and diagnostics with the whole text as a name."""
    name = text.strip()
    if not name.isprintable():
        return []
    # A mnemonic names all of its instructions; the one of that name, or with that keyword, comes first.
    records = sorted(
        lookup(database, name).records,
        key=lambda record: (record["name"] != name, name not in record.get("keywords", ())),
    )
    hits = [Hit(record["kind"], record["name"], record.get("summary", ""), "") for record in records]
    codes = database.sql("SELECT code, meaning FROM diagnostic WHERE code = ?", ("-".join(name.split()),))
    hits += [Hit("code", code, meaning, "") for code, meaning in codes]
    return sorted((hit for hit in hits if kind in (None, hit.kind)), key=lambda hit: rank(hit.kind))


def _matching(database: RecordSource, query: str, kind: str | None, limit: int) -> list[Hit]:
    """Return the matches of a query of SQLite's full-text search: by rank of their kinds, then best first."""
    hits = [Hit(*row) for row in database.sql(_MATCHING, (query, kind))]
    return sorted(hits, key=lambda hit: rank(hit.kind))[:limit]


def _keyword_queries(words: Sequence[str]) -> Iterator[str]:
    """Yield queries for the words as a whole keyword: the first of a record, which is its usual name, then any."""
    if words:
        phrase = f'"{BETWEEN} {" ".join(words)} {BETWEEN}"'
        yield f"keywords : ^ {phrase}"
        yield f"keywords : {phrase}"


def _word_queries(words: Sequence[str]) -> Iterator[str]:
    """Yield queries for all words, narrowest first: as a phrase, whole, as prefixes; then anywhere in a record."""
    if words:
        yield f'{_STRONG} : "{" ".join(words)}"'
        for columns in (_STRONG, _ANYWHERE):
            yield _joined(words, " AND ", columns)
            yield _joined(words, " AND ", columns, "*")


def _joined(words: Iterable[str], operator: str, columns: str, end: str = "") -> str:
    terms = operator.join(f'"{word}"{end}' for word in words)
    return f"{columns} : ({terms})"
