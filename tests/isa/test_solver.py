"""The solver finds the same legal contents of slots as enumerating every variant."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from ptxisa.isa.instructions import every_form
from ptxisa.isa.solver import Solver
from ptxisa.isa.variants import variants

MOST = 2000


@pytest.mark.parametrize("seed", range(4))
def test_values_of_slots_equal_those_of_all_variants(seed: int) -> None:
    random, compared = Random(seed), 0
    for form in random.sample(list(every_form()), 40):
        legal = list(islice(variants(form), MOST))
        if len(legal) == MOST:
            continue
        solver, chosen = Solver(form), random.choice(legal)
        fixed = {name: chosen[name] for name in random.sample(list(chosen), min(2, len(chosen)))}
        domains = solver.domains(
            {name: (value,) for name, value in fixed.items() if value is not None},
            [name for name, value in fixed.items() if value is None],
        )
        for slot in form.slots:
            expected = {solution[slot.name] for solution in legal if fixed.items() <= solution.items()}
            assert {solution[slot.name] for solution in solver.solutions(domains, slot.name)} == expected, (
                form.id,
                fixed,
            )
            compared += 1
    assert compared > 50


def test_contradictions_have_no_solution() -> None:
    form = next(candidate for candidate in every_form() if candidate.id == "ld.weak")
    solver = Solver(form)
    assert solver.solve(solver.domains({"vec": ("v8",), "type": ("b32",)})) is not None
    assert solver.solve(solver.domains({"vec": ("v8",), "type": ("b64",)})) is None
