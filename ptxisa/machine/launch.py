"""Launches: arguments in, results and findings out.

run = ptxisa.launch(text, "saxpy", 4, 256, [1024, 2.0, x, y])
run.findings                        # errors of the program, with lines and threads
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa import targets
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.targets import Target, admits
from ptxisa.machine.arguments import LaunchArguments
from ptxisa.machine.counters import Counters, CountingObserver, Coverage
from ptxisa.machine.dependents import GridAccesses
from ptxisa.machine.image import Image, ModuleText, Procedure
from ptxisa.machine.observers import Observer
from ptxisa.machine.schedule import SCHEDULES
from ptxisa.machine.shape import launch_error, shown
from ptxisa.machine.threads import Machine, Stop
from ptxisa.machine.watch import WATCHES
from ptxisa.machine.waves import RunOptions, WaveRunner, linked_image
from ptxisa.syntax import tree
from ptxisa.syntax.printer import print_module

CONTRACTS = ("never", "ptxas")
ENGINES = ("numpy", "native")
MODELED = "sm_90"
"""Target with models of results that PTX leaves open, such as approximations and sums of tensor cores."""


class LaunchCounts(NamedTuple):
    """Counters of a run.

    Attributes:
        instructions: Instructions executed, counted once for each thread.
        by_kind: The same by mnemonic.
        by_line: The same by line of the PTX.
        divergences: Branches at which threads of a group took both ways.
        turns: Turns of the scheduler.
    """

    instructions: int
    by_kind: Mapping[str, int]
    by_line: Mapping[int, int]
    divergences: int
    turns: int


class LaunchResult(NamedTuple):
    """Result of a launch.

    Attributes:
        findings: Errors of the program: code, message, line of the PTX, thread, related line and hint.
        complete: False if something that the kernel uses is not modeled.
        unmodeled: What is not modeled.
        printed: Text that the kernel printed.
        counts: Counters.
        trace: Pairs of a line of the PTX that was executed and the number of threads that executed it, in order.
        contraction: True if the kernel has products and sums that assemblers may fuse, so that results may depend on
            `contract`.
        sources: Places in the source, such as "kernel.cu:12", of lines of the PTX with findings, by `.loc`.
        callers: Places of the calls, innermost first, by which the instructions of a line with findings were inlined.
        counters: Exact counters by instruction, if `counters` is true.
        coverage: Lines and outcomes of branches that were executed, likewise.
        one_process: Reason why one process ran all CTAs although `jobs` allows several, such as CTAs that communicate;
            empty otherwise.
        accesses: Memory that the grid has accessed, for `after` of the next launch; None if it has not executed
            ``griddepcontrol.launch_dependents``.
    """

    findings: list[Diagnostic]
    complete: bool
    unmodeled: tuple[str, ...]
    printed: str
    counts: LaunchCounts
    trace: tuple[tuple[int, int], ...] = ()
    contraction: bool = False
    sources: Mapping[int, str] = {}
    callers: Mapping[int, tuple[str, ...]] = {}
    counters: Counters | None = None
    coverage: Coverage | None = None
    one_process: str = ""
    accesses: GridAccesses | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The findings, as results of `ptxisa.execute` have them."""
        return self.findings

    def __repr__(self) -> str:
        state = "complete" if self.complete else "incomplete"
        count = len(self.findings)
        return f"<run: {state}, {count} finding{'s' if count != 1 else ''}, {self.counts.instructions:,} instructions>"


def launch(
    module: Any,
    entry: str | None = None,
    grid: Any = 1,
    block: Any = 1,
    arguments: Sequence[Any] | Mapping[str, Any] = (),
    *,
    cluster: Any = None,
    shared: int = 0,
    cooperative: bool = False,
    symbols: Mapping[str, Any] | None = None,
    target: str | None = None,
    contract: str = "never",
    schedule: str = "lockstep",
    seed: int = 0,
    steps: int | None = None,
    watch: str | Iterable[str] = "all",
    stop: bool = True,
    counters: bool = False,
    observers: Sequence[Observer] = (),
    engine: str = "numpy",
    jobs: int = 1,
    after: LaunchResult | None = None,
) -> LaunchResult:
    """Run a kernel.

    Args:
        module: PTX text, the path of a file, a parsed module, or a list of these, which are linked.
        entry: Name of the kernel, or of its C++ function if only one kernel has that name; None for the only kernel.
        grid: Size of the grid in CTAs: a number, or a tuple of up to three.
        block: Size of a CTA in threads, likewise.
        arguments: Values of the parameters in order or by name; ``param_0`` is enough for ``kernel_param_0``. A NumPy
            array, or an object with the DLPack protocol in host memory, is a pointer and is written in place (the same
            array twice is the same memory); a number has the type of the parameter; `bytes` are an aggregate; None is
            a null pointer. `Buffer`, `TensorMap`, `Texture` and `Multimem` have options.
        cluster: Size of a cluster in CTAs; by default that of the kernel's directives.
        shared: Bytes of dynamic shared memory.
        cooperative: Run all CTAs at the same time, whatever their number.
        symbols: Arrays for variables of the module by name, which are read before and written after the run.
        target: Target whose results are computed where PTX leaves them open; by default that of the module,
            and sm_90 for modules of older base targets, which run there as well.
        contract: "never" rounds each operation; "ptxas" fuses products and sums as ptxas does by default.
        schedule: Order of threads: "lockstep", "random" or "adversarial".
        seed: Seed of the schedule.
        steps: Number of instructions, counted for each thread, after which the run ends.
        watch: Names of watches, "all", or "none".
        stop: End the run at the first error of the program.
        counters: Count active lanes, memory transactions and outcomes of branches for each instruction.
        observers: Objects that see every instruction, as `ptxisa.machine.observers` describes.
        engine: "numpy", or "native" to compile instructions that many threads execute, with the same results; it needs
            `ptxisa[native]`, and does nothing for runs with counters or observers.
        jobs: Number of processes for CTAs that do not depend on each other; 0 for one on each core as soon as a run
            takes longer than a second. The result is the same for every number. A script that allows several
            processes needs ``if __name__ == "__main__":``, as `multiprocessing` explains.
        after: Result of the launch before, of which this one is a programmatic dependent launch: accesses to memory
            of that grid, before ``griddepcontrol.wait``, are errors if it has executed
            ``griddepcontrol.launch_dependents``. Both launches watch races and have the arrays in common.

    Returns:
        Findings, counters, and what the kernel printed.

    Raises:
        PtxError: The kernel cannot be launched: invalid PTX, no such kernel, arguments that do not fit, sizes beyond
            the limits of devices, too little memory (code ``launch``).
        UnknownTarget: The target does not exist.
        TypeError: An argument is of a type that no launch takes.
    """
    if symbols is not None and not isinstance(symbols, Mapping):
        raise TypeError(f"symbols must be a mapping of names to arrays, not {type(symbols).__name__}")
    modules = tuple(_module(text, number) for number, text in enumerate(each_module(module)))
    image = linked_image(modules)
    kernel = image.kernel(entry)
    on_target = _target(image, kernel, target)
    if contract not in CONTRACTS:
        raise launch_error(f"contract must be {' or '.join(CONTRACTS)}, not {str(contract)[:40]!r}")
    if schedule not in SCHEDULES:
        raise launch_error(f"schedule must be one of {', '.join(SCHEDULES)}, not {str(schedule)[:40]!r}")
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, int) or steps < 1):
        raise launch_error(f"steps must be a positive number, not {shown(steps)!r}")
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise launch_error(f"seed must be a number from 0 on, not {shown(seed)!r}")
    if not isinstance(observers, (list, tuple)) or not all(isinstance(observer, Observer) for observer in observers):
        raise TypeError("observers must be a list of ptxisa.machine.observers.Observer")
    for name, value in (("cooperative", cooperative), ("stop", stop), ("counters", counters)):
        # Any text is true, "no" as well.
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"{name} must be True or False, not {str(value)[:40]!r}")
    if engine not in ENGINES:
        raise launch_error(f"engine must be {' or '.join(ENGINES)}, not {str(engine)[:40]!r}")
    if not isinstance(after, (LaunchResult, type(None))):
        raise TypeError(f"after must be the result of a launch, not {type(after).__name__}")
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 0:
        raise launch_error(f"jobs must be a number from 0 on, not {shown(jobs)!r}")
    options = RunOptions(
        modules,
        kernel.name,
        on_target,
        contract,
        engine,
        schedule,
        int(seed),
        steps,
        stop,
        _watches(watch),
        grid,
        block,
        cluster,
        shared,
        cooperative,
    )
    sizes = options.sizes()
    # Other processes remember the run by its options, in which lists would not be hashable.
    own_cluster = None if cluster is None else sizes.cluster
    options = options._replace(grid=sizes.grid, block=sizes.block, cluster=own_cluster, shared=sizes.dynamic)
    counting = CountingObserver() if counters else None
    observers = (*observers, *((counting,) if counting else ()))
    before = after.accesses if after is not None else None
    runner = WaveRunner(options, sizes, LaunchArguments(image, kernel, arguments, symbols or {}), observers, before)
    machine = runner.machine
    try:
        try:
            runner.run(jobs)
        except Stop:
            pass
        except MemoryError:
            most = f"{machine.shape.slots:,} threads at a time"
            message = f"the run needs more memory than this machine has, for {most}; launch fewer threads"
            raise launch_error(message) from None
        finally:
            for observer in observers:
                observer.ended(machine)
        result = _result(machine)._replace(one_process=runner.one_process, accesses=runner.accesses())
        if counting is not None:
            counts, coverage = counting.results(machine.code.operations, kernel, image)
            result = result._replace(counters=counts, coverage=coverage)
        return result
    finally:
        machine.release()


def _result(machine: Machine) -> LaunchResult:
    code = machine.code
    kinds: Counter[str] = Counter()
    lines: Counter[int] = Counter()
    for pc, count in machine.executions().items():
        operation = code.operations[pc]
        kinds[operation.node.opcode.mnemonic] += count
        lines[operation.line] += count
    counts = LaunchCounts(
        sum(kinds.values()), dict(kinds), dict(sorted(lines.items())), machine.divergences, machine.turns
    )
    reported = {finding.line for finding in machine.findings}
    reported |= {finding.related[0] for finding in machine.findings if finding.related}
    executed = [code.operations[pc] for pc in machine.executions()]
    concerned = [operation for operation in executed if operation.line in reported]
    places = {operation.line: code.image.source_of(operation) for operation in concerned}
    callers = {operation.line: code.image.callers_of(operation) for operation in concerned}
    sources = {line: place for line, place in places.items() if place}
    unmodeled = tuple(machine.unmodeled)
    return LaunchResult(
        machine.findings,
        not unmodeled,
        unmodeled,
        "".join(machine.printed),
        counts,
        tuple(sorted(lines.items())),
        code.contracts,
        dict(sorted(sources.items())),
        {line: calls for line, calls in sorted(callers.items()) if calls},
    )


# --- modules and targets ---


def each_module(given: Any) -> list[Any]:
    """Return one module, or several, as a list; raise `PtxError` for none."""
    # A tree is a tuple, too.
    modules = list(given) if isinstance(given, (list, tuple)) and not isinstance(given, tree.Module) else [given]
    if not modules:
        raise launch_error("no module is given")
    return modules


def _module(given: Any, number: int) -> ModuleText:
    name = f"module {number + 1}"
    if isinstance(given, tree.Module):
        return ModuleText(name, print_module(given))
    if isinstance(given, bytes):
        return ModuleText(name, given.decode("utf-8", "replace"))
    if isinstance(given, os.PathLike) or (isinstance(given, str) and "\n" not in given and given.endswith(".ptx")):
        try:
            with open(given, "rb") as file:
                return ModuleText(str(given), file.read().decode("utf-8", "replace"))
        except (OSError, ValueError) as problem:
            raise launch_error(f"{str(given)[:200]}: {getattr(problem, 'strerror', None) or problem}") from None
    if isinstance(given, str):
        return ModuleText(name, given)
    raise TypeError(f"a module is PTX text, a path or a parsed module, not {type(given).__name__}")


def _target(image: Image, kernel: Procedure, name: str | None) -> Target | None:
    """Return the target on which the kernel runs; every module must run there."""
    own = image.modules[kernel.module].target
    if name is None:
        # Modules for older base targets run on an H100, too, whose results the models compute.
        older = own is not None and own.variant == "base" and own.number < 90
        return targets.target(MODELED) if older else own
    on = targets.target(name)
    for module in image.modules:
        built = module.target
        if built is not None and not admits(built.name if built.variant == "accelerated" else f"{built.name}+", on):
            raise launch_error(f"{module.name} is for {built.name} and does not run on {on.name}")
    return on


def _watches(given: str | Iterable[str]) -> frozenset[str]:
    if not isinstance(given, Iterable):
        raise TypeError(f"watch must be a name or a list of names, not {type(given).__name__}")
    names = (
        WATCHES if given == "all" else () if given == "none" else (given,) if isinstance(given, str) else tuple(given)
    )
    for name in names:
        if name not in WATCHES:
            raise launch_error(f"no watch is called {str(name)[:40]!r}; they are {', '.join(WATCHES)}")
    return frozenset(names)
