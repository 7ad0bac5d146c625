"""The backends agree: on every variant of every record, and on random texts that Python runs as a third."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.backends import reference, vector
from generator.records.model import FormProgram
from generator.records.problems import RecordError
from generator.semantics.compile import Compiled, compile_entries
from generator.semantics.functions import functions_of
from ptxisa.checkers import checker_of
from ptxisa.checkers import mnemonics as checked_mnemonics
from ptxisa.isa import selectors
from ptxisa.isa.forms import Form, Values, type_of
from ptxisa.numbers.lanes import over_lanes
from ptxisa.numbers.patterns import array_of, dtype_of, integer, integers, scalar_of
from ptxisa.run.implementation import Implementation
from ptxisa.run.implementation import executable as has_semantics
from ptxisa.run.warp import looks_around
from tests.generator.programs import edges, execute_module, pair, run_both, width
from tests.generator.random_programs import Writer, meaning
from tests.generator.real_records import real_records

pytestmark = pytest.mark.filterwarnings("error")


@functools.cache
def executable(mnemonic: str) -> list[tuple[str, Form, Values, Implementation, Implementation]]:
    """Return every implementation of a mnemonic: contracts and models of every variant, in both back ends."""
    entries = [entry for entry in real_records().forms() if entry[0].mnemonic == mnemonic]
    compiled = compile_entries(entries, real_records().types, functions_of(real_records()))
    scalar, lanes = (
        execute_module(backend.emit(mnemonic, compiled, functions_of(real_records())))
        for backend in (reference, vector)
    )
    assert scalar["FORMS"].keys() == lanes["FORMS"].keys()
    assert scalar["MODELS"].keys() == lanes["MODELS"].keys()
    models = {id(model): index for _, group in _by_form(compiled) for index, model in enumerate(group)}
    found = []
    for text in compiled:
        registered = (_registered(names, text, models.get(id(text))) for names in (scalar, lanes))
        reference_text, vector_text = registered
        for variant in text.variants:
            first, second = reference_text.bound(variant.values), vector_text.bound(variant.values)
            if looks_around(first.inputs):
                continue  # Forms that read other lanes need whole warps: see tests/run/test_warp.py.
            second = second._replace(function=over_lanes(second.function))
            found.append((f"{text.form.id} {variant.key}", text.form, variant.values, first, second))
    return found


def _by_form(compiled: list[Compiled]) -> Iterator[tuple[str, list[Compiled]]]:
    """Yield the models of each form, in order."""
    models = [text for text in compiled if text.target]
    for form_id in dict.fromkeys(model.form.id for model in models):
        yield form_id, [model for model in models if model.form.id == form_id]


def _registered(names: dict[str, Any], text: Compiled, number: int | None) -> Any:
    """Return the entry of a generated module for a text: a contract, or a model of a form."""
    return names["FORMS"][text.form.id] if number is None else names["MODELS"][text.form.id][number]


EXECUTABLE = [
    name for name in checked_mnemonics() if any(has_semantics(form) for form in getattr(checker_of(name), "forms", ()))
]


@functools.cache
def mnemonics() -> list[str]:
    """Return the forms whose results depend only on operands of the same thread."""
    return sorted(
        {instruction.mnemonic for instruction, form, program in real_records().forms() if alone(form, program)}
    )


def alone(form: Form, program: FormProgram) -> bool:
    """Return True if a form reads no other lane of the warp."""
    text = program.semantics or ""
    return bool(text) and not re.search(r"\b(at|ballot|matching)\(|\bactive\b", text)


def widths(form: Form, values: Values) -> dict[str, int]:
    return {name.name: real_records().types[type_of(name, values)].bits for name in form.operands} | {"CF": 1}


def patterns(bits: int) -> st.SearchStrategy[int]:
    return st.one_of(st.sampled_from(edges(bits)), st.integers(0, 2**bits - 1))


def grouped(rows: list[list[int]], constants: list[int]) -> list[list[list[int]]]:
    """Group rows with the same constants, which all threads share."""
    groups: dict[tuple[int, ...], list[list[int]]] = {}
    for row in rows:
        groups.setdefault(tuple(row[i] for i in constants), []).append(row)
    return list(groups.values())


def drawn(rng: random.Random, form: Form, values: Values, names: Sequence[str], count: int) -> list[list[int]]:
    """Draw rows of edges and random patterns; selectors keep their numbers for several rows."""
    bits = widths(form, values)
    rows = []
    for selection in selectors.selections(form, 12, rng.random()):
        numbers = selectors.inputs(form, selection)
        for _ in range(count if len(selectors.selectors(form)) == 0 else count // 12 + 1):
            rows.append([numbers[name] if name in numbers else pattern(rng, bits[name]) for name in names])
    return rows


def pattern(rng: random.Random, bits: int) -> int:
    return rng.choice((rng.choice(edges(bits)), rng.getrandbits(bits)))


def check(
    label: str, form: Form, values: Values, scalar: Implementation, lanes: Implementation, rows: list[list[int]]
) -> None:
    """Compare the vector function with the reference on rows of bit patterns, then on one row of constants."""
    bits = widths(form, values)
    numbers = selectors.inputs(form, selectors.plainest(form))
    constants = {operand.name for operand in form.operands if operand.immediate == "required"} | numbers.keys()
    for group in grouped(rows, [i for i, name in enumerate(scalar.inputs) if name in constants]):
        columns = [
            group[0][i] if name in constants else array_of([row[i] for row in group], bits[name])
            for i, name in enumerate(scalar.inputs)
        ]
        expected = [scalar.function(*row) for row in group]
        for name, computed, wanted in zip(
            lanes.outputs, lanes.function(*columns), zip(*expected, strict=True), strict=True
        ):
            assert computed.dtype == dtype_of(bits[name]), (label, name)
            assert integers(np.broadcast_to(computed, len(group))) == [int(value) for value in wanted], (label, group)
    row = [
        value if name in constants else scalar_of(value, bits[name])
        for name, value in zip(scalar.inputs, rows[0], strict=True)
    ]
    alone = [integer(np.broadcast_to(computed, 1)[0]) for computed in lanes.function(*row)]
    assert alone == list(map(int, scalar.function(*rows[0]))), (label, "all operands constant")


@pytest.mark.parametrize("mnemonic", EXECUTABLE)
def test_vector_equals_reference(mnemonic: str) -> None:
    rng = random.Random(mnemonic)
    every = executable(mnemonic)
    # Thousands of variants of an instruction share their lines, so that few rows for each are many for a line.
    count = max(24, min(150, 4000 // max(1, len(every))))
    for label, form, values, scalar, lanes in every:
        check(label, form, values, scalar, lanes, drawn(rng, form, values, scalar.inputs, count))
    assert bool(every) == (mnemonic in mnemonics())


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_vector_equals_reference_on_drawn_operands(data: st.DataObject) -> None:
    # Only the mnemonics that are drawn are compiled.
    mnemonic = data.draw(st.sampled_from(mnemonics()))
    label, form, values, scalar, lanes = data.draw(st.sampled_from(executable(mnemonic)))
    bits = widths(form, values) | dict.fromkeys(selectors.inputs(form, selectors.plainest(form)), 0)
    numbers = selectors.inputs(form, data.draw(st.sampled_from(selectors.selections(form, 50, "drawn"))))
    inputs = (st.just(numbers[name]) if name in numbers else patterns(bits[name]) for name in scalar.inputs)
    row = st.tuples(*inputs).map(list)
    check(label, form, values, scalar, lanes, data.draw(st.lists(row, min_size=1, max_size=10)))


def test_records_are_there() -> None:
    assert len(mnemonics()) >= 5


def both_or_none(seed: int) -> bool:
    """Compare a random text with Python; return False if no container fits one of its values."""
    writer = Writer(seed)
    text = writer.text()
    try:
        both = pair(text, writer.form)
    except RecordError as error:
        if "more than 64 bits" not in str(error) and "no container" not in str(error):
            raise
        return False
    rng = random.Random(seed)
    constant = rng.choice(edges(32))
    cases = [
        {
            name: constant if name == "m" else rng.choice(edges(width(writer.form, name)))
            for name in both.reference.inputs
        }
        for _ in range(12)
    ]
    for case, row in zip(cases, run_both(both, cases), strict=True):
        assert dict(zip(both.reference.outputs, row, strict=True)) == meaning(text, writer.form, case), text
    return True


def test_random_programs() -> None:
    held = [both_or_none(seed) for seed in range(150)]
    assert held.count(True) > 75


@settings(max_examples=60, deadline=None)
@given(st.integers(200, 2**32))
def test_drawn_programs(seed: int) -> None:
    both_or_none(seed)
