"""How many seeded faults the test vectors find: `python -m tools.mutation.score [--faults N] [-j N] [NAME …]`.

Faults are put into the typed programs of forms, where vectors of the same variant must find them, and into exact
arithmetic, where vectors of any form with floating-point values must. A fault that they do not find is tried on many
more inputs: if one of these finds it, the vectors are too weak and it *survived*; if none does, it presumably
changes no result at all, as a sign that only matters above the bits that are kept.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

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

RANDOM = 32
"""Vectors of each random class, as `ptxisa vectors` writes them."""
MORE = 3000
"""Inputs of each random class on which a fault is tried that the vectors did not find."""
MOST = 20_000
"""The largest number of these inputs."""
VARIANTS = 6
"""Variants of a form into which faults are put, and whose vectors exact arithmetic must pass."""


class Verdict(NamedTuple):
    """What became of a fault: "killed", "survived", or "no effect" where no input told it from the right one."""

    group: str
    fault: str
    end: str


@cache
def isa() -> Isa:
    """Return the records of the repository."""
    return resolve(load())


def entries(names: Sequence[str]) -> list[Entry]:
    """Forms with their programs, all or those of some mnemonics."""
    return [entry for entry in isa().forms() if not names or entry[0].mnemonic in names]


_CASES: dict[tuple[str, str, int], list[VectorLine]] = {}


def cases(form: Form, values: Values, random: int = RANDOM) -> list[VectorLine]:
    """Return the vectors of a variant, as a reader has them."""
    key = form.id, form.opcode(dict(values)), random
    if key not in _CASES:
        one = next(planned([(form, [values])]))
        with tempfile.TemporaryDirectory() as folder:
            run = VectorRun(Path(folder), VectorOptions(random), plain=True)
            _CASES[key] = [vector for _ in write([one], run) for vector in read(run.path(one))]
    return _CASES[key]


Function = Callable[..., tuple[int, ...]]


def finds(function: Function, inputs: Sequence[str], outputs: Sequence[str], found: Iterable[VectorLine]) -> bool:
    """Return True if a function gives a result that a vector does not allow, or none at all."""
    return any(_differs(function, inputs, outputs, case) for case in found)


def _differs(function: Function, inputs: Sequence[str], outputs: Sequence[str], case: VectorLine) -> bool:
    try:
        results = function(*(case.inputs[name] for name in inputs))
    except Exception:
        return True
    return not case.allows({name: int(result) for name, result in zip(outputs, results, strict=True)})


# --- faults in programs ---


class Place(NamedTuple):
    """A fault of a variant."""

    form: Form
    variant: CompiledVariant
    fault: programs.Fault

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.form.opcode(dict(self.variant.values))} {self.fault.name}"


def program_faults(names: Sequence[str], chance: random.Random) -> Iterator[Place]:
    """Every fault of some variants of each form, or of those of some mnemonics."""
    executable = [entry for entry in entries(names) if entry[2].semantics]
    for compiled in compile_entries(executable, isa().types, functions_of(isa()), given=False):
        if compiled.target is None:
            for variant in chance.sample(compiled.variants, min(VARIANTS, len(compiled.variants))):
                for fault in programs.faults(variant.routine):
                    yield Place(compiled.form, variant, fault)


def judge_program(place: Place) -> Verdict:
    """Return whether the vectors detect a fault in the semantics of a record."""
    routine, form, values = place.variant.routine, place.form, place.variant.values
    inputs = [parameter.name for parameter in routine.parameters]
    outputs = [result.name for result in routine.results]
    try:
        function = programs.function(place.fault.put_into(routine))
    except Exception:
        return Verdict(place.fault.group, place.name, "killed")  # No program at all.
    end = "killed" if finds(function, inputs, outputs, cases(form, values)) else "no effect"
    if end != "killed" and finds(function, inputs, outputs, cases(form, values, MORE)[:MOST]):
        end = "survived"
    return Verdict(place.fault.group, place.name, end)


# --- faults in arithmetic ---


@cache
def floating_cases(names: tuple[str, ...], count: int = RANDOM) -> list[tuple[Implementation, list[VectorLine]]]:
    """Return implementations of variants of forms with floating-point values, with their vectors."""
    chance, found = random.Random(1), []
    for _, form, program in entries(names):
        types = {value for slot in form.slots for value in slot.values} | {
            str(operand.type) for operand in form.operands
        }
        is_floating = not types.isdisjoint(formats.known())
        every = list(variants(form)) if program.semantics and is_floating else []
        for values in chance.sample(every, min(VARIANTS, len(every))):
            found.append((implementation(form, values, backend=REFERENCE), cases(form, values, count)))
    return found


def judge_arithmetic(fault: arithmetic.Fault, names: tuple[str, ...] = ()) -> Verdict:
    """Return whether the vectors detect a fault in exact arithmetic."""
    name, group = f"{fault.group} {fault.name}", f"exact.{fault.group}"
    try:
        copies = arithmetic.Copies(fault)
    except Exception:
        return Verdict(group, name, "killed")  # No module at all.
    if _found_by(copies, floating_cases(names)):
        return Verdict(group, name, "killed")
    return Verdict(group, name, "survived" if _found_by(copies, floating_cases(names, 10 * RANDOM)) else "no effect")


def _found_by(copies: arithmetic.Copies, every: list[tuple[Implementation, list[VectorLine]]]) -> bool:
    return any(finds(copies.function(one.function), one.inputs, one.outputs, listed) for one, listed in every)


# --- the score ---


def spread(faults: Sequence[Any], group: Callable[[Any], str], count: int, seed: int) -> list[Any]:
    """At most `count` faults, as evenly over the groups as there are some."""
    chance = random.Random(seed)
    by_group: dict[str, list[Any]] = defaultdict(list)
    for fault in faults:
        by_group[group(fault)].append(fault)
    for listed in by_group.values():
        chance.shuffle(listed)
    chosen: list[Any] = []
    while len(chosen) < min(count, len(faults)):
        for listed in by_group.values():
            if listed and len(chosen) < count:
                chosen.append(listed.pop())
    return chosen


class Campaign(NamedTuple):
    """Which faults are drawn: at most `count` of a seed, in programs of some mnemonics or of all."""

    count: int
    seed: int
    names: tuple[str, ...] = ()


@cache
def drawn(campaign: Campaign) -> list[Place | arithmetic.Fault]:
    """Two faults in programs for each one in arithmetic; the same in every process."""
    count, seed, names = campaign
    found = list(program_faults(names, random.Random(seed)))
    in_programs = spread(found, lambda place: place.fault.group, count - count // 3, seed)
    return [*in_programs, *spread(list(arithmetic.faults()), lambda fault: fault.group, count // 3, seed)]


def judge(campaign: Campaign, number: int) -> Verdict | None:
    """Return the verdict on a fault by its number; None if fewer are drawn."""
    faults = drawn(campaign)
    if number >= len(faults):
        return None
    fault = faults[number]
    return judge_program(fault) if isinstance(fault, Place) else judge_arithmetic(fault, campaign.names)


def score(count: int, seed: int, names: Sequence[str] = (), workers: Workers = ALONE) -> Iterator[Verdict]:
    """Judge the faults of a seed, in their order."""
    work = partial(judge, Campaign(count, seed, tuple(names)))
    found = workers.ordered(work, range(count), Progress(count, "faults"))
    return (verdict for verdict in found if verdict)


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


def report(verdicts: list[Verdict]) -> Iterator[str]:
    """Yield a table of the groups, and the faults that were not killed."""
    yield f"{'group':24} {'faults':>7} {'killed':>7} {'no effect':>10} {'survived':>9}"
    for group in [*sorted({verdict.group for verdict in verdicts}), "all"]:
        ends = Counter(verdict.end for verdict in verdicts if group in (verdict.group, "all"))
        figures = f"{ends.total():7} {ends['killed']:7} {ends['no effect']:10} {ends['survived']:9}"
        yield f"{group:24} {figures}"
    for verdict in sorted(verdicts, key=lambda one: one.end, reverse=True):
        if verdict.end != "killed":
            yield f"{verdict.end}: {verdict.group}: {verdict.fault}"


if __name__ == "__main__":
    sys.exit(main())
