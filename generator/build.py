"""Records in, products out: `python -m generator.build` writes `ptxisa/_generated/`.

Each product is one function of the resolved records, so the same records give the same bytes. The build
counts forms in and out, and fails on a difference that nothing explains.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.backends import descriptors, forms, language, matrices, matrix_models, tables, tensors
from generator.backends.forms import by_mnemonic
from generator.build_cache import BuildCache, Texts
from generator.passes import PASSES, UnknownDump, dump, front_end
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.problems import Problem, RecordError
from ptxisa.isa.names import counted, module_name

PACKAGE = Path("ptxisa") / "_generated"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Product:
    """One generated text file, relative to the output folder."""

    path: Path
    text: str


def build(output: Path = ROOT / PACKAGE, isa_folder: Path = ROOT / "isa", say: Say = lambda line: None) -> Isa:
    """Validate the records and write every product below `output`; raise `RecordError` when they do not stand."""
    started = time.perf_counter()
    isa = front_end(isa_folder)
    say(f"{sum(isa.loaded.counts().values())} records valid")
    products = list(python_products(isa))
    _conserve(isa)
    _write(output, products)
    database_file(isa, output)
    say(f"{len(products) + 1} products in {time.perf_counter() - started:.1f} s below {output}")
    return isa


def python_products(isa: Isa) -> Iterator[Product]:
    """Every generated Python module."""
    yield Product(Path("__init__.py"), '"""Written by the generator from the records; not checked in."""\n')
    yield Product(Path("tables.py"), tables.emit(isa))
    yield Product(Path("language.py"), language.emit(isa))
    yield Product(Path("tensors.py"), tensors.emit(isa))
    yield Product(Path("matrix_layouts.py"), matrices.emit(isa))
    yield Product(Path("descriptors.py"), descriptors.emit(isa))
    yield Product(Path("matrix_models.py"), matrix_models.emit(isa))
    yield from _per_mnemonic(isa)


def _per_mnemonic(isa: Isa) -> Iterator[Product]:
    for folder, what in (
        ("forms", "Forms of instructions."),
        ("reference", "Scalar semantics."),
        ("vector", "NumPy semantics."),
    ):
        yield Product(Path(folder) / "__init__.py", f'"""{what}"""\n')
    pending = list(tables.uncovered(isa))
    kept = BuildCache(record.path for kind in ("type", "modifier") for record in isa.records(kind))
    for mnemonic, instructions in by_mnemonic(isa.instructions).items():
        file = f"{module_name(mnemonic)}.py"
        uncovered = tuple(section for name, section in pending if name == mnemonic)
        values = forms.emit(mnemonic, instructions, uncovered)
        yield Product(Path("forms") / file, values)
        records = (instruction.located.path for instruction in instructions)
        texts = kept.products(records, values, partial(_semantics, isa, mnemonic))
        yield from (Product(Path(folder) / file, text) for folder, text in texts.items())
    kept.drop_old()


def _semantics(isa: Isa, mnemonic: str) -> Texts:
    """The modules of both backends, by their folder."""
    from generator.backends import reference, vector
    from generator.semantics.compile import compile_entries

    entries = [entry for entry in isa.forms() if entry[0].mnemonic == mnemonic]
    compiled = compile_entries(entries, isa.types)
    return {
        "reference": reference.emit(mnemonic, entries, isa.types, compiled),
        "vector": vector.emit(mnemonic, entries, isa.types, compiled),
    }


def database_file(isa: Isa, output: Path) -> None:
    """Write the SQLite database beside the modules."""
    from generator.backends import database

    database.write(isa, output / "isa.sqlite")


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
    try:
        if chosen:
            print(dump(*chosen))
        else:
            build(say=print)
    except UnknownDump as error:
        parser.error(str(error))
    except RecordError as error:
        print(error, file=sys.stderr)
        print(f"{counted(len(error.problems), 'problem')}; nothing was written", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
