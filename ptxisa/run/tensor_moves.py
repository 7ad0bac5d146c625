"""Allocation of tensor memory, and moves between it, registers and shared memory (sections 9.7.16.6 to 9.7.16.8).

The layout records say which register, lane and word each element has. Operations are complete when the next statement
runs; what waits for them has nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.forms import Values
from ptxisa.objects.layouts import layout
from ptxisa.objects.tensor_memory import QUARTER, TensorMemoryError, parts_of
from ptxisa.run.issue import Issue, Run, memory_error, spread
from ptxisa.run.matrices import Fragment, fragment
from ptxisa.run.memory import cells
from ptxisa.run.shared_tiles import matrix_fields, tile_bytes
from ptxisa.run.warp import LANES

_WARPS = 4
"""Warps of a warpgroup, each with a quarter of the lanes."""
_NAN = 0x7FFFFFFF
_CHUNK = 16
"""Bytes that a vector of 16 elements takes, packed or unpacked."""
SHIFTED_ROWS, SHIFTED_COLUMNS = 31, 8
"""What ``tcgen05.shift`` moves: the shape ``.31x256b``."""
_PLACE = {"b6x16_p32": (6, 0), "b4x16_p64": (4, 2)}
"""Bits of packed elements, and the lowest bit that they have in a byte."""


# --- allocation ---


def allocate(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.alloc`: each warp that executes it allocates, and writes the address to shared memory."""

    def run(issue: Issue) -> dict[str, Any]:
        warps = _both(issue, values)
        for warp, columns in zip(warps, issue.uniform("n_cols", warps), strict=True):
            section = issue.section("dst", np.array([warp * LANES]))
            place = issue.memory.places(section, 32)
            address = _guarded(issue.tensor.allocate, int(columns))
            cells(section.array, 32)[place] = address
        return {}

    return run


def deallocate(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.dealloc`."""

    def run(issue: Issue) -> dict[str, Any]:
        warps = _both(issue, values)
        addresses, columns = issue.uniform("taddr", warps), issue.uniform("n_cols", warps)
        for address, count in zip(addresses, columns, strict=True):
            _guarded(issue.tensor.deallocate, int(address), int(count))
        return {}

    return run


def relinquish(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.relinquish_alloc_permit`."""

    def run(issue: Issue) -> dict[str, Any]:
        if len(_both(issue, values)):
            issue.tensor.relinquish()
        return {}

    return run


def wait(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.wait` and `tcgen05.fence`: earlier operations are complete."""
    return lambda issue: {}


def _both(issue: Issue, values: Values) -> NDArray[np.intp]:
    """The warps that execute a statement which both CTAs of a pair must execute."""
    warps = issue.warps()
    if len(warps):
        issue.demand_both(values)
    return warps


def _guarded(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result of an operation on tensor memory, whose errors are those of the statement."""
    try:
        return function(*arguments)
    except TensorMemoryError as error:
        raise memory_error(str(error)) from None


# --- registers ---


class _Cells(NamedTuple):
    """Where in tensor memory the elements of each warp are: arrays (warps, elements of the fragment)."""

    lanes: NDArray[np.int64]
    columns: NDArray[np.int64]


def load(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.ld`."""
    of = _fragment("tcgen05.ld", values)

    def run(issue: Issue) -> dict[str, Any]:
        warps = issue.warps()
        return spread(issue, warps, _loaded(issue, warps, of, constants), "r")

    return run


def reduce(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.ld.red`: a load, and the least or greatest number that each thread has loaded."""
    of = _fragment("tcgen05.ld", values)

    def run(issue: Issue) -> dict[str, Any]:
        warps = issue.warps()
        registers = _loaded(issue, warps, of, constants)
        result = reduced(registers, values)[..., None]
        return spread(issue, warps, registers, "r") | spread(issue, warps, result, "redval")

    return run


def store(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.st`; without packing, upper halves of words are zero."""
    of = _fragment("tcgen05.st", values)

    def run(issue: Issue) -> dict[str, Any]:
        warps = issue.warps()
        cells = _cells(issue, warps, of, constants)
        given = issue.registers("r")[: issue.size // LANES * LANES].reshape(-1, LANES, of.layout.registers)[warps]
        _guarded(issue.tensor.write, *cells, of.matrices(given).reshape(len(warps), -1))
        return {}

    return run


def _fragment(instruction: str, values: Values) -> Fragment:
    words = [instruction, str(values["shape"]), str(values["num"]), values.get("packing")]
    return fragment(".".join(word for word in words if word), "r")


def _loaded(issue: Issue, warps: NDArray[np.intp], of: Fragment, constants: dict[str, int]) -> Any:
    words = _guarded(issue.tensor.read, *_cells(issue, warps, of, constants)) & of.mask
    return of.registers(words.astype(of.element_word).reshape(len(warps), *of.shape))


def _cells(issue: Issue, warps: NDArray[np.intp], of: Fragment, constants: dict[str, int]) -> _Cells:
    """The cells of a fragment; each warp of a warpgroup reaches its own quarter of the lanes."""
    names = [name for name in ("matrix", "row", "column") if name in of.layout.coordinates]
    at = dict(zip(names, (index.reshape(-1) for index in np.indices(of.shape)), strict=True))
    split = _signed(constants.get("half_split", 0))
    lane, column = parts_of(issue.uniform("taddr", warps))  # type: ignore[arg-type]
    lanes = np.asarray(lane)[:, None] + at["row"]
    columns = np.asarray(column)[:, None] + at["column"] + at.get("matrix", 0) * split
    _check_quarter(warps, lanes)
    return _Cells(lanes, columns)


def _signed(constant: int) -> int:
    return constant - (1 << 32) if constant >> 31 else constant


def _check_quarter(warps: NDArray[np.intp], lanes: NDArray[np.int64]) -> None:
    first = warps % _WARPS * QUARTER
    wrong = np.flatnonzero((lanes.min(axis=1) < first) | (lanes.max(axis=1) >= first + QUARTER))
    if len(wrong):
        warp, own = warps[wrong[0]], first[wrong[0]]
        accessed = f"{lanes[wrong[0]].min()} to {lanes[wrong[0]].max()}"
        message = f"warp {warp} reaches lanes {own} to {own + QUARTER - 1} of tensor memory, not lanes {accessed}"
        raise memory_error(message)


def reduced(words: Any, values: Values) -> Any:
    """The least or greatest of the last axis; of .f32, -0 is less than +0, and NaNs count with ``.NaN`` or alone."""
    select = np.argmin if values["op"] == "min" else np.argmax
    if values["type"] != "f32":
        numbers = words.view(np.int32) if values["type"] == "s32" else words
        return np.take_along_axis(words, select(numbers, axis=-1)[..., None], axis=-1)[..., 0]
    words = words & np.uint32(_NAN) if values["abs"] else words
    size = (words & np.uint32(_NAN)).astype(np.int64)
    is_nan = size > 0x7F800000
    keys = np.where(words >> np.uint32(31), -1 - size, size)
    keys = np.where(is_nan, 1 << 40 if values["op"] == "min" else -(1 << 40), keys)
    found = np.take_along_axis(words, select(keys, axis=-1)[..., None], axis=-1)[..., 0]
    return np.where(is_nan.any(axis=-1) if values["nan"] else is_nan.all(axis=-1), np.uint32(_NAN), found)


# --- shared memory ---


def copy(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.cp`: rows of 16 or 32 bytes from shared memory to lanes, in each CTA from its own."""
    lanes, words = _copied(str(values["shape"]), values["multicast"])

    def run(issue: Issue) -> dict[str, Any]:
        for thread in issue.threads:
            fields = matrix_fields(issue.number("s_desc", thread))
            lane, column = parts_of(issue.number("taddr", thread))
            for cta in issue.ctas(values):
                rows = tile_bytes(issue.memory.shared(cta), fields, lanes.shape[0], lanes.shape[1] * 4)
                found = unpacked(rows, str(values["source"])) if values["source"] else rows
                cells = np.broadcast_to(found.view(np.uint32)[..., None], lanes.shape)
                _guarded(issue.memory.tensor(cta).write, lanes + lane, words + column, cells)
        return {}

    return run


@lru_cache(maxsize=16)
def _copied(shape: str, multicast: str | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The lanes and columns of each word that is copied, (rows, words, copies)."""
    found = layout(".".join(word for word in ("tcgen05.cp", shape, multicast) if word), "taddr")
    sizes = (*found.lane.shape[:2], -1)
    return found.lane.reshape(sizes), found.word.reshape(sizes)


def unpacked(rows: Any, source: str) -> Any:
    """Vectors of 16 elements of 6 or 4 bits, each in 16 bytes with padding, as 16 bytes of one element each."""
    bits, low = _PLACE[source]
    every = np.unpackbits(rows.reshape(-1, _CHUNK), axis=1, bitorder="little")[:, : bits * _CHUNK]
    elements = every.reshape(-1, _CHUNK, bits) @ (1 << np.arange(low, low + bits)).astype(np.uint8)
    return elements.reshape(rows.shape)


def shift(values: Values, constants: dict[str, int]) -> Run:
    """`tcgen05.shift`: 31 rows of 32 bytes move to the next lane; the first lane keeps what it has."""
    rows, columns = np.arange(SHIFTED_ROWS)[:, None], np.arange(SHIFTED_COLUMNS)

    def run(issue: Issue) -> dict[str, Any]:
        for thread in issue.threads:
            lane, column = parts_of(issue.number("taddr", thread))
            if lane % QUARTER:
                raise memory_error(f"tcgen05.shift begins at lane {lane}; it must be a multiple of {QUARTER}")
            for tensor in map(issue.memory.tensor, issue.ctas(values)):
                words = _guarded(tensor.read, rows + lane, columns + column)
                _guarded(tensor.write, rows + lane + 1, columns + column, words)
        return {}

    return run
