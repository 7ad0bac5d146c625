"""Command line: one module per command, loaded when the command is used.

`main.main` runs it, `parsers.COMMANDS` lists the commands. Other packages may import `main`, `parsers`, and from
`show_nvvm` and `show_record` the texts that pages share with `ptxisa show`.
"""

import os
import signal
import sys
from types import FrameType


def interrupted_at_start(number: int, frame: FrameType | None) -> None:
    """End the process without a traceback; imports take longer than a quick Ctrl-C."""
    os.write(2, b"ptxisa: interrupted\n")
    os._exit(130)


_COMMAND = sys.argv[0].replace(os.sep, "/").endswith(("/ptxisa", "/ptxisa/__main__.py"))
if _COMMAND and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # This process is the command. `main` reports interruptions itself once everything is imported.
    signal.signal(signal.SIGINT, interrupted_at_start)
