"""Explain why an opcode matches no form of its mnemonic, and what to write instead.

    explain("mul", ["u32"]).message  # 'mul.u32 needs one of .lo, .hi, .wide'

The reasons, in the order in which they are tried: a modifier that no form has, the wrong order, required modifiers that
are missing, a broken rule, and modifiers that no form has together. Every modifier that a message offers leads to an
opcode that exists; with `available`, to one that exists on the target and version of the module.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ptxisa.isa.combinations import describe, wrong_slots
from ptxisa.isa.conditions import broken
from ptxisa.isa.diagnostics import Diagnostic, error, note
from ptxisa.isa.forms import ABSENT, Form, Rule, Slot, Values
from ptxisa.isa.instructions import InstructionForms, forms_of, instruction, mnemonics, set_of_mnemonics, unrecorded
from ptxisa.isa.names import NUMBER, listing, near, runs, suggestion
from ptxisa.isa.opcode import MAX_MODIFIERS, Mismatch, ResolvedInstruction, match, placements
from ptxisa.isa.variants import completions

Available = Callable[[Form, "Values | None"], bool]
"""Predicate: the form exists on target and version with these modifiers; None for some modifiers."""

MOST_SHOWN = 8
"""Modifiers of an opcode that a message shows."""
MOST_VALUES = 12
"""Values of a slot that a message shows."""
_FEW = 6
"""Modifiers in a hint that offers a choice besides another way."""
_MOST_SIMILAR = 4
"""Modifiers that contain an unknown one and that a hint offers."""
_MOST_TRIED = 2000
"""Variants of a form among which an available one is searched; more would make files full of errors slow."""

# f32, f16x2, bf16, tf32, e4m3, ue8m0x2 …
_FLOATING = re.compile(r"(?:b|t)?f[0-9]+(?:x[0-9]+)?|u?e[0-9]+m[0-9]+(?:x[0-9]+)?")
_OTHER_NAMES = (
    (re.compile(r"i(?:nt)?([0-9]+)(?:_t)?"), r"s\1"),
    (re.compile(r"ui(?:nt)?([0-9]+)(?:_t)?"), r"u\1"),
    (re.compile(r"fp([0-9]+)"), r"f\1"),
    (re.compile(r"int"), "s32"),
    (re.compile(r"uint"), "u32"),
    (re.compile(r"float"), "f32"),
    (re.compile(r"double"), "f64"),
    (re.compile(r"half"), "f16"),
)
"""Names of types in other languages, with those of PTX."""


def explain(mnemonic: str, modifiers: Sequence[str], available: Available | None = None) -> Diagnostic:
    """Return the diagnostic for an opcode that matches no form.

    Args:
        mnemonic: First word of the opcode.
        modifiers: The other words.
        available: Limits what messages offer; without it, any target and version count.
    """
    record = instruction(mnemonic)
    if record is None:
        return unknown_mnemonic(mnemonic, modifiers)
    if len(modifiers) > MAX_MODIFIERS:
        message = f"{mnemonic} has {len(modifiers):,} modifiers; no form takes that many"
        return error("modifier-combination", message)._replace(modifier=MAX_MODIFIERS)
    return _Opcode(record, tuple(modifiers), available).explanation()


def unknown_mnemonic(mnemonic: str, modifiers: Sequence[str] = (), *, hints: bool = True) -> Diagnostic:
    """Return the diagnostic for a mnemonic without a record: not recorded yet, misspelled, or without its dots.

    Without `hints`, it offers no other opcode.
    """
    if mnemonic in unrecorded():
        message = f"{mnemonic} has no record yet (it is defined in {unrecorded()[mnemonic]})"
        return note("unrecorded-instruction", message)._replace(subject=mnemonic)
    hint = ""
    if hints:
        dotted = _with_dots(mnemonic)
        if dotted:
            hint = f"did you mean {'.'.join((*dotted, *modifiers[:MOST_SHOWN]))}?"
        else:
            hint = suggestion(mnemonic, _every_mnemonic())
    message = f"unknown instruction {mnemonic[:60]!r}"
    return Diagnostic("unknown-mnemonic", "error", message, hint=hint, subject=mnemonic)


@cache
def _every_mnemonic() -> tuple[str, ...]:
    return (*mnemonics(), *unrecorded())


def instruction_name(opcode: str, forms: Iterable[Form]) -> str:
    """Return the name of an instruction as the manual has it: `cp.async.bulk.tensor` for its opcodes.

    The name is that of the record; the mnemonic alone if the opcode has no such words.
    """
    names = {form.record.rpartition("/")[2] for form in forms}
    return max((name for name in names if f"{opcode}.".startswith(f"{name}.")), key=len, default=opcode.split(".")[0])


class _Partial(NamedTuple):
    """A form that has a slot for every written modifier; `missing` are its slots that must still be filled."""

    form: Form
    missing: tuple[Slot, ...]
    """Slots without a modifier, with the values that lead to a legal opcode."""
    inserted: int
    """Number of missing modifiers that come before the last written one."""
    example: str
    """A legal opcode."""


class _Opcode:
    """An opcode that matches no form, with the forms of its mnemonic."""

    def __init__(self, record: InstructionForms, modifiers: tuple[str, ...], available: Available | None) -> None:
        self.instruction, self.modifiers = record, modifiers
        self.mnemonic = record.mnemonic
        self.spelled = ".".join((self.mnemonic, *modifiers[:MOST_SHOWN]))
        self.available = available or _everywhere
        self.forms = _available_forms(record.mnemonic, self.available)
        self.name = instruction_name(self.spelled, record.forms)

    def explanation(self) -> Diagnostic:
        """Return the diagnostic; its `modifier` is the number of the modifier that has no place, if there is one."""
        diagnostic = self._unrecorded() or self._unknown() or self._near_miss()
        if diagnostic is None and self.available is not _everywhere:
            # Target and version have no variant of the opcode: explain the instruction as it is elsewhere.
            # A wrong opcode is explained as on any target, which is more useful than "not available here".
            elsewhere = _Opcode(self.instruction, self.modifiers, None)
            name = self.modifiers[: self.name.count(".")]
            diagnostic = elsewhere._near_miss()
            if diagnostic is None and not all(self._fits((*name, modifier)) for modifier in self.modifiers):
                diagnostic = elsewhere._clash()
        return diagnostic or self._clash()

    def _near_miss(self) -> Diagnostic | None:
        """Return the diagnostic if the opcode becomes legal in another order or by adding modifiers."""
        return self._reordered() or self._rule_broken() or self._incomplete()

    def _unrecorded(self) -> Diagnostic | None:
        """Return a note for a section without a record: the opcode has a floating-point type that no form has."""
        known, uncovered = _modifiers(self.mnemonic), self.instruction.uncovered
        if not uncovered or not any(_FLOATING.fullmatch(word) and word not in known for word in self.modifiers):
            return None
        message = f"{self.spelled} has no record yet (see {listing(uncovered, limit=3)})"
        return note("unrecorded-instruction", message)._replace(subject=self.spelled)

    # A modifier that no form has

    def _unknown(self) -> Diagnostic | None:
        known = _modifiers(self.mnemonic)
        for index, modifier in enumerate(self.modifiers):
            if modifier not in known:
                name = instruction_name(".".join((self.mnemonic, *self.modifiers[:index])), self.instruction.forms)
                diagnostic = error("unknown-modifier", f"{name} has no modifier .{modifier[:60]}")
                return diagnostic._replace(subject=modifier, modifier=index, hint=self._instead(index))
        return None

    def _instead(self, index: int) -> str:
        """Return a hint for an unknown modifier: similar ones among those that are legal at its place."""
        known, modifier = _modifiers(self.mnemonic), self.modifiers[index]
        before = tuple(word for word in self.modifiers[:index] if word in known)
        after = tuple(word for word in self.modifiers[index + 1 :] if word in known)
        legal = _legal_between(self.mnemonic, before, after, self.available)
        if not legal:
            legal = _legal_between(self.mnemonic, before, after, _everywhere)
        without = ".".join((self.mnemonic, *before, *after))
        joined = self._joined(index)
        if joined:
            return f"write .{joined}"
        split = _split(modifier, self.mnemonic)
        if len(split) > 1 and any(_contains(form, (*before, *split, *after)) for form in self.forms):
            return f"write {''.join(_dotted(split))}"
        if not legal and self._exists((*before, *after)):
            return f"write {without}"
        names = legal or tuple(known)
        # Modifiers of which this one is a word (`wait` of `wait::ld`), or else those that begin with it.
        contained = (
            [name for name in names if modifier in re.split("::?|_", name)]
            or [name for name in names if len(modifier) > 1 and name.startswith(modifier)]
            or [name for name in known if "::" in modifier and name.startswith(modifier)]
        )
        if 0 < len(contained) <= _MOST_SIMILAR:
            return f"write {listing(_dotted(contained))}"
        shape = NUMBER.sub("#", modifier)
        alike = [name for name in names if NUMBER.sub("#", name) == shape]
        translated = (re.sub(pattern, name, modifier) for pattern, name in _OTHER_NAMES if pattern.fullmatch(modifier))
        similar = next((name for name in translated if name in names), None) or near(modifier, names)
        if similar and not (len(alike) > 1 and NUMBER.sub("#", similar) == shape):
            return f"did you mean .{similar}?"
        if not alike and self._exists((*before, *after)):
            others = f", or {listing(_dotted(legal))} instead of .{modifier[:60]}" if len(legal) <= _FEW else ""
            return f"write {without}{others}"
        # A modifier that needs others after it is not legal yet; it may still be the one that was meant.
        later = [] if alike else [name for name in known if NUMBER.sub("#", name) == shape]
        if not alike and len(later) < 2 and (similar := near(modifier, tuple(known))):
            return f"did you mean .{similar}?"
        return f"{self.name} takes {listing(runs(_dotted(alike or (later if len(later) > 1 else names))))}"

    def _joined(self, index: int) -> str:
        """Return the modifier that is written as two words, such as `wait::ld` for `.wait.ld`; "" if there is none."""
        known = _modifiers(self.mnemonic)
        for first, second in itertools.pairwise(self.modifiers[max(index - 1, 0) : index + 2]):
            for joint in ("::", "_"):
                if f"{first}{joint}{second}" in known:
                    return f"{first}{joint}{second}"
        return ""

    # The wrong order

    def _reordered(self) -> Diagnostic | None:
        """Report the right modifiers in an order that assemblers reject; the order of types has a meaning."""
        for form in self.forms:
            matched = match(form, self.modifiers, any_order=True)
            if isinstance(matched, ResolvedInstruction) and self.available(form, matched.modifiers):
                types = {value for slot in _type_slots(form) for value in slot.values}
                usual = matched.opcode.split(".")[1:]
                if [word for word in usual if word in types] != [word for word in self.modifiers if word in types]:
                    continue
                message = f"the modifiers of {'.'.join((self.mnemonic, *self.modifiers))} are in the wrong order"
                wrong = error("modifier-order", message, hint=f"write {matched.opcode}")
                return wrong._replace(form=form.id, modifier=0)
        return None

    # Missing modifiers

    def _incomplete(self) -> Diagnostic | None:
        """Report required modifiers that are missing, if adding some makes the opcode legal."""
        partials = self._partials(self.modifiers)
        if not partials:
            return None
        layouts = {tuple(slot.group for slot in partial.missing) for partial in partials}
        if len(layouts) == 1:
            slots = [_merged(slots) for slots in zip(*(partial.missing for partial in partials), strict=True)]
            wanted = _wanted_slots(slots)
        else:
            # The forms go on in different ways, so only the next modifier can be named.
            wanted = _wanted(_merged([partial.missing[0] for partial in partials])._replace(group="", literal=False))
        form = partials[0].form
        one_form = len({partial.form.id for partial in partials}) == 1
        hint = f"the form is {form.syntax}" if one_form else f"for example {partials[0].example}"
        return error("missing-modifier", f"{self.spelled} needs {wanted}", hint=hint)._replace(form=form.id)

    def _partials(self, modifiers: tuple[str, ...]) -> list[_Partial]:
        """Return the forms that become legal by adding modifiers, those in which the written ones are in order."""
        for any_order in (False, True):
            partials = []
            for form in self.instruction.index.forms_taking(modifiers):
                if self.available(form, None):
                    partials += self._partials_of(form, modifiers, any_order)
            if partials:
                fewest = min(partial.inserted for partial in partials)
                return [
                    partial for partial in partials if partial.inserted == fewest and not _is_longer(partial, partials)
                ]
        return []

    def _partials_of(self, form: Form, modifiers: tuple[str, ...], any_order: bool) -> list[_Partial]:
        """Return the ways to complete an opcode of one form, those in which the fewest modifiers are missing."""
        partials: list[_Partial] = []
        for placed in _placements(form, modifiers, any_order):
            completion = _completion(form, placed, self.available)
            if completion is not None:
                partial = _partial(form, placed, *completion, self.available)
                if partial.missing or not any_order:
                    partials.append(partial)
        fewest = min((len(partial.missing) for partial in partials), default=0)
        return [partial for partial in partials if len(partial.missing) == fewest]

    def _fits(self, modifiers: tuple[str, ...]) -> bool:
        """Return True if some form becomes legal by adding modifiers."""
        forms = [form for form in self.instruction.index.forms_taking(modifiers) if self.available(form, None)]
        return any(
            _completion(form, placed, self.available)
            for any_order in (False, True)
            for form in forms
            for placed in _placements(form, modifiers, any_order)
        )

    # A broken rule

    def _rule_broken(self) -> Diagnostic | None:
        """Report the rule that an opcode breaks which has every required modifier."""
        results = [match(form, self.modifiers) for form in self.forms]
        mismatches = [result for result in results if isinstance(result, Mismatch) and result.rule is not None]
        if not mismatches:
            return None
        types = self._types()

        def takes_types(mismatch: Mismatch) -> bool:
            """Return True if these are the types of the form, one for each of its slots."""
            slots = _type_slots(mismatch.form)
            same = len(slots) == len(types)
            return same and all(type_ in slot.values for slot, type_ in zip(slots, types, strict=True))

        nearest = max(mismatches, key=takes_types)
        form, rule = nearest.form, nearest.rule
        assert rule is not None
        addition = self._addition(nearest)
        if addition is not None:
            message = f"{self.spelled} needs {_wanted_slots(addition.missing)}"
            hint = f"for example {addition.example}" if rule.rows else rule.why
            return error("modifier-combination", message, hint=hint)._replace(form=form.id, rule=rule.id)
        if rule.rows:
            return self._outside(nearest, rule)
        message = f"{self.spelled}: {broken(rule, form, nearest.values)}"
        diagnostic = error("modifier-combination", message, hint=rule.why)
        return diagnostic._replace(form=form.id, rule=rule.id)

    def _addition(self, nearest: Mismatch) -> _Partial | None:
        """Return the modifier whose addition satisfies all rules, if there is one."""
        partials = []
        for placed in placements(nearest.form, self.modifiers):
            completion = _completion(nearest.form, placed, self.available)
            if completion is not None:
                partials.append(_partial(nearest.form, placed, *completion, self.available))
        partials = [partial for partial in partials if partial.missing]
        return min(partials, key=lambda partial: len(partial.missing), default=None)

    def _outside(self, nearest: Mismatch, rule: Rule) -> Diagnostic:
        """Report a combination that no row of a table has, with the modifier that differs from the nearest rows."""
        form, values = nearest.form, nearest.values
        legal_values = wrong_slots(rule, values)
        wrong = next(iter(legal_values))
        written = [slot for slot, value in values.items() if value is not None]
        culprit = written.index(wrong) if wrong in written and len(written) == len(self.modifiers) else None
        legal = {slot: values.get(slot) for slot in values} | {
            slot: next((value for value in wanted if value != ABSENT), None) for slot, wanted in legal_values.items()
        }
        given = {slot: value for slot, value in legal.items() if value is not None}
        example = next((values for values in completions(form, given) if self.available(form, values)), None)
        hint = f"for example {form.opcode(example)}" if example else f"see `ptxisa show {self.name}`"
        diagnostic = error("modifier-combination", describe(form, rule, values), hint=hint)
        return diagnostic._replace(form=form.id, rule=rule.id, modifier=culprit)

    # Modifiers that exclude each other

    def _clash(self) -> Diagnostic:
        """Report a smallest set of modifiers that no form has together, and what to write instead of one of them."""
        core = self._core()
        types = self._types()
        fixes = {index: self._replacements(index) for index in core}
        # The modifier to blame: one whose removal or replacement makes the opcode legal, the last such one.
        culprit = max(
            core,
            key=lambda index: (
                self._is_legal_without(index) or bool(fixes[index]),
                self.modifiers[index] not in types,
                index,
            ),
        )
        modifier = self.modifiers[culprit]
        others = [self.modifiers[index] for index in core if index != culprit]
        form = next(iter(self.instruction.index.forms_taking([modifier])), self.forms[0])
        if modifier in others or (not others and self.modifiers.count(modifier) > 1):
            message, hint = f"{self.spelled}: .{modifier} is repeated", f"write .{modifier} once"
        else:
            # Types that follow each other are one word: `.row and .f32.f16`.
            words: list[str] = []
            for index, other in enumerate(others):
                if index and other in types and others[index - 1] in types:
                    words[-1] += f".{other}"
                else:
                    words.append(f".{other}")
            message = f"{self.spelled}: .{modifier} cannot be combined with {listing(words, last='and')}"
            named = self.name.count(".")
            if culprit >= named and all(index < named for index in core if index != culprit):
                message = f"{self.spelled}: {self.name} takes no .{modifier} here"
            hint = self._repair(culprit, fixes)
        diagnostic = error("modifier-combination", message, hint=hint)
        return diagnostic._replace(subject=modifier, modifier=culprit, form=form.id)

    def _core(self) -> list[int]:
        """Return modifiers that no form has together although it has any fewer of them, by number."""
        # Each modifier is left out if the rest still clashes without it: a minimal set after one pass.
        core = list(range(len(self.modifiers)))
        # Words of the name of the instruction come last, since the others are about this instruction.
        named = self.name.count(".")
        for index in [*range(named, len(self.modifiers)), *range(named)]:
            fewer = [number for number in core if number != index]
            if not self._fits(tuple(self.modifiers[number] for number in fewer)):
                core = fewer
        return core

    def _replacements(self, index: int) -> list[str]:
        """Return the modifiers that make the opcode legal in place of one of them, those of similar names first."""
        before, after = self.modifiers[:index], self.modifiers[index + 1 :]
        width = NUMBER.findall(self.modifiers[index])[:1]
        groups = {
            slot.group for form in self.instruction.forms for slot in form.slots if self.modifiers[index] in slot.values
        }
        slots = [slot for form in self.instruction.index.forms_taking((*before, *after)) for slot in form.slots]
        for alike in (True,) if self._is_legal_without(index) else (True, False):
            values = dict.fromkeys(
                value
                for slot in slots
                if (slot.group in groups) is alike
                for value in slot.values
                if value not in self.modifiers
            )
            legal = [value for value in values if self._exists((*before, value, *after))]
            legal = legal or [value for value in values if self._fits((*before, value, *after))]
            if legal:
                break
        return sorted(legal, key=lambda value: NUMBER.findall(value)[:1] != width)

    def _exists(self, modifiers: tuple[str, ...]) -> bool:
        return any(
            self.available(candidate.form, candidate.modifiers)
            for candidate in self.instruction.index.matches(modifiers)
        )

    def _is_legal_without(self, index: int) -> bool:
        return self._exists((*self.modifiers[:index], *self.modifiers[index + 1 :]))

    def _repair(self, culprit: int, fixes: Mapping[int, Sequence[str]]) -> str:
        """Return the hint about modifiers that clash: leave one out, or write others in place of one."""
        parts = []
        if self._is_legal_without(culprit):
            parts.append(".".join((self.mnemonic, *self.modifiers[:culprit], *self.modifiers[culprit + 1 :])))
        joined = self._joined(culprit)
        if joined:
            return f"write .{joined}"
        for index in sorted(fixes, key=lambda number: number != culprit):
            if fixes[index]:
                values = listing(runs(_dotted(fixes[index])), limit=_FEW)
                parts.append(f"{values} instead of .{self.modifiers[index]}")
        for pair in itertools.combinations(fixes, 2) if not parts else ():
            fewer = tuple(word for index, word in enumerate(self.modifiers) if index not in pair)
            if self._exists(fewer):
                return f"write {'.'.join((self.mnemonic, *fewer))}"
        return f"write {', or '.join(parts[:2])}" if parts else f"see `ptxisa show {self.name}`"

    def _types(self) -> list[str]:
        """Return the modifiers that are types."""
        known = {value for form in self.instruction.forms for slot in _type_slots(form) for value in slot.values}
        return [word for word in self.modifiers if word in known]


def _everywhere(form: Form, values: Values | None) -> bool:
    """Return True: any target and version count."""
    return True


# Files full of one error ask the same question in each line. `available` is part of the key: one function per module.
@lru_cache(maxsize=256)
def _legal_between(
    mnemonic: str, before: tuple[str, ...], after: tuple[str, ...], available: Available
) -> tuple[str, ...]:
    """Return the modifiers that make an opcode legal between others, or else those after which more are missing."""
    record = instruction(mnemonic)
    assert record is not None
    opcode = _Opcode(record, (*before, *after), available)
    values = dict.fromkeys(
        value
        for form in record.index.forms_taking((*before, *after))
        for slot in form.slots
        for value in slot.values
        if value not in before and value not in after
    )
    for leads_to_opcode in (opcode._exists, opcode._fits):
        legal = tuple(value for value in values if leads_to_opcode((*before, value, *after)))
        if legal:
            break
    return legal


def _placements(form: Form, modifiers: tuple[str, ...], any_order: bool) -> Iterator[dict[str, str]]:
    """Yield the placements of modifiers, in any order those that keep the order of types, which has a meaning."""
    types = [slot.name for slot in _type_slots(form)]
    for placed in placements(form, modifiers, any_order=any_order):
        places = [types.index(name) for name in placed if name in types]
        if places == sorted(places):
            yield placed


def _completion(form: Form, placed: Mapping[str, str], available: Available) -> tuple[Values, tuple[str, ...]] | None:
    """Return legal modifiers that contain those placed, and the optional slots that must be filled; None if none is.

    Optional modifiers are only added if rules require one.
    """
    free = [slot.name for slot in form.slots if slot.optional and slot.name not in placed]
    for added in [(), *((name,) for name in free)]:
        values = _first_available(form, placed, added, available)
        if values is not None:
            return values, added
    return None


def _first_available(
    form: Form, placed: Mapping[str, str], added: tuple[str, ...], available: Available
) -> Values | None:
    tried = itertools.islice(completions(form, placed, added), _MOST_TRIED)
    return next((values for values in tried if available(form, values)), None)


def _partial(
    form: Form, placed: Mapping[str, str], first: Values, added: tuple[str, ...], available: Available
) -> _Partial:
    """Return what is missing in a form, with the legal values of each missing slot; `first` are some of them."""
    missing, inserted = [], 0
    last = max((number for number, slot in enumerate(form.slots) if slot.name in placed), default=0)
    for number, slot in enumerate(form.slots):
        if slot.name not in placed and first[slot.name] is not None:
            legal = tuple(
                value
                for value in slot.values
                if value == first[slot.name]
                or _first_available(form, {**placed, slot.name: value}, added, available) is not None
                # A value may require a modifier that others exclude: .64x128b and a multicast in tcgen05.cp.
                or (not slot.optional and _completion(form, {**placed, slot.name: value}, available) is not None)
            )
            missing.append(slot._replace(values=legal))
            inserted += number < last
    return _Partial(form, tuple(missing), inserted, form.opcode(first))


def _is_longer(partial: _Partial, others: Iterable[_Partial]) -> bool:
    """Return True if another form needs fewer modifiers, and has the same values for them: `ld` beside `ld.nc`."""
    if not partial.missing:
        return False
    values = {slot.group: set(slot.values) for slot in partial.missing}
    return any(
        len(other.missing) < len(partial.missing)
        and other.missing
        and other.missing[0].group != partial.missing[0].group
        and all(values.get(slot.group, {""}) <= set(slot.values) for slot in other.missing)
        for other in others
    )


def _type_slots(form: Form) -> list[Slot]:
    return [slot for slot in form.slots if slot.group == "type"]


@lru_cache(maxsize=256)
def _available_forms(mnemonic: str, available: Available) -> tuple[Form, ...]:
    """Return the forms of a mnemonic that exist in some variant."""
    return tuple(form for form in forms_of(mnemonic) if available(form, None))


@lru_cache(maxsize=256)
def _modifiers(mnemonic: str) -> Mapping[str, None]:
    """Return every modifier of the forms of a mnemonic, in their order."""
    return dict.fromkeys(value for form in forms_of(mnemonic) for slot in form.slots for value in slot.values)


_LONGEST_RUN = 60
"""Longest word that is split into an opcode."""


@lru_cache(maxsize=1024)
def _with_dots(word: str) -> tuple[str, ...]:
    """Return the mnemonic and modifiers of which a word consists: shfl, bfly for `shflbfly`; () if there are none."""
    text = word.lower()
    for length in range(min(len(text), _longest_mnemonic()), 0, -1):
        mnemonic = text[:length]
        modifiers = _split(text[length:], mnemonic) if mnemonic in set_of_mnemonics() else ()
        if modifiers and any(_contains(form, modifiers) for form in forms_of(mnemonic)):
            return (mnemonic, *modifiers)
    return ()


@cache
def _longest_mnemonic() -> int:
    """Return the length of the longest mnemonic, to look up a word by its prefixes."""
    return max(map(len, mnemonics()))


_SEPARATORS = re.compile(r"[:_.]+")


def _split(text: str, mnemonic: str) -> tuple[str, ...]:
    """Return the fewest modifiers of a mnemonic of which a text consists, () if there are none.

    Dots, colons and underscores may be missing, as in `globall1noallocate`.
    """
    text = _SEPARATORS.sub("", text).lower()
    if len(text) > _LONGEST_RUN:
        return ()
    words = _bare_modifiers(mnemonic)
    # Dynamic programming: `best[end]` is the shortest list of modifiers that spells the first `end` letters.
    best: list[tuple[str, ...] | None] = [(), *[None] * len(text)]
    for start, before in enumerate(best):
        if before is None:
            continue  # Most texts end here after their first letters.
        for end in range(start + 1, len(text) + 1):
            value, shortest = words.get(text[start:end]), best[end]
            if value is not None and (shortest is None or len(before) + 1 < len(shortest)):
                best[end] = (*before, value)
    return best[-1] or ()


@lru_cache(maxsize=256)
def _bare_modifiers(mnemonic: str) -> Mapping[str, str]:
    """Return the modifiers of a mnemonic by their letters and digits alone."""
    return {_SEPARATORS.sub("", value).lower(): value for value in reversed([*_modifiers(mnemonic)])}


def _contains(form: Form, modifiers: Sequence[str]) -> bool:
    """Return True if a form has a slot of its own for each modifier."""
    slots = list(form.slots)
    for modifier in modifiers:
        slot = next((slot for slot in slots if modifier in slot.values), None)
        if slot is None:
            return False
        slots.remove(slot)
    return True


def _merged(slots: Sequence[Slot]) -> Slot:
    """Return slots at one place of several forms as one, with the values of all."""
    values = tuple(dict.fromkeys(value for slot in slots for value in slot.values))
    return slots[0]._replace(values=values, literal=len(values) == 1)


def _wanted_slots(slots: Sequence[Slot]) -> str:
    """Return a phrase for missing slots: `dtype (.f16 or .f32), .sync and .aligned`."""
    if len(slots) == 1:
        return _wanted(slots[0])
    types = sum(slot.group == "type" and not slot.literal for slot in slots)
    parts = []
    for slot in slots:
        values = listing(runs(_dotted(slot.values)), limit=MOST_VALUES)
        several = f"({values})" if len(slot.values) > 1 else values
        typed = slot.group == "type" and not slot.literal
        parts.append(f"{slot.name if types > 1 else 'a type'} {several}" if typed else several)
    return listing(parts, last="and")


def _wanted(slot: Slot) -> str:
    """Return a phrase for one missing slot: `.lo`, `one of .lo, .hi, .wide`, or `a type: .u32 or .s32`."""
    values = runs(_dotted(slot.values))
    if slot.group == "type" and not slot.literal:
        return f"a type: {listing(values, limit=MOST_VALUES)}"
    shown = ", ".join(values[:MOST_VALUES]) + (", …" if len(values) > MOST_VALUES else "")
    return shown if len(slot.values) == 1 else f"one of {shown}"


def _dotted(values: Iterable[str]) -> list[str]:
    return [f".{value}" for value in values]
