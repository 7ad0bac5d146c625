"""Variants of forms: what is legal, and which of very many cover the others."""

from __future__ import annotations

import itertools

import pytest

from ptxisa.checkers import checker_of, mnemonics
from ptxisa.isa.forms import Form, broken_rule, holds
from ptxisa.isa.variants import VERY_MANY, choices, count, covering, variants

FORMS = [form for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms]
LARGE = [form for form in FORMS if count(form) > VERY_MANY]


def test_variants_are_the_combinations_that_break_no_rule() -> None:
    for form in (form for form in FORMS if 1 < len(form.slots) < 5):
        names = [slot.name for slot in form.slots]
        every = (
            dict(zip(names, combination, strict=True))
            for combination in itertools.product(*(choices(slot) for slot in form.slots))
        )
        assert list(variants(form)) == [values for values in every if broken_rule(form, values) is None]


@pytest.mark.parametrize("form", LARGE[::2], ids=lambda form: form.id)
def test_few_variants_have_every_pair_and_every_clause(form: Form) -> None:
    every, few = list(variants(form)), covering(form)
    assert len(few) < len(every) / 4

    def pairs(several: list[dict[str, str | None]]) -> set[object]:
        return {pair for values in several for pair in itertools.combinations(values.items(), 2)}

    assert pairs(few) == pairs(every)
    for clause in form.clauses:
        about = any(holds(clause.when, values) for values in every)
        assert any(holds(clause.when, values) for values in few) is about
