"""List or write the PTX and the machine code in libraries, executables, objects, fat binaries and wheels.

Without -o, a table shows what is inside. With -o, each PTX module becomes a file; --cubins writes machine code as well.

examples:
  ptxisa extract libkernels.so
  ptxisa extract package.whl --json
  ptxisa extract app -o ptx/
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json, table
from ptxisa.cli.ptx_files import Unreadable, read_any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa extract`."""
    parser.add_argument("file", metavar="FILE", help="a compiled file or a wheel")
    parser.add_argument("-o", "--output", metavar="DIR", help="write the PTX modules into this folder")
    parser.add_argument("--cubins", action="store_true", help="write machine code as well")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """List or write the entries; return 1 if there is none."""
    from ptxisa.sources.fatbinary import BinaryError, entries

    if arguments.cubins and not arguments.output:
        raise Failure("--cubins needs -o DIR")
    try:
        inside = list(entries(read_any(arguments.file)))
        written = []
        if arguments.output:
            folder = Path(arguments.output)
            folder.mkdir(parents=True, exist_ok=True)
            for number, entry in enumerate(inside):
                if entry.kind == "ptx" or (entry.kind == "cubin" and arguments.cubins):
                    # A name inside of a wheel is anyone's, and must not leave the folder: its last part counts.
                    stem = re.sub(r"[^\w.-]", "_", os.path.basename(entry.file or arguments.file))
                    path = folder / f"{stem}.{number}.{entry.target}.{entry.kind}"
                    path.write_bytes(entry.content())
                    written.append(str(path))
    except (Unreadable, BinaryError) as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror}") from None
    if arguments.json:
        fields = ("file", "kind", "target", "version", "size", "compression")
        print_json([{field: getattr(entry, field) for field in fields} for entry in inside])
    elif written:
        print("\n".join(written))
    elif inside:
        rows = [
            [entry.file or str(number), entry.kind, entry.target, entry.version, f"{entry.size:,}", entry.compression]
            for number, entry in enumerate(inside)
        ]
        print(table(["entry", "kind", "target", "version", "bytes", "compression"], rows))
    else:
        print(f"{arguments.file}: no fat binary in it")
    return 0 if inside else 1
