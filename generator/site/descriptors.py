"""Descriptors on pages: a picture of the bit fields, from the highest bit to the lowest, and a table of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from generator.backends.descriptors import bits
from generator.site.rst import list_table
from generator.site.wording import joined

Data = Mapping[str, Any]

ROW = 32
"""Bits of a row of the picture."""
BIT, HEIGHT, HEAD, GAP = 22, 84, 16, 14
"""Pixels: width of a bit, height of a row and of the numbers above it, and between rows."""
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
    """Write a text from its middle, upwards if `upright`."""
    turn = f' transform="rotate(-90 {x:g} {y - 3:g})"' if upright else ""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{turn}>{escape(text)}</text>'


def table(data: Data) -> str:
    """Return a table of the fields and reserved bits, highest first."""
    values = {field["name"]: field["values"] for field in data["fields"] if "values" in field}
    # The highest bit of a row, and its cells.
    rows = [(bits(field["bits"])[0][0], _row(field, values)) for field in data["fields"]]
    zero = "Reserved: must be 0." if data["reserved"]["zero"] else "Not used."
    rows += [(bits(text)[0][0], [text, "", zero]) for text in data["reserved"]["bits"]]
    return "\n".join(list_table(["Bits", "Field", "Value"], [row for _, row in sorted(rows, key=lambda row: -row[0])]))


def _row(field: Data, values: Mapping[str, Sequence[Data]]) -> list[str]:
    """Return bits, name and meaning of a field; `values` are those of all fields, which others may have as well."""
    sentences = [field["summary"]]
    if unit := field.get("unit"):
        plus = f", plus {unit['plus']}" if "plus" in unit else ""
        steps = f"steps of {unit['size']} " if unit["size"] != 1 else ""
        sentences.append(f"In {steps}{unit['of']}{plus}.")
    elif "constant" in field:
        sentences.append(f"Constant {field['constant']}.")
    if "ranges" in field:
        ranges = (
            f"{bounds['min']} to {bounds['max']}" + (f" in steps of {bounds['step']}" if bounds["step"] > 1 else "")
            for bounds in field["ranges"]
        )
        sentences.append(f"Values are {' and '.join(ranges)}.")
    if widened := field.get("widened"):
        note = widened["since"].get("note", "")
        sentences.append(f"Since PTX {widened['since']['ptx']}, bits {widened['bits']}. {note}")
    sentences.append(since(field))
    items = []
    for value in field.get("values") or values.get(field.get("values_of", ""), ()):
        kinds = ", ".join(f"``.kind::{kind}``" for kind in value.get("kinds", ()))
        limited = f" For {kinds}." if kinds else ""
        meaning = f"{value['summary'].rstrip('.')}.{limited} {since(value)}".rstrip()
        items.append(f"``{value['name']}`` ({value['value']}): {meaning}")
    aliases = ", ".join(f"``{name}``" for name in field.get("aliases", ()))
    name = f"``{field['name']}``" + (f"\n\nalso {aliases}" if aliases else "")
    return [field["bits"], name, "\n\n".join([" ".join(filter(None, sentences)), *items])]


def rules(data: Data) -> Iterator[str]:
    """Yield a sentence for each rule, with the fields that it is about."""
    for rule in data.get("rules", ()):
        places = [f"``.kind::{kind}``" for kind in rule.get("kinds", ())]
        places += [f"``.cta_group::{rule['cta_group']}``"] if "cta_group" in rule else []
        given = [
            f"before PTX {rule['before']['ptx']}" if "before" in rule else "",
            f"for {', '.join(places)}" if places else "",
            f"{rule['major']}-major" if "major" in rule else "",
            f"when {_fields(rule['when'])}" if "when" in rule else "",
        ]
        warns = "; the checker warns" if rule.get("level") == "warning" else ""
        formal = f"{' '.join(filter(None, given))}: {_fields(rule['require'])}".lstrip(": ")
        yield f"{rule['why']} ({formal}; ``{rule['id']}``{warns})"


def shapes(data: Data) -> str:
    """Return a table of the rows and columns that matrices may have, or ""."""
    rows = [
        [
            ", ".join(f"``.kind::{kind}``" for kind in shape["kinds"]) + (" with ``.ws``" if shape["ws"] else ""),
            str(shape["cta_group"]),
            _numbers(shape["rows"]),
            _numbers(shape["columns"]),
            _fields(shape.get("when", {})),
        ]
        for shape in data.get("shapes", ())
    ]
    return "\n".join(list_table(["Kinds", "CTAs", "Rows (M)", "Columns (N)", "When"], rows)) if rows else ""


def _fields(wanted: Mapping[str, Sequence[Any]]) -> str:
    """Return the values that fields have: "``k`` is 96 or 128"."""
    conditions = (f"``{name}`` is {joined([_numbers([value]) for value in values])}" for name, values in wanted.items())
    return joined(list(conditions), "and")


def _numbers(ranges: Sequence[Any]) -> str:
    """Return values or ranges in words: `8-256/8` is "8 to 256 in steps of 8"."""
    return ", ".join(re.sub(r"^(\d+)-(\d+)/(\d+)$", r"\1 to \2 in steps of \3", str(part)) for part in ranges)


def since(data: Data) -> str:
    """Return since when and on which target a field or value exists, or an empty text."""
    floor = data.get("since")
    if not floor:
        return ""
    target = f" on ``{floor['target']}``" if "target" in floor else ""
    return f"Since PTX {floor['ptx']}{target}. {floor.get('note', '')}".rstrip()
