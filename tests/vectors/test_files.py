"""Test vectors: deterministic, complete, and true to the semantics."""

import json
from pathlib import Path

import pytest

from ptxisa.checkers import checker_of, mnemonics
from ptxisa.isa.forms import Form
from ptxisa.isa.variants import representatives
from ptxisa.numbers import formats
from ptxisa.numbers.exact import decode
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.execute import execute
from ptxisa.run.semantics import executable
from ptxisa.run.warp import ACTIVE, LANE, operand_of
from ptxisa.vectors.files import vectors, write
from ptxisa.vectors.samples import Input, _edges, exhaustive, inputs, samples

FORMS = [form for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms if executable(form)]


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
    chosen = representatives(form)
    found = list(vectors(form, random=2, chosen=chosen))
    assert len({vector["opcode"] for vector in found}) == len(chosen)
    classes = {vector["class"] for vector in found}
    assert {"edges", "random", "random-magnitude", "near-equal", "sparse"} <= classes
    if any(one.format for values in chosen for one in inputs(form, values)):
        assert {"roundings", "limits"} <= classes


def test_unspecified_results_are_marked() -> None:
    marked = [vector for vector in vectors(form_named("div.int"), random=1) if "dont_care" in vector]
    assert marked
    assert all(int(vector["inputs"]["b"], 16) == 0 for vector in marked)


def test_a_vector_says_what_execution_gives() -> None:
    for vector in list(vectors(form_named("mad.int.sat"), random=5))[::40]:
        given = {name: int(value, 16) for name, value in vector["inputs"].items()}
        out = execute(f"{vector['opcode']} d, a, b, c;", given, threads=1)
        assert int(out["d"][0]) == int(vector["outputs"]["d"], 16)


def test_a_vector_says_what_follows_its_operands() -> None:
    for vector in list(vectors(form_named("vadd4.add"), random=2))[::50]:
        given = {name: int(value, 16) for name, value in vector["inputs"].items()}
        mask, a, b = (f".{value}" if value else "" for value in vector["selectors"].values())
        out = execute(f"{vector['opcode']} d{mask}, a{a}, b{b}, c;", given, threads=1)
        assert int(out["d"][0]) == int(vector["outputs"]["d"], 16)


def test_vectors_are_plain_json() -> None:
    vector = next(vectors(form_named("lop3.predicate"), random=1))
    assert json.loads(json.dumps(vector)) == vector
    assert set(vector["outputs"]) == {"d", "p"}
    assert vector["provenance"] == "contract"


def test_samples_fit_their_operands() -> None:
    for form in FORMS:
        for values in representatives(form):
            read = inputs(form, values)
            for sample in samples(form, values, random=5):
                beside = {name for name in sample.values if name in (LANE, ACTIVE) or operand_of(name)}
                assert set(sample.values) - beside == {one.name for one in read}
                assert {len(array) for array in sample.values.values()} <= {len(sample)}
                for one in read:
                    found = sample.values[one.name]
                    assert found.dtype == dtype_of(one.bits)
                    assert one.bits == 128 or int(found.max()) < 1 << one.bits


def test_small_unary_forms_are_exhausted() -> None:
    form = form_named("abs.int")
    (sample,) = exhaustive(form, {"type": "s16"})
    assert len(sample) == 65536
    assert list(exhaustive(form, {"type": "s32"})) == []


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64", "e4m3", "e2m1", "ue8m0"])
def test_edges_of_a_format(name: str) -> None:
    form = formats.known()[name]
    found = set(_edges(Input("a", form.bits, "float", None, form.bits, form)).tolist())
    numbers = [decode(pattern, form) for pattern in found]
    assert max(found) < 1 << form.bits
    assert ({number.kind for number in numbers} >= {"infinite", "nan"}) == form.infinities
    assert {number.sign for number in numbers} == ({0, 1} if form.signed else {0})
    assert any(number == decode(form.largest, form) for number in numbers)


def test_both_elements_of_a_pair_have_every_edge() -> None:
    form = formats.known()["f16"]
    single = set(_edges(Input("a", 16, "float", None, 16, form)).tolist())
    pairs = _edges(Input("a", 32, "packed", None, 16, form)).tolist()
    assert {pair & 0xFFFF for pair in pairs} == {pair >> 16 for pair in pairs} == single
