"""Modules of semantics: both back ends for each mnemonic, in several processes where the platform can fork.

with started(isa) as modules:
    ...  # make other products meanwhile
    for mnemonic, texts in modules():
        texts["reference"], texts["vector"]
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from generator.backends import reference, symbolic, vector
from generator.backends.forms import by_mnemonic
from generator.records.isa import Isa
from generator.records.problems import Problem, RecordError
from generator.semantics.compile import compile_entries
from generator.semantics.functions import NONE, Functions, functions_of

Texts = Mapping[str, str]
"""Source of a module by its folder; empty if no form of the mnemonic is executable."""
Made = tuple[Texts, list[Problem]]
"""The modules of one mnemonic, or their problems."""

_MOST_PROCESSES = 8

_isa: Isa | None = None
_functions: Functions = NONE
"""Input of the worker processes: a forked process has it without copying."""


def modules_of(mnemonic: str, isa: Isa, functions: Functions) -> Texts:
    """Return the reference and the vector module of a mnemonic; raise `RecordError` if a text is invalid."""
    entries = [entry for entry in isa.forms() if entry[0].mnemonic == mnemonic]
    compiled = compile_entries(entries, isa.types, functions)
    if not compiled:
        return {}
    return {
        "reference": reference.emit(mnemonic, compiled, functions),
        "vector": vector.emit(mnemonic, compiled, functions),
        "symbolic": symbolic.emit(mnemonic, compiled, functions),
    }


@contextmanager
def started(isa: Isa) -> Iterator[Callable[[], Iterator[tuple[str, Texts]]]]:
    """Start to make the modules of every mnemonic.

    Yields:
        A function that waits for the modules and yields them by mnemonic; it raises `RecordError` with the problems
        of all mnemonics.
    """
    global _isa, _functions
    _isa, _functions = isa, functions_of(isa)
    mnemonics = list(by_mnemonic(isa.instructions))
    processes = min(os.cpu_count() or 1, _MOST_PROCESSES)
    if processes == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield lambda: _in_order(mnemonics, map(_made, mnemonics))
        return
    # The mnemonic that takes longest comes first, so that no process works alone at the end. The time is estimated by
    # the lengths of its texts times the numbers of slot values.
    weights: Counter[str] = Counter()
    for _, form, program in isa.forms():
        texts = len(program.semantics or "") * (1 + len(program.models))
        weights[form.mnemonic] += texts * sum(len(slot.values) for slot in form.slots)
    heavy = sorted(mnemonics, key=lambda mnemonic: -weights[mnemonic])
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        futures = {mnemonic: pool.submit(_made, mnemonic) for mnemonic in heavy}
        yield lambda: _in_order(mnemonics, (futures[mnemonic].result() for mnemonic in mnemonics))


def _in_order(mnemonics: list[str], made: Iterator[Made]) -> Iterator[tuple[str, Texts]]:
    problems: list[Problem] = []
    for mnemonic, (texts, own_problems) in zip(mnemonics, made, strict=True):
        problems.extend(own_problems)
        yield mnemonic, texts
    if problems:
        raise RecordError(problems)


def _made(mnemonic: str) -> Made:
    assert _isa is not None
    try:
        return modules_of(mnemonic, _isa, _functions), []
    except RecordError as error:
        return {}, list(error.problems)
