"""Validate the records and generate the package from them. For developers: it needs a source checkout.

examples:
  ptxisa build
  ptxisa build --docs
  ptxisa build --docs --playground
  ptxisa build --docs --only cvt targets
"""

from __future__ import annotations

import argparse
import sys

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa build`."""
    parser.add_argument(
        "--docs", action="store_true", help="build the documentation site as well (needs the extra ptxisa[docs])"
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="WORD",
        help="with --docs: only the generated pages with one of these words in their path, and every index",
    )
    parser.add_argument(
        "--playground",
        nargs="?",
        const="",
        metavar="FOLDER",
        help="with --docs: put Python for browsers into the site (16 MB); Pyodide is fetched from npm once, or is the"
        " unpacked release in FOLDER",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Generate; return 1 if the records are invalid."""
    if not arguments.docs and (arguments.only or arguments.playground is not None):
        raise Failure(f"{'--only' if arguments.only else '--playground'} needs --docs: it is about the site")
    # The generator is not part of the installed package: this is the only import of it, and it is optional.
    try:
        from generator.build import build
        from generator.records.problems import RecordError
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "generator":
            raise Failure("build needs a source checkout, installed there with: pip install -e '.[docs]'") from None
        raise Failure(f"{error.name} is missing; install the extra: pip install 'ptxisa[generate]'") from None
    say = None if arguments.json else print
    try:
        isa = build(say=say or (lambda line: None))
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments.docs:
        try:
            from generator.site.command import SiteError, build_site
        except ModuleNotFoundError as error:
            raise Failure(f"{error.name} is missing; install the extra: pip install 'ptxisa[docs]'") from None
        try:
            folder = build_site(arguments.only, arguments.playground, say)
        except SiteError as error:
            raise Failure(str(error)) from None
        if say:
            say(f"documentation in {folder}")
    if arguments.json:
        print_json(isa.loaded.counts())
    return 0
