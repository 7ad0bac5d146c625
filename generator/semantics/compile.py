"""Compile the text of a form: parse it, check its names, and specialize it for every variant that matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.records.model import FormProgram, RecordedInstruction, TargetModel, TypeRecord
from generator.records.problems import Problem, RecordError
from generator.records.yaml_reader import Steps
from generator.semantics import comparisons, floating, ir, tree
from generator.semantics.check import specialize
from generator.semantics.evaluate import NotGiven
from generator.semantics.functions import NONE, Functions, arities, inlined
from generator.semantics.language import parse
from generator.semantics.names import name_errors, used_names
from generator.semantics.source import RecordText, SemanticsError, source_of
from generator.semantics.variants import deciding_slots, describe, given_slots, variants
from ptxisa.isa.forms import Condition, Form, Values
from ptxisa.run.implementation import Key

Entry = tuple[RecordedInstruction, Form, FormProgram]


@dataclass(frozen=True)
class CompiledVariant:
    """Combination of values of the deciding slots, with its program."""

    key: Key
    values: Values
    routine: ir.TypedRoutine


@dataclass(frozen=True)
class Compiled:
    """Text of a form, the contract (no target) or the model of a target, with its variants."""

    form: Form
    text: str
    source: RecordText
    target: str | None
    slots: tuple[str, ...]
    variants: tuple[CompiledVariant, ...]
    when: Condition = field(default_factory=dict)
    free: frozenset[str] = frozenset()
    until: str = ""

    @property
    def deciding(self) -> tuple[str, ...]:
        """The slots that decide which program a variant has; programs are given what is in the others."""
        return tuple(slot for slot in self.slots if slot not in self.free)

    def part(self, key: Key) -> Key:
        """Return the part of a key for the deciding slots."""
        return tuple(content for slot, content in zip(self.slots, key, strict=True) if slot not in self.free)


def compile_entries(
    entries: list[Entry], types: Mapping[str, TypeRecord], functions: Functions = NONE, *, given: bool = True
) -> list[Compiled]:
    """Return every text of the entries compiled, contracts and models; raise `RecordError` with all problems.

    `functions` are those that records define; texts may call them beside those of the language. `given` is as in
    `compile_text`.
    """
    compiled: list[Compiled] = []
    problems: list[Problem] = []
    for entry in entries:
        for text, source, model in _texts(entry):
            try:
                compiled.append(compile_text(text, source, entry[1], types, model, functions, given=given))
            except RecordError as error:
                problems.extend(error.problems)
    if problems:
        raise RecordError(problems)
    return compiled


def compile_text(
    text: str,
    source: RecordText,
    form: Form,
    types: Mapping[str, TypeRecord],
    model: TargetModel | None = None,
    functions: Functions = NONE,
    *,
    given: bool = False,
) -> Compiled:
    """Compile one text of a form for all its variants, or for those that a model is about.

    With `given`, programs are given operators and rounding modes that modifiers name, so that variants share them.
    `functions` are those that the text may call beside those of the language.
    """
    parsed = _parsed(text, source, functions)
    problems = [source.problem(error.place, error.message) for error in name_errors(parsed, form, types)]
    if problems:
        raise RecordError(problems)
    slots = deciding_slots(form, used_names(parsed), model.when if model else {})
    free = given_slots(parsed, form, slots, model.when if model else {}) if given else frozenset()
    try:
        programs = tuple(_specialized(parsed, source, form, types, slots, model, free))
    except NotGiven:
        # What the text does with an operator depends on which one it is: each modifier gets a program of its own.
        free = frozenset()
        programs = tuple(_specialized(parsed, source, form, types, slots, model))
    about = (model.target, model.when, model.until) if model else (None, {}, "")
    return Compiled(form, text, source, about[0], slots, programs, about[1], free, about[2])


def _parsed(text: str, source: RecordText, functions: Functions) -> tree.ParsedText:
    """Return a text without calls of functions that records define."""
    try:
        return inlined(parse(text, source, arities(functions)), functions)
    except SemanticsError as error:
        raise source.error(error) from None


def _specialized(
    text: tree.ParsedText,
    source: RecordText,
    form: Form,
    types: Mapping[str, TypeRecord],
    slots: tuple[str, ...],
    model: TargetModel | None,
    given: frozenset[str] = frozenset(),
) -> Iterator[CompiledVariant]:
    """Yield every variant; an error that several variants share is reported once, for the first."""
    errors: dict[tuple[object, str], Problem] = {}
    decided = model is not None and model.semantics is None
    kept = [index for index, slot in enumerate(slots) if slot not in given]
    shared: dict[Key, ir.TypedRoutine] = {}
    for key, values in variants(form, slots, model.when if model else {}):
        try:
            # Variants that differ only in modifiers that are arguments have the same program.
            part = tuple(key[index] for index in kept)
            if part not in shared:
                shared[part] = specialize(text, form, values, types, decided, given)
            # Raise `SemanticsError` where a modifier that the function is given is not of its sort.
            routine = shared[part]
            for modifier in routine.modifiers:
                operator = values[modifier.slot]
                if modifier.sort == "mode":
                    floating.mode_named(operator, modifier.place)
                elif not comparisons.admits(modifier.sort, operator):
                    raise SemanticsError(modifier.place, f"{operator} is not an operator for these values")
            yield CompiledVariant(key, values, shared[part])
        except SemanticsError as error:
            where = f" ({describe(slots, key)})" if slots else ""
            errors.setdefault((error.place, error.message), source.problem(error.place, error.message + where))
    if errors:
        raise RecordError(errors.values())


def _texts(entry: Entry) -> Iterator[tuple[str, RecordText, TargetModel | None]]:
    """Yield the texts of a form with their places; a model without a text has that of the contract."""
    instruction, form, program = entry
    steps: Steps = ("forms", instruction.forms.index(form))
    contract = source_of(instruction.located, (*steps, "semantics"))
    if program.semantics is not None:
        yield program.semantics, contract, None
    for index, model in enumerate(program.models):
        if model.semantics is not None:
            yield model.semantics, source_of(instruction.located, (*steps, "models", index, "semantics")), model
        elif program.semantics is not None:
            yield program.semantics, contract, model
