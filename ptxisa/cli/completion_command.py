"""Print the code that makes a shell complete commands, options, opcodes, targets, PTX versions and names of records.

Completion needs argcomplete: pip install 'ptxisa[completion]'.

examples:
  eval "$(ptxisa completion bash)"          # in ~/.bashrc
  eval "$(ptxisa completion zsh)"           # in ~/.zshrc, after compinit
  ptxisa completion fish > ~/.config/fish/completions/ptxisa.fish
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json
from ptxisa.cli.parsers import COMMANDS, CommandParser, command

Words = Callable[[str], Iterable[str]]
"""Function from a prefix to words; words that do not begin with the prefix are removed later."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa completion`."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the code for the shell."""
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        raise Failure("completion needs argcomplete: pip install 'ptxisa[completion]'") from None
    code = shellcode(["ptxisa"], shell=arguments.shell).strip()
    if arguments.json:
        print_json({"shell": arguments.shell, "code": code})
    else:
        print(code)
    return 0


def complete_line() -> None:
    """Print the words that complete the command line in COMP_LINE, and end the process.

    argcomplete walks a parser of the whole command line. Only the module of the command on that line is loaded.
    """
    from argcomplete import autocomplete
    from argcomplete.completers import DirectoriesCompleter, FilesCompleter, SuppressCompleter

    # bash and argcomplete's code for the other shells pass the line in COMP_LINE.
    line = os.environ.get("COMP_LINE", "").split()
    # By the name of the argument, which all commands share.
    files = {"files": FilesCompleter(("ptx", "ll")), "file": FilesCompleter(("ptx",))}
    parser = CommandParser(prog="ptxisa")
    parser.add_argument("-V", "--version", action="store_true")
    commands = parser.add_subparsers(parser_class=CommandParser)

    def matching(words: Words, prefix: str, **_: Any) -> list[str]:
        return [word for word in words(prefix) if word.startswith(prefix)]

    for name, summary in COMMANDS.items():
        subparser = commands.add_parser(name, help=summary)
        if name in line[1:2]:
            command(name).add_arguments(subparser)
            for action in subparser._actions:
                words = WORDS.get((name, action.dest)) or WORDS.get(("", action.dest))
                completer = DirectoriesCompleter() if action.metavar == "DIR" else files.get(action.dest)
                action.completer = completer or (partial(matching, words) if words else None)  # type: ignore[attr-defined]
    autocomplete(parser, default_completer=SuppressCompleter())


# Sources of words. Each imports what it needs, because an answer must be quick.


def targets(_: str) -> Iterable[str]:
    """Return every target."""
    from ptxisa.isa.targets import known

    return known()


def versions(_: str) -> Iterable[str]:
    """Return every PTX version."""
    from ptxisa.isa.versions import known

    return known()


def opcodes(prefix: str) -> Iterator[str]:
    """Yield the mnemonics; after a mnemonic, also the opcode with each modifier that may come next.

    Example: `cvt.rn.` is completed by `cvt.rn.satfinite`, `cvt.rn.f16` and others.
    """
    from ptxisa.isa.instructions import forms_of, mnemonics

    yield from mnemonics()
    mnemonic, *modifiers = prefix.split(".")
    base = ".".join([mnemonic, *modifiers[:-1]])
    following: set[str] = set()
    for form in forms_of(mnemonic):
        next_slot = 0
        for modifier in modifiers[:-1]:
            slots = (index for index, slot in enumerate(form.slots) if index >= next_slot and modifier in slot.values)
            slot = next(slots, None)
            if slot is None:
                break
            next_slot = slot + (not form.slots[slot].repeatable)
        else:
            # Every slot up to the first one that must be filled may come next.
            for candidate in form.slots[next_slot:]:
                following.update(filter(None, candidate.values))
                if not candidate.optional:
                    break
    yield from sorted(f"{base}.{word}" for word in following)


def forms(_: str) -> Iterator[str]:
    """Yield mnemonics and ids of forms."""
    from ptxisa.isa.instructions import every_form, mnemonics

    yield from mnemonics()
    yield from (form.id for form in every_form())


def records(prefix: str) -> Iterator[str]:
    """Yield everything that `show` explains: opcodes, other records, diagnostic codes."""
    from ptxisa.query.database import database

    yield from opcodes(prefix)
    kinds = (kind for kind in database().kinds() if kind not in ("evidence", "document", "measurement", "instruction"))
    yield from (name for kind in kinds for name in database().names(kind))
    yield from codes(prefix)


def conformable(_: str) -> Iterator[str]:
    """Yield everything that `conform` runs: forms and other records with clauses."""
    from ptxisa.query.database import database

    yield from forms(_)
    yield from (name for (name,) in database().sql("SELECT DISTINCT name FROM record_clause"))


def codes(_: str) -> Iterable[str]:
    """Return every diagnostic code."""
    from ptxisa.cli.explain_command import known_codes

    return known_codes()


def kinds(_: str) -> list[str]:
    """Return every kind of record."""
    from ptxisa.query.database import database

    return [*database().kinds(), "code"]


def families(_: str) -> Iterator[str]:
    """Yield every family of instructions."""
    from ptxisa.query.database import database

    return (name for (name,) in database().sql("SELECT DISTINCT family FROM instruction"))


def releases(_: str) -> Iterable[str]:
    """Return every pinned release of ptxas."""
    from ptxisa.oracle.releases import PINS

    return PINS


def of_kind(kind: str) -> Words:
    """Return a source of the names of records of a kind."""

    def words(_: str) -> list[str]:
        from ptxisa.query.database import database

        return database().names(kind)

    return words


def layouts(_: str) -> Iterator[str]:
    """Yield every instruction with a layout."""
    from ptxisa.objects import layouts

    return (instruction for instruction, _, _ in layouts.layouts())


def comparable(_: str) -> Iterator[str]:
    """Yield everything that `diff` compares."""
    yield from versions(_)
    yield from targets(_)
    yield from of_kind("compute_capability")(_)


WORDS: dict[tuple[str, str], Words] = {
    ("", "target"): targets,
    ("", "ptx"): versions,
    ("", "assembler"): releases,
    ("", "ptxas"): releases,
    ("", "cc"): of_kind("compute_capability"),
    ("available", "opcode"): opcodes,
    ("vectors", "words"): forms,
    ("show", "name"): records,
    ("docs", "name"): records,
    ("list", "kind"): kinds,
    ("search", "kind"): kinds,
    ("list", "family"): families,
    ("diff", "before"): comparable,
    ("diff", "after"): comparable,
    ("check", "explain"): codes,
    ("explain", "message"): codes,
    ("layout", "instruction"): layouts,
    ("descriptor", "action"): lambda _: ("encode", "decode", "explain"),
    ("descriptor", "name"): of_kind("descriptor"),
    ("conform", "names"): conformable,
    ("verify-gpu", "names"): forms,
}
"""Sources of words by command and argument; the command is "" for an argument that several commands have."""
