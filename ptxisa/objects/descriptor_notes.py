"""What a descriptor says: what the manual does not allow, what is likely a mistake, and which fields matter.

Each check is a generator of notes. Errors are values that are not legal, warnings are usual mistakes, and the rest is
information: which of both strides is read, which shapes of instruction have these numbers of rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ptxisa.isa.descriptors import Field, Range, Shape, Strides, Value
from ptxisa.isa.names import listing
from ptxisa.objects import column_mask
from ptxisa.objects.descriptor_format import Fields, Format
from ptxisa.objects.descriptor_values import DescriptorError, meanings, natural, shown
from ptxisa.objects.phrases import needs, phrase

LEVELS = ("error", "warning", "note")
KIND = "kind"
"""What a note is about that says which kinds of instruction a descriptor fits."""
MAJORS = ("K", "MN")
ROWS = 8
"""Rows of a group, between which the strides go."""
CHUNK = 16
"""Bytes of an element of matrices as the strides see them."""
LINE = 128
"""Bytes of a row of a swizzle pattern in shared memory."""


class Note(NamedTuple):
    """One finding: "error", "warning" or "note", the field that it is about if one is, and a sentence."""

    level: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.level}: {self.message}"


class Context(NamedTuple):
    """What a descriptor does not say itself: the major order of the matrix, and the instruction."""

    major: str = ""
    m: int | None = None
    n: int | None = None
    cta_group: int | None = None
    ws: bool | None = None

    @staticmethod
    def of(major: str | None, m: int | None, n: int | None, cta_group: int | None, ws: bool | None) -> Context:
        """The context as given; raises `DescriptorError` for a major order or a group that does not exist."""
        order = str(major or "").upper()
        if order not in ("", *MAJORS):
            raise DescriptorError(f"the major order is {major!r:.40}; it must be K or MN", "major")
        if cta_group not in (None, 1, 2):
            raise DescriptorError(f"cta_group is {cta_group!r:.40}; it must be 1 or 2", "cta_group")
        return Context(order, column_mask.count("M", m), column_mask.count("N", n), cta_group, ws)


def notes(descriptor: Format, value: int, context: Context) -> list[Note]:
    """Every note on a descriptor, errors first."""
    fields = descriptor.decode(value)
    if descriptor.layout.variants and not descriptor.kind:
        found = list(_of_kinds(descriptor, value, fields, context))
    else:
        found = [note for check in CHECKS for note in check(descriptor, fields, context)]
    return sorted(dict.fromkeys(found), key=lambda note: LEVELS.index(note.level))


def _of_kinds(descriptor: Format, value: int, fields: Fields, context: Context) -> Iterator[Note]:
    """Notes where the kind is open: those of the one kind that fits, or of all that do."""
    by_kind = {kind: notes(descriptor.of_kind(kind), value, context) for kind in descriptor.kinds}
    fitting = [kind for kind, found in by_kind.items() if all(note.level != "error" for note in found)]
    if fitting:
        yield Note("note", KIND, f"legal for {' and '.join(f'.kind::{kind}' for kind in fitting)}")
    else:
        yield Note("error", KIND, f"no kind of {descriptor.name} has this value")
    shown = {kind: by_kind[kind] for kind in fitting or by_kind}
    for kind, found in shown.items():
        common = [note for note in found if all(note in others for others in shown.values())]
        yield from common
        own = [note._replace(message=f".kind::{kind}: {note.message}") for note in found if note not in common]
        yield from own if fitting else own[:1]


def _illegal(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """Values that a field cannot have."""
    yield from (Note("error", field.name, text) for field, text in descriptor.problems(fields.raw))


def _reserved(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """Bits of no field."""
    bits = [str(bit) for bit in range(descriptor.width) if fields.reserved >> bit & 1]
    if bits:
        named = f"reserved {'bits' if len(bits) > 1 else 'bit'} {', '.join(bits)} set"
        level = "error" if descriptor.layout.zero else "warning"
        wider = [one.name for one in descriptor.layout.fields if _overlaps(one, fields.reserved)]
        later = f" ({' and '.join(wider)} in a later version)" if wider else ""
        wanted = "reserved bits must be 0" if level == "error" else "the manual has no use for reserved bits"
        yield Note(level, "", f"{named}{later}; {wanted}")


def _overlaps(field: Field, bits: int) -> bool:
    return any(bits >> bit & 1 for high, low in field.wider for bit in range(low, high + 1))


def _rules(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """Combinations of fields that the manual does not allow."""
    for rule in descriptor.broken(fields.raw):
        yield Note(rule.level, rule.require[0][0], phrase(rule.why))


def _dated(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """What a later version or some targets have only."""
    asked = descriptor.ptx is not None or descriptor.target is not None
    missing = descriptor.missing()
    if missing:
        yield Note("error", "", missing)
    for field in descriptor.fields.values():
        for since in descriptor.dated(field, fields.raw[field.name]):
            level = "note" if not asked or descriptor.exists(since) else "error"
            if level == "error" or not asked:
                note = f": {phrase(since.note)}" if since.note else ""
                yield Note(level, field.name, f"{field.name} {fields[field.name]} {needs(since)}{note}")


def _by_role(descriptor: Format, role: str) -> Field | None:
    return next((one for one in descriptor.fields.values() if one.role == role), None)


def _swizzle(descriptor: Format, fields: Fields) -> Value | None:
    """The swizzle of a matrix, unless it is invalid."""
    field = _by_role(descriptor, "swizzle")
    return next(iter(meanings(field, fields.raw[field.name])), None) if field else None


def _alignment(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """A matrix that starts within the swizzle pattern says at which row of it."""
    swizzle, start = _swizzle(descriptor, fields), _by_role(descriptor, "start")
    if swizzle is None or start is None or not swizzle.repeats:
        return
    address, offset = fields.raw["start"] * start.size, fields.raw["base_offset"]
    within = address % swizzle.repeats // LINE
    expected = address // LINE & 7 if within else 0
    if offset == expected:
        return
    message = (
        f"start {address:#x} is in row {within} of the {swizzle.name} pattern, which starts at multiples of "
        f"{swizzle.repeats} bytes, but base_offset is {offset}: align the matrix to {swizzle.repeats} bytes, or set "
        f"base_offset to {expected} if the pattern starts there"
    )
    if not within:
        message = (
            f"base_offset is {offset}, but the {swizzle.name} pattern starts at multiples of {swizzle.repeats} bytes, "
            f"and start {address:#x} is in its first row: base_offset must be 0 unless the pattern starts elsewhere"
        )
    yield Note("warning", "base_offset", message)


def _group(swizzle: Value) -> tuple[int, str]:
    """Bytes of 8 rows, the least distance of groups of them."""
    row = swizzle.span or CHUNK
    return ROWS * row, f"{ROWS} rows of {row} bytes"


def _units(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """Strides in the wrong unit: 64 bytes for 64 steps, or a byte count that was not divided."""
    swizzle = _swizzle(descriptor, fields)
    for role in ("leading", "stride") if swizzle else ():
        field = _by_role(descriptor, role)
        if field is None or swizzle is None or not _read(descriptor, fields, context, role, swizzle):
            continue
        least, group = _group(swizzle)
        raw = fields.raw[field.name]
        size = raw * field.size
        if not size:
            yield Note("note", role, f"{role} is 0: right only if the matrix has no second group of {ROWS} rows")
        elif size < least:
            meant = f": did you mean {size}u, {size * field.size} bytes?" if size * field.size >= least else ""
            yield Note("warning", role, f"{role} is {size} bytes ({raw}u), less than {least} bytes, {group}{meant}")
        elif raw == least and swizzle.span:
            hint = f"did you mean {raw} bytes ({raw // field.size}u), divided by {field.size}?"
            yield Note("warning", role, f"{role} is {size} bytes ({raw}u), {field.size} times {raw}: {hint}")


def _read(descriptor: Format, fields: Fields, context: Context, role: str, swizzle: Value) -> bool:
    """Whether a stride is read for certain and is a distance, so that its size can be judged."""
    if role == "stride":
        return True
    return _relative(fields) and (not swizzle.span or context.major == "MN")


def _relative(fields: Fields) -> bool:
    return fields.get("leading_mode", "relative") == "relative"


def _strides(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """Which of both strides is read, and what it is."""
    swizzle = _swizzle(descriptor, fields)
    for row in descriptor.layout.strides if swizzle else ():
        if swizzle is not None and swizzle.name in row.swizzles and context.major in ("", row.major):
            yield from _meaning(descriptor, fields, row)


def _meaning(descriptor: Format, fields: Fields, row: Strides) -> Iterator[Note]:
    sizes = {name: _both(descriptor.fields[name], fields.raw[name]) for name in ("leading", "stride")}
    yield Note("note", "stride", f"{row.major}-major: stride {sizes['stride']}: {phrase(row.stride)}")
    if not _relative(fields):
        address = fields.raw["leading"] * descriptor.fields["leading"].size
        if row.major == "K":
            yield Note("note", "leading", f"K-major: leading is the address {address:#x} of the second chunk of data")
    elif row.leading:
        yield Note("note", "leading", f"{row.major}-major: leading {sizes['leading']}: {phrase(row.leading)}")
    else:
        yield Note("note", "leading", f"{row.major}-major: leading is not read")


def _both(field: Field, raw: int) -> str:
    return f"{shown(field, raw)} ({raw}u)"


def _majors(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """Major orders and swizzles that the kind does not have."""
    swizzle = _swizzle(descriptor, fields)
    if swizzle is None or not descriptor.kind:
        return
    rows = [row for row in descriptor.layout.majors if descriptor.kind in row.kinds]
    if context.major:
        swizzles = [name for row in rows if row.major == context.major for name in row.swizzles]
        if swizzle.name not in swizzles:
            right = f"with swizzle {listing(swizzles)}" if swizzles else "at all"
            what = f"{context.major}-major matrices of kind {descriptor.kind}"
            verb = "exist only" if swizzles else "do not exist"
            yield Note("error", "swizzle", f"{what} {verb} {right}")


def _shapes(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """Which instructions have these numbers of rows and columns."""
    rows, columns = _by_role(descriptor, "rows"), _by_role(descriptor, "columns")
    if rows is None or columns is None or not descriptor.kind:
        return
    m, n = natural(rows, fields.raw[rows.name]), natural(columns, fields.raw[columns.name])
    open_ = [one for one in descriptor.layout.shapes if _applies(descriptor, fields, context, one)]
    fitting = [one for one in open_ if _has(one.rows, m) and _has(one.columns, n)]
    if fitting:
        where = listing(dict.fromkeys(map(_qualifiers, fitting)))
        yield Note("note", "", f"M = {m}, N = {n} exists with {where}")
    else:
        yield Note("error", "n", f"no {_asked(descriptor, context)} has M = {m}, N = {n}; {_possible(open_, m)}")


def _applies(descriptor: Format, fields: Fields, context: Context, shape: Shape) -> bool:
    asked = context.cta_group in (None, shape.cta_group) and context.ws in (None, shape.ws)
    return asked and descriptor.kind in shape.kinds and descriptor.meets(shape.when, fields.raw)


def _has(ranges: Iterable[Range], number: object) -> bool:
    return any(number in one for one in ranges)


def _qualifiers(shape: Shape) -> str:
    return f".cta_group::{shape.cta_group}{' and .ws' if shape.ws else ''}"


def _asked(descriptor: Format, context: Context) -> str:
    """`instruction of kind f16 with .cta_group::2`, as far as it was said."""
    group = f".cta_group::{context.cta_group}" if context.cta_group else ""
    with_ws = ".ws" if context.ws else "without .ws" if context.ws is False else ""
    extra = " ".join(
        filter(None, [f"with {group}" if group else "", with_ws and f"{'and ' if group else ''}{with_ws}"])
    )
    return f"instruction of kind {descriptor.kind} {extra}".rstrip()


def _possible(shapes: list[Shape], m: object) -> str:
    """What M and N may be."""
    columns = [str(one) for shape in shapes if _has(shape.rows, m) for one in shape.columns]
    if columns:
        return f"with that M, N is {listing(dict.fromkeys(columns))}"
    rows = sorted({one for shape in shapes for one in shape.rows})
    return f"M is {listing(str(one) for one in rows)}" if rows else "it does not exist"


def _mask(descriptor: Format, fields: Fields, context: Context) -> Iterator[Note]:
    """The mask of columns, where M and N are known."""
    if not descriptor.layout.mask or context.m is None:
        return
    parts = column_mask.parts_of(descriptor, context.m)
    if fields.raw["shift"] > parts.shift:
        wrong = f"shift is {fields.raw['shift']} columns; with M = {context.m} it is at most {parts.shift}"
        yield Note("error", "shift", wrong)
    if context.n is not None:
        mask = column_mask.generate(descriptor, fields, context.m, context.n)
        zero = column_mask.columns(mask)
        yield Note("note", "", f"mask {mask:#0{context.n // 4 + 2}x}; columns that count as zero: {zero}")


CHECKS = (_illegal, _reserved, _rules, _dated, _alignment, _units, _majors, _shapes, _strides, _mask)
