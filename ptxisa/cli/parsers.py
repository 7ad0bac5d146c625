"""Argument parser of each command, for the command line, completion and the manual page."""

from __future__ import annotations

import argparse
import importlib
import textwrap
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

from ptxisa.cli.output import Failure
from ptxisa.isa.names import suggestion

# Only the names, so that `ptxisa --help` and the check of a command name import no command.
COMMANDS = {
    "show": "everything about an instruction, type, modifier, target, version",
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
    "prove": "equality of two snippets of PTX for all inputs",
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


class CommandHelp(argparse.RawDescriptionHelpFormatter):
    """Help that wraps paragraphs to the terminal, and keeps blocks with indented lines: lists and examples."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        blocks = []
        for block in text.strip().split("\n\n"):
            keeps_lines = any(line.startswith(" ") for line in block.splitlines())
            # Options such as --random and opcodes stay in one piece.
            blocks.append(block if keeps_lines else textwrap.fill(block, width, break_on_hyphens=False))
        return "\n\n".join(blocks)


class CommandParser(argparse.ArgumentParser):
    """Argument parser that reports errors in one line, with what was probably meant."""

    def error(self, message: str) -> NoReturn:
        """Raise `Usage` instead of printing the usage of the command."""
        raise Usage(f"{self.prog}: {message}; see {self.prog} --help")

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """Return the arguments; an unknown option is reported with a similar one."""
        for word in args or ():
            if word == "--":
                break
            if word.startswith("--") and word.endswith("=--"):
                # argparse drops this value, and the option would be an empty list.
                raise Usage(f"{self.prog}: {word.removesuffix('=--')[:60]} needs a value; see {self.prog} --help")
        parsed, unknown = self.parse_known_args(args, namespace)
        for action in self._actions:
            if action.nargs is None and not action.option_strings and getattr(parsed, action.dest) == []:
                # argparse drops a second `--` too, and leaves an empty list for the argument.
                raise Usage(f"{self.prog}: argument {action.metavar or action.dest} is missing; see {self.prog} --help")
        if unknown:
            word = unknown[0].partition("=")[0] if unknown[0].startswith("-") else unknown[0]
            what = f"unknown option {word[:60]}" if word.startswith("-") else f"unexpected argument {word[:60]!r}"
            hint = suggestion(word, self.options()) if word.startswith("-") else ""
            raise Usage(f"{self.prog}: {what}; {hint or f'see {self.prog} --help'}")
        return parsed

    def options(self) -> list[str]:
        """Return the options of the command."""
        return [option for action in self._actions for option in action.option_strings]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise `Usage` if a value is none of the choices; overrides argparse, whose message has no suggestion."""
        if action.choices is not None and value not in action.choices:
            choices = [str(choice) for choice in action.choices]
            hint = suggestion(str(value), choices) or f"choose from {', '.join(choices)}"
            name = "/".join(action.option_strings) or action.metavar or action.dest
            raise Usage(f"{self.prog}: argument {name}: invalid choice: {str(value)[:60]!r}; {hint}")


def command(name: str) -> ModuleType:
    """Import the module of a command; it has `add_arguments` and `run`, and its docstring is the help."""
    return importlib.import_module(f"ptxisa.cli.{name.replace('-', '_')}_command")


def parser(name: str) -> CommandParser:
    """Return the argument parser of a command."""
    module = command(name)
    result = CommandParser(
        prog=f"ptxisa {name}",
        description=module.__doc__,
        formatter_class=CommandHelp,
        # An abbreviation would change its meaning with the next option that begins like it.
        allow_abbrev=False,
    )
    module.add_arguments(result)
    return result
