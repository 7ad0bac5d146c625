"""Shapes of pictures as inline SVG in the colors of the page, and figures with a caption and the same facts as a table.

    canvas = Canvas(200, 60)
    canvas.box(0, 10, 80, 24, "a", "color-0")
    canvas.arrow((80, 22), (120, 22))
    Figure("Data flow of mov", canvas, "d is a.", ("Result", "Source"), [("d", "a")]).html()

Classes of boxes are `color-0` to `color-7`, `plain`, `bare`, `faint`, `yes`, `part` and `no`; classes of texts are
`small`, `note`, `head`, `mono`, `middle` and `end`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

COLORS = 8
"""Number of colors in the style sheet; boxes of one source have one color."""
LETTER = 7.3
"""Width of a character of code at the size of texts, in pixels."""
LEAST = 600
"""Width in pixels below which a picture scrolls instead of shrinking further."""
Point = tuple[float, float]
Link = Callable[[str], str]
"""Address of the page of a record, relative to the page with the picture, by the name of the record."""


class Canvas:
    """Shapes of one picture; x grows to the right and y downwards, in pixels."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.parts: list[str] = []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        text: str = "",
        kind: str = "plain",
        *,
        href: str = "",
        hint: str = "",
        round_: float = 3,
    ) -> None:
        """Draw a rectangle with a text in its middle; `hint` appears under the pointer."""
        size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}"'
        shape = f'<rect class="{kind}" {size}/>'
        if text:
            shape += f'<text class="middle mono" x="{x + width / 2:g}" y="{y + height / 2 + 4:g}">{escape(text)}</text>'
        if hint:
            shape = f"<title>{escape(hint)}</title>{shape}"
        if href:
            shape = f'<a href="{escape(href)}">{shape}</a>'
        elif hint:
            shape = f"<g>{shape}</g>"
        self.parts.append(shape)

    def text(self, x: float, y: float, text: str, kind: str = "", *, href: str = "") -> None:
        """Write a text from its left end; with `middle` or `end` in `kind`, from its middle or right end."""
        shape = f'<text{f" class={chr(34)}{kind}{chr(34)}" if kind else ""} x="{x:g}" y="{y:g}">{escape(text)}</text>'
        self.parts.append(f'<a href="{escape(href)}">{shape}</a>' if href else shape)

    def line(self, start: Point, end: Point, kind: str = "rail") -> None:
        """Draw a straight line."""
        self.parts.append(f'<path class="{kind}" d="M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"/>')

    def arrow(self, *points: Point, kind: str = "rail", both: bool = False) -> None:
        """Draw a line through the points with a tip at its end; with `both`, also at its start."""
        path = "L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path class="{kind}" d="M{path}"/>')
        self._tip(points[-2], points[-1])
        if both:
            self._tip(points[1], points[0])

    def _tip(self, before: Point, end: Point) -> None:
        """Draw the tip of an arrow as a shape of its own: an SVG marker needs an id that is unique in the page."""
        dx, dy = end[0] - before[0], end[1] - before[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1
        dx, dy = dx / length, dy / length
        left = (end[0] - 8 * dx - 4 * dy, end[1] - 8 * dy + 4 * dx)
        right = (end[0] - 8 * dx + 4 * dy, end[1] - 8 * dy - 4 * dx)
        corners = "L".join(f"{x:.4g} {y:.4g}" for x, y in (end, left, right))
        self.parts.append(f'<path class="tip" d="M{corners}z"/>')


class Figure(NamedTuple):
    """Picture with its title, a caption, and its facts as a table for readers who do not see the picture."""

    title: str
    canvas: Canvas
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def html(self) -> str:
        """Return the figure, with the table folded below. Titles must differ in a page, because ids contain them."""
        canvas, label = self.canvas, escape(self.title)
        name = "picture-" + "-".join(re.findall("[a-z0-9]+", self.title.lower()))
        size = f'viewBox="-1 -1 {canvas.width + 2:g} {canvas.height + 2:g}"'
        style = f'style="width: {canvas.width + 2:g}px; --least: {min(canvas.width + 2, LEAST):g}px"'
        group = "group" if "<a " in "".join(canvas.parts) else "img"
        described = f'role="{group}" aria-labelledby="{name}-t {name}-d"'
        words = f'<title id="{name}-t">{label}</title><desc id="{name}-d">{escape(self.caption)}</desc>'
        svg = f'<svg class="ptx-picture" {size} {style} {described}>{words}{"".join(canvas.parts)}</svg>'
        table = ""
        if self.rows:
            heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in self.heads)
            rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self.rows)
            table = (
                f'<details><summary>The same as a table</summary><table class="ptx-table" aria-label="{label}">'
                f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></details>"
            )
        return (
            '<figure class="ptx-figure">'
            f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">{svg}</div>'
            f"<figcaption>{escape(self.caption)}</figcaption>{table}</figure>"
        )


def captioned(picture: str, caption: str) -> str:
    """Return a picture with a label of its own as a figure with a caption."""
    words = f"<figcaption>{escape(caption)}</figcaption>"
    return f'<figure class="ptx-figure"><div class="scroll">{picture}</div>{words}</figure>'
