"""Check that rules of errata can apply: the names in a rule are parts of its forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from generator.records.isa import Isa
from generator.records.problems import Problem, near
from generator.records.special_registers import member_names
from generator.records.yaml_reader import Located
from ptxisa.isa.forms import ABSENT, Form, slot_of


def deviation_problems(isa: Isa) -> Iterator[Problem]:
    """Yield every name in a rule that no form of the rule has, so that the rule would never apply."""
    forms = {form.id: form for _, form, _ in isa.forms()}
    of_record = isa.forms_by_instruction()
    rules = list(chain.from_iterable(map(_rules, isa.records("erratum"))))
    words = re.compile(_words(isa))
    added = {slot_of(name) for rule in rules for name in rule.get("extra_modifiers", ())}
    extra: dict[str, set[str]] = {}
    for rule in rules:
        for slot, values in rule.get("extra_values", {}).items():
            extra.setdefault(slot, set()).update(values)
    for record in isa.records("erratum"):
        for number, rule in enumerate(_rules(record)):
            of_instructions = (of_record.get(name, ()) for name in rule.get("instructions", ()))
            named = [*rule.get("forms", ()), *chain.from_iterable(of_instructions)]
            about = [forms[name] for name in named if name in forms]
            yield from _check_names(record, number, rule, about or list(forms.values()), added, extra)
            for key in ("written_as", "others_written_as"):
                for place, word in enumerate(rule.get(key, ())):
                    if not words.fullmatch(word):
                        message = f"{word!r} is not a word for what is written at an operand"
                        yield record.problem(("rules", number, key, place), message)
            # Values that a rule gives to the slot of a type, of which the operands could be.
            slots = {slot.name for form in about for slot in form.slots if slot.group == "type"}
            for slot in slots.intersection(rule.get("extra_values", ())):
                for value in rule["extra_values"][slot]:
                    if value not in isa.types:
                        yield record.problem(
                            ("rules", number, "extra_values"), f"{value!r} is not a type{near(value, isa.types)}"
                        )


def _rules(record: Located) -> Sequence[Mapping[str, Any]]:
    rules: Sequence[Mapping[str, Any]] = record.data.get("rules", ())
    return rules


def _check_names(
    record: Located,
    number: int,
    rule: Mapping[str, Any],
    forms: list[Form],
    added: set[str],
    extra: Mapping[str, set[str]],
) -> Iterator[Problem]:
    slots: dict[str, set[str]] = {}
    for form in forms:
        for slot in form.slots:
            slots.setdefault(slot.name, set()).update(slot.values)
    operands = {operand.name for form in forms for operand in form.operands}
    values = {value for form in forms for slot in form.slots for value in slot.values}
    parts = [part for form in forms for part in (form.rules, form.limits, form.requirements, form.availability)]
    rules = {restriction.id for part in parts for restriction in part}
    known = {
        "when": slots.keys() | operands | added,
        "extra_values": slots.keys(),
        "omitted_modifiers": values,
        "repeated_modifiers": values,
        "operands": operands,
        "overrides": rules,
    }
    for key, among in known.items():
        for name in rule.get(key, ()):
            if name not in among:
                text = f"the rule never applies: its forms have no {_WORDS[key]} {name!r}{near(name, among)}"
                yield record.problem(("rules", number, key), text)
    # The statement may have values that this rule or another one adds.
    for name, wanted in rule.get("when", {}).items():
        if name in slots and name not in added and isinstance(wanted, list):
            possible = slots[name].union(rule.get("extra_values", {}).get(name, ()), extra.get(name, ()), [ABSENT])
            for value in wanted:
                if value not in possible:
                    text = f"{name!r} is never {value} in the forms of the rule{near(value, possible)}"
                    yield record.problem(("rules", number, "when", name), text)


def _words(isa: Isa) -> str:
    """Return a regular expression for the words that describe what is written at an operand.

    `ptxisa.check.errata` explains the words.
    """
    types = "|".join(isa.types)
    registers = "|".join(
        re.escape(name) for record in isa.records("special_register") for name in member_names(record.data)
    )
    spaces = "|".join(
        re.escape(record.data["spelling"].removeprefix("."))
        for record in isa.records("state_space")
        if "spelling" in record.data
    )
    constant = r"integer|single|double|-?\d+|negative|multiple\.32|beyond\.24|lower\.32"
    constant += r"|above\.(16|20|32)|bare\.integer"
    name = rf"(variable|parameter)(\.({spaces}))?|indexed\.({spaces})|special(\.b(16|32|64))?"
    name += rf"|({registers})(\.[xyzw])?|element|unified(\.variable)?"
    name += r"|hides\.(parameter|result)"
    kind = "result|scalar|function|kernel|label|texture|sampler|surface|prototype|targets|address"
    kind += "|sink|negated|minus|repeated|discarded|whole|selection|unbraced"
    sums = rf"sum(\.({types}|special|variable|parameter|opaque|(whole|vector)(\.({types}))?))?"
    sums += rf"|spread\.({types}|integer|single|double|function|kernel|{name}|{sums})"
    plain = rf"{constant}|{name}|{kind}|\.({types})|{sums}"
    vector = rf"vector(\.\d+(\.({types}|integer))?)?|all\.b(32|64)|(all|among|trailing)\.(integer|single|double)"
    mixture = r"constants\.elements|register\.first\.widths|integers\.beside\.floats|f16x2\.others|widths|b32\.pred"
    mixture += r"|special\.after\.first|float\.first\.(8|16|32|64|128)"
    return rf"{plain}|{vector}|{mixture}|\{{({plain}|{vector})\}}"


_WORDS = {
    "when": "modifier or operand",
    "extra_values": "modifier",
    "omitted_modifiers": "modifier",
    "repeated_modifiers": "modifier",
    "operands": "operand",
    "overrides": "rule, requirement or clause",
}
"""Kind of the names in each key of a rule."""
