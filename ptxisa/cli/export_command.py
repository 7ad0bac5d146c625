"""Write all records for other programs: one JSON document, or a C++ header.

`ptxisa sql --schema` describes the tables and columns of the document. The header needs C++17.

examples:
  ptxisa export --json -o ptx.json
  ptxisa export --cpp -o ptx.h
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ptxisa.cli.output import Failure, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa export`."""
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--json", action="store_true", help="write one JSON document")
    form.add_argument("--cpp", action="store_true", help="write a C++ header")
    parser.add_argument("-o", "--output", metavar="FILE", help="write a file instead of standard output")


def run(arguments: argparse.Namespace) -> int:
    """Write the document or the header."""
    import json

    from ptxisa.query.export import as_cpp, as_json

    if arguments.json and not arguments.output:
        print_json(as_json())
        return 0
    text = as_cpp() if arguments.cpp else json.dumps(as_json(), indent=1) + "\n"
    if not arguments.output:
        sys.stdout.write(text)
        return 0
    try:
        Path(arguments.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror}") from None
    return 0
