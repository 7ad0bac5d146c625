"""Hold the semantics of every form against the GPU of this machine, bit for bit."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import selectors, targets, versions
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.opcode import canonical
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import covering
from ptxisa.isa.versions import Version
from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.patterns import Bits, dtype_of, integer
from ptxisa.numbers.primitives import open_bits
from ptxisa.oracle.gpu.driver import Context
from ptxisa.oracle.gpu.kernels import CELLS, HEADER, Kernel, kernel
from ptxisa.oracle.gpu.matrix import by_form, tensor_metadata
from ptxisa.oracle.gpu.matrix.campaign import TARGET as MATRICES_OF
from ptxisa.oracle.gpu.outcomes import Mismatch, Outcome
from ptxisa.query.availability import form_available
from ptxisa.run.semantics import REFERENCE, NotExecutable, implementation
from ptxisa.run.warp import ACTIVE, looks_around
from ptxisa.vectors.contract import allowed
from ptxisa.vectors.samples import Sample, exhaustive, samples
from ptxisa.vectors.warp_samples import executing, of_thread

# Constants that stand in the statement are tried one kernel each: all truth tables of lop3.
CONSTANTS = tuple(range(256))
# The number of combinations of what may follow operands that are drawn for each variant.
SELECTIONS = 24
Say = Callable[[str], None]


def verify(
    forms: list[Form], context: Context, *, random: int = 20_000, say: Say = lambda line: None
) -> Iterator[Outcome]:
    """Compare every variant of every form that the GPU has, one outcome for each form of which kernels are made.

    Of an instruction on matrices, `random` is the number of results of each class of samples.
    """
    on = targets.target(context.target())
    at = newest_version(context)
    for form in forms:
        possible = [values for values in covering(form) if form_available(form, values, on, at)]
        outcome = _Run(form, context, on, at, random).outcome(possible)
        if form.executes and on.name == MATRICES_OF:
            outcome = by_form.measure(form.id, context, random)
        if tensor_metadata.measures(form.id, on):
            outcome = tensor_metadata.measure(form.id, context)
        if outcome.run:
            differ = outcome.run - outcome.agreed - outcome.unspecified
            say(f"{outcome.form:20} {outcome.run:>12,} results, {differ} differ")
            yield outcome


def newest_version(context: Context) -> Version:
    """The newest recorded PTX version that the driver reads."""
    cuda = tuple(int(part) for part in context.driver().split("."))
    known = [
        versions.order(one.name)
        for one in versions.known().values()
        if any(tuple(int(part) for part in release.split(".")) <= cuda for release in one.cuda)
    ]
    return max(known)


class _Run:
    """One form on one GPU."""

    def __init__(self, form: Form, context: Context, on: Target, at: Version, random: int) -> None:
        self.form, self.context, self.on, self.at, self.random = form, context, on, at, random
        self.run = self.agreed = self.unspecified = 0
        self.mismatches: list[Mismatch] = []

    def outcome(self, possible: list[dict[str, str | None]]) -> Outcome:
        for values in possible:
            try:
                self.variant(values)
            except NotExecutable:
                continue
        return Outcome(self.form.id, self.run, self.agreed, self.unspecified, tuple(self.mismatches[:8]))

    def variant(self, values: Values) -> None:
        # Before a kernel is made of what cannot be executed.
        around = looks_around(implementation(self.form, values, on=self.on).inputs)
        constant = next((o.name for o in self.form.operands if o.immediate == "required"), None)
        choices: list[Mapping[str, int]] = [{constant: value} for value in CONSTANTS] if constant else [{}]
        selected = selectors.selections(self.form, SELECTIONS, sorted(values.items(), key=str))
        choices = [{**choice, **selectors.inputs(self.form, one)} for choice in choices for one in selected]
        kernels = [
            kernel(f"k{index}", self.form, values, choice, selected[index % len(selected)], around)
            for index, choice in enumerate(choices)
        ]
        head = HEADER.format(version=self.at, target=self.on.name) + CELLS
        module = self.context.load(head + "\n".join(one.text for one in kernels))
        try:
            for one, choice in zip(kernels, choices, strict=True):
                handle = module.function(one.name)
                for sample in self.samples(values, len(choices)):
                    self.compare(values, choice, sample, self.launch(one, handle, sample))
        finally:
            module.unload()

    def samples(self, values: Values, kernels: int) -> Iterator[Sample]:
        yield from exhaustive(self.form, values)
        yield from samples(self.form, values, random=max(200, self.random // kernels))

    def launch(self, one: Kernel, handle: ctypes.c_void_p, sample: Sample) -> dict[str, Bits]:
        given = [np.ascontiguousarray(sample.values[port.name]) for port in one.inputs]
        threads = len(sample)
        results = {port.name: np.zeros(threads, dtype=dtype_of(port.bits)) for port in one.outputs}
        self.context.launch(handle, threads, given, list(results.values()))
        return results

    def compare(self, values: Values, constants: Mapping[str, int], sample: Sample, measured: dict[str, Bits]) -> None:
        found = implementation(self.form, values, on=self.on)
        given = {**sample.values, **constants}
        expected = found.function(*(given[name] for name in found.inputs))
        counts = executing(sample.values) if ACTIVE in sample.values else np.ones(len(sample), np.uint8)
        for name, wanted in zip(found.outputs, expected, strict=True):
            different = np.flatnonzero((np.broadcast_to(wanted, len(sample)) != measured[name]) & (counts == 1))
            self.run += int(counts.sum())
            self.agreed += int(counts.sum()) - len(different)
            self.judge(values, constants, sample, name, wanted, measured[name], different)

    def judge(
        self,
        values: Values,
        constants: Mapping[str, int],
        sample: Sample,
        name: str,
        wanted: Bits,
        got: Bits,
        different: NDArray[np.intp],
    ) -> None:
        """Count differences that the contract leaves open; keep the others."""
        reference = implementation(self.form, values, backend=REFERENCE, on=self.on)
        given: dict[str, Lanes | int] = {key: array[different] for key, array in sample.values.items()}
        within = allowed(self.form, values, {**given, **constants}, got[different])
        for index, kept in zip(different, within, strict=True):
            lane = {**of_thread(sample.values, int(index)), **constants}
            result = reference.function(*(lane[key] for key in reference.inputs))[reference.outputs.index(name)]
            if kept and not (result ^ integer(got[index])) & ~open_bits(result):
                self.unspecified += 1
            elif len(self.mismatches) < 8:
                opcode = canonical(self.form, dict(values))
                expected = integer(np.broadcast_to(wanted, len(sample))[index])
                self.mismatches.append(Mismatch(opcode, sample.id, lane, name, expected, integer(got[index])))
