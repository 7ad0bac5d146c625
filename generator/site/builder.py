"""The HTML builder of the site: Sphinx's, with navigation that is written as text and not rendered again each page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder

from generator.site.markup import LeanTranslator

if TYPE_CHECKING:
    from docutils.nodes import Element


GENERATED = "_generated/"
VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
"""What docutils adds, and the template has."""
MOST_LISTED = 24
"""Pages of one list that the list of pages beside a text shows."""


class SiteBuilder(StandaloneHTMLBuilder):
    """Pages of the site."""

    default_translator_class = LeanTranslator

    def get_doc_context(self, docname: str, body: str, metatags: str) -> dict[str, Any]:
        """What the page template knows of a page."""
        parents = self.lineage(docname)
        _, before, after = self.relations.get(docname, (None, None, None))
        return {
            "parents": [self._link(docname, parent) for parent in reversed(parents[:-1])],
            "prev": before and self._link(docname, before),
            "next": after and self._link(docname, after),
            "title": self.title_of(docname, long=True),
            "meta": self.env.metadata.get(docname),
            "body": body,
            "metatags": metatags.replace(VIEWPORT, ""),
            "rellinks": self.globalcontext["rellinks"],
            "sourcename": "",
            "toc": self.contents(docname),
            "display_toc": self.env.toc_num_entries[docname] > 2,
            "page_source_suffix": ".rst",
        }

    def handle_page(
        self, pagename: str, addctx: dict[str, Any], templatename: str = "page.html", **options: Any
    ) -> None:
        """Write a page, with the list of pages beside it."""
        super().handle_page(pagename, {"site_pages": self.page_list(pagename), **addctx}, templatename, **options)

    def index_page(self, pagename: str, doctree: nodes.document, title: str) -> None:
        """Full-text search is for prose; records are found by the search field, which knows what they are called."""
        if not pagename.startswith(GENERATED):
            super().index_page(pagename, doctree, title)

    def title_of(self, docname: str, long: bool = False) -> str:
        """The title of a page, as HTML."""
        titles = self.env.longtitles if long else self.env.titles
        return escape(titles[docname].astext(), quote=False) if docname in titles else ""

    def _link(self, docname: str, other: str) -> dict[str, str]:
        return {"link": self.get_relative_uri(docname, other), "title": self.title_of(other)}

    def lineage(self, docname: str) -> list[str]:
        """The pages that list this one, the nearest first."""
        found: list[str] = []
        parent = self.relations.get(docname, (None, None, None))[0]
        while parent and parent not in found:
            found.append(parent)
            parent = self.relations.get(parent, (None, None, None))[0]
        return found

    def contents(self, docname: str) -> str:
        """The sections of a page, as a list."""
        toc = self.env.tocs.get(docname)
        return "".join(_sections(toc)) if toc is not None else ""

    def page_list(self, docname: str) -> str:
        """Every page of the first level, and those around this one."""
        opened = {docname, *self.lineage(docname)}
        root = self.env.tocs.get(self.config.root_doc)
        return "".join(self._captioned(docname, root, opened)) if root is not None else ""

    def _captioned(self, docname: str, root: Element, opened: set[str]) -> Iterator[str]:
        """The lists of the start page; a page of a record has that of the reference alone."""
        for tree in root.findall(addnodes.toctree):
            if docname.startswith(GENERATED) and opened.isdisjoint(tree["includefiles"]):
                continue
            if tree.get("caption"):
                yield f'<p class="caption">{escape(tree["caption"])}</p>'
            yield from self._listed(docname, tree["includefiles"], opened)

    def _listed(self, docname: str, listed: list[str], opened: set[str]) -> Iterator[str]:
        """Pages as a list; those that are opened with the pages that they list."""
        shown = near(listed, opened)
        yield "<ul>"
        for one in shown:
            if one == docname:
                current, uri = ' aria-current="page"', "#"
            else:
                current, uri = "", self.get_relative_uri(docname, one)
            yield f'<li><a href="{uri}"{current}>{self.title_of(one)}</a>'
            if one in opened and self.env.toctree_includes.get(one):
                yield from self._listed(docname, self.env.toctree_includes[one], opened)
        if len(shown) < len(listed):
            yield f"<li><small>{len(shown)} of {len(listed)}</small>"
        yield "</ul>"


def near(listed: list[str], opened: set[str]) -> list[str]:
    """Of a long list the pages around the opened one: the page that lists them all is the one above."""
    place = next((index for index, one in enumerate(listed) if one in opened), None)
    if place is None or len(listed) <= MOST_LISTED:
        return listed
    first = max(0, min(place - MOST_LISTED // 2, len(listed) - MOST_LISTED))
    return listed[first : first + MOST_LISTED]


def _sections(listed: Element) -> Iterator[str]:
    """Nested lists of references to sections."""
    items = [item for item in listed.children if isinstance(item, nodes.list_item)]
    if items:
        yield "<ul>"
        for item in items:
            yield from _section(item)
        yield "</ul>"


def _section(item: nodes.list_item) -> Iterator[str]:
    for reference in item.findall(nodes.reference):
        yield f'<li><a href="{reference["anchorname"] or "#"}">{escape(reference.astext(), quote=False)}</a>'
        break
    for child in item.children:
        if isinstance(child, nodes.bullet_list):
            yield from _sections(child)
