"""The generated pages: one an instruction, type, modifier group, target and version, and their indexes.

A page is a Jinja2 template filled from the records. Pages are written only where their text changes, and
those of records that are gone are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from generator.backends import text
from generator.backends.coverage import Document, Section, coverage, totals
from generator.backends.sphinx import markdown, wording
from generator.backends.sphinx.rst import block, flat, heading
from generator.backends.sphinx.site import Site
from generator.records import Instruction
from ptxisa import variants
from ptxisa.forms import Form, Slot

TEMPLATES = Path(__file__).with_name("templates")
FOLDER = "_generated"

_BLANK_LINES = re.compile(r"\n{3,}")


class Page(NamedTuple):
    """One generated page, relative to the folder of generated pages."""

    path: str
    text: str


def write(site: Site, folder: Path, copies: Mapping[str, Path]) -> int:
    """Write every page below `folder`, Markdown `copies` by page name among them; returns how many there are."""
    written = set()
    for page in (*pages(site), *markdown_pages(copies)):
        path = folder / page.path
        written.add(path)
        if not path.exists() or path.read_text(encoding="utf-8") != page.text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page.text, encoding="utf-8")
    for stale in set(folder.rglob("*.rst")) - written:
        stale.unlink()
    return len(written)


def markdown_pages(copies: Mapping[str, Path]) -> Iterator[Page]:
    """Pages that the repository keeps in Markdown."""
    for name, path in copies.items():
        yield Page(f"{name}.rst", markdown.to_rst(path.read_text(encoding="utf-8")))


def pages(site: Site) -> Iterator[Page]:
    """Every generated page, in a fixed order."""
    render = _Renderer(site)
    yield from _instructions(site, render)
    yield from render.each("type", site.isa.types)
    yield from render.each("modifier", [record.data["name"] for record in site.isa.records("modifier")])
    yield from render.each("target", site.targets)
    yield from render.each("version", reversed(list(site.versions)))
    yield render.page("errata.rst", "errata.rst", errata=[record.data for record in site.isa.records("erratum")])
    yield from _coverage(coverage(site.isa), render)


def _instructions(site: Site, render: _Renderer) -> Iterator[Page]:
    shared = [name for name, members in site.names.items() if len(members) > 1]
    yield render.page("instructions/index.rst", "instructions.rst", shared=shared)
    for name in shared:
        yield render.page(f"instructions/{name}.rst", "shared_name.rst", name=name, members=site.names[name])
    for one in site.isa.instructions:
        unique = one.name not in shared
        yield render.page(f"instructions/{one.identity}.rst", "instruction.rst", one=one, unique=unique)


def _coverage(documents: tuple[Document, ...], render: _Renderer) -> Iterator[Page]:
    everything = totals(tuple(section for document in documents for section in document.sections))
    yield render.page("coverage/index.rst", "coverage.rst", documents=documents, everything=everything)
    for document in documents:
        yield render.page(f"coverage/{document.name}.rst", "document.rst", document=document)


class _Renderer:
    """Templates with the records and the words for them at hand."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATES),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,  # the product is reStructuredText, not HTML
        )
        self.environment.filters.update(
            block=block,
            flat=flat,
            heading=heading,
            joined=wording.joined,
            reference=self.reference,
            target_link=wording.target_link,
            type_link=wording.type_link,
            variants=variants.count,
        )
        self.environment.globals.update(
            site=site,
            words=wording,
            pseudocode=lambda form, program: text.render(form, program, site.isa.types),
            model_pseudocode=lambda form, model: text.render_model(form, model, site.isa.types),
            declarations=declarations,
            source=source,
            section_words=section_words,
            slot_meaning=self.slot_meaning,
            show_matrix=show_matrix,
        )

    def page(self, path: str, template: str, **values: Any) -> Page:
        rendered = self.environment.get_template(f"{template}.jinja").render(values)
        return Page(path, _BLANK_LINES.sub("\n\n", rendered).strip("\n") + "\n")

    def each(self, kind: str, names: Any) -> Iterator[Page]:
        """The index of a kind and the page of each of its records."""
        listed = list(names)
        yield self.page(f"{kind}s/index.rst", f"{kind}s.rst", names=listed)
        for name in listed:
            record = self.site.isa.record(kind, name)
            assert record is not None, f"{kind} {name} was listed from the records"
            yield self.page(f"{kind}s/{name}.rst", f"{kind}.rst", name=name, data=record.data)

    def slot_meaning(self, slot: Slot) -> str:
        """What the values of a slot mean, value by value."""
        if slot.group == "type":
            return wording.types_meaning(slot, self.site.isa.types)
        values = [value for value in self.site.isa.modifiers[slot.group] if value.value in slot.values]
        record = self.site.isa.record("modifier", slot.group)
        return wording.values_meaning(slot, values, record.data.get("default", "") if record else "")

    def reference(self, name: str) -> str:
        """A link to the record or form that an erratum is about."""
        isa = self.site.isa
        kinds = {
            "form": self.site.forms,
            "instruction": self.site.names,
            "type": isa.types,
            "modifier": isa.modifiers,
            "target": self.site.targets,
            "version": self.site.versions,
        }
        kind = next(kind for kind, names in kinds.items() if name in names)
        return f":ptx:{kind}:`{name}`"


def declarations(registers: Mapping[str, str]) -> str:
    """The `.reg` lines that an example needs."""
    by_type: dict[str, list[str]] = {}
    for name, type_ in registers.items():
        by_type.setdefault(type_, []).append(name)
    return "\n".join(f".reg .{type_} {', '.join(names)};" for type_, names in by_type.items())


def source(one: Mapping[str, str]) -> str:
    """A link to a section of a document."""
    return f":ptx:section:`{one['document']}/{one['section']}`"


def section_words(section: Section) -> str:
    """What covers a section of a document, or why nothing does."""
    records = ", ".join(record_link(*record) for record in section.records)
    missing = f"no record yet of {', '.join(f'``{name}``' for name in section.missing)}" if section.missing else ""
    return "; ".join(filter(None, [records, missing, section.prose])) or section.status


LINKED = {"instruction", "type", "modifier", "target", "version", "erratum"}


def record_link(kind: str, name: str) -> str:
    """A link to a record; target notes stand on the page of their target."""
    if kind == "target_note":
        return f":ptx:target:`notes of {name} <{name}>`"
    return f":ptx:{kind}:`{name}`" if kind in LINKED else f"{kind} ``{name}``"


def show_matrix(instruction: Instruction, form: Form) -> bool:
    """Whether the form needs a table of its own: one clause says it all, and a lone form has the page's table."""
    return len(instruction.forms) > 1 and len(form.availability) + len(form.removed) + len(form.deprecated) > 1
