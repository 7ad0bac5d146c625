"""Formats of descriptors: the bit fields that a kind of instruction and a PTX version have, and how to read them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from ptxisa.isa import versions
from ptxisa.isa.descriptors import Condition, Field, Layout, Rule, Since
from ptxisa.objects.descriptor_values import DescriptorError, Natural, gather, natural, problem, scatter
from ptxisa.objects.phrases import needs

if TYPE_CHECKING:
    from ptxisa.isa.targets import Target
    from ptxisa.isa.versions import Version


class Fields(dict[str, Natural]):
    """Values of fields by name, in natural units.

    `raw` has the encoded field of each, `reserved` the bits of the value that belong to no field.
    """

    def __init__(self, values: dict[str, Natural], raw: dict[str, int], reserved: int) -> None:
        super().__init__(values)
        self.raw = raw
        self.reserved = reserved


class Format:
    """A descriptor format, for one kind of instruction if `kind` is one.

    With a PTX version or a target, fields and values that do not exist there are errors; from the version on that
    widens a field, it has its wider bits.
    """

    def __init__(self, layout: Layout, kind: str, ptx: Version | None = None, target: Target | None = None) -> None:
        self.layout, self.kind, self.ptx, self.target = layout, kind, ptx, target
        self.fields = {one.name: self._here(one) for one in layout.fields}
        self.covered = sum(scatter(one.bits, (1 << one.width) - 1) for one in self.fields.values())

    def _here(self, field: Field) -> Field:
        """The field as this kind and version have it."""
        widened = field.wider_since is not None and self.ptx is not None
        if widened and field.wider_since is not None and self.exists(field.wider_since):
            field = field._replace(bits=field.wider)
        values = (one for one in field.values if not self.kind or not one.kinds or self.kind in one.kinds)
        return field._replace(values=tuple(values))

    @property
    def name(self) -> str:
        """Name of the format, with the kind where there are several."""
        return next((one.name for one in self.layout.variants if one.kind == self.kind), self.layout.name)

    @property
    def width(self) -> int:
        """Bits of a descriptor: 32 or 64."""
        return self.layout.width

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of instruction that this may be about."""
        return (self.kind,) if self.kind else tuple(one.kind for one in self.layout.variants)

    def of_kind(self, kind: str) -> Format:
        """The same format for one kind."""
        return Format(self.layout, kind, self.ptx, self.target)

    def exists(self, since: Since) -> bool:
        """Whether something exists where this descriptor is used; without a version and target, everything does."""
        from ptxisa.query.availability import satisfied

        if self.ptx is None and self.target is None:
            return True
        if since.target:
            return satisfied(since.ptx, since.target, self.target, self.ptx)
        return self.ptx is None or versions.order(since.ptx) <= self.ptx

    def missing(self) -> str:
        """Why the version or target that was asked for does not have this descriptor; an empty text if it does."""
        variants = [one.since for one in self.layout.variants if one.kind == self.kind and one.since]
        for ways in (self.layout.since, variants):
            if ways and not any(self.exists(one) for one in ways):
                return f"{self.name} {', or '.join(needs(one) for one in ways)}"
        return ""

    def dated(self, field: Field, raw: int) -> list[Since]:
        """Since when the field may have these bits, where that is later than the descriptor."""
        found = [field.since, *(one.since for one in field.values if one.value == raw)]
        return [since for since in found if since is not None]

    def decode(self, value: int) -> Fields:
        """The fields of any descriptor, illegal ones too; raises `DescriptorError` if it does not fit in the width."""
        value = self.checked(value)
        raw = {one.name: gather(one.bits, value) for one in self.fields.values()}
        values = {name: natural(self.fields[name], bits) for name, bits in raw.items()}
        return Fields(values, raw, value & ~self.covered)

    def checked(self, value: Any) -> int:
        """The value as an integer of the width."""
        try:
            number = operator.index(value)
        except TypeError:
            raise DescriptorError(
                f"{self.name} is an integer of {self.width} bits, not {type(value).__name__}"
            ) from None
        if number < 0:
            raise DescriptorError(f"{self.name} is an integer of {self.width} bits; it cannot be negative")
        if number >> self.width:
            raise DescriptorError(f"{self.name} has {self.width} bits; the value has {number.bit_length()}")
        return number

    def broken(self, raw: dict[str, int]) -> list[Rule]:
        """The rules that the fields break."""
        rules = (rule for rule in self.layout.rules if not rule.kinds or self.kind in rule.kinds)
        return [rule for rule in rules if self.meets(rule.when, raw) and not self.meets(rule.require, raw)]

    def meets(self, condition: Condition, raw: dict[str, int]) -> bool:
        """Whether every field of a condition has one of its values."""
        return all(_among(natural(self.fields[name], raw[name]), values) for name, values in condition)

    def problems(self, raw: dict[str, int]) -> list[tuple[Field, str]]:
        """The fields that cannot have their bits, and why."""
        found = ((one, problem(one, raw[one.name])) for one in self.fields.values())
        return [(field, text) for field, text in found if text]


def _among(value: Natural, values: tuple[str, ...]) -> bool:
    """Whether a value is one of a condition, of which some are ranges such as `16-256/16`."""
    return any(_fits(value, one) for one in values)


def _fits(value: Natural, text: str) -> bool:
    first, dash, rest = text.partition("-")
    if not dash:
        return str(value) == text
    last, _, step = rest.partition("/")
    return value in range(int(first), int(last) + 1, int(step or 1))
