"""Explanations of verdicts: the execution that has an outcome, or the axiom that forbids the outcome and its cycle."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.memory_model.executions import Cut, Execution, Skeleton, candidates, skeletons
from ptxisa.memory_model.expressions import Expression
from ptxisa.memory_model.model import MemoryModel, evaluate
from ptxisa.memory_model.paths import UNROLL
from ptxisa.memory_model.program import LitmusTest
from ptxisa.memory_model.verdicts import Report, satisfies


def explain(report: Report, model: MemoryModel, unroll: int = UNROLL) -> str:
    """Return the explanation of a verdict as lines of text.

    Args:
        report: Report of a litmus test.
        model: Model that the report is about.
        unroll: Number of times that a path follows one branch back.
    """
    if report.witness:
        return "\n".join(["An execution with this outcome:", *_witness(report.witness)])
    if report.verdict == "incomplete":
        return "No execution that was examined has this outcome; barriers can complete in more ways."
    if report.executions == 0:
        return "The test has no execution that the model allows, so no outcome is possible."
    reasons = list(_reasons(report.test, model, unroll))
    if not reasons:
        return "No values of the reads have this outcome, in whichever order the accesses happen."
    return min(reasons, key=lambda text: (text.count("\n"), text))


def _witness(execution: Execution) -> Iterator[str]:
    """Yield the statements of an execution, with the value and the source of each read."""
    skeleton = execution.skeleton
    keys = {number: key for key, number in skeleton.numbers.items()}
    for number, event in enumerate(skeleton.performed):
        if event is None:
            continue
        line = f"  {skeleton.label(number)}"
        if keys[number] in execution.known:
            sources = dict.fromkeys(execution.sources[number, cell] for cell in skeleton.covers[number])
            origins = ", ".join(skeleton.label(source) for source in sources)
            line += f"    reads {execution.known[keys[number]]} from {origins}"
        yield line
    for first, second in skeleton.space.listed(execution.coherence_order):
        if skeleton.performed[first] is not None:
            yield f"  coherence order: {skeleton.label(first)} before {skeleton.label(second)}"


def _reasons(test: LitmusTest, model: MemoryModel, unroll: int) -> Iterator[str]:
    """Yield, for each candidate execution with the outcome, the axiom that it violates."""
    for skeleton in skeletons(test, unroll, model.choices):
        if isinstance(skeleton, Cut):
            continue
        for execution, level in candidates(skeleton, model):
            if level is None or not satisfies(execution):
                continue
            axiom, steps = violation_steps(skeleton, model, level)
            lines = (
                f"  {skeleton.label(first)}  --{name}-->  {skeleton.label(second)}"
                if name
                else f"  {skeleton.label(first)}  and  {skeleton.label(second)}"
                for first, second, name in steps
            )
            yield "\n".join([f"Axiom {axiom} forbids the outcome:", *lines])


def violation_steps(skeleton: Skeleton, model: MemoryModel, level: int) -> tuple[str, list[tuple[int, int, str]]]:
    """Return the axiom that a candidate execution violates, and the steps of the cycle that violates it.

    Args:
        skeleton: Skeleton with the attributes of the candidate.
        model: Model of memory consistency.
        level: Level whose axioms the candidate violates.
    """
    definition, violated, relation = next(iter(model.violations(level, skeleton)))
    space, expression = skeleton.space, violated.expression
    while expression.operator == "term":
        expression = expression.operands[0]
    if violated.kind == "acyclic":
        events = space.cycle(relation)
        pairs = zip(events, [*events[1:], events[0]], strict=True)
        steps = [(first, second, _step(skeleton, expression, first, second)) for first, second in pairs]
    elif violated.kind == "irreflexive":
        event = next(number for number in range(space.n) if relation >> number * space.n + number & 1)
        steps = list(_chain(skeleton, expression, event, event))
    else:
        first, second = space.listed(relation)[0]
        steps = [(first, second, "")]
    return definition.name, steps


def _chain(skeleton: Skeleton, expression: Expression, first: int, second: int) -> Iterator[tuple[int, int, str]]:
    """Yield the steps of a composition that leads from one event to another."""
    space = skeleton.space
    if expression.operator == ";":
        left, right = expression.operands
        targets = evaluate(left, skeleton) >> first * space.n & space.row
        for middle in space.members(targets):
            if evaluate(right, skeleton) >> middle * space.n + second & 1:
                if left.operator != "[]":
                    yield from _chain(skeleton, left, first, middle)
                yield from _chain(skeleton, right, middle, second)
                return
    yield first, second, _step(skeleton, expression, first, second)


def _step(skeleton: Skeleton, expression: Expression, first: int, second: int) -> str:
    """Return the name of the first relation in an expression that relates two events."""
    for name in _relations(expression):
        value = getattr(skeleton, name)
        if isinstance(value, int) and value >> first * skeleton.space.n + second & 1:
            return name.replace("_", " ")
    return "precedes"


def _relations(expression: Expression) -> Iterator[str]:
    if expression.operator == "name":
        yield expression.name
    for operand in expression.operands:
        yield from _relations(operand)
