"""Build large modules from the modules of the corpus, to measure speed.

    python -m tools.corpus.benchmark                    # benchmark/1mb.ptx and benchmark/50mb.ptx

Modules that are legal for one target follow each other under one head, each with names of its own;
modules with debug sections are left out. Once all modules are in, they come again under other names.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from ptxisa.oracle.releases import find
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse
from tools.corpus.make import default_folder, module_path, pinned
from tools.corpus.modules import complaints

TARGET = "sm_90a"
HEAD = f".version 9.0\n.target {TARGET}\n.address_size 64\n"
SIZES = {"1mb": 1_000_000, "50mb": 50_000_000}

# A name, and neither a mnemonic nor a modifier, which are spelled alike and have a dot beside them.
_WORD = re.compile(r"(?<![\w$.%])[A-Za-z_$][\w$]*(?![\w$.])")
_LINES = re.compile(r"^\s*\.(?:loc|file)\b[^\n]*\n", re.MULTILINE)


def body(text: str) -> str | None:
    """Return the text after the head of a module, without lines about its source; None if it has debug sections."""
    module = parse(text).module
    if any(isinstance(item, tree.Section) for item in module.items) or not module.items:
        return None
    return _LINES.sub("", text[module.items[0].start :])


def renamed(text: str, suffix: str) -> str:
    """Return a body with a suffix to every name that it declares outside of functions."""
    names = set()
    for item in parse(HEAD + text).module.items:
        if isinstance(item, tree.Declaration):
            names |= {declarator.name.text for declarator in item.declarators}
        elif isinstance(item, (tree.Function, tree.Alias)):
            names.add(item.name.text)
    return _WORD.sub(lambda word: word[0] + suffix if word[0] in names else word[0], text)


def usable(folder: Path, ptxas: Path) -> Iterator[str]:
    """Return the bodies of the corpus that are legal under the common head, smaller ones first."""
    for entry in sorted(pinned().values(), key=lambda entry: (entry.size, entry.name)):
        path = module_path(folder, entry.name)
        text = body(path.read_text()) if path.exists() else None
        if text and not complaints(ptxas, HEAD + text, TARGET.replace("sm", "compute")):
            yield text


def large(bodies: list[str], size: int) -> str:
    """Return a module of at least `size` bytes."""
    parts, length = [HEAD], 0
    for number in count():
        if length >= size:
            return "".join(parts)
        parts.append(f"\n{renamed(bodies[number % len(bodies)], f'_{number}')}\n")
        length += len(parts[-1])
    raise AssertionError("count has no end")


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=default_folder(), help="folder of the corpus")
    parser.add_argument("--ptxas", default="13.0", help="release or path of a ptxas")
    given = parser.parse_args()
    ptxas = find(given.ptxas)
    bodies = list(usable(given.folder, ptxas))
    print(f"{len(bodies)} modules with {sum(map(len, bodies)):,} bytes are legal for {TARGET}")
    rejected = 0
    for name, size in SIZES.items():
        path = given.folder / "benchmark" / f"{name}.ptx"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(large(bodies, size))
        errors = complaints(ptxas, path.read_text(), TARGET.replace("sm", "compute"))
        print(f"{path}: {path.stat().st_size:,} bytes, {errors[0].message if errors else 'accepted'}")
        rejected += bool(errors)
    return rejected


if __name__ == "__main__":
    sys.exit(main())
