"""Validate the records and generate everything. For developers: it needs a source checkout.

examples:
  ptxisa build
  ptxisa build --docs
  ptxisa build --docs --playground
  ptxisa build --docs --only cvt targets
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json

CHECKOUT = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa build`."""
    parser.add_argument(
        "--docs", action="store_true", help="build the documentation site as well (needs the extra ptxisa[docs])"
    )
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="WORD", help="with --docs: of the generated pages those of these words"
    )
    parser.add_argument(
        "--playground",
        action="store_true",
        help="with --docs: put Python for browsers into the site (16 MB; Pyodide is fetched from npm once)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Generate; status 1 when the records are invalid."""
    if not arguments.docs and (arguments.only or arguments.playground):
        raise Failure(f"{'--only' if arguments.only else '--playground'} needs --docs: it is about the site")
    if not (CHECKOUT / "generator" / "build.py").exists():
        raise Failure("build needs a source checkout (an editable install); this is an installed package")
    import importlib

    sys.path.insert(0, str(CHECKOUT))
    try:
        build = importlib.import_module("generator.build")
        problems = importlib.import_module("generator.records.problems")
    except ModuleNotFoundError as error:
        raise Failure(f"{error.name} is missing; install the extra: pip install 'ptxisa[generate]'") from None
    try:
        isa = build.build(say=(lambda line: None) if arguments.json else print)
    except problems.RecordError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments.docs:
        _docs(arguments.only, _pyodide(quiet=arguments.json) if arguments.playground else "", quiet=arguments.json)
    if arguments.json:
        print_json(isa.loaded.counts())
    return 0


def _pyodide(quiet: bool) -> str:
    """The path of the package of Pyodide."""
    import importlib

    pyodide = importlib.import_module("generator.playground.pyodide")
    try:
        return str(pyodide.find((lambda line: None) if quiet else print))
    except pyodide.PyodideError as error:
        raise Failure(str(error)) from None


def _docs(only: list[str], pyodide: str, quiet: bool) -> None:
    import importlib

    try:
        sphinx = importlib.import_module("sphinx.cmd.build")
    except ModuleNotFoundError:
        raise Failure("Sphinx is missing; install the extra: pip install 'ptxisa[docs]'") from None
    built = CHECKOUT / "docs" / "_build"
    if only:
        built = built.with_name("_build_some")
    options = [
        "-D",
        f"ptx_only={' '.join(only)}",
        "-D",
        f"ptx_pyodide={pyodide}",
        "-b",
        "html",
        "-W",
        "--keep-going",
        "-j",
        "auto",
        "-d",
        str(built / "doctrees"),
    ]
    status = sphinx.main([*options, "-Q" if quiet else "-q", str(CHECKOUT / "docs"), str(built / "html")])
    if status:
        raise Failure("the documentation did not build; see the messages above")
    if not quiet:
        print(f"documentation in {built / 'html'}")
