"""`.. ptx:fold:: 134 names`: a part of the page that opens when its line is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx


class fold(nodes.General, nodes.Element):
    """The part, with its line as `title`."""


class Fold(SphinxDirective):
    """Content below a line."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[Node]:
        part = fold(title=self.arguments[0])
        self.state.nested_parse(self.content, self.content_offset, part)
        return [part]


def _open(translator: Any, node: fold) -> None:
    translator.body.append(f'<details class="ptx-fold"><summary>{translator.encode(node["title"])}</summary>\n')


def _close(translator: Any, node: fold) -> None:
    translator.body.append("</details>\n")


def _nothing(translator: Any, node: fold) -> None:
    """Other builders show the content in place."""


def add(app: Sphinx) -> None:
    """Register the node."""
    plain = (_nothing, _nothing)
    app.add_node(fold, html=(_open, _close), latex=plain, text=plain, man=plain, texinfo=plain)
