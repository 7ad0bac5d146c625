"""Test vectors: deterministic, complete, and true to the semantics."""

import json
from pathlib import Path

import pytest

from ptxisa.checkers import checker_of, mnemonics
from ptxisa.forms import Form
from ptxisa.run.execute import execute
from ptxisa.run.samples import exhaustive, inputs, samples
from ptxisa.run.vectors import vectors, write
from ptxisa.variants import count, variants

FORMS = [form for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms]


def form_named(name: str) -> Form:
    return next(form for form in FORMS if form.id == name)


def test_same_seed_same_files(tmp_path: Path) -> None:
    forms = [form_named("bfe"), form_named("addc")]
    first = [one.digest for one in write(forms, tmp_path / "a", random=3)]
    assert first == [one.digest for one in write(forms, tmp_path / "b", random=3)]
    assert first != [one.digest for one in write(forms, tmp_path / "c", random=3, seed=2)]
    assert (tmp_path / "a" / "index.json").read_bytes() == (tmp_path / "b" / "index.json").read_bytes()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_every_variant_has_vectors_of_every_class(form: Form) -> None:
    found = list(vectors(form, random=2))
    assert len({vector["opcode"] for vector in found}) == count(form)
    assert {vector["class"] for vector in found} == {"edges", "random", "random-magnitude", "near-equal", "sparse"}


def test_unspecified_results_are_marked() -> None:
    marked = [vector for vector in vectors(form_named("div.int"), random=1) if "dont_care" in vector]
    assert marked
    assert all(int(vector["inputs"]["b"], 16) == 0 for vector in marked)


def test_a_vector_says_what_execution_gives() -> None:
    for vector in list(vectors(form_named("mad.int.sat"), random=5))[::40]:
        given = {name: int(value, 16) for name, value in vector["inputs"].items()}
        out = execute(f"{vector['opcode']} d, a, b, c;", given, threads=1)
        assert int(out["d"][0]) == int(vector["outputs"]["d"], 16)


def test_vectors_are_plain_json() -> None:
    vector = next(vectors(form_named("lop3.predicate"), random=1))
    assert json.loads(json.dumps(vector)) == vector
    assert set(vector["outputs"]) == {"d", "p"}
    assert vector["provenance"] == "contract"


def test_samples_fit_their_operands() -> None:
    for form in FORMS:
        for values in variants(form):
            read = inputs(form, values)
            for sample in samples(form, values, random=5):
                assert set(sample.values) == {one.name for one in read}
                assert len({len(array) for array in sample.values.values()}) == 1
                for one in read:
                    assert int(sample.values[one.name].max()) < 1 << one.bits


def test_small_unary_forms_are_exhausted() -> None:
    form = form_named("abs.int")
    (sample,) = exhaustive(form, {"type": "s16"})
    assert len(sample) == 65536
    assert list(exhaustive(form, {"type": "s32"})) == []
