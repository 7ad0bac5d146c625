"""Texts in English: prose of records, descriptions of schemas, messages, docstrings, comments and pages.

Each text keeps its file and line. `unquoted` and `plain` put a mark in place of code.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from generator.records.yaml_reader import Located, Steps, read

PROSE_KEYS = frozenset(
    [
        *("summary", "why", "notes", "unconfirmed", "note", "says", "meaning", "default", "prose", "effect"),
        *("no_semantics", "description"),
    ]
)
PROSE_KEYS_OF_KIND = {
    "conversion": frozenset(["rows", "columns"]),
    "measurement": frozenset(["findings", "what"]),
    "nvvm_data_layout": frozenset(["obsolete"]),
    "nvvm_intrinsic": frozenset(["obsolete"]),
    "rule": frozenset(["statement"]),
    "special_register": frozenset(["value"]),
    "tensor_mode": frozenset(["elements", "traversal", "outside"]),
}
"""Keys that hold prose in records of one kind and data in others."""

CODE = "\u00b7"
"""Mark in place of a piece of code."""

PRAGMA = re.compile(r"#!|# *(noqa|type:|fmt:|ruff:|pragma)")
"""Comments that are for tools."""

MARKUP = re.compile(r":[\w:+.-]+:`[^`]*`|``.+?``|`[^`]+`_{0,2}|<[^>\s]+>|https?://\S+")
CODE_LIKE = re.compile(r"[\d_%@=<>{}\[\]/\\|&^~#$+*]|^[(]?\.\w|\w\.\w|::")


class EnglishText(NamedTuple):
    """A piece of English: the line on which it begins (from 1), and the text in one line."""

    path: Path
    line: int
    words: str
    docstring: bool = False


def unquoted(text: str) -> str:
    """Return the text with a mark in place of each role, link and literal."""
    return MARKUP.sub(CODE, text)


def plain(text: str) -> str:
    """Return the words with a mark in place of markup and of each token that looks like code, such as .f32 or sm_90."""
    return re.sub(r"\S+", lambda token: _plain(token[0]), unquoted(text))


def _plain(token: str) -> str:
    """Return the mark and the punctuation that ends the token, if the token looks like code."""
    body = token.rstrip(".,;:!?)\"'")
    return CODE + token[len(body) :] if CODE_LIKE.search(body) else token


def of_record(path: Path) -> Iterator[EnglishText]:
    """Yield the prose of one record."""
    record = read(path)
    keys = PROSE_KEYS | PROSE_KEYS_OF_KIND.get(str(record.data.get("kind")), frozenset())
    yield from _prose(record, record.data, (), keys)


def _prose(record: Located, value: Any, steps: Steps, keys: frozenset[str]) -> Iterator[EnglishText]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _prose(record, item, (*steps, key), keys)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _prose(record, item, (*steps, index), keys)
    # The nearest key; for an item of a list, the key of the list.
    elif (
        isinstance(value, str)
        and next((step for step in reversed(steps) if isinstance(step, str)), "") in keys
        and " " in value
    ):
        yield EnglishText(record.path, record.place(steps)[0], value.strip())


def of_schema(path: Path) -> Iterator[EnglishText]:
    """Yield the descriptions in a JSON Schema, which editors show."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        for quoted in re.findall(r'"description": ("(?:[^"\\]|\\.)*")', line):
            yield EnglishText(path, number, json.loads(quoted))


def of_catalogue(path: Path) -> Iterator[EnglishText]:
    """Yield the meanings of diagnostic codes: the first argument of each `Code(...)` in a Python file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Code" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield EnglishText(path, first.lineno, first.value)


def of_python(path: Path) -> Iterator[EnglishText]:
    """Yield the docstrings, the strings after constants and fields, and the comments of a Python file."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        for number, statement in enumerate(
            getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ()
        ):
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                of_function = number == 0 and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                yield EnglishText(
                    path, value.lineno, " ".join(value.value.split()), docstring=of_function or number > 0
                )
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not PRAGMA.match(token.string):
            yield EnglishText(path, token.start[0], token.string.lstrip("#: "))


def of_page(path: Path) -> Iterator[EnglishText]:
    """Yield the paragraphs, list items and table cells of a reStructuredText or Markdown page, without its code."""
    markdown = path.suffix == ".md"
    blocks = (
        _markdown(path) if markdown else _paragraphs(list(_without_code(path.read_text(encoding="utf-8").splitlines())))
    )
    for line, text in blocks:
        for cell in text.split(" | ") if markdown else [text]:
            if " " in cell.strip(" |"):
                yield EnglishText(path, line, cell.strip(" |"))


Block = tuple[int, str]
ITEM = re.compile(r"\s*(?:[*+-]|#\.|\d+\.|\|)\s")
UNDERLINE = re.compile(r"[=~^\"'#*+ -]{3,}\Z")
PROSE_DIRECTIVES = ("note", "warning", "tip", "important", "container", "glossary", "versionadded", "deprecated")


def _markdown(path: Path) -> Iterator[Block]:
    lines = path.read_text(encoding="utf-8").splitlines()
    fenced = False
    shown = []
    for line in lines:
        fence = line.lstrip().startswith("```")
        shown.append("" if fence or fenced or line.startswith("#") else line)
        fenced ^= fence
    return _paragraphs(shown)


def _without_code(lines: list[str]) -> Iterator[str]:
    """Yield the lines; those of literal blocks, directives except admonitions, comments and underlines are empty."""
    hidden = -1
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= hidden:
            hidden = -1
        if hidden >= 0 or not line.strip():
            yield ""
        elif line.lstrip().startswith(".. "):
            hidden = -1 if (line.lstrip()[3:].split("::")[0] in PROSE_DIRECTIVES) else indent
            yield ""
        elif UNDERLINE.match(line) or re.match(r"\s*:[\w-]+:( |$)", line):
            yield ""
        else:
            hidden = indent if line.rstrip().endswith("::") else -1
            yield line


def _paragraphs(lines: list[str]) -> Iterator[Block]:
    """Yield runs of lines up to an empty line, a list item, a row of a table or another indentation."""
    block: list[str] = []
    start, margin = 0, 0
    for number, line in enumerate([*lines, ""], 1):
        item = ITEM.match(line)
        if block and (item or not line.strip() or _indent(line) != margin):
            yield start, " ".join(block)
            block = []
        if line.strip():
            start = start if block else number
            margin = item.end() if item else _indent(line)
            block.append(line[margin:].rstrip())


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
