"""PTX in Python sources: inline assembly of Triton, MLIR and llvmlite, CUDA C++ in strings, and modules in strings.

The file is parsed by `ast`, never executed. A file with a syntax error, such as one that is being edited, is read token
by token instead: calls with literals as arguments, and strings.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ptxisa.sources.cuda import cuda_regions
from ptxisa.sources.regions import Region, Unread
from ptxisa.sources.templates import (
    Characters,
    embedded,
    inline_ptx_region,
    llvm_region,
    plain,
    region,
    text_of,
    unescape,
)


class _Call(NamedTuple):
    """Function with inline assembly: keyword and position of the template, and of the constraints.

    Without a position, the template is the first argument that is a string; without constraints, the template names
    the kind of each operand.
    """

    template: tuple[str, int | None]
    constraints: tuple[str, int | None] | None


_CALLS = {
    "inline_asm_elementwise": _Call(("asm", 0), ("constraints", 1)),  # triton.language
    "inline_asm": _Call(("asm_string", 2), ("constraints", 3)),  # mlir.dialects.llvm, CuTe DSL
    "InlineAsm": _Call(("asm", 1), ("constraint", 2)),  # llvmlite.ir
    "inline_ptx": _Call(("ptx_code", None), None),  # mlir.dialects.nvvm, CuTe DSL
    "inline_ptx_hl": _Call(("ptx_code", None), None),
}
_LITERAL = re.compile(
    r"""(?P<prefix>[rRbBuUfF]{0,2})(?P<quotes>\"\"\"|'''|"|')|\#[^\n]*|\s+|\\\r?\n|[()+]""",
)
_MOST_TOKENS = 400
"""Tokens of a call in a file with a syntax error, in which the call may have no end."""
_MODULE = re.compile(r"^\s*\.version\b.*^\s*\.target\b", re.MULTILINE | re.DOTALL)
_CUDA = re.compile(r"\b(?:asm|__asm__)\b[^\"']{0,40}\(")


def python_regions(text: str, target: str | None = None) -> Iterator[Region | Unread]:
    """Yield the PTX texts of a Python source in order; `target` serves CUDA C++ in strings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        yield Unread(0, 0, f"parts of the file, which is not Python{f' (line {line})' if line else ''}")
        yield from _regions_of_tokens(text, target)
        return
    places = _Places(text)
    constants = _constants(tree)
    results: list[tuple[int, Region | Unread]] = []
    # Literals that are templates, so that they do not count as texts of their own as well.
    used: set[int] = set()
    nodes = list(ast.walk(tree))
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        call = _CALLS.get(name)
        template = _argument(node, *call.template) if call is not None else None
        if call is None or template is None:
            continue
        place = places.offset(node.lineno, node.col_offset)
        string = _string(template, constants)
        constraints = _string(_argument(node, *call.constraints), constants) if call.constraints else None
        if string is None:
            results.append((place, Unread(place, place, "a template that is not a literal")))
            continue
        used.add(id(string))
        characters, end = places.characters(string), places.end(string)
        if call.constraints is None:
            results.append((place, inline_ptx_region(characters, end)))
        elif constraints is None:
            results.append((place, Unread(place, place, "constraints that are not a literal")))
        elif (item := llvm_region(characters, end, str(constraints.value))) is not None:
            results.append((place, item))  # None for assembly of another machine.
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in used:
            if _MODULE.search(node.value):
                module = region(places.characters(node), places.end(node), module=True)
                results.append((module.start, module))
            elif _CUDA.search(node.value):
                characters = places.characters(node)
                nested = cuda_regions(text_of(characters), target, host=True)
                results += ((item.start, item) for item in embedded(characters, places.end(node), nested))
    results.sort(key=lambda result: result[0])
    for _, result in results:
        yield result


class PythonToken(NamedTuple):
    """A token of Python; `characters` are those of a string literal, else None."""

    text: str
    start: int
    end: int
    characters: Characters | None = None


_TOKEN = re.compile(
    r"""(?P<prefix>[rRbBuUfF]{0,2})(?P<quotes>\"\"\"|'''|"|')
      | (?P<space>\#[^\n]* | \s+ | \\\r?\n)
      | (?P<word>\w+) | (?P<mark>==|.)""",
    re.VERBOSE | re.DOTALL,
)
_INSIDE = {
    quotes: re.compile(rf"(?:\\.|(?!{quotes}){any_character})*", re.DOTALL)
    for quotes, any_character in (('"""', "."), ("'''", "."), ('"', r"[^\n]"), ("'", r"[^\n]"))
}
"""Pattern of the content of a literal by its quotes. Without closing quotes, it ends with its line or with the file."""


def _tokens(text: str) -> Iterator[PythonToken]:
    """Yield the tokens of a text without spaces and comments; adjacent literals are one token."""
    position = first = last = 0
    characters: Characters | None = None
    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None, "the last alternative matches every character"
        start, position = position, match.end()
        if match["space"] is not None:
            continue
        if match["quotes"] is None:
            if characters is not None:
                yield PythonToken("", first, last, characters)
                characters = None
            yield PythonToken(match[0], start, position)
            continue
        inside = _INSIDE[match["quotes"]].match(text, position)
        assert inside is not None
        if characters is None:
            first, characters = start, []
        characters += (plain if "r" in match["prefix"].lower() else unescape)(text, position, inside.end())
        position = inside.end() + len(match["quotes"]) * text.startswith(match["quotes"], inside.end())
        last = position
    if characters is not None:
        yield PythonToken("", first, last, characters)


def _arguments_of_tokens(
    tokens: Sequence[PythonToken], constants: Mapping[str, PythonToken]
) -> dict[str | int, PythonToken | None]:
    """Return the arguments of a call by keyword or position: literals and names of literals; None for other values.

    The tokens begin after the parenthesis of the call, which may have no closing one.
    """
    arguments: dict[str | int, PythonToken | None] = {}
    depth = 1
    argument: list[PythonToken] = []
    for token in tokens:
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if depth and not (depth == 1 and token.text == ","):
            argument.append(token)
            continue
        if argument:
            named = len(argument) > 2 and argument[1].text == "="
            value = argument[2:] if named else argument
            while len(value) > 2 and (value[0].text, value[-1].text) == ("(", ")"):
                value = value[1:-1]
            single = value[0] if len(value) == 1 else None
            literal = single if single is None or single.characters is not None else constants.get(single.text)
            arguments[argument[0].text if named else len(arguments)] = literal
        argument = []
        if not depth:
            break
    return arguments


def _regions_of_tokens(text: str, target: str | None) -> Iterator[Region | Unread]:
    """Yield the PTX texts of a file that is not valid Python, in order."""
    tokens = list(_tokens(text))
    assigned: dict[str, list[PythonToken]] = {}
    for name, sign, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if sign.text == "=" and value.characters is not None:
            assigned.setdefault(name.text, []).append(value)
    constants = {name: values[0] for name, values in assigned.items() if len(values) == 1}
    results: list[tuple[int, Region | Unread]] = []
    used: set[int] = set()
    for index, token in enumerate(tokens[:-1]):
        call = _CALLS.get(token.text)
        if call is None or tokens[index + 1].text != "(":
            continue
        arguments = _arguments_of_tokens(tokens[index + 2 : index + 2 + _MOST_TOKENS], constants)
        keyword, position = call.template
        literals = [literal for literal in arguments.values() if literal is not None]
        template = arguments.get(keyword) or (literals[0] if position is None and literals else None)
        template = template or (arguments.get(position) if position is not None else None)
        if template is None or template.characters is None:
            continue
        used.add(template.start)
        if call.constraints is None:
            results.append((token.start, inline_ptx_region(template.characters, template.end)))
            continue
        keyword, position = call.constraints
        constraints = arguments.get(keyword) or (arguments.get(position) if position is not None else None)
        if constraints is not None and constraints.characters is not None:
            item = llvm_region(template.characters, template.end, text_of(constraints.characters))
            results += [(token.start, item)] if item is not None else []
    for token in tokens:
        if token.characters is None or token.start in used:
            continue
        content = text_of(token.characters)
        if _MODULE.search(content):
            results.append((token.start, region(token.characters, token.end, module=True)))
        elif _CUDA.search(content):
            nested = cuda_regions(content, target, host=True)
            results += ((item.start, item) for item in embedded(token.characters, token.end, nested))
    for _, result in sorted(results, key=lambda result: result[0]):
        yield result


def _argument(call: ast.Call, keyword: str, position: int | None) -> ast.expr | None:
    """Return an argument by keyword or by position; without a position, the first that is a string."""
    for argument in call.keywords:
        if argument.arg == keyword:
            return argument.value
    if position is not None:
        return call.args[position] if position < len(call.args) else None
    return next((node for node in call.args if _is_text(node)), None)


def _is_text(node: ast.expr) -> bool:
    """Return True for a string literal, and for an f-string."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _constants(tree: ast.Module) -> dict[str, ast.Constant]:
    """Return the names that a file assigns once, to a string."""
    assigned: dict[str, ast.expr | None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for name in node.targets:
                if isinstance(name, ast.Name):
                    assigned[name.id] = None if name.id in assigned else node.value
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            assigned[node.target.id] = None
    return {
        name: value
        for name, value in assigned.items()
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


def _string(node: ast.expr | None, constants: dict[str, ast.Constant]) -> ast.Constant | None:
    """Return the literal of an expression; a name has the value of the string that is assigned to it."""
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    return node if isinstance(node, ast.Constant) and _is_text(node) else None


class _Places:
    """Places of syntax nodes as offsets in the text; columns of `ast` count bytes of UTF-8."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = [0]
        for match in re.finditer("\n", text):
            self._lines.append(match.end())

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line, from 1, and a column in bytes."""
        start = self._lines[line - 1]
        end = self._lines[line] if line < len(self._lines) else len(self._text)
        return start + len(self._text[start:end].encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))

    def end(self, node: ast.Constant) -> int:
        """Return the offset just past the node."""
        return self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def characters(self, node: ast.Constant) -> Characters:
        """Return the characters of a string, which may be several adjacent literals, with their places."""
        position, end = self.offset(node.lineno, node.col_offset), self.end(node)
        start = position
        characters: Characters = []
        while position < end and (match := _LITERAL.match(self._text, position)):
            position = match.end()
            if match["quotes"]:
                close = re.compile(rf"(?:\\.|(?!{match['quotes']}).)*", re.DOTALL).match(self._text, position, end)
                assert close is not None
                raw = "r" in match["prefix"].lower()
                characters += (plain if raw else unescape)(self._text, position, close.end())
                position = close.end() + len(match["quotes"])
        value = str(node.value)
        if text_of(characters) != value:
            return [(character, start, end) for character in value]  # \N{…}, or \r\n: only the literal is known.
        return characters
