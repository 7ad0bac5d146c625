"""List the words of a new ptxas release that no record has, and draft records for them.

    python -m tools.new_release 13.6 [--drafts FOLDER] [--json]

The lexer of ptxas is a table of words in its binary. Words that an earlier release has as well are left out, then those
of the records. The rest is given to ptxas itself, which reports which are instructions, special registers, directives,
targets or modifiers, and from which PTX version and targets on it accepts them.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from ptxisa.cli.output import table
from ptxisa.isa import types, versions
from ptxisa.isa.instructions import every_form
from ptxisa.oracle.assembler import TIME_LIMIT, Ptxas
from ptxisa.oracle.releases import ReleaseError, earlier, fetch_unpinned, find
from ptxisa.query.database import database
from tools.placement import placements

_WORD = re.compile(rb"(?<=\0)[.%a-z][A-Za-z0-9_.:]{1,62}[A-Za-z0-9](?=\0)")
_SHAPES = {
    "target": re.compile(r"sm_[1-9][0-9]+[af]?"),
    "special register": re.compile(r"%[a-z]\w+"),
    "modifier": re.compile(r"\.\w+(?:::\w+)*(?::[0-9]+)?"),
    "instruction": re.compile(r"[a-z][a-z0-9_]*(?:\.\w+(?:::\w+)*)+|[a-z][a-z0-9]{2,15}"),
}
_MESSAGE = re.compile(r"(?:error|fatal) +: (.*)")
_LACKING = re.compile(r"requires PTX ISA \.version|not supported on \.target|requires \.target")
_MODULE = """\
.version {ptx}
.target {target}
.address_size 64
.entry k() {directive} {{ .reg .b32 r; {body} ret; }}
"""
PLACES = ("sm_75", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_100f", "sm_100a", "sm_120", "sm_120f", "sm_120a")
"""Targets that are tried, besides those that are new."""

NO_TARGET = "is not a target of this release"
"""Messages about a target that ptxas does not support."""

Asks = Callable[[str, str, str, str], tuple[str, ...]]
"""The messages about a body and a directive of a kernel in a PTX version on a target."""


class Word(NamedTuple):
    """A word that no record has: its kind, and the floors that ptxas applies to it.

    `ptx` and `targets` are empty where they are only known with the instruction that the word belongs to; a modifier
    then has the `instructions` of which ptxas accepts a variant with it, none where the records have none.
    """

    text: str
    kind: str
    ptx: str = ""
    targets: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()


def placed(words: Sequence[Word], path: Path) -> list[Word]:
    """Return the words; modifiers with unknown floors have the recorded instructions that accept them."""
    left = [word.text for word in words if word.kind == "modifier" and not word.ptx]
    instructions = placements(left, Ptxas(path)) if left else {}
    return [word._replace(instructions=instructions.get(word.text, ())) for word in words]


def lexer_words(binary: bytes) -> frozenset[str]:
    """Words in a binary that PTX may have, by their shape; most are not of the lexer."""
    texts = (match.decode() for match in _WORD.findall(binary))
    return frozenset(text for text in texts if shape(text))


def shape(text: str) -> str:
    """Return the possible kinds of a word by its spelling; empty if PTX cannot have it."""
    return next((kind for kind, pattern in _SHAPES.items() if pattern.fullmatch(text)), "")


def unrecorded(words: Iterable[str], earlier: Collection[str] = frozenset()) -> list[str]:
    """Return the words that neither an earlier release nor a record has."""
    known = recorded_words()
    # By mnemonic, all that its forms have after dots, each form by itself.
    parts: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for form in every_form():
        parts[form.mnemonic.split(".")[0]].append(frozenset(value for slot in form.slots for value in slot.values))
    left = (word for word in words if word not in earlier and word not in known)
    return sorted(word for word in left if not _is_opcode(word, parts))


def recorded_words() -> frozenset[str]:
    """Return the targets, special registers, directives, modifiers and types with records."""
    names = database().sql("SELECT kind, name FROM record WHERE kind IN ('target', 'special_register', 'directive')")
    words = {f".{name}" if kind == "directive" else name for kind, name in names}
    words |= {f".{value}" for (value,) in database().sql("SELECT value FROM modifier")}
    return frozenset(words | {f".{name}" for name in types.known()})


def _is_opcode(word: str, opcodes: dict[str, list[frozenset[str]]]) -> bool:
    mnemonic, *rest = word.split(".")
    return any(parts.issuperset(rest) for parts in opcodes.get(mnemonic, ()))


def judged(words: Sequence[str], asks: Asks, ptx: Sequence[str], workers: int = 2) -> list[Word]:
    """Yield the words that ptxas supports, with the floors that it applies; `ptx` are its versions, oldest first."""
    with ThreadPoolExecutor(workers) as pool:
        judged_words = pool.map(lambda word: judge(word, asks, ptx), words)
        return [word for word in judged_words if word is not None]


def judge(word: str, asks: Asks, ptx: Sequence[str]) -> Word | None:
    """Return the verdict of ptxas for one word; None if it has no such word."""
    kind = shape(word)
    # Statements are as wrong as they may be apart from the word.
    statements = {"special register": f"mov.b32 r, {word};", "modifier": f"mov.b32{word} r, r;", "target": ""}
    body, directive = statements.get(kind, f"{word};"), ""
    newest = asks(body, directive, ptx[-1], word if kind == "target" else PLACES[-1])
    if kind == "modifier" and (_is_unknown(word, newest) or any("Parsing error" in message for message in newest)):
        kind, body, directive = "directive", "", f"{word} 1"
        newest = asks(body, directive, ptx[-1], PLACES[-1])
    if _is_unknown(word, newest):
        return None
    if kind == "target":
        return Word(
            word, kind, next(version for version in ptx if not _is_unknown(word, asks("", "", version, word))), (word,)
        )
    targets = tuple(target for target in PLACES if not _lacks(asks(body, directive, ptx[-1], target)))
    at = targets[-1] if targets else PLACES[-1]
    oldest = next((version for version in ptx if not _lacks(asks(body, directive, version, at))), "")
    # Where even the oldest version lacks nothing, ptxas found another mistake first, and the floors stay unknown.
    return Word(word, kind) if oldest == ptx[0] else Word(word, kind, oldest, targets)


def _is_unknown(word: str, messages: Iterable[str]) -> bool:
    unknown = (f"Unknown modifier '{word}'", f"Unknown symbol '{word}'", f"Parsing error near '{word}'")
    text = "\n".join(messages)
    return any(phrase in text for phrase in (*unknown, "Not a name of any known instruction", NO_TARGET))


def _lacks(messages: Iterable[str]) -> bool:
    return any(_LACKING.search(message) for message in messages)


class Kernels:
    """Queries of one ptxas about kernels."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, body: str, directive: str, ptx: str, target: str) -> tuple[str, ...]:
        """Record a call."""
        text = _MODULE.format(ptx=ptx, target=target, directive=directive, body=body)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "probe.ptx"
            file.write_text(text)
            command = [str(self.path), f"-arch={target}", str(file), "-o", "/dev/null"]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIME_LIMIT)
        return tuple(_MESSAGE.findall(done.stderr + done.stdout)) or ((NO_TARGET,) if done.returncode else ())


def versions_of(asks: Asks) -> list[str]:
    """Return the PTX versions from 8.0 on that a release reads, oldest first, also those that no record has."""
    known = [str(version) for version in map(versions.order, versions.known()) if version >= versions.order("8.0")]
    major, minor = map(int, known[-1].split("."))
    later = [f"{major}.{minor + step}" for step in range(1, 10 - minor)] + [
        f"{major + 1}.{minor}" for minor in range(3)
    ]
    return [
        version for version in known + later if not any("version" in text for text in asks("", "", version, PLACES[0]))
    ]


def drafts(words: Iterable[Word], release: str) -> dict[str, str]:
    """Return records to complete, by their path below `isa/`: known facts of each word, and TODO for the rest."""
    texts = {}
    for word in words:
        name = word.text.lstrip(".")
        folder, key = _FOLDERS[word.kind]
        texts[f"{folder}/{name}.yaml"] = _DRAFT.format(
            schema=key, name=name, ptx=word.ptx or "TODO", target=" | ".join(word.targets) or "TODO", release=release
        )
    return texts


_FOLDERS = {
    "instruction": ("instructions/TODO", "instruction"),
    "special register": ("special_registers", "special_register"),
    "directive": ("directives", "directive"),
    "modifier": ("modifiers", "modifier"),
    "target": ("targets", "target"),
}
_DRAFT = """\
# yaml-language-server: $schema=../../schema/{schema}.schema.json
# Draft: known from ptxas {release} alone. Complete it and remove this line.
kind: {schema}
name: "{name}"
summary: TODO
availability:
  - {{id: base, ptx: "{ptx}", target: {target}}}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """List the words of a release that no record has."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release")
    parser.add_argument("--drafts", type=Path, metavar="FOLDER", help="write records to complete to FOLDER")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    try:
        path, pin = fetch_unpinned(options.release, _report)
        before = earlier(options.release)
        old_words = lexer_words(find(before, _report).read_bytes()) if before else frozenset[str]()
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 2
    asks = Kernels(path)
    words = unrecorded(lexer_words(path.read_bytes()), old_words)
    _report(f"{len(words):,} words are not in ptxas {before or 'of any earlier release'} and not in the records")
    known = judged(words, asks, versions_of(asks))
    _report(f"ptxas {options.release} accepts {len(known):,} of them; trying modifiers with every recorded form")
    known = placed(known, path)
    if options.drafts:
        written = drafts(known, options.release)
        for name, text in written.items():
            file = options.drafts / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        _report(f"Wrote {len(written):,} drafts to {options.drafts}")
    if options.json:
        print(json.dumps([word._asdict() for word in known], indent=2))
    else:
        rows = [[word.text, word.kind, word.ptx, " ".join(word.targets), _instructions(word)] for word in known]
        print(f'"{options.release}": Pin("{pin.package}", "{pin.version}", "{pin.digest}"),')
        print(table(["word", "kind", "PTX", "targets", "instructions"], rows) if rows else "nothing new")
    return 0


def _instructions(word: Word) -> str:
    """Return the instructions that accept a modifier without floors of its own."""
    if word.kind != "modifier" or word.ptx:
        return ""
    return " ".join(word.instructions) or "in the lexer, accepted nowhere probed"


def _report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
