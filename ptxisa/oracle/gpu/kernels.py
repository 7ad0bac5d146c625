"""PTX kernels that run one statement over arrays in memory, one thread for each value.

Operands are loaded from memory, so that no assembler can fold them; the carry flag is set by an addition
before the statement and read by an addition after it. Start with `kernel`.
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
from ptxisa.oracle.gpu.driver import THREADS
from ptxisa.run.implementation import NotExecutable
from ptxisa.run.warp import ACTIVE
from ptxisa.vectors.samples import inputs

HEADER = ".version {version}\n.target {target}\n.address_size 64\n"


# `%index` is the place of the thread's values in the arrays. Threads past the end leave at once: the last CTA is whole.
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


# Lanes whose bit in the input `ACTIVE` is 0 leave before the statement. They exit rather than skip it by a guard,
# because a collective instruction of the others must not wait for them.
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
    """Return a kernel for one variant.

    Args:
        name: Name of the entry.
        form: The form.
        values: Modifiers of the variant.
        constants: Operands that are written in the statement as immediates.
        selection: Selectors of operands, such as the bytes of `vadd`; the plainest by default.
        around: The statement reads registers of other lanes: a further input has the mask of lanes that execute it.

    Raises:
        NotExecutable: The kernel cannot provide an operand of the statement.
    """
    in_memory = [operand for operand in form.operands if operand.kind == "address" and operand.type]
    cells = {operand.name: _cell(form, operand, values) for operand in in_memory}
    if any(operand.present_when is not None and holds(operand.present_when, values) for operand in form.operands):
        raise NotExecutable(
            f"{form.id}: kernels have no value for the optional operands of {form.opcode(dict(values))}"
        )
    read = tuple(
        KernelPort(port.name, port.bits, port.bits == 1) for port in inputs(form, values) if port.name not in constants
    )
    read += (KernelPort(ACTIVE, 32, False),) if around else ()
    written = outputs(form, values)
    # `v_x` is the value of an operand in memory, whose register `r_x` has the address. An operand that is read and
    # written is declared once.
    registers = {
        port: f"{'v' if port.name in cells else 'r'}_{port.name}" for port in (*read, *written) if port.name != "CF"
    }
    kinds = {port: "pred" if port.predicate else f"b{port.bits}" for port in registers}
    body = [
        *_PROLOGUE,
        *dict.fromkeys(f".reg .{kinds[port]} {register};" for port, register in registers.items()),
        *(line for cell in cells.values() for line in cell.declared()),
        *(line for index, port in enumerate(read) for line in _load(index, port, registers.get(port, ""))),
    ]
    for index, port in enumerate(read):
        if port.name in cells:
            body += cells[port.name].filled(index)
    body += _ONLY_ACTIVE if around else ()
    for operand in form.operands:
        if operand.access != "read":
            # Elements of a vector other than the last one, which is compared.
            bits = known()[type_of(operand, values)].bits
            body += [f".reg .b{bits} r_{operand.name}_{i};" for i in range(_length(operand, values) - 1)]
    # Nothing may be between these two: many instructions overwrite the carry flag.
    body.append(statement(form, values, constants, selection))
    if any(port.name == "CF" for port in written):
        body.append("addc.u32 %carry, 0, 0;")
    body += [cells[port.name].taken() for port in written if port.name in cells]
    for index, port in enumerate(written, len(read)):
        body += _store(index, port, registers.get(port, ""))
    body.append("DONE: ret;")
    parameters = [f".param .u64 p{index}" for index in range(len(read) + len(written))]
    signature = f".visible .entry {name}({', '.join([*parameters, '.param .u32 threads'])})"
    return Kernel(name, signature + "\n{\n    " + "\n    ".join(body) + "\n}\n", read, written)


def statement(form: Form, values: Values, constants: Mapping[str, int], selection: Selection | None = None) -> str:
    """Return the statement, each operand in a register of its own name."""
    selected = plainest(form) if selection is None else selection
    texts = {}
    for operand in form.operands:
        register = f"r_{operand.name}"
        if operand.name in constants:
            text = str(constants[operand.name])
        elif operand.underscore_required:
            text = "_"
        elif length := _length(operand, values):
            # The last element of a vector is compared. The others are the same value, or registers that nobody reads.
            others = [register if operand.access == "read" else f"{register}_{i}" for i in range(length - 1)]
            text = f"{{{', '.join([*others, register])}}}"
        else:
            text = register
        texts[operand.name] = spelled(operand, text, selected)
    return write_statement(form.opcode(values), positions(form, values), texts)


def _length(operand: Operand, values: Values) -> int:
    """Return the number of elements of a vector operand, 0 for a scalar."""
    return int(choose(operand.vector, values) or 0)


CELL_BYTES = 32
"""Bytes that each thread has for operands in memory: eight elements of 32 bits."""
MOST_THREADS = 1 << 17
"""Threads of the largest launch of a kernel with operands in memory."""
CELLS = f".global .align {CELL_BYTES} .b8 cells[{CELL_BYTES * MOST_THREADS}];\n"
"""Memory of all threads, which modules declare whose kernels have addresses in global memory."""
# State spaces in which a kernel can have memory of its own for each thread. Others, such as `.const` and `.param`,
# cannot be written by the kernel.
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
        """Yield the statements that put the address of the thread's own memory into a register."""
        yield f".reg .b64 r_{self.name};"
        if self.in_place:
            return
        space = "global" if self.space == GENERIC else self.space.partition("::")[0]
        for line in _WHERE[space]:
            yield line.format(name=self.name, size=CELL_BYTES, block=CELL_BYTES * THREADS)
        yield f"add.u64 r_{self.name}, r_{self.name}, %offset;"

    def filled(self, parameter: int) -> Iterator[str]:
        """Yield the statements that write the input, by the number of its parameter, to every element."""
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
    """Return the memory for an address operand, or raise `NotExecutable` if a kernel cannot have it."""
    if operand.object:
        # Arbitrary bytes in place of an mbarrier or a tensor map trap, which ends the context. The campaigns of
        # `tools/gpu` compare such statements.
        raise NotExecutable(f"kernels have no {operand.object} objects")
    space = str(choose(operand.space, values) or GENERIC)
    if space != GENERIC and space.partition("::")[0] not in _WHERE:
        raise NotExecutable(f"kernels have no memory of their own in .{space}")
    bits = known()[type_of(operand, values)].bits
    elements = max(_length(other, values) for other in form.operands) or 1
    in_place = operand.access == "read" and elements == 1 and space in ("global", GENERIC)
    # `ld.global.nc` may read stale data where the kernel itself has written (PTX ISA 8.7, section 9.7.9.9).
    if not in_place and any(slot.group == "coherence" and values[slot.name] for slot in form.slots):
        raise NotExecutable("caches that are not coherent need not see what a kernel has written itself")
    return MemoryCell(operand.name, space, bits, elements, in_place)


def _address(index: int, port: KernelPort) -> list[str]:
    """Return the statements that put the address of the thread's value of a parameter into %pointer."""
    return [
        f"ld.param.u64 %pointer, [p{index}];",
        f"mul.wide.u32 %offset, %index, {port.memory_bits // 8};",
        "add.u64 %pointer, %pointer, %offset;",
    ]


def _load(index: int, port: KernelPort, register: str) -> list[str]:
    """Return the statements that load an input into its register, or into the carry flag."""
    lines = _address(index, port)
    if not port.predicate:
        return [*lines, f"ld.global.b{port.bits} {register}, [%pointer];"]
    # Memory has no predicates and no flags: a byte with 0 or 1 represents each.
    lines.append("ld.global.u8 %byte, [%pointer];")
    if port.name == "CF":
        # The carry of flag + 0xffffffff is the flag.
        return [*lines, "cvt.u32.u16 %carry, %byte;", "add.cc.u32 %ignored, %carry, 0xffffffff;"]
    return [*lines, f"setp.ne.u16 {register}, %byte, 0;"]


def _store(index: int, port: KernelPort, register: str) -> list[str]:
    """Return the statements that store an output from its register, or from the carry flag in %carry."""
    lines = _address(index, port)
    if not port.predicate:
        return [*lines, f"st.global.b{port.bits} [%pointer], {register};"]
    take = "cvt.u16.u32 %byte, %carry;" if port.name == "CF" else f"selp.u16 %byte, 1, 0, {register};"
    return [*lines, take, "st.global.u8 [%pointer], %byte;"]
