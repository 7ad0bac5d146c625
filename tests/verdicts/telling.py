"""Statements that reveal faults in records which other stored verdicts miss: `python -m tests.verdicts.telling`.

Every fault of `tools.mutation.records` is put into its form. Where neither the notes of versions and targets nor a
stored verdict contradict it, the checker checks statements near the form, until one has another verdict with
the fault. The verdicts of ptxas on these statements are stored, in a fixture for each release.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import cached_property
from itertools import chain, islice
from typing import Any, NamedTuple

from generator.records.announcements import announce
from generator.records.isa import Isa
from generator.records.load import load
from generator.records.model import RecordedInstruction
from generator.records.proofs import target_proofs
from generator.records.resolve import FormResolver, resolve
from ptxisa.isa import targets, types, versions
from ptxisa.isa.forms import Form, Operand, Values, broken_rule, holds, is_present
from ptxisa.isa.names import module_name
from ptxisa.isa.variants import covering, representatives
from ptxisa.oracle import conform
from ptxisa.oracle.assembler import Ptxas
from ptxisa.oracle.boundaries import Pair
from ptxisa.oracle.probes import (
    OperandTexts,
    Trial,
    assemble,
    in_kernels,
    operand_changes,
    operand_texts,
    selector_changes,
    variant,
)
from ptxisa.oracle.releases import find
from ptxisa.query.availability import form_available
from ptxisa.spread import Progress
from tests.verdicts.verdicts import DISPUTED, PATH, TELLING, answer, stored, write
from tools.mutation import records, seeded

MOST, VARIANTS = 600, 10
"""Statements at places that are tried for a fault, and variants whose operands are changed."""
SPELLED = 3
"""Statements of variants that are available at the same places."""


class Asked(NamedTuple):
    """A statement at a place, for a release or none."""

    trial: Trial
    release: str
    pair: Pair

    def answer(self) -> bool | str | None:
        """Return the verdict of the checker; None if it fails."""
        try:
            return answer(self.trial, self.pair[0].name, str(self.pair[1]), self.release)
        except Exception:
            return None


# --- forms with faults ---


class Forms:
    """The forms of records, without and with a fault."""

    def __init__(self, isa: Isa) -> None:
        self.isa, self.resolver = isa, FormResolver(isa.types, isa.modifiers)
        self.places = {
            form.id: (instruction, index)
            for instruction in isa.instructions
            for index, form in enumerate(instruction.forms)
        }

    def right(self, fault: records.Fault) -> Form:
        instruction, index = self.places[fault.form]
        return instruction.forms[index]

    def wrong(self, fault: records.Fault) -> Form | None:
        """Return the form with the fault; None if it cannot be built or is equal to the form without the fault."""
        instruction, index = self.places[fault.form]
        listed = instruction.located.data["forms"]
        before, listed[index] = listed[index], deepcopy(listed[index])
        try:
            fault.edit(listed[index])
            self.resolver.problems = []
            form = self.resolver.form(instruction.located, index)
        finally:
            listed[index] = before
        right = instruction.forms[index]
        same = tuple(form) == tuple(right)
        if fault.group == "availability":
            same = same or records.available_alike(right, form)
        return None if same or self.resolver.problems or self.is_disproved(instruction, index, form) else form

    def is_disproved(self, instruction: RecordedInstruction, index: int, form: Form) -> bool:
        """Return True if notes of versions or targets contradict a form."""
        listed = tuple(form if number == index else other for number, other in enumerate(instruction.forms))
        changed = dataclasses.replace(instruction, forms=listed)
        every = tuple(changed if other is instruction else other for other in self.isa.instructions)
        isa = dataclasses.replace(self.isa, instructions=every)
        return bool(announce(isa).misannounced or any(target_proofs(isa)))


@contextmanager
def put_in(form: Form) -> Iterator[None]:
    """Replace the form of this id in the checker."""
    module: Any = importlib.import_module(f"ptxisa._generated.forms.{module_name(form.mnemonic)}")
    before = module.FORMS
    module.FORMS = tuple(form if other.id == form.id else other for other in before)
    _forget()
    try:
        yield
    finally:
        module.FORMS = before
        _forget()


def _forget() -> None:
    for cached in seeded.caches():
        cached.cache_clear()


# --- statements near a form ---


class Near:
    """Yield statements near a form that may distinguish it from another, each at a place where it may be available."""

    def __init__(self, releases: Sequence[Ptxas]) -> None:
        pairs = {pair: release.release for release in reversed(releases) for pair in release.pairs()}
        self.releases = pairs
        documented = [pair for pair in pairs if versions.known()[str(pair[1])].documented]
        self.newest = {pair[0].name: pair for pair in sorted(documented, key=lambda pair: pair[1])}

    @cached_property
    def places(self) -> list[Pair]:
        """Return every pair of a target and a version that supports it."""
        every = [versions.order(name) for name in versions.known()]
        return [
            (target, version) for target in targets.known().values() for version in every if version >= target.floor
        ]

    def asked(self, fault: records.Fault, right: Form, wrong: Form) -> Iterator[Asked]:
        if not in_kernels(right):
            return
        if fault.group == "availability":
            yield from self.boundaries(right, wrong)
        elif fault.group in ("operands", "types"):
            yield from self.operands(right, right.operand(fault.what.partition(" ")[0]))
        else:
            for form in (right, wrong):
                for values in with_operands(form, covering(form)):
                    yield from self.at_home(form, values, [variant(form, values)])

    def at_home(self, form: Form, values: Values, trials: Sequence[Trial]) -> Iterator[Asked]:
        """Yield statements at the newest place of a variant; without a release if no release supports the place."""
        every = chain(reversed(list(self.newest.values())), reversed(self.places))
        if home := next((pair for pair in every if form_available(form, values, *pair)), None):
            yield from (Asked(trial, self.releases.get(home, ""), home) for trial in trials)

    def boundaries(self, right: Form, wrong: Form) -> Iterator[Asked]:
        """Yield variants at places at which one of two forms has them."""
        alike: dict[tuple[bool, ...], list[Values]] = defaultdict(list)
        for values in covering(right):
            alike[tuple(holds(clause.when, values) for clause in (*right.clauses, *wrong.clauses))].append(values)
        for listed in alike.values():
            for pair in self.places:
                if form_available(right, listed[0], *pair) is not form_available(wrong, listed[0], *pair):
                    trials = [variant(right, values) for values in listed[:SPELLED]]
                    yield from (Asked(trial, self.releases.get(pair, ""), pair) for trial in trials)

    def operands(self, form: Form, operand: Operand) -> Iterator[Asked]:
        """Yield variants with an operand, and with other operands in its place."""
        chosen = [operand.name] if operand.name in form.condition_operands else []
        every = [values for values in with_operands(form, representatives(form)) if is_present(operand, values)]
        every = [values for values in every if all(name in values for name in chosen)]
        for values in random.Random(form.id).sample(every, min(VARIANTS, len(every))):
            changes = chain(operand_changes(form, values), selector_changes(form, values))
            trials = [trial for trial in changes if trial.operand == operand.name]
            elements = _elements(form, values, operand)
            yield from self.at_home(form, values, [variant(form, values), *trials, *elements])


def with_operands(form: Form, variants: Sequence[Values]) -> Iterator[Values]:
    """Yield variants without and with each optional operand."""
    for values in variants:
        yield values
        for name in form.condition_operands:
            chosen = {**values, name: "register"}
            if broken_rule(form, chosen) is None:
                yield chosen


def _elements(form: Form, values: Values, operand: Operand) -> Iterator[Trial]:
    """Yield a vector with elements of each type, and with a constant as the first one."""
    plain = operand_texts(form, values)
    _, _, rest = plain.texts.get(operand.name, "").strip("{}").partition(", ")
    if plain.texts.get(operand.name, "")[:1] != "{":
        return
    length = 1 + len(rest.split(", ")) if rest else 1
    for name in (type_.name for type_ in types.known().values() if type_.declarable):
        registers = {f"e_{name}_{index}": name for index in range(length)}
        yield _with(form, values, operand, f"{{{', '.join(registers)}}}", registers)
    for constant in ("5", "0f3F800000"):
        yield _with(form, values, operand, f"{{{constant}{', ' * bool(rest)}{rest}}}", {})


def _with(form: Form, values: Values, operand: Operand, text: str, registers: dict[str, str]) -> Trial:
    plain = operand_texts(form, values)
    texts = OperandTexts({**plain.texts, operand.name: text}, {**plain.registers, **registers})
    return Trial(assemble(form, form.opcode(values), texts), "operand-vector", form.id, operand.name, text)


# --- choosing them ---


def chosen(isa: Isa, near: Near, known: dict[str, list[Asked]]) -> Iterator[Asked]:
    """Yield a statement for each fault that no earlier statement reveals."""
    forms = Forms(isa)
    faults = [fault for fault in records.faults(isa) if fault.group != "semantics"]
    progress = Progress(len(faults), "faults")
    for number, fault in enumerate(faults):
        progress.add(number)
        progress.show()
        wrong = forms.wrong(fault)
        if wrong is None:
            continue
        tried = _tried(near, fault, forms.right(fault), wrong)
        decisive = telling(known[fault.form], wrong) or telling(tried, wrong) or telling(_unasked(tried), wrong)
        if decisive and decisive not in known[fault.form]:
            known[fault.form].append(decisive)
            yield decisive
        elif not decisive:
            print(f"\nno statement tells {fault.name}", file=sys.stderr)


def _tried(near: Near, fault: records.Fault, right: Form, wrong: Form) -> list[Asked]:
    every = list(dict.fromkeys(islice(near.asked(fault, right, wrong), 4 * MOST)))
    return random.Random(fault.name).sample(every, min(MOST, len(every)))


def _unasked(tried: Sequence[Asked]) -> list[Asked]:
    """Yield the statements without a release: where an erratum decides the verdict of releases, this reveals more."""
    return [question._replace(release="") for question in tried]


def telling(asked: Sequence[Asked], wrong: Form) -> Asked | None:
    """Return the first statement whose verdict a wrong form changes."""
    right = [question.answer() for question in asked]
    judged = [(question, answer) for question, answer in zip(asked, right, strict=True) if answer is not None]
    with put_in(wrong):
        return next((question for question, answer in judged if question.answer() != answer), None)


def ask(asked: Sequence[Asked], ptxas: Ptxas) -> dict[str, dict[Trial, list[Any]]]:
    """Return the verdicts of a release by form; a difference from the checker is an error, and is not stored."""
    by_place: dict[str, dict[Trial, list[Any]]] = defaultdict(lambda: defaultdict(list))
    run, by_pair = conform.FormRun(ptxas, lambda line: None), defaultdict(list)
    for question in asked:
        if question.release == ptxas.release:
            by_pair[question.pair].append(conform.expectation(question.trial, ptxas.release))
    for (target, version), listed in by_pair.items():
        judged, rejected = run.assemble(listed, target, version)
        for index, question in enumerate(judged):
            accepted = index not in rejected
            if answer(question.trial, target.name, str(version), ptxas.release) is accepted:
                by_place[question.trial.form][question.trial].append([target.name, str(version), int(accepted)])
            else:
                print(
                    f"the checker errs at {target.name} PTX {version}: {question.trial.probe.statement}",
                    file=sys.stderr,
                )
    return by_place


def without_release(asked: Sequence[Asked]) -> dict[str, dict[Trial, list[Any]]]:
    """Return the verdicts of the checker on the statements without a release, by form."""
    by_place: dict[str, dict[Trial, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for question in asked:
        if not question.release:
            by_place[question.trial.form][question.trial].append(
                [question.pair[0].name, str(question.pair[1]), question.answer()]
            )
    return by_place


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    releases = [Ptxas(find(release)) for release in TELLING]
    known: dict[str, list[Asked]] = defaultdict(list)
    for verdict in stored(PATH):
        pair = targets.target(verdict.target), versions.order(verdict.ptx)
        known[verdict.trial.form].append(Asked(verdict.trial, verdict.release, pair))
    isa = resolve(load())
    asked = list(chosen(isa, Near(releases), known))
    for ptxas in releases:
        write(TELLING[ptxas.release], ptxas, ask(asked, ptxas))
    write(DISPUTED, None, without_release(asked))
    print(f"{len(asked)} statements")
    return 0


if __name__ == "__main__":
    sys.exit(main())
