"""Search: the first result for questions of kernel authors."""

from pathlib import Path

import pytest
import yaml

import ptxisa
from ptxisa.query.search import KINDS, rank

FOLDER = Path(__file__).parent


def read(name: str) -> dict[str, list[str]]:
    """Return questions with the results that answer each."""
    parts = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8")).values()
    return {
        str(question): answer if isinstance(answer, list) else [answer]
        for part in parts
        for question, answer in part.items()
    }


QUESTIONS = read("questions.yaml")
AUTHORS = read("kernel_author_questions.yaml")
FURTHER = read("further_questions.yaml")
THIRD = read("third_questions.yaml")


def first(question: str) -> str:
    """Return kind and name of the first result."""
    return " ".join(ptxisa.database().search(question, limit=1)[0][:2])


def test_there_are_200_questions() -> None:
    assert len(QUESTIONS) >= 200
    assert len(AUTHORS) >= 100
    assert len(FURTHER) >= 150
    assert len(THIRD) >= 150


@pytest.mark.parametrize(("question", "answers"), QUESTIONS.items())
def test_the_first_result_answers_the_question(question: str, answers: list[str]) -> None:
    assert first(question) in answers


@pytest.mark.parametrize("questions", [AUTHORS, FURTHER, THIRD], ids=["authors", "further", "third"])
def test_the_first_result_answers_95_of_100_questions_of_kernel_authors(questions: dict[str, list[str]]) -> None:
    missed = {question: first(question) for question, answers in questions.items() if first(question) not in answers}
    assert len(missed) <= 0.05 * len(questions), missed


@pytest.mark.parametrize(
    ("pasted", "name"),
    [
        ("cvt.rn.satfinite.e4m3x2.nonsense", "cvt"),
        ("@!%p7 ld.global.nc.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1];", "ld.global.nc"),
        ("fma.rn.bf16x2 d, a, b, c;", "fma"),
        ("bar.sync 0;", "bar"),
    ],
)
def test_a_pasted_statement_finds_the_instruction_with_its_longest_legal_prefix(pasted: str, name: str) -> None:
    (hit, *_) = ptxisa.database().search(pasted)
    assert (hit.kind, hit.name) == ("instruction", name)


def test_an_opcode_finds_the_record_whose_forms_have_its_types() -> None:
    assert "half" in ptxisa.database().search("fma.rn.bf16x2")[0].page


def test_a_misspelled_word_finds_similar_words() -> None:
    assert ptxisa.database().search("shufle warp")[0].name.startswith("shfl")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("cutlass::arch::unknown_thing::__shfl_down_sync", "shfl.sync"),
        ("llvm.nvvm.read.ptx.sreg.ntid.y", "nvvm-special-registers"),
        ("ldmatirx", "ldmatrix"),
        ("SM90_64x128x16_F32BF16BF16_SS", "wgmma.mma_async"),
        ("SM100_TMEM_LOAD_16dp256b4x", "tcgen05.ld"),
        ("cute::tma_store_wait<0>()", "cp.async.bulk.wait_group"),
        ("__viaddmax_s16x2_relu", "max"),
        ("Unexpected instruction types specified for 'mul'", "ptxas-opcodes"),
    ],
)
def test_qualified_names_intrinsics_misspellings_and_messages_are_found(typed: str, name: str) -> None:
    assert ptxisa.database().search(typed)[0].name == name


def test_kinds_are_ordered_by_importance() -> None:
    assert rank("instruction") == 0
    assert rank("instruction") < rank("directive") < rank("function") < rank("rule") < rank("erratum")
    assert rank("a kind of its own") == KINDS.index(())


def test_words_of_questions_are_left_out() -> None:
    actual = ptxisa.database().search("how do I count leading zeros?")
    assert actual[0].name == ptxisa.database().search("count leading zeros")[0].name


def test_stems_are_compared() -> None:
    database = ptxisa.database()
    assert {"shfl.sync"} <= {hit.name for hit in database.search("warps shuffled")}


def test_records_with_some_of_the_words_are_found_if_none_has_all() -> None:
    assert "popc" in {hit.name for hit in ptxisa.database().search("population xyzzy")}


def test_pages_and_questions_have_the_name_of_their_page() -> None:
    hits = ptxisa.database().search("replacement for wgmma on blackwell")
    assert {hit.page for hit in hits if hit.kind == "page"} >= {"tcgen05"}
    assert {hit.page for hit in ptxisa.database().search("RTX 4090", kind="question")} == {"cookbook"}


@pytest.mark.parametrize("text", ["", " ", '"', '" OR NEAR( xyzzy', "•", "\ud800", "a" * 10000, "(((", "*"])
def test_any_text_can_be_searched_for(text: str) -> None:
    assert isinstance(ptxisa.database().search(text), list)


@pytest.mark.parametrize(
    "kind", ["instruction", "special_register", "directive", "state_space", "type", "attribute", "pragma", "descriptor"]
)
def test_every_record_has_keywords(kind: str) -> None:
    rows = ptxisa.database().sql(
        "SELECT name FROM record WHERE kind = ? AND json_extract(data, '$.keywords') IS NULL", (kind,)
    )
    assert rows == []
