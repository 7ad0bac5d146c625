"""HTML without what no style sheet or script reads: on a page of tables, wrappers and classes are most of the bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

if TYPE_CHECKING:
    from docutils.nodes import Element

_PLAIN = re.compile(r'<span class="(?:w|n|p|o|)">([^<]*)</span>|<span></span>')
"""Tokens that have the colour of text."""
_NEEDLESS = {
    "docutils",
    "literal",
    "notranslate",
    "reference",
    "internal",
    "simple",
    "head",
    "container",
    "literal-block",
}


class LeanTranslator(HTML5Translator):
    """Sphinx's HTML with fewer wrappers: the same elements, and only classes that mean something here."""

    def starttag(self, node: Any, tagname: str, suffix: str = "\n", empty: bool = False, **attributes: Any) -> str:
        tag = super().starttag(node, tagname, suffix, empty, **attributes)
        return _lean_classes(tag) if 'class="' in tag else tag

    def visit_literal(self, node: Element) -> None:
        if "kbd" in node["classes"] or node.get("language"):
            super().visit_literal(node)
            return
        self.body.append(f"<code>{self.encode(node.astext())}</code>")
        raise nodes.SkipNode

    def visit_literal_block(self, node: nodes.literal_block) -> None:
        try:
            super().visit_literal_block(node)
        except nodes.SkipNode:
            self.body[-1] = _PLAIN.sub(lambda match: match.group(1) or "", self.body[-1])
            raise

    def visit_inline(self, node: nodes.inline) -> None:
        """No span without a class or anchor."""
        wanted = node["ids"] or (node["classes"] and "xref" not in node["classes"])
        self.context.append("</span>" if wanted else "")
        if wanted:
            self.body.append(self.starttag(node, "span", ""))

    def depart_inline(self, node: nodes.inline) -> None:
        self.body.append(self.context.pop())

    def visit_paragraph(self, node: nodes.paragraph) -> None:
        if not _alone(node):
            super().visit_paragraph(node)

    def depart_paragraph(self, node: nodes.paragraph) -> None:
        if not _alone(node):
            super().depart_paragraph(node)

    def visit_row(self, node: Element) -> None:
        self.body.append(self.starttag(node, "tr", ""))
        node.column = 0  # type: ignore[attr-defined]

    def depart_row(self, node: Element) -> None:
        """Rows, cells and items end where the next begins."""
        self.body.append("\n")

    def depart_entry(self, node: Element) -> None:
        """A line feed keeps the texts of cells apart, in copies and for the filter of tables."""
        self.context.pop()
        self.body.append("\n")

    def depart_list_item(self, node: Element) -> None:
        self.body.append("\n")

    def visit_field(self, node: Element) -> None:
        """Fields need no wrapper, since `dt` and `dd` alternate."""

    def visit_bullet_list(self, node: nodes.bullet_list) -> None:
        self.body.append(self.starttag(node, "ul"))

    def depart_bullet_list(self, node: nodes.bullet_list) -> None:
        self.body.append("</ul>\n")


def _lean_classes(tag: str) -> str:
    """The tag with only those classes that a style sheet or script knows."""
    before, _, rest = tag.partition(' class="')
    classes, _, after = rest.partition('"')
    kept = [one for one in classes.split() if one not in _NEEDLESS and not one.startswith("align-")]
    return f'{before} class="{" ".join(kept)}"{after}' if kept else before + after


def _alone(node: nodes.paragraph) -> bool:
    """Whether a paragraph is all that a cell or item has, so that it needs no element of its own."""
    within = node.parent
    return (
        isinstance(within, (nodes.entry, nodes.list_item, nodes.field_body))
        and len(within) == 1
        and not node["ids"]
        and not node["classes"]
    )
