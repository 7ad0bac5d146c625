"""Macros of a C++ file in the templates of inline assembly, as far as the file shows their value.

    macros = Macros(text, tokens)
    macros.value(expansion, position)  # of `"…"`, `NAME`, `NAME(arguments)`, `#parameter`

A preprocessor would need all headers and the options of the compiler. A macro counts if the file defines it once, or in
branches of one `#if`, each of which is a choice. A macro that contains an asm statement is read once for each of its
uses with other arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import NamedTuple

from ptxisa.sources.cpp_tokens import CONDITION, CudaToken, cpp_tokens, literal
from ptxisa.sources.templates import CLOSING, text_of

_DEEPEST = 20
"""Macros in the value of each other."""
MOST_CHOICES = 8
"""Definitions of one macro that are tried."""
_MOST_STEPS = 2000
"""Tokens of macros that are read for one statement."""
_MOST_USES = 32
"""Uses of a macro whose arguments are tried."""
_LONGEST = 10_000
"""Characters of a value; macros that double each other would make longer ones."""


class Macro(NamedTuple):
    """Definition: the branch of the `#if` around it, its parameters (None without parentheses), tokens and place."""

    branch: tuple[int, int]
    parameters: tuple[str, ...] | None
    body: tuple[CudaToken, ...]
    start: int
    end: int


@dataclass
class Expansion:
    """What is chosen while one asm statement is read, and what the statement turned out to depend on."""

    arguments: Mapping[str, str] = field(default_factory=dict)
    """Arguments of the macro around the statement, by parameter."""
    choice: int = 0
    """Number of the definition that counts for macros with several."""
    choices: int = 1
    """Largest number of definitions of a macro that was used."""
    steps: Iterator[int] = field(default_factory=lambda: iter(range(_MOST_STEPS)))
    """Steps that are left for the statement."""

    def inside(self, arguments: Mapping[str, str]) -> Expansion:
        """Return the expansion of a macro in the text."""
        return Expansion(arguments, self.choice, self.choices, self.steps)


class Macros:
    """Macros of one file."""

    def __init__(self, text: str, tokens: Sequence[CudaToken]) -> None:
        self._text, self._tokens = text, tokens
        self._definitions: dict[str, list[Macro]] = {}
        self.around: dict[int, str] = {}
        """Name of each macro by the index of the token that begins its definition."""
        removed = set()
        groups, branches = count(), [(-1, 0)]
        for index, token in enumerate(tokens):
            if token.kind == "directive" and (match := CONDITION.match(token.text)):
                if match[1].startswith("if"):
                    branches.append((next(groups), 0))
                elif match[1] in ("elif", "else") and len(branches) > 1:
                    branches[-1] = branches[-1][0], branches[-1][1] + 1
                elif match[1] == "endif" and len(branches) > 1:
                    branches.pop()
                elif match[1] == "undef":
                    removed.add(match[2].strip())
            elif token.kind == "define":
                self._define(index, branches[-1])
        for name, macros in self._definitions.items():
            if len(macros) > 1 and any(macro.body for macro in macros) and not _are_exclusive(macros):
                macros[:] = [macro for macro in macros if macro.body]  # Of an optional part, the text is checked.
            if not _are_exclusive(macros):
                removed.add(name)
        self._known = {name: macros for name, macros in self._definitions.items() if name not in removed}

    def _define(self, index: int, branch: tuple[int, int]) -> None:
        """Add the definition whose `#define` is the token at an index."""
        define = self._tokens[index]
        body: list[CudaToken] = []
        while index + 1 + len(body) < len(self._tokens) and self._tokens[index + 1 + len(body)].start < define.end:
            body.append(self._tokens[index + 1 + len(body)])
        if len(body) < 2 or body[0].text != "define":
            return
        name, parameters, rest = body[1], None, body[2:]
        # Only a parenthesis without a space before it begins parameters ([cpp.replace]); another belongs to the value.
        if rest and rest[0].text == "(" and rest[0].start == name.end:
            closing = next((number for number, token in enumerate(rest) if token.text == ")"), len(rest) - 1)
            parameters = tuple(token.text for token in rest[1:closing] if token.text != ",")
            rest = rest[closing + 1 :]
        macro = Macro(branch, parameters, tuple(rest), define.start, define.end)
        self._definitions.setdefault(name.text, []).append(macro)
        self.around[index] = name.text

    def value(
        self, expansion: Expansion, tokens: Sequence[CudaToken], position: int, text: str | None = None, depth: int = 0
    ) -> tuple[str, int] | None:
        """Return the string that begins at a token, and the position after it; None if the file does not show it.

        Args:
            expansion: Arguments and choice; updated.
            tokens: Tokens of the text.
            position: Index of the first token.
            text: Text of the tokens; by default that of the file.
            depth: Number of macros around the token.
        """
        token, text = tokens[position], self._text if text is None else text
        if depth > _DEEPEST or next(expansion.steps, None) is None:
            return None
        if token.kind in ("string", "raw"):
            return text_of(literal(text, token)), position + 1
        following = tokens[position + 1] if position + 1 < len(tokens) else None
        if token.text == "#" and following is not None and following.text in expansion.arguments:
            # White space between the tokens of the argument becomes one space ([cpp.stringize]).
            return " ".join(expansion.arguments[following.text].split()), position + 2
        if token.kind != "word":
            return None
        if token.text in expansion.arguments:
            # The argument of a macro comes from its use, where other macros' parameters have no meaning.
            argument = expansion.arguments[token.text]
            inside = expansion.inside({})
            value = self._of_tokens(inside, list(cpp_tokens(argument)), argument, depth + 1)
            expansion.choices = max(expansion.choices, inside.choices)
            return (value, position + 1) if value is not None else None
        macros = self._known.get(token.text)
        if macros is None:
            return None
        expansion.choices = max(expansion.choices, len(macros))
        macro = macros[min(expansion.choice, len(macros) - 1)]
        arguments, past = {}, position + 1
        if macro.parameters is not None:
            values, past = _arguments(tokens, past, text)
            if len(values) != len(macro.parameters):
                return None
            # A parameter after # keeps its text; other arguments are expanded, and a word may be a macro of a header.
            direct = any(part.text == "#" for part in macro.body)
            for parameter, written in zip(macro.parameters, values, strict=True):
                argument = expansion.arguments.get(written, written)
                if not direct and argument.isidentifier():
                    bodies = [other.body for other in self._known.get(argument, ()) if other.parameters is None]
                    if len(bodies) != 1 or [part.kind for part in bodies[0]] != ["number"]:
                        return None
                    argument = bodies[0][0].text
                arguments[parameter] = argument
        inside = expansion.inside(arguments)
        result = self._of_tokens(inside, macro.body, self._text, depth + 1)
        expansion.choices = max(expansion.choices, inside.choices)
        return (result, past) if result is not None else None

    def _of_tokens(self, expansion: Expansion, tokens: Sequence[CudaToken], text: str, depth: int) -> str | None:
        """Return the string that adjacent literals and macros make."""
        parts, position, length = [], 0, 0
        while position < len(tokens):
            part = self.value(expansion, tokens, position, text, depth)
            if part is None:
                return None
            parts.append(part[0])
            position, length = part[1], length + len(part[0])
            if length > _LONGEST:
                return None
        return "".join(parts)

    def uses(self, name: str) -> Iterator[Mapping[str, str]]:
        """Yield the arguments of the uses of a macro outside of other macros, by parameter, each once."""
        macros = self._known.get(name, [])
        parameters = macros[0].parameters if len(macros) == 1 else None
        if not parameters:
            return
        different = set()
        for position in self._uses.get(name, ()):
            values, _ = _arguments(self._tokens, position + 1, self._text)
            if len(values) == len(parameters) and tuple(values) not in different:
                different.add(tuple(values))
                yield dict(zip(parameters, values, strict=True))
                if len(different) == _MOST_USES:
                    return

    @cached_property
    def _uses(self) -> dict[str, list[int]]:
        """Positions of the names of macros outside of definitions."""
        positions: dict[str, list[int]] = {}
        end = 0
        for position, token in enumerate(self._tokens):
            if token.kind == "define":
                end = token.end
            elif token.kind == "word" and token.start >= end and token.text in self._known:
                positions.setdefault(token.text, []).append(position)
        return positions


def _are_exclusive(macros: Sequence[Macro]) -> bool:
    """Return True for one definition, or definitions in branches of one `#if`; others have values at other places."""
    branches = {macro.branch for macro in macros}
    return len(macros) == 1 or (len(branches) == len(macros) and len({group for group, _ in branches}) == 1)


def _arguments(tokens: Sequence[CudaToken], position: int, text: str) -> tuple[list[str], int]:
    """Return the texts of the arguments in parentheses at a position, and the position after them."""
    if position >= len(tokens) or tokens[position].text != "(":
        return [], position
    arguments: list[str] = []
    closing, start = [")"], tokens[position].end
    for index in range(position + 1, len(tokens)):
        token = tokens[index]
        if token.text == closing[-1]:
            closing.pop()
        elif token.kind == "mark" and token.text in CLOSING:
            closing.append(CLOSING[token.text])
        if not closing or (token.text == "," and len(closing) == 1):
            arguments.append(text[start : token.start].strip())
            start = token.end
        if not closing:
            return arguments, index + 1
    return [], len(tokens)
