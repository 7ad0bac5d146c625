"""Check one instruction statement: its opcode, its operands, and whether target and version have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.check.finding import Finding
from ptxisa.check.operands import check, filled, standing, undeclared
from ptxisa.check.scope import Lookup, anything, register, special
from ptxisa.check.symbols import KINDS
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.explanations import Explanation, explain_mismatch
from ptxisa.isa.forms import Values, broken_rule
from ptxisa.isa.instructions import forms_of, instruction, unrecorded
from ptxisa.isa.language import Loan
from ptxisa.isa.opcode import Match
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import UnknownOpcode, available, ended, satisfied, unknown_mnemonic
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source


class Judged(NamedTuple):
    """A finding with its severity, the form it was held against, and the rule of the form that it is about."""

    finding: Finding
    severity: str = "error"
    form: str | None = None
    rule: str | None = None


class Resolution(NamedTuple):
    """What an opcode can be: the forms it matches, or why it is none."""

    matches: tuple[Match, ...] = ()
    explanation: Explanation | None = None


class Place(NamedTuple):
    """Where a statement shall run; None asks for no particular target or version.

    `loans` are what options of `.target` lend from other targets; `mode` is the texture mode, empty for any.
    """

    target: Target | None
    version: Version | None
    loans: tuple[Loan, ...] = ()
    mode: str = ""


def check_statement(
    text: str,
    target: str | None = None,
    ptx: str | None = None,
    registers: Mapping[str, str] | None = None,
    only: str | None = None,
) -> list[Diagnostic]:
    """Diagnostics of one or more instruction statements; empty when all is well.

    `registers` maps register names to declared types (`{"r1": "b32"}`); without it, registers are taken to
    fit. `only` names the one mnemonic that is expected. Raises `UnknownTarget` or `UnknownVersion`.
    """
    place = Place(targets.target(target) if target else None, versions.version(ptx) if ptx else None)
    parsed = parse_statements(text)
    source = Source(text)
    lookup = _lookup(registers)
    found = list(parsed.diagnostics)
    for statement in parsed.statements:
        if isinstance(statement, tree.Instruction):
            judged = [*_expected(statement, only), *check_instruction(statement, place, lookup)]
            found += [diagnostic(source, one) for one in judged]
    return sorted(found, key=lambda one: (one.line, one.column))


def _lookup(registers: Mapping[str, str] | None) -> Lookup:
    if registers is None:
        return anything
    symbols = {name: register(type_) for name, type_ in registers.items()}
    return lambda name: symbols.get(name) or special(name)


def _expected(statement: tree.Instruction, only: str | None) -> Iterator[Judged]:
    if only is not None and statement.opcode.mnemonic != only:
        message = f"this is the checker of {only}, not of {statement.opcode.mnemonic}"
        yield Judged(Finding("unknown-mnemonic", message, statement.opcode_start, statement.end))


def diagnostic(source: Source, judged: Judged) -> Diagnostic:
    """A finding with line and column; notes of records lose their marks of code."""
    one = judged.finding
    line, column = source.position(one.start)
    end = source.position(one.end)
    message, hint = (text.replace("``", "") for text in (one.message, one.hint))
    return Diagnostic(one.code, judged.severity, message, line, column, end, judged.form, hint, judged.rule)


def check_instruction(
    statement: tree.Instruction, place: Place, lookup: Lookup, *, operands: bool = True
) -> Iterator[Judged]:
    """Everything that there is to say about one instruction, or all but what is about its operands.

    Of one without a record only the names of its operands are looked up.
    """
    resolution = resolve_opcode(statement.opcode.mnemonic, statement.opcode.modifiers)
    yield from _check_guard(statement, lookup)
    yield from _check_guarded_parameters(statement, lookup)
    if not resolution.matches:
        yield _unresolved(statement, resolution, place.version)
        yield from (Judged(finding) for finding in undeclared(statement.operands, lookup) if operands)
        return
    fitting = list(_fitting(statement, _in_mode(resolution, place.mode), lookup))
    match, findings = fitting[0]
    given = standing(match.form, match.values, statement, lookup)
    yield from (Judged(finding, "error", match.form.id) for finding in findings if operands)
    yield from _check_combination(statement, match, given)
    yield from _check_place(statement, match, place, tuple(one.form.id for one, _ in fitting), given)
    yield from _check_specials(statement, place, lookup)
    yield from _check_spelling(statement, match)


def _in_mode(resolution: Resolution, mode: str) -> Resolution:
    """The forms that there are in a texture mode, if there are any."""
    found = tuple(one for one in resolution.matches if not one.form.option or one.form.option == mode or not mode)
    return Resolution(found) if found else resolution


def _check_combination(statement: tree.Instruction, match: Match, given: Values) -> Iterator[Judged]:
    """Whether operands go with the modifiers; what modifiers alone decide has been decided."""
    rule = broken_rule(match.form, {**match.values, **given}) if given else None
    if rule is not None:
        finding = Finding(
            "operand-kind",
            f"{match.opcode} does not take these operands: {rule.why}",
            statement.opcode_start,
            statement.end,
        )
        yield Judged(finding, "error", match.form.id, rule.id)


@lru_cache(maxsize=8192)
def resolve_opcode(mnemonic: str, modifiers: tuple[str, ...]) -> Resolution:
    """The forms that take an opcode, or why none does."""
    found = instruction(mnemonic)
    if found is None:
        message = unknown_mnemonic(mnemonic)
        code = "unrecorded-instruction" if mnemonic in unrecorded() else "unknown-mnemonic"
        return Resolution(explanation=Explanation(code, *_split_hint(message), ""))
    matches = found.matches(modifiers)
    return Resolution(matches) if matches else Resolution(explanation=explain_mismatch(found, modifiers))


def _split_hint(message: str) -> tuple[str, None, str]:
    text, _, hint = message.partition("; ")
    return text, None, hint


def _unresolved(statement: tree.Instruction, resolution: Resolution, version: Version | None) -> Judged:
    start = statement.opcode_start
    explanation = resolution.explanation
    assert explanation is not None, "an opcode without matches is explained"
    new = explanation.code in ("unknown-mnemonic", "unknown-modifier")
    if new and version is not None and not versions.known()[str(version)].documented:
        spelled = statement.opcode.text[:60]
        message = f"{spelled} has no record; PTX {version} may have it, but is not documented here"
        explanation = Explanation("unrecorded-instruction", message, None, "", "")
    end = start + len(statement.opcode.text)
    if explanation.culprit is not None and explanation.culprit < len(statement.opcode.modifiers):
        start, end = statement.modifier_range(explanation.culprit)
    finding = Finding(explanation.code, explanation.message, start, end, explanation.hint)
    severity = "note" if explanation.code == "unrecorded-instruction" else "error"
    return Judged(finding, severity, explanation.form or None, explanation.rule)


def meant(statement: tree.Instruction, place: Place, lookup: Lookup) -> Match:
    """Of the forms that the opcode matches, the one that the operands fit best, with what stands at its operands."""
    resolution = resolve_opcode(statement.opcode.mnemonic, statement.opcode.modifiers)
    found = best(statement, _in_mode(resolution, place.mode), lookup)[0]
    return found._replace(values={**found.values, **standing(found.form, found.values, statement, lookup)})


def best(statement: tree.Instruction, resolution: Resolution, lookup: Lookup) -> tuple[Match, list[Finding]]:
    """Of the forms that the opcode matches, the one that the operands fit best."""
    return next(_fitting(statement, resolution, lookup))


def _fitting(
    statement: tree.Instruction, resolution: Resolution, lookup: Lookup
) -> Iterator[tuple[Match, list[Finding]]]:
    """Of the forms that the opcode matches, those that the operands fit best, with what is wrong with these."""
    judged = [(match, _findings(match, statement, lookup)) for match in resolution.matches]
    if len(judged) == 1:
        return iter(judged)
    misfits = [_misfit(match, statement, findings) for match, findings in judged]
    least = min(misfits)
    return (one for one, misfit in zip(judged, misfits, strict=True) if misfit == least)


def _findings(match: Match, statement: tree.Instruction, lookup: Lookup) -> list[Finding]:
    found = list(check(match.form, match.values, statement, lookup))
    return found + list(_functions(match, statement, lookup)) if _takes_names(match.form.mnemonic) else found


@lru_cache(maxsize=1024)
def _takes_names(mnemonic: str) -> bool:
    """Whether some form of an instruction has a place for the name of a variable, function or the like."""
    return any(operand.kind in KINDS for form in forms_of(mnemonic) for operand in form.operands)


def _functions(match: Match, statement: tree.Instruction, lookup: Lookup) -> Iterator[Finding]:
    """Names of functions pass as registers elsewhere, but not where other forms have a place for names."""
    form = match.form
    for place, node in zip(filled(form, match.values, statement), statement.operands, strict=False):
        if not isinstance(node, tree.Name):
            continue
        symbol = lookup(node.text)
        if symbol is not None and symbol.kind == "function" and form.operand(place.names[0]).kind not in KINDS:
            message = f"operand {place.names[0]} takes a register; {node.text} is a function"
            yield Finding("operand-kind", message, node.start, node.end)


def _bare(match: Match, statement: tree.Instruction) -> int:
    """Vectors of a form for which a statement has no braces: registers may be vectors."""
    pairs = zip(filled(match.form, match.values, statement), statement.operands, strict=False)
    return sum(place.shape == "vector" and not isinstance(node, tree.Vector) for place, node in pairs)


def _misfit(match: Match, statement: tree.Instruction, findings: list[Finding]) -> tuple[int, ...]:
    """How far a form is from what was written: in its braces, then by findings, then by vectors without braces."""
    form = match.form
    pairs = zip(filled(form, match.values, statement), statement.operands, strict=False)
    unexpected = sum(
        isinstance(node, tree.Vector) and place.shape == "plain" and form.operand(place.names[0]).vector is None
        for place, node in pairs
    )
    codes = [one.code for one in findings]
    missed = codes.count("vector-size") + 2 * codes.count("operand-count")
    return unexpected + missed, len(codes), codes.count("operand-kind"), _bare(match, statement)


def _check_guard(statement: tree.Instruction, lookup: Lookup) -> Iterator[Judged]:
    if statement.guard is None:
        return
    predicate = statement.guard.predicate
    symbol = lookup(predicate.text)
    if symbol is None:
        yield Judged(Finding("undeclared-name", f"{predicate.text} is not declared", predicate.start, predicate.end))
    elif symbol.kind != "any" and symbol[:3] != ("register", "pred", None):
        what = f"a .{symbol.type} register" if symbol.kind == "register" else f"a {symbol.kind}"
        message = f"a guard is a predicate; {predicate.text} is {what}"
        yield Judged(Finding("operand-type", message, predicate.start, predicate.end))


def _check_guarded_parameters(statement: tree.Instruction, lookup: Lookup) -> Iterator[Judged]:
    """What is passed to a function and what it returns is stored and loaded without a guard (section 7.1)."""
    for operand in statement.operands if statement.guard else ():
        base = operand.base if isinstance(operand, tree.Address) else None
        symbol = lookup(base.text) if isinstance(base, tree.Name) else None
        if symbol is not None and (symbol.kind, symbol.space) == ("variable", "param"):
            message = "a parameter of a call is stored and loaded without a guard"
            yield Judged(Finding("operand-kind", message, operand.start, operand.end))


def _check_place(
    statement: tree.Instruction, match: Match, place: Place, forms: tuple[str, ...], given: Values
) -> Iterator[Judged]:
    """Whether target and version have one of the forms that fit, and whether the first is on its way out there."""
    problem = unavailable(match.opcode, _effective(match, place), forms, tuple(given.items()))
    start, end = statement.opcode_start, statement.opcode_start + len(statement.opcode.text)
    if problem:
        code, message, hint = problem
        yield Judged(Finding(code, message, start, end, hint), "error", match.form.id)
    for end_ in match.form.deprecated:
        if ended(end_, match.values, place.target, place.version):
            finding = Finding("deprecated", f"{match.opcode} is deprecated", start, end, end_.note)
            yield Judged(finding, "warning", match.form.id)


def _effective(match: Match, place: Place) -> Place:
    """Where a statement is held to run, perhaps another target by an option of `.target`."""
    present = set(match.values.values())
    for loan in place.loans:
        if present.intersection(loan.types) and present.isdisjoint(loan.without):
            return place._replace(target=targets.target(loan.target))
    return place


@lru_cache(maxsize=8192)
def unavailable(
    name: str, place: Place, forms: tuple[str, ...] | None = None, given: tuple[tuple[str, str | None], ...] = ()
) -> tuple[str, str, str] | None:
    """Code, message and hint when a place lacks these forms of an opcode with these operands, or a special register."""
    if place.target is None and place.version is None:
        return None
    try:
        answer = available(
            name,
            target=place.target.name if place.target else None,
            ptx=str(place.version) if place.version else None,
            forms=forms,
            operands=dict(given),
        )
    except UnknownOpcode as error:
        return "unknown-modifier", str(error), ""
    if answer:
        return None
    reachable = any(satisfied(one.ptx, one.target, place.target, None) for one in answer.requires)
    code = "unavailable-version" if reachable and not answer.reason.startswith("removed") else "unavailable-target"
    return code, f"{name} {answer.reason}", f"here: {_describe(place)}"


def _check_specials(statement: tree.Instruction, place: Place, lookup: Lookup) -> Iterator[Judged]:
    """Whether target and version have the special registers that are read."""
    for name in _names(statement.operands):
        symbol = lookup(name.text) if name.text[:1] == "%" else None
        if symbol is not None and symbol.kind == "special":
            problem = unavailable(name.text, place)
            if problem:
                code, message, hint = problem
                yield Judged(Finding(code, message, name.start, name.end, hint))


def _names(operands: Iterable[Any]) -> Iterator[tree.Name]:
    """Operands that are names, or elements of what a name stands for."""
    for one in operands:
        if isinstance(one, tree.Vector):
            yield from _names(one.elements)
        elif isinstance(one, (tree.Name, tree.Select)):
            yield one.name if isinstance(one, tree.Select) else one


def _describe(place: Place) -> str:
    parts = [f"PTX {place.version}" if place.version else "", place.target.name if place.target else ""]
    return " on ".join(part for part in parts if part)


def _check_spelling(statement: tree.Instruction, match: Match) -> Iterator[Judged]:
    """Assemblers accept other orders and repeats; say how the manual writes it."""
    if statement.opcode.text != match.opcode:
        start = statement.opcode_start
        message = f"{statement.opcode.text} is accepted; its modifiers are usually written {match.opcode}"
        finding = Finding("unusual-spelling", message, start, start + len(statement.opcode.text))
        yield Judged(finding, "note", match.form.id)
