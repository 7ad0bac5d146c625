"""Which sections of the documents the records cover, and which tests know the results of each executable form.

A section is *covered* when a record names it in its `sources`, a page explains it, or it states the same as a covered
section of another edition, and each instruction that it defines is recorded; *partial* when only some instructions are;
*prose* when the document record says why it needs no record; *planned* otherwise. Nothing may stay partial or planned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.records import model as records
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.problems import Problem

STATUSES = ("covered", "partial", "prose", "planned")


class RecordName(NamedTuple):
    """A record by kind and name; instructions are named `family/name`, as their path is."""

    kind: str
    name: str


class Section(NamedTuple):
    """One section of a document with the records that state its facts, and the pages that explain it.

    `missing` are the instructions that the section defines and that have no record yet; `same` is the document and
    the number of a section that states the same.
    """

    number: str
    title: str
    status: str
    records: tuple[RecordName, ...]
    missing: tuple[str, ...]
    prose: str
    pages: tuple[str, ...] = ()
    same: tuple[str, str] | None = None

    @property
    def chapter(self) -> str:
        """Number of the chapter."""
        return self.number.split(".")[0]

    @property
    def depth(self) -> int:
        """0 for a chapter, 1 for its sections, and so on."""
        return self.number.count(".")


class Totals(NamedTuple):
    """How many sections have each status."""

    covered: int
    partial: int
    prose: int
    planned: int

    @property
    def sections(self) -> int:
        """Number of sections."""
        return sum(self)


class Chapter(NamedTuple):
    """The sections of one chapter, the chapter itself among them where the outline has it."""

    number: str
    title: str
    sections: tuple[Section, ...]

    @property
    def totals(self) -> Totals:
        """Numbers of sections by status."""
        return totals(self.sections)


class Document(NamedTuple):
    """One document, chapter by chapter, in the order of its outline."""

    name: str
    title: str
    edition: str
    chapters: tuple[Chapter, ...]

    @property
    def full(self) -> str:
        """Title and edition."""
        return f"{self.title} ({self.edition})"

    @property
    def sections(self) -> tuple[Section, ...]:
        """Number of sections."""
        return tuple(section for chapter in self.chapters for section in chapter.sections)

    @property
    def totals(self) -> Totals:
        """Numbers of sections by status."""
        return totals(self.sections)


class Expected(NamedTuple):
    """An executable form, and where the results come from that a test expects of it; empty where no test does.

    `source` is ``hardware``, ``library`` or ``by hand``; none of them computes results from the records.
    """

    form: str
    source: str
    test: str


def expected_results(isa: Isa) -> tuple[Expected, ...]:
    """Every form that can be executed, in the order of the records."""
    known = {
        form: (one["source"], one["test"])
        for record in isa.records("measurement")
        for one in record.data.get("expected", ())
        for form in one["forms"]
    }
    return tuple(
        Expected(form.id, *known.get(form.id, ("", "")))
        for _, form, program in isa.forms()
        if program.semantics or form.operation
    )


def unexpected(isa: Isa) -> Iterator[Problem]:
    """Yield a problem for each executable form whose results no test knows from another source than its record."""
    if isa.record("measurement", "expected-results") is None:
        return
    known = {expected.form for expected in expected_results(isa) if expected.source}
    for instruction, form, program in isa.forms():
        if (program.semantics or form.operation) and form.id not in known:
            steps = ("forms", instruction.forms.index(form), "semantics" if program.semantics else "operation")
            message = (
                f"no test knows results of {form.id}: test results of hardware, of a library or computed by hand, "
                "and add the form to isa/measurements/expected-results.yaml"
            )
            yield instruction.located.problem(steps, message)


def coverage(isa: Isa) -> tuple[Document, ...]:
    """Every document record with what covers each of its sections."""
    # A section about `fence.proxy` is about a first modifier of `fence`.
    forms = [form for _, form, _ in isa.forms()]
    first = {f"{form.mnemonic}.{value}" for form in forms for slot in form.slots[:1] for value in slot.values}
    # Document and section number to the records that name it as a source.
    found: dict[tuple[str, str], list[RecordName]] = {}
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind):
            for source in records.sources(record.data):
                name = record.data["name"]
                identity = f"{record.data['family']}/{name}" if kind == "instruction" else name
                place = source["document"], source["section"]
                found.setdefault(place, []).append(RecordName(kind, identity))
    known = _Known(
        {place: tuple(dict.fromkeys(names)) for place, names in found.items()},
        frozenset({one.name for one in isa.instructions} | {form.id for form in forms} | first),
    )
    documents: list[Document] = []
    for record in isa.records("document"):
        sections = tuple(_section(record.data["name"], entry, known) for entry in record.data["sections"])
        documents.append(
            Document(record.data["name"], record.data["title"], record.data["edition"], tuple(_chapters(sections)))
        )
    return tuple(documents)


def uncovered(isa: Isa, docs: Path = ROOT / "docs") -> Iterator[Problem]:
    """Every section with neither record, page nor reason, and what outlines say of pages and sections that are not."""
    done = {(one.name, section.number): section for one in coverage(isa) for section in one.sections}
    for record in isa.records("document"):
        for index, entry in enumerate(record.data["sections"]):
            for message in _lacks(record.data["name"], entry["number"], done, docs):
                yield record.problem(("sections", index), message)


def _lacks(document: str, number: str, done: Mapping[tuple[str, str], Section], docs: Path) -> Iterator[str]:
    section = done[document, number]
    if section.status in ("planned", "partial"):
        what = f"no record of {', '.join(section.missing)}" if section.missing else "no record, no page and no reason"
        yield f"section {number} has {what}: cite it in a record, or give it pages, same or prose"
    yield from (f"docs/{page}.rst does not exist" for page in section.pages if not (docs / f"{page}.rst").is_file())
    if section.same and (section.same not in done or done[section.same].same):
        yield f"{' '.join(section.same)} is not a section that is covered by itself"


def totals(sections: tuple[Section, ...]) -> Totals:
    """Count the sections by status."""
    found = [section.status for section in sections]
    return Totals(*(found.count(status) for status in STATUSES))


Cited = Mapping[tuple[str, str], tuple[RecordName, ...]]


class _Known(NamedTuple):
    """The records that cite each section, and the names of everything that has one."""

    cited: Cited
    recorded: frozenset[str]


def _section(document: str, entry: Mapping[str, Any], known: _Known) -> Section:
    records = known.cited.get((document, entry["number"]), ())
    mnemonics, pages = entry.get("mnemonics", ()), tuple(entry.get("pages", ()))
    missing = tuple(name for name in mnemonics if name not in known.recorded)
    same = (entry["same"]["document"], entry["same"]["section"]) if "same" in entry else None
    prose = entry.get("prose", "")
    status = _status(bool(records or pages or same), len(mnemonics), len(missing), bool(prose))
    return Section(entry["number"], entry["title"], status, records, missing, prose, pages, same)


def _status(cited: bool, defined: int, missing: int, prose: bool) -> str:
    """Return True if a record documents its sections; a type that cites the section of an instruction does not."""
    if cited and not missing:
        return "covered"
    if cited and missing < defined:
        return "partial"
    return "prose" if prose else "planned"


def _chapters(sections: tuple[Section, ...]) -> Iterator[Chapter]:
    """Sections by the first part of their number; a document in parts may lack the chapter's own heading."""
    grouped: dict[str, list[Section]] = {}
    for section in sections:
        grouped.setdefault(section.chapter, []).append(section)
    for number, members in grouped.items():
        title = next((section.title for section in members if section.depth == 0), "")
        yield Chapter(number, title, tuple(members))
