"""Structure of textual LLVM IR: the entities of a module, and the instructions of each function.

This is not an LLVM parser: it only finds where entities, instructions, types and operands begin and end, for the parts
of the language that NVVM IR has rules about. Any text can be read; text without structure is reported in `problems`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Span, error
from ptxisa.nvvm.lexer import Token, block_comments, first_pointer, tokens, words
from ptxisa.nvvm.lines import NeededLines, without_plain_lines

_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
_MOST_PROBLEMS = 20
_NEAR = 64
"""Brackets that are searched for the one that `}` closes; with no limit, time would be quadratic."""
_ENTITIES = words("define declare target module source_filename attributes uselistorder uselistorder_bb")
_SECOND_WORDS = {"target": ("datalayout", "triple"), "module": ("asm",), "source_filename": ("=",)}
"""Words after the first one of an entity, which may follow other entities in the same line."""
_NAMED = frozenset(("global", "local", "comdat", "metadata", "summary"))
_CALLS = frozenset(("tail", "musttail", "notail"))
_CONTINUATIONS = words(
    """
    to unwind label catch cleanup filter align from within none caller syncscope addrspace section comdat partition
    gc prefix prologue personality x blockaddress void ptr half bfloat float double fp128 metadata token true false null
    undef poison zeroinitializer nuw nsw exact inbounds volatile atomic
    """
)
"""Words that continue an instruction at the beginning of a line, besides types of integers."""
_INTEGER_TYPE = re.compile("i[1-9][0-9]*")

OPCODES = words(
    """
    ret br switch indirectbr invoke callbr resume catchswitch catchret cleanupret unreachable fneg add fadd sub fsub
    mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor extractelement insertelement shufflevector
    extractvalue insertvalue alloca load store fence cmpxchg atomicrmw getelementptr trunc zext sext fptrunc fpext
    fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast icmp fcmp phi select freeze call va_arg
    landingpad catchpad cleanuppad
    """
)
"""Instructions of LLVM 7 and of LLVM 18; the records list those that NVVM IR has."""

_text_of = attrgetter("text")
Range = tuple[int, int]
"""Indices of tokens: the first one, and the one after the last."""


class IrStatement(NamedTuple):
    """An entity or an instruction, as the tokens `low` to `high`.

    `kind` is the word that it begins with: an opcode, `define`, `target`. For `@g = …` and other named entities it is
    the kind of the name. `body` has the instructions of a definition.
    """

    kind: str
    low: int
    high: int
    body: tuple[IrStatement, ...] = ()


class IrText:
    """A text as tokens with their brackets; `read` returns its entities.

    With `fold`, lines that repeat another one yield no tokens; they are in `repeated`. With `whole`, every line yields
    tokens, also one that no rule is about.
    `shapes` and `distinct` are those of `NeededLines`.
    `pointers` is the dialect of the first pointer: "llvm7" for `i32*`, "modern" for `ptr`, "" without pointers.
    `pointer_span` is its place.
    """

    def __init__(self, text: str, *, fold: bool = False, whole: bool = False) -> None:
        self.source = text
        needed = NeededLines(text, [], [], text) if whole else without_plain_lines(text, fold=fold)
        remaining, self.repeated, self.shapes, self.distinct = needed
        self.tokens: Sequence[Token] = tokens(remaining)
        self.problems: list[Diagnostic] = []
        self.closing = self._match_brackets()
        self.block_comments = block_comments(text)
        pointer = first_pointer(text)
        self.pointers = "" if pointer is None else "modern" if pointer["opaque"] else "llvm7"
        self.pointer_span = Span(0, 0) if pointer is None else Span(*pointer.span())

    @cached_property
    def opening(self) -> dict[int, int]:
        """Index of each closing bracket, with that of its opening bracket."""
        return {end: start for start, end in self.closing.items()}

    def _match_brackets(self) -> dict[int, int]:
        """Return the index of each opening bracket, with that of its closing bracket."""
        closing: dict[int, int] = {}
        stack: list[int] = []

        def abandon(end: int) -> None:
            for opening in stack:
                self._report(opening, f"this {self.tokens[opening].text} is never closed")
                closing[opening] = end - 1
            stack.clear()

        for index, (kind, text, _, fresh) in enumerate(self.tokens):
            if kind == "symbol":
                if text in _CLOSING:
                    stack.append(index)
                elif text in _OPENING:
                    bracket = _OPENING[text]
                    if stack and self.tokens[stack[-1]].text == bracket:
                        closing[stack.pop()] = index
                        continue
                    self._report(index, f"unexpected {text}")
                    # A brace ends a body or a structure, so brackets that are still open within it lack their ends.
                    if bracket == "{" and any(self.tokens[other].text == "{" for other in stack[-_NEAR:]):
                        while self.tokens[stack[-1]].text != "{":
                            closing[stack.pop()] = index
                        closing[stack.pop()] = index
            elif kind == "open":
                self._report(index, f"this {text} has no closing {'*/' if text == '/*' else text}")
            elif kind == "stray":
                self._report(index, f"unexpected character {text[:20]!r}")
            elif stack and fresh and kind == "word" and text in ("define", "declare"):
                abandon(index)
        abandon(len(self.tokens))
        return closing

    def _report(self, index: int, message: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(error("nvvm-syntax", message, self.tokens[index]))

    def span(self, low: int, high: int) -> Span:
        """Return the place of tokens `low` to `high` in the text; if there are none, that of the token before."""
        if not self.tokens:
            return Span(0, 0)
        last = max(min(high, len(self.tokens)), 1) - 1
        return Span(self.tokens[min(low, last)].start, self.tokens[last].end)

    def word(self, index: int, *texts: str) -> bool:
        """Return True if the token at `index` is one of these words or symbols."""
        if not 0 <= index < len(self.tokens):
            return False
        kind, text, _, _ = self.tokens[index]
        return text in texts and kind in ("word", "symbol")

    def past(self, index: int) -> int:
        """Return the index after a token, or after its bracket."""
        return self.closing.get(index, index) + 1

    def past_call(self, index: int) -> int:
        """Return the index after a token and the parentheses that follow it."""
        return self.past(index + 1) if self.word(index + 1, "(") else self.past(index)

    def outside(self, low: int, high: int) -> Iterator[int]:
        """Yield the indices of tokens outside brackets, and those of the opening brackets."""
        closing = self.closing
        index = low
        while index < high:
            yield index
            index = closing.get(index, index) + 1

    def read(self) -> list[IrStatement]:
        """Return the entities of the module."""
        statements = []
        low = 0
        while low < len(self.tokens):
            token = self.tokens[low]
            if not self._begins_entity(low):
                self._report(low, f"{token.text[:40]} does not begin an entity of a module")
            kind = token.text if token.kind == "word" else token.kind
            high, body = low + 1, None
            while high < len(self.tokens) and body is None and not self._begins_entity(high):
                if kind == "define" and self._begins_body(high):
                    body = high
                else:
                    high = self.past(high)
            if body is None:
                statements.append(IrStatement(kind, low, high))
                low = high
            else:
                end = self.closing[body]
                statements.append(IrStatement(kind, low, high, tuple(self._instructions(body + 1, end))))
                low = end + 1
        return statements

    def _begins_entity(self, index: int) -> bool:
        token = self.tokens[index]
        if token.kind in _NAMED:
            return self.word(index + 1, "=") and not self.word(index - 1, "=", ",")
        if token.kind != "word" or token.text not in _ENTITIES:
            return False
        if token.fresh:
            return True
        if token.text in ("define", "declare"):
            return self.word(index - 1, "}", ")") or self.tokens[index - 1].kind in ("string", "group")
        if token.text == "attributes":
            return index + 1 < len(self.tokens) and self.tokens[index + 1].kind == "group"
        return self.word(index + 1, *_SECOND_WORDS.get(token.text, ()))

    def _begins_body(self, index: int) -> bool:
        """Return True for the brace of a body, False for that of a type or constant in the head of a function."""
        if not self.word(index, "{") or index + 1 >= len(self.tokens):
            return False
        token = self.tokens[index + 1]
        # Plain instructions yield no tokens, so that a body may look empty.
        empty = token.text == "}" and self.word(index - 1, ")")
        begins = token.text in OPCODES or token.text in _CALLS or self._assigns(index + 1)
        return token.fresh or empty or token.kind in ("label", "record") or begins

    def _assigns(self, index: int) -> bool:
        return self.tokens[index].kind == "local" and self.word(index + 1, "=")

    def _instructions(self, low: int, end: int) -> Iterator[IrStatement]:
        """Yield the instructions and debug records of a body, without labels."""
        index = low
        while index < end:
            if self.tokens[index].kind == "label":
                index += 1
                continue
            high = self.past(index)
            while high < end and not self._begins_instruction(high):
                high = self.past(high)
            opcode = index + 2 if self._assigns(index) else index
            while self.word(opcode, *_CALLS):
                opcode += 1
            yield IrStatement(self.tokens[opcode].text if opcode < high else "", index, high)
            index = high

    def _begins_instruction(self, index: int) -> bool:
        token, before = self.tokens[index], self.tokens[index - 1]
        if token.kind in ("label", "record") or self._assigns(index):
            return True
        if token.kind != "word" or before.text in ("=", ",") or (before.kind == "word" and before.text in _CALLS):
            return False
        if token.text not in OPCODES and token.text not in _CALLS:
            return token.fresh and token.text not in _CONTINUATIONS and not _INTEGER_TYPE.fullmatch(token.text)
        if token.fresh:
            return True
        # The word may be the operation of atomicrmw, or begin a constant expression, with or without flags.
        operation = before.text == "atomicrmw" or (before.text == "volatile" and self.word(index - 2, "atomicrmw"))
        flags = self.word(index + 1, "inbounds", "nuw", "nsw", "exact") and self.word(index + 2, "(", "nuw", "nsw")
        return not (operation or flags or self.word(index + 1, "("))

    # Types and operands

    def type_end(self, index: int) -> int:
        """Return the index after the type at `index`; `index` itself if there is none."""
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
        while end < len(self.tokens):  # Pointers and parameters follow a type.
            text = self.tokens[end].text
            if text == "*":
                end += 1
            elif text == "(":
                end = self.past(end)
            elif text == "addrspace" and self.word(end + 1, "("):
                end = self.past(end + 1)
            else:
                break
        return end

    def type_at(self, index: int) -> tuple[str, ...]:
        """Return the tokens of the type at `index`."""
        return self.texts(index, self.type_end(index))

    def texts(self, low: int, high: int) -> tuple[str, ...]:
        """Return the texts of tokens, by which types are compared."""
        return tuple(map(_text_of, self.tokens[low:high]))

    def parts(self, opening: int) -> list[Range]:
        """Return the content of a bracket, cut at its commas."""
        return self.pieces(opening + 1, self.closing.get(opening, opening + 1))

    def pieces(self, low: int, high: int) -> list[Range]:
        """Return the tokens, cut at commas outside brackets."""
        pieces, start = [], low
        for index in self.outside(low, high):
            if self.tokens[index].text == ",":
                pieces.append((start, index))
                start = index + 1
        if start < high:
            pieces.append((start, high))
        return pieces

    def find(self, low: int, high: int, *texts: str) -> int | None:
        """Return the index of the first of these words outside brackets, None if there is none."""
        return next((index for index in self.outside(low, high) if self.word(index, *texts)), None)
