"""Values of one field of a descriptor: bits to a value and back, and what a value must be.

A value is in the unit of its field (bytes, rows, columns), the name of an enumerated value, or a plain number.
`64u` is the field itself, 64 steps whatever their size.
"""

from __future__ import annotations

import operator
import re

from ptxisa.isa.descriptors import Bits, Field, Range, Value
from ptxisa.isa.names import listing, suggestion

Natural = int | str
LONGEST = 40
"""Characters of a value that a message repeats."""
LARGE = 0xFFFFF
"""The largest number that messages write in decimal, unless it is an address."""
BYTES = {"b": 1, "kib": 1024}
_NUMBER = re.compile(r"(?P<digits>0x[0-9a-f_]+|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*)(?P<suffix>u|b|kib)?", re.IGNORECASE)


class DescriptorError(ValueError):
    """A field, a value or a descriptor that cannot be; the message is one line. `field` is empty for a whole value."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def gather(bits: Bits, value: int) -> int:
    """The field at `bits` of a descriptor."""
    field = 0
    for high, low in bits:
        size = high - low + 1
        field = field << size | value >> low & ((1 << size) - 1)
    return field


def scatter(bits: Bits, field: int) -> int:
    """A descriptor that has the field at `bits` and is 0 elsewhere."""
    value = 0
    for high, low in reversed(bits):
        size = high - low + 1
        value |= (field & ((1 << size) - 1)) << low
        field >>= size
    return value


def meanings(field: Field, raw: int) -> list[Value]:
    """The enumerated values that the field may stand for: several where kinds of instruction differ."""
    return [one for one in field.values if one.value == raw]


def natural(field: Field, raw: int) -> Natural:
    """The value of a field; `3u` for one that has no name, or several."""
    if field.values:
        names = {one.name for one in meanings(field, raw)}
        if len(names) != 1:
            return f"{raw}u"
        (name,) = names
        return int(name) if field.numeric else name
    return raw * field.size + field.plus


def problem(field: Field, raw: int) -> str:
    """Why the field cannot have these bits; an empty text if it can."""
    if field.constant is not None and raw != field.constant:
        return f"{field.name} is 0b{raw:0{field.width}b}; it must be 0b{field.constant:0{field.width}b}"
    if field.values and not meanings(field, raw):
        return f"{field.name} is {raw}u; it must be {allowed(field)}"
    if field.ranges and not any(natural(field, raw) in one for one in field.ranges):
        return f"{field.name} is {shown(field, raw)}; it must be {allowed(field)}"
    return ""


def allowed(field: Field) -> str:
    """The values of a field, in words."""
    if field.constant is not None:
        return f"0b{field.constant:0{field.width}b}"
    if field.values:
        named = list(dict.fromkeys(f"{one.name} ({one.value}u)" for one in field.values))
        return listing(named, 16)
    if field.ranges:
        return _units(field, listing(str(one) for one in field.ranges))
    last = (1 << field.width) - 1
    if field.size > 1:
        end = hex(last * field.size) if field.address else f"{last * field.size:,}"
        return f"a multiple of {field.size} {field.of} from 0 to {end}"
    return _units(field, str(Range(field.plus, last + field.plus)))


def _units(field: Field, text: str) -> str:
    return f"{text} {field.of}".rstrip()


def shown(field: Field, raw: int) -> str:
    """The value of a field with its unit."""
    value = natural(field, raw)
    if field.address:
        return f"{value:#x}"
    return _units(field, f"{value:,}" if isinstance(value, int) else value)


def encoded(field: Field, given: object) -> int:
    """The bits of a field for a value that a person gave; raises `DescriptorError`."""
    raw = _text(field, given.strip()) if isinstance(given, str) else _steps(field, _index(field, given))
    if raw >> field.width or problem(field, raw):
        raise _wrong(field, given, _beyond(field, raw))
    return raw


def _beyond(field: Field, raw: int) -> str:
    """What may be meant by a field that has too many bits."""
    if raw >> field.width <= 0:
        return ""
    wider = sum(high - low + 1 for high, low in field.wider)
    if field.wider_since and not raw >> wider:
        return f"PTX {field.wider_since.ptx} has {wider} bits: ask for that version"
    return "convert a generic address with cvta.to.shared" if field.address else ""


def _index(field: Field, given: object) -> int:
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        raise _wrong(field, given) from None


def _text(field: Field, text: str) -> int:
    for one in field.values:
        if one.name.lower() == text.lower():
            return one.value
    match = _NUMBER.fullmatch(text[:LONGEST])
    suffix = (match["suffix"] or "").lower() if match else ""
    if not match or len(text) > LONGEST or (suffix in BYTES and field.of != "bytes"):
        raise _wrong(field, text)
    number = _integer(field, match["digits"], text)
    return number if suffix == "u" else _steps(field, number * BYTES.get(suffix, 1))


def _integer(field: Field, digits: str, text: str) -> int:
    try:
        return int(digits, 0)
    except ValueError:  # such as 0123
        raise _wrong(field, text) from None


def _steps(field: Field, value: int) -> int:
    """A number in the unit of the field as steps; of an enumerated field without numbers, the bits themselves."""
    if field.numeric:
        return next((one.value for one in field.values if int(one.name) == value), -1)
    steps, rest = divmod(value - field.plus, field.size)
    if rest:
        raise _between(field, value, steps)
    return steps


def _between(field: Field, value: int, steps: int) -> DescriptorError:
    """A value that is not a whole number of steps, with the nearest ones that are."""
    near = [one for one in (steps, steps + 1) if 0 <= one < 1 << field.width and not problem(field, one)]
    hint = " or ".join(f"{natural(field, one)} ({one}u)" for one in near)
    message = f"{field.name} is {_short(value)} {_counted(value, field.of)}; it must be {allowed(field)}"
    return DescriptorError(f"{message}, such as {hint}" if hint else message, field.name)


def _counted(value: int, unit: str) -> str:
    """The unit of a value, such as bytes, in the singular for 1."""
    return unit.removesuffix("s") if value == 1 else unit


def _wrong(field: Field, given: object, hint: str = "") -> DescriptorError:
    """A value that the field cannot have."""
    small = field.address and isinstance(given, int) and abs(given) <= LARGE
    message = f"{field.name} is {f'{given:#x}' if small else _short(given)}; it must be {allowed(field)}"
    if isinstance(given, str) and not hint:
        hint = suggestion(given, [one.name for one in field.values])
    return DescriptorError(f"{message}; {hint}" if hint else message, field.name)


def _short(given: object) -> str:
    """A value as a message repeats it, however long it is."""
    if isinstance(given, int) and not isinstance(given, bool):
        small = str(given) if abs(given) <= LARGE else hex(given)
        return small if given.bit_length() <= 128 else f"a number of {given.bit_length()} bits"
    text = given if isinstance(given, str) else repr(given)
    return repr(text[:LONGEST]) if len(text) > LONGEST or not text.isprintable() or not text else text
