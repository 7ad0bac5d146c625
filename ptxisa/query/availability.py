"""Availability of instructions, and of other parts of the language, on targets and in PTX versions.

    answer = opcode_available("add.u16x2", target="sm_80")
    answer.reason, answer.requires

The manual decides, unless a release of ptxas is selected; where they differ, the answer names the erratum.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ptxisa.isa import targets, versions
from ptxisa.isa.deviations import Deviation, deviations, named, newest_versions, reference, widened
from ptxisa.isa.forms import Clause, End, Form, Values, holds
from ptxisa.isa.forms import clause_holds as clause_holds
from ptxisa.isa.forms import ended as ended
from ptxisa.isa.forms import form_available as form_available
from ptxisa.isa.forms import satisfied as satisfied
from ptxisa.isa.forms import ways as ways
from ptxisa.isa.instructions import instruction
from ptxisa.isa.names import UnrecordedName, suggestion
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.representation import code, line, paragraph, table
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version

_OPCODE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+(?:(?:::[A-Za-z0-9_]+)+(?::[A-Za-z0-9_]+)?)?)*")
_SIGILS = frozenset({".", "%", '"'})
"""First characters of names of the language that are not opcodes."""
_GUARD = re.compile(r"@!?[%$A-Za-z_][A-Za-z0-9_$]*\s+")


class UnknownOpcode(UnrecordedName, ValueError):
    """Text that is not an opcode, mnemonic, statement or name of the language with a record."""


class Availability(NamedTuple):
    """Answer of `opcode_available`; true if the instruction is available."""

    available: bool
    reason: str
    """Reason in one line."""
    requires: tuple[Requirement, ...]
    """Ways to get the instruction."""
    forms: tuple[str, ...]
    """Ids of the forms that match the opcode."""
    opcode: str
    """Opcode in its canonical spelling."""
    errata: tuple[str, ...] = ()
    """Errata by which releases of ptxas differ from the manual, or by which the selected release decides."""

    def __bool__(self) -> bool:
        return self.available

    def __repr__(self) -> str:
        return f"<{line(self.opcode, 80)}: {'' if self.available else 'not available: '}{line(self.reason)}>"

    def _repr_html_(self) -> str:
        since: dict[Version, list[str]] = {}
        forms = [(candidate, ways(candidate.form, candidate.known_values)) for candidate in candidates(self.opcode)]
        for target in targets.known().values():
            first = [version for form in forms if (version := first_available(*form, target)) is not None]
            if first:
                since.setdefault(min(first), []).append(target.name)
        rows = [(str(version), " ".join(names)) for version, names in sorted(since.items())]
        return paragraph(code(self.opcode), self.reason) + table(["since PTX", "targets"], rows)


def opcode_available(
    opcode: str,
    target: str | None = None,
    ptx: str | None = None,
    *,
    strict: bool = False,
    assembler: str | None = None,
) -> Availability:
    """Return whether the opcode of an instruction is available; `ptxisa.available` checks operands, too.

    Arguments and exceptions are those of `ptxisa.check.available.available`.
    """
    on, at = targets.target(target) if target else None, versions.version(ptx) if ptx else None
    release = assembler or ""
    if release:
        reference(release)
    spelling = opcode_of(opcode)
    try:
        matches = candidates(spelling)
    except UnknownOpcode:
        # With `strict`, the manual alone decides, unless a release is selected.
        wider = None if strict and not release else _only_in_ptxas(spelling, on, at, release)
        if wider is None:
            raise
        return wider
    requirements, unavailability = availability_of(matches, on, at)
    reason = unavailability.reason if unavailability else f"available since {_since(requirements, on)}"
    if not unavailability:
        reason += _ends_of(matches, on, at)
    forms = tuple(match.form.id for match in matches)
    answer = Availability(unavailability is None, reason, requirements, forms, spelling)
    # From here on, releases of ptxas: first what no release can read, then errata in both directions.
    if strict and not release:
        return answer
    limit = _version_limit(release, at)
    if limit:
        return answer._replace(available=False, reason=limit)
    rules = deviations(spelling.partition(".")[0], release)
    if not answer:
        # An opcode has no operands, so that rules about operands decide nothing here.
        alone = [rule for rule in rules if not rule.concerns_operands]
        errata = (erratum_for_place(match.form, match.values, on, at, alone) for match in matches)
        rule = next((rule for rule in errata if rule), None)
        return answer if rule is None else _accepted(answer, rule, release)
    rule = _erratum_against(matches, on, at, rules) if release else None
    if rule is None:
        return answer
    reason = f"ptxas {release} rejects it ({rule.erratum})"
    return answer._replace(available=False, reason=reason, errata=(rule.erratum,))


def _since(requirements: Sequence[Requirement], on: Target | None) -> str:
    """Return the floors of something available; with a target, the floor that this target satisfies.

    A target may be later than the floor: `sm_110a` is the new name of `sm_101a`, and was introduced in PTX 9.0.
    """
    admitting = [requirement for requirement in requirements if on and targets.admits(requirement.target, on)]
    if on is None or not admitting:
        return joined(requirements)
    first = min(max(versions.order(requirement.ptx), on.floor) for requirement in admitting)
    best = next((floor for floor in weakest(admitting) if versions.order(floor.ptx) == first), None)
    if best is None:
        return f"PTX {first} on {on.name}"
    # Of several alternatives, only those count that include the target.
    alternatives = (term.strip() for term in best.target.split("|"))
    return str(best._replace(target=" | ".join(term for term in alternatives if targets.admits(term, on))))


def _ends_of(matches: Sequence[ResolvedInstruction], on: Target | None, at: Version | None) -> str:
    """Return the deprecation of all candidates, for example of ``shfl``, and without a version also their removal."""
    texts = ""
    listed = {"deprecated": [match.form.deprecated for match in matches]}
    if at is None:
        listed["removed"] = [match.form.removed for match in matches]
    for word, by_match in listed.items():
        ends = []
        for match, every in zip(matches, by_match, strict=True):
            # Without a version, each end is in the future; without a target, it may be that of some targets.
            later = ((end, end if at else end._replace(ptx=None, target=on and end.target)) for end in every)
            ends.append(next((end for end, now in later if ended(now, match.known_values, on, at)), None))
        if ends and ends[0] is not None and None not in ends:
            texts += f", {_end(word, ends[0])}"
    return texts


def _end(word: str, end: End) -> str:
    """Return `removed in PTX 6.4 for sm_70 or later`, with `removed` as the word."""
    since = f" in PTX {end.ptx}" if end.ptx else ""
    return f"{word}{since}{f' for {targets.describe(end.target)}' if end.target else ''}"


def _only_in_ptxas(opcode: str, on: Target | None, at: Version | None, assembler: str) -> Availability | None:
    """Return the answer for an opcode that only releases of ptxas have; None if none has it."""
    mnemonic, *modifiers = opcode.split(".")
    wider = widened(mnemonic, tuple(modifiers), assembler)
    if not wider:
        return None
    available = [
        match for match in wider if form_there(match.instruction.form, match.instruction.values, on, at, match.used)
    ]
    forms = tuple(match.instruction.form.id for match in wider)
    answer = Availability(False, f"{opcode[:60]} is not in the manual", (), forms, opcode)
    limit = _version_limit(assembler, at)
    if available and not limit:
        return _accepted(answer, available[0].used[0], assembler)
    return answer._replace(reason=limit or f"{answer.reason}, and no release of ptxas is known to support it there")


def _accepted(answer: Availability, rule: Deviation, assembler: str) -> Availability:
    """Return an answer of the manual with that of the releases of ptxas that accept the instruction."""
    if assembler:
        reason = f"ptxas {assembler} accepts it ({rule.erratum}); the manual: {answer.reason}"
        return answer._replace(available=True, reason=reason, errata=(rule.erratum,))
    reason = f"{answer.reason}; ptxas {named(rule.releases)} accept it ({rule.erratum})"
    return answer._replace(reason=reason, errata=(rule.erratum,))


def _erratum_against(
    matches: Sequence[ResolvedInstruction], on: Target | None, at: Version | None, rules: Sequence[Deviation]
) -> Deviation | None:
    """Return the rule by which a release rejects every form that the manual has there, whatever the operands are."""
    alone = [rule for rule in rules if rule.rejects and rule.forms and not rule.concerns_operands]
    erratum = None
    for match in matches if alone else ():
        if has_any([match], on, at):
            about = (
                rule
                for rule in alone
                if rule.applies_to(match.form.id)
                and (not rule.when or (match.complete and holds(rule.when, match.values)))
            )
            erratum = next((rule for rule in about if reaches(rule, on, at)), None)
            if erratum is None:
                return None
    return erratum


def _version_limit(assembler: str, at: Version | None) -> str:
    """Return the reason why a release cannot read a PTX version; "" if it can."""
    newest = newest_versions().get(assembler)
    too_new = newest is not None and at is not None and at > newest
    return f"ptxas {assembler} reads PTX up to {newest}" if too_new else ""


class Unavailability(NamedTuple):
    """Reason why a target and version do not support something; `removed` if an earlier version did."""

    reason: str
    removed: bool = False


def availability_of(
    matches: Sequence[ResolvedInstruction], on: Target | None, at: Version | None
) -> tuple[tuple[Requirement, ...], Unavailability | None]:
    """Return the ways to get one of the candidates, and why target and version support none, or None if they do."""
    requirements = tuple(
        unique(
            Requirement(clause.ptx, clause.target, candidate.form.id, clause.id)
            for candidate in matches
            for clause in ways(candidate.form, candidate.known_values)
        )
    )
    if has_any(matches, on, at):
        return requirements, None
    ends = [
        next((end for end in candidate.form.removed if ended(end, candidate.known_values, on, at)), None)
        for candidate in matches
    ]
    if ends and (end := ends[0]) is not None and None not in ends:
        note = f": {end.note.replace('``', '')}" if end.note else ""
        return requirements, Unavailability(f"{_end('removed', end)}{note}", removed=True)
    reason = _unsupported_target(on, at) or explain(requirements, on, at)
    if not reason:
        return requirements, None
    other = replacement(matches[0].form, on, at) if on else ""
    return requirements, Unavailability(f"{reason}; {on.name} has {other}" if on and other else reason)


def replacement(form: Form, on: Target, at: Version | None) -> str:
    """Return `tcgen05.mma`, say, an instruction for the purpose of one that no target of the chip has; "" if none."""
    chip = [target for target in targets.known().values() if target.silicon == on.silicon]
    if any(targets.admits(clause.target, target) for clause in form.availability for target in chip):
        return ""
    return next((name for name in form.elsewhere if has_any(candidates(name), on, at)), "")


def opcode_of(text: str) -> str:
    """Return the opcode of a mnemonic, an opcode or a statement (without guard and operands), or a name unchanged."""
    stripped = text.strip()
    if stripped[:1] in _SIGILS or stripped.startswith("@@"):
        from ptxisa.isa.language_forms import name_in

        name = name_in(stripped)
        if name is None:
            raise UnknownOpcode(f'not a name: {stripped[:60]!r}; names look like %tid, .maxntid or "nounroll"')
        return name
    guard = _GUARD.match(stripped)
    opcode = _OPCODE.match(stripped, guard.end() if guard else 0)
    if opcode is None:
        raise UnknownOpcode(f"not an opcode: {text[:60]!r}; an opcode looks like add.sat.s32")
    rest = stripped[opcode.end() :]
    if rest and not rest[0].isspace() and rest[0] != ";":
        raise UnknownOpcode(f"not an opcode: {stripped[:60]!r}; unexpected {rest[0]!r} after {opcode.group()[:60]!r}")
    return opcode.group()


def candidates(opcode: str) -> list[ResolvedInstruction]:
    """Return an instruction for every form that matches an opcode, or for every form of a mnemonic."""
    if not opcode[:1].isalpha() and opcode[:1] != "_":
        from ptxisa.isa.language_forms import forms_of, names_like

        of_language = [_named(form) for form in forms_of(opcode)]
        if not of_language:
            hint = suggestion(opcode, names_like(opcode))
            raise UnknownOpcode(f"unknown name {opcode[:60]!r}{'; ' + hint if hint else ''}")
        return of_language
    mnemonic, *modifiers = opcode.split(".")
    known = instruction(mnemonic)
    if known is None:
        raise UnknownOpcode(_explained(mnemonic, modifiers))
    matches = known.matches(modifiers)
    if matches:
        return list(matches)
    if modifiers:
        # A record's name, such as `add.cc` or `cp.async`, means all of its forms.
        named = [_named(form) for form in known.forms if form.record.split("/")[1] == opcode]
        if named:
            return named
        raise UnknownOpcode(_explained(mnemonic, modifiers))
    return [_named(form) for form in known.forms]


def _named(form: Form) -> ResolvedInstruction:
    """Return a form of which only the mnemonic is known."""
    return ResolvedInstruction(form, {}, form.mnemonic, complete=False)


def _explained(mnemonic: str, modifiers: Sequence[str]) -> str:
    """Return the reason why no form matches an opcode, in one line."""
    from ptxisa.isa.explanations import explain

    diagnostic = explain(mnemonic, modifiers)
    return f"{diagnostic.message}; {diagnostic.hint}" if diagnostic.hint else diagnostic.message


def has_any(matches: Iterable[ResolvedInstruction], on: Target | None, at: Version | None) -> bool:
    """Return True if target and version support one of the candidates."""
    if _unsupported_target(on, at):
        return False
    return any(form_available(match.form, match.known_values, on, at) for match in matches)


def first_version(clauses: Iterable[Clause], on: Target) -> Version | None:
    """Return the first PTX version in which one of the clauses is met on a target, or None."""
    floors = [max(versions.order(clause.ptx), on.floor) for clause in clauses if targets.admits(clause.target, on)]
    return min(floors, default=None)


def first_available(candidate: ResolvedInstruction, clauses: Iterable[Clause], on: Target) -> Version | None:
    """Return the first PTX version in which a target supports a form by one of the clauses, or None.

    Removals count; if the modifiers are not known, only those of all variants.
    """
    first = first_version(clauses, on)
    ends = (end for end in candidate.form.removed if candidate.known_values is not None or not end.when)
    removed = first is not None and any(ended(end, candidate.known_values, on, first) for end in ends)
    return None if removed else first


def unique(requirements: Iterable[Requirement]) -> list[Requirement]:
    """Return the requirements that differ in version or target, the lowest version first."""
    # Backwards, so that of equal floors the first requirement stays: that of the first form.
    by_floor = {(requirement.ptx, requirement.target): requirement for requirement in reversed(list(requirements))}
    return sorted(by_floor.values(), key=lambda requirement: (versions.order(requirement.ptx), requirement.target))


def explain(requirements: Iterable[Requirement], on: Target | None, at: Version | None) -> str:
    """Return the reason why no requirement is met in one line; "" if one is."""
    wanted = list(requirements)
    if any(satisfied(requirement.ptx, requirement.target, on, at) for requirement in wanted):
        return ""
    reachable = [requirement for requirement in wanted if on and targets.admits(requirement.target, on)]
    if on is not None and reachable:
        # Only the version is missing; requirements come with the lowest version first.
        return f"needs PTX {max(versions.order(reachable[0].ptx), on.floor)} on {on.name}"
    return f"needs {(_on_the_chip(wanted, on) if on else '') or joined(wanted)}"


def _on_the_chip(requirements: Sequence[Requirement], on: Target) -> str:
    """Return `PTX 8.7 on sm_120a, or PTX 8.8 on sm_120f` for sm_120: where its chip meets a requirement; "" if not."""
    since: dict[Version, list[str]] = {}
    for target in targets.known().values():
        met = [need.ptx for need in requirements if targets.admits(need.target, target)]
        if met and target.silicon == on.silicon:
            since.setdefault(max(min(map(versions.order, met)), target.floor), []).append(target.name)
    return ", or ".join(f"PTX {version} on {' or '.join(sorted(names))}" for version, names in sorted(since.items()))


def joined(requirements: Iterable[Requirement]) -> str:
    """Return the requirements as one phrase, without those that others imply."""
    return ", or ".join(map(str, weakest(requirements)))


def weakest(requirements: Iterable[Requirement]) -> list[Requirement]:
    """Return the requirements that no other one implies, lowest version first: the union of all."""
    kept: list[Requirement] = []

    def most_targets_first(requirement: Requirement) -> tuple[Version, int]:
        return versions.order(requirement.ptx), -len(targets.included(requirement.target))

    # In this order, what implies a requirement comes before it, so that one pass is enough.
    for requirement in sorted(requirements, key=most_targets_first):
        if not any(targets.included(requirement.target) <= targets.included(other.target) for other in kept):
            kept.append(requirement)
    return sorted(kept, key=lambda requirement: (versions.order(requirement.ptx), requirement.target))


def _unsupported_target(on: Target | None, at: Version | None) -> str:
    """Return the reason why a PTX version does not support a target; "" if it does."""
    if on is not None and at is not None and at < on.floor:
        return f"PTX {at} does not support {on.name}, which needs PTX {on.introduced}"
    return ""


# Rules of errata


def reaches(rule: Deviation, on: Target | None, at: Version | None) -> bool:
    """Return True if a rule applies to a target and version.

    A rule by which ptxas rejects statements needs both: what it rejects at one place is legal at others.
    """
    if at is not None:
        newest = newest_versions()
        if all(release in newest and newest[release] < at for release in rule.releases):
            return False  # None of the releases reads this version.
    if not rule.since:
        return True
    if rule.rejects and (on is None or at is None):
        return False
    return any(satisfied(ptx, target, on, at) for ptx, target in rule.since)


def form_there(form: Form, values: Values, on: Target | None, at: Version | None, used: Sequence[Deviation]) -> bool:
    """Return True if ptxas supports a form that rules widen.

    The places of a rule about other values replace those of the form, but not its needs; needs that a rule waives do
    not count.
    """
    if on is not None and at is not None and at < on.floor:
        return False
    if not all(reaches(rule, on, at) for rule in used):
        return False
    replaced = tuple(Clause(rule.erratum, *way) for rule in used if rule.extra_values for way in rule.since)
    if replaced:
        form = form._replace(availability=replaced)
    return form_available(without_needs(form, used), values, on, at)


def without_needs(form: Form, used: Sequence[Deviation]) -> Form:
    """Return a form without the needs that rules waive."""
    waived = {name for rule in used for name in rule.overrides}
    needs = tuple(need for need in form.requirements if need.id not in waived)
    return form._replace(requirements=needs) if len(needs) < len(form.requirements) else form


def erratum_for_place(
    form: Form, values: Values, on: Target | None, at: Version | None, rules: Sequence[Deviation]
) -> Deviation | None:
    """Return the rule by which ptxas supports a form where the manual does not, if there is one.

    Of the rules about operands, the caller passes only those whose operands are written that way.
    """
    if on is not None and at is not None and at < on.floor:
        return None
    if any(ended(end, values, on, at) for end in form.removed):
        return None
    for rule in rules:
        if not (rule.accepts and rule.applies_to(form.id) and holds(rule.when, values)):
            continue
        # The places of a rule that is only a floor, or that waives a clause of the form, replace those of the form.
        waives = not {clause.id for clause in form.availability}.isdisjoint(rule.overrides)
        wider = form
        if waives or (rule.since and not rule.changes_opcode and not rule.concerns_operands):
            wider = form._replace(availability=tuple(Clause(rule.erratum, *way) for way in rule.since))
        elif not rule.overrides:
            continue
        if reaches(rule, on, at) and form_available(without_needs(wider, [rule]), values, on, at):
            return rule
    return None
