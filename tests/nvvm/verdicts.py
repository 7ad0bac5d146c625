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
    """What the fixture holds."""
    return [Stored(**json.loads(line)) for line in PATH.read_text(encoding="utf-8").splitlines()]


def key(case: Case) -> str:
    """Name of a case with the beginning of the digest of its text, so that an old verdict is about no new text."""
    return f"{case.name}:{hashlib.sha256(case.text.encode()).hexdigest()[:8]}"


def verdict(answer: Answer) -> str:
    """`accepts`, `rejects` or `crashes`; empty where the release does not have the target."""
    words = {"success": "accepts", "crash": "crashes", "timeout": "crashes", "invalid-option": ""}
    return words.get(answer.status, "rejects")


def ask(release: str, asked: Iterable[Case]) -> Stored:
    """The verdicts of a release."""
    with LibNvvm(find(release)) as nvvm:
        found = {key(one): verdict(nvvm.judge(one.text, one.target)) for one in asked}
        return Stored(release, nvvm.digest, {name: one for name, one in found.items() if one})


def answer(case: Case, release: str) -> tuple[str, bool]:
    """What the checker says for a release, and whether an erratum says that libNVVM does not check this."""
    found = check_nvvm(case.text, case.target, assembler=release)
    errors = [one for one in found if one.severity == "error"]
    unchecked = bool(errors) and all("may crash" in one.hint for one in errors)
    unchecked = unchecked or (not errors and any("may know" in one.hint for one in found))
    return "rejects" if errors else "accepts", unchecked


def agrees(case: Case, release: str, given: str) -> bool:
    """Whether the checker and a verdict agree; a crash is a rejection."""
    ours, unchecked = answer(case, release)
    return unchecked or ours == ("rejects" if given == "crashes" else given)


def main(releases: list[str]) -> int:
    lines = [json.dumps(ask(release, cases())._asdict(), separators=(",", ":")) for release in releases or RELEASES]
    PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{PATH}: {PATH.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
