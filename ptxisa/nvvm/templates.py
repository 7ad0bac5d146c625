"""Templates of families: `{axis}` is a value of an axis, `{axis.property}` a property of that value.

Braces of LLVM structures have spaces or commas in them, so that they are no templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ptxisa.isa.nvvm import Family, Property

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)(?:\.([a-z][a-z0-9_]*))?\}")
_REPEATED = re.compile(r"(.+) x ([0-9]+)\Z")

Values = Mapping[str, str]
"""Axis to the value that an intrinsic has."""


class TemplateError(ValueError):
    """A template that names an axis or property that is not there."""


def filled(template: str, family: Family, values: Values) -> str:
    """A template with its holes filled."""
    return _HOLE.sub(lambda match: _text(_property(family, values, match[1], match[2] or "")), template)


def spliced(template: str, family: Family, values: Values) -> tuple[str, ...]:
    """A template that expands to one text or several: a property with several, or `text x count`."""
    whole = _HOLE.fullmatch(template)
    if whole:
        found = _property(family, values, whole[1], whole[2] or "")
        if isinstance(found, tuple):
            return tuple(one for text in found for one in _repeated(text))
    return tuple(_repeated(filled(template, family, values)))


def _repeated(text: str) -> Iterator[str]:
    match = _REPEATED.match(text)
    yield from (match[1],) * int(match[2]) if match else (text,)


def _property(family: Family, values: Values, axis: str, name: str) -> Property:
    if axis not in values:
        raise TemplateError(f"no axis {axis!r}; axes are {', '.join(family.axes) or 'none'}")
    if not name:
        return values[axis]
    properties = family.axes[axis][values[axis]]
    if name not in properties:
        raise TemplateError(f"value {values[axis]!r} of axis {axis!r} has no property {name!r}")
    return properties[name]


def _text(value: Property) -> str:
    if isinstance(value, tuple):
        raise TemplateError("a property with several values must be the whole template")
    return str(value)
