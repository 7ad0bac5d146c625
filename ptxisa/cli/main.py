"""Run `ptxisa COMMAND …`, and turn every foreseeable failure into one line and an exit status.

Exit status: 0 yes or clean, 1 no or findings, 2 bad usage or unreadable input.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Sequence
from itertools import pairwise

import ptxisa
from ptxisa.cli.output import Failure, file_problem, print_json, printable
from ptxisa.cli.parsers import COMMANDS, Usage, command, parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Args:
        arguments: the words after `ptxisa`; by default those of this process.
    """
    # Only the process of the command has the handler; programs that call `main` keep their own.
    if signal.getsignal(signal.SIGINT) is not ptxisa._interrupted_at_start:
        return _status(arguments)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return _status(arguments)
    finally:
        # Everything is printed. An interruption while Python ends must not print a traceback of its own modules.
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _status(arguments: Sequence[str] | None) -> int:
    """Run the command line; catch every foreseeable failure."""
    if not _prepare_streams():
        return 2
    if arguments is None and "_ARGCOMPLETE" in os.environ:
        # The shell runs the command itself to complete its line; it ends there.
        from ptxisa.cli.completion_command import complete_line

        complete_line()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(given)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 2
    except Failure as failure:
        return _fail(failure, given)
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`), which is not an error.
        _discard_output()
        return 0
    except ModuleNotFoundError as error:
        # Most commands run without NumPy, as where the package was installed without its dependencies.
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        return _fail(Failure(f"{given[0]} needs NumPy, which is not installed: pip install numpy"), given)
    except OSError as error:
        _discard_output()
        return _fail(Failure(printable(file_problem(str(error.filename or "output"), error))), given)
    except KeyboardInterrupt:
        print("ptxisa: interrupted", file=sys.stderr)
        return 130


def _run(arguments: list[str]) -> int:
    """Run the command that the first argument names, or print the version or the list of commands."""
    if arguments and arguments[0] in ("-V", "--version"):
        from ptxisa import __version__

        print(f"ptxisa {__version__}")
        return 0
    if not arguments or arguments[0].startswith("-"):
        if arguments and arguments[0] not in ("-h", "--help"):
            from ptxisa.isa.names import suggestion

            hint = suggestion(arguments[0], ("-V", "--version", "-h", "--help"))
            raise Failure(f"unknown option {arguments[0][:60]!r}; {hint or 'see ptxisa --help'}")
        print("usage: ptxisa COMMAND [ARGUMENT …]\n")
        print("Which PTX runs on which GPU, what is wrong with it, and what it computes.\n\ncommands:")
        for name, summary in COMMANDS.items():
            print(f"  {name:12} {summary}")
        print("\nptxisa COMMAND --help explains a command; every command accepts --json.")
        print("ptxisa --version prints the version.")
        return 0 if arguments else 2
    name, *rest = arguments
    if name not in COMMANDS:
        from ptxisa.isa.names import suggestion

        hint = suggestion(name, COMMANDS) or f"commands are {', '.join(COMMANDS)}"
        raise Failure(f"unknown command {name[:60]!r}; {hint}")
    # File names may have any bytes. Other arguments are text; Python passes bytes that are none as surrogates.
    for argument in rest if name != "check" else ():
        if any("\ud800" <= character <= "\udfff" for character in argument):
            raise Failure(f"not text in the terminal's encoding: {argument[:60]!r}")
    status: int = command(name).run(parser(name).parse_args(rest))
    # Here, so that a full disk or a closed pipe is reported, and not at the end of the process.
    sys.stdout.flush()
    return status


def _fail(failure: Failure, arguments: Sequence[str]) -> int:
    """Report bad usage or input in one line; with JSON output, also as an object on standard output."""
    message = printable(str(failure))
    if "--json" in arguments or "--format=json" in arguments or ("--format", "json") in pairwise(arguments):
        print_json({"error": message.partition(": ")[2] if isinstance(failure, Usage) else message})
        sys.stdout.flush()
    print(message if isinstance(failure, Usage) else f"ptxisa: {message}", file=sys.stderr)
    return 2


def _discard_output() -> None:
    """Redirect the rest of the output, which cannot be written, so that Python does not flush it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _prepare_streams() -> bool:
    """Return True if there is a standard output; Python has None for closed streams.

    Names and texts may contain characters that the terminal's encoding lacks; these are printed as escapes.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - It is used until the process ends.
    if sys.stdout is None:
        print("ptxisa: standard output is closed", file=sys.stderr)
        return False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return True


if __name__ == "__main__":
    sys.exit(main())
