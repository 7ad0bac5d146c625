"""Picture of the versions: a line for each target from the PTX version that introduces it, by architecture."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from generator.site.pictures.canvas import Link
from ptxisa.isa.targets import Target

LEFT, STEP, ROW, TOP = 70, 17, 15, 40
"""Pixels: where the lines begin, from version to version, from target to target, and where targets begin."""


def draw(versions: list[str], targets: Mapping[str, Target], link: Link) -> str:
    """Draw versions across and targets down, with a dot where a target is introduced."""
    width, height = LEFT + STEP * len(versions) + 8, TOP + ROW * len(targets) + 6
    label = "; ".join(f"{target.name} since PTX {target.introduced}" for target in targets.values())
    parts: list[str] = []
    for place, version in enumerate(versions):
        x, name = LEFT + STEP * place, escape(version)
        parts.append(f'<path class="grid" d="M{x} {TOP - 8}V{height}"/>')
        parts.append(f'<text class="version" transform="translate({x + 4} {TOP - 12}) rotate(-60)">{name}</text>')
    for place, target in enumerate(targets.values()):
        x, y, name = LEFT + STEP * versions.index(target.introduced), TOP + ROW * place, escape(target.name)
        parts += [
            f'<a href="{escape(link(target.name))}"><title>{name}: since PTX {target.introduced}</title>',
            f'<text class="name" x="0" y="{y + 4}">{name}</text>',
            f'<path class="life {target.variant}" d="M{x} {y}H{width - 6}"/>',
            f'<circle class="{target.variant}" cx="{x}" cy="{y}" r="4"/></a>',
        ]
    size = f'viewBox="0 0 {width} {height}"'
    head = f'<svg class="ptx-timeline" {size} role="group" aria-label="{escape(label)}">'
    return "\n".join([head, *parts, "</svg>"])
