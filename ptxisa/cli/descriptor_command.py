r"""Encode, decode and explain the descriptors of wgmma and tcgen05; without arguments, list them.

The VALUE of FIELD=VALUE is a number of bytes (1024, 1024B, 1KiB), of encoded steps (64u), a name (128B, bf16) or a
number (0x400). decode prints the fields and what is wrong with them; encode prints also which stride is read; explain
prints everything that the fields mean together.

The exit status is 0 for a legal descriptor, with or without warnings, and 1 for one that the manual does not allow.

examples:
  ptxisa descriptor
  ptxisa descriptor encode wgmma.matrix start=0x400 leading=16B stride=1024B \
      swizzle=128B
  ptxisa descriptor decode tcgen05.instruction 0x08400490 --kind f16
  ptxisa descriptor explain wgmma.matrix 0x4000004000010048 --major K
  ptxisa descriptor explain tcgen05.zero_column_mask 0x0003028000000000 \
      --m 128 --n 32
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, add_place, name_and_value, unknown_names
from ptxisa.cli.output import Failure, bold, paragraph, plain_text, print_json, table
from ptxisa.isa.names import listing, suggestion

if TYPE_CHECKING:
    from ptxisa.isa.descriptors import Bits, DescriptorField
    from ptxisa.objects.descriptor_notes import Note
    from ptxisa.objects.descriptors import Descriptor

ACTIONS = ("encode", "decode", "explain")
MOST = 80
"""Columns of the output."""
LONGEST = 60
"""Characters of an argument that a message quotes."""
MOST_DIGITS = 200
"""Maximum number of characters of an integer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa descriptor`."""
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
    """Run the action; return 1 for a descriptor that is not legal."""
    from ptxisa.objects.descriptor_fields import DescriptorError
    from ptxisa.objects.descriptor_notes import KIND
    from ptxisa.objects.descriptors import descriptor

    action = arguments.action
    if action is None:
        return _list(arguments.json)
    if action not in ACTIONS:
        hint = suggestion(action, ACTIONS) or f"actions are {listing(ACTIONS)}"
        raise Failure(f"unknown action {action[:LONGEST]!r}; {hint}")
    if arguments.name is None:
        raise Failure(f"{action} needs the name of a descriptor; `ptxisa descriptor` lists them")
    try:
        with unknown_names():
            layout = descriptor(arguments.name, kind=arguments.kind, ptx=arguments.ptx, target=arguments.target)
        if action == "encode":
            fields: dict[str, Any] = {}
            for text in arguments.values:
                name, given = name_and_value(text, "FIELD=VALUE")
                if name in fields:
                    raise Failure(f"{name[:LONGEST]} is given twice")
                fields[name] = given
            value = layout.encode(**fields)
        elif len(arguments.values) != 1:
            raise Failure("give one integer, such as 0x4000004000010040")
        else:
            try:
                value = _whole(arguments.values[0])
            except ValueError:
                text = arguments.values[0][:LONGEST]
                raise Failure(f"{text!r} is not an integer, such as 0x4000004000010040") from None
        context = {key: getattr(arguments, key) for key in ("major", "m", "n", "cta_group", "ws")}
        notes = layout.explain(value, **context)
        if not layout.kind and layout.layout.variants:
            # The format of the only kind of instruction that the value fits, else the format that kinds share.
            raw = layout.decode(value).raw
            fitting = [kind for kind in layout.kinds if not layout.of_kind(kind).problems(raw)]
            layout = layout.of_kind(fitting[0]) if len(fitting) == 1 else layout
    except DescriptorError as error:
        raise Failure(str(error)) from None
    # Errors and warnings always, information if the action is about it.
    about = {"decode": (KIND,), "encode": (KIND, "stride", "leading")}
    shown = [note for note in notes if action == "explain" or note.level != "note" or note.field in about[action]]
    if arguments.json:
        print_json(_data(layout, value, shown))
    else:
        print(f"{bold(_hex(layout, value))}  {layout.name}")
        print(_field_table(layout, value))
        for note in shown:
            print(paragraph(str(note), 0, MOST))
    return 1 if any(note.level == "error" for note in notes) else 0


def _list(as_json: bool) -> int:
    """List every descriptor, and the kinds of instruction of shared formats."""
    from ptxisa.isa.descriptors import layouts

    rows: list[dict[str, Any]] = []
    for layout in layouts().values():
        fields = ", ".join(field.name for field in layout.fields if field.constant is None)
        entries = [(layout.name, layout.summary)]
        entries += [(kind.name, kind.summary) for kind in layout.variants if kind.name != layout.name]
        for name, summary in entries:
            rows.append({"name": name, "bits": layout.width, "summary": plain_text(summary), "fields": fields})
    if as_json:
        print_json(rows)
    else:
        cells = [[row["name"], row["bits"], row["summary"]] for row in rows]
        print(table(["descriptor", "bits", "summary"], cells, MOST))
    return 0


def _whole(text: str) -> int:
    """Return an integer in any notation of Python; raises `ValueError`."""
    if len(text) > MOST_DIGITS:
        raise ValueError(text)
    return int(text, 0)


def _integer(text: str) -> int:
    """Return an integer for argparse."""
    try:
        return _whole(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:LONGEST]!r} is not an integer") from None


def _hex(layout: Descriptor, value: int) -> str:
    return f"{value:#0{layout.width // 4 + 2}x}"


def _field_table(layout: Descriptor, value: int) -> str:
    """Return a table of the bits from the highest down, with reserved bits."""
    fields = layout.decode(value)
    rows = [
        (field.bits[0][0], [bits(field.bits), field.name, str(raw := fields.raw[field.name]), meaning(field, raw)])
        for field in layout.fields.values()
    ]
    reserved = [bit for bit in range(layout.width) if not layout.covered >> bit & 1]
    while reserved:
        low = high = reserved.pop(0)
        while reserved[:1] == [high + 1]:
            high = reserved.pop(0)
        content = fields.reserved >> low & ((1 << (high - low + 1)) - 1)
        rows.append((high, [bits(((high, low),)), "-", str(content), "reserved"]))
    ordered = [row for _, row in sorted(rows, key=lambda entry: -entry[0])]
    return table(["bits", "field", "encoded", "value"], ordered, MOST)


def bits(ranges: Bits) -> str:
    """Return the bits of a field: `13:0`, or `3,31` for a field in two places."""
    return ",".join(f"{high}:{low}" if high > low else str(high) for high, low in ranges)


def meaning(field: DescriptorField, raw: int) -> str:
    """Return the meaning of an encoded field: a value with its unit, or the named values with their summaries."""
    from ptxisa.objects.descriptor_fields import meanings, shown

    if field.constant is not None:
        return "constant" if raw == field.constant else f"must be {field.constant}"
    if not field.values:
        exact = f"{raw * field.size:,} bytes" if field.address else ""
        return shown(field, raw) + (f" ({exact})" if exact else "")
    named: dict[str, list[str]] = {}
    for value in meanings(field, raw):
        named.setdefault(f"{value.name}: {plain_text(value.summary.rstrip('.'))}", []).extend(value.kinds)
    if len(named) == 1:
        return next(iter(named))
    texts = (f"{text.partition(':')[0]} ({', '.join(kinds)})" for text, kinds in named.items())
    return ", ".join(texts) or "invalid"


def _data(layout: Descriptor, value: int, notes: list[Note]) -> dict[str, Any]:
    """Return the JSON document."""
    fields = layout.decode(value)
    return {
        "descriptor": layout.name,
        "bits": _hex(layout, value),
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
            for field in layout.fields.values()
        ],
        "reserved": fields.reserved,
        "notes": [{"level": note.level, "field": note.field or None, "message": note.message} for note in notes],
    }
