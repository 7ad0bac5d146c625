"""Manual page of all commands, from their parsers and help texts: `python -m generator.manual_page > ptxisa.1`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from argparse_manpage.manpage import Manpage

from ptxisa import __version__
from ptxisa.cli.parsers import COMMANDS, command

NAME = "ptxisa.1"
SUMMARY = "which PTX runs on which GPU, what is wrong with it, and what it computes"
STATUSES = {"0": "Yes, or clean.", "1": "No, or findings.", "2": "Bad usage, or input that cannot be read."}
VARIABLES = {
    "PTXISA_CACHE": "Folder of what is kept between runs: releases of ptxas, interrupted runs of conform.",
    "XDG_CACHE_HOME": "Parent of that folder if PTXISA_CACHE is not set; ~/.cache by default.",
    "PTXISA_DOCUMENTATION": "Address of a built site, to which the rules of SARIF link.",
    "PAGER": "Program that shows pages longer than the terminal; less by default, none if empty.",
    "NO_COLOR": "If set, output has no color.",
    "COLUMNS": "Width of help texts and tables.",
}

_REQUEST_LIKE = re.compile(r"^(?=\.(?!(?:TH|SH|SS|TP|B|RS|RE|nf|fi)\b)|')", re.MULTILINE)
"""Starts of lines of text that roff would read as a request, such as a line that begins with `.reqntid`."""


def page() -> str:
    """Return the page; equal sources make equal pages, so it has no date, and its lines do not follow the terminal."""
    columns, os.environ["COLUMNS"] = os.environ.get("COLUMNS"), "100"
    try:
        # One parser with every command as a subcommand.
        raw = argparse.RawDescriptionHelpFormatter
        parser = argparse.ArgumentParser("ptxisa", formatter_class=raw)
        parser.add_argument("--version", action="store_true", help="show the version and exit")
        commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
        for name, summary in COMMANDS.items():
            description = f".nf\n{(command(name).__doc__ or '').strip()}\n.fi"
            command(name).add_arguments(
                commands.add_parser(name, help=summary, description=description, formatter_class=raw)
            )
        manual = Manpage(
            parser,
            {
                "description": SUMMARY,
                "date": " ",
                "project_name": "ptxisa",
                "version": __version__,
                "manual_title": "User Commands",
            },
            format="single-commands-section",
        )
        manual.add_section("exit status", ">", _terms(STATUSES))
        manual.add_section("environment", ">", _terms(VARIABLES))
        return _REQUEST_LIKE.sub(r"\\&", str(manual))
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns


def write(folder: Path) -> Path:
    """Write the page to a folder, and return its path."""
    path = folder / NAME
    path.write_text(page(), encoding="utf-8")
    return path


def _terms(terms: dict[str, str]) -> str:
    return "\n".join(f".TP\n.B {term}\n{meaning}" for term, meaning in terms.items())


if __name__ == "__main__":
    sys.stdout.write(page())
