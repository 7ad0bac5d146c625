"""A corpus of PTX modules made by real compilers or shipped in libraries, which are fetched as pip packages.

    python -m tools.corpus.make                      # make the modules that are missing
    python -m tools.corpus.make --only triton        # modules whose name contains this word
    python -m tools.corpus.make --pin                # and rewrite modules.txt

`modules.txt` is the pinned list: name, target, PTX version, size and SHA-256 of every module; the name
begins with the compiler and its release. The modules themselves are in a cache folder (`--output`), by
default `~/.cache/ptxisa/corpus`, and what is there is not made again. A module whose digest differs from
the list is reported, and the exit status is 1.

`plan.py` lists the modules, `makers.py` makes them, `toolchains.py` fetches compilers, and `sources/` and
`compilers/` contain the programs that are compiled. `judge.py` compares the corpus with ptxas.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from ptxisa import cache
from tools.corpus.makers import make, settle
from tools.corpus.plan import Job, jobs
from tools.corpus.toolchains import ToolchainError

LIST = Path(__file__).with_name("modules.txt")
HEAD = "# name, target, PTX version, bytes, SHA-256; written by `python -m tools.corpus.make --pin`\n"

_VERSION = re.compile(r"^\s*\.version\s+([0-9.]+)", re.MULTILINE)
_TARGET = re.compile(r"^\s*\.target\s+(\w+)", re.MULTILINE)


class Entry(NamedTuple):
    """One line of the pinned list."""

    name: str
    target: str
    version: str
    size: int
    digest: str


def default_folder() -> Path:
    """Return the folder of the corpus: `corpus` in `$PTXISA_CACHE`, or in the user's cache folder."""
    return cache.folder("corpus")


def pinned() -> dict[str, Entry]:
    """Return the list, by name."""
    if not LIST.exists():
        return {}
    rows = [line.split() for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    return {row[0]: Entry(row[0], row[1], row[2], int(row[3]), row[4]) for row in rows}


def module_path(folder: Path, name: str) -> Path:
    """Return the path of a module in the corpus."""
    return folder / "modules" / f"{name}.ptx"


def describe(name: str, text: str) -> Entry:
    """Return the line of a module."""
    version, target = _VERSION.search(text), _TARGET.search(text)
    if version is None or target is None:
        raise ToolchainError("the compiler printed no module")
    encoded = text.encode()
    return Entry(name, target[1], version[1], len(encoded), hashlib.sha256(encoded).hexdigest())


def build(job: Job, folder: Path) -> Entry | ToolchainError:
    """Make a module unless it is there."""
    path = module_path(folder, job.name)
    try:
        if not path.exists():
            text = make(job)
            describe(job.name, text)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".part").write_text(text)
            path.with_suffix(".part").replace(path)
        return describe(job.name, path.read_text())
    except ToolchainError as error:
        return error


def build_all(jobs: Iterable[Job], folder: Path, workers: int) -> tuple[list[Entry], int]:
    """Return the modules that could be made, and the number of the others."""
    jobs = list(jobs)
    entries, failures = [], 0
    with ThreadPoolExecutor(workers) as pool:
        made = pool.map(lambda job: build(job, folder), jobs)
        for done, (job, entry) in enumerate(zip(jobs, made, strict=True), 1):
            if isinstance(entry, Entry):
                entries.append(entry)
            else:
                failures += 1
                last_lines = "\n    ".join(str(entry).splitlines()[-6:])
                print(f"{job.name}: {last_lines}")
            if done % 20 == 0 or done == len(jobs):
                print(f"{done}/{len(jobs)} modules", file=sys.stderr, flush=True)
    return entries, failures


def differing(entries: Iterable[Entry], expected: Mapping[str, Entry]) -> list[str]:
    """Return the names of modules that differ from the list."""
    return [entry.name for entry in entries if entry.name in expected and expected[entry.name] != entry]


def write_list(entries: Iterable[Entry], kept: Mapping[str, Entry]) -> None:
    """Rewrite the list; lines of other modules stay."""
    lines = {**kept, **{entry.name: entry for entry in entries}}
    rows = [" ".join(map(str, lines[name])) for name in sorted(lines)]
    LIST.write_text(HEAD + "".join(f"{row}\n" for row in rows))


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=default_folder(), help="folder of modules and compilers")
    parser.add_argument("--only", default="", help="make modules whose name holds this")
    parser.add_argument("--jobs", type=int, default=1, help="compilers that run at a time")
    parser.add_argument("--pin", action="store_true", help="rewrite modules.txt")
    given = parser.parse_args()
    settle(given.output)
    every = jobs()
    entries, failures = build_all((job for job in every if given.only in job.name), given.output, given.jobs)
    if given.pin:
        names = {job.name for job in every}
        write_list(entries, {name: entry for name, entry in pinned().items() if name in names})
        return bool(failures)
    changed = differing(entries, pinned())
    for name in changed:
        print(f"{name}: differs from {LIST.name}")
    return bool(failures or changed)


if __name__ == "__main__":
    sys.exit(main())
