"""Matrix and instruction descriptors: their bit fields, and the rules between them.

The generator prints these tables from the records; `ptxisa.objects.descriptors` encodes and decodes with them.
"""

from __future__ import annotations

from typing import NamedTuple

Bits = tuple[tuple[int, int], ...]
"""Ranges (high, low) of bits, inclusive; bit 0 is the lowest, and the most significant range comes first."""
Condition = tuple[tuple[str, tuple[str, ...]], ...]
"""Fields with their allowed values, as text; `16-256/16` is a range."""


class Since(NamedTuple):
    """Availability from a PTX version on, on the targets of an expression if it is not empty."""

    ptx: str
    target: str = ""
    note: str = ""


class FieldValue(NamedTuple):
    """A value of an enumerated field, for some `kinds` of instruction, or all if empty.

    For a swizzle, chunks are exchanged within `span` bytes, and its pattern, with base offset 0, starts at multiples of
    `repeats` bytes.
    """

    value: int
    name: str
    summary: str
    kinds: tuple[str, ...] = ()
    span: int = 0
    repeats: int = 0
    since: Since | None = None


class Range(NamedTuple):
    """Numbers from `min` to `max`, inclusive, in steps."""

    min: int
    max: int
    step: int = 1

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.min <= number <= self.max and (number - self.min) % self.step == 0

    def __str__(self) -> str:
        if self.min == self.max:
            return str(self.min)
        return f"{self.min} to {self.max}" + (f" in steps of {self.step}" if self.step > 1 else "")


class DescriptorField(NamedTuple):
    """A bit field. Its value is `field * size + plus`, in the units of `of` (bytes, rows or columns), if given.

    `wider` are its bits since `wider_since`. `values`, `ranges` and `constant` restrict it.
    """

    name: str
    bits: Bits
    summary: str
    aliases: tuple[str, ...] = ()
    size: int = 1
    of: str = ""
    plus: int = 0
    address: bool = False
    wider: Bits = ()
    wider_since: Since | None = None
    values: tuple[FieldValue, ...] = ()
    ranges: tuple[Range, ...] = ()
    constant: int | None = None
    required: bool = False
    role: str = ""
    since: Since | None = None

    @property
    def width(self) -> int:
        """Width of the field in bits."""
        return sum(high - low + 1 for high, low in self.bits)

    @property
    def numeric(self) -> bool:
        """True if the names of its values are numbers."""
        return bool(self.values) and all(value.name.isdigit() for value in self.values)


class DescriptorRule(NamedTuple):
    """If `when` holds, `require` must hold; a `level` of "warning" is about ignored or doubtful bits.

    A rule may be about one `.cta_group` or one major order of a matrix, or about versions before another.
    """

    id: str
    when: Condition
    require: Condition
    why: str
    kinds: tuple[str, ...] = ()
    level: str = "error"
    cta_group: int | None = None
    major: str = ""
    before: Since | None = None


class Strides(NamedTuple):
    """Meaning of the strides for a major order and some swizzles; an empty `leading` is not read."""

    major: str
    swizzles: tuple[str, ...]
    leading: str
    stride: str


class Major(NamedTuple):
    """Swizzles that allow a major order, for some kinds of instruction."""

    major: str
    kinds: tuple[str, ...]
    swizzles: tuple[str, ...]


class InstructionShape(NamedTuple):
    """Numbers of rows (M) and columns (N) of some kinds of instruction."""

    kinds: tuple[str, ...]
    ws: bool
    cta_group: int
    rows: tuple[Range, ...]
    columns: tuple[Range, ...]
    when: Condition = ()


class MaskParts(NamedTuple):
    """For M = `rows`, the mask has `parts` of equal size, and columns shift by at most `shift`."""

    rows: int
    parts: int
    shift: int


class Variant(NamedTuple):
    """A kind of instruction with its own reading of the format."""

    name: str
    kind: str
    summary: str
    since: Since | None = None


class DescriptorLayout(NamedTuple):
    """A descriptor format. Bits outside fields are reserved, and must be 0 if `zero`; one of `since` suffices."""

    name: str
    width: int
    operand: str
    summary: str
    fields: tuple[DescriptorField, ...]
    zero: bool
    since: tuple[Since, ...]
    variants: tuple[Variant, ...] = ()
    rules: tuple[DescriptorRule, ...] = ()
    strides: tuple[Strides, ...] = ()
    majors: tuple[Major, ...] = ()
    shapes: tuple[InstructionShape, ...] = ()
    mask: tuple[MaskParts, ...] = ()


def layouts() -> dict[str, DescriptorLayout]:
    """Return every descriptor format by the name of its record."""
    from ptxisa._generated.descriptors import LAYOUTS

    return LAYOUTS
