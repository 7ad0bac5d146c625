"""PTX kernels that run one statement over arrays in memory.

Operands are loaded from memory, so that no assembler can fold them; the carry flag is set by an addition
before the statement and read by an addition after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ptxisa.check.opcode import canonical
from ptxisa.forms import Form, Values, holds, type_of
from ptxisa.run.samples import Input, inputs
from ptxisa.run.warp import ACTIVE
from ptxisa.selectors import Selection, plainest
from ptxisa.selectors import written as spelled
from ptxisa.syntax.template import parse_template
from ptxisa.types import known

HEADER = ".version {version}\n.target {target}\n.address_size 64\n"


# Threads past the end leave at once.
_PROLOGUE = (
    ".reg .pred %past;",
    ".reg .b16 %byte;",
    ".reg .b32 %block, %size, %thread, %index, %count, %carry, %ignored;",
    ".reg .b64 %pointer, %offset;",
    "mov.u32 %block, %ctaid.x;",
    "mov.u32 %size, %ntid.x;",
    "mov.u32 %thread, %tid.x;",
    "mad.lo.u32 %index, %block, %size, %thread;",
    "ld.param.u32 %count, [threads];",
    "setp.ge.u32 %past, %index, %count;",
    "@%past bra DONE;",
)


# Lanes that do not execute the statement leave before it.
_ONLY_ACTIVE = (
    "mov.u32 %thread, %laneid;",
    f"shr.b32 %thread, r_{ACTIVE}, %thread;",
    "and.b32 %thread, %thread, 1;",
    "setp.eq.u32 %past, %thread, 0;",
    "@%past bra DONE;",
)


class Port(NamedTuple):
    """A value that passes between memory and a register: predicates and the carry flag as bytes."""

    name: str
    bits: int
    predicate: bool

    @property
    def memory_bits(self) -> int:
        return 8 if self.predicate else self.bits


class Kernel(NamedTuple):
    """A kernel over arrays: parameters are input pointers, output pointers and the thread count."""

    name: str
    text: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]


def outputs(form: Form, values: Values) -> tuple[Port, ...]:
    """What a variant writes, in operand order, the carry flag last."""
    found = []
    for operand in form.operands:
        if operand.access != "read":
            type_ = known()[type_of(operand, values)]
            found.append(Port(operand.name, type_.bits, type_.kind == "predicate"))
    if any(state.name == "CF" and state.access == "write" and holds(state.when, values) for state in form.state):
        found.append(Port("CF", 1, True))
    return tuple(found)


def kernel(
    name: str,
    form: Form,
    values: Values,
    constants: Mapping[str, int],
    selection: Selection | None = None,
    around: bool = False,
) -> Kernel:
    """A kernel for one variant; operands in `constants` stand in the statement, as does the selection.

    Where lanes look at each other (`around`), a further input says which lanes of each warp execute the statement.
    """
    read = tuple(_port(one) for one in inputs(form, values) if one.name not in constants)
    read += (Port(ACTIVE, 32, False),) if around else ()
    written = outputs(form, values)
    body = [
        *_PROLOGUE,
        *(_declare(port) for port in (*read, *written) if port.name != "CF"),
        *(line for index, port in enumerate(read) for line in _load(index, port)),
        *(_ONLY_ACTIVE if around else ()),
        statement(form, values, constants, selection),
        *_read_carry(written),
        *(line for index, port in enumerate(written) for line in _store(len(read) + index, port)),
        "DONE: ret;",
    ]
    parameters = [f".param .u64 p{index}" for index in range(len(read) + len(written))]
    signature = f".visible .entry {name}({', '.join([*parameters, '.param .u32 threads'])})"
    return Kernel(name, signature + "\n{\n    " + "\n    ".join(body) + "\n}\n", read, written)


def statement(form: Form, values: Values, constants: Mapping[str, int], selection: Selection | None = None) -> str:
    """The statement itself, each operand in a register of its own name."""
    written = []
    selected = plainest(form) if selection is None else selection
    for position in parse_template(form.syntax).operands:
        names = [str(constants.get(name, f"r_{name}")) for name in position.names]
        names = [spelled(form.operand(name), text, selected) for name, text in zip(position.names, names, strict=True)]
        written.append(f"{{{', '.join(names)}}}" if position.shape == "vector" else "|".join(names))
    return f"{canonical(form, dict(values))} {', '.join(written)};"


def _port(one: Input) -> Port:
    return Port(one.name, one.bits, one.bits == 1)


def _declare(port: Port) -> str:
    return f".reg .{'pred' if port.predicate else f'b{port.bits}'} r_{port.name};"


def _address(index: int, port: Port) -> list[str]:
    return [
        f"ld.param.u64 %pointer, [p{index}];",
        f"mul.wide.u32 %offset, %index, {port.memory_bits // 8};",
        "add.u64 %pointer, %pointer, %offset;",
    ]


def _load(index: int, port: Port) -> list[str]:
    lines = _address(index, port)
    if not port.predicate:
        return [*lines, f"ld.global.b{port.bits} r_{port.name}, [%pointer];"]
    lines.append("ld.global.u8 %byte, [%pointer];")
    if port.name == "CF":
        # The carry of flag + 0xffffffff is the flag.
        return [*lines, "cvt.u32.u16 %carry, %byte;", "add.cc.u32 %ignored, %carry, 0xffffffff;"]
    return [*lines, f"setp.ne.u16 r_{port.name}, %byte, 0;"]


def _read_carry(written: Sequence[Port]) -> list[str]:
    return ["addc.u32 %carry, 0, 0;"] if any(port.name == "CF" for port in written) else []


def _store(index: int, port: Port) -> list[str]:
    lines = _address(index, port)
    if not port.predicate:
        return [*lines, f"st.global.b{port.bits} [%pointer], r_{port.name};"]
    take = "cvt.u16.u32 %byte, %carry;" if port.name == "CF" else f"selp.u16 %byte, 1, 0, r_{port.name};"
    return [*lines, take, "st.global.u8 [%pointer], %byte;"]
