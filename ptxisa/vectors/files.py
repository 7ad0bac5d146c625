"""Write sets of test vectors to a folder: an index first, then a file for each set.

Files get their names when they are complete, so that an interrupted run leaves no part of one, and the next run of the
same kind goes on where it stopped. The index says `"complete": true` when every file is there.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.isa.targets import Target
from ptxisa.spread import ALONE, Workers
from ptxisa.vectors.content import FORMAT, VERSION, Options, classes, content
from ptxisa.vectors.content import chosen_threads as chosen_threads_of
from ptxisa.vectors.lines import count
from ptxisa.vectors.samples import inputs
from ptxisa.vectors.sets import VectorSet

INDEX = "index.json"
_LEVEL = 6
_RATIO, _OVERHEAD = 0.42, 700
"""Compressed bytes for each digit of a set, and for its header; measured on all sets."""
_LINE = 32
"""Characters of a line besides digits."""


class Run(NamedTuple):
    """What is written where."""

    folder: Path
    options: Options
    on: Target | None = None
    plain: bool = False

    def path(self, one: VectorSet) -> Path:
        """The file of a set."""
        return self.folder / self.file(one)

    def file(self, one: VectorSet) -> str:
        """The name of the file of a set, below the folder."""
        return one.name + (".jsonl" if self.plain else ".jsonl.gz")

    def made_by(self) -> dict[str, Any]:
        """What decides the content of every file; runs in which this is the same continue each other."""
        from ptxisa import __version__

        return {"ptxisa": __version__, "records": _records(), **self.options._asdict()}


class Estimate(NamedTuple):
    """How much a run writes, about."""

    sets: int
    opcodes: int
    vectors: int
    bytes: int


class Written(NamedTuple):
    """One file of vectors; the digest is that of its text, not compressed. `kept` says that it was there already."""

    file: str
    vectors: int
    bytes: int
    sha256: str
    compare: str
    kept: bool


@cache
def _records() -> str:
    """A digest of all records of this installation."""
    from ptxisa.query.sql import PATH

    return hashlib.sha256(PATH.read_bytes()).hexdigest()


# --- estimate ---


def estimate(sets: Sequence[VectorSet], run: Run) -> Estimate:
    """How much a run writes; vectors of sets with the same operands are counted once."""
    known: dict[object, int] = {}
    vectors = size = 0
    for one in sets:
        shape = _shape(one)
        if shape not in known:
            known[shape] = sum(len(chosen_threads_of(sample, run.options)) for sample in classes(one, run.options))
        vectors += known[shape]
        size += _size(one, known[shape], run.plain)
    return Estimate(len(sets), len({opcode for one in sets for opcode in one.opcodes}), vectors, size)


def _shape(one: VectorSet) -> Hashable:
    """What decides how many vectors there are: operands, and in warps the masks that are drawn for each form."""
    around = one.form.id if any(port.kind == "warp" for port in one.inputs) else ""
    read = ((each.bits, each.element_bits, each.format) for each in inputs(one.form, one.values))
    return around, tuple(port.kind for port in one.inputs), tuple(read)


def _size(one: VectorSet, vectors: int, plain: bool) -> int:
    digits = sum(count(port.bits * port.lanes) for port in (*one.inputs, *one.outputs))
    return vectors * (digits + _LINE) + 2 * _OVERHEAD if plain else int(vectors * digits * _RATIO) + _OVERHEAD


# --- writing ---


def write(sets: Sequence[VectorSet], run: Run, workers: Workers = ALONE) -> Iterator[Written]:
    """Write the index, each set, and the index again with counts and digests."""
    run.folder.mkdir(parents=True, exist_ok=True)
    continued = _made_by(run.folder / INDEX) == run.made_by()
    write_index(sets, run, {})
    done: dict[str, Written] = {}
    for written in _all_written(sets, run, continued, workers):
        done[written.file] = written
        yield written
    write_index(sets, run, done)


def _all_written(sets: Sequence[VectorSet], run: Run, continued: bool, workers: Workers) -> Iterator[Written]:
    """Each set in order: as an earlier run left it, or made by a worker and written here."""
    kept = [_kept(one, run) if continued else None for one in sets]
    missing = [one for one, earlier in zip(sets, kept, strict=True) if earlier is None]
    made = workers.ordered(partial(_made, run), missing)
    for one, earlier in zip(sets, kept, strict=True):
        if earlier is None:
            earlier, data = next(made)
            _replace(run.path(one), data)
        yield earlier


def _made(run: Run, one: VectorSet) -> tuple[Written, bytes]:
    """The file of a set, and what is in it."""
    found = content(one, run.options, {"made_by": run.made_by(), "confirmed_by": confirmations(one)})
    text = json.dumps(found.header, separators=(",", ":")).encode() + b"\n" + found.lines
    data = text if run.plain else gzip.compress(text, _LEVEL, mtime=0)
    return Written(run.file(one), found.vectors, len(data), _digest(text), found.header["compare"], kept=False), data


def _replace(path: Path, data: bytes) -> None:
    """Write a file under another name first, so that the name never belongs to a part of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _kept(one: VectorSet, run: Run) -> Written | None:
    """The file of a set as an earlier run of the same kind wrote it; None where it must be written."""
    path = run.path(one)
    try:
        data = path.read_bytes()
        text = data if run.plain else gzip.decompress(data)
        header = json.loads(text.partition(b"\n")[0])
        if header["made_by"] != run.made_by() or header["opcodes"] != list(one.opcodes):
            return None
        vectors = text.count(b"\n") - 1
        same = header["vectors"] == vectors and header["target"] == (run.on.name if run.on else None)
        return Written(run.file(one), vectors, len(data), _digest(text), header["compare"], kept=True) if same else None
    except (OSError, EOFError, ValueError, KeyError, TypeError, gzip.zlib.error):  # type: ignore[attr-defined]
        return None


def _made_by(index: Path) -> Any:
    """What an index says of how its files were made; None where there is none that can be read."""
    try:
        return json.loads(index.read_bytes()).get("made_by")
    except (OSError, ValueError, AttributeError, RecursionError):
        return None


def confirmations(one: VectorSet) -> list[str]:
    """Evidence records of the GPUs on which every defined result of the form agreed with the semantics."""
    return _confirmations().get(one.form.id, [])


@cache
def _confirmations() -> dict[str, list[str]]:
    from ptxisa.query.database import database

    rows = database().sql(
        "SELECT form, source FROM measurement WHERE run > 0 AND agreed + unspecified = run ORDER BY form, source"
    )
    found: dict[str, list[str]] = {}
    for form, source in rows:
        found.setdefault(form, []).append(source)
    return found


# --- index ---


def write_index(sets: Sequence[VectorSet], run: Run, done: Mapping[str, Written]) -> None:
    """Write the index: a plan with a line for each set, or, with all files `done`, their counts and digests."""
    head = {
        "format": f"{FORMAT}-index",
        "version": VERSION,
        "made_by": run.made_by(),
        "target": run.on.name if run.on else None,
        "complete": len(done) == len(sets),
    }
    lines = [json.dumps(_entry(one, run, done.get(run.file(one))), separators=(",", ":")) for one in sets]
    text = json.dumps(head, separators=(",", ":"))[:-1] + ',"sets":[\n' + ",\n".join(lines) + "\n]}\n"
    _replace(run.folder / INDEX, text.encode())


def _entry(one: VectorSet, run: Run, written: Written | None) -> dict[str, Any]:
    return {
        "file": run.file(one),
        "form": one.form.id,
        "selectors": dict(one.selection),
        "compare": written.compare if written else None,
        "vectors": written.vectors if written else None,
        "bytes": written.bytes if written else None,
        "sha256": written.sha256 if written else None,
        "opcodes": list(one.opcodes),
    }
