"""Values of records as reStructuredText.

The schema of a kind says which texts are prose and which are words of a fixed list; all others are code. The table
of references says which values name other records; those become links.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.records.model import clauses
from generator.records.references import PATHS
from generator.site import wording
from generator.site.kinds import LANGUAGE, ROLES
from generator.site.rst import flat

Steps = tuple[str, ...]
PROSE, WORD = "prose", "word"


def record_link(kind: str, name: str) -> str:
    """Return a link to a record; target notes are on the page of their target, and some kinds have no page."""
    if kind == "target_note":
        return f":ptx:target:`notes of {name} <{name}>`"
    return f":ptx:{ROLES[kind]}:`{name}`" if kind in ROLES else f"{kind} {code(name)}"


def named_link(identity: str) -> str:
    """Return a link to the record `kind/name`."""
    kind, _, name = identity.partition("/")
    return record_link(kind, name)


def code(text: str) -> str:
    """Return text as code; line ends become spaces, and a backquote at an edge would end the literal."""
    text = flat(text)
    return f"``{text}``" if text.strip("`") == text != "" else wording.escaped(text)


def _link(role: str) -> Callable[[str], str]:
    return lambda name: f":ptx:{role}:`{name}`"


LINKS: Mapping[str, Callable[[Any], str]] = {
    "PTX version": _link("version"),
    "target": _link("target"),
    "target expression": wording.targets,
    "form": _link("form"),
    "instruction": _link("instruction"),
    "type": _link("type"),
    **{kind.label: _link(kind.role) for kind in LANGUAGE.values()},
    "record": named_link,
}
"""Functions that show a value, by the kind of reference."""


class RecordCells:
    """Shows the values of one kind of record."""

    def __init__(self, kind: str, schemas: Path) -> None:
        self.paths = {
            tuple(path.split(".")): LINKS[what] for path, what in PATHS.get(kind, {}).items() if what in LINKS
        }
        self.texts = texts(schemas / f"{kind}.schema.json")

    def show(self, value: Any, *steps: str) -> str:
        """Return the value at a place of the record as text."""
        if value is None or value == []:
            return ""
        if steps[-1:] == ("availability",):
            return "; ".join(wording.type_clause(clause) for clause in clauses({"availability": value}))
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list):
            separator = "; " if any(isinstance(item, (dict, list)) for item in value) else ", "
            return separator.join(self.show(item, *steps, "*") for item in value)
        if isinstance(value, dict):
            entries = []
            for key, item in value.items():
                shown = self.show(item, *steps, key)
                # A link to a version has the word PTX.
                name = "" if shown.startswith(":ptx:version:") else "PTX" if key == "ptx" else key.replace("_", " ")
                entries.append(f"{name} {shown}".lstrip())
            return ", ".join(entries)
        if steps in self.paths:
            return self.paths[steps](value)
        if not isinstance(value, str):
            return str(value)
        return {PROSE: flat, WORD: in_words}.get(self.texts.get(steps, ""), code)(value)


def in_words(word: str) -> str:
    """Return a word of a fixed list as people write it: "last applies" for `last-applies`, but "read-only"."""
    return wording.escaped(re.sub(r"(?<!read)-", " ", word))


@functools.cache
def texts(schema: Path) -> Mapping[Steps, str]:
    """Return the places of a kind's values that are prose or words of a fixed list."""
    return dict(_texts(json.loads(schema.read_text(encoding="utf-8")), ()))


def _texts(node: Mapping[str, Any], steps: Steps) -> Iterator[tuple[Steps, str]]:
    if node.get("$ref", "").endswith("/text"):
        yield steps, PROSE
    if node.get("$ref", "").endswith("/keywords"):
        yield (*steps, "*"), PROSE
    if "enum" in node:
        yield steps, WORD
    for key, inner in node.get("properties", {}).items():
        yield from _texts(inner, (*steps, key))
    for inner in (node.get("items"), node.get("additionalProperties")):
        yield from _texts(inner, (*steps, "*")) if isinstance(inner, dict) else ()
    for inner in (*node.get("oneOf", ()), *node.get("anyOf", ())):
        yield from _texts(inner, steps)
