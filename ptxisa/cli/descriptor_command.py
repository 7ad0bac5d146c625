"""Encode, decode and explain the descriptors of wgmma and tcgen05; without arguments, list them.

FIELD=VALUE takes bytes (1024, 1024B, 1KiB), encoded steps (64u), names (128B, bf16) and numbers (0x400). decode prints
the fields and what is wrong with them, encode also which stride is read, and explain all that they mean together.
The exit status is 0 for a legal descriptor, with or without warnings, and 1 for one that the manual does not allow.

examples:
  ptxisa descriptor
  ptxisa descriptor encode wgmma.matrix start=0x400 leading=16B stride=1024B swizzle=128B
  ptxisa descriptor decode tcgen05.instruction 0x08400490 --kind f16
  ptxisa descriptor explain wgmma.matrix 0x4000004000010048 --major K
  ptxisa descriptor explain tcgen05.zero_column_mask 0x0003028000000000 --m 128 --n 32
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, add_place, unknown_names
from ptxisa.cli.output import Failure, bold, paragraph, print_json, table

if TYPE_CHECKING:
    from ptxisa.isa.descriptors import Bits, Field
    from ptxisa.objects.descriptor_format import Fields
    from ptxisa.objects.descriptor_notes import Note
    from ptxisa.objects.descriptors import Descriptor

ACTIONS = ("encode", "decode", "explain")
MOST = 80
"""Columns of the output."""
LONGEST = 60
"""Characters of a text that a message quotes."""
MOST_DIGITS = 200
"""Maximum number of characters of an integer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa descriptor`."""
    parser.add_argument("action", nargs="?", metavar="ACTION", help="encode, decode or explain")
    parser.add_argument("name", nargs="?", metavar="DESCRIPTOR", help="such as wgmma.matrix or tcgen05.instruction.f16")
    parser.add_argument(
        "values", nargs="*", metavar="VALUE", help="fields as FIELD=VALUE to encode; an integer to decode"
    )
    parser.add_argument("--kind", metavar="K", help="kind of tcgen05.mma (f16), or element type of wgmma (bf16)")
    parser.add_argument("--major", metavar="O", help="major order of the matrix in shared memory: K or MN")
    parser.add_argument("--m", type=_integer, metavar="M", help="rows of the instruction, for a mask of columns")
    parser.add_argument("--n", type=_integer, metavar="N", help="columns of the instruction, for a mask of columns")
    parser.add_argument("--cta-group", type=_integer, metavar="G", help="1 or 2, for shapes of tcgen05.mma")
    parser.add_argument("--ws", action="store_true", default=None, help="an instruction with .ws, for shapes")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked; status 1 for a descriptor that is not legal."""
    from ptxisa.objects.descriptor_values import DescriptorError

    if arguments.action is None:
        return _list(arguments)
    if arguments.action not in ACTIONS:
        from ptxisa.isa.names import listing, suggestion

        hint = suggestion(arguments.action, ACTIONS) or f"actions are {listing(ACTIONS)}"
        raise Failure(f"unknown action {arguments.action[:LONGEST]!r}; {hint}")
    if arguments.name is None:
        raise Failure(f"{arguments.action} needs the name of a descriptor; `ptxisa descriptor` lists them")
    try:
        return _answer(arguments)
    except DescriptorError as error:
        raise Failure(str(error)) from None


def _answer(arguments: argparse.Namespace) -> int:
    from ptxisa.objects.descriptors import descriptor

    with unknown_names():
        one = descriptor(arguments.name, kind=arguments.kind, ptx=arguments.ptx, target=arguments.target)
    encoding = arguments.action == "encode"
    value = _encode(one, arguments.values) if encoding else _number(arguments.values)
    context = {key: getattr(arguments, key) for key in ("major", "m", "n", "cta_group", "ws")}
    notes = one.explain(value, **context)
    shown = [note for note in notes if _is_shown(note, arguments.action)]
    one = _only_kind(one, value)
    if arguments.json:
        print_json(_data(one, value, shown))
    else:
        print("\n".join([*_head(one, value), *_fields(one, one.decode(value)), *_notes(shown)]))
    return 1 if any(note.level == "error" for note in notes) else 0


def _is_shown(note: Note, action: str) -> bool:
    """Whether an action prints a note: errors and warnings always, information as far as it was asked for."""
    from ptxisa.objects.descriptor_notes import KIND

    wanted = {"decode": (KIND,), "encode": (KIND, "stride", "leading")}
    return action == "explain" or note.level != "note" or note.field in wanted[action]


def _only_kind(one: Descriptor, value: int) -> Descriptor:
    """Where a format is shared by kinds, the one kind that a value fits, if it is one."""
    if one.kind or not one.layout.variants:
        return one
    raw = one.decode(value).raw
    fitting = [kind for kind in one.kinds if not one.of_kind(kind).problems(raw)]
    return one.of_kind(fitting[0]) if len(fitting) == 1 else one


def _list(arguments: argparse.Namespace) -> int:
    """Every descriptor, and the kinds of instruction of shared formats."""
    from ptxisa.isa.descriptors import layouts

    rows: list[dict[str, Any]] = []
    for one in layouts().values():
        fields = ", ".join(field.name for field in one.fields if field.constant is None)
        rows.append({"name": one.name, "bits": one.width, "summary": one.summary.replace("``", ""), "fields": fields})
        rows += [
            {"name": kind.name, "bits": one.width, "summary": kind.summary.replace("``", ""), "fields": fields}
            for kind in one.variants
            if kind.name != one.name
        ]
    if arguments.json:
        print_json(rows)
    else:
        print(
            table(["descriptor", "bits", "summary"], [[row["name"], row["bits"], row["summary"]] for row in rows], MOST)
        )
    return 0


def _integer(text: str) -> int:
    """An integer in any notation of Python, for argparse."""
    try:
        return _whole(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:LONGEST]!r} is not an integer") from None


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(text)
    return int(text, 0)


def _number(values: list[str]) -> int:
    """The one value to decode."""
    if len(values) != 1:
        raise Failure("give one integer, such as 0x4000004000010040")
    text = values[0]
    try:
        return _whole(text)
    except ValueError:
        raise Failure(f"{text[:LONGEST]!r} is not an integer, such as 0x4000004000010040") from None


def _encode(one: Descriptor, values: list[str]) -> int:
    given: dict[str, Any] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Failure(f"{text[:LONGEST]!r} is not FIELD=VALUE")
        if name in given:
            raise Failure(f"{name[:LONGEST]} is given twice")
        given[name] = value
    return one.encode(**given)


def _hex(one: Descriptor, value: int) -> str:
    return f"{value:#0{one.width // 4 + 2}x}"


def _head(one: Descriptor, value: int) -> list[str]:
    return [f"{bold(_hex(one, value))}  {one.name}"]


def _fields(one: Descriptor, fields: Fields) -> list[str]:
    """The bits from the highest down, reserved ones among them."""
    rows = [(field.bits[0][0], _row(field, fields.raw[field.name])) for field in one.fields.values()]
    rows += [(high, _reserved(high, low, fields.reserved)) for high, low in _gaps(one)]
    ordered = [row for _, row in sorted(rows, key=lambda entry: -entry[0])]
    return [table(["bits", "field", "encoded", "value"], ordered, MOST)]


def _row(field: Field, raw: int) -> list[str]:
    return [bits(field.bits), field.name, str(raw), meaning(field, raw)]


def _reserved(high: int, low: int, value: int) -> list[str]:
    return [bits(((high, low),)), "-", str(value >> low & ((1 << (high - low + 1)) - 1)), "reserved"]


def _gaps(one: Descriptor) -> list[tuple[int, int]]:
    """Runs of bits that belong to no field."""
    runs: list[tuple[int, int]] = []
    for bit in range(one.width):
        if not one.covered >> bit & 1:
            joined = bool(runs) and runs[-1][0] == bit - 1
            runs[-1:] = [(bit, runs[-1][1])] if joined else [*runs[-1:], (bit, bit)]
    return runs


def bits(ranges: Bits) -> str:
    """`13:0`, or `3,31` for a field in two places."""
    return ",".join(f"{high}:{low}" if high > low else str(high) for high, low in ranges)


def meaning(field: Field, raw: int) -> str:
    """The meaning of a field: a value with its unit, or the names with their meanings."""
    from ptxisa.objects.descriptor_values import meanings, shown

    if field.constant is not None:
        return "constant" if raw == field.constant else f"must be {field.constant}"
    if not field.values:
        exact = f"{raw * field.size:,} bytes" if field.address else ""
        return shown(field, raw) + (f" ({exact})" if exact else "")
    named: dict[str, list[str]] = {}
    for one in meanings(field, raw):
        named.setdefault(f"{one.name}: {one.summary.rstrip('.').replace('``', '')}", []).extend(one.kinds)
    if len(named) == 1:
        return next(iter(named))
    texts = (f"{text.partition(':')[0]} ({', '.join(kinds)})" for text, kinds in named.items())
    return ", ".join(texts) or "invalid"


def _notes(notes: list[Note]) -> list[str]:
    return [paragraph(str(note), 0, MOST) for note in notes]


def _data(one: Descriptor, value: int, notes: list[Note]) -> dict[str, Any]:
    fields = one.decode(value)
    return {
        "descriptor": one.name,
        "bits": _hex(one, value),
        "value": value,
        "fields": [
            {
                "name": field.name,
                "bits": bits(field.bits),
                "encoded": fields.raw[field.name],
                "value": fields[field.name],
                "unit": field.of or None,
                "step": field.size if field.of else None,
                "meaning": meaning(field, fields.raw[field.name]),
            }
            for field in one.fields.values()
        ],
        "reserved": fields.reserved,
        "notes": [{"level": note.level, "field": note.field or None, "message": note.message} for note in notes],
    }
