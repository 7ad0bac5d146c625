"""The forms of instructions as values: what the generator writes and the checkers read.

A form is one line of syntax with one operand list. Its modifiers fill *slots*; which value each slot
holds (`Values`) decides operand types, restrictions and availability through *conditions*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ptxisa.isa.representation import Html, code, line, paragraph, table
from ptxisa.isa.targets import Target, admits, describe, intersection
from ptxisa.isa.targets import known as known_targets
from ptxisa.isa.targets import target as target_named
from ptxisa.isa.versions import Version, order
from ptxisa.isa.versions import version as version_named

Values = Mapping[str, str | None]
"""Slot name to the modifier in it, None where an optional modifier is absent.

Where operands are known, also their names to the kind of text there, a word of `WRITTEN_KINDS` or None.
"""

WRITTEN_KINDS = ("register", "variable", "other")
"""Kinds of text at operands that conditions distinguish."""

Condition = Mapping[str, bool | tuple[str, ...]]
"""Slot name to the values it may hold, True (present) or False (absent); all entries must hold.

The word "absent" among the values admits an empty slot beside them.
"""

ABSENT = "absent"


class AnyOf(NamedTuple):
    """Alternatives in a constraint: one of `conditions` must hold, or none of them if `negated`."""

    conditions: tuple[Constraint, ...]
    negated: bool = False


Constraint = Mapping[str, "bool | tuple[str, ...] | AnyOf"]
"""A condition of a rule: entries as in `Condition`, and alternatives.

The key of alternatives is `any`, `not`, or a comparison such as `width(dtype) < width(atype)`, which the generator
resolves into the combinations of slot values for which it is true.
"""


class Case(NamedTuple):
    """One case of a property that depends on modifiers."""

    when: Condition
    value: str | int


class Slot(NamedTuple):
    """One modifier position of a form.

    `group` is the modifier group, or "type" if the values are types. `in_mnemonic`: assemblers treat the modifier as
    part of the mnemonic, so that no other modifier may come before it. `repeatable`: assemblers accept it twice.
    `default` is the value that applies if the modifier is omitted, or a sentence; "" if the record of the group has it.
    """

    name: str
    values: tuple[str, ...]
    group: str
    optional: bool = False
    literal: bool = False
    in_mnemonic: bool = False
    repeatable: bool = False
    default: str = ""


def restricts(slot: Slot, wanted: bool | tuple[str, ...]) -> bool:
    """Return False if a condition admits every value of a slot, and the slot's absence if the slot is optional."""
    return isinstance(wanted, bool) or not {*slot.values, *[ABSENT] * slot.optional} <= {*wanted}


class Selector(NamedTuple):
    """Selector after an operand, such as `.b0` in `a.b0`; `group` has its modifiers.

    `[0-7]` in a value is one digit of a range.

    `default` is the selector that applies if none is written; None if the whole operand is meant. Newer assemblers
    read the `reinterpreted` spellings as something else, so no statement with them is executed.
    """

    name: str
    group: str
    values: tuple[str, ...]
    optional: bool = False
    default: str | None = None
    reinterpreted: tuple[str, ...] = ()


class Choice(NamedTuple):
    """Constants that an operand may be under a condition."""

    when: Condition
    values: tuple[int, ...]


class Stride(NamedTuple):
    """What a stride is: elements of the type in slot `elements` between lines in memory, the first at `address`.

    Lines are aligned as the address, but no more than to `alignment` bytes.
    """

    address: str
    elements: str
    alignment: int


class Operand(NamedTuple):
    """One operand of a form.

    type: a type name, `$slot` for the type in that slot, or cases.
    immediate: constants are "allowed", "forbidden" or "required". They are at least `minimum` or greater than
        `exclusive_minimum`, at most `maximum`, and a multiple of `multiple_of`; or one of `choices`, perhaps by case.
    negated: a minus sign is written before the operand.
    special_registers: special registers are accepted.
    underscore: an underscore is accepted; `underscore_for_vector`: also in place of a whole vector;
        `underscore_required`: nothing else is accepted.
    array_element: an element of a variable is accepted as an address without brackets.
    window: state spaces, one of whose windows must contain the generic address, as in ``global | shared``, or cases.
    object: the opaque object at the address.
    alignment: bytes, or the name of the operand that has them as a constant or is a vector of this size, or cases.
    stride_of: the lines in memory between which the operand is the distance.
    member_mask: the operand is the mask of participating lanes.
    present_when: the optional operand is written if and only if the condition holds.
    vector: number of elements; with `braces`, a vector of one element needs braces; `longer_vectors` are accepted too.
        The first `index_elements` elements are unsigned numbers.
    wider_registers: registers wider than the type are accepted, up to the width of `widest_register` if there is one.
    """

    name: str
    access: str
    type: str | tuple[Case, ...]
    summary: str
    kind: str = "register"
    immediate: str = "allowed"
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[int, ...] | tuple[Choice, ...] = ()
    exclusive_minimum: int | None = None
    underscore: bool | tuple[Case, ...] = False
    special_registers: bool = False
    vector: int | str | tuple[Case, ...] | None = None
    wider_registers: bool = False
    space: str | tuple[Case, ...] | None = None
    alignment: int | str | tuple[Case, ...] | None = None
    selector: Selector | None = None
    negated: bool = False
    array_element: bool = False
    member_mask: bool = False
    present_when: Condition | None = None
    multiple_of: int = 1
    underscore_required: bool = False
    underscore_for_vector: bool = False
    window: str | tuple[Case, ...] = ""
    object: str = ""
    braces: bool = False
    longer_vectors: bool = False
    index_elements: int | str | tuple[Case, ...] | None = None
    widest_register: str = ""
    stride_of: Stride | None = None

    @property
    def written(self) -> bool:
        """True if the instruction writes the operand."""
        return self.access != "read"


class Row(NamedTuple):
    """One row of a table of legal combinations: the values that slots may have together."""

    id: str
    when: Condition


class Rule(NamedTuple):
    """A restriction between modifiers: under `when`, `require` must hold, `exclude` must not, `same` slots agree.

    Slots that are written `together` are all filled or all empty. `id` is unique in its record, `why` is the reason.
    A rule with `rows` is the table named `table`: one of the rows must hold.
    """

    why: str
    when: Constraint = {}
    require: Constraint | None = None
    exclude: Constraint | None = None
    same: tuple[str, ...] = ()
    id: str = ""
    rows: tuple[Row, ...] = ()
    table: str = ""
    together: tuple[str, ...] = ()

    @property
    def slots(self) -> tuple[str, ...]:
        """Slots and operands that the restriction names."""
        conditions = (self.when, self.require or {}, self.exclude or {}, *(row.when for row in self.rows))
        named = (name for condition in conditions for name in names_in(condition))
        return tuple(dict.fromkeys((*named, *self.same, *self.together)))


class Limit(NamedTuple):
    """A limit of constant operands: under `when`, `require` must hold; see `ptxisa.isa.limits`."""

    id: str
    require: str
    why: str
    when: Constraint = {}


class Clause(NamedTuple):
    """One way to be available: from PTX version `ptx` on targets that `target` admits, under `when`."""

    id: str
    ptx: str
    target: str
    when: Condition = {}


class End(NamedTuple):
    """Deprecation or removal of a form; both floors that are given must be reached."""

    ptx: str | None = None
    target: str | None = None
    when: Condition = {}
    note: str = ""


class Advisory(NamedTuple):
    """Advice of ptxas about a statement that it accepts.

    `since` is the first release of ptxas that gives the advice, `severity` is "warning" or "note", and
    `except_target` an expression of the targets without the advice, or "".
    """

    id: str
    since: str
    severity: str
    text: str
    why: str
    when: Condition = {}
    except_target: str = ""


class StateAccess(NamedTuple):
    """Machine state that a form reads or writes besides its operands."""

    name: str
    access: str
    summary: str
    when: Condition = {}


class Promise(NamedTuple):
    """A bound of the result for the modifiers of `when` and the values of `operands`.

    `operands` maps an operand, or its magnitude (`|b|`), to classes of numbers of which it is one, or to an interval.
    `kind` is "result", where `value` is a class, a number or a bit pattern, or the kind of error that `value` bounds:
    "relative" or "absolute", from the exact value, or "ulp", from the correctly rounded one.
    """

    kind: str
    value: str
    when: Condition = {}
    operands: Mapping[str, tuple[str, ...] | str] = {}


class Contract(NamedTuple):
    """Promises about an approximation of `function`: the first promise that fits decides; without one, none.

    Under `flush` subnormal operands and results are zeros of their sign; None where they never are. Of operands only
    the `upper_bits` count, if not all.
    """

    function: str
    promises: tuple[Promise, ...]
    flush: Condition | None = None
    upper_bits: int | None = None


class MemoryEvent(NamedTuple):
    """Event of the memory consistency model that an instruction performs, as its record describes it.

    `kind` is a memory operation, a fence, a barrier, or an operation on an mbarrier or on groups of asynchronous
    operations. `address`, `size`, `value`, `barrier`, `threads`, `bytes`, `phase`, `parity`, `pending` and `mbarrier`
    name operands. `order` and `scope` apply where the statement states none. With a `completion` the event is
    asynchronous, or it is about the groups of this kind.
    """

    kind: str
    address: str = ""
    size: str | int = ""
    value: str = ""
    barrier: str = ""
    threads: str = ""
    bytes: str = ""
    phase: str = ""
    parity: str = ""
    pending: str = ""
    role: str = ""
    drop: bool = False
    tensor: bool = False
    descriptor: bool = False
    multimem: bool = False
    order: str = ""
    scope: str = "sys"
    proxy: str = "generic"
    space: str = ""
    restrict: str = ""
    completion: str = ""
    mbarrier: str = ""


class Form(NamedTuple):
    """One line of syntax with everything that decides whether a statement is one of it.

    A statement is available if one clause of `availability` and every one of `requirements` whose condition holds is
    met, and the module has the `texture_mode` if there is one. `condition_operands` are the operands that conditions
    name, by their presence or by the kind of text written there. `associative`: two executions on one memory location
    equal one execution with the operands combined by the same operation. `operation` is an operation of a whole warp
    or of the machine, one of `ptxisa.isa.executions`; empty for other forms. `limits` restrict constant operands.
    `events` are those of the memory consistency model, and `effects` keys of `ptxisa.isa.effects.EFFECTS`. `elsewhere`
    are instructions for the same purpose on other targets.
    """

    id: str
    record: str
    syntax: str
    slots: tuple[Slot, ...]
    operands: tuple[Operand, ...]
    availability: tuple[Clause, ...]
    rules: tuple[Rule, ...] = ()
    state: tuple[StateAccess, ...] = ()
    deprecated: tuple[End, ...] = ()
    removed: tuple[End, ...] = ()
    advisories: tuple[Advisory, ...] = ()
    requirements: tuple[Clause, ...] = ()
    contract: Contract | None = None
    texture_mode: str = ""
    condition_operands: tuple[str, ...] = ()
    associative: bool = False
    operation: str = ""
    limits: tuple[Limit, ...] = ()
    events: tuple[MemoryEvent, ...] = ()
    effects: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<form {self.id}: {line(self.syntax)}>"

    def _repr_html_(self) -> str:
        parts = [paragraph(Html(f"<b>{code(self.id)}</b>"), code(self.syntax))]
        modifiers = [
            (code(slot.name), code(" ".join(f".{value}" for value in slot.values)), "yes" if slot.optional else "")
            for slot in self.slots
            if not slot.literal
        ]
        if modifiers:
            parts.append(table(["modifier", "values", "may be left out"], modifiers))
        operands = []
        for operand in self.operands:
            cases = [operand.type] if isinstance(operand.type, str) else [str(case.value) for case in operand.type]
            operands.append((code(operand.name), operand.access, code(" or ".join(cases)), operand.summary))
        if operands:
            parts.append(table(["operand", "access", "type", "meaning"], operands))
        floors = []
        for clause in self.clauses:
            conditions = []
            for slot, wanted in clause.when.items():
                present = "present" if wanted else "absent"
                conditions.append(f"{slot} {present if isinstance(wanted, bool) else ' or '.join(wanted)}")
            floors.append((clause.ptx, describe(clause.target), "; ".join(conditions) or "all modifiers"))
        return "".join([*parts, table(["since PTX", "on", "for"], floors)])

    @property
    def pure(self) -> bool:
        """True if the form does nothing but compute its results from its operands; see `ptxisa.isa.effects`."""
        return not self.effects and not self.state

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Clauses of availability and requirements together."""
        return (*self.availability, *self.requirements)

    @property
    def mnemonic(self) -> str:
        """Name that statements of this form start with."""
        return _mnemonic(self.syntax)

    @property
    def instruction(self) -> str:
        """Name of the instruction in messages: `cp.async.bulk.tensor` where the record has this name."""
        name = self.record.rpartition("/")[2]
        rest = self.syntax.removeprefix(name)
        return name if len(rest) < len(self.syntax) and rest[:1] in ("", ".", "{", " ") else self.mnemonic

    def variants(self, target: str | None = None, ptx: str | None = None) -> Iterator[dict[str, str | None]]:
        """Yield the legal values of the slots, by slot name, that are available on a target at a PTX version.

        Args:
            target: Target, such as "sm_90a"; any target if None.
            ptx: PTX version, such as "8.7"; any version if None.

        Example:
            >>> from ptxisa.isa.instructions import form_by_id
            >>> next(form_by_id("popc").variants())
            {'type': 'b32'}
        """
        return available_variants(self, target, ptx)

    def opcode(self, values: Values) -> str:
        """Return the opcode with the values of the slots, in the order of the syntax.

        Args:
            values: Value of every slot by its name, as `variants` yields them; None for one that is empty.

        Example:
            >>> from ptxisa.isa.instructions import form_by_id
            >>> form_by_id("add.int.sat").opcode({"sat": "sat", "type": "s32"})
            'add.sat.s32'
        """
        return self.mnemonic + "".join(f".{value}" for slot in self.slots if (value := values[slot.name]) is not None)

    def operand(self, name: str) -> Operand:
        """Return the operand called `name`."""
        # A generator takes twice as long, and each statement that is checked looks up all of its operands.
        for operand in self.operands:
            if operand.name == name:
                return operand
        raise KeyError(name)


# A form is an immutable tuple without room for a computed field; matching reads the mnemonic of each candidate.
@lru_cache(maxsize=4096)
def _mnemonic(syntax: str) -> str:
    return re.split(r"[.{\s]", syntax, maxsplit=1)[0]


def slot_of(literal: str) -> str:
    """Return the slot name of a literal modifier: its spelling with colons as `_`, so that conditions can name it."""
    name = literal.replace("::", "_").replace(":", "_").lower()
    return name if name[0].isalpha() else f"_{name}"


def names_in(condition: Constraint) -> Iterator[str]:
    """Yield the slots and operands that a condition names, those of its alternatives too."""
    for name, wanted in condition.items():
        if isinstance(wanted, AnyOf):
            for alternative in wanted.conditions:
                yield from names_in(alternative)
        else:
            yield name


def holds(condition: Constraint, values: Values) -> bool:
    """Return True if every entry of `condition` holds for the slot values."""
    for slot, wanted in condition.items():
        if isinstance(wanted, AnyOf):
            if any(holds(alternative, values) for alternative in wanted.conditions) is wanted.negated:
                return False
        elif not _admits(wanted, values.get(slot)):
            return False
    return True


def _admits(wanted: bool | tuple[str, ...], value: str | None) -> bool:
    """Return True if an entry of a condition permits the value of its slot."""
    if isinstance(wanted, bool):
        return (value is not None) is wanted
    return (ABSENT if value is None else value) in wanted


def choose(property_: str | int | tuple[Case, ...] | None, values: Values) -> str | int | None:
    """Resolve a property that may depend on modifiers: the first case that holds, or the plain value."""
    if isinstance(property_, tuple):
        return next((case.value for case in property_ if holds(case.when, values)), None)
    return property_


def constants_of(operand: Operand, values: Values) -> tuple[int, ...]:
    """Return the only constants that an operand may be; none if all of a range are allowed.

    Of several cases, the first whose condition holds counts.
    """
    cases = tuple(choice for choice in operand.choices if isinstance(choice, Choice))
    if cases:
        return next((case.values for case in cases if holds(case.when, values)), ())
    return tuple(choice for choice in operand.choices if isinstance(choice, int))


def is_present(operand: Operand, values: Values) -> bool:
    """Return True if an optional operand is allowed with these modifiers."""
    return operand.present_when is None or holds(operand.present_when, values)


def is_data(operand: Operand) -> bool:
    """Return True if an operand has a value; an address has the content of memory there, or the address itself."""
    return operand.kind in ("register", "immediate", "address")


def type_of(operand: Operand, values: Values) -> str:
    """Name of the type of `operand` once the slots hold `values`; an address of no data is a number itself."""
    name = str(choose(operand.type, values))
    if not name and operand.kind == "address":
        return "u64"  # Such as in `prefetch`, or the address of an object: generic addresses have 64 bits.
    return str(values[name[1:]]) if name.startswith("$") else name


def broken_rule(form: Form, values: Values) -> Rule | None:
    """Return the first restriction of `form` that `values` break, or None."""
    return next((rule for rule in form.rules if not rule_holds(rule, values)), None)


def reachable(rule: Rule, values: Values) -> bool:
    """Return True if a row of a table matches the slots that are filled so far, or if the rule has no rows."""
    return not rule.rows or any(
        all(_admits(wanted, values[slot]) for slot, wanted in row.when.items() if slot in values) for row in rule.rows
    )


def rule_holds(rule: Rule, values: Values) -> bool:
    """Return True if `values` comply with a restriction, or it does not apply to them."""
    if not holds(rule.when, values):
        return True
    if rule.require is not None:
        return holds(rule.require, values)
    if rule.exclude is not None:
        return not holds(rule.exclude, values)
    if rule.rows:
        return any(holds(row.when, values) for row in rule.rows)
    if rule.together:
        return len({values.get(slot) is None for slot in rule.together}) == 1
    return len({values.get(slot) for slot in rule.same}) == 1


# Variants and their availability


def choices(slot: Slot) -> tuple[str | None, ...]:
    """Return the allowed contents of a slot; None is an empty slot."""
    return (None, *slot.values) if slot.optional else slot.values


def variants(form: Form) -> Iterator[dict[str, str | None]]:
    """Yield every legal assignment of values to the slots of a form, in the order of its syntax."""
    yield from assignments(form, {})


def available_variants(form: Form, target: str | None, ptx: str | None) -> Iterator[dict[str, str | None]]:
    """Yield the legal variants that are available on a target at a PTX version, as far as these are given."""
    on = target_named(target) if target is not None else None
    at = version_named(ptx) if ptx is not None else None
    unsupported = on is not None and at is not None and at < on.floor
    if unsupported or not any(satisfied(clause.ptx, clause.target, on, at) for clause in form.availability):
        return
    for values in variants(form):
        if form_available(form, values, on, at):
            yield values


def assignments(form: Form, given: Values) -> Iterator[dict[str, str | None]]:
    """Yield the legal assignments of values to the slots of a form; `given` are values that rules see from the start.

    A rule is tested as soon as its last slot has a value, and a table as soon as none of its rows can match: some forms
    have millions of assignments of which few are legal.
    """
    places = {slot.name: place for place, slot in enumerate(form.slots)}
    decided: list[list[Rule]] = [[] for _ in form.slots]
    tables: list[list[Rule]] = [[] for _ in form.slots]
    for rule in form.rules:
        named = [places[name] for name in rule.slots if name in places]
        if len(named) == len(rule.slots):  # The other rules are about operands.
            decided[max(named)].append(rule)
        if rule.rows:
            for place in named:
                tables[place].append(rule)

    def filled(values: dict[str, str | None], place: int) -> Iterator[dict[str, str | None]]:
        if place == len(form.slots):
            yield values
            return
        slot = form.slots[place]
        for choice in choices(slot):
            more = {**values, slot.name: choice}
            if all(rule_holds(rule, more) for rule in decided[place]) and all(
                reachable(table, more) for table in tables[place]
            ):
                yield from filled(more, place + 1)

    yield from filled(dict(given), 0)


def form_available(form: Form, values: Values | None, on: Target | None, at: Version | None) -> bool:
    """Return True if a form with these slot values is available, as far as target and version are given."""
    if any(ended(end, values, on, at) for end in form.removed):
        return False
    return any(satisfied(clause.ptx, clause.target, on, at) for clause in ways(form, values))


def ways(form: Form, values: Values | None) -> tuple[Clause, ...]:
    """Return the ways in which a form with these slot values is available: each clause joined with all needs.

    Without values, for a mnemonic, these are the clauses themselves.
    """
    needs = [need for need in form.requirements if values is not None and holds(need.when, values)]
    joint = []
    for clause in form.availability:
        if not clause_holds(clause, values):
            continue
        for need in needs:
            ptx = max(clause.ptx, need.ptx, key=order)
            target = intersection(clause.target, need.target)
            if (ptx, target) != (clause.ptx, clause.target):
                clause = Clause(f"{clause.id}+{need.id}", ptx, target, {**clause.when, **need.when})
        if clause.target:  # It is empty if no target meets both.
            joint.append(clause)
    return tuple(joint)


def clause_holds(clause: Clause, values: Values | None) -> bool:
    """Return True if a clause applies to these slot values; every clause applies to a mnemonic."""
    return values is None or holds(clause.when, values)


def satisfied(ptx: str, expression: str, on: Target | None, at: Version | None) -> bool:
    """Return True if a version floor and a target expression are met, as far as target and version are given."""
    if at is not None and at < order(ptx):
        return False
    if on is not None:
        return admits(expression, on)
    return at is None or any(admits(expression, target) and target.floor <= at for target in known_targets().values())


def ended(end: End, values: Values | None, on: Target | None, at: Version | None) -> bool:
    """Return True if a deprecation or removal has taken effect for these slot values.

    One of some modifiers does not affect a mnemonic: other variants remain. Without a version, it has taken effect if
    it precedes the target, in every version that supports the target.
    """
    if at is None and on is not None:
        at = on.floor
    if end.when and (values is None or not holds(end.when, values)):
        return False
    reached_version = end.ptx is None or (at is not None and at >= order(end.ptx))
    reached_target = end.target is None or (on is not None and admits(end.target, on))
    return reached_version and reached_target
