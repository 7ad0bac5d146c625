"""Statements in one body have the same findings as alone: what is remembered of one does not change another."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict

import pytest

from ptxisa.check.module import check_module
from tests.verdicts.verdicts import PATH, RELEASE, Verdict, stored

Place = tuple[str, str]
BY_MNEMONIC: dict[str, dict[Place, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
for _verdict in stored(PATH):
    if not _verdict.trial.probe.symbols and not _verdict.trial.probe.mode:
        _mnemonic = _verdict.trial.probe.statement.split()[0].split(".")[0].rstrip(";")
        BY_MNEMONIC[_mnemonic][_verdict.target, _verdict.ptx].append(_verdict)


def renamed(verdict: Verdict, used: Counter[str]) -> str:
    """Return the statement with names of registers that are numbered by their types."""
    names: dict[str, str] = {}
    for name, type_ in verdict.trial.probe.registers:
        names[name] = f"%{re.sub('[^a-z0-9]', '_', type_)}_{used[type_]}"
        used[type_] = (used[type_] + 1) % 9
    return re.sub(
        r"(?<![\w.%$:])[A-Za-z_%$][\w$]*", lambda match: names.get(match[0], match[0]), verdict.trial.probe.statement
    )


OF_CODE = ("thirty-two-bit-addresses", "special-register-addresses")
"""Errata about statements that ptxas rejects only when it generates code."""


@pytest.mark.parametrize("mnemonic", BY_MNEMONIC)
def test_together(mnemonic: str) -> None:
    (target, ptx), verdicts = max(BY_MNEMONIC[mnemonic].items(), key=lambda item: len(item[1]))
    used: Counter[str] = Counter()
    chance = random.Random(mnemonic)
    every = [*verdicts, *verdicts, *verdicts]
    chance.shuffle(every)
    lines = [renamed(verdict, used).replace("\n", " ") for verdict in every]
    declared = [f".reg .{type_} %{re.sub('[^a-z0-9]', '_', type_)}_<9>;" for type_ in used]
    head = f".version {ptx}\n.target {target}\n.address_size 64\n.entry k() {{ {' '.join(declared)}\n"
    diagnostics = check_module(head + "\n".join(lines) + "\n}\n", assembler=RELEASE)
    # The verdicts are those of ptxas without code generation, which alone rejects addresses of these errata.
    errors = (
        diagnostic for diagnostic in diagnostics if diagnostic.severity == "error" and diagnostic.erratum not in OF_CODE
    )
    # An error before the first statement is about the kernel as a whole, such as mixed CTA groups.
    rejected = {error.line - 5 for error in errors if error.line >= 5}
    wanted = {number for number, verdict in enumerate(every) if not verdict.answer}
    assert [lines[number] for number in sorted(rejected ^ wanted)] == []
