"""Stored verdicts of libNVVM on the modules of cases.yaml.

    python -m tests.nvvm.verdicts [RELEASE…]

asks releases of libNVVM and writes the fixture: for each release a line of JSON with the verdict on each case:
`accepts`, `rejects` or `crashes`. A module counts as accepted if it is valid and compiles. A release has no verdict on
targets that it does not have.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ptxisa.nvvm.checker import check_nvvm
from ptxisa.nvvm.rules import LibraryErrata
from tests.nvvm.cases import Case, cases
from tools.nvvm.libnvvm import Answer, LibNvvm
from tools.nvvm.releases import find

PATH = Path(__file__).parents[1] / "fixtures" / "nvvm_verdicts.json"
RELEASES = ("12.0", "12.9", "13.0", "13.5")


class Stored(NamedTuple):
    """The verdicts of one release, by case; `digest` is that of the library."""

    release: str
    digest: str
    verdicts: dict[str, str]


def stored() -> list[Stored]:
    """Return the verdicts in the fixture."""
    return [Stored(**json.loads(line)) for line in PATH.read_text(encoding="utf-8").splitlines()]


def key(case: Case) -> str:
    """Return the name of a case with the start of the digest of its text, so that a new text has no old verdict."""
    return f"{case.name}:{hashlib.sha256(case.text.encode()).hexdigest()[:8]}"


def verdict(answer: Answer) -> str:
    """Return `accepts`, `rejects` or `crashes`; empty if the release does not have the target."""
    words = {"success": "accepts", "crash": "crashes", "timeout": "crashes", "invalid-option": ""}
    return words.get(answer.status, "rejects")


def ask(release: str, asked: Iterable[Case]) -> Stored:
    """Return the verdicts of a release."""
    with LibNvvm(find(release)) as nvvm:
        answers = {key(case): verdict(nvvm.judge(case.text, case.target)) for case in asked}
        return Stored(release, nvvm.digest, {name: answer for name, answer in answers.items() if answer})


def answer(case: Case, release: str) -> tuple[str, bool]:
    """Return the checker's answer for a release, and True if an erratum leaves open how libNVVM answers."""
    errata, dialect = LibraryErrata(False, release), {"typed": "llvm7", "opaque": "modern"}[case.dialect]
    diagnostics = check_nvvm(case.text, case.target, assembler=release)
    verdicts = {
        diagnostic: erratum.verdict
        for diagnostic in diagnostics
        if diagnostic.erratum and (erratum := errata.erratum_for(diagnostic, dialect))
    }
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    if errors:
        return "rejects", all(verdicts.get(error) == "unchecked" for error in errors)
    return "accepts", "varies" in verdicts.values()


def agrees(case: Case, release: str, given: str) -> bool:
    """Return True if the checker and a verdict agree; a crash is a rejection."""
    ours, unchecked = answer(case, release)
    return unchecked or ours == ("rejects" if given == "crashes" else given)


def main(releases: list[str]) -> int:
    lines = [json.dumps(ask(release, cases())._asdict(), separators=(",", ":")) for release in releases or RELEASES]
    PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{PATH}: {PATH.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
