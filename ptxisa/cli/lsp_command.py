"""Language server of PTX for editors: diagnostics, hover, completion, definitions, renaming and more.

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
        print_json({"command": ["ptxisa", "lsp"], "transport": "stdio", "languages": ["ptx"]})
        return 0
    try:
        from ptxisa.lsp.server import create
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise Failure("the language server needs pygls, which is not installed: pip install 'ptxisa[lsp]'") from None
    if arguments.log:
        logging.basicConfig(filename=arguments.log, level=logging.INFO)
    else:
        logging.disable(logging.CRITICAL)
    # The server closes its output at the end; the command line flushes standard output after that.
    create().start_io(sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
    return 0
