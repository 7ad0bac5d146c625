"""Print what makes a shell complete commands, options, opcodes, targets, PTX versions and names of records.

Completion needs argcomplete: pip install 'ptxisa[completion]'.

examples:
  eval "$(ptxisa completion bash)"                                         # in ~/.bashrc
  eval "$(ptxisa completion zsh)"                                          # in ~/.zshrc, after compinit
  ptxisa completion fish > ~/.config/fish/completions/ptxisa.fish
"""

from __future__ import annotations

import argparse

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, print_json

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa completion`."""
    parser.add_argument("shell", choices=SHELLS, help="bash, zsh or fish")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the code for the shell."""
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        raise Failure("completion needs argcomplete: pip install 'ptxisa[completion]'") from None
    code = shellcode(["ptxisa"], shell=arguments.shell).strip()
    if arguments.json:
        print_json({"shell": arguments.shell, "code": code})
    else:
        print(code)
    return 0
