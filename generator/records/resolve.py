"""Turn loaded files into one consistent model: every name that a record mentions must exist.

The result is an `Isa`, see `generator.records.isa`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from generator.records import combinations
from generator.records import model as records
from generator.records.announcements import announce
from generator.records.combinations import check_combinations, check_tables
from generator.records.conditions import check_conditions, check_unconditional, chosen_operands, constraint
from generator.records.contracts import check_contract
from generator.records.effects import check_effects, effects
from generator.records.isa import Isa
from generator.records.load import Loaded
from generator.records.memory_events import check_events, memory_events
from generator.records.model import FormRecord, ModifierValue, RecordedInstruction, TypeRecord
from generator.records.operands import check_operands
from generator.records.problems import Problem, RecordError, near
from generator.records.references import references
from generator.records.selectors import SelectorResolver
from generator.records.slots import Groups, SlotResolver
from generator.records.uniqueness import uniqueness
from generator.records.yaml_reader import Located
from ptxisa.isa.forms import Form, Operand, Selector, Slot
from ptxisa.syntax.template import Template, TemplateError, parse_template


def resolve(loaded: Loaded) -> Isa:
    """Build the model; raise `RecordError` with every reference that does not resolve."""
    isa, problems = resolve_names(loaded)
    if problems:
        raise RecordError(problems)
    return isa


def resolve_names(loaded: Loaded) -> tuple[Isa, list[Problem]]:
    """Return the model and every reference that does not resolve; raise `RecordError` for wrong tables."""
    types = {record.data["name"]: records.type_record(record) for record in loaded.by_kind.get("type", ())}
    modifiers = {
        record.data["name"]: tuple(
            ModifierValue(
                value["value"],
                value["summary"],
                record.data["name"],
                value.get("repeatable", False),
                tuple(value.get("reinterpreted", ())),
                tuple((tuple(meaning["instructions"]), meaning["summary"]) for meaning in value.get("meanings", ())),
            )
            for value in record.data["values"]
        )
        for record in loaded.by_kind.get("modifier", ())
    }
    tables = [problem for record in loaded.by_kind.get("instruction", ()) for problem in check_tables(record)]
    if tables:
        raise RecordError(tables)
    resolver = FormResolver(types, modifiers)
    instructions = tuple(resolver.instruction(record) for record in loaded.by_kind.get("instruction", ()))
    isa = Isa(loaded, types, modifiers, instructions)
    unconditional = (problem for record in isa.records("type") for problem in check_unconditional(record))
    problems = [*resolver.problems, *unconditional, *uniqueness(isa), *references(isa)]
    return announce(isa), problems


class FormResolver:
    """Resolves forms against types and modifier groups, collecting problems instead of stopping."""

    def __init__(self, types: Mapping[str, TypeRecord], modifiers: Mapping[str, tuple[ModifierValue, ...]]) -> None:
        self.types, self.groups = types, Groups(tuple(types), modifiers)
        self.problems: list[Problem] = []

    def instruction(self, record: Located) -> RecordedInstruction:
        """Return an instruction with its forms."""
        data = record.data
        forms = tuple(self.form(record, index) for index in range(len(data["forms"])))
        programs = tuple(records.program(form) for form in data["forms"])
        optional = {slot.name for form in forms for slot in form.slots if slot.optional}
        for name in data.get("defaults", {}):
            if name not in optional:
                message = f"no form has an optional slot {name!r}{near(name, optional)}"
                self.problems.append(record.problem(("defaults", name), message))
        self.problems += (*check_events(record), *check_effects(record, forms))
        return RecordedInstruction(data["name"], data["family"], data["summary"], data, record, forms, programs)

    def form(self, record: Located, index: int) -> Form:
        """Return a form; a form with malformed syntax has neither slots nor operands, and no other problem."""
        data, template = record.data["forms"][index], self.template(record, index)
        source = FormRecord(record, index, template or Template("", (), ()))
        selectors, table = self.selectors(source), combinations.table_of(source)
        slots = self.slots(source) if template else ()
        resolve = partial(constraint, slots=slots, types=self.types)
        events = tuple(memory_events(record, index))
        rules = tuple(records.rule(rule, resolve) for rule in data.get("rules", ()))
        return Form(
            id=data["id"],
            record=f"{record.data['family']}/{record.data['name']}",
            syntax=data["syntax"],
            slots=slots,
            operands=tuple(_operands(source, selectors)),
            availability=records.clauses(data) or combinations.clauses(table or {"rows": ()}),
            rules=(*rules, combinations.rule(source, table)) if table else rules,
            state=records.states(data),
            deprecated=records.ends(data, "deprecated"),
            removed=records.ends(data, "removed"),
            advisories=records.advisories(data),
            requirements=records.clauses(data, "requirements"),
            associative=data.get("associative", False),
            operation=data.get("operation", ""),
            contract=records.contract(data),
            texture_mode=data.get("texture_mode", ""),
            condition_operands=chosen_operands(data),
            limits=records.limits(data, resolve),
            events=events,
            effects=effects(record, index, slots, events),
            elsewhere=tuple(record.data.get("elsewhere", ())),
        )

    def template(self, record: Located, index: int) -> Template | None:
        """Return the parsed syntax of a form; None if it is malformed."""
        try:
            return parse_template(record.data["forms"][index]["syntax"])
        except TemplateError as error:
            message = f"syntax, character {error.column}: {error}"
            self.problems.append(record.problem(("forms", index, "syntax"), message))
            return None

    def selectors(self, source: FormRecord) -> dict[str, Selector]:
        """Return the selectors by the operands that they follow."""
        resolver = SelectorResolver(source, self.groups)
        selectors = resolver.selectors()
        self.problems += resolver.problems
        return selectors

    def slots(self, source: FormRecord) -> tuple[Slot, ...]:
        """Return the slots of a form; its other parts are checked against the slots."""
        resolver = SlotResolver(source, self.groups)
        slots = resolver.slots()
        # All forms of a record start with the first part of its name: those of `mad.cc` with `mad`.
        mnemonic, expected = source.template.mnemonic, source.record.data["name"].split(".")[0]
        if mnemonic != expected:
            message = f"mnemonic {mnemonic!r} is not that of the record, {expected!r}"
            self.problems.append(source.problem(("syntax",), message))
        self.problems += [
            *resolver.problems,
            *check_conditions(source, slots, self.types),
            *check_operands(source, slots, self.types),
            *check_contract(source),
            *check_combinations(source, [slot.name for slot in slots], [slot.name for slot in slots if slot.optional]),
        ]
        return slots


def _operands(source: FormRecord, selectors: Mapping[str, Selector]) -> Iterator[Operand]:
    """Yield the operands in the order of the syntax, with lengths from the table of the form if it has them."""
    described, negated, table = source.data["operands"], source.template.negated(), combinations.table_of(source)
    for name in source.template.operand_names():
        if name in described:
            operand = records.operand(name, described[name])
            lengths = combinations.lengths(table, name) if table else ()
            vector = lengths or operand.vector
            yield operand._replace(selector=selectors.get(name), negated=name in negated, vector=vector)
