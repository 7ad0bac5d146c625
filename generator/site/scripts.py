"""Data for scripts of the site: the index of the search, and the availability of every form for the explorer.

Both are scripts and not JSON, because pages that are read from a disk may not fetch files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.backends.search_index import search_index
from generator.site.domain import RecordDomain, ptx_domain
from generator.site.instruction import conditions, opcode
from generator.site.kinds import LANGUAGE, ROLES
from generator.site.reach import Share
from generator.site.site import Site
from ptxisa.isa.forms import Clause, End, Form
from ptxisa.isa.targets import admits

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from generator.site.site import Site


INDEX_FILE = "ptx-index.js"
SEARCH_ROLES = {"code": "code", "target_note": "target", **ROLES}
"""Kind of a result to the type of its object."""


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the index beside the style sheet when a build of HTML has ended."""
    if exception is None and app.builder.format == "html":
        entries = json.dumps(search_data(app), ensure_ascii=False, separators=(",", ":"))
        Path(app.outdir, "_static", INDEX_FILE).write_text(f"const PTX_INDEX={entries};\n", encoding="utf-8")


def search_data(app: Sphinx) -> dict[str, Any]:
    """Return the index of `ptxisa search` with the addresses of results and of forms."""
    domain = ptx_domain(app.env)
    index = search_index(domain.site.isa, Path(app.srcdir))

    def address(kind: str, name: str) -> str:
        entry = domain.objects.get((kind, name))
        if entry is None:
            return ""
        return app.builder.get_target_uri(entry.docname) + (f"#{entry.anchor}" if entry.anchor else "")

    urls = []
    for kind, name, _, page, title in index.results:
        if page:
            urls.append(app.builder.get_target_uri(page) if page in app.env.found_docs else "")
        elif kind == "term":
            urls.append(f"{app.builder.get_target_uri('glossary')}#term-{title.replace(' ', '-')}")
        else:
            urls.append(address(SEARCH_ROLES.get(kind, kind), name))
    forms = {form: url for form in domain.site.forms if (url := address("form", form))}
    return {**index._asdict(), "urls": urls, "forms": forms}


def write_sitemap(app: Sphinx, exception: Exception | None) -> None:
    """Write the list of pages for search engines when a build of HTML with a known address has ended."""
    base = app.config.html_baseurl.rstrip("/")
    if exception is None and app.builder.format == "html" and base:
        pages = sorted(app.builder.get_target_uri(page) for page in app.env.found_docs)
        urls = "\n".join(f"<url><loc>{escape(f'{base}/{page}')}</loc></url>" for page in pages)
        head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        Path(app.outdir, "sitemap.xml").write_text(f"{head}\n{urls}\n</urlset>\n", encoding="utf-8")
        Path(app.outdir, "robots.txt").write_text(f"User-agent: *\nSitemap: {base}/sitemap.xml\n", encoding="utf-8")


PLACES_FILE = "ptx-places.js"
_ROLE = re.compile(r":ptx:(\w+):`(?:[^`<]*\.(?=[^.`]+`))?([^`<]*?)(?: <[^`]*>)?`")
DATED = ("type", *(kind.kind for kind in LANGUAGE.values()))
"""Kinds of records that may be available from some version on."""


def write_places(app: Sphinx, exception: Exception | None) -> None:
    """Write the data beside the style sheet when a build of HTML has ended."""
    if exception is None and app.builder.format == "html":
        text = json.dumps(Places(app).data(), ensure_ascii=False, separators=(",", ":"))
        Path(app.outdir, "_static", PLACES_FILE).write_text(f"const PTX_PLACES={text};\n", encoding="utf-8")


class Numbers:
    """Values numbered in the order in which they are met."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}

    def of(self, value: Any) -> int:
        """Return the number of a value, which is stored once."""
        return self.known.setdefault(value, len(self.known))


class Places:
    """Data of the explorer, collected from the records and the addresses of their pages."""

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self.domain: RecordDomain = ptx_domain(app.env)
        self.site: Site = self.domain.site
        self.expressions, self.shares = Numbers(), Numbers()
        self.versions = {version: place for place, version in enumerate(self.site.versions)}

    def data(self) -> dict[str, Any]:
        """Return the data of the explorer in a fixed order."""
        subjects = [*self.forms(), *self.records()]
        targets = self.site.targets
        return {
            "targets": [[target.name, self.versions[target.introduced], target.variant] for target in targets.values()],
            "versions": list(self.versions),
            "subjects": subjects,
            "shares": list(self.shares.known),
            "expressions": [
                [text, [place for place, target in enumerate(targets.values()) if admits(text, target, targets)]]
                for text in self.expressions.known
            ],
        }

    def forms(self) -> Iterator[list[Any]]:
        """Return title, group, page of the instruction, address, shares and named conditions of each form."""
        for instruction, form, _ in self.site.forms.values():
            page = self.address("instruction", instruction.identity)
            address = self.address("form", form.id)
            if address:
                named = list(self.named(form)) if len(form.clauses) > 1 else []
                yield [opcode(form), instruction.family.replace("-", " "), page, address, self.shares_of(form), named]

    def named(self, form: Form) -> Iterator[list[Any]]:
        """Return named conditions with their version and target expression."""
        for condition in conditions(self.site, form):
            yield [plain(condition.name), self.versions[condition.ptx], self.expressions.of(condition.target)]

    def records(self) -> Iterator[list[Any]]:
        """Yield the availability of records with clauses of their own."""
        for kind in DATED:
            role, group = (LANGUAGE[kind].role, LANGUAGE[kind].title) if kind in LANGUAGE else (kind, "Types")
            for record in self.site.isa.records(kind):
                address = self.address(role, record.data["name"])
                if "availability" in record.data and address:
                    title = self.domain.objects[role, record.data["name"]].display
                    form = self.site.dated(kind, record.data["name"])
                    yield [title, group, address, address, self.shares_of(form), []]

    def address(self, kind: str, name: str) -> str:
        """Return the address of an object relative to the root of the site, or an empty text."""
        entry = self.domain.objects.get((kind, name))
        if entry is None:
            return ""
        return self.app.builder.get_target_uri(entry.docname) + (f"#{entry.anchor}" if entry.anchor else "")

    def shares_of(self, form: Form) -> list[int]:
        """Return the parts of the form that have the same floors, each once."""
        return sorted({self.shares.of(self.share(share)) for share in self.site.shares(form)})

    def share(self, share: Share) -> tuple[Any, ...]:
        """Return floors, requirements, removals and deprecations."""
        return (
            self.floors(share.clauses),
            self.floors(share.needs),
            self.floors(share.removed),
            self.floors(share.deprecated),
        )

    def floors(self, dated: Iterable[Clause | End]) -> tuple[tuple[int, int], ...]:
        """Return version and target expression of each floor; -1 if one is missing."""
        floors = (
            (
                self.versions[condition.ptx] if condition.ptx else -1,
                self.expressions.of(condition.target) if condition.target else -1,
            )
            for condition in dated
        )
        return tuple(sorted(set(floors)))


def plain(text: str) -> str:
    """Return words without markup; a modifier or type becomes its spelling."""
    return _ROLE.sub(spelled, text).replace("``", "")


def spelled(match: re.Match[str]) -> str:
    """Return a Greek letter as its name."""
    return f".{match[2]}" if match[1] in ("modifier", "type") else match[2]
