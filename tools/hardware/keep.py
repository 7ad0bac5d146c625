"""Keep the most informative results of a GPU: `python -m tools.hardware.keep FIXTURE FOLDER ANSWER …`.

FOLDER is that of `tools.hardware.plan`, ANSWER that of `tools.hardware.runner`; there may be several pairs. Of each
pool of inputs a few rows are kept: some at random, and those that tell the programs of forms from programs with a
seeded fault. What the contract leaves open is masked when results are compared, not here.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve
from generator.semantics.compile import Compiled, compile_entries
from generator.semantics.functions import functions_of
from generator.semantics.ir import TypedRoutine
from ptxisa.isa import selectors, targets
from ptxisa.isa.forms import Form, Values, holds
from ptxisa.isa.instructions import every_form
from ptxisa.numbers.patterns import Bits, integer
from ptxisa.numbers.primitives import open_bits
from ptxisa.run.warp import ACTIVE, LANE, LANES, lane_numbers, looks_around, operand_of
from ptxisa.vectors.samples import executing, of_thread
from tools.hardware import results
from tools.hardware.runner import read_pools
from tools.mutation import programs

FIRST, MOST = 8, 20
"""Rows of a pool that are always kept, and the most that are kept."""
FIRST_WARPS, MOST_WARPS = 2, 5
PROGRAMS = 2
"""Cases of a pool whose programs get faults."""
FAULTS = 80
"""Faults in each of these programs."""


class Entry(NamedTuple):
    """Kernel that ran: its line of the plan and its results."""

    form: Form
    values: Values
    plan: Mapping[str, Any]
    outputs: Mapping[str, Bits]

    @property
    def numbers(self) -> dict[str, int]:
        """Inputs of the function besides registers, by name."""
        return {**self.plan["constants"], **selectors.inputs(self.form, self.plan["selection"])}


def entries(folder: Path, answer: Path) -> Iterator[Entry]:
    """Yield every kernel of a plan."""
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    arrays = np.load(answer / "results.npz")
    forms = {form.id: form for form in every_form()}
    lines = [line for module in plan["modules"] for line in module]
    for number, line in enumerate(lines):
        form = forms[line["form"]]
        values = {**dict.fromkeys(slot.name for slot in form.slots), **line["values"]}
        yield Entry(form, values, line, {name: arrays[f"{number}.{name}"] for name in line["outputs"]})


# --- programs with faults ---


@cache
def _isa() -> Isa:
    return resolve(load())


@cache
def _compiled(form_id: str) -> tuple[Compiled, ...]:
    listed = [entry for entry in _isa().forms() if entry[1].id == form_id]
    return tuple(compile_entries(listed, _isa().types, functions_of(_isa()), given=False))


def routine(form: Form, values: Values) -> TypedRoutine:
    """Return the program of a variant on the target, that of a model first."""
    on = targets.target(results.TARGET)
    texts = sorted(_compiled(form.id), key=lambda text: text.target is None)
    for text in texts:
        if (text.target is None or targets.admits(text.target, on)) and holds(text.when, values):
            for variant in text.variants:
                if variant.key == tuple(values[slot] for slot in text.slots):
                    return variant.routine
    raise LookupError(form.id)


class Table(NamedTuple):
    """Return the inputs of a program, row by row, its expected results, and the bits that are compared."""

    rows: Sequence[Mapping[str, int]]
    wanted: Sequence[tuple[int, ...]]
    counts: Sequence[tuple[int, ...]]
    threads: Sequence[int]


def table(entry: Entry, pool: Mapping[str, Bits], program: TypedRoutine) -> Table:
    """Return the rows of threads that execute the statement."""
    given = dict(pool)
    names = tuple(parameter.name for parameter in program.parameters)
    if looks_around(names):
        given[LANE] = lane_numbers(len(given[ACTIVE]))
        given |= {name: given[operand_of(name)] for name in names if operand_of(name)}
    size = max((len(array) for array in given.values()), default=1)
    threads = [int(index) for index in (np.flatnonzero(executing(given)) if ACTIVE in given else range(size))]
    rows = [{**of_thread(given, thread), **entry.numbers} for thread in threads]
    right = programs.function(program)
    outcomes = [right(*(row[name] for name in names)) for row in rows]
    ports = [result.name for result in program.results]
    wanted = [tuple(integer(entry.outputs[name][thread]) for name in ports) for thread in threads]
    counts = [tuple(~open_bits(value) for value in result) for result in outcomes]
    return Table(rows, wanted, counts, threads)


def tells(function: Callable[..., Sequence[int]], names: Sequence[str], known: Table, row: int) -> bool:
    """Return True if a function with a fault differs from the GPU for a row."""
    try:
        outcomes = function(*(known.rows[row][name] for name in names))
    except Exception:
        return True
    wanted, counts = known.wanted[row], known.counts[row]
    return any((int(result) ^ right) & count for result, right, count in zip(outcomes, wanted, counts, strict=True))


# --- the choice of rows ---


def chosen(pool: Mapping[str, Bits], group: Sequence[Entry], seed: int) -> list[int]:
    """Return the rows of a pool to keep; of a pool of warps whole warps."""
    around = ACTIVE in pool
    size = max((len(array) for array in pool.values()), default=1) // (LANES if around else 1)
    chance = random.Random(seed)
    first, most = (FIRST_WARPS, MOST_WARPS) if around else (FIRST, MOST)
    kept = chance.sample(range(size), min(first, size))
    for entry in chance.sample(list(group), min(PROGRAMS, len(group))):
        _add_telling(kept, most, entry, pool, chance)
    for other in chance.sample(range(size), size):
        if len(kept) < min(most, size) and other not in kept:
            kept.append(other)
    places = sorted(kept)
    return [place * LANES + lane for place in places for lane in range(LANES)] if around else places


def _add_telling(kept: list[int], most: int, entry: Entry, pool: Mapping[str, Bits], chance: random.Random) -> None:
    """Add rows for the faults that the rows so far do not detect."""
    program = routine(entry.form, entry.values)
    known = table(entry, pool, program)
    names = [parameter.name for parameter in program.parameters]
    unit = LANES if ACTIVE in pool else 1
    every = list(programs.faults(program))
    for fault in chance.sample(every, min(FAULTS, len(every))):
        if len(kept) >= most:
            return
        try:
            function = programs.function(fault.put_into(program))
        except Exception:
            continue
        order = sorted(range(len(known.rows)), key=lambda row: known.threads[row] // unit not in kept)
        telling = next((row for row in order if tells(function, names, known, row)), None)
        if telling is not None and known.threads[telling] // unit not in kept:
            kept.append(known.threads[telling] // unit)


# --- the fixture ---


def keep(path: Path, pairs: Sequence[tuple[Path, Path]]) -> None:
    """Write the fixture from folders of plans with the answers to them."""
    blocks: list[dict[str, Bits]] = []
    cases: dict[str, list[Any]] = defaultdict(list)
    groups = [group for pair in pairs for group in _groups(*pair)]
    for seed, (pool, group) in enumerate(groups):
        if seed % 100 == 0:
            print(f"{seed} of {len(groups)} pools", file=sys.stderr, flush=True)
        rows = chosen(pool, group, seed)
        given = len(blocks)
        blocks.append({name: array[rows] for name, array in pool.items()})
        for entry in group:
            line = entry.plan
            cases[line["form"]].append([line["values"], line["constants"], line["selection"], given, len(blocks)])
            blocks.append(_outputs(entry, blocks[given], rows))
    device = json.loads((pairs[0][1] / "device.json").read_text(encoding="utf-8"))
    results.write(path, {**device, "cases": dict(cases)}, blocks)


def _groups(folder: Path, answer: Path) -> Iterator[tuple[Mapping[str, Bits], list[Entry]]]:
    """Yield each pool of inputs with the kernels that read it."""
    pools = read_pools(np.load(folder / "inputs.npz"))
    by_pool: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries(folder, answer):
        by_pool[entry.plan["pool"]].append(entry)
    return ((pools.get(number, {}), group) for number, group in sorted(by_pool.items()))


def _outputs(entry: Entry, given: Mapping[str, Bits], rows: Sequence[int]) -> dict[str, Bits]:
    """Return the results of the GPU, with 0 in lanes that did not execute the statement."""
    outputs = {name: array[rows] for name, array in entry.outputs.items()}
    if ACTIVE in given:
        idle = executing({**given, LANE: lane_numbers(len(rows))}) == 0
        for array in outputs.values():
            array[idle] = np.zeros((), array.dtype)
    return outputs


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fixture", type=Path)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER ANSWER")
    given = parser.parse_args()
    keep(given.fixture, list(zip(given.folders[::2], given.folders[1::2], strict=True)))
    print(f"{given.fixture}: {given.fixture.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
