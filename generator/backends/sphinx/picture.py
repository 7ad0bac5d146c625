"""`.. ptx:order::`: the picture of the order of targets, in the page itself so that it follows its colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from generator.backends.sphinx.domain import ptx_domain
from generator.backends.sphinx.order import draw

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx


class order_picture(nodes.General, nodes.Element):
    """The place of the picture."""


class OrderPicture(SphinxDirective):
    """Put the picture here."""

    def run(self) -> list[Node]:
        return [order_picture()]


def _html(translator: Any, node: order_picture) -> None:
    """Links are known only now, since every target page has been read."""
    builder = translator.builder
    domain = ptx_domain(builder.env)

    def link(target: str) -> str:
        return str(builder.get_relative_uri(builder.current_docname, domain.objects["target", target].docname))

    translator.body.append(draw(domain.site.targets, link))
    raise nodes.SkipNode


def _elsewhere(translator: Any, node: order_picture) -> None:
    """Other builders have the table of targets."""
    raise nodes.SkipNode


def add(app: Sphinx) -> None:
    """Register the node."""
    app.add_node(
        order_picture,
        html=(_html, None),
        latex=(_elsewhere, None),
        text=(_elsewhere, None),
        man=(_elsewhere, None),
        texinfo=(_elsewhere, None),
    )
