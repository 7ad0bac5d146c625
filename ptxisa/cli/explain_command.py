"""Explain a message of ptxas, the CUDA driver or LLVM and what to do about it, or the code of a diagnostic.

Without MESSAGE, or with -, reads the output of ptxas or nvcc from standard input and explains each message once.

examples:
  ptxisa explain "Feature 'wgmma.fence' not supported on .target 'sm_90'"
  ptxisa explain CUDA_ERROR_UNSUPPORTED_PTX_VERSION
  nvcc kernel.cu 2>&1 | ptxisa explain
  ptxisa explain operand-type
"""

from __future__ import annotations

import argparse
import sys

from ptxisa.cli.options import add_json
from ptxisa.cli.output import Failure, bold, page, paragraph, print_json, printable

MOST_CHARACTERS = 10_000_000
"""Limit of standard input in bytes; no assembler prints more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa explain`."""
    parser.add_argument("message", nargs="?", metavar="MESSAGE", help="a message in quotes, or a code")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explain the messages; return 1 if no record explains any of them."""
    if arguments.message in known_codes():
        explain_code(arguments.message, arguments.json)
        return 0
    from ptxisa.query.messages import explain, is_message

    lines = [(arguments.message or "").strip()]
    if arguments.message in (None, "-"):
        if sys.stdin is None:
            raise Failure("standard input is closed")
        if arguments.message is None and sys.stdin.isatty():
            raise Failure("give a MESSAGE, or pipe the output of ptxas or nvcc; see ptxisa explain --help")
        # Each message in standard input once; other lines are left out.
        messages: dict[str, str] = {}
        for line in sys.stdin.buffer.read(MOST_CHARACTERS).decode("utf-8", "replace").splitlines():
            explanation = explain(line)
            if explanation or is_message(line):
                messages.setdefault(explanation.message if explanation else line.strip(), line.strip())
        lines = list(messages.values())
    explained = [(line, explain(line)) for line in lines if line]
    if arguments.json:
        print_json([explanation for _, explanation in explained if explanation])
    else:
        blocks = []
        for line, explanation in explained:
            texts = [bold(paragraph(printable(explanation.message if explanation else line)))]
            if explanation is None:
                texts.append(
                    paragraph("No record explains this message; `ptxisa check` on the module may say more.", 2)
                )
            else:
                texts += [paragraph(explanation.means, 2), paragraph(explanation.fix, 2)]
                if explanation.codes:
                    codes = ", ".join(f"`ptxisa explain {code}`" for code in explanation.codes)
                    texts.append(paragraph(f"see {codes}", 2))
            blocks.append("\n".join(texts))
        page("\n\n".join(blocks) or "no message found")
    return 0 if any(explanation for _, explanation in explained) else 1


def known_codes() -> list[str]:
    """Return every diagnostic code."""
    from ptxisa.isa.diagnostics import CATALOGUE

    return list(CATALOGUE)


def explain_code(code: str, as_json: bool, in_list: bool = True) -> None:
    """Print the meaning of a diagnostic code, a wrong and a right example, and the rules about it.

    Args:
        code: a known code.
        as_json: print JSON instead of text.
        in_list: put the JSON object into a list, as commands do that may answer with several things.
    """
    from ptxisa.check.sarif import shown
    from ptxisa.isa.diagnostics import CATALOGUE
    from ptxisa.query.database import database

    entry = CATALOGUE[code]
    rules = database().sql(
        "SELECT DISTINCT record.name, record.summary FROM rule_code"
        " JOIN record ON record.kind = 'rule' AND record.name = rule_code.rule WHERE code = ? ORDER BY record.name",
        (code,),
    )
    if as_json:
        data = {"kind": "code", "name": code, **entry._asdict(), "rules": [name for name, _ in rules]}
        print_json([data] if in_list else data)
        return
    print(bold(f"{code} (diagnostic)"))
    print(paragraph(entry.meaning))
    for title, example in (("wrong", entry.wrong), ("right", entry.right)):
        if example:
            print("\n" + bold(title))
            print("\n".join(f"  {line}" for line in shown(example).splitlines()))
    if rules:
        print("\n" + bold("rules"))
        print("\n".join(paragraph(f"{name}: {summary}", 2) for name, summary in rules))
