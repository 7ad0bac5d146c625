"""Inline assembly of CUDA C++: `asm volatile("…" : "=r"(d) : "r"(a), "n"(4) : "memory");`.

The text is read token by token, without a preprocessor: a file alone has neither its include paths nor its macros.
`cuda_regions` is the entry. Macros of the same file whose value is a string are replaced (`ptxisa.sources.macros`).
`#if` conditions are evaluated as far as they depend on `__CUDA_ARCH__` and constants only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.sources.constraints import clobber_faults, constraint_faults, name_faults, percent_faults
from ptxisa.sources.cpp_tokens import CONDITION, CudaToken, cpp_tokens, literal
from ptxisa.sources.macros import MOST_CHOICES, Expansion, Macros
from ptxisa.sources.regions import AsmOperand, Region, unread
from ptxisa.sources.templates import (
    CLOSING,
    NVCC_TYPES,
    UNKNOWN,
    Characters,
    constant,
    fill,
    has_ptx_opcode,
    is_foreign,
    looks_like_ptx,
    operand_name,
    region,
    register_type,
    text_of,
)

_ASM = frozenset(("asm", "__asm__", "__asm"))
_QUALIFIERS = frozenset(("volatile", "__volatile__", "__volatile", "inline", "goto", "const"))
_DEVICE = re.compile(r"__device__|__global__|__CUDA_ARCH__|[A-Z]_DEVICE")
"""Marks of code for a GPU, in headers that compile for hosts as well."""
_TARGET_MACROS = ("__CUDA_ARCH__", "__CUDA_ARCH_SPECIFIC__", "__CUDA_ARCH_FAMILY_SPECIFIC__", "__CUDA_ARCH_FEAT_")
"""Beginnings of the macros that the target decides."""
_SYMBOL = re.compile(r"[\w.$@]+", re.ASCII)
"""Name of a symbol of an assembler."""
_BEFORE_STATEMENTS = frozenset(("if", "constexpr", "while", "for", "switch", "else", "do"))
"""Words before a statement, with a condition in parentheses or without one."""
_MOST_PARAMETERS = 500
"""Tokens between the parentheses of a declaration, so that the time is linear in any text."""


def cuda_regions(
    text: str, target: str | None = None, *, host: bool = False, complete: bool = False
) -> Iterator[Region | Diagnostic]:
    """Yield the inline assembly of CUDA C++.

    Args:
        text: The source.
        target: Target for conditions on `__CUDA_ARCH__`.
        host: The file may contain assembly of the host, which is left out: constraints of other machines, and texts
            without a semicolon that begin with no mnemonic of PTX.
        complete: Leave out statements whose parenthesis is not closed; a string of another language may have a part of
            a statement only.
    """
    tokens = list(cpp_tokens(text))
    macros = Macros(text, tokens)
    conditions = _Conditions(target)
    device = _DEVICE.search(text) is not None
    position, around, around_end = 0, "", 0
    while position < len(tokens):
        token = tokens[position]
        if token.kind == "directive":
            conditions.read(token.text)
        elif token.kind == "define":
            # The tokens of a definition follow its `#define`, so that a statement before its end is in the macro.
            around, around_end = macros.around.get(position, ""), token.end
        elif token.kind == "word" and token.text in _ASM and conditions.compiled is not False:
            name = around if token.start < around_end else ""
            start = partial(_AsmReader, text, tokens, position, macros, device=device)
            targets = conditions.compiled is True
            items, position = _read(start, macros.uses(name), targets=targets, host=host, complete=complete)
            yield from items
        position += 1


def _read(
    start: Callable[[Expansion], _AsmReader],
    uses: Iterator[Mapping[str, str]],
    *,
    targets: bool,
    host: bool,
    complete: bool,
) -> tuple[list[Region | Diagnostic], int]:
    """Return the different texts of an asm statement, for each choice of its macros, and its last position."""
    # A statement in a macro may be a different text at each use; one whose strings depend on conditions has a text for
    # each choice. Equal texts are checked once.
    arguments: list[Mapping[str, str]] = [{}]
    texts: dict[str, Region] = {}
    faults: dict[Diagnostic, None] = {}
    computed: list[Region | Diagnostic] = []
    last = 0
    for values in arguments:
        choice = choices = 0
        while choice <= choices:
            reader = start(Expansion(values, choice))
            item = reader.read(targets=targets, host=host)
            # How many definitions the macros of a statement have is known when the statement has been read.
            last, choices = reader.position - 1, min(reader.expansion.choices, MOST_CHOICES) - 1
            choice += 1
            if isinstance(item, Diagnostic) and reader.is_parametric and not values:
                arguments += uses  # The text depends on parameters of the macro around the statement.
            if item is None or (not reader.closed and complete):
                continue
            faults.update(dict.fromkeys(reader.faults))
            if isinstance(item, Region):
                texts.setdefault(item.text, item)
            else:
                computed = [item]
    # A statement is noted as not checked if none of its texts is known.
    return [*([*texts.values()] or computed), *faults], last


@dataclass
class _AsmReader:
    """Reader of one asm statement."""

    text: str
    tokens: list[CudaToken]
    position: int
    macros: Macros
    expansion: Expansion
    device: bool = True
    unknown: str = ""
    foreign: bool = False
    closed: bool = False
    is_parametric: bool = False
    template_end: int = 0
    operands: list[AsmOperand] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    """Constraints, clobbers and names that compilers reject."""

    def read(self, *, targets: bool, host: bool) -> Region | Diagnostic | None:
        """Return the statement's text; None for other words and for assembly of the host."""
        first = self.position
        start = self.tokens[first].start
        self.position += 1
        while self._next().text in _QUALIFIERS:
            self.position += 1
        if self._next().text != "(":
            return None
        self.position += 1
        template = self._template()
        if template is None:
            return None
        # Without colons, `%` in the template is a plain character (GCC's manual, "Basic Asm").
        basic = self._next().text == ")"
        sections = 0
        while self._next().text in (":", "::"):
            sections += len(self._next().text)  # `::` is one token of C++, but skips a section.
            self._section(("outputs", "inputs", "clobbers", "labels")[min(sections, 4) - 1])
        # Whatever follows is not read, but its brackets must not end the statement too early.
        while (token := self._next()).text not in (")", ";", ""):
            if token.text in CLOSING:
                self._skip_group()
            else:
                self.position += 1
        end, self.closed = self._next().end, self._next().text == ")"
        self.position += 1
        if UNKNOWN in text_of(template):
            self.unknown = self.unknown or "a computed part"
        if self.unknown:
            other_machine = host and not self.device and not looks_like_ptx(text_of(template))
            return None if self.foreign or other_machine else unread(start, end, self.unknown)
        # `%%` is not valid in PTX, so that a template with `%%` is meant as one with operands.
        sign = "%" if not basic or "%%" in text_of(template) else ""
        characters = fill(template, sign, self.operands) if sign else template
        content = text_of(characters)
        if basic and _SYMBOL.fullmatch(content) and self._follows_declarator(first):
            return None  # The name of a declaration: `int f(int) asm("name");` (GCC's manual, "Asm Labels").
        if is_foreign(content) or (host and not looks_like_ptx(content, device=self.device)):
            return None
        if self.foreign and not has_ptx_opcode(content):
            return None
        written = text_of(template)
        for number, operand in enumerate(self.operands):
            if operand.spelling and operand.spelling in written:
                index = written.index(operand.spelling)
                place = Span(template[index][1], template[index + len(operand.spelling) - 1][2])
                self.faults += name_faults(operand.spelling[2:-1], number, place)
        self.faults += percent_faults(template, colons=not basic, operands=bool(self.operands))
        return region(characters, self.template_end, self.operands, targets=targets, sign=sign)

    def _follows_declarator(self, position: int) -> bool:
        """Return True if the tokens before a position are `name` or `name(…)`, not the head of a statement."""
        before = position - 1
        if before >= 0 and self.tokens[before].text == ")":
            depth = 1
            earliest = max(before - _MOST_PARAMETERS, 0)
            while depth and before > earliest:
                before -= 1
                depth += (self.tokens[before].text == ")") - (self.tokens[before].text == "(")
            before -= 1
        word = self.tokens[before] if before >= 0 else CudaToken("end", "", 0, 0)
        return word.kind == "word" and word.text not in _BEFORE_STATEMENTS

    def _next(self) -> CudaToken:
        if self.position < len(self.tokens):
            return self.tokens[self.position]
        return CudaToken("end", "", len(self.text), len(self.text))

    def _template(self) -> Characters | None:
        """Return the characters of the template; None where something else than a string follows."""
        characters: Characters = []
        any_string = False
        while (token := self._next()).text not in (":", "::", ")", ""):
            value = self.macros.value(self.expansion, self.tokens, self.position)
            if token.kind in ("string", "raw"):
                characters += literal(self.text, token)
                any_string = True
            elif value is not None:
                string, past = value
                place = token.start, self.tokens[past - 1].end
                characters += ((character, *place) for character in string)
                any_string, self.template_end, self.position = True, place[1], past
                continue
            else:
                self.is_parametric = True
                if not any_string and token.kind != "word" and token.text != "#":
                    return None
                self.unknown = self.unknown or (
                    f"the macro {token.text}" if token.kind == "word" else "a computed part"
                )
                if token.text in CLOSING:
                    self._skip_group()
                    continue
            self.template_end = token.end
            self.position += 1
        return characters if any_string or self.unknown else None

    def _section(self, section: str) -> None:
        """Read the operands after a colon."""
        self.position += 1
        while (token := self._next()).text not in (":", "::", ")", ""):
            symbol = ""
            if token.text == "[":
                self.position += 1
                symbol = self._next().text
                self.position += 2
                token = self._next()
            if token.kind == "string":
                constraint, place = token.text[1:-1], Span(token.start, token.end)
                self.position += 1
                if section == "clobbers":
                    # Other clobbers name registers of a machine; registers of PTX are virtual.
                    self.foreign = self.foreign or constraint not in ("memory", "cc", "")
                    self.faults += clobber_faults(constraint, place)
                elif self._next().text == "(":
                    start = self._next().end
                    self._skip_group()
                    expression = self.text[start : self.tokens[self.position - 1].start]
                    self._operand(constraint, expression.strip(), symbol)
                    if UNKNOWN not in constraint:
                        self.faults += constraint_faults(constraint, place, output=section == "outputs")
            elif token.kind == "word" and section in ("outputs", "inputs"):
                self.unknown = self.unknown or f"the operands of the macro {token.text}"
                self.position += 1
                if self._next().text == "(":
                    self._skip_group()
            elif token.text in CLOSING:
                self._skip_group()
            else:
                if token.text == UNKNOWN and section in ("outputs", "inputs"):
                    self.unknown = self.unknown or "computed operands"
                self.position += 1

    def _operand(self, constraint: str, expression: str, symbol: str) -> None:
        """Note an operand; a constraint that PTX does not have is a sign of assembly of the host."""
        if UNKNOWN in constraint:
            self.unknown = self.unknown or "a computed constraint"
            return
        try:
            type_ = register_type(constraint, NVCC_TYPES, self.operands)
        except KeyError:
            self.foreign, type_ = True, "any"
        if constraint.lstrip("=+&") == "C":
            # A string that the compiler computes becomes part of the text ("Inline PTX Assembly in CUDA", 1.1.2).
            self.unknown = self.unknown or f"the string {expression[:40]}"
        symbol = symbol if re.fullmatch(r"[A-Za-z_]\w*", symbol) else ""
        name = operand_name(symbol or str(len(self.operands)))
        value = constant(expression) if type_ is None else None
        spelling = f"%[{symbol}]" if symbol else ""
        self.operands.append(AsmOperand(name, constraint, type_, expression, value, spelling))

    def _skip_group(self) -> None:
        """Go past a group in parentheses, brackets or braces."""
        closing = [CLOSING[self._next().text]]
        self.position += 1
        while closing and self.position < len(self.tokens):
            token = self._next()
            if token.text == closing[-1]:
                closing.pop()
            elif token.kind == "mark" and token.text in CLOSING:
                closing.append(CLOSING[token.text])
            elif token.text == ";" and closing == [")"]:
                return  # An unclosed parenthesis: the statement ends here.
            self.position += 1


class _Conditions:
    """Preprocessor conditions around a place: True, False, or None where they depend on unknown macros.

    Args:
        target: Target that decides the macros `__CUDA_ARCH…`; without it, they are unknown.
    """

    def __init__(self, target: str | None) -> None:
        self._target: dict[str, int] | None = None
        if target is not None and (number := re.search(r"\d+", target)):
            arch = int(number[0]) * 10
            # As nvcc 13.0 defines them (`nvcc --dryrun -arch=sm_100f`): the macro of a feature has no value, which
            # the preprocessor reads as 1 after `-D`, and a target `f` has the macro of its family only.
            self._target = {"__CUDA_ARCH__": arch}
            if target.endswith(("a", "f")):
                self._target["__CUDA_ARCH_FAMILY_SPECIFIC__"] = arch
            if target.endswith("a"):
                self._target |= {"__CUDA_ARCH_SPECIFIC__": arch, f"__CUDA_ARCH_FEAT_SM{number[0]}_ALL": 1}
        self._stack: list[list[bool | None]] = []

    @property
    def compiled(self) -> bool | None:
        """True if the compiler sees the place, False if not, None if that is not known."""
        states = [branches[-1] for branches in self._stack]
        return False if False in states else None if None in states else True

    def read(self, directive: str) -> None:
        """Follow a directive, without its `#`."""
        match = CONDITION.match(directive)
        if match is None:
            return
        word, rest = match[1], re.sub(r"/\*.*?\*/|//.*|\\\n", " ", match[2]).strip()
        if word in ("if", "ifdef", "ifndef"):
            value = self._value(rest) if word == "if" else self._defined(rest)
            if word == "ifndef":
                # An include guard, around everything else, is true; other macros are not known.
                value = True if value is None and not self._stack else None if value is None else not value
            self._stack.append([value])
        elif word in ("elif", "else") and self._stack:
            branches = self._stack[-1]
            value = True if word == "else" else self._value(rest)
            # The first true branch is compiled; after an unknown one, a true one may be.
            if True in branches:
                value = False
            elif None in branches and value is not False:
                value = None
            branches.append(value)
        elif word == "endif" and self._stack:
            self._stack.pop()

    def _defined(self, name: str) -> bool | None:
        # PTX is compiled for a device, by whichever compiler: whether `__CUDACC_RTC__` of NVRTC exists is unknown.
        if name in ("__CUDA_ARCH__", "__CUDACC__", "__NVCC__"):
            return True
        return name in self._target if self._target is not None and name.startswith(_TARGET_MACROS) else None

    def _value(self, expression: str) -> bool | None:
        """Evaluate an expression; None where it depends on more than `__CUDA_ARCH__` and numbers."""
        tokens = re.findall(r"\d+|\w+|&&|\|\||[<>=!]=|[<>!()]|\S", expression)
        # The parser below copies the rest of the tokens at each step, in quadratic time. An operator of C++ that it
        # does not have, such as `+`, is left in the rest, and makes the value unknown.
        if len(tokens) > 200:
            return None
        try:
            value, rest = self._either(tokens)
        except (IndexError, RecursionError):
            return None
        return None if rest or value is None else bool(value)

    def _either(self, tokens: list[str]) -> tuple[int | None, list[str]]:
        value, tokens = self._both(tokens)
        while tokens and tokens[0] == "||":
            other, tokens = self._both(tokens[1:])
            value = 1 if value or other else None if None in (value, other) else 0
        return value, tokens

    def _both(self, tokens: list[str]) -> tuple[int | None, list[str]]:
        value, tokens = self._comparison(tokens)
        while tokens and tokens[0] == "&&":
            other, tokens = self._comparison(tokens[1:])
            value = 0 if 0 in (value, other) else None if None in (value, other) else 1
        return value, tokens

    def _comparison(self, tokens: list[str]) -> tuple[int | None, list[str]]:
        left, tokens = self._primary(tokens)
        if tokens and tokens[0] in ("<", ">", "<=", ">=", "==", "!="):
            operator = tokens[0]
            right, tokens = self._primary(tokens[1:])
            if left is None or right is None:
                return None, tokens
            ordered = {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}
            return int(ordered.get(operator, (left == right) == (operator == "=="))), tokens
        return left, tokens

    def _primary(self, tokens: list[str]) -> tuple[int | None, list[str]]:
        head, tokens = tokens[0], tokens[1:]
        if head == "!":
            value, tokens = self._primary(tokens)
            return None if value is None else int(not value), tokens
        if head == "(":
            value, tokens = self._either(tokens)
            return value, tokens[1:]
        if head == "defined":
            name = tokens[1] if tokens[0] == "(" else tokens[0]
            value_ = self._defined(name)
            return None if value_ is None else int(value_), tokens[3 if tokens[0] == "(" else 1 :]
        if head.isdecimal():
            return int(head), tokens
        if self._target is not None and head.startswith(_TARGET_MACROS):
            return self._target.get(head, 0), tokens  # A name without a definition is 0 in `#if` ([cpp.cond]).
        return None, tokens
