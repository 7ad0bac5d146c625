"""Argument parser of each command, for the command line, completion and the manual page."""

from __future__ import annotations

import argparse
import importlib
from types import ModuleType
from typing import NoReturn

from ptxisa.cli.output import Failure

COMMANDS = {
    "show": "everything about an instruction, type, modifier, target, version …",
    "available": "availability on a target or in a version, or what is missing",
    "list": "names of records, or only those available on a target",
    "diff": "what changed between two PTX versions or two targets",
    "check": "diagnostics of PTX modules, inline assembly and compiled files",
    "extract": "PTX inside libraries, fat binaries and wheels",
    "lsp": "language server for editors",
    "search": "full-text search over the records",
    "sql": "read-only SQL over the database, and its schema",
    "export": "all records as JSON or as a C++ header",
    "explain": "what a message of ptxas means, and what to do",
    "eval": "run statements on register values",
    "run": "run a whole kernel and find its errors",
    "debug": "run a kernel step by step, also back",
    "prove": "are two snippets of PTX equal for all inputs",
    "litmus": "verdicts of the memory consistency model",
    "layout": "which thread or address has which element of a matrix",
    "occupancy": "blocks of a kernel on an SM, and what limits them",
    "toolkits": "CUDA releases by driver, target or PTX version",
    "descriptor": "encode, decode and explain matrix and instruction descriptors",
    "vectors": "write test vectors",
    "conform": "compare the records with a real ptxas",
    "verify-gpu": "compare the semantics with the GPU of this machine",
    "completion": "completion for bash, zsh or fish",
    "docs": "open the built documentation in a browser",
    "build": "validate the records and generate the package (developers)",
}


class Usage(Failure):
    """Invalid arguments of a command; the message begins with the name of the command."""


class CommandParser(argparse.ArgumentParser):
    """Argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise `Usage` instead of printing the usage of the command."""
        raise Usage(f"{self.prog}: {message}; see {self.prog} --help")


def command(name: str) -> ModuleType:
    """Import the module of a command; it has `add_arguments` and `run`, and its docstring is the help."""
    return importlib.import_module(f"ptxisa.cli.{name.replace('-', '_')}_command")


def parser(name: str) -> CommandParser:
    """Return the argument parser of a command."""
    module = command(name)
    result = CommandParser(
        prog=f"ptxisa {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.add_arguments(result)
    return result
