"""Markdown pages of the repository as reStructuredText, so that the site shows them without a second copy.

Supports what these pages use: headings, lists, tables, images, fenced code, inline code, strong text and links.
"""

from __future__ import annotations

import re

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
    lines = text.splitlines()
    result: list[str] = []
    position = 0
    while position < len(lines):
        line, end = lines[position], position + 1
        if match := _HEADING.match(line):
            result += ["", heading(inline(match[2]), UNDERLINES[len(match[1])]), ""]
        elif match := _FENCE.match(line):
            while end < len(lines) and lines[end].strip() != "```":
                end += 1
            content = [f"   {inner}".rstrip() for inner in lines[position + 1 : end]]
            result += ["", f"{match[1]}.. code-block:: {match[2] or 'none'}", "", *content, ""]
            end += 1
        elif match := _IMAGE.match(line):
            result += ["", f".. image:: {match[2]}", f"   :alt: {match[1]}", ""]
        elif line.startswith("|"):
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            rows = [[inline(cell.strip()) for cell in row.strip("|").split("|")] for row in lines[position:end]]
            result += ["", *list_table(rows[0], rows[2:]), ""]
        else:
            # Strong text and links may span lines, so that a paragraph is converted as a whole.
            while end < len(lines) and not _SPECIAL.match(lines[end]):
                end += 1
            result.append(inline("\n".join(lines[position:end])))
        position = end
    return "\n".join(result) + "\n"


def inline(text: str) -> str:
    """Return text with inline markup converted; characters that are markup in reStructuredText alone are escaped."""
    parts, start = [], 0
    for match in _INLINE.finditer(text):
        parts.append(text[start : match.start()])
        start = match.end()
        if match["item"]:
            parts.append(f"\n{match['item']}")  # In reStructuredText a blank line is needed before a list.
        elif match["special"]:
            parts.append(f"\\{match['special']}")
        else:
            if match["code"]:
                markup = f"``{match['code']}``"
            elif match["label"]:  # Links between files of the repository have no page here.
                markup = f"`{match['label']} <{match['url']}>`__" if "://" in match["url"] else match["label"]
            elif match["emphasis"]:
                markup = f"*{match['emphasis']}*"
            else:  # Markup cannot nest: code splits strong text.
                pieces = filter(None, re.split(r"(\s*`[^`]+`\s*)", match["strong"]))
                markup = "".join(piece.replace("`", "``") if "`" in piece else f"**{piece}**" for piece in pieces)
            # Markup must not touch a word. An escaped space separates them and is not shown.
            before, after = text[: match.start()][-1:], text[match.end() :][:1]
            parts += ["\\ " * before.isalnum(), markup, "\\ " * after.isalnum()]
    return "".join([*parts, text[start:]])
