"""Debugger of kernels: breakpoints, watches, steps of threads, registers, memory, calls, and steps back.

    debugger = Debugger(lambda observers: ptxisa.launch(text, "saxpy", 4, 256, arguments(), observers=observers))
    debugger.cmdloop()

A run is deterministic, so that a step back is a new run up to an earlier step. `launch` is called for each run, with
new arguments. Commands are read from a terminal, or from any stream.
"""

from __future__ import annotations

import cmd
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO, Any

import numpy as np

from ptxisa.isa.types import known
from ptxisa.machine.image import Variable
from ptxisa.machine.lanes import LANES, Lanes
from ptxisa.machine.launch import LaunchResult
from ptxisa.machine.observers import Observer
from ptxisa.machine.operation import Operation
from ptxisa.numbers.notation import show
from ptxisa.numbers.patterns import dtype_of, integers
from ptxisa.run.bodies import MARK

SPACES = ("global", "shared", "local", "const", "param")
MOST_KEPT = 1 << 22
"""Threads of earlier instructions that are kept, for steps back."""
MOST_SHOWN = 256
"""Values of memory that one command prints, at most."""


class _Leave(Exception):
    """A command ends the run; `step` is where the next run stops, None to quit."""

    def __init__(self, step: int | None) -> None:
        super().__init__()
        self.step = step


class Debugger(cmd.Cmd, Observer):
    """Commands of the debugger, which run while a group of threads is about to execute an instruction.

    Args:
        launch: Function that runs the kernel with some observers.
        name: Name of the module in messages.
        stdin: Stream of commands; None for the terminal.
        stdout: Stream of the output; None for standard output.
    """

    prompt = "(ptxisa) "

    def __init__(
        self,
        launch: Callable[[Sequence[Observer]], LaunchResult],
        name: str = "kernel.ptx",
        stdin: IO[str] | None = None,
        stdout: IO[str] | None = None,
    ) -> None:
        super().__init__(stdin=stdin, stdout=stdout)
        self.use_rawinput = stdin is None
        if not self.use_rawinput:
            self.prompt = ""
        self.result: LaunchResult | None = None
        self._launch, self._name = launch, name
        self._breaks: dict[int, tuple[str, bool]] = {}
        self._numbers = 0
        self._watches: dict[int, str] = {}
        self._seen: dict[int, Any] = {}
        self._focus = 0
        self._until: Callable[[Lanes], bool] | None = None
        self._target: int | None = 1
        self._machine: Any = None
        self._operation: Operation | None = None
        self._lanes: Lanes | None = None
        self._step = 0
        self._history: deque[tuple[int, Any]] = deque()
        self._kept = 0
        self._pc: Any = None
        self._depth: Any = None
        self._interrupted = False

    # --- runs ---

    def run(self) -> LaunchResult | None:
        """Run the kernel, as often as steps back need it, until a command quits; return the result of the last run."""
        handler: Any = None
        if self.use_rawinput and threading.current_thread() is threading.main_thread():
            handler = signal.signal(signal.SIGINT, lambda *_: setattr(self, "_interrupted", True))
        try:
            while True:
                self._step, self._kept, self._seen, self._machine = 0, 0, {}, None
                self._history.clear()
                try:
                    self.result = self._launch([self])
                    self._operation = self._lanes = None
                    self._say(f"the run has ended: {self.result!r}")
                    for finding in self.result.findings:
                        place = f"{self._name}:{finding.line}"
                        self._say(f"{place}: {finding.code}: {finding.message} (by {finding.thread})")
                    self.cmdloop()
                    return self.result
                except _Leave as leave:
                    if leave.step is None:
                        return self.result
                    self._target, self._until = leave.step, None
        finally:
            if handler is not None:
                signal.signal(signal.SIGINT, handler)

    def started(self, machine: Any) -> None:
        """Keep the machine, whose threads are about to run."""
        self._machine = machine
        self._pc, self._depth = np.full(machine.count, -1), np.zeros(machine.count, np.int64)

    def before(self, operation: Operation, lanes: Lanes) -> None:
        """Stop where a breakpoint or a step ends."""
        self._step += 1
        self._operation, self._lanes = operation, lanes
        own = bool((lanes.slots == self._focus).any())
        self._pc[lanes.slots], self._depth[lanes.slots] = operation.pc, lanes.depth
        self._history.append((self._step, lanes.slots))
        self._kept += lanes.count
        while self._kept > MOST_KEPT and len(self._history) > 1:
            self._kept -= len(self._history.popleft()[1])
        if self._target is not None:
            reason = "" if self._step == self._target else None
        elif self._until is not None:
            reason = "" if self._until(lanes) else None
        else:
            reason = "interrupted: " if self._interrupted else None
        self._interrupted = False
        if self._breaks and self._target is None:
            index = operation.pc - self._machine.code.entry(operation.procedure)
            labels = operation.procedure.labels.items()
            here = {str(operation.line), *(name.partition(MARK)[0] for name, at in labels if at == index)}
            for number, (place, focused) in self._breaks.items():
                if place in here and (own or not focused):
                    reason = f"breakpoint {number}: "
        if reason is not None:
            self._stop(reason)

    def after(self, operation: Operation, lanes: Lanes) -> None:
        """Stop where a value that is watched has changed."""
        for number, text in self._watches.items():
            value = self._watched(text)
            before = self._seen.get(number, value)
            if value is not None:
                self._seen[number] = value
                if value != before and self._target is None:
                    self._stop(f"watch {number}: {text} was {before}, is {value}; after ")

    def _stop(self, reason: str) -> None:
        """Read commands until one lets the run go on."""
        self._target = self._until = None
        operation, lanes = self._operation, self._lanes
        assert operation is not None
        assert lanes is not None
        module = self._machine.code.image.modules[operation.procedure.module]
        statement = " ".join(module.source.text[operation.node.start : operation.node.end].split())
        slot = self._focus if (lanes.slots == self._focus).any() else int(lanes.slots[0])
        more = f" and {lanes.count - 1} more" if lanes.count > 1 else ""
        thread = self._machine.shape.describe(slot)
        self._say(f"{reason}step {self._step}, {thread}{more}, {self._name}:{operation.line}: {statement}")
        self.cmdloop()

    # --- output ---

    def _say(self, text: str) -> None:
        self.stdout.write(f"{text}\n")

    def default(self, line: str) -> None:
        """Report an unknown command."""
        if line == "EOF":
            raise _Leave(None)
        self._say(f"unknown command {line.split()[0][:40]!r}; help lists all")

    def emptyline(self) -> bool:
        """Do nothing, rather than repeat the last command."""
        return False

    def onecmd(self, line: str) -> bool:
        """Run a command; errors of its arguments are one line."""
        try:
            return bool(super().onecmd(line.strip()))
        except (ValueError, KeyError, IndexError) as problem:
            self._say(str(problem.args[0]) if problem.args else "wrong arguments")
            return False

    def _running(self) -> Lanes:
        if self._lanes is None:
            raise ValueError("the run has ended; back or restart runs it again")
        return self._lanes

    # --- commands that let the run go on ---

    def do_continue(self, argument: str) -> bool:
        """continue: run to the next breakpoint, watch, or the end."""
        self._running()
        self._until = self._target = None
        return True

    def do_step(self, argument: str) -> bool:
        """Step [N]: run until the thread in focus has executed N instructions (1)."""
        left = _count(argument)

        def until(lanes: Lanes) -> bool:
            nonlocal left
            left -= bool((lanes.slots == self._focus).any())
            return left <= 0

        self._running()
        self._until = until
        return True

    def do_warp(self, argument: str) -> bool:
        """Warp [N]: run until threads of the warp in focus have executed N instructions (1)."""
        left = _count(argument)

        def until(lanes: Lanes) -> bool:
            nonlocal left
            left -= bool((lanes.slots // LANES == self._focus // LANES).any())
            return left <= 0

        self._running()
        self._until = until
        return True

    def do_next(self, argument: str) -> bool:
        """Next [N]: run N instructions (1) of any group of threads."""
        self._running()
        self._target = self._step + _count(argument)
        return True

    def do_back(self, argument: str) -> bool:
        """Back [N]: go back by N instructions (1) of the thread in focus, by a new run up to there."""
        count = _count(argument)
        earlier = [
            step
            for step, slots in self._history
            if (step < self._step or self._lanes is None) and (slots == self._focus).any()
        ]
        if len(earlier) < count:
            raise ValueError("the thread in focus has executed no earlier instruction")
        raise _Leave(earlier[-count])

    def do_restart(self, argument: str) -> bool:
        """restart: run again from the start; breakpoints and watches stay."""
        raise _Leave(1)

    def do_quit(self, argument: str) -> bool:
        """quit: end the debugger."""
        raise _Leave(None)

    # --- breakpoints and watches ---

    def do_break(self, argument: str) -> None:
        """Break [LINE|LABEL [thread]]: stop at a line or label, with `thread` only the thread in focus; list all."""
        place, _, focused = argument.partition(" ")
        if place:
            if focused.strip() not in ("", "thread"):
                raise ValueError("break takes a line or label, and the word thread")
            self._numbers += 1
            self._breaks[self._numbers] = place, bool(focused)
        for number, (name, only) in self._breaks.items():
            self._say(f"breakpoint {number}: {name}{' (thread in focus)' if only else ''}")

    def do_watch(self, argument: str) -> None:
        """Watch [REGISTER | SPACE ADDRESS [COUNT TYPE] | VARIABLE]: stop when the value changes; list all."""
        if argument:
            self._numbers += 1
            value = self._watched(argument)
            self._watches[self._numbers] = argument
            if value is not None:
                self._seen[self._numbers] = value
        for number, text in self._watches.items():
            self._say(f"watch {number}: {text} is {self._seen.get(number, 'not known here')}")

    def do_delete(self, argument: str) -> None:
        """Delete N: remove a breakpoint or watch."""
        number = int(argument) if argument.isdecimal() else 0
        if self._breaks.pop(number, None) is None and self._watches.pop(number, None) is None:
            raise ValueError(f"unknown breakpoint or watch {argument[:20]!r}")

    # --- state ---

    def do_thread(self, argument: str) -> None:
        """Thread [THREAD [CTA]]: choose the thread in focus by its numbers in the CTA and in the grid; show it."""
        shape = self._machine.shape
        numbers = [int(part, 0) for part in argument.split()]
        if numbers:
            ctas = shape.cta_numbers().tolist()
            cta = numbers[1] if len(numbers) > 1 else ctas[self._focus // shape.cta_slots]
            if cta not in ctas or not 0 <= numbers[0] < shape.threads:
                raise ValueError(f"no thread {numbers[0]} of CTA {cta} is running")
            self._focus = ctas.index(cta) * shape.cta_slots + numbers[0]
        self._say(shape.describe(self._focus))

    def do_print(self, argument: str) -> None:
        """Print REGISTER [warp]: value of a register in the thread in focus, or in all lanes of its warp."""
        name, _, rest = argument.partition(" ")
        slots = np.array([self._focus])
        if rest.strip() == "warp":
            first = self._focus // LANES * LANES
            slots = np.arange(first, first + LANES)
        elif rest:
            raise ValueError("print takes a register, and the word warp")
        self._say(f"{name}: {', '.join(self._register(name, slots))}")

    def do_memory(self, argument: str) -> None:
        """Memory SPACE ADDRESS [COUNT [TYPE]], or memory VARIABLE [COUNT [TYPE]]: values in memory (4 of u32)."""
        self._say(", ".join(self._memory(argument.split())))

    def do_where(self, argument: str) -> None:
        """where: calls of the thread in focus, the innermost first."""
        code, machine = self._machine.code, self._machine
        pc, depth = int(self._pc[self._focus]), int(self._depth[self._focus])
        if pc < 0:
            raise ValueError("the thread in focus has not run yet")
        while True:
            operation = code.operations[pc]
            source = f", .loc line {operation.source.line}" if operation.source is not None else ""
            self._say(f"{operation.procedure.name} at {self._name}:{operation.line}{source}")
            if depth == 0:
                return
            pc = int(machine.calls.return_to[depth][self._focus]) - 1
            depth -= 1

    def do_threads(self, argument: str) -> None:
        """threads: groups of threads that can run, and threads that wait."""
        machine, lanes = self._machine, self._running()
        groups = [(lanes.depth, self._operation, lanes.slots, "runs next")]
        for depth, pc, slots in machine.schedule.groups():
            groups.append((depth, machine.code.operations[pc], slots, "can run"))
        for part in (machine.warps, machine.warp_barriers, machine.barriers, machine.clusters):
            groups += [(0, operation, slots, reason) for operation, slots, reason in part.waiting()]
        for _, operation, slots, state in groups:
            assert operation is not None
            first = machine.shape.describe(int(slots[0]))
            plural = "s" if len(slots) != 1 else ""
            self._say(f"{len(slots)} thread{plural} from {first} at line {operation.line}: {state}")

    def do_list(self, argument: str) -> None:
        """List [LINE]: the text around a line."""
        operation = self._operation or (self._machine.operation if self._machine else None)
        line = int(argument) if argument else operation.line if operation else 1
        module = operation.procedure.module if operation else 0
        lines = self._machine.code.image.modules[module].source.text.split("\n")
        for number in range(max(line - 4, 1), min(line + 5, len(lines)) + 1):
            mark = ">" if operation is not None and number == operation.line else " "
            self._say(f"{mark}{number:5}  {lines[number - 1].rstrip()}")

    do_c, do_s, do_w, do_n, do_b, do_p, do_q, do_x = (
        do_continue,
        do_step,
        do_warp,
        do_next,
        do_break,
        do_print,
        do_quit,
        do_memory,
    )

    # --- values ---

    def _register(self, name: str, slots: Any) -> list[str]:
        """Return the values of a register in some threads, in its declared type; "-" where it has none."""
        operation, lanes, machine = self._operation, self._running(), self._machine
        assert operation is not None
        pc, depth = int(self._pc[self._focus]), int(self._depth[self._focus])
        if pc < 0:
            pc, depth = operation.pc, lanes.depth
        procedure = machine.code.operations[pc].procedure
        if name.startswith("%") and (name in machine.code.specials or name.partition(".")[0] in machine.code.specials):
            values = np.broadcast_to(machine.special(name), machine.count)[slots]
            return [str(value) for value in values.tolist()]
        lines, first = procedure.lines, machine.code.entry(procedure)
        block = lines[pc - first].block if pc - first < len(lines) else 0
        unique = procedure.unique(name, block)
        symbol = procedure.lookup(unique)
        if symbol is None or symbol.kind != "register":
            raise ValueError(f"no register is called {name[:40]!r} here")
        values = machine.frame(depth, procedure).slab(unique)[slots]
        if lanes.depth == depth and operation.procedure is procedure and unique in lanes.values:
            own = np.broadcast_to(lanes.values[unique], lanes.count)
            chosen = np.isin(slots, lanes.slots)
            values = values.copy()
            values[chosen] = own[np.searchsorted(lanes.slots, slots[chosen])]
        shown = [show(value, symbol.type) for value in integers(values)]
        return [text if machine.live[slot] else "-" for text, slot in zip(shown, slots.tolist(), strict=True)]

    def _memory(self, words: list[str]) -> list[str]:
        """Return values of memory; raise `ValueError` for wrong arguments or bytes that do not exist."""
        machine = self._machine
        if not words:
            raise ValueError("memory takes a state space and an address, or a variable")
        space, type_ = words[0], "u32"
        if space in SPACES:
            if len(words) < 2:
                raise ValueError(f"memory {space} takes an address")
            text, rest = words[1], words[2:]
            is_number = re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", text)
            address = int(text, 0) if is_number else int(self._register(text, np.array([self._focus]))[0])
        else:
            procedure = (self._operation or machine.operation).procedure
            variable = machine.code.image.variable(procedure, space)
            if not isinstance(variable, Variable):
                raise ValueError(f"{space[:40]!r} is neither a state space ({', '.join(SPACES)}) nor a variable")
            address, rest = variable.address, words[1:]
            space, type_ = variable.space.partition("::")[0], variable.type
            if space == "local":
                address += int(machine.frame_base[0][self._focus])
        count = int(rest[0], 0) if rest else 4
        type_ = rest[1].lstrip(".") if len(rest) > 1 else type_
        record = known().get(type_)
        if record is None or record.bits % 8 or not 1 <= count <= MOST_SHOWN:
            raise ValueError(f"memory takes up to {MOST_SHOWN} values of a type of whole bytes, such as 8 f32")
        size = record.bits // 8
        addresses = np.uint64(address & (1 << 64) - 1) + np.arange(count, dtype=np.uint64) * np.uint64(size)
        slots = np.full(count, self._focus)
        places, inside = machine.memory.places_of(space, addresses, slots)
        inside = inside & (places + size <= len(machine.memory.bytes))
        data = machine.memory.bytes[np.where(inside, places, 0)[:, None] + np.arange(size)]
        values = integers(np.ascontiguousarray(data).view(dtype_of(record.bits))[:, 0])
        shown = [show(value, type_) if there else "-" for value, there in zip(values, inside.tolist(), strict=True)]
        if not inside.any():
            raise ValueError(f"no memory is at {address:#x} in {space} memory")
        return shown

    def _watched(self, text: str) -> str | None:
        """Return the value of a watch, or None where the register does not exist."""
        words = text.split()
        procedure = (self._operation or self._machine.operation).procedure
        try:
            if len(words) > 1 or self._machine.code.image.variable(procedure, words[0]) is not None:
                return ", ".join(self._memory(words))
            return self._register(words[0], np.array([self._focus]))[0]
        except ValueError:
            if self._step <= 1 or not self._watches:
                raise
            return None


def _count(argument: str) -> int:
    if argument and (not argument.isdecimal() or int(argument) < 1):
        raise ValueError(f"a number of instructions is needed, not {argument[:20]!r}")
    return int(argument or 1)
