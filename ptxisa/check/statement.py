"""Check one instruction statement: its opcode, its operands, and whether target and version have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.check.answering import answered, check_release, release_of
from ptxisa.check.binding import Statement, bind, opcode_span
from ptxisa.check.disputed import disputed
from ptxisa.check.operands import check_operands, undeclared_names
from ptxisa.check.place import Place, unavailable
from ptxisa.check.scope import Lookup, anything, register, special
from ptxisa.check.symbols import KINDS
from ptxisa.isa import targets, versions
from ptxisa.isa.conditions import broken
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics, Span, error, note, undeclared, warning
from ptxisa.isa.forms import broken_rule
from ptxisa.isa.instructions import MANUAL, forms_of, instruction, refused
from ptxisa.isa.language import special_registers
from ptxisa.isa.opcode import Match
from ptxisa.query.availability import Candidate, candidates, ended, has_any, judge
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import Source


class Resolution(NamedTuple):
    """What an opcode can be: the forms it matches, or why it is none."""

    matches: tuple[Match, ...] = ()
    explanation: Diagnostic | None = None


class Reading(NamedTuple):
    """What an instruction is taken for: of the forms that its opcode matches, those that its operands fit best.

    The first of `statements` counts, and `problems` are what is wrong with its operands. There is none where the opcode
    is an instance of no form, as `explanation` says.
    """

    statements: tuple[Statement, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    explanation: Diagnostic | None = None


def check_statement(
    text: str,
    target: str | None = None,
    ptx: str | None = None,
    registers: Mapping[str, str] | None = None,
    only: str | None = None,
    *,
    strict: bool = False,
    assembler: str | None = None,
) -> list[Diagnostic]:
    """Diagnostics of one or more instruction statements; empty when all is well.

    `registers` maps register names to declared types (`{"r1": "b32"}`); without it, registers are taken to
    fit. `only` names the one mnemonic that is expected. Where releases of ptxas are known to judge otherwise than the
    manual, a warning says so, with `strict` an error; `assembler` names a release that answers instead of the manual
    (`"13.0"`). Raises `UnknownTarget`, `UnknownVersion` or `UnknownRelease`.
    """
    on, at = targets.target(target) if target else None, versions.version(ptx) if ptx else None
    place = Place(on, at, assembler=release_of(assembler))
    parsed = parse_statements(text)
    source = Source(text)
    lookup = _lookup(registers)
    found = [*parsed.diagnostics, *check_release(place.assembler, at)]
    for node in parsed.statements:
        if isinstance(node, tree.Instruction):
            judged = [*_expected(node, only), *check_instruction(node, place, lookup)]
            found += [one.located(source.position) for one in judged]
    found = list(answered(found, place, strict=strict))
    return Diagnostics(sorted(found, key=lambda one: (one.line, one.column)))


def _lookup(registers: Mapping[str, str] | None) -> Lookup:
    if registers is None:
        return anything
    symbols = {name: register(type_) for name, type_ in registers.items()}
    return lambda name: symbols.get(name) or special(name)


def _expected(node: tree.Instruction, only: str | None) -> Iterator[Diagnostic]:
    if only is not None and node.opcode.mnemonic != only:
        message = f"this is the checker of {only}, not of {node.opcode.mnemonic}"
        yield error("unknown-mnemonic", message, Span(node.opcode_start, node.end))


def check_instruction(
    node: tree.Instruction, place: Place, lookup: Lookup, *, operands: bool = True
) -> Iterator[Diagnostic]:
    """Everything that there is to say about one instruction, or all but what is about its operands."""
    return check_reading(node, read(node, place, lookup), place, lookup, operands=operands)


def check_reading(
    node: tree.Instruction, reading: Reading, place: Place, lookup: Lookup, *, operands: bool = True
) -> Iterator[Diagnostic]:
    """The same of an instruction that was read already.

    Of one without a record only the names of its operands are looked up.
    """
    yield from _check_guard(node, lookup)
    yield from _check_guarded_parameters(node, lookup)
    found = list(_by_manual(node, reading, place, lookup, operands))
    if place.assembler != MANUAL and _is_disputed(reading, found):
        from ptxisa.check.opinion import opinion

        found = opinion(node, reading.statements, found, place, lookup, operands=operands)
    if len(found) > 1:
        from ptxisa.check.hints import one_cause

        found = one_cause(found)
    yield from found
    if reading.statements:
        yield from _check_specials(node, place, lookup)
        yield from _check_spelling(reading.statements[0])


def _by_manual(
    node: tree.Instruction, reading: Reading, place: Place, lookup: Lookup, operands: bool
) -> Iterator[Diagnostic]:
    """What the manual says of an instruction, its guard and special registers aside."""
    if reading.explanation is not None:
        yield _unresolved(node, reading.explanation, place)
        yield from undeclared_names(node.operands, lookup) if operands else ()
        return
    statement = reading.statements[0]
    form = statement.form.id
    yield from (one._replace(form=form) for one in reading.problems if operands)
    found = (*_check_combination(statement), *_check_place(reading.statements, place))
    yield from (one._replace(form=form) for one in found)


def _is_disputed(reading: Reading, found: Sequence[Diagnostic]) -> bool:
    """Whether an assembler may judge otherwise than the manual."""
    if not reading.statements or any(one.severity == "error" for one in found):
        return True
    return reading.statements[0].form.id in refused()


# What a statement is


@lru_cache(maxsize=8192)
def resolve_opcode(mnemonic: str, modifiers: tuple[str, ...]) -> Resolution:
    """The forms that take an opcode, or why none does."""
    found = instruction(mnemonic)
    matches = found.matches(modifiers) if found else ()
    if matches:
        return Resolution(matches)
    from ptxisa.isa.explanations import explain

    return Resolution(explanation=explain(mnemonic, modifiers))


def read(node: tree.Instruction, place: Place, lookup: Lookup) -> Reading:
    """Match and bind a statement, once, for all that is asked of it."""
    resolution = resolve_opcode(node.opcode.mnemonic, node.opcode.modifiers)
    if resolution.explanation is not None:
        return Reading(explanation=resolution.explanation)
    bound = [bind(match, node, lookup) for match in _in_mode(resolution.matches, place.mode)]
    judged = [(one, _problems(one, lookup)) for one in bound]
    if len(judged) == 1:
        return Reading((bound[0],), judged[0][1])
    misfits = [_misfit(*one) for one in judged]
    least = min(misfits)
    fitting = [one for one, misfit in zip(judged, misfits, strict=True) if misfit == least]
    return Reading(tuple(statement for statement, _ in fitting), fitting[0][1])


def _in_mode(matches: tuple[Match, ...], mode: str) -> tuple[Match, ...]:
    """The forms that there are in a texture mode, if there are any."""
    if len(matches) == 1 or not mode:
        return matches
    return tuple(one for one in matches if not one.form.option or one.form.option == mode) or matches


def _problems(statement: Statement, lookup: Lookup) -> tuple[Diagnostic, ...]:
    """What is wrong with the operands, were they meant for this form."""
    found = tuple(check_operands(statement, lookup))
    if [one.code for one in found] == ["operand-kind", "operand-kind"]:
        found = _exchanged(statement, lookup) or found
    return (*found, *_functions(statement, lookup)) if _takes_names(statement.node.opcode.mnemonic) else found


def _exchanged(statement: Statement, lookup: Lookup) -> tuple[Diagnostic, ...]:
    """Two operands that would be right in each other's place are one mistake."""
    node = statement.node
    if len(node.operands) != 2:
        return ()
    match = Match(statement.form, dict(statement.modifiers), statement.opcode)
    turned = bind(match, node._replace(operands=node.operands[::-1]), lookup)
    if any(check_operands(turned, lookup)):
        return ()
    message = f"the operands of {node.opcode.mnemonic} are in the wrong order"
    place = Span(node.operands[0].start, node.operands[1].end)
    return (error("operand-kind", message, place, f"the form is {statement.form.syntax}"),)


@lru_cache(maxsize=1024)
def _takes_names(mnemonic: str) -> bool:
    """Whether some form of an instruction has a place for the name of a variable, function or the like."""
    return any(operand.kind in KINDS for form in forms_of(mnemonic) for operand in form.operands)


def _functions(statement: Statement, lookup: Lookup) -> Iterator[Diagnostic]:
    """Names of functions pass as registers elsewhere, but not where other forms have a place for names."""
    for place, node in statement.places:
        if not isinstance(node, tree.Name):
            continue
        symbol, name = lookup(node.text), place.names[0]
        if symbol is not None and symbol.kind == "function" and statement.form.operand(name).kind not in KINDS:
            yield error("operand-kind", f"operand {name} takes a register; {node.text} is a function", node)


def _misfit(statement: Statement, problems: tuple[Diagnostic, ...]) -> tuple[int, ...]:
    """How far a form is from what was written: in its braces, then by findings, then by vectors without braces.

    A register plus a constant does not count: ptxas accepts it in most forms.
    """
    form = statement.form
    unexpected = sum(
        isinstance(node, tree.Vector) and place.shape == "plain" and form.operand(place.names[0]).vector is None
        for place, node in statement.places
    )
    bare = sum(place.shape == "vector" and not isinstance(node, tree.Vector) for place, node in statement.places)
    codes = [one.code for one in problems]
    missed = codes.count("vector-size") + 2 * codes.count("operand-count")
    suffixes = sum(isinstance(node, tree.Address) and node.suffix != place.suffix for place, node in statement.places)
    sums = {(node.start, node.end) for _, node in statement.places if isinstance(node, tree.Sum)}
    kinds = sum(one.code == "operand-kind" and (one.span.start, one.span.end) not in sums for one in problems)
    return unexpected + missed + 2 * suffixes, len(codes), kinds, bare


# What is wrong with it


_MAY_BE_NEW = frozenset({"unknown-mnemonic", "unknown-modifier", "modifier-combination"})
"""Errors in an opcode that a later version may have made legal."""


def _unresolved(node: tree.Instruction, explanation: Diagnostic, place: Place) -> Diagnostic:
    """Why an opcode is an instance of no form, at its place; versions that nobody has described may have it."""
    spelled = node.opcode.text[:60]
    message = place.may_have(spelled) if explanation.code in _MAY_BE_NEW else ""
    if message:
        return note("unrecorded-instruction", message, opcode_span(node))._replace(subject=spelled)
    number = explanation.modifier
    if number is None or number >= len(node.opcode.modifiers):
        return explanation.at(opcode_span(node))
    return explanation.at(Span(*node.modifier_range(number)))


def _check_combination(statement: Statement) -> Iterator[Diagnostic]:
    """Whether operands go with the modifiers; what modifiers alone decide has been decided."""
    rule = broken_rule(statement.form, statement.values) if statement.chosen else None
    if rule is not None:
        message = f"{statement.opcode} does not take these operands: {broken(rule, statement.form, statement.values)}"
        span = Span(statement.node.opcode_start, statement.node.end)
        yield error("operand-kind", message, span, rule.why)._replace(rule=rule.id)


def _check_guard(node: tree.Instruction, lookup: Lookup) -> Iterator[Diagnostic]:
    if node.guard is None:
        return
    predicate = node.guard.predicate
    symbol = lookup(predicate.text)
    if symbol is None:
        yield undeclared(predicate.text, predicate)
    elif symbol.kind != "any" and symbol[:3] != ("register", "pred", None):
        what = f"a .{symbol.type} register" if symbol.kind == "register" else f"a {symbol.kind}"
        yield error("operand-type", f"a guard is a predicate; {predicate.text} is {what}", predicate)


def _check_guarded_parameters(node: tree.Instruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """What is passed to a function and what it returns is stored and loaded without a guard (section 7.1)."""
    for operand in node.operands if node.guard else ():
        base = operand.base if isinstance(operand, tree.Address) else None
        symbol = lookup(base.text) if isinstance(base, tree.Name) else None
        if symbol is not None and (symbol.kind, symbol.space) == ("variable", "param"):
            yield error("operand-kind", "a parameter of a call is stored and loaded without a guard", operand)


def _check_place(fitting: tuple[Statement, ...], place: Place) -> Iterator[Diagnostic]:
    """Whether target and version have one of the forms that fit, and whether the first is on its way out there."""
    if place.anywhere:
        return
    first = fitting[0]
    chosen = tuple(first.chosen.items())
    lack = _lack(fitting[0].opcode, tuple(Fitting(one) for one in fitting), chosen, _effective(first, place))
    if lack:
        yield lack.at(first.opcode_span)
    for end in first.form.deprecated:
        if ended(end, first.modifiers, place.target, place.version):
            yield warning("deprecated", f"{first.opcode} is deprecated", first.opcode_span, end.note)


class Fitting:
    """A form with its modifiers as the key of a memory; forms are told apart by their ids."""

    __slots__ = ("_key", "candidate")

    def __init__(self, statement: Statement) -> None:
        self.candidate = Candidate(statement.form, statement.modifiers)
        self._key = statement.form.id, *statement.modifiers.values()

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fitting) and self._key == other._key


@lru_cache(maxsize=8192)
def _lack(
    name: str, fitting: tuple[Fitting, ...], chosen: tuple[tuple[str, str | None], ...], place: Place
) -> Diagnostic | None:
    """What a place lacks to have one of these forms with what stands at these operands."""
    found = [one.candidate for one in fitting]
    return _missing(name, [one._replace(values={**(one.values or {}), **dict(chosen)}) for one in found], place)


@lru_cache(maxsize=1024)
def _lack_of_register(name: str, place: Place) -> Diagnostic | None:
    """What a place lacks to have a special register."""
    lack = _missing(name, candidates(name), place)
    return disputed(lack, f"special_register/{special_registers()[name].record}", place) if lack else None


def _missing(name: str, found: list[Candidate], place: Place) -> Diagnostic | None:
    if has_any(found, place.target, place.version):
        return None
    requirements, lack = judge(found, place.target, place.version)
    if lack is None:
        return None
    wrong = unavailable(f"{name} {lack.reason}", requirements, place, removed=lack.removed)
    return wrong._replace(hint=place.described)


def _effective(statement: Statement, place: Place) -> Place:
    """Where a statement is held to run, perhaps another target by an option of `.target`."""
    for loan in place.loans:
        present = set(statement.modifiers.values())
        if present.intersection(loan.types) and present.isdisjoint(loan.without):
            return place._replace(target=targets.target(loan.target))
    return place


def _check_specials(node: tree.Instruction, place: Place, lookup: Lookup) -> Iterator[Diagnostic]:
    """Whether target, version and kernel have what the special registers that are read need."""
    for name in _names(node.operands):
        symbol = lookup(name.text) if name.text[:1] == "%" else None
        if symbol is not None and symbol.kind == "special":
            directive = special_registers()[name.text].directive
            if directive and place.body == "kernel" and directive not in place.directives:
                yield error("directive-combination", f"a kernel that reads {name.text} needs {directive}", name)
            lack = None if place.anywhere else _lack_of_register(name.text, place)
            if lack:
                yield lack.at(name)


def _names(operands: Iterable[Any]) -> Iterator[tree.Name]:
    """Operands that are names, or elements of what a name stands for."""
    for one in operands:
        if isinstance(one, tree.Vector):
            yield from _names(one.elements)
        elif isinstance(one, (tree.Name, tree.Select)):
            yield one.name if isinstance(one, tree.Select) else one


def _check_spelling(statement: Statement) -> Iterator[Diagnostic]:
    """Assemblers accept other orders and repeats; say how the manual writes it."""
    written, usual = statement.node.opcode.text, statement.opcode
    if written != usual:
        message = f"{written} is accepted; its modifiers are usually written {usual}"
        found = note("unusual-spelling", message, statement.opcode_span)
        yield found._replace(form=statement.form.id, subject=written)
