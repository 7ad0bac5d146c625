"""Compare forms and other records with a real ptxas, at pairs of target and version.

Every probe has two verdicts: of the checker, as the answer of that release, and of ptxas itself. They agree or differ,
and every difference is an error of a record or an erratum that is not recorded.

`conform` compares forms in this process: `expectation` is the verdict of the checker apart from target and version,
and `FormRun` runs probes at pairs. `conform_by_record` and `conform_records_apart` make jobs of one record, or of some
records, which processes share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.check.body import check_in_body
from ptxisa.check.directives import UNIFIED
from ptxisa.check.instruction import resolve
from ptxisa.check.place import Place
from ptxisa.check.scope import Lookup, Symbol, register, special
from ptxisa.isa.deviations import deviations
from ptxisa.isa.diagnostics import Diagnostic, error
from ptxisa.isa.forms import Form, Values, holds
from ptxisa.isa.instructions import MANUAL, forms_of
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import count
from ptxisa.isa.versions import Version
from ptxisa.oracle.assembler import Pair, Probe, Ptxas, PtxasError, Rejection, declarable, mode, placeable, symbols
from ptxisa.oracle.boundaries import clause_statuses, near_boundary
from ptxisa.oracle.language import WORKERS, Subject, conform_records
from ptxisa.oracle.probes import Trial, legal, neighbors, of_errata, orders, possible
from ptxisa.oracle.releases import Log, find, silent
from ptxisa.oracle.reports import Answer, ConformReport, Journal, Judgments, answer, journal_key, merged
from ptxisa.query.availability import form_available, opcode_available
from ptxisa.spread import ALONE, Progress, Workers, duration
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.tree import Instruction

ANYWHERE = Place(None, None, body="kernel")
FEW = 8
"""Variants that run of a form that no target of this ptxas has."""


def conform(forms: Sequence[Form], ptxas: Ptxas, log: Log = silent, *, boundaries: bool = False) -> ConformReport:
    """Judge forms with one ptxas.

    Every variant, other orders of the modifiers of representative variants and one neighbor of each sort run at every
    pair of target and version; all neighbors of representative variants run at the newest versions of each target. A
    statement at which ptxas stops reading hides those after it, so it is judged once and then left out.

    Args:
        forms: The forms.
        ptxas: The assembler.
        log: Called with lines of progress.
        boundaries: Run a statement only next to the boundaries of its own availability and on the newest version.
            Orders and, of the neighbors of one sort, ever fewer run on the newest targets that together have all
            variants. Of forms that are newer than ptxas a few variants run. No clause and no sort of neighbor is
            left out.
    """
    run = FormRun(ptxas, log)
    if boundaries:
        _judge_boundaries(forms, run)
    else:
        _judge_everywhere(forms, run)
    judgments = run.judgments
    variants = {
        "variants": sum(len(possible(form)) for form in forms),
        "legal_variants": sum(count(form) for form in forms),
    }
    return ConformReport(
        ptxas.release,
        ptxas.build,
        ptxas.digest,
        {**judgments.totals, **variants},
        judgments.differences(),
        {form.id: clause_statuses(form, run.accepted) for form in forms},
        pairs="boundaries" if boundaries else "every",
        errata=dict(judgments.errata),
    )


def _judge_everywhere(forms: Sequence[Form], run: FormRun) -> None:
    """Run variants at every pair, and all their neighbors at the newest ones."""
    every = expectations(
        (trial for form in forms for trial in chain(neighbors(form), of_errata(form))), run.ptxas.release
    )
    trials = (
        trial for form in forms for trial in chain(_variants(form), orders(form), _first_of_each_sort(neighbors(form)))
    )
    usual = expectations(trials, run.ptxas.release)
    # Operands of a wrong kind are where ptxas stops reading. Found first, they cost one module rather than one a pair.
    run.find_stopping(
        [expectation for expectation in every if expectation.trial.sort == "operand-kind"], run.ptxas.newest_pair()
    )
    run.sweep(dict.fromkeys(run.ptxas.pairs(), usual))
    run.sweep(dict.fromkeys(run.ptxas.homes(), every))


def _judge_boundaries(forms: Sequence[Form], run: FormRun) -> None:
    """Run variants next to where their availability changes, and a part of their neighbors at a few newest pairs."""
    release, newest = run.ptxas.release, run.ptxas.homes()
    homes = {form.id: list(homes_of(form, newest)) for form in forms}
    known = [form for form in forms if homes[form.id]]
    newer = [form for form in forms if not homes[form.id]]
    newer_variants = expectations((trial for form in newer for trial in islice(_variants(form), FEW)), release)
    # Forms that this release does not have are rejected as a whole: a few of their variants are enough to see that.
    near = [trial for form in known for trial in _thinned(form)]
    disputed = chain.from_iterable(map(of_errata, known))
    some = expectations(chain(chain.from_iterable(map(orders, known)), near, disputed), release)
    usual = expectations(chain(chain.from_iterable(map(_variants, known)), _first_of_each_sort(near)), release)
    run.find_stopping(
        [expectation for expectation in some if expectation.trial.sort == "operand-kind"], run.ptxas.newest_pair()
    )
    run.sweep({newest[-1]: newer_variants})
    run.sweep(_near_boundaries(usual, run.ptxas.pairs()))
    run.sweep({pair: [expectation for expectation in some if pair in homes[expectation.trial.form]] for pair in newest})


def homes_of(form: Form, newest: Sequence[Pair]) -> Iterator[Pair]:
    """Yield few of the pairs, last ones first, so that each variant of the form is available at one of them.

    An error in a variant cannot be distinguished where the variant is not available anyway.
    """
    # Greedy from the newest pair: one pair is enough for nearly every form, and the least set is not needed.
    left = possible(form)
    for pair in reversed(newest):
        others = [values for values in left if not form_available(form, values, *pair)]
        if len(others) < len(left):
            yield pair
        left = others


def _variants(form: Form) -> Iterator[Trial]:
    return (trial for trial, _ in legal(form))


def _near_boundaries(listed: Sequence[Expectation], pairs: Sequence[Pair]) -> dict[Pair, list[Expectation]]:
    """Return the probes to run at each pair; what is wrong everywhere has no boundaries."""
    by_target: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_target.setdefault(pair[0].name, []).append(pair)
    # Thousands of variants share a few clauses.
    near = cache(lambda ptx, target: tuple(near_boundary(ptx, target, by_target)))
    by_pair: dict[Pair, list[Expectation]] = {pair: [] for pair in pairs}
    for expectation in listed:
        clauses = (
            (clause for clause in expectation.form.clauses if holds(clause.when, expectation.values))
            if expectation.form
            else ()
        )
        for pair in dict.fromkeys(chain.from_iterable(near(clause.ptx, clause.target) for clause in clauses)):
            by_pair[pair].append(expectation)
    return {pair: some for pair, some in by_pair.items() if some}


def _thinned(form: Form) -> Iterator[Trial]:
    """Yield the first, second, fourth, eighth, … neighbor of each sort and change."""
    counts: Counter[Hashable] = Counter()
    for trial in neighbors(form):
        key = (trial.sort, trial.operand, trial.change)
        counts[key] += 1
        if counts[key].bit_count() == 1:
            yield trial


def _first_of_each_sort(trials: Iterable[Trial]) -> Iterator[Trial]:
    """Yield the first trial of each form, sort, operand and change."""
    seen = set()
    for trial in trials:
        key = trial[1:]  # All fields but the probe.
        if key not in seen:
            seen.add(key)
            yield trial


# --- what the checker expects ---


class Expectation(NamedTuple):
    """A trial with the verdict of the checker apart from target and version.

    Attributes:
        trial: The trial.
        form: Form of the statement; None if the statement is wrong everywhere.
        values: Slot values of the form.
        key: Equal keys are available at the same pairs.
        types: Types of the registers that the probe declares.
        disputed: True if an erratum may decide, so that each pair is judged by itself.
        errata: Errata by which the statement is wrong everywhere.
    """

    trial: Trial
    form: Form | None
    values: Values
    key: Hashable
    types: frozenset[str]
    disputed: bool = False
    errata: frozenset[str] = frozenset()


class _NotCovered(Exception):
    """The instruction is in a section of the manual without records."""


def expectations(trials: Iterable[Trial], release: str = "") -> list[Expectation]:
    """Return the expectation of each trial, without those that no record covers."""
    listed = []
    for trial in trials:
        with suppress(_NotCovered):
            listed.append(expectation(trial, release))
    return listed


def expectation(trial: Trial, release: str = "") -> Expectation:
    """Return the verdict of the checker apart from target and version, by a release or by the manual."""
    diagnostics, statement = check_trial(trial, ANYWHERE._replace(assembler=release or MANUAL))
    types = frozenset(type_ for _, type_ in trial.probe.registers)
    legal = not any(diagnostic.severity == "error" for diagnostic in diagnostics)
    if statement is None or not legal:
        return Expectation(trial, None, {}, None, types, disputed=legal, errata=answer(diagnostics).errata)
    form, values = statement.form, statement.values
    disputed = any(diagnostic.erratum for diagnostic in diagnostics) or (
        bool(release) and form.id in _disputed_forms(form.mnemonic, release)
    )
    return Expectation(trial, form, values, (form.id, tuple(values.items())), types, disputed)


@lru_cache(maxsize=4096)
def _disputed_forms(mnemonic: str, release: str) -> frozenset[str]:
    """Return the forms of a mnemonic for which errata may decide where legal statements are accepted.

    A rule about operands or additional modifiers cannot: it applies to statements that are wrong by the manual, which
    have a diagnostic with its erratum.
    """
    rules = (
        rule
        for rule in deviations(mnemonic, release)
        if not rule.accepts or rule.overrides or not (rule.concerns_operands or rule.extra_modifiers)
    )
    return frozenset(form.id for rule in rules for form in forms_of(mnemonic) if rule.applies_to(form.id))


def check_trial(trial: Trial, place: Place) -> tuple[list[Diagnostic], ResolvedInstruction | None]:
    """Return the diagnostics of a trial at a place, and the best candidate of the checker."""
    parsed = _parsed(trial.probe)
    if parsed is None:
        return [error("syntax-error", "not one statement")], None
    there = place._replace(mode=mode(trial.probe) or UNIFIED, generates_code=False)
    diagnostics = list(check_in_body(parsed.node, parsed.candidates, there, parsed.lookup))
    if any(diagnostic.code == "unrecorded-instruction" for diagnostic in diagnostics):
        raise _NotCovered
    return diagnostics, parsed.candidates[0] if parsed.candidates else None


class _ParsedProbe(NamedTuple):
    """The statement of a probe and the meaning of its names, apart from target and version."""

    node: Instruction
    candidates: tuple[ResolvedInstruction, ...]
    lookup: Lookup


# A disputed probe is checked at hundreds of pairs. Its tree, candidates and names are the same at each of them, since
# none depends on target and version; the whole probe is the key.
@lru_cache(maxsize=1 << 16)
def _parsed(probe: Probe) -> _ParsedProbe | None:
    """Parse a probe; return None if it is not one statement."""
    result = parse_statements(probe.statement)
    if result.diagnostics or len(result.statements) != 1 or not isinstance(result.statements[0], Instruction):
        return None
    known = {name: register(type_) for name, type_ in probe.registers}
    known |= {name: symbols()[name] for name in probe.symbols}

    def lookup(name: str) -> Symbol | None:
        return known.get(name) or special(name)

    place = ANYWHERE._replace(mode=mode(probe) or UNIFIED)
    return _ParsedProbe(result.statements[0], resolve(result.statements[0], place, lookup), lookup)


# --- judging at pairs of target and version ---


class FormRun:
    """Judgments of one ptxas on forms.

    `accepted` are verdicts on variants by form, statement, target and version, which decide the status of clauses.
    """

    def __init__(self, ptxas: Ptxas, log: Log) -> None:
        self.ptxas, self.log = ptxas, log
        self.judgments = Judgments()
        self.accepted: dict[tuple[str, str, str, str], bool] = {}
        self.stopping: set[Probe] = set()

    def sweep(self, by_pair: Mapping[Pair, Sequence[Expectation]]) -> None:
        """Judge probes at the pairs that list them."""
        with ThreadPoolExecutor(WORKERS) as pool:
            # ptxas runs in processes of its own, so that threads are enough.
            jobs = pool.map(lambda pair: self.assemble(by_pair[pair], *pair), by_pair)
            for done, (pair, (possible, errors)) in enumerate(zip(by_pair, jobs, strict=True), 1):
                self.compare(pair, possible, errors)
                if done % 100 == 0 or done == len(by_pair):
                    judged = self.judgments.totals["judged"]
                    self.log(f"ptxas {self.ptxas.release}: {done}/{len(by_pair)} pairs, {judged:,} judgments")

    def find_stopping(self, listed: Sequence[Expectation], pair: Pair) -> None:
        """Judge at one pair the probes at which ptxas stops reading; others are judged elsewhere."""
        possible, errors = self.assemble(listed, *pair)
        fatal = [index for index, rejection in errors.items() if rejection.fatal]
        self.compare(pair, [possible[index] for index in fatal], {n: errors[index] for n, index in enumerate(fatal)})

    def assemble(
        self, listed: Sequence[Expectation], target: Target, version: Version
    ) -> tuple[list[Expectation], dict[int, Rejection]]:
        """Return the probes that can be declared at a pair, and the errors of ptxas by index."""
        types = set(_declarable(target, version))
        possible = [
            expectation
            for expectation in listed
            if types.issuperset(expectation.types)
            and placeable(expectation.trial.probe, target, version)
            and _has_register(expectation.trial.change, target, version)
            and expectation.trial.probe not in self.stopping
        ]
        errors = self.ptxas.rejections([expectation.trial.probe for expectation in possible], target, version)
        self.stopping.update(possible[index].trial.probe for index, rejection in errors.items() if rejection.fatal)
        return possible, errors

    def compare(self, pair: Pair, listed: Sequence[Expectation], errors: Mapping[int, Rejection]) -> None:
        """Compare the verdicts of ptxas at a pair with those of the checker."""
        target, version = pair
        # Availability depends on form and modifiers alone, which most statements at a pair share.
        available_there: dict[Hashable, Answer] = {}
        for index, expectation in enumerate(listed):
            ours = Answer(False, expectation.errata)
            if expectation.form is not None:
                if expectation.key not in available_there:
                    available_there[expectation.key] = Answer(
                        form_available(expectation.form, expectation.values, target, version)
                    )
                ours = available_there[expectation.key]
            if expectation.disputed:
                place = Place(target, version, assembler=self.ptxas.release, body="kernel")
                try:
                    ours = answer(check_trial(expectation.trial, place)[0])
                except _NotCovered:
                    continue
            rejection = errors[index].message if index in errors else None
            self.judgments.add(expectation.trial, pair, ours, rejection)
            if expectation.trial.sort == "variant":
                key = (expectation.trial.form, expectation.trial.probe.statement, target.name, str(version))
                self.accepted[key] = rejection is None


@cache
def _has_register(change: str, target: Target, version: Version) -> bool:
    """Return False if a trial contains a special register that is not available at the pair."""
    return change[:1] != "%" or bool(opcode_available(change, target=target.name, ptx=str(version), strict=True))


@lru_cache(maxsize=4096)
def _declarable(target: Target, version: Version) -> tuple[str, ...]:
    return tuple(declarable(target, version))


# --- jobs for processes ---

TOGETHER = 400
"""Statements of other records that are one job: as many as a module contains."""
PROBE_SIZE = 40
"""Statements that take about as long as the module of a record with a probe, which runs alone at a few pairs."""


class PtxasBinary(NamedTuple):
    """A ptxas on this machine; a process elsewhere fetches the release and verifies the digest."""

    path: Path
    release: str
    digest: str


class ConformJob(NamedTuple):
    """Forms of one record, or some other records, that one process judges together."""

    name: str
    forms: tuple[Form, ...] = ()
    subjects: tuple[Subject, ...] = ()
    boundaries: bool = False

    @property
    def size(self) -> int:
        """Estimate of the work, in statements."""
        return sum(map(count, self.forms)) + sum(map(_size, self.subjects))

    def key(self, digest: str) -> str:
        """Return the key in the journal of the report by a ptxas with this digest."""
        ids = [form.id for form in self.forms], [subject.key for subject in self.subjects]
        return journal_key(digest, self.boundaries, *ids)

    def run(self, ptxas: Ptxas, log: Log = silent) -> ConformReport:
        """Judge the forms or records."""
        if self.subjects:
            return conform_records(self.subjects, ptxas, log)
        return conform(self.forms, ptxas, log, boundaries=self.boundaries)


def conform_by_record(
    forms: Sequence[Form],
    ptxas: Ptxas,
    log: Log,
    *,
    boundaries: bool = False,
    workers: Workers = ALONE,
    journal: Journal | None = None,
) -> ConformReport:
    """Judge forms as `conform` does, one job for each record, the largest first."""
    records: dict[str, list[Form]] = {}
    for form in forms:
        records.setdefault(form.record, []).append(form)
    jobs = [ConformJob(name, tuple(listed), boundaries=boundaries) for name, listed in records.items()]
    return merged(_run_jobs(sorted(jobs, key=lambda job: -job.size), ptxas, log, workers, journal))


def conform_records_apart(
    subjects: Sequence[Subject], ptxas: Ptxas, log: Log, *, workers: Workers = ALONE, journal: Journal | None = None
) -> ConformReport:
    """Judge records as `conform_records` does, about `TOGETHER` statements of neighboring records in a job."""
    parts: list[list[Subject]] = [[]]
    for subject in subjects:
        if sum(map(_size, parts[-1])) >= TOGETHER:
            parts.append([])
        parts[-1].append(subject)
    jobs = [ConformJob(part[0].key, subjects=tuple(part)) for part in parts if part]
    return merged(_run_jobs(jobs, ptxas, log, workers, journal))


def _size(subject: Subject) -> int:
    return len(subject.statements) + len(subject.wrong) + PROBE_SIZE * bool(subject.probe)


def _run_jobs(
    jobs: Sequence[ConformJob], ptxas: Ptxas, log: Log, workers: Workers, journal: Journal | None
) -> list[ConformReport]:
    """Return the report of each job, from the journal of an interrupted run or judged now."""
    keys = [job.key(ptxas.digest) for job in jobs] if journal else []
    reports: dict[int, ConformReport] = {}
    for index, key in enumerate(keys):
        if journal and (report := journal.find(key)):
            reports[index] = report
    if reports:
        log(
            f"ptxas {ptxas.release}: {len(reports)}/{len(jobs)} records were judged before the last run was interrupted"
        )
    left = [index for index in range(len(jobs)) if index not in reports]
    progress = Progress(len(left), "records", [jobs[index].size for index in left], shown=False)
    # One job runs in this process: a worker would take longer to start than most records take.
    alone = len(jobs) == 1 and workers.place is None
    results: Iterable[tuple[int, ConformReport]]
    if alone and left:
        results = [(0, jobs[0].run(ptxas, log))]
    else:
        work: Any = partial(run_job, PtxasBinary(ptxas.path, ptxas.release, ptxas.digest))
        results = workers.completed(work, [jobs[index] for index in left])
    for position, report in results:
        index = left[position]
        reports[index] = report
        if journal:
            journal.keep(keys[index], report)
        progress.add(position)
        if not alone:
            judged, agreed = report.totals.get("judged", 0), report.totals.get("agreed", 0)
            differ = f", {judged - agreed:,} differ" if judged > agreed else ""
            seconds = progress.left()
            estimate = "" if seconds is None or len(reports) == len(jobs) else f"; about {duration(seconds)} left"
            counts = f"{len(reports)}/{len(jobs)} records, {jobs[index].name}: {judged:,} judgments{differ}"
            log(f"ptxas {report.release}: {counts}{estimate}")
    return [reports[index] for index in range(len(jobs))]


def run_job(binary: PtxasBinary, job: ConformJob) -> ConformReport:
    """Return the report of a job, in a worker."""
    return job.run(same_ptxas(binary))


@cache
def same_ptxas(binary: PtxasBinary) -> Ptxas:
    """Return the ptxas of the command in a worker; another binary would give other answers."""
    ptxas = Ptxas(binary.path if binary.path.is_file() else find(binary.release))
    if ptxas.digest != binary.digest:
        raise PtxasError(f"{ptxas.path} on a worker is not the ptxas of the command")
    return ptxas
