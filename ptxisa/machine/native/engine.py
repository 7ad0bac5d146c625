"""The native engine: compiled code for the instructions of a group, where it gives the results of NumPy.

    engine = NativeEngine(code)             # once for the operations of an image
    pc = engine.run(lanes, pc)              # executes what it can from here on, and returns where it stopped

A *site* is a program counter at which compiled code may start: a block of instructions on registers, or one access to
memory. It is compiled when its threads have executed enough instructions, and remembers the code for each shape of its
groups. Everything else, and every access that may be an error, is left to the steps in NumPy.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from ptxisa.machine.lanes import FRAME, RANK, Lanes
from ptxisa.machine.native.accesses import ARGUMENTS, MOST_SLOTS, AccessShape, AtomicUpdate, access_function, reciprocal
from ptxisa.machine.native.arithmetic import MEMORY_ARGUMENTS, BlockCode, BlockTerms, block_function
from ptxisa.machine.native.compiler import Function, address_of, compiler
from ptxisa.machine.native.lowering import NotLowered, TermLowering
from ptxisa.machine.operation import Operation, PlainAccess, PollingOperation, StepOperation
from ptxisa.proofs import terms
from ptxisa.proofs.operations import Open
from ptxisa.run.implementation import SYMBOLIC, NotExecutable, implementation
from ptxisa.run.memory import DEFAULTS
from ptxisa.run.operands import Read, Write
from ptxisa.run.steps import MemoryStep

HOT = 1 << 16
"""Threads that execute an instruction in NumPy before it is compiled, which takes as long as many more."""
_LONGEST = 200
"""Instructions of a block that is compiled as one function."""
_PATIENCE = 16
"""Accesses of a site that were left to NumPy, after which it is tried no more unless most succeed."""
_PLACES = {name: index for index, name in enumerate(ARGUMENTS)}
_ONES = (1 << 64) - 1
_NOT_PLAIN = frozenset({"volatile", "relaxed", "acquire", "release", "mmio", "async", "bulk"})
_SPACES = {
    "global": "global",
    "shared": "shared",
    "shared::cta": "shared",
    "shared::cluster": "shared",
    "local": "local",
    "const": "const",
}


class CompiledSite:
    """Instructions that compiled code may execute together.

    Attributes:
        end: Program counter after them.
        names: Registers that they read or write.
    """

    def __init__(self, pc: int, end: int, operations: list[Operation]) -> None:
        self.pc, self.end = pc, end
        self.names = frozenset(name for operation in operations for name in (*operation.reads, *operation.writes))

    def execute(self, lanes: Lanes) -> bool:
        """Execute the instructions in a group; return False, and change nothing, if NumPy has to."""
        raise NotImplementedError


class BlockSite(CompiledSite):
    """Instructions on registers, and loads whose addresses do not depend on other loads of the block."""

    def __init__(
        self, pc: int, operations: list[Operation], block: BlockTerms, live: frozenset[str], features: frozenset[str]
    ) -> None:
        super().__init__(pc, pc + len(operations), operations)
        self.loads = tuple(block.loads)
        self._values = block.values
        self._live, self._features = live, features
        self._shared = any(load.space == "shared" for load in self.loads)
        self._functions: dict[tuple[bool, ...], tuple[Function | None, BlockCode] | None] = {}

    def execute(self, lanes: Lanes) -> bool:
        """Execute the instructions."""
        races = _watch_of_races(lanes)
        if self._shared and races is not None and not races.puts_off(lanes.slots):
            return False
        valued = lanes.machine.memory.unvalued is not None
        key = isinstance(lanes.pick, slice), valued, races is not None
        if key not in self._functions:
            contiguous, _, watched = key
            name = compiler().name("block")
            options: dict[str, Any] = {"contiguous": contiguous, "valued": valued, "logged": watched}
            self._functions[key] = None
            with suppress(NotLowered):
                code = block_function(self._values, self._live, self._features, name, loads=self.loads, **options)
                self._functions[key] = compiler().function(name, code.text) if code.text else None, code
        compiled = self._functions[key]
        if compiled is None:
            return False
        function, code = compiled
        if function is None:
            return True  # Nobody uses the results.
        bound = lanes.frame.bound.get((self, key))
        if bound is None:
            bound = lanes.frame.bound[self, key] = BoundBlock(lanes, code)
        logs = bound.new_logs(lanes.count) if code.logs else []
        if function(bound.address, lanes.count, int(lanes.slots[0]), address_of(lanes.slots)) < 0:
            return False
        for load, log, delta in code.logs:
            races.put_off(logs[log], lanes.slots, load.total, load.pc, delta)
        return True


def _watch_of_races(lanes: Lanes) -> Any:
    """Return the watch of races; None if races are not followed."""
    races = lanes.machine.watches.races
    return None if races is None or races.problem else races


class BoundBlock:
    """Arguments of the code of a block in one run.

    Attributes:
        address: Address of the arguments.
    """

    def __init__(self, lanes: Lanes, code: BlockCode) -> None:
        registers = dict.fromkeys((*code.registers.read, *code.registers.written))
        self._arrays = [_array_of(lanes, name) for name in registers]
        words = [address_of(array) for array in self._arrays]
        memory = lanes.machine.memory
        for space in code.spaces:
            size, start, row_size = _region(memory, space)
            named = {
                "bytes": address_of(memory.bytes),
                "flags": address_of(memory.flags),
                "start": start,
                "size": size,
                "row_size": row_size,
                "reciprocal": reciprocal(lanes.machine.shape.cta_slots),
            }
            words += [named[name] for name in MEMORY_ARGUMENTS]
        self._logs = len(words)
        words += [0] * len({log for _, log, _ in code.logs})
        self._words = np.array(words, np.uint64)
        self.address = address_of(self._words)

    def new_logs(self, count: int) -> list[Any]:
        """Return new arrays, which the next call of the function fills with places."""
        logs = [np.empty(count, np.int64) for _ in self._words[self._logs :]]
        self._words[self._logs :] = [address_of(log) for log in logs]
        return logs


def _region(memory: Any, space: str) -> tuple[int, int, int]:
    """Return the size of a state space, the place of its first byte, and the bytes of a row for a CTA or thread."""
    layout = memory.layout
    return {
        "global": (layout.global_size, memory.global_start, 0),
        "shared": (layout.shared_row, memory.shared_start, layout.shared_row),
        "local": (layout.local_row, memory.local_start, layout.local_row),
        "const": (layout.const_size, memory.const_start, 0),
    }[space]


class AccessSite(CompiledSite):
    """A load or a store."""

    def __init__(self, pc: int, operation: StepOperation) -> None:
        super().__init__(pc, pc + 1, [operation])
        self._guard = operation.guard
        accesses = [access for part in operation.step.parts for access in part.accesses]
        self._access, self._count = accesses[0], len(accesses)
        self._size = accesses[0].bits // 8
        self._written = accesses[0].written
        self._operation = operation
        parts = operation.step.parts
        self._data: list[Any] = [part.reads[0] if self._written else part.writes[0] for part in parts]
        self._failures = self._successes = 0

    def execute(self, lanes: Lanes) -> bool:
        """Access memory."""
        if self._failures > _PATIENCE and self._failures > self._successes:
            return False
        contiguous = isinstance(lanes.pick, slice)
        space, moved = self._access.space, 0
        if space == "generic":
            # The code is for the window into which the first address points; others are then out of bounds.
            base = _array_of(lanes, self._access.base)[lanes.slots[0]] if self._access.base else 0
            upper = int(base) + self._access.offset >> 32
            window = next((name for name in ("shared", "local") if upper == DEFAULTS[name] >> 32), "")
            space, moved = (window, DEFAULTS[window]) if window else ("global", 0)
        races = _watch_of_races(lanes)
        watched = races is not None
        # Reads of shared memory since the last barrier count only if somebody writes: most are never compared.
        logged = watched and not self._written and self._guard is None and space.startswith("shared")
        if logged and races.puts_off(lanes.slots):
            return self._execute_logged(lanes, races, space, moved, contiguous)
        messages, fences, compares = False, False, (True, True)
        if watched and self._written:
            messages, fences = races.has_messages, races.has_fences
        if watched and space.startswith("shared"):
            races.enter_reads()
            compares = races.compared(lanes.slots)
        followed = watched, messages, fences, compares
        # Accesses in the shadow may be those of functions that have been compiled since.
        key = self, contiguous, space, moved, followed, len(lanes.machine.code.operations)
        bound = lanes.frame.bound.get(key)
        if bound is None:
            shape = self._shape(lanes, _SPACES.get(space, ""), contiguous, followed)
            bound = lanes.frame.bound[key] = BoundAccess(self, lanes, shape, races if watched else None, moved)
        if bound.function is None:
            return False
        made = bound.function(bound.address, lanes.count, int(lanes.slots[0]), address_of(lanes.slots))
        if made < 0:
            self._failures += 1
            return False
        self._successes += 1
        if bound.races is not None and bound.space == "shared":
            # Threads whose guard is false make no access, but to look for one is harmless.
            bound.races.note_recent(int(lanes.slots[0]), int(lanes.slots[-1]), self._written)
        return True

    def _execute_logged(self, lanes: Lanes, races: Any, space: str, moved: int, contiguous: bool) -> bool:
        """Load from shared memory, and put the entry of the reads into the shadow off."""
        key = self, contiguous, space, moved, "logged"
        bound = lanes.frame.bound.get(key)
        if bound is None:
            shape = self._shape(lanes, "shared", contiguous, (False, False, False, (False, False)))
            shape = shape and shape._replace(logged=True)
            bound = lanes.frame.bound[key] = BoundAccess(self, lanes, shape, None, moved)
        if bound.function is None:
            return False
        places = np.empty(lanes.count, np.int64)
        bound.point("places", places)
        if bound.function(bound.address, lanes.count, int(lanes.slots[0]), address_of(lanes.slots)) < 0:
            self._failures += 1
            return False
        self._successes += 1
        races.put_off(places, lanes.slots, self._size * self._count, self._operation.pc)
        return True

    def function(self, lanes: Lanes, shape: AccessShape) -> Function:
        """Return the compiled function."""
        return _access(shape)

    def _shape(
        self, lanes: Lanes, space: str, contiguous: bool, followed: tuple[bool, bool, bool, tuple[bool, bool]]
    ) -> AccessShape | None:
        """Return what the code depends on; None if there is none for a state space.

        `followed` is what the watch of races follows: `races`, `messages`, `fences` and `compares` of the shape.
        """
        watched, messages, fences, compares = followed
        if not space or (watched and space == "shared" and lanes.machine.shape.clustered):
            return None
        bits, base = lanes.frame.bits, self._access.base
        return AccessShape(
            self._written,
            space,
            self._size,
            (64 if base in (FRAME, RANK) else max(bits(base), 8)) if base else 0,
            self._guard is not None,
            self._guard is not None and self._guard[1],
            tuple(max(bits(operand.register), 8) if operand.register else 0 for operand in self._data),
            not self._written and self._data[0].signed,
            contiguous,
            watched,
            lanes.machine.memory.unvalued is not None,
            messages,
            fences,
            compares,
            "nc" not in self._operation.node.opcode.modifiers,
            space == "global" and lanes.machine.footprint is not None,
            False,
        )

    def arguments(self, lanes: Lanes, shape: AccessShape, moved: int) -> dict[str, Any]:
        """Return the arrays and numbers of an access."""
        size, start, row_size = _region(lanes.machine.memory, shape.space)
        given: dict[str, Any] = {
            "offset": self._access.offset - moved,
            "space_size": max(size - shape.total + 1, 0),
            "space_start": start,
            "row_size": row_size,
            "code": self._operation.pc * 16,
        }
        if shape.tracked:
            footprint = lanes.machine.footprint
            given |= {"marks": footprint.marks, "mark": footprint.mark(self._operation, self._written)}
        if self._access.base:
            given["base"] = _array_of(lanes, self._access.base)
        if self._guard is not None:
            given["guard"] = lanes.frame.slab(self._guard[0])
        for index, operand in enumerate(self._data):
            if operand.register is not None:
                given[f"data{index}"] = _array_of(lanes, operand.register)
            elif isinstance(operand, Read):
                given[f"data{index}"] = int(operand.constant)
        return given


class AtomicSite(AccessSite):
    """A relaxed atomic operation."""

    def __init__(
        self,
        pc: int,
        operation: StepOperation,
        outputs: dict[str, Any],
        live: frozenset[str],
        features: frozenset[str],
    ) -> None:
        super().__init__(pc, operation)
        (part,) = operation.step.parts
        self._reads = part.reads
        used = part.writes and part.writes[0].register in live
        self._data: list[Any] = list(part.writes) if used else [Write("", None, 0, 0)]
        self._outputs, self._features = outputs, features
        self._functions: dict[Any, Function] = {}

    def execute(self, lanes: Lanes) -> bool:
        """Update memory."""
        if not super().execute(lanes):
            return False
        lanes.slept = lanes.slept or isinstance(self._operation, PollingOperation)
        return True

    def arguments(self, lanes: Lanes, shape: AccessShape, moved: int) -> dict[str, Any]:
        """Return the arrays and numbers of the operation."""
        given = super().arguments(lanes, shape, moved)
        for index, read in enumerate(self._reads, 1):
            given[f"data{index}"] = int(read.constant) if read.register is None else _array_of(lanes, read.register)
        return given

    def function(self, lanes: Lanes, shape: AccessShape) -> Function:
        """Return the compiled function."""
        races = lanes.machine.watches.races
        level = races.kind(self._operation).level if races is not None else 3
        function = self._functions.get((shape, level))
        if function is None:
            bits = lanes.frame.bits
            widths = tuple(0 if read.register is None else max(bits(read.register), 8) for read in self._reads)
            result = self._outputs["result"] if self._data[0].register is not None else None
            update = AtomicUpdate(level, self._outputs["memory"], result, widths, self._features)
            name = compiler().name("atomic")
            function = compiler().function(name, access_function(shape, name, update))
            self._functions[shape, level] = function
        return function


class BoundAccess:
    """Code of an access with its arguments in one run.

    Attributes:
        function: Compiled function; None if there is none for this state space.
        address: Address of the arguments.
        races: Watch of races, if it follows the access.
        space: State space.
    """

    def __init__(self, site: AccessSite, lanes: Lanes, shape: AccessShape | None, races: Any, moved: int) -> None:
        self.races, self.space, self.function, self.address = races, "", None, 0
        if shape is None:
            return
        self.space = shape.space
        self._arrays = site.arguments(lanes, shape, moved)
        self._words = lanes.machine.native.arguments(races, lanes.machine.code.operations).copy()
        for name, value in self._arrays.items():
            word = value & _ONES if isinstance(value, int) else address_of(value)
            self._words[_PLACES[name]] = word
        self.address = address_of(self._words)
        with suppress(NotLowered):
            self.function = site.function(lanes, shape)

    def point(self, name: str, array: Any) -> None:
        """Let an argument of the next call be another array, which the caller keeps."""
        self._words[_PLACES[name]] = address_of(array)


class NativeRun:
    """Arrays that compiled code needs in one machine.

    Attributes:
        loaded_in_blocks: State spaces whose loads need no code of their own.
        old_keys: Entries of the shadow of races before a store, and `old_codes` likewise.
    """

    def __init__(self, machine: Any) -> None:
        count, memory = machine.count, machine.memory
        races = machine.watches.races
        spaces = {"local", "const", "shared", "global"}
        if races is not None and not races.problem:
            # Reads of shared memory are entered in the shadow later if at all, those of global memory at once.
            spaces -= {"global", "shared"} if machine.shape.clustered else {"global"}
        if machine.footprint is not None:
            spaces -= {"global"}
        self.loaded_in_blocks = frozenset(spaces)
        self.old_keys, self.old_codes = np.empty(8 * count, np.int64), np.empty(8 * count, np.int32)
        self._slots_of_cta = machine.shape.cta_slots
        self._memory = memory
        self._arguments: dict[tuple[bool, int], tuple[Any, dict[str, Any]]] = {}

    def arguments(self, races: Any, operations: Any) -> Any:
        """Return the arguments that all accesses of the run have in common, as addresses and numbers."""
        key = races is not None, len(operations)
        if key not in self._arguments:
            given: dict[str, Any] = {"bytes": self._memory.bytes, "flags": self._memory.flags}
            given["reciprocal"] = reciprocal(self._slots_of_cta)
            if races is not None:
                given |= races.arrays() | {"old_keys": self.old_keys, "old_codes": self.old_codes}
                # Scope of each operation, for atomic operations that follow others.
                given["levels"] = np.array([races.kind(operation).level for operation in operations], np.uint8)
            words = np.zeros(len(ARGUMENTS), np.uint64)
            for name, value in given.items():
                words[_PLACES[name]] = value if isinstance(value, int) else address_of(value)
            self._arguments[key] = words, given
        return self._arguments[key][0]


_accesses: dict[AccessShape, Function] = {}


def _access(shape: AccessShape) -> Function:
    """Return the compiled function of an access."""
    function = _accesses.get(shape)
    if function is None:
        name = compiler().name("access")
        function = _accesses[shape] = compiler().function(name, access_function(shape, name))
    return function


def _array_of(lanes: Lanes, name: str) -> Any:
    """Return the array of all threads with a register, a special register, or an address."""
    machine = lanes.machine
    if name == FRAME:
        return machine.frame_base[lanes.depth]
    if name == RANK:
        return machine.rank_bits
    if name in machine.code.specials:
        value = machine.special(name)
        return np.ascontiguousarray(np.broadcast_to(value, machine.count))
    return lanes.frame.slab(name)


class NativeEngine:
    """Compiled code for the operations of an image.

    Args:
        code: Operations.
    """

    def __init__(self, code: Any) -> None:
        self._code = code
        self._sites: dict[int, CompiledSite | None] = {}
        self._loading: dict[frozenset[str], dict[int, CompiledSite | None]] = {}
        """Blocks with loads by the state spaces from which these may load."""
        self._heat: dict[int, int] = {}

    def start(self, machine: Any) -> NativeRun:
        """Return the arrays for the threads of a machine."""
        return NativeRun(machine)

    def run(self, lanes: Lanes, pc: int) -> int:
        """Execute instructions from a program counter on, and return that of the first one that NumPy executes.

        `lanes.numpy_until` becomes the program counter up to which NumPy executes.
        """
        leaders, live = self._code.leaders, self._code.live
        count, stored, executed = lanes.count, False, lanes.machine.sites
        if lanes.machine.count > MOST_SLOTS:
            lanes.numpy_until = len(leaders)
            return pc
        spaces = lanes.machine.native.loaded_in_blocks
        loading = self._loading.setdefault(spaces, {})
        alone_until = pc
        while True:
            if pc not in loading:
                heat = self._heat.get(pc, 0)
                if heat < HOT:
                    self._heat[pc] = heat + count
                    lanes.numpy_until = pc + 1
                    return pc
                loading[pc] = self._loading_block(pc, lanes, spaces)
            site = loading[pc] if pc >= alone_until else None
            in_block = site is not None
            if site is None:
                if pc not in self._sites:
                    self._sites[pc] = self._site(pc, lanes)
                site = self._sites[pc]
            if site is None:
                lanes.numpy_until = pc + 1
                return pc
            if not stored:
                lanes.flush(live[pc])
                lanes.values.clear()
                stored = True
            if (lanes.tainted and lanes.has_undefined(site.names)) or not site.execute(lanes):
                if in_block:
                    # A load is to be compared with writes in the shadow of races, or is illegal.
                    alone_until = site.end
                    continue
                lanes.numpy_until = site.end
                return pc
            executed[site] = executed.get(site, 0) + count
            pc = site.end
            if leaders[pc]:
                return pc

    # --- sites ---

    def _site(self, pc: int, lanes: Lanes) -> CompiledSite | None:
        """Return the site at a program counter; None if nothing can be compiled there."""
        operation = self._code.operations[pc]
        if type(operation) not in (StepOperation, PlainAccess, PollingOperation):
            return None
        assert isinstance(operation, StepOperation)
        if operation.semantics is None:
            return None
        if not isinstance(operation.step, MemoryStep):
            return self._block(pc, lanes)
        if operation.node.opcode.mnemonic in ("atom", "red"):
            return self._atomic(pc, operation, lanes)
        return AccessSite(pc, operation) if self._is_plain(operation, lanes) else None

    def _atomic(self, pc: int, operation: StepOperation, lanes: Lanes) -> CompiledSite | None:
        """Return the site of a relaxed atomic operation on a word of 32 or 64 bits; None for others."""
        step, statement = operation.step, operation.semantics
        assert isinstance(step, MemoryStep)
        assert statement is not None
        if len(step.parts) != 1 or step.by_space or step.undefined or step.outputs == ():
            return None
        if not {"acquire", "release", "acq_rel", "sc", "async"}.isdisjoint(operation.node.opcode.modifiers):
            return None
        (part,) = step.parts
        (access,) = part.accesses
        operands = part.reads
        if access.bits not in (32, 64) or access.windowed or access.space == "generic" or len(operands) > 7:
            return None
        if any(read.register is not None and lanes.frame.bits(read.register) != access.bits for read in operands):
            return None
        if any(write.register is not None and write.width != access.bits for write in part.writes):
            return None
        version = self._code.image.modules[operation.procedure.module].version
        features = compiler().features
        try:
            symbolic = implementation(
                statement.form, statement.modifiers, backend=SYMBOLIC, on=self._code.target, ptx=version
            )
            given = {read.name: terms.variable(f"data{index}", access.bits) for index, read in enumerate(operands, 1)}
            given[access.name] = terms.variable("memory", access.bits)
            outputs = symbolic.function(*(given[name] for name in symbolic.inputs))
            plain = [output.term if isinstance(output, Open) else output for output in outputs]
            values = dict(zip(symbolic.outputs, plain, strict=True))
            trial = TermLowering(_Inputs(), features)
            for term in values.values():
                trial.value(term)
        except (NotExecutable, NotLowered):
            return None
        result = values[part.writes[0].name] if part.writes else None
        if any(term.width != access.bits for term in (values[access.name], result) if term is not None):
            return None
        return AtomicSite(
            pc, operation, {"memory": values[access.name], "result": result}, self._code.live[pc + 1], features
        )

    def _is_plain(self, operation: StepOperation, lanes: Lanes) -> bool:
        """Return True for a weak load or store of words of up to 64 bits."""
        step = operation.step
        if not isinstance(step, MemoryStep) or isinstance(operation, PollingOperation):
            return False
        if operation.node.opcode.mnemonic not in ("ld", "ldu", "st") or step.by_space or step.undefined:
            return False
        if not _NOT_PLAIN.isdisjoint(operation.node.opcode.modifiers):
            return False
        for part in step.parts:
            (access,) = part.accesses
            data: Any = (*part.reads, *part.writes)
            if access.windowed or access.only:
                return False
            if access.bits not in (8, 16, 32, 64) or access.read == access.written or len(data) != 1:
                return False
            if access.written != bool(part.reads):
                return False
            if data[0].register is not None and not access.bits <= max(lanes.frame.bits(data[0].register), 8) <= 64:
                return False
        total = sum(part.accesses[0].bits for part in step.parts) // 8
        if total & (total - 1) or total > 32:
            return False
        # By the records, the value in memory is the value of the register.
        statement = operation.semantics
        assert statement is not None
        try:
            symbolic = implementation(statement.form, statement.modifiers, backend=SYMBOLIC)
        except NotExecutable:
            return False
        value = terms.variable("value", step.parts[0].accesses[0].bits)
        return len(symbolic.inputs) == 1 and symbolic.function(value) == (value,)

    def _loading_block(self, pc: int, lanes: Lanes, spaces: frozenset[str]) -> CompiledSite | None:
        """Return the site of instructions among which are loads; None if there are none."""
        operation = self._code.operations[pc]
        if type(operation) not in (StepOperation, PlainAccess) or not isinstance(operation, StepOperation):
            return None
        if operation.semantics is None:
            return None
        site = self._block(pc, lanes, spaces)
        return site if site is not None and site.loads and site.end - pc > 1 else None

    def _block(self, pc: int, lanes: Lanes, spaces: frozenset[str] = frozenset()) -> BlockSite | None:
        """Return the site of the instructions on registers, and of loads from some state spaces, from here on."""
        code = self._code
        first = code.operations[pc]
        version = code.image.modules[first.procedure.module].version
        features = compiler().features

        def bits(name: str) -> int:
            """Return the width of a register, a special register or an address."""
            if name in (FRAME, RANK):
                return 64
            return int(code.specials[name]) if name in code.specials else lanes.frame.bits(name)

        block = BlockTerms(bits, code.target, version)
        operations: list[Operation] = []
        trial = TermLowering(_Inputs(), features)
        while pc + len(operations) < len(code.operations) and len(operations) < _LONGEST:
            here = pc + len(operations)
            operation = code.operations[here]
            if operation.procedure is not first.procedure or (operations and code.leaders[here]):
                break
            if any(name in code.specials and lanes.machine.shape.changes(name) for name in operation.reads):
                break
            before, loads = dict(block.values), len(block.loads)
            try:
                space = self._loaded_space(operation, lanes) if spaces else ""
                if space in spaces:
                    block.load(operation, space)
                    trial.value(block.loads[-1].base)
                else:
                    block.add(operation)
                for name in operation.writes:
                    if name in block.values:
                        trial.value(block.values[name])
            except NotLowered:
                block.values = before
                del block.loads[loads:]
                break
            operations.append(operation)
        if not operations:
            return None
        return BlockSite(pc, operations, block, code.live[pc + len(operations)], features)

    def _loaded_space(self, operation: Operation, lanes: Lanes) -> str:
        """Return the state space of a plain load in all threads; empty for other instructions."""
        if type(operation) not in (StepOperation, PlainAccess) or not isinstance(operation, StepOperation):
            return ""
        if operation.semantics is None or operation.guard is not None or not self._is_plain(operation, lanes):
            return ""
        (access,) = operation.step.parts[0].accesses
        return "" if access.written else _SPACES.get(access.space, "")


class _Inputs(dict[str, str]):
    """Names of values of variables, for code that is not kept."""

    def __missing__(self, name: str) -> str:
        return "%in"
