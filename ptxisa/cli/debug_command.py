"""Run a kernel step by step: breakpoints, watches, registers, memory, calls, and steps back.

The arguments are those of ptxisa run. Commands are read from the terminal, or from standard input, so that a debugger
session can be a file. help lists the commands; the first letter of most is enough.

  step [N]                    run N instructions of the thread in focus
  warp [N]                    run N instructions of its warp
  next [N]                    run N instructions of any threads
  back [N]                    go back by N instructions of the thread
  continue                    run to the next stop
  break LINE|LABEL [thread]   stop there
  watch REGISTER              stop when a register changes
  watch SPACE ADDRESS         stop when memory changes
  thread THREAD [CTA]         select the thread in focus
  print REGISTER [warp]       print a value
  memory SPACE ADDRESS [N T]  print N values of type T
  where                       print the calls of the thread
  threads                     print which threads run and which wait
  list                        print the text

examples:
  ptxisa debug kernel.ptx --block 64 --arg range:u32:64 --arg zeros:u32:64
  ptxisa debug kernel.ptx --block 64 --arg zeros:u32:64 < session.txt
"""

from __future__ import annotations

import argparse
import io
import sys
from typing import Any

from ptxisa.cli.options import add_json
from ptxisa.cli.output import print_json
from ptxisa.cli.run_command import add_launch, launched, text_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa debug`."""
    add_launch(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Debug the kernel; return 1 if its last run has findings."""
    from ptxisa.isa.diagnostics import to_json
    from ptxisa.machine.debugger import Debugger

    texts = [text_of(file) for file in arguments.files]

    def launch(observers: Any) -> Any:
        return launched(arguments, texts, observers=observers)[0]

    stdin = None if sys.stdin.isatty() else sys.stdin
    output = io.StringIO() if arguments.json else None
    result = Debugger(launch, arguments.files[0], stdin=stdin, stdout=output).run()
    if output is not None:
        findings = [to_json(finding, arguments.files[0]) for finding in result.findings] if result is not None else []
        print_json({"output": output.getvalue().splitlines(), "findings": findings})
    return 1 if result is not None and result.findings else 0
