"""Is an instruction available on a target, in a PTX version; and if not, what does it need?

The same is answered of special registers, directives, types, state spaces, attributes and pragmas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from ptxisa.isa import targets, versions
from ptxisa.isa.brief import html, line
from ptxisa.isa.forms import Clause, End, Form, Values, holds
from ptxisa.isa.instructions import instruction
from ptxisa.isa.names import Unknown, suggestion
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version

_OPCODE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+(?:(?:::[A-Za-z0-9_]+)+(?::[A-Za-z0-9_]+)?)?)*")
_SIGILS = frozenset({".", "%", '"'})
_GUARD = re.compile(r"@!?[%$A-Za-z_][A-Za-z0-9_$]*\s+")


class UnknownOpcode(Unknown, ValueError):
    """The text is no opcode, mnemonic, statement or name of the language that the records know."""


class Availability(NamedTuple):
    """The answer; it is true when the instruction is available.

    `reason` is one line for people; `requires` are the ways to get it; `forms` are the ids of the forms
    that the opcode is an instance of; `opcode` is the canonical spelling. `errata` are those by which releases of ptxas
    answer otherwise than the manual, or by which the release that was asked for answers.
    """

    available: bool
    reason: str
    requires: tuple[Requirement, ...]
    forms: tuple[str, ...]
    opcode: str
    errata: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.available

    def __repr__(self) -> str:
        return f"<{line(self.opcode, 80)}: {'' if self.available else 'not available: '}{line(self.reason)}>"

    def _repr_html_(self) -> str:
        return html("ptxisa.query.notebook:availability_html", self)


def available(opcode: str, target: str | None = None, ptx: str | None = None) -> Availability:
    """What the manual says of whether `opcode` (a mnemonic, a full opcode or a statement) is available.

    `ptxisa.available` knows what assemblers say as well. The opcode may also name a special register (`%clusterid`),
    a directive (`.reqnctapercluster`), a type (`.bf16x2`), a state space (`.shared::cluster`), an attribute
    (`.managed`) or a pragma (`"nounroll"`).

    Without `target` the question is whether any target has it, without `ptx` whether any version has.
    A mnemonic is available where any of its forms is.

    Raises `UnknownOpcode`, `ptxisa.isa.targets.UnknownTarget` or `ptxisa.isa.versions.UnknownVersion`.
    """
    on = targets.target(target) if target else None
    at = versions.version(ptx) if ptx else None
    spelling = opcode_of(opcode)
    found = candidates(spelling)
    requirements, lack = judge(found, on, at)
    ids = tuple(candidate.form.id for candidate in found)
    reason = lack.reason if lack else f"available since {joined(requirements)}"
    return Availability(lack is None, reason, requirements, ids, spelling)


class Lack(NamedTuple):
    """Why a place does not have something; `removed` says that it had it before."""

    reason: str
    removed: bool = False


def judge(
    found: Sequence[ResolvedInstruction], on: Target | None, at: Version | None
) -> tuple[tuple[Requirement, ...], Lack | None]:
    """The ways to have one of the candidates, and why a place has none of them; None where it has."""
    requirements = tuple(unique(requirement for candidate in found for requirement in _requirements(candidate)))
    if has_any(found, on, at):
        return requirements, None
    removed = _removal(found, on, at)
    if removed:
        return requirements, Lack(removed, removed=True)
    reason = _unsupported_target(on, at) or explain(requirements, on, at)
    return requirements, Lack(reason) if reason else None


def opcode_of(text: str) -> str:
    """The opcode of a mnemonic, an opcode or a statement (guard and operands are cut off), or a name as it stands."""
    stripped = text.strip()
    if stripped[:1] in _SIGILS or stripped.startswith("@@"):
        return _language_name(stripped)
    guard = _GUARD.match(stripped)
    found = _OPCODE.match(stripped, guard.end() if guard else 0)
    if found is None:
        raise UnknownOpcode(f"not an opcode: {text[:60]!r}; an opcode looks like add.sat.s32")
    rest = stripped[found.end() :]
    if rest and not rest[0].isspace() and rest[0] != ";":
        raise UnknownOpcode(f"not an opcode: {stripped[:60]!r}; unexpected {rest[0]!r} after {found.group()[:60]!r}")
    return found.group()


def _language_name(text: str) -> str:
    from ptxisa.isa.language_forms import name_in

    found = name_in(text)
    if found is None:
        raise UnknownOpcode(f'not a name: {text[:60]!r}; names look like %tid, .maxntid or "nounroll"')
    return found


def candidates(opcode: str) -> list[ResolvedInstruction]:
    """Every form that `opcode` is an instance of; every form of the mnemonic when it has no modifiers."""
    if not opcode[:1].isalpha() and opcode[:1] != "_":
        return _language_candidates(opcode)
    mnemonic, *modifiers = opcode.split(".")
    found = instruction(mnemonic)
    if found is None:
        raise UnknownOpcode(_explained(mnemonic, modifiers))
    matches = found.matches(modifiers)
    if matches:
        return list(matches)
    if modifiers:
        # A record's name, such as `add.cc` or `cp.async`, stands for all of its forms.
        named = [_named(form) for form in found.forms if form.record.split("/")[1] == opcode]
        if named:
            return named
        raise UnknownOpcode(_explained(mnemonic, modifiers))
    return [_named(form) for form in found.forms]


def _named(form: Form) -> ResolvedInstruction:
    """Return a form of which only the mnemonic is known."""
    return ResolvedInstruction(form, {}, form.mnemonic, complete=False)


def _language_candidates(name: str) -> list[ResolvedInstruction]:
    from ptxisa.isa.language_forms import forms_of, names_like

    found = [_named(form) for form in forms_of(name)]
    if not found:
        hint = suggestion(name, names_like(name))
        raise UnknownOpcode(f"unknown name {name[:60]!r}{'; ' + hint if hint else ''}")
    return found


def _explained(mnemonic: str, modifiers: Sequence[str]) -> str:
    """Why an opcode is an instance of no form, in one line."""
    from ptxisa.isa.explanations import explain

    found = explain(mnemonic, modifiers)
    return f"{found.message}; {found.hint}" if found.hint else found.message


def clause_holds(clause: Clause, values: Values | None) -> bool:
    """Whether the clause is about these slot values; for a mnemonic alone every clause is."""
    return values is None or holds(clause.when, values)


def satisfied(ptx: str, expression: str, on: Target | None, at: Version | None) -> bool:
    """Whether a version floor and a target expression are met, as far as target and version are given."""
    if at is not None and at < versions.order(ptx):
        return False
    if on is not None:
        return targets.admits(expression, on)
    return at is None or any(targets.admits(expression, one) and one.floor <= at for one in targets.known().values())


def form_available(form: Form, values: Values | None, on: Target | None, at: Version | None) -> bool:
    """Whether a form with these slot values is available at a target and version, as far as they are given."""
    if any(ended(end, values, on, at) for end in form.removed):
        return False
    return any(satisfied(clause.ptx, clause.target, on, at) for clause in ways(form, values))


def has_any(found: Iterable[ResolvedInstruction], on: Target | None, at: Version | None) -> bool:
    """Whether a place has one of these candidates."""
    if _unsupported_target(on, at):
        return False
    return any(form_available(one.form, one.known_values, on, at) for one in found)


def ways(form: Form, values: Values | None) -> tuple[Clause, ...]:
    """The ways in which a form with these slot values is available: each clause with all that is needed besides.

    Without values, for a mnemonic alone, they are the clauses as they stand.
    """
    needs = [need for need in form.requirements if values is not None and holds(need.when, values)]
    found = (clause for clause in form.availability if clause_holds(clause, values))
    return tuple(joint for clause in found if (joint := reduce(_both, needs, clause)).target)


def _both(clause: Clause, need: Clause) -> Clause:
    """A clause that is met where both are; its id names what made a difference. No target at all is an empty text."""
    ptx = max(clause.ptx, need.ptx, key=versions.order)
    target = targets.intersection(clause.target, need.target)
    if (ptx, target) == (clause.ptx, clause.target):
        return clause
    return Clause(f"{clause.id}+{need.id}", ptx, target, {**clause.when, **need.when})


def first_version(clauses: Iterable[Clause], on: Target) -> Version | None:
    """The first PTX version in which one of the clauses is met on a target, or None."""
    floors = [max(versions.order(one.ptx), on.floor) for one in clauses if targets.admits(one.target, on)]
    return min(floors, default=None)


def first_available(candidate: ResolvedInstruction, clauses: Iterable[Clause], on: Target) -> Version | None:
    """The first PTX version in which a target has a form by one of the clauses, or None; removals count.

    For a form without modifiers only removals of all its variants do.
    """
    found = first_version(clauses, on)
    ends = (end for end in candidate.form.removed if candidate.known_values is not None or not end.when)
    gone = found is not None and any(ended(end, candidate.known_values, on, found) for end in ends)
    return None if gone else found


def _requirements(candidate: ResolvedInstruction) -> Iterator[Requirement]:
    for clause in ways(candidate.form, candidate.known_values):
        yield Requirement(clause.ptx, clause.target, candidate.form.id, clause.id)


def unique(requirements: Iterable[Requirement]) -> list[Requirement]:
    """Requirements that differ in version or target, the easiest first."""
    by_need = {(one.ptx, one.target): one for one in reversed(list(requirements))}
    return sorted(by_need.values(), key=lambda one: (versions.order(one.ptx), one.target))


def explain(requirements: Iterable[Requirement], on: Target | None, at: Version | None) -> str:
    """Why no requirement is met, as one line; empty when one is."""
    wanted = list(requirements)
    if any(satisfied(one.ptx, one.target, on, at) for one in wanted):
        return ""
    reachable = [one for one in wanted if on is not None and targets.admits(one.target, on)]
    if on is not None and reachable:
        return f"needs PTX {reachable[0].ptx} on {on.name}"
    return f"needs {joined(wanted)}"


def joined(requirements: Iterable[Requirement]) -> str:
    """Requirements as one phrase."""
    return ", or ".join(str(one) for one in requirements)


def _unsupported_target(on: Target | None, at: Version | None) -> str:
    if on is not None and at is not None and at < on.floor:
        return f"PTX {at} does not know {on.name}, which needs PTX {on.introduced}"
    return ""


def _removal(found: Iterable[ResolvedInstruction], on: Target | None, at: Version | None) -> str:
    """The removal that applies to every candidate, as a reason; empty when one remains."""
    reasons = []
    for candidate in found:
        end = next((end for end in candidate.form.removed if ended(end, candidate.known_values, on, at)), None)
        if end is None:
            return ""
        reasons.append(end)
    return _removal_text(reasons[0]) if reasons else ""


def ended(end: End, values: Values | None, on: Target | None, at: Version | None) -> bool:
    """Whether a deprecation or removal has taken effect for these slot values at a place.

    For a mnemonic alone, one of some modifiers has not: others remain.
    """
    if end.when and (values is None or not holds(end.when, values)):
        return False
    reached_version = end.ptx is None or (at is not None and at >= versions.order(end.ptx))
    reached_target = end.target is None or (on is not None and targets.admits(end.target, on))
    return reached_version and reached_target


def _removal_text(end: End) -> str:
    since = f" in PTX {end.ptx}" if end.ptx else ""
    where = f" for {targets.describe(end.target)}" if end.target else ""
    return f"removed{since}{where}{': ' + end.note.replace('``', '') if end.note else ''}"
