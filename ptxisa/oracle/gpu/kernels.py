"""PTX kernels that run one statement over arrays in memory.

Operands are loaded from memory, so that no assembler can fold them; the carry flag is set by an addition
before the statement and read by an addition after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ptxisa.check.binding import positions, write_statement
from ptxisa.check.operands import GENERIC
from ptxisa.isa.forms import Form, Operand, Values, choose, holds, is_data, type_of
from ptxisa.isa.selectors import Selection, plainest
from ptxisa.isa.selectors import written as spelled
from ptxisa.isa.types import known
from ptxisa.run.implementation import NotExecutable
from ptxisa.run.warp import ACTIVE
from ptxisa.vectors.samples import inputs

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


class KernelPort(NamedTuple):
    """A value that passes between memory and a register: predicates and the carry flag as bytes."""

    name: str
    bits: int
    predicate: bool

    @property
    def memory_bits(self) -> int:
        """Bits of the value in memory."""
        return 8 if self.predicate else self.bits


class Kernel(NamedTuple):
    """A kernel over arrays: parameters are input pointers, output pointers and the thread count."""

    name: str
    text: str
    inputs: tuple[KernelPort, ...]
    outputs: tuple[KernelPort, ...]


def outputs(form: Form, values: Values) -> tuple[KernelPort, ...]:
    """Return the outputs of a variant in operand order, with the carry flag last."""
    ports = []
    for operand in form.operands:
        if operand.written and is_data(operand) and not operand.underscore_required:
            type_ = known()[type_of(operand, values)]
            ports.append(KernelPort(operand.name, type_.bits, type_.kind == "predicate"))
    if any(state.name == "CF" and state.access == "write" and holds(state.when, values) for state in form.state):
        ports.append(KernelPort("CF", 1, True))
    return tuple(ports)


def kernel(
    name: str,
    form: Form,
    values: Values,
    constants: Mapping[str, int],
    selection: Selection | None = None,
    around: bool = False,
) -> Kernel:
    """Return a kernel for one variant; operands in `constants` and the selection are written in the statement.

    Where lanes read other lanes (`around`), a further input says which lanes of each warp execute the statement.
    """
    in_memory = [operand for operand in form.operands if operand.kind == "address" and operand.type]
    cells = {operand.name: _cell(form, operand, values) for operand in in_memory}
    if any(operand.present_when is not None and holds(operand.present_when, values) for operand in form.operands):
        raise NotExecutable(f"{form.id}: what {form.opcode(dict(values))} takes besides is not made here")
    read = tuple(
        KernelPort(port.name, port.bits, port.bits == 1) for port in inputs(form, values) if port.name not in constants
    )
    read += (KernelPort(ACTIVE, 32, False),) if around else ()
    written = outputs(form, values)
    body = [
        *_PROLOGUE,
        *(dict.fromkeys(_declare(port, port.name in cells) for port in (*read, *written) if port.name != "CF")),
        *(line for cell in cells.values() for line in cell.declared()),
        *(line for index, port in enumerate(read) for line in _load(index, port, port.name in cells)),
        *(line for i, port in enumerate(read) if port.name in cells for line in cells[port.name].filled(i)),
        *(_ONLY_ACTIVE if around else ()),
        *_vectors(form, values),
        statement(form, values, constants, selection),
        *(["addc.u32 %carry, 0, 0;"] if any(port.name == "CF" for port in written) else []),
        *(cells[port.name].taken() for port in written if port.name in cells),
        *(line for index, port in enumerate(written) for line in _store(len(read) + index, port, port.name in cells)),
        "DONE: ret;",
    ]
    parameters = [f".param .u64 p{index}" for index in range(len(read) + len(written))]
    signature = f".visible .entry {name}({', '.join([*parameters, '.param .u32 threads'])})"
    return Kernel(name, signature + "\n{\n    " + "\n    ".join(body) + "\n}\n", read, written)


def statement(form: Form, values: Values, constants: Mapping[str, int], selection: Selection | None = None) -> str:
    """Return the statement, each operand in a register of its own name."""
    selected = plainest(form) if selection is None else selection
    texts = {
        operand.name: spelled(operand, str(constants.get(operand.name, _written(operand, values))), selected)
        for operand in form.operands
    }
    return write_statement(form.opcode(values), positions(form, values), texts)


def _length(operand: Operand, values: Values) -> int:
    return int(choose(operand.vector, values) or 0)


def _written(operand: Operand, values: Values) -> str:
    """Return an operand in the statement; of a vector that is written, the last element is compared."""
    if operand.underscore_required:
        return "_"
    length = _length(operand, values)
    if not length:
        return f"r_{operand.name}"
    others = [f"r_{operand.name}" if operand.access == "read" else f"r_{operand.name}_{i}" for i in range(length - 1)]
    return f"{{{', '.join([*others, f'r_{operand.name}'])}}}"


def _vectors(form: Form, values: Values) -> Iterator[str]:
    """Yield declarations of the elements of vectors that are not compared."""
    for operand in form.operands:
        if operand.access != "read":
            bits = known()[type_of(operand, values)].bits
            yield from (f".reg .b{bits} r_{operand.name}_{i};" for i in range(_length(operand, values) - 1))


CELL_BYTES = 32
"""Bytes that each thread has for operands in memory: eight elements of 32 bits."""
MOST_THREADS = 1 << 17
CELLS = f".global .align {CELL_BYTES} .b8 cells[{CELL_BYTES * MOST_THREADS}];\n"
"""Memory of all threads, which modules declare whose kernels have addresses in global memory."""
_WHERE = {
    "global": ("mov.u64 r_{name}, cells;", "mul.wide.u32 %offset, %index, {size};"),
    "shared": (
        ".shared .align {size} .b8 {name}_cells[{block}];",
        "mov.u64 r_{name}, {name}_cells;",
        "mov.u32 %thread, %tid.x;",
        "mul.wide.u32 %offset, %thread, {size};",
    ),
    "local": (
        ".local .align {size} .b8 {name}_cell[{size}];",
        "mov.u64 r_{name}, {name}_cell;",
        "mov.u64 %offset, 0;",
    ),
}
_BLOCK = 256


class MemoryCell(NamedTuple):
    """Place of an operand in memory: elements one after the other, of which the last is compared.

    An operand that is only read is where the input is (`in_place`): caches need not see what the kernel has written.
    """

    name: str
    space: str
    bits: int
    elements: int
    in_place: bool

    @property
    def spelled(self) -> str:
        """Operand as it is written in the statement."""
        return "" if self.space == GENERIC else f".{self.space}"

    def declared(self) -> Iterator[str]:
        """Return the statements that put the address of the thread's own memory into a register."""
        yield f".reg .b64 r_{self.name};"
        if self.in_place:
            return
        space = "global" if self.space == GENERIC else self.space.partition("::")[0]
        for line in _WHERE[space]:
            yield line.format(name=self.name, size=CELL_BYTES, block=CELL_BYTES * _BLOCK)
        yield f"add.u64 r_{self.name}, r_{self.name}, %offset;"

    def filled(self, parameter: int) -> Iterator[str]:
        """Every element gets the input, which is that of a parameter of the kernel."""
        if self.in_place:
            yield from _address(parameter, KernelPort(self.name, self.bits, False))
            yield f"mov.b64 r_{self.name}, %pointer;"
            return
        for index in range(self.elements):
            yield f"st{self.spelled}.b{self.bits} [r_{self.name} + {index * self.bits // 8}], v_{self.name};"

    def taken(self) -> str:
        """Return the statements that load the last element afterwards."""
        last = (self.elements - 1) * self.bits // 8
        return f"ld{self.spelled}.b{self.bits} v_{self.name}, [r_{self.name} + {last}];"


def _cell(form: Form, operand: Operand, values: Values) -> MemoryCell:
    if operand.object:
        raise NotExecutable(f"what is no {operand.object} object traps; scripts hold these operations")
    space = str(choose(operand.space, values) or GENERIC)
    if space != GENERIC and space.partition("::")[0] not in _WHERE:
        raise NotExecutable(f"kernels have no memory of their own in .{space}")
    bits = known()[type_of(operand, values)].bits
    elements = max(_length(other, values) for other in form.operands) or 1
    in_place = operand.access == "read" and elements == 1 and space in ("global", GENERIC)
    if not in_place and any(slot.group == "coherence" and values[slot.name] for slot in form.slots):
        raise NotExecutable("caches that are not coherent need not see what a kernel has written itself")
    return MemoryCell(operand.name, space, bits, elements, in_place)


def _declare(port: KernelPort, in_memory: bool) -> str:
    kind = "pred" if port.predicate else f"b{port.bits}"
    return f".reg .{kind} {'v' if in_memory else 'r'}_{port.name};"


def _address(index: int, port: KernelPort) -> list[str]:
    return [
        f"ld.param.u64 %pointer, [p{index}];",
        f"mul.wide.u32 %offset, %index, {port.memory_bits // 8};",
        "add.u64 %pointer, %pointer, %offset;",
    ]


def _load(index: int, port: KernelPort, in_memory: bool) -> list[str]:
    lines = _address(index, port)
    if not port.predicate:
        return [*lines, f"ld.global.b{port.bits} {'v' if in_memory else 'r'}_{port.name}, [%pointer];"]
    lines.append("ld.global.u8 %byte, [%pointer];")
    if port.name == "CF":
        # The carry of flag + 0xffffffff is the flag.
        return [*lines, "cvt.u32.u16 %carry, %byte;", "add.cc.u32 %ignored, %carry, 0xffffffff;"]
    return [*lines, f"setp.ne.u16 r_{port.name}, %byte, 0;"]


def _store(index: int, port: KernelPort, in_memory: bool) -> list[str]:
    lines = _address(index, port)
    if not port.predicate:
        return [*lines, f"st.global.b{port.bits} [%pointer], {'v' if in_memory else 'r'}_{port.name};"]
    take = "cvt.u16.u32 %byte, %carry;" if port.name == "CF" else f"selp.u16 %byte, 1, 0, r_{port.name};"
    return [*lines, take, "st.global.u8 [%pointer], %byte;"]
