"""The manual page `ptxisa.1`, in the man macros of roff: `python -m generator.manual_page > ptxisa.1`.

It is made of the parsers and help texts of the commands, so that it says what `ptxisa COMMAND --help` says.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from ptxisa import __version__
from ptxisa.cli.parsers import COMMANDS, command, parser

NAME = "ptxisa.1"
SUMMARY = "which PTX runs on which GPU, what is wrong with it, and what it computes"
STATUSES = {"0": "Yes, or clean.", "1": "No, or findings.", "2": "Bad usage, or input that cannot be read."}
VARIABLES = {
    "PTXISA_CACHE": "Folder of what is kept between runs: releases of ptxas, interrupted runs of conform.",
    "XDG_CACHE_HOME": "Where that folder is otherwise, as ptxisa; by default ~/.cache.",
    "PTXISA_DOCUMENTATION": "Address of a built site, to which the rules of SARIF link.",
    "PAGER": "Program that shows pages longer than the terminal; less by default, none if empty.",
    "NO_COLOR": "If set, output has no color.",
    "COLUMNS": "Width of help texts and tables.",
}

_ESCAPES = {"…": "...", "\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga"}


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def write(folder: Path) -> Path:
    """Write the page to a folder, and return its path."""
    path = folder / NAME
    path.write_text(page(), encoding="utf-8")
    return path


def _lines() -> Iterator[str]:
    # Without a date: equal sources make equal pages.
    yield f'.TH PTXISA 1 "" "ptxisa {__version__}" "User Commands"'
    yield from (".SH NAME", rf"ptxisa \- {text(SUMMARY)}")
    yield from (".SH SYNOPSIS", r".B ptxisa", r"\fICOMMAND\fR [\fIARGUMENT\fR ...]", ".PP", r".B ptxisa \-\-version")
    yield ".SH COMMANDS"
    for name, summary in COMMANDS.items():
        yield from _command(name, summary)
    yield from (".SH EXIT STATUS", *_terms(STATUSES))
    yield from (".SH ENVIRONMENT", *_terms(VARIABLES))


def _command(name: str, summary: str) -> Iterator[str]:
    found = parser(name)
    yield f".SS {text(name)}: {text(summary)}"
    yield from (".nf", text(" ".join(found.format_usage().removeprefix("usage: ").split())), ".fi")
    yield from _description(command(name).__doc__ or "")
    for action in found._actions:
        if action.help and action.dest != "help":
            yield from _argument(action)


def _description(description: str) -> Iterator[str]:
    """Paragraphs; indented lines stay as they are."""
    for paragraph in description.strip().split("\n\n"):
        yield ".PP"
        lines = paragraph.split("\n")
        plain = [line for line in lines if not line.startswith(" ")]
        yield from map(text, plain)
        if len(plain) < len(lines):
            yield from (".nf", *(text(line) for line in lines if line.startswith(" ")), ".fi")


def _argument(action: argparse.Action) -> Iterator[str]:
    value = _value(action)
    names = ", ".join(rf"\fB{text(name)}\fR" for name in action.option_strings)
    yield ".TP"
    yield " ".join(part for part in (names, rf"\fI{text(value)}\fR" if value else "") if part)
    yield text(action.help or "")


def _value(action: argparse.Action) -> str:
    """What an argument is called; flags have no value."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _terms(terms: dict[str, str]) -> Iterator[str]:
    for term, meaning in terms.items():
        yield from (".TP", rf"\fB{text(term)}\fR", text(meaning))


def text(line: str) -> str:
    """A line of text in which roff finds no request and no escape; what is not ASCII is named by its code."""
    escaped = "".join(_ESCAPES.get(one, one if one.isascii() else rf"\[u{ord(one):04X}]") for one in line)
    return rf"\&{escaped}" if escaped.startswith((".", r"\(aq")) else escaped


if __name__ == "__main__":
    sys.stdout.write(page())
