"""The views of availability answer as `ptxisa.available` does."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

import ptxisa
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Form, Values, holds
from ptxisa.isa.instructions import instruction, mnemonics
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.variants import variants
from ptxisa.query.availability import has_any

DRAW = random.Random(4)
SOME = [*DRAW.sample(list(versions.known()), 7), list(versions.known())[-1]]


def forms() -> Iterator[Form]:
    for mnemonic in mnemonics():
        result = instruction(mnemonic)
        assert result is not None
        yield from result.forms


def places(of: list[str]) -> Iterator[tuple[targets.Target, str]]:
    return ((target, ptx) for target in targets.known().values() for ptx in of)


def test_every_form_at_every_target_and_some_versions() -> None:
    marks = ", ".join("?" * len(SOME))
    rows = set(ptxisa.database().sql(f"SELECT form, target, ptx FROM available WHERE ptx IN ({marks})", SOME))
    wrong = [
        (form.id, target.name, ptx)
        for form in forms()
        for target, ptx in places(SOME)
        if has_any([ResolvedInstruction(form, {}, "", complete=False)], target, versions.order(ptx))
        != ((form.id, target.name, ptx) in rows)
    ]
    assert rows
    assert wrong == []


def drawn(form: Form, most: int) -> list[Values]:
    """Return some of the first few hundred variants of a form."""
    every = [values for values, _ in zip(variants(form), range(300), strict=False)]
    return DRAW.sample(every, min(most, len(every)))


@pytest.mark.parametrize(
    ("target", "ptx"), [("sm_52", "6.0"), ("sm_70", "6.3"), ("sm_80", "7.0"), ("sm_90a", "8.0"), ("sm_103f", "8.8")]
)
def test_variants_of_every_form_by_the_conditions_of_rows(target: str, ptx: str) -> None:
    db = ptxisa.database()
    met, unmet = defaultdict(list), defaultdict(list)
    for view, actual in (("available", met), ("unavailable", unmet)):
        for form, condition in db.sql(
            f"SELECT form, condition FROM {view} WHERE target = ? AND ptx = ?", (target, ptx)
        ):
            actual[form].append(json.loads(condition))
    on, at = targets.target(target), versions.version(ptx)
    answers = set()
    for form in forms():
        for values in drawn(form, 8):
            by_rows = any(holds(value, values) for value in met[form.id])
            by_rows = by_rows and not any(holds(value, values) for value in unmet[form.id])
            assert by_rows == has_any([ResolvedInstruction(form, values, "")], on, at), (form.id, values)
            answers.add(by_rows)
    assert answers == {True, False}


SPELLED = {
    "special_register": "{}",
    "directive": ".{}",
    "type": ".{}",
    "state_space": ".{}",
    "attribute": ".{}",
    "pragma": '"{}',
}


@pytest.mark.parametrize("kind", SPELLED)
def test_records_around_the_instructions(kind: str) -> None:
    from ptxisa.isa.language_forms import forms_of

    db = ptxisa.database()
    rows = set(db.sql("SELECT name, target, ptx FROM available_record WHERE kind = ?", (kind,)))
    names = [name for (name,) in db.sql("SELECT DISTINCT name FROM record_clause WHERE kind = ?", (kind,))]
    compared = 0
    for name in names:
        actual = [
            ResolvedInstruction(form, {}, "", complete=False)
            for form in forms_of(SPELLED[kind].format(name))
            if form.id == f"{kind}/{name}"
        ]
        for target, ptx in places(SOME) if actual else ():
            compared += 1
            assert has_any(actual, target, versions.order(ptx)) == ((name, target.name, ptx) in rows), (
                name,
                target.name,
            )
    assert compared >= 2 * len(SOME)


def test_inclusion_has_families_and_accelerated_targets() -> None:
    rows = ptxisa.database().sql("SELECT expression, target FROM inclusion")
    included = defaultdict(set)
    for expression, target in rows:
        included[expression].add(target)
    assert "sm_90a" in included["sm_90+"]
    assert included["sm_90a"] == {"sm_90a"}
    assert {"sm_100f", "sm_100a", "sm_103f", "sm_103a"} <= included["sm_100f+"]
    assert not {"sm_100", "sm_103", "sm_120f", "sm_120a"} & included["sm_100f+"]
    assert {"sm_101a", "sm_110a"} <= included["sm_100a | sm_101a"], "a target has its later name as well"


def test_conditions_as_rows() -> None:
    sql = ptxisa.database().sql
    values = "SELECT clause, slot, value FROM clause_value WHERE form = 'abs.f32' ORDER BY clause"
    assert sql(values) == [("base", "ftz", "absent"), ("flush", "ftz", "present")]
    listed = "SELECT value FROM clause_value WHERE form = 'add.cc' AND clause = 'doubleword' AND slot = 'type'"
    assert sql(listed) == [("u64",), ("s64",)]


def test_a_removal_of_some_modifiers_leaves_the_form() -> None:
    """`ptxisa available wmma.load` once said that all of it was removed with the spelling without .aligned."""
    assert ptxisa.available("wmma.load", target="sm_90", ptx="8.0")
    assert ptxisa.available("wmma.load", target="sm_90", ptx="8.0").reason == "available since PTX 7.8 on sm_90"
    rows = ptxisa.database().sql(
        "SELECT condition, reason FROM unavailable WHERE form = 'wmma.load' AND reason = 'removed'"
    )
    assert set(rows) == {('{"aligned": false}', "removed")}
