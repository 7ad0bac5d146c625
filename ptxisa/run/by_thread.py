"""Run statements thread by thread on Python integers: what `ptxisa.execute` does where NumPy is not installed.

Everything that each thread computes from registers is run, and so are exchanges within warps and accesses to memory
that is given as a `bytearray`. Launches of several CTAs, generic windows, barriers, asynchronous copies, matrices and
tensor memory need NumPy, and are refused in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ptxisa.run.errors import refusal, without_value
from ptxisa.run.plain_memory import PlainMemory
from ptxisa.run.programs import compile_statements
from ptxisa.run.registers import Register, demand_known_names, pattern, patterns, register_error, thread_count
from ptxisa.run.semantics import REFERENCE
from ptxisa.run.steps import CARRY, Part, Program, Read, Step, Write
from ptxisa.run.warp import ACTIVE, LANE, LANES, operand_of, packed

WORD = 0xFFFFFFFF
MOST_IN_CTA = 1024
Column = list[int | None]
"""The values of a register by thread; None in threads that have written none."""

SUPPLIED: Mapping[str, Callable[[int, int], int]] = {
    "%laneid": lambda thread, count: thread % LANES,
    "%warpid": lambda thread, count: thread // LANES,
    "%lanemask_eq": lambda thread, count: 1 << thread % LANES,
    "%lanemask_lt": lambda thread, count: (1 << thread % LANES) - 1,
    "%lanemask_le": lambda thread, count: (2 << thread % LANES) - 1,
    "%lanemask_gt": lambda thread, count: ~((2 << thread % LANES) - 1) & WORD,
    "%lanemask_ge": lambda thread, count: ~((1 << thread % LANES) - 1) & WORD,
    "%tid.x": lambda thread, count: thread,
    "%ntid.x": lambda thread, count: count,
    **{f"{name}.{axis}": lambda thread, count: 0 for name in ("%tid", "%ctaid") for axis in "yz"},
    **{f"{name}.{axis}": lambda thread, count: 1 for name in ("%ntid", "%nctaid") for axis in "yz"},
    "%ctaid.x": lambda thread, count: 0,
    "%nctaid.x": lambda thread, count: 1,
}
"""Special registers that follow from a launch of one CTA of one dimension: by thread and number of threads."""


def execute(
    statements: str,
    registers: Mapping[str, Any] | None = None,
    *,
    memory: Mapping[str, bytearray] | None = None,
    target: str | None = None,
    ptx: str | None = None,
    threads: int | None = None,
    block: Any = None,
    grid: Any = None,
    cluster: Any = None,
    numbers: bool = False,
) -> dict[str, list[Any]]:
    """Run PTX statements and return the registers that they write, as lists of one Python integer a thread.

    As `ptxisa.run.execute.execute`, but registers are numbers or lists, memory is bytearrays by state space or
    variable, and results are unsigned patterns; with `numbers` signed integers and floats.

    Raises `PtxError` for whatever is invalid, and for what needs NumPy.
    """
    if any(one is not None for one in (block, grid, cluster)):
        raise refusal("not-executable", "block, grid and cluster need NumPy, which is not installed")
    program = compile_statements(statements, target, ptx, REFERENCE)
    state = _State(program, {} if registers is None else registers, memory or {}, threads)
    try:
        for step in program.steps:
            state.run(step)
    except ModuleNotFoundError as error:
        raise refusal("not-executable", f"this function needs {error.name}, which is not installed") from None
    found = {name: state.complete(name) for name in program.gives}
    return {name: _numbers(bits, program.types[name]) for name, bits in found.items()} if numbers else dict(found)


def _numbers(patterns: list[int], type_: str) -> list[Any]:
    """Patterns of signed types as integers, of floating types as floats; others as they are."""
    from ptxisa.isa.types import known
    from ptxisa.numbers.formats import known as formats
    from ptxisa.numbers.notation import show
    from ptxisa.numbers.primitives import signed

    if type_ in formats():
        return [float(show(one, type_)) for one in patterns]
    found = known()[type_]
    return [signed(one, found.bits) for one in patterns] if found.kind == "signed" else list(patterns)


class _State:
    """Registers and memory of all threads while statements run."""

    def __init__(
        self, program: Program, registers: Mapping[str, Any], memory: Mapping[str, bytearray], threads: int | None
    ) -> None:
        demand_known_names(program, registers, SUPPLIED)
        given = {name: _given(name, one, Register(program, name)) for name, one in registers.items()}
        lengths = {len(one) for one in given.values() if isinstance(one, list)}
        self.count = thread_count(lengths, threads, LANES)
        self.memory = PlainMemory(memory)
        self.values: dict[str, Column] = {CARRY: [0] * self.count}
        for name, one in given.items():
            self.values[name] = list(one) if isinstance(one, list) else [one] * self.count
        for name in program.needs:
            if name in SUPPLIED and name not in self.values:
                self.values[name] = self._supplied(name)

    def _supplied(self, name: str) -> Column:
        if self.count > MOST_IN_CTA and "tid" in name:
            raise refusal("launch-shape", f"{name} needs the shape of the launch, which needs NumPy")
        return [SUPPLIED[name](thread, self.count) for thread in range(self.count)]

    def run(self, step: Step) -> None:
        """Every thread reads before any of them writes registers."""
        running = self._executing(step)
        self._demand_alignment(step, running)
        found = [
            (thread, part, self._computed(step, part, thread, running)) for thread in running for part in step.parts
        ]
        for thread, part, results in found:
            for write in part.writes:
                self._write(write, thread, results[write.name])

    def _executing(self, step: Step) -> list[int]:
        """The threads in which the guard of a statement holds."""
        if step.guard is None:
            return list(range(self.count))
        name, negated = step.guard
        return [thread for thread in range(self.count) if self._register(name, thread) != negated]

    def _register(self, name: str, thread: int) -> int:
        column = self.values.get(name)
        value = column[thread] if column else None
        if value is None:
            raise register_error(without_value(name, thread, "reads"))
        return value

    def _read(self, read: Read, thread: int) -> int:
        """What a thread reads as an operand."""
        if read.register is None:
            return int(read.constant)
        value = self._register(read.register, thread)
        if read.offset is not None:
            return (value + read.offset) & ((1 << 64) - 1)
        if read.negated:
            return value ^ 1
        return value & ((1 << read.bits) - 1) if read.bits else value

    def _computed(self, step: Step, part: Part, thread: int, running: list[int]) -> dict[str, int]:
        """The results of one part of a statement in one thread, by operand; memory is written."""
        given = {read.name: self._operand(read, thread, running) for read in part.reads}
        access = part.accesses[0] if part.accesses else None
        if access is None:
            return _results(step, given)
        place = self.memory.place(access, self._base(access.base, thread), thread)
        function = step.by_space.get(place.space, step.function)
        if access.read:
            given[access.name] = place.load()
        found = _results(step._replace(function=function), given)
        if access.written:
            place.store(found[access.name])
        return found

    def _operand(self, read: Read, thread: int, running: list[int]) -> int:
        """An operand of a thread; functions of warps take its lane, the active lanes, and all values of an operand."""
        if read.name == LANE:
            return thread % LANES
        first = thread - thread % LANES
        warp = range(first, first + LANES)
        if read.name == ACTIVE:
            return packed([int(one in running) for one in warp], 1)
        if operand_of(read.name):
            return packed([self._read(read, one) if one < self.count else 0 for one in warp], read.bits)
        return self._read(read, thread)

    def _base(self, name: str, thread: int) -> int | None:
        """What an address counts from: a register; None is the start of memory, or a variable."""
        return self._register(name, thread) if name in self.values else None

    def _demand_alignment(self, step: Step, running: list[int]) -> None:
        """The address of a vector is aligned to the whole of it."""
        for access in step.parts[0].accesses if len(step.parts) > 1 else ():
            for thread in running:
                self.memory.demand_alignment(access, self._base(access.base, thread), thread, len(step.parts))

    def _write(self, write: Write, thread: int, result: int) -> None:
        """Give a register its result in a thread; a wider register is filled with its sign, or with zeros."""
        if write.register is None:
            return
        from ptxisa.numbers.primitives import signed

        wide = signed(result, write.bits) if write.signed and write.width > write.bits else int(result)
        column = self.values.setdefault(write.register, [None] * self.count)
        column[thread] = wide & ((1 << write.width) - 1)

    def complete(self, name: str) -> list[int]:
        """The values of a register, which every thread must have."""
        column = self.values.get(name) or [None] * self.count
        for thread, value in enumerate(column):
            if value is None:
                raise register_error(without_value(name, thread, "keeps"))
        return [value for value in column if value is not None]


def _results(step: Step, given: Mapping[str, int]) -> dict[str, int]:
    return dict(zip(step.outputs, step.function(*(given[name] for name in step.inputs)), strict=True))


def _given(name: str, given: Any, register: Register) -> int | list[int]:
    if isinstance(given, (list, tuple)):
        return patterns(name, given, register)
    return pattern(name, given, register)
