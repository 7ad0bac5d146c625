"""Preconditions: conditions on inputs that are tried for snippets that differ."""

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
        yield from _of_integer(name, inputs[name])
    for name in floating:
        yield from (
            f"{name} == {name}",
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


def _of_integer(name: str, input_: ProofInput) -> Iterator[str]:
    sizes = sorted({8, 16, 24, 32, input_.bits, input_.bits // 2})
    yield f"{name} != 0"
    yield from (f"{name} < {size}" for size in sizes)
    yield from (f"{name} <= {size}" for size in sizes)
    yield from (f"{name}[{input_.bits - 1}] == {value}" for value in (0, 1))
    yield from (f"{name}[{bits}:0] == 0" for bits in (0, 1, 2, 3) if bits < input_.bits)
    yield from (f"unsigned({name}, {input_.bits}) < 2**{size}" for size in sizes if size < input_.bits)
    if types()[input_.type].kind == "signed":
        yield from (f"{name} >= 0", f"{name} < 0", f"{name} != {-(1 << (input_.bits - 1))}")
    else:
        yield f"{name} != {(1 << input_.bits) - 1:#x}"
