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
from ptxisa.sources.regions import AsmOperand, Region, Unread
from ptxisa.sources.templates import LLVM_TYPES, Characters, fill, region, register_type, unescape


class _Call(NamedTuple):
    """Function with inline assembly: keywords and positions of the template and of the constraints."""

    template: tuple[str, int]
    constraints: tuple[str, int] | None


_CALLS = {
    "inline_asm_elementwise": _Call(("asm", 0), ("constraints", 1)),  # triton.language
    "inline_asm": _Call(("asm_string", 2), ("constraints", 3)),  # mlir.dialects.llvm
    "InlineAsm": _Call(("asm", 1), ("constraint", 2)),  # llvmlite.ir
    "inline_ptx": _Call(("ptx_code", 2), None),  # mlir.dialects.nvvm
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
        if isinstance(node, ast.Call) and (call := _CALLS.get(_last_name(node.func))) is not None:
            template = _argument(node, call.template)
            if template is None:
                continue
            string = _string(template, constants)
            place = places.offset(node.lineno, node.col_offset)
            if string is None:
                results.append((place, Unread(place, place, "a template that is not a literal")))
                continue
            used.add(id(string))
            constraints = _string(_argument(node, call.constraints), constants) if call.constraints else None
            if call.constraints and constraints is None:
                results.append((place, Unread(place, place, "constraints that are not a literal")))
                continue
            operands = _operands(str(constraints.value) if constraints is not None else "")
            if operands is None:
                continue  # assembly of another machine
            characters = fill(places.characters(string), "$")
            results.append((place, region(characters, places.end(string), operands)))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in used:
            if _MODULE.search(node.value):
                found = region(places.characters(node), places.end(node))
                results.append((found.start, Region(found.text, found.offsets, module=True)))
            elif _CUDA.search(node.value):
                results += ((item.start, item) for item in _nested(places.characters(node), places.end(node), target))
    results.sort(key=lambda result: result[0])
    for _, result in results:
        yield result


def _nested(characters: Characters, end: int, target: str | None) -> Iterator[Region | Unread]:
    """Yield the inline assembly of CUDA C++ that is the value of a string."""
    offsets = [*(place for _, place in characters), end]
    for item in cuda_regions("".join(character for character, _ in characters), target, host=True):
        if isinstance(item, Unread):
            yield Unread(offsets[item.start], offsets[item.end], item.reason)
        else:
            yield Region(item.text, [offsets[place] for place in item.offsets], item.operands, targets=item.targets)


def _operands(constraints: str) -> tuple[AsmOperand, ...] | None:
    """Return the operands of LLVM constraints such as `=r,r,~{memory}`; None for those of another machine."""
    operands: list[AsmOperand] = []
    for part in constraints.replace(" ", "").split(","):
        if part and not part.startswith("~"):
            try:
                type_ = register_type(part, LLVM_TYPES, operands)
            except KeyError:
                return None
            operands.append(AsmOperand(f"${len(operands)}", part, type_))
    return tuple(operands)


def _last_name(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _argument(call: ast.Call, place: tuple[str, int]) -> ast.expr | None:
    """Return an argument by keyword or by position."""
    keyword, position = place
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    return call.args[position] if position < len(call.args) else None


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
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node
    return None


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
        start, characters = position, []
        while position < end and (match := _LITERAL.match(self._text, position)):
            position = match.end()
            if match["quotes"]:
                close = re.compile(rf"(?:\\.|(?!{match['quotes']}).)*", re.DOTALL).match(self._text, position, end)
                assert close is not None
                raw = "r" in match["prefix"].lower()
                inner = range(position, close.end())
                characters += (
                    list(zip(self._text[position : close.end()], inner, strict=True))
                    if raw
                    else unescape(self._text, position, close.end())
                )
                position = close.end() + len(match["quotes"])
        value = str(node.value)
        if "".join(character for character, _ in characters) != value:
            return [(character, start) for character in value]  # \N{…}, or \r\n: only the start is known
        return characters
