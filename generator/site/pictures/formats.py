"""Picture of the number formats: sign, exponent and fraction of each, in proportion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from generator.records.model import TypeRecord
from ptxisa.numbers.formats import Format

LEFT, BIT, ROW, TALL = 64, 9, 26, 18


def draw(types: Iterable[TypeRecord]) -> str:
    """Return a picture with a row for each format, the widest on top."""
    formats = sorted(
        {type_.format for type_ in types if type_.format}, key=lambda format_: (-format_.bits, format_.name)
    )
    width = LEFT + BIT * max(format_.bits for format_ in formats) + 8
    rows = [part for place, format_ in enumerate(formats) for part in _row(format_, 6 + ROW * place)]
    label = escape("; ".join(map(words, formats)))
    size = f'viewBox="0 0 {width} {ROW * len(formats) + 8}"'
    return "\n".join([f'<svg class="ptx-formats" {size} role="img" aria-label="{label}">', *rows, "</svg>"])


def words(format_: Format) -> str:
    """Return the properties of a format in words."""
    sign = "1 sign bit, " if format_.signed else ""
    return f"{format_.name}: {sign}{format_.exponent} exponent bits, {format_.fraction} fraction bits"


def _row(format_: Format, y: int) -> Iterator[str]:
    """Yield the name, then a box for each field with its number of bits."""
    yield f'<text class="name" x="0" y="{y + 13}">{escape(format_.name)}</text>'
    x = LEFT
    for kind, bits in (
        ("sign", int(format_.signed)),
        ("exponent", format_.exponent),
        ("fraction", format_.fraction),
        ("low", format_.low),
    ):
        if bits:
            yield f'<rect class="{kind}" x="{x}" y="{y}" width="{BIT * bits - 1}" height="{TALL}" rx="2"/>'
            if bits > 1:
                yield f'<text class="bits" x="{x + BIT * bits / 2:.1f}" y="{y + 13}">{bits}</text>'
        x += BIT * bits
