"""Do the test vectors detect seeded faults? `python -m tools.mutation.score [--faults N] [-j N] [NAME …]`.

Faults are put into the typed programs of forms, where vectors of the same variant must detect them, and into exact
arithmetic, where vectors of any form with floating-point values must. A fault that they do not detect is tried on many
more inputs: if one of these detects it, the vectors are too weak and it *survived*; if none does, it presumably
changes no result at all, as a sign that only matters above the bits that are kept.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve
from generator.semantics.compile import CompiledVariant, Entry, compile_entries
from generator.semantics.functions import functions_of
from ptxisa.cli.options import add_workers, workers
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.variants import variants
from ptxisa.numbers import formats
from ptxisa.run.implementation import REFERENCE, Implementation, implementation
from ptxisa.spread import ALONE, Progress, Workers
from ptxisa.vectors import read
from ptxisa.vectors.content import VectorOptions
from ptxisa.vectors.files import VectorRun, write
from ptxisa.vectors.reader import VectorLine
from ptxisa.vectors.sets import planned
from tools.mutation import arithmetic, programs
from tools.mutation.campaign import FaultVerdict, draw_evenly, report

RANDOM = 32
"""Vectors of each random class, as `ptxisa vectors` writes them."""
MORE = 3000
"""Vectors of each random class for a fault that the usual vectors did not detect."""
MOST = 20_000
"""Most vectors of a variant among these."""
VARIANTS = 6
"""Variants of a form into which faults are put, and whose vectors exact arithmetic must pass."""


@cache
def isa() -> Isa:
    """Return the records of the repository."""
    return resolve(load())


def entries(names: Sequence[str]) -> list[Entry]:
    """Return forms with their programs, of all or of some mnemonics."""
    return [entry for entry in isa().forms() if not names or entry[0].mnemonic in names]


_CASES: dict[tuple[str, str, int], list[VectorLine]] = {}


def cases(form: Form, values: Values, random: int = RANDOM) -> list[VectorLine]:
    """Return the vectors of a variant, as a reader has them."""
    key = form.id, form.opcode(dict(values)), random
    if key not in _CASES:
        vector_set = next(planned([(form, [values])]))
        with tempfile.TemporaryDirectory() as folder:
            run = VectorRun(Path(folder), VectorOptions(random), plain=True)
            _CASES[key] = [vector for _ in write([vector_set], run) for vector in read(run.path(vector_set))]
    return _CASES[key]


Function = Callable[..., tuple[int, ...]]


def detects(cases: Iterable[VectorLine], function: Function, inputs: Sequence[str], outputs: Sequence[str]) -> bool:
    """Return True if a function gives a result that a vector does not allow, or none at all."""
    for case in cases:
        try:
            results = function(*(case.inputs[name] for name in inputs))
        except Exception:
            return True
        if not case.allows({name: int(result) for name, result in zip(outputs, results, strict=True)}):
            return True
    return False


# --- faults in programs ---


class VariantFault(NamedTuple):
    """A fault in the program of a variant."""

    form: Form
    variant: CompiledVariant
    fault: programs.ProgramFault

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.form.opcode(dict(self.variant.values))} {self.fault.name}"


def program_faults(names: Sequence[str], chance: random.Random) -> Iterator[VariantFault]:
    """Yield every fault of some variants of each form, or of forms of some mnemonics."""
    executable = [entry for entry in entries(names) if entry[2].semantics]
    for compiled in compile_entries(executable, isa().types, functions_of(isa()), given=False):
        if compiled.target is None:
            for variant in chance.sample(compiled.variants, min(VARIANTS, len(compiled.variants))):
                for fault in programs.faults(variant.routine):
                    yield VariantFault(compiled.form, variant, fault)


def judge_program(place: VariantFault) -> FaultVerdict:
    """Return the verdict on a fault in the semantics of a record."""
    routine, form, values = place.variant.routine, place.form, place.variant.values
    inputs = [parameter.name for parameter in routine.parameters]
    outputs = [result.name for result in routine.results]
    try:
        function = programs.function(place.fault.put_into(routine))
    except Exception:
        return FaultVerdict(place.fault.group, place.name, "killed", "no program can be made of it")
    end = "killed" if detects(cases(form, values), function, inputs, outputs) else "no effect"
    if end != "killed" and detects(cases(form, values, MORE)[:MOST], function, inputs, outputs):
        end = "survived"
    return FaultVerdict(place.fault.group, place.name, end)


# --- faults in arithmetic ---


@cache
def floating_cases(names: tuple[str, ...], count: int = RANDOM) -> list[tuple[Implementation, list[VectorLine]]]:
    """Return implementations of variants of forms with floating-point values, with their vectors."""
    chance, with_cases = random.Random(1), []
    for _, form, program in entries(names):
        types = {value for slot in form.slots for value in slot.values} | {
            str(operand.type) for operand in form.operands
        }
        is_floating = not types.isdisjoint(formats.known())
        every = list(variants(form)) if program.semantics and is_floating else []
        for values in chance.sample(every, min(VARIANTS, len(every))):
            with_cases.append((implementation(form, values, backend=REFERENCE), cases(form, values, count)))
    return with_cases


def judge_arithmetic(fault: arithmetic.ArithmeticFault, names: tuple[str, ...] = ()) -> FaultVerdict:
    """Return the verdict on a fault in exact arithmetic."""
    name, group = f"{fault.group} {fault.name}", f"exact.{fault.group}"
    try:
        copies = arithmetic.Copies(fault)
    except Exception:
        return FaultVerdict(group, name, "killed", "the module cannot be loaded")
    for count, end in ((RANDOM, "killed"), (10 * RANDOM, "survived")):
        for right, vectors in floating_cases(names, count):
            if detects(vectors, copies.function(right.function), right.inputs, right.outputs):
                return FaultVerdict(group, name, end)
    return FaultVerdict(group, name, "no effect")


# --- the score ---


class Campaign(NamedTuple):
    """Selection of faults: at most `count` of a seed, in programs of some mnemonics or of all."""

    count: int
    seed: int
    names: tuple[str, ...] = ()


@cache
def drawn(campaign: Campaign) -> list[VariantFault | arithmetic.ArithmeticFault]:
    """Return two faults in programs for each one in arithmetic; the same in every process."""
    count, seed, names = campaign
    every = list(program_faults(names, random.Random(seed)))
    in_programs = draw_evenly(every, lambda place: place.fault.group, count - count // 3, seed)
    return [*in_programs, *draw_evenly(list(arithmetic.faults()), lambda fault: fault.group, count // 3, seed)]


def judge(campaign: Campaign, number: int) -> FaultVerdict | None:
    """Return the verdict on a fault by its number; None if fewer are drawn."""
    faults = drawn(campaign)
    if number >= len(faults):
        return None
    fault = faults[number]
    return judge_program(fault) if isinstance(fault, VariantFault) else judge_arithmetic(fault, campaign.names)


def score(count: int, seed: int, names: Sequence[str] = (), workers: Workers = ALONE) -> Iterator[FaultVerdict]:
    """Judge the faults of a seed, in their order."""
    work = partial(judge, Campaign(count, seed, tuple(names)))
    verdicts = workers.ordered(work, range(count), Progress(count, "faults"))
    return (verdict for verdict in verdicts if verdict)


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="mnemonics whose programs are to be faulty")
    parser.add_argument("--faults", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    add_workers(parser)
    given = parser.parse_args()
    with workers(given) as where:
        verdicts = list(score(given.faults, given.seed, given.names, where))
    print("\n".join(report(verdicts)))
    return int(any(verdict.end == "survived" for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
