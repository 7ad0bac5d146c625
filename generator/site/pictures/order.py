"""Picture of the partial order of targets.

Lines connect the *covering* pairs of the order relation, in which one target includes the other and no third target is
between them (a Hasse diagram).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import NamedTuple

from generator.site.pictures.canvas import Link
from generator.site.reach import Targets, covers

ROW, TOP, WIDTH, PILL = 30, 34, 400, 66
"""Pixels: from row to row, where rows begin, width of the picture and of a target."""
COLUMNS = {"base": 150, "family": 250, "accelerated": 340}
"""Middle of the column of each kind of target."""


class TargetPlace(NamedTuple):
    """Position of a target in the picture."""

    x: int
    y: int
    row: int


def draw(known: Targets, link: Link) -> str:
    """Return the order as inline SVG: oldest on top, base targets left, the targets that add features to them right."""
    rows = sorted({target.number for target in known.values()})
    places = {
        target.name: TargetPlace(
            COLUMNS[target.variant], TOP + ROW * rows.index(target.number), rows.index(target.number)
        )
        for target in known.values()
    }
    height = TOP + ROW * len(rows)
    parts = [
        f'<svg class="ptx-order" viewBox="0 0 {WIDTH} {height}" role="group" aria-label="Order of the targets">',
        *(f'<text class="heading" x="{x}" y="12">{variant}</text>' for variant, x in COLUMNS.items()),
        *_bands(known, rows),
        *_edges(places, covers(known)),
    ]
    for target in known.values():
        place = places[target.name]
        title = f"{target.name}, now called {target.renamed}" if target.renamed else target.name
        kind = f"{target.variant}{' renamed' if target.renamed else ''}{'' if target.documented else ' undocumented'}"
        shape = f'x="{place.x - PILL // 2}" y="{place.y - 11}" width="{PILL}" height="22" rx="11"'
        parts.append(
            f'<a href="{escape(link(target.name))}"><title>{escape(title)}</title>'
            f'<rect class="target {kind}" {shape}/>'
            f'<text class="name" x="{place.x}" y="{place.y + 4}">{escape(target.name)}</text></a>'
        )
    return "\n".join([*parts, "</svg>"])


def _bands(known: Targets, rows: list[int]) -> Iterator[str]:
    """Yield one band for each run of rows of the same architecture."""
    names = {target.number: target.architecture for target in reversed(list(known.values()))}
    start = 0
    for index, number in enumerate(rows):
        last = index + 1 == len(rows) or names[rows[index + 1]] != names[number]
        if last:
            top, height = TOP - ROW // 2 + ROW * start, ROW * (index + 1 - start)
            yield f'<rect class="band" x="0" y="{top + 1}" width="{WIDTH}" height="{height - 2}" rx="6"/>'
            yield f'<text class="architecture" x="10" y="{top + ROW // 2 + 4}">{escape(names[number])}</text>'
            start = index + 1


def _edges(places: Mapping[str, TargetPlace], pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield straight lines between neighbors; lines past rows of their own column bend around them, side by side."""
    bends = 0
    for small, large in ((places[small], places[large]) for small, large in pairs):
        path = f"M{small.x} {small.y} L{large.x} {large.y}"
        if small.x == large.x and large.row - small.row > 1:
            bends += 1
            edge, far = small.x - PILL // 2, small.x - PILL // 2 - 10 - 7 * (bends % 2)
            path = f"M{edge} {small.y} C{far} {small.y} {far} {small.y} {far} {(small.y + large.y) // 2}"
            path += f" S{far} {large.y} {edge} {large.y}"
        yield f'<path class="edge" d="{path}"/>'
