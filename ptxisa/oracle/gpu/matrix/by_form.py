"""Results of matrix instructions by form: the multiplications of `cases` and the statements of `trials`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import chain

import numpy as np

from ptxisa.oracle.gpu.driver import Context
from ptxisa.oracle.gpu.matrix import campaign, statements, trials
from ptxisa.oracle.gpu.matrix.cases import Case, cases
from ptxisa.oracle.gpu.matrix.kernels import opcode
from ptxisa.oracle.gpu.matrix.trials import Trial
from ptxisa.oracle.gpu.outcomes import Mismatch, Outcome
from ptxisa.query.availability import candidates

_REGISTERS = ".registers"


@cache
def cases_of() -> Mapping[str, list[Case]]:
    """The cases of each form."""
    found: dict[str, list[Case]] = defaultdict(list)
    for case in cases():
        found[_form(opcode(case), case.a_shared)].append(case)
    return found


@cache
def trials_of() -> Mapping[str, list[Trial]]:
    """The trials that each form is part of."""
    found: dict[str, list[Trial]] = defaultdict(list)
    for trial in trials.trials():
        texts = {text.split()[0] for text in trial.text.split(";") if text.strip()}
        for form in {_form(text, "adesc" in trial.values) for text in texts if not text.startswith("mov.")}:
            found[form].append(trial)
    return found


def _form(text: str, in_shared: bool) -> str:
    """The form of an opcode; that of wgmma depends on whether A lies in shared memory."""
    forms = [one.form.id for one in candidates(text)]
    return next(name for name in forms if len(forms) == 1 or name.endswith(_REGISTERS) is not in_shared)


def measure(form: str, context: Context, results: int, seed: int = 0) -> Outcome:
    """Compare the cases of a form, `results` of each class, and its trials; nothing for a form without either."""
    found = [_of_case(form, context, case, results, seed) for case in cases_of().get(form, ())]
    found += [_of_trial(form, context, trial) for trial in trials_of().get(form, ())]
    run, agreed = sum(one.run for one in found), sum(one.agreed for one in found)
    return Outcome(form, run, agreed, 0, tuple(chain.from_iterable(one.mismatches for one in found)))


def _of_case(form: str, context: Context, case: Case, results: int, seed: int) -> Outcome:
    found = campaign.verify(context, case, results, seed)
    places = [dict(zip(("tile", "row", "column"), one.place, strict=True)) for one in found.differences]
    wrong = (
        Mismatch(case.name, one.sample, place, "d", one.expected, one.measured)
        for one, place in zip(found.differences, places, strict=True)
    )
    return Outcome(form, found.run, found.equal, 0, tuple(wrong))


def _of_trial(form: str, context: Context, trial: Trial) -> Outcome:
    """One trial by words of 32 bits."""
    left, wanted = (one.view(np.uint32) for one in (statements.measured(context, trial), statements.executed(trial)))
    wrong = np.flatnonzero(left != wanted).tolist()
    first = (Mismatch(trial.name, "trial", {"word": i}, "d", int(wanted[i]), int(left[i])) for i in wrong[:2])
    return Outcome(form, left.size, left.size - len(wrong), 0, tuple(first))
