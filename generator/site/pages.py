"""The generated pages: one for each instruction, type, modifier group, target, version and other record, and indexes.

`pages` lists the pages, and `write` writes them where their text changes and removes those of records that are gone. A
page is a template of `templates/` filled by `_PageRenderer`, whose globals and filters are what templates may use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from generator.backends import text
from generator.backends.coverage import CoveredSection, coverage, expected_results, totals
from generator.backends.search_index import plain
from generator.site import (
    capabilities,
    descriptors,
    instruction,
    markdown,
    measured,
    nvvm,
    pictures,
    target_pages,
    wording,
)
from generator.site.cells import RecordCells, named_link, record_link
from generator.site.kinds import LANGUAGE, ROLES, Kind, slug, spelling
from generator.site.pictures import chooser
from generator.site.rst import PageTable, block, flat, heading, list_table, without_substitutions
from generator.site.site import Data, Site
from ptxisa.check.sarif import shown
from ptxisa.cli.show_nvvm import with_support
from ptxisa.isa import contracts, variants
from ptxisa.isa.executions import EXECUTIONS
from ptxisa.isa.facts import LAST, Fact, FactTable, NumberPattern, grid, label, parts
from ptxisa.isa.forms import Form, Operand, Slot
from ptxisa.numbers.notation import ends

TEMPLATES = Path(__file__).with_name("templates")
FOLDER = "_generated"
MOST_COLUMNS = 4
"""Most columns of a table that leave room for sentences."""
MOST_ANNOUNCED = 6
"""Most forms of a change with a link each; of more forms, their instructions have links."""
ELSEWHERE = ("spelling", "symbol", "syntax")
"""Keys that a page shows on top."""
LISTED_BY_PATTERN = "decisions/"
"""Pages that a hand-written page lists by a pattern, which must find some."""
ERRATA_OF_KINDS = {
    "rule": "rules",
    "descriptor": "descriptors-and-tensors",
    "tensor_layout": "descriptors-and-tensors",
    "tensor_mode": "descriptors-and-tensors",
    "special_register": "special-registers",
    "target": "targets-and-devices",
    "compute_capability": "targets-and-devices",
    "property_group": "targets-and-devices",
}
"""Groups of errata that are not about instructions, by the kind of the record; other kinds are the language."""
_BLANK_LINES = re.compile(r"\n{3,}")


class Details(NamedTuple):
    """Facts and tables of a record besides the common keys."""

    facts: list[tuple[str, str]]
    tables: list[PageTable]


@dataclass(frozen=True)
class Page:
    """Generated page, relative to the folder of generated pages."""

    path: str
    render: Callable[[], str]

    @cached_property
    def text(self) -> str:
        """Text of the page, rendered on first use."""
        return self.render()

    def among(self, only: Collection[str]) -> bool:
        """Return True if a build with these words includes the page: an index, or a page with a word in its path."""
        kept = self.path.endswith("index.rst") or self.path.startswith(LISTED_BY_PATTERN)
        return not only or kept or any(word in self.path for word in only)


def write(site: Site, folder: Path, copies: Mapping[str, Path], only: Collection[str] = ()) -> int:
    """Write every page below `folder`, Markdown `copies` by page name among them; returns how many there are.

    `only` are words: all indexes are written, and other pages with one of the words in their path.
    """
    written = set()
    for page in (candidate for candidate in (*pages(site), *markdown_pages(copies)) if candidate.among(only)):
        path = folder / page.path
        written.add(path)
        if not path.exists() or path.read_text(encoding="utf-8") != page.text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page.text, encoding="utf-8")
    for stale in set(folder.rglob("*.rst")) - written:
        stale.unlink()
    return len(written)


def markdown_pages(copies: Mapping[str, Path]) -> Iterator[Page]:
    """Yield the pages that the repository keeps in Markdown."""
    for name, path in copies.items():
        yield Page(f"{name}.rst", lambda path=path: markdown.to_rst(path.read_text(encoding="utf-8")))  # type: ignore[misc]


def pages(site: Site) -> Iterator[Page]:
    """Yield every generated page, in a fixed order."""
    render = _PageRenderer(site)
    shared = [name for name, members in site.names.items() if len(members) > 1]
    yield render.page("instructions/index.rst", "instructions.rst")
    for family, members in site.families.items():
        yield render.page(f"instructions/{family}/index.rst", "family.rst", family=family, members=members)
    for name in shared:
        yield render.page(f"instructions/{name}.rst", "shared_name.rst", name=name, members=site.names[name])
    for record in site.isa.instructions:
        unique, families = record.name not in shared, instruction.pages(record)
        path = f"instructions/{record.identity}"
        yield render.page(f"{path}.rst", "instruction.rst", record=record, unique=unique, families=families)
        for part in families:
            name = instruction.page_name(record, part)
            yield render.page(f"{path}/{name}.rst", "form_family.rst", record=record, family=part)
    yield from render.each("type", site.isa.types)
    yield from render.each("modifier", [record.data["name"] for record in site.isa.records("modifier")])
    yield from render.each("target", site.targets)
    yield from render.each("version", reversed(list(site.versions)))
    yield from language_pages(site, render)
    from ptxisa.isa.diagnostics import CATALOGUE

    yield render.page("codes/index.rst", "codes.rst", names=list(CATALOGUE))
    for name, code in CATALOGUE.items():
        rules = site.rules_by_code.get(name, ())
        yield render.page(f"codes/{name}.rst", "code.rst", name=name, code=code, rules=rules)
    groups = errata_groups(site)
    yield render.page("errata/index.rst", "errata.rst", groups=groups)
    for group, errata in groups.items():
        yield render.page(f"errata/{group}.rst", "errata_group.rst", group=group, errata=errata)
    yield render.page("measured.rst", "measured.rst", **measured.values(site))
    documents = coverage(site.isa)
    everything = totals(tuple(section for document in documents for section in document.sections))
    yield render.page("coverage/index.rst", "coverage.rst", documents=documents, everything=everything)
    for document in documents:
        yield render.page(f"coverage/{document.name}.rst", "document.rst", document=document)
    forms = expected_results(site.isa)
    counts = Counter((form.source, form.test) for form in forms)
    yield render.page("coverage/expected.rst", "expected.rst", forms=forms, counts=counts)


def language_pages(site: Site, render: _PageRenderer) -> Iterator[Page]:
    """Yield the pages of the language: one for each record or topic of rules, and an index for each kind."""
    kinds = [kind for kind in LANGUAGE.values() if site.isa.records(kind.kind)]
    for about in ("language", "devices", "nvvm"):
        listed = [kind for kind in kinds if kind.about == about]
        yield render.page(f"{about}.rst", f"{about}.rst", kinds=listed)
    for kind in kinds:
        groups = site.groups(kind)
        by_topic = kind.kind == "rule"
        names = groups if by_topic else [slug(data["name"]) for members in groups.values() for data in members]
        yield render.page(f"{kind.folder}/index.rst", "kind.rst", kind=kind, groups=groups, names=sorted(names))
        for group, members in groups.items():
            if by_topic:
                yield render.page(f"{kind.folder}/{group}.rst", "topic.rst", topic=group, rules=members)
            else:
                yield from (render.record(kind, data) for data in members)


def errata_groups(site: Site) -> Mapping[str, list[Data]]:
    """Return the errata by the family of the first instruction in `about`, others by the kind of the first record."""
    families = {instruction.name: instruction.family for instruction in reversed(site.isa.instructions)}
    families |= {instruction.identity: instruction.family for instruction in site.isa.instructions}
    families |= {form: instruction.family for form, (instruction, _, _) in site.forms.items()}
    groups: dict[str, list[Data]] = {}
    for record in site.isa.records("erratum"):
        about = record.data["about"][0]
        kind = about.partition("/")[0] if "/" in about else site.subjects.get(about, "")
        other = "nvvm-ir" if kind.startswith("nvvm_") else ERRATA_OF_KINDS.get(kind, "language")
        groups.setdefault(families.get(about, other), []).append(record.data)
    return dict(sorted(groups.items()))


def narrow(heads: Sequence[str], row: Sequence[str]) -> list[str]:
    """Return a row of many columns as two: its name, and the sentence about it with the other cells below."""
    others = (f"{head.lower()} {cell}" for head, cell in zip(heads[1:-1], row[1:-1], strict=True) if cell)
    return [row[0], "\n\n".join(filter(None, [row[-1], "; ".join(others)]))]


class CommonRows(NamedTuple):
    """Rows of modifiers and of operands that several forms of a page have, and the anchors of all rows."""

    slots: list[instruction.CommonRow]
    operands: list[instruction.CommonRow]
    anchors: set[str]


class _PageRenderer:
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
            named_link=named_link,
            reference=self.reference,
            source_link=source,
            target_link=wording.target_link,
            type_link=wording.type_link,
            variants=variants.count,
            without_substitutions=without_substitutions,
        )
        self.environment.globals.update(
            executions=EXECUTIONS,
            site=site,
            words=wording,
            pictures=pictures,
            instruction=instruction,
            target_pages=target_pages,
            evidence_of=self.evidence_of,
            contracts=contracts,
            pseudocode=lambda form, program: text.render(form, program, site.functions),
            model_pseudocode=lambda form, model: text.render_model(form, model, site.functions),
            declarations=declarations,
            descriptors=descriptors,
            capability=capabilities,
            nvvm=nvvm,
            announced=self.announced,
            details=self.details,
            shown=shown,
            spelling=spelling,
            source=source,
            section_words=section_words,
            slot_meaning=self.slot_meaning,
            example_table=self.example_table,
            plain=plain,
            number_ends=self.number_ends,
            chooser=chooser,
            rows_of_slots=self.rows_of_slots,
            rows_of_operands=self.rows_of_operands,
            common_rows=self.common_rows,
        )

    def page(self, path: str, template: str, **values: Any) -> Page:
        """Return a page that fills a template with values."""
        return Page(path, partial(self.text, template, values))

    def text(self, template: str, values: Mapping[str, Any]) -> str:
        """Return a template filled with values."""
        rendered = self.environment.get_template(f"{template}.jinja").render(values)
        return _BLANK_LINES.sub("\n\n", rendered).strip("\n") + "\n"

    def each(self, kind: str, names: Any) -> Iterator[Page]:
        """Yield the index of a kind and the page of each of its records."""
        listed = list(names)
        yield self.page(f"{kind}s/index.rst", f"{kind}s.rst", names=listed)
        for name in listed:
            record = self.site.isa.record(kind, name)
            assert record is not None, f"{kind} {name} was listed from the records"
            yield self.page(f"{kind}s/{name}.rst", f"{kind}.rst", name=name, data=record.data)

    def record(self, kind: Kind, data: Data) -> Page:
        """Return the page of one record of the language around the instructions."""
        content = with_support(data) if kind.kind == "nvvm_construct" else data
        return self.page(
            f"{kind.folder}/{slug(data['name'])}.rst",
            "record.rst",
            kind=kind,
            data=data,
            form=self.site.dated(kind.kind, data["name"]) if "availability" in data else None,
            details=partial(self.details, kind.kind, content, (*ELSEWHERE, *kind.drawn)),
            syntax=[data["syntax"]] if isinstance(data.get("syntax"), str) else data.get("syntax", ()),
            examples=data.get("examples", ()),
        )

    def details(self, kind: str, data: Data, leave: Collection[str]) -> Details:
        """Return the rest of a record: values as fields, lists of objects as tables."""
        cells, every = self.site.cells(kind), list(parts(data, leave))
        return Details(
            [(part.label, cells.show(part.value, *part.steps)) for part in every if isinstance(part, Fact)],
            [self.table(cells, part) for part in every if not isinstance(part, Fact)],
        )

    def table(self, cells: RecordCells, grid: FactTable | NumberPattern) -> PageTable:
        """Return a list of objects as a table with a row for each, or a list of lists of numbers as a picture."""
        if isinstance(grid, NumberPattern):
            rows_of_text = (" ".join(str(number) for number in row) for row in grid.rows)
            return PageTable(grid.label, [f".. ptx:pattern:: {' / '.join(rows_of_text)}"])
        rows = [
            [cells.show(value, *grid.steps, "*", column) for column, value in zip(grid.columns, row, strict=True)]
            for row in grid.rows
        ]
        heads = [label(column) for column in grid.columns]
        if len(heads) > MOST_COLUMNS and grid.columns[-1] in LAST:
            heads, rows = [heads[0], heads[-1]], [narrow(heads, row) for row in rows]
        return PageTable(grid.label, list_table(heads, rows))

    def number_ends(self, type_: str) -> list[tuple[str, str, int]]:
        """Return the largest and smallest numbers of a floating-point type; none for other types."""
        format_ = next(record.format for name, record in self.site.isa.types.items() if name == type_)
        return ends(format_) if format_ else []

    def example_table(self, kind: str, examples: Sequence[Data]) -> PageTable:
        """Return the table of examples that are not PTX, such as expressions with their values."""
        return self.table(self.site.cells(kind), grid(("examples",), examples))

    def announced(self, entry: Data) -> str:
        """Return the summary of a change, in which names of its records are links; links to the others follow."""
        forms, targets = entry.get("forms", ()), entry.get("targets", ())
        links = [(form, f":ptx:form:`{form}`", "") for form in forms]
        if len(links) > MOST_ANNOUNCED:
            links = [
                (identity.rpartition("/")[2], f":ptx:instruction:`{identity}`", f" ({count} form{'s' * (count > 1)})")
                for identity, count in self.site.instructions_of(forms)
            ]
        links += [(identity.partition("/")[2], named_link(identity), "") for identity in entry.get("records", ())]
        links += [(target, wording.target_link(target), "") for target in targets]
        text, others = flat(entry["summary"]), []
        for name, link, number in links:
            # Summaries name targets without marks of code.
            written = rf"``\.?{re.escape(name)}``" + (rf"|(?<!\w){re.escape(name)}(?!\w)" if name in targets else "")
            linked = re.sub(written, lambda match, link=link: link, text, count=1)  # type: ignore[misc]
            if linked == text:
                others.append(f"{link}{number}")
            text = linked
        return f"{text} See {', '.join(others)}." if others else text

    def evidence_of(self, form: Form) -> str:
        """Return the results of assembler releases for a form as a sentence."""
        measured = [self.site.measured(form.id, clause.id) for clause in form.availability]
        return f"Confirmed by {wording.evidence(measured)}."

    def slot_row(self, form: Form, slot: Slot) -> tuple[Form, str, list[str]]:
        """Return the row of a modifier with its anchor."""
        name = f"{wording.slot_name(slot)}{' *optional*' if slot.optional else ''}"
        return form, f"slot-{form.id}-{slot.name}", [name, self.slot_meaning(form, slot)]

    def operand_row(self, form: Form, operand: Operand) -> tuple[Form, str, list[str]]:
        """Return the row of an operand with its anchor."""
        kind, place = wording.operand_type(form, operand), wording.operand_place(form, operand)
        name = f"``{operand.name}`` *{wording.ACCESS[operand.access]}*"
        return form, f"operand-{form.id}-{operand.name}", [name, kind, place, flat(operand.summary)]

    def rows_of_slots(self, form: Form, elsewhere: Collection[str]) -> list[instruction.CommonRow]:
        """Return the rows of modifiers whose anchors are not `elsewhere`, among the rows of several forms."""
        return instruction.own([self.slot_row(form, slot) for slot in form.slots], elsewhere)

    def rows_of_operands(self, form: Form, elsewhere: Collection[str]) -> list[instruction.CommonRow]:
        """Return the rows of operands whose anchors are not `elsewhere`, among the rows of several forms."""
        return instruction.own([self.operand_row(form, operand) for operand in form.operands], elsewhere)

    def common_rows(self, forms: Sequence[Form]) -> CommonRows:
        """Return the rows of modifiers and operands that several of the forms have."""
        slots, slot_anchors = instruction.common([self.slot_row(form, slot) for form in forms for slot in form.slots])
        operands, anchors = instruction.common(
            [self.operand_row(form, operand) for form in forms for operand in form.operands]
        )
        return CommonRows(slots, operands, slot_anchors | anchors)

    def slot_meaning(self, form: Form, slot: Slot) -> str:
        """Return the meaning of each value of a slot in the instruction of a form."""
        if slot.group == "type":
            return wording.types_meaning(slot, self.site.isa.types)
        instruction_name = form.record.rpartition("/")[2]
        values = [
            replace(value, summary=value.meaning_in(instruction_name))
            for value in self.site.isa.modifiers[slot.group]
            if value.value in slot.values
        ]
        return wording.values_meaning(slot, values, self.site.isa.default(slot))

    def reference(self, name: str) -> str:
        """Return a link to the record or form that an erratum is about."""
        if name in self.site.forms:
            return f":ptx:form:`{name}`"
        kind, _, of_kind = name.partition("/")
        if kind in ROLES and self.site.isa.record(kind, of_kind):
            return record_link(kind, of_kind)
        return record_link(self.site.subjects[name], name)


def declarations(registers: Mapping[str, str]) -> str:
    """Return the `.reg` lines that an example needs."""
    by_type: dict[str, list[str]] = {}
    for name, type_ in registers.items():
        by_type.setdefault(type_, []).append(name)
    return "\n".join(f".reg .{type_} {', '.join(names)};" for type_, names in by_type.items())


def source(source: Mapping[str, str]) -> str:
    """Return a link to a section of a document."""
    return f":ptx:section:`{source['document']}/{source['section']}`"


def section_words(section: CoveredSection) -> str:
    """Return what covers a section of a document, or why nothing does."""
    pages = ", ".join(f":doc:`/{page}`" for page in section.pages)
    same = f"states the same as :ptx:section:`{'/'.join(section.same)}`" if section.same else ""
    records = ", ".join(record_link(*record) for record in section.records)
    missing = f"no record yet of {', '.join(f'``{name}``' for name in section.missing)}" if section.missing else ""
    reason = "" if pages or records or same else section.prose
    return "; ".join(filter(None, [pages, records, same, missing, reason])) or section.status
