"""Check one instruction: its opcode, its operands, and whether target and version support it.

`resolve` turns a statement into candidates, one for each form that matches; `check_resolved` checks the best one.

    candidates = resolve(node, place, scope.lookup)
    diagnostics = list(check_resolved(node, candidates, place, scope.lookup))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ptxisa.check.alignment import check_alignment
from ptxisa.check.binding import bind
from ptxisa.check.errata import apply_errata, disputed
from ptxisa.check.operands import KINDS, check_operands, mistyped_message, undeclared_names
from ptxisa.check.place import Place, unavailable
from ptxisa.check.scope import Lookup, Scope
from ptxisa.isa import targets
from ptxisa.isa.conditions import broken
from ptxisa.isa.deviations import is_since
from ptxisa.isa.diagnostics import Diagnostic, Span, error, note, undeclared, warning
from ptxisa.isa.forms import Form, Values, broken_rule, holds, type_of
from ptxisa.isa.instructions import MANUAL, instruction, rejected, set_of_mnemonics
from ptxisa.isa.language import built_ins, special_registers
from ptxisa.isa.names import suggestion
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import availability_of, candidates, ended, form_available, has_any
from ptxisa.syntax import tree


def check_resolved(
    node: tree.Instruction,
    candidates: Sequence[ResolvedInstruction],
    place: Place,
    lookup: Lookup,
    *,
    operands: bool = True,
    hints: bool = True,
) -> Iterator[Diagnostic]:
    """Check an instruction whose `candidates` are known (see `resolve`).

    If there are none, only the names of the operands are looked up. Without `hints`, no mnemonic that resembles an
    unknown one is searched for.
    """
    yield from _check_guard(node, place, lookup)
    if candidates:
        first = candidates[0]
        by_manual = list(first.diagnostics) if operands else []
        # Matching has checked the rules about modifiers alone.
        rule = broken_rule(first.form, first.values) if first.kinds else None
        if rule is not None:
            message = f"{first.opcode} does not take these operands: {broken(rule, first.form, first.values)}"
            wrong = error("operand-kind", message, Span(node.opcode_start, node.end), rule.why)
            by_manual.append(wrong._replace(rule=rule.id))
        by_manual += _check_place(candidates, place)
        diagnostics = [diagnostic._replace(form=first.form.id) for diagnostic in by_manual]
    else:
        names = undeclared_names(node.operands, lookup) if operands else ()
        # No form matches: explain why, as a note or warning if the version is one that no manual describes.
        if recorded := node.opcode.mnemonic in set_of_mnemonics():
            explanation = explain_opcode(node.opcode.mnemonic, node.opcode.modifiers, place.target, place.version)
        else:
            from ptxisa.isa.explanations import unknown_mnemonic  # Valid modules need no explanation.

            explanation = unknown_mnemonic(node.opcode.mnemonic, node.opcode.modifiers, hints=hints)
        spelled, number = node.opcode.text[:60], explanation.modifier
        message = place.may_have(spelled) if explanation.code in _MAY_BE_NEW else ""
        if message:
            # ptxas 13.5 rejects every opcode of a known mnemonic that has no record: a warning, not a note.
            create = note if explanation.code == "unknown-mnemonic" else warning
            unmatched = create("unrecorded-instruction", message, Span(*node.opcode_range))._replace(subject=spelled)
        elif number is None or number >= len(node.opcode.modifiers):
            unmatched = explanation.at(Span(*node.opcode_range))
        else:
            unmatched = explanation.at(Span(*node.modifier_range(number)))
        diagnostics = [unmatched, *names]
    # Rules of errata are about instructions with a record.
    may_differ = candidates[0].form.id in rejected() or _has_errors(diagnostics) if candidates else recorded
    if place.assembler != MANUAL and may_differ:
        diagnostics = apply_errata(node, candidates, diagnostics, place, lookup, operands=operands)
    if len(diagnostics) > 1:
        diagnostics = one_cause(diagnostics)
    yield from diagnostics
    if candidates and operands and not _has_errors(diagnostics):
        yield from check_alignment(candidates[0], lookup)
    if candidates:
        for name in _names((node.guard, *node.operands)):
            symbol = lookup(name.text) if name.text[:1] == "%" else None
            if symbol is None or symbol.kind != "special":
                continue
            directive = special_registers()[name.text].directive
            if directive and place.body == "kernel" and directive not in place.directives:
                yield error("directive-combination", f"a kernel that reads {name.text} needs {directive}", name)
            missing = None if place.anywhere else _why_register_unavailable(name.text, place)
            if missing:
                yield missing.at(name)
        written, usual = node.opcode.text, candidates[0].opcode
        if written != usual:
            message = f"{written} is accepted; its modifiers are usually written {usual}"
            diagnostic = note("unusual-spelling", message, candidates[0].opcode_span)
            yield diagnostic._replace(form=candidates[0].form.id, subject=written)


def _has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


# Resolving an instruction


@lru_cache(maxsize=8192)
def match_opcode(mnemonic: str, modifiers: tuple[str, ...]) -> tuple[ResolvedInstruction, ...]:
    """Return an instruction for every form that accepts an opcode."""
    record = instruction(mnemonic)
    return record.matches(modifiers) if record else ()


def resolve(node: tree.Instruction, place: Place, lookup: Lookup) -> tuple[ResolvedInstruction, ...]:
    """Return what a statement can be, the best match first: forms that fit equally well; none if no form matches.

    Args:
        node: The statement.
        place: Target and version; the texture mode decides between some forms.
        lookup: Symbols of the names in the statement.
    """
    matches = match_opcode(node.opcode.mnemonic, node.opcode.modifiers)
    if len(matches) > 1 and place.mode:
        in_mode = (match for match in matches if match.form.texture_mode in ("", place.mode))
        matches = tuple(in_mode) or matches
    offsets = (
        len(matches) > 1
        and any(isinstance(operand, tree.Sum) for operand in node.operands)
        and any(operand.kind == "variable" for match in matches for operand in match.form.operands)
    )
    candidates = []
    for match in matches:
        bound = bind(match, node, lookup)
        candidates.append(bound._replace(diagnostics=tuple(_check_candidate(bound, lookup, offsets=offsets))))
    if len(candidates) < 2:
        return tuple(candidates)
    # All forms of the best rank stay: the statement is available if one of them is.
    ranks = [rank_candidate(candidate) for candidate in candidates]
    best = tuple(candidate for candidate, rank in zip(candidates, ranks, strict=True) if rank == min(ranks))
    if [diagnostic.code for diagnostic in best[0].diagnostics] == ["vector-size"]:
        # One form expects `{a, b} of .b32`, another one a vector of another length at the same place.
        vectors: dict[str, None] = {}
        for candidate in candidates:
            for wrong in candidate.diagnostics:
                if wrong.code == "vector-size" and wrong.span == best[0].diagnostics[0].span and wrong.operands:
                    type_ = type_of(candidate.form.operand(wrong.operands[0]), candidate.modifiers)
                    vectors[f"{{{', '.join(wrong.operands)}}} of .{type_}"] = None
        if len(vectors) > 1:
            message = f"a vector {' or '.join(vectors)} is expected"
            return tuple(
                candidate._replace(diagnostics=(candidate.diagnostics[0]._replace(message=message),))
                for candidate in best
            )
    return best


def _check_candidate(candidate: ResolvedInstruction, lookup: Lookup, *, offsets: bool) -> list[Diagnostic]:
    """Return the diagnostics of the operands of a candidate.

    With `offsets`, variables with an offset must be where the form takes a variable, since another form does.
    """
    node, form = candidate.node, candidate.form
    diagnostics = list(check_operands(candidate, lookup))
    both_wrong = [diagnostic.code for diagnostic in diagnostics] == ["operand-kind", "operand-kind"]
    if both_wrong and len(node.operands) == 2:
        # Report two operands in the wrong order once, if the statement is valid when they are exchanged.
        exchanged = bind(candidate, node._replace(operands=node.operands[::-1]), lookup)
        if not any(check_operands(exchanged, lookup)):
            message = f"the operands of {form.mnemonic} are in the wrong order"
            span = Span(node.operands[0].start, node.operands[1].end)
            return [error("operand-kind", message, span, f"the form is {form.syntax}")]
    if not offsets or diagnostics:
        return diagnostics
    for bound in candidate.operands:
        base = bound.node.base if isinstance(bound.node, tree.Sum) else None
        if not isinstance(base, tree.Name) or bound.operand.kind in KINDS:
            continue
        symbol = lookup(base.text)
        if symbol is not None and symbol.kind in ("variable", "parameter"):
            message = f"operand {bound.operand.name} takes a register; {base.text} is a {symbol.kind}"
            diagnostics.append(error("operand-kind", message, base))
    return diagnostics


def rank_candidate(candidate: ResolvedInstruction) -> tuple[int, ...]:
    """Rank a candidate; lower is a better match. Compares braces, number of errors, kinds, vectors without braces.

    A register plus a constant does not count against a form: ptxas accepts it in most forms.
    """
    form, codes = candidate.form, [diagnostic.code for diagnostic in candidate.diagnostics]
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
    kinds = sum(
        diagnostic.code == "operand-kind" and tuple(diagnostic.span) not in sums for diagnostic in candidate.diagnostics
    )
    return braces + counts + 2 * suffixes, len(codes), kinds, bare


# Checks of the best candidate


_MAY_BE_NEW = frozenset({"unknown-mnemonic", "unknown-modifier", "modifier-combination"})
"""Codes of errors in an opcode that may be valid in a later version."""


@lru_cache(maxsize=8192)
def explain_opcode(
    mnemonic: str, modifiers: tuple[str, ...], on: Target | None = None, at: Version | None = None
) -> Diagnostic:
    """Return the reason why no form matches an opcode, with hints about what target and version support."""
    from ptxisa.isa.explanations import explain  # Valid modules need no explanation.

    return explain(mnemonic, modifiers, _support_of(on, at))


@lru_cache(maxsize=64)
def _support_of(on: Target | None, at: Version | None) -> Callable[[Form, Values | None], bool]:
    """Return the predicate for what target and version support; explanations are cached by this object."""
    return lambda form, values: form_available(form, values, on, at)


def _check_guard(node: tree.Instruction, place: Place, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check the predicate of a guard, and that parameters of calls are stored and loaded without one (section 7.1)."""
    if node.guard is None:
        return
    predicate = node.guard.predicate
    symbol = lookup(predicate.text)
    if symbol is None:
        yield undeclared(predicate.text, predicate)
    elif symbol.kind != "any" and symbol[:3] != ("register", "pred", None):
        what = f"a .{symbol.type} register" if symbol.kind == "register" else f"a {symbol.kind}"
        what = "a special register" if symbol.kind == "special" else what
        wrong = error("operand-type", f"a guard is a predicate; {predicate.text} is {what}", predicate)
        readable = symbol[:3] == ("special", "pred", None)
        yield disputed(wrong, "rule/guards", place) if readable else wrong
    for operand in node.operands:
        base = operand.base if isinstance(operand, tree.Address) else None
        symbol = lookup(base.text) if isinstance(base, tree.Name) else None
        if symbol is not None and (symbol.kind, symbol.space) == ("variable", "param"):
            yield error("operand-kind", "a parameter of a call is stored and loaded without a guard", operand)


def _check_place(candidates: Sequence[ResolvedInstruction], place: Place) -> Iterator[Diagnostic]:
    """Check that target and version support one of the candidates, and whether the first is deprecated there."""
    if place.anywhere:
        return
    first = candidates[0]
    opcode, forms = first.node.opcode, tuple(candidate.form.id for candidate in candidates)
    effective, present = place, set(first.modifiers.values())
    for loan in place.loans:  # An option of `.target` lends types of another target.
        if present.intersection(loan.types) and present.isdisjoint(loan.without):
            effective = place._replace(target=targets.target(loan.target))
            break
    missing = _why_unavailable(opcode.mnemonic, opcode.modifiers, forms, tuple(first.kinds.items()), effective)
    if missing is not None:
        yield missing.at(first.opcode_span)
    for end in first.form.deprecated:
        if ended(end, first.modifiers, place.target, place.version):
            yield warning("deprecated", f"{first.opcode} is deprecated", first.opcode_span, end.note)
    for advice in first.form.advisories:
        excepted = place.target is None or (advice.except_target and targets.admits(advice.except_target, place.target))
        if holds(advice.when, first.modifiers) and not excepted and is_since(place.assembler, advice.since):
            diagnostic = error("advisory", f"{first.opcode}: {advice.text}", first.opcode_span, advice.why)
            yield diagnostic._replace(severity=advice.severity, rule=advice.id)


@lru_cache(maxsize=8192)
def _why_unavailable(
    mnemonic: str,
    modifiers: tuple[str, ...],
    forms: tuple[str, ...],
    kinds: tuple[tuple[str, str | None], ...],
    place: Place,
) -> Diagnostic | None:
    """Return the diagnostic for "no form is available on this target and version", or None."""
    matches = [match for match in match_opcode(mnemonic, modifiers) if match.form.id in forms]
    return _missing(matches[0].opcode, [match._replace(kinds=dict(kinds)) for match in matches], place)


def _missing(name: str, matches: list[ResolvedInstruction], place: Place) -> Diagnostic | None:
    """Return the diagnostic for an instruction or register of which no form is available, or None."""
    if has_any(matches, place.target, place.version):
        return None
    requirements, reason = availability_of(matches, place.target, place.version)
    if reason is None:
        return None
    diagnostic = unavailable(f"{name} {reason.reason}", requirements, place, removed=reason.removed)
    return diagnostic._replace(hint=place.described)


@lru_cache(maxsize=1024)
def _why_register_unavailable(name: str, place: Place) -> Diagnostic | None:
    """Return the diagnostic for a special register that target and version do not support, or None."""
    missing = _missing(name, candidates(name), place)
    return disputed(missing, f"special_register/{special_registers()[name].record}", place) if missing else None


def _names(nodes: Iterable[Any]) -> Iterator[tree.Name]:
    """Yield the names in nodes of the tree, at any depth."""
    for node in nodes:
        if isinstance(node, tree.Name):
            yield node
        elif isinstance(node, tuple):
            yield from _names(node)


_GONE = ("unavailable-target", "unavailable-version")


def meant(name: str, scope: Scope) -> str:
    """Return a hint for an undeclared name: a range that ends before it, a built-in of CUDA C++, or a similar name."""
    registers = scope.range_of(name)
    if registers is not None:  # `%r9` beside `.reg .b32 %r<8>`
        stem, count, symbol = registers
        last = f"{stem}0 to {stem}{count - 1}" if count > 1 else f"{stem}0"
        return f".reg .{symbol.type} {stem}<{count}> declares {last}"
    if name in built_ins():
        return f"{name} of CUDA C++ is {built_ins()[name]} in PTX"
    percent = name.removeprefix("%") if name.startswith("%") else f"%{name}"
    if scope.lookup(percent) is not None:
        return f"did you mean {percent}?"
    names = scope.names()
    return suggestion(name, [*names, *special_registers()] if name.startswith("%") else names)


def one_cause(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics of a statement without those that follow from others, equal wrong types joined."""
    gone = any(diagnostic.code in _GONE for diagnostic in diagnostics)
    groups: dict[object, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        if not (gone and diagnostic.code == "deprecated"):
            mistyped = diagnostic.code == "operand-type" and diagnostic.got
            key = (diagnostic.form, diagnostic.expected, diagnostic.got) if mistyped else diagnostic
            groups.setdefault(key, []).append(diagnostic)
    joined = []
    for first, *others in groups.values():
        if others and first.got:
            operands = (*first.operands, *(name for other in others for name in other.operands))
            message = mistyped_message(operands, first.expected, first.got)
            first = first._replace(message=message, operands=operands)
        joined.append(first)
    return joined
