"""The text of a body with comments left out and numbers of registers and labels put as 0.

The result is cut at semicolons into pieces, most of which are then equal to others.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache

from ptxisa.syntax.cursor import DEPTH_LIMIT

MARK = "%%"
"""Stands where a numbered label stood: symbols that the lexer takes, and no statement has side by side."""

_MOST_STEMS = 200
"""Every place of a body may be held against every stem, so time would grow with their product."""

PARAMETER = "$_param_"
"""Stands where the name of the function and `_param_` stood."""

_HIDDEN = re.compile(r'"[^"\n]*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*")
_STRING = re.compile(r'"[^"\n]*"')
_CUTS = re.compile("[;:{}]")
_INSIDE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$%.:")
_NUMBER = "(0|[1-9][0-9]{0,17})"
_LOCATION = re.compile(
    r"^[ \t]*\.loc(?:_intermediate)?(?:[ \t]+(?:0|[1-9][0-9]{0,17})){3}[ \t]*"
    r"(?:,[ \t]*function_name[ \t]+[\w$.]+(?:[ \t]*\+[ \t]*(?:0|[1-9][0-9]{0,17}))?[ \t]*,"
    r"[ \t]*inlined_at(?:[ \t]+(?:0|[1-9][0-9]{0,17})){3}[ \t]*)?$",
    re.MULTILINE,
)
_COUNT = re.compile(r"<[ \t]*[1-9][0-9]{0,8}[ \t]*>")
_COLON = re.compile(r"::\w+(?::\w+)?|:")
"""A colon after a label or name, or those of a modifier such as `.sp::2:4`."""
_TARGETS = re.compile(r"\s*\.(?:branchtargets|call)")
_DIGITS = re.compile("[0-9]+")
_NUMBERED = re.compile(rf"(.*?[^0-9]){_NUMBER}\Z", re.DOTALL)
_SINGLES = re.compile(r"\.reg\s([^;<]*)")
_NAME = re.compile(r"(?<![\w$%.])[A-Za-z_$%][\w$]*")
_SEPARATOR = re.compile(r"[\s,]")
_VECTOR = re.compile(r"\{\s*[^\s{};][^{};]*\}")
_BRACE = re.compile(r"([{}])")


class Plain:
    """A body in pieces.

    `pieces` are cut at semicolons, which they lack; a piece that ends with `mark` stands before a numbered label.
    `ranges` are the stems of numbered registers, `members` their names with 0. `labels` are the names of the
    labels of the body and of each block in it, in the order in which blocks open. `locations` are the texts of the
    `.loc` lines, which the pieces lack.
    """

    mark = MARK

    def __init__(
        self, raw: str, start: int, clean: str, locations: list[str], labels: list[list[str]], stems: Stems
    ) -> None:
        self.raw, self.start, self.labels, self.locations = raw, start, labels, locations
        self.ranges = stems.ranges
        self.members = frozenset(f"{stem}0" for stem in stems.ranges)
        self._stems = stems
        parts = stems.pattern.split(clean)
        self._numbers: dict[str, list[str]] = defaultdict(list)
        for stem, number in zip(parts[1::3], parts[2::3], strict=True):
            self._numbers[stem].append(number)
        self.regular = _zero(parts, stems)
        text = "".join(parts)
        for stem in stems.labels:
            text = text.replace(f"{stem}0:", f"{MARK};")
        self.text = text
        self.pieces = text.split(";")
        self._places: list[int] = []

    def highest(self) -> Iterator[tuple[str, int]]:
        """Each stem of registers with the highest number in use."""
        for stem in self.ranges & self._numbers.keys():
            yield stem, max(map(int, self._numbers[stem]))

    def labels_exist(self) -> bool:
        """Whether every numbered label that is named stands somewhere in the body itself."""
        known = self._stems.labels
        return all(known[stem].issuperset(self._numbers[stem]) for stem in known.keys() & self._numbers.keys())

    def clashes(self, name: str) -> bool:
        """Whether a name that is declared by itself looks like a numbered one."""
        return _is_member(name, self._stems)

    def place(self, index: int) -> tuple[int, int]:
        """Start and end of a piece in the original text."""
        if not self._places:
            self._places = list(self._semicolons())
        start = self._places[index - 1] + 1 if index else 0
        return self.start + start, self.start + self._places[index]

    def _semicolons(self) -> Iterator[int]:
        blank = _HIDDEN.sub(lambda match: " " * len(match[0]), self.raw)
        for stem in self._stems.labels:
            blank = re.sub(rf"(?<![\w$%.:]){re.escape(stem)}{_NUMBER}:", self._cut, blank)
        yield from (match.start() for match in re.finditer(";", blank))
        yield len(blank)

    def _cut(self, label: re.Match[str]) -> str:
        """A numbered label with a semicolon in the place of its colon."""
        return label[0] if label[1] in self._stems.kept else label[0][:-1] + ";"


def _zero(parts: list[str], stems: Stems) -> bool:
    """Put numbers as 0 in what the pattern was split into; False where a label's stem is the end of a longer name."""
    numbers = parts[2::3]
    parts[2::3] = ["0"] * len(numbers)
    for index, stem in enumerate(parts[1::3]):
        if stem == "+":
            if parts[3 * index + 3][:1] != "]":
                parts[3 * index + 2] = numbers[index]
        elif stem[0] != "%" and parts[3 * index][-1:] in _INSIDE:
            return False
    return True


class Stems:
    """What numbered names begin with: `ranges` of registers, `labels` with the numbers that stand.

    Numbers in `kept` stay as they are, since some name with that number is declared by itself in a block.
    """

    def __init__(self, ranges: frozenset[str], labels: dict[str, frozenset[str]], kept: frozenset[str]) -> None:
        self.ranges, self.labels, self.kept = ranges, labels, kept
        # Stems of labels differ by a number from body to body; one pattern serves them all.
        self.pattern = _pattern(ranges, frozenset(_DIGITS.sub("[0-9]+", re.escape(stem)) for stem in labels), kept)


@lru_cache(maxsize=1024)
def _pattern(ranges: frozenset[str], labels: frozenset[str], kept: frozenset[str]) -> re.Pattern[str]:
    """Numbered names, and offsets in addresses, which are legal whatever their value; `labels` are patterns."""
    stems = sorted(ranges, key=lambda stem: (-len(stem), stem))
    marked = "|".join(re.escape(stem[1:]) for stem in stems if stem[0] == "%")
    others = [re.escape(stem) for stem in stems if stem[0] != "%"]
    # A look-behind would keep names without % from being the ends of others, at twice the time; `_zero` sees to it.
    choices = [f"%(?:{marked})" if marked else "", *others, *sorted(labels), r"\+"]
    keep = rf"(?!(?:{'|'.join(sorted(kept))})(?![\w$]))" if kept else ""
    return re.compile(rf"({'|'.join(filter(None, choices))}){keep}{_NUMBER}(?![\w$])")


def plain_text(text: str, start: int, end: int, function: str = "") -> Plain | None:
    """The body between two offsets; None where it is not plain enough.

    Compilers call parameters after their function; with its name, they have the same names in every body.
    """
    raw = text[start:end]
    if not raw.isascii() or MARK in raw or PARAMETER in raw:
        return None
    clean = _without_comments(raw)
    locations = _LOCATION.findall(clean) if ".loc" in clean else []
    if locations:
        clean = _LOCATION.sub("", clean)
    if function:
        clean = clean.replace(f"{function}_param_", PARAMETER)
    labels = _labels(clean)
    stems = _stems(clean, labels) if labels else None
    if labels is None or stems is None:
        return None
    zeros = [f"{stem}0" for stem, numbers in stems.labels.items() if "0" not in numbers]
    plain = Plain(raw, start, clean, locations, [labels[0] + zeros, *labels[1:]], stems)
    return plain if plain.regular and plain.labels_exist() else None


def _without_comments(raw: str) -> str:
    """Most bodies have comments of one line and strings without slashes, which is quicker."""
    strings = _STRING.findall(raw)
    if "/*" in raw or any("/" in string for string in strings):
        clean = _HIDDEN.sub(lambda match: match[0] if match[0].startswith('"') else " ", raw)
    else:
        clean = _COMMENT.sub("", raw)
    return _STRING.sub(_solid, clean) if any(map(_CUTS.search, strings)) else clean


def _solid(string: re.Match[str]) -> str:
    """A string without characters at which text is cut; what stands there makes it a string that nothing knows."""
    return _CUTS.sub("\x1a", string[0])


def _labels(clean: str) -> list[list[str]] | None:
    """Labels of the body, and of each block in the order of their opening braces; None where one is odd."""
    flat = _VECTOR.sub(" ", clean) if "{" in clean else clean
    found: list[list[str]] = [[]]
    open_blocks = [0]
    for part in _BRACE.split(flat):
        if part == "{":
            open_blocks.append(len(found))
            found.append([])
            if len(open_blocks) > DEPTH_LIMIT:
                return None
        elif part == "}":
            if len(open_blocks) > 1:
                open_blocks.pop()
        elif ":" in part:
            found[open_blocks[-1]] += _labels_of(part)
    every = (name for names in found for name in names)
    return found if all(map(_NAME.fullmatch, every)) else None


def _labels_of(part: str) -> Iterator[str]:
    """What stands between the start of a statement and a colon; names of lists and prototypes are left out."""
    start = 0
    for colon in _COLON.finditer(part):
        if colon.group() != ":":
            continue
        name = part[start : colon.start()].rpartition(";")[2].strip()
        start = colon.end()
        if not _TARGETS.match(part, start):
            yield name


def _ranges(clean: str) -> Counter[str]:
    """Stems of `%r<10>`, and how often each is declared."""
    *before, _ = _COUNT.split(clean)
    return Counter(_SEPARATOR.split(text.rpartition(";")[2].rstrip())[-1] for text in before)


def _stems(clean: str, labels: list[list[str]]) -> Stems | None:
    """What can be numbered: ranges that are declared once, and labels of the body itself."""
    declared = _ranges(clean)
    if any(not _NAME.fullmatch(stem) or stem[-1].isdigit() for stem in declared):
        return None
    ranges = frozenset(stem for stem, count in declared.items() if count == 1)
    numbered: dict[str, list[str]] = defaultdict(list)
    for name in labels[0]:
        match = _NUMBERED.match(name)
        if match and match[1] in declared:
            return None
        if match:
            numbered[match[1]].append(match[2])
    frozen = {stem: frozenset(numbers) for stem, numbers in numbered.items()}
    if any(len(frozen[stem]) != len(numbers) for stem, numbers in numbered.items()):
        return None
    kept = _kept(clean, ranges) if "{" in clean else frozenset()
    if len(ranges) + len(frozen) + len(kept) > _MOST_STEMS:
        return None
    stems = Stems(ranges, frozen, kept)
    inner = (name for block in labels[1:] for name in block)
    return None if "0" in kept or any(_is_member(name, stems) for name in inner) else stems


def _kept(clean: str, ranges: frozenset[str]) -> frozenset[str]:
    """Numbers of registers that are declared one by one though their stem is that of a range."""
    singles = (name for text in _SINGLES.findall(clean) for name in _NAME.findall(text))
    matches = (_NUMBERED.match(name) for name in singles if name[-1].isdigit())
    return frozenset(match[2] for match in matches if match and match[1] in ranges)


def _is_member(name: str, stems: Stems) -> bool:
    """Whether a name is one of those whose number is put as 0."""
    match = _NUMBERED.match(name)
    return match is not None and match[2] not in stems.kept and (match[1] in stems.labels or match[1] in stems.ranges)
