"""Picture of the state spaces: nested boxes, one for each group of threads that share variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from generator.site.kinds import spelling
from generator.site.pictures.canvas import Link

Data = Mapping[str, Any]

THREADS = {
    "mixed": "the threads that share the memory at the address",
    "context": "all threads of a context",
    "grid": "the threads of a grid",
    "cluster": "the threads of a cluster",
    "cta": "the threads of a block",
    "thread": "one thread",
}
"""Threads that may share a variable, most threads first."""
WIDTH, MARGIN, HEADING, ROW, GAP, LETTER = 460, 10, 24, 30, 8, 7.4
"""Pixels: width of the picture, around a box, height of its heading and of a row, between names, and of a letter."""


def draw(spaces: Iterable[Data], link: Link) -> str:
    """Return the state spaces by the threads that share them, as inline SVG."""
    every = list(spaces)
    levels = [level for level in THREADS if any(space["sharing"] == level for space in every)]
    tops, parts = [0], []
    for depth, level in enumerate(levels):
        members = [space for space in every if space["sharing"] == level]
        rows = list(_rows(members, WIDTH - 2 * MARGIN * (depth + 1)))
        place = f'x="{MARGIN * (depth + 1)}" y="{tops[depth] + 17}"'
        parts.append(f'<text class="heading" {place}>{escape(THREADS[level])}</text>')
        for row, line in enumerate(rows):
            x, y = MARGIN * (depth + 1), tops[depth] + HEADING + ROW * row
            for space in line:
                width = _width(space)
                kind = f"space {space['access']}{' part' if 'within' in space else ''}"
                parts.append(
                    f'<a href="{escape(link(space["name"]))}">'
                    f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="22" rx="11"/>'
                    f'<text class="name" x="{x + width // 2}" y="{y + 15}">{escape(spelling(space))}</text></a>'
                )
                x += width + GAP
        tops.append(tops[depth] + HEADING + ROW * len(rows) + MARGIN)
    height = tops[-1] + MARGIN * len(levels)
    boxes: list[str] = []
    for depth, top in enumerate(tops[:-1]):
        width = WIDTH - 2 * MARGIN * depth
        place = f'x="{MARGIN * depth}" y="{top}" width="{width}" height="{height - MARGIN * depth - top}"'
        boxes.append(f'<rect class="band" {place} rx="6"/>')
    label = "State spaces by the threads that share them"
    return "\n".join(
        [
            f'<svg class="ptx-spaces" viewBox="0 0 {WIDTH} {height}" role="group" aria-label="{label}">',
            *boxes,
            *parts,
            "</svg>",
        ]
    )


def _width(space: Data) -> int:
    """Return the width of the name of a state space."""
    return int(LETTER * len(spelling(space))) + 20


def _rows(members: Sequence[Data], room: int) -> Iterator[list[Data]]:
    """Yield the members in rows that fit the width."""
    row: list[Data] = []
    for member in members:
        if row and sum(_width(other) + GAP for other in row) + _width(member) > room:
            yield row
            row = []
        row.append(member)
    if row:
        yield row
