"""Notes on a descriptor: values that the manual does not allow, likely mistakes, and which fields matter.

Each check is a generator of notes. Errors are values that are not legal, warnings are usual mistakes, and the rest is
information, such as the stride that is read, or the shapes of instruction with these numbers of rows and columns.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ptxisa.isa.descriptors import DescriptorField, FieldValue, MaskParts, Range
from ptxisa.isa.names import listing
from ptxisa.objects.descriptor_fields import (
    DescriptorError,
    DescriptorFormat,
    Fields,
    meanings,
    natural,
    needs,
    phrase,
    shown,
)

LEVELS = ("error", "warning", "note")
KIND = "kind"
"""Field of notes about the kinds of instruction that a descriptor fits."""
MAJORS = ("K", "MN")
ROWS = 8
"""Rows of a group; strides are distances between groups."""
CHUNK = 16
"""Bytes of a chunk of a row, the unit of matrices in shared memory."""
LINE = 128
"""Bytes of a row of a swizzle pattern in shared memory."""
MOST_COLUMNS = 256


class Note(NamedTuple):
    """A note: level "error", "warning" or "note", the field that it is about or "", and a sentence."""

    level: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.level}: {self.message}"


class NoteContext(NamedTuple):
    """Facts that a descriptor does not contain: the major order of the matrix, and properties of the instruction."""

    major: str = ""
    m: int | None = None
    n: int | None = None
    cta_group: int | None = None
    ws: bool | None = None

    @staticmethod
    def of(major: str | None, m: int | None, n: int | None, cta_group: int | None, ws: bool | None) -> NoteContext:
        """Return the context; raise `DescriptorError` for a major order or a group that does not exist."""
        order = str(major or "").upper()
        if order not in ("", *MAJORS):
            raise DescriptorError(f"the major order is {major!r:.40}; it must be K or MN", "major")
        if cta_group not in (None, 1, 2):
            raise DescriptorError(f"cta_group is {cta_group!r:.40}; it must be 1 or 2", "cta_group")
        return NoteContext(order, size_of("M", m), size_of("N", n), cta_group, ws)


def size_of(name: str, number: object) -> int | None:
    """Return a number of rows or columns, or None; raise `DescriptorError` unless it is an integer or None."""
    try:
        return None if number is None else operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise DescriptorError(f"{name} is {number!r:.40}; it must be an integer", name.lower()) from None


def notes(descriptor: DescriptorFormat, value: int, context: NoteContext) -> list[Note]:
    """Return the notes on a descriptor, errors first."""
    fields = descriptor.decode(value)
    if descriptor.layout.variants and not descriptor.kind:
        every = list(_notes_by_kind(descriptor, value, context))
    else:
        every = [note for check in CHECKS for note in check(descriptor, fields, context)]
    return sorted(dict.fromkeys(every), key=lambda note: LEVELS.index(note.level))


def _notes_by_kind(descriptor: DescriptorFormat, value: int, context: NoteContext) -> Iterator[Note]:
    """Yield the notes of all kinds for which the descriptor is legal, or the first errors of each kind."""
    by_kind = {kind: notes(descriptor.of_kind(kind), value, context) for kind in descriptor.kinds}
    fitting = [kind for kind, listed in by_kind.items() if all(note.level != "error" for note in listed)]
    if fitting:
        yield Note("note", KIND, f"legal for {' and '.join(f'.kind::{kind}' for kind in fitting)}")
    else:
        yield Note("error", KIND, f"no kind of {descriptor.name} has this value")
    shown_kinds = {kind: by_kind[kind] for kind in fitting or by_kind}
    for kind, listed in shown_kinds.items():
        common = [note for note in listed if all(note in others for others in shown_kinds.values())]
        yield from common
        own = [note._replace(message=f".kind::{kind}: {note.message}") for note in listed if note not in common]
        yield from own if fitting else own[:1]


# --- any descriptor ---


def _check_fields(descriptor: DescriptorFormat, fields: Fields, context: NoteContext) -> Iterator[Note]:
    """Report illegal values, reserved bits, broken rules, and fields that other versions or targets have."""
    yield from (Note("error", field.name, text) for field, text in descriptor.problems(fields.raw))
    bits = [bit for bit in range(descriptor.width) if fields.reserved >> bit & 1]
    if bits:
        named = f"reserved {'bits' if len(bits) > 1 else 'bit'} {', '.join(map(str, bits))} set"
        level = "error" if descriptor.layout.zero else "warning"
        wider = [
            field.name
            for field in descriptor.layout.fields
            if any(low <= bit <= high for high, low in field.wider for bit in bits)
        ]
        later = f" ({' and '.join(wider)} in a later version)" if wider else ""
        wanted = "reserved bits must be 0" if level == "error" else "the manual has no use for reserved bits"
        yield Note(level, "", f"{named}{later}; {wanted}")
    for rule in descriptor.broken(fields.raw, context.cta_group, context.major):
        yield Note(rule.level, rule.require[0][0], phrase(rule.why))
    missing = descriptor.missing()
    if missing:
        yield Note("error", "", missing)
    # Without a version and a target, later fields and values cause notes.
    anywhere = descriptor.ptx is None and descriptor.target is None
    for field in descriptor.fields.values():
        for since in descriptor.dated(field, fields.raw[field.name]):
            if anywhere or not descriptor.exists(since):
                note = f": {phrase(since.note)}" if since.note else ""
                level = "note" if anywhere else "error"
                yield Note(level, field.name, f"{field.name} {fields[field.name]} {needs(since)}{note}")


# --- matrices in shared memory ---


def _by_role(descriptor: DescriptorFormat, role: str) -> DescriptorField | None:
    """Return the field with a role, or None."""
    return next((field for field in descriptor.fields.values() if field.role == role), None)


def _swizzle(descriptor: DescriptorFormat, fields: Fields) -> FieldValue | None:
    """Return the swizzle of a matrix, or None if it is not legal."""
    field = _by_role(descriptor, "swizzle")
    return next(iter(meanings(field, fields.raw[field.name])), None) if field else None


def _check_alignment(descriptor: DescriptorFormat, fields: Fields, context: NoteContext) -> Iterator[Note]:
    """Report a base offset that does not agree with a start inside the swizzle pattern."""
    swizzle, start = _swizzle(descriptor, fields), _by_role(descriptor, "start")
    if swizzle is None or start is None or not swizzle.repeats:
        return
    # The manual computes the base offset as bits 7 to 9 of the address where the pattern starts (section
    # 9.7.15.5.1.2.2); for a pattern that starts at a multiple of its size these are 0.
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


def _relative(fields: Fields) -> bool:
    """Return True if the leading field is a distance, not an address."""
    return fields.get("leading_mode", "relative") == "relative"


def _check_stride_units(descriptor: DescriptorFormat, fields: Fields, context: NoteContext) -> Iterator[Note]:
    """Report strides in the wrong unit: 64 bytes for 64 steps, or a byte count that was not divided."""
    swizzle = _swizzle(descriptor, fields)
    if swizzle is None:
        return
    # The least distance of two groups of rows.
    row_bytes = swizzle.span or CHUNK
    least, group = ROWS * row_bytes, f"{ROWS} rows of {row_bytes} bytes"
    for role in ("leading", "stride"):
        field = _by_role(descriptor, role)
        # The leading field is read, and a distance, in some cases only.
        known = role == "stride" or (_relative(fields) and (not swizzle.span or context.major == "MN"))
        if field is None or not known:
            continue
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


def _explain_strides(descriptor: DescriptorFormat, fields: Fields, context: NoteContext) -> Iterator[Note]:
    """Report for each major order which strides the hardware reads, and their values."""
    swizzle = _swizzle(descriptor, fields)
    for row in descriptor.layout.strides if swizzle else ():
        if swizzle is None or swizzle.name not in row.swizzles or context.major not in ("", row.major):
            continue
        leading, stride = (
            f"{shown(descriptor.fields[name], fields.raw[name])} ({fields.raw[name]}u)"
            for name in ("leading", "stride")
        )
        yield Note("note", "stride", f"{row.major}-major: stride {stride}: {phrase(row.stride)}")
        if not _relative(fields):
            address = fields.raw["leading"] * descriptor.fields["leading"].size
            if row.major == "K":
                text = f"K-major: leading is the address {address:#x} of the second chunk of data"
                yield Note("note", "leading", text)
        elif row.leading:
            yield Note("note", "leading", f"{row.major}-major: leading {leading}: {phrase(row.leading)}")
        else:
            yield Note("note", "leading", f"{row.major}-major: leading is not read")


def _check_majors(descriptor: DescriptorFormat, fields: Fields, context: NoteContext) -> Iterator[Note]:
    """Report a major order that does not exist with this swizzle for the kind."""
    swizzle = _swizzle(descriptor, fields)
    if swizzle is None or not descriptor.kind or not context.major:
        return
    rows = [row for row in descriptor.layout.majors if descriptor.kind in row.kinds]
    swizzles = [name for row in rows if row.major == context.major for name in row.swizzles]
    if swizzle.name not in swizzles:
        right = f"with swizzle {listing(swizzles)}" if swizzles else "at all"
        what = f"{context.major}-major matrices of kind {descriptor.kind}"
        verb = "exist only" if swizzles else "do not exist"
        yield Note("error", "swizzle", f"{what} {verb} {right}")


# --- instructions ---


def _check_shapes(descriptor: DescriptorFormat, fields: Fields, context: NoteContext) -> Iterator[Note]:
    """Report the instructions with these numbers of rows and columns."""
    rows, columns = _by_role(descriptor, "rows"), _by_role(descriptor, "columns")
    if rows is None or columns is None or not descriptor.kind:
        return
    m, n = natural(rows, fields.raw[rows.name]), natural(columns, fields.raw[columns.name])
    possible = [
        shape
        for shape in descriptor.layout.shapes
        if context.cta_group in (None, shape.cta_group)
        and context.ws in (None, shape.ws)
        and descriptor.kind in shape.kinds
        and descriptor.meets(shape.when, fields.raw)
    ]
    fitting = [shape for shape in possible if _in_ranges(shape.rows, m) and _in_ranges(shape.columns, n)]
    if fitting:
        # Only what the caller did not give is listed.
        if context.cta_group is None:
            ways = (
                f".cta_group::{shape.cta_group}{' and .ws' * (shape.ws and context.ws is None)}" for shape in fitting
            )
            where = f" with {listing(dict.fromkeys(ways))}"
        else:
            ways = ("with .ws" if shape.ws else "without .ws" for shape in fitting)
            where = f" {listing(dict.fromkeys(ways))}" if context.ws is None else ""
        yield Note("note", "", f"M = {m}, N = {n} exists{where}")
    else:
        sizes = [str(size) for shape in possible if _in_ranges(shape.rows, m) for size in shape.columns]
        heights = sorted({size for shape in possible for size in shape.rows})
        if sizes:
            hint = f"with that M, N is {listing(dict.fromkeys(sizes))}"
        else:
            hint = f"M is {listing(map(str, heights))}" if heights else "it does not exist"
        yield Note("error", "n", f"no {_instruction(descriptor, context)} has M = {m}, N = {n}; {hint}")


def _in_ranges(ranges: Iterable[Range], number: object) -> bool:
    return any(number in numbers for numbers in ranges)


def _instruction(descriptor: DescriptorFormat, context: NoteContext) -> str:
    """Return `instruction of kind f16 with .cta_group::2 and .ws`, as far as it is known."""
    parts = []
    if context.cta_group:
        parts.append(f"with .cta_group::{context.cta_group}")
    if context.ws is not None:
        ws = ".ws" if context.ws else "without .ws"
        parts.append(f"and {ws}" if parts else ws)
    return " ".join([f"instruction of kind {descriptor.kind}", *parts])


# --- zero-column masks ---

# The pattern of a mask is `skip_span` columns that count as zero and `use_span` columns that are used, in turns. Each
# part of the mask starts with one of the two, without its first `start_count` columns (section 9.7.16.3.3).


def column_mask(descriptor: DescriptorFormat, fields: Fields, m: int, n: int) -> int:
    """Return the mask of `n` bits for M = `m`; bit i is 1 if column i counts as zero."""
    parts = _mask_parts(descriptor, m)
    if not 0 < n <= MOST_COLUMNS or n % parts.parts:
        raise DescriptorError(f"N is {n}; with M = {m} it must be a multiple of {parts.parts} up to {MOST_COLUMNS}")
    if not fields.raw["non_zero_mask"]:
        return 0
    size = n // parts.parts
    skip, use = fields.raw["skip_span"] + 1, fields.raw["use_span"] + 1
    mask = 0
    for part in range(parts.parts):
        start = fields.raw[f"start_count{part}"] + (0 if fields.raw[f"first_span{part}"] else skip)
        zero = sum(1 << column for column in range(size) if (start + column) % (skip + use) < skip)
        mask |= zero << part * size
    return mask


def _mask_parts(descriptor: DescriptorFormat, m: int) -> MaskParts:
    for part in descriptor.layout.mask:
        if part.rows == m:
            return part
    if not descriptor.layout.mask:
        raise DescriptorError(f"{descriptor.name} has no mask of columns")
    known = listing(str(part.rows) for part in descriptor.layout.mask)
    raise DescriptorError(f"M is {m}; a zero-column mask exists for M = {known}")


def columns_text(mask: int) -> str:
    """Return the columns whose bits are set, as `4-6, 11-13`."""
    runs: list[list[int]] = []
    for column in (place for place in range(mask.bit_length()) if mask >> place & 1):
        if runs and runs[-1][1] == column - 1:
            runs[-1][1] = column
        else:
            runs.append([column, column])
    return ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in runs) or "none"


def _explain_mask(descriptor: DescriptorFormat, fields: Fields, context: NoteContext) -> Iterator[Note]:
    """Report the mask of columns, where M and N are known."""
    if not descriptor.layout.mask or context.m is None:
        return
    parts = _mask_parts(descriptor, context.m)
    if fields.raw["shift"] > parts.shift:
        wrong = f"shift is {fields.raw['shift']} columns; with M = {context.m} it is at most {parts.shift}"
        yield Note("error", "shift", wrong)
    if context.n is not None:
        mask = column_mask(descriptor, fields, context.m, context.n)
        zero = columns_text(mask)
        yield Note("note", "", f"mask {mask:#0{context.n // 4 + 2}x}; columns that count as zero: {zero}")


CHECKS = (
    _check_fields,
    _check_alignment,
    _check_stride_units,
    _check_majors,
    _check_shapes,
    _explain_strides,
    _explain_mask,
)
