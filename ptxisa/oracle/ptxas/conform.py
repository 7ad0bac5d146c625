"""Hold the records against a real ptxas: which statements it takes, and from which version and target on.

Every probe is judged twice, by our checker as the answer of that release and by ptxas itself, at pairs of target and
version. Each judgement is an agreement or a difference, and every difference is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple

from ptxisa.check.body import check_in_body
from ptxisa.check.directives import UNIFIED
from ptxisa.check.place import Place
from ptxisa.check.scope import Lookup, Symbol, register, special
from ptxisa.check.statement import resolve
from ptxisa.isa import versions
from ptxisa.isa.deviations import deviations
from ptxisa.isa.diagnostics import Diagnostic, error
from ptxisa.isa.forms import Form, Values, holds
from ptxisa.isa.instructions import MANUAL, forms_of
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import count
from ptxisa.isa.versions import Version
from ptxisa.oracle.ptxas.assembler import Probe, Ptxas, Refusal, declarable, mode, placeable, symbols
from ptxisa.oracle.ptxas.boundaries import Pair, clause_statuses, near_boundary
from ptxisa.oracle.ptxas.probes import Trial, legal, neighbours, of_errata, orders, possible
from ptxisa.query.availability import available, form_available
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.tree import Instruction

Say = Callable[[str], None]
ANYWHERE = Place(None, None, body="kernel")
WORKERS = 2
FEW = 8
"""Variants that run of a form that no target has yet."""


class Difference(NamedTuple):
    """A probe that our checker and ptxas judge differently at some pairs of target and version."""

    trial: Trial
    ptxas: str
    pairs: int
    first: str
    message: str


class Report(NamedTuple):
    """What one release said: counts of judgements, differences, and the status of every clause.

    `part` tells what it is about: "forms" of instructions, or other "records". `errata` counts the judgements in which
    an erratum made our answer that of the release.
    """

    release: str
    build: str
    digest: str
    totals: Mapping[str, int]
    differences: tuple[Difference, ...]
    clauses: Mapping[str, Mapping[str, Mapping[str, str]]]
    part: str = "forms"
    pairs: str = "every"
    errata: Mapping[str, int] = {}


class Candidate(NamedTuple):
    """A trial with what our checker says of it apart from target and version.

    `form` is None when it is wrong everywhere, by `errata` if they are named; else `form` and `values` decide where it
    is available, and equal `key`s are available at the same places. `types` are those of the registers it declares.
    What is `disputed` is judged at every place by itself, because errata may decide there.
    """

    trial: Trial
    form: Form | None
    values: Values
    key: Hashable
    types: frozenset[str]
    disputed: bool = False
    errata: frozenset[str] = frozenset()


def conform(forms: Sequence[Form], ptxas: Ptxas, say: Say = lambda line: None, *, boundaries: bool = False) -> Report:
    """Judge the forms with one ptxas.

    Every variant, other orders of representative ones and a neighbour of each sort run at every pair of target and
    version; all neighbours of representative variants run at the newest version of each target. A statement at which
    ptxas stops reading hides those after it, so it is judged once and left out from then on.

    With `boundaries`, a statement runs only next to the places where its own availability changes and on the newest
    version; orders, and of the neighbours ever fewer of one sort, run on the newest targets that together have all
    variants: a small part, which leaves no clause and no sort of neighbour out. Of forms that are newer than ptxas a
    few variants run.
    """
    run = _Run(ptxas, say)
    (_judge_boundaries if boundaries else _judge_everywhere)(forms, run)
    statuses = {form.id: clause_statuses(form, run.accepted) for form in forms}
    differences = run.findings.differences()
    totals = {**run.findings.totals, **_sampled(forms)}
    pairs = "boundaries" if boundaries else "every"
    errata = dict(run.findings.errata)
    return Report(ptxas.release, ptxas.build, ptxas.digest, totals, differences, statuses, pairs=pairs, errata=errata)


def _judge_everywhere(forms: Sequence[Form], run: _Run) -> None:
    every = candidates(
        (trial for form in forms for trial in chain(neighbours(form), of_errata(form))), run.ptxas.release
    )
    trials = (trial for form in forms for trial in chain(_variants(form), orders(form), _first(neighbours(form))))
    usual = candidates(trials, run.ptxas.release)
    run.find_stopping([one for one in every if one.trial.sort == "operand-kind"], newest_pair(run.ptxas))
    run.sweep(dict.fromkeys(run.ptxas.pairs(), usual))
    run.sweep(dict.fromkeys(homes(run.ptxas), every))


def _judge_boundaries(forms: Sequence[Form], run: _Run) -> None:
    newest = homes(run.ptxas)
    home = {form.id: list(homes_of(form, newest)) for form in forms}
    known = [form for form in forms if home[form.id]]
    release, young = run.ptxas.release, [form for form in forms if not home[form.id]]
    later = candidates((trial for form in young for trial in islice(_variants(form), FEW)), release)
    near = [trial for form in known for trial in _thinned(form)]
    disputed = chain.from_iterable(map(of_errata, known))
    some = candidates(chain(chain.from_iterable(map(orders, known)), near, disputed), release)
    usual = candidates(chain(chain.from_iterable(map(_variants, known)), _first(near)), release)
    run.find_stopping([one for one in some if one.trial.sort == "operand-kind"], newest_pair(run.ptxas))
    run.sweep({newest[-1]: later})
    run.sweep(_near_boundaries(usual, run.ptxas.pairs()))
    run.sweep({pair: [one for one in some if pair in home[one.trial.form]] for pair in newest})


def home_of(form: Form, newest: Sequence[Pair]) -> Pair | None:
    """The last of these pairs that has a variant of the form."""
    return next(homes_of(form, newest), None)


def homes_of(form: Form, newest: Sequence[Pair]) -> Iterator[Pair]:
    """Few of these pairs, the last ones first, so that every variant of the form is available at one of them.

    What is wrong with a variant is not told where the variant is missing anyway.
    """
    left = possible(form)
    for pair in reversed(newest):
        others = [values for values in left if not form_available(form, values, *pair)]
        if len(others) < len(left):
            yield pair
        left = others


def _sampled(forms: Sequence[Form]) -> dict[str, int]:
    """How many variants were run, of how many there are."""
    run = sum(len(possible(form)) for form in forms)
    return {"variants": run, "legal_variants": sum(count(form) for form in forms)}


def _variants(form: Form) -> Iterator[Trial]:
    return (trial for trial, _ in legal(form))


def _near_boundaries(candidates: Sequence[Candidate], pairs: Sequence[Pair]) -> dict[Pair, list[Candidate]]:
    """The candidates to run at each pair; what is wrong everywhere has no boundaries."""
    by_target: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_target.setdefault(pair[0].name, []).append(pair)
    found: dict[Pair, list[Candidate]] = {pair: [] for pair in pairs}
    near = cache(lambda ptx, target: tuple(near_boundary(ptx, target, by_target)))
    for one in candidates:
        clauses = (clause for clause in one.form.floors if holds(clause.when, one.values)) if one.form else ()
        for pair in dict.fromkeys(chain.from_iterable(near(clause.ptx, clause.target) for clause in clauses)):
            found[pair].append(one)
    return {pair: listed for pair, listed in found.items() if listed}


def _thinned(form: Form) -> Iterator[Trial]:
    """Of the neighbours of one sort and change the first, the second, the fourth, the eighth and so on."""
    counts: Counter[Hashable] = Counter()
    for trial in neighbours(form):
        key = (trial.sort, trial.operand, trial.change)
        counts[key] += 1
        if counts[key].bit_count() == 1:
            yield trial


def _first(near: Iterable[Trial]) -> Iterator[Trial]:
    """Of neighbours the first of each form, sort and change; the others are tried on newest versions only."""
    seen = set()
    for trial in near:
        key = trial[1:]
        if key not in seen:
            seen.add(key)
            yield trial


def newest_pairs(ptxas: Ptxas) -> list[Pair]:
    """Each target with the newest version that ptxas reads."""
    newest: dict[str, Pair] = {}
    for target, version in ptxas.pairs():
        newest[target.name] = (target, version)
    return list(newest.values())


def homes(ptxas: Ptxas) -> list[Pair]:
    """Each target with the newest version, and then with the newest one that is documented: what an opcode without a
    record is can be told there alone.
    """
    known: dict[str, Pair] = {}
    for target, version in ptxas.pairs():
        if versions.known()[str(version)].documented:
            known[target.name] = (target, version)
    undocumented = [pair for pair in newest_pairs(ptxas) if pair not in known.values()]
    return [*undocumented, *known.values()]


def newest_pair(ptxas: Ptxas) -> Pair:
    """The newest base target with the newest version that is documented."""
    return [pair for pair in homes(ptxas) if pair[0].variant == "base"][-1]


class Answer(NamedTuple):
    """Whether our checker accepts a trial at a place as the answer of a release, and the errata that it cites."""

    accepts: bool
    errata: frozenset[str] = frozenset()


def answer(found: Sequence[Diagnostic]) -> Answer:
    """The answer that findings amount to; an error that no erratum explains decides alone."""
    errors = [one for one in found if one.severity == "error"]
    decisive = [] if any(not one.erratum for one in errors) else errors or found
    return Answer(not errors, frozenset(one.erratum for one in decisive if one.erratum))


class Findings:
    """Judgements of one ptxas: how many there are, those that differ from ours, and those that errata explain."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()
        self.errata: Counter[str] = Counter()
        self.found: dict[tuple[Trial, str], list[tuple[Target, Version, str]]] = {}

    def add(self, trial: Trial, place: tuple[Target, Version], ours: Answer, refusal: str | None) -> None:
        """One judgement: our answer to the trial there, and why ptxas rejects it (None when it does not)."""
        accepted, available = refusal is None, ours.accepts
        self.totals["judged"] += 1
        self.totals["accepted"] += accepted
        self.totals["agreed"] += available is accepted
        if available is accepted:
            self.errata.update(ours.errata)
        else:
            verdict = "accepts" if accepted else "rejects"
            self.found.setdefault((trial, verdict), []).append((*place, refusal or ""))

    def differences(self) -> tuple[Difference, ...]:
        """Every difference, with the last place that shows it."""
        return tuple(_difference(trial, verdict, places) for (trial, verdict), places in self.found.items())


def _difference(trial: Trial, verdict: str, places: Sequence[tuple[Target, Version, str]]) -> Difference:
    target, version, message = places[-1]
    return Difference(trial, verdict, len(places), f"{target.name} PTX {version}", message)


class _Pending(Exception):
    """The trial is a statement of a section that has no record yet."""


def candidates(trials: Iterable[Trial], release: str = "") -> list[Candidate]:
    """What our checker says of each trial, as the answer of a release; trials without a record are left out."""
    found = []
    for trial in trials:
        with suppress(_Pending):
            found.append(candidate(trial, release))
    return found


def candidate(trial: Trial, release: str = "") -> Candidate:
    """What our checker says of a trial, wherever it may run, as the answer of a release or of the manual."""
    place = ANYWHERE._replace(assembler=release or MANUAL)
    judged, statement = _judged(trial, place)
    declared = frozenset(type_ for _, type_ in trial.probe.registers)
    legal = not any(one.severity == "error" for one in judged)
    if statement is None or not legal:
        return Candidate(trial, None, {}, None, declared, disputed=legal, errata=answer(judged).errata)
    form, values = statement.form, statement.values
    disputed = any(one.erratum for one in judged) or _is_disputed(form, release)
    return Candidate(trial, form, values, (form.id, tuple(values.items())), declared, disputed)


@lru_cache(maxsize=4096)
def _disputed_forms(mnemonic: str, release: str) -> frozenset[str]:
    """The forms of a mnemonic of which errata may decide whether legal statements are accepted at a place."""
    known = deviations(mnemonic, release)
    about = (one for one in known if not one.accepts or one.waives or not (one.of_operands or one.adds))
    return frozenset(form.id for one in about for form in forms_of(mnemonic) if one.about(form.id))


def _is_disputed(form: Form, release: str) -> bool:
    return bool(release) and form.id in _disputed_forms(form.mnemonic, release)


def _judged(trial: Trial, place: Place) -> tuple[list[Diagnostic], ResolvedInstruction | None]:
    """What our checker says of a trial at a place, and what it reads it as; `_Pending` for one without a record."""
    found = _understood(trial.probe)
    if found is None:
        return [error("syntax-error", "not one statement")], None
    there = place._replace(mode=mode(trial.probe) or UNIFIED)
    judged = list(check_in_body(found.node, found.candidates, there, found.lookup))
    if any(one.code == "unrecorded-instruction" for one in judged):
        raise _Pending
    return judged, found.candidates[0] if found.candidates else None


class _Understood(NamedTuple):
    """The statement of a probe with what its names are, wherever it may run."""

    node: Instruction
    candidates: tuple[ResolvedInstruction, ...]
    lookup: Lookup


@lru_cache(maxsize=1 << 16)
def _understood(probe: Probe) -> _Understood | None:
    """A probe as the checker reads it; None if it is not one statement."""
    parsed = parse_statements(probe.statement)
    if parsed.diagnostics or len(parsed.statements) != 1 or not isinstance(parsed.statements[0], Instruction):
        return None
    known = {name: register(type_) for name, type_ in probe.registers}
    known |= {name: symbols()[name] for name in probe.symbols}

    def lookup(name: str) -> Symbol | None:
        return known.get(name) or special(name)

    there = ANYWHERE._replace(mode=mode(probe) or UNIFIED)
    return _Understood(parsed.statements[0], resolve(parsed.statements[0], there, lookup), lookup)


class _Run:
    """Judgements of one ptxas, collected over many pairs."""

    def __init__(self, ptxas: Ptxas, say: Say) -> None:
        self.ptxas, self.say = ptxas, say
        self.findings = Findings()
        self.accepted: dict[tuple[str, str, str, str], bool] = {}
        self.stopping: set[Probe] = set()

    def sweep(self, candidates: Mapping[Pair, Sequence[Candidate]]) -> None:
        """Judge candidates at the pairs that they are listed for."""
        with ThreadPoolExecutor(WORKERS) as pool:
            jobs = pool.map(lambda pair: self.judge(candidates[pair], *pair), candidates)
            for done, (pair, outcome) in enumerate(zip(candidates, jobs, strict=True), 1):
                self.collect(*pair, *outcome)
                if done % 100 == 0 or done == len(candidates):
                    self.progress(done, len(candidates), "pairs")

    def find_stopping(self, candidates: Sequence[Candidate], pair: Pair) -> None:
        """Judge at one pair those of the candidates at which ptxas stops reading; the others are judged elsewhere."""
        judged, refused = self.judge(candidates, *pair)
        fatal = [index for index, refusal in refused.items() if refusal.fatal]
        kept = {number: refused[index] for number, index in enumerate(fatal)}
        self.collect(*pair, [judged[index] for index in fatal], kept)

    def progress(self, done: int, total: int, what: str) -> None:
        self.say(f"ptxas {self.ptxas.release}: {done}/{total} {what}, {self.findings.totals['judged']:,} judgements")

    def judge(
        self, candidates: Sequence[Candidate], target: Target, version: Version
    ) -> tuple[list[Candidate], dict[int, Refusal]]:
        """Candidates whose registers can be declared there, and ptxas's refusals by index."""
        types = set(_declarable(target, version))
        possible = [
            one
            for one in candidates
            if types.issuperset(one.types)
            and placeable(one.trial.probe, target, version)
            and _known(one.trial.change, target, version)
            and one.trial.probe not in self.stopping
        ]
        refused = self.ptxas.refusals([one.trial.probe for one in possible], target, version)
        self.stopping.update(possible[index].trial.probe for index, refusal in refused.items() if refusal.fatal)
        return possible, refused

    def collect(self, target: Target, version: Version, judged: list[Candidate], refused: dict[int, Refusal]) -> None:
        available: dict[Any, Answer] = {}
        for index, one in enumerate(judged):
            if one.form is not None and one.key not in available:
                available[one.key] = Answer(form_available(one.form, one.values, target, version))
            known = available[one.key] if one.form is not None else Answer(False, one.errata)
            ours = self.answer(one.trial, target, version) if one.disputed else known
            if ours is None:
                continue
            refusal = refused[index].message if index in refused else None
            self.findings.add(one.trial, (target, version), ours, refusal)
            if one.trial.sort == "variant":
                self.remember(one, target, version, refusal is None)

    def answer(self, trial: Trial, target: Target, version: Version) -> Answer | None:
        """What our checker says of a trial at a place, as the answer of this release; None without a record there."""
        try:
            judged, _ = _judged(trial, Place(target, version, assembler=self.ptxas.release, body="kernel"))
        except _Pending:
            return None
        return answer(judged)

    def remember(self, one: Candidate, target: Target, version: Version, accepted: bool) -> None:
        """Verdicts on variants, by form, statement and place, for the clause statuses."""
        self.accepted[(one.trial.form, one.trial.probe.statement, target.name, str(version))] = accepted


@cache
def _known(change: str, target: Target, version: Version) -> bool:
    """Whether the special register that a trial puts into a statement, if it is one, is there."""
    return change[:1] != "%" or bool(available(change, target=target.name, ptx=str(version)))


@lru_cache(maxsize=4096)
def _declarable(target: Target, version: Version) -> tuple[str, ...]:
    return tuple(declarable(target, version))


def evidence(reports: Sequence[Report], kept: Mapping[str, Any], date: str) -> dict[str, Any]:
    """Reports of one release as an evidence record; `kept` is what it said before, for the parts that did not run."""
    new = {report.part: report for report in reports}
    old = kept if kept.get("digest") == reports[0].digest else {}
    forms, records = new.get("forms"), new.get("records")
    record = {
        "kind": "evidence",
        "name": f"ptxas-{reports[0].release}",
        "tool": "ptxas",
        "release": reports[0].release,
        "build": reports[0].build,
        "digest": reports[0].digest,
        "date": date if forms else old.get("date", date),
        "totals": dict(forms.totals) if forms else old.get("totals", {}),
        "pairs": forms.pairs if forms else old.get("pairs", ""),
        "records": {"date": date, "totals": dict(records.totals)} if records else old.get("records", {}),
        "errata": _errata(reports, old),
        "clauses": {
            **(forms.clauses if forms else _clauses_of("forms", old)),
            **(records.clauses if records else _clauses_of("records", old)),
        },
    }
    return {key: value for key, value in record.items() if value or key == "totals"}


def _errata(reports: Sequence[Report], old: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """For each part of an evidence record the judgements that errata explain."""
    found = {**old.get("errata", {}), **{one.part: dict(sorted(one.errata.items())) for one in reports}}
    return {part: counts for part, counts in sorted(found.items()) if counts}


def _clauses_of(part: str, record: Mapping[str, Any]) -> dict[str, Any]:
    """The clauses of one part of an evidence record; a slash tells the key of a record from the id of a form."""
    clauses = record.get("clauses", {})
    return {key: statuses for key, statuses in clauses.items() if ("/" in key) == (part == "records")}


def group(differences: Iterable[Difference]) -> list[tuple[Difference, int]]:
    """One example of each sort of difference with how many there are, most first."""
    counts: Counter[tuple[str, ...]] = Counter()
    example: dict[tuple[str, ...], Difference] = {}
    for one in differences:
        key = (one.trial.form, one.trial.sort, one.trial.operand, one.trial.change, one.ptxas)
        counts[key] += 1
        example.setdefault(key, one)
    return [(example[key], count) for key, count in counts.most_common()]
