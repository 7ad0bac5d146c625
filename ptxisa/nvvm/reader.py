"""Read the structure of textual LLVM IR: its entities at module level, and the instructions of each function.

This is not an LLVM parser: it only finds where entities, instructions, types and operands begin and end.
`ptxisa.nvvm.checker` looks at those that the specification of NVVM IR has rules for. Any text can be read; what has no
structure is reported as a problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ptxisa.isa.diagnostics import Span
from ptxisa.nvvm.lexer import Token, tokens, words

_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
_ENTITIES = {
    "define",
    "declare",
    "target",
    "module",
    "source_filename",
    "attributes",
    "uselistorder",
    "uselistorder_bb",
}
_NAMED = {"global", "local", "comdat", "metadata", "summary"}
_CALLS = {"tail", "musttail", "notail"}
_GOES_ON = {
    *("to", "unwind", "label", "catch", "cleanup", "filter", "align", "from", "within", "none", "caller", "syncscope"),
    *(
        "addrspace",
        "section",
        "comdat",
        "partition",
        "gc",
        "prefix",
        "prologue",
        "personality",
        "x",
        "to",
        "blockaddress",
    ),
}

OPCODES = words(
    """
    ret br switch indirectbr invoke callbr resume catchswitch catchret cleanupret unreachable fneg add fadd sub fsub
    mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor extractelement insertelement shufflevector
    extractvalue insertvalue alloca load store fence cmpxchg atomicrmw getelementptr trunc zext sext fptrunc fpext
    fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast icmp fcmp phi select freeze call va_arg
    landingpad catchpad cleanuppad
    """
)
"""Every instruction of LLVM 7 and of LLVM 18; the records say which of them NVVM IR has."""


class Problem(NamedTuple):
    """What has no structure, and where."""

    message: str
    span: Span


class Statement(NamedTuple):
    """An entity or an instruction: tokens `low` to `high`.

    `kind` is the word that it begins with: an opcode, `define`, `target`; for `@g = …` and its like it is the kind of
    the name. `body` are the instructions of a definition.
    """

    kind: str
    low: int
    high: int
    body: tuple[Statement, ...] = ()


class Text:
    """The tokens of a text with their brackets; see `read`."""

    def __init__(self, text: str) -> None:
        self.tokens: Sequence[Token] = tokens(text)
        self.problems: list[Problem] = []
        self.closing = self._paired()

    @cached_property
    def opening(self) -> dict[int, int]:
        """Index of the end of each bracket to that of the bracket."""
        return {end: start for start, end in self.closing.items()}

    def _paired(self) -> dict[int, int]:
        """Index of each opening bracket to that of its end."""
        found: dict[int, int] = {}
        stack: list[int] = []
        for index, token in enumerate(self.tokens):
            if token.kind == "symbol" and token.text in _CLOSING:
                stack.append(index)
            elif token.kind == "symbol" and token.text in _OPENING:
                self._close(index, stack, found)
            elif token.kind in ("stray", "open"):
                self._problem(index, _complaint(token))
            elif stack and token.fresh and token.text in ("define", "declare") and token.kind == "word":
                self._abandon(stack, index, found)
        self._abandon(stack, len(self.tokens), found)
        return found

    def _close(self, index: int, stack: list[int], found: dict[int, int]) -> None:
        """Close the bracket that this one belongs to; any that are still open within it never end."""
        wanted = _OPENING[self.tokens[index].text]
        if stack and self.tokens[stack[-1]].text == wanted:
            found[stack.pop()] = index
            return
        self._problem(index, f"unexpected {self.tokens[index].text}")
        if wanted == "{" and any(self.tokens[one].text == "{" for one in stack[-64:]):
            while self.tokens[stack[-1]].text != "{":
                found[stack.pop()] = index
            found[stack.pop()] = index

    def _abandon(self, stack: list[int], index: int, found: dict[int, int]) -> None:
        for one in stack:
            self._problem(one, f"this {self.tokens[one].text} is never closed")
            found[one] = index - 1
        stack.clear()

    def _problem(self, index: int, message: str) -> None:
        if len(self.problems) < 20:
            token = self.tokens[index]
            self.problems.append(Problem(message, Span(token.start, token.end)))

    def span(self, low: int, high: int) -> Span:
        """The place of tokens `low` to `high`; of none, that of the token before."""
        if not self.tokens:
            return Span(0, 0)
        last = max(min(high, len(self.tokens)), 1) - 1
        return Span(self.tokens[min(low, last)].start, self.tokens[last].end)

    def word(self, index: int, *texts: str) -> bool:
        """Whether a token is one of these words or symbols."""
        if not 0 <= index < len(self.tokens):
            return False
        token = self.tokens[index]
        return token.text in texts and token.kind in ("word", "symbol")

    def past(self, index: int) -> int:
        """The index after a token, or after its bracket."""
        return self.closing.get(index, index) + 1

    def outside(self, low: int, high: int) -> Iterator[int]:
        """The indices of tokens outside brackets, with those of the brackets that open."""
        index = low
        while index < high:
            yield index
            index = self.past(index)

    def read(self) -> list[Statement]:
        """The entities of the module."""
        return list(self._entities())

    def _entities(self) -> Iterator[Statement]:
        index = 0
        while index < len(self.tokens):
            if not self._begins_entity(index):
                self._problem(index, f"{self.tokens[index].text[:40]} begins no entity of a module")
            index, found = self._entity(index)
            yield found

    def _entity(self, low: int) -> tuple[int, Statement]:
        token = self.tokens[low]
        kind = token.text if token.kind == "word" else token.kind
        high = low + 1
        while high < len(self.tokens) and not self._begins_entity(high):
            if kind == "define" and self._begins_body(high):
                end = self.closing[high]
                return end + 1, Statement(kind, low, high, tuple(self._instructions(high + 1, end)))
            high = self.past(high)
        return high, Statement(kind, low, high)

    def _begins_entity(self, index: int) -> bool:
        token = self.tokens[index]
        if token.kind in _NAMED:
            return self.word(index + 1, "=") and not self.word(index - 1, "=", ",")
        return token.kind == "word" and token.text in _ENTITIES and token.fresh

    def _begins_body(self, index: int) -> bool:
        """Whether the bracket opens the body of a function, and no type or constant of its head."""
        if not self.word(index, "{") or index + 1 >= len(self.tokens):
            return False
        token = self.tokens[index + 1]
        return token.fresh or token.kind == "label" or token.text in OPCODES or self._assigns(index + 1)

    def _assigns(self, index: int) -> bool:
        return self.tokens[index].kind == "local" and self.word(index + 1, "=")

    def _instructions(self, low: int, end: int) -> Iterator[Statement]:
        """The instructions of a body; labels are left out."""
        index = low
        while index < end:
            if self.tokens[index].kind == "label":
                index += 1
                continue
            high = self.past(index)
            while high < end and not self._begins_instruction(high):
                high = self.past(high)
            yield Statement(self._opcode(index, high), index, high)
            index = high

    def _opcode(self, low: int, high: int) -> str:
        first = low + 2 if self._assigns(low) else low
        while self.word(first, *_CALLS):
            first += 1
        return self.tokens[first].text if first < high else ""

    def _begins_instruction(self, index: int) -> bool:
        token, before = self.tokens[index], self.tokens[index - 1]
        if token.kind == "label" or self._assigns(index):
            return True
        if token.kind != "word" or before.text in ("=", ",") or (before.kind == "word" and before.text in _CALLS):
            return False
        if token.text in OPCODES or token.text in _CALLS:
            return token.fresh or not (self._within(index) or self.word(index + 1, "("))
        return token.fresh and token.text not in _GOES_ON

    def _within(self, index: int) -> bool:
        """Whether an opcode names the operation of atomicrmw, or begins a constant expression with flags."""
        before = self.tokens[index - 1].text
        if before == "atomicrmw" or (before == "volatile" and self.word(index - 2, "atomicrmw")):
            return True
        return self.word(index + 1, "inbounds", "nuw", "nsw", "exact") and self.word(index + 2, "(", "nuw", "nsw")

    # --- types and operands ---

    def type_end(self, index: int) -> int:
        """The index after the type that begins at a token; the same index if none does."""
        if index >= len(self.tokens):
            return index
        token = self.tokens[index]
        if token.kind == "word" or (token.kind == "local" and not self.word(index + 1, "=")):
            end = index + 1
            if token.text == "target" and self.word(end, "("):
                end = self.past(end)
        elif token.text in ("[", "{", "<"):
            end = self.past(index)
        else:
            return index
        return self._suffixes(end)

    def _suffixes(self, end: int) -> int:
        while True:
            if self.word(end, "*"):
                end += 1
            elif self.word(end, "addrspace") and self.word(end + 1, "("):
                end = self.past(end + 1)
            elif self.word(end, "("):
                end = self.past(end)
            else:
                return end

    def texts(self, low: int, high: int) -> tuple[str, ...]:
        """The texts of tokens, by which types are compared."""
        return tuple(token.text for token in self.tokens[low:high])

    def parts(self, opening: int) -> list[tuple[int, int]]:
        """What is in a bracket, cut at its commas, as ranges of tokens."""
        return self.pieces(opening + 1, self.closing.get(opening, opening + 1))

    def pieces(self, low: int, high: int) -> list[tuple[int, int]]:
        """Tokens cut at commas outside brackets."""
        found, start = [], low
        for index in self.outside(low, high):
            if self.word(index, ","):
                found.append((start, index))
                start = index + 1
        if start < high:
            found.append((start, high))
        return found

    def find(self, low: int, high: int, *texts: str) -> int | None:
        """The first of these words outside brackets."""
        return next((index for index in self.outside(low, high) if self.word(index, *texts)), None)


def _complaint(token: Token) -> str:
    if token.kind == "open":
        return 'this string has no closing "'
    return f"unexpected character {token.text[:20]!r}"
