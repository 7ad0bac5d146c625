"""Traces: what each warp executed and accessed, as an SQLite database.

    ptxisa.launch(text, "saxpy", 4, 256, arguments, observers=[TraceObserver("trace.sqlite", only="line=10-20 cta=0")])

The view `event` has a row for each instruction of a warp, and for each access of a lane that the instruction makes:

    step      number of the instruction of a group of threads, in the order of execution
    cta       number of the CTA in the grid
    warp      number of the warp in the CTA
    mask      lanes that executed it, lane 0 in bit 0
    line      line of the PTX
    opcode    opcode
    lane      lane that accesses memory; NULL without an access
    space     state space, into which a generic address points
    kind      read, write, or atomic
    address   address in the state space
    size      bytes
    value     value that is read or written: an integer, or above 8 bytes hexadecimal digits
    old       value in memory before an atomic operation

The tables are `instruction`, `access`, `result` (registers that were written, with `registers`), `source` (lines
of the PTX) and `launch` (names and values of the launch; `complete` is 0 if the limit of rows was reached).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa.diagnostics import PtxError, error
from ptxisa.machine.lanes import LANES, Lanes
from ptxisa.machine.observers import MemoryRequest, Observer, requests
from ptxisa.machine.operation import Operation

MOST_ROWS = 1_000_000
"""Rows of a trace unless another limit is given."""
_BATCH = 10_000
_SCHEMA = """
CREATE TABLE launch (name TEXT PRIMARY KEY, value);
CREATE TABLE source (line INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE instruction (step INTEGER, cta INTEGER, warp INTEGER, mask INTEGER, line INTEGER, opcode TEXT);
CREATE TABLE access (step INTEGER, cta INTEGER, warp INTEGER, lane INTEGER, space TEXT, kind TEXT, address INTEGER,
    size INTEGER, value, old);
CREATE TABLE result (step INTEGER, cta INTEGER, warp INTEGER, lane INTEGER, register TEXT, value);
CREATE VIEW event AS SELECT step, cta, warp, mask, line, opcode, lane, space, kind, address, size, value, old
    FROM instruction LEFT JOIN access USING (step, cta, warp);
"""
_INDEX = "CREATE INDEX access_step ON access (step, cta, warp); CREATE INDEX access_address ON access (address);"


class TraceFilter(NamedTuple):
    """Instructions that a trace contains; None admits all.

    Attributes:
        cta: Numbers of CTAs.
        warp: Numbers of warps in their CTA.
        line: Lines of the PTX.
        opcode: First words of opcodes.
    """

    cta: tuple[range, ...] | None = None
    warp: tuple[range, ...] | None = None
    line: tuple[range, ...] | None = None
    opcode: tuple[str, ...] | None = None


def trace_filter(text: str) -> TraceFilter:
    """Return the filter of a text such as `cta=0 warp=0-3 line=10-20,25 opcode=st,atom`.

    Raises:
        PtxError: The text is not a filter.
    """
    values: dict[str, Any] = {}
    for part in text.split():
        name, _, numbers = part.partition("=")
        if name not in TraceFilter._fields or not numbers:
            message = f"{part[:40]!r} is not a filter; they are cta=0-3, warp=0, line=10-20,25 and opcode=st,atom"
            raise PtxError([error("launch", message)])
        if name == "opcode":
            values[name] = tuple(numbers.split(","))
            continue
        try:
            bounds = [part.partition("-") for part in numbers.split(",")]
            values[name] = tuple(range(int(low), int(high if dash else low) + 1) for low, dash, high in bounds)
        except ValueError:
            raise PtxError([error("launch", f"{part[:40]!r} needs numbers or ranges, such as {name}=0-3,7")]) from None
        if not all(values[name]):
            raise PtxError([error("launch", f"{part[:40]!r} has an empty range; the lower number is first")])
    return TraceFilter(**values)


class TraceObserver(Observer):
    """Observer that writes a trace.

    Args:
        path: File of the database, which is replaced.
        only: Filter, as `trace_filter` reads it.
        limit: Number of rows after which nothing more is recorded.
        registers: Record the registers that instructions write.

    Attributes:
        complete: False if the limit was reached.

    Raises:
        PtxError: The file cannot be written, or the filter is invalid.
    """

    def __init__(
        self, path: str | os.PathLike[str], only: str = "", *, limit: int = MOST_ROWS, registers: bool = False
    ) -> None:
        self._only = trace_filter(only)
        self.complete, self._limit, self._registers = True, limit, registers
        self._step, self._rows = 0, 0
        self._requests: list[tuple[MemoryRequest, Any]] = []
        self._instructions: list[tuple[Any, ...]] = []
        self._accesses: list[tuple[Any, ...]] = []
        self._results: list[tuple[Any, ...]] = []
        try:
            if os.path.exists(path):
                os.remove(path)
            self._database = sqlite3.connect(path)
            self._database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
        except (OSError, sqlite3.Error, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise PtxError([error("launch", f"{os.fspath(path)[:200]}: {reason}")]) from None

    def started(self, machine: Any) -> None:
        """Write the source and the launch."""
        shape = machine.shape
        names = {
            "entry": machine.kernel.name,
            "grid": "x".join(map(str, shape.grid)),
            "block": "x".join(map(str, shape.block)),
            "cluster": "x".join(map(str, shape.cluster)),
            "schedule": machine.schedule.kind,
        }
        self._database.executemany("INSERT OR REPLACE INTO launch VALUES (?, ?)", names.items())
        text = machine.code.image.modules[machine.kernel.module].source.text
        self._database.executemany("INSERT OR REPLACE INTO source VALUES (?, ?)", enumerate(text.split("\n"), 1))
        self._ctas = shape.cta_numbers()

    def before(self, operation: Operation, lanes: Lanes) -> None:
        """Keep addresses, and what is in memory there."""
        self._requests = []
        if self.complete and self._admits(operation):
            self._requests = [(request, _values(request, lanes)) for request in requests(operation, lanes)]

    def after(self, operation: Operation, lanes: Lanes) -> None:
        """Record an instruction of a group."""
        self._step += 1
        if not self.complete or not self._admits(operation):
            return
        warps, lane = np.divmod(lanes.slots, LANES)
        numbers, inverse = np.unique(warps, return_inverse=True)
        masks = np.zeros(len(numbers), np.int64)
        np.bitwise_or.at(masks, inverse, np.int64(1) << lane)
        admitted = {}
        for warp, mask in zip(numbers.tolist(), masks.tolist(), strict=True):
            place = self._place(warp, lanes)
            if place is not None:
                admitted[warp] = place
                self._instructions.append((self._step, *place, mask, operation.line, operation.text))
        for request, before in self._requests:
            self._accesses += self._accessed(request, before, lanes, admitted)
        if self._registers:
            for name in operation.writes:
                values = np.broadcast_to(lanes.values[name], lanes.count)
                self._results += [
                    (self._step, *admitted[warp], number, name, value)
                    for warp, number, value in zip(warps.tolist(), lane.tolist(), _numbers(values), strict=True)
                    if warp in admitted
                ]
        if len(self._instructions) + len(self._accesses) + len(self._results) > _BATCH:
            self._write()

    def _admits(self, operation: Operation) -> bool:
        lines, opcodes = self._only.line, self._only.opcode
        return (lines is None or any(operation.line in span for span in lines)) and (
            opcodes is None or operation.text.startswith(opcodes)
        )

    def _place(self, warp: int, lanes: Lanes) -> tuple[int, int] | None:
        """Return the numbers of the CTA and of the warp in it; None for a warp that the filter leaves out."""
        cta, number = divmod(warp, lanes.machine.shape.cta_slots // LANES)
        cta = int(self._ctas[cta])
        ctas, warps = self._only.cta, self._only.warp
        if ctas is not None and not any(cta in span for span in ctas):
            return None
        if warps is not None and not any(number in span for span in warps):
            return None
        return cta, number

    def _accessed(
        self, request: MemoryRequest, before: list[Any], lanes: Lanes, admitted: dict[int, tuple[int, int]]
    ) -> Iterable[tuple[Any, ...]]:
        atomic = request.read and request.written
        after = _values(request, lanes) if request.written else before
        kind = "atomic" if atomic else "write" if request.written else "read"
        for slot, address, value, old in zip(
            request.slots.tolist(), request.addresses.astype(np.int64).tolist(), after, before, strict=True
        ):
            warp, lane = divmod(slot, LANES)
            if warp in admitted:
                row = self._step, *admitted[warp], lane, request.space, kind, address, request.size, value
                yield *row, old if atomic else None

    def _write(self) -> None:
        """Write the rows that are kept."""
        for table, rows in (("instruction", self._instructions), ("access", self._accesses), ("result", self._results)):
            room = max(self._limit - self._rows, 0)
            self.complete = self.complete and len(rows) <= room
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                self._database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows[:room])
            self._rows += min(len(rows), room)
            rows.clear()

    def ended(self, machine: Any) -> None:
        """Write the rest of the rows, and close the database."""
        self._write()
        rows = {"complete": int(self.complete), "findings": len(machine.findings)}
        self._database.executemany("INSERT OR REPLACE INTO launch VALUES (?, ?)", rows.items())
        self._database.executescript(_INDEX)
        self._database.commit()
        self._database.close()


def _values(request: MemoryRequest, lanes: Lanes) -> list[Any]:
    """Return the contents of memory at each address; None for an address outside of memory."""
    memory = lanes.flat
    places, inside = memory.places_of(request.space, request.addresses, request.slots)
    inside = inside & (places + request.size <= len(memory.bytes))
    data = memory.bytes[np.where(inside, places, 0)[:, None] + np.arange(request.size)]
    size = 1 << (request.size - 1).bit_length()
    if size > 8:
        numbers: list[Any] = [row[::-1].tobytes().hex() for row in data]
    else:
        padded = np.zeros((len(data), size), np.uint8)
        padded[:, : request.size] = data
        numbers = _numbers(padded.view(f"u{size}")[:, 0])
    return [number if there else None for number, there in zip(numbers, inside.tolist(), strict=True)]


def _numbers(values: Any) -> list[Any]:
    """Return values as integers of SQLite, which have a sign, and wider ones as hexadecimal digits."""
    if values.dtype.names:
        return [f"{int(high):016x}{int(low):016x}" for low, high in values.tolist()]
    numbers: list[Any] = (values.view(np.int64) if values.dtype == np.uint64 else values).tolist()
    return numbers
