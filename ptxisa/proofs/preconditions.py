"""Preconditions: conditions on inputs that are tried for snippets that differ.

    list(candidates({"y": ProofInput(32, "u32")}))  # ["y != 0", "y < 8", …]

Of those under which the snippets are equal, the one that most samples meet is reported (`equal if: y < 32`), so that
their order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ptxisa.isa.types import known as types
from ptxisa.numbers.formats import known as formats
from ptxisa.proofs.inputs import ProofInput


def candidates(inputs: Mapping[str, ProofInput]) -> Iterator[str]:
    """Yield conditions on one or two inputs, such as `y < 32` and `not is_nan(x)`."""
    floating, integers = [], []
    for name, input_ in inputs.items():
        if input_.bits == 1:
            yield from (name, f"not {name}")
        elif input_.type in formats():
            floating.append(name)
        elif not types()[input_.type].element:
            integers.append(name)
    for name in integers:
        type_, bits = inputs[name].type, inputs[name].bits
        # Sizes of words, halves of words and the 24 bits of mul24: where shifts, products and fields change.
        sizes = sorted({8, 16, 24, 32, bits, bits // 2})
        yield f"{name} != 0"
        yield from (f"{name} < {size}" for size in sizes)
        yield from (f"{name} <= {size}" for size in sizes)
        yield from (f"{name}[{bits - 1}] == {value}" for value in (0, 1))
        yield from (f"{name}[{last}:0] == 0" for last in (0, 1, 2, 3) if last < bits)
        yield from (f"unsigned({name}, {bits}) < 2**{size}" for size in sizes if size < bits)
        if types()[type_].kind == "signed":
            yield from (f"{name} >= 0", f"{name} < 0", f"{name} != {-(1 << (bits - 1))}")
        else:
            yield f"{name} != {(1 << bits) - 1:#x}"
    for name in floating:
        yield from (
            f"{name} == {name}",  # Not a NaN.
            f"{name} != 0",
            f"bits({name}) != {1 << (inputs[name].bits - 1):#x}",
            f"not is_subnormal({name})",
            f"not is_infinite({name})",
            f"{name} > 0",
            f"{name} >= 0",
            f"abs({name}) > 0",
        )
    if len(floating) > 1:
        for test in ("is_nan", "is_subnormal", "is_infinite", "is_zero"):
            yield " and ".join(f"not {test}({name})" for name in floating)
    for group in (integers, floating):
        for index, first in enumerate(group):
            for second in group[index + 1 :]:
                for sign in ("!=", "<=", ">=", "<", ">", "=="):
                    yield f"{first} {sign} {second}"
