"""Values that occur in several places of a generated module, as constants: each is written once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.backends.naming import unique
from generator.backends.python_source import Reference, Texts, remembered, source

LEAST = 20
"""Characters that a value has at least, so that a name for it is shorter."""
_OWN = ("name", "id", "function", "slots")
_LONGEST = 30
"""Fields that name a value, and how long such a name is at most."""
CONDITIONS = dict.fromkeys(("when", "require", "exclude", "present_when"), "Condition")
"""How dictionaries in these fields are annotated: conditions may also hold truth values."""


class Constant(NamedTuple):
    """A shared value with its name."""

    name: str
    value: Any
    annotation: str = ""

    def text(self) -> str:
        """The assignment."""
        name = f"{self.name}: {self.annotation}" if self.annotation else self.name
        start = f"{name} = "
        return start + source(self.value, lead=len(start))


def shared(value: Any, label: str, annotations: Mapping[str, str] = CONDITIONS) -> tuple[list[Constant], Any]:
    """The constants of a value in order, and the value with references to them.

    `label` says what the value is; `annotations` are those of dictionaries by the field that they are in.
    """
    book = _Book(annotations)
    book.count(value, label)
    return book.constants, book.inner(value)


class _Book:
    """Counts values by their source, and names those that occur more than once."""

    def __init__(self, annotations: Mapping[str, str]) -> None:
        self.annotations = annotations
        self.texts: Texts = {}
        self.counts: Counter[str] = Counter()
        self.labels: dict[str, str] = {}
        self.apart: set[str] = set()  # Dictionaries in fields of different types.
        self.names: dict[str, str] = {}
        self.constants: list[Constant] = []

    def count(self, value: Any, label: str) -> None:
        """Count the long parts of a value, by their source."""
        for name, part in _parts(value, label):
            text = self._long(part)
            if text is not None:
                self.counts[text] += 1
                if self._annotation(part, name) != self._annotation(part, self.labels.setdefault(text, name)):
                    self.apart.add(text)
                if self.counts[text] == 1:
                    self.count(part, name)

    def part(self, value: Any) -> Any:
        """A part with references: a constant itself, or what it is made of."""
        text = self._long(value)
        if text is None:
            return value
        if self.counts[text] < 2 or text in self.apart:
            return self.inner(value)
        if text not in self.names:
            held, label = self.inner(value), self.labels[text]
            self.names[text] = unique(f"_{label.upper()}", self.names.values())
            self.constants.append(Constant(self.names[text], held, self._annotation(value, label)))
        return Reference(self.names[text])

    def _long(self, value: Any) -> str | None:
        """The source of a compound value that is long enough to be shared."""
        if not isinstance(value, (tuple, dict)):
            return None
        text = remembered(value, self.texts)
        return text if len(text) >= LEAST else None

    def _annotation(self, value: Any, label: str) -> str:
        return self.annotations.get(label, "") if isinstance(value, dict) else ""

    def inner(self, value: Any) -> Any:
        """A value whose parts are references where these are shared."""
        if isinstance(value, dict):
            return {key: self.part(one) for key, one in value.items()}
        parts = [self.part(one) for one in value]
        return value._make(parts) if hasattr(value, "_fields") else tuple(parts)


def _parts(value: Any, label: str) -> Iterator[tuple[str, Any]]:
    """The parts of a compound value, each with what it is."""
    if isinstance(value, dict):
        yield from ((_part_label(one, label), one) for one in value.values())
    elif hasattr(value, "_fields"):
        yield from ((_part_label(one, name), one) for name, one in zip(value._fields, value, strict=True))
    else:
        yield from ((_part_label(one, label), one) for one in value)


def _part_label(part: Any, label: str) -> str:
    """The kind of a part with its own name, if that can be part of a Python name; else the field that it is in."""
    if not hasattr(part, "_fields"):
        return label
    own = next((str(getattr(part, name)) for name in _OWN if getattr(part, name, "")), "").replace(" ", "_")
    kind = type(part).__name__
    return f"{kind}_{own}" if own.isidentifier() and len(own) <= _LONGEST else kind
