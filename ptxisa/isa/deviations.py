"""Rules of errata: where releases of ptxas differ from the manual.

A rule (`Deviation`) applies to forms, under conditions. ptxas accepts something that the manual does not list, rejects
something that it lists, or executes it whatever its guard is. Rules about modifiers, record rules and floors make
another form of a form (`widened`); rules about operands use the words of `ptxisa.check.errata` for what is written
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain, groupby
from typing import NamedTuple

from ptxisa.isa import versions
from ptxisa.isa.forms import Condition, Form, Slot, Values, holds, rule_holds, slot_of
from ptxisa.isa.instructions import MANUAL, forms_of
from ptxisa.isa.names import UnrecordedName, listing, module_name
from ptxisa.isa.opcode import ResolvedInstruction, match


class UnknownRelease(UnrecordedName, ValueError):
    """Name that no release of CUDA has."""


class Deviation(NamedTuple):
    """One rule of an erratum. A rule with none of the fields about opcodes and operands is a floor of the forms."""

    erratum: str
    """Name of the erratum."""
    releases: tuple[str, ...]
    """Releases of ptxas that differ from the manual."""
    ptxas: str = "accepts"
    """"accepts" what the manual does not have, "rejects" what it has, or "ignores-guard" of what it has."""
    forms: tuple[str, ...] = ()
    """Ids of the forms that the rule is about; without any, all forms."""
    when: Condition = {}
    """Condition on the modifiers of the form."""
    since: tuple[tuple[str, str], ...] = ()
    """Pairs of PTX version and target expression where the rule holds; without any, everywhere."""
    extra_modifiers: tuple[str, ...] = ()
    """Modifiers of which the opcode may have one in addition, or as many as `extra_count`."""
    omitted_modifiers: tuple[str, ...] = ()
    """Modifiers that the form requires and the opcode may omit."""
    extra_values: Mapping[str, tuple[str, ...]] = {}
    """Further values for the slots of the form."""
    repeated_modifiers: tuple[str, ...] = ()
    """Modifiers that the opcode may repeat."""
    overrides: tuple[str, ...] = ()
    """Ids of record rules, needs and clauses of availability that do not count."""
    operands: tuple[str, ...] = ()
    """Names of the operands that the rule is about; without any, all operands."""
    operand_types: tuple[str, ...] = ()
    """Instruction types of these operands; without any, all types."""
    written_as: tuple[str, ...] = ()
    """Words of which one describes what is written at the operand."""
    others_written_as: tuple[str, ...] = ()
    """Words of which one describes what is written at each other operand."""
    operand_counts: tuple[int, ...] = ()
    """Numbers of operands of the statement."""
    except_forms: tuple[str, ...] = ()
    """Ids of forms that the rule is not about."""
    measured: tuple[str, ...] = ()
    """Releases that were measured; those not in `releases` agree with the manual.

    Any other release is taken for the measured release next to it.
    """
    body: str = ""
    """Sort of body, "kernel" or "function"; "" for both."""
    extra_count: int = 1
    """Number of modifiers of `extra_modifiers` that the opcode may have."""
    extra_last: bool = False
    """True if these modifiers follow every type of the form."""
    operand_spaces: tuple[str, ...] = ()
    """State spaces of the addresses that the rule is about, "generic" for none; without any, all operands."""
    stage: str = ""
    """"code" if ptxas rejects statements only when it generates code, not with `-arch compute_XX`."""

    @property
    def accepts(self) -> bool:
        """True if ptxas accepts what the manual does not have."""
        return self.ptxas == "accepts"

    @property
    def rejects(self) -> bool:
        """True if ptxas rejects what the manual has."""
        return self.ptxas == "rejects"

    def applies_to(self, form: str) -> bool:
        """Return True if the rule is about a form."""
        return (not self.forms or form in self.forms) and form not in self.except_forms

    @property
    def changes_opcode(self) -> bool:
        """True if the rule changes which opcodes a form has."""
        return bool(
            self.extra_modifiers
            or self.omitted_modifiers
            or self.extra_values
            or self.repeated_modifiers
            or self.overrides
        )

    @property
    def concerns_operands(self) -> bool:
        """True if the rule is about what is written at operands."""
        return bool(
            self.operands or self.operand_types or self.operand_spaces or self.written_as or self.operand_counts
        )


@cache
def measured_releases() -> tuple[str, ...]:
    """Return the releases of ptxas whose verdicts were compared with the records, oldest first."""
    from ptxisa._generated.deviations import RELEASES

    return RELEASES


def reference(assembler: str) -> str:
    """Return the measured release that a release is taken for: the next one, or the newest.

    Raises:
        UnknownRelease: There is no such release.
    """
    known = measured_releases()
    if assembler in known:
        return assembler
    if assembler not in newest_versions():
        message = f"unknown release {assembler[:20]!r}; measured releases are {named(known)}"
        raise UnknownRelease(message)
    return next((release for release in known if _number(release) > _number(assembler)), known[-1])


def is_since(assembler: str | None, first: str) -> bool:
    """Return True if a release is `first` or a later one, and if no release is selected."""
    return not assembler or (assembler != MANUAL and _number(assembler) >= _number(first))


def named(releases: Sequence[str]) -> str:
    """Return the names of releases as a phrase; three or more in a row are a range: `11.8, 13.0 to 13.3 and 13.5`."""
    measured = {*measured_releases()}
    # Between releases of which some were not measured, a range may claim nothing about those that are not named.
    others = measured if measured.issuperset(releases) else {*measured, *newest_versions()}
    every = sorted({*others, *releases}, key=_number)
    runs = [list(run) for there, run in groupby(every, key=frozenset(releases).__contains__) if there]
    words = ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run for run in runs)
    return listing(chain.from_iterable(words), last="and")


@cache
def newest_versions() -> Mapping[str, versions.Version]:
    """Return the newest PTX version of each release of CUDA."""
    newest: dict[str, versions.Version] = {}
    for name, info in versions.known().items():
        newest.update(dict.fromkeys(info.cuda, versions.order(name)))
    return newest


@cache
def _number(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


@lru_cache(maxsize=4096)
def deviations(mnemonic: str, assembler: str = "") -> tuple[Deviation, ...]:
    """Return the rules about a mnemonic that hold for a release.

    Without a release, what ptxas accepts counts only if a release of the newest major version accepts it.
    """
    from ptxisa._generated.deviations import MNEMONICS

    if mnemonic not in MNEMONICS:
        return _deviations_of_any(assembler)
    rules = () if assembler == MANUAL else every_deviation(mnemonic)
    return tuple(rule for rule in rules if _holds_of(rule, assembler))


@cache
def _deviations_of_any(assembler: str) -> tuple[Deviation, ...]:
    """Return the rules about all mnemonics: texts may have thousands of unknown mnemonics."""
    from ptxisa._generated.deviations import EVERYWHERE

    return () if assembler == MANUAL else tuple(rule for rule in EVERYWHERE if _holds_of(rule, assembler))


def every_deviation(mnemonic: str) -> tuple[Deviation, ...]:
    """Return the rules about a mnemonic for all releases."""
    from ptxisa._generated.deviations import EVERYWHERE, MNEMONICS

    if mnemonic not in MNEMONICS:
        return EVERYWHERE
    # One module for each mnemonic: a module of PTX uses few of them.
    rules: tuple[Deviation, ...] = import_module(f"ptxisa._generated.deviations.{module_name(mnemonic)}").DEVIATIONS
    return (*rules, *EVERYWHERE)


def _holds_of(rule: Deviation, assembler: str) -> bool:
    """Return True if a rule holds for a release; without one, if releases of the newest major version accept it."""
    if assembler:
        taken_for = assembler if assembler in rule.measured else reference(assembler)
        return assembler in rule.releases or taken_for in rule.releases
    (major, *_) = _number(measured_releases()[-1])
    return not rule.accepts or any(_number(release)[0] >= major for release in rule.releases)


@lru_cache(maxsize=1024)
def of_record(key: str, assembler: str = "") -> tuple[Deviation, ...]:
    """Return the rules about a record other than an instruction, such as `pragma/frequency`."""
    from ptxisa._generated.deviations import RECORDS

    rules = () if assembler == MANUAL else RECORDS.get(key, ())
    return tuple(rule for rule in rules if _holds_of(rule, assembler))


@cache
def summary(erratum: str) -> str:
    """Return the summary of an erratum."""
    from ptxisa._generated.deviations import SUMMARIES

    return SUMMARIES[erratum]


class Widened(NamedTuple):
    """Instruction of a form that rules widen, and the rules that it needs."""

    instruction: ResolvedInstruction
    used: tuple[Deviation, ...]


@lru_cache(maxsize=8192)
def widened(mnemonic: str, modifiers: tuple[str, ...], assembler: str = "") -> tuple[Widened, ...]:
    """Return the forms that match an opcode once rules apply, of these the ones that need the fewest rules."""
    forms = forms_of(mnemonic)
    known = deviations(mnemonic, assembler) if forms else ()
    # Rules about other modifiers cannot matter.
    changing = [
        rule
        for rule in known
        if rule.changes_opcode
        and rule.accepts
        and (rule.omitted_modifiers or rule.overrides or not _named(rule).isdisjoint(modifiers))
    ]
    result = []
    for form in forms:
        rules = tuple(rule for rule in changing if rule.applies_to(form.id))
        values = {value for slot in form.slots for value in slot.values}
        if not rules or not values.union(*map(_named, rules)).issuperset(modifiers):
            continue
        wider = _widened(form, modifiers, rules)
        if wider is not None:
            result.append(wider)
    fewest = min((len(wider.used) for wider in result), default=0)
    return tuple(wider for wider in result if len(wider.used) == fewest)


def _named(rule: Deviation) -> set[str]:
    """Return the modifiers that a rule permits."""
    return {
        *rule.extra_modifiers,
        *rule.repeated_modifiers,
        *(value for values in rule.extra_values.values() for value in values),
    }


def _widened(form: Form, modifiers: Sequence[str], rules: tuple[Deviation, ...]) -> Widened | None:
    """Return the instruction of a form that matches the modifiers, if a rule permits each change of the form."""
    own = {value for slot in form.slots for value in slot.values}
    rules = tuple(
        rule for rule in rules if sum(map(modifiers.count, {*rule.extra_modifiers} - own)) <= rule.extra_count
    )
    # The widened form matches without rules of the record; each one that is broken must then be overridden below.
    wide = form._replace(slots=_slots(form, rules), rules=())
    matched = match(wide, modifiers)
    if not isinstance(matched, ResolvedInstruction):
        return None
    values = dict(matched.modifiers)
    changes = list(_changes(form, wide.slots, values, modifiers, rules))
    values.update({change.slot: change.value for change in changes if change.key == "omitted_modifiers"})
    used = []
    for change in (
        *changes,
        *(_Change("overrides", "", rule.id) for rule in form.rules if not rule_holds(rule, values)),
    ):
        permitting = next((rule for rule in rules if change.permitted(rule) and holds(rule.when, values)), None)
        if permitting is None:
            return None
        used.append(permitting)
    instruction = ResolvedInstruction(wide, values, ".".join((form.mnemonic, *modifiers)))
    return Widened(instruction, tuple({id(rule): rule for rule in used}.values())) if used else None


class _Change(NamedTuple):
    """Change of a form: the field of a rule that permits it, its slot and value."""

    key: str
    slot: str
    value: str
    last: bool = False
    """True if the modifier follows every type."""

    def permitted(self, rule: Deviation) -> bool:
        """Return True if a rule permits the change."""
        if self.key == "extra_values":
            return self.value in rule.extra_values.get(self.slot, ())
        if rule.extra_last and self.key == "extra_modifiers" and not self.last:
            return False
        return self.value in getattr(rule, self.key)


def _slots(form: Form, rules: Sequence[Deviation]) -> tuple[Slot, ...]:
    """Return the slots of a form once rules apply: more values, fewer required modifiers, and more modifiers."""
    slots = []
    for slot in form.slots:
        more = tuple(
            value for rule in rules for value in rule.extra_values.get(slot.name, ()) if value not in slot.values
        )
        optional = slot.optional or any(value in rule.omitted_modifiers for rule in rules for value in slot.values)
        repeatable = slot.repeatable or any(value in rule.repeated_modifiers for rule in rules for value in slot.values)
        slots.append(slot._replace(values=slot.values + more, optional=optional, repeatable=repeatable))
    # One slot for each added modifier, repeatable if there may be several: the search would try every order of equal
    # slots. Slots after the types come first, so that a modifier there never fills a slot for any place.
    own = {value for slot in form.slots for value in slot.values}
    added: dict[tuple[bool, str], bool] = {}
    for rule in sorted(rules, key=lambda rule: not rule.extra_last):
        for modifier in rule.extra_modifiers:
            if modifier not in own:
                key = (rule.extra_last, modifier)
                added[key] = added.get(key, False) or rule.extra_count > 1
    names = {slot.name for slot in form.slots}
    for (last, modifier), repeatable in added.items():
        # No name in a record has a plus sign, so these names are new.
        name = slot_of(modifier)
        while name in names:
            name = f"+{name}"
        names.add(name)
        group = "type" if last else ""
        fused = not last and modifier in _fused(form.mnemonic)
        slots.append(Slot(name, (modifier,), group, optional=True, in_mnemonic=fused, repeatable=repeatable))
    return tuple(slots)


@lru_cache(maxsize=256)
def _fused(mnemonic: str) -> frozenset[str]:
    """Return the modifiers that follow a mnemonic directly in some form, and so wherever they are added."""
    fused = (slot for form in forms_of(mnemonic) for slot in form.slots if slot.in_mnemonic)
    return frozenset(value for slot in fused for value in slot.values)


def _changes(
    form: Form, slots: Sequence[Slot], values: Values, modifiers: Sequence[str], rules: Sequence[Deviation]
) -> Iterator[_Change]:
    """Yield the changes between the modifiers in `slots` and those of the form, without those of record rules."""
    for slot in form.slots:
        value = values[slot.name]
        if value is None and not slot.optional:
            omitted = next(value for rule in rules for value in slot.values if value in rule.omitted_modifiers)
            yield _Change("omitted_modifiers", slot.name, omitted)
        elif value is not None and value not in slot.values:
            yield _Change("extra_values", slot.name, value)
        elif value is not None and not slot.repeatable and modifiers.count(value) > list(values.values()).count(value):
            yield _Change("repeated_modifiers", slot.name, value)
    for slot in slots[len(form.slots) :]:
        modifier = values[slot.name]
        if modifier is not None:
            yield _Change("extra_modifiers", slot.name, modifier, last=slot.group == "type")
