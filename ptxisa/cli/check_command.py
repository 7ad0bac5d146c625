"""Diagnostics of PTX modules: files, directories (every .ptx below them), or - for standard input.

Status 0 when no file has an error or a warning, 1 when one has, 2 when a file cannot be read.

examples:
  ptxisa check kernel.ptx
  ptxisa check --target sm_70 --ptx 7.0 kernel.ptx
  cat kernel.ptx | ptxisa check - --format json
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, add_place, place
from ptxisa.cli.output import Failure, coloured, print_json

if TYPE_CHECKING:
    from ptxisa.check.diagnostics import Diagnostic

Checked = list[tuple[str, str, "list[Diagnostic]"]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa check`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, a directory, or - for standard input")
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text", help="how to print findings")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check every file."""
    from ptxisa.check.module import check_module
    from ptxisa.syntax.source import decode

    place(arguments)
    checked: Checked = []
    for name, data in _inputs(arguments.files):
        checked.append((name, decode(data), check_module(data, target=arguments.target, ptx=arguments.ptx)))
        _progress(len(checked), arguments)
    _PRINT["json" if arguments.json else arguments.format](checked)
    return int(any(one.severity != "note" for _, _, found in checked for one in found))


def _inputs(names: list[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        if name == "-":
            yield "<stdin>", sys.stdin.buffer.read()
            continue
        path = Path(name)
        if path.is_dir():
            found = sorted(path.rglob("*.ptx"))
            if not found:
                raise Failure(f"{name}: no .ptx file below this directory")
            yield from ((str(one), _read(one)) for one in found)
        else:
            yield name, _read(path)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise Failure(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _progress(count: int, arguments: argparse.Namespace) -> None:
    """A counter on a terminal when there is much to do."""
    if sys.stderr.isatty() and count % 50 == 0:
        print(f"\r{count} files checked", end="", file=sys.stderr, flush=True)


def _text(checked: Checked) -> None:
    from ptxisa.check.diagnostics import render_text

    for name, text, found in checked:
        if found:
            print(render_text(found, text, name, colour=coloured()))
    errors = sum(one.severity == "error" for _, _, found in checked for one in found)
    warnings = sum(one.severity == "warning" for _, _, found in checked for one in found)
    files = f"{len(checked)} file{'s' * (len(checked) != 1)}"
    print(f"{files}: {errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}")


def _json(checked: Checked) -> None:
    from ptxisa.check.diagnostics import to_json

    print_json([to_json(one, name) for name, _, found in checked for one in found])


def _sarif(checked: Checked) -> None:
    from ptxisa import __version__
    from ptxisa.check.diagnostics import to_sarif

    print_json(to_sarif({name: found for name, _, found in checked}, version=__version__))


_PRINT = {"text": _text, "json": _json, "sarif": _sarif}
