"""Verdict of a litmus test: is the outcome allowed, and which accesses race?

report = decide(test, MemoryModel.of("8.7"))
report.verdict     # "allowed", "forbidden", "undefined", "out-of-model" or "incomplete"
report.races       # pairs of statements that race in some execution
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ptxisa.memory_model.conditions import ConditionTerm, Formula, terms
from ptxisa.memory_model.executions import Cut, Execution, Skeleton, executions, skeletons
from ptxisa.memory_model.model import MemoryModel, ambiguities
from ptxisa.memory_model.paths import UNROLL, Value, value_of
from ptxisa.memory_model.program import (
    Arrive,
    AsyncArrive,
    Atomic,
    Barrier,
    Compute,
    Fence,
    LitmusError,
    LitmusTest,
    Load,
    ProxyFence,
    WaitGroup,
)

COMPARE = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Race(NamedTuple):
    """Two conflicting accesses that some execution does not order."""

    first: str
    second: str
    kind: str
    """One of "same-size", "mixed-size", "asynchronous" (an access of a copy before its completion), "multimem" (an
    access to a multimem address by another instruction)."""


@dataclass(slots=True)
class Report:
    """Answer to a litmus test.

    Attributes:
        verdict: "allowed" or "forbidden"; "undefined" if an execution has undefined behavior, and "out-of-model" if one
            has a data race of accesses with different sizes; "incomplete" if no execution that was examined answers the
            question, and the barriers of the test can complete in more ways.
        holds: Answer to the question as it is asked; False if the verdict is "incomplete".
        executions: Number of executions that the model allows.
        complete: Number of these in which every thread ends.
        bounded: Number of combinations of paths that were cut at the bound of their loops.
        unexplored: Number of combinations of paths whose barriers can complete in more ways than were examined.
        races: Data races of all executions.
        outcomes: Values at the end of the allowed executions, of what the question mentions.
        witness: An allowed execution with the outcome.
        unroll: Number of times that a path follows one branch back.
        used: Model of the answer.
        undefined: Accesses to the source or the destination of a copy that is not complete (section 9.7.9.25.1), and
            accesses to a multimem address by other instructions (section 8.2.3).
    """

    test: LitmusTest
    model: str
    verdict: str = "forbidden"
    holds: bool = False
    executions: int = 0
    complete: int = 0
    bounded: int = 0
    unexplored: int = 0
    races: tuple[Race, ...] = ()
    outcomes: set[tuple[tuple[str, int], ...]] = field(default_factory=set)
    witness: Execution | None = None
    undefined: tuple[Race, ...] = ()
    unroll: int = UNROLL
    used: MemoryModel | None = None

    @property
    def ambiguities(self) -> tuple[str, ...]:
        """Ids of the ambiguities on whose reading the answer depends: the verdict, or whether accesses race."""
        if self.used is None:
            return ()
        return tuple(dependent_ambiguities(self, self.used))


def decide(test: LitmusTest, model: MemoryModel, unroll: int = UNROLL) -> Report:
    """Return the verdict of a litmus test.

    Args:
        test: Litmus test.
        model: Model of memory consistency.
        unroll: Number of times that a path follows one branch back.

    Raises:
        LitmusError: The test cannot be evaluated.
    """
    report = Report(test, model.name, unroll=unroll, used=model)
    whole = model.choices.get("hung-executions") == "b"
    check_terms(test)
    outcome = test.question.outcome
    races: set[Race] = set()
    undefined: set[Race] = set()
    reached = False
    for skeleton in skeletons(test, unroll, model.choices):
        if isinstance(skeleton, Cut):
            report.bounded += skeleton is Cut.LOOP
            report.unexplored += skeleton is Cut.BARRIERS
            continue
        if whole and any(skeleton.hung):
            continue
        last: tuple[object, int] | None = None
        for execution in executions(skeleton, model):
            matching = [
                state for state in final_states(execution) if test.filter is None or _true(test.filter.formula, state)
            ]
            if not matching:
                continue
            report.executions += 1
            report.complete += not any(skeleton.hung)
            choice = (execution.sources, execution.sc_fence_order)
            if last is None:
                undefined.update(_misuses(skeleton))
            if choice != last:
                # Races depend on causality, which coherence order does not change.
                for race in _races(skeleton):
                    (undefined if race.kind == "asynchronous" else races).add(race)
                last = choice
            for state in matching:
                report.outcomes.add(
                    tuple(sorted((str(place), value) for place, value in state.items() if value is not None))
                )
                if _true(outcome, state):
                    reached = True
                    report.witness = report.witness or execution
    report.races = tuple(sorted(races))
    report.undefined = tuple(sorted(undefined))
    _answer(report, reached)
    return report


def _answer(report: Report, reached: bool) -> None:
    """Set the verdict of a report."""
    kind = report.test.question.kind
    # True if an execution was found that answers the question, whatever the others are.
    answered = reached
    if kind in ("racy", "race-free"):
        answered = bool(report.races)
    elif kind == "mixed-size":
        answered = any(race.kind == "mixed-size" for race in report.races)
    report.holds = answered == (kind in ("exists", "racy", "mixed-size"))
    if kind in ("exists", "~exists", "forall"):
        report.verdict = "allowed" if reached else "forbidden"
    else:
        report.verdict = "allowed" if report.holds else "forbidden"
    if report.unexplored and not answered:
        report.verdict, report.holds = "incomplete", False
    if report.undefined:
        report.verdict = "undefined"
    elif kind != "mixed-size" and any(race.kind == "mixed-size" for race in report.races):
        report.verdict = "out-of-model"


def dependent_ambiguities(report: Report, model: MemoryModel) -> Iterator[str]:
    """Yield the ids of the ambiguities whose other reading changes an answer.

    Args:
        report: Report of a litmus test.
        model: Model of the report.
    """
    present = set(_features(report.test))
    answer = (report.verdict, bool(report.races))
    for identifier, ambiguity in ambiguities().items():
        if ambiguity.concerns in present:
            reading = model.choices.get(identifier, ambiguity.choice)
            choices = {**model.choices, identifier: "b" if reading == "a" else "a"}
            other = decide(report.test, MemoryModel.of(model.name, model.dropped, choices), report.unroll)
            if (other.verdict, bool(other.races)) != answer:
                yield identifier


def _features(test: LitmusTest) -> Iterator[str]:
    """Yield the features of a test that ambiguities concern."""
    if len({variable.location for variable in test.variables.values()}) < len(test.variables):
        yield "alias"
    for thread in test.threads:
        values: set[str] = set()
        for operation in thread.code:
            if isinstance(operation, Atomic):
                if operation.compare is not None:
                    yield "cas"
                if operation.reduction:
                    yield "red"
                values.add(operation.destination or "")
            elif isinstance(operation, Fence):
                yield "one-way-fence" if operation.order in ("acquire", "release") else "fence"
            elif isinstance(operation, ProxyFence):
                yield "alias-fence" if operation.proxy == "alias" else "proxy-fence"
            elif isinstance(operation, (Arrive, AsyncArrive)):
                yield "mbarrier"
            elif isinstance(operation, Barrier):
                yield "relaxed-arrival" if operation.relaxed else "barrier"
            elif isinstance(operation, WaitGroup) and operation.reads:
                yield "read-wait"
            elif isinstance(operation, Compute) and values.intersection(map(str, operation.sources)):
                # A register that is computed from a read may have a dependency that is none.
                yield "dependency"
            elif isinstance(operation, Load):
                values.update(filter(None, operation.destinations))


def check_terms(test: LitmusTest) -> None:
    """Check that a condition mentions threads, registers and variables of the test.

    Raises:
        LitmusError: A name is unknown.
    """
    threads = {thread.name: thread for thread in test.threads}
    for condition in (test.question, test.filter):
        for term in terms(condition.formula) if condition else ():
            if term.thread is None:
                if term.name not in test.variables:
                    raise LitmusError(f"the question mentions {term.name}, which is not a variable of the test")
            elif term.thread not in threads:
                raise LitmusError(f"the question mentions {term}, but there is no thread {term.thread}")
            elif term.name not in threads[term.thread].registers and not any(
                term.name in (getattr(operation, "destination", None), *getattr(operation, "destinations", ()))
                for operation in threads[term.thread].code
            ):
                raise LitmusError(f"the question mentions {term}, which the thread never sets")


def final_states(execution: Execution) -> Iterator[Mapping[ConditionTerm, int | None]]:
    """Yield the values at the end of an execution of every place that the question or filter mentions.

    A register that a thread did not set has the value None. Writes that race last leave several values possible.
    """
    skeleton = execution.skeleton
    test = skeleton.test
    wanted = list(
        dict.fromkeys(
            term for condition in (test.question, test.filter) if condition for term in terms(condition.formula)
        )
    )
    numbers = {thread.name: number for number, thread in enumerate(test.threads)}
    state: dict[ConditionTerm, int | None] = {}
    memory: list[tuple[ConditionTerm, list[int]]] = []
    for term in wanted:
        if term.thread is None:
            memory.append((term, sorted(_final_values(execution, term.name))))
        else:
            thread = numbers[term.thread]
            registers: Mapping[str, Value] = skeleton.paths[thread].registers
            if skeleton.hung[thread]:
                # A thread that waits forever has the registers of its last event.
                end = sum(owner == thread for owner in skeleton.threads)
                registers = next((values for count, values in skeleton.paths[thread].marks if count == end), registers)
            value = registers.get(term.name)
            state[term] = None if value is None else value_of(value, execution.known)
    for values in itertools.product(*(values for _, values in memory)):
        yield {**state, **{term: value for (term, _), value in zip(memory, values, strict=True)}}


def satisfies(execution: Execution) -> bool:
    """Return True if an execution has the outcome that the question is about, and passes the filter."""
    test = execution.skeleton.test
    return any(
        _true(test.question.outcome, state) and (test.filter is None or _true(test.filter.formula, state))
        for state in final_states(execution)
    )


def _final_values(execution: Execution, name: str) -> set[int]:
    """Return the values that a variable may have at the end."""
    skeleton = execution.skeleton
    test, space = skeleton.test, skeleton.space
    variable = test.variables[name]
    initial = test.values.get(variable.location, 0)
    if variable.location not in skeleton.initial:
        return {initial}
    choices = []
    for index, cell in enumerate(skeleton.cells):
        if cell.location != variable.location:
            continue
        writes = [number for number in space.members(skeleton.writes) if index in skeleton.covers[number]]
        together = sum(1 << number for number in writes)
        values = set()
        for number in writes:
            if execution.coherence_order >> number * space.n & together:
                continue  # Another write follows.
            event = skeleton.performed[number]
            value = initial if event is None else value_of(event.value, execution.known)
            first = skeleton.cells[skeleton.covers[number][0]].start
            part = value >> 8 * (cell.start - first) & (1 << 8 * (cell.end - cell.start)) - 1
            values.add(part << 8 * cell.start)
        choices.append(values)
    return {sum(parts) for parts in itertools.product(*choices)}


def _true(formula: Formula, state: Mapping[ConditionTerm, int | None]) -> bool:
    """Return True if a formula holds; a comparison with a register that is not set does not hold."""
    operands = formula.operands
    if formula.operator == "true":
        return True
    if formula.operator == "not":
        return not _true(_formula(operands[0]), state)
    if formula.operator == "and":
        return all(_true(_formula(operand), state) for operand in operands)
    if formula.operator == "or":
        return any(_true(_formula(operand), state) for operand in operands)
    left, right = (state[operand] if isinstance(operand, ConditionTerm) else operand for operand in operands)
    if left is None or right is None or isinstance(left, Formula) or isinstance(right, Formula):
        return False
    return bool(COMPARE[formula.operator](left, right))


def _formula(operand: Formula | ConditionTerm | int) -> Formula:
    assert isinstance(operand, Formula)
    return operand


def _races(skeleton: Skeleton) -> Iterator[Race]:
    """Yield the data races of the execution whose relations the skeleton has, except those of earlier executions."""
    space = skeleton.space
    unseen = skeleton.__dict__.get("unseen_conflicts")
    if unseen is None:
        # Conflicts (section 8.7.1): overlapping accesses of which one writes, each pair once.
        memory, writes = space.product(skeleton.memory, skeleton.memory), skeleton.writes & ~skeleton.initial_writes
        either = space.product(writes, skeleton.memory) | space.product(skeleton.memory, writes)
        unseen = memory & either & skeleton.same_address & ~skeleton.morally_strong
        unseen = space.pairs(pair for pair in space.listed(unseen) if pair[0] < pair[1])
    # A pair is reported once, so that later executions only examine conflicts that have not raced yet.
    racing = unseen & ~skeleton.causality
    for first, second in space.listed(racing):
        if skeleton.causality >> second * space.n + first & 1:
            continue
        unseen ^= 1 << first * space.n + second
        complete = skeleton.complete_overlap >> first * space.n + second & 1
        kind = "same-size" if complete else "mixed-size"
        if any(
            event is not None and event.asynchronous
            for event in (skeleton.performed[first], skeleton.performed[second])
        ):
            kind = "asynchronous"
        yield Race(skeleton.label(first), skeleton.label(second), kind)
    skeleton.__dict__["unseen_conflicts"] = unseen


def _misuses(skeleton: Skeleton) -> Iterator[Race]:
    """Yield accesses to multimem addresses by instructions other than `multimem` (section 8.2.3)."""
    events = {number: event for number, event in enumerate(skeleton.performed) if event is not None}
    declared = {variable.location for variable in skeleton.test.variables.values() if variable.multimem}
    if not declared and not any(event.multimem for event in events.values()):
        return
    for number, other in events.items():
        if other.multimem or not skeleton.covers[number]:
            continue
        location = skeleton.cells[skeleton.covers[number][0]].location
        if location in declared:
            yield Race(skeleton.label(number), f"multimem address {location}", "multimem")
        for first, event in events.items():
            if event.multimem and skeleton.overlap >> first * skeleton.space.n + number & 1:
                yield Race(skeleton.label(first), skeleton.label(number), "multimem")
