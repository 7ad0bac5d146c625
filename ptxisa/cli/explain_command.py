"""What a message of ptxas means and what to do about it; MESSAGE may also be the code of a diagnostic.

Without MESSAGE, or with -, reads the output of ptxas or nvcc from standard input and explains each message once.

examples:
  ptxisa explain "Feature 'wgmma.fence' not supported on .target 'sm_90'"
  ptxisa explain "Not a name of any known instruction: 'frob'"
  nvcc kernel.cu 2>&1 | ptxisa explain
  ptxisa explain operand-type
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ptxisa.cli.explain import as_data, explanation, known_codes
from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, bold, page, paragraph, print_json, printable

if TYPE_CHECKING:
    from ptxisa.query.messages import Explanation

MOST_CHARACTERS = 10_000_000
"""The limit of standard input; an assembler does not print more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa explain`."""
    parser.add_argument("message", nargs="?", default="-", metavar="MESSAGE")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explain; status 1 when nothing is known about any message."""
    if arguments.message in known_codes():
        return _explain_code(arguments)
    from ptxisa.query.messages import explain

    lines = list(_lines(arguments.message))
    found = [(line, explain(line)) for line in lines]
    if arguments.json:
        print_json([one for _, one in found if one])
    else:
        page("\n\n".join("\n".join(_shown(line, one)) for line, one in found) or "no message found")
    return 0 if any(one for _, one in found) else 1


def _explain_code(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print_json([as_data(arguments.message)])
    else:
        print("\n".join(explanation(arguments.message)))
    return 0


def _lines(message: str) -> Iterator[str]:
    """The message, or those of standard input, each once."""
    if message != "-":
        yield from filter(None, [message.strip()])
        return
    if sys.stdin is None:
        raise Failure("standard input is closed")
    from ptxisa.query.messages import explain, is_message

    text = sys.stdin.buffer.read(MOST_CHARACTERS).decode("utf-8", "replace")
    seen = set()
    for line in text.splitlines():
        found = explain(line) if is_message(line) else None
        key = found.message if found else line.strip()
        if is_message(line) and key not in seen:
            seen.add(key)
            yield line.strip()


def _shown(line: str, found: Explanation | None) -> Iterator[str]:
    yield bold(paragraph(printable(found.message if found else line)))
    if found is None:
        yield paragraph("No record explains this message; `ptxisa check` on the module may say more.", 2)
        return
    yield paragraph(found.means, 2)
    yield paragraph(found.fix, 2)
    if found.codes:
        yield paragraph("see " + ", ".join(f"`ptxisa explain {code}`" for code in found.codes), 2)
