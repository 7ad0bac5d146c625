"""PTX in Python sources: inline assembly of Triton, MLIR and llvmlite, CUDA C++ in strings, and modules in strings.

The file is parsed by `ast`, never executed. A file with a syntax error, such as one that is being edited, is read token
by token instead: calls with literals as arguments, and strings.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.sources.cuda import cuda_regions
from ptxisa.sources.python_strings import FILLING, FORMAT, PERCENT, PythonStrings, TemplateKind, called, fill_template
from ptxisa.sources.regions import Region, start_of, unread
from ptxisa.sources.templates import (
    UNKNOWN,
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
_MOST_TOKENS = 400
"""Tokens of a call in a file with a syntax error, in which the call may have no end."""
_MODULE = re.compile(r"^\s*\.version\b.*^\s*\.target\b", re.MULTILINE | re.DOTALL)
_CUDA = re.compile(r"\b(?:asm|__asm__)\b[^\"']{0,40}\(")


def python_regions(text: str, target: str | None = None) -> Iterator[Region | Diagnostic]:
    """Yield the PTX texts of a Python source in order; `target` serves CUDA C++ in strings."""
    try:
        with warnings.catch_warnings():
            # Python warns of escapes such as "\%", which are the author's matter.
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        yield unread(0, 0, f"parts of the file, which is not Python{f' (line {line})' if line else ''}")
        yield from _regions_of_tokens(text, target)
        return
    strings = PythonStrings(text, tree)
    results: list[tuple[int, Region | Diagnostic]] = []
    # Literals that are templates, so that they do not count as texts of their own as well.
    used: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        call = _CALLS.get(name)
        template = strings.literal(_argument(node, *call.template)) if call is not None else None
        if call is None or template is None:
            continue
        used.add(id(template))
        place, reason = strings.offset(node), ""
        characters = strings.value(template)
        constraints = strings.value(strings.literal(_argument(node, *call.constraints))) if call.constraints else []
        if characters is None:
            reason = "a template that is not a literal"
        elif UNKNOWN in text_of(characters):
            reason = "a template with a computed part"
        elif constraints is None or UNKNOWN in text_of(constraints):
            reason = "constraints that are not a literal"
        if reason or characters is None:
            results.append((place, unread(place, place, reason)))
            continue
        end, doubled = strings.end(template), strings.doubled(template)
        assembly = (
            llvm_region(characters, end, text_of(constraints or []))
            if call.constraints
            else inline_ptx_region(characters, end)
        )
        if assembly is not None:  # None for assembly of another machine.
            results.append((place, replace(assembly, doubled=doubled)))
    # The largest expression that makes a string counts, since its parts may be cut anywhere in an asm statement.
    pending: list[ast.AST] = [tree]
    for node in pending:
        if id(node) in used or id(node) in strings.templates:
            continue
        is_string = isinstance(node, (ast.Constant, ast.JoinedStr, ast.BinOp, ast.Call))
        if isinstance(node, ast.Constant):
            # Most strings of a file have no PTX; the places of their characters need not be found.
            value = node.value if isinstance(node.value, str) else ""
            is_string = _MODULE.search(value) is not None or _CUDA.search(value) is not None
        characters = strings.value(cast("ast.expr", node)) if is_string else None
        if characters is None:
            pending += ast.iter_child_nodes(node)
            continue
        expression = cast("ast.expr", node)
        content, end = text_of(characters), strings.end(expression)
        for item in _regions_in_string(characters, content, end, target):
            item = replace(item, doubled=strings.doubled(expression)) if isinstance(item, Region) else item
            results.append((start_of(item), item))
        if isinstance(node, ast.Call) and called(node) in FILLING:
            # What is put into a template may be a whole asm statement, whose places are lost in the template's value.
            pending += [*node.args, *(keyword.value for keyword in node.keywords)]
    results.sort(key=lambda result: result[0])
    for _, result in results:
        yield result


def _regions_in_string(
    characters: Characters, content: str, end: int, target: str | None
) -> Iterator[Region | Diagnostic]:
    """Yield the module, or the inline assembly of CUDA C++, that is a string; `end` is just past its literal."""
    if _MODULE.search(content):
        if UNKNOWN in content:
            yield unread(characters[0][1], characters[0][1], "a module with a computed part")
        else:
            yield region(characters, end, module=True)
    elif _CUDA.search(content):
        yield from embedded(characters, end, cuda_regions(content, target, host=True, complete=True))


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
        part = (plain if "r" in match["prefix"].lower() else unescape)(text, position, inside.end())
        characters += fill_template(part, FORMAT) if "f" in match["prefix"].lower() else part
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


def _regions_of_tokens(text: str, target: str | None) -> Iterator[Region | Diagnostic]:
    """Yield the PTX texts of a file that is not valid Python, in order."""
    tokens = list(_tokens(text))
    assigned: dict[str, list[PythonToken]] = {}
    for name, sign, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if sign.text == "=" and value.characters is not None:
            assigned.setdefault(name.text, []).append(value)
    # Which of several values a name has at a call is not known without the structure of the file.
    constants = {name: values[0] for name, values in assigned.items() if len(values) == 1}
    results: list[tuple[int, Region | Diagnostic]] = []
    # Places of templates, which do not count as texts of their own as well.
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
        if template is None or template.characters is None or UNKNOWN in text_of(template.characters):
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
    fields: dict[int, TemplateKind] = {}
    for index, token in enumerate(tokens):
        # A literal, or a name that is bound to one, before `% …` or `.format(…)`.
        literal = token if token.characters is not None else constants.get(token.text)
        following = [token.text for token in tokens[index + 1 : index + 3]]
        if literal is not None and (following[:1] == ["%"] or following == [".", "format"]):
            fields[literal.start] = PERCENT if following[0] == "%" else FORMAT
    for token in tokens:
        if token.characters is None or token.start in used:
            continue
        characters = token.characters
        if token.start in fields:
            characters = fill_template(characters, fields[token.start])
        items = _regions_in_string(characters, text_of(characters), token.end, target)
        results += ((start_of(item), item) for item in items)
    for _, result in sorted(results, key=lambda result: result[0]):
        yield result


def _argument(call: ast.Call, keyword: str, position: int | None) -> ast.expr | None:
    """Return an argument by keyword or by position; without a position, the first that is a string."""
    for argument in call.keywords:
        if argument.arg == keyword:
            return argument.value
    if position is not None:
        return call.args[position] if position < len(call.args) else None
    strings = (
        node
        for node in call.args
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    )
    return next(strings, None)
