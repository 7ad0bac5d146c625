"""The argument parser of each command, for the command line, completion and the manual page."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from types import ModuleType
from typing import NoReturn

from ptxisa.cli.output import Failure

COMMANDS = {
    "show": "everything about an instruction, type, modifier, target, version …",
    "available": "is it available there; if not, what it needs",
    "list": "what exists, or what exists there",
    "diff": "what changed between two PTX versions or two targets",
    "check": "diagnostics of PTX modules",
    "search": "full-text search over the records",
    "sql": "read-only SQL over the database, and its schema",
    "explain": "what a message of ptxas means, and what to do",
    "eval": "run statements on register values",
    "layout": "where the elements of matrices lie",
    "occupancy": "blocks of a kernel on an SM, and what limits them",
    "toolkits": "CUDA releases by driver, target or PTX version",
    "descriptor": "encode, decode and explain matrix and instruction descriptors",
    "vectors": "write test vectors",
    "conform": "hold records against a real ptxas",
    "verify-gpu": "hold semantics against the GPU of this machine",
    "completion": "completion for bash, zsh or fish",
    "docs": "open the built documentation in a browser",
    "build": "validate records and generate everything (developers)",
}


class Usage(Failure):
    """Arguments that a command does not take; the message has the name of the command."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Fail with one line."""
        raise Usage(f"{self.prog}: {message}; see {self.prog} --help")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, found without `shutil`: it takes milliseconds to load, and argparse always asks."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns or 80
    except (ValueError, OSError):
        return 80


def command(name: str) -> ModuleType:
    """The module of a command, which has `add_arguments` and `run`; its docstring is the help."""
    return importlib.import_module(f"ptxisa.cli.{name.replace('-', '_')}_command")


def parser(name: str) -> Parser:
    """The parser of a command's arguments."""
    module = command(name)
    found = Parser(prog=f"ptxisa {name}", description=module.__doc__, formatter_class=Formatter, allow_abbrev=False)
    module.add_arguments(found)
    return found
