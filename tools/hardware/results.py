"""Stored results of a GPU: statements with a few rows of inputs each, and the results of the hardware.

The fixture is one xz stream: a line of JSON, then the arrays that it names, one after the other. Cases that read
registers of the same kinds share a block of inputs.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa import selectors
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.instructions import every_form
from ptxisa.numbers.patterns import Bits, dtype_of

PATH = Path(__file__).parents[2] / "tests" / "fixtures" / "results_sm_90.xz"
TARGET = "sm_90"
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 2, "pb": 2}]


class Stored(NamedTuple):
    """Statement with its inputs by register, and the results of the GPU by operand."""

    form: Form
    values: Values
    constants: Mapping[str, int]
    selection: selectors.Selection
    inputs: Mapping[str, Bits]
    outputs: Mapping[str, Bits]

    @property
    def numbers(self) -> dict[str, int]:
        """Inputs of the function besides registers, by name."""
        return {**self.constants, **selectors.inputs(self.form, self.selection)}


def write(path: Path, head: Mapping[str, Any], blocks: Sequence[Mapping[str, Bits]]) -> None:
    """Write blocks of arrays, which `head` describes. The same content gives the same bytes."""
    described = [{name: [8 * array.dtype.itemsize, len(array)] for name, array in block.items()} for block in blocks]
    line = json.dumps({**head, "blocks": described}, separators=(",", ":")).encode() + b"\n"
    # The lowest bytes of all rows, then the next ones: they compress better.
    data = b"".join(
        np.ascontiguousarray(array).view(np.uint8).reshape(-1, array.dtype.itemsize).T.tobytes()
        for block in blocks
        for array in block.values()
    )
    path.write_bytes(lzma.compress(line + data, check=lzma.CHECK_CRC32, filters=_FILTERS))


def head(path: Path = PATH) -> dict[str, Any]:
    """Return device, driver and cases of the fixture."""
    return read(path)[0]


@cache
def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Bits]]]:
    """Return the head and the blocks of arrays of a file."""
    line, _, data = lzma.decompress(path.read_bytes()).partition(b"\n")
    described = json.loads(line)
    place, blocks = 0, []
    for block in described.pop("blocks"):
        arrays = {}
        for name, (bits, rows) in block.items():
            size = rows * bits // 8
            planes = np.frombuffer(data[place : place + size], np.uint8).reshape(bits // 8, rows)
            arrays[name] = np.ascontiguousarray(planes.T).view(dtype_of(bits)).reshape(rows)
            place += size
        blocks.append(arrays)
    assert place == len(data)
    return described, blocks


def stored(path: Path = PATH) -> Iterator[Stored]:
    """Return every case of the fixture; raise an error if its form no longer exists."""
    about, blocks = read(path)
    forms = {form.id: form for form in every_form()}
    for form_id, cases in about["cases"].items():
        form = forms[form_id]
        absent = dict.fromkeys(slot.name for slot in form.slots)
        for values, constants, selection, given, results in cases:
            chosen = {**dict.fromkeys(selector.name for selector in selectors.selectors(form)), **selection}
            yield Stored(form, {**absent, **values}, constants, chosen, blocks[given], blocks[results])
