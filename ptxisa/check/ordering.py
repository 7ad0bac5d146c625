"""Warn of memory accesses that nothing orders, as far as one body shows it.

Every warning is about something that the memory consistency model does not guarantee, although a GPU may do it: bulk
copies of stores without a proxy fence (`missing-proxy-fence`), arrivals whose scope excludes the other CTA
(`arrival-scope`), flags after a barrier with the fence before it (`fence-before-barrier`), and loops that poll with a
weak load (`weak-polling`). The events in the records (`ptxisa.isa.forms.MemoryEvent`) decide what is an access, a fence
or a barrier.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from ptxisa.check.flow import AccessedBytes, BodyText, Statement, recorded_opcode, successors
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.forms import MemoryEvent

LONGEST_LOOP = 2000
"""Characters of the longest loop that may be one that polls."""
_MOST_STATEMENTS = 50_000
"""Statements of a body in which facts are followed; generated bodies of more are not worth the time."""
_MOST_FACTS = 64
"""Stores that are followed at once."""
_MOST_VISITS = 4
"""Visits of a statement. Facts only grow, so that few visits reach the fixed point of loops that people write; where
they do not, a warning is missing and none is wrong."""
_ORDERS = ("relaxed", "acquire", "release", "acq_rel")


def check_ordering(
    body: BodyText, concerns: Collection[str], loops: Iterable[tuple[int, int]], opcodes: Collection[str]
) -> Iterator[Diagnostic]:
    """Warn of what nothing orders in the body of a function.

    Args:
        body: The body.
        concerns: Roles of its instructions in these warnings; see `ptxisa.check.flow.concerns_of`.
        loops: Places of short loops: from a label to the conditional branch back to it.
        opcodes: The opcodes of the body, perhaps with others.
    """
    for start, end in loops:
        # Each loop is read on its own: the other statements of a body do not matter.
        yield from _check_polling(body.between(start, end))
    bulk, arrivals = "bulk" in concerns, {"mapa", "remote-arrival"} <= set(concerns)
    flags = {"fence", "barrier"} <= set(concerns) and any(_role_of(opcode) == "flag" for opcode in opcodes)
    if not (bulk or arrivals or flags):
        return
    # Each statement ends with a semicolon, so that most bodies need not be read to see that they are short enough.
    if body.plain.count(";") > _MOST_STATEMENTS and len(body.statements()) > _MOST_STATEMENTS:
        return
    if arrivals:
        yield from _check_remote_arrivals(
            body.selected(opcode for opcode in opcodes if opcode.startswith("mapa.") or _is_remote_arrival(opcode))
        )
    if bulk:
        yield from _check_bulk_copies(body.statements())
    if flags:
        yield from _check_flags(body.selected(filter(_role_of, opcodes)))


def _check_polling(loop: Iterator[Statement]) -> Iterator[Diagnostic]:
    """Warn of a loop that ends only when a weak load returns another value; its last statement is the branch back.

    The registers that the end depends on must not change from one iteration to the next, except by the load.
    """
    body: list[Statement] = []
    for statement in loop:
        form, event = statement.form, statement.event
        if statement.mnemonic == "bra":
            break
        if form is None or statement.guard or not {"terminator", "call"}.isdisjoint(form.effects):
            return
        if event.kind not in ("", "read") or form.operation or event.completion:
            return
        body.append(statement)
    if next(loop, None) is not None or not any(statement.event.kind == "read" for statement in body):
        return  # Another branch leaves the loop, or nothing is loaded.
    branch = statement
    # Follow the guard back through the loop: the loads that it depends on, and the registers from before the loop.
    loads: set[Statement] = set()
    needed = {branch.guard.lstrip("! ")}
    for statement in reversed(body):
        if written := statement.writes_any(needed):
            needed = (needed - written) | statement.read()
            if statement.event.kind == "read":
                loads.add(statement)
    if len(loads) != 1 or any(statement.writes_any(needed) for statement in body):
        return
    (load,) = loads
    # Parameters, constants and local memory do not change while a thread waits.
    if _order(load.modifiers, load.event) == "weak" and load.space not in ("param", "const", "local"):
        message = f"a loop waits for {load.opcode} to return another value, which a weak load need not do"
        hint = "poll with ld.relaxed or ld.acquire, with a scope that includes the writer"
        yield load.warn("weak-polling", message, hint)


def _check_remote_arrivals(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of arrivals at mbarriers of other CTAs whose scope is the CTA."""
    remote: set[str] = set()
    for statement in statements:
        if statement.mnemonic == "mapa":
            remote |= statement.written()
        elif _is_remote_arrival(statement.opcode):
            access, narrow = statement.access(), {"relaxed", "cluster"}.isdisjoint(statement.modifiers)
            if access is not None and access.base in remote and narrow:
                message = f"{statement.opcode} does not release to the CTA that has the mbarrier"
                hint = "the scope is .cta; write mbarrier.arrive.release.cluster"
                yield statement.warn("arrival-scope", message, hint)


def _is_remote_arrival(opcode: str) -> bool:
    """Return True for an arrival at an mbarrier that may be that of another CTA."""
    recorded = recorded_opcode(opcode)
    return recorded.event.kind == "arrive" and "shared::cluster" in recorded.modifiers


def _check_bulk_copies(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of bulk copies from shared memory that was written through the generic proxy, without a proxy fence.

    The facts before a statement are the stores to shared memory that no proxy fence follows, on any path to it.
    """
    following = successors(statements)
    facts: dict[int, frozenset[AccessedBytes]] = {0: frozenset()}
    visits: dict[int, int] = {}
    warned = set()
    pending = [0] if statements else []
    while pending:
        index = pending.pop()
        statement, event = statements[index], statements[index].event
        visits[index] = visits.get(index, 0) + 1
        after = set(facts[index])
        shared = statement.space.startswith("shared")
        if (event.kind == "proxy-fence" and event.proxy == "async") or statement.mnemonic == "call":
            after.clear()
        elif event.kind == "write" and not event.completion and shared:
            access = statement.access()
            if access is not None and access.size and len(after) < _MOST_FACTS:
                after.add(access)
        elif event.kind == "read" and event.proxy == "async" and event.address == "src" and shared and after:
            access = statement.access()
            size = 1 if event.tensor or access is None or not access.size else access.size
            for store in sorted(after):
                overlaps = (
                    access is not None
                    and store.base == access.base
                    and store.offset < access.offset + size
                    and access.offset < store.offset + store.size
                )
                if overlaps and index not in warned:
                    warned.add(index)
                    message = f"{statement.opcode.partition('.global')[0]} may not see the store to [{store.base}]"
                    hint = "write fence.proxy.async.shared::cta after the store"
                    yield statement.warn("missing-proxy-fence", message, hint)
        if after:
            written = statement.writes_any({store.base for store in after})
            after = {store for store in after if store.base not in written}
        for successor in following[index]:
            merged = facts.get(successor, frozenset()) | after
            if (successor not in facts or merged != facts[successor]) and visits.get(successor, 0) < _MOST_VISITS:
                facts[successor] = merged
                pending.append(successor)


def _check_flags(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of flags that are stored after a barrier, where the fences are before the barrier.

    The release pattern of the thread that stores the flag begins at its own fence, and thus does not include what other
    threads wrote before the barrier (section 8.8).
    """
    steps: list[tuple[Statement, str]] = []
    last = ""
    for statement in statements:
        role, labeled = _role_of(statement.opcode), bool(statement.labels)
        # Most statements neither order anything nor change the flow of control, and a store after another adds nothing.
        if labeled or (role and (role, last) != ("store", "store")):
            steps.append((statement, role))
            last = role
    following = successors([statement for statement, _ in steps])
    # What paths to a statement may have last, a bit for each: nothing, a store, a fence after it, a barrier after the
    # fence.
    states = [1, *[0] * len(steps)][: len(steps)]
    pending = [0] if steps else []
    while pending:
        index = pending.pop()
        after = _ROLES[steps[index][1]][states[index]]
        for successor in following[index]:
            if after & ~states[successor]:
                states[successor] |= after
                pending.append(successor)
    for (statement, role), paths in zip(steps, states, strict=True):
        # Only if every path to the flag has the barrier last: a fence under a condition may belong to the flag.
        if role == "flag" and paths == 1 << 3:
            message = f"{statement.opcode} does not publish what other threads wrote before the barrier"
            yield statement.warn("fence-before-barrier", message, "put the fence after the barrier")


_AFTER = {
    "call": (0, 0, 0, 0),
    "store": (1, 1, 2, 3),
    "fence": (0, 2, 2, 0),
    "barrier": (0, 1, 3, 3),
    "flag": (0, 1, 2, 0),
    "flow": (0, 1, 2, 3),
    "": (0, 1, 2, 3),
}
"""State after a statement of each role, for each of the states of `_check_flags` before it."""
_ROLES = {
    role: [sum({1 << state for number, state in enumerate(after) if before >> number & 1}) for before in range(16)]
    for role, after in _AFTER.items()
}
"""States after a statement of each role, for each set of states before it."""


@lru_cache(maxsize=4096)
def _role_of(opcode: str) -> str:
    """Return the role of an instruction in the publication of data by a flag."""
    mnemonic, modifiers, form, event, space = recorded_opcode(opcode)
    words = frozenset(modifiers)
    if mnemonic == "call":
        return "call"
    if event.kind == "write" and _order(modifiers, event) == "weak" and space == "global":
        return "store"
    if event.kind == "fence" and not words.isdisjoint(("gpu", "sys", "gl")):
        return "fence"
    if event.kind == "barrier" and event.role == "sync":
        return "barrier"
    # A flag is a relaxed write of global memory for other CTAs.
    write = event.kind in ("write", "update", "reduction") and space == "global"
    if write and _order(modifiers, event) == "relaxed" and words.isdisjoint(("cta", "cluster")):
        return "flag"
    return "flow" if mnemonic == "trap" or (form is not None and "terminator" in form.effects) else ""


def _order(modifiers: Sequence[str], event: MemoryEvent) -> str:
    """Return the memory semantics of an access: those that are stated, or else those of the record."""
    return next((word for word in modifiers if word in _ORDERS), event.order)
