"""What may follow on a command line that is being typed: the answer to a shell, by way of argcomplete.

Only the module of the command at hand is loaded, and of the package what its words need.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ptxisa.cli.parsers import COMMANDS, Parser, command

if TYPE_CHECKING:
    from ptxisa.isa.forms import Form

Words = Callable[[str], Iterable[str]]
"""Words that may begin with a prefix; the others are left out later."""


def answer() -> None:
    """Print the words that may follow, and end the process."""
    from argcomplete import autocomplete
    from argcomplete.completers import SuppressCompleter

    words = os.environ.get("COMP_LINE", "").split()
    autocomplete(whole(words[1] if len(words) > 1 else ""), default_completer=SuppressCompleter())


def whole(name: str) -> Parser:
    """A parser of the whole command line, in which the command of that name has its arguments."""
    from argcomplete.completers import DirectoriesCompleter, FilesCompleter

    files = {"files": FilesCompleter(("ptx", "ll")), "file": FilesCompleter(("ptx",))}
    parser = Parser(prog="ptxisa")
    parser.add_argument("--version", action="store_true")
    commands = parser.add_subparsers(parser_class=Parser)
    for one, summary in COMMANDS.items():
        found = commands.add_parser(one, help=summary)
        if one == name:
            command(one).add_arguments(found)
            for action in found._actions:
                words = WORDS.get((one, action.dest)) or WORDS.get(("", action.dest))
                completer = DirectoriesCompleter() if action.metavar == "DIR" else files.get(action.dest)
                action.completer = completer or (partial(_answered, words) if words else None)  # type: ignore[attr-defined]
    return parser


def _answered(words: Words, prefix: str, **_: Any) -> list[str]:
    return [word for word in words(prefix) if word.startswith(prefix)]


# --- words ---


def targets(_: str) -> Iterable[str]:
    """Every target."""
    from ptxisa.isa.targets import known

    return known()


def versions(_: str) -> Iterable[str]:
    """Every PTX version."""
    from ptxisa.isa.versions import known

    return known()


def opcodes(prefix: str) -> Iterator[str]:
    """Mnemonics; after one, the opcode with each modifier that may come next."""
    from ptxisa.isa.instructions import forms_of, mnemonics

    yield from mnemonics()
    mnemonic, *modifiers = prefix.split(".")
    base = ".".join([mnemonic, *modifiers[:-1]])
    yield from sorted({f"{base}.{one}" for form in forms_of(mnemonic) for one in following(form, modifiers[:-1])})


def following(form: Form, modifiers: list[str]) -> Iterator[str]:
    """The modifiers that may follow others in an opcode of a form."""
    place = 0
    for modifier in modifiers:
        places = (index for index, slot in enumerate(form.slots) if index >= place and modifier in slot.values)
        found = next(places, None)
        if found is None:
            return
        place = found + (not form.slots[found].repeats)
    for slot in form.slots[place:]:
        yield from (value for value in slot.values if value)
        if not slot.optional:
            return


def forms(_: str) -> Iterator[str]:
    """Mnemonics and ids of forms."""
    from ptxisa.isa.instructions import every_form, mnemonics

    yield from mnemonics()
    yield from (form.id for form in every_form())


def records(prefix: str) -> Iterator[str]:
    """Whatever `show` explains: opcodes, other records, diagnostic codes."""
    from ptxisa.query.database import database

    yield from opcodes(prefix)
    kinds = (kind for kind in database().kinds() if kind not in ("evidence", "document", "measurement", "instruction"))
    yield from (name for kind in kinds for name in database().names(kind))
    yield from codes(prefix)


def judged(_: str) -> Iterator[str]:
    """Whatever `conform` judges: forms and other records with clauses."""
    from ptxisa.query.database import database

    yield from forms(_)
    yield from (name for (name,) in database().sql("SELECT DISTINCT name FROM record_clause"))


def codes(_: str) -> Iterable[str]:
    """Every diagnostic code."""
    from ptxisa.cli.explain import known_codes

    return known_codes()


def kinds(_: str) -> list[str]:
    """Every kind of record."""
    from ptxisa.query.database import database

    return [*database().kinds(), "code"]


def families(_: str) -> Iterator[str]:
    """Every family of instructions."""
    from ptxisa.query.database import database

    return (name for (name,) in database().sql("SELECT DISTINCT family FROM instruction"))


def releases(_: str) -> Iterable[str]:
    """Every release of ptxas that is pinned."""
    from ptxisa.oracle.releases import PINS

    return PINS


def of_kind(kind: str) -> Words:
    """The names of records of a kind."""

    def words(_: str) -> list[str]:
        from ptxisa.query.database import database

        return database().names(kind)

    return words


def laid_out(_: str) -> Iterator[str]:
    """Every instruction with a layout."""
    from ptxisa.objects.layouts import layouts

    return (instruction for instruction, _, _ in layouts())


def compared(_: str) -> Iterator[str]:
    """Whatever `diff` compares."""
    yield from versions(_)
    yield from targets(_)
    yield from of_kind("compute_capability")(_)


def several(*words: str) -> Words:
    """Some words that are always the same."""
    return lambda _: words


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
    ("diff", "before"): compared,
    ("diff", "after"): compared,
    ("check", "explain"): codes,
    ("layout", "instruction"): laid_out,
    ("descriptor", "action"): several("encode", "decode", "explain"),
    ("descriptor", "name"): of_kind("descriptor"),
    ("conform", "names"): judged,
    ("verify-gpu", "names"): forms,
}
"""Words by command and argument; those of an argument that all commands share have no command."""
