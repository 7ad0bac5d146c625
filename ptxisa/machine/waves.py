"""Waves: CTAs of a launch that run together, one wave after another, or several waves at a time in processes.

    runner = WaveRunner(options, arguments)
    runner.run(jobs=4)
    runner.machine.findings

The result is that of the waves in their order, whatever the number of processes. Processes begin each wave with the
memory that the launch began with, and note the words of global memory that it accesses (`footprint`). If waves are
independent, their results together are those of the waves in order. If they are not, or if a wave has a finding, all
of this is dropped and one process runs the waves in order, which finds races between CTAs with their lines.

CTAs of a wave run together and may wait for each other, up to the number of threads that a GPU has at a time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ptxisa.isa.targets import Target
from ptxisa.machine import native
from ptxisa.machine.address import FlatMemory, RegionSizes
from ptxisa.machine.arguments import LaunchArguments
from ptxisa.machine.code import ProcedureCode
from ptxisa.machine.dependents import GridAccesses, GridDependence
from ptxisa.machine.footprint import READ, WORD, WRITTEN, Footprint, combined, updates_of
from ptxisa.machine.image import Image, ModuleText, Procedure
from ptxisa.machine.observers import Observer
from ptxisa.machine.schedule import Schedule
from ptxisa.machine.shape import GridShape, LaunchSizes, launch_error
from ptxisa.machine.threads import Machine, Stop
from ptxisa.machine.watch import Watches
from ptxisa.machine.watch.races import shadow_size
from ptxisa.spread import Lost, Workers, cores, memory_size
from ptxisa.syntax import tree

if TYPE_CHECKING:
    from ptxisa.machine.native.engine import NativeEngine

WAVE = 1 << 17
"""Threads of a wave. CTAs that wait for each other must fit, and a GPU has about as many threads at a time.

Smaller waves would leave more of them to other processes, and are slower in one: with all watches, grids of 102,400
threads run at these rates, in million instructions of threads for each second.

| threads of a wave | saxpy | reduction | product of matrices | histogram | mandelbrot |
|---|---|---|---|---|---|
| 2^14 | 128 | 172 | 182 | 183 | 165 |
| 2^15 | 133 | 205 | 207 | 195 | 179 |
| 2^16 | 155 | 210 | 200 | 202 | 233 |
| 2^17 | 185 | 225 | 227 | 206 | 364 |

With 409,600 threads, 2^17 is the fastest or within 5 % of it. Saxpy and the histogram vary between runs: a second one
gave 216 and 194 for the histogram in waves of 2^16 and 2^17. The size must not depend on the number of processes,
which changes nothing that a caller observes.
"""
STARTING = 1.0
"""Seconds of processor time until a process runs its first wave: imports, and the text of the module (measured)."""
_UNTRACKED = frozenset(
    {"tex", "tld4", "suld", "sust", "sured", "multimem", "clusterlaunchcontrol", "tensormap", "fabric"}
)
"""Instructions whose accesses to global memory a footprint does not have."""
_CLOCKS = ("%clock", "%globaltimer")


class RunOptions(NamedTuple):
    """What decides a run apart from memory; other processes receive it, too.

    Attributes:
        modules: Texts of the modules.
        kernel: Name of the kernel.
        target: Target whose results are computed.
        contract: "never" or "ptxas".
        engine: "numpy" or "native".
        schedule: Order of threads.
        seed: Seed of the schedule.
        steps: Largest number of instructions of all threads; None for no limit.
        stop: True to end at the first error of the program.
        watches: Watches that shall look.
        grid: Size of the grid.
        block: Size of a CTA.
        cluster: Size of a cluster; None for that of the kernel's directives.
        shared: Bytes of dynamic shared memory.
        cooperative: True to run all CTAs at the same time.
    """

    modules: tuple[ModuleText, ...]
    kernel: str
    target: Target | None
    contract: str
    engine: str
    schedule: str
    seed: int
    steps: int | None
    stop: bool
    watches: frozenset[str]
    grid: Any
    block: Any
    cluster: Any
    shared: int
    cooperative: bool

    @property
    def code(self) -> ProcedureCode:
        """Operations of the modules."""
        # In lock-step, nothing runs between a message and the operation after it.
        return _code(linked_image(self.modules), self.target, self.contract, self.schedule != "lockstep")

    def sizes(self) -> LaunchSizes:
        """Return the sizes of the launch.

        Raises:
            PtxError: They are beyond the limits of devices, or contradict directives of the kernel.
        """
        image = linked_image(self.modules)
        kernel = image.kernel(self.kernel)
        return LaunchSizes(image, kernel, self.grid, self.block, self.cluster, self.shared, self.cooperative)

    def machine(self, shape: GridShape, observers: Sequence[Observer] = ()) -> Machine:
        """Return a machine that has not started."""
        return Machine(
            self.code,
            shape,
            Schedule(self.schedule, self.seed),
            stop=self.stop,
            steps=self.steps,
            watches=Watches(self.watches),
            observers=observers,
            engine=_engine(self.code) if self.engine == "native" else None,
        )


# Launches of the same text share its image, its operations and its compiled code.


@lru_cache(maxsize=16)
def linked_image(modules: tuple[ModuleText, ...]) -> Image:
    """Return the image of some modules."""
    return Image(modules)


@lru_cache(maxsize=16)
def _code(image: Image, target: Target | None, contract: str, pauses: bool) -> ProcedureCode:
    """Return the operations of an image."""
    return ProcedureCode(image, target, contract, pauses=pauses)


@lru_cache(maxsize=16)
def _engine(code: ProcedureCode) -> NativeEngine:
    """Return the compiled code of some operations."""
    if not native.is_available():
        raise launch_error("the native engine needs llvmlite: pip install 'ptxisa[native]'")
    from ptxisa.machine.native.engine import NativeEngine

    return NativeEngine(code)


class WaveRunner:
    """A launch in waves.

    Args:
        options: What decides the run.
        sizes: Sizes of the launch.
        arguments: Arrays of the caller.
        observers: Objects that see every instruction.
        before: Accesses of the grid before, if this one may start before it has ended.

    Attributes:
        machine: Machine with findings and counters.
        one_process: Reason why one process ran all CTAs although several were allowed; empty otherwise.
    """

    def __init__(
        self,
        options: RunOptions,
        sizes: LaunchSizes,
        arguments: LaunchArguments,
        observers: Sequence[Observer],
        before: GridAccesses | None = None,
    ) -> None:
        self.options, self.sizes, self.observers = options, sizes, tuple(observers)
        self._arguments, self._before = arguments, before
        self._image = linked_image(options.modules)
        self._kernel = self._image.kernel(options.kernel)
        self._reachable = self._image.reachable(self._kernel)
        self._step = self.sizes.wave(WAVE)
        self.machine = options.machine(self.sizes.shape(0, 0), observers)
        self.machine.multimem = arguments.multimem
        self.one_process = ""

    def run(self, jobs: int) -> None:
        """Run all CTAs, and return the arrays to the caller.

        Args:
            jobs: Number of processes; 0 for one on each core if the run takes long.

        Raises:
            Stop: A finding has ended the run.
        """
        sizes, machine = self.sizes, self.machine
        layout = sizes.layout(sizes.shape(0, self._step), self._arguments.global_size)
        self._require_memory(layout)
        memory = FlatMemory(layout, machine, machine)
        self._arguments.place(memory)
        machine.textures, machine.samplers = self._arguments.textures(memory)
        if self._before is not None and machine.watches.follows_races:
            # Compiled code makes accesses that this watch would not see.
            machine.dependence = GridDependence(machine, self._before, self._arguments.host_arrays(), memory)
            machine.engine = None
        spread = self._processes(jobs) > 1
        if spread:
            machine.footprint = Footprint(memory, updates_of(self._reachable), self.options.code.live)
        try:
            first, started = 0, time.monotonic()
            while first < sizes.ctas:
                if spread and sizes.ctas - first > self._step and (jobs or self._pays(started, first)):
                    self.one_process = self._spread(memory, first, jobs)
                    if not self.one_process:
                        return
                    spread, machine.footprint = False, None
                machine.shape = sizes.shape(first, min(self._step, sizes.ctas - first))
                first = machine.launches.start(machine.shape, first + machine.shape.ctas, sizes.ctas)
                if machine.shape.first:
                    memory.clear_rows()
                sizes.place(memory)
                machine.start(memory, self._kernel)
                for observer in self.observers:
                    observer.started(machine)
                machine.run()
                first = machine.launches.next
        finally:
            self._arguments.return_to_caller(memory)

    def _require_memory(self, layout: RegionSizes) -> None:
        """Raise `PtxError` if this machine has too little memory, of which the system would tell after a long time.

        Each byte has a flag, and if races are watched, accesses to global and shared memory are noted beside it.
        """
        followed = layout.global_size + layout.const_size + layout.parameter_size + layout.shared_row * layout.ctas
        arrays = 2 * (followed + layout.local_row * layout.slots) + self._arguments.array_bytes
        races = shadow_size(followed) if self.machine.watches.follows_races else 0
        present = memory_size()
        if present is None or arrays + races <= present:
            return
        message = f"the run needs {arrays + races >> 20:,} MiB of memory, and this machine has {present >> 20:,}"
        if arrays <= present:
            message += f"; without the watch of races (watch: uninitialized) it needs {arrays >> 20:,}"
        raise launch_error(message)

    def accesses(self) -> GridAccesses | None:
        """Return the accesses of the grid after the run, if it has allowed dependent grids to start; else None."""
        machine = self.machine
        if not machine.watches.follows_races or machine.watches.races is None or machine.watches.races.problem:
            return None
        operations = machine.code.operations
        allowed = any(operations[pc].text == "griddepcontrol.launch_dependents" for pc in machine.executions())
        return GridAccesses(machine, self._arguments.host_arrays()) if allowed else None

    def _pays(self, started: float, first: int) -> bool:
        """Return True if the CTAs from one on are expected to end sooner in several processes."""
        rest = (time.monotonic() - started) * (self.sizes.ctas - first) / max(first, 1)
        return first > 0 and rest * (1 - 1 / self._processes(0)) > 2 * STARTING

    def _processes(self, jobs: int) -> int:
        """Return the number of processes that may run waves at the same time; note why there is only one."""
        waves = -(-self.sizes.ctas // self._step)
        allowed = min(jobs or cores(), cores())
        if allowed < 2 or jobs == 1:
            return 1
        if any(observer.sees_all for observer in self.observers):
            self.one_process = "observers see the instructions in their order"
        elif waves < 2:
            self.one_process = f"all {self.sizes.ctas:,} CTAs run at the same time"
        elif self._before is not None:
            self.one_process = "the grid before may not have ended"
        else:
            self.one_process = obstacle(self._image, self._kernel)
        return 1 if self.one_process else min(allowed, waves)

    def _spread(self, memory: FlatMemory, first: int, jobs: int) -> str:
        """Run the waves from a CTA on in processes; return why this is not possible, with memory as before."""
        # Loaded here: most launches use one process.
        from multiprocessing.shared_memory import SharedMemory

        size, machine = memory.shared_start, self.machine
        assert machine.footprint is not None
        merge = _Merge(memory, machine.footprint)
        shared = SharedMemory(create=True, size=2 * size)
        try:
            np.ndarray((2, size), np.uint8, shared.buf)[:] = merge.initial
            task = WaveTask(self.options, shared.name, memory.layout, self._step)
            workers = Workers(self._processes(jobs))
            results: list[WaveResult] = []
            waves: Any = workers.ordered(partial(run_wave, task), range(first, self.sizes.ctas, self._step))
            with closing(waves):
                for wave in waves:
                    problem = wave.problem or merge.add(wave)
                    results.append(wave._replace(words=None, marks=None, values=None, flags=None))
                    executed = machine.executed + sum(result.executed for result in results)
                    if self.options.steps is not None and executed > self.options.steps:
                        problem = "the limit of steps is reached"
                    if problem:
                        merge.undo()
                        return problem
        except Lost:
            merge.undo()
            return "a process ended: too little memory, or a crash"
        finally:
            shared.close()
            shared.unlink()
        for result in results:
            for number, offset, count in result.executions:
                pc = machine.code.entry(self._image.procedures[number]) + offset
                machine.counts[pc] = machine.counts.get(pc, 0) + count
            machine.executed += result.executed
            machine.turns += result.turns
            machine.divergences += result.divergences
            machine.unmodeled.update(dict.fromkeys(result.unmodeled))
        return ""


# --- what a kernel may do ---


def obstacle(image: Image, kernel: Procedure) -> str:
    """Return why waves of a kernel cannot run in processes; empty if they can."""
    for procedure in image.reachable(kernel):
        for line in procedure.lines:
            node = line.node
            if node.opcode.mnemonic == "griddepcontrol":
                return "the kernel controls dependent grids"
            if node.opcode.mnemonic in _UNTRACKED:
                return f"{node.opcode.text} may access memory of other CTAs"
            names = [operand.text for operand in node.operands if isinstance(operand, tree.Name)]
            if any(name.startswith(_CLOCKS) for name in names):
                return "the kernel reads a clock, which counts the instructions of all CTAs"
    services = image.services(kernel)
    return f"the kernel calls {services[0]}, a service of the system" if services else ""


# --- processes ---


class WaveTask(NamedTuple):
    """What a process needs to run waves: options, the name of the shared initial memory, and the CTAs of a wave."""

    options: RunOptions
    memory: str
    layout: RegionSizes
    step: int


class WaveResult(NamedTuple):
    """What a wave has done.

    Attributes:
        problem: Reason why the waves have to run in one process; then nothing else counts.
        executions: Procedure, number of the operation in it, and threads that have executed it.
        executed: Instructions that were executed.
        turns: Turns of the scheduler.
        divergences: Branches at which threads of a group took both ways.
        unmodeled: Reasons why the run is incomplete.
        words: Words of global memory that were accessed.
        marks: Their marks.
        values: Their bytes, as 32-bit words.
        flags: Flags of these bytes.
    """

    problem: str
    executions: tuple[tuple[int, int, int], ...] = ()
    executed: int = 0
    turns: int = 0
    divergences: int = 0
    unmodeled: tuple[str, ...] = ()
    words: Any = None
    marks: Any = None
    values: Any = None
    flags: Any = None


def run_wave(task: WaveTask, first: int) -> WaveResult:
    """Run the wave that begins with a CTA in this process, with the initial memory of the task."""
    return _process(task).run(first)


@lru_cache(maxsize=1)
def _process(task: WaveTask) -> _WaveProcess:
    return _WaveProcess(task)


class _WaveProcess:
    """Waves of one launch in one process, which keeps its memory from wave to wave."""

    def __init__(self, task: WaveTask) -> None:
        from multiprocessing.shared_memory import SharedMemory

        options = self._options = task.options
        self._step, self._sizes = task.step, options.sizes()
        image = linked_image(options.modules)
        self._kernel = image.kernel(options.kernel)
        machine = options.machine(self._sizes.shape(0, 0))
        self._memory = memory = FlatMemory(task.layout, machine, machine)
        shared = SharedMemory(task.memory)
        self._initial = np.ndarray((2, memory.shared_start), np.uint8, shared.buf).copy()
        shared.close()
        memory.bytes[: memory.shared_start], memory.flags[: memory.shared_start] = self._initial
        self._footprint = Footprint(memory, updates_of(image.reachable(self._kernel)), options.code.live)

    def run(self, first: int) -> WaveResult:
        """Run a wave."""
        memory, footprint, sizes = self._memory, self._footprint, self._sizes
        machine = self._options.machine(sizes.shape(first, min(self._step, sizes.ctas - first)))
        machine.footprint = footprint
        memory.serve(machine)
        memory.clear_rows()
        sizes.place(memory)
        try:
            machine.start(memory, self._kernel)
            machine.run()
        except Stop:
            pass
        except MemoryError:
            return WaveResult("a process has too little memory")
        if machine.findings:
            # One process finds it again, with what other CTAs do before.
            return WaveResult("the program has an error")
        words = footprint.words()
        marks = footprint.marks[words]
        results = [array[words] for array in _words(memory)]
        # The next wave begins with the initial memory; only what was accessed can differ.
        for array, initial in zip(_words(memory), self._initial.view(np.uint32), strict=True):
            array[words] = initial[words]
        footprint.marks[words] = 0
        operations, code = machine.code.operations, machine.code
        executions = tuple(
            (operations[pc].procedure.number, pc - code.entry(operations[pc].procedure), count)
            for pc, count in sorted(machine.executions().items())
        )
        return WaveResult(
            "",
            executions,
            machine.executed,
            machine.turns,
            machine.divergences,
            tuple(machine.unmodeled),
            words,
            marks,
            *results,
        )


def _words(memory: FlatMemory) -> tuple[Any, Any]:
    """Return bytes and flags of global memory, constants and parameters as words."""
    values, flags = (array[: memory.shared_start].view(np.uint32) for array in (memory.bytes, memory.flags))
    return values, flags


class _Merge:
    """Memory of a launch, to which the results of independent waves are added."""

    def __init__(self, memory: FlatMemory, footprint: Footprint) -> None:
        self._memory = memory
        end = memory.shared_start
        self.initial = np.stack([memory.bytes[:end], memory.flags[:end]])
        self._marks = footprint.marks.copy()
        self._updates = {mark: update for update, mark in footprint.updates.items()}

    def add(self, wave: WaveResult) -> str:
        """Add the result of a wave; return why it depends on others, empty if it does not."""
        words, marks = wave.words, wave.marks
        known = self._marks[words]
        # One mark that is not a write: both only read, or both make the same kind of update.
        alone = (marks & (marks - np.uint8(1)) == 0) & (marks != WRITTEN)
        dependent = np.flatnonzero((known != 0) & ~((known == marks) & alone))
        if len(dependent):
            name = self._memory.name_at(int(words[dependent[0]]) * WORD) or "memory"
            return f"CTAs access the same bytes of {name}, and their order counts"
        stored, flags = _words(self._memory)
        values = wave.values
        for mark, update in self._updates.items():
            again = np.flatnonzero((known == mark) & (marks == mark))
            if len(again):
                where = words[again]
                initial = self.initial.view(np.uint32)[0, where]
                values[again] = combined(update, initial, values[again], stored[where])
        changed = np.flatnonzero(marks != READ)
        stored[words[changed]], flags[words[changed]] = values[changed], wave.flags[changed]
        self._marks[words] |= marks
        return ""

    def undo(self) -> None:
        """Restore memory as it was before the first wave."""
        end = self._memory.shared_start
        self._memory.bytes[:end], self._memory.flags[:end] = self.initial
