"""Small roles that the templates use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxRole

if TYPE_CHECKING:
    from docutils.nodes import Node, system_message


class Anchor(SphinxRole):
    """``:ptx:anchor:`slot-add.int-type` ``: a place inside a table cell that the syntax above links to."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        return [nodes.inline("", "", ids=[self.text])], []
