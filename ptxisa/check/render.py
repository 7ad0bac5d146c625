"""Text of diagnostics: place, message, the source line with a marker below, and the hint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ptxisa.isa.diagnostics import Diagnostic

COLUMNS = 160
TAB = 4

_COLORS = {"error": "\x1b[1;31m", "warning": "\x1b[1;35m", "note": "\x1b[1;36m", "hint": "\x1b[1;32m"}
_RESET = "\x1b[0m"


def render_text(diagnostics: Iterable[Diagnostic], source: str, file: str, *, color: bool = False) -> str:
    """Return the text of every diagnostic of a file."""
    lines = source.split("\n")
    return "\n".join(render(diagnostic, lines, file, color=color) for diagnostic in diagnostics)


def render(
    diagnostic: Diagnostic, lines: Sequence[str], file: str, *, color: bool = False, columns: int = COLUMNS
) -> str:
    """Return `file:line:column: error[code]: message`, the marked source lines, and the hint.

    A line longer than `columns` is cut around the range. A range of several lines shows the first and the last one.
    """
    severity = _paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity, color)
    rendered = [f"{file}:{diagnostic.line}:{diagnostic.column}: {severity}: {diagnostic.message}"]
    for text, marker in _marked_lines(diagnostic, lines, columns):
        rendered += [text, _paint(marker, diagnostic.severity, color)] if marker else [text]
    if diagnostic.hint:
        rendered.append(f"{_paint('hint', 'hint', color)}: {diagnostic.hint}")
    return "\n".join(rendered)


def _paint(text: str, style: str, color: bool) -> str:
    return f"{_COLORS[style]}{text}{_RESET}" if color else text


def _marked_lines(diagnostic: Diagnostic, lines: Sequence[str], columns: int) -> Iterable[tuple[str, str]]:
    """Yield pairs of a source line and its marker."""
    if diagnostic.line > len(lines):
        return
    end_line, end_column = diagnostic.end
    # A range that ends at the start of a line has its last character on the line before.
    last = max(diagnostic.line, min(end_line - (end_column == 1), len(lines)))
    first = lines[diagnostic.line - 1].rstrip("\r")
    end = end_column - 1 if end_line == diagnostic.line else len(first)
    yield _excerpt(first, diagnostic.column - 1, end, columns)
    if last > diagnostic.line + 1:
        yield "…", ""
    if last > diagnostic.line:
        text = lines[last - 1].rstrip("\r")
        end = end_column - 1 if last == end_line else len(text)
        yield _excerpt(text, len(text) - len(text.lstrip()), end, columns)


def _excerpt(line: str, start: int, end: int, columns: int) -> tuple[str, str]:
    """Return the part of the line around characters `start` to `end`, and `^~~~` below them."""
    low = max(0, min(start - columns // 4, len(line) - columns)) if len(line) > columns else 0
    high = min(len(line), low + columns)
    before, after = "…" if low else "", "…" if high < len(line) else ""
    text, places = _terminal_text(line[low:high])
    left, right = places[min(start, high) - low], places[max(min(end, high), low) - low]
    return f"{before}{text}{after}", f"{' ' * (len(before) + left)}^{'~' * (right - left - 1)}"


def _terminal_text(text: str) -> tuple[str, list[int]]:
    """Return the text for a terminal, and the column in which each character begins, including the end.

    Tabs become spaces; control characters and undecodable bytes become U+FFFD.
    """
    import unicodedata  # Commands without diagnostics do not need it.

    cells, places = [], [0]
    for character in text:
        if character == "\t":
            cell = " " * (TAB - places[-1] % TAB)
        else:
            cell = character if character.isprintable() else "\ufffd"
        wide = not cell.isascii() and unicodedata.east_asian_width(cell) in "WF"
        width = 0 if not cell.isascii() and unicodedata.combining(cell) else len(cell) + wide
        cells.append(cell)
        places.append(places[-1] + width)
    return "".join(cells), places
