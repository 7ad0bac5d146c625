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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator import build_cache
from generator.backends import (
    capabilities,
    checkers,
    descriptors,
    deviations,
    forms,
    language,
    matrices,
    matrix_models,
    number_formats,
    nvvm,
    tables,
    tensors,
)
from generator.backends.forms import by_mnemonic
from generator.passes import PASSES, UnknownDump, dump, front_end
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.problems import Problem, RecordError
from ptxisa.cli.main import COLLECTED_AFTER
from ptxisa.isa.names import counted

PACKAGE = Path("ptxisa") / "_generated"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Product:
    """One generated text file, relative to the output folder."""

    path: Path
    text: str


def update(output: Path = ROOT / PACKAGE, isa_folder: Path = ROOT / "isa", say: Say = lambda line: None) -> None:
    """Build unless the output is what a build would write; raise `RecordError` when the records are invalid."""
    if build_cache.unchanged(output, build_cache.inputs(isa_folder)):
        say(f"nothing has changed since the build of {output}")
    else:
        build(output, isa_folder, say)


def build(output: Path = ROOT / PACKAGE, isa_folder: Path = ROOT / "isa", say: Say = lambda line: None) -> Isa:
    """Validate the records and write every product below `output`; raise `RecordError` when they do not stand."""
    started = time.perf_counter()
    digest = build_cache.inputs(isa_folder)
    say("reading the records")
    isa = front_end(isa_folder)
    say(f"{sum(isa.loaded.counts().values())} records valid")
    _conserve(isa)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "isa.sqlite"
        products = _products(isa, database, say)
        _write(output, products)
        shutil.move(database, output / database.name)
    build_cache.stamp(output, digest)
    say(f"{len(products) + 1} products in {time.perf_counter() - started:.1f} s below {output}")
    return isa


def _products(isa: Isa, database: Path, say: Say) -> list[Product]:
    """Every generated Python module, and the database in a file; semantics are made meanwhile by other processes."""
    semantics = _semantics(isa)
    try:
        say("generating tables and forms")
        others = list(python_products(isa))
        say("generating the database")
        database_file(isa, database)
        say("generating semantics")
    finally:  # Every invalid text is reported at once, not the first failure alone.
        made = list(semantics())
    return [*others, *made]


def python_products(isa: Isa) -> Iterator[Product]:
    """Every generated Python module but those of semantics."""
    yield Product(Path("__init__.py"), '"""Written by the generator from the records; not checked in."""\n')
    yield Product(Path("tables.py"), tables.emit(isa))
    yield Product(Path("number_formats.py"), number_formats.emit(isa))
    yield Product(Path("checkers.pyi"), checkers.emit(isa))
    yield Product(Path("deviations.py"), deviations.emit(isa))
    yield Product(Path("language.py"), language.emit(isa))
    yield Product(Path("tensors.py"), tensors.emit(isa))
    yield Product(Path("matrix_layouts.py"), matrices.emit(isa))
    yield Product(Path("descriptors.py"), descriptors.emit(isa))
    yield Product(Path("matrix_models.py"), matrix_models.emit(isa))
    yield Product(Path("capabilities.py"), capabilities.emit(isa))
    yield Product(Path("nvvm.py"), nvvm.emit(isa))
    yield from _forms(isa)


def _forms(isa: Isa) -> Iterator[Product]:
    yield Product(Path("forms") / "__init__.py", '"""Forms of instructions."""\n')
    groups, uncovered = by_mnemonic(isa.instructions), tables.pending(isa)
    for name, mnemonics in forms.modules(groups).items():
        pending = {mnemonic: uncovered[mnemonic] for mnemonic in mnemonics if mnemonic in uncovered}
        text = forms.emit({mnemonic: groups[mnemonic] for mnemonic in mnemonics}, pending)
        yield Product(Path("forms") / f"{name}.py", text)


def _semantics(isa: Isa) -> Callable[[], Iterator[Product]]:
    """Start to make the modules of semantics; the function returned waits for them."""
    from generator.semantics_modules import modules

    made = modules(isa, forms.modules(by_mnemonic(isa.instructions)))

    def finished() -> Iterator[Product]:
        yield Product(Path("reference") / "__init__.py", '"""Scalar semantics."""\n')
        yield Product(Path("vector") / "__init__.py", '"""NumPy semantics."""\n')
        for name, texts in made():
            for folder, text in texts.items():
                yield Product(Path(folder) / f"{name}.py", text)

    return finished


def database_file(isa: Isa, path: Path) -> None:
    """Write the SQLite database."""
    from generator.backends import database

    database.write(isa, path)


def _conserve(isa: Isa) -> None:
    """No form may be lost between the records and the generated modules."""
    wanted = sum(len(record.data["forms"]) for record in isa.records("instruction"))
    found = forms.form_count(by_mnemonic(isa.instructions))
    if wanted != found:
        raise RecordError([Problem(ROOT / "isa", 1, 1, f"{wanted} forms in the records, {found} in the modules")])


def _write(output: Path, products: list[Product]) -> None:
    """Replace the output folder, so that nothing of an earlier build remains."""
    if output.exists():
        shutil.rmtree(output)
    for product in products:
        path = output / product.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(product.text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and report, or show what a pass makes of a record; return the exit status."""
    listed = "\n".join(f"  {one.name:10}{one.does}" for one in PASSES)
    parser = argparse.ArgumentParser(
        prog="python -m generator.build",
        description="Generate ptxisa/_generated/ from the records in isa/.",
        epilog=f"passes:\n{listed}\n\nexample: python -m generator.build --dump resolve popc",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--dump", nargs=2, metavar=("PASS", "NAME"), help="print what a pass makes of a record")
    chosen = parser.parse_args(arguments).dump
    gc.set_threshold(COLLECTED_AFTER, 20, 20)  # Nearly all objects are in use until the build ends.
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
