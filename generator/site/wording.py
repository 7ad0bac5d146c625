"""Phrases of pages: conditions, availability, targets, operands and evidence in words, as reStructuredText.

`condition` writes what a rule, clause or case requires; `operand_type` and `operand_place` fill the table of operands;
`targets` and `short_clause` write floors; `evidence` and `gpu_evidence` write what confirms a record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.records.model import ModifierValue, TargetModel, TypeRecord
from generator.site.rst import list_table
from generator.site.series import LEAST, common_text, multiple, partition, series_of
from ptxisa.isa.comparisons import is_comparison
from ptxisa.isa.deviations import named
from ptxisa.isa.forms import (
    ABSENT,
    Advisory,
    AnyOf,
    Case,
    Choice,
    Clause,
    Condition,
    Constraint,
    End,
    Form,
    Operand,
    Rule,
    Slot,
    StateAccess,
    restricts,
    type_of,
)
from ptxisa.isa.targets import terms


class Measured(NamedTuple):
    """Result of one evidence record for one clause."""

    tool: str
    release: str
    floor: str
    below_version: str
    below_target: str

    @property
    def verified(self) -> bool:
        """Accepted at the floor, and rejected just below it in both directions."""
        return {self.floor, self.below_version, self.below_target} == {"verified"}

    @property
    def weakness(self) -> int:
        """0 if verified; then sides not tested, the floor not tested, older places accepted, the floor rejected."""
        if self.verified:
            return 0
        if self.floor != "verified":
            return 2 if self.floor == "not-run" else 4
        return 3 if "refuted" in (self.below_version, self.below_target) else 1


class GpuRun(NamedTuple):
    """Result of one GPU for the semantics of a form."""

    device: str
    target: str
    run: int
    agreed: int
    unspecified: int


MOST_LISTED = 6
"""Most values of a series that a condition lists."""
NOT_MEASURED = "not measured yet"
REJECTED = {"below_version": "older PTX", "below_target": "older targets"}
"""Places below a floor where an assembler must reject a statement, in words."""
SPACE_WORDS = {"tensor": "in tensor memory", "generic": "(generic)"}
"""Spaces that no modifier names."""
ACCESS = {"read": "read", "write": "written", "readwrite": "read and written"}
CLASSES = {
    "bits": "untyped bits",
    "unsigned": "unsigned integer",
    "signed": "signed integer",
    "float": "floating point",
    "predicate": "predicate",
    "packed": "packed",
    "opaque": "opaque",
}


def joined(parts: Sequence[str], last: str = "or") -> str:
    """Return `a`, `a or b`, or `a, b or c`."""
    return f" {last} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def escaped(text: str) -> str:
    """Return text with characters of markup escaped."""
    return re.sub(r"([*`|_\\])", r"\\\1", text)


def type_link(name: str) -> str:
    """Return a link to a type."""
    return f":ptx:type:`{name}`"


def target_link(name: str) -> str:
    """Return a link to a target."""
    return f":ptx:target:`{name}`"


def value_link(group: str, value: str) -> str:
    """Return a link to a value of a slot: a type, or a value of a modifier group."""
    return type_link(value) if group == "type" else f":ptx:modifier:`{group}.{value}`"


def slot_name(slot: Slot) -> str:
    """Return the slot as the syntax shows it; a literal is its only value."""
    return value_link(slot.group, slot.values[0]) if slot.literal else f"``.{{{slot.name}}}``"


def condition(form: Form, when: Constraint) -> str:
    """Write a condition on modifiers: `with .cc and .{type} is .u32 or .s32`; empty for the empty condition."""
    slots = {slot.name: slot for slot in form.slots}
    parts = []
    for name, wanted in when.items():
        if isinstance(wanted, AnyOf):
            given = (
                f"``{name}``" if is_comparison(name) else joined([condition(form, part) for part in wanted.conditions])
            )
            parts.append(f"not ({given})" if wanted.negated else given)
        else:
            parts.append(_slot_entry(slots[name], wanted) if name in slots else _operand_entry(name, wanted))
    return joined(parts, "and")


def _operand_entry(name: str, wanted: bool | tuple[str, ...]) -> str:
    """Return a condition on an operand: its presence, or its kind."""
    if isinstance(wanted, bool):
        return f"{'with' if wanted else 'without'} ``{name}``"
    return f"``{name}`` is {joined([f'a {kind}' for kind in wanted])}"


def _slot_entry(slot: Slot, wanted: bool | tuple[str, ...], *, as_name: bool = False) -> str:
    """Return a condition on a slot, or the name of the variants that meet it."""
    if isinstance(wanted, bool):
        return f"{'with' if wanted else 'without'} {slot_name(slot)}"
    absent = f"no ``.{{{slot.name}}}``" if as_name else ABSENT
    series = series_of(wanted) if len(wanted) > MOST_LISTED else None
    if series:
        first, last = value_link(slot.group, wanted[0]), value_link(slot.group, wanted[-1])
        values = f"{first} … {last} ({series.range})"
    else:
        values = joined([absent if value == ABSENT else value_link(slot.group, value) for value in wanted])
    if as_name:
        return values if len(slot.values) == 1 else f"{values} ({slot.name})"
    return f"{slot_name(slot)} is {values}"


def when(form: Form, clause: Clause | End | StateAccess | Case | Choice | TargetModel | Advisory) -> str:
    """Return ` when …`, or an empty text without a condition."""
    words = condition(form, clause.when)
    if not words:
        return ""
    return f", {words}" if words.startswith(("with ", "without ")) else f", when {words}"


def rule(form: Form, restriction: Rule) -> str:
    """Return the formal restriction, which the sentence of the record explains."""
    given = condition(form, restriction.when)
    if restriction.same:
        slots = {slot.name: slot for slot in form.slots}
        what = f"{joined([slot_name(slots[name]) for name in restriction.same], 'and')} are the same"
    elif restriction.together:
        slots = {slot.name: slot for slot in form.slots}
        what = f"{joined([slot_name(slots[name]) for name in restriction.together], 'and')} are written together"
    else:
        word, words = (
            ("only", condition(form, restriction.require))
            if restriction.require is not None
            else ("never", condition(form, restriction.exclude or {}))
        )
        what = f"{word} {words}" if words.startswith(("with ", "without ")) else f"{word} if {words}"
    if not given:
        return what
    return f"{given}: {what}" if given.startswith(("with ", "without ")) else f"when {given}: {what}"


def combination_table(combinations: Rule) -> str:
    """Return the table of legal combinations, with a column for each slot."""
    rows = []
    for row in combinations.rows:
        cells = []
        for slot in combinations.slots:
            wanted = row.when.get(slot)
            if isinstance(wanted, tuple):
                cells.append(", ".join("–" if value == ABSENT else f"``.{value}``" for value in wanted))
            else:
                cells.append({None: "any", True: "present", False: "–"}[wanted])
        rows.append(cells)
    return "\n".join(list_table([f"``.{{{slot}}}``" for slot in combinations.slots], rows))


def targets(expression: str) -> str:
    """Return a target expression in words, each target a link."""
    phrases = []
    for term in terms(expression):
        later = "and later of its family" if term.variant == "family" else "or later"
        phrases.append(f"{target_link(term.name)} {later if term.onwards else 'alone'}")
    return joined(phrases)


def types_meaning(slot: Slot, types: Mapping[str, TypeRecord]) -> str:
    """Return the types that a slot takes; one alone is described."""
    if len(slot.values) == 1:
        return " ".join(types[slot.values[0]].summary.split())
    return f"One of {joined([type_link(name) for name in slot.values])}."


def values_meaning(slot: Slot, values: Sequence[ModifierValue], default: str) -> str:
    """Return the values of a slot, each with its meaning, and the default of an optional slot."""
    lines = _series_lines(slot, values)
    if len(lines) == 1:
        lines = [lines[0].partition(": ")[2] if slot.literal else lines[0][2:]]
    if default:
        lines += ["", f"If omitted: {default}"]
    return "\n".join(lines)


def _series_lines(slot: Slot, values: Sequence[ModifierValue]) -> list[str]:
    """Return a line for each value with its meaning; values in series whose meanings agree have one line."""
    lines = []
    summaries = [" ".join(value.summary.split()) for value in values]
    for part in partition([value.value for value in values]):
        series = series_of([values[at].value for at in part])
        text = common_text([summaries[at] for at in part], series) if series else None
        if series and text:
            first, last = (value_link(slot.group, values[at].value) for at in (part[0], part[-1]))
            lines.append((part[0], f"* {first} … {last}: {text.rstrip('.')}; {series.range}."))
        else:
            lines += [(at, f"* {value_link(slot.group, values[at].value)}: {summaries[at]}") for at in part]
    return [line for _, line in sorted(lines)]


def type_clause(floor: Clause) -> str:
    """Return version and targets of a clause without conditions on modifiers."""
    return f":ptx:version:`{floor.ptx}` or later, on {targets(floor.target)}"


def short_clause(floor: Clause) -> str:
    """Return version and targets for a narrow column: `PTX 7.8, sm_90+`."""
    return f":ptx:version:`{floor.ptx}`, {short_targets(floor.target)}"


def short_targets(expression: str) -> str:
    """Return a target expression as records write it, each target a link: `sm_90+`."""
    return " or ".join(f":ptx:target:`{term.name}{'+' * term.onwards} <{term.name}>`" for term in terms(expression))


def condition_name(form: Form, when: Condition) -> str:
    """Return a condition as the name of the variants that meet it: `` .shared::cluster (space), with .relu ``."""
    slots = {slot.name: slot for slot in form.slots}
    return ", ".join(
        _slot_entry(slots[name], wanted, as_name=True) if name in slots else _operand_entry(name, wanted)
        for name, wanted in when.items()
        if name not in slots or restricts(slots[name], wanted)
    )


def clause(form: Form, floor: Clause) -> str:
    """Return a clause in words: `PTX 8.0 or later, on sm_90 or later`."""
    return f"{type_clause(floor)}{when(form, floor)}"


def end(form: Form, ending: End) -> str:
    """Return since when and where something is deprecated or removed."""
    since = f" since :ptx:version:`{ending.ptx}`" if ending.ptx else ""
    where = f" on {targets(ending.target)}" if ending.target else ""
    return f"{since}{where}{when(form, ending)}{': ' + ending.note if ending.note else '.'}".strip()


def advice(form: Form, given: Advisory) -> str:
    """Return what ptxas advises about which statements of a form, and where."""
    verb = "warns" if given.severity == "warning" else "remarks"
    excepted = f", except on {targets(given.except_target)}" if given.except_target else ""
    return f"{verb}{when(form, given)}{excepted}: {given.text}. {given.why}"


def by_case(form: Form, property_: str | int | tuple[Case, ...] | None) -> str:
    """Return a property that may depend on modifiers, case by case."""
    if isinstance(property_, tuple):
        if in_series := _by_series(form, property_):
            return in_series
        return "; ".join(f"{_literal(case.value)}{when(form, case) or ' otherwise'}" for case in property_)
    return _literal(property_)


def _by_series(form: Form, cases: tuple[Case, ...]) -> str:
    """Return cases that grow with the number in one modifier, such as "N/2", or "" for others."""
    if len(cases) < LEAST or not all(isinstance(case.value, int) and case.when for case in cases):
        return ""
    for name in cases[0].when:
        groups: dict[tuple[tuple[str, Any], ...], list[tuple[str, int]]] = {}
        for case in cases:
            rest = tuple((slot, wanted) for slot, wanted in case.when.items() if slot != name)
            wanted = case.when.get(name)
            pairs = [(value, int(case.value)) for value in wanted] if isinstance(wanted, tuple) else []
            groups.setdefault(rest, []).extend(pairs)
        texts = []
        for rest, pairs in groups.items():
            words = set()
            for part in partition([value for value, _ in pairs]):
                series = series_of([pairs[at][0] for at in part])
                words.add(multiple([pairs[at][1] for at in part], series) if series else None)
            if len(words) != 1 or None in words:
                break
            given = condition(form, dict(rest))
            texts.append(f"``{words.pop()}``{f' when {given}' if given else ''}")
        else:
            return "; ".join(texts)
    return ""


def is_tabled(operand: Operand) -> bool:
    """Return True if a table lists the number of registers, because it depends on many combinations."""
    cases = operand.vector
    return isinstance(cases, tuple) and len(cases) >= LEAST and all(1 <= len(case.when) <= 2 for case in cases)


def registers(form: Form) -> str:
    """Return the table of registers of operands by shape and type, or ""."""
    tabled = [operand for operand in form.operands if is_tabled(operand) and not by_series(form, operand)]
    named = [
        {slot for case in operand.vector for slot in case.when}
        for operand in tabled
        if isinstance(operand.vector, tuple)
    ]
    if not tabled or not (shared := set.intersection(*named)):
        return ""
    key = next(slot.name for slot in form.slots if slot.name in shared)
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for operand in tabled:
        for case in operand.vector if isinstance(operand.vector, tuple) else ():
            others = [name for name in case.when if name != key]
            for first in _values(case, key):
                for second in _values(case, others[0]) if others else [""]:
                    # A and B of a combination have the same type as a rule: all slots that can have it do.
                    values = {slot.name: second if second in slot.values else None for slot in form.slots}
                    kind = type_of(operand, {**values, key: first})
                    number = f"{case.value} × {type_link(kind)}" if kind else str(case.value)
                    cells.setdefault((first, second), {})[operand.name] = number
    # In the order of the first slot that has a value.
    order = {slot.name: {value: at for at, value in enumerate(slot.values)} for slot in form.slots}
    place = {value: at for slot in reversed(form.slots) for at, value in enumerate(slot.values)}
    keys = sorted(cells, key=lambda pair: (order[key].get(pair[0], 0), place.get(pair[1], 0), pair[1]))
    merged: list[tuple[str, list[str], dict[str, str]]] = []
    for first, second in keys:
        row = cells[first, second]
        if merged and merged[-1][0] == first and merged[-1][2] == row:
            merged[-1][1].append(second)
        else:
            merged.append((first, [second], row))
    has_second = any(second for _, seconds, _ in merged for second in seconds)
    typed = all(any(second in slot.values for slot in form.slots if slot.group == "type") for _, second in cells)
    second_head = "Type" if typed else "Modifier"
    heads = [f"``.{{{key}}}``", *([second_head] if has_second else []), *(f"``{operand.name}``" for operand in tabled)]
    rows = [
        [
            f"``.{first}``",
            *([", ".join(f"``.{second}``" for second in seconds)] if has_second else []),
            *(row.get(operand.name, "–") for operand in tabled),
        ]
        for first, seconds, row in merged
    ]
    return "\n".join(list_table(heads, rows, "ptx-registers"))


def _values(case: Case, slot: str) -> tuple[str, ...]:
    """Return the values of a slot that a case requires."""
    wanted = case.when.get(slot)
    return wanted if isinstance(wanted, tuple) else ()


def by_series(form: Form, operand: Operand) -> str:
    """Return the number of registers of an operand by the number in a modifier, or ""."""
    return _by_series(form, operand.vector) if isinstance(operand.vector, tuple) else ""


def _literal(value: str | int | None) -> str:
    """Return a value as code; "" for none."""
    return "" if value in (None, "") else f"``{value}``"


def operand_type(form: Form, operand: Operand) -> str:
    """Return the type of an operand: a type, the type in a slot, or cases."""
    if isinstance(operand.type, tuple):
        if is_tabled(operand) and not by_series(form, operand):
            return "see *Registers*"
        return "\n".join(f"* {_type(str(case.value))}{when(form, case) or ' otherwise'}" for case in operand.type)
    return _type(operand.type)


def _type(name: str) -> str:
    """Return a type as a link, or the slot that has the type."""
    if not name:
        return ""
    return f"``.{{{name[1:]}}}``" if name.startswith("$") else type_link(name)


_NAMES = {
    "variable": "name of a variable or parameter, perhaps with an offset or index",
    "result": "name of a result of the function, perhaps with an offset",
    "opaque": "name of a texture, sampler or surface",
    "function": "name of a device function",
    "kernel": "name of a kernel",
}
"""Operands that are their own address."""


def operand_place(form: Form, operand: Operand) -> str:
    """Return what may be written for the operand."""
    parts = [f"{'minus and a ' if operand.negated else ''}{_kind(form, operand)}"]
    if operand.selector is not None:
        absent = f"; without, it is ``.{operand.selector.default}``" if operand.selector.default else ""
        optional = "perhaps " if operand.selector.optional else ""
        parts.append(f"{optional}with a selector of :ptx:modifier:`{operand.selector.group}`{absent}")
    if operand.special_registers and operand.kind != "address":
        parts.append("or special register")
    if operand.underscore_required:
        return "``_`` alone"
    if operand.underscore:  # It discards the result.
        cases = operand.underscore if isinstance(operand.underscore, tuple) else ()
        parts.append("or ``_`` to drop it" + " or".join(when(form, case) for case in cases if case.value))
    if is_tabled(operand) and not by_series(form, operand):
        parts.append("in a vector; *Registers* has its length")
    elif operand.vector is not None:
        parts.append(f"in a vector of {by_case(form, operand.vector)}")
    if operand.wider_registers:
        parts.append(
            f"or wider registers, up to ``.{operand.widest_register}``"
            if operand.widest_register
            else "wider registers too"
        )
    words = [", ".join(parts).replace(", or ", " or ")]
    if operand.space is not None:
        words[0] += f" {_place_of_address(form, operand)}"
    if operand.object:
        words.append(f"of an ``{operand.object}`` object")
    if operand.alignment is not None:
        bytes_ = re.sub(r"``([0-9]+)``", r"\1", by_case(form, operand.alignment))
        # Alignment to the registers of another operand is their size, not a number of bytes in that operand.
        for other in form.operands:
            if other.vector is not None:
                bytes_ = bytes_.replace(f"``{other.name}``", f"the size of ``{other.name}`` in")
        words.append(f"aligned to {bytes_} bytes")
    if operand.stride_of is not None:
        address, most = operand.stride_of.address, operand.stride_of.alignment
        words.append(f"a multiple of the alignment of ``{address}``, or of {most} bytes if that is less")
    return "; ".join(words)


def _place_of_address(form: Form, operand: Operand) -> str:
    """Return the state space of an address: the space in a modifier, or generic without the modifier."""
    # One window applies always.
    windows = operand.window if isinstance(operand.window, tuple) else (Case({}, operand.window),)
    words = [f"``.{str(case.value).replace(' | ', '`` or ``.')}``{when(form, case)}" for case in windows if case.value]
    into = f", into the window of {'; '.join(words)}" if words else ""
    cases = operand.space
    if not isinstance(cases, tuple):
        return f"{SPACE_WORDS.get(str(cases), f'in ``.{cases}``')}{into}"
    *named, last = cases
    names = {name for case in named for name in case.when}
    if last.when or len(names) != 1 or not named:
        return f"in {by_case(form, cases)}{into}"
    name = names.pop()
    slot = next((slot for slot in form.slots if slot.name == name), None)
    # The space of a value is the value itself or, for `shared::cta`, the space of which it is a window.
    own = all(
        wanted is True or (isinstance(wanted, tuple) and {value.partition("::")[0] for value in wanted} >= {base})
        for case in named
        for wanted, base in [(case.when[name], str(case.value).partition("::")[0])]
    )
    if slot is None or not own:
        return f"in {by_case(form, cases)}{into}"
    return f"in the space of {slot_name(slot)}, generic without it{into}"


def _kind(form: Form, operand: Operand) -> str:
    """Return the kind of an operand: a register, a constant with its bounds, or something with a name."""
    if operand.kind != "register":
        return _NAMES.get(operand.kind, operand.kind)
    bounds = "" if operand.minimum is None else f" from {operand.minimum} to {operand.maximum}"
    if operand.exclusive_minimum is not None:
        bounds = f" above {operand.exclusive_minimum}, at most {operand.maximum}"
    if operand.multiple_of > 1:
        bounds = f", a multiple of {operand.multiple_of}{bounds}"
    if choices := operand.choices:
        # The only constants that an operand may be, case by case; of a long list of multiples their rule.
        numbers = [choice for choice in choices if isinstance(choice, int)]
        step = numbers[1] - numbers[0] if len(numbers) == len(choices) >= LEAST else 0
        if step > 1 and numbers[0] % step == 0 and numbers == list(range(numbers[0], numbers[-1] + 1, step)):
            shown = f"multiples of {step} from {numbers[0]} to {numbers[-1]}"
        else:
            parts = (
                f"{', '.join(map(str, choice.values))}{when(form, choice)}"
                if isinstance(choice, Choice)
                else str(choice)
                for choice in choices
            )
            shown = ("; " if isinstance(choices[0], Choice) else ", ").join(parts)
        bounds = f" ({shown})"
    return {
        "allowed": f"register or constant{bounds}",
        "forbidden": "register",
        "required": f"constant{bounds}",
    }[operand.immediate]


def sizes(parameters: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the table of the sizes of a matrix that a layout leaves open."""
    rows = []
    for name, size in parameters.items():
        if "values" in size:
            wanted = joined([str(value) for value in size["values"]])
        else:
            wanted = f"multiples of {size['multiple']} from {size['min']} to {size['max']}"
        shown = f"; {size['default']} in the picture" if "default" in size else ""
        rows.append([f"``{name}``", f"{wanted}{shown}", " ".join(size["summary"].split())])
    return "\n".join(list_table(["Size", "May be", "Meaning"], rows))


def evidence(clauses: Sequence[Sequence[Measured]]) -> str:
    """Return the releases that tested some clauses, each once, with the weakest of their results."""
    by_release: dict[tuple[str, str], list[Measured]] = {}
    for results in clauses:
        for result in results:
            by_release.setdefault((result.tool, result.release), []).append(result)
    by_outcome: dict[tuple[str, str], list[str]] = {}
    for (tool, release), results in by_release.items():
        weakest = max(results, key=lambda result: result.weakness)
        partly = "" if all(result.weakness == weakest.weakness for result in results) else "in part "
        by_outcome.setdefault((tool, _outcome(weakest, partly)), []).append(release)
    # Releases without a result come last.
    outcomes = sorted(by_outcome.items(), key=lambda item: item[0][1].endswith("not tested"))
    return "; ".join(f"{releases(tool, who)}{outcome}" for (tool, outcome), who in outcomes) or NOT_MEASURED


def releases(tool: str, listed: Sequence[str]) -> str:
    """Return `ptxas 11.8 and 13.0 to 13.5`, `gpu sm_90`."""
    return f"{tool} {named(listed) if tool == 'ptxas' else joined(listed, 'and')}"


def _outcome(result: Measured, partly: str) -> str:
    """Return the result of a release; sides that the release could not test are not mentioned."""
    if result.verified:
        return ""
    if result.floor != "verified":
        return f": {partly}{'not tested' if result.floor == 'not-run' else 'rejected'}"
    accepted = [words for side, words in REJECTED.items() if getattr(result, side) == "refuted"]
    if accepted:
        return f" ({partly}accepts {joined(accepted)})"
    sides = [words for side, words in REJECTED.items() if getattr(result, side) in ("not-run", "unverifiable")]
    return f" ({joined(sides)} {partly}not testable)"


def gpu_evidence(runs: Sequence[GpuRun]) -> str:
    """Return the GPUs that confirmed the semantics, with the number of results."""
    results = []
    for run in runs:
        unspecified = f", {run.unspecified:,} left open by the contract" if run.unspecified else ""
        device = run.device.removeprefix("NVIDIA ")
        where = f"{device} (:ptx:target:`{run.target}`)" if run.target else device
        equal = f"all {run.run:,} results agree"
        if run.agreed != run.run:
            equal = f"{run.agreed:,} of {run.run:,} results agree"
        results.append(f"{where}: {equal}{unspecified}")
    return "; ".join(results) or NOT_MEASURED
