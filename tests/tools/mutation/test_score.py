"""A part of the mutation score: seeded faults in some forms and in exact arithmetic; all of it is `score`."""

from __future__ import annotations

import pickle
from functools import partial

import pytest

from generator.semantics.functions import functions_of
from tools.mutation import programs, score

NAMES = ("fma", "bfi", "shf", "dp4a")


def test_vectors_detect_faults() -> None:
    verdicts = list(score.score(24, 1, NAMES))
    ends = [verdict.end for verdict in verdicts]
    assert [verdict for verdict in verdicts if verdict.end == "survived"] == []
    assert ends.count("killed") > 0.7 * len(ends)


def test_verdicts_are_selected_by_number_in_any_process() -> None:
    """Messages to processes are small, and each process draws the same faults."""
    campaign = score.Campaign(2, 1, ("bfi",))
    again = pickle.loads(pickle.dumps(partial(score.judge, campaign)))
    assert [again(0), again(1)] == list(score.score(2, 1, ("bfi",)))
    assert again(2) is None


@pytest.mark.parametrize("name", NAMES)
def test_programs_without_a_fault_pass(name: str) -> None:
    isa = score.isa()
    for compiled in score.compile_entries(score.entries([name]), isa.types, functions_of(isa), given=False):
        if compiled.target is None:
            variant = compiled.variants[0]
            routine = variant.routine
            cases = score.cases(compiled.form, variant.values)
            inputs = [parameter.name for parameter in routine.parameters]
            outputs = [result.name for result in routine.results]
            assert cases
            assert not score.detects(cases, programs.function(routine), inputs, outputs)
