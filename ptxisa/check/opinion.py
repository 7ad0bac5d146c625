"""The second opinion on a statement: where an assembler, as errata measured it, judges otherwise than the manual.

Findings that ptxas does not share become warnings `undocumented`, what only ptxas rejects a warning
`assembler-refuses`; as the answer of one release, they are a note and an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ptxisa.check.binding import bind
from ptxisa.check.disputed import refusal, undocumented
from ptxisa.check.operands import check_operands
from ptxisa.check.place import Place, unavailable
from ptxisa.check.scope import Lookup
from ptxisa.check.written import words_for
from ptxisa.isa.deviations import Deviation, Widened, deviations, widened
from ptxisa.isa.diagnostics import Diagnostic, Span, error
from ptxisa.isa.forms import Clause, Form, Operand, Values, broken_rule, holds, type_of
from ptxisa.isa.opcode import BoundOperand, ResolvedInstruction
from ptxisa.query.availability import form_available, judge
from ptxisa.query.deviating import floor, form_there, reaches, without_needs
from ptxisa.syntax import tree

_LONGEST = 60
"""Characters of an opcode that a message shows."""
_OF_OPERANDS = ("operand-count", "operand-kind", "operand-type", "operand-space", "operand-range", "vector-size")
_UNAVAILABLE = ("unavailable-version", "unavailable-target")


def opinion(
    node: tree.Instruction,
    statements: Sequence[ResolvedInstruction],
    found: Sequence[Diagnostic],
    place: Place,
    lookup: Lookup,
    *,
    operands: bool = True,
) -> list[Diagnostic]:
    """The findings of a statement once deviations are taken into account.

    `statements` are what it is read as, none if its opcode is an instance of no form. Without `operands` they are
    not judged.
    """
    known = deviations(node.opcode.mnemonic, place.assembler)
    if not known:
        return list(found)
    judged = _Judge(node, place, lookup, known, operands)
    result = list(judged.granted(statements, found)) if statements else list(found)
    unknown = not statements and not _errors(result)
    if _errors(result) or unknown:
        wider = judged.widened()
        if wider is not None and (not _errors(wider) or not (statements or unknown)):
            return wider
        other = judged.otherwise(statements[1:])
        if other is not None:
            return other
    return [*result, *judged.refusals(statements[0])] if statements else result


class _Judge:
    """One statement held against the deviations of its mnemonic."""

    def __init__(
        self, node: tree.Instruction, place: Place, lookup: Lookup, known: Sequence[Deviation], operands: bool
    ) -> None:
        self.node, self.place, self.lookup, self.known, self.operands = node, place, lookup, known, operands

    # What is an instance of a form of the manual

    def granted(self, statements: Sequence[ResolvedInstruction], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The findings, with those that ptxas does not share as what they are."""
        for one in found:
            by = self._grant(statements, one) if one.severity == "error" else None
            yield undocumented(one, by, self.place) if by else one
            if by and one.code == "operand-count":
                yield from self._of_those_in_both(statements[0])

    def _of_those_in_both(self, statement: ResolvedInstruction) -> Iterator[Diagnostic]:
        """Findings about the operands that the statement and its form share, if their numbers of operands differ."""
        bound = bind(statement, self.node, self.lookup, counted=False)
        wrong = (one._replace(form=statement.form.id) for one in check_operands(bound, self.lookup))
        yield from self.granted((bound,), wrong)

    def _grant(self, statements: Sequence[ResolvedInstruction], one: Diagnostic) -> Deviation | None:
        """The deviation by which ptxas does not share a finding, if there is one."""
        first = statements[0]
        if one.code in _UNAVAILABLE and one.span == first.opcode_span:
            floors = map(self._floor, statements)
            return next((by for by in floors if by), None)
        if one.rule is not None:
            return next((by for by in self._of(first) if one.rule in by.overrides), None)
        return self._operand_grant(first, one) if one.code in _OF_OPERANDS else None

    def _floor(self, statement: ResolvedInstruction) -> Deviation | None:
        """The deviation by which ptxas has a statement where the manual has it not."""
        known = [
            one
            for one in self.known
            if not one.concerns_operands or (one.overrides and self._is_written(one, statement))
        ]
        return floor(statement.form, statement.values, self.place.target, self.place.version, known)

    def _is_written(self, one: Deviation, statement: ResolvedInstruction) -> bool:
        """Whether some operand is written as a deviation says."""
        return any(self._matches(one, bound, statement) for bound in _written_operands(statement))

    def _operand_grant(self, statement: ResolvedInstruction, one: Diagnostic) -> Deviation | None:
        for by in self._of(statement):
            if one.code == "operand-count" and self._counts(by, statement):
                return by
            if by.concerns_operands and not by.operand_counts:
                places = (bound for bound in _at(statement, one.span) if self._tells(by, bound, one.span))
                if any(self._matches(by, bound, statement) for bound in places):
                    return by
        return None

    def _tells(self, by: Deviation, bound: BoundOperand, span: Span) -> bool:
        """Whether a deviation is about a finding; one of constants in vectors is only about elements that are such."""
        sorts = [word.partition(".")[2] for word in by.written_as if word.startswith(("all.", "among."))]
        elements = bound.node.elements if sorts and isinstance(bound.node, tree.Vector) else ()
        wrong = next((one for one in elements if (one.start, one.end) == (span.start, span.end)), None)
        return wrong is None or not words_for(wrong, self.lookup).isdisjoint(sorts)

    def _counts(self, by: Deviation, statement: ResolvedInstruction) -> bool:
        """Whether a deviation is about the number of operands, and about the last of them."""
        operands = self.node.operands
        if statement.problem is None or len(operands) not in by.operand_counts:
            return False
        return not by.written_as or not words_for(operands[-1], self.lookup).isdisjoint(by.written_as)

    def _of(self, statement: ResolvedInstruction, accepts: bool = True) -> Iterator[Deviation]:
        """The deviations that are about a statement, as far as its modifiers and the place decide."""
        values, on, at = statement.values, self.place.target, self.place.version
        about = (one for one in self.known if one.accepts is accepts and one.applies_to(statement.form.id))
        here = (one for one in about if one.body in ("", self.place.body))
        return (one for one in here if holds(one.when, values) and reaches(one, on, at))

    def _matches(self, one: Deviation, bound: BoundOperand, statement: ResolvedInstruction) -> bool:
        """Whether a deviation is about what is written at an operand and beside it."""
        if not self._written(one, bound, one.written_as, statement.values):
            return False
        others = [other for other in _written_operands(statement) if other.node is not bound.node]
        mine = (other for other in others if not one.operands or other.operand.name in one.operands)
        return not one.others_written_as or all(
            self._written(one, other, one.others_written_as, statement.values) for other in mine
        )

    def _written(self, one: Deviation, bound: BoundOperand, words: Sequence[str], values: Values) -> bool:
        """Whether one of the operands of a deviation is written as one of the words says; without words, as any."""
        if one.operands and bound.operand.name not in one.operands:
            return False
        if one.operand_types and type_of(bound.operand, values) not in one.operand_types:
            return False
        return not words or not self._words(bound).isdisjoint(words)

    def _words(self, bound: BoundOperand) -> frozenset[str]:
        """The words for what is written at an operand, and for what follows its brackets."""
        if isinstance(bound.node, tree.Address) and bound.operand.name and bound.operand.kind != "address":
            return frozenset({"address"})
        if isinstance(bound.node, tree.Sum) and _takes_no_sum(bound.operand):
            return frozenset()
        around = (one for one in self.node.operands if isinstance(one, tree.Address) and one.suffix)
        suffixes = frozenset(one.suffix for one in around if one.start <= bound.node.start < one.end)
        return words_for(bound.node, self.lookup) | suffixes

    def otherwise(self, others: Sequence[ResolvedInstruction]) -> list[Diagnostic] | None:
        """The findings of the first other reading that is right by ptxas; None if there is none."""
        judged = map(self._reread, (one for one in others if broken_rule(one.form, one.values) is None))
        return next((found for found in judged if not _errors(found)), None)

    def _reread(self, statement: ResolvedInstruction) -> list[Diagnostic]:
        wrong = list(check_operands(statement, self.lookup)) if self.operands else []
        form, values = statement.form, statement.values
        if not form_available(form, values, self.place.target, self.place.version):
            wrong.append(self._absent(form, statement))
        found = [*self.granted((statement,), wrong), *self.refusals(statement)]
        return [one._replace(form=form.id) for one in found]

    # What ptxas alone rejects

    def refusals(self, statement: ResolvedInstruction) -> Iterator[Diagnostic]:
        """What ptxas rejects of a statement."""
        for one in self._of(statement, accepts=False):
            span = self._refused(one, statement)
            if span is not None:
                found = refusal(one, statement.node.opcode.mnemonic, span, self.place)
                yield found._replace(form=statement.form.id)

    def _refused(self, one: Deviation, statement: ResolvedInstruction) -> Span | None:
        if not one.concerns_operands:
            return statement.opcode_span
        written = _written_operands(statement)
        node = next((bound.node for bound in written if self._matches(one, bound, statement)), None)
        return None if node is None else Span(node.start, node.end)

    # What is an instance of no form

    def widened(self) -> list[Diagnostic] | None:
        """The findings of a statement whose opcode only ptxas has; None where it has none either."""
        opcode = self.node.opcode
        judged = [self._as(one) for one in widened(opcode.mnemonic, opcode.modifiers, self.place.assembler)]
        return min(judged, key=_errors) if judged else None

    def _as(self, one: Widened) -> list[Diagnostic]:
        """What there is to say of the statement as an instance of a form that deviations widen."""
        statement, by = bind(one.instruction, self.node, self.lookup), one.used[0]
        text = f"{self.node.opcode.text[:_LONGEST]} is not in the manual"
        head = undocumented(error("undocumented", text, self._modifier(by)), by, self.place)
        wrong = check_operands(statement, self.lookup) if self.operands else ()
        operands = self.granted((statement,), wrong)
        found = [head, *operands, *self._lack(one, statement), *self.refusals(statement)]
        return [each._replace(form=one.instruction.form.id) for each in found]

    def _lack(self, one: Widened, statement: ResolvedInstruction) -> Iterator[Diagnostic]:
        """What a place lacks to have a form that deviations widen."""
        form, values, on, at = one.instruction.form, statement.values, self.place.target, self.place.version
        reached = all(reaches(by, on, at) for by in one.used)
        if reached and (form_there(form, values, on, at, one.used) or self._floor(statement)):
            return
        stated = tuple(Clause(by.erratum, *way) for by in one.used for way in by.since)
        yield self._absent(without_needs(form._replace(availability=stated or form.availability), one.used), statement)

    def _absent(self, form: Form, statement: ResolvedInstruction) -> Diagnostic:
        """That the place does not have a form of a statement, and what it lacks."""
        requirements, lack = judge([statement._replace(form=form)], self.place.target, self.place.version)
        name = self.node.opcode.text[:_LONGEST]
        wrong = unavailable(f"{name} {lack.reason if lack else 'is not there'}", requirements, self.place)
        return wrong.at(statement.opcode_span)._replace(hint=self.place.described)

    def _modifier(self, one: Deviation) -> Span:
        """Where the modifier is that a deviation adds; the opcode if there is none."""
        named = {
            *one.extra_modifiers,
            *one.repeated_modifiers,
            *(value for values in one.extra_values.values() for value in values),
        }
        modifiers = self.node.opcode.modifiers
        numbers = [number for number, text in enumerate(modifiers) if text in named]
        return Span(*self.node.modifier_range(numbers[-1])) if numbers else Span(*self.node.opcode_range)


def _errors(found: Sequence[Diagnostic]) -> int:
    return sum(one.severity == "error" for one in found)


def _at(statement: ResolvedInstruction, span: Span) -> Iterator[BoundOperand]:
    """The operands that are written, wholly or in part, where a finding is; a whole statement has none."""
    if span.start <= statement.node.opcode_start:
        return
    for bound in _written_operands(statement):
        if bound.node.start < span.end and span.start < bound.node.end:
            yield bound


def _takes_no_sum(operand: Operand) -> bool:
    """Whether an operand is a destination, a vector or an address, where ptxas takes no register plus a constant."""
    return operand.written or operand.vector is not None or operand.kind == "address"


def _written_operands(statement: ResolvedInstruction) -> Sequence[BoundOperand]:
    """The operands that are written; those that no operand of the form could be bound to have no name."""
    if statement.problem is not None:
        return [BoundOperand(Operand("", "", "", ""), node) for node in statement.node.operands]
    return [bound for bound in statement.operands if bound.node is not None]
