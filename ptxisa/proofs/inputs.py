"""Inputs of snippets: their widths and types, and samples of their values.

Corners of a type come first, so that the counterexamples that are found are small.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.isa.types import known as types
from ptxisa.numbers.formats import known as formats
from ptxisa.run.binding import Program
from ptxisa.run.operands import CARRY

Columns = dict[str, list[Any]]
"""Samples: bit patterns by input, and contents of state spaces such as `[global]`."""
_MOST_CROSSED = 1_600
"""Rows of the cross product of corners."""


class ProofError(ValueError):
    """Snippets, inputs or conditions for which equality is not a question; the message gives the reason."""


class ProofInput(NamedTuple):
    """An input: its width, and its type for samples and conditions."""

    bits: int
    type: str


_RANKS = {"float": 0, "packed": 1, "signed": 2, "unsigned": 3, "predicate": 3}


def inputs_of(programs: Sequence[Program], given: Mapping[str, str]) -> dict[str, ProofInput]:
    """Return the inputs of several programs: registers that one of them reads before it writes them.

    Args:
        programs: Programs.
        given: Types by register: inputs beyond these, or with other types.

    Raises:
        ProofError: Programs use a register with different widths, or a type is unknown.
    """
    names = dict.fromkeys(itertools.chain(*(program.needs for program in programs), given))
    if any(_reads_carry(program) for program in programs):
        names[CARRY] = None
    inputs: dict[str, ProofInput] = {}
    for name in names:
        if name in given and given[name] not in types():
            raise ProofError(f"{given[name][:40]} is not a type of {name}")
        uses = [program.types[name] for program in programs if name in program.types]
        fixed = {program.widths[name] for program in programs if name in program.widths}
        if name == CARRY:
            uses, fixed = ["pred"], {1}
        if len(fixed) > 1:
            raise ProofError(f"{name} has {' and '.join(map(str, sorted(fixed)))} bits in the two snippets")
        width = max([*fixed, *(types()[use].bits for use in uses)], default=64)
        # The type that says most about a register: a number format before integers, both before bits.
        richest = min(uses, key=lambda use: _RANKS.get(types()[use].kind, len(_RANKS)), default="b64")
        type_ = given.get(name) or richest
        bits = types()[type_].bits
        if name in given and (bits < width or (fixed and bits != width)):
            raise ProofError(f"{name} has {width} bits, and .{type_} has {bits}")
        inputs[name] = ProofInput(max(width, bits) if name in given else width, type_)
    return inputs


def _reads_carry(program: Program) -> bool:
    """Return True if a statement reads the carry flag before one writes it."""
    for step in program.steps:
        for part in step.parts:
            if any(read.register == CARRY for read in part.reads):
                return True
        # A statement with a guard may write nothing, so that a later one can still read the input.
        if any(write.register == CARRY for part in step.parts for write in part.writes) and step.guard is None:
            return False
    return False


@lru_cache(maxsize=256)
def corners(type_: str, bits: int) -> tuple[int, ...]:
    """Return simple and special values of a type as bit patterns, the simplest first."""
    record = types()[type_]
    if bits == 1:
        return (0, 1)
    if record.element and record.bits == bits:
        size = bits // record.elements
        return tuple(
            dict.fromkeys(
                sum((element if index in places else 0) << (index * size) for index in range(record.elements))
                for element in corners(record.element, size)
                for places in ((0,), tuple(range(record.elements)), (record.elements - 1,))
            )
        )
    if type_ in formats() and formats()[type_].bits == bits:
        form = formats()[type_]
        unit, infinity, sign = 1 << form.fraction, form.exponent_mask << form.fraction, 1 << form.sign_bit
        one = form.bias << form.fraction
        bodies = [
            0,
            one,
            one + unit,
            one - unit,
            one + unit // 2,
            infinity,
            infinity + unit // 2,
            unit,
            1,
            unit - 1,
            infinity - 1,
            infinity + 1,
            one + 1,
            one - 1,
            unit + 1,
            2 * unit - 1,
            one + 2 * unit,
            one + form.precision * unit,
            one - form.precision * unit,
            infinity + unit - 1,
        ]
        patterns = [body << form.low for body in bodies if 0 <= body < 1 << (form.exponent + form.fraction)]
        signs = (0, sign) if form.signed else (0,)
        return tuple(dict.fromkeys(pattern | top for pattern in patterns for top in signs))
    mask = (1 << bits) - 1
    values = [
        0,
        1,
        2,
        3,
        bits,
        bits - 1,
        bits + 1,
        32,
        31,
        33,
        mask,
        1 << (bits - 1),
        (1 << (bits - 1)) - 1,
        4,
        5,
        7,
        8,
        255,
        256,
        mask - 1,
        (1 << (bits // 2)) - 1,
        1 << (bits // 2),
        (1 << (bits - 1)) + 1,
        64,
        127,
        128,
        0x5555555555555555,
        0x0123456789ABCDEF,
        0xAAAAAAAAAAAAAAAA,
        0x80808080,
        0x7FFF,
        0x8000,
    ]
    return tuple(dict.fromkeys(value & mask for value in values))


def cost(value: int, type_: str, bits: int) -> int:
    """Return how much there is to read in a value: corners are cheap, in their order."""
    simple = corners(type_, bits)
    if value in simple:
        return simple.index(value)
    size = min(value, (1 << bits) - value)
    return len(simple) + (size if size < 256 else 256 + 4 * bin(value).count("1") + value.bit_length())


def samples(inputs: Mapping[str, ProofInput], count: int, seed: int = 0) -> Columns:
    """Return samples: all combinations of corners as far as they fit, then random values.

    Args:
        inputs: Inputs by name.
        count: Number of samples.
        seed: Seed; other seeds have only random values.
    """
    generator = random.Random(f"{seed} {sorted(inputs)}")
    rows: list[Sequence[int]] = []
    if not inputs:
        return {}
    if seed == 0:
        each = max(2, int(_MOST_CROSSED ** (1 / len(inputs))))
        choices = [corners(input_.type, input_.bits)[:each] for input_ in inputs.values()]
        rows = list(itertools.islice(itertools.product(*choices), _MOST_CROSSED))
        every = [corners(input_.type, input_.bits) for input_ in inputs.values()]
        rows += [[generator.choice(choice) for choice in every] for _ in range(count // 8)]
        if len(inputs) == 1 and next(iter(inputs.values())).bits <= 8:
            rows = [[value] for value in range(1 << next(iter(inputs.values())).bits)]
    while len(rows) < count:
        rows.append(_random_row(list(inputs.values()), generator))
    return {name: list(column) for name, column in zip(inputs, zip(*rows, strict=True), strict=True)}


def _random_row(inputs: Sequence[ProofInput], generator: random.Random) -> list[int]:
    """Return random values: of any size, near each other, or with few bits."""
    way = generator.random()
    common = generator.getrandbits(128)
    row = []
    for input_ in inputs:
        mask = (1 << input_.bits) - 1
        if way < 0.4 or input_.bits == 1:
            value = generator.getrandbits(input_.bits)
        elif way < 0.6:
            value = generator.getrandbits(generator.randint(1, input_.bits))
            value = -value if generator.random() < 0.3 else value
        elif way < 0.75:
            value = common + generator.randint(-2, 2)
        elif way < 0.85:
            value = 1 << generator.randrange(input_.bits) | 1 << generator.randrange(input_.bits)
        elif input_.type in formats():
            value = _near_one(input_.type, generator)
        else:
            value = generator.choice(corners(input_.type, input_.bits))
        row.append(value & mask)
    return row


def _near_one(type_: str, generator: random.Random) -> int:
    """Return a number whose exponent is near that of 1, so that sums round and cancel."""
    form = formats()[type_]
    exponent = max(0, min(form.exponent_mask, form.bias + generator.randint(-6, 6)))
    body = (exponent << form.fraction | generator.getrandbits(form.fraction or 1) & form.fraction_mask) << form.low
    return body | generator.getrandbits(1) << form.sign_bit if form.signed else body


def chosen(columns: Columns, rows: Iterable[int]) -> Columns:
    """Return some rows of samples."""
    wanted = list(rows)
    return {name: [column[row] for row in wanted] for name, column in columns.items()}
