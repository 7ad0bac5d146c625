"""Records in, products out: `python -m generator.build` writes `ptxisa/_generated/`.

Each product is one function of the resolved records, so the same records give the same bytes. The build
counts forms in and out, and fails on a difference that nothing explains.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator import build_cache, semantics_modules
from generator.backends import (
    capabilities,
    checkers,
    database,
    descriptors,
    deviations,
    forms,
    language,
    matrices,
    matrix_models,
    memory_models,
    number_formats,
    nvvm,
    search_index,
    tables,
    tensors,
)
from generator.backends.forms import by_mnemonic
from generator.passes import PASSES, UnknownDump, dump, front_end
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.problems import Problem, RecordError
from generator.semantics_modules import Texts
from ptxisa.isa.names import counted, module_name
from ptxisa.query.search import INDEX_FILE

PACKAGE = Path("ptxisa") / "_generated"
TABLES = {
    "tables.py": tables,
    "number_formats.py": number_formats,
    "checkers.pyi": checkers,
    "language.py": language,
    "tensors.py": tensors,
    "matrix_layouts.py": matrices,
    "descriptors.py": descriptors,
    "matrix_models.py": matrix_models,
    "memory_model.py": memory_models,
    "capabilities.py": capabilities,
    "nvvm.py": nvvm,
}
"""Generated files that one back end makes of all records, by name."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class BuildProduct:
    """Generated text file, relative to the output folder."""

    path: Path
    text: str


def update(output: Path = ROOT / PACKAGE, isa_folder: Path = ROOT / "isa", say: Say = lambda line: None) -> None:
    """Build unless the output is what a build would write; raise `RecordError` when the records are invalid."""
    if build_cache.unchanged(output, build_cache.inputs(isa_folder)):
        say(f"nothing has changed since the build of {output}")
    else:
        build(output, isa_folder, say)


def build(output: Path = ROOT / PACKAGE, isa_folder: Path = ROOT / "isa", say: Say = lambda line: None) -> Isa:
    """Validate the records, write every product below `output`, and return the records.

    Args:
        output: The folder of the generated package, which is replaced.
        isa_folder: The folder of the records.
        say: Called with a line about each stage.

    Raises:
        RecordError: If records are invalid; nothing is written then.
    """
    began = time.perf_counter()
    digest = build_cache.inputs(isa_folder)
    say("reading the records")
    isa = front_end(isa_folder)
    say(f"{sum(isa.loaded.counts().values())} records valid")
    # No form may be lost between the records and the generated modules.
    wanted = sum(len(record.data["forms"]) for record in isa.records("instruction"))
    emitted = forms.form_count(by_mnemonic(isa.instructions))
    if wanted != emitted:
        raise RecordError([Problem(ROOT / "isa", 1, 1, f"{wanted} forms in the records, {emitted} in the modules")])
    with tempfile.TemporaryDirectory() as folder, semantics_modules.started(isa) as semantics:
        database_path = Path(folder) / "isa.sqlite"
        say("generating tables and forms")
        products = list(python_products(isa))
        say("generating the database")
        database.write(isa, database_path)
        say("generating semantics")
        products += semantics_products(semantics())
        # Replace the output folder, so that nothing of an earlier build remains.
        if output.exists():
            shutil.rmtree(output)
        for product in products:
            path = output / product.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(product.text, encoding="utf-8")
        shutil.move(database_path, output / database_path.name)
    build_cache.stamp(output, digest)
    say(f"{len(products) + 1} products in {time.perf_counter() - began:.1f} s below {output}")
    return isa


def python_products(isa: Isa) -> Iterator[BuildProduct]:
    """Yield every generated Python module except those of semantics."""
    yield BuildProduct(Path("__init__.py"), '"""Written by the generator from the records; not checked in."""\n')
    for name, backend in TABLES.items():
        yield BuildProduct(Path(name), backend.emit(isa))
    yield BuildProduct(Path("forms") / "__init__.py", '"""Forms of instructions."""\n')
    for name, text in deviations.emit(isa):
        yield BuildProduct(Path("deviations") / f"{name}.py", text)
    yield BuildProduct(Path(INDEX_FILE), search_index.emit(isa))
    uncovered = tables.pending(isa)
    for mnemonic, instructions in by_mnemonic(isa.instructions).items():
        text = forms.emit(mnemonic, instructions, uncovered.get(mnemonic, ()))
        yield BuildProduct(Path("forms") / f"{module_name(mnemonic)}.py", text)


def semantics_products(semantics: Iterable[tuple[str, Texts]]) -> Iterator[BuildProduct]:
    """Yield the modules of the reference, the vector and the symbolic back end."""
    yield BuildProduct(Path("reference") / "__init__.py", '"""Scalar semantics."""\n')
    yield BuildProduct(Path("vector") / "__init__.py", '"""NumPy semantics."""\n')
    yield BuildProduct(Path("symbolic") / "__init__.py", '"""Symbolic semantics."""\n')
    for mnemonic, texts in semantics:
        for folder, text in texts.items():
            yield BuildProduct(Path(folder) / f"{module_name(mnemonic)}.py", text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and report, or show what a pass makes of a record; return the exit status."""
    listed = "\n".join(f"  {pass_.name:10}{pass_.does}" for pass_ in PASSES)
    parser = argparse.ArgumentParser(
        prog="python -m generator.build",
        description="Generate ptxisa/_generated/ from the records in isa/.",
        epilog=f"passes:\n{listed}\n\nexample: python -m generator.build --dump resolve popc",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--dump", nargs=2, metavar=("PASS", "NAME"), help="print what a pass makes of a record")
    chosen = parser.parse_args(arguments).dump
    gc.set_threshold(50_000, 20, 20)  # Nearly all objects are in use until the build ends.
    try:
        if chosen:
            print(dump(*chosen))
        else:
            update(say=print)
    except UnknownDump as error:
        parser.error(str(error))
    except RecordError as error:
        print(error, file=sys.stderr)
        print(f"{counted(len(error.problems), 'problem')}; nothing was written", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
