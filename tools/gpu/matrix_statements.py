"""Run the trials of `trials` on the GPU of this machine, and store the results.

    python -m tools.gpu.matrix_statements FOLDER

writes `statements.json.gz` (a digest and a few words of the results of each trial, which the tests compare with
`ptxisa.execute`), `results.npz` (all words), and `fragments.npz` (which element of memory each place of a `wmma`
fragment has). Needs an NVIDIA GPU of sm_90a.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ptxisa.oracle.gpu.driver import GpuContext
from ptxisa.oracle.gpu.matrix_statements import MatrixStatement, Words, layouts, statements
from ptxisa.oracle.gpu.statement_kernels import measured

_KEPT = 24
"""Words of each result that are kept besides the digest."""


def kept(trial: MatrixStatement, words: Words) -> dict[str, Any]:
    """Return a trial with the digest and some words of its results."""
    return {**trial._asdict(), "digest": digest(words), "some": some_words(words)}


def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Keep trials with their results; the same rows give the same bytes."""
    path.write_bytes(gzip.compress(json.dumps(rows).encode(), mtime=0))


def read(path: Path) -> list[tuple[MatrixStatement, str, list[int]]]:
    """Return trials with the digest and some words of their results."""
    kept_statements = []
    for row in json.loads(gzip.decompress(path.read_bytes())):
        digest, some = row.pop("digest"), row.pop("some")
        kept_statements.append((MatrixStatement(**row), digest, some))
    return kept_statements


def some_words(words: Words) -> list[int]:
    """Return words that show where results differ."""
    every: list[int] = words.view(np.uint32)[:: max(1, words.size // 4 // _KEPT)][:_KEPT].tolist()
    return every


def digest(words: Words) -> str:
    """Return the digest of results."""
    return hashlib.sha256(words.tobytes()).hexdigest()


def run_statements(context: GpuContext, some: Sequence[MatrixStatement]) -> dict[str, Words]:
    """Return the results of statements on the GPU by name."""
    return {trial.name: measured(context, trial) for trial in some}


def elements(results: Mapping[str, Words]) -> dict[str, Words]:
    """Return the numbers of the elements that loads leave in registers, [lane, register, element], by the opcode."""
    whole: dict[str, Words] = {}
    for trial in layouts():
        kind, _, first = trial.shared.removeprefix("index").partition("@")
        opcode, bits, word = trial.text.partition(" ")[0], int(kind), 64 if ".f64" in trial.text else 32
        registers = (
            results[trial.name].view(f"u{word // 8}").reshape(len(trial.outputs), trial.threads, 1).swapaxes(0, 1)
        )
        shifts = np.arange(word // bits, dtype=registers.dtype) * registers.dtype.type(bits % word)
        digits = registers >> shifts & registers.dtype.type(min(0xFFFF, (1 << bits) - 1))
        whole[opcode] = whole.get(opcode, np.uint16(0)) | digits.astype(np.uint16) << np.uint16(int(first))
    return whole


def _save(path: Path, arrays: Mapping[str, Words]) -> None:
    numbered: dict[str, Any] = {str(index): array for index, array in enumerate(arrays.values())}
    np.savez_compressed(path, names=list(arrays), **numbered)


def main(arguments: list[str] | None = None) -> int:
    """Run all trials."""
    folder = Path((sys.argv[1:] if arguments is None else arguments)[0])
    folder.mkdir(parents=True, exist_ok=True)
    some = statements()
    with GpuContext() as context:
        results = run_statements(context, some)
        fragments = elements(run_statements(context, list(layouts())))
    write(folder / "statements.json.gz", [kept(trial, results[trial.name]) for trial in some])
    _save(folder / "results.npz", results)
    _save(folder / "fragments.npz", fragments)
    print(f"{len(results)} trials, {len(fragments)} fragments")
    return 0


if __name__ == "__main__":
    sys.exit(main())
