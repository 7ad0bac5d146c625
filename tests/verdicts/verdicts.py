"""Stored verdicts of ptxas: statements near each form with the verdict of a release at some targets and versions.

    python -m tests.verdicts.verdicts [--ptxas RELEASE]

runs ptxas and writes the fixture, an xz stream of JSON lines: a head, then a line for each form.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.check.place import Place
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import Form, holds
from ptxisa.isa.instructions import every_form
from ptxisa.oracle.assembler import Pair, Probe, Ptxas
from ptxisa.oracle.boundaries import near_boundary
from ptxisa.oracle.conform import Expectation, FormRun, check_trial, expectations, homes_of
from ptxisa.oracle.probes import (
    Trial,
    count_changes,
    modifier_changes,
    operand_changes,
    orders,
    possible,
    representative,
    selector_changes,
    variant,
)
from ptxisa.oracle.releases import find

FIXTURES = Path(__file__).parents[1] / "fixtures"
PATH = FIXTURES / "verdicts_ptxas_13.0.xz"
RELEASE = "13.0"
TELLING = {release: FIXTURES / f"telling_ptxas_{release}.xz" for release in ("13.5", "12.9", "11.8")}
"""Files that `tests.verdicts.telling` writes, by release; the first release with the target is asked."""
DISPUTED = FIXTURES / "telling_documents.xz"
"""File of statements whose verdict an erratum decides, with the answers without a release."""
VARIANTS, PLACES = 5, 3
"""Legal statements of a form, and places at which each is judged."""
NEIGHBOURS, ORDERS = 18, 1
"""Statements that differ in one property, or in the order of modifiers; checked on the newest target of the form."""


class Verdict(NamedTuple):
    """A statement at a place, and the verdict of a release of ptxas; without a release, that of the checker."""

    trial: Trial
    target: str
    ptx: str
    answer: bool | str
    release: str = RELEASE


def stored(path: Path = PATH) -> Iterator[Verdict]:
    """Yield every verdict of the fixture."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        release = json.loads(next(file))["release"]
        for line in file:
            form, trials = json.loads(line)
            for statement, registers, symbols, mode, sort, operand, change, places in trials:
                probe = Probe(statement, tuple(map(tuple, registers)), tuple(symbols), mode)  # type: ignore[arg-type]
                trial = Trial(probe, sort, form, operand, change)
                for target, ptx, said in places:
                    yield Verdict(trial, target, ptx, bool(said) if release else said, release)


# --- asking ptxas ---


def plan(forms: Sequence[Form], ptxas: Ptxas) -> dict[Pair, list[Expectation]]:
    """Return the statements to assemble at each place."""
    asked: dict[Pair, list[Expectation]] = defaultdict(list)
    by_target: dict[str, list[Pair]] = defaultdict(list)
    for pair in ptxas.pairs():
        by_target[pair[0].name].append(pair)
    newest = ptxas.newest_pairs()
    for form in forms:
        chance = random.Random(form.id)
        home = next(homes_of(form, newest), None)
        if home is None:
            continue
        for expectation in expectations(variant(form, values) for values in _some(chance, possible(form), VARIANTS)):
            for pair in _places(chance, expectation, by_target):
                asked[pair].append(expectation)
        asked[home] += expectations([*_near(form, chance), *_some(chance, list(islice(orders(form), 40)), ORDERS)])
    return asked


def _some(chance: random.Random, every: Sequence[Any], most: int) -> list[Any]:
    return chance.sample(every, min(most, len(every)))


def _near(form: Form, chance: random.Random) -> list[Trial]:
    """Yield neighbors of two representative variants, with few replaced modifiers."""
    trials: list[Trial] = []
    for values in _some(chance, representative(form), 2):
        trials += _some(chance, list(modifier_changes(form, values)), NEIGHBOURS // 2)
        trials += operand_changes(form, values)
        trials += selector_changes(form, values)
        trials += count_changes(form, values)
    return _spread(chance, trials, NEIGHBOURS)


def _spread(chance: random.Random, every: list[Trial], most: int) -> list[Trial]:
    """Return some neighbors of each sort and operand."""
    groups: dict[tuple[str, str], list[Trial]] = defaultdict(list)
    for trial in chance.sample(every, len(every)):
        groups[trial.sort, trial.operand].append(trial)
    rounds = chain.from_iterable(_zip_longest(list(groups.values())))
    return [trial for trial, _ in zip(rounds, range(most), strict=False)]


def _zip_longest(groups: list[list[Trial]]) -> Iterator[list[Trial]]:
    for index in range(max(map(len, groups), default=0)):
        yield [group[index] for group in groups if index < len(group)]


def _places(chance: random.Random, expectation: Expectation, by_target: dict[str, list[Pair]]) -> list[Pair]:
    """Yield places next to which the availability of a statement changes."""
    if expectation.form is None:
        return []
    clauses = [clause for clause in expectation.form.clauses if holds(clause.when, expectation.values)]
    every = chain.from_iterable(near_boundary(clause.ptx, clause.target, by_target) for clause in clauses)
    ordered = sorted(set(every), key=lambda pair: (pair[0].name, pair[1]))
    return chance.sample(ordered, min(PLACES, len(ordered)))


def ask(forms: Sequence[Form], ptxas: Ptxas) -> dict[str, dict[Trial, list[Any]]]:
    """Return the verdicts on every statement, by form."""
    asked = plan(forms, ptxas)
    run = FormRun(ptxas, lambda line: None)
    by_place: dict[str, dict[Trial, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for number, ((target, version), listed) in enumerate(asked.items()):
        judged, rejected = run.assemble(listed, target, version)
        for index, trial_ in enumerate(judged):
            place = [target.name, str(version), int(index not in rejected)]
            if place not in by_place[trial_.trial.form][trial_.trial]:
                by_place[trial_.trial.form][trial_.trial].append(place)
        print(f"{number + 1} of {len(asked)} places: {target.name} PTX {version}", file=sys.stderr, flush=True)
    return by_place


def answer(trial: Trial, target: str, ptx: str, release: str) -> bool | str:
    """Return True if the checker with a release accepts a statement; without a release, the diagnostic code."""
    place = Place(targets.target(target), versions.order(ptx), assembler=release or None)
    judged, _ = check_trial(trial, place)
    if not release:
        return " ".join(sorted(diagnostic.code for diagnostic in judged if diagnostic.severity != "note"))
    return not any(diagnostic.severity == "error" for diagnostic in judged)


def write(path: Path, ptxas: Ptxas | None, expected: Mapping[str, Mapping[Trial, list[Any]]]) -> None:
    """Write the fixture; the same verdicts give the same bytes."""
    head = {"release": ptxas.release, "build": ptxas.build} if ptxas else {"release": ""}
    lines = [json.dumps(head)]
    for form, trials in sorted(expected.items()):
        rows = [
            [*trial.probe, trial.sort, trial.operand, trial.change, sorted(places)]
            for trial, places in sorted(trials.items())
        ]
        lines.append(json.dumps([form, rows], separators=(",", ":")))
    data = ("\n".join(lines) + "\n").encode()
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ptxas", default=RELEASE, metavar="RELEASE")
    parser.add_argument("--fixture", type=Path, default=PATH)
    given = parser.parse_args()
    ptxas = Ptxas(find(given.ptxas))
    write(given.fixture, ptxas, ask(list(every_form()), ptxas))
    print(f"{given.fixture}: {given.fixture.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
