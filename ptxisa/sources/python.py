"""PTX in Python sources: inline assembly of Triton, MLIR and llvmlite, CUDA C++ in strings, and modules in strings.

The file is parsed by `ast`, never executed.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
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
        yield Unread(0, 0, f"the file, which is not Python{f' (line {line})' if line else ''}")
        return
    places = _Places(text)
    constants = _constants(tree)
    results: list[tuple[int, Region | Unread]] = []
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
            return [(character, start, end) for character in value]  # \N{…}, or \r\n: only the literal is known
        return characters
