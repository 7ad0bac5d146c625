"""`.. ptx:order::` and `.. ptx:spaces::`: pictures in the page itself, so that they follow its colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from generator.backends.sphinx import order, spaces
from generator.backends.sphinx.domain import ptx_domain
from generator.backends.sphinx.site import Site

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

Link = Callable[[str], str]

PICTURES: dict[str, tuple[str, Callable[[Site, Link], str]]] = {
    "order": ("target", lambda site, link: order.draw(site.targets, link)),
    "spaces": (
        "state_space",
        lambda site, link: spaces.draw((record.data for record in site.isa.records("state_space")), link),
    ),
}
"""What its names link to, and what draws it."""


class picture(nodes.General, nodes.Element):
    """The place of a picture."""


class Picture(SphinxDirective):
    """Put the picture here."""

    def run(self) -> list[Node]:
        return [picture(what=self.name.partition(":")[2])]


def _html(translator: Any, node: picture) -> None:
    """Links are known only now, since every page has been read."""
    builder = translator.builder
    domain = ptx_domain(builder.env)
    kind, draw = PICTURES[node["what"]]

    def link(name: str) -> str:
        return str(builder.get_relative_uri(builder.current_docname, domain.objects[kind, name].docname))

    translator.body.append(draw(domain.site, link))
    raise nodes.SkipNode


def _elsewhere(translator: Any, node: picture) -> None:
    """Other builders have the table below the picture."""
    raise nodes.SkipNode


def add(app: Sphinx) -> None:
    """Register the node."""
    app.add_node(
        picture,
        html=(_html, None),
        latex=(_elsewhere, None),
        text=(_elsewhere, None),
        man=(_elsewhere, None),
        texinfo=(_elsewhere, None),
    )
