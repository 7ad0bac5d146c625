"""The modules of both back ends, of several mnemonics at once where the platform can fork."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.records.isa import Isa
from generator.records.problems import Problem, RecordError
from generator.semantics.functions import NONE, Functions, functions_of

Texts = Mapping[str, str]
"""The text of a module by its folder; nothing for a mnemonic that computes nothing."""
Made = tuple[Texts, list[Problem]]
"""The modules of one mnemonic, or its problems."""

_isa: Isa | None = None
_functions: Functions = NONE
"""What the processes of a pool compile: a fork has it without copying."""


def modules(isa: Isa, mnemonics: Sequence[str]) -> Callable[[], Iterator[tuple[str, Texts]]]:
    """Start to make the modules of each mnemonic; the function returned waits for them and yields them in order.

    It raises `RecordError` with all problems.
    """
    global _isa, _functions
    _isa, _functions = isa, functions_of(isa)
    processes = min(os.cpu_count() or 1, 8)
    if processes == 1 or "fork" not in multiprocessing.get_all_start_methods():
        return lambda: _sound({mnemonic: _made(mnemonic) for mnemonic in mnemonics}, mnemonics)
    heavy = sorted(mnemonics, key=lambda name: -_weight(isa, name))
    pool = multiprocessing.get_context("fork").Pool(processes)
    pending = pool.map_async(_made, heavy, chunksize=1)

    def finished() -> Iterator[tuple[str, Texts]]:
        with pool:
            return _sound(dict(zip(heavy, pending.get(), strict=True)), mnemonics)

    return finished


def _sound(found: Mapping[str, Made], mnemonics: Sequence[str]) -> Iterator[tuple[str, Texts]]:
    """What was made; raise `RecordError` with all problems."""
    problems = [problem for name in mnemonics for problem in found[name][1]]
    if problems:
        raise RecordError(problems)
    return ((name, found[name][0]) for name in mnemonics)


def _weight(isa: Isa, mnemonic: str) -> int:
    """About how long a mnemonic takes: the lengths of its texts times the values of its slots."""
    return sum(
        len(program.semantics or "") * (1 + len(program.models)) * sum(len(slot.values) for slot in form.slots)
        for _, form, program in isa.forms()
        if form.mnemonic == mnemonic
    )


def _made(mnemonic: str) -> Made:
    """The modules of one mnemonic, or its problems."""
    from generator.backends import reference, vector
    from generator.semantics.compile import compile_entries

    assert _isa is not None
    entries = [entry for entry in _isa.forms() if entry[0].mnemonic == mnemonic]
    try:
        compiled = compile_entries(entries, _isa.types, _functions)
        if not compiled:
            return {}, []
        return {
            "reference": reference.emit(mnemonic, entries, _isa.types, compiled),
            "vector": vector.emit(mnemonic, entries, _isa.types, compiled),
        }, []
    except RecordError as error:
        return {}, list(error.problems)
