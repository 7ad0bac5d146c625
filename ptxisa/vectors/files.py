"""Files of test vectors in a folder: an index first, then a file for each set.

    for written in write(list(planned(chosen(["bfe"]))), VectorRun(Path("vectors"), VectorOptions())): ...

A file gets its name when it is complete, so that an interrupted run leaves no partial file, and the next run with the
same options resumes. The index has `"complete": true` when every file exists.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.isa.targets import Target
from ptxisa.spread import ALONE, Workers
from ptxisa.vectors.content import VectorOptions, chosen_threads, classes, content, digit_count
from ptxisa.vectors.reader import FORMAT, VERSION
from ptxisa.vectors.samples import inputs
from ptxisa.vectors.sets import VectorSet

INDEX = "index.json"
_LEVEL = 6
"""Level of gzip, its default."""
_RATIO, _OVERHEAD = 0.42, 700
"""Compressed bytes for each digit of a set, and for its header, measured on all sets."""
_LINE = 32
"""Characters of a line without digits."""


class VectorRun(NamedTuple):
    """A run that writes vectors: folder, options, target or None, and whether files are not compressed."""

    folder: Path
    options: VectorOptions
    on: Target | None = None
    plain: bool = False

    def path(self, vector_set: VectorSet) -> Path:
        """Return the path of the file of a set."""
        return self.folder / self.file(vector_set)

    def file(self, vector_set: VectorSet) -> str:
        """Return the name of the file of a set, relative to the folder."""
        return vector_set.name + (".jsonl" if self.plain else ".jsonl.gz")

    def made_by(self) -> dict[str, Any]:
        """Return everything that decides the content of files; a run resumes another with the same value."""
        from ptxisa import __version__

        return {"ptxisa": __version__, "records": records_digest(), **self.options._asdict()}


class Estimate(NamedTuple):
    """Approximate size of a run."""

    sets: int
    opcodes: int
    vectors: int
    bytes: int


class Written(NamedTuple):
    """A file of vectors; the digest is of its text before compression. `kept` is True for a file of an earlier run."""

    file: str
    vectors: int
    bytes: int
    sha256: str
    compare: str
    kept: bool


@cache
def records_digest() -> str:
    """Return a digest of all records of this installation."""
    from ptxisa.query.sql import PATH

    return hashlib.sha256(PATH.read_bytes()).hexdigest()


# --- estimate ---


def estimate(sets: Sequence[VectorSet], run: VectorRun) -> Estimate:
    """Return the approximate size of a run; vectors of sets with the same operands are counted once."""
    known: dict[object, int] = {}
    vectors = size = 0
    for vector_set in sets:
        # In warps, masks are drawn for each form.
        around = vector_set.form.id if any(port.kind == "warp" for port in vector_set.inputs) else ""
        read = tuple(
            (argument.bits, argument.element_bits, argument.format)
            for argument in inputs(vector_set.form, vector_set.values)
        )
        shape = around, tuple(port.kind for port in vector_set.inputs), read
        if shape not in known:
            known[shape] = sum(len(chosen_threads(sample, run.options)) for sample in classes(vector_set, run.options))
        vectors += known[shape]
        digits = sum(digit_count(port.bits * port.lanes) for port in (*vector_set.inputs, *vector_set.outputs))
        plain_size = known[shape] * (digits + _LINE) + 2 * _OVERHEAD
        size += plain_size if run.plain else int(known[shape] * digits * _RATIO) + _OVERHEAD
    return Estimate(len(sets), len({opcode for vector_set in sets for opcode in vector_set.opcodes}), vectors, size)


# --- writing ---


def write(sets: Sequence[VectorSet], run: VectorRun, workers: Workers = ALONE) -> Iterator[Written]:
    """Write the index, each set, and the index again with counts and digests."""
    run.folder.mkdir(parents=True, exist_ok=True)
    try:
        resumed = json.loads((run.folder / INDEX).read_bytes()).get("made_by") == run.made_by()
    except (OSError, ValueError, AttributeError, RecursionError):
        resumed = False  # The index is missing or unreadable.
    write_index(sets, run, {})
    kept = [_kept(vector_set, run) if resumed else None for vector_set in sets]
    missing = [vector_set for vector_set, earlier in zip(sets, kept, strict=True) if earlier is None]
    # Workers make the content; this process writes it.
    made = workers.ordered(partial(_make, run), missing)
    done: dict[str, Written] = {}
    for vector_set, written in zip(sets, kept, strict=True):
        if written is None:
            written, data = next(made)
            _replace(run.path(vector_set), data)
        done[written.file] = written
        yield written
    write_index(sets, run, done)


def _make(run: VectorRun, vector_set: VectorSet) -> tuple[Written, bytes]:
    """Return the file of a set, and its bytes."""
    confirmed = confirmations().get(vector_set.form.id, [])
    made = content(vector_set, run.options, {"made_by": run.made_by(), "confirmed_by": confirmed})
    text = json.dumps(made.header, separators=(",", ":")).encode() + b"\n" + made.lines
    data = text if run.plain else gzip.compress(text, _LEVEL, mtime=0)  # No time: the same vectors, the same bytes.
    digest = hashlib.sha256(text).hexdigest()
    return Written(run.file(vector_set), made.vectors, len(data), digest, made.header["compare"], kept=False), data


def _replace(path: Path, data: bytes) -> None:
    """Write a file under another name first, so that no partial file has the name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _kept(vector_set: VectorSet, run: VectorRun) -> Written | None:
    """Return the file of a set from an earlier run with the same options, or None."""
    path = run.path(vector_set)
    try:
        data = path.read_bytes()
        text = data if run.plain else gzip.decompress(data)
        header = json.loads(text.partition(b"\n")[0])
        if header["made_by"] != run.made_by() or header["opcodes"] != list(vector_set.opcodes):
            return None
        vectors = text.count(b"\n") - 1
        same = header["vectors"] == vectors and header["target"] == (run.on.name if run.on else None)
        digest = hashlib.sha256(text).hexdigest()
        return Written(run.file(vector_set), vectors, len(data), digest, header["compare"], kept=True) if same else None
    except (OSError, EOFError, ValueError, KeyError, TypeError, gzip.zlib.error):  # type: ignore[attr-defined]
        return None


@cache
def confirmations() -> dict[str, list[str]]:
    """Return by form the evidence of GPUs on which every defined result agreed with the semantics."""
    from ptxisa.query.database import database

    rows = database().sql(
        "SELECT form, source FROM measurement WHERE run > 0 AND agreed + unspecified = run ORDER BY form, source"
    )
    sources: dict[str, list[str]] = {}
    for form, source in rows:
        sources.setdefault(form, []).append(source)
    return sources


# --- index ---


def write_index(sets: Sequence[VectorSet], run: VectorRun, done: Mapping[str, Written]) -> None:
    """Write the index, one line for each set; counts and digests are null for files that are not `done`."""
    head = {
        "format": f"{FORMAT}-index",
        "version": VERSION,
        "made_by": run.made_by(),
        "target": run.on.name if run.on else None,
        "complete": len(done) == len(sets),
    }
    lines = []
    for vector_set in sets:
        written = done.get(run.file(vector_set))
        entry = {
            "file": run.file(vector_set),
            "form": vector_set.form.id,
            "selectors": dict(vector_set.selection),
            "compare": written.compare if written else None,
            "vectors": written.vectors if written else None,
            "bytes": written.bytes if written else None,
            "sha256": written.sha256 if written else None,
            "opcodes": list(vector_set.opcodes),
        }
        lines.append(json.dumps(entry, separators=(",", ":")))
    text = json.dumps(head, separators=(",", ":"))[:-1] + ',"sets":[\n' + ",\n".join(lines) + "\n]}\n"
    _replace(run.folder / INDEX, text.encode())
