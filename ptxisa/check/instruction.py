"""Check one instruction: its opcode, its operands, and whether target and version support it.

`resolve` turns a statement into candidates, one for each form that matches; `check_resolved` checks the best one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from ptxisa.check.alignment import check_alignment
from ptxisa.check.binding import bind
from ptxisa.check.errata import apply_errata, disputed
from ptxisa.check.operands import KINDS, check_operands, mistyped_message, undeclared_names
from ptxisa.check.place import Place, unavailable
from ptxisa.check.scope import Lookup, Scope
from ptxisa.isa import targets
from ptxisa.isa.conditions import broken
from ptxisa.isa.diagnostics import Diagnostic, Span, error, note, undeclared, warning
from ptxisa.isa.forms import Form, Values, broken_rule
from ptxisa.isa.instructions import MANUAL, forms_of, instruction, refused
from ptxisa.isa.language import special_registers
from ptxisa.isa.names import suggestion
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import candidates, ended, form_available, has_any, judge
from ptxisa.syntax import tree


def check_resolved(
    node: tree.Instruction,
    candidates: Sequence[ResolvedInstruction],
    place: Place,
    lookup: Lookup,
    *,
    operands: bool = True,
) -> Iterator[Diagnostic]:
    """Check an instruction whose `candidates` are known (see `resolve`).

    If there are none, only the names of the operands are looked up.
    """
    yield from _check_guard(node, lookup)
    yield from _check_guarded_parameters(node, lookup)
    diagnostics = list(_check_by_manual(node, candidates, place, lookup, operands))
    disputed = not candidates or candidates[0].form.id in refused()
    if place.assembler != MANUAL and (disputed or any(one.severity == "error" for one in diagnostics)):
        diagnostics = apply_errata(node, candidates, diagnostics, place, lookup, operands=operands)
    if len(diagnostics) > 1:
        diagnostics = one_cause(diagnostics)
    yield from diagnostics
    if candidates and operands and not any(one.severity == "error" for one in diagnostics):
        yield from check_alignment(candidates[0], lookup)
    if candidates:
        yield from _check_specials(node, place, lookup)
        yield from _check_spelling(candidates[0])


def _check_by_manual(
    node: tree.Instruction,
    candidates: Sequence[ResolvedInstruction],
    place: Place,
    lookup: Lookup,
    operands: bool,
) -> Iterator[Diagnostic]:
    """Check the opcode, the operands and the availability as the manual defines them."""
    if not candidates:
        yield _check_unmatched(node, place)
        yield from undeclared_names(node.operands, lookup) if operands else ()
        return
    instruction = candidates[0]
    found = (*_check_combination(instruction), *_check_place(candidates, place))
    for diagnostic in (*(instruction.diagnostics if operands else ()), *found):
        yield diagnostic._replace(form=instruction.form.id)


# Resolving an instruction


@lru_cache(maxsize=8192)
def match_opcode(mnemonic: str, modifiers: tuple[str, ...]) -> tuple[ResolvedInstruction, ...]:
    """Return an instruction for every form that accepts an opcode."""
    found = instruction(mnemonic)
    return found.matches(modifiers) if found else ()


def resolve(node: tree.Instruction, place: Place, lookup: Lookup) -> tuple[ResolvedInstruction, ...]:
    """Return what a statement can be, the best match first: forms that fit equally well; none if no form matches.

    Args:
        node: The statement.
        place: Target and version; the texture mode decides between some forms.
        lookup: Symbols of the names in the statement.
    """
    matches = _in_mode(match_opcode(node.opcode.mnemonic, node.opcode.modifiers), place.mode)
    sums = any(isinstance(operand, tree.Sum) for operand in node.operands)
    named = (
        sums
        and len(matches) > 1
        and any(operand.kind == "variable" for one in matches for operand in one.form.operands)
    )
    candidates = []
    for match in matches:
        bound = bind(match, node, lookup)
        diagnostics = _check_bound(bound, lookup)
        if named and not diagnostics:
            diagnostics = tuple(_check_offsets(bound, lookup))
        candidates.append(bound._replace(diagnostics=diagnostics))
    if len(candidates) < 2:
        return tuple(candidates)
    ranks = [rank_candidate(candidate) for candidate in candidates]
    best = min(ranks)
    return tuple(candidate for candidate, rank in zip(candidates, ranks, strict=True) if rank == best)


def _in_mode(matches: tuple[ResolvedInstruction, ...], mode: str) -> tuple[ResolvedInstruction, ...]:
    """Return the forms that exist in a texture mode, or all if none does."""
    if len(matches) < 2 or not mode:
        return matches
    return tuple(one for one in matches if not one.form.texture_mode or one.form.texture_mode == mode) or matches


def _check_bound(candidate: ResolvedInstruction, lookup: Lookup) -> tuple[Diagnostic, ...]:
    """Check the operands as operands of this form."""
    found = tuple(check_operands(candidate, lookup))
    if [one.code for one in found] == ["operand-kind", "operand-kind"]:
        found = _check_exchanged(candidate, lookup) or found
    return (*found, *_check_functions(candidate, lookup)) if _takes_names(candidate.form.mnemonic) else found


def _check_exchanged(candidate: ResolvedInstruction, lookup: Lookup) -> tuple[Diagnostic, ...]:
    """Report two operands in the wrong order once, if exchanging them makes the statement valid."""
    node, form = candidate.node, candidate.form
    if len(node.operands) != 2:
        return ()
    exchanged = bind(candidate, node._replace(operands=node.operands[::-1]), lookup)
    if any(check_operands(exchanged, lookup)):
        return ()
    message = f"the operands of {form.mnemonic} are in the wrong order"
    place = Span(node.operands[0].start, node.operands[1].end)
    return (error("operand-kind", message, place, f"the form is {form.syntax}"),)


@lru_cache(maxsize=1024)
def _takes_names(mnemonic: str) -> bool:
    """Return True if an operand of some form is the name of a variable, a function or the like."""
    return any(operand.kind in KINDS for form in forms_of(mnemonic) for operand in form.operands)


def _check_functions(candidate: ResolvedInstruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check that functions are only named where the form takes a name: other forms of the mnemonic take one."""
    for place, node in candidate.places:
        if not isinstance(node, tree.Name):
            continue
        symbol, name = lookup(node.text), place.names[0]
        if symbol is not None and symbol.kind == "function" and candidate.form.operand(name).kind not in KINDS:
            yield error("operand-kind", f"operand {name} takes a register; {node.text} is a function", node)


def _check_offsets(candidate: ResolvedInstruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check that variables with an offset are only written where the form takes a variable: another form does."""
    for bound in candidate.operands:
        base = bound.node.base if isinstance(bound.node, tree.Sum) else None
        if not isinstance(base, tree.Name) or bound.operand.kind in KINDS:
            continue
        symbol = lookup(base.text)
        if symbol is not None and symbol.kind in ("variable", "parameter"):
            message = f"operand {bound.operand.name} takes a register; {base.text} is a {symbol.kind}"
            yield error("operand-kind", message, base)


def rank_candidate(candidate: ResolvedInstruction) -> tuple[int, ...]:
    """Rank a candidate; lower is a better match. Compares braces, number of errors, kinds, vectors without braces.

    A register plus a constant does not count against a form: ptxas accepts it in most forms.
    """
    form, codes = candidate.form, [one.code for one in candidate.diagnostics]
    braces = bare = suffixes = 0
    sums = set()
    for place, node in candidate.places:
        vector = isinstance(node, tree.Vector)
        braces += vector and place.shape == "plain" and form.operand(place.names[0]).vector is None
        bare += place.shape == "vector" and not vector
        suffixes += isinstance(node, tree.Address) and node.suffix != place.suffix
        if isinstance(node, tree.Sum):
            sums.add((node.start, node.end))
    counts = codes.count("vector-size") + 2 * codes.count("operand-count")
    kinds = sum(one.code == "operand-kind" and tuple(one.span) not in sums for one in candidate.diagnostics)
    return braces + counts + 2 * suffixes, len(codes), kinds, bare


# What is wrong with it


_MAY_BE_NEW = frozenset({"unknown-mnemonic", "unknown-modifier", "modifier-combination"})
"""Codes of errors in an opcode that may be valid in a later version."""


def _check_unmatched(node: tree.Instruction, place: Place) -> Diagnostic:
    """Report why no form matches the opcode; a note if the PTX version is one that no manual describes."""
    explanation = explain_opcode(node.opcode.mnemonic, node.opcode.modifiers, place.target, place.version)
    spelled = node.opcode.text[:60]
    message = place.may_have(spelled) if explanation.code in _MAY_BE_NEW else ""
    if message:
        # ptxas 13.5 rejects every opcode of a known mnemonic that has no record: a warning, not a note.
        create = note if explanation.code == "unknown-mnemonic" else warning
        return create("unrecorded-instruction", message, Span(*node.opcode_range))._replace(subject=spelled)
    number = explanation.modifier
    if number is None or number >= len(node.opcode.modifiers):
        return explanation.at(Span(*node.opcode_range))
    return explanation.at(Span(*node.modifier_range(number)))


@lru_cache(maxsize=8192)
def explain_opcode(
    mnemonic: str, modifiers: tuple[str, ...], on: Target | None = None, at: Version | None = None
) -> Diagnostic:
    """Return the reason why no form matches an opcode, with hints about what target and version support."""
    from ptxisa.isa.explanations import explain  # Valid modules need no explanation.

    return explain(mnemonic, modifiers, _available_at(on, at))


@lru_cache(maxsize=64)
def _available_at(on: Target | None, at: Version | None) -> Callable[[Form, Values | None], bool]:
    """Return the predicate for what target and version support: one object for a place, since hints are cached."""
    return lambda form, values: form_available(form, values, on, at)


def _check_combination(instruction: ResolvedInstruction) -> Iterator[Diagnostic]:
    """Check rules about operands and modifiers; matching has checked those about modifiers alone."""
    form, values = instruction.form, instruction.values
    rule = broken_rule(form, values) if instruction.kinds else None
    if rule is not None:
        message = f"{instruction.opcode} does not take these operands: {broken(rule, form, values)}"
        span = Span(instruction.node.opcode_start, instruction.node.end)
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
    """Check that arguments and results of calls are stored and loaded without a guard (section 7.1)."""
    for operand in node.operands if node.guard else ():
        base = operand.base if isinstance(operand, tree.Address) else None
        symbol = lookup(base.text) if isinstance(base, tree.Name) else None
        if symbol is not None and (symbol.kind, symbol.space) == ("variable", "param"):
            yield error("operand-kind", "a parameter of a call is stored and loaded without a guard", operand)


def _check_place(candidates: Sequence[ResolvedInstruction], place: Place) -> Iterator[Diagnostic]:
    """Check that target and version support one of the candidates, and whether the first is deprecated there."""
    if place.anywhere:
        return
    first = candidates[0]
    opcode, forms = first.node.opcode, tuple(one.form.id for one in candidates)
    kinds = tuple(first.kinds.items())
    missing = _why_unavailable(opcode.mnemonic, opcode.modifiers, forms, kinds, _effective(first, place))
    if missing is not None:
        yield missing.at(first.opcode_span)
    for end in first.form.deprecated:
        if ended(end, first.modifiers, place.target, place.version):
            yield warning("deprecated", f"{first.opcode} is deprecated", first.opcode_span, end.note)


@lru_cache(maxsize=8192)
def _why_unavailable(
    mnemonic: str,
    modifiers: tuple[str, ...],
    forms: tuple[str, ...],
    kinds: tuple[tuple[str, str | None], ...],
    place: Place,
) -> Diagnostic | None:
    """Return the diagnostic for "no form is available on this target and version", or None."""
    matches = [one._replace(kinds=dict(kinds)) for one in match_opcode(mnemonic, modifiers) if one.form.id in forms]
    return _missing(matches[0].opcode, matches, place)


@lru_cache(maxsize=1024)
def _lack_of_register(name: str, place: Place) -> Diagnostic | None:
    """Return the diagnostic for a special register that target and version do not support, or None."""
    lack = _missing(name, candidates(name), place)
    return disputed(lack, f"special_register/{special_registers()[name].record}", place) if lack else None


def _missing(name: str, found: list[ResolvedInstruction], place: Place) -> Diagnostic | None:
    if has_any(found, place.target, place.version):
        return None
    requirements, lack = judge(found, place.target, place.version)
    if lack is None:
        return None
    wrong = unavailable(f"{name} {lack.reason}", requirements, place, removed=lack.removed)
    return wrong._replace(hint=place.described)


def _effective(instruction: ResolvedInstruction, place: Place) -> Place:
    """Return the place that decides availability: an option of `.target` may replace the target for some types."""
    for loan in place.loans:
        present = set(instruction.modifiers.values())
        if present.intersection(loan.types) and present.isdisjoint(loan.without):
            return place._replace(target=targets.target(loan.target))
    return place


def _check_specials(node: tree.Instruction, place: Place, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check that target, version and kernel support the special registers that are read."""
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
    """Yield the operands that are names, or elements of named vectors."""
    for one in operands:
        if isinstance(one, tree.Vector):
            yield from _names(one.elements)
        elif isinstance(one, (tree.Name, tree.Select)):
            yield one.name if isinstance(one, tree.Select) else one


def _check_spelling(instruction: ResolvedInstruction) -> Iterator[Diagnostic]:
    """Note an order or a repetition of modifiers that assemblers accept and the manual does not use."""
    written, usual = instruction.node.opcode.text, instruction.opcode
    if written != usual:
        message = f"{written} is accepted; its modifiers are usually written {usual}"
        found = note("unusual-spelling", message, instruction.opcode_span)
        yield found._replace(form=instruction.form.id, subject=written)


_GONE = ("unavailable-target", "unavailable-version")


def meant(name: str, scope: Scope) -> str:
    """Return a hint for an undeclared name: a range that ends before it, a built-in of CUDA C++, or a similar name."""
    return _beyond(name, scope) or _built_in(name) or _nearest(name, scope)


def _beyond(name: str, scope: Scope) -> str:
    """Return the hint for `%r9` if `.reg .b32 %r<8>` is declared."""
    found = scope.range_of(name)
    if found is None:
        return ""
    stem, count, symbol = found
    last = f"{stem}0 to {stem}{count - 1}" if count > 1 else f"{stem}0"
    return f".reg .{symbol.type} {stem}<{count}> declares {last}"


def _nearest(name: str, scope: Scope) -> str:
    from ptxisa.isa.language import special_registers

    names = scope.names()
    percent = name.removeprefix("%") if name.startswith("%") else f"%{name}"
    if scope.lookup(percent) is not None:
        return f"did you mean {percent}?"
    return suggestion(name, [*names, *special_registers()] if name.startswith("%") else names)


def _built_in(name: str) -> str:
    """Return the hint for a built-in variable of CUDA C++ that is a special register in PTX."""
    register = _built_ins().get(name)
    return f"{name} of CUDA C++ is {register} in PTX" if register is not None else ""


@cache
def _built_ins() -> dict[str, str]:
    """Return the special register for each built-in variable of CUDA C++."""
    from ptxisa.query.database import database

    rows = database().sql("SELECT alias, name FROM alias WHERE kind = 'special_register' ORDER BY name DESC")
    return {str(alias): str(name) for alias, name in rows if alias != name and not str(alias).startswith("%")}


def one_cause(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics of a statement without those that follow from others, equal wrong types joined."""
    gone = any(one.code in _GONE for one in diagnostics)
    groups: dict[object, list[Diagnostic]] = {}
    for one in diagnostics:
        if not (gone and one.code == "deprecated"):
            mistyped = one.code == "operand-type" and one.got
            groups.setdefault((one.form, one.expected, one.got) if mistyped else one, []).append(one)
    return [_joined(group) for group in groups.values()]


def _joined(group: Sequence[Diagnostic]) -> Diagnostic:
    """Return one diagnostic for operands that have the same wrong type."""
    first = group[0]
    if len(group) == 1:
        return first
    operands = tuple(name for one in group for name in one.operands)
    return first._replace(message=mistyped_message(operands, first.expected, first.got), operands=operands)
