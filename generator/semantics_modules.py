"""The modules of both back ends, several at once where the platform can fork."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.records.isa import Isa
from generator.records.problems import Problem, RecordError
from generator.semantics.functions import NONE, Functions, functions_of

Texts = Mapping[str, str]
"""The text of a module by its folder; nothing where no mnemonic computes anything."""
Made = tuple[Texts, list[Problem]]
"""The modules of one name, or their problems."""
Named = tuple[str, Sequence[str]]
"""The name of modules and their mnemonics."""

_isa: Isa | None = None
_functions: Functions = NONE
"""What the processes of a pool compile: a fork has it without copying."""


def modules(isa: Isa, wanted: Mapping[str, Sequence[str]]) -> Callable[[], Iterator[tuple[str, Texts]]]:
    """Start to make modules of some mnemonics by name; the function returned waits for them and yields them in order.

    It raises `RecordError` with all problems.
    """
    global _isa, _functions
    _isa, _functions = isa, functions_of(isa)
    processes = min(os.cpu_count() or 1, 8)
    if processes == 1 or "fork" not in multiprocessing.get_all_start_methods():
        return lambda: _sound({one[0]: _made(one) for one in wanted.items()}, list(wanted))
    heavy = sorted(wanted.items(), key=lambda one: -_weight(isa, one[1]))
    gc.freeze()  # What the processes have in common is not garbage, so they need not look through it.
    pool = multiprocessing.get_context("fork").Pool(processes)
    gc.unfreeze()
    pending = pool.map_async(_made, heavy, chunksize=1)

    def finished() -> Iterator[tuple[str, Texts]]:
        with pool:
            return _sound(dict(zip((name for name, _ in heavy), pending.get(), strict=True)), list(wanted))

    return finished


def _sound(found: Mapping[str, Made], names: Sequence[str]) -> Iterator[tuple[str, Texts]]:
    """What was made; raise `RecordError` with all problems."""
    problems = [problem for name in names for problem in found[name][1]]
    if problems:
        raise RecordError(problems)
    return ((name, found[name][0]) for name in names)


def _weight(isa: Isa, mnemonics: Sequence[str]) -> int:
    """About how long mnemonics take: the lengths of their texts times the values of their slots."""
    return sum(
        len(program.semantics or "") * (1 + len(program.models)) * sum(len(slot.values) for slot in form.slots)
        for _, form, program in isa.forms()
        if form.mnemonic in mnemonics
    )


def _made(one: Named) -> Made:
    """The modules of one name, or their problems."""
    from generator.backends import reference, vector
    from generator.semantics.compile import compile_entries

    assert _isa is not None
    name, mnemonics = one
    entries = [
        (instruction, form, program) for instruction, form, program in _isa.forms() if instruction.mnemonic in mnemonics
    ]
    try:
        compiled = compile_entries(entries, _isa.types, _functions)
        if not compiled:
            return {}, []
        return {
            "reference": reference.emit(name, entries, _isa.types, compiled),
            "vector": vector.emit(name, entries, _isa.types, compiled),
        }, []
    except RecordError as error:
        return {}, list(error.problems)
