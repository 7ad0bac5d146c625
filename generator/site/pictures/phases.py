"""Picture of the states of an mbarrier object and the operations between them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from generator.site.pictures.canvas import Link
from ptxisa.objects.mbarrier import ARRIVALS, NO_OBJECT, TRANSACTIONS, TRANSITIONS

PLACES = (NO_OBJECT, ARRIVALS, TRANSACTIONS)
"""Conditions from left to right."""
WIDTH, HEIGHT, TOP = 150, 44, 100
"""Pixels: size of a box, and where the boxes begin."""
STEP, LEFT, LINE = 410, 60, 15
"""Pixels: from box to box, left of the first box, and from line to line of a label."""
ROOM = (LEFT * 2 + STEP * (len(PLACES) - 1) + WIDTH, 225)


def draw(link: Link) -> str:
    """Draw conditions as boxes and operations as arrows, as inline SVG."""
    label = "Conditions of an mbarrier object, and the operations between them"
    arrow = '<marker id="ptx-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    return "\n".join(
        [
            f'<svg class="ptx-phases" viewBox="0 0 {ROOM[0]} {ROOM[1]}" role="group" aria-label="{label}">',
            f'<defs>{arrow}<path d="M0 0 L8 4 L0 8 z"/></marker></defs>',
            *(
                f'<rect class="condition" x="{x}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
                f'<text class="name" x="{x + WIDTH // 2}" y="{TOP + 27}">{escape(name)}</text>'
                for x, name in ((LEFT + STEP * index, name) for index, name in enumerate(PLACES))
            ),
            *_arrows(link),
            "</svg>",
        ]
    )


def _arrows(link: Link) -> Iterator[str]:
    """Yield one arrow for all transitions between the same two conditions."""
    pairs = dict.fromkeys((transition.source, transition.target) for transition in TRANSITIONS)
    for source, target in pairs:
        together = [
            transition for transition in TRANSITIONS if (transition.source, transition.target) == (source, target)
        ]
        path, x, y = _way(PLACES.index(source), PLACES.index(target), len(together))
        yield f'<path class="way" d="{path}" marker-end="url(#ptx-tip)"/>'
        for number, transition in enumerate(together):
            names = ", ".join(
                f'<a href="{escape(link(f"mbarrier.{name}"))}"><tspan class="operation">{name}</tspan></a>'
                for name in transition.operations
            )
            when = f": {escape(transition.when)}" if transition.when else ""
            yield f'<text class="label" x="{x}" y="{y + LINE * number}">{names}{when}</text>'


def _way(source: int, target: int, lines: int) -> tuple[str, int, int]:
    """Return the path of an arrow, and where its label starts: above the box, above the line, or below it."""
    start, end = LEFT + STEP * source, LEFT + STEP * target
    middle, bottom = TOP + HEIGHT // 2, TOP + HEIGHT
    if source == target:
        x = start + WIDTH // 2
        return (
            f"M{x - 30} {TOP} C{x - 50} {TOP - 50} {x + 50} {TOP - 50} {x + 30} {TOP}",
            x,
            TOP - 48 - LINE * (lines - 1),
        )
    if target == source + 1:
        return f"M{start + WIDTH} {middle - 8} H{end - 2}", (start + WIDTH + end) // 2, middle - 14
    if target == source - 1:
        return f"M{start} {middle + 8} H{end + WIDTH + 2}", (start + end + WIDTH) // 2, middle + 24
    x, y = start + WIDTH // 2, bottom + 60
    return f"M{x} {bottom} C{x} {y} {end + WIDTH // 2} {y} {end + WIDTH // 2} {bottom + 2}", (x + end) // 2 + 40, y + 4
