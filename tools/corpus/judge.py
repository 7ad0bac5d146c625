"""Compare the checker with ptxas on the corpus, or on mutants of it.

    python -m tools.corpus.judge                        # every module as it is
    python -m tools.corpus.judge --mutants 30           # and 30 mutants of a fragment of each
    python -m tools.corpus.judge --mutants 30 --disagreements FILE

The first table counts modules; those of mutants count by sort of mutation, apart for statements that have
records (and everything that is not an instruction), and for instructions that have none, or none for their PTX
version. Needs the modules that `python -m tools.corpus.make` makes.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from ptxisa.oracle.assembler import Ptxas
from ptxisa.oracle.releases import find
from tools.corpus.fragments import fragments
from tools.corpus.make import default_folder, pinned
from tools.corpus.modules import OUTCOMES, Assemblers, Complaint, Judgment, gist, our_errors
from tools.corpus.mutations import Mutant, mutants, recorded

RELEASES = ("13.5", "12.9", "11.8")

PARTS = {
    "recorded": "of statements with records, or other than instructions",
    "no record": "of instructions that have no record, or none for their PTX version",
}


class Case(NamedTuple):
    """Text to check: a module as it is, or a mutant of a fragment of it."""

    module: str
    text: str
    mutant: Mutant | None = None


class Judged(NamedTuple):
    """Case with the verdicts of the checker and of ptxas."""

    case: Case
    judgment: Judgment

    @property
    def part(self) -> str:
        """Entry of `PARTS`, by the changed statement and the first statement that ptxas reports."""
        lines, mutant = self.case.text.splitlines(), self.case.mutant
        first = next((complaint.line for complaint in self.judgment.ptxas if complaint.line), None)
        complained = lines[first - 1].strip() if first and first <= len(lines) else ""
        known = (mutant is None or mutant.recorded) and recorded(complained, version_of(self.case.text))
        return "recorded" if known else "no record"


def version_of(text: str) -> str | None:
    """Return the PTX version of a module."""
    match = re.search(r"^\s*\.version\s+([0-9.]+)", text, re.MULTILINE)
    return match[1] if match else None


def judged(cases: Iterable[Case], assemblers: Assemblers) -> Iterator[Judged]:
    """Yield the verdicts of the checker and of ptxas, which runs in threads meanwhile."""
    cases = list(cases)
    with ThreadPoolExecutor(2) as pool:
        answers: Iterator[tuple[Complaint, ...]] = pool.map(lambda case: assemblers.complaints(case.text), cases)
        for case, complaints in zip(cases, answers, strict=True):
            ours = our_errors(case.text, assemblers.release(case.text))
            yield Judged(case, assemblers.judgment(ours, case.text, complaints))


def mutant_cases(name: str, text: str, assemblers: Assemblers, given: argparse.Namespace) -> list[Case]:
    """Yield mutants of fragments that both sides accept, the same for the same seed."""
    rng = Random(f"{given.seed} {name}")
    sound = [
        fragment
        for fragment in fragments(text, rng, given.fragments)
        if not our_errors(fragment, assemblers.release(fragment)) and not assemblers.complaints(fragment)
    ]
    return [Case(name, mutant.text, mutant) for fragment in sound for mutant in mutants(fragment, rng, given.mutants)]


def table(rows: dict[str, Counter[str]]) -> str:
    """Return counts of outcomes by row, with a sum."""
    total: Counter[str] = Counter()
    for counts in rows.values():
        total.update(counts)
    width = max(map(len, [*rows, "all"]), default=3)
    heads = "".join(f"{outcome:>20}" for outcome in OUTCOMES)
    lines = [f"{'':{width}}{'judged':>9}{heads}{'agree':>9}"]
    for name, counts in (*sorted(rows.items()), ("all", total)):
        judged_ = sum(counts.values())
        agreed = (counts["both accept"] + counts["both reject"]) / judged_ if judged_ else 1.0
        cells = "".join(f"{counts[outcome]:>20}" for outcome in OUTCOMES)
        lines.append(f"{name:{width}}{judged_:>9}{cells}{agreed:>9.2%}")
    return "\n".join(lines)


def disagreements(judged_cases: Sequence[Judged]) -> str:
    """Return the kinds of disagreements in the order of `PARTS`, the most frequent first, each with an example."""
    kinds: defaultdict[tuple[str, ...], list[Judged]] = defaultdict(list)
    for judged_case in judged_cases:
        mutant, judgment = judged_case.case.mutant, judged_case.judgment
        place = (mutant.sort, mutant.mnemonic) if mutant else ("", "")
        kinds[(judgment.outcome, gist(judgment.reason), *place, judged_case.part)].append(judged_case)
    parts = list(PARTS)
    ordered = sorted(kinds.items(), key=lambda kind: (parts.index(kind[0][-1]), -len(kind[1]), kind[0]))
    return "\n".join(_describe(kind, members) for kind, members in ordered)


def _describe(kind: tuple[str, ...], members: Sequence[Judged]) -> str:
    case, judgment = members[0]
    outcome, _, sort, mnemonic, part = kind
    about = ", ".join(word for word in (outcome, sort, mnemonic, part) if word)
    line = judgment.ours[0].line if judgment.ours else (judgment.ptxas[0].line or 0)
    lines = [f"{len(members)} x {about}", f"    {judgment.reason}", f"    in {case.module}, line {line}"]
    if case.mutant:
        lines += [f"    - {_one_line(case.mutant.before)}", f"    + {_one_line(case.mutant.after)}"]
    head = [word for word in case.text.split("\n", 3) if word.startswith((".version", ".target"))]
    return "\n".join([*lines, f"    {' '.join(head)}", ""])


def _one_line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 160 else f"{words[:157]}…"


def judge_modules(texts: dict[str, str], assemblers: Assemblers) -> list[Judged]:
    """Yield every module as it is, and print progress."""
    judged_cases = []
    for done, judged_case in enumerate(judged((Case(name, text) for name, text in texts.items()), assemblers), 1):
        judged_cases.append(judged_case)
        _progress(done, len(texts), "modules")
    print(table({"modules": Counter(judged_case.judgment.outcome for judged_case in judged_cases)}))
    return judged_cases


def judge_mutants(texts: dict[str, str], assemblers: Assemblers, given: argparse.Namespace) -> list[Judged]:
    """Yield mutants of every module, and print progress."""
    judged_cases: list[Judged] = []
    for done, (name, text) in enumerate(texts.items(), 1):
        judged_cases += judged(mutant_cases(name, text, assemblers, given), assemblers)
        _progress(done, len(texts), f"modules, {len(judged_cases)} mutants")
    for part, title in PARTS.items():
        rows: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for judged_case in judged_cases:
            if judged_case.case.mutant and judged_case.part == part:
                rows[judged_case.case.mutant.sort][judged_case.judgment.outcome] += 1
        print(f"\nMutants, {title}\n{table(rows)}")
    both = [judged_case.judgment for judged_case in judged_cases if judged_case.judgment.outcome == "both reject"]
    same = sum(judged_case.same_line for judged_case in both)
    print(f"\nfirst error in the same line: {same} of {len(both)} mutants that both reject")
    return judged_cases


def _progress(done: int, total: int, what: str) -> None:
    if done % 20 == 0 or done == total:
        print(f"{done}/{total} {what}", file=sys.stderr, flush=True)


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=default_folder(), help="folder of the corpus")
    parser.add_argument("--only", default="", help="check modules whose name contains this")
    parser.add_argument("--ptxas", action="append", help="release or path of a ptxas; may repeat")
    parser.add_argument("--mutants", type=int, default=0, help="mutants of each fragment, instead of whole modules")
    parser.add_argument("--fragments", type=int, default=1, help="fragments of each module")
    parser.add_argument("--seed", default="1", help="another seed, other mutants")
    parser.add_argument("--disagreements", type=Path, help="file for disagreements by frequency")
    given = parser.parse_args()
    assemblers = Assemblers([Ptxas(find(name)) for name in given.ptxas or RELEASES])
    paths = {name: given.folder / "modules" / f"{name}.ptx" for name in pinned() if given.only in name}
    texts = {name: path.read_text() for name, path in paths.items() if path.exists()}
    if not texts:
        parser.error("no module is there; run python -m tools.corpus.make")
    judged_cases = judge_mutants(texts, assemblers, given) if given.mutants else judge_modules(texts, assemblers)
    differing = [judged_case for judged_case in judged_cases if not judged_case.judgment.agreed]
    if given.disagreements:
        given.disagreements.write_text(disagreements(differing))
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
