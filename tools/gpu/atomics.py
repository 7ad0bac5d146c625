"""Atomic additions on floating-point numbers in every memory, compared with the model of the GPU.

Each thread has a cell of its own in global memory, in the shared memory of its CTA, or in that of the other CTA of a
cluster, and reaches it by the state space or by a generic address. Operands are all pairs of special values (zeros,
subnormals, infinities, quiet and signaling NaNs of either sign) and random pairs.

    python -m tools.gpu.atomics [--random N]

runs on the GPU of this machine; status 0 when every result that the model states agrees.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import targets
from ptxisa.numbers.formats import known as formats
from ptxisa.numbers.patterns import Bits
from ptxisa.oracle.gpu.driver import GpuContext, GpuError
from ptxisa.query.availability import candidates
from ptxisa.run.implementation import implementation

TYPES = {"f16": 16, "bf16": 16, "f16x2": 32, "bf16x2": 32, "f32": 32, "f64": 64}
_BLOCK = 128
_HEADER = ".version 8.1\n.target sm_90\n.address_size 64\n"


class Place(NamedTuple):
    """Memory and its address; `other` for the shared memory of the other CTA of a cluster."""

    name: str
    modifier: str
    memory: str
    generic: bool = False


PLACES = (
    Place("global", ".global", "global"),
    Place("generic_global", "", "global", True),
    Place("shared", ".shared", "shared"),
    Place("generic_shared", "", "shared", True),
    Place("other", ".shared::cluster", "other"),
    Place("generic_other", "", "other", True),
)


class Case(NamedTuple):
    """One instruction on cells in one place."""

    kind: str
    place: Place
    type: str

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.kind}_{self.place.name}_{self.type}"

    @property
    def modifiers(self) -> str:
        """Modifiers of the opcode, without the state space."""
        return ".add" + ("" if self.type in ("f32", "f64") else ".noftz") + f".{self.type}"

    @property
    def left_open(self) -> bool:
        """Packed additions in other CTAs are those of integers: see the erratum packed-atomics-in-other-ctas."""
        return self.place.memory == "other" and self.type.endswith("x2")


def cases() -> Iterator[Case]:
    """Return every case."""
    for kind, place, type_ in itertools.product(("atom", "red"), PLACES, TYPES):
        yield Case(kind, place, type_)


# --- kernels ---

_START = """.visible .entry {name}(.param .u64 pa, .param .u64 pb, .param .u64 po) .reqntid {block} {cluster}
{{
    .reg .b32 %t, %c, %i, %s, %q; .reg .b64 %a, %b, %o, %off, %cell; .reg .{type} value, addend, old;
    mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; mad.lo.u32 %i, %c, {block}, %t;
    ld.param.u64 %a, [pa]; ld.param.u64 %b, [pb]; ld.param.u64 %o, [po];
    mul.wide.u32 %off, %i, {size}; add.u64 %a, %a, %off; add.u64 %o, %o, %off; ld.global.{type} value, [%a];
"""
_OWN = "    add.u64 %b, %b, %off; ld.global.{type} addend, [%b];\n"
_OTHER = "    xor.b32 %q, %c, 1; mad.lo.u32 %q, %q, {block}, %t; mul.wide.u32 %off, %q, {size};\n" + _OWN
_SHARED = """    .shared .align 8 .b8 cells_{name}[{bytes}];
    mov.u32 %s, cells_{name}; mad.lo.u32 %s, %t, {size}, %s; st.shared.{type} [%s], value;
"""
_MAPPED = """    mov.u32 %q, %cluster_ctarank; xor.b32 %q, %q, 1; mapa.shared::cluster.u32 %q, %s, %q;
    barrier.cluster.arrive; barrier.cluster.wait;
"""
_WAIT = "    barrier.cluster.arrive; barrier.cluster.wait;\n"
_TAKEN = "    ld.shared.{type} value, [%s]; st.global.{type} [%o], value;\n"


def kernel(case: Case) -> str:
    """PTX of a case: parameters are the values in memory, the addends, and the values afterwards."""
    bits, memory = TYPES[case.type], case.place.memory
    type_ = case.type if case.type in ("f32", "f64") else f"b{bits}"
    fill = {"name": case.name, "block": _BLOCK, "type": type_, "size": bits // 8, "bytes": _BLOCK * bits // 8}
    fill["cluster"] = ".reqnctapercluster 2" if memory == "other" else ""
    parts = [_START, _OTHER if memory == "other" else _OWN]
    parts += ["    st.global.{type} [%o], value;\n"] if memory == "global" else [_SHARED]
    parts += [_MAPPED] if memory == "other" else []
    address, convert = _address(case.place)
    operands = f"old, [{address}], addend" if case.kind == "atom" else f"[{address}], addend"
    parts += [f"    {convert}\n    {case.kind}{case.place.modifier}{case.modifiers} {operands};\n"]
    parts += ([_WAIT] if memory == "other" else []) + ([] if memory == "global" else [_TAKEN])
    return "".join(parts).format(**fill) + "    ret;\n}\n"


def _address(place: Place) -> tuple[str, str]:
    """Return the register with the address, and the statements that make it."""
    if place.memory == "global":
        return "%o", ""
    register = "%q" if place.memory == "other" else "%s"
    if not place.generic:
        return register, ""
    window = "shared::cluster" if place.memory == "other" else "shared"
    return "%cell", f"cvt.u64.u32 %cell, {register}; cvta.{window}.u64 %cell, %cell;"


# --- operands ---


def special_values(type_: str) -> list[int]:
    """Zeros, subnormals, numbers at the edges of the format, infinities and NaNs, of either sign."""
    form = formats()[type_.removesuffix("x2")]
    fraction, exponents = form.fraction, form.exponent_mask << form.fraction
    quiet, unit = 1 << (fraction - 1), (exponents >> 1) >> fraction << fraction
    positive = {0, 1, 2, quiet, quiet | 1, (1 << fraction) - 1, 1 << fraction, 1 << fraction | quiet, unit, unit | 1}
    positive |= {unit + (1 << fraction), exponents - 1, exponents - (1 << fraction)}
    positive |= {exponents | low for low in (0, quiet, quiet | 1, 2 * quiet - 1, quiet | quiet >> 1, 1, quiet >> 1, 5)}
    return sorted(value | sign << form.sign_bit for value in positive for sign in (0, 1))


def pairs(type_: str, random: int) -> NDArray[np.unsignedinteger]:
    """Values in memory and addends: (pairs, 2), a multiple of two CTAs."""
    rng = np.random.default_rng(1)
    every = np.array(list(itertools.product(special_values(type_), repeat=2)), np.uint64)
    half = TYPES[type_] // 2 if type_.endswith("x2") else TYPES[type_]
    drawn = rng.integers(0, (1 << half) - 1, (random, 2), np.uint64, endpoint=True)
    patterns = np.concatenate([every, drawn])
    if type_.endswith("x2"):
        patterns = patterns | rng.permutation(patterns) << np.uint64(half)
    padded = np.concatenate([patterns, np.zeros((-len(patterns) % (2 * _BLOCK), 2), np.uint64)])
    return padded.astype(f"u{TYPES[type_] // 8}")


# --- comparison ---


def differing(case: Case, before: Bits, addends: Bits, after: Bits, target: str) -> NDArray[np.intp]:
    """Return the places where memory differs from the model of the target."""
    (candidate,) = candidates(f"{case.kind}{_SPELLED[case.place.memory]}{case.modifiers}")
    reference = implementation(candidate.form, candidate.values, on=targets.target(target))
    given = {"a": before, "b": addends}
    results = dict(zip(reference.outputs, reference.function(*(given[name] for name in reference.inputs)), strict=True))
    return np.flatnonzero(results["a"] != after)


_SPELLED = {"global": ".global", "shared": ".shared", "other": ".shared::cluster"}


def run(context: GpuContext, random: int) -> int:
    """Run every case, print those that differ, and return the number of results that differ."""
    module = context.load(_HEADER + "\n".join(kernel(case) for case in cases()))
    compared = differ = 0
    for case in cases():
        operands = pairs(case.type, random)
        before, addends = (np.ascontiguousarray(operands[:, column]) for column in (0, 1))
        after = np.zeros_like(before)
        with context.memory(before) as a, context.memory(addends) as b, context.memory(after) as cells:
            parameters = (a.pointer, b.pointer, cells.pointer)
            context.run(module.function(case.name), parameters, len(before) // _BLOCK, _BLOCK)
            cells.read(after)
        if case.left_open:
            continue
        wrong = differing(case, before, addends, after, context.target())
        compared, differ = compared + len(after), differ + len(wrong)
        for index in wrong[:3]:
            print(f"{case.name}: {before[index]:#x} + {addends[index]:#x} gave {after[index]:#x}")
    print(f"{compared:,} results of {sum(not case.left_open for case in cases())} cases, {differ:,} differ")
    return differ


def main(arguments: list[str] | None = None) -> int:
    """Compare on the GPU of this machine."""
    parser = argparse.ArgumentParser(prog="python -m tools.gpu.atomics", description="Compare atomic additions.")
    parser.add_argument("--random", type=int, default=6000, metavar="N", help="random pairs of each type")
    options = parser.parse_args(arguments)
    try:
        with GpuContext() as context:
            return int(run(context, max(0, options.random)) > 0)
    except GpuError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
