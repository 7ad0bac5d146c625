"""Test vectors: deterministic, complete, and true to the semantics."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from ptxisa.checkers import checker_of, mnemonics
from ptxisa.isa.forms import Form
from ptxisa.isa.variants import representatives, variants
from ptxisa.numbers import formats
from ptxisa.numbers.exact import decode
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.execute import execute
from ptxisa.run.implementation import executable
from ptxisa.run.warp import ACTIVE, LANE, operand_of
from ptxisa.vectors.content import VectorOptions
from ptxisa.vectors.files import VectorRun, Written, estimate, write
from ptxisa.vectors.samples import Input, edges, exhaustive, inputs, samples
from ptxisa.vectors.sets import VectorSet, planned
from tests.vectors.made import vectors

FORMS = [form for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms if executable(form)]


def form_named(name: str) -> Form:
    return next(form for form in FORMS if form.id == name)


def sets(*names: str) -> list[VectorSet]:
    return list(planned((form, variants(form)) for form in map(form_named, names)))


def written(folder: Path, *names: str, seed: int = 1) -> list[Written]:
    return list(write(sets(*names), VectorRun(folder, VectorOptions(random=3, seed=seed))))


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_same_seed_same_files(tmp_path: Path) -> None:
    names = ("bfe", "addc")
    first = [file.sha256 for file in written(tmp_path / "a", *names)]
    assert first == [file.sha256 for file in written(tmp_path / "b", *names)]
    assert first != [file.sha256 for file in written(tmp_path / "c", *names, seed=2)]
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_index_is_first_a_plan_then_complete(tmp_path: Path) -> None:
    run = VectorRun(tmp_path, VectorOptions(random=2))
    writing = write(sets("bfe"), run)
    first = next(writing)
    plan = json.loads((tmp_path / "index.json").read_text())
    assert (plan["complete"], plan["sets"][0]["file"], plan["sets"][0]["vectors"]) == (False, first.file, None)
    rest = [first, *writing]
    index = json.loads((tmp_path / "index.json").read_text())
    assert index["complete"]
    assert [(entry["file"], entry["vectors"], entry["sha256"]) for entry in index["sets"]] == [
        (file.file, file.vectors, file.sha256) for file in rest
    ]
    assert [entry["bytes"] for entry in index["sets"]] == [(tmp_path / file.file).stat().st_size for file in rest]


def test_an_interrupted_run_continues(tmp_path: Path) -> None:
    run = VectorRun(tmp_path, VectorOptions(random=2))
    writing = write(sets("bfe"), run)
    first = next(writing)
    writing.close()
    again = list(write(sets("bfe"), run))
    assert [file.kept for file in again] == [True, *[False] * (len(again) - 1)]
    assert again[0]._replace(kept=False) == first
    assert not [path for path in files(tmp_path) if path.endswith(".part")]
    other = list(write(sets("bfe"), run._replace(options=VectorOptions(random=3))))
    assert not any(file.kept for file in other)


@pytest.mark.parametrize(
    "damage", [b"", b"{}", b"\x1f\x8b\x08\x00", gzip.compress(b"{}\n", mtime=0), gzip.compress(b"x" * 99, mtime=0)[:-9]]
)
def test_damaged_files_are_written_again(tmp_path: Path, damage: bytes) -> None:
    first, *_ = written(tmp_path, "bfe")
    (tmp_path / first.file).write_bytes(damage)
    assert written(tmp_path, "bfe")[0] == first


def test_estimate_counts_vectors(tmp_path: Path) -> None:
    chosen = sets("bfe", "add.f32", "shfl.sync")
    run = VectorRun(tmp_path, VectorOptions(random=5))
    size = estimate(chosen, run)
    files = list(write(chosen, run))
    assert (size.sets, size.vectors) == (len(files), sum(file.vectors for file in files))
    assert sum(file.bytes for file in files) / 3 < size.bytes < 3 * sum(file.bytes for file in files)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_variants_have_vectors_of_every_class(form: Form) -> None:
    # Some of the variants, evenly spread; more have samples below.
    every_variant = representatives(form)
    chosen = every_variant[:: len(every_variant) // 4 + 1]
    every = list(vectors(form, random=2, chosen=chosen))
    assert len({opcode for vector in every for opcode in vector.header.opcodes}) == len(chosen)
    classes = {vector.sample for vector in every}
    assert {"edges", "random", "random-magnitude", "near-equal", "sparse"} <= classes
    if any(argument.format for values in chosen for argument in inputs(form, values)):
        assert {"roundings", "limits"} <= classes
    assert all(vector.allows(vector.outputs) for vector in every)


def test_unspecified_results_are_marked() -> None:
    marked = [vector for vector in vectors(form_named("div.int"), random=1) if any(vector.open.values())]
    assert marked
    assert all(vector.inputs["b"] == 0 for vector in marked)


def test_vectors_equal_execution() -> None:
    for vector in list(vectors(form_named("mad.int.sat"), random=5))[::40]:
        out = execute(f"{vector.header.opcodes[0]} d, a, b, c;", vector.inputs, threads=1)
        assert int(out["d"][0]) == vector.outputs["d"]


def test_selectors_of_vectors_are_those_of_execution() -> None:
    for vector in list(vectors(form_named("vadd4.add"), random=2))[::50]:
        mask, a, b = (f".{value}" if value else "" for value in vector.header.selectors.values())
        out = execute(f"{vector.header.opcodes[0]} d{mask}, a{a}, b{b}, c;", vector.inputs, threads=1)
        assert int(out["d"][0]) == vector.outputs["d"]


def test_samples_fit_their_operands() -> None:
    for form in FORMS:
        every = representatives(form)
        for values in every[:: len(every) // 12 + 1]:
            read = inputs(form, values)
            for sample in samples(form, values, random=5):
                beside = {name for name in sample.values if name in (LANE, ACTIVE) or operand_of(name)}
                assert set(sample.values) - beside == {argument.name for argument in read}
                assert {len(array) for array in sample.values.values()} <= {len(sample)}
                for argument in read:
                    array = sample.values[argument.name]
                    assert array.dtype == dtype_of(argument.bits)
                    assert argument.bits == 128 or int(array.max()) < 1 << argument.bits


def test_small_unary_forms_are_exhausted() -> None:
    form = form_named("abs.int")
    (sample,) = exhaustive(form, {"type": "s16"})
    assert len(sample) == 65536
    assert list(exhaustive(form, {"type": "s32"})) == []


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64", "e4m3", "e2m1", "ue8m0"])
def test_edges_of_a_format(name: str) -> None:
    form = formats.known()[name]
    patterns = set(edges(Input("a", form.bits, "float", None, form.bits, form)).tolist())
    numbers = [decode(pattern, form) for pattern in patterns]
    assert max(patterns) < 1 << form.bits
    assert ({number.kind for number in numbers} >= {"infinite", "nan"}) == form.infinities
    assert {number.sign for number in numbers} == ({0, 1} if form.signed else {0})
    assert any(number == decode(form.largest, form) for number in numbers)


def test_both_elements_of_a_pair_have_every_edge() -> None:
    form = formats.known()["f16"]
    single = set(edges(Input("a", 16, "float", None, 16, form)).tolist())
    pairs = edges(Input("a", 32, "packed", None, 16, form)).tolist()
    assert {pair & 0xFFFF for pair in pairs} == {pair >> 16 for pair in pairs} == single
