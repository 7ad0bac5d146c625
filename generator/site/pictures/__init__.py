"""Pictures in the page itself, so that they follow its colors: `.. ptx:order::`, or `.. ptx:swizzle:: swizzle-64b`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from generator.records import layouts
from generator.site import descriptors
from generator.site.domain import ptx_domain
from generator.site.pictures import chooser, flows, formats, fragments, order, phases, spaces, tensors, timeline
from generator.site.site import Site

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

Link = Callable[[str], str]


def _of_record(kind: str, draw: Callable[[Any], str]) -> Callable[[Site, Link, str], str]:
    """Return the picture of one record."""

    def drawn(site: Site, link: Link, name: str) -> str:
        record = site.isa.record(kind, name)
        if record is None:
            raise ValueError(f"no {kind} {name!r} to draw")
        return draw(record.data)

    return drawn


def _fragments(site: Site, link: Link, name: str) -> str:
    """Return the pictures of a matrix layout, whose map is that of the generated table."""
    record = site.isa.record("matrix_layout", name)
    if record is None:
        raise ValueError(f"no matrix layout {name!r} to draw")
    return fragments.draw(layouts.pattern(site.isa, record.data))


PICTURES: dict[str, tuple[str, Callable[[Site, Link, str], str]]] = {
    "order": ("target", lambda site, link, _: order.draw(site.targets, link)),
    "spaces": (
        "state_space",
        lambda site, link, _: spaces.draw((record.data for record in site.isa.records("state_space")), link),
    ),
    "swizzle": ("tensor_layout", _of_record("tensor_layout", tensors.draw_swizzle)),
    "walks": ("tensor_mode", _of_record("tensor_mode", tensors.draw_walks)),
    "fragments": ("matrix_layout", _fragments),
    "bits": ("descriptor", _of_record("descriptor", descriptors.draw)),
    "formats": ("type", lambda site, link, _: formats.draw(site.isa.types.values())),
    "timeline": ("target", lambda site, link, _: timeline.draw(list(site.versions), site.targets, link)),
    "flow": ("instruction", lambda site, link, name: flows.draw(name)),
    "layouts": ("matrix_layout", lambda site, link, name: chooser.html(site, name, link)),
    "phases": ("instruction", lambda site, link, _: phases.draw(link)),
}
"""Kind that the names in a picture link to, and the function that draws it, by picture."""


class PictureNode(nodes.General, nodes.Element):
    """The place of a picture."""


class Picture(SphinxDirective):
    """Put the picture here."""

    optional_arguments = 1

    def run(self) -> list[Node]:
        """Return the picture."""
        return [PictureNode(what=self.name.partition(":")[2], of="".join(self.arguments))]


def html(translator: Any, node: PictureNode) -> None:
    """Return the picture with its links, which are known after every page has been read."""
    builder = translator.builder
    domain = ptx_domain(builder.env)
    kind, draw = PICTURES[node["what"]]

    def link(name: str) -> str:
        found = domain.objects.get((kind, name))
        if found is None and builder.config.ptx_only:
            return "#"
        return str(builder.get_relative_uri(builder.current_docname, domain.objects[kind, name].docname))

    translator.body.append(draw(domain.site, link, node["of"]))
    raise nodes.SkipNode


def _elsewhere(translator: Any, node: PictureNode) -> None:
    """Return no markup: other builders have the table below the picture."""
    raise nodes.SkipNode


def add(app: Sphinx) -> None:
    """Register the node."""
    app.add_node(
        PictureNode,
        html=(html, None),
        latex=(_elsewhere, None),
        text=(_elsewhere, None),
        man=(_elsewhere, None),
        texinfo=(_elsewhere, None),
    )
