"""Do the tests detect faults in records of other kinds? `python -m tools.mutation.data [--faults N] [--seed S]`.

Each fault changes one value of one record: a number, a choice, a version, a target or the end of a list, but no words
for readers. It is put into a copy of the checkout, which is rebuilt and tested, those folders first that are about
such records. A fault is *killed* when the build or a test fails, otherwise it *survived* the tests that ran in the time
limit. Faults are drawn evenly over the kinds of records.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from ptxisa.isa.targets import known as targets
from ptxisa.isa.versions import known as versions
from tools.mutation.campaign import FaultVerdict, draw_evenly, report
from tools.mutation.selection import ROOT, test_files

LEFT_OUT = ("instructions", "evidence", "measurements", "documents")
"""Kinds that have faults of their own, or are evidence themselves."""
WORDS = {
    *("kind", "name", "summary", "keywords", "cuda", "sources", "source", "notes", "examples", "document", "title"),
    *("measured", "says", "statement", "meaning", "message", "url", "why", "findings", "text", "hint"),
    *("releases", "assemblers", "study", "valid", "invalid", "changes"),
}
"""Keys of words for readers and of evidence."""
CHOICES = range(2, 13)
"""Numbers of different values of a key that make it a choice between names; with more values it is a name or a text."""
AREAS = {
    "compute_capabilities": ("objects", "cli", "query"),
    "descriptors": ("objects", "isa", "cli", "run"),
    "directives": ("check", "isa", "query"),
    "errata": ("verdicts", "check", "query"),
    "matrix": ("isa", "run", "hardware", "cli"),
    "matrix_models": ("run", "hardware"),
    "tensor_layouts": ("run", "objects"),
    "tensor_modes": ("run", "objects", "check"),
    "toolkits": ("cli", "query"),
}
"""Folders of tests about each kind of records."""
OTHER_AREAS = ("isa", "check", "query", "verdicts", "syntax", "run", "cli")
Place = tuple[str | int, ...]


class ValueFault(NamedTuple):
    """Value at a place of a record, and its replacement."""

    group: str
    path: str
    place: Place
    value: Any

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.path} {'.'.join(map(str, self.place))}: {json.dumps(self.value)[:60]}"


# --- which faults ---


def faults() -> list[ValueFault]:
    """Yield every fault of every record."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "isa").rglob("*.yaml"))}
    records = {path: yaml.safe_load(text) for path, text in texts.items() if _group(path) not in LEFT_OUT}
    choices: dict[tuple[str, Place], set[str]] = defaultdict(set)
    for path, data in records.items():
        for place, value in values_of(data):
            if isinstance(value, str):
                choices[_group(path), _shape(place)].add(value)
    return [
        ValueFault(_group(path), path.relative_to(ROOT).as_posix(), place, other)
        for path, data in records.items()
        for place, value in values_of(data)
        for other in other_values(value, sorted(choices[_group(path), _shape(place)]))
    ]


def _group(path: Path) -> str:
    return path.relative_to(ROOT / "isa").parts[0]


def _shape(place: Place) -> Place:
    """Return a place without numbers, which is the same for every item of a list."""
    return tuple("" if isinstance(step, int) else step for step in place)


def values_of(data: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield lists and scalars that are not words, with their places."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key not in WORDS:
                yield from values_of(value, (*place, key))
        return
    yield place, data
    if isinstance(data, list):
        for index, value in enumerate(data):
            yield from values_of(value, (*place, index))


def other_values(value: Any, choices: Sequence[str]) -> Iterator[Any]:
    """Yield the replacements of a value."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, list):
        if len(value) > 1:
            yield value[:-1]
    elif isinstance(value, str):
        base = value.removesuffix("+")
        if value in versions() or base in targets():
            # The following version or target, or the one before the last.
            every = list(versions()) if value in versions() else [target.name for target in targets().values()]
            at = every.index(base)
            yield every[at + 1 if at + 1 < len(every) else at - 1] + value[len(base) :]
        elif len(choices) in CHOICES and not re.search(r"\s", value):
            yield choices[choices.index(value) - 1]


# --- one fault ---


class Checkout:
    """A copy of the checkout, in which one fault after the other is put and tested."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder, self.limit = folder, limit
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
        for name in listed.stdout.splitlines():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        self.run("-m", "generator.build")

    def run(self, *command: str, limit: int = 600) -> tuple[int, str]:
        """Return the exit status and output of Python in the copy; status -1 when it takes too long."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                [sys.executable, *command],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=limit,
            )
        except subprocess.TimeoutExpired as error:
            return -1, (error.stdout or b"").decode(errors="replace")
        return done.returncode, done.stdout + done.stderr

    def judge(self, fault: ValueFault) -> FaultVerdict:
        """Put a fault in, build, test, and take it out."""
        began, file = time.monotonic(), self.folder / fault.path
        right = file.read_text(encoding="utf-8")
        file.write_text(with_fault(right, fault), encoding="utf-8")
        try:
            end, by = self._build_and_test(fault.group)
        finally:
            file.write_text(right, encoding="utf-8")
        return FaultVerdict(fault.group, fault.name, end, by, seconds=round(time.monotonic() - began, 1))

    def _build_and_test(self, group: str) -> tuple[str, str]:
        """Return the end of a fault of a group, and its reason."""
        status, output = self.run("-m", "generator.build")
        if status:
            return "killed", f"build: {output.strip().splitlines()[-1][:200]}"
        folders = [f"tests/{folder}" for folder in dict.fromkeys((*AREAS.get(group, ()), *OTHER_AREAS))]
        others = [path.relative_to(ROOT).as_posix() for path in test_files()]
        options = ["-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "-m", "not network"]
        status, output = self.run("-m", "pytest", *options, *folders, *others, limit=self.limit)
        if status > 0:
            failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
            return "killed", failed[0] if failed else output.strip()[-200:]
        return "survived", "" if status == 0 else "time limit"


def with_fault(text: str, fault: ValueFault) -> str:
    """Return a record with a fault, written anew below its first line, which names the schema."""
    data = copy.deepcopy(yaml.safe_load(text))
    holder = data
    for step in fault.place[:-1]:
        holder = holder[step]
    holder[fault.place[-1]] = fault.value
    return text.splitlines()[0] + "\n" + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="faults of the seed that an earlier run has judged")
    parser.add_argument("--limit", type=int, default=300, help="seconds of tests for each fault")
    parser.add_argument("--out", default="data.jsonl", help="a line of JSON for each fault")
    given = parser.parse_args()
    chosen = draw_evenly(faults(), lambda fault: fault.group, given.faults + given.skip, given.seed)[given.skip :]
    verdicts: list[FaultVerdict] = []
    with tempfile.TemporaryDirectory() as folder, Path(given.out).open("w", encoding="utf-8") as out:
        checkout = Checkout(Path(folder), given.limit)
        for number, fault in enumerate(chosen, 1):
            verdicts.append(checkout.judge(fault))
            out.write(json.dumps(verdicts[-1]._asdict()) + "\n")
            out.flush()
            print(f"{number}/{len(chosen)}: {verdicts[-1].end} {fault.name} {verdicts[-1].by[:90]}", flush=True)
    print("\n".join(report(verdicts)))
    return int(any(verdict.end == "survived" for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
