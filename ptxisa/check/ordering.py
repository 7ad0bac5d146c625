"""Warn of memory accesses that nothing orders, as far as one body shows it.

The events in the records of the instructions (`ptxisa.isa.forms.MemoryEvent`) tell accesses, fences and barriers apart.
A body is read once more, as text, if it contains an opcode that a warning is about. Every warning is about something
that the memory consistency model does not guarantee, although a GPU may do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ptxisa.check.instruction import match_opcode
from ptxisa.isa.diagnostics import Diagnostic, Span, warning
from ptxisa.isa.forms import Form
from ptxisa.isa.types import known

_BULK = re.compile(r"\.async\.bulk[.\w:]*\.shared::cta\b", re.ASCII)
_FENCE = re.compile(r"\b(?:membar|fence)[.\w]*\.(?:gl|gpu|sys)\b", re.ASCII)
_BARRIER = re.compile(r"\bbar(?:rier)?\b[.\w:]*\.(?:sync|red)\b", re.ASCII)
_BRANCH = re.compile(r"@\s*!?\s*[\w$%]+\s+bra(?:\.uni)?\s+([\w$%]+)\s*;", re.ASCII)
_NOT_POLLING = re.compile(r"\b(?:st|atom|red|call|bar|barrier|ret|exit|cp|mbarrier)\b[.\s]", re.ASCII)
_LONGEST_LOOP = 2000
"""Characters of the longest loop that may be one that polls."""
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STATEMENT = re.compile(r"[^;{}]*\{[^;{}]*\}[^;{}]*;|[^;{}]*[;{}]")
_LABELS = re.compile(r"\s*(?:[\w$%]+\s*:(?!:)\s*)*", re.ASCII)
_LABEL = re.compile(r"([\w$%]+)\s*:(?!:)", re.ASCII)
_INSTRUCTION = re.compile(r"(?:@\s*(!?\s*[\w$%]+)\s*)?([a-z][\w.:]*)\s*(.*?)\s*;?\Z", re.ASCII | re.DOTALL)
_ADDRESS = re.compile(r"\[\s*([\w$%]+)\s*(?:\+\s*(-?\d+))?\s*\]", re.ASCII)
_REGISTER = re.compile(r"[%$A-Za-z_][\w$%]*", re.ASCII)
_MOST_STATEMENTS = 50_000
_MOST_FACTS = 64
_MOST_VISITS = 4


class Statement(NamedTuple):
    """Statement of a body as text, with its place in the module."""

    start: int
    end: int
    labels: tuple[str, ...]
    guard: str
    opcode: str
    operands: str

    @property
    def mnemonic(self) -> str:
        """Mnemonic of the opcode."""
        return self.opcode.partition(".")[0]

    @property
    def words(self) -> tuple[str, ...]:
        """Modifiers of the opcode."""
        return tuple(self.opcode.split(".")[1:])

    def form(self) -> Form | None:
        """Return the first form that matches the opcode; None if there is none."""
        return _form(self.opcode)

    def kind(self) -> str:
        """Return the kind of the first event; a move between memories has the one of its reads."""
        form = self.form()
        return form.events[0].kind if form and form.events else ""

    def warn(self, code: str, message: str, hint: str) -> Diagnostic:
        """Return a warning at the opcode."""
        return warning(code, message, Span(self.start, self.end), hint)


@lru_cache(maxsize=4096)
def _form(opcode: str) -> Form | None:
    mnemonic, *modifiers = opcode.split(".")
    matches = match_opcode(mnemonic, tuple(modifiers))
    return matches[0].form if matches else None


def check_ordering(text: str, start: int) -> Iterator[Diagnostic]:
    """Warn of what nothing orders in the body of a function.

    Args:
        text: Text of the body with its braces.
        start: Place of the body in its module.
    """
    for branch in _BRANCH.finditer(text):
        # Short loops that load and neither store, call nor wait may be loops that poll.
        begin = text.rfind(f"{branch[1]}:", max(0, branch.start() - _LONGEST_LOOP), branch.start())
        whole = begin > 0 and not (text[begin - 1].isalnum() or text[begin - 1] in "_$%")
        loads = whole and text.find("ld.", begin, branch.start()) >= 0
        if loads and not _NOT_POLLING.search(text, begin, branch.start()):
            yield from _polling(list(statements_of("{" + text[begin : branch.end()] + "}", start + begin - 1)))
    bulk, arrivals = _BULK.search(text), "mapa" in text and "mbarrier.arrive" in text
    flags = _FENCE.search(text) and _BARRIER.search(text)
    if not (bulk or arrivals or flags):
        return
    statements = list(statements_of(text, start))
    if len(statements) > _MOST_STATEMENTS:
        return
    successors = _successors(statements)
    if arrivals:
        yield from _remote_arrivals(statements)
    if bulk:
        yield from _bulk_stores(statements, successors)
    if flags:
        yield from _flags(statements, successors)


def without_comments(text: str) -> str:
    """Return a text with spaces in place of its comments."""
    return _COMMENT.sub(lambda match: " " * len(match[0]), text)


def statements_of(text: str, start: int) -> Iterator[Statement]:
    """Yield the statements of a body; declarations and directives are left out."""
    text = without_comments(text)
    for match in _STATEMENT.finditer(text, 1):
        labels = _LABELS.match(match[0])
        assert labels is not None
        names = tuple(_LABEL.findall(labels[0]))
        parsed = _INSTRUCTION.match(match[0], labels.end())
        place = start + match.start() + labels.end()
        if parsed:
            guard, opcode, operands = parsed[1] or "", parsed[2], parsed[3]
            end = start + match.start() + parsed.end(2)
            yield Statement(start + match.start() + parsed.start(2), end, names, guard, opcode, operands)
        elif names:
            yield Statement(place, place, names, "", "", "")


def _successors(statements: Sequence[Statement]) -> list[tuple[int, ...]]:
    """Return the statements that may follow each statement."""
    labels = {name: index for index, statement in enumerate(statements) for name in statement.labels}
    successors: list[tuple[int, ...]] = []
    for index, statement in enumerate(statements):
        following = (index + 1,) if index + 1 < len(statements) else ()
        if statement.mnemonic == "bra":
            target = labels.get(statement.operands.strip())
            taken = () if target is None else (target,)
            following = (*taken, *following) if statement.guard else taken
        elif statement.mnemonic in ("ret", "exit", "trap", "brx") and not statement.guard:
            following = ()
        successors.append(following)
    return successors


def accessed(statement: Statement, operand: int = 0) -> tuple[str, int] | None:
    """Return the base and the offset of an address in the operands; -1 is the last address."""
    matches = _ADDRESS.findall(statement.operands)
    return (matches[operand][0], int(matches[operand][1] or 0)) if operand < len(matches) and matches else None


def access_size(statement: Statement) -> int:
    """Return the size of an access in bytes; 0 if it is unknown."""
    type_name = next((word for word in reversed(statement.words) if word in known()), "")
    count = next((int(word[1:]) for word in statement.words if re.fullmatch(r"v[248]", word)), 1)
    return known()[type_name].bits // 8 * count if type_name else 0


def written_registers(statement: Statement) -> set[str]:
    """Return the registers that a statement may write: those before the first comma that is outside of braces."""
    if statement.kind() in ("write", "reduction", "fence", "proxy-fence", "barrier") or statement.mnemonic == "bra":
        return set()
    depth, end = 0, len(statement.operands)
    for index, character in enumerate(statement.operands):
        depth += (character in "{[(") - (character in "}])")
        if character == "," and depth == 0:
            end = index
            break
    return set(_REGISTER.findall(statement.operands[:end]))


Fact = tuple[str, int, int]
"""Base, offset and size of a store to shared memory that no proxy fence follows."""


def _bulk_stores(statements: Sequence[Statement], successors: Sequence[Sequence[int]]) -> Iterator[Diagnostic]:
    """Warn of bulk copies from shared memory that was written through the generic proxy, without a proxy fence."""
    facts: dict[int, frozenset[Fact]] = {0: frozenset()}
    visits: dict[int, int] = {}
    warned = set()
    pending = [0] if statements else []
    while pending:
        index = pending.pop()
        statement, known_facts = statements[index], facts[index]
        visits[index] = visits.get(index, 0) + 1
        form, after = statement.form(), set(known_facts)
        events = form.events if form else ()
        kind = events[0].kind if events else ""
        if (kind == "proxy-fence" and events[0].proxy == "async") or statement.mnemonic == "call":
            after.clear()
        elif kind == "write" and not events[0].completion and any(w.startswith("shared") for w in statement.words):
            where, size = accessed(statement), access_size(statement)
            if where and size and len(after) < _MOST_FACTS:
                after.add((*where, size))
        elif kind == "read" and events[0].proxy == "async" and "shared::cta" in statement.words and form is not None:
            position = 1 if statement.operands.lstrip().startswith("[") else 0
            # The last address of a tensor copy from shared memory is its source.
            source = accessed(statement, -1 if events[0].tensor else position)
            size_text = statement.operands.rsplit(",", 1)[-1].strip()
            size = int(size_text) if size_text.isdigit() and not events[0].tensor else 1
            for base, offset, width in sorted(known_facts):
                overlaps = source and base == source[0] and offset < source[1] + size and source[1] < offset + width
                if overlaps and index not in warned and events[0].address == "src":
                    warned.add(index)
                    message = f"{statement.opcode.partition('.global')[0]} may not see the store to [{base}]"
                    hint = "write fence.proxy.async.shared::cta after the store"
                    yield statement.warn("missing-proxy-fence", message, hint)
        after = {fact for fact in after if fact[0] not in written_registers(statement)}
        for following in successors[index]:
            merged = facts.get(following, frozenset()) | after
            if (following not in facts or merged != facts[following]) and visits.get(following, 0) < _MOST_VISITS:
                facts[following] = merged
                pending.append(following)


def _remote_arrivals(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of arrivals at mbarriers of other CTAs whose scope is the CTA."""
    remote: set[str] = set()
    for statement in statements:
        if statement.mnemonic == "mapa":
            remote |= written_registers(statement)
        elif statement.kind() == "arrive" and "shared::cluster" in statement.words and "relaxed" not in statement.words:
            where = accessed(statement)
            if where and where[0] in remote and "cluster" not in statement.words:
                message = f"{statement.opcode} does not release to the CTA that has the mbarrier"
                hint = "the scope is .cta; write mbarrier.arrive.release.cluster"
                yield statement.warn("arrival-scope", message, hint)


def _polling(loop: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of a loop that ends only when a weak load returns another value; its last statement is the branch back.

    Every iteration must begin in the same state, so that the end depends on the load alone.
    """
    if not loop:
        return
    *body, branch = loop
    written: set[str] = set()
    sources: dict[str, set[Statement]] = {}
    carried: set[str] = set()
    for statement in body:
        form = statement.form()
        kind = statement.kind()
        if form is None or statement.guard or statement.mnemonic in ("bra", "brx", "call", "ret", "exit"):
            return
        if kind not in ("", "read") or form.operation or (form.events and form.events[0].completion):
            return
        outputs = written_registers(statement)
        inputs = set(_REGISTER.findall(statement.operands)) - outputs
        carried |= inputs - written
        origin = {statement} if kind == "read" else set().union(*(sources.get(name, set()) for name in inputs))
        for name in outputs:
            sources[name] = origin
        written |= outputs
    loads = sources.get(branch.guard.lstrip("! "), set())
    if carried & written or len(loads) != 1:
        return
    (load,) = loads
    form = load.form()
    weak = form is not None and form.events[0].order == "weak"
    others = {"relaxed", "acquire", "volatile", "mmio", "param", "const", "local"}
    if weak and others.isdisjoint(word.partition("::")[0] for word in load.words):
        message = f"a loop waits for {load.opcode} to return another value, which a weak load need not do"
        hint = "poll with ld.relaxed or ld.acquire, with a scope that includes the writer"
        yield load.warn("weak-polling", message, hint)


def _flags(statements: Sequence[Statement], successors: Sequence[Sequence[int]]) -> Iterator[Diagnostic]:
    """Warn of flags that are stored after a barrier, where the fences are before the barrier.

    The release pattern of the thread that stores the flag begins at its own fence, and thus does not include what other
    threads wrote before the barrier (section 8.8).
    """
    # 0: nothing; 1: a store; 2: a fence after it; 3: a barrier after it.
    states: dict[int, set[int]] = {0: {0}}
    pending = [0] if statements else []
    while pending:
        index = pending.pop()
        after = {_following(statements[index], state) for state in states[index]}
        for following in successors[index]:
            if not after <= states.get(following, set()):
                states[following] = states.get(following, set()) | after
                pending.append(following)
    for index, statement in enumerate(statements):
        # Only if every path to the flag has the barrier last: a fence under a condition may belong to the flag.
        if states.get(index) == {3} and _is_flag(statement):
            message = f"{statement.opcode} does not publish what other threads wrote before the barrier"
            yield statement.warn("fence-before-barrier", message, "put the fence after the barrier")


def _following(statement: Statement, state: int) -> int:
    """Return the state after a statement."""
    kind = statement.kind()
    if statement.mnemonic == "call":
        return 0
    if kind == "write" and _order(statement) == "weak" and "global" in statement.words:
        return max(state, 1)
    if kind == "fence" and {"gpu", "sys", "gl"}.intersection(statement.words):
        return 2 if state in (1, 2) else 0
    if kind == "barrier" and state == 2 and {"sync", "red"}.intersection(statement.words):
        return 3
    return 0 if state == 3 and _is_flag(statement) else state


def _is_flag(statement: Statement) -> bool:
    """Return whether a statement is a relaxed write of global memory for other CTAs."""
    write = statement.kind() in ("write", "update", "reduction") and "global" in statement.words
    return write and _order(statement) == "relaxed" and not {"cta", "cluster"}.intersection(statement.words)


def _order(statement: Statement) -> str:
    """Return the memory semantics of an access."""
    form = statement.form()
    written: Mapping[str, str] = {word: word for word in ("relaxed", "acquire", "release", "acq_rel")}
    stated = next((word for word in statement.words if word in written), "")
    if "volatile" in statement.words:
        return "relaxed"
    return stated or (form.events[0].order if form and form.events else "")
