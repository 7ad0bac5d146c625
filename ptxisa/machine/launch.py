"""Launches: arguments in, results and findings out.

run = ptxisa.launch(text, "saxpy", 4, 256, [1024, 2.0, x, y])
run.findings                        # errors of the program, with lines and threads
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa import targets
from ptxisa.isa.diagnostics import Diagnostic, PtxError, error
from ptxisa.isa.names import suggestion
from ptxisa.isa.targets import Target, admits
from ptxisa.isa.types import known
from ptxisa.machine import native
from ptxisa.machine.address import (
    ALLOCATED,
    GLOBAL_BASE,
    GLOBAL_GAP,
    RESERVED,
    VALUED,
    WRITABLE,
    Allocation,
    FlatMemory,
    RegionSizes,
)
from ptxisa.machine.code import ProcedureCode
from ptxisa.machine.counters import Counters, CountingObserver, Coverage
from ptxisa.machine.devices import WINDOW_BASE, WINDOW_STEP, Devices, Multimem
from ptxisa.machine.image import Image, ModuleText, Procedure, Variable
from ptxisa.machine.observers import Observer
from ptxisa.machine.schedule import SCHEDULES, Schedule
from ptxisa.machine.shape import GridShape
from ptxisa.machine.tensors import MapArgument
from ptxisa.machine.textures import HANDLE_BASE, HANDLE_STEP, Sampler, Texels, Texture, bound, samplers
from ptxisa.machine.threads import Machine, Stop
from ptxisa.machine.watch import WATCHES, Watches
from ptxisa.numbers import exact
from ptxisa.numbers.formats import known as formats
from ptxisa.syntax import tree
from ptxisa.syntax.printer import print_module

if TYPE_CHECKING:
    from ptxisa.machine.native.engine import NativeEngine

CONTRACTS = ("never", "ptxas")
ENGINES = ("numpy", "native")
WAVE = 1 << 17
"""Threads that run at a time; CTAs beyond them run when these have exited."""
HEAP = 64 << 20
"""Bytes of global memory for `malloc` in a kernel."""
LARGEST_BLOCK, LARGEST_GRID = (1024, 1024, 64), ((1 << 31) - 1, 65535, 65535)
MOST_SHARED = 227 << 10
MOST_MEMORY = 1 << 36
"""Largest size of the memory of a run in bytes."""
STACK, DEEP_STACK = 1024, 64 << 10
"""Bytes of the stack of a thread beyond its frames, and with recursion or `alloca`."""
MODELED = "sm_90"
"""Target with models of results that PTX leaves open, such as approximations and sums of tensor cores."""
WORKSPACE, WORKSPACE_SIZE = GLOBAL_BASE, 256
"""Place of the barrier of the grid in a cooperative launch."""


class Buffer(NamedTuple):
    """An array for a kernel: a pointer to its first byte.

    Attributes:
        array: NumPy array, which the kernel reads and writes in place.
        initialized: False if its contents are undefined until the kernel writes them.
        read_only: True if a store to it is an error of the program.
    """

    array: Any
    initialized: bool = True
    read_only: bool = False


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
        counters: Exact counters by instruction, if `counters` is true.
        coverage: Lines and outcomes of branches that were executed, likewise.
    """

    findings: list[Diagnostic]
    complete: bool
    unmodeled: tuple[str, ...]
    printed: str
    counts: LaunchCounts
    trace: tuple[tuple[int, int], ...] = ()
    contraction: bool = False
    sources: Mapping[int, str] = {}
    counters: Counters | None = None
    coverage: Coverage | None = None

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
) -> LaunchResult:
    """Run a kernel.

    Args:
        module: PTX text, the path of a file, a parsed module, or a list of these, which are linked.
        entry: Name of the kernel; None for the only one.
        grid: Size of the grid in CTAs: a number, or a tuple of up to three.
        block: Size of a CTA in threads, likewise.
        arguments: Values of the parameters in order or by name: a NumPy array, or an object with the DLPack protocol
            in host memory, is a pointer and is written in place (the same array twice is the same memory); a number
            has the type of the parameter; `bytes` are an aggregate; None is a null pointer. `Buffer`, `TensorMap`,
            `Texture` and `Multimem` have options.
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
    if not isinstance(target, (str, type(None))):
        raise TypeError(f"target must be a name such as sm_90a, not {type(target).__name__}")
    image = _image(tuple(_module(text, number) for number, text in enumerate(each_module(module))))
    kernel = image.kernel(entry)
    on = _target(image, kernel, target)
    if contract not in CONTRACTS:
        raise _error(f"contract must be {' or '.join(CONTRACTS)}, not {str(contract)[:40]!r}")
    if schedule not in SCHEDULES:
        raise _error(f"schedule must be one of {', '.join(SCHEDULES)}, not {str(schedule)[:40]!r}")
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, int) or steps < 1):
        raise _error(f"steps must be a positive number, not {str(steps)[:40]!r}")
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise _error(f"seed must be a number from 0 on, not {str(seed)[:40]!r}")
    if not isinstance(observers, (list, tuple)) or not all(isinstance(one, Observer) for one in observers):
        raise TypeError("observers must be a list of ptxisa.machine.observers.Observer")
    if engine not in ENGINES:
        raise _error(f"engine must be {' or '.join(ENGINES)}, not {str(engine)[:40]!r}")
    watches = Watches(_watches(watch))
    sizes = _Sizes(image, kernel, grid, block, cluster, shared, cooperative)
    buffers = _Buffers(image, kernel, arguments, symbols or {})
    code = _code(image, on, contract)
    counting = CountingObserver() if counters else None
    observers = (*observers, *((counting,) if counting else ()))
    machine = Machine(
        code,
        sizes.shape(0, 0),
        Schedule(schedule, seed),
        stop=stop,
        steps=steps,
        watches=watches,
        observers=observers,
        engine=_engine(code) if engine == "native" else None,
    )
    memory: FlatMemory | None = None
    step, first = sizes.wave(), 0
    machine.multimem = buffers.multimem
    try:
        while first < sizes.ctas:
            machine.shape = sizes.shape(first, min(step, sizes.ctas - first))
            first = machine.launches.start(machine.shape, first + machine.shape.ctas, sizes.ctas)
            layout = sizes.layout(machine.shape, buffers)
            _require_memory(layout)
            new = FlatMemory(layout, machine, machine)
            buffers.place(new, memory)
            sizes.place(new)
            memory = new
            machine.textures, machine.samplers = buffers.textures(memory)
            machine.start(memory, kernel)
            for observer in observers:
                observer.started(machine)
            machine.run()
            first = machine.launches.next
    except Stop:
        pass
    except MemoryError:
        most = f"{machine.shape.slots:,} threads at a time"
        raise _error(f"the run needs more memory than this machine has, for {most}; launch fewer threads") from None
    finally:
        if memory is not None:
            buffers.return_to_caller(memory)
        for observer in observers:
            observer.ended(machine)
    result = _result(machine, code)
    if counting is not None:
        counts, coverage = counting.results(code.operations, kernel, image)
        result = result._replace(counters=counts, coverage=coverage)
    return result


@lru_cache(maxsize=16)
def _image(modules: tuple[ModuleText, ...]) -> Image:
    """Return the image of some modules; launches of the same text share it."""
    return Image(modules)


@lru_cache(maxsize=16)
def _code(image: Image, target: Target | None, contract: str) -> ProcedureCode:
    """Return the operations of an image."""
    return ProcedureCode(image, target, contract)


@lru_cache(maxsize=16)
def _engine(code: ProcedureCode) -> NativeEngine:
    """Return the compiled code of some operations."""
    if not native.is_available():
        raise _error("the native engine needs llvmlite: pip install 'ptxisa[native]'")
    from ptxisa.machine.native.engine import NativeEngine

    return NativeEngine(code)


def _result(machine: Machine, code: ProcedureCode) -> LaunchResult:
    kinds: Counter[str] = Counter()
    lines: Counter[int] = Counter()
    for pc, count in machine.executions().items():
        operation = code.operations[pc]
        kinds[operation.node.opcode.mnemonic] += count
        lines[operation.line] += count
    counts = LaunchCounts(
        sum(kinds.values()), dict(kinds), dict(sorted(lines.items())), machine.divergences, machine.turns
    )
    reported = {line for one in machine.findings for line in (one.line, one.related[0] if one.related else 0)}
    executed = [code.operations[pc] for pc in machine.executions()]
    places = {one.line: code.image.source_of(one) for one in executed if one.line in reported}
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
    )


def _require_memory(layout: RegionSizes) -> None:
    """Raise `PtxError` if this machine has less memory than a run needs: bytes, and a flag for each of them."""
    rows = layout.shared_row * layout.ctas + layout.local_row * layout.slots
    needed = 2 * (layout.global_size + layout.const_size + layout.parameter_size + rows)
    if hasattr(os, "sysconf") and needed > (present := os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")):
        raise _error(f"the run needs {needed >> 20:,} MiB of memory, and this machine has {present >> 20:,}")


def _error(message: str) -> PtxError:
    return PtxError([error("launch", message)])


# --- modules and targets ---


def each_module(given: Any) -> list[Any]:
    """Return one module, or several, as a list; raise `PtxError` for none."""
    # A tree is a tuple, too.
    modules = list(given) if isinstance(given, (list, tuple)) and not isinstance(given, tree.Module) else [given]
    if not modules:
        raise _error("no module is given")
    return modules


def _module(given: Any, number: int) -> ModuleText:
    name = f"module {number + 1}"
    if isinstance(given, tree.Module):
        return ModuleText(name, print_module(given))
    if isinstance(given, bytes):
        return ModuleText(name, given.decode("utf-8", "replace"))
    if isinstance(given, os.PathLike) or (isinstance(given, str) and "\n" not in given and given.endswith(".ptx")):
        try:
            return ModuleText(str(given), Path(given).read_bytes().decode("utf-8", "replace"))
        except (OSError, ValueError) as problem:
            raise _error(f"{str(given)[:200]}: {getattr(problem, 'strerror', None) or problem}") from None
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
            raise _error(f"{module.name} is for {built.name} and does not run on {on.name}")
    return on


def _watches(given: str | Iterable[str]) -> frozenset[str]:
    if not isinstance(given, Iterable):
        raise TypeError(f"watch must be a name or a list of names, not {type(given).__name__}")
    names = (
        WATCHES if given == "all" else () if given == "none" else (given,) if isinstance(given, str) else tuple(given)
    )
    for name in names:
        if name not in WATCHES:
            raise _error(f"no watch is called {str(name)[:40]!r}; they are {', '.join(WATCHES)}")
    return frozenset(names)


# --- sizes ---


def shape_of(name: str, given: Any, largest: Sequence[int]) -> tuple[int, int, int]:
    """Return a size in three dimensions.

    Raises:
        PtxError: The size is not one to three positive integers, or is too large.
    """
    sizes = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    if not 1 <= len(sizes) <= 3 or any(
        isinstance(one, bool) or not isinstance(one, (int, np.integer)) for one in sizes
    ):
        raise _error(f"{name} must be one to three integers, not {str(given)[:60]}")
    x, y, z = (*(int(one) for one in sizes), 1, 1)[:3]
    if any(not 1 <= size <= most for size, most in zip((x, y, z), largest, strict=True)):
        raise _error(f"{name} is {x} x {y} x {z}; each size must be at least 1, and at most {tuple(largest)}")
    return x, y, z


class _Sizes:
    """Sizes of a launch, checked against the limits of devices and the directives of the kernel."""

    def __init__(
        self, image: Image, kernel: Procedure, grid: Any, block: Any, cluster: Any, shared: int, cooperative: bool
    ) -> None:
        self.image, self.kernel, self.cooperative = image, kernel, cooperative
        self.block = shape_of("block", block, LARGEST_BLOCK)
        self.grid = shape_of("grid", grid, LARGEST_GRID)
        threads = self.block[0] * self.block[1] * self.block[2]
        if threads > LARGEST_BLOCK[0]:
            raise _error(f"a block of {threads} threads is too large: at most 1,024")
        if isinstance(shared, bool) or not isinstance(shared, (int, np.integer)) or shared < 0:
            raise _error(f"shared must be a number of bytes, not {str(shared)[:60]!r}")
        self.dynamic = int(shared)
        self._check_directives(threads)
        required = kernel.directive("reqnctapercluster")
        self.clustered = cluster is not None or required is not None or kernel.directive("explicitcluster") is not None
        if cluster is None and required:
            cluster = required
        self.cluster = shape_of("cluster", cluster, (16, 16, 16)) if cluster is not None else (1, 1, 1)
        if required and self.cluster != shape_of("cluster", required, (16, 16, 16)):
            raise _error(f"the kernel requires clusters of {required}, not {self.cluster}")
        if self.cluster[0] * self.cluster[1] * self.cluster[2] > 16:
            raise _error(f"a cluster of {self.cluster} has more than 16 CTAs")
        if any(whole % part for whole, part in zip(self.grid, self.cluster, strict=True)):
            raise _error(f"a grid of {self.grid} CTAs does not divide into clusters of {self.cluster}")
        self.shared_size = image.dynamic_start + self.dynamic
        if self.shared_size - 1024 > MOST_SHARED:
            size = self.shared_size - 1024
            raise _error(f"the kernel needs {size:,} bytes of shared memory; an SM gives a CTA at most {MOST_SHARED:,}")
        self.ctas = self.grid[0] * self.grid[1] * self.grid[2]
        unit = 128 if "wgmma" in image.mnemonics else 32
        self.cta_slots = -(-threads // unit) * unit
        if self.ctas * self.cta_slots > 1 << 26 and cooperative:
            raise _error(f"{self.ctas:,} CTAs of {threads} threads are too many to run at the same time")

    def _check_directives(self, threads: int) -> None:
        required = self.kernel.directive("reqntid")
        if required and self.block != shape_of("block", required, LARGEST_BLOCK):
            raise _error(f"the kernel requires blocks of {required} (.reqntid), not {self.block}")
        most = self.kernel.directive("maxntid")
        if most:
            total = int(np.prod(most))
            if threads > total:
                raise _error(f"the kernel has at most {total} threads in a block (.maxntid), not {threads}")

    def wave(self) -> int:
        """Return the number of CTAs that run at a time, a multiple of the size of a cluster."""
        size = self.cluster[0] * self.cluster[1] * self.cluster[2]
        if self.cooperative:
            return self.ctas
        if "clusterlaunchcontrol" in self.image.mnemonics:
            # Half of the clusters are pending, so that requests to cancel a launch succeed and fail.
            return -(-self.ctas // size // 2) * size
        return min(self.ctas, max(WAVE // (self.cta_slots * size), 1) * size)

    def shape(self, first: int, ctas: int) -> GridShape:
        """Return the shape of a launch of some of the CTAs."""
        return GridShape(
            self.block,
            self.grid,
            self.cluster,
            self.clustered,
            first,
            ctas,
            self.cta_slots,
            self.dynamic,
            self.shared_size - 1024,
            WORKSPACE if self.cooperative else 0,
        )

    def layout(self, shape: GridShape, buffers: _Buffers) -> RegionSizes:
        """Return the sizes of the regions of memory."""
        frames = sum(one.frame + 32 for one in self.image.procedures)
        deep = any(
            line.node.opcode.mnemonic in ("call", "alloca") for one in self.image.procedures for line in one.lines
        )
        local = frames + (STACK if frames or deep else 0)
        if deep and shape.slots <= 1 << 16:
            local += min(DEEP_STACK, (1 << 30) // max(shape.slots, 1))
        row = -(-(self.shared_size + 64) // 256) * 256
        parameters = self.kernel.variables["#parameters"].size
        return RegionSizes(
            buffers.global_size,
            max(self.image.const_size, 256),
            max(parameters, 8) + 64,
            row,
            -(-local // 16) * 16,
            shape.ctas,
            shape.slots,
        )

    def place(self, memory: FlatMemory) -> None:
        """Make the variables of shared memory accessible."""
        for variable in self.image.variables:
            if variable.space == "shared" and not variable.open:
                memory.allocate(
                    Allocation(variable.name, "shared", variable.address, variable.size), ALLOCATED | WRITABLE
                )
        if _reads_reserved(self.image):
            reserved = Allocation("reserved shared memory", "shared", 0, RESERVED)
            memory.allocate(reserved, ALLOCATED | WRITABLE | VALUED)
        if self.dynamic:
            start = self.image.dynamic_start
            memory.allocate(Allocation("dynamic shared memory", "shared", start, self.dynamic), ALLOCATED | WRITABLE)


@lru_cache(maxsize=16)
def _reads_reserved(image: Image) -> bool:
    """Return True if an instruction reads where the reserved part of shared memory is."""
    return any(
        isinstance(operand, tree.Name) and operand.text.startswith("%reserved_smem_offset")
        for procedure in image.procedures
        for line in procedure.lines
        for operand in line.node.operands
    )


# --- arguments ---


class _Mapped(NamedTuple):
    """An array of the caller in global memory: its bytes, the buffer that describes it, and its address."""

    bytes: NDArray[np.uint8]
    buffer: Buffer
    address: int
    start: int
    name: str


class _Buffers:
    """Arguments of a launch, and the arrays of the caller in memory."""

    def __init__(self, image: Image, kernel: Procedure, arguments: Any, symbols: Mapping[str, Any]) -> None:
        self._image = image
        self._textures: list[tuple[int, str, Texture, int]] = []
        self.multimem: list[Devices] = []
        self._mapped: list[_Mapped] = []
        self._next = -(-(GLOBAL_BASE + image.global_size) // 256) * 256
        parameters = [one for one in kernel.parameters if isinstance(one, Variable)]
        values = _by_parameter(parameters, arguments)
        self._parameters = np.zeros(max(kernel.variables["#parameters"].size, 8), np.uint8)
        self._places = parameters
        for parameter, value in zip(parameters, values, strict=True):
            bits = self._bits(parameter, value)
            self._parameters[parameter.address : parameter.address + parameter.size] = np.frombuffer(bits, np.uint8)
        self._symbols: list[tuple[Variable, NDArray[np.uint8]]] = []
        for name, array in symbols.items():
            if isinstance(array, Texture):
                self._texture(name, array, self._variable(name).address)
                continue
            variable, data = self._variable(name), _bytes_of(name, array)
            if len(data) != variable.size:
                raise _error(f"{name} has {variable.size} bytes, and the array for it {len(data)}")
            self._symbols.append((variable, data))
        malloc = any(
            isinstance(item, tree.Function) and item.name.text == "malloc"
            for module in image.modules
            for item in module.tree.items
        )
        self.global_size = self._next - GLOBAL_BASE + GLOBAL_GAP + (HEAP if malloc else 0)
        if self.global_size > MOST_MEMORY:
            raise _error(f"the arrays take {self.global_size:,} bytes; at most {MOST_MEMORY:,} are supported")

    def textures(self, memory: FlatMemory) -> tuple[dict[int, Texels], dict[int, Sampler]]:
        """Return textures and samplers by handle."""
        start = memory.global_start - GLOBAL_BASE
        textures = {handle: bound(name, texture, start + address) for handle, name, texture, address in self._textures}
        return textures, dict(samplers(self._image.variables))

    def _texture(self, name: str, texture: Texture, handle: int) -> int:
        """Note a texture with a handle."""
        bound(name, texture, 0)
        self._textures.append((handle, name, texture, self._map(name, Buffer(texture.array))))
        return handle

    def _variable(self, name: str) -> Variable:
        """Return the variable that a symbol names."""
        known_variables = {one.name: one for one in self._image.variables if one.space in ("global", "const")}
        variable = known_variables.get(name)
        if variable is None:
            hint = suggestion(str(name), known_variables)
            raise _error(f"the module has no variable {str(name)[:60]}" + (f"; {hint}" if hint else ""))
        return variable

    def _bits(self, parameter: Variable, value: Any) -> bytes:
        """Return the bytes of a parameter."""
        size = parameter.size
        if value is None:
            return bytes(size)
        if isinstance(value, (bytes, bytearray, memoryview)):
            if len(bytes(value)) != size:
                raise _error(f"parameter {parameter.name} has {size} bytes; {len(bytes(value))} are given")
            return bytes(value)
        if isinstance(value, (bool, int, float, np.bool_, np.integer, np.floating)):
            return _scalar(parameter, value)
        if isinstance(value, np.ndarray) and value.ndim == 0:
            return _scalar(parameter, value[()])
        if isinstance(value, np.void):
            return self._bits(parameter, value.tobytes())
        if isinstance(value, MapArgument):
            return self._tensor_map(parameter, value)
        if isinstance(value, Texture):
            opaque = known()[parameter.type].kind == "opaque"
            handle = parameter.address if opaque else HANDLE_BASE + HANDLE_STEP * len(self._textures)
            if size != 8:
                raise _error(f"parameter {parameter.name} has {size} bytes; the handle of a texture has 8")
            return self._texture(parameter.name, value, handle).to_bytes(8, "little")
        if isinstance(value, Multimem):
            address = self._window(parameter.name, value)
        else:
            address = self._map(parameter.name, value if isinstance(value, Buffer) else Buffer(value))
        if size != 8:
            raise _error(f"parameter {parameter.name} has {size} bytes and cannot be a pointer")
        return address.to_bytes(8, "little")

    def _window(self, name: str, value: Multimem) -> int:
        """Return the address of a window over arrays of several devices."""
        arrays = list(value.arrays)
        sizes = {len(_bytes_of(name, array)) for array in arrays}
        if len(sizes) != 1:
            raise _error(f"{name}: the arrays of a multimem address must have the same size, not {sorted(sizes)}")
        address = WINDOW_BASE + WINDOW_STEP * len(self.multimem)
        copies = tuple(self._map(f"{name}[{at}]", Buffer(array)) for at, array in enumerate(arrays))
        self.multimem.append(Devices(address, sizes.pop(), copies))
        return address

    def _tensor_map(self, parameter: Variable, argument: MapArgument) -> bytes:
        """Return the bytes of a tensor map, or of a pointer to one."""
        words = argument.encoded(self._map(parameter.name, Buffer(argument.array)))
        if parameter.size == len(words):
            return words
        if parameter.size != 8:
            raise _error(f"parameter {parameter.name} has {parameter.size} bytes; a tensor map has {len(words)}")
        return self._map(parameter.name, Buffer(np.frombuffer(bytearray(words), np.uint8))).to_bytes(8, "little")

    def _map(self, name: str, buffer: Buffer) -> int:
        """Return the address of an array; the same array, or a part of it, has the same memory."""
        data = _bytes_of(name, buffer.array)
        start = data.ctypes.data
        for one in self._mapped:
            if one.start <= start and start + len(data) <= one.start + len(one.bytes) and len(data):
                return one.address + start - one.start
        if not data.flags.writeable:
            buffer = buffer._replace(read_only=True)
        address = self._next
        self._next = -(-(address + len(data) + GLOBAL_GAP) // 256) * 256
        self._mapped.append(_Mapped(data, buffer, address, start, name))
        return address

    def place(self, memory: FlatMemory, earlier: FlatMemory | None) -> None:
        """Fill memory before CTAs run: from the caller, or from the CTAs that ran before."""
        for variable in self._image.variables:
            if variable.space in ("global", "const"):
                flags = ALLOCATED | VALUED | (WRITABLE if variable.space == "global" else 0)
                allocation = memory.allocate(
                    Allocation(variable.name, variable.space, variable.address, variable.size), flags
                )
                span = slice(allocation.place, allocation.place + variable.size)
                memory.bytes[span] = self._image.contents(variable)
        for variable, data in self._symbols:
            place = self._place_of(memory, variable)
            memory.bytes[place : place + variable.size] = data
        for one in self._mapped:
            flags = ALLOCATED | (VALUED if one.buffer.initialized else 0) | (0 if one.buffer.read_only else WRITABLE)
            allocation = memory.allocate(Allocation(one.name, "global", one.address, len(one.bytes)), flags)
            memory.bytes[allocation.place : allocation.place + len(one.bytes)] = one.bytes
        memory.allocate(
            Allocation("barrier of the grid", "global", WORKSPACE, WORKSPACE_SIZE), ALLOCATED | VALUED | WRITABLE
        )
        memory.reserve(self._next - GLOBAL_BASE)
        start = memory.parameter_start
        memory.bytes[start : start + len(self._parameters)] = self._parameters
        for parameter in self._places:
            memory.allocate(
                Allocation(parameter.name, "param::entry", parameter.address, parameter.size), ALLOCATED | VALUED
            )
        if earlier is not None:
            end = memory.global_start + memory.layout.global_size
            memory.bytes[memory.global_start : end] = earlier.bytes[memory.global_start : end]
            memory.flags[memory.global_start : end] = earlier.flags[memory.global_start : end]
            memory.allocations["global"] = earlier.allocations.get("global", [])
            memory.reserve(earlier.heap())

    def _place_of(self, memory: FlatMemory, variable: Variable) -> int:
        if variable.space == "const":
            return memory.const_start + variable.address
        return memory.global_start + variable.address - GLOBAL_BASE

    def return_to_caller(self, memory: FlatMemory) -> None:
        """Write the memory of arrays and symbols back to the arrays of the caller."""
        for one in self._mapped:
            if not one.buffer.read_only:
                place = memory.global_start + one.address - GLOBAL_BASE
                one.bytes[:] = memory.bytes[place : place + len(one.bytes)]
        for variable, data in self._symbols:
            if variable.space == "global" and data.flags.writeable:
                place = self._place_of(memory, variable)
                data[:] = memory.bytes[place : place + variable.size]


def _by_parameter(parameters: Sequence[Variable], arguments: Any) -> list[Any]:
    """Return the argument of each parameter."""
    names = [parameter.name for parameter in parameters]
    if isinstance(arguments, Mapping):
        for name in arguments:
            if name not in names:
                hint = suggestion(str(name), names) or f"its parameters are {', '.join(names[:8]) or 'none'}"
                raise _error(f"the kernel has no parameter {str(name)[:60]}; {hint}")
        if missing := [name for name in names if name not in arguments]:
            raise _error(f"no argument is given for {', '.join(missing[:8])}")
        return [arguments[name] for name in names]
    if isinstance(arguments, (str, bytes)) or not isinstance(arguments, Iterable):
        raise TypeError(f"arguments must be a sequence or a mapping, not {type(arguments).__name__}")
    values = list(arguments)
    if len(values) != len(names):
        plural = "" if len(names) == 1 else "s"
        verb = "is" if len(values) == 1 else "are"
        raise _error(
            f"the kernel has {len(names)} parameter{plural} ({', '.join(names[:8])}); {len(values)} {verb} given"
        )
    return values


def _scalar(parameter: Variable, value: Any) -> bytes:
    """Return the bytes of a number of the type of a parameter."""
    size, type_ = parameter.size, known()[parameter.type]
    if size > 16 or type_.bits // 8 != size:
        raise _error(f"parameter {parameter.name} has {size} bytes; give bytes instead of a number")
    if isinstance(value, (float, np.floating)):
        format_ = parameter.type if parameter.type in formats() else {8: "f64", 4: "f32", 2: "f16"}.get(size, "")
        if format_ not in formats() or type_.kind in ("signed", "unsigned"):
            raise _error(f"parameter {parameter.name} is of type .{parameter.type} and takes no {value!r}")
        bits = int(np.float64(value).view(np.uint64))
        number = exact.round_to(exact.decode(bits, formats()["f64"]), formats()[format_], "rn")
        return int(number).to_bytes(size, "little")
    number = int(value)
    if type_.kind == "float" and abs(number) < 1 << 1023:
        return _scalar(parameter, float(number))
    if not -(1 << 8 * size - 1) <= number < 1 << 8 * size:
        raise _error(f"parameter {parameter.name} is of type .{parameter.type}; {str(number)[:60]} does not fit")
    return (number & (1 << 8 * size) - 1).to_bytes(size, "little")


def _bytes_of(name: str, given: Any) -> NDArray[np.uint8]:
    """Return the bytes of an array of the caller, as a view.

    Raises:
        PtxError: The object is not an array in host memory, or its elements do not follow each other.
    """
    array = given
    if not isinstance(array, np.ndarray):
        if hasattr(array, "numpy") and hasattr(array, "detach"):  # A tensor of PyTorch, which is written in place.
            array = array.detach().numpy()
        elif hasattr(array, "__array_interface__"):
            array = np.asarray(array)
        elif hasattr(array, "__dlpack__"):
            try:
                array = np.from_dlpack(array)
            except (BufferError, RuntimeError, TypeError, ValueError) as problem:
                raise _error(f"{name}: the array is not in host memory ({problem})") from None
        else:
            raise _error(f"{name}: {type(given).__name__} is not an array, a number, bytes or None")
    if array.dtype.hasobject:
        raise _error(f"{name}: an array of Python objects has no bytes")
    if not array.dtype.isnative:
        raise _error(f"{name}: the array has swapped bytes; memory is little-endian (use .astype)")
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        raise _error(f"{name}: the array must be contiguous (use np.ascontiguousarray)")
    flat = array.reshape(-1, order="A") if array.flags.c_contiguous else array.T.reshape(-1)
    result: NDArray[np.uint8] = flat.view(np.uint8)
    return result
