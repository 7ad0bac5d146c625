"""Golden samples: generated modules, complete, as a reviewer would read them.

The semantics are those of the record of `add`; the tables are those of the small records under
tests/fixtures/records, which have one or two of each kind. After a change that is meant, write the samples anew with
`python -m tests.generator.backends.test_golden`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from generator.backends import checkers, descriptors, language, matrices, matrix_models, nvvm, reference, tables, vector
from generator.records.isa import Isa
from generator.records.load import ROOT, load
from generator.records.resolve import resolve
from generator.semantics.compile import compile_entries
from generator.semantics.functions import functions_of

GOLDEN = ROOT / "tests" / "golden"
SEMANTICS = {"reference_add.py": reference.emit, "vector_add.py": vector.emit}
TABLES = {
    "checkers.pyi": checkers.emit,
    "descriptors.py": descriptors.emit,
    "language.py": language.emit,
    "matrix_layouts.py": matrices.emit,
    "matrix_models.py": matrix_models.emit,
    "nvvm.py": nvvm.emit,
    "tables.py": tables.emit,
}
FILES = (*SEMANTICS, *(f"tables/{name}" for name in TABLES))


@cache
def isa(folder: str) -> Isa:
    return resolve(load(ROOT / folder))


def written(file: str) -> str:
    """Return the product as the generator writes it now."""
    if file in SEMANTICS:
        records = isa("isa")
        entries = [entry for entry in records.forms() if entry[0].identity == "integer-arithmetic/add"]
        functions = functions_of(records)
        return SEMANTICS[file]("add", compile_entries(entries, records.types, functions), functions)
    return TABLES[Path(file).name](isa("tests/fixtures/records"))


@pytest.mark.parametrize("file", FILES)
def test_golden(file: str) -> None:
    assert (GOLDEN / file).read_text(encoding="utf-8") == written(file)


@pytest.mark.parametrize("name", TABLES)
def test_sample_of_a_table_is_a_module_with_values(name: str) -> None:
    """Check that the sample has values."""
    values: dict[str, object] = {}
    exec(compile((GOLDEN / "tables" / name).read_text(encoding="utf-8"), name, "exec"), values)
    tables = [value for key, value in values.items() if key.isupper() or key == "__all__"]
    assert tables
    assert any(tables)


if __name__ == "__main__":
    for name in FILES:
        (GOLDEN / name).parent.mkdir(exist_ok=True)
        (GOLDEN / name).write_text(written(name), encoding="utf-8")
