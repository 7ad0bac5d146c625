"""Pictures in the page itself, so that they follow its colors: `.. ptx:order::`, or `.. ptx:swizzle:: swizzle-64b`.

`canvas` has the shapes and the figure with its caption; each other module draws one subject from the records. To add a
picture, write a function that returns SVG or figures, and name it in `PICTURES`. `SECTIONS` lists the pictures on the
pages of instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from generator.records import layouts
from generator.records.model import RecordedInstruction
from generator.site import descriptors
from generator.site.domain import ptx_domain, site_of
from generator.site.pictures import (
    annotated,
    boxes,
    chooser,
    flows,
    formats,
    fragments,
    generations,
    lanes,
    order,
    phases,
    proxies,
    scopes,
    spaces,
    tensors,
    timeline,
    tmem,
    waits,
)
from generator.site.pictures.canvas import Figure, Link, captioned
from generator.site.site import Site

if TYPE_CHECKING:
    from docutils.nodes import Node, system_message
    from sphinx.application import Sphinx

Draw = Callable[[Site, Link, str], str]
"""Function of the records, of links to pages, and of the name after the directive; returns HTML."""


def _of_record(kind: str, draw: Callable[[Site, Any], str]) -> Draw:
    """Draw the record that the directive names."""

    def drawn(site: Site, link: Link, name: str) -> str:
        record = site.isa.record(kind, name)
        if record is None:
            raise ValueError(f"no {kind} {name!r} to draw")
        return draw(site, record.data)

    return drawn


def _figures(draw: Callable[[Site, Link, str], Iterable[Figure]]) -> Draw:
    """Draw several figures one after the other."""
    return lambda site, link, name: "\n".join(figure.html() for figure in draw(site, link, name))


def _captioned(caption: str, draw: Draw) -> Draw:
    """Add a caption to a picture whose label has its facts."""
    return lambda site, link, name: captioned(draw(site, link, name), caption)


PICTURES: dict[str, tuple[str, Draw]] = {
    "order": (
        "target",
        _captioned(
            "Targets from old to new. Each target includes those that lead to it.",
            lambda site, link, _: order.draw(site.targets, link),
        ),
    ),
    "spaces": (
        "state_space",
        _captioned(
            "State spaces in the group of threads that shares a variable. Yellow: read only. Dashed: part of another.",
            lambda site, link, _: spaces.draw((record.data for record in site.isa.records("state_space")), link),
        ),
    ),
    "swizzle": (
        "tensor_layout",
        _captioned(
            "Chunks in the order of the copy on the left, and where the swizzle puts them on the right.",
            _of_record("tensor_layout", lambda site, layout: tensors.draw_swizzle(layout)),
        ),
    ),
    "walks": (
        "tensor_mode",
        _captioned(
            "Pixels of the first image, numbered in the order of shared memory. Yellow: outside of the image, filled.",
            _of_record("tensor_mode", lambda site, mode: tensors.draw_walks(mode)),
        ),
    ),
    "fragments": (
        "matrix_layout",
        _of_record("matrix_layout", lambda site, layout: fragments.draw(layouts.pattern(site.isa, layout))),
    ),
    "bits": (
        "descriptor",
        _captioned(
            "Bits of the descriptor.", _of_record("descriptor", lambda site, descriptor: descriptors.draw(descriptor))
        ),
    ),
    "formats": (
        "type",
        _captioned(
            "Sign, exponent and fraction of each format, in proportion.",
            lambda site, link, _: formats.draw(site.isa.types.values()),
        ),
    ),
    "timeline": (
        "target",
        _captioned(
            "Each target from the PTX version that introduces it.",
            lambda site, link, _: timeline.draw(list(site.versions), site.targets, link),
        ),
    ),
    "layouts": ("matrix_layout", lambda site, link, name: chooser.html(site, name, link)),
    "phases": (
        "instruction",
        _captioned(
            "Conditions of an mbarrier object, and the operations that lead from one to another.",
            lambda site, link, _: phases.draw(link),
        ),
    ),
    "flow": ("instruction", _figures(lambda site, link, name: [*flows.figures(name), *lanes.figures(name)])),
    "annotated": ("instruction", _figures(lambda site, link, name: [annotated.figure(site, name, link)])),
    "box": ("instruction", _figures(lambda site, link, _: boxes.figures())),
    "waits": ("instruction", _figures(lambda site, link, _: [waits.figure()])),
    "proxies": ("instruction", _figures(lambda site, link, _: [proxies.figure(site.isa.instructions, link)])),
    "scopes": ("instruction", _figures(lambda site, link, _: [scopes.figure(site, link)])),
    "paths": ("instruction", _figures(lambda site, link, _: [tmem.paths(site, link)])),
    "tensor-lanes": ("instruction", _figures(lambda site, link, _: [tmem.lanes(site)])),
}
"""Directive to the kind of record that names in the picture link to, and the function that draws the picture."""


class PictureSection(NamedTuple):
    """Pictures on the page of an instruction: a heading, a sentence, and directives with their arguments."""

    title: str
    intro: str
    pictures: tuple[str, ...]


_PROXIES = PictureSection("Proxies and scopes", ":doc:`/guide/memory` explains both.", ("proxies", "scopes"))
_PHASES = PictureSection("Phases", ":doc:`/guide/async` explains the use of mbarriers.", ("waits",))
_LANES = PictureSection(
    "Data paths and lanes", ":doc:`/tcgen05` explains the order of these instructions.", ("paths", "tensor-lanes")
)
_PATHS = PictureSection("Data paths", ":doc:`/tcgen05` explains the order of these instructions.", ("paths",))
SECTIONS: Mapping[str, PictureSection] = {
    "parallel-synchronization-and-communication/fence": _PROXIES,
    "parallel-synchronization-and-communication/membar": _PROXIES,
    "data-movement-and-conversion/cp.async.bulk.tensor": PictureSection(
        "Box of a tensor",
        "For images, see the tensor modes :ptx:tensor_mode:`im2col` and :ptx:tensor_mode:`im2col-w`; for the other "
        "swizzles, :doc:`/_generated/tensor_layouts/index`.",
        ("box", "walks im2col"),
    ),
    **{
        f"parallel-synchronization-and-communication/mbarrier.{name}": _PHASES
        for name in ("init", "arrive", "try_wait", "test_wait", "expect_tx", "complete_tx")
    },
    **{f"matrix/tcgen05.{name}": _LANES for name in ("cp", "ld", "st")},
    **{f"matrix/tcgen05.{name}": _PATHS for name in ("mma", "mma.ws", "mma.sp", "shift", "alloc", "commit")},
}
"""Pictures of an instruction by its identity, besides the flow of its data and its layouts."""


def section(instruction: RecordedInstruction) -> PictureSection | None:
    """Return the pictures on the page of an instruction."""
    if flows.known(instruction.identity) or lanes.known(instruction.identity):
        intro = "Found by execution: for data flow, by flipping each bit of a source."
        return PictureSection("Data flow", intro, (f"flow {instruction.identity}",))
    return SECTIONS.get(instruction.identity)


class PictureNode(nodes.General, nodes.Element):
    """Place of a picture, which is drawn when the page is written."""


class Picture(SphinxDirective):
    """`.. ptx:fragments:: mma-a`: a picture of `PICTURES`, with the name of what it shows."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Node]:
        """Return the place of the picture."""
        return [PictureNode(what=self.name.partition(":")[2], of="".join(self.arguments))]


class Strip(SphinxRole):
    """``:ptx:strip:`matrix/mma` ``: generations that have an instruction; `head` and `legend` explain strips."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Return the strip, for browsers; the pages of instructions have the same in words."""
        site = site_of(self.env)
        if self.text == "head":
            picture = generations.head(site)
        elif self.text == "legend":
            picture = generations.legend()
        else:
            picture = generations.strip(site, site.instructions[self.text])
        return [nodes.raw("", picture, format="html")], []


def write_picture(translator: Any, node: PictureNode) -> None:
    """Draw a picture with its links, which are known after every page has been read."""
    builder = translator.builder
    domain = ptx_domain(builder.env)
    kind, draw = PICTURES[node["what"]]

    def link(name: str) -> str:
        if builder.config.ptx_only and (kind, name) not in domain.objects:
            return "#"  # A quick look has only some of the pages.
        return str(builder.get_relative_uri(builder.current_docname, domain.objects[kind, name].docname))

    translator.body.append(draw(domain.site, link, node["of"]))
    raise nodes.SkipNode


def skip_picture(translator: Any, node: PictureNode) -> None:
    """Leave the picture out: builders of other formats have the table below it."""
    raise nodes.SkipNode


def add(app: Sphinx) -> None:
    """Register the node and the role."""
    app.add_role_to_domain("ptx", "strip", Strip())
    app.add_node(
        PictureNode,
        html=(write_picture, None),
        latex=(skip_picture, None),
        text=(skip_picture, None),
        man=(skip_picture, None),
        texinfo=(skip_picture, None),
    )
