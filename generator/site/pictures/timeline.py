"""The picture of the versions: a line for each target from the PTX version that introduces it, by architecture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape

from ptxisa.isa.targets import Target

Link = Callable[[str], str]
LEFT, STEP, ROW, TOP = 70, 17, 15, 40


def draw(versions: list[str], targets: Mapping[str, Target], link: Link) -> str:
    """Draw versions across and targets down, with a dot where a target is introduced."""
    width, height = LEFT + STEP * len(versions) + 8, TOP + ROW * len(targets) + 6
    label = "; ".join(f"{one.name} since PTX {one.introduced}" for one in targets.values())
    parts = [*_heads(versions, height)]
    for place, one in enumerate(targets.values()):
        parts += _life(one, TOP + ROW * place, LEFT + STEP * versions.index(one.introduced), width, link)
    size = f'viewBox="0 0 {width} {height}"'
    head = f'<svg class="ptx-timeline" {size} role="group" aria-label="{escape(label)}">'
    return "\n".join([head, *parts, "</svg>"])


def _heads(versions: list[str], height: int) -> Iterator[str]:
    for place, version in enumerate(versions):
        x = LEFT + STEP * place
        yield f'<path class="grid" d="M{x} {TOP - 8}V{height}"/>'
        yield f'<text class="version" transform="translate({x + 4} {TOP - 12}) rotate(-60)">{escape(version)}</text>'


def _life(one: Target, y: int, x: int, width: int, link: Link) -> Iterator[str]:
    yield f'<a href="{escape(link(one.name))}"><title>{escape(one.name)}: since PTX {one.introduced}</title>'
    yield f'<text class="name" x="0" y="{y + 4}">{escape(one.name)}</text>'
    yield f'<path class="life {one.variant}" d="M{x} {y}H{width - 6}"/>'
    yield f'<circle class="{one.variant}" cx="{x}" cy="{y}" r="4"/></a>'
