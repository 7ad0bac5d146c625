"""Counters and coverage of a run: instructions, active lanes, memory transactions, and outcomes of branches.

    run = ptxisa.launch(text, "saxpy", 4, 256, arguments, counters=True)
    print(run.counters.table())
    print(run.coverage.table())

A warp that executes an instruction makes one *request* for each state space that it accesses. Global and local memory
serve a request in sectors of 32 bytes. Shared memory has 32 banks of 4 bytes; a request takes as many wavefronts as
some bank has different words, for 32 lanes at a time, 16 with accesses of 8 bytes, and 8 with accesses of 16 bytes.
A bulk or tensor copy makes one request to each space, of the sectors that it touches, or of wavefronts of 128 bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ptxisa.machine.control import DirectBranch, IndexedBranch
from ptxisa.machine.image import Image, Procedure
from ptxisa.machine.lanes import LANES, Lanes
from ptxisa.machine.observers import MemoryRequest, Observer, requests
from ptxisa.machine.operation import Operation

SECTOR, BANKS, WORD = 32, 32, 4
"""Bytes of a sector, banks of shared memory, and bytes of a word of a bank."""
SPACES = ("global", "local", "shared")
"""State spaces whose transactions are counted; parameters and constants have a cache of their own."""
TAKEN, NOT_TAKEN = "taken", "not taken"
WIDTH = 80
_BARS = 16


class MemoryCounters(NamedTuple):
    """Requests of warps to one state space.

    Attributes:
        requests: Instructions of warps that access the space.
        transactions: Sectors, or wavefronts of shared memory.
        ideal: Transactions without gaps between the accesses of a warp, or without bank conflicts.
        bytes: Bytes that threads access.
    """

    requests: int = 0
    transactions: int = 0
    ideal: int = 0
    bytes: int = 0

    def plus(self, other: MemoryCounters) -> MemoryCounters:
        """Return the sums of two counters."""
        return MemoryCounters(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def excess(self) -> int:
        """Transactions beyond the ideal: bank conflicts in shared memory."""
        return self.transactions - self.ideal


class InstructionCounters(NamedTuple):
    """Counters of one instruction of the text.

    Attributes:
        line: Line of the PTX.
        opcode: Opcode.
        warps: Times that a warp executed it, with any number of active lanes.
        threads: Times that a thread executed it.
        memory: Requests by state space.
        outcomes: Threads by outcome of a branch.
        divergent: Times that a warp took several ways at a branch.
        source: Path and line of the source (`kernel.cu:12`) by the `.loc` before the instruction; empty without one.
        own: False in other modules than that of the kernel, whose lines have the same numbers.
    """

    line: int
    opcode: str
    warps: int
    threads: int
    memory: Mapping[str, MemoryCounters]
    outcomes: Mapping[str, int]
    divergent: int
    source: str = ""
    own: bool = True


class Counters(NamedTuple):
    """Counters of a run by instruction, in the order of the text."""

    instructions: tuple[InstructionCounters, ...]

    @property
    def by_kind(self) -> dict[str, tuple[int, int]]:
        """Executions by warps and by threads of each opcode, the most frequent first."""
        warps: Counter[str] = Counter()
        threads: Counter[str] = Counter()
        for instruction in self.instructions:
            warps[instruction.opcode] += instruction.warps
            threads[instruction.opcode] += instruction.threads
        return {opcode: (count, threads[opcode]) for opcode, count in warps.most_common() if count}

    @property
    def memory(self) -> dict[str, MemoryCounters]:
        """Requests by state space."""
        spaces: dict[str, MemoryCounters] = {}
        for instruction in self.instructions:
            for space, counters in instruction.memory.items():
                spaces[space] = spaces.get(space, MemoryCounters()).plus(counters)
        return spaces

    @property
    def lanes(self) -> float:
        """Average number of active lanes of an instruction of a warp: 32 without divergence."""
        warps = sum(instruction.warps for instruction in self.instructions)
        return sum(instruction.threads for instruction in self.instructions) / warps if warps else 0.0

    @property
    def branches(self) -> tuple[InstructionCounters, ...]:
        """Instructions with several outcomes."""
        return tuple(instruction for instruction in self.instructions if instruction.outcomes)

    def table(self) -> str:
        """Return all counters as text of 80 columns."""
        rows = [
            (opcode[:38], f"{warps:,}", f"{threads:,}", f"{threads / warps:.1f}")
            for opcode, (warps, threads) in self.by_kind.items()
        ]
        warps, threads = (sum(column) for column in zip(*self.by_kind.values(), strict=True)) if rows else (0, 0)
        rows.append(("total", f"{warps:,}", f"{threads:,}", f"{self.lanes:.1f}"))
        parts = [_columns(("instruction", "warps", "threads", "lanes"), rows, (38, 14, 18, 7))]
        memory = [
            (
                f"{space} ({'wavefronts' if space == 'shared' else 'sectors'})",
                f"{counts.requests:,}",
                f"{counts.transactions:,}",
                f"{counts.transactions / counts.requests:.2f}",
                f"{counts.excess:,}",
            )
            for space, counts in self.memory.items()
        ]
        if memory:
            head = ("memory", "requests", "transactions", "per request", "excess")
            parts.append(_columns(head, memory, (24, 13, 15, 13, 12)))
        branches = [
            (
                f"{branch.line}",
                branch.opcode[:20],
                ", ".join(f"{count:,} {outcome}" for outcome, count in branch.outcomes.items())[:38],
                f"{branch.divergent:,}",
            )
            for branch in self.branches
        ]
        if branches:
            parts.append(_columns(("branch at line", "", "threads", "divergent"), branches, (15, 14, 38, 10)))
        return "\n\n".join(parts)

    def plot(self) -> str:
        """Return an SVG: a bar for each opcode, of the lanes of its warps; active lanes are filled."""
        from html import escape  # Only plots need it.

        kinds = list(self.by_kind.items())[:_BARS]
        most = max((warps for _, (warps, _) in kinds), default=1)
        bars = []
        for number, (opcode, (warps, threads)) in enumerate(kinds):
            y, whole = 42 + 22 * number, 400 * warps / most
            label = f"{warps:,} × {threads / warps:.1f}"
            bars.append(
                f'<text x="190" y="{y + 12}" text-anchor="end">{escape(opcode[:28])}</text>'
                f'<rect class="lanes" x="200" y="{y}" width="{whole:.1f}" height="16"/>'
                f'<rect class="active" x="200" y="{y}" width="{whole * threads / warps / LANES:.1f}" height="16"/>'
                f'<text x="{206 + whole:.1f}" y="{y + 12}">{label}</text>'
            )
        height = 52 + 22 * len(kinds)
        style = (
            "text{font:12px sans-serif;fill:#1f2328}.lanes{fill:#d0d7de}.active{fill:#3f7d20}"
            "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.lanes{fill:#3d444d}.active{fill:#76b900}}"
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {height}" width="720" height="{height}" '
            f'role="img" aria-label="Instructions by kind"><style>{style}</style>'
            f'<text x="10" y="22">Instructions of warps × active lanes</text>{"".join(bars)}</svg>\n'
        )


class Coverage(NamedTuple):
    """Lines and outcomes of branches that a run executed.

    Attributes:
        lines: Executions by threads of each line of the PTX that has an instruction, in the module of the kernel.
        outcomes: Threads by outcome of each guarded or indexed branch, by its line; 0 for an outcome that no thread
            took.
    """

    lines: Mapping[int, int]
    outcomes: Mapping[int, Mapping[str, int]]

    def __or__(self, other: Coverage) -> Coverage:
        """Return what either of two runs of the same module covers."""
        lines = Counter(self.lines)
        lines.update(other.lines)
        outcomes = {line: Counter(counts) for line, counts in self.outcomes.items()}
        for line, counts in other.outcomes.items():
            outcomes.setdefault(line, Counter()).update(counts)
        return Coverage(dict(sorted(lines.items())), dict(sorted(outcomes.items())))

    @property
    def missed(self) -> list[int]:
        """Lines that no thread executed."""
        return [line for line, count in self.lines.items() if not count]

    @property
    def missed_outcomes(self) -> list[tuple[int, str]]:
        """Lines of branches and their outcomes that no thread took."""
        return [(line, name) for line, counts in self.outcomes.items() for name, count in counts.items() if not count]

    def table(self) -> str:
        """Return the coverage as text of 80 columns."""
        outcomes = sum(len(counts) for counts in self.outcomes.values())
        rows = []
        for name, whole, missed, what in (
            ("lines", len(self.lines), len(self.missed), _ranges(self.missed)),
            (
                "branch outcomes",
                outcomes,
                len(self.missed_outcomes),
                ", ".join(f"{line} {outcome}" for line, outcome in self.missed_outcomes),
            ),
        ):
            share = f"{100 * (whole - missed) / whole:.1f} %" if whole else "-"
            rows.append((name, f"{whole:,}", f"{missed:,}", share, f"  {what[:34]}{'…' if len(what) > 34 else ''}"))
        return _columns(("coverage", "all", "missed", "covered", "  missing"), rows, (16, 9, 9, 10, -36))


class CountingObserver(Observer):
    """Observer that counts."""

    def __init__(self) -> None:
        self._warps: Counter[int] = Counter()
        self._threads: Counter[int] = Counter()
        self._memory: dict[tuple[int, str], MemoryCounters] = {}
        self._outcomes: dict[int, Counter[str]] = {}
        self._divergent: Counter[int] = Counter()
        self._requests: list[MemoryRequest] = []
        self._machine: Any = None

    def started(self, machine: Any) -> None:
        """Keep the machine, whose memory tells spaces apart."""
        self._machine = machine

    def copy_started(self, copy: Any) -> None:
        """Count the memory that an asynchronous operation reads and writes."""
        memory = self._machine.memory
        spans: dict[str, list[tuple[int, int]]] = {"global": [], "shared": []}
        for place, size in (*copy.sources, *copy.targets):
            spans["shared" if place >= memory.shared_start else "global"].append((place, size))
        for space, parts in spans.items():
            total = sum(size for _, size in parts)
            if not total:
                continue
            if space == "global":
                ranges = (range(place // SECTOR, -(-(place + size) // SECTOR)) for place, size in parts)
                sectors = {number for numbers in ranges for number in numbers}
                counters = MemoryCounters(1, len(sectors), -(-total // SECTOR), total)
            else:
                wavefronts = -(-total // (BANKS * WORD))
                counters = MemoryCounters(1, wavefronts, wavefronts, total)
            key = copy.operation.pc, space
            self._memory[key] = self._memory.get(key, MemoryCounters()).plus(counters)

    def before(self, operation: Operation, lanes: Lanes) -> None:
        """Keep the addresses, which the instruction may overwrite, and count the outcomes of a branch."""
        self._requests = list(requests(operation, lanes))
        if isinstance(operation, (DirectBranch, IndexedBranch)):
            self._branch(operation, lanes)

    def after(self, operation: Operation, lanes: Lanes) -> None:
        """Count an instruction of a group."""
        pc = operation.pc
        self._warps[pc] += len(np.unique(lanes.slots // LANES))
        self._threads[pc] += lanes.count
        for request in self._requests:
            if request.space not in SPACES:
                continue
            key = pc, request.space
            self._memory[key] = self._memory.get(key, MemoryCounters()).plus(transactions(request))

    def _branch(self, operation: DirectBranch | IndexedBranch, lanes: Lanes) -> None:
        """Count the outcomes of a branch."""
        mask = lanes.executing(operation.guard)
        taken = np.ones(lanes.count, bool) if mask is None else mask
        if isinstance(operation, IndexedBranch):
            ways = np.where(taken, np.broadcast_to(lanes.values[operation.index], lanes.count).astype(np.int64), -1)
        elif operation.guard is None:
            return
        else:
            ways = np.where(taken, 0, -1)
        counts = self._outcomes.setdefault(operation.pc, Counter(dict.fromkeys(_outcomes(operation), 0)))
        names = list(_outcomes(operation))
        for way, count in zip(*np.unique(ways, return_counts=True), strict=True):
            name = NOT_TAKEN if way < 0 else names[int(way)] if way < len(names) else f"index {way}"
            counts[name] += int(count)
        pairs = np.unique(np.stack([lanes.slots // LANES, ways]), axis=1)[0]
        self._divergent[operation.pc] += int((np.unique(pairs, return_counts=True)[1] > 1).sum())

    def results(self, operations: Iterable[Operation], kernel: Procedure, image: Image) -> tuple[Counters, Coverage]:
        """Return the counters and the coverage of a run.

        Args:
            operations: Operations of the image; those of functions of which none was executed are left out.
            kernel: Kernel that ran.
            image: Image that contains it.
        """
        operations = list(operations)
        memory: dict[int, dict[str, MemoryCounters]] = {}
        for (where, space), counters in self._memory.items():
            memory.setdefault(where, {})[space] = counters
        procedures = {id(operation.procedure) for operation in operations if self._threads[operation.pc]}
        instructions = []
        lines: Counter[int] = Counter()
        outcomes: dict[int, Counter[str]] = {}
        for operation in operations:
            # The last operation of a function is its closing brace.
            if id(operation.procedure) not in procedures or operation.node.start == operation.node.end - 1:
                continue
            pc = operation.pc
            branches = self._outcomes.get(pc, Counter())
            instructions.append(
                InstructionCounters(
                    operation.line,
                    operation.text,
                    self._warps[pc],
                    self._threads[pc],
                    memory.get(pc, {}),
                    dict(branches),
                    self._divergent[pc],
                    image.source_of(operation),
                    operation.procedure.module == kernel.module,
                )
            )
            if operation.procedure.module != kernel.module:
                continue
            lines[operation.line] += self._threads[pc]
            if isinstance(operation, IndexedBranch) or (isinstance(operation, DirectBranch) and operation.guard):
                counts = outcomes.setdefault(operation.line, Counter())
                counts.update(dict.fromkeys(_outcomes(operation), 0))
                counts.update(branches)
        return Counters(tuple(instructions)), Coverage(dict(sorted(lines.items())), dict(sorted(outcomes.items())))


def _outcomes(operation: DirectBranch | IndexedBranch) -> list[str]:
    """Return the names of the outcomes of a branch; that of an index has its place in the list."""
    if isinstance(operation, DirectBranch):
        return [TAKEN, NOT_TAKEN]
    return [f"index {number}" for number in range(len(operation.targets))] + ([NOT_TAKEN] if operation.guard else [])


def transactions(request: MemoryRequest) -> MemoryCounters:
    """Return the counters of one request of each warp of some threads."""
    warps, lanes = np.divmod(request.slots, LANES)
    count, size = len(np.unique(warps)), request.size
    total = len(request.slots) * size
    if request.space != "shared":
        sectors = request.addresses.astype(np.uint64) // np.uint64(SECTOR)
        # Addresses have 48 bits, and a launch has fewer than 2**21 warps.
        keys = warps.astype(np.uint64) << np.uint64(43) | sectors & np.uint64((1 << 43) - 1)
        distinct = np.unique(np.stack([warps.astype(np.uint64), request.addresses.astype(np.uint64)]), axis=1)
        per_warp = np.unique(distinct[0], return_counts=True)[1] * size
        return MemoryCounters(count, len(np.unique(keys)), int((-(-per_warp // SECTOR)).sum()), total)
    words = max(size // WORD, 1)
    groups = warps * LANES + lanes // max(LANES // words, 1)
    first = (request.addresses.astype(np.int64) & 0xFFFFFF) // WORD
    keys = np.unique(((groups << 22)[:, None] | first[:, None] + np.arange(words)).ravel())
    banks, depth = np.unique((keys >> 22) * BANKS + keys % BANKS, return_counts=True)
    numbers, inverse = np.unique(banks // BANKS, return_inverse=True)
    wavefronts = np.zeros(len(numbers), np.int64)
    np.maximum.at(wavefronts, inverse, depth)
    return MemoryCounters(count, int(wavefronts.sum()), len(numbers), total)


def _columns(head: Iterable[str], rows: Iterable[Iterable[str]], widths: Iterable[int]) -> str:
    """Return a table; the first column, and those of negative width, are aligned to the left."""
    lines = []
    for row in (head, *rows):
        cells = zip(row, widths, strict=True)
        text = "".join(
            f"{cell:<{abs(width)}}" if number == 0 or width < 0 else f"{cell:>{width}}"
            for number, (cell, width) in enumerate(cells)
        )
        lines.append(text.rstrip())
    return "\n".join(lines)


def _ranges(numbers: Iterable[int]) -> str:
    """Return numbers as ranges: 3-5, 9."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)
