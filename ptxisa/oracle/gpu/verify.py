"""Compare the semantics of forms with the GPU of this machine, bit for bit.

    with GpuContext() as context:
        for outcome in verify(forms, context): ...

Each variant runs as a kernel on arrays of samples. Differences that the contract of a form allows are counted apart.
Forms on matrices are compared by `matrices` and `sparse_metadata`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import selectors, targets, versions
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import covering
from ptxisa.isa.versions import Version
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.patterns import Bits, dtype_of, integer
from ptxisa.numbers.primitives import open_bits
from ptxisa.oracle.gpu import matrices, sparse_metadata
from ptxisa.oracle.gpu.driver import GpuContext
from ptxisa.oracle.gpu.kernels import CELLS, HEADER, MOST_THREADS, kernel
from ptxisa.oracle.gpu.outcomes import Outcome, ResultMismatch
from ptxisa.query.availability import form_available
from ptxisa.run.implementation import REFERENCE, NotExecutable, implementation
from ptxisa.run.warp import ACTIVE, looks_around
from ptxisa.vectors.contract import allowed
from ptxisa.vectors.samples import Sample, executing, exhaustive, of_thread, samples

# An immediate needs a kernel for each value: all truth tables of lop3.
CONSTANTS = tuple(range(256))
SELECTIONS = 24
"""Combinations of operand selectors that are tried for each variant."""
MISMATCHES = 8
"""Mismatches of a form that are kept."""
Log = Callable[[str], None]


def verify(
    forms: list[Form], context: GpuContext, *, random: int = 20_000, log: Log = lambda line: None
) -> Iterator[Outcome]:
    """Compare every variant that the GPU has, and yield an outcome for each form with a kernel.

    Args:
        forms: The forms.
        context: Context of the GPU.
        random: Values in each random class of samples; for matrices, results of each class.
        log: Called with a line for each form.
    """
    on = targets.target(context.target())
    at = newest_version(context)
    for form in forms:
        if form.operation and on.name == matrices.TARGET:
            outcome = matrices.measure(form.id, context, random)
        elif sparse_metadata.measures(form.id, on):
            outcome = sparse_metadata.measure(form.id, context)
        else:
            variants = [values for values in covering(form) if form_available(form, values, on, at)]
            outcome = DeviceFormRun(form, context, on, at, random).outcome(variants)
        if outcome.run:
            differ = outcome.run - outcome.agreed - outcome.unspecified
            log(f"{outcome.form:20} {outcome.run:>12,} results, {differ} differ")
            yield outcome


def newest_version(context: GpuContext) -> Version:
    """Return the newest recorded PTX version that the driver supports."""

    def numbers(release: str) -> tuple[int, ...]:
        return tuple(int(part) for part in release.split("."))

    return max(
        versions.order(version.name)
        for version in versions.known().values()
        if any(numbers(release) <= numbers(context.driver()) for release in version.cuda)
    )


class DeviceFormRun:
    """Comparison of one form with one GPU."""

    def __init__(self, form: Form, context: GpuContext, on: Target, at: Version, random: int) -> None:
        self.form, self.context, self.on, self.at, self.random = form, context, on, at, random
        self.run = self.agreed = self.unspecified = 0
        self.mismatches: list[ResultMismatch] = []

    def outcome(self, variants: list[dict[str, str | None]]) -> Outcome:
        """Run all variants, and return the outcome of the form."""
        for values in variants:
            try:
                self.variant(values)
            except NotExecutable:
                continue
        return Outcome(self.form.id, self.run, self.agreed, self.unspecified, tuple(self.mismatches))

    def variant(self, values: Values) -> None:
        """Run one kernel for each choice of immediates and selectors, on every sample."""
        # Raises NotExecutable before any kernel is assembled.
        around = looks_around(implementation(self.form, values, on=self.on).inputs)
        constant = next((o.name for o in self.form.operands if o.immediate == "required"), None)
        constants: list[Mapping[str, int]] = [{constant: value} for value in CONSTANTS] if constant else [{}]
        selected = selectors.selections(self.form, SELECTIONS, sorted(values.items(), key=str))
        choices = [{**fixed, **selectors.inputs(self.form, selection)} for fixed in constants for selection in selected]
        kernels = [
            kernel(f"k{index}", self.form, values, choice, selected[index % len(selected)], around)
            for index, choice in enumerate(choices)
        ]
        head = HEADER.format(version=self.at, target=self.on.name) + CELLS
        # One module for all kernels of a variant: loading takes the driver longer than running.
        with self.context.load(head + "\n".join(kernel.text for kernel in kernels)) as module:
            for variant, choice in zip(kernels, choices, strict=True):
                function = module.function(variant.name)
                for sample in self.samples(values, len(choices)):
                    operands = [np.ascontiguousarray(sample.values[port.name]) for port in variant.inputs]
                    measured = {port.name: np.zeros(len(sample), dtype_of(port.bits)) for port in variant.outputs}
                    self.context.launch(function, len(sample), operands, list(measured.values()))
                    self.compare(values, choice, sample, measured)

    def samples(self, values: Values, kernels: int) -> Iterator[Sample]:
        """Yield the samples of a variant; the random values are shared by its kernels."""
        yield from exhaustive(self.form, values)
        # Each thread of a kernel with operands in memory has a cell of its own there.
        in_memory = any(operand.kind == "address" for operand in self.form.operands)
        random = max(200, self.random // kernels)
        yield from samples(self.form, values, random=min(random, MOST_THREADS) if in_memory else random)

    def compare(
        self, values: Values, constants: Mapping[str, int], sample: Sample, measured: Mapping[str, Bits]
    ) -> None:
        """Count the results of one sample, and classify those that differ."""
        vector = implementation(self.form, values, on=self.on)
        operands = {**sample.values, **constants}
        expected = vector.function(*(operands[name] for name in vector.inputs))
        # Lanes that do not execute the statement have no result.
        counts = executing(sample.values) if ACTIVE in sample.values else np.ones(len(sample), np.uint8)
        for name, wanted in zip(vector.outputs, expected, strict=True):
            different = np.flatnonzero((np.broadcast_to(wanted, len(sample)) != measured[name]) & (counts == 1))
            self.run += int(counts.sum())
            self.agreed += int(counts.sum()) - len(different)
            self.classify(values, constants, sample, name, wanted, measured[name], different)

    def classify(
        self,
        values: Values,
        constants: Mapping[str, int],
        sample: Sample,
        name: str,
        wanted: Bits,
        measured: Bits,
        different: NDArray[np.intp],
    ) -> None:
        """Count differences that the contract leaves open, and keep the others as mismatches."""
        # Results on integers mark bits that nothing specifies, such as the payload of a NaN; those on arrays cannot.
        reference = implementation(self.form, values, backend=REFERENCE, on=self.on)
        operands: dict[str, Lanes | int] = {key: array[different] for key, array in sample.values.items()}
        within = allowed(self.form, values, {**operands, **constants}, measured[different])
        for index, permitted in zip(different, within, strict=True):
            lane = {**of_thread(sample.values, int(index)), **constants}
            result = reference.function(*(lane[key] for key in reference.inputs))[reference.outputs.index(name)]
            if permitted and not (result ^ integer(measured[index])) & ~open_bits(result):
                self.unspecified += 1
            elif len(self.mismatches) < MISMATCHES:
                opcode = self.form.opcode(dict(values))
                expected = integer(np.broadcast_to(wanted, len(sample))[index])
                mismatch = ResultMismatch(opcode, sample.id, lane, name, expected, integer(measured[index]))
                self.mismatches.append(mismatch)
