"""Markdown pages of the repository as reStructuredText, so that the site shows them without a second copy.

Supports what these pages use: headings, lists, tables, images, fenced code, inline code, strong text and links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from generator.site.rst import heading, list_table

UNDERLINES = {1: "=", 2: "-", 3: "~", 4: "^"}
_HEADING = re.compile(r"(#{1,4}) (.*)")
_SPECIAL = re.compile(r"#{1,4} | *```|\||!\[")
_IMAGE = re.compile(r"!\[([^]]*)\]\(docs(/[^)]+)\)$")
"""Image in a line of its own, below the folder of the pages."""
_FENCE = re.compile(r"( *)```(\w*)")
_INLINE = re.compile(
    r"(?P<item>(?m:^) *(?:[-*]|[0-9]+\.) )"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<label>[^]]+)\]\((?P<url>[^)]+)\)"
    r"|\*\*(?P<strong>.+?)\*\*"
    r"|\*(?P<emphasis>[^*\s][^*]*)\*"
    r"|(?P<special>[*_|\\])"
)


def to_rst(text: str) -> str:
    """Return a Markdown page as reStructuredText."""
    return "\n".join(_blocks(text.splitlines())) + "\n"


def _blocks(lines: list[str]) -> Iterator[str]:
    position = 0
    while position < len(lines):
        block, read = _block_at(lines[position])
        end = position + 1
        while read and end < len(lines) and read(lines[end]):
            end += 1
        yield from block(lines[position:end])
        position = end


Block = Callable[[list[str]], Iterator[str]]


def _block_at(line: str) -> tuple[Block, Callable[[str], bool] | None]:
    """Return the function for the block that begins with a line, and a test for its further lines."""
    if _HEADING.match(line):
        return _heading, None
    if fence := _FENCE.match(line):
        closed = False

        def inside(following: str) -> bool:
            nonlocal closed
            was_closed, closed = closed, closed or following.strip() == "```"
            return not was_closed

        return lambda block: _code(block, fence[1], fence[2]), inside
    if _IMAGE.match(line):
        return _image, None
    if line.startswith("|"):
        return _table, lambda following: following.startswith("|")
    return _text, lambda following: not _SPECIAL.match(following)


def _heading(lines: list[str]) -> Iterator[str]:
    match = _HEADING.match(lines[0])
    assert match is not None
    yield from ("", heading(inline(match[2]), UNDERLINES[len(match[1])]), "")


def _image(lines: list[str]) -> Iterator[str]:
    match = _IMAGE.match(lines[0])
    assert match is not None
    yield from ("", f".. image:: {match[2]}", f"   :alt: {match[1]}", "")


def _code(lines: list[str], indent: str, language: str) -> Iterator[str]:
    content = [line for line in lines[1:] if line.strip() != "```"]
    yield from ("", f"{indent}.. code-block:: {language or 'none'}", "")
    yield from (f"   {line}".rstrip() for line in content)
    yield ""


def _table(lines: list[str]) -> Iterator[str]:
    rows = [[inline(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    yield from ("", *list_table(rows[0], rows[2:]), "")


def _text(lines: list[str]) -> Iterator[str]:
    yield inline("\n".join(lines))


def inline(text: str) -> str:
    """Inline markup; what would be markup in reStructuredText alone is escaped."""
    parts, start = [], 0
    for match in _INLINE.finditer(text):
        parts.append(text[start : match.start()])
        start = match.end()
        parts.append(_span(match))
    return "".join([*parts, text[start:]])


def _span(match: re.Match[str]) -> str:
    if match["item"]:
        # A list begins after a blank line here.
        return f"\n{match['item']}"
    if match["special"]:
        return f"\\{match['special']}"
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return f"{_apart(before)}{_markup(match)}{_apart(after)}"


def _apart(neighbour: str) -> str:
    """Markup must not touch a word; an escaped space keeps them apart and is not shown."""
    return "\\ " if neighbour.isalnum() else ""


def _markup(match: re.Match[str]) -> str:
    if match["code"]:
        return f"``{match['code']}``"
    if match["label"]:
        return f"`{match['label']} <{match['url']}>`__" if "://" in match["url"] else match["label"]
    return _strong(match["strong"]) if match["strong"] else f"*{match['emphasis']}*"


def _strong(text: str) -> str:
    """Strong text; code in it stands outside, since markup cannot nest."""
    parts = re.split(r"(\s*`[^`]+`\s*)", text)
    return "".join(part.replace("`", "``") if "`" in part else f"**{part}**" for part in parts if part)
