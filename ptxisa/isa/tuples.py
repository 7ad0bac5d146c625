"""`NamedTuple` of `typing` without its check of each annotation, which takes most of the time of an import.

Classes are as those of `typing`, but that `repr` is one bounded line; their modules have
`from __future__ import annotations`.
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    def _repr(self: Any) -> str:
        from ptxisa.isa.brief import fields

        return fields(self)

    _repr.of_fields = True

    class _Maker(type):
        """Makes a tuple class of the fields that a class statement annotates."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = namespace["__annotations__"]
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            made = collections.namedtuple(name, fields, defaults=defaults, module=namespace.pop("__module__"))
            made.__repr__ = _repr
            for key, value in namespace.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """The base of classes whose instances are tuples with named fields."""
