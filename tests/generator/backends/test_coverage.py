"""Coverage of the sections of the documents by records."""

import shutil
from pathlib import Path

import pytest

from generator.backends.coverage import RecordName, Totals, coverage, expected_results, uncovered
from generator.records.isa import Isa
from generator.records.load import ROOT, load
from generator.records.resolve import resolve
from tests.generator.real_records import real_records
from tools.hardware.results import head

RECORDS = Path(__file__).with_name("records")


@pytest.fixture(scope="module")
def small() -> Isa:
    return resolve(load(RECORDS))


@pytest.fixture(scope="module")
def real() -> Isa:
    return real_records()


def sections(isa: Isa) -> dict:
    return {section.number: section for document in coverage(isa) for section in document.sections}


@pytest.mark.parametrize(
    ("number", "status"),
    [
        ("1", "prose"),  # its record says why it needs none
        ("2", "covered"),
        ("2.1", "covered"),
        ("2.2", "partial"),  # mulc is recorded, wide is not
        ("2.3", "planned"),
        ("3", "covered"),
    ],
)
def test_status_of_a_section(small, number, status):
    assert sections(small)[number].status == status


def test_records_of_a_section_are_named_by_their_path(small):
    assert sections(small)["2.1"].records == (
        RecordName("instruction", "floating/add"),
        RecordName("instruction", "integer/add"),
        RecordName("modifier", "saturation"),
    )


def test_a_modifier_does_not_cover_the_section_of_an_instruction_that_it_cites(small):
    modifiers = Isa(small.loaded, small.types, small.modifiers, ())
    assert sections(modifiers)["2.1"].status == "planned"
    assert sections(modifiers)["2.1"].missing == ("add",)


def test_missing_instructions_are_named(small):
    assert sections(small)["2.2"].missing == ("wide",)
    assert sections(small)["2.3"].missing == ("table",)


def test_totals_of_chapters_add_up_to_the_document(small):
    (document,) = coverage(small)
    assert [(chapter.number, chapter.title, chapter.totals) for chapter in document.chapters] == [
        ("1", "Introduction", Totals(0, 0, 1, 0)),
        ("2", "Instructions", Totals(2, 1, 0, 1)),
        ("3", "Targets", Totals(1, 0, 0, 0)),
    ]
    assert document.totals == Totals(3, 1, 1, 1)
    assert document.totals.sections == 6


def test_depth_and_chapter_follow_the_number(small):
    assert (sections(small)["2.1"].chapter, sections(small)["2.1"].depth) == ("2", 1)
    assert sections(small)["3"].depth == 0


def test_every_section_of_every_document_has_one_row(real):
    documents = coverage(real)
    assert [document.name for document in documents] == [record.data["name"] for record in real.records("document")]
    for document, record in zip(documents, real.records("document"), strict=True):
        wanted = sorted(section["number"] for section in record.data["sections"])
        assert sorted(section.number for section in document.sections) == wanted
        assert document.totals.sections == len(wanted)


def test_every_cited_section_is_shown_with_the_record_that_cites_it(real):
    rows = {(d.name, s.number): s.records for d in coverage(real) for s in d.sections}
    cited = 0
    for kind in real.loaded.by_kind:
        for record in real.records(kind):
            for source in record.data.get("sources", ()):
                assert record.data["name"] in {
                    row.name.split("/")[-1] for row in rows[source["document"], source["section"]] if row.kind == kind
                }, f"{record.path.relative_to(ROOT)} is not shown with {source}"
                cited += 1
    assert cited > len(real.instructions)


# --- expected results ---


def test_every_executable_form_has_results_that_are_not_computed_from_its_record(real):
    rows = expected_results(real)
    assert len(rows) > 350
    assert [row.form for row in rows if not row.source] == []
    assert all((ROOT / row.test).is_file() for row in rows)


def test_forms_with_results_of_a_gpu_are_those_of_the_fixture(real):
    stored = set(head()["cases"])
    rows = [row for row in expected_results(real) if row.test == "tests/hardware/test_results.py"]
    assert {row.form for row in rows} == stored
    assert {row.source for row in rows} == {"hardware"}


def test_no_form_is_listed_twice(real):
    listed = [
        form
        for record in real.records("measurement")
        for entry in record.data.get("expected", ())
        for form in entry["forms"]
    ]
    assert len(listed) == len(set(listed))


def test_a_form_without_expected_results_is_shown(small):
    assert {row.source for row in expected_results(small)} <= {""}
    assert any(expected_results(small)) == any(
        program.semantics or form.operation for _, form, program in small.forms()
    )


def test_no_section_of_the_documents_is_left_out(real):
    assert list(uncovered(real)) == []


def test_uncovered_section_is_a_problem(small):
    assert [problem.message for problem in uncovered(small)] == [
        "section 2.2 has no record of wide: cite it in a record, or give it pages, same or prose",
        "section 2.3 has no record of table: cite it in a record, or give it pages, same or prose",
    ]


def outline(folder, *more):
    """Return the small records with more sections of their document."""
    shutil.copytree(RECORDS, folder, dirs_exist_ok=True)
    (file,) = (folder / "documents").iterdir()
    file.write_text(file.read_text() + "".join(f"  - {section}\n" for section in more), encoding="utf-8")
    return resolve(load(folder)), file


def test_pages_and_other_editions_cover_a_section(tmp_path, small):
    (document,) = coverage(small)
    same = f"{{number: '5', title: B, same: {{document: {document.name}, section: '3'}}}}"
    isa, _ = outline(tmp_path, "{number: '4', title: A, pages: [guide/model]}", same)
    assert [sections(isa)[number].status for number in ("4", "5")] == ["covered", "covered"]
    assert len(list(uncovered(isa))) == 2  # Those of the small records.


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("", "section 9 has no record, no page and no reason"),
        (", pages: [guide/nothing]", "docs/guide/nothing.rst does not exist"),
        (", same: {document: manual-1, section: '99'}", "manual-1 99 is not a section that is covered by itself"),
        (", same: {document: manual-1, section: '9'}", "manual-1 9 is not a section that is covered by itself"),
    ],
)
def test_outline_that_claims_too_much(tmp_path, extra, message):
    isa, file = outline(tmp_path, f"{{number: '9', title: B{extra}}}")
    *_, problem = uncovered(isa)
    assert problem.message.startswith(message)
    assert problem.line == len(file.read_text().splitlines())
