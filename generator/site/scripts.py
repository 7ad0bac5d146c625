"""Data for scripts of the site: the index of the search, and the availability of every form for the explorer.

Both are scripts and not JSON, because pages that are read from a disk may not fetch files. `write_index`,
`write_places` and `write_sitemap` run at the end of a build of HTML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.backends.search_index import search_index
from generator.site.domain import ptx_domain
from generator.site.instruction import conditions, opcode
from generator.site.kinds import LANGUAGE, ROLES
from ptxisa.isa.forms import Clause, End, Form
from ptxisa.isa.targets import admits

if TYPE_CHECKING:
    from sphinx.application import Sphinx

INDEX_FILE, PLACES_FILE = "ptx-index.js", "ptx-places.js"
SEARCH_ROLES = {"code": "code", "target_note": "target", **ROLES}
"""Kind of a result to the type of its object."""
DATED = ("type", *(kind.kind for kind in LANGUAGE.values()))
"""Kinds of records that may be available from some version on."""
_ROLE = re.compile(r":ptx:(\w+):`(?:[^`<]*\.(?=[^.`]+`))?([^`<]*?)(?: <[^`]*>)?`")


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the index beside the style sheet when a build of HTML has ended."""
    if exception is None and app.builder.format == "html":
        entries = json.dumps(search_data(app), ensure_ascii=False, separators=(",", ":"))
        Path(app.outdir, "_static", INDEX_FILE).write_text(f"const PTX_INDEX={entries};\n", encoding="utf-8")


def search_data(app: Sphinx) -> dict[str, Any]:
    """Return the index of `ptxisa search` with the addresses of results and of forms."""
    domain = ptx_domain(app.env)
    index = search_index(domain.site.isa, Path(app.srcdir))
    urls = []
    for kind, name, _, page, title in index.results:
        if page:
            urls.append(app.builder.get_target_uri(page) if page in app.env.found_docs else "")
        elif kind == "term":
            urls.append(f"{app.builder.get_target_uri('glossary')}#term-{title.replace(' ', '-')}")
        else:
            urls.append(address(app, SEARCH_ROLES.get(kind, kind), name))
    forms = {form: url for form in domain.site.forms if (url := address(app, "form", form))}
    return {**index._asdict(), "urls": urls, "forms": forms}


def address(app: Sphinx, kind: str, name: str) -> str:
    """Return the address of an object relative to the root of the site, or "" for an object without a place."""
    entry = ptx_domain(app.env).objects.get((kind, name))
    if entry is None:
        return ""
    return app.builder.get_target_uri(entry.docname) + (f"#{entry.anchor}" if entry.anchor else "")


def write_sitemap(app: Sphinx, exception: Exception | None) -> None:
    """Write the list of pages for search engines when a build of HTML with a known address has ended."""
    base = app.config.html_baseurl.rstrip("/")
    if exception is None and app.builder.format == "html" and base:
        pages = sorted(app.builder.get_target_uri(page) for page in app.env.found_docs)
        urls = "\n".join(f"<url><loc>{escape(f'{base}/{page}')}</loc></url>" for page in pages)
        head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        Path(app.outdir, "sitemap.xml").write_text(f"{head}\n{urls}\n</urlset>\n", encoding="utf-8")
        Path(app.outdir, "robots.txt").write_text(f"User-agent: *\nSitemap: {base}/sitemap.xml\n", encoding="utf-8")


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
        self.app, self.site = app, ptx_domain(app.env).site
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
        """Yield title, group, page of the instruction, address, shares and named conditions of each form."""
        for instruction, form, _ in self.site.forms.values():
            page, place = address(self.app, "instruction", instruction.identity), address(self.app, "form", form.id)
            if place:
                # Each named condition with its version and target expression.
                named = [
                    [plain(condition.name), self.versions[condition.ptx], self.expressions.of(condition.target)]
                    for condition in (conditions(self.site, form) if len(form.clauses) > 1 else ())
                ]
                yield [opcode(form), instruction.family.replace("-", " "), page, place, self.shares_of(form), named]

    def records(self) -> Iterator[list[Any]]:
        """Yield the availability of records with clauses of their own."""
        for kind in DATED:
            role, group = (LANGUAGE[kind].role, LANGUAGE[kind].title) if kind in LANGUAGE else (kind, "Types")
            for record in self.site.isa.records(kind):
                name = record.data["name"]
                place = address(self.app, role, name)
                if "availability" in record.data and place:
                    title = ptx_domain(self.app.env).objects[role, name].display
                    yield [title, group, place, place, self.shares_of(self.site.dated(kind, name)), []]

    def shares_of(self, form: Form) -> list[int]:
        """Return the numbers of the parts of a form that have the same floors, requirements and ends."""
        numbers = set()
        for part in self.site.shares(form):
            ends = self.floors(part.removed), self.floors(part.deprecated)
            numbers.add(self.shares.of((self.floors(part.clauses), self.floors(part.needs), *ends)))
        return sorted(numbers)

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
    spelled = _ROLE.sub(lambda match: f".{match[2]}" if match[1] in ("modifier", "type") else match[2], text)
    return spelled.replace("``", "")
