"""Fields of descriptors: bits to values in natural units and back, and the values that a field can have.

A value is in the unit of its field (bytes, rows, columns), the name of an enumerated value, or a plain number. `64u` is
the encoded field itself: 64 steps of any size. `DescriptorFormat` is the fields of one kind of instruction.
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any

from ptxisa.isa import versions
from ptxisa.isa.descriptors import (
    Bits,
    Condition,
    DescriptorField,
    DescriptorLayout,
    DescriptorRule,
    FieldValue,
    Range,
    Since,
)
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.targets import describe
from ptxisa.query.availability import satisfied

if TYPE_CHECKING:
    from ptxisa.isa.targets import Target
    from ptxisa.isa.versions import Version

Natural = int | str
LONGEST = 40
"""Characters of a value that a message repeats."""
LARGE = 0xFFFFF
"""Largest number that messages write in decimal, unless it is an address."""
BYTES = {"b": 1, "kib": 1024}
_NUMBER = re.compile(r"(?P<digits>0x[0-9a-f_]+|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*)(?P<suffix>u|b|kib)?", re.IGNORECASE)


class DescriptorError(ValueError):
    """A field, a value or a descriptor that is not legal.

    The message is one line; `field` is the name of the field, or "" if the error is about a whole descriptor.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


# --- one field ---


def gather(bits: Bits, value: int) -> int:
    """Return the field at `bits` of a descriptor."""
    field = 0
    for high, low in bits:
        size = high - low + 1
        field = field << size | value >> low & ((1 << size) - 1)
    return field


def scatter(bits: Bits, field: int) -> int:
    """Return a descriptor with a field at `bits`, and 0 elsewhere."""
    value = 0
    # `bits` begins with the highest part of the field; the lowest bits of `field` belong to the last part.
    for high, low in reversed(bits):
        size = high - low + 1
        value |= (field & ((1 << size) - 1)) << low
        field >>= size
    return value


def meanings(field: DescriptorField, raw: int) -> list[FieldValue]:
    """Return the enumerated values with these bits: several where kinds of instruction differ."""
    return [value for value in field.values if value.value == raw]


def natural(field: DescriptorField, raw: int) -> Natural:
    """Return the value of a field in its unit; `3u` for bits without a name, or with several."""
    if field.values:
        names = {value.name for value in meanings(field, raw)}
        if len(names) != 1:
            return f"{raw}u"
        (name,) = names
        return int(name) if field.numeric else name
    return raw * field.size + field.plus


def problem(field: DescriptorField, raw: int) -> str:
    """Return why a field cannot have these bits, or ""."""
    if field.constant is not None and raw != field.constant:
        return f"{field.name} is 0b{raw:0{field.width}b}; it must be 0b{field.constant:0{field.width}b}"
    if field.values and not meanings(field, raw):
        return f"{field.name} is {raw}u; it must be {allowed(field)}"
    if field.ranges and not any(natural(field, raw) in range_ for range_ in field.ranges):
        return f"{field.name} is {shown(field, raw)}; it must be {allowed(field)}"
    return ""


def allowed(field: DescriptorField) -> str:
    """Return the values of a field in words."""
    if field.constant is not None:
        return f"0b{field.constant:0{field.width}b}"
    if field.values:
        return listing(list(dict.fromkeys(f"{value.name} ({value.value}u)" for value in field.values)), 16)
    if field.ranges:
        return _with_unit(field, listing(str(range_) for range_ in field.ranges))
    last = (1 << field.width) - 1
    if field.size > 1:
        end = hex(last * field.size) if field.address else f"{last * field.size:,}"
        return f"a multiple of {field.size} {field.of} from 0 to {end}"
    return _with_unit(field, str(Range(field.plus, last + field.plus)))


def shown(field: DescriptorField, raw: int) -> str:
    """Return the value of a field with its unit."""
    value = natural(field, raw)
    if field.address:
        return f"{value:#x}"
    return _with_unit(field, f"{value:,}" if isinstance(value, int) else value)


def _with_unit(field: DescriptorField, text: str) -> str:
    return f"{text} {field.of}".rstrip()


def encoded(field: DescriptorField, given: object) -> int:
    """Return the bits of a field for a value that a person wrote.

    Args:
        field: The field.
        given: An integer in the unit of the field, or a text: a name, `1024`, `1024B`, `1KiB`, or steps such as `64u`.

    Raises:
        DescriptorError: The field cannot have this value; the message gives the legal ones.
    """
    if isinstance(given, str):
        raw = _from_text(field, given.strip())
    else:
        try:
            raw = _steps(field, operator.index(given))  # type: ignore[arg-type]
        except TypeError:
            raise _illegal_value(field, given) from None
    too_large = raw >> field.width
    if too_large or problem(field, raw):
        hint = ""
        wider = sum(high - low + 1 for high, low in field.wider)
        if too_large > 0 and field.wider_since and not raw >> wider:
            hint = f"PTX {field.wider_since.ptx} has {wider} bits: ask for that version"
        elif too_large > 0 and field.address:
            hint = "convert a generic address with cvta.to.shared"
        raise _illegal_value(field, given, hint)
    return raw


def _from_text(field: DescriptorField, text: str) -> int:
    text = re.sub("[-_]atom[-_]", "_", text, flags=re.IGNORECASE)  # Tensor maps call the swizzle 128B_32B so.
    for named in field.values:
        if named.name.lower() == text.lower():
            return named.value
    match = _NUMBER.fullmatch(text[:LONGEST])
    suffix = (match["suffix"] or "").lower() if match else ""
    # A suffix of bytes on a number of rows is a mistake, not a unit to be ignored.
    if not match or len(text) > LONGEST or (suffix in BYTES and field.of != "bytes"):
        raise _illegal_value(field, text)
    try:
        number = int(match["digits"], 0)
    except ValueError:  # such as 0123
        raise _illegal_value(field, text) from None
    return number if suffix == "u" else _steps(field, number * BYTES.get(suffix, 1))


def _steps(field: DescriptorField, value: int) -> int:
    """Return a number in the unit of the field as encoded steps; -1 for a number that an enumeration lacks."""
    if field.numeric:
        return next((named.value for named in field.values if int(named.name) == value), -1)
    steps, rest = divmod(value - field.plus, field.size)
    if rest:
        near = [raw for raw in (steps, steps + 1) if 0 <= raw < 1 << field.width and not problem(field, raw)]
        hint = " or ".join(f"{natural(field, raw)} ({raw}u)" for raw in near)
        unit = field.of.removesuffix("s") if value == 1 else field.of
        message = f"{field.name} is {_short(value)} {unit}; it must be {allowed(field)}"
        raise DescriptorError(f"{message}, such as {hint}" if hint else message, field.name)
    return steps


def _illegal_value(field: DescriptorField, given: object, hint: str = "") -> DescriptorError:
    """Return the error about a value that a field cannot have."""
    small = field.address and isinstance(given, int) and abs(given) <= LARGE
    message = f"{field.name} is {f'{given:#x}' if small else _short(given)}; it must be {allowed(field)}"
    if isinstance(given, str) and not hint:
        hint = suggestion(given, [value.name for value in field.values])
    return DescriptorError(f"{message}; {hint}" if hint else message, field.name)


def _short(given: object) -> str:
    """Return a value for a message, cut if it is long."""
    if isinstance(given, int) and not isinstance(given, bool):
        small = str(given) if abs(given) <= LARGE else hex(given)
        return small if given.bit_length() <= 128 else f"a number of {given.bit_length()} bits"
    text = given if isinstance(given, str) else repr(given)
    return repr(text[:LONGEST]) if len(text) > LONGEST or not text.isprintable() or not text else text


# --- texts of records ---


def phrase(sentence: str) -> str:
    """Return a sentence of a record as a part of another sentence; names in capitals keep them."""
    first = sentence[:1] if sentence[1:2] in ("", " ", "-") or sentence[1:2].isupper() else sentence[:1].lower()
    return (first + sentence[1:]).rstrip(".").replace("``", "")


def needs(since: Since) -> str:
    """Return a requirement as text: `needs PTX 8.8 on sm_103a`."""
    where = f" on {describe(since.target)}" if since.target else ""
    return f"needs PTX {since.ptx}{where}"


# --- all fields of a descriptor ---


class Fields(dict[str, Natural]):
    """Values of fields by name, in natural units.

    `raw` has the encoded field of each; `reserved` are the bits of the descriptor that belong to no field.
    """

    def __init__(self, values: dict[str, Natural], raw: dict[str, int], reserved: int) -> None:
        super().__init__(values)
        self.raw = raw
        self.reserved = reserved


class DescriptorFormat:
    """Fields of a descriptor, for one kind of instruction or for all.

    With a PTX version or a target, fields and values that do not exist there are errors, and fields that a version
    widens have their wider bits from that version on.
    """

    def __init__(
        self, layout: DescriptorLayout, kind: str, ptx: Version | None = None, target: Target | None = None
    ) -> None:
        self.layout, self.kind, self.ptx, self.target = layout, kind, ptx, target
        self.fields: dict[str, DescriptorField] = {}
        for field in layout.fields:
            # Only on request: an address beyond 18 bits is far more often a generic address by mistake.
            if ptx is not None and field.wider_since is not None and self.exists(field.wider_since):
                field = field._replace(bits=field.wider)
            values = (value for value in field.values if not kind or not value.kinds or kind in value.kinds)
            self.fields[field.name] = field._replace(values=tuple(values))
        self.covered = sum(scatter(field.bits, (1 << field.width) - 1) for field in self.fields.values())

    @property
    def name(self) -> str:
        """Name of the format, with the kind if there are several."""
        return next((variant.name for variant in self.layout.variants if variant.kind == self.kind), self.layout.name)

    @property
    def width(self) -> int:
        """Bits of a descriptor: 32 or 64."""
        return self.layout.width

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of instruction that the format may be for."""
        return (self.kind,) if self.kind else tuple(variant.kind for variant in self.layout.variants)

    def of_kind(self, kind: str) -> DescriptorFormat:
        """Return the format for one kind of instruction."""
        return DescriptorFormat(self.layout, kind, self.ptx, self.target)

    def exists(self, since: Since) -> bool:
        """Return True if something exists in the version and on the target; without these, everything does."""
        if self.ptx is None and self.target is None:
            return True
        if since.target:
            return satisfied(since.ptx, since.target, self.target, self.ptx)
        return self.ptx is None or versions.order(since.ptx) <= self.ptx

    def missing(self) -> str:
        """Return why the version or target does not have this descriptor, or ""."""
        variants = [variant.since for variant in self.layout.variants if variant.kind == self.kind and variant.since]
        for ways in (self.layout.since, variants):
            if ways and not any(self.exists(way) for way in ways):
                return f"{self.name} {', or '.join(needs(way) for way in ways)}"
        return ""

    def dated(self, field: DescriptorField, raw: int) -> list[Since]:
        """Return the requirements of a field and of its value, where they are later than the descriptor."""
        requirements = [field.since, *(value.since for value in field.values if value.value == raw)]
        return [since for since in requirements if since is not None]

    def decode(self, value: int) -> Fields:
        """Return the fields of any descriptor, also an illegal one; raise `DescriptorError` if it has too many bits."""
        value = self.checked(value)
        raw = {field.name: gather(field.bits, value) for field in self.fields.values()}
        values = {name: natural(self.fields[name], bits) for name, bits in raw.items()}
        return Fields(values, raw, value & ~self.covered)

    def checked(self, value: Any) -> int:
        """Return the value as an integer of the width, or raise `DescriptorError`."""
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

    def broken(self, raw: dict[str, int], cta_group: int | None = None, major: str = "") -> list[DescriptorRule]:
        """Return the rules that the fields break; rules about a CTA group or major order need to know it."""
        rules = (
            rule
            for rule in self.layout.rules
            if (not rule.kinds or self.kind in rule.kinds)
            and rule.cta_group in (None, cta_group)
            and rule.major in ("", major)
            and (rule.before is None or not self.exists(rule.before))
        )
        return [rule for rule in rules if self.meets(rule.when, raw) and not self.meets(rule.require, raw)]

    def meets(self, condition: Condition, raw: dict[str, int]) -> bool:
        """Return True if every field of a condition has one of the values, some of which are ranges (`16-256/16`)."""

        def matches(value: Natural, text: str) -> bool:
            first, dash, rest = text.partition("-")
            if not dash:
                return str(value) == text
            last, _, step = rest.partition("/")
            return value in range(int(first), int(last) + 1, int(step or 1))

        return all(
            any(matches(natural(self.fields[name], raw[name]), text) for text in texts) for name, texts in condition
        )

    def problems(self, raw: dict[str, int]) -> list[tuple[DescriptorField, str]]:
        """Return the fields that cannot have their bits, each with the reason."""
        reasons = ((field, problem(field, raw[field.name])) for field in self.fields.values())
        return [(field, text) for field, text in reasons if text]
