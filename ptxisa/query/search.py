"""Search over everything that has a name or a page: records, diagnostics, pages of the guide, terms and questions.

    search(load_index(), "fast exp")[0].name            # "ex2"
    search(load_index(), "ld.global.nc.v4")[0].name     # "ld.global.nc"

A query is code, words, or both. Code is a name (`__ldg`, `%tid.x`, `.maxnreg`) or an opcode, of which the longest
prefix that some form can have decides. Words are compared by their stems; results are ranked by the words that they
match, each weighted by its rarity and by where it occurs. Terms of the glossary provide synonyms.

`docs/_static/ptx-find.js` is the same algorithm for browsers, on the same index; a test compares the results.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ptxisa.isa.representation import bounded_repr

KINDS = (
    ("instruction",),
    ("special_register", "directive"),
    ("state_space", "type", "attribute", "pragma"),
    ("target", "version", "toolkit", "compute_capability", "descriptor"),
    ("page", "term"),
    ("modifier",),
    (),
    ("code", "assembler_message"),
    ("question", "rule", "target_note", "document"),
    ("erratum", "measurement"),
)
"""Kinds of results in the order of their importance; the empty group means all kinds that are not listed."""
# The questions of `tests/query/*questions.yaml`, each with the results that it must have, test the numbers below. A
# change of one of them needs the same change in `docs/_static/ptx-find.js`.
_STEP = 0.03
"""Part of the score that each group of `KINDS` loses against the group before."""
SIGILS = frozenset('.%"@')
"""First characters of names that are spelled as in PTX."""
SMALL = frozenset(
    word
    for line in (
        "a an and are as at be by can do does emit for from get how i in is it its may me my need of on one or ptx",
        "should that the there this to use using what when where which who why will with instruction",
        "intrinsic equivalent vs versus am has have sm support supports supported make makes made only would want you",
    )
    for word in line.split()
)
"""Words of questions that are not about any result."""
_ENDINGS = (
    "izations", "ization", "ations", "ation", "ating", "ated", "ates", "ate", "ings", "ing", "ions", "ion", "ers", "er",
    "ied", "ies", "ed", "es", "ly", "al", "s", "e", "y",
)  # fmt: skip
"""Endings that a stem lacks, longest first."""
_STEM = 3
"""Least number of letters of a stem."""
_LONGEST = 24
"""Words of a query that count; more are not a question."""
_CODE = re.compile(r"[%.]?[A-Za-z_$][\w$]*(?:(?:::|\.)\w+)*", re.ASCII)
_LOOKS_LIKE_CODE = re.compile(r"^[%.]|::|\.\w|_\w|[a-z][A-Z]")
_QUOTED = re.compile(r'"\w+"')
_MESSAGE = re.compile(r"(?:\w+\W+){2}.*'[^']*\w'|'[^']*\w'(?:\W+\w+){2}", re.DOTALL)
"""Words and a name in quotes: a message of a tool, whose words decide and not the names in it."""
_GUARD = re.compile(r"^\s*@!?[%\w]+\s+")
_ELEMENT = re.compile(r"\.[xyzw]$")
_QUALIFIED = re.compile(r"(?:\w+::)+\w+", re.ASCII)
_WORD = re.compile(r"\d+(?:[.:]\d+)+|[^\W_]\w*|_+\w+", re.ASCII)
_NAMESPACES = re.compile(
    r"\b(?:(?:arch|cg|cooperative_groups|cuda|cute|cutlass|detail|nvcuda|ptx|std)::)+", re.IGNORECASE
)
"""Namespaces of libraries, which say nothing about a name in them. Words before `::` in PTX, such as `shared`, do."""
_TEMPLATE_ARGUMENTS = re.compile(r"(?<=\w)<[\w, :]*>")
_CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")
_SHAPE = re.compile(r"(\d+)x(\d+)x(\d+)")
"""A shape as CUTLASS writes it; PTX has `m16n8k16` for `16x8x16`."""
LONGEST_NAME = 100
SHORTEST_PREFIX = 7
"""Letters that a family of names, such as `sm90_64x*`, has in common at least."""
ASIDE = 0.15
"""Weight up to which a word occurs only in passing."""
RARE = 3.5
"""Rarity from which a plain word that is a name, such as ldmatrix, means the record of that name."""
WHOLE = 1.9
"""Score of a result with the whole query as a phrase."""
NAMED, OPCODE, SYNONYM, PREFIX, ABBREVIATED = 3.0, 2.0, 0.7, 0.8, 0.5
"""Scores of a result by name and by opcode; weights of a synonym, and of a longer word for an unknown and for a known
word."""


@bounded_repr
class Hit(NamedTuple):
    """Result of a search.

    `kind` is the kind of a record, or "code" for a diagnostic, "page" for a page of the documentation and "question"
    for a question of the cookbook. `page` is the name of the page in the documentation.
    """

    kind: str
    name: str
    summary: str
    page: str


class SearchIndex(NamedTuple):
    """Index that the generator writes.

    Attributes:
        results: Kind, name, summary, page and title of each result; its place is its number.
        names: Results with exactly a name.
        phrases: Results with a phrase, given by its stems, with weights.
        words: Rarity of a stem, and the results with it by weight.
        synonyms: Phrases with the meaning of a phrase.
        opcodes: Forms of a mnemonic as result, form and modifiers.
    """

    results: Sequence[Sequence[str]]
    names: Mapping[str, Sequence[int]]
    phrases: Mapping[str, Sequence[tuple[int, float]]]
    words: Mapping[str, tuple[float, Sequence[tuple[float, Sequence[int]]]]]
    synonyms: Mapping[str, Sequence[str]]
    opcodes: Mapping[str, Sequence[tuple[int, str, Sequence[str]]]]


INDEX_FILE = "search_index.json"


@cache
def load_index() -> SearchIndex:
    """Return the index of the installed package."""
    path = Path(__file__).parents[1] / "_generated" / INDEX_FILE
    return SearchIndex(**json.loads(path.read_text(encoding="utf-8")))


def rank(kind: str) -> int:
    """Return the position of a kind in the order of results."""
    positions = {name: position for position, group in enumerate(KINDS) for name in group}
    return positions.get(kind, KINDS.index(()))


def search(index: SearchIndex, text: str, limit: int = 20, kind: str | None = None) -> list[Hit]:
    """Return the results for a query, best first.

    Args:
        index: Index to search.
        text: A name, an opcode, a statement, or any words.
        limit: Largest number of results.
        kind: Kind of the results, all kinds if None.
    """
    hits: dict[tuple[str, str, str], Hit] = {}
    for number, _ in scored(index, text):
        kind_of_result, name, summary, page, _ = index.results[number]
        if kind in (None, kind_of_result):
            hits.setdefault((kind_of_result, name, summary), Hit(kind_of_result, name, summary, page))
        if len(hits) >= limit:
            break
    return list(hits.values())


def scored(index: SearchIndex, text: str) -> list[tuple[int, float]]:
    """Return the numbers of the results for a query with their scores, best first."""
    scores, covered = _by_words(index, text)
    for number, score in _by_code(index, text):
        scores[number] = scores.get(number, 0.0) + score * (1.0 if score >= OPCODE else covered.get(number, 0.1))
    weighted = [(number, score * (1 - _STEP * rank(index.results[number][0]))) for number, score in scores.items()]
    # Rounded, because sums in another order differ in their last bits, and browsers must have the same order.
    return sorted(weighted, key=lambda pair: (-round(pair[1], 6), pair[0]))


def _by_code(index: SearchIndex, text: str) -> Iterator[tuple[int, float]]:
    """Yield the results that a name or opcode in the text means."""
    whole = text.strip().rstrip(";").strip()
    for number in _named(index, whole):
        yield number, NAMED
    words = len(_query_words(index, text))
    kinds = {word for word in re.findall("[a-z]+", text.lower()) if rank(word) != KINDS.index(())}
    statement = text.rstrip().endswith(";") or bool(_GUARD.match(text))
    if quoted := _QUOTED.search(text):
        yield from ((number, NAMED + 1) for number in _named(index, quoted[0]))
    if _MESSAGE.search(text[:300]):
        return
    for position, match in enumerate(_CODE.finditer(_GUARD.sub("", text)[:2000])):
        token = match[0]
        is_opcode = (statement and position == 0) or "." in token.lstrip(".")
        rare = index.words.get(token.lower(), (0.0, ()))[0] > RARE
        numbers = _named(index, token) if (rare or _LOOKS_LIKE_CODE.search(token)) and token != whole else []
        forms = _forms(index, token) if is_opcode and not numbers else []
        for number in numbers:
            if not kinds or index.results[number][0] in kinds:
                yield number, NAMED / max(1, words)
        for number in forms:
            yield number, OPCODE
        if forms:
            return


def _named(index: SearchIndex, name: str) -> Sequence[int]:
    """Return the results with a name; an element, arguments or a call leave the name of the whole."""
    bare = name.lower()[:LONGEST_NAME]
    call = bare.partition("(")[0].partition("<")[0].strip()
    for candidate in (
        bare,
        call,
        call.rpartition("::")[2] if _QUALIFIED.fullmatch(call) else "",
        _ELEMENT.sub("", call),
        call.partition(" ")[0] if call[:1] in ("%", ".", "@") else "",
    ):
        for spelling in (candidate, candidate.lstrip(".%") if candidate[:1] in (".", "%") else ""):
            if spelling and spelling in index.names:
                return index.names[spelling]
    # A name that ends with `*` is a family of names, such as the atoms of CUTLASS; the longest prefix counts.
    prefixes = (f"{bare[:end]}*" for end in range(len(bare), SHORTEST_PREFIX - 1, -1))
    return next((index.names[prefix] for prefix in prefixes if prefix in index.names), [])


def _forms(index: SearchIndex, opcode: str) -> list[int]:
    """Return the results with the longest legal prefix of an opcode, and the fewest parts that the opcode lacks."""
    mnemonic, *modifiers = opcode.lower().split(".")
    lengths: dict[int, tuple[int, int, int]] = {}
    for number, _, allowed in index.opcodes.get(mnemonic, ()):
        length = 0
        for modifier in modifiers:
            # A modifier is allowed, or is the part before `::` of an allowed one.
            if modifier not in allowed and not any(value.startswith(modifier + "::") for value in allowed):
                break
            length += 1
        exact = sum(modifier in allowed for modifier in modifiers)
        missing = sum(part not in modifiers for part in index.results[number][1].split(".")[1:])
        lengths[number] = max(lengths.get(number, (0, 0, -99)), (length, exact, -missing))
    best = max(lengths.values(), default=(0, 0, 0))
    return [number for number, length in lengths.items() if length == best]


def stem(word: str) -> str:
    """Return a word in lower case without the endings of plurals, verbs and nouns."""
    word = word.lower()
    if any(character.isdigit() or character == "_" for character in word):
        return word  # A name, such as s32 or cp_async, has no grammar.
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > _STEM and word[-1] == word[-2] else word


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text, in order."""
    return [stem(word) for word in _WORD.findall(text.lower())]


def _query_words(index: SearchIndex, text: str) -> list[str]:
    """Return the stems of a query without small words; unknown names are split at underscores and capitals."""
    every = [
        part
        for token in _WORD.findall(_TEMPLATE_ARGUMENTS.sub("", _NAMESPACES.sub("", text)))
        for part in ([token] if stem(token) in index.words else _CAPITALS.sub(" ", token).split())
    ]
    words = [word for word in map(str.lower, every) if word not in SMALL] or [word.lower() for word in every]
    parts = [
        _SHAPE.sub(r"m\1n\2k\3", part)
        for word in words[:_LONGEST]
        for part in ([word] if stem(word) in index.words else list(filter(None, word.split("_"))))
        if part not in SMALL or len(words) == 1
    ]
    return [_corrected(index, stem(word)) for word in parts[:_LONGEST]]


def _corrected(index: SearchIndex, word: str) -> str:
    """Return the known stem that an unknown one is a misspelling of, the most frequent if there are several."""
    # The beginning of a known word is not a mistake, but a word that is still being typed.
    if word in index.words or len(word) <= _STEM or any(known.startswith(word) for known in index.words):
        return word
    similar = [known for known in index.words if _one_edit(word, known)]
    return min(similar, key=lambda known: (index.words[known][0], known), default=word)


def _by_words(index: SearchIndex, text: str) -> tuple[dict[int, float], dict[int, float]]:
    """Return the scores of the results with words of the text, and the part of the words that each of them has."""
    words = _query_words(index, text)
    if not words:
        return {}, {}
    best: list[tuple[float, dict[int, float]]] = [_matches(index, word) for word in words]
    # A phrase of the query that is a synonym of other words counts as these.
    for start, end in _spans(len(words)):
        for other in index.synonyms.get(" ".join(words[start:end]), ()):
            weights = [_weights(index, word) for word in other.split()]
            common = set(weights[0]).intersection(*weights[1:]) if weights else set()
            for place in range(start, end):
                results = best[place][1]
                for number in common:
                    weight = SYNONYM * min(pairs[number] for pairs in weights)
                    results[number] = max(results.get(number, 0.0), weight)
    total = sum(rarity for rarity, _ in best)
    covered: dict[int, float] = {}
    sums: dict[int, float] = {}
    for rarity, results in best:
        for number, weight in results.items():
            covered[number] = covered.get(number, 0.0) + rarity * (1.0 if weight > ASIDE else 0.5)
            sums[number] = sums.get(number, 0.0) + rarity * weight
    # The square favors results with all words over results where a few words are prominent.
    scores = {number: sums[number] / total * (covered[number] / total) ** 2 for number in sums}
    for start, end in _spans(len(words)):
        part = (end - start) / len(words)
        spans = [(" ".join(words[start:end]), 1.0)]
        spans += [(other, SYNONYM) for other in index.synonyms.get(spans[0][0], ())]
        bonus: dict[int, float] = {}
        for phrase, factor in spans:
            for number, weight in index.phrases.get(phrase, ()):
                bonus[number] = max(bonus.get(number, 0.0), factor * weight * part**2)
        for number, amount in bonus.items():
            scores[number] = scores.get(number, 0.0) + amount * (covered.get(number, 0.0) / total) ** 2
    # Small words count in phrases, such as "PTX 8.6" or "instruction descriptor".
    every = [word if word in SMALL else _corrected(index, word) for word in stems(text)[:_LONGEST]]
    for start, end in _spans(len(every)):
        part = (end - start) / len(every)
        for number, weight in index.phrases.get(" ".join(every[start:end]), ()) if part == 1 or end > start + 1 else ():
            share = covered.get(number, 0.0) / total if part < 1 else 1.0
            scores[number] = max(scores.get(number, 0.0), weight * WHOLE * part * share)
    return scores, {number: part / total for number, part in covered.items()}


def _spans(length: int, longest: int = 6) -> Iterator[tuple[int, int]]:
    """Yield the start and end of every run of at most `longest` words."""
    for start in range(length):
        for end in range(start + 1, min(length, start + longest) + 1):
            yield start, end


def _matches(index: SearchIndex, word: str) -> tuple[float, dict[int, float]]:
    """Return the rarity of a stem and the weights of the results with it, or with longer words."""
    rarity = index.words[word][0] if word in index.words else 0.0
    shortest = _STEM + 1 if rarity else _STEM - 1
    longer = [known for known in index.words if known.startswith(word)] if len(word) >= shortest else []
    factor = ABBREVIATED if rarity else PREFIX
    weights = _weights(index, word)
    for known in longer:
        for number, weight in _weights(index, known).items() if known != word else ():
            weights[number] = max(weights.get(number, 0.0), factor * weight)
    return rarity or max((index.words[known][0] for known in longer), default=1.0), weights


def _weights(index: SearchIndex, word: str) -> dict[int, float]:
    """Return the weights of the results with a stem."""
    _, groups = index.words.get(word, (0.0, ()))
    return {number: weight for weight, numbers in groups for number in numbers}


def _one_edit(word: str, other: str) -> bool:
    """Return True if one letter is missing, added, replaced or exchanged with its neighbor."""
    # The first letter must be right: this leaves few of thousands of words to compare.
    if abs(len(word) - len(other)) > 1 or word[0] != other[0]:
        return False
    same = next((at for at, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    rest, remaining = word[same:], other[same:]
    swapped = rest[:2] == remaining[:2][::-1] and rest[2:] == remaining[2:]
    return swapped or rest[1:] == remaining or rest == remaining[1:] or rest[1:] == remaining[1:]
