"""Golden samples: the generated modules of `add`, complete, as a reviewer would read them.

After a change that is meant, write them anew with `python -m tests.generator.backends.test_golden`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.backends import reference, vector
from generator.records.load import load
from generator.records.resolve import resolve

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
BACKENDS = {"reference_add.py": reference.emit, "vector_add.py": vector.emit}


def written(file: str) -> str:
    """What the generator writes for the record of `add` now."""
    isa = resolve(load())
    entries = [entry for entry in isa.forms() if entry[0].identity == "integer-arithmetic/add"]
    return BACKENDS[file]("add", entries, isa.types)


@pytest.mark.parametrize("file", BACKENDS)
def test_golden(file: str) -> None:
    assert (GOLDEN / file).read_text(encoding="utf-8") == written(file)


if __name__ == "__main__":
    for name in BACKENDS:
        (GOLDEN / name).write_text(written(name), encoding="utf-8")
