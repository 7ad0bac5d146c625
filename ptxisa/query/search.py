"""Full-text search: exact names first, then keywords, then words, each with instructions before errata.

Words are compared by their stems, so that "multiplies" finds "multiply".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from ptxisa.isa.brief import bounded_repr
from ptxisa.query.lookup import Found

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
"""Kinds of records in the order in which results are listed; those that are not named are at the empty place."""
BETWEEN = "•"
"""Stands around each keyword, so that a whole keyword can be searched for."""

WEIGHTS = "bm25(1.0, 1.0, 10.0, 5.0, 8.0)"
"""How well a record matches: its name counts most, then its keywords and its summary."""
_STRONG = "{name summary keywords}"
_ANYWHERE = "{kind name summary keywords body}"
SIGILS = frozenset('.%"@')
"""How names begin that are spelled as in PTX."""
SMALL = frozenset(
    word
    for line in (
        "a an and are as at be by can do does emit for from get how i in is it may my need of on or ptx should that",
        "the there this to use what when which who why with instruction intrinsic",
    )
    for word in line.split()
)
"""Words of questions that no record is about."""


@bounded_repr
class Hit(NamedTuple):
    """One result, best first; the excerpt has the words in brackets."""

    kind: str
    name: str
    summary: str
    excerpt: str


class Records(Protocol):
    """What a search asks of `ptxisa.query.database.Database`."""

    def matching(self, query: str, kind: str | None, limit: int) -> list[Hit]: ...
    def codes(self, name: str) -> list[Hit]: ...
    def lookup(self, name: str) -> Found: ...


def rank(kind: str) -> int:
    """The place of a kind in the order of results."""
    places = {one: place for place, some in enumerate(KINDS) for one in some}
    return places.get(kind, KINDS.index(()))


def search(database: Records, text: str, limit: int = 20, kind: str | None = None) -> list[Hit]:
    """Records that `text` names, then those that have its words."""
    found: dict[tuple[str, str, str], Hit] = {}
    for hit in _every(database, text, kind, limit):
        found.setdefault((hit.kind, hit.name, hit.summary), hit)
        if len(found) == limit:
            break
    return list(found.values())


def _every(database: Records, text: str, kind: str | None, limit: int) -> Iterator[Hit]:
    """Names lead; those of modifiers, operators and rules come after keywords unless they are spelled as in PTX."""
    named = _named(database, text, kind)
    spelled = text.strip()[:1] in SIGILS
    yield from (hit for hit in named if spelled or rank(hit.kind) < rank("modifier"))
    words = _words(text)
    queries = (*_keywords(words), *_keywords(_telling(words)))
    called = [hit for query in queries for hit in database.matching(query, kind, limit)]
    yield from sorted(called, key=lambda hit: rank(hit.kind) > rank("modifier"))
    yield from named
    yield from _worded(database, _telling(words), kind, limit)


def _worded(database: Records, words: Sequence[str], kind: str | None, limit: int) -> Iterator[Hit]:
    """What has every word; where nothing has, what has most of them."""
    found = False
    for query in _phrases(words):
        for hit in database.matching(query, kind, limit):
            found = True
            yield hit
    if not found and words:
        yield from database.matching(_joined(words, " OR ", _STRONG), kind, limit)


def _named(database: Records, text: str, kind: str | None) -> list[Hit]:
    """What the whole text is the name of."""
    name = text.strip()
    if not name.isprintable():
        return []
    records = database.lookup(name).records
    # A mnemonic names all of its instructions: the one of that name, or that is known by it, leads.
    leading = sorted(records, key=lambda one: (one["name"] != name, name not in one.get("keywords", ())))
    found = [Hit(one["kind"], one["name"], one.get("summary", ""), "") for one in leading]
    found += database.codes("-".join(name.split()))
    return sorted((one for one in found if kind in (None, one.kind)), key=lambda one: rank(one.kind))


def _words(text: str) -> list[str]:
    return "".join(one if one.isalnum() or one == "_" else " " for one in text).split()


def _telling(words: Sequence[str]) -> Sequence[str]:
    """The words but for those that questions are made of, unless there are no others."""
    return [word for word in words if word.lower() not in SMALL] or words


def _keywords(words: Sequence[str]) -> Iterator[str]:
    """Queries for a whole keyword: the first of a record, which is its usual name, then any."""
    if words:
        phrase = f'"{BETWEEN} {" ".join(words)} {BETWEEN}"'
        yield f"keywords : ^ {phrase}"
        yield f"keywords : {phrase}"


def _phrases(words: Sequence[str]) -> Iterator[str]:
    """Queries from the narrowest to the widest: words of names, summaries and keywords, then words anywhere."""
    if words:
        phrase = " ".join(words)
        yield f'{_STRONG} : "{phrase}"'
        for within in (_STRONG, _ANYWHERE):
            yield _joined(words, " AND ", within)
            yield _joined(words, " AND ", within, "*")


def _joined(words: Iterable[str], by: str, columns: str, end: str = "") -> str:
    wanted = by.join(f'"{word}"{end}' for word in words)
    return f"{columns} : ({wanted})"


def hits(rows: Iterable[Sequence[Any]]) -> list[Hit]:
    """Rows of a query as results, in the order of their kinds."""
    return sorted((Hit(*row) for row in rows), key=lambda one: rank(one.kind))
