"""Statements on tensor memory: `TensorStep`, allocation, and moves between tensor memory, registers and shared memory.

The layout records say which register, lane and word each element has. Operations are complete when the next statement
runs, so that statements that wait for them do nothing. See sections 9.7.16.6 to 9.7.16.8 of the manual;
`ptxisa.run.tensor_products` has `tcgen05.mma`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.isa.targets import Target
from ptxisa.numbers.patterns import Bits, dtype_of
from ptxisa.objects.layouts import layout
from ptxisa.objects.tensor_memory import QUARTER, TensorMemory, TensorMemoryError, parts_of
from ptxisa.run.errors import memory_error, not_executable
from ptxisa.run.fragments import Fragment, fragment
from ptxisa.run.groups import only, uniform, whole_groups
from ptxisa.run.memory import Memory, MemorySection, Threads, cells
from ptxisa.run.operands import Part
from ptxisa.run.shared_matrices import matrix_fields, tile_bytes
from ptxisa.run.state import Mask, State
from ptxisa.run.steps import Results, Step, read_operands
from ptxisa.run.warp import LANES

_PAIR = "cta_group::2"
_WARPS = 4
"""Warps of a warpgroup, each with a quarter of the lanes of tensor memory."""
_NAN = 0x7FFFFFFF
"""NaN that floating-point instructions return; without its sign bit, the mask of a magnitude."""
_CHUNK = 16
"""Bytes of a vector of 16 elements, packed or unpacked."""
SHIFTED_ROWS, SHIFTED_COLUMNS = 31, 8
"""Rows and words that ``tcgen05.shift`` moves: the shape ``.31x256b``."""
_PACKED = {"b6x16_p32": (6, 1), "b4x16_p64": (4, 2)}
"""Bits of a packed element, and the lowest bit that it has in a byte."""


class Issue(NamedTuple):
    """A statement that threads of one CTA execute.

    Attributes:
        operands: Values by operand, one element for each thread of the CTA; register i of operand `r` is `r.i`.
        section: Function that returns the shared memory that some threads address with an operand.
        threads: Threads of the CTA that execute the statement.
        size: Threads of the CTA.
        memory: Memory of the launch.
        warps: Function that returns the warps that execute the statement; it raises where only a part of one does.
        cta: Number of the CTA.
        pair: CTAs of its pair, that of even rank first; empty without a pair.
        executing: CTAs of which a thread executes the statement.
    """

    operands: Mapping[str, Bits]
    section: Callable[[str, Threads], MemorySection]
    threads: Threads
    size: int
    memory: Memory
    warps: Callable[[], Threads]
    cta: int
    pair: tuple[int, ...]
    executing: frozenset[int]

    @property
    def tensor(self) -> TensorMemory:
        """Tensor memory of the CTA."""
        return self.memory.tensor(self.cta)

    def ctas(self, values: Values) -> tuple[int, ...]:
        """Return the CTAs on which a statement works: that of the thread, or its pair with ``.cta_group::2``."""
        if values.get("cta_group") != _PAIR:
            return (self.cta,)
        if not self.pair:
            message = ".cta_group::2 works on a pair of CTAs of a cluster: cluster=2 and a grid of such clusters"
            raise not_executable(message)
        return self.pair

    def pair_warps(self, values: Values) -> Threads:
        """Return the warps of a statement that both CTAs of a pair must execute; raise if one of them does not."""
        warps = self.warps()
        missing = set(self.ctas(values)) - self.executing if len(warps) else set()
        if missing:
            cta = min(missing)
            raise not_executable(f"both CTAs of a pair must execute the statement; no warp of CTA {cta} does")
        return warps

    def has(self, name: str) -> bool:
        """Return True if the statement has an operand."""
        return name in self.operands or f"{name}.0" in self.operands

    def values(self, name: str) -> Bits:
        """Return the values of an operand of one register, or of an address in tensor memory, one a thread."""
        values = self.operands.get(name)
        return self.operands[f"{name}.0"] if values is None else values

    def number(self, name: str, thread: int) -> int:
        """Return the value of an operand in one thread."""
        return int(self.values(name)[thread])

    def registers(self, name: str) -> Bits:
        """Return the registers of an operand, (threads, registers)."""
        columns = [value for key, value in self.operands.items() if key.partition(".")[0] == name]
        return np.stack(columns, axis=-1)

    def uniform(self, name: str, warps: Threads) -> NDArray[np.int64]:
        """Return the value of an operand in each warp, which must be the same in all of its threads."""
        lanes = self.values(name)[: self.size // LANES * LANES].reshape(-1, LANES)
        return uniform(name, lanes[warps]).astype(np.int64)


TensorOperation = Callable[[Issue], dict[str, Bits]]
"""Operation on tensor memory: it returns results by operand, one element for each thread of the CTA."""
TensorOperations = Mapping[str, Callable[[str, Values, dict[str, int], Target | None], TensorOperation]]
"""Constructors of operations by the word that records have under `executes`.

Arguments are the id of the form, the modifiers of a statement, its operands that are constants, and the target.
"""


@dataclass(frozen=True, slots=True, eq=False)
class TensorStep(Step):
    """A statement on tensor memory, which runs in one CTA after the other."""

    operation: TensorOperation

    @property
    def threads(self) -> int:
        """Threads of a warp."""
        return LANES

    def results(self, state: State, part: Part, executing: Mask | None) -> Results:
        """Run the operation in one CTA after the other."""
        operands = read_operands(state, part, executing)
        columns = {name: np.broadcast_to(value, state.count) for name, value in operands.items()}
        size, ctas = state.launch.size, state.launch.cta()
        threads = state.threads(executing)
        running = frozenset(ctas[threads].tolist())
        accesses = {access.name: access for access in part.accesses}

        def section(first: int, name: str, threads: Threads) -> MemorySection:
            return only(name, state.sections(accesses[name], threads + first))

        def warps(cta: int) -> Threads:
            own = whole_groups(LANES, state, executing) - cta * size // LANES
            within: Threads = own[(own >= 0) & (own * LANES < size)]
            return within

        if not state.count:
            return {write.name: np.zeros(0, dtype_of(write.bits)) for write in part.writes}
        results = []
        for cta, pair in enumerate(state.launch.pairs()):
            own = slice(cta * size, (cta + 1) * size)
            issue = Issue(
                operands={name: column[own] for name, column in columns.items()},
                section=partial(section, cta * size),
                threads=threads[ctas[threads] == cta] - cta * size,
                size=size,
                memory=state.memory,
                warps=partial(warps, cta),
                cta=cta,
                pair=pair,
                executing=running,
            )
            results.append(self.operation(issue))
        return {write.name: np.concatenate([result[write.name] for result in results]) for write in part.writes}


def _spread(issue: Issue, warps: Threads, registers: Any, name: str) -> dict[str, Bits]:
    """Return registers (warps, 32, registers) for all threads; threads that do not execute have zeros.

    Zeros are never written to registers: `Step.run` writes those of executing threads.
    """
    spread: dict[str, Bits] = {}
    for index in range(registers.shape[-1]):
        array = np.zeros((-(-issue.size // LANES), LANES), registers.dtype)
        array[warps] = registers[..., index]
        spread[f"{name}.{index}"] = array.reshape(-1)[: issue.size]
    return spread


def _checked(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a function on tensor memory; its errors are errors of the statement."""
    try:
        return function(*arguments)
    except TensorMemoryError as error:
        raise memory_error(str(error), error.code) from None


@dataclass(frozen=True, slots=True, eq=False)
class DeferredOperation:
    """An operation that completes later than its statement.

    Attributes:
        run: The operation.
        read: Function that reads the operands in memory, as the operation would, and does nothing else.
    """

    run: TensorOperation
    read: Callable[[Issue], object]

    def __call__(self, issue: Issue) -> dict[str, Bits]:
        """Execute the operation."""
        return self.run(issue)


# --- allocation ---


def _allocate(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.alloc`: each warp allocates, and writes the address to shared memory."""

    def run(issue: Issue) -> dict[str, Any]:
        warps = issue.pair_warps(values)
        for warp, columns in zip(warps, issue.uniform("n_cols", warps), strict=True):
            section = issue.section("dst", np.array([warp * LANES]))
            place = issue.memory.places(section, 32)
            address = _checked(issue.tensor.allocate, int(columns))
            cells(section.array, 32)[place] = address
        return {}

    return run


def _deallocate(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.dealloc`."""

    def run(issue: Issue) -> dict[str, Any]:
        warps = issue.pair_warps(values)
        addresses, columns = issue.uniform("taddr", warps), issue.uniform("n_cols", warps)
        for address, count in zip(addresses, columns, strict=True):
            _checked(issue.tensor.deallocate, int(address), int(count))
        return {}

    return run


def _relinquish(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.relinquish_alloc_permit`."""

    def run(issue: Issue) -> dict[str, Any]:
        if len(issue.pair_warps(values)):
            issue.tensor.relinquish()
        return {}

    return run


def _wait(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.wait` and `tcgen05.fence`: earlier operations are complete."""
    return lambda issue: {}


# --- registers ---


def _load(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.ld`; `.red` also gives each thread the least or greatest number that it has loaded."""
    moved = _fragment("tcgen05.ld", values)

    def run(issue: Issue) -> dict[str, Any]:
        warps = issue.warps()
        words = _checked(issue.tensor.read, *_places(issue, warps, moved, constants)) & moved.mask
        registers = moved.registers(words.astype(moved.element_word).reshape(len(warps), *moved.shape))
        results = _spread(issue, warps, registers, "r")
        if values.get("op"):
            results |= _spread(issue, warps, reduced(registers, values)[..., None], "redval")
        return results

    return run


def _store(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.st`; without packing, upper halves of words are zero."""
    moved = _fragment("tcgen05.st", values)

    def run(issue: Issue) -> dict[str, Any]:
        warps = issue.warps()
        lanes, columns = _places(issue, warps, moved, constants)
        complete = issue.size // LANES * LANES
        registers = issue.registers("r")[:complete].reshape(-1, LANES, moved.layout.registers)[warps]
        _checked(issue.tensor.write, lanes, columns, moved.matrices(registers).reshape(lanes.shape))
        return {}

    return run


def _fragment(instruction: str, values: Values) -> Fragment:
    words = [instruction, str(values["shape"]), str(values["num"]), values.get("packing")]
    return fragment(".".join(word for word in words if word), "r")


def _places(
    issue: Issue, warps: Threads, moved: Fragment, constants: dict[str, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lane and column of each element of a fragment, (warps, elements).

    Each warp of a warpgroup reaches its own quarter of the lanes only.
    """
    names = [name for name in ("matrix", "row", "column") if name in moved.layout.coordinates]
    at = dict(zip(names, (index.reshape(-1) for index in np.indices(moved.shape)), strict=True))
    split = constants.get("half_split", 0)
    split -= split >> 31 << 32  # A signed constant of 32 bits.
    lane, column = parts_of(issue.uniform("taddr", warps))  # type: ignore[arg-type]
    lanes = np.asarray(lane)[:, None] + at["row"]
    columns = np.asarray(column)[:, None] + at["column"] + at.get("matrix", 0) * split
    first = warps % _WARPS * QUARTER
    wrong = np.flatnonzero((lanes.min(axis=1) < first) | (lanes.max(axis=1) >= first + QUARTER))
    if len(wrong):
        warp, own = warps[wrong[0]], first[wrong[0]]
        accessed = f"{lanes[wrong[0]].min()} to {lanes[wrong[0]].max()}"
        reachable = f"lanes {own} to {own + QUARTER - 1}"
        message = f"warp {warp} reaches {reachable} of tensor memory, not lanes {accessed}"
        raise memory_error(message, "out-of-bounds")
    return lanes, columns


def reduced(words: Any, values: Values) -> Any:
    """Return the least or greatest number of the last axis.

    Among `.f32`, -0 is less than +0. A NaN is the result with ``.NaN`` if any number is one, otherwise if all are.
    """
    select = np.argmin if values["op"] == "min" else np.argmax
    if values["type"] != "f32":
        numbers = words.view(np.int32) if values["type"] == "s32" else words
        return np.take_along_axis(words, select(numbers, axis=-1)[..., None], axis=-1)[..., 0]
    words = words & np.uint32(_NAN) if values["abs"] else words
    size = (words & np.uint32(_NAN)).astype(np.int64)
    is_nan = size > 0x7F800000
    # Magnitudes are ordered as integers are; -1 less a magnitude puts -0 just below +0.
    keys = np.where(words >> np.uint32(31), -1 - size, size)
    # A NaN is beyond every number on the side that is not selected.
    keys = np.where(is_nan, 1 << 40 if values["op"] == "min" else -(1 << 40), keys)
    chosen = np.take_along_axis(words, select(keys, axis=-1)[..., None], axis=-1)[..., 0]
    return np.where(is_nan.any(axis=-1) if values["nan"] else is_nan.all(axis=-1), np.uint32(_NAN), chosen)


# --- shared memory ---


def _copy(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.cp`: rows of 16 or 32 bytes from shared memory to lanes, in each CTA from its own."""
    record = layout(".".join(word for word in ("tcgen05.cp", values["shape"], values["multicast"]) if word), "taddr")
    # Lane and column of each word that is copied, (rows, words, copies).
    lanes, words = (array.reshape(*array.shape[:2], -1) for array in (record.lane, record.word))

    def rows_of(issue: Issue, thread: int, cta: int) -> Bits:
        fields = matrix_fields(issue.number("s_desc", thread))
        return tile_bytes(partial(issue.memory.load_shared, cta), fields, lanes.shape[0], lanes.shape[1] * 4)

    def read(issue: Issue) -> None:
        for thread in issue.threads:
            lane, column = parts_of(issue.number("taddr", thread))
            for cta in issue.ctas(values):
                rows_of(issue, thread, cta)
                _checked(issue.memory.tensor(cta).claim, lanes + lane, words + column)

    def run(issue: Issue) -> dict[str, Any]:
        for thread in issue.threads:
            lane, column = parts_of(issue.number("taddr", thread))
            for cta in issue.ctas(values):
                rows = rows_of(issue, thread, cta)
                rows = unpacked(rows, str(values["source"])) if values["source"] else rows
                copied = np.broadcast_to(rows.view(np.uint32)[..., None], lanes.shape)
                _checked(issue.memory.tensor(cta).write, lanes + lane, words + column, copied)
        return {}

    return DeferredOperation(run, read)


def unpacked(rows: Any, source: str) -> Any:
    """Expand vectors of 16 elements of 6 or 4 bits, each in 16 bytes with padding, to one byte an element."""
    bits, low = _PACKED[source]
    packed = np.unpackbits(rows.reshape(-1, _CHUNK), axis=1, bitorder="little")[:, : bits * _CHUNK]
    elements = packed.reshape(-1, _CHUNK, bits) @ (1 << np.arange(low, low + bits)).astype(np.uint8)
    return elements.reshape(rows.shape)


def _shift(form_id: str, values: Values, constants: dict[str, int], on: Target | None) -> TensorOperation:
    """`tcgen05.shift`: 31 rows of 32 bytes move to the lane before theirs; the last lane of 32 keeps its words."""
    rows, columns = np.arange(SHIFTED_ROWS)[:, None], np.arange(SHIFTED_COLUMNS)

    def each(issue: Issue, function: Callable[[TensorMemory, int, int], object]) -> dict[str, Any]:
        for thread in issue.threads:
            lane, column = parts_of(issue.number("taddr", thread))
            if lane % QUARTER:
                raise memory_error(f"tcgen05.shift begins at lane {lane}; it must be a multiple of {QUARTER}")
            for tensor in map(issue.memory.tensor, issue.ctas(values)):
                function(tensor, lane, column)
        return {}

    def move(tensor: TensorMemory, lane: int, column: int) -> None:
        words = _checked(tensor.read, rows + lane + 1, columns + column)
        _checked(tensor.write, rows + lane, columns + column, words)

    def claim(tensor: TensorMemory, lane: int, column: int) -> None:
        _checked(tensor.read, rows + lane + 1, columns + column)
        _checked(tensor.claim, rows + lane, columns + column)

    return DeferredOperation(partial(each, function=move), partial(each, function=claim))


OPERATIONS: TensorOperations = {
    "tensor_allocate": _allocate,
    "tensor_deallocate": _deallocate,
    "tensor_relinquish": _relinquish,
    "tensor_wait": _wait,
    "tensor_load": _load,
    "tensor_reduce": _load,
    "tensor_store": _store,
    "tensor_copy": _copy,
    "tensor_shift": _shift,
}
