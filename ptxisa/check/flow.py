"""Statements of a body for warnings that follow facts from one statement to the next.

    body = BodyText(parser, start, end)
    for statement in body.statements():
        statement.event                 # the first event in the record of its form: MemoryEvent(kind="write", …)
        statement.access()              # AccessedBytes(base="%rd1", offset=16, size=4)
        statement.written()             # {"%r2"}

`ptxisa.check.ordering` and `ptxisa.check.misuse` find such warnings. Few instructions concern them: `concerns_of` names
the warnings that an opcode may be part of, so that bodies without such opcodes are not read again. The records of the
instructions decide what a statement does. Operands are parsed when they are read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ptxisa.check.alignment import access_size
from ptxisa.check.binding import bind
from ptxisa.check.instruction import match_opcode
from ptxisa.check.operands import integer_of
from ptxisa.isa.diagnostics import Diagnostic, Span, warning
from ptxisa.isa.forms import Form, MemoryEvent, choose
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.syntax import tree
from ptxisa.syntax.collector import paused
from ptxisa.syntax.cursor import SyntaxFailure
from ptxisa.syntax.parser import Parser
from ptxisa.syntax.runs import without_comments

_BEFORE_OPCODE = r"""\s*
    ((?:[\w$%]+\s*:(?!:)\s*|\.loc(?:_intermediate)?\s[^\n;]*\s*)+)?   # labels and source locations
    (?:@\s*(!?\s*[\w$%]+)\s*)?
    """
_OPCODE = r"([a-z][\w.:]*)(?=\s*;|\s+[^\s,}])"
"""An opcode, not the first element of a vector."""
_FIRST = re.compile(_BEFORE_OPCODE + _OPCODE, re.ASCII | re.VERBOSE)
_NEXT = re.compile(rf"[;{{}}]{_BEFORE_OPCODE}{_OPCODE}", re.ASCII | re.VERBOSE)
_LABEL = re.compile(r"([\w$%]+)\s*:(?!:)", re.ASCII)
_NAME = re.compile(r"[%$A-Za-z_][\w$]*", re.ASCII)
_WHOLE_NAME = re.compile(r"((?<![\w$%.])[%$A-Za-z_][\w$]*)", re.ASCII)
_MOST_SHAPES = 10_000
"""Size of the cache below, which is cleared when it is full: real modules have a few hundred shapes."""
_roles_of_names: dict[str, tuple[tuple[int, ...], ...]] = {}
"""Numbers of the names that are written and that are read in operands, by opcode and operands without names."""
_CONVERTED = ("const", "param", "local", "shared")
"""State spaces whose addresses are not those of global memory."""


class AccessedBytes(NamedTuple):
    """Bytes of memory: a register or variable, the offset in bytes from it, and their number, 0 if unknown."""

    base: str
    offset: int
    size: int


class RecordedOpcode(NamedTuple):
    """Opcode with what the record of its first form states."""

    mnemonic: str
    modifiers: tuple[str, ...]
    form: Form | None
    event: MemoryEvent
    """First event: a copy between memories has that of its reads. Without events, its kind is ""."""
    space: str
    """State space that the event accesses, "generic" if none is stated, "" without an address."""


@lru_cache(maxsize=8192)
def recorded_opcode(opcode: str) -> RecordedOpcode:
    """Return the operation of an opcode; its form is None if no form matches."""
    mnemonic, *words = opcode.split(".")
    matches = match_opcode(mnemonic, tuple(words))
    form = matches[0].form if matches else None
    event = form.events[0] if form is not None and form.events else MemoryEvent("")
    space = ""
    if form is not None and event.address:
        space = str(choose(form.operand(event.address).space, matches[0].modifiers) or "generic")
    return RecordedOpcode(mnemonic, tuple(words), form, event, space)


@lru_cache(maxsize=8192)
def concerns_of(opcode: str) -> frozenset[str]:
    """Return the roles of an instruction in warnings about whole bodies; none for most opcodes."""
    mnemonic, modifiers, form, *_ = recorded_opcode(opcode)
    if form is None:
        return frozenset()
    concerns = set()
    for event in form.events:
        if event.kind == "write" and event.completion == "async_group":
            concerns.add("copy")
        elif event.kind == "read" and event.completion == "wgmma_group":
            concerns.add("product")
        elif event.kind == "read" and event.proxy == "async" and event.address == "src" and "shared::cta" in modifiers:
            concerns.add("bulk")
        elif event.kind == "init":
            concerns.add("mbarrier-init")
        elif event.kind in ("arrive", "wait", "expect") and event.address and not event.completion:
            concerns.add("mbarrier")
        elif event.kind == "fence" and not {"gpu", "sys", "gl"}.isdisjoint(modifiers):
            concerns.add("fence")
        elif event.kind == "barrier":
            concerns |= {"barrier"} if event.role == "sync" else set()
            concerns |= {"counted"} if event.threads else set()
        if event.kind == "arrive" and "shared::cluster" in modifiers:
            concerns.add("remote-arrival")
    if mnemonic == "cvta" and modifiers[0] in _CONVERTED:
        concerns.add("conversion")
    if mnemonic in ("mapa", "bra"):
        concerns.add(mnemonic)
    return frozenset(concerns)


class Statement:
    """Instruction of a body."""

    __slots__ = ("_bound", "_match", "_parser", "_shift", "event", "form", "mnemonic", "modifiers", "opcode", "space")

    def __init__(self, parser: Parser, match: re.Match[str], shift: int) -> None:
        """Create a statement from a match in a text without comments, which begins at `shift` in the module."""
        self._parser, self._match, self._shift = parser, match, shift
        self.opcode = match[3]
        self.mnemonic, self.modifiers, self.form, self.event, self.space = recorded_opcode(self.opcode)
        self._bound: ResolvedInstruction | None = None

    @property
    def labels(self) -> list[str]:
        """Names of the labels before the statement."""
        prefix = self._match[1] or ""
        return _LABEL.findall(prefix) if ":" in prefix else []

    @property
    def guard(self) -> str:
        """Predicate with its `!`; "" without one."""
        return self._match[2] or ""

    @property
    def end(self) -> int:
        """End of the opcode in the module."""
        return self._shift + self._match.end(3)

    @property
    def operands(self) -> str:
        """Text of the operands, without comments."""
        text = self._match.string
        return text[self._match.end() : text.find(";", self._match.end())]

    @property
    def bound(self) -> ResolvedInstruction | None:
        """The instruction with its operands: as the first form that has such operands; None if no form has."""
        # Comments are blank, so that a mark of one here has no end: the parser would read to the end of the module.
        if self._bound is None and self.form is not None and "/*" not in self.operands:
            # Offset of the guard or opcode in the text of the match.
            match = self._match
            first = match.end(1) if match[1] is not None else match.start() + (match[0][0] in ";{}")
            try:
                node = self._parser.statement_at(self._shift + first)
            except SyntaxFailure:
                node = None  # The parser of the module has reported the error.
            if isinstance(node, tree.Instruction):
                matches = match_opcode(self.mnemonic, self.modifiers)
                candidates = (bind(matched, node) for matched in matches)
                self._bound = next((candidate for candidate in candidates if candidate.problem is None), None)
        return self._bound

    @property
    def is_conversion(self) -> bool:
        """True for a `cvta` that makes a generic address from one of another state space than global."""
        return self.mnemonic == "cvta" and self.modifiers[:1] != () and self.modifiers[0] in _CONVERTED

    def operand(self, name: str) -> Any:
        """Return the node that is written for an operand of the form; None if there is none."""
        operands = self.bound.operands if self.bound is not None else ()
        return next((bound.node for bound in operands if bound.operand.name == name), None)

    def access(self, event: MemoryEvent | None = None) -> AccessedBytes | None:
        """Return the bytes that an event accesses; None if the address is not a name plus a constant."""
        event = event or self.event
        node = self.operand(event.address) if event.address else None
        if self.bound is None or not isinstance(node, tree.Address) or not isinstance(node.base, tree.Name):
            return None
        offset = integer_of(node.offset) if node.offset else 0
        if offset is None or node.rest:
            return None
        if isinstance(event.size, str) and event.size:
            size = integer_of(self.operand(event.size)) or 0
        else:
            size = event.size or access_size(self.bound, self.bound.form.operand(event.address))
        return AccessedBytes(node.base.text, offset, int(size))

    def written(self) -> set[str]:
        """Return the registers that the statement may write."""
        return set(_NAME.findall(self.operands)) if self.form is None else self._written_and_read()[0]

    def writes_any(self, names: Collection[str]) -> set[str]:
        """Return those of some registers that the statement may write; it is parsed only if its operands name one."""
        named = any(name in names for name in _NAME.findall(self.operands))
        return self.written().intersection(names) if named else set()

    def read(self) -> set[str]:
        """Return the names whose values the operands use."""
        return self._written_and_read()[1]

    def _written_and_read(self) -> tuple[set[str], set[str]]:
        """Return the registers that the operands write, and the names that they use.

        Which ones these are follows from the opcode and the text of the operands, whatever their names are.
        """
        parts = _WHOLE_NAME.split(self.operands)
        names = parts[1::2]
        parts[1::2] = [name if name in ("_", "WARP_SZ") else "\0" for name in names]
        shape = f"{self.opcode} {''.join(parts)}"
        numbers = _roles_of_names.get(shape)
        if numbers is None:
            operands = self.bound.operands if self.bound is not None else ()
            results = [bound for bound in operands if bound.operand.written and bound.operand.kind == "register"]
            used = [bound for bound in operands if bound.operand.kind != "register" or bound.operand.access != "write"]
            base = self._shift + self._match.end()
            places = {base + match.start(): number for number, match in enumerate(_WHOLE_NAME.finditer(self.operands))}
            roles = [[name for bound in role for name in names_in(bound.node)] for role in (results, used)]
            if any(name.start not in places for role in roles for name in role):
                # Words without anything between them, which the parser of the module has reported.
                return {name.text for name in roles[0]}, {name.text for name in roles[1]}
            numbers = tuple(tuple(places[name.start] for name in role) for role in roles)
            if len(_roles_of_names) >= _MOST_SHAPES:
                _roles_of_names.clear()
            _roles_of_names[shape] = numbers
        written, read = ({names[number] for number in role} for role in numbers)
        return written, read

    def names(self) -> set[str]:
        """Return the names in the operands."""
        operands = self.bound.operands if self.bound is not None else ()
        return {name.text for bound in operands for name in names_in(bound.node)}

    def warn(self, code: str, message: str, hint: str) -> Diagnostic:
        """Return a warning at the opcode."""
        start, end = self._match.span(3)
        return warning(code, message, Span(self._shift + start, self._shift + end), hint)


def names_in(node: Any) -> Iterator[tree.Name]:
    """Yield the names in an operand at any depth."""
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, tree.Name):
            yield part
        elif isinstance(part, tuple):
            pending += part


class BodyText:
    """Text of the body of a function; its statements are read once if they are needed."""

    def __init__(self, parser: Parser, start: int, end: int) -> None:
        self._parser, self.start, self._end = parser, start, end
        self._statements: list[Statement] | None = None

    @cached_property
    def plain(self) -> str:
        """The text without comments, from the brace before the first statement on."""
        return without_comments(self._parser.source.text[self.start : self._end])

    def statements(self) -> list[Statement]:
        """Return the statements in the order of the text, without declarations and directives."""
        if self._statements is None:
            with paused(self._end - self.start):
                self._statements = list(self.after(self.start + 1))
        return self._statements

    def selected(self, opcodes: Iterable[str]) -> list[Statement]:
        """Return the statements with labels or source locations, and those with one of some opcodes."""
        selected = frozenset(opcodes)
        mnemonics = frozenset(opcode.partition(".")[0] for opcode in selected)
        return [
            Statement(self._parser, match, self.start)
            for match in _selection(mnemonics).finditer(self.plain)
            if match[3] in selected or match[1] is not None
        ]

    def between(self, start: int, end: int) -> Iterator[Statement]:
        """Yield the statements between two places of the module, of which the first begins a statement."""
        return self._read(without_comments(self._parser.source.text[start:end]), 0, start)

    def after(self, start: int) -> Iterator[Statement]:
        """Yield the statements from a place of the module on, at which one begins, up to the end of the body."""
        return self._read(self.plain, start - self.start, self.start)

    def _read(self, text: str, begin: int, shift: int) -> Iterator[Statement]:
        """Yield the statements of a text from an offset on; the text begins at `shift` in the module."""
        first = _FIRST.match(text, begin)
        if first is not None:
            yield Statement(self._parser, first, shift)
        for match in _NEXT.finditer(text, first.end() if first is not None else begin):
            yield Statement(self._parser, match, shift)


@lru_cache(maxsize=256)
def _selection(mnemonics: frozenset[str]) -> re.Pattern[str]:
    """Return the expression for statements that have a label or one of some mnemonics.

    Most statements fail at their first word, which takes a tenth of the time of making a `Statement`: it is another
    mnemonic, since it ends with the dot of a modifier.
    """
    known = f"(?:{'|'.join(sorted(mnemonics))})[.\\s;]" if mnemonics else "(?!)"
    first = rf"(?={known}|(?![a-z]\w*\.)\S)"
    return re.compile(rf"[;{{}}]\s*{first}{_BEFORE_OPCODE}(?(1)|(?={known})){_OPCODE}", re.ASCII | re.VERBOSE)


def successors(statements: Sequence[Statement]) -> list[tuple[int, ...]]:
    """Return the indices of the statements that may follow each statement."""
    labels = {name: index for index, statement in enumerate(statements) for name in statement.labels}
    following: list[tuple[int, ...]] = []
    for index, statement in enumerate(statements):
        next_ = (index + 1,) if index + 1 < len(statements) else ()
        if statement.mnemonic == "bra":
            target = labels.get(statement.operands.strip())
            taken = () if target is None else (target,)
            next_ = (*taken, *next_) if statement.guard else taken
        elif not statement.guard and (
            statement.mnemonic == "trap" or (statement.form is not None and "terminator" in statement.form.effects)
        ):
            next_ = ()
        following.append(next_)
    return following
