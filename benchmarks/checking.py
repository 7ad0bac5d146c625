"""How fast `ptxisa check` is beside the front end of ptxas, on the same real modules in one run.

    python -m tools.corpus.make            # once: real modules of real compilers
    python benchmarks/checking.py [--folder FOLDER] [--sizes 1 50] [--runs 5] [--ptxas 13.0] [MODULE …]

Modules of the corpus that one head suits are put together, their symbols renamed, until a size is reached. Each
tool then runs as a whole process, by turns; `ptxas -arch compute_XX` stops once the text is known to be legal. A module
that is named is read for its own target; `--ptxas` selects a release that reads its version. A status of ptxas other
than 0 means that it rejected the module, and that its time says nothing.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
HEAD = ".version 9.0\n.target sm_90a\n.address_size 64\n"
ARCH = "compute_90a"
RELEASE = "13.0"
_HEAD = re.compile(r"^\s*\.(?:version|target|address_size)\b.*$", re.MULTILINE)
_TARGET = re.compile(r"^\s*\.target\s+sm_(\w+)", re.MULTILINE)
_NAME = re.compile(r"(?<![\w$%.])[A-Za-z_$][\w$]*")


class Run(NamedTuple):
    """One run of a process: its processor time, its memory at most, and its exit status."""

    seconds: float
    megabytes: float
    status: int


def timed(*command: str | Path) -> Run:
    """Run a process as a child of its own, so that its time and memory are measured separately."""
    script = (
        "import resource, subprocess, sys;"
        "status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode;"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, status)"
    )
    words = subprocess.run(
        [sys.executable, "-c", script, *map(str, command)], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    return Run(float(words[0]), float(words[1]), int(words[2]))


def renamed(text: str, suffix: str) -> str:
    """Return the items of a module without its head, with a suffix for each symbol that it declares."""
    from ptxisa.syntax import tree
    from ptxisa.syntax.parser import parse

    symbols = set()
    for item in parse(text).module.items:
        if isinstance(item, tree.Function):
            symbols.add(item.name.text)
            symbols |= {parameter.name.text for parameter in (*(item.returns or ()), *(item.parameters or ()))}
        elif isinstance(item, tree.Declaration):
            symbols |= {declarator.name.text for declarator in item.declarators}
    body = _HEAD.sub("", text)
    return _NAME.sub(lambda match: match[0] + suffix if match[0] in symbols else match[0], body)


def suitable(folder: Path, ptxas: Path) -> Iterator[str]:
    """Yield modules of the corpus that are legal under the common head, without debug information."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        for path in sorted(folder.rglob("*.ptx")):
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in (".section", ".file", "@@DWARF")):
                continue
            file.seek(0)
            file.truncate()
            file.write(HEAD + _HEAD.sub("", text))
            file.flush()
            command: list[str | Path] = [ptxas, "-arch", ARCH, file.name, "-o", "/dev/null"]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                yield text


def combined(texts: list[str], size: int) -> str:
    """Join modules until there are `size` bytes, from the first one again if necessary."""
    parts, length, turn = [HEAD], 0, 0
    while length < size:
        part = renamed(texts[turn % len(texts)], f"_{turn}")
        parts.append(part)
        length += len(part)
        turn += 1
    return "\n".join(parts)


def compare(path: Path, release: str, ptxas: Path, runs: int) -> None:
    """Time both tools on a file, by turns; print the processor time of each, and how many times that of ptxas it is."""
    with path.open(encoding="utf-8", errors="replace") as file:
        target = _TARGET.search(file.read(100_000))
    arch = f"compute_{target[1]}" if target else ARCH
    tools: dict[str, tuple[str | Path, ...]] = {
        f"ptxas {release} -arch {arch}": (ptxas, "-arch", arch, path, "-o", "/dev/null"),
        "ptxisa check": (sys.executable, "-m", "ptxisa.cli.main", "check", path),
    }
    rounds = [{name: timed(*command) for name, command in tools.items()} for _ in range(runs)]
    size = path.stat().st_size / 1e6
    seconds = {name: statistics.median(results[name].seconds for results in rounds) for name in tools}
    base = next(iter(seconds.values()))
    for name, taken in seconds.items():
        memory = max(results[name].megabytes for results in rounds)
        statuses = sorted({results[name].status for results in rounds})
        print(
            f"{path.name:14} {size:6.1f} MB  {name:32} {taken:7.3f} s {size / taken:6.1f} MB/s"
            f" {taken / base:5.2f} times {memory:7.0f} MB memory ({memory / size:.1f} times the file)"
            f" status {statuses}",
            flush=True,
        )


def main() -> int:
    """Print the comparison for each size, or for the modules that are named."""
    from ptxisa.oracle.releases import find
    from tools.corpus.make import default_folder

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", type=Path, metavar="MODULE")
    parser.add_argument("--folder", type=Path, default=default_folder(), help="where the corpus is")
    parser.add_argument("--sizes", nargs="+", type=float, default=[1, 50], help="sizes in MB")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ptxas", default=RELEASE, metavar="R", help="release of ptxas")
    given = parser.parse_args()
    ptxas = find(given.ptxas)
    if given.modules:
        for path in given.modules:
            compare(path, given.ptxas, ptxas, given.runs)
        return 0
    texts = list(suitable(given.folder, ptxas))
    if not texts:
        print("no modules; make them with python -m tools.corpus.make", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        for size in given.sizes:
            path = Path(folder) / f"{size:g}-MB.ptx"
            path.write_text(combined(texts, int(size * 1e6)), encoding="utf-8")
            compare(path, given.ptxas, ptxas, given.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
