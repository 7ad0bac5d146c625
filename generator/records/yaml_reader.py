"""Read one YAML file into plain data that remembers where everything stands.

Records need no anchors, aliases or tags, so these are refused outright: that ends
alias bombs and object construction before a single value is built.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
import yaml.reader

from generator.records.problems import Problem, RecordError

MAX_BYTES = 2_000_000
MAX_DEPTH = 40

UNPRINTABLE = yaml.reader.Reader.NON_PRINTABLE
TEXT, INTEGER, FLOAT = (f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float"))
PLAIN_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*|0x[0-9A-Fa-f]+)\Z")

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Place = tuple[int, int]
Steps = tuple[str | int, ...]


@dataclass(frozen=True)
class Located:
    """The data of a file and the line and column (from 1) of every value in it."""

    path: Path
    data: Any
    places: dict[Steps, Place] = field(repr=False)

    def place(self, steps: Steps) -> Place:
        """Position of the value at `steps`, or of the nearest value around it."""
        while steps and steps not in self.places:
            steps = steps[:-1]
        return self.places.get(steps, (1, 1))

    def problem(self, steps: Steps, message: str) -> Problem:
        return Problem(self.path, *self.place(steps), message)


def read(path: Path) -> Located:
    """Parse `path`; raise `RecordError` with the position of the first thing that is not allowed."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise _error(path, 1, 1, f"the file has {size} bytes; a record has at most {MAX_BYTES}")
    try:
        text = path.read_bytes().decode("utf-8")
        _refuse_unprintable(path, text)
        _refuse_unsafe(path, text)
        node = yaml.compose(text, Loader=Loader)
    except UnicodeDecodeError as error:
        raise _error(path, 1, 1, f"not UTF-8 text: {error.reason} at byte {error.start}") from None
    except yaml.YAMLError as error:
        raise _error(path, *_mark(error), f"not YAML: {_reason(error)}") from None
    if node is None:
        raise _error(path, 1, 1, "the file is empty; a record starts with `kind:`")
    data = _construct(path, node)
    places: dict[Steps, Place] = {}
    _place(node, (), places)
    return Located(path, data, places)


def _error(path: Path, line: int, column: int, message: str) -> RecordError:
    return RecordError([Problem(path, line, column, message)])


def _start(node: yaml.Node) -> Place:
    mark = node.start_mark
    return (mark.line + 1, mark.column + 1)


def _mark(error: yaml.YAMLError) -> Place:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _reason(error: yaml.YAMLError) -> str:
    return str(getattr(error, "problem", None) or getattr(error, "reason", None) or error).splitlines()[0]


def _refuse_unprintable(path: Path, text: str) -> None:
    match = UNPRINTABLE.search(text)
    if match:
        before = text[: match.start()]
        place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise _error(path, *place, f"not YAML: the character {match.group()!r} is not allowed")


def _refuse_unsafe(path: Path, text: str) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=Loader):
        start = event.start_mark
        place = (start.line + 1, start.column + 1) if start else (1, 1)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _error(path, *place, "anchors and aliases are not allowed in records")
        tag = getattr(event, "tag", None)
        if tag:
            raise _error(path, *place, f"YAML tags are not allowed in records: {tag}")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise _error(path, *place, f"nested deeper than {MAX_DEPTH} levels")


def _place(node: yaml.Node, steps: Steps, found: dict[Steps, Place]) -> None:
    """Add the places of a value and of everything in it; that of an entry is where its key begins."""
    found[steps] = _start(node)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = (*steps, key.value)
            _place(value, inner, found)
            found[inner] = _start(key)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            _place(value, (*steps, index), found)


def _construct(path: Path, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return _mapping(path, node)
    if isinstance(node, yaml.SequenceNode):
        return [_construct(path, value) for value in node.value]
    return _scalar(path, node)


def _mapping(path: Path, node: yaml.MappingNode) -> dict[str, Any]:
    """Keys are text and stand once; `yes`, `1` or `<<` as a key would mean something else than it says."""
    found: dict[str, Any] = {}
    for key, value in node.value:
        if key.tag != TEXT:
            shown = f"; quote {key.value}" if isinstance(key, yaml.ScalarNode) else ""
            raise _error(path, *_start(key), f"a key must be text{shown}")
        if key.value in found:
            raise _error(path, *_start(key), f"key {key.value!r} stands twice")
        found[_scalar(path, key)] = _construct(path, value)
    return found


def _scalar(path: Path, node: yaml.Node) -> Any:
    if node.tag == TEXT and node.value.isascii():
        return node.value
    _refuse_other_bases(path, node)
    try:
        value = yaml.constructor.SafeConstructor().construct_document(node)
        str(value).encode("utf-8")
    except UnicodeEncodeError:
        raise _error(path, *_start(node), "not YAML: half of a surrogate pair is no character") from None
    except (yaml.YAMLError, ValueError, TypeError, OverflowError) as error:
        raise _error(path, *_start(node), f"not a plain value: {error}") from None
    return value


def _refuse_other_bases(path: Path, node: yaml.Node) -> None:
    """YAML 1.1 reads `040` as 32 and `1:20` as 80, which nobody means."""
    odd = node.tag == INTEGER and not PLAIN_INTEGER.match(node.value)
    if odd or (node.tag == FLOAT and ":" in node.value):
        raise _error(path, *_start(node), f"{node.value} is not a decimal number; quote it if it is text")
