"""Agreement of symbolic semantics with the reference, over every variant of every form.

    python -m tools.proofs --samples 200 add fma
    python -m tools.proofs --faults

Terms are evaluated without a solver on samples of the operands; results and their open bits must be those of the
reference functions. Variants with the same two functions are compared once.

With --faults, each operation of `ptxisa.proofs.operations` is made wrong in turn: its lowest bit is inverted, always or
only where the lowest bit of an argument is set. The comparison must find a difference in each case.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ptxisa.isa import selectors
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.instructions import forms_of, mnemonics
from ptxisa.isa.names import module_name
from ptxisa.isa.variants import variants
from ptxisa.proofs import operations, terms
from ptxisa.proofs.evaluation import evaluate
from ptxisa.proofs.operations import Open
from ptxisa.proofs.shapes import identity
from ptxisa.proofs.terms import Term, variable, word
from ptxisa.run.implementation import REFERENCE, SYMBOLIC, Implementation, executable, implementation
from ptxisa.run.warp import ACTIVE, LANE, LANES, looks_around, operand_of
from ptxisa.vectors.samples import executing, inputs, of_thread, samples

_NUMBER_BITS = 32
"""Width of the numbers of a selector."""


class Difference(NamedTuple):
    """Operand whose symbolic result or open bits are not those of the reference."""

    form: str
    values: Values
    operand: str
    inputs: dict[str, int]
    symbolic: tuple[int, int]
    reference: tuple[int, int]


@dataclass
class Totals:
    """Figures of a comparison."""

    forms: int = 0
    variants: int = 0
    functions: int = 0
    inputs: int = 0
    differences: list[Difference] = field(default_factory=list)


def compare(names: Sequence[str], count: int, most: int | None = None) -> Totals:
    """Compare the forms of some mnemonics.

    Args:
        names: Mnemonics; all of them if there are none.
        count: Samples for each pair of functions.
        most: Most variants of a form with different functions; None for all.
    """
    totals = Totals()
    for name in names or mnemonics():
        for form in forms_of(name):
            if not executable(form) or form.operation:
                continue
            totals.forms += 1
            totals.variants += sum(1 for _ in variants(form))
            for values, pair in distinct_functions(form, (REFERENCE, SYMBOLIC), most):
                totals.functions += 1
                rows = list(_rows(form, values, pair[0].inputs, count))
                totals.inputs += len(rows)
                totals.differences += differences(form, values, *pair, rows)
    return totals


def distinct_functions(
    form: Form, backends: Sequence[str], most: int | None
) -> Iterator[tuple[Values, list[Implementation]]]:
    """Yield variants of a form that have different functions in some back ends, with these; at most `most`."""
    seen: set[object] = set()
    for values in variants(form):
        functions = [implementation(form, values, backend=backend) for backend in backends]
        key = tuple(identity(candidate.function) for candidate in functions)
        if key not in seen and (most is None or len(seen) < most):
            seen.add(key)
            yield values, functions


def _rows(form: Form, values: Values, names: tuple[str, ...], count: int) -> Iterator[dict[str, int]]:
    """Yield inputs of the reference function, from every class of samples."""
    generator = random.Random(f"{form.id} {sorted(values.items(), key=str)}")
    classes = [sample for sample in samples(form, values, random=64) if len(sample)]
    selections = selectors.selections(form, 16, form.id)
    for sample in classes:
        for index in generator.choices(range(len(sample)), k=max(1, -(-count // len(classes)))):
            if looks_around(names) and not executing(sample.values)[index]:
                continue
            row = of_thread(sample.values, index) if sample.values else {}
            yield {**row, **selectors.inputs(form, generator.choice(selections))} if selections else row


def differences(
    form: Form, values: Values, reference: Implementation, symbolic: Implementation, rows: list[dict[str, int]]
) -> Iterator[Difference]:
    """Yield the operands of samples whose results differ."""
    widths = {input_.name: input_.bits for input_ in inputs(form, values)} | {LANE: 5, ACTIVE: LANES}
    arguments: list[Any] = []
    columns: dict[str, list[int]] = {"": [0] * len(rows)}
    for name in symbolic.inputs:
        if operand := operand_of(name):
            bits = widths[operand]
            lanes = [f"{name} {lane}" for lane in range(LANES)]
            for lane, text in enumerate(lanes):
                columns[text] = [row[name] >> (lane * bits) & ((1 << bits) - 1) for row in rows]
            arguments.append(tuple(variable(text, bits) for text in lanes))
        else:
            columns[name] = [row[name] for row in rows]
            arguments.append(variable(name, widths.get(name, _NUMBER_BITS)))
    results = [
        (output.term, output.mask) if isinstance(output, Open) else (output, word(0, output.width))
        for output in symbolic.function(*arguments)
    ]
    evaluated = evaluate([term for pair in results for term in pair], columns)
    for index, row in enumerate(rows):
        right = reference.function(*(row[name] for name in reference.inputs))
        for place, (operand, result) in enumerate(zip(symbolic.outputs, right, strict=True)):
            ones = (1 << results[place][0].width) - 1
            expected = int(result), getattr(result, "mask", 0) & ones
            actual = evaluated[2 * place][index], evaluated[2 * place + 1][index]
            if actual != expected:
                yield Difference(form.id, values, operand, row, actual, expected)


# --- faults ---

FAULTS = ("always", "for odd operands")
_NOT_OPERATIONS = frozenset({"FALSE", "TRUE", "Lanes", "Open", "Result", "Term"})


def fault_targets() -> list[str]:
    """Return the operations that generated functions call."""
    return [name for name in operations.__all__ if name not in _NOT_OPERATIONS]


def detected(name: str, fault: str, count: int = 60, most: int | None = 12) -> str | None:
    """Return a mnemonic for which a wrong operation is detected, or None.

    Args:
        name: Operation of `ptxisa.proofs.operations`.
        fault: One of `FAULTS`.
        count: Samples for each pair of functions.
        most: Most variants of a form.
    """
    for mnemonic in mnemonics():
        try:
            module = importlib.import_module(f"ptxisa._generated.{SYMBOLIC}.{module_name(mnemonic)}")
        except ModuleNotFoundError:
            continue
        if name not in vars(module):
            continue
        right = vars(module)[name]
        setattr(module, name, _wrong(right, fault))
        try:
            if compare([mnemonic], count, most).differences:
                return mnemonic
        finally:
            setattr(module, name, right)
    return None


def _wrong(right: Callable[..., Term], fault: str) -> Callable[..., Term]:
    def wrong(*arguments: Any) -> Term:
        result = right(*arguments)
        changed = terms.negation(result) if result.sort == terms.BOOL else terms.bit_xor(result, word(1, result.width))
        first = next((part for part in arguments if isinstance(part, Term) and part.op != "const"), None)
        if fault == FAULTS[0] or first is None:
            return changed
        return terms.choose(first if first.sort == terms.BOOL else terms.truth(terms.low(first, 1)), changed, result)

    return wrong


def report_faults() -> int:
    """Make each operation wrong, print where that is detected, and return the number of undetected faults."""
    missed = 0
    for name in fault_targets():
        for fault in FAULTS:
            mnemonic = detected(name, fault) or detected(name, fault, 400, None)
            missed += mnemonic is None
            print(f"{name:20} {fault:18} {mnemonic or 'NOT FOUND'}", flush=True)
    print(f"{2 * len(fault_targets())} faults, {missed} not found")
    return missed


def main() -> int:
    """Compare, print the figures, and return 1 if there is a difference."""
    parser = argparse.ArgumentParser(prog="python -m tools.proofs", description=__doc__)
    parser.add_argument("mnemonics", nargs="*", metavar="MNEMONIC")
    parser.add_argument("--samples", type=int, default=200, metavar="N", help="samples for each pair of functions")
    parser.add_argument("--faults", action="store_true", help="make each operation wrong, and report where it is found")
    arguments = parser.parse_args()
    if arguments.faults:
        return 1 if report_faults() else 0
    began = time.perf_counter()
    totals = compare(arguments.mnemonics, arguments.samples)
    for difference in totals.differences[:20]:
        print(difference)
    print(
        f"{totals.forms} forms, {totals.variants:,} variants with {totals.functions:,} pairs of functions,"
        f" {totals.inputs:,} inputs: {len(totals.differences)} differences ({time.perf_counter() - began:.0f} s)"
    )
    return 1 if totals.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
