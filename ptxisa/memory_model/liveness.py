"""Liveness of loops: must a loop end, or may a thread repeat it forever?

A thread repeats an iteration forever if the iteration leaves its registers and memory as they were, and if its reads
may return the same values again. A read must return a later write in the end only if the two are morally strong;
chapter 8 promises nothing else, so a weak read, or one whose scope does not include the writer, may return a stale
value forever. Threads are assumed to be scheduled fairly.

    for loop in loops(test, MemoryModel.of()):
        loop.ends           # "always", "not always" or "unknown"
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ptxisa.memory_model.barriers import MAX_GROUPINGS
from ptxisa.memory_model.executions import Cut, Execution, Skeleton, executions, skeletons_of
from ptxisa.memory_model.model import MemoryModel
from ptxisa.memory_model.paths import LoopCut, Path, paths, reads_of, value_of
from ptxisa.memory_model.program import LitmusTest

UNROLL = 2
"""Iterations before the one that is repeated; the state of the second differs from the first in most loops."""


class Loop(NamedTuple):
    """Loop of a thread: the branch back, whether the loop ends in every execution, and the reason if it does not."""

    thread: str
    line: int
    statement: str
    ends: str
    reason: str = ""


def loops(test: LitmusTest, model: MemoryModel | None = None, unroll: int = UNROLL) -> list[Loop]:
    """Return every loop that some path of a thread repeats as often as it is followed.

    Args:
        test: Litmus test.
        model: Model of memory consistency; that of PTX 8.7 without one.
        unroll: Number of iterations before the one that may be repeated forever.

    Raises:
        LitmusError: The test cannot be evaluated.
    """
    model = model or MemoryModel.of()
    choices = [paths(test, number, unroll, model.choices) for number in range(len(test.threads))]
    answers: dict[tuple[int, int, str], Loop] = {}
    for number, options in enumerate(choices):
        for path in options:
            if path.cut is not None:
                operation = path.cut.branch
                key = (number, operation.line, operation.text)
                answers[key] = Loop(test.threads[number].name, operation.line, operation.text, "always")
    for combination in itertools.product(*choices):
        repeated = [number for number, path in enumerate(combination) if not path.complete]
        # A path that ended for another reason than a loop has no iteration to repeat.
        if not repeated or any(combination[number].cut is None for number in repeated):
            continue
        for reasons in _endless(test, model, combination, repeated):
            for number, reason in zip(repeated, reasons, strict=True):
                cut = combination[number].cut
                assert cut is not None
                key = (number, cut.branch.line, cut.branch.text)
                if answers[key].ends != "not always":
                    ends = "not always" if reason not in (CHANGES, UNEXPLORED) else "unknown"
                    answers[key] = answers[key]._replace(ends=ends, reason=reason)
    return list(answers.values())


CHANGES = "each iteration changes the registers or the memory of the thread"
UNEXPLORED = f"the barriers can complete in more ways than {MAX_GROUPINGS:,} states lead to"


def _endless(
    test: LitmusTest, model: MemoryModel, combination: tuple[Path, ...], repeated: list[int]
) -> Iterator[list[str]]:
    """Yield, for each execution in which all cut threads may repeat their last iteration, the reason of each.

    Nothing follows for a loop from the reasons `CHANGES` and `UNEXPLORED`.
    """
    for result in skeletons_of(test, combination):
        if isinstance(result, Cut):
            yield [UNEXPLORED] * len(repeated)
            continue
        skeleton, phase = result
        if any(skeleton.hung[number] for number in repeated):
            continue
        for execution in executions(skeleton, model):
            reasons = []
            for number in repeated:
                reason = _repeats(skeleton, execution, number, phase.complete)
                if reason is None:
                    break
                reasons.append(reason)
            else:
                yield reasons


def _repeats(skeleton: Skeleton, execution: Execution, thread: int, complete: Mapping[int, int]) -> str | None:
    """Return why a thread may repeat its last iteration, `CHANGES` if that changes its state; None if it may not."""
    path = skeleton.paths[thread]
    cut = path.cut
    assert cut is not None
    if not _same_registers(path, cut, execution):
        return CHANGES
    # Waits that failed in the iteration. In the end all completions of phases have happened: a wait for a phase that is
    # complete by then succeeds, so that the iteration is not repeated forever.
    for address, parity, phase in cut.failed:
        done = complete.get(address, 0)
        if parity and (done - 1) % 2 == phase % 2:
            return None
    reason = "no other thread ends the loop"
    for position in range(cut.start, len(path.events)):
        event, number = path.events[position], skeleton.numbers.get((thread, position))
        if number is None:
            continue
        # A write, or an update with another value, is new in each iteration: nothing is claimed about such loops.
        before = execution.known.get((thread, position))
        updates = event.kind == "update" and event.writes and value_of(event.value, execution.known) != before
        if event.kind == "write" or updates:
            return CHANGES
        if event.kind not in ("read", "update"):
            continue
        # Writes after the source of the read in coherence order. The read returns one of them in the end if the two are
        # morally strong; chapter 8 promises nothing to other reads.
        for cell in skeleton.covers[number]:
            newer = execution.coherence_order >> execution.sources[number, cell] * skeleton.space.n
            for write in skeleton.space.members(newer & skeleton.space.row):
                if write == number or cell not in skeleton.covers[write]:
                    continue
                if skeleton.morally_strong >> number * skeleton.space.n + write & 1:
                    return None
                reason = f"{skeleton.label(number)} is not morally strong to {skeleton.label(write)}"
    if cut.failed and reason.startswith("no other"):
        reason = "the phase of the mbarrier does not complete"
    return reason


def _same_registers(path: Path, cut: LoopCut, execution: Execution) -> bool:
    """Return True if every register has the value that it had before the iteration."""
    for name, value in path.registers.items():
        before = cut.registers.get(name)
        if before is None:
            return False
        if value == before:
            continue
        if not (reads_of(value) | reads_of(before)) <= execution.known.keys():
            return False
        if value_of(value, execution.known) != value_of(before, execution.known):
            return False
    return True
