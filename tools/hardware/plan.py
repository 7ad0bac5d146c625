"""Kernels and inputs for stored results: `python -m tools.hardware.plan FOLDER [--ptxas RELEASE]`.

For each form that the target executes, one kernel for each function that its variants have, with a pool of inputs
of every class. FOLDER gets cubins, `inputs.npz` and `plan.json`; `tools.hardware.runner` runs them on a GPU, and
`tools.hardware.keep` keeps the telling rows.
"""

from __future__ import annotations

import argparse
import functools
import json
import subprocess
import sys
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa import selectors, targets, versions
from ptxisa.isa.forms import Form, Values, is_data, type_of
from ptxisa.isa.instructions import every_form
from ptxisa.isa.variants import covering
from ptxisa.numbers.patterns import Bits
from ptxisa.oracle.gpu.kernels import CELLS, HEADER, Kernel, kernel
from ptxisa.oracle.releases import find
from ptxisa.query.availability import form_available
from ptxisa.run.implementation import REFERENCE, Implementation, NotExecutable, executable, implementation
from ptxisa.run.warp import ACTIVE, LANES, looks_around, operand_of
from ptxisa.vectors.samples import Sample, inputs, samples

TARGET, PTX = "sm_90", "9.0"
CONSTANTS = (0, 1, 7, 8, 31, 0x55, 0x80, 0x96, 0xAA, 0xCA, 0xD8, 0xE4, 0xF0, 0xFF)
"""Immediates, such as truth tables of lop3, that get a kernel each."""
FEW, MANY = 4, 2
"""Selections for each variant of a form with few variants and of one with many."""
SEVERAL = 24
EDGES, OTHERS = 40, 10
"""Rows of edges and of every other class in a pool."""
WARPS = 3
"""Warps of every class where lanes read other lanes."""
APART = 24
"""Warps in which one lane differs from all others."""
RANDOM = 256
TOGETHER = 192
"""Kernels in a module."""


class Case(NamedTuple):
    """A statement to run: `constants` are the immediates, `selection` what is written after operands."""

    form: Form
    values: Values
    constants: Mapping[str, int]
    selection: selectors.Selection

    @property
    def numbers(self) -> dict[str, int]:
        """Inputs of the function besides registers, by name."""
        return {**self.constants, **selectors.inputs(self.form, self.selection)}


def cases() -> Iterator[Case]:
    """Every form that kernels can run on the target: each function that its variants have, once."""
    on, at = targets.target(TARGET), versions.order(PTX)
    for form in filter(executable, every_form()):
        different: dict[Hashable, Values] = {}
        for values in covering(form):
            if form_available(form, values, on, at):
                different.setdefault(_key(form, values), values)
        for values in different.values():
            yield from _cases_of(form, values, len(different))


def _key(form: Form, values: Values) -> Hashable:
    """Return a key that is equal for variants with the same function and types of registers."""
    reference = implementation(form, values, backend=REFERENCE, on=targets.target(TARGET))
    function, arguments = reference.function, ""
    if isinstance(function, functools.partial):
        function, arguments = function.func, repr(sorted(function.keywords.items()))
    types = tuple(type_of(operand, values) for operand in form.operands if is_data(operand))
    return function.__name__, arguments, reference.inputs, reference.outputs, types


def _cases_of(form: Form, values: Values, variants: int) -> Iterator[Case]:
    immediate = next((operand.name for operand in form.operands if operand.immediate == "required"), None)
    most = MANY if variants > SEVERAL else FEW
    for constants in [{immediate: value} for value in CONSTANTS] if immediate else [{}]:
        for selection in selectors.selections(form, most, sorted(values.items(), key=str)):
            yield Case(form, values, constants, selection)


def kernel_of(case: Case, name: str) -> Kernel:
    """Return the kernel of a case; raise `NotExecutable` if it cannot be made."""
    reference = _implementation(case)
    return kernel(name, case.form, case.values, case.numbers, case.selection, looks_around(reference.inputs))


def _implementation(case: Case) -> Implementation:
    return implementation(case.form, case.values, backend=REFERENCE, on=targets.target(TARGET))


# --- inputs ---


def signature(case: Case) -> str:
    """Return a key that is equal for the cases of a form that share a pool of inputs."""
    read = [
        (input_.name, input_.bits, input_.kind, input_.element_bits, input_.format and input_.format.name)
        for input_ in _read(case)
    ]
    around = ",".join(_implementation(case).inputs) if looks_around(_implementation(case).inputs) else ""
    return f"{case.form.id} {read} {around}"


def _read(case: Case) -> list[Any]:
    return [input_ for input_ in inputs(case.form, case.values) if input_.name not in case.constants]


def pool(case: Case) -> dict[str, Bits]:
    """Return rows of every class by register, or whole warps if lanes read other lanes."""
    around = looks_around(_implementation(case).inputs)
    parts = [
        _warps(sample, index) if around else _rows(sample, index)
        for index, sample in enumerate(samples(case.form, case.values, random=RANDOM, seed=7))
    ]
    registers = {input_.name for input_ in _read(case)}
    names = [name for name in parts[0] if name not in case.constants and (name == ACTIVE or name in registers)]
    return {name: np.concatenate([part[name] for part in parts]) for name in names}


def _rows(sample: Sample, seed: int) -> dict[str, Bits]:
    count = min(len(sample), EDGES if sample.id == "edges" else OTHERS)
    picked = np.random.default_rng(seed).choice(len(sample), count, replace=False)
    return {name: array[picked] for name, array in sample.values.items()}


def _warps(sample: Sample, seed: int) -> dict[str, Bits]:
    warps = len(sample) // LANES
    count = min(warps, APART if sample.id == "one-lane-apart" else WARPS)
    picked = np.random.default_rng(seed).choice(warps, count, replace=False)
    rows = (picked[:, None] * LANES + np.arange(LANES)).ravel()
    return {name: array[rows] for name, array in sample.values.items() if not operand_of(name)}


# --- the folder ---


def write(folder: Path, ptxas: Path) -> int:
    """Write the folder, and return the number of kernels."""
    folder.mkdir(parents=True, exist_ok=True)
    pools: dict[str, dict[str, Bits]] = {}
    kernels: list[tuple[Kernel, dict[str, Any]]] = []
    for case in cases():
        try:
            made = kernel_of(case, f"k{len(kernels)}")
        except NotExecutable:
            continue
        key = signature(case)
        if key not in pools:
            pools[key] = pool(case)
        entry = {
            "form": case.form.id,
            "values": {name: value for name, value in case.values.items() if value is not None},
            "constants": dict(case.constants),
            "selection": {name: value for name, value in case.selection.items() if value is not None},
            "pool": list(pools).index(key),
            "inputs": [port.name for port in made.inputs],
            "outputs": {port.name: port.bits for port in made.outputs},
        }
        kernels.append((made, entry))
    arrays = {f"{index}.{name}": array for index, rows in enumerate(pools.values()) for name, array in rows.items()}
    with (folder / "inputs.npz").open("wb") as file:
        np.savez_compressed(file, **arrays)
    modules = [kernels[start : start + TOGETHER] for start in range(0, len(kernels), TOGETHER)]
    for index, module in enumerate(modules):
        _assemble(folder / f"m{index}.cubin", [made for made, _ in module], ptxas)
    plan = {"target": TARGET, "modules": [[entry for _, entry in module] for module in modules]}
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return len(kernels)


def _assemble(path: Path, kernels: list[Kernel], ptxas: Path) -> None:
    source = path.with_suffix(".ptx")
    head = HEADER.format(version=PTX, target=TARGET) + CELLS
    source.write_text(head + "\n".join(planned.text for planned in kernels), encoding="utf-8")
    subprocess.run([ptxas, "-arch", TARGET, source, "-o", path], check=True)
    source.unlink()


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ptxas", default="13.0", metavar="RELEASE")
    given = parser.parse_args()
    print(write(given.folder, Path(find(given.ptxas))), "kernels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
