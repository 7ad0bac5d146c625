"""Why an opcode fits no form of its mnemonic; the form that came closest tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ptxisa.isa.combinations import describe, misfit
from ptxisa.isa.conditions import broken
from ptxisa.isa.diagnostics import Diagnostic, error, note
from ptxisa.isa.forms import Form, Rule, Slot
from ptxisa.isa.instructions import Instruction, forms_of, instruction, mnemonics, unrecorded
from ptxisa.isa.names import NUMBER, listing, suggestion
from ptxisa.isa.opcode import Mismatch, ResolvedInstruction, match

MOST_SHOWN = 8
"""Modifiers of an opcode that a message shows."""

# f32, f16x2, bf16, tf32, e4m3, ue8m0x2 …
_FLOATING = re.compile(r"(?:b|t)?f[0-9]+(?:x[0-9]+)?|u?e[0-9]+m[0-9]+(?:x[0-9]+)?")


def explain(mnemonic: str, modifiers: Sequence[str]) -> Diagnostic:
    """Return the diagnostic for an opcode that matches no form."""
    found = instruction(mnemonic)
    return _Explanation(found, modifiers).diagnostic() if found else unknown_mnemonic(mnemonic)


def unknown_mnemonic(mnemonic: str) -> Diagnostic:
    """Return the diagnostic for a mnemonic without a record: not recorded yet, or misspelled."""
    if mnemonic in unrecorded():
        message = f"{mnemonic} has no record yet (it is defined in {unrecorded()[mnemonic]})"
        return note("unrecorded-instruction", message)._replace(subject=mnemonic)
    hint = suggestion(mnemonic, (*mnemonics(), *unrecorded()))
    message = f"unknown instruction {mnemonic[:60]!r}"
    return error("unknown-mnemonic", message, hint=hint)._replace(subject=mnemonic)


class _Explanation:
    """The modifiers of one opcode, held against the forms of its mnemonic."""

    def __init__(self, found: Instruction, modifiers: Sequence[str]) -> None:
        self.instruction, self.forms, self.modifiers = found, found.forms, modifiers
        self.mnemonic = found.mnemonic
        self.spelled = ".".join((self.mnemonic, *modifiers[:MOST_SHOWN]))

    def diagnostic(self) -> Diagnostic:
        """Return the diagnostic; `modifier` is the number of the modifier that has no place, if there is one."""
        return self._pending() or self._unknown() or self._reordered() or self._described(self._nearest())

    def _pending(self) -> Diagnostic | None:
        """Return a note for a section without a record: the opcode has a floating-point type that no form has."""
        known, uncovered = _modifiers(self.mnemonic), self.instruction.uncovered
        if not uncovered or not any(_FLOATING.fullmatch(one) and one not in known for one in self.modifiers):
            return None
        message = f"{self.spelled} has no record yet (see {listing(uncovered, limit=3)})"
        return note("unrecorded-instruction", message)._replace(subject=self.spelled)

    def _unknown(self) -> Diagnostic | None:
        """Report a modifier that no form of the mnemonic has."""
        known = _modifiers(self.mnemonic)
        for index, modifier in enumerate(self.modifiers):
            if modifier not in known:
                message = f"{self.mnemonic} has no modifier .{modifier[:60]}"
                found = error("unknown-modifier", message, hint=_instead(self.mnemonic, modifier))
                return found._replace(subject=modifier, modifier=index)
        return None

    def _reordered(self) -> Diagnostic | None:
        """Report the right modifiers in an order that assemblers reject."""
        types = self._types()
        in_order = [form for form in self.forms if _takes_types(form, types)]
        for form in in_order or self.forms:
            found = match(form, self.modifiers, any_order=True)
            if isinstance(found, ResolvedInstruction):
                message = f"the modifiers of {'.'.join((self.mnemonic, *self.modifiers))} are in the wrong order"
                wrong = error("modifier-order", message, hint=f"write {found.opcode}")
                return wrong._replace(form=form.id, modifier=0)
        return None

    def _types(self) -> list[str]:
        """Return the modifiers that are types."""
        known = {value for form in self.forms for slot in _type_slots(form) for value in slot.values}
        return [one for one in self.modifiers if one in known]

    def _nearest(self) -> Mismatch:
        """Return the nearest mismatch: a form of these types from which only modifiers are missing."""
        types = self._types()
        return max(
            self._mismatches(),
            key=lambda one: (
                one.rule is not None,
                _takes_types(one.form, types),
                one.stuck is None,
                one.placed,
                -len(one.missing),
            ),
        )

    def _mismatches(self) -> Iterator[Mismatch]:
        """Return the mismatch of each form; if all modifiers have a place in some order, by the missing ones."""
        for form in self.forms:
            found = match(form, self.modifiers)
            loose = match(form, self.modifiers, any_order=True)
            if isinstance(loose, Mismatch) and loose.stuck is None:
                yield loose
            elif isinstance(found, Mismatch):
                yield found

    def _described(self, nearest: Mismatch) -> Diagnostic:
        form = nearest.form
        if nearest.rule is not None and nearest.rule.rows:
            return self._outside(nearest, nearest.rule)
        if nearest.rule is not None:
            message = f"{self.spelled}: {broken(nearest.rule, form, nearest.values)}"
            found = error("modifier-combination", message, hint=nearest.rule.why)
            return found._replace(form=form.id, rule=nearest.rule.id)
        if nearest.stuck is None:
            wanted = " and ".join(_wanted(self._all_values(nearest, slot)) for slot in nearest.missing)
            message, hint = f"{self.spelled} needs {wanted}", f"the form is {form.syntax}"
            return error("missing-modifier", message, hint=hint)._replace(form=form.id)
        return self._stuck(nearest.stuck)._replace(form=form.id)

    def _all_values(self, nearest: Mismatch, slot: Slot) -> Slot:
        """Return a missing slot with the values of all forms in which only it is missing, such as `.wide` of mul."""
        lacking = [one for one in self._mismatches() if one.rule is None and one.stuck is None]
        alike = [
            one
            for one in lacking
            if len(one.missing) == len(nearest.missing) == 1 and one.missing[0].group == slot.group
        ]
        values = dict.fromkeys(
            value for one in (nearest, *alike) for value in (one.missing[0] if one in alike else slot).values
        )
        return slot._replace(values=tuple(values), literal=slot.literal and len(values) == 1)

    def _outside(self, nearest: Mismatch, rule: Rule) -> Diagnostic:
        """Report a combination that no row of a table has, with the modifier that differs from the nearest rows."""
        form, values = nearest.form, nearest.values
        wrong = next(iter(misfit(rule, values).wrong))
        written = [slot for slot, value in values.items() if value is not None]
        culprit = written.index(wrong) if wrong in written and len(written) == len(self.modifiers) else None
        found = error("modifier-combination", describe(form, rule, values), hint=rule.why)
        return found._replace(form=form.id, rule=rule.id, modifier=culprit)

    def _stuck(self, index: int) -> Diagnostic:
        """Report a modifier that has no place with the others."""
        modifier = self.modifiers[index]
        others = [*self.modifiers[:index], *self.modifiers[index + 1 :]]
        alone = [one for one in dict.fromkeys(others) if not self.instruction.index.taking((modifier, one))]
        if modifier in others and not alone:
            message, hint = f"{self.spelled}: .{modifier} is repeated", f"write .{modifier} once"
        else:
            against = listing(_dotted(alone or others[:MOST_SHOWN]))
            message = f"{self.spelled}: .{modifier} cannot be combined with {against}"
            hint = self._instead(others)
            types = [one for one in alone if one in self._types()]
            if len(types) == 1:
                hint += "; " + self._instead([one for one in self.modifiers if one not in types])
        return error("modifier-combination", message, hint=hint)._replace(subject=modifier, modifier=index)

    def _instead(self, others: Sequence[str]) -> str:
        """Return a hint with the opcode without the modifier that has no place."""
        opcode = ".".join((self.mnemonic, *others))
        if self.instruction.index.matches(tuple(others)):
            return f"write {opcode}"
        rest = _Explanation(self.instruction, others)._nearest() if others else None
        if rest is None or rest.stuck is not None or rest.rule is not None:
            return f"see `ptxisa show {self.mnemonic}`"
        wanted = " and ".join(_wanted(self._all_values(rest, slot)) for slot in rest.missing)
        return f"{opcode} takes {wanted}"


def _type_slots(form: Form) -> list[Slot]:
    return [slot for slot in form.slots if slot.group == "type"]


@lru_cache(maxsize=256)
def _modifiers(mnemonic: str) -> Mapping[str, None]:
    """Return every modifier of the forms of a mnemonic, in their order."""
    return dict.fromkeys(value for form in forms_of(mnemonic) for slot in form.slots for value in slot.values)


@lru_cache(maxsize=1024)
def _instead(mnemonic: str, modifier: str) -> str:
    """Return a hint for a modifier that no form of a mnemonic has."""
    known = _modifiers(mnemonic)
    return suggestion(modifier, known) or f"{mnemonic} takes {listing(_dotted(_alike(modifier, known)))}"


def _takes_types(form: Form, types: Sequence[str]) -> bool:
    """Return True if these are the types of a form, one for each of its slots."""
    slots = _type_slots(form)
    return len(slots) == len(types) and all(type_ in slot.values for slot, type_ in zip(slots, types, strict=True))


def _wanted(slot: Slot) -> str:
    """Return `.lo`, or `one of .lo, .hi, .wide`, or `a type: .u32 or .s32`."""
    values = _dotted(slot.values)
    if slot.group == "type" and not slot.literal:
        return f"a type: {listing(values)}"
    shown = ", ".join(values[:12]) + (", …" if len(values) > 12 else "")
    return shown if len(values) == 1 else f"one of {shown}"


def _alike(modifier: str, known: Iterable[str]) -> list[str]:
    """Return the modifiers that differ in numbers only, such as .v4 and .v3; all if there are none."""
    shape, every = NUMBER.sub("#", modifier), list(known)
    return [one for one in every if NUMBER.sub("#", one) == shape] or every


def _dotted(values: Iterable[str]) -> list[str]:
    return [f".{value}" for value in values]
