"""Why an opcode fits no form of its mnemonic; the form that came closest tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ptxisa.isa.forms import Form, Slot
from ptxisa.isa.instructions import Instruction
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.opcode import Match, Mismatch, match

# f32, f16x2, bf16, tf32, e4m3, ue8m0x2 …
_FLOATING = re.compile(r"(?:b|t)?f[0-9]+(?:x[0-9]+)?|u?e[0-9]+m[0-9]+(?:x[0-9]+)?")


class Explanation(NamedTuple):
    """Why an opcode fits no form: diagnostic code, message, offending modifier (or None), hint, form, rule."""

    code: str
    message: str
    culprit: int | None
    hint: str
    form: str
    rule: str | None = None


def explain_mismatch(instruction: Instruction, modifiers: Sequence[str]) -> Explanation:
    """Why no form of an instruction takes `modifiers`."""
    return _Explainer(instruction).explain(modifiers)


class _Explainer:
    def __init__(self, instruction: Instruction) -> None:
        self.mnemonic, self.forms, self.uncovered = instruction.mnemonic, instruction.forms, instruction.uncovered

    def explain(self, modifiers: Sequence[str]) -> Explanation:
        """Why no form takes `modifiers`; the form that came closest tells."""
        pending = self._pending(modifiers)
        if pending:
            return pending
        unknown = self._unknown(modifiers)
        if unknown:
            return unknown
        reordered = self._reordered(modifiers)
        if reordered:
            return reordered
        types = self._types(modifiers)
        nearest = max(
            self._mismatches(modifiers),
            key=lambda one: (one.rule is not None, _takes_types(one.form, types), one.placed, -len(one.missing)),
        )
        return self._describe(nearest, modifiers)

    def _mismatches(self, modifiers: Sequence[str]) -> Iterator[Mismatch]:
        for form in self.forms:
            found = match(form, modifiers)
            if isinstance(found, Mismatch):
                yield found

    def _pending(self, modifiers: Sequence[str]) -> Explanation | None:
        """An opcode of a section that has no record yet: it has a floating-point type that no form here has."""
        known = {value for form in self.forms for slot in form.slots for value in slot.values}
        if not self.uncovered or not any(_FLOATING.fullmatch(one) and one not in known for one in modifiers):
            return None
        spelled = ".".join((self.mnemonic, *modifiers[:8]))
        message = f"{spelled} has no record yet (see {listing(self.uncovered, limit=3)})"
        return Explanation("unrecorded-instruction", message, None, "", "")

    def _unknown(self, modifiers: Sequence[str]) -> Explanation | None:
        """A modifier that no form of the mnemonic has at all."""
        known = list(dict.fromkeys(value for form in self.forms for slot in form.slots for value in slot.values))
        for index, modifier in enumerate(modifiers):
            if modifier not in known:
                hint = suggestion(modifier, known) or f"{self.mnemonic} takes {listing(_dotted(known))}"
                return Explanation(
                    "unknown-modifier", f"{self.mnemonic} has no modifier .{modifier[:60]}", index, hint, ""
                )
        return None

    def _reordered(self, modifiers: Sequence[str]) -> Explanation | None:
        """The right modifiers in an order that assemblers refuse; types that a form has as they stand are in order."""
        types = self._types(modifiers)
        in_order = [form for form in self.forms if _takes_types(form, types)]
        for form in in_order or self.forms:
            found = match(form, modifiers, any_order=True)
            if isinstance(found, Match):
                message = f"the modifiers of {'.'.join((self.mnemonic, *modifiers))} stand in the wrong order"
                return Explanation("modifier-order", message, 0, f"write {found.opcode}", form.id)
        return None

    def _types(self, modifiers: Sequence[str]) -> list[str]:
        """Those of the modifiers that are types."""
        known = {value for form in self.forms for slot in _type_slots(form) for value in slot.values}
        return [one for one in modifiers if one in known]

    def _describe(self, nearest: Mismatch, modifiers: Sequence[str]) -> Explanation:
        form = nearest.form
        if nearest.rule is not None:
            hint = f"the form is {form.syntax}"
            return Explanation("modifier-combination", nearest.rule.why, None, hint, form.id, nearest.rule.id)
        if nearest.stuck is None:
            return self._missing(nearest)
        spelled = ".".join((self.mnemonic, *modifiers[:8]))
        message = f"{spelled}: .{modifiers[nearest.stuck]} does not go with the other modifiers"
        return Explanation(
            "modifier-combination", message, nearest.stuck, self._partners(modifiers[nearest.stuck]), form.id
        )

    def _missing(self, nearest: Mismatch) -> Explanation:
        wanted = listing(_describe_slot(slot) for slot in nearest.missing)
        message = f"{self.mnemonic} lacks {wanted}" if nearest.missing else f"{self.mnemonic} lacks a modifier"
        return Explanation("missing-modifier", message, None, f"the form is {nearest.form.syntax}", nearest.form.id)

    def _partners(self, modifier: str) -> str:
        """The forms that do take a modifier."""
        taking = [form.syntax for form in self.forms if any(modifier in slot.values for slot in form.slots)]
        return f".{modifier} stands in {listing(taking, limit=3)}" if taking else ""


def _type_slots(form: Form) -> list[Slot]:
    return [slot for slot in form.slots if slot.group == "type"]


def _takes_types(form: Form, types: Sequence[str]) -> bool:
    """Whether these are the types of a form, one for each of its slots."""
    slots = _type_slots(form)
    return len(slots) == len(types) and all(type_ in slot.values for slot, type_ in zip(slots, types, strict=True))


def _describe_slot(slot: Slot) -> str:
    values = listing(_dotted(slot.values), limit=10)
    if slot.literal:
        return values
    what = "a type" if slot.group == "type" else "a modifier"
    return f"{what} ({values})"


def _dotted(values: Sequence[str]) -> list[str]:
    return [f".{value}" for value in values]
