"""Where an assembler judges statements otherwise than the manual: the rules of errata as values.

A deviation says of which forms, under which conditions, ptxas accepts what the manual does not list, or rejects what
it lists. What modifiers, rules and floors it changes makes another form of a form (`widened`); what it says of operands
is about the words that describe what is written there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import NamedTuple

from ptxisa.isa import versions
from ptxisa.isa.forms import Condition, Form, Slot, Values, holds, rule_holds, slot_of
from ptxisa.isa.instructions import MANUAL, forms_of
from ptxisa.isa.names import Unknown, listing
from ptxisa.isa.opcode import ResolvedInstruction, match


class UnknownRelease(Unknown, ValueError):
    """No release of CUDA has this name."""


class Deviation(NamedTuple):
    """One rule of an erratum, measured on `releases`: under `when`, ptxas accepts (or rejects) statements of `forms`.

    A deviation without any of the following fields is another floor of the forms.

    forms: form ids; all forms if empty, but never `except_forms`.
    since: pairs of PTX version and target expression from which on it applies; everywhere if empty.
    extra_modifiers: modifiers that the opcode may have in addition, at most `extra_count` of them.
    omitted_modifiers: modifiers that the form requires and that may be missing.
    extra_values: more values of slots, by slot.
    repeated_modifiers: modifiers that may be written twice.
    overrides: ids of rules, requirements and clauses of the record that do not apply.
    operands: operands that it concerns, all if empty; of these, the ones with an instruction type of `operand_types`.
    written_as: kinds of text at one of these operands, and `others_written_as` at all others of them
        (see `ptxisa.check.written`).
    operand_counts: numbers of operands of the statement.
    body: "kernel" or "function", if it concerns statements in such bodies only.
    measured: the compared releases; the ones not in `releases` follow the manual. A release that was not measured is
        taken as the next measured one.
    """

    erratum: str
    releases: tuple[str, ...]
    accepts: bool = True
    forms: tuple[str, ...] = ()
    when: Condition = {}
    since: tuple[tuple[str, str], ...] = ()
    extra_modifiers: tuple[str, ...] = ()
    omitted_modifiers: tuple[str, ...] = ()
    extra_values: Mapping[str, tuple[str, ...]] = {}
    repeated_modifiers: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    operands: tuple[str, ...] = ()
    operand_types: tuple[str, ...] = ()
    written_as: tuple[str, ...] = ()
    others_written_as: tuple[str, ...] = ()
    operand_counts: tuple[int, ...] = ()
    except_forms: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    body: str = ""
    extra_count: int = 1

    def applies_to(self, form: str) -> bool:
        """Return True if the deviation applies to the form with this id."""
        return (not self.forms or form in self.forms) and form not in self.except_forms

    @property
    def changes_opcode(self) -> bool:
        """True if it changes the opcodes that a form accepts."""
        return bool(
            self.extra_modifiers
            or self.omitted_modifiers
            or self.extra_values
            or self.repeated_modifiers
            or self.overrides
        )

    @property
    def concerns_operands(self) -> bool:
        """True if it depends on the text written at operands."""
        return bool(self.operands or self.operand_types or self.written_as or self.operand_counts)


@cache
def measured_releases() -> tuple[str, ...]:
    """The releases of ptxas whose verdicts were compared with the records, oldest first."""
    from ptxisa._generated.deviations import RELEASES

    return RELEASES


def reference(assembler: str) -> str:
    """The measured release that a release is taken for: the next one, or the newest; raises `UnknownRelease`."""
    known = measured_releases()
    if assembler in known:
        return assembler
    if assembler not in newest_versions():
        message = f"unknown release {assembler[:20]!r}; measured releases are {named(known)}"
        raise UnknownRelease(message)
    return next((one for one in known if _number(one) > _number(assembler)), known[-1])


def named(releases: Sequence[str]) -> str:
    """Releases in words; three or more measured ones in a row are summed up: `11.8, 13.0 to 13.3 and 13.5`."""
    every = (*measured_releases(), *(one for one in releases if one not in measured_releases()))
    runs = [list(run) for there, run in groupby(every, key=frozenset(releases).__contains__) if there]
    words = ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run for run in runs)
    return listing(chain.from_iterable(words), last="and")


@cache
def newest_versions() -> Mapping[str, versions.Version]:
    """The newest PTX version of each release of CUDA."""
    found: dict[str, versions.Version] = {}
    for name, info in versions.known().items():
        found.update(dict.fromkeys(info.cuda, versions.order(name)))
    return found


def _number(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


@lru_cache(maxsize=4096)
def deviations(mnemonic: str, assembler: str = "") -> tuple[Deviation, ...]:
    """Those of a mnemonic; with an assembler those that hold of that release.

    Without one, what ptxas accepts beside the manual counts only if some release of the newest major version does.
    """
    return () if assembler == MANUAL else tuple(one for one in every_deviation(mnemonic) if _holds_of(one, assembler))


def every_deviation(mnemonic: str) -> tuple[Deviation, ...]:
    """Those of a mnemonic, whatever releases they hold of."""
    from ptxisa._generated.deviations import DEVIATIONS, EVERYWHERE

    return (*DEVIATIONS.get(mnemonic, ()), *EVERYWHERE)


def _holds_of(one: Deviation, assembler: str) -> bool:
    if assembler:
        taken_for = assembler if assembler in one.measured else reference(assembler)
        return assembler in one.releases or taken_for in one.releases
    (major, *_) = _number(measured_releases()[-1])
    return not one.accepts or any(_number(release)[0] >= major for release in one.releases)


@lru_cache(maxsize=1024)
def of_record(key: str, assembler: str = "") -> tuple[Deviation, ...]:
    """Those of a record of another kind than instruction, such as `pragma/frequency`."""
    from ptxisa._generated.deviations import RECORDS

    found = () if assembler == MANUAL else RECORDS.get(key, ())
    return tuple(one for one in found if _holds_of(one, assembler))


@cache
def summary(erratum: str) -> str:
    """One line about an erratum."""
    from ptxisa._generated.deviations import SUMMARIES

    return SUMMARIES[erratum]


class Widened(NamedTuple):
    """A form with the modifiers of an opcode as an assembler has them, and the deviations that this takes."""

    instruction: ResolvedInstruction
    used: tuple[Deviation, ...]


@lru_cache(maxsize=8192)
def widened(mnemonic: str, modifiers: tuple[str, ...], assembler: str = "") -> tuple[Widened, ...]:
    """The forms that take modifiers once deviations are granted; of these the ones that need the fewest.

    With an assembler, those that hold of that release are granted.
    """
    known = deviations(mnemonic, assembler)
    changing = [one for one in known if one.changes_opcode and one.accepts and _touches(one, modifiers)]
    result = []
    for form in forms_of(mnemonic):
        mine = tuple(one for one in changing if one.applies_to(form.id))
        if mine and _has_all(form, modifiers, mine) and (one := _widened(form, modifiers, mine)):
            result.append(one)
    fewest = min((len(one.used) for one in result), default=0)
    return tuple(one for one in result if len(one.used) == fewest)


def _touches(one: Deviation, modifiers: Sequence[str]) -> bool:
    """Whether a deviation can matter for these modifiers."""
    return bool(one.omitted_modifiers or one.overrides) or not _named(one).isdisjoint(modifiers)


def _named(one: Deviation) -> set[str]:
    """The modifiers that a deviation grants."""
    return {
        *one.extra_modifiers,
        *one.repeated_modifiers,
        *(value for values in one.extra_values.values() for value in values),
    }


def _has_all(form: Form, modifiers: Sequence[str], granted: tuple[Deviation, ...]) -> bool:
    """Whether a form has each of the modifiers once deviations are granted, in whatever order and number."""
    own = {value for slot in form.slots for value in slot.values}
    return own.union(*map(_named, granted)).issuperset(modifiers)


def _widened(form: Form, modifiers: Sequence[str], granted: tuple[Deviation, ...]) -> Widened | None:
    """A form that takes the modifiers with what is granted, if each change that it takes is granted to it."""
    wide = form._replace(slots=_slots(form, granted), rules=())
    found = match(wide, modifiers)
    if not isinstance(found, ResolvedInstruction):
        return None
    values = dict(found.modifiers)
    changes = list(_changes(form, values, modifiers, granted))
    values.update({change.slot: change.value for change in changes if change.key == "omitted_modifiers"})
    used = []
    for change in (
        *changes,
        *(_Change("overrides", "", rule.id) for rule in form.rules if not rule_holds(rule, values)),
    ):
        one = next((one for one in granted if change.granted(one) and holds(one.when, values)), None)
        if one is None:
            return None
        used.append(one)
    instruction = ResolvedInstruction(wide, values, ".".join((form.mnemonic, *modifiers)))
    return Widened(instruction, tuple({id(one): one for one in used}.values())) if used else None


class _Change(NamedTuple):
    """A difference from the form of the manual: the key of a deviation that grants it, its slot and value."""

    key: str
    slot: str
    value: str

    def granted(self, one: Deviation) -> bool:
        """Whether a deviation grants it."""
        if self.key == "extra_values":
            return self.value in one.extra_values.get(self.slot, ())
        return self.value in getattr(one, self.key)


def _slots(form: Form, granted: Sequence[Deviation]) -> tuple[Slot, ...]:
    """The slots of a form with what deviations grant: more values, less that is required, and more modifiers."""
    slots = []
    for slot in form.slots:
        more = tuple(
            value for one in granted for value in one.extra_values.get(slot.name, ()) if value not in slot.values
        )
        optional = slot.optional or any(value in one.omitted_modifiers for one in granted for value in slot.values)
        repeatable = slot.repeatable or any(value in one.repeated_modifiers for one in granted for value in slot.values)
        slots.append(slot._replace(values=slot.values + more, optional=optional, repeatable=repeatable))
    return (*slots, *_more_slots(form, granted))


def _more_slots(form: Form, granted: Sequence[Deviation]) -> Iterator[Slot]:
    """Slots for what each deviation adds to a form: of modifiers that are alike, assemblers take a certain number."""
    known = {value for slot in form.slots for value in slot.values}
    fused = _fused(form.mnemonic)
    for one in granted:
        more = tuple(modifier for modifier in one.extra_modifiers if modifier not in known)
        known.update(more)
        for time in range(one.extra_count if more else 0):
            yield Slot("+" * time + _added(form, more[0]), more, "", optional=True, in_mnemonic=more[0] in fused)


@lru_cache(maxsize=256)
def _fused(mnemonic: str) -> frozenset[str]:
    """The modifiers that follow a mnemonic directly in some form, and so wherever they are added."""
    fused = (slot for form in forms_of(mnemonic) for slot in form.slots if slot.in_mnemonic)
    return frozenset(value for slot in fused for value in slot.values)


def _added(form: Form, modifier: str) -> str:
    """The name of the slot of a modifier that a form does not have: that of a literal, unless the form has it."""
    name = slot_of(modifier)
    return f"+{name}" if any(slot.name == name for slot in form.slots) else name


def _changes(form: Form, values: Values, modifiers: Sequence[str], granted: Sequence[Deviation]) -> Iterator[_Change]:
    """What distinguishes modifiers from those that the form has, its rules aside."""
    for slot in form.slots:
        value = values[slot.name]
        if value is None and not slot.optional:
            yield _Change("omitted_modifiers", slot.name, _omitted(slot, granted))
        elif value is not None and value not in slot.values:
            yield _Change("extra_values", slot.name, value)
        elif value is not None and not slot.repeatable and modifiers.count(value) > list(values.values()).count(value):
            yield _Change("repeated_modifiers", slot.name, value)
    own = {slot.name for slot in form.slots}
    for name, modifier in values.items():
        if name not in own and modifier is not None:
            yield _Change("extra_modifiers", name, modifier)


def _omitted(slot: Slot, granted: Sequence[Deviation]) -> str:
    """The value that an empty slot means."""
    return next(value for one in granted for value in slot.values if value in one.omitted_modifiers)
