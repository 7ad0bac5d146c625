"""Coverage: the records of each section of the documents, and the tests with results of each executable form.

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


class CoveredSection(NamedTuple):
    """Section of a document with the records that state its facts, and the pages that explain it.

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
        """Depth of the section: 0 for a chapter, 1 for its sections, and so on."""
        return self.number.count(".")


class Totals(NamedTuple):
    """Numbers of sections by status."""

    covered: int
    partial: int
    prose: int
    planned: int

    @property
    def sections(self) -> int:
        """Number of sections."""
        return sum(self)


class CoveredChapter(NamedTuple):
    """Sections of one chapter, including the chapter itself if the outline has it."""

    number: str
    title: str
    sections: tuple[CoveredSection, ...]

    @property
    def totals(self) -> Totals:
        """Numbers of sections by status."""
        return totals(self.sections)


class CoveredDocument(NamedTuple):
    """A document with its chapters, in the order of its outline."""

    name: str
    title: str
    edition: str
    chapters: tuple[CoveredChapter, ...]

    @property
    def full(self) -> str:
        """Title and edition."""
        return f"{self.title} ({self.edition})"

    @property
    def sections(self) -> tuple[CoveredSection, ...]:
        """Sections of all chapters."""
        return tuple(section for chapter in self.chapters for section in chapter.sections)

    @property
    def totals(self) -> Totals:
        """Numbers of sections by status."""
        return totals(self.sections)


class Expected(NamedTuple):
    """An executable form with the source of the results that a test expects; the source is empty without such a test.

    `source` is ``hardware``, ``library`` or ``by hand``; none of them computes results from the records.
    """

    form: str
    source: str
    test: str


def expected_results(isa: Isa) -> tuple[Expected, ...]:
    """Return every executable form, in the order of the records."""
    known = {
        form: (item["source"], item["test"])
        for record in isa.records("measurement")
        for item in record.data.get("expected", ())
        for form in item["forms"]
    }
    return tuple(
        Expected(form.id, *known.get(form.id, ("", "")))
        for _, form, program in isa.forms()
        if program.semantics or form.operation
    )


def unexpected(isa: Isa) -> Iterator[Problem]:
    """Yield a problem for each executable form without a test that has results from another source."""
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


def coverage(isa: Isa) -> tuple[CoveredDocument, ...]:
    """Return every document with the records and pages that cover each of its sections."""
    # A section about `fence.proxy` is about a first modifier of `fence`.
    forms = [form for _, form, _ in isa.forms()]
    first = {f"{form.mnemonic}.{value}" for form in forms for slot in form.slots[:1] for value in slot.values}
    recorded = {instruction.name for instruction in isa.instructions} | {form.id for form in forms} | first
    citing: dict[tuple[str, str], list[RecordName]] = {}  # By document and number of the section.
    for kind in isa.loaded.by_kind:
        for record in isa.records(kind):
            for source in records.sources(record.data):
                name = record.data["name"]
                identity = f"{record.data['family']}/{name}" if kind == "instruction" else name
                place = source["document"], source["section"]
                citing.setdefault(place, []).append(RecordName(kind, identity))
    documents: list[CoveredDocument] = []
    for record in isa.records("document"):
        chapters: dict[str, list[CoveredSection]] = {}
        for entry in record.data["sections"]:
            cited_by = tuple(dict.fromkeys(citing.get((record.data["name"], entry["number"]), ())))
            section = _section(entry, cited_by, recorded)
            chapters.setdefault(section.chapter, []).append(section)
        documents.append(
            CoveredDocument(
                record.data["name"],
                record.data["title"],
                record.data["edition"],
                tuple(
                    # A document in parts may lack the heading of a chapter.
                    CoveredChapter(
                        number, next((section.title for section in sections if section.depth == 0), ""), tuple(sections)
                    )
                    for number, sections in chapters.items()
                ),
            )
        )
    return tuple(documents)


def uncovered(isa: Isa, docs: Path = ROOT / "docs") -> Iterator[Problem]:
    """Yield every section without a record, page or reason, and every missing page or section of an outline."""
    done = {(document.name, section.number): section for document in coverage(isa) for section in document.sections}
    for record in isa.records("document"):
        for index, entry in enumerate(record.data["sections"]):
            section, messages = done[record.data["name"], entry["number"]], []
            if section.status in ("planned", "partial"):
                missing = ", ".join(section.missing)
                gap = f"no record of {missing}" if missing else "no record, no page and no reason"
                messages.append(
                    f"section {section.number} has {gap}: cite it in a record, or give it pages, same or prose"
                )
            messages += [
                f"docs/{page}.rst does not exist" for page in section.pages if not (docs / f"{page}.rst").is_file()
            ]
            if section.same and (section.same not in done or done[section.same].same):
                messages.append(f"{' '.join(section.same)} is not a section that is covered by itself")
            yield from (record.problem(("sections", index), message) for message in messages)


def totals(sections: tuple[CoveredSection, ...]) -> Totals:
    """Count the sections by status."""
    statuses = [section.status for section in sections]
    return Totals(*(statuses.count(status) for status in STATUSES))


def _section(entry: Mapping[str, Any], records: tuple[RecordName, ...], recorded: set[str]) -> CoveredSection:
    """Return a section with its status; `recorded` are the names of instructions that have a record."""
    mnemonics, pages = entry.get("mnemonics", ()), tuple(entry.get("pages", ()))
    missing = tuple(name for name in mnemonics if name not in recorded)
    same = (entry["same"]["document"], entry["same"]["section"]) if "same" in entry else None
    prose = entry.get("prose", "")
    # A record that only cites a section, as a type does, does not document the instruction that the section defines.
    cited = bool(records or pages or same)
    if cited and not missing:
        status = "covered"
    elif cited and len(missing) < len(mnemonics):
        status = "partial"
    else:
        status = "prose" if prose else "planned"
    return CoveredSection(entry["number"], entry["title"], status, records, missing, prose, pages, same)
