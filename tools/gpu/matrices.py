"""Multiply matrices by every instruction of the GPU, and compare with the model of its target, bit for bit.

    python -m tools.gpu.matrices FOLDER [WORD…] [--results N] [--seed N] [--jobs N]

runs the products whose name has all the words, N results of each class of samples. FOLDER gets `results.json` (results
and equal results of each product), `golden.npz` (a few results of each product, a fixture of the tests), and
`layouts.json` (where the GPU has the elements of fragments, of metadata, and of moved matrices). Needs an NVIDIA GPU of
sm_90. Status 1 when a result differs.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ptxisa.numbers.matrix.multiplication import NO_FLOOR, Model
from ptxisa.oracle.gpu.driver import GpuContext, GpuError
from ptxisa.oracle.gpu.matrices import ProductResults, compare_case, expected, model
from ptxisa.oracle.gpu.outcomes import ResultMismatch
from ptxisa.oracle.gpu.product_kernels import metadata
from ptxisa.oracle.gpu.product_samples import group
from ptxisa.oracle.gpu.products import BITS, ProductCase, cases
from tools.gpu import golden, layouts

_DISTINGUISHING = 3
"""Results of a product that are kept for each neighbor of the model, besides one of each class."""


class ProductOutcome(NamedTuple):
    """A product: results compared, equal ones, first differences, results to keep with the reason, an error."""

    case: ProductCase
    run: int = 0
    equal: int = 0
    differences: tuple[ResultMismatch, ...] = ()
    kept: Mapping[str, golden.Elements] = {}
    error: str = ""


def verify(context: GpuContext, case: ProductCase, results: int, seed: int) -> ProductOutcome:
    """Compare `results` results of each class."""
    outcome = ProductOutcome(case)
    for comparison in compare_case(context, case, results, seed):
        outcome = outcome._replace(
            run=outcome.run + comparison.measured.size,
            equal=outcome.equal + comparison.measured.size - len(comparison.wrong),
            differences=(*outcome.differences, *comparison.mismatches())[:8],
            kept=outcome.kept
            if comparison.sample in outcome.kept
            else {**outcome.kept, **_worth_keeping(outcome, comparison)},
        )
    return outcome


def _worth_keeping(outcome: ProductOutcome, comparison: ProductResults) -> dict[str, golden.Elements]:
    """Return a result of the class, and results for which a neighbor of the model is wrong, until there are enough."""
    case, by = outcome.case, model(outcome.case)
    kept = {
        comparison.sample: golden.draw(
            case, comparison.given, comparison.measured, np.ones_like(comparison.measured, bool), 1
        )
    }
    for reason, other in (neighbors(by) if by else {}).items():
        before = outcome.kept.get(reason)
        missing = _DISTINGUISHING - (len(before.d) if before else 0)
        if missing > 0:
            wrong = expected(case, comparison.given, other) != comparison.measured
            kept[reason] = golden.joined(
                before, golden.draw(case, comparison.given, comparison.measured, wrong, missing)
            )
    return kept


def neighbors(of: Model) -> dict[str, Model]:
    """Return models that differ from a model in one property."""
    if of.accumulation in ("add_c_last", "pairwise", "sequential"):
        other = "pairwise" if of.accumulation == "add_c_last" else "add_c_last"
        return {} if of.accumulation == "sequential" else {other: Model(other)}
    changes: dict[str, dict[str, Any]] = {
        "less fraction": {"fraction": of.fraction - 1},
        "more fraction": {"fraction": of.fraction + 1},
        "no floor": {"min_exponent": NO_FLOOR},
        "lower floor": {"min_exponent": of.min_exponent - 1},
        "higher floor": {"min_exponent": of.min_exponent + 1},
        "less kept": {"sum_fraction": of.sum_fraction - 1},
        "more kept": {"sum_fraction": min(23, of.sum_fraction + 1)},
        "smaller blocks": {"block": max(1, of.block // 2)},
        "larger blocks": {"block": 2 * of.block},
    }
    models = {name: of._replace(**change) for name, change in changes.items()}
    if of.accumulation != "fused":
        models["fused"] = of._replace(accumulation="fused", block=of.block or 32)
    return {name: other for name, other in models.items() if other != of}


def chosen(words: Sequence[str]) -> list[ProductCase]:
    """Return the products whose name has all the words."""
    return [case for case in cases() if all(word in case.name for word in words)]


def verify_apart(results: int, seed: int, some: list[ProductCase]) -> list[ProductOutcome]:
    """Compare products in a process of their own, which has its own context on the GPU."""
    outcomes = []
    with GpuContext() as context:
        for case in some:
            try:
                outcomes.append(verify(context, case, results, seed))
            except GpuError as error:
                outcomes.append(ProductOutcome(case, error=str(error)))
    return outcomes


def measured_layouts(context: GpuContext, some: Sequence[ProductCase]) -> dict[str, object]:
    """Return where the GPU has the elements of fragments, of metadata and of moved matrices."""
    dense = [case for case in some if case.instruction == "mma" and case.modifier in ("", ".and")]
    single = [case for case in dense if case.shape != "m8n8k4" or case.a == "f64"]
    sparse = [case for case in some if case.is_sparse]
    return {
        "fragments": {
            f"{case.shape}.b{BITS[case.a]}": layouts.fragments(context, case) for case in _one_of_each_shape(single)
        },
        "metadata": {
            f"{case.instruction}.{case.shape}.b{BITS[case.a]}": {
                selector: metadata(context, case, selector) for selector in range(_selectors(case))
            }
            for case in _one_of_each_shape(sparse)
        },
        "moves": layouts.moves(context),
    }


def _one_of_each_shape(some: Sequence[ProductCase]) -> list[ProductCase]:
    """Return one product of each instruction, shape and width of elements."""
    return list({(case.instruction, case.shape, BITS[case.a]): case for case in some}.values())


def _selectors(case: ProductCase) -> int:
    """Return the number of sparsity selectors: how often the metadata fit into the registers of a warp."""
    size, _, _ = group(case)
    return 4 * 8 * 32 // (4 * 16 * case.k // size)


def main(arguments: list[str] | None = None) -> int:
    """Run the products, write results, and print where the model differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", metavar="WORD", help="words in the names of products; all by default")
    parser.add_argument("--results", type=int, default=4096, metavar="N", help="results of each class (default 4096)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the tiles (default 0)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    options = parser.parse_args(arguments)
    some = chosen(options.words)
    if not some:
        print("no product has all of these words in its name")
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    outcomes: list[ProductOutcome] = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        parts = [some[start :: 4 * options.jobs] for start in range(4 * options.jobs)]
        for part in pool.imap_unordered(partial(verify_apart, options.results, options.seed), filter(None, parts)):
            outcomes += part
    outcomes.sort(key=lambda outcome: outcome.case.name)
    counts = {outcome.case.name: {"run": outcome.run, "equal": outcome.equal} for outcome in outcomes}
    (options.folder / "results.json").write_text(json.dumps(counts, indent=1))
    kept = {outcome.case.name: golden.joined(*outcome.kept.values()) for outcome in outcomes if outcome.kept}
    golden.write(options.folder / "golden.npz", kept)
    with GpuContext() as context:
        (options.folder / "layouts.json").write_text(json.dumps(measured_layouts(context, some)))
    return report(outcomes)


def report(outcomes: Sequence[ProductOutcome]) -> int:
    """Print the products that differ, and return the exit status."""
    wrong = [outcome for outcome in outcomes if outcome.error or outcome.equal != outcome.run]
    for outcome in wrong:
        print(f"{outcome.case.name}: {outcome.error or f'{outcome.run - outcome.equal:,} of {outcome.run:,} differ'}")
        for difference in outcome.differences:
            place = tuple(difference.inputs.values())
            print(
                f"    {difference.sample} {place}: {difference.expected:#x} expected, {difference.measured:#x} measured"
            )
    run, equal = sum(outcome.run for outcome in outcomes), sum(outcome.equal for outcome in outcomes)
    print(f"{len(outcomes)} products, {run:,} results, {equal:,} equal, {len(wrong)} products differ")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
