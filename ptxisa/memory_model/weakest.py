"""Weakest orders, scopes and fences with which an outcome stays forbidden.

Each operation is weakened as far as possible, one after the other, so none of the remaining operations can be weakened
alone. The result is not the only one: two fences may replace each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ptxisa.memory_model.model import MemoryModel
from ptxisa.memory_model.paths import UNROLL
from ptxisa.memory_model.program import (
    SCOPES,
    Arrive,
    Atomic,
    Barrier,
    Branch,
    Fence,
    LitmusError,
    LitmusTest,
    Load,
    ProxyFence,
    Store,
    TestWait,
    ThreadOperation,
)
from ptxisa.memory_model.verdicts import decide

ACCESS_ORDERS = {
    "acq_rel": ("relaxed", "acquire", "release"),
    "acquire": ("relaxed",),
    "release": ("relaxed",),
}
"""Weaker orders of memory operations, the weakest first; loads and stores may be weak as well."""
FENCE_ORDERS = {"sc": ("acquire", "release", "acq_rel"), "acq_rel": ("acquire", "release")}
"""Weaker orders of fences, the weakest first."""
NAME_WORDS = {
    "barrier": ("cluster", "arrive"),
    "mbarrier": ("arrive", "arrive_drop", "expect_tx", "test_wait", "try_wait", "parity"),
}
"""Words of an opcode that precede order and scope, by mnemonic."""
ORDER_WORDS = ("weak", "relaxed", "acquire", "release", "acq_rel", "sc", "volatile", "mmio")
SCOPE_WORDS = (*SCOPES, "gl")


class Weakening(NamedTuple):
    """A statement and a weaker one that suffices; an empty one means that the statement is not needed."""

    thread: str
    line: int
    statement: str
    weaker: str


def weaken(test: LitmusTest, model: MemoryModel, unroll: int = UNROLL) -> tuple[list[Weakening], LitmusTest]:
    """Return what can be weakened while the outcome stays forbidden, and the test with all of it.

    Args:
        test: Litmus test whose outcome is forbidden.
        model: Model of memory consistency.
        unroll: Number of times that a path follows one branch back.

    Raises:
        LitmusError: The outcome is not forbidden.
    """
    verdict = decide(test, model, unroll).verdict
    if verdict != "forbidden":
        raise LitmusError(f"only a forbidden outcome can stay forbidden; this one is {verdict}")
    weakenings = []
    for number, thread in enumerate(test.threads):
        for position, operation in enumerate(thread.code):
            for weaker in _weaker(operation):
                code = (*test.threads[number].code[:position], weaker, *test.threads[number].code[position + 1 :])
                threads = (*test.threads[:number], thread._replace(code=code), *test.threads[number + 1 :])
                if isinstance(weaker, Branch):
                    # A removed operation becomes a branch to the next one, so that labels keep their positions.
                    weaker.target = position + 1
                candidate = test._replace(threads=threads)
                if decide(candidate, model, unroll).verdict == "forbidden":
                    test = candidate
                    text = "" if isinstance(weaker, Branch) else weaker.text
                    weakenings.append(Weakening(thread.name, operation.line, operation.text, text))
                    break
    return weakenings, test


def _weaker(operation: ThreadOperation) -> Iterator[ThreadOperation]:
    """Yield weaker operations, the weakest first."""
    if isinstance(operation, (Fence, ProxyFence)):
        yield Branch(operation.line, operation.text)
    if isinstance(operation, Fence):
        for order in (*FENCE_ORDERS.get(operation.order, ()), operation.order):
            for scope in _narrower(operation.scope, order != operation.order):
                text = _text(operation.text, order, scope)
                yield replace(operation, order=order, scope=scope, text=text)
    elif isinstance(operation, Barrier):
        if operation.level == "cluster" and operation.role == "arrive" and not operation.relaxed:
            yield replace(operation, relaxed=True, text=_text(operation.text, "relaxed", ""))
    elif isinstance(operation, (Load, Store, Atomic, Arrive, TestWait)):
        access = operation.access
        if access.order == "weak":
            return
        if isinstance(operation, (Load, Store)):
            weak = access._replace(order="weak", scope="sys")
            yield replace(operation, access=weak, text=_text(operation.text, "weak", ""))
        for order in (*ACCESS_ORDERS.get(access.order, ()), access.order):
            for scope in _narrower(access.scope, order != access.order):
                narrowed = access._replace(order=order, scope=scope)
                yield replace(operation, access=narrowed, text=_text(operation.text, order, scope))


def _narrower(scope: str, itself: bool) -> tuple[str, ...]:
    """Return the scopes up to one, the narrowest first."""
    return SCOPES[: SCOPES.index(scope) + itself]


def _text(text: str, order: str, scope: str) -> str:
    """Return a statement with another order and scope in its opcode."""
    opcode, _, operands = text.partition(" ")
    name, *words = opcode.split(".")
    name = "fence" if name == "membar" else name
    named = [name, *(word for word in words if word in NAME_WORDS.get(name, ()))]
    kept = [word for word in words if word not in (*named, *ORDER_WORDS, *SCOPE_WORDS)]
    opcode = ".".join([*named, order, *filter(None, [scope]), *kept])
    return f"{opcode} {operands}" if operands else opcode
