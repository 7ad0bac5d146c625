"""Small roles that the templates use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxRole

from generator.backends.coverage import STATUSES

if TYPE_CHECKING:
    from docutils.nodes import Node, system_message


class Anchor(SphinxRole):
    """``:ptx:anchor:`slot-add.int-type` ``: a place inside a table cell that the syntax above links to."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        return [nodes.inline("", "", ids=[self.text])], []


class Compare(SphinxRole):
    """``:ptx:compare:`sm_80 sm_90` ``: a link to the explorer that shows both side by side."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        first, second = self.text.split()
        depth = "../" * self.env.docname.count("/")
        address = f"{depth}explorer.html#/?target={first}&with={second}"
        words = nodes.Text(f"Both side by side in the explorer: {first} and {second}")
        return [nodes.reference("", "", words, refuri=address, internal=True)], []


class Bar(SphinxRole):
    """``:ptx:bar:`3 1 0 5` ``: shares of coverage as a bar, for browsers; the figures stand beside it."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        return [nodes.raw("", bar([int(part) for part in self.text.split()]), format="html")], []


def bar(parts: list[int], width: int = 120) -> str:
    """One strip a status, as wide as its share."""
    scale = width / (sum(parts) or 1)
    strips = "".join(
        f'<rect class="bar-{status}" x="{scale * sum(parts[:index]):.1f}" width="{scale * part:.1f}" height="10"/>'
        for index, (status, part) in enumerate(zip(STATUSES, parts, strict=True))
        if part
    )
    size = f'viewBox="0 0 {width} 10" width="{width}" height="10"'
    return f'<svg class="ptx-bar" {size} aria-hidden="true">{strips}</svg>'
