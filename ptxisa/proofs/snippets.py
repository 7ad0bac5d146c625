"""Snippets: statements with blocks, declarations of registers and forward branches, as statements alone.

    flattened("{ .reg .u32 t; add.u32 t, x, 1; @p bra L; mul.lo.u32 t, t, 3; L: mov.u32 d, t; }")

Registers that a block declares get a name of their own where the name exists outside. A branch becomes a guard of the
statements up to its label, so that terms and execution need no control flow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ptxisa.isa.diagnostics import PtxError, Span, error
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source

_WORD = re.compile(r"(?<![\w.$%])[%$_A-Za-z][$\w]*")
_MOST_COPIES = 4_096
"""Registers of one declaration such as `%r<100>`."""


class Snippet(NamedTuple):
    """Statements without control flow.

    Attributes:
        text: The statements.
        shown: Text of the original statement of each statement; empty for those that replace a branch.
        local: Registers that a block declares.
    """

    text: str
    shown: tuple[str, ...]
    local: frozenset[str]


def flattened(text: str) -> Snippet:
    """Return a snippet without blocks, declarations and branches; raise `PtxError` for loops and invalid text."""
    parsed = parse_statements(text)
    if parsed.diagnostics:
        raise PtxError(parsed.diagnostics)
    nodes = list(parsed.statements)
    if all(isinstance(node, tree.Instruction) and node.opcode.mnemonic not in _JUMPS for node in nodes):
        return Snippet(text, tuple(text[node.start : node.end] for node in nodes), frozenset())
    writer = _SnippetWriter(text)
    writer.block(nodes, {}, outermost=True)
    if writer.pending:
        label = next(iter(writer.pending))
        if label is not None:
            raise writer.not_executable(
                f"the label {label} does not follow its branch: loops are not provable", 0, len(text)
            )
    return Snippet("\n".join(writer.lines), tuple(writer.shown), frozenset(writer.local))


_JUMPS = ("bra", "ret", "exit")


class _SnippetWriter:
    """Writes the statements of a snippet one after the other.

    `live` is the predicate of the threads that have not jumped past the current statement; None if that is all of them.
    """

    def __init__(self, text: str) -> None:
        self.text, self.source = text, Source(text)
        self.lines: list[str] = []
        self.shown: list[str] = []
        self.local: set[str] = set()
        self.taken = set(_WORD.findall(text))
        self.live: str | None = None
        # Predicates of the threads that jumped to a label which is still to come; None is the end.
        self.pending: dict[str | None, list[str]] = {}

    def not_executable(self, message: str, start: int, end: int) -> PtxError:
        return PtxError([error("not-executable", message, Span(start, end)).located(self.source.position)])

    def fresh(self, name: str) -> str:
        """Return a name that the text does not have."""
        numbered = (f"{name}_{index}" for index in range(1, 1 << 30))
        chosen = next(candidate for candidate in numbered if candidate not in self.taken)
        self.taken.add(chosen)
        return chosen

    def emit(self, line: str, shown: str = "") -> None:
        self.lines.append(line)
        self.shown.append(shown)

    def block(self, nodes: Sequence[Any], names: Mapping[str, str], outermost: bool = False) -> None:
        """Write the statements of a block; `names` has the names of registers that are renamed."""
        inner = dict(names)
        for node in nodes:
            match node:
                case tree.Declaration(space="reg"):
                    for name in self.declared(node):
                        inner[name] = name if outermost else self.fresh(name)
                        if not outermost:
                            self.local.add(inner[name])
                case tree.Block():
                    self.block(node.statements, inner)
                case tree.Label():
                    self.label(node.name.text)
                case tree.Instruction():
                    self.instruction(node, inner)
                case _:
                    raise self.not_executable(
                        "only instructions and declarations of registers are provable", node.start, node.end
                    )

    def declared(self, node: tree.Declaration) -> Iterator[str]:
        """Yield the names of a declaration."""
        for declarator in node.declarators:
            if declarator.copies is None:
                yield declarator.name.text
                continue
            if declarator.copies.value > _MOST_COPIES:
                raise self.not_executable(
                    f"at most {_MOST_COPIES:,} registers are declared at once", node.start, node.end
                )
            yield from (f"{declarator.name.text}{index}" for index in range(declarator.copies.value))

    def label(self, name: str) -> None:
        """Let the threads continue that jumped to a label."""
        jumped = self.pending.pop(name, [])
        if not jumped:
            return
        if not self.pending:  # Every thread is here: it came along, or jumped to a label up to this one.
            self.live = None
            return
        for predicate in jumped:
            live = self.fresh("live")
            self.emit(f"or.pred {live}, {self.live}, {predicate};")
            self.live = live

    def instruction(self, node: tree.Instruction, names: Mapping[str, str]) -> None:
        """Write an instruction, under the predicate of the threads that reach it."""
        shown = self.text[node.start : node.end]
        if node.opcode.mnemonic in _JUMPS:
            self.jump(node, names, shown)
            return
        body = self.renamed(self.text[node.opcode_start : node.end], names)
        guard = self.condition(node, names)
        self.emit(f"@{guard} {body}" if guard else body, shown)

    def condition(self, node: tree.Instruction, names: Mapping[str, str]) -> str:
        """Return the guard of an instruction, with the predicate of the threads that reach it."""
        if node.guard is None:
            return self.live or ""
        name = names.get(node.guard.predicate.text, node.guard.predicate.text)
        written = f"!{name}" if node.guard.negated else name
        if self.live is None:
            return written
        both = self.fresh("live")
        if node.guard.negated:
            opposite = self.fresh("live")
            self.emit(f"not.pred {opposite}, {name};")
            name = opposite
        self.emit(f"and.pred {both}, {self.live}, {name};")
        return both

    def jump(self, node: tree.Instruction, names: Mapping[str, str], shown: str) -> None:
        """Note the threads that jump; the others continue."""
        target: str | None = None
        if node.opcode.mnemonic == "bra":
            (operand, *_) = node.operands or (None,)
            if not isinstance(operand, tree.Name):
                raise self.not_executable("a branch needs a label", node.start, node.end)
            target = operand.text
            if not re.search(rf"(?<![\w.$%]){re.escape(target)}\s*:", self.text[node.end :]):
                message = f"{target} is no label after this branch: loops are not provable"
                raise self.not_executable(message, node.start, node.end)
        guard = self.condition(node, names)
        # A copy of the guard: a statement before the label may write its register.
        jumped = self.fresh("jump")
        if not guard:
            self.emit(f"setp.eq.u32 {jumped}, 0, 0;", shown)
        elif guard.startswith("!"):
            self.emit(f"not.pred {jumped}, {guard[1:]};", shown)
        else:
            self.emit(f"mov.pred {jumped}, {guard};", shown)
        self.pending.setdefault(target, []).append(jumped)
        stays, live = self.fresh("live"), self.live
        self.emit(f"not.pred {stays}, {jumped};")
        if live is not None:
            both = self.fresh("live")
            self.emit(f"and.pred {both}, {live}, {stays};")
            stays = both
        self.live = stays

    def renamed(self, text: str, names: Mapping[str, str]) -> str:
        return _WORD.sub(lambda match: names.get(match[0], match[0]), text)
