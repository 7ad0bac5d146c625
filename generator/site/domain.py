"""The Sphinx domain `ptx`: every record is an object that pages, other sites and people can link to.

    .. ptx:instruction:: integer-arithmetic/popc     makes a place the documentation of a record
    :ptx:instruction:`popc`                          links to it

`KINDS` has the kinds of objects. `RecordDomain` registers the objects of each page and resolves links.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

from generator.records.problems import near
from generator.site.kinds import LANGUAGE, slug

if TYPE_CHECKING:
    from docutils.nodes import Element, Node
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from generator.site.site import Site

logger = logging.getLogger(__name__)

KINDS = {
    "instruction": "instruction",
    "form": "form",
    "clause": "availability clause",
    "type": "type",
    "modifier": "modifier",
    "target": "target",
    "version": "PTX version",
    **{kind.role: kind.label for kind in LANGUAGE.values()},
    "code": "diagnostic",
    "section": "document section",
    "erratum": "erratum",
}
SEARCH = {"form": 1, "erratum": 1, "section": 2, "clause": -1}
"""Rank of objects in a search: 0 first, 1 next, 2 after full-text matches, -1 never. All are in the inventory."""
PROSE = {"version", "section", "erratum", *(kind.role for kind in LANGUAGE.values() if not kind.literal)}
"""Kinds whose names are words; other names are code."""


class DomainEntry(NamedTuple):
    """Page and anchor of an object, and the text of links to it."""

    docname: str
    anchor: str
    display: str


class RecordRole(XRefRole):
    """Link to a record; names that occur in PTX are set as code."""

    def __init__(self, kind: str) -> None:
        super().__init__(innernodeclass=nodes.inline if kind in PROSE else nodes.literal, warn_dangling=True)


class PtxObject(SphinxDirective):
    """`.. ptx:form:: add.int`: make this place the documentation of a record.

    The place is the content of the directive, or what follows if the directive has no content.

    Options:
        page: The whole page is about the object, so that links go to its top.
        display: Text of links without a text of their own.
        also: Other objects that the place is about.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        "page": directives.flag,
        "display": directives.unchanged_required,
        "also": directives.unchanged,
    }

    def run(self) -> list[Node]:
        """Return the anchor of a record, with an index entry for names that people look up."""
        kind, name = self.name.partition(":")[2], self.arguments[0]
        anchor = f"{kind}-{slug(name)}"
        for alias in (name, *self.options.get("also", "").split()):
            display = self.options.get("display", alias)
            entry = DomainEntry(self.env.docname, "" if "page" in self.options else anchor, display)
            ptx_domain(self.env).note(kind, alias, entry, self.get_source_info())
        place: Element = nodes.target("", "", ids=[anchor])
        if self.content:
            place = nodes.container("", ids=[anchor], classes=[f"ptx-{kind}"])
            self.state.nested_parse(self.content, self.content_offset, place)
        self.state.document.note_explicit_target(place)
        if kind in ("clause", "section"):
            return [place]
        return [addnodes.index(entries=[("single", f"{name} ({KINDS[kind]})", anchor, "", None)]), place]


class RecordDomain(Domain):
    """Objects by kind and name, with the resolved records in `site`."""

    name = "ptx"
    label = "PTX"
    object_types: ClassVar = {kind: ObjType(label, kind) for kind, label in KINDS.items()}
    directives: ClassVar = dict.fromkeys(KINDS, PtxObject)
    roles: ClassVar = {kind: RecordRole(kind) for kind in KINDS}
    initial_data: ClassVar = {"objects": {}}
    data_version = 1
    site: Site

    @cached_property
    def pages(self) -> set[str]:
        """Pages with objects."""
        return {entry.docname for entry in self.objects.values()}

    @property
    def objects(self) -> dict[tuple[str, str], DomainEntry]:
        """Objects by kind and name."""
        return cast("dict[tuple[str, str], DomainEntry]", self.data["objects"])

    def note(self, kind: str, name: str, entry: DomainEntry, location: tuple[str, int]) -> None:
        """Register an object, and warn if it is documented in two places."""
        known = self.objects.get((kind, name))
        if known is not None and known != entry:
            logger.warning("%s %s is documented twice, also in %s", KINDS[kind], name, known.docname, location=location)
        self.objects[kind, name] = entry
        self.pages.add(entry.docname)

    def find(self, kind: str, target: str) -> DomainEntry | None:
        """Return the object that a role names by name or spelling, with or without a leading dot."""
        bare = target.removeprefix(".")
        entry = self.objects.get((kind, target)) or self.objects.get((kind, bare))
        if entry is not None:
            return entry
        # A spelling that only one object has, such as a modifier value without its group, or `shared::cta`.
        named = {
            entry
            for (known, _), entry in self.objects.items()
            if known == kind and entry.display.removeprefix(".") == bare
        }
        return named.pop() if len(named) == 1 else None

    def clear_doc(self, docname: str) -> None:
        """Forget the objects of a page.

        Sphinx calls this twice for each page of a first build, which has nothing to forget.
        """
        if docname not in self.pages:
            return
        self.pages.discard(docname)
        for key in [key for key, entry in self.objects.items() if entry.docname == docname]:
            del self.objects[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take the objects of pages that another process read."""
        objects = otherdata["objects"].items()
        self.objects.update({key: entry for key, entry in objects if entry.docname in docnames})
        self.pages.update(docnames)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Return a link to an object, or None if there is no such object."""
        entry = self.find(typ, target)
        if entry is None:
            return None
        if not node.get("refexplicit"):
            content = nodes.inline if typ in PROSE else nodes.literal
            contnode = content("", entry.display, classes=contnode["classes"])
        return make_refnode(builder, fromdocname, entry.docname, entry.anchor, contnode, node.get("reftitle"))

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return the links to all objects of a name."""
        references = (
            (kind, self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)) for kind in KINDS
        )
        return [(f"ptx:{kind}", reference) for kind, reference in references if reference is not None]

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Yield the objects for the inventory."""
        for (kind, name), entry in sorted(self.objects.items()):
            yield name, entry.display, kind, entry.docname, entry.anchor, SEARCH.get(kind, 0)

    def hint(self, kind: str, target: str) -> str:
        """Return `; did you mean …?` if a similar name is known."""
        return near(target, [name for known, name in self.objects if known == kind])


def warn_unknown(app: Any, domain: Domain | None, node: addnodes.pending_xref) -> bool | None:
    """Warn of an unknown name in a role, and suggest a similar name; a quick look has only some of the names."""
    if not isinstance(domain, RecordDomain):
        return None
    kind, target = node["reftype"], node["reftarget"]
    if app.config.ptx_only:
        return True
    logger.warning("unknown %s %r%s", KINDS[kind], target, domain.hint(kind, target), location=node, type="ref")
    return True


def reference(
    kind: str, target: str, docname: str, text: str = "", classes: Sequence[str] = ()
) -> addnodes.pending_xref:
    """Return a link from a page to an object, with a text of its own if there is one."""
    link = addnodes.pending_xref(
        "", refdomain="ptx", reftype=kind, reftarget=target, refexplicit=True, refwarn=True, refdoc=docname
    )
    if text:
        link += nodes.inline("", text, classes=list(classes))
    return link


def ptx_domain(env: BuildEnvironment) -> RecordDomain:
    """Return the domain of a build."""
    return cast(RecordDomain, env.domains["ptx"])


def site_of(env: BuildEnvironment) -> Site:
    """Return the records that a build documents."""
    return ptx_domain(env).site
