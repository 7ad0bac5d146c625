"""Small parts of pages: anchors, bars, links to the explorer, parts that fold, and checked modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from generator.backends.coverage import STATUSES
from generator.site.site import package_is_built

if TYPE_CHECKING:
    from docutils.nodes import Node, system_message
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)


class Anchor(SphinxRole):
    """``:ptx:anchor:`slot-add.int-type` ``: a place inside a table cell that the syntax above links to."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Return the place."""
        return [nodes.inline("", "", ids=[self.text])], []


class Compare(SphinxRole):
    """``:ptx:compare:`sm_80 sm_90` ``: a link to the explorer that shows both side by side."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Return the link."""
        first, second = self.text.split()
        depth = "../" * self.env.docname.count("/")
        address = f"{depth}explorer.html#/?target={first}&with={second}"
        words = nodes.Text(f"Both side by side in the explorer: {first} and {second}")
        return [nodes.reference("", "", words, refuri=address, internal=True)], []


class Bar(SphinxRole):
    """``:ptx:bar:`3 1 0 5` ``: shares of coverage as a bar, for browsers; the page has the figures as well."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """Return the bar."""
        return [nodes.raw("", bar([int(part) for part in self.text.split()]), format="html")], []


def bar(parts: list[int]) -> str:
    """Return a bar with one strip for each status, in proportion to its share."""
    width = 120
    scale = width / (sum(parts) or 1)
    strips = "".join(
        f'<rect class="bar-{status}" x="{scale * sum(parts[:index]):.1f}" width="{scale * part:.1f}" height="10"/>'
        for index, (status, part) in enumerate(zip(STATUSES, parts, strict=True))
        if part
    )
    size = f'viewBox="0 0 {width} 10" width="{width}" height="10"'
    return f'<svg class="ptx-bar" {size} aria-hidden="true">{strips}</svg>'


class FoldNode(nodes.General, nodes.Element):
    """Part of a page that a browser shows on request, below the line `title`."""


class Fold(SphinxDirective):
    """`.. ptx:fold:: 3 more examples`: content that a browser shows on request, below this line."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[Node]:
        """Return the part."""
        part = FoldNode(title=self.arguments[0])
        self.state.nested_parse(self.content, self.content_offset, part)
        return [part]


def begin_fold(translator: Any, node: FoldNode) -> None:
    """Begin a fold in HTML."""
    translator.body.append(f'<details class="ptx-fold"><summary>{translator.encode(node["title"])}</summary>\n')


def end_fold(translator: Any, node: FoldNode) -> None:
    """End a fold in HTML."""
    translator.body.append("</details>\n")


def pass_fold(translator: Any, node: FoldNode) -> None:
    """Write no markup: other formats have the content in place."""


def add_fold(app: Sphinx) -> None:
    """Register the node."""
    plain = (pass_fold, pass_fold)
    app.add_node(FoldNode, html=(begin_fold, end_fold), latex=plain, text=plain, man=plain, texinfo=plain)


class CheckedBlock(SphinxDirective):
    """`.. ptx:checked::`: a code block of PTX; a finding of the checker is a warning of the build."""

    has_content = True

    def run(self) -> list[Node]:
        """Return the code block."""
        text = "\n".join(self.content)
        if package_is_built():
            from ptxisa.check.module import check_module

            for diagnostic in check_module(text):
                logger.warning(
                    "line %d of the module: %s", diagnostic.line, diagnostic.message, location=self.get_location()
                )
        return [nodes.literal_block(text, text, language="ptx")]
