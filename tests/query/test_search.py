"""Search: the first result for questions of kernel authors."""

from pathlib import Path

import pytest
import yaml

import ptxisa
from ptxisa.query.search import KINDS, rank

QUESTIONS = {
    str(question): answer
    for part in yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text(encoding="utf-8")).values()
    for question, answer in part.items()
}


def test_there_are_200_questions() -> None:
    assert len(QUESTIONS) >= 200


@pytest.mark.parametrize(("question", "answer"), QUESTIONS.items())
def test_the_first_result_answers_the_question(question: str, answer: str) -> None:
    hits = ptxisa.database().search(question, limit=5)
    assert [f"{hit.kind} {hit.name}" for hit in hits][:1] == [answer], hits


def test_instructions_lead_and_errata_come_last() -> None:
    every = [rank(hit.kind) for hit in ptxisa.database().search("shared", limit=500)]
    assert rank("instruction") == 0
    assert rank("instruction") < rank("directive") < rank("function") < rank("rule") < rank("erratum")
    assert len(set(every)) > 3
    assert rank("a kind of its own") == KINDS.index(())


def test_words_of_questions_are_left_out() -> None:
    found = ptxisa.database().search("how do I count leading zeros?")
    assert found[0].name == ptxisa.database().search("count leading zeros")[0].name


def test_stems_are_compared() -> None:
    database = ptxisa.database()
    assert {"shfl.sync"} <= {hit.name for hit in database.search("warps shuffled")}


def test_records_with_some_of_the_words_are_found_if_none_has_all() -> None:
    assert "popc" in {hit.name for hit in ptxisa.database().search("population xyzzy")}


def test_an_erratum_has_an_excerpt_or_a_summary() -> None:
    for hit in ptxisa.database().search("ptxas accepts", limit=100):
        assert hit.summary or hit.excerpt


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
