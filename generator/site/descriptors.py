"""Descriptors on pages: a picture of the bit fields, from the highest bit to the lowest, and a table of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from generator.backends.descriptors import bits
from generator.site.rst import list_table

Data = Mapping[str, Any]

ROW = 32
"""Bits of a row of the picture."""
BIT, HEIGHT, HEAD, GAP = 22, 84, 16, 14
LETTER = 6.4
"""Width of a letter of a name."""


def draw(data: Data) -> str:
    """Return a picture of the fields: cells as wide as their bits, in rows of 32 bits, with long names vertical."""
    rows = data["width"] // ROW
    # High bit, low bit and name of every part; reserved parts have no name.
    cells = [(high, low, field["name"]) for field in data["fields"] for high, low in bits(field["bits"])]
    cells += [(high, low, "") for text in data["reserved"]["bits"] for high, low in bits(text)]
    cells.sort(reverse=True)
    parts: list[str] = []
    for high, low, name in cells:
        x, width = (ROW - 1 - high % ROW) * BIT, (high - low + 1) * BIT
        y = (rows - 1 - high // ROW) * (HEAD + HEIGHT + GAP) + HEAD
        kind = "inside" if name else "outside"
        parts.append(f'<rect class="cell {kind}" x="{x}" y="{y}" width="{width}" height="{HEIGHT}"/>')
        parts.append(_text("bit", x + BIT / 2, y - 4, str(high)))
        if high > low:
            parts.append(_text("bit", x + width - BIT / 2, y - 4, str(low)))
        if name:
            upright = len(name) * LETTER > width - 4
            parts.append(_text("name", x + width / 2, y + HEIGHT / 2 + 3, name, upright))
    words = ", ".join(f"{span(high, low)} {name or 'reserved'}" for high, low, name in cells)
    size = f'viewBox="0 0 {ROW * BIT} {rows * (HEAD + HEIGHT + GAP)}" style="max-width: {ROW * BIT}px"'
    label = escape(f"Bits of {data['name']}: {words}")
    return "\n".join([f'<svg class="ptx-tensor ptx-bits" {size} role="img" aria-label="{label}">', *parts, "</svg>"])


def span(high: int, low: int) -> str:
    """Return `13:0`, or `52`."""
    return f"{high}:{low}" if high > low else str(high)


def _text(kind: str, x: float, y: float, text: str, upright: bool = False) -> str:
    turn = f' transform="rotate(-90 {x:g} {y - 3:g})"' if upright else ""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{turn}>{escape(text)}</text>'


def table(data: Data) -> str:
    """Return a table of the fields and reserved bits, highest first."""
    values = {field["name"]: field["values"] for field in data["fields"] if "values" in field}
    rows = [(bits(field["bits"])[0][0], _row(field, values)) for field in data["fields"]]
    zero = "Reserved: must be 0." if data["reserved"]["zero"] else "Not used."
    rows += [(bits(text)[0][0], [text, "", zero]) for text in data["reserved"]["bits"]]
    return "\n".join(list_table(["Bits", "Field", "Value"], [row for _, row in sorted(rows, key=lambda row: -row[0])]))


def _row(field: Data, values: Mapping[str, Sequence[Data]]) -> list[str]:
    enumerated = field.get("values") or values.get(field.get("values_of", ""), ())
    widened = field.get("widened")
    ranges = " and ".join(
        f"{bounds['min']} to {bounds['max']} in steps of {bounds['step']}" for bounds in field.get("ranges", ())
    )
    sentences = [
        field["summary"],
        _unit(field),
        f"Values are {ranges}." if ranges else "",
        (
            f"Since PTX {widened['since']['ptx']}, bits {widened['bits']}. {widened['since'].get('note', '')}"
            if widened
            else ""
        ),
        since(field),
    ]
    items = []
    for value in enumerated:
        kinds = ", ".join(f"``.kind::{kind}``" for kind in value.get("kinds", ()))
        limited = f" For {kinds}." if kinds else ""
        items.append(f"``{value['name']}`` ({value['value']}): {value['summary']}{limited} {since(value)}")
    text = "\n\n".join([" ".join(filter(None, sentences)), *(item.rstrip() for item in items)])
    aliases = ", ".join(f"``{name}``" for name in field.get("aliases", ()))
    return [field["bits"], f"``{field['name']}``" + (f"\n\nalso {aliases}" if aliases else ""), text]


def _unit(field: Data) -> str:
    unit = field.get("unit")
    if unit is None:
        return f"Constant {field['constant']}." if "constant" in field else ""
    plus = f", plus {unit['plus']}" if "plus" in unit else ""
    if unit["size"] == 1:
        return f"In {unit['of']}{plus}."
    return f"In steps of {unit['size']} {unit['of']}{plus}."


def since(data: Data) -> str:
    """Return since when and on which target a field or value exists, or an empty text."""
    floor = data.get("since")
    if not floor:
        return ""
    target = f" on ``{floor['target']}``" if "target" in floor else ""
    return f"Since PTX {floor['ptx']}{target}. {floor.get('note', '')}".rstrip()
