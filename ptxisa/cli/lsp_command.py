"""Start the language server of PTX for editors: diagnostics, hover, completion, definitions, renaming and more.

An editor starts this command and speaks the language server protocol with it over standard input and output. The page
*Editors* of the documentation has settings for Visual Studio Code, Neovim, Helix, Zed, Emacs, Sublime Text and Kate.
The server needs pygls: pip install 'ptxisa[lsp]'.

examples:
  ptxisa lsp
  ptxisa lsp --log server.log
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from importlib.util import find_spec

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa lsp`."""
    parser.add_argument("--stdio", action="store_true", help="use standard input and output, the only way there is")
    parser.add_argument("--log", metavar="FILE", help="write a log to a file")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client asks to exit."""
    if arguments.json:
        languages = ["ptx", "cuda", "cpp", "python", "rust", "julia", "mlir"]
        print_json({"command": ["ptxisa", "lsp"], "transport": "stdio", "languages": languages})
        return 0
    from ptxisa.lsp.startup import EarlyAnswer

    missing = "the language server needs pygls, which is not installed: pip install 'ptxisa[lsp]'"
    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        raise Failure(missing)
    if arguments.log:
        logging.basicConfig(filename=arguments.log, level=logging.INFO)
    else:
        logging.disable(logging.CRITICAL)
    # The server closes its output at the end; the command line flushes standard output after that.
    start = EarlyAnswer(sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
    try:
        from ptxisa.lsp.server import create
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs"):
            raise
        raise Failure(missing) from None
    create().start_io(start.stdin, start.stdout)
    return 0
