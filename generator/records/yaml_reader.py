"""Read one YAML file into plain data that remembers where every value is.

Records need no anchors, aliases or tags, so these are rejected outright: that ends
alias bombs and object construction before a single value is built.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
import yaml.reader
import yaml.resolver

from generator.records.problems import Problem, RecordError

MAX_BYTES = 2_000_000
MAX_DEPTH = 40

UNPRINTABLE = yaml.reader.Reader.NON_PRINTABLE
TEXT, INTEGER, FLOAT = (f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float"))
PLAIN_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*|0x[0-9A-Fa-f]+)\Z")

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER: Any = yaml.resolver.Resolver()
Place = tuple[int, int]
Steps = tuple[str | int, ...]

BEGINNING: Place = (1, 1)
"""Place of a problem of a whole file."""


@dataclass(frozen=True)
class Located:
    """The data of a file and the line and column (from 1) of every value in it."""

    path: Path
    data: Any
    places: dict[Steps, Place] = field(repr=False)

    def place(self, steps: Steps) -> Place:
        """Return the position of the value at `steps`, or of the nearest value around it."""
        while steps and steps not in self.places:
            steps = steps[:-1]
        return self.places.get(steps, BEGINNING)

    def problem(self, steps: Steps, message: str) -> Problem:
        """Return a problem at the place of a value."""
        return Problem(self.path, *self.place(steps), message)


def read(path: Path) -> Located:
    """Parse `path`; raise `RecordError` with the position of the first thing that is not allowed."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise _error(path, BEGINNING, f"the file has {size} bytes; a record has at most {MAX_BYTES}")
    try:
        text = path.read_bytes().decode("utf-8")
        match = UNPRINTABLE.search(text)
        if match:
            before = text[: match.start()]
            place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
            raise _error(path, place, f"not YAML: the character {match.group()!r} is not allowed")
        return _Reader(path, text).record()
    except UnicodeDecodeError as error:
        raise _error(path, BEGINNING, f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except yaml.YAMLError as error:
        raise _error(
            path,
            _place(getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)),
            f"not YAML: {getattr(error, 'problem', None) or getattr(error, 'reason', error)!s}",
        ) from None


def _error(path: Path, place: Place, message: str) -> RecordError:
    return RecordError([Problem(path, *place, message)])


def _start(event: yaml.Event) -> Place:
    return _place(event.start_mark)


def _place(mark: Any) -> Place:
    return (mark.line + 1, mark.column + 1) if mark else BEGINNING


class _Reader:
    """Builds the data of one file from the events of its text; what is not allowed is rejected before it is built."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=Loader)
        self.places: dict[Steps, Place] = {}
        self.depth = 0

    def record(self) -> Located:
        """Return the one document of the file."""
        next(self.events)
        if not isinstance(next(self.events), yaml.DocumentStartEvent):
            raise _error(self.path, BEGINNING, "the file is empty; a record starts with `kind:`")
        data = self.value(self.next(), ())
        next(self.events)
        event = next(self.events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise self.error(event, "not YAML: but found another document")
        return Located(self.path, data, self.places)

    def next(self) -> yaml.Event:
        """Return the next event, unless it is of a kind that no record needs."""
        event = next(self.events)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.error(event, "anchors and aliases are not allowed in records")
        tag = getattr(event, "tag", None)
        if tag:
            raise self.error(event, f"YAML tags are not allowed in records: {tag}")
        return event

    def error(self, event: yaml.Event, message: str) -> RecordError:
        return _error(self.path, _start(event), message)

    def value(self, event: yaml.Event, steps: Steps) -> Any:
        """Return the value that begins with an event, and note its place and the places of its parts."""
        self.places[steps] = _start(event)
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(self.path, event, _tag(event))
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(event, f"nested deeper than {MAX_DEPTH} levels")
        inner = self.items(steps) if isinstance(event, yaml.SequenceStartEvent) else self.mapping(steps)
        self.depth -= 1
        return inner

    def items(self, steps: Steps) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            items.append(self.value(event, (*steps, len(items))))
        return items

    def mapping(self, steps: Steps) -> dict[str, Any]:
        """Return a mapping; the place of an entry is where its key begins."""
        entries: dict[str, Any] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            key = self.key(event, entries)
            inner = (*steps, key)
            entries[key] = self.value(self.next(), inner)
            self.places[inner] = _start(event)
        return entries

    def key(self, event: yaml.Event, known: Mapping[str, Any]) -> str:
        """Return a key, which must be text and unique; `yes`, `1` and `<<` are not text in YAML 1.1."""
        if not isinstance(event, yaml.ScalarEvent) or _tag(event) != TEXT:
            shown = f"; quote {event.value}" if isinstance(event, yaml.ScalarEvent) else ""
            raise self.error(event, f"a key must be text{shown}")
        if event.value in known:
            raise self.error(event, f"key {event.value!r} is repeated")
        return str(_scalar(self.path, event, TEXT))


def _tag(event: yaml.ScalarEvent) -> str:
    """Return the type of a scalar, by its form if it is plain."""
    return _plain_tag(event.value) if event.implicit[0] else TEXT


@functools.lru_cache(maxsize=100_000)
def _plain_tag(text: str) -> str:
    return str(_RESOLVER.resolve(yaml.ScalarNode, text, (True, False)))


def _scalar(path: Path, event: yaml.ScalarEvent, tag: str) -> Any:
    if tag == TEXT and event.value.isascii():
        return event.value
    # YAML 1.1 reads `040` as 32 and `1:20` as 80, which nobody means.
    odd = tag == INTEGER and not PLAIN_INTEGER.match(event.value)
    if odd or (tag == FLOAT and ":" in event.value):
        raise _error(path, _start(event), f"{event.value} is not a decimal number; quote it if it is text")
    try:
        node = yaml.ScalarNode(tag, event.value)
        value = yaml.constructor.SafeConstructor().construct_document(node)
        str(value).encode("utf-8")
    except UnicodeEncodeError:
        raise _error(path, _start(event), "not YAML: half of a surrogate pair is not a character") from None
    except (yaml.YAMLError, ValueError, TypeError, OverflowError) as error:
        raise _error(path, _start(event), f"not a plain value: {error}") from None
    return value
