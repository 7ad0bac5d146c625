"""Agreement of the native engine with NumPy, over every variant of every form that it compiles.

    python -m tools.native --samples 400 add fma

The terms of a variant are compiled as one block, and run on samples of the operands: special values, random bits, and
operands that cancel or round in all ways. Results must be those of the vector functions. Variants with the same two
functions are compared once; forms that are left to NumPy are counted with the reason.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ptxisa.isa import selectors
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.instructions import forms_of, mnemonics
from ptxisa.machine.native.arithmetic import block_function
from ptxisa.machine.native.compiler import REJECTED, address_of, compiler
from ptxisa.machine.native.lowering import NotLowered
from ptxisa.numbers.patterns import dtype_of
from ptxisa.proofs.operations import Open
from ptxisa.proofs.terms import variable, word
from ptxisa.run.implementation import SYMBOLIC, VECTOR, Implementation, executable
from ptxisa.run.warp import looks_around
from ptxisa.vectors.samples import Sample, inputs, samples
from tools.proofs import distinct_functions

_NUMBER_BITS = 32
"""Width of the numbers of a selector."""
_WIDTHS = (1, 8, 16, 32, 64)


@dataclass
class NativeTotals:
    """Figures of a comparison.

    Attributes:
        forms: Forms with a compiled variant.
        functions: Pairs of functions that were compared.
        values: Results that were compared.
        left: Functions that are left to NumPy, by reason.
        differences: Form, modifiers and operand of results that differ, with operands and both results.
    """

    forms: int = 0
    functions: int = 0
    values: int = 0
    left: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def compare(names: Sequence[str], count: int, most: int | None = None) -> NativeTotals:
    """Compare the forms of some mnemonics.

    Args:
        names: Mnemonics; all of them if there are none.
        count: Samples for each pair of functions.
        most: Most variants of a form with different functions; None for all.
    """
    totals = NativeTotals()
    for name in names or mnemonics():
        for form in forms_of(name):
            if not executable(form) or form.operation:
                continue
            before = totals.functions
            for values, (vector, symbolic) in distinct_functions(form, (VECTOR, SYMBOLIC), most):
                if looks_around(vector.inputs):
                    continue  # Warp collectives are not compiled: each thread needs the values of all others.
                try:
                    _compare(form, values, vector, symbolic, count, totals)
                except NotLowered as reason:
                    if str(reason).startswith(REJECTED):
                        raise
                    totals.left[str(reason)] += 1
            totals.forms += totals.functions > before
    return totals


def _compare(
    form: Form, values: Values, vector: Implementation, symbolic: Implementation, count: int, totals: NativeTotals
) -> None:
    """Compare a variant; raise `NotLowered` if it is not compiled."""
    widths = {input_.name: input_.bits for input_ in inputs(form, values)}
    selections = selectors.selections(form, 16, form.id)
    numbers = dict(selectors.inputs(form, selections[len(selections) // 2])) if selections else {}
    # Operands that must be constants, such as the truth table of `lop3`, have one of their values.
    for operand in (input_.operand for input_ in inputs(form, values)):
        if operand is not None and operand.immediate == "required":
            numbers[operand.name] = int(_columns(form, values, [operand.name], count)[operand.name][-1])
    arguments = [
        word(int(numbers[name]), _NUMBER_BITS) if name in numbers else variable(name, widths[name])
        for name in symbolic.inputs
    ]
    outputs = [output.term if isinstance(output, Open) else output for output in symbolic.function(*arguments)]
    roots = {f"{name}'": term for name, term in zip(symbolic.outputs, outputs, strict=True)}
    given = [name for name in symbolic.inputs if name not in numbers]
    if any(
        width not in _WIDTHS for width in (*(widths[name] for name in given), *(output.width for output in outputs))
    ):
        raise NotLowered("a register of 128 bits")
    native = compiler()
    function_name = native.name("variant")
    text, registers, _, _ = block_function(roots, frozenset(roots), native.features, function_name, contiguous=True)
    columns = _columns(form, values, given, count)
    size = len(next(iter(columns.values()), np.zeros(1)))
    arrays = dict(columns)
    for name, term in zip(symbolic.outputs, outputs, strict=True):
        arrays[f"{name}'"] = np.zeros(size, dtype_of(term.width))
    order = list(dict.fromkeys((*registers.read, *registers.written)))
    addresses = np.array([address_of(arrays[name]) for name in order], np.uint64)
    native.function(function_name, text)(address_of(addresses), size, 0, 0)
    with np.errstate(all="ignore"):
        expected = vector.function(*(numbers.get(name, columns.get(name)) for name in vector.inputs))
    totals.functions += 1
    for name, result in zip(vector.outputs, expected, strict=True):
        own = arrays[f"{name}'"]
        right = np.broadcast_to(result, size).astype(own.dtype)
        totals.values += size
        for index in np.flatnonzero(own != right)[:1].tolist():
            operands = ", ".join(f"{operand} = {int(column[index]):#x}" for operand, column in columns.items())
            modifiers = ".".join(str(value) for value in values.values() if value)
            results = f"{int(own[index]):#x}, not {int(right[index]):#x}"
            totals.differences.append(f"{form.id} {modifiers}: {operands}: {name} is {results}")


def _columns(form: Form, values: Values, names: Sequence[str], count: int) -> dict[str, Any]:
    """Return samples of every class of the operands."""
    classes: list[Sample] = [sample for sample in samples(form, values, random=64) if len(sample) and sample.values]
    random = np.random.default_rng(1)
    chosen = [random.integers(0, len(sample), -(-count // len(classes))) for sample in classes]
    return {
        name: np.concatenate([sample.values[name][rows] for sample, rows in zip(classes, chosen, strict=True)])
        for name in names
    }


def main() -> int:
    """Compare, print the figures, and return 1 if there is a difference."""
    parser = argparse.ArgumentParser(prog="python -m tools.native", description=__doc__)
    parser.add_argument("mnemonics", nargs="*", metavar="MNEMONIC")
    parser.add_argument("--samples", type=int, default=400, metavar="N", help="samples for each pair of functions")
    parser.add_argument("--most", type=int, metavar="N", help="most variants of a form")
    arguments = parser.parse_args()
    began = time.perf_counter()
    totals = compare(arguments.mnemonics, arguments.samples, arguments.most)
    for difference in totals.differences[:40]:
        print(difference)
    for reason, functions in totals.left.most_common():
        print(f"left to NumPy: {functions:5,} functions: {reason}")
    seconds = time.perf_counter() - began
    print(
        f"{totals.forms} forms, {totals.functions:,} functions, {totals.values:,} results:"
        f" {len(totals.differences)} differences ({seconds:.0f} s)"
    )
    return 1 if totals.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
