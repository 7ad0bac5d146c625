"""Apply the rules of errata: report where releases of ptxas differ from the manual.

`apply_errata` changes the diagnostics of an instruction, `disputed` those of other records, and `with_errata` gives
all of them their final severity.

A diagnostic of the manual that ptxas does not share becomes `undocumented`; a statement of the manual that ptxas
rejects is reported as `rejected-by-assembler`. `ptxisa.isa.errata` gives both their severity. The rules (`Deviation`)
describe what is written at an operand by *words*:

- a register: `.` and its declared type; a vector register without a selector: `unbraced` and the words of a vector of
  its elements, `vector.N` and `vector.N.TYPE`
- a constant: `integer`, `single` or `double`; for an integer also its value, `negative`, `above.16`, `above.20` and
  `above.32` if it needs more bits, `lower.32` if the operand accepts its lower 32 bits and not the whole number,
  `multiple.32`, and `beyond.24` if it is greater than 2^24. A number of 2^63 or more is negative
- a name: `variable` and `variable.SPACE`, or `hides.parameter` or `hides.result` if the function has one of the same
  name, `scalar` (neither an array nor a vector), `parameter` and
  `parameter.SPACE` (`parameter.param::entry` in kernels),
  `special`, `special.b32` and the name of a special register, or `whole` and the name if it is a vector, `selection`
  for an element of a vector (`v.x`), `result`, `function`, `kernel`, `label`, `texture`, `sampler`,
  `surface`; `indexed.SPACE` for `variable[1]`; `element` for an element of a function, which has none
- `sink`, `negated` (`!p`), `minus` (`-r`); a name plus an offset: `sum` and the type of a register (`sum.b32`),
  `sum.special` for a special register, `sum.whole` for one that is a vector, `sum.variable`, `sum.parameter`,
  `sum.opaque` for a texture, sampler or surface; for a vector only `sum.vector`, a special register of as many
  elements plus a constant. A vector register plus a constant: `sum.whole.TYPE`, for a vector `sum.vector.TYPE` if the
  register has as many elements
- a vector: `vector`, `vector.N`, `vector.N.TYPE` if its registers make a vector of that type, `vector.N.integer` if its
  elements are integers, and the words of its elements in braces. Constants in it, whose word is `integer`, `single` or
  `double`: `all.WORD` if all elements are such constants, `among.WORD` if such constants are beside registers,
  `trailing.WORD` if moreover the first element is a register; `all.b32` or `all.b64` for floating-point
  constants of different precision, of which the first is a double or a single. `constants.elements` if constants are
  beside elements of other vectors (`v.x`), `f16x2.others` if `.f16x2` registers are beside constants or registers of
  types that are neither `.f16x2` nor bit-size types, `widths` if registers differ in width, `b32.pred` if predicates
  are beside `.b32` registers, `special.after.first` if an element other than the first is a special register,
  `float.first.N` if the first element is a floating-point constant and a register has N bits. If constants are among
  the elements: `register.first.widths` if the first element is a register and registers differ in width, and
  `integers.beside.floats` if an integer is next to a floating-point number
- a result: `repeated` if its registers are written twice by the statement
- the first operand, written as a pair `r|_` where the form has no pair: `discarded`
- a scalar source, or a sum, where the form has the elements of a vector: `spread` and each of its words
  (`spread.b32`, `spread.integer`, `spread.sum.b32`)
- an address without its brackets: for a constant `bare` and its words, as in `bare.integer`
- an address: the words of its base; with `.unified` after the brackets also `unified`, or `unified.variable` if it is
  the address of a variable without this attribute
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ptxisa.check.binding import bind
from ptxisa.check.operands import (
    CONSTANTS,
    GENERIC,
    NOT_ADDABLE,
    check_operands,
    integer_of,
    is_in_range,
    is_scalar,
    kind_of,
    type_as_register,
)
from ptxisa.check.place import Place, unavailable
from ptxisa.check.scope import Lookup
from ptxisa.isa.deviations import (
    Deviation,
    Widened,
    deviations,
    named,
    newest_versions,
    of_record,
    reference,
    summary,
    widened,
)
from ptxisa.isa.diagnostics import Diagnostic, Span, error, warning
from ptxisa.isa.errata import disputed_severity, with_strictness
from ptxisa.isa.forms import Clause, Form, Operand, broken_rule, choose, holds, type_of
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.opcode import BoundOperand, ResolvedInstruction
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.types import known
from ptxisa.isa.versions import Version
from ptxisa.query.availability import (
    availability_of,
    erratum_for_place,
    explain,
    form_available,
    form_there,
    reaches,
    without_needs,
)
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import ConstantError, evaluate

_LONGEST = 60
"""Characters of an opcode that a message shows."""
_OF_OPERANDS = frozenset(
    {"operand-count", "operand-kind", "operand-type", "operand-space", "operand-range", "vector-size"}
)
_OF_RULES = frozenset(
    {
        "call-count",
        "constant-overflow",
        "operand-kind",
        "operand-range",
        "non-ascii-character",
        "undecodable-byte",
        "stray-character",
    }
)
"""Codes of diagnostics that cite a rule of the language, whatever the instruction is."""
_UNAVAILABLE = frozenset({"unavailable-version", "unavailable-target"})
_AS_REGISTERS = frozenset({"special", "scalar", "{special}", "{scalar}"})
"""Words for names that ptxas treats as registers in a vector."""
_NAMES_OF_FUNCTIONS = frozenset({"function", "kernel"})
"""Words of names that ptxas accepts as sources only, so that a rule about all operands is about source registers."""


# The release that was selected


def release_of(assembler: str | None) -> str:
    """Return the release that was selected, "" for none; raise `UnknownRelease` if it does not exist."""
    if assembler:
        reference(assembler)
    return assembler or ""


def check_release(assembler: str, version: Version | None) -> Iterator[Diagnostic]:
    """Check that the selected release reads a PTX version."""
    newest = newest_versions().get(assembler) if assembler else None
    if version is not None and newest is not None and version > newest:
        yield error("unavailable-version", f"ptxas {assembler} reads PTX up to {newest}, not PTX {version}")


def with_errata(diagnostics: Iterable[Diagnostic], place: Place, *, strict: bool) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a check with their final severity.

    Rules of the language that hold for every instruction apply here, among them those about literals and characters,
    which the parser reads before the place is known.
    """

    def of_rule(diagnostic: Diagnostic) -> Diagnostic:
        if not diagnostic.rule or diagnostic.code not in _OF_RULES:
            return diagnostic
        if diagnostic.severity == "warning":  # In a comment.
            accepted = place.assembler in ("", MANUAL) or any(
                rule.accepts for rule in of_record(f"rule/{diagnostic.rule}", place.assembler)
            )
            return diagnostic if accepted else diagnostic._replace(severity="error")
        return disputed(diagnostic, f"rule/{diagnostic.rule}", place)

    return with_strictness(map(of_rule, diagnostics), selected=bool(place.assembler), strict=strict)


# Diagnostics about records of any kind


def undocumented(diagnostic: Diagnostic, rule: Deviation, place: Place) -> Diagnostic:
    """Return a diagnostic of the manual as one that releases of ptxas do not share."""
    return diagnostic._replace(
        code="undocumented",
        severity=disputed_severity(accepts=True, selected=bool(place.assembler)),
        message=f"{diagnostic.message}; {_verdict('accept', rule, place)} it ({rule.erratum})",
        hint=summary(rule.erratum),
        erratum=rule.erratum,
    )


def rejected(diagnostic: Diagnostic, rule: Deviation, place: Place) -> Diagnostic:
    """Return a warning as one about what releases of ptxas reject."""
    return diagnostic._replace(
        code="rejected-by-assembler",
        severity=disputed_severity(accepts=False, selected=bool(place.assembler)),
        message=f"{diagnostic.message}; {_verdict('reject', rule, place)} it ({rule.erratum})",
        hint=diagnostic.hint or summary(rule.erratum),
        erratum=rule.erratum,
    )


def why_unavailable(what: str, clauses: Sequence[Clause], place: Place, record: str = "") -> tuple[Diagnostic, ...]:
    """Return the diagnostic for something that target and version do not support; none if they do.

    Args:
        what: Name of the thing for the message.
        clauses: Ways in which it is available; without any it is available everywhere.
        place: Target and version.
        record: Kind and name of its record (`pragma/frequency`), by which errata refer to it.
    """
    if not clauses or place.anywhere:
        return ()
    requirements = tuple(Requirement(clause.ptx, clause.target, what, clause.id) for clause in clauses)
    reason = explain(requirements, place.target, place.version)
    return (disputed(unavailable(f"{what} {reason}", requirements, place), record, place),) if reason else ()


def disputed(diagnostic: Diagnostic, record: str, place: Place, type_: str = "") -> Diagnostic:
    """Return a diagnostic about a record, or a type in it, as `undocumented` if releases of ptxas do not share it."""
    if not record or place.assembler == MANUAL:
        return diagnostic
    rules = (rule for rule in of_record(record, place.assembler) if rule.accepts and rule.body in ("", place.body))
    rules = (rule for rule in rules if not rule.operand_types or type_ in rule.operand_types)
    rule = next((rule for rule in rules if reaches(rule, place.target, place.version)), None)
    return undocumented(diagnostic, rule, place) if rule else diagnostic


def _verdict(verb: str, rule: Deviation, place: Place) -> str:
    """Return `ptxas 12.9 and 13.0 accept`, with the releases on which a rule was measured or the selected one."""
    if not place.assembler:
        return f"ptxas {named(rule.releases)} {verb}{'s' * (len(rule.releases) == 1)}"
    taken = place.assembler not in rule.releases
    return f"ptxas {place.assembler}{f' (taken for {reference(place.assembler)})' if taken else ''} {verb}s"


# Diagnostics about instructions


def apply_errata(
    node: tree.Instruction,
    candidates: Sequence[ResolvedInstruction],
    diagnostics: Sequence[Diagnostic],
    place: Place,
    lookup: Lookup,
    *,
    operands: bool = True,
) -> list[Diagnostic]:
    """Return the diagnostics of an instruction once the rules of errata are applied.

    Args:
        node: The statement.
        candidates: What it can be, the best match first; none if no form matches the opcode.
        diagnostics: Diagnostics by the manual.
        place: Target, version and the selected release.
        lookup: Symbols of the names in the statement.
        operands: If False, operands are not checked.
    """
    rules = deviations(node.opcode.mnemonic, place.assembler)
    if not rules:
        return list(diagnostics)
    errata = _Errata(node, place, lookup, rules, operands)
    # In this order: errata about the form that fits best, then an opcode that only ptxas has, then another form of the
    # manual. The first one without an error is what ptxas reads.
    result = list(errata.applied(candidates, diagnostics)) if candidates else list(diagnostics)
    unknown = not candidates and not _errors(result)
    if _errors(result) or unknown:
        wider = errata.widened()
        # A wrong number of operands shows that another instruction is meant than the one that ptxas accepts.
        miscounted = wider is not None and any(diagnostic.code == "operand-count" for diagnostic in wider)
        if wider is not None and (not _errors(wider) or not (candidates or unknown or miscounted)):
            return wider
        other = errata.other_candidate(candidates[1:])
        if other is not None:
            return other
    # A statement that the manual forbids, too, needs no second diagnostic.
    if not candidates or _errors(result):
        return result
    rejections = list(errata.rejections(candidates[0]))
    excused = {diagnostic.erratum for diagnostic in result if diagnostic.code == "undocumented"}
    # What ptxas reads and then does not compile is an error by the manual and for ptxas.
    uncompiled = any(diagnostic.subject and diagnostic.subject in excused for diagnostic in rejections)
    return list(diagnostics) if uncompiled else [*result, *rejections, *errata.ignored_guards(candidates[0])]


class _Errata:
    """The rules about the mnemonic of one statement."""

    def __init__(
        self, node: tree.Instruction, place: Place, lookup: Lookup, rules: Sequence[Deviation], operands: bool
    ) -> None:
        self.node, self.place, self.lookup, self.rules, self.operands = node, place, lookup, rules, operands

    # Instructions of the manual

    def applied(
        self, candidates: Sequence[ResolvedInstruction], diagnostics: Iterable[Diagnostic], *, again: bool = True
    ) -> Iterator[Diagnostic]:
        """Yield the diagnostics, those that ptxas does not share as `undocumented`.

        Args:
            candidates: What the statement can be, the best match first.
            diagnostics: Diagnostics by the manual.
            again: If True, operands that a diagnostic kept from being checked are checked once it is excused.
        """
        for diagnostic in diagnostics:
            rule = self.erratum_for(candidates, diagnostic) if diagnostic.severity == "error" else None
            yield undocumented(diagnostic, rule, self.place) if rule else diagnostic
            # A rule about `r|_`, or about a scalar in place of a vector.
            rewritten = rule and any(word == "discarded" or word.startswith("spread.") for word in rule.written_as)
            if again and rule and (rewritten or diagnostic.code == "operand-count"):
                # The operands that the statement and the form share are checked as usual. Once only: their
                # diagnostics can be excused by the same rule.
                bound = bind(candidates[0], _as_in_form(self.node, diagnostic), self.lookup, counted=False)
                wrong = () if bound.problem == diagnostic else check_operands(bound, self.lookup)
                others = (other._replace(form=bound.form.id) for other in wrong)
                yield from self.applied((bound,), others, again=False)

    def erratum_for(self, candidates: Sequence[ResolvedInstruction], diagnostic: Diagnostic) -> Deviation | None:
        """Return the rule by which ptxas does not share a diagnostic, if there is one."""
        first = candidates[0]
        if diagnostic.code in _UNAVAILABLE and diagnostic.span == first.opcode_span:
            return next((rule for rule in map(self._erratum_for_place, candidates) if rule), None)
        if diagnostic.rule is not None:
            return next((rule for rule in self._rules_about(first) if diagnostic.rule in rule.overrides), None)
        return self._erratum_for_operand(first, diagnostic) if diagnostic.code in _OF_OPERANDS else None

    def _erratum_for_place(self, candidate: ResolvedInstruction) -> Deviation | None:
        """Return the rule by which ptxas supports an instruction below its documented floor."""
        rules = [
            rule
            for rule in self.rules
            if not rule.concerns_operands
            or (rule.overrides and any(self._matches(rule, bound, candidate) for bound in _written_operands(candidate)))
        ]
        return erratum_for_place(candidate.form, candidate.values, self.place.target, self.place.version, rules)

    def _erratum_for_operand(self, candidate: ResolvedInstruction, diagnostic: Diagnostic) -> Deviation | None:
        """Return the rule by which ptxas does not share a diagnostic about an operand, or about their number."""
        span, given = diagnostic.span, self.node.operands
        written = _written_operands(candidate) if span.start > candidate.node.opcode_start else ()
        overlapping = [bound for bound in written if bound.node.start < span.end and span.start < bound.node.end]
        for rule in self._rules_about(candidate):
            if diagnostic.code == "operand-count" and candidate.problem is not None:
                # A rule about a number of operands may describe the last of them.
                last = words_for(given[-1], self.lookup) if given else frozenset()
                if len(given) in rule.operand_counts and (not rule.written_as or last.intersection(rule.written_as)):
                    return rule
            if rule.concerns_operands and not rule.operand_counts:
                for bound in overlapping:
                    if self._is_about_element(rule, bound, diagnostic) and self._matches(rule, bound, candidate):
                        return rule
        return None

    def _is_about_element(self, rule: Deviation, bound: BoundOperand, diagnostic: Diagnostic) -> bool:
        """Return True unless a rule about elements of vectors meets another element, or constants of other sorts."""
        if diagnostic.code != "operand-kind" and _AS_REGISTERS.issuperset(rule.written_as or ("",)):
            return False  # The width of a special register or variable counts, and the length of the vector.
        if not isinstance(bound.node, tree.Vector):
            return True
        if diagnostic.code == "vector-size" and not any(
            word.startswith("vector") for word in rule.written_as or ("vector",)
        ):
            return False  # What ptxas accepts as an element does not change the length of the vector.
        span = diagnostic.span
        by_span = {(node.start, node.end): _sort_of_constant(node) for node in bound.node.elements}
        constant = diagnostic.code == "operand-kind" and by_span.get((span.start, span.end))
        if constant and all(word.startswith("vector.") for word in rule.written_as or ("",)):
            return False  # A type of the registers excuses no constant.
        if all(word.startswith("{") for word in rule.written_as):
            elements = (node for node in bound.node.elements if (node.start, node.end) == (span.start, span.end))
            words = (word for node in elements for word in words_for(node, self.lookup))
            return span == Span(bound.node.start, bound.node.end) or any(
                f"{{{word}}}" in rule.written_as for word in words
            )
        sorts = {sort for word in rule.written_as for sort in _SORTS_IN_VECTORS.get(word, ())}
        if not sorts:
            return True
        constants = set(by_span.values()) - {""}
        return constants <= sorts and by_span.get((span.start, span.end), "constant") != ""

    def _rules_about(self, candidate: ResolvedInstruction, verdict: str = "accepts") -> Iterator[Deviation]:
        """Return the rules about an instruction, as far as its modifiers and the place decide."""
        rules = _rules_there(self.node.opcode.mnemonic, candidate.form.id, verdict, self.place)
        return (rule for rule in rules if holds(rule.when, candidate.values))

    def _matches(self, rule: Deviation, bound: BoundOperand, candidate: ResolvedInstruction) -> bool:
        """Return True if a rule is about what is written at an operand and at the others."""
        if not self._is_written(rule, bound, rule.written_as, candidate):
            return False
        others = [other for other in _written_operands(candidate) if other.node is not bound.node]
        named = (other for other in others if not rule.operands or other.operand.name in rule.operands)
        return not rule.others_written_as or all(
            self._is_written(rule, other, rule.others_written_as, candidate) for other in named
        )

    def _is_written(
        self, rule: Deviation, bound: BoundOperand, words: Sequence[str], candidate: ResolvedInstruction
    ) -> bool:
        """Return True if an operand is one of those of a rule and is written as one of the words describes."""
        if rule.operands and bound.operand.name not in rule.operands:
            return False
        source = bound.operand.kind == "register" and bound.operand.access != "write"
        if not rule.operands and not source and not _NAMES_OF_FUNCTIONS.isdisjoint(words):
            return False
        if rule.operand_spaces:
            space = str(choose(bound.operand.space, candidate.values) or GENERIC)
            if (
                not isinstance(bound.node, tree.Address)
                or bound.operand.kind != "address"
                or space not in rule.operand_spaces
            ):
                return False
        if rule.operand_types and type_of(bound.operand, candidate.values) not in rule.operand_types:
            return False
        if "repeated" in words and bound.operand.written:
            # A register of a result that the statement writes twice.
            results = (other for other in _written_operands(candidate) if other.operand.written)
            counts = Counter(name for result in results for name in _registers(result))
            if any(counts[name] > 1 for name in _registers(bound)):
                return True
        return not words or not self._words(bound, candidate).isdisjoint(words)

    def _words(self, bound: BoundOperand, candidate: ResolvedInstruction) -> frozenset[str]:
        """Return the words for what is written at an operand, and the suffixes of the brackets around it."""
        operand, node = bound.operand, bound.node
        if isinstance(node, tree.Pair):
            discards = isinstance(node.second, tree.Sink) and node is self.node.operands[0]
            return frozenset({"discarded"} if discards else ())
        if isinstance(node, tree.Address) and operand.name and operand.kind != "address":
            return frozenset({"address"})
        problem = candidate.problem
        # Length of the vector that the form has where the statement has a scalar; `_as_in_form` copies the scalar.
        spread = 0
        if any(node is given for given in self.node.operands[1:]):
            if problem is not None and problem.code == "vector-size":
                spread = len(problem.operands)
            elif candidate.node is not self.node:
                vectors = (other for other in candidate.node.operands if isinstance(other, tree.Vector))
                spread = next((len(vector.elements) for vector in vectors if vector.elements[0] is node), 0)
        words = words_for(node, self.lookup)
        if isinstance(node, tree.Sum):
            if (operand.written and not spread) or operand.kind == "address":
                return frozenset()  # ptxas accepts no sum as a destination or an address.
            if operand.immediate == "required":
                words -= {"sum.opaque"}  # An address is not a constant.
            length = spread or int(choose(operand.vector, candidate.values) or 1)
            if length > 1:
                symbol = self.lookup(node.base.text) if isinstance(node.base, tree.Name) else None
                vector = symbol.vector if symbol is not None and symbol.kind in ("register", "special") else None
                if vector is not None:
                    whole = (word for word in words if word.startswith("sum.whole"))
                    words = frozenset(word.replace("whole", "vector") for word in whole if vector == length)
                elif not spread:
                    return frozenset(f"spread.{word}" for word in words)
        number = integer_of(node)
        if (
            number is not None
            and is_in_range(operand, candidate.values, number % (1 << 32))
            and not is_in_range(operand, candidate.values, number)
        ):
            words |= {"lower.32"}
        if operand.written and not spread and isinstance(node, (tree.Name, tree.Select)) and "special" in words:
            vectors = (other for other in self.node.operands if isinstance(other, tree.Vector))
            if not any(vector.start <= node.start < vector.end for vector in vectors):
                return frozenset()  # ptxas accepts special registers as destinations in braces only.
        if operand.kind == "address" and isinstance(node, CONSTANTS):
            words = frozenset(f"bare.{word}" for word in words)
        addresses = (other for other in self.node.operands if isinstance(other, tree.Address) and other.suffix)
        for address in addresses:
            if address.start <= node.start < address.end:
                symbol = self.lookup(address.base.text) if isinstance(address.base, tree.Name) else None
                attributes = [attribute.name for attribute in getattr(symbol and symbol.node, "attributes", ())]
                apart = symbol is not None and symbol.kind == "variable" and address.suffix not in attributes
                words |= {f"{address.suffix}.variable" if apart else address.suffix}
        if spread:
            words |= {f"spread.{word.removeprefix('.')}" for word in words}
        if isinstance(node, tree.Vector):
            # ptxas 11.8 to 13.5 reject braces around a scalar operand, even if they contain special registers. With one
            # element, they accept braces where the form has vectors with other modifiers.
            longer = operand.vector is None or len(node.elements) > 1
            scalar = bool(operand.name) and longer and choose(operand.vector, candidate.values) is None
            if scalar or (problem is not None and problem.code == "operand-kind"):
                words -= {"{special}", "{scalar}"}
        return words

    def other_candidate(self, others: Sequence[ResolvedInstruction]) -> list[Diagnostic] | None:
        """Return the diagnostics of the first other candidate without errors; None if there is none."""
        for candidate in others:
            form, values = candidate.form, candidate.values
            if broken_rule(form, values) is not None:
                continue
            wrong = list(check_operands(candidate, self.lookup)) if self.operands else []
            if not form_available(form, values, self.place.target, self.place.version):
                wrong.append(self._absent(form, candidate))
            diagnostics = [*self.applied((candidate,), wrong), *self.rejections(candidate)]
            if not _errors(diagnostics):
                return [diagnostic._replace(form=form.id) for diagnostic in diagnostics]
        return None

    # Instructions that only ptxas rejects

    def rejections(self, candidate: ResolvedInstruction) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each rule by which ptxas rejects an instruction."""
        for rule in self._rules_about(candidate, "rejects"):
            stretch: Any = candidate.opcode_span
            if rule.concerns_operands:
                written = _written_operands(candidate)
                stretch = next((bound.node for bound in written if self._matches(rule, bound, candidate)), None)
            if stretch is not None:
                message = f"{_verdict('reject', rule, self.place)} this {candidate.form.mnemonic} ({rule.erratum})"
                yield error("rejected-by-assembler", message, stretch, summary(rule.erratum))._replace(
                    severity=disputed_severity(accepts=False, selected=bool(self.place.assembler)),
                    form=candidate.form.id,
                    erratum=rule.erratum,
                    subject=rule.erratum if rule.stage else "",
                )

    def ignored_guards(self, candidate: ResolvedInstruction) -> Iterator[Diagnostic]:
        """Yield a warning for each rule by which ptxas writes a destination whatever the guard is."""
        for rule in self._rules_about(candidate, "ignores-guard") if self.node.guard is not None else ():
            written = f"the destination of this {candidate.form.mnemonic} whatever its guard is"
            message = f"{_verdict('write', rule, self.place)} {written}"
            hint = "write the result to another register, and copy it under the guard"
            yield warning("ignored-guard", f"{message} ({rule.erratum})", self.node.guard, hint)._replace(
                form=candidate.form.id, erratum=rule.erratum
            )

    # Instructions that only ptxas has

    def widened(self) -> list[Diagnostic] | None:
        """Return the diagnostics of a statement whose opcode only ptxas has; None if ptxas does not have it either."""
        opcode = self.node.opcode
        wider = widened(opcode.mnemonic, opcode.modifiers, self.place.assembler)
        return min(map(self._check_widened_form, wider), key=_errors) if wider else None

    def _check_widened_form(self, wider: Widened) -> list[Diagnostic]:
        """Check the statement as an instance of a form that rules widen."""
        candidate, rule = bind(wider.instruction, self.node, self.lookup), wider.used[0]
        extra = {*rule.extra_modifiers, *rule.repeated_modifiers}.union(*rule.extra_values.values())
        numbers = [number for number, text in enumerate(self.node.opcode.modifiers) if text in extra]
        span = self.node.modifier_range(numbers[-1]) if numbers else self.node.opcode_range
        message = f"{self.node.opcode.text[:_LONGEST]} is not in the manual"
        head = undocumented(error("undocumented", message, Span(*span)), rule, self.place)
        wrong = check_operands(candidate, self.lookup) if self.operands else ()
        operands = self.applied((candidate,), wrong)
        diagnostics = [head, *operands]
        form, values, on, at = candidate.form, candidate.values, self.place.target, self.place.version
        reached = all(reaches(rule, on, at) for rule in wider.used)
        if not reached or not (form_there(form, values, on, at, wider.used) or self._erratum_for_place(candidate)):
            stated = tuple(Clause(rule.erratum, *way) for rule in wider.used for way in rule.since)
            form = without_needs(form._replace(availability=stated or form.availability), wider.used)
            diagnostics.append(self._absent(form, candidate))
        diagnostics += self.rejections(candidate)
        return [diagnostic._replace(form=candidate.form.id) for diagnostic in diagnostics]

    def _absent(self, form: Form, candidate: ResolvedInstruction) -> Diagnostic:
        """Report that target and version do not support a form of the statement."""
        requirements, reason = availability_of([candidate._replace(form=form)], self.place.target, self.place.version)
        name = self.node.opcode.text[:_LONGEST]
        wrong = unavailable(f"{name} {reason.reason if reason else 'is not available'}", requirements, self.place)
        return wrong.at(candidate.opcode_span)._replace(hint=self.place.described)


# Conditions on modifiers are left to the caller, so that a module of one place has one entry for each form.
@lru_cache(maxsize=4096)
def _rules_there(mnemonic: str, form: str, verdict: str, place: Place) -> tuple[Deviation, ...]:
    """Return the rules about a form that a place has, whatever the modifiers of the statement."""
    return tuple(
        rule
        for rule in deviations(mnemonic, place.assembler)
        if rule.ptxas == verdict
        and rule.applies_to(form)
        and (place.generates_code or not rule.stage)
        and rule.body in ("", place.body)
        and reaches(rule, place.target, place.version)
    )


def _errors(diagnostics: Sequence[Diagnostic]) -> int:
    return sum(diagnostic.severity == "error" for diagnostic in diagnostics)


def _written_operands(candidate: ResolvedInstruction) -> Sequence[BoundOperand]:
    """Return the operands that are written; those that could not be bound have no name."""
    if candidate.problem is not None:
        return [BoundOperand(Operand("", "", "", ""), node) for node in candidate.node.operands]
    return [bound for bound in candidate.operands if bound.node is not None]


def _as_in_form(node: tree.Instruction, diagnostic: Diagnostic) -> tree.Instruction:
    """Return a statement with what its form has where ptxas excuses a diagnostic.

    A first operand `r|_` becomes `r`; a scalar whose vector length the diagnostic is about becomes a vector of copies.
    """
    operands = list(node.operands)
    if operands and isinstance(operands[0], tree.Pair) and isinstance(operands[0].second, tree.Sink):
        operands[0] = operands[0].first
    if diagnostic.code == "vector-size":
        for number, operand in enumerate(operands):
            reported = Span(operand.start, operand.end) == diagnostic.span
            if reported and isinstance(operand, (tree.Name, tree.Select, tree.Sum, *CONSTANTS)):
                copies: tuple[Any, ...] = (operand,) * len(diagnostic.operands)
                operands[number] = tree.Vector(copies, operand.start, operand.end)
    return node._replace(operands=tuple(operands))


def _registers(result: BoundOperand) -> list[str]:
    """Return the names in a result: a register, or the elements of a vector."""
    elements = result.node.elements if isinstance(result.node, tree.Vector) else (result.node,)
    return [element.text for element in elements if isinstance(element, tree.Name)]


# Words

_OPAQUE = {"texref": "texture", "samplerref": "sampler", "surfref": "surface"}
_WIDTHS = (16, 20, 32)
"""Widths in bits of operands whose constants assemblers limit."""
_NUMBERS = {"f32": "single", "f64": "double"}
_NUMBER_KINDS = {
    **dict.fromkeys(("signed", "unsigned", "integer"), "integer"),
    **dict.fromkeys(("float", "single", "double"), "float"),
}
"""Integer or float, of the kinds of types and the sorts of constants; bit-size types are neither."""
_SORTS = ("integer", "single", "double")
_SORTS_IN_VECTORS = {
    **{f"{place}.{sort}": (sort,) for place in ("all", "among", "trailing") for sort in _SORTS},
    **{f"all.b{bits}": ("single", "double") for bits in (32, 64)},
}
"""Sorts of the constants in a vector that a word describes."""


def words_for(node: Any, lookup: Lookup) -> frozenset[str]:
    """Return the words for what is written at an operand; none for an undeclared name."""
    return frozenset(_words(node, lookup))


def _words(node: Any, lookup: Lookup) -> Iterator[str]:
    if isinstance(node, tree.Name):
        yield from _words_for_name(node, lookup)
    elif isinstance(node, tree.Select):
        symbol = lookup(node.name.text)
        if symbol is not None and symbol.kind == "special" and node.end == node.name.end:
            yield from _words_for_name(node.name, lookup)  # An element of a register that is written as a whole.
        else:
            yield from ("selection", *_words_for_name(node.name, lookup, node.selector))
    elif isinstance(node, tree.Sink):
        yield "sink"
    elif isinstance(node, tree.Opposite):
        yield "negated" if node.operator == "!" else "minus"
    elif isinstance(node, tree.Vector):
        yield from _words_for_vector(node, lookup)
    elif isinstance(node, tree.Address):
        yield from _words(node.base, lookup)
    elif isinstance(node, tree.Index):
        symbol = lookup(node.array.text)
        if symbol is not None and symbol.kind == "variable":
            yield f"indexed.{symbol.space}"
    elif isinstance(node, tree.Sum):
        symbol = lookup(node.base.text) if isinstance(node.base, tree.Name) else None
        if symbol is not None and symbol.kind in NOT_ADDABLE:
            return
        yield "sum"
        if symbol is not None and symbol.hides:
            yield f"hides.{symbol.hides}"
        if symbol is not None and symbol.kind in ("register", "special") and symbol.vector is None:
            yield f"sum.{type_as_register(symbol)}"
        elif symbol is not None and symbol.kind == "register":
            yield f"sum.whole.{symbol.type}"
        if symbol is not None and symbol.kind == "special":
            yield "sum.special" if symbol.vector is None else "sum.whole"
        if symbol is not None and kind_of(symbol) == "opaque":
            yield "sum.opaque"
        elif symbol is not None and symbol.kind in ("variable", "parameter"):
            yield f"sum.{symbol.kind}"
    elif sort := _sort_of_constant(node):
        yield sort
        number = int(evaluate(node).number) if sort == "integer" else None
        if number is None:
            return
        yield str(number)
        if number < 0 or number >> 63:
            yield "negative"
        else:
            yield from (f"above.{bits}" for bits in _WIDTHS if number >> bits)
        if number % 32 == 0:
            yield "multiple.32"  # Columns of tensor memory.
        if number > 1 << 24:
            yield "beyond.24"


def _words_for_vector(node: tree.Vector, lookup: Lookup) -> Iterator[str]:
    words = [frozenset(_words(element, lookup)) for element in node.elements]
    elements = frozenset().union(*words)
    length = f"vector.{len(node.elements)}"
    yield from ("vector", length)
    if "whole" in elements:
        yield "{whole}"  # ptxas rejects the vector, whatever the other elements are.
    else:
        yield from (f"{{{word}}}" for word in elements)
        if any("special" in sort for sort in words[1:]):
            yield "special.after.first"
    # The type of a vector is a bit-size type of its registers, else the type that all of them have. ptxas treats
    # special registers as bits. Names of anything but registers and scalars make no vector of its type.
    declared = {word for word in elements if word.startswith(".")}
    bits = {type_ for type_ in declared if type_[:2] == ".b" and type_[2:].isdigit()}
    special, scalar = (_types_of(word, node, words, lookup) for word in ("special", "scalar"))
    widths = {f".b{known()[type_[1:]].bits}" for type_ in declared if type_[1:] in known()}
    typed = {"special", "scalar", "sink", *_SORTS, *declared}
    if len(widths - {".b1"}) > 1:
        yield "widths"
    if (special | scalar <= widths or not declared) and all(sort & typed for sort in words):
        # Registers of several widths make no vector; special registers alone make one of bits.
        alone = (*special, *scalar) if not declared else ()
        if len((widths - {".b1"}).union(alone)) <= 1:
            yield from (f"{length}{type_}" for type_ in bits or alone or (declared if len(declared) == 1 else ()))
    sorts = [_sort_of_constant(element) for element in node.elements]
    if any(sorts) and any(isinstance(element, tree.Select) for element in node.elements):
        yield "constants.elements"
    types = declared | special
    if ".f16x2" in types and (any(sorts) or scalar or not types <= {".f16x2", ".b32", *bits}):
        yield "f16x2.others"
    # The special register %is_explicit_cluster is a predicate.
    if ".b32" in types and {".b32"} < types <= {".b32", ".pred", ".b1"}:
        yield "b32.pred"
    if any(sorts):
        registers = [next((known()[word[1:]] for word in sort if word[1:] in known()), None) for sort in words]
        if registers[0] is not None and len({type_.bits for type_ in registers if type_ is not None}) > 1:
            yield "register.first.widths"
        kinds = [
            _NUMBER_KINDS.get(type_.kind, "") if type_ else _NUMBER_KINDS.get(sort, "")
            for type_, sort in zip(registers, sorts, strict=True)
        ]
        if any({left, right} == {"integer", "float"} for left, right in itertools.pairwise(kinds)):
            yield "integers.beside.floats"
    if sorts[0] in ("single", "double"):
        yield from (f"float.first.{known()[type_[1:]].bits}" for type_ in types if type_[1:] in known())
    if all(sort == "integer" for sort in sorts):
        yield f"{length}.integer"
    if not all(sorts):
        places = ("among",) if sorts[0] else ("among", "trailing")
        yield from (f"{place}.{sort}" for place in places for sort in set(sorts) - {""})
    elif len(set(sorts)) == 1:
        yield f"all.{sorts[0]}"
    elif "integer" not in sorts:
        # The vector has the width of the first element whose type is not that of the elements before it.
        yield "all.b64" if sorts[0] == "single" else "all.b32"


def _types_of(word: str, node: tree.Vector, words: Sequence[frozenset[str]], lookup: Lookup) -> set[str]:
    """Return the bit-size types of the elements that a word describes."""
    elements = (element for element, sort in zip(node.elements, words, strict=True) if word in sort)
    names = (element.name if isinstance(element, tree.Select) else element for element in elements)
    symbols = (lookup(name.text) for name in names if isinstance(name, tree.Name))
    return {f".b{known()[symbol.type].bits}" for symbol in symbols if symbol and symbol.type in known()}


def _words_for_name(node: tree.Name, lookup: Lookup, selector: str = "") -> Iterator[str]:
    symbol = lookup(node.text)
    if symbol is None:
        return
    if symbol.kind == "register":
        if symbol.vector is None or selector:
            yield f".{symbol.type}"
        else:
            yield from ("unbraced", f"vector.{symbol.vector}", f"vector.{symbol.vector}.{symbol.type}")
    elif symbol.kind == "special":
        yield "whole" if symbol.vector is not None and not selector else "special"
        if symbol.vector is None or selector:
            yield f"special.{type_as_register(symbol)}"
        yield f"{node.text}.{selector}" if selector else node.text
    elif symbol.type in _OPAQUE:
        yield _OPAQUE[symbol.type]
    elif symbol.kind in ("variable", "parameter"):
        yield from (symbol.kind, f"hides.{symbol.hides}" if symbol.hides else f"{symbol.kind}.{symbol.space}")
        if is_scalar(node.text, symbol):
            yield "scalar"
    elif symbol.kind == "function":
        entry = getattr(symbol.node, "kind", "") == "entry"
        yield "element" if selector else "kernel" if entry else "function"
    elif symbol.kind != "any":
        yield symbol.kind


def _sort_of_constant(node: Any) -> str:
    """Return "integer", "single" or "double" for a constant, "" for other operands."""
    if not isinstance(node, CONSTANTS):
        return ""
    try:
        return _NUMBERS.get(evaluate(node).type, "integer")
    except ConstantError:
        return ""
