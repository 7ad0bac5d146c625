"""Which sections of the documents the records cover, and which tests know the results of each executable form.

A section is *covered* when a record names it in its `sources`, and each instruction that the section
defines has a record of that name; *partial* when only some instructions have one; *prose* when the document
record says why it needs no record; *planned* otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.records import model as records
from generator.records.isa import Isa

STATUSES = ("covered", "partial", "prose", "planned")


class RecordName(NamedTuple):
    """A record by kind and name; instructions are named `family/name`, as their path is."""

    kind: str
    name: str


class Section(NamedTuple):
    """One section of a document with the records that state its facts.

    `missing` are the instructions that the section defines and that have no record yet.
    """

    number: str
    title: str
    status: str
    records: tuple[RecordName, ...]
    missing: tuple[str, ...]
    prose: str

    @property
    def chapter(self) -> str:
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
        return sum(self)


class Chapter(NamedTuple):
    """The sections of one chapter, the chapter itself among them where the outline has it."""

    number: str
    title: str
    sections: tuple[Section, ...]

    @property
    def totals(self) -> Totals:
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
        return tuple(section for chapter in self.chapters for section in chapter.sections)

    @property
    def totals(self) -> Totals:
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
        if program.semantics or form.executes
    )


def coverage(isa: Isa) -> tuple[Document, ...]:
    """Every document record with what covers each of its sections."""
    cited = _cited(isa)
    recorded = {instruction.name for instruction in isa.instructions}
    return tuple(_document(record.data, cited, recorded) for record in isa.records("document"))


def totals(sections: tuple[Section, ...]) -> Totals:
    """Count the sections by status."""
    found = [section.status for section in sections]
    return Totals(*(found.count(status) for status in STATUSES))


Cited = Mapping[tuple[str, str], tuple[RecordName, ...]]


def _cited(isa: Isa) -> Cited:
    """Document and section number to the records that name it as a source."""
    found: dict[tuple[str, str], list[RecordName]] = {}
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind):
            for source in records.sources(record.data):
                place = source["document"], source["section"]
                found.setdefault(place, []).append(_name(kind, record.data))
    return {place: tuple(dict.fromkeys(names)) for place, names in found.items()}


def _name(kind: str, data: Mapping[str, Any]) -> RecordName:
    return RecordName(kind, f"{data['family']}/{data['name']}" if kind == "instruction" else data["name"])


def _document(data: Mapping[str, Any], cited: Cited, recorded: set[str]) -> Document:
    sections = tuple(_section(data["name"], entry, cited, recorded) for entry in data["sections"])
    return Document(data["name"], data["title"], data["edition"], tuple(_chapters(sections)))


def _section(document: str, entry: Mapping[str, Any], cited: Cited, recorded: set[str]) -> Section:
    records = cited.get((document, entry["number"]), ())
    mnemonics = entry.get("mnemonics", ())
    missing = tuple(name for name in mnemonics if name not in recorded)
    prose = entry.get("prose", "")
    status = _status(bool(records), len(mnemonics), len(missing), bool(prose))
    return Section(entry["number"], entry["title"], status, records, missing, prose)


def _status(cited: bool, defined: int, missing: int, prose: bool) -> str:
    """A type or modifier that cites an instruction's section does not document the instruction."""
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
