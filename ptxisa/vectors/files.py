"""Test vectors: for each variant of a form, inputs by class and the results that the contract demands.

A vector is one JSON object a line: form, opcode, class, inputs and outputs as hexadecimal bit patterns, the
bits of each output that may be anything (`dont_care`, left out when there are none), and where the
expectation comes from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ptxisa.isa import selectors
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.opcode import canonical
from ptxisa.isa.tuples import NamedTuple
from ptxisa.isa.variants import variants
from ptxisa.numbers.patterns import Bits
from ptxisa.numbers.primitives import open_bits
from ptxisa.run.implementation import Implementation
from ptxisa.run.semantics import REFERENCE, NotExecutable, implementation
from ptxisa.run.warp import ACTIVE, LANES, operand_of
from ptxisa.spread import ALONE, Progress, Workers
from ptxisa.vectors.samples import Sample, samples
from ptxisa.vectors.warp_samples import executing, of_thread

SELECTIONS = 4
"""At most this many choices of what follows operands, as in `a.b0`, for each variant."""
EDGES = 256
"""At most this many vectors of edges, and of lanes apart, a variant; a seeded choice where there are more."""
OTHERS = 96
"""At most this many vectors of every other class."""


class Written(NamedTuple):
    """One file of vectors."""

    path: Path
    vectors: int
    digest: str


def write(
    forms: Sequence[Form], folder: Path, *, random: int = 32, seed: int = 1, workers: Workers = ALONE
) -> Iterator[Written]:
    """Write one file a form to `folder`, and `index.json` with counts and SHA-256 digests."""
    folder.mkdir(parents=True, exist_ok=True)
    index = {}
    found = workers.ordered(partial(_lines, random, seed), forms, Progress(len(forms), "forms"))
    for form, lines in zip(forms, found, strict=True):
        written = _write_form(form, folder, lines)
        if written:
            index[written.path.name] = {
                "form": form.id,
                "vectors": written.vectors,
                "sha256": written.digest,
                "confirmed_by": confirmations(form),
            }
            yield written
    text = json.dumps({"seed": seed, "files": index}, indent=1, sort_keys=True)
    (folder / "index.json").write_text(text + "\n", encoding="utf-8")


def confirmations(form: Form) -> list[str]:
    """Evidence records of the GPUs on which every defined result of the form agreed with the semantics."""
    from ptxisa.query.database import database

    rows = database().sql(
        "SELECT source FROM measurement WHERE form = ? AND run > 0 AND agreed + unspecified = run ORDER BY source",
        (form.id,),
    )
    return [source for (source,) in rows]


def _lines(random: int, seed: int, form: Form) -> list[str]:
    return [json.dumps(vector, separators=(",", ":")) for vector in vectors(form, random=random, seed=seed)]


def _write_form(form: Form, folder: Path, lines: Sequence[str]) -> Written | None:
    if not lines:
        return None
    data = ("\n".join(lines) + "\n").encode()
    path = folder / f"{form.id}.jsonl"
    path.write_bytes(data)
    return Written(path, len(lines), hashlib.sha256(data).hexdigest())


def vectors(
    form: Form, *, random: int = 32, seed: int = 1, chosen: Iterable[Values] | None = None
) -> Iterator[dict[str, Any]]:
    """Vectors of every executable variant of a form, or of those chosen, in a fixed order."""
    for values in variants(form) if chosen is None else chosen:
        try:
            found = implementation(form, values, backend=REFERENCE)
        except NotExecutable:
            continue
        for sample in samples(form, values, random=random, seed=seed):
            for selection in selectors.selections(form, SELECTIONS, sorted(values.items(), key=str)):
                yield from _of_sample(form, values, found, _thin(sample, seed), selection, seed)


def _executing(sample: Sample, seed: int) -> Sequence[int]:
    """The threads that execute the statement; of many, some from every part, so that every warp counts."""
    if ACTIVE not in sample.values:
        return range(len(sample))
    threads = np.flatnonzero(executing(sample.values))
    if len(threads) > (most := _most(sample)):
        places = np.arange(most) + np.random.default_rng(seed).random(most)
        threads = threads[(places * (len(threads) / most)).astype(np.intp)]
    return [int(index) for index in threads]


def _most(sample: Sample) -> int:
    return EDGES if sample.id in ("edges", "one-lane-apart") else OTHERS


def _digits(name: str, array: Bits) -> int:
    """Hexadecimal digits of an input; one that has all lanes of a warp has theirs side by side."""
    bits = 1 if array.dtype == np.uint8 and operand_of(name) else array.dtype.itemsize * 8
    return max(1, bits * (LANES if operand_of(name) else 1) // 4)


def _thin(sample: Sample, seed: int) -> Sample:
    """A seeded choice of a large class, in order; lanes that look at each other stay together."""
    if len(sample) <= _most(sample) or ACTIVE in sample.values:
        return sample
    picked = np.sort(np.random.default_rng(seed).choice(len(sample), _most(sample), replace=False))
    return Sample(sample.id, {name: array[picked] for name, array in sample.values.items()})


def _of_sample(
    form: Form, values: Values, found: Implementation, sample: Sample, selection: selectors.Selection, seed: int
) -> Iterator[dict[str, Any]]:
    opcode = canonical(form, dict(values))
    numbers = selectors.inputs(form, selection)
    selected = {"selectors": dict(selection)} if selection else {}
    digits = {name: _digits(name, array) for name, array in sample.values.items()}
    for index in _executing(sample, seed):
        given = of_thread(sample.values, index)
        results = dict(
            zip(found.outputs, found.function(*({**given, **numbers}[name] for name in found.inputs)), strict=True)
        )
        open_ = {name: hex(mask) for name, result in results.items() if (mask := open_bits(result))}
        vector = {
            "form": form.id,
            "opcode": opcode,
            **selected,
            "class": sample.id,
            "inputs": {name: f"0x{value:0{digits[name]}x}" for name, value in given.items()},
            "outputs": {name: hex(result) for name, result in results.items()},
        }
        yield {**vector, **({"dont_care": open_} if open_ else {}), "provenance": "contract"}
