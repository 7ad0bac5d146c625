"""HTML of the site: a builder with its own navigation, and a translator without needless wrappers and classes.

`LeanTranslator` writes the body of a page: on a page of tables, wrappers and classes that no style sheet or script
reads are most of the bytes. `SiteBuilder` shares the pages between processes and fills the page template; it writes the
navigation as text, where Sphinx renders it again for each page.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.parallel import ParallelTasks
from sphinx.writers.html5 import HTML5Translator

if TYPE_CHECKING:
    from docutils.nodes import Element


_PLAIN = re.compile(r'<span class="(?:w|n|p|o|)">([^<]*)</span>|<span></span>')
"""Tokens that have the color of text."""
_BETWEEN_MODIFIERS = re.compile(r"(?<=\w)(?=\.[\w{])|(?<=[}\]])(?=[.{])")
"""Places where long code breaks first."""
_WITHIN_NAMES = re.compile(r"(?<=[^\W_])(?=::|_\w)")
"""Places where a part of code breaks that is long in itself."""
_BREAKS_ANYWHERE = re.compile(r"[^\w.,;:]")
"""Characters around which browsers break lines: hyphens and brackets."""
LONG = 20
"""Characters of code that never needs a break."""
_DESCRIPTION = re.compile(r'<meta content="([^"]*)" name="description"|<meta name="description" content="([^"]*)"')
_SUMMARY = re.compile(r'<div class="ptx-summary">(.*?)</div>|<p>(.*?)</p>', re.DOTALL)
MOST_DESCRIBED = 200
"""Characters of the description of a page."""
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
        """Return a start tag with the classes that mean something here."""
        tag = super().starttag(node, tagname, suffix, empty, **attributes)
        before, separator, rest = tag.partition(' class="')
        if not separator:
            return tag
        classes, _, after = rest.partition('"')
        kept = [class_ for class_ in classes.split() if class_ not in _NEEDLESS and not class_.startswith("align-")]
        return f'{before} class="{" ".join(kept)}"{after}' if kept else before + after

    def visit_literal(self, node: Element) -> None:
        """Write code without the wrapper of Sphinx."""
        if "kbd" in node["classes"] or node.get("language"):
            super().visit_literal(node)
            return
        text = self.encode(node.astext())
        self.body.append(f"<code>{breakable(text)}</code>")
        raise nodes.SkipNode

    def visit_literal_block(self, node: nodes.literal_block) -> None:
        """Write highlighted code without spans of plain tokens."""
        try:
            super().visit_literal_block(node)
        except nodes.SkipNode:
            self.body[-1] = _PLAIN.sub(lambda match: match.group(1) or "", self.body[-1])
            raise

    def visit_inline(self, node: nodes.inline) -> None:
        """Begin a span, unless it has neither class nor anchor."""
        wanted = node["ids"] or (node["classes"] and "xref" not in node["classes"])
        self.context.append("</span>" if wanted else "")
        if wanted:
            self.body.append(self.starttag(node, "span", ""))

    def depart_inline(self, node: nodes.inline) -> None:
        """End a span, if one was begun."""
        self.body.append(self.context.pop())

    def visit_paragraph(self, node: nodes.paragraph) -> None:
        """Begin a paragraph, unless it is alone in a cell or item."""
        if not _alone(node):
            super().visit_paragraph(node)

    def depart_paragraph(self, node: nodes.paragraph) -> None:
        """End a paragraph, unless it is alone in a cell or item."""
        if not _alone(node):
            super().depart_paragraph(node)

    def visit_row(self, node: Element) -> None:
        """Begin a row."""
        self.body.append(self.starttag(node, "tr", ""))
        node.column = 0  # type: ignore[attr-defined]

    def depart_row(self, node: Element) -> None:
        """End a row; rows, cells and items end where the next begins."""
        self.body.append("\n")

    def depart_entry(self, node: Element) -> None:
        """Keep the texts of cells apart by a line feed, for copies and for the filter of tables."""
        self.context.pop()
        self.body.append("\n")

    def depart_list_item(self, node: Element) -> None:
        """End an item where the next begins."""
        self.body.append("\n")

    def visit_field(self, node: Element) -> None:
        """Visit a field without a wrapper, because `dt` and `dd` alternate."""

    def visit_bullet_list(self, node: nodes.bullet_list) -> None:
        """Begin a list without the classes of docutils."""
        self.body.append(self.starttag(node, "ul"))

    def depart_bullet_list(self, node: nodes.bullet_list) -> None:
        """End a list."""
        self.body.append("</ul>\n")


def breakable(text: str) -> str:
    """Return code that breaks between modifiers and between operands, and inside of a name only if that is long."""
    if len(text) <= LONG:
        return text
    words = []
    for word in text.split(" "):
        parts = _BETWEEN_MODIFIERS.split(word)
        for place, part in enumerate(parts):
            if len(part) > LONG:
                parts[place] = "<wbr>".join(_WITHIN_NAMES.split(part))
            elif _BREAKS_ANYWHERE.search(part[1:]):
                parts[place] = f'<span class="uncut">{part}</span>'
        words.append("<wbr>".join(parts))
    return " ".join(words)


def _alone(node: nodes.paragraph) -> bool:
    """Return True if a paragraph is the only content of a cell or item and needs no element of its own."""
    within = node.parent
    return (
        isinstance(within, (nodes.entry, nodes.list_item, nodes.field_body))
        and len(within) == 1
        and not node["ids"]
        and not node["classes"]
    )


GENERATED = "_generated/"
VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
"""Tag that docutils adds, although the template has it."""
MOST_LISTED = 24
"""Pages of one list that the list of pages beside a text shows."""


def _parts(docnames: Sequence[str], count: int) -> list[list[str]]:
    """Return the pages in parts of about the same work: long pages are next to each other in the order of names."""
    return [part for start in range(count) if (part := list(docnames[start::count]))]


class SiteBuilder(StandaloneHTMLBuilder):
    """Pages of the site."""

    default_translator_class = LeanTranslator
    search = False  # The page of results is ours: search.html, which reads the index of `ptxisa search`.

    def _read_parallel(self, docnames: list[str], nproc: int) -> None:
        """Read one part of the pages in each process.

        A process returns its whole environment. Sphinx starts one for each of 18 chunks, and pickling the environments
        took as long as reading the pages.
        """
        for docname in docnames:
            self.events.emit("env-purge-doc", self.env, docname)
            self.env.clear_doc(docname)

        def read(part: list[str]) -> bytes:
            self.env._app = self._app
            for docname in part:
                self.read_doc(docname, _cache=False)
            return pickle.dumps(self.env, pickle.HIGHEST_PROTOCOL)

        def merge(part: list[str], environment: bytes) -> None:
            self.env.merge_info_from(part, pickle.loads(environment), self._app)

        tasks = ParallelTasks(nproc)
        for part in _parts(docnames, nproc):
            tasks.add_task(read, part, merge)
        tasks.join()

    def _write_parallel(self, docnames: Sequence[str], nproc: int) -> None:
        """Resolve and write one part of the pages in each process, one page at a time.

        Sphinx resolves all pages in the first process, and keeps their trees until other processes have written them.
        """

        def write(part: Sequence[str]) -> dict[str, str]:
            for docname in part:
                self.phase = BuildPhase.RESOLVING
                doctree = self.env.get_and_resolve_doctree(docname, self)
                self.env._pickled_doctree_cache.pop(docname, None)
                self.write_doc_serialized(docname, doctree)
                self.phase = BuildPhase.WRITING
                self.write_doc(docname, doctree)
            return self.images

        write(docnames[:1])  # Compiles the templates, which the processes then share.
        tasks = ParallelTasks(nproc)
        for part in _parts(docnames[1:], nproc):
            tasks.add_task(write, part, lambda _, images: self.images.update(images))
        tasks.join()

    def get_doc_context(self, docname: str, body: str, metatags: str) -> dict[str, Any]:
        """Return the variables of the page template."""
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
            **self._shared(docname, body, metatags),
            "rellinks": self.globalcontext["rellinks"],
            "sourcename": "",
            "toc": self.contents(docname),
            "display_toc": self.env.toc_num_entries[docname] > 2 and docname != self.config.root_doc,
            "page_source_suffix": ".rst",
        }

    def _shared(self, docname: str, body: str, metatags: str) -> dict[str, str]:
        """Return what search engines and previews of links show: the description, and absolute addresses if known."""
        description = _DESCRIPTION.search(metatags)
        if description:
            words = description[1] or description[2]
        else:  # The summary of the page, or the begin of its first paragraph, as text of an attribute.
            match = _SUMMARY.search(body)
            words = " ".join(re.sub("<[^>]+>", "", (match[1] or match[2]) if match else "").split())
            if len(words) > MOST_DESCRIBED:
                words = words[:MOST_DESCRIBED].rpartition(" ")[0] + " …"
            words = words.replace('"', "&quot;")
        base = self.config.html_baseurl.rstrip("/")
        uri = self.get_target_uri(docname)
        return {
            "described": "" if description else words,
            "preview_text": words,
            "preview_image": f"{base}/_static/preview.png" if base else "",
            "preview_url": f"{base}/{uri}" if base else "",
            "report_url": self.config.ptx_report.replace("{page}", quote(uri, safe=""))
            if self.config.ptx_report
            else "",
        }

    def handle_page(
        self, pagename: str, addctx: dict[str, Any], templatename: str = "page.html", **options: Any
    ) -> None:
        """Write a page with its list of pages."""
        shared = {
            "site_pages": self.page_list(pagename),
            "site_address": self.config.html_baseurl,
            "ptx_versions": self.config.ptx_versions,
        }
        super().handle_page(pagename, {**shared, **addctx}, templatename, **options)

    def title_of(self, docname: str, long: bool = False) -> str:
        """Return the title of a page as HTML."""
        titles = self.env.longtitles if long else self.env.titles
        return escape(titles[docname].astext(), quote=False) if docname in titles else ""

    def _link(self, docname: str, other: str) -> dict[str, str]:
        return {"link": self.get_relative_uri(docname, other), "title": self.title_of(other)}

    def lineage(self, docname: str) -> list[str]:
        """Return the pages that list this page, nearest first."""
        ancestors: list[str] = []
        parent = self.relations.get(docname, (None, None, None))[0]
        while parent and parent not in ancestors:
            ancestors.append(parent)
            parent = self.relations.get(parent, (None, None, None))[0]
        return ancestors

    def contents(self, docname: str) -> str:
        """Return the sections of a page as a list."""
        toc = self.env.tocs.get(docname)
        return "".join(section_list(toc)) if toc is not None else ""

    def page_list(self, docname: str) -> str:
        """Return the list of pages: every page of the first level, and the pages around this page."""
        opened = {docname, *self.lineage(docname)}
        if docname not in self.relations and docname.startswith(GENERATED):
            opened.add(f"{docname.rpartition('/')[0]}/index")  # A page that no list has: show the index of its folder.
        root = self.env.tocs.get(self.config.root_doc)
        lists: list[str] = []
        for tree in root.findall(addnodes.toctree) if root is not None else ():
            caption, listed = escape(tree.get("caption") or ""), tree["includefiles"]
            # On pages of records, other lists than that of the reference are a link.
            if docname.startswith(GENERATED) and opened.isdisjoint(listed):
                link = self.get_relative_uri(docname, listed[0])
                lists.append(f'<p class="caption"><a href="{link}">{caption}</a></p>')
                continue
            if caption:
                lists.append(f'<p class="caption">{caption}</p>')
            lists += self._listed(docname, listed, opened, self.config.root_doc)
        return "".join(lists)

    def _listed(self, docname: str, listed: list[str], opened: set[str], parent: str) -> Iterator[str]:
        """Yield the list of pages of `parent`; opened pages include the pages that they list."""
        shown = near(listed, opened)
        yield "<ul>"
        for page in shown:
            if page == docname:
                current, uri = ' aria-current="page"', "#"
            else:
                current, uri = "", self.get_relative_uri(docname, page)
            yield f'<li><a href="{uri}"{current}>{breakable(self.title_of(page))}</a>'
            if page in opened and self.env.toctree_includes.get(page):
                yield from self._listed(docname, self.env.toctree_includes[page], opened, page)
        if len(shown) < len(listed):
            yield f'<li class="all"><a href="{self.get_relative_uri(docname, parent)}">All {len(listed)}</a>'
        yield "</ul>"


def near(listed: list[str], opened: set[str]) -> list[str]:
    """Return the pages of a list; of a long list only the pages around the opened page.

    The page above lists all of them.
    """
    place = next((index for index, page in enumerate(listed) if page in opened), None)
    if place is None or len(listed) <= MOST_LISTED:
        return listed
    first = max(0, min(place - MOST_LISTED // 2, len(listed) - MOST_LISTED))
    return listed[first : first + MOST_LISTED]


def section_list(listed: Element) -> Iterator[str]:
    """Yield nested lists of references to sections."""
    items = [item for item in listed.children if isinstance(item, nodes.list_item)]
    if items:
        yield "<ul>"
        for item in items:
            for reference in item.findall(nodes.reference):
                yield f'<li><a href="{reference["anchorname"] or "#"}">{escape(reference.astext(), quote=False)}</a>'
                break
            for child in item.children:
                if isinstance(child, nodes.bullet_list):
                    yield from section_list(child)
        yield "</ul>"
