"""Multiply matrices by every instruction of the GPU of this machine, and hold the model of its target against it.

Of each case of `cases` the tiles of every class of `samples` are multiplied. Every result is compared with
`ptxisa.numbers.matrix.lanes`, which must agree in all bits.

    python -m ptxisa.oracle.gpu.matrix FOLDER [WORD…] [--results N] [--seed N] [--jobs N]

runs the cases whose name has all the words, N results of each class. FOLDER gets `results.json` (results and equal
results of each case), `golden.npz` (a few results of each case, which the tests hold the model against), and
`layouts.json` (where the GPU has the elements of fragments, of metadata, and of moved matrices). Needs an
NVIDIA GPU of sm_90. Status 1 when a result differs.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import NO_FLOOR, Model, Multiplication, find
from ptxisa.oracle.gpu.driver import Context, GpuError
from ptxisa.oracle.gpu.matrix import golden, probes
from ptxisa.oracle.gpu.matrix.cases import BITS, Case, cases
from ptxisa.oracle.gpu.matrix.kernels import run
from ptxisa.oracle.gpu.matrix.samples import Tiles, classes, group, positions, tiles

TARGET = "sm_90"
"""The base target whose instructions the cases are."""
_TOGETHER = 16384
"""Results of a class that are computed at once."""
_LEAST_N = 8
"""Metadata do not depend on N."""
_TELLING = 3
"""Results of a case that are kept to tell the model from each of its neighbors, besides one of each class."""


class Difference(NamedTuple):
    """A result of a class that is not the expected one, at a tile, row and column."""

    sample: str
    place: tuple[int, ...]
    expected: int
    measured: int

    def __str__(self) -> str:
        return f"{self.sample} {self.place}: {self.expected:#x} expected, {self.measured:#x} measured"


class Outcome(NamedTuple):
    """A case: results compared, equal ones, first differences, results to keep and why, what went wrong."""

    case: Case
    run: int = 0
    equal: int = 0
    differences: tuple[Difference, ...] = ()
    kept: Mapping[str, golden.Elements] = {}
    error: str = ""


# --- one case ---


def what(case: Case) -> Multiplication:
    """The types and modifiers of a case that count for its values."""
    modifier = case.modifier.lstrip(".")
    return Multiplication(
        case.a,
        case.b,
        case.c,
        case.d,
        rounding=modifier or "rn" if case.d == "f64" else "rn",
        saturate=modifier == "satfinite",
        operation=modifier if case.a == "b1" else "",
        negate_a=case.negate_a,
        negate_b=case.negate_b,
    )


def model(case: Case) -> Model | None:
    """The model of the target for a case."""
    return find(TARGET, case.instruction.partition("::")[0], case.shape, what(case))


def expected(case: Case, given: Tiles, by: Model | None) -> Lanes:
    """D of tiles by a model."""
    columns = positions(case, given.kept) if case.is_sparse else None
    c = given.c if case.accumulate else np.zeros_like(given.c)
    return multiply(given.a, given.b, c, what(case), by, columns)


def neighbors(of: Model) -> dict[str, Model]:
    """Models that differ in one thing from a model."""
    if of.method in ("after", "pairs", "chain"):
        other = "pairs" if of.method == "after" else "after"
        return {} if of.method == "chain" else {other: Model(other)}
    changes: dict[str, dict[str, Any]] = {
        "less fraction": {"fraction": of.fraction - 1},
        "more fraction": {"fraction": of.fraction + 1},
        "no floor": {"floor": NO_FLOOR},
        "lower floor": {"floor": of.floor - 1},
        "higher floor": {"floor": of.floor + 1},
        "less kept": {"kept": of.kept - 1},
        "more kept": {"kept": min(23, of.kept + 1)},
        "smaller blocks": {"block": max(1, of.block // 2)},
        "larger blocks": {"block": 2 * of.block},
    }
    found = {name: of._replace(**change) for name, change in changes.items()}
    if of.method != "fused":
        found["fused"] = of._replace(method="fused", block=of.block or 32)
    return {name: one for name, one in found.items() if one != of}


def verify(context: Context, case: Case, results: int, seed: int) -> Outcome:
    """Compare `results` results of each class."""
    places = probes.metadata(context, case._replace(n=_LEAST_N), 0) if case.is_sparse else []
    found = Outcome(case)
    for name in classes(case):
        for number, count in enumerate(_counts(case, results)):
            given = tiles(case, name, count, seed + number)
            e = probes.metadata_words(case, given.kept, places) if case.is_sparse else None
            measured = run(context, case, given.a, given.b, given.c, e)
            found = _compared(found, name, given, measured)
    return found


def _counts(case: Case, results: int) -> Iterator[int]:
    """Tiles at a time, in eights, so that the four products of m8n8k4 come out even."""
    size = case.m * case.n
    for start in range(0, results, _TOGETHER):
        yield max(1, min(_TOGETHER, results - start) // size // 8) * 8


def _compared(found: Outcome, name: str, given: Tiles, measured: Lanes) -> Outcome:
    wanted = expected(found.case, given, model(found.case))
    wrong = np.argwhere(wanted != measured)
    places = [tuple(map(int, place)) for place in wrong[:4]]
    first = tuple(Difference(name, place, int(wanted[place]), int(measured[place])) for place in places)
    return found._replace(
        run=found.run + measured.size,
        equal=found.equal + measured.size - len(wrong),
        differences=(found.differences + first)[:8],
        kept=found.kept if name in found.kept else {**found.kept, **_worth_keeping(found, name, given, measured)},
    )


def _worth_keeping(found: Outcome, name: str, given: Tiles, measured: Lanes) -> dict[str, golden.Elements]:
    """One result of the class, and some that neighbors of the model miss, where there are too few so far."""
    case, by = found.case, model(found.case)
    kept = {name: golden.draw(case, given, measured, np.ones_like(measured, bool), 1)}
    for reason, other in (neighbors(by) if by else {}).items():
        before = found.kept.get(reason)
        missing = _TELLING - (len(before.d) if before else 0)
        if missing > 0:
            telling = expected(case, given, other) != measured
            kept[reason] = golden.joined(before, golden.draw(case, given, measured, telling, missing))
    return kept


# --- all of them ---


def chosen(words: Sequence[str]) -> list[Case]:
    """The cases whose name has all the words."""
    return [case for case in cases() if all(word in case.name for word in words)]


def _verify_apart(results: int, seed: int, some: list[Case]) -> list[Outcome]:
    """In a process of its own."""
    with Context() as context:
        return [_safely(context, case, results, seed) for case in some]


def _safely(context: Context, case: Case, results: int, seed: int) -> Outcome:
    try:
        return verify(context, case, results, seed)
    except GpuError as error:
        return Outcome(case, error=str(error))


def layouts(context: Context, some: Sequence[Case]) -> dict[str, object]:
    """Where the GPU has the elements of fragments, of metadata and of moved matrices."""
    dense = [case for case in some if case.instruction == "mma" and case.modifier in ("", ".and")]
    single = [case for case in dense if case.shape != "m8n8k4" or case.a == "f64"]
    sparse = [case for case in some if case.is_sparse]
    fragments = {f"{one.shape}.b{BITS[one.a]}": probes.fragments(context, one) for one in _distinct(single)}
    metadata = {f"{one.instruction}.{one.shape}.b{BITS[one.a]}": _metadata(context, one) for one in _distinct(sparse)}
    return {"fragments": fragments, "metadata": metadata, "moves": probes.moves(context)}


def _metadata(context: Context, case: Case) -> dict[int, list[list[int]]]:
    return {selector: probes.metadata(context, case, selector) for selector in range(_selectors(case))}


def _distinct(some: Sequence[Case]) -> list[Case]:
    """One case of each instruction, shape and width of elements."""
    return list({(case.instruction, case.shape, BITS[case.a]): case for case in some}.values())


def _selectors(case: Case) -> int:
    """Values of the sparsity selector: how often the metadata of a warp fit into the registers of its threads."""
    size, _, _ = group(case)
    bits = 4 * 16 * case.k // size
    return 4 * 8 * 32 // bits


# --- the command ---


def main(arguments: list[str] | None = None) -> int:
    """Run the cases, write what was found, and say where the model differs."""
    options = _options(arguments)
    some = chosen(options.words)
    if not some:
        print("no case has all of these words in its name")
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    outcomes: list[Outcome] = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        parts = [some[start :: 4 * options.jobs] for start in range(4 * options.jobs)]
        for found in pool.imap_unordered(partial(_verify_apart, options.results, options.seed), filter(None, parts)):
            outcomes += found
    _write(options.folder, sorted(outcomes, key=lambda one: one.case.name))
    with Context() as context:
        (options.folder / "layouts.json").write_text(json.dumps(layouts(context, some)))
    return _report(outcomes)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ptxisa.oracle.gpu.matrix", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", metavar="WORD", help="words that the names of cases have; all by default")
    parser.add_argument("--results", type=int, default=4096, metavar="N", help="results of each class (default 4096)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the tiles (default 0)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    return parser.parse_args(arguments)


def _write(folder: Path, outcomes: Sequence[Outcome]) -> None:
    counts = {one.case.name: {"run": one.run, "equal": one.equal} for one in outcomes}
    (folder / "results.json").write_text(json.dumps(counts, indent=1))
    golden.write(
        folder / "golden.npz", {one.case.name: golden.joined(*one.kept.values()) for one in outcomes if one.kept}
    )


def _report(outcomes: Sequence[Outcome]) -> int:
    wrong = [one for one in outcomes if one.error or one.equal != one.run]
    for one in wrong:
        print(f"{one.case.name}: {one.error or f'{one.run - one.equal:,} of {one.run:,} differ'}")
        print("".join(f"    {text}\n" for text in one.differences), end="")
    run, equal = sum(one.run for one in outcomes), sum(one.equal for one in outcomes)
    print(f"{len(outcomes)} cases, {run:,} results, {equal:,} equal, {len(wrong)} cases differ")
    return int(bool(wrong))
