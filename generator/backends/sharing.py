"""Values that several forms of a mnemonic have in common, as constants: each is written once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.backends.naming import unique
from generator.backends.python_source import Reference, flat, source
from ptxisa.isa.forms import Form

LEAST = 60
"""Characters that a value has at least, so that a name for it is shorter."""


class Constant(NamedTuple):
    """A shared value with its name."""

    name: str
    value: Any

    def text(self) -> str:
        """The assignment."""
        return f"{self.name} = {source(self.value, 0, len(self.name) + 3)}"


def shared(forms: Sequence[Form]) -> tuple[list[Constant], list[Any]]:
    """The constants, and the forms with references to them: first fields, then parts of fields."""
    constants: dict[str, Constant] = {}
    counts = Counter(flat(value) for form in forms for _, value in _fields(form))
    replaced = [
        _with(form, {name: _reference(name, value, counts, constants) for name, value in _fields(form)})
        for form in forms
    ]
    holders = [one.value for one in constants.values()] + [value for form in replaced for _, value in _fields(form)]
    parts = Counter(flat(part) for value in holders for part in value)
    found: dict[str, Constant] = {}
    outer = [one._replace(value=_parts_of(one.value, parts, found)) for one in constants.values()]
    inner = [_with(form, {name: _parts_of(value, parts, found) for name, value in _fields(form)}) for form in replaced]
    return [*found.values(), *outer], inner


def _fields(form: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The fields of a form that are tuples of values."""
    for name, value in zip(form._fields, form, strict=True):
        if type(value) is tuple and value and hasattr(value[0], "_fields"):
            yield name, value


def _with(form: Any, changes: dict[str, Any]) -> Any:
    return form._replace(**changes)


def _reference(name: str, value: Any, counts: Counter[str], constants: dict[str, Constant]) -> Any:
    """The value itself, or the name of a constant for it; constants are known by the source of their values."""
    text = flat(value)
    if counts[text] < 2 or len(text) < LEAST:
        return value
    if text not in constants:
        constants[text] = Constant(unique(f"_{name.upper()}", [one.name for one in constants.values()]), value)
    return Reference(constants[text].name)


def _parts_of(value: tuple[Any, ...], counts: Counter[str], constants: dict[str, Constant]) -> tuple[Any, ...]:
    return tuple(_reference(_part_name(part), part, counts, constants) for part in value)


def _part_name(part: Any) -> str:
    """The kind of a part with its own name, if that can be part of a Python name."""
    own = str(getattr(part, "name", None) or getattr(part, "id", ""))
    kind = type(part).__name__
    return f"{kind}_{own}" if own.isidentifier() else kind
