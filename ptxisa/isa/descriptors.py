"""Descriptors as values: the bit fields of matrix and instruction descriptors, and what must hold between them.

The generator prints these tables from the records; `ptxisa.objects.descriptors` encodes and decodes with them.
"""

from __future__ import annotations

from typing import NamedTuple

Bits = tuple[tuple[int, int], ...]
"""Ranges (high, low) of bits, inclusive, bit 0 the lowest; the most significant range first."""
Condition = tuple[tuple[str, tuple[str, ...]], ...]
"""Fields with the values that each may have, as text; `16-256/16` is a range."""


class Since(NamedTuple):
    """Where something exists: from a PTX version on, on the targets of an expression if one is given."""

    ptx: str
    target: str = ""
    note: str = ""


class Value(NamedTuple):
    """One value of an enumerated field, of some kinds of instruction only if `kinds` has any.

    Of a swizzle, `span` is the bytes within which chunks change places, and its pattern, base offset 0, starts at
    multiples of `repeats` bytes.
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


class Field(NamedTuple):
    """A bit field. Its value is `field * size + plus`, in bytes, rows or columns as `of` says; plain without `of`.

    `wider` are the bits that it has since `wider_since`. `values`, `ranges` and `constant` restrict it.
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
    values: tuple[Value, ...] = ()
    ranges: tuple[Range, ...] = ()
    constant: int | None = None
    required: bool = False
    role: str = ""
    since: Since | None = None

    @property
    def width(self) -> int:
        """Bits of the field."""
        return sum(high - low + 1 for high, low in self.bits)

    @property
    def numeric(self) -> bool:
        """Whether the names of its values are numbers."""
        return bool(self.values) and all(one.name.isdigit() for one in self.values)


class Rule(NamedTuple):
    """Where `when` holds, `require` must; a `level` of "warning" is about ignored or doubtful bits."""

    id: str
    when: Condition
    require: Condition
    why: str
    kinds: tuple[str, ...] = ()
    level: str = "error"


class Strides(NamedTuple):
    """What the strides mean for a major order and some swizzles; an empty `leading` is not read."""

    major: str
    swizzles: tuple[str, ...]
    leading: str
    stride: str


class Major(NamedTuple):
    """The swizzles with which matrices of some kinds may have a major order."""

    major: str
    kinds: tuple[str, ...]
    swizzles: tuple[str, ...]


class Shape(NamedTuple):
    """Numbers of rows (M) and columns (N) of some kinds of instruction."""

    kinds: tuple[str, ...]
    ws: bool
    cta_group: int
    rows: tuple[Range, ...]
    columns: tuple[Range, ...]
    when: Condition = ()


class MaskParts(NamedTuple):
    """For M `rows`, the mask has `parts` of equal size, and columns shift by at most `shift`."""

    rows: int
    parts: int
    shift: int


class Variant(NamedTuple):
    """One kind of instruction that reads the format in its own way."""

    name: str
    kind: str
    summary: str
    since: Since | None = None


class Layout(NamedTuple):
    """A descriptor format. Bits of no field are reserved, and must be 0 if `zero`; any one of `since` suffices."""

    name: str
    width: int
    operand: str
    summary: str
    fields: tuple[Field, ...]
    zero: bool
    since: tuple[Since, ...]
    variants: tuple[Variant, ...] = ()
    rules: tuple[Rule, ...] = ()
    strides: tuple[Strides, ...] = ()
    majors: tuple[Major, ...] = ()
    shapes: tuple[Shape, ...] = ()
    mask: tuple[MaskParts, ...] = ()


def layouts() -> dict[str, Layout]:
    """Every descriptor format by the name of its record."""
    from ptxisa._generated.descriptors import LAYOUTS

    return LAYOUTS
