"""Match the modifiers of an opcode against the slots of a form.

Assemblers accept modifiers in many orders. Only these are fixed: fused modifiers follow the mnemonic directly,
types keep their relative order, and so do state spaces, layouts of matrices, priorities of the L2 cache and operations
on bits. Every other modifier may change places, and some may repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.isa.forms import Form, Operand, Rule, Slot, Values, broken_rule

MAX_MODIFIERS = 64
"""Largest number of modifiers that are matched: bounds the depth of the recursive search. No form has as many slots."""
ORDERED = ("type", "state-space", "l2-eviction-priority", "matrix-bit-operation", "matrix-layout")
"""Groups whose modifiers keep their order among each other."""


class BoundOperand(NamedTuple):
    """Operand of a form and the syntax node that is written there, None if it was omitted.

    The minus sign that a form requires (`-b`) is removed from the node, and a selector (`.b0`) is in `selector`.
    """

    operand: Operand
    node: Any
    selector: str | None = None


class ResolvedInstruction(NamedTuple):
    """Instruction as an instance of one form.

    Matching an opcode yields one for each form that accepts the modifiers. Binding (`ptxisa.check.binding`) adds the
    statement and its operands. Availability, checks, execution and conformance all work on this class.
    """

    form: Form
    modifiers: Values
    """Modifier of every slot of the form, None in empty slots."""
    opcode: str
    """Opcode in the spelling of the manual."""
    node: Any = None
    """Statement as a `ptxisa.syntax.tree.Instruction`; None if only the opcode was given."""
    operands: tuple[BoundOperand, ...] = ()
    """Every operand of the form, in its order; none if the operands could not be bound."""
    places: tuple[tuple[Any, Any], ...] = ()
    """Each filled position of the syntax: a `ptxisa.syntax.template.OperandTemplate` and its node."""
    kinds: Values = {}
    """Kinds of the operands that conditions of the form name; see `ptxisa.isa.forms.WRITTEN_KINDS`."""
    problem: Diagnostic | None = None
    """Reason why the operands could not be bound."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Everything wrong with the operands as operands of this form."""
    complete: bool = True
    """False if only the name of an instruction is known, not its modifiers; `modifiers` is empty then."""

    @property
    def values(self) -> Values:
        """Modifiers, and kinds of the operands that conditions name."""
        return {**self.modifiers, **self.kinds} if self.kinds else self.modifiers

    @property
    def known_values(self) -> Values | None:
        """Values, or None if the modifiers are not known."""
        return self.values if self.complete else None

    @property
    def opcode_span(self) -> Span:
        """Place of the opcode in the text."""
        return Span(*self.node.opcode_range)


class Mismatch(NamedTuple):
    """Reason why a form does not accept the modifiers.

    `placed` counts the modifiers with a slot; `stuck` is the modifier without one, or None if only `missing` slots are
    unfilled; `rule` is the restriction that the combination breaks, and `values` then has the contents of the slots in
    the order in which they were written.
    """

    form: Form
    placed: int
    stuck: int | None = None
    missing: tuple[Slot, ...] = ()
    rule: Rule | None = None
    values: Values = {}


def match(form: Form, modifiers: Sequence[str], *, any_order: bool = False) -> ResolvedInstruction | Mismatch:
    """Match `modifiers` with the slots of `form`.

    `any_order` ignores the fixed places, which distinguishes a wrong order from a wrong modifier.
    """
    if len(modifiers) > MAX_MODIFIERS:
        return Mismatch(form, 0, stuck=MAX_MODIFIERS)
    search = _Search(form, modifiers, any_order)
    if not search.place(0):
        placed = len(search.lacking) - 1
        stuck = placed if placed < len(modifiers) else None
        return Mismatch(form, placed, stuck=stuck, missing=search.lacking[-1])
    values = {slot.name: search.filled.get(slot.name) for slot in form.slots}
    rule = broken_rule(form, values)
    if rule:
        return Mismatch(form, len(modifiers), rule=rule, values={**search.filled, **values})
    return ResolvedInstruction(form, values, form.opcode(values))


def placements(form: Form, modifiers: Sequence[str], *, any_order: bool = False) -> Iterator[dict[str, str]]:
    """Yield every way to place all `modifiers` into slots of `form`, whether or not required slots remain empty."""
    if len(modifiers) <= MAX_MODIFIERS:
        yield from _Search(form, modifiers, any_order).placements(0)


def openings(form: Form, modifiers: Sequence[str]) -> Iterator[tuple[dict[str, str], list[Slot]]]:
    """Yield every way to place all `modifiers` into slots of `form`, with the slots that a next modifier may fill."""
    if len(modifiers) < MAX_MODIFIERS:
        search = _Search(form, modifiers, any_order=False)
        for placed in search.placements(0):
            yield placed, search.open_slots(len(modifiers))


class FormIndex:
    """Index of the forms of one mnemonic by the modifiers that they accept and require, one bit for each form.

    A mnemonic such as `cvt` or `ld` has dozens of forms; one bitwise AND per modifier leaves the few that can match.
    """

    __slots__ = ("_needing", "_taking", "forms")

    def __init__(self, forms: Sequence[Form]) -> None:
        self.forms = forms
        self._taking: dict[str, int] = {}
        self._needing: dict[frozenset[str], int] = {}
        for number, form in enumerate(forms):
            bit = 1 << number
            for slot in form.slots:
                for value in slot.values:
                    self._taking[value] = self._taking.get(value, 0) | bit
                if not slot.optional:
                    needed = frozenset(slot.values)
                    self._needing[needed] = self._needing.get(needed, 0) | bit

    def taking(self, modifiers: Iterable[str]) -> int:
        """Return the forms that have a slot for each of the modifiers, as bits."""
        forms = (1 << len(self.forms)) - 1
        for modifier in modifiers:
            forms &= self._taking.get(modifier, 0)
        return forms

    def forms_taking(self, modifiers: Iterable[str]) -> list[Form]:
        """Return the forms that have a slot for each of the modifiers."""
        taking = self.taking(modifiers)
        return [form for number, form in enumerate(self.forms) if taking >> number & 1]

    def candidates(self, modifiers: Sequence[str]) -> Iterator[Form]:
        """Yield the forms that have a slot for each of the modifiers, and a modifier for each required slot."""
        remaining = self.taking(modifiers)
        for needed, forms in self._needing.items():
            if remaining & forms and needed.isdisjoint(modifiers):
                remaining &= ~forms
        while remaining:
            lowest = remaining & -remaining
            yield self.forms[lowest.bit_length() - 1]
            remaining ^= lowest

    def matches(self, modifiers: Sequence[str]) -> tuple[ResolvedInstruction, ...]:
        """Return an instruction for every form that accepts the modifiers."""
        matches = (match(form, modifiers) for form in self.candidates(modifiers))
        return tuple(candidate for candidate in matches if isinstance(candidate, ResolvedInstruction))


class _Search:
    """Depth-first placement of modifiers into slots; each modifier has rarely more than one place."""

    def __init__(self, form: Form, modifiers: Sequence[str], any_order: bool) -> None:
        self.slots, self.modifiers, self.any_order = form.slots, modifiers, any_order
        self.fused = [] if any_order else [slot for slot in form.slots if slot.in_mnemonic]
        self.filled: dict[str, str] = {}
        self.lacking: list[tuple[Slot, ...]] = []  # Unfilled slots when this number of modifiers was first placed.

    def place(self, index: int) -> bool:
        """Place modifiers from `index` on."""
        self.note_progress(index)
        if index == len(self.modifiers):
            return not self.unfilled()
        value = self.modifiers[index]
        for slot in self.candidates(index):
            self.filled[slot.name] = value
            if self.place(index + 1):
                return True
            del self.filled[slot.name]
        return self.repeat(index, value)

    def placements(self, index: int) -> Iterator[dict[str, str]]:
        """Yield every placement of the modifiers from `index` on; required slots may stay empty."""
        if index == len(self.modifiers):
            yield dict(self.filled)
            return
        value = self.modifiers[index]
        for slot in self.candidates(index):
            self.filled[slot.name] = value
            yield from self.placements(index + 1)
            del self.filled[slot.name]
        if any(slot.repeatable and self.filled.get(slot.name) == value for slot in self.slots):
            yield from self.placements(index + 1)

    def candidates(self, index: int) -> list[Slot]:
        value = self.modifiers[index]
        fused = self.next_fused(index) if self.fused else []
        # A required fused modifier must come next: `.async` of `cp.async` before any other one.
        if any(not slot.optional for slot in fused):
            return [slot for slot in fused if value in slot.values]
        return [
            slot
            for position, slot in enumerate(self.slots)
            if slot.name not in self.filled
            and value in slot.values
            and (self.any_order or not slot.in_mnemonic or slot in fused)
            and self.in_order(position, slot)
        ]

    def open_slots(self, index: int) -> list[Slot]:
        """Return the slots that some modifier at `index` may fill."""
        fused = self.next_fused(index) if self.fused else []
        if any(not slot.optional for slot in fused):
            return fused
        return [
            slot
            for position, slot in enumerate(self.slots)
            if slot.name not in self.filled
            and (not slot.in_mnemonic or slot in fused)
            and self.in_order(position, slot)
        ]

    def in_order(self, position: int, slot: Slot) -> bool:
        """Return True if no later slot of an ordered group is filled."""
        if self.any_order or slot.group not in ORDERED:
            return True
        return not any(later.group == slot.group and later.name in self.filled for later in self.slots[position + 1 :])

    def next_fused(self, index: int) -> list[Slot]:
        """Return the slots joined to the mnemonic of which one may come next: those up to the first required one."""
        filled = [position for position, slot in enumerate(self.fused) if slot.name in self.filled]
        if len(filled) < index:
            return []
        rest = self.fused[filled[-1] + 1 if filled else 0 :]
        required = next((position for position, slot in enumerate(rest) if not slot.optional), len(rest))
        return rest[: required + 1]

    def repeat(self, index: int, value: str) -> bool:
        """Place a modifier that may be repeated and is placed already."""
        if any(slot.repeatable and self.filled.get(slot.name) == value for slot in self.slots):
            return self.place(index + 1)
        return False

    def unfilled(self) -> tuple[Slot, ...]:
        return tuple(slot for slot in self.slots if not slot.optional and slot.name not in self.filled)

    def note_progress(self, index: int) -> None:
        if index == len(self.lacking):
            self.lacking.append(self.unfilled())
