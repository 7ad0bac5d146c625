"""What the reference and the vector module of some mnemonics have in common: functions, registries, layout.

A backend turns each variant into a body. `merging` makes few functions of many bodies; a registry says which function
a variant has and with which arguments.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.backends.forms import listing
from generator.backends.layout import filled, import_lines
from generator.backends.merging import Body, Column, Merged, Parameter, block, merged, parameters
from generator.backends.naming import Served, argument_name, function_name, identifiers, served, unique
from generator.backends.python_module import CONDITION
from generator.backends.python_source import Reference, derived, source
from generator.backends.rules import Rule, rule_items, rule_of
from generator.backends.sharing import shared
from generator.records.model import Type
from generator.semantics import ir
from generator.semantics.compile import Compiled, Entry, Variant
from ptxisa.run.implementation import By, Case, Choice, Key, ModelEntry

ANNOTATIONS = {
    "slot": "str",
    "spelling": "str",
    "mode": "str",
    "number": "int",
    "string": "str",
    "dtype": "Any",
    "function": "Any",
    "comparison": "Any",
    "bitwise": "Any",
}
"""What parameters for holes are annotated with, by the kind of the hole."""
_NAMES = (
    CONDITION,
    *(("ptxisa.run.implementation", name) for name in ("By", "Case", "Choice", "Forms", "ModelEntry", "Models")),
)
"""What registries are made of, by module."""


class Use(NamedTuple):
    """A function for some variants of a text, with its arguments by name: rules, or slots for what they hold."""

    function: Function
    arguments: Mapping[str, Rule | str]


@dataclass
class Function:
    """A function with what it serves; several texts may share it."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    keywords: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    imports: frozenset[tuple[str, str]]
    serves: list[Served] = field(default_factory=list)


@dataclass(frozen=True)
class Style:
    """How a backend writes a function: its annotations and imports."""

    title: str
    parameter: Callable[[ir.Parameter], str]
    returns: str
    imports: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Text:
    """A text with its functions, and the number of the function of each variant."""

    compiled: Compiled
    uses: tuple[Use, ...]
    numbers: Mapping[Key, int]


def functions_of(compiled: Compiled, body: Callable[[ir.Routine], Body]) -> list[Merged]:
    """The functions of one text, of which each variant has a body."""
    return merged(compiled.deciding, {compiled.part(one.key): body(one.routine) for one in compiled.variants})


class Module:
    """Collects the functions of some mnemonics and writes the module."""

    def __init__(self, entries: list[Entry], types: Mapping[str, Type], style: Style) -> None:
        self.entries, self.types, self.style = entries, types, style
        self.functions: dict[object, Function] = {}
        self.texts: list[Text] = []

    def add(self, compiled: Compiled, functions: Iterable[Merged]) -> None:
        """Take the functions of one text; equal functions of several texts are one."""
        found: dict[Key, list[Variant]] = {}
        for variant in compiled.variants:
            found.setdefault(compiled.part(variant.key), []).append(variant)
        uses: list[Use] = []
        numbers: dict[Key, int] = {}
        for function in functions:
            numbers.update(dict.fromkeys(function.keys, len(uses)))
            uses.append(self.use(compiled, function, [one for key in function.keys for one in found[key]]))
        self.texts.append(Text(compiled, tuple(uses), numbers))

    def use(self, compiled: Compiled, merged_: Merged, variants: list[Variant]) -> Use:
        """A merged function, or an equal one that is there already, with its arguments."""
        names = _Names(merged_, self.types)
        found, by_column = parameters(merged_, names.argument, names.slot, names.contents_of(variants))
        lines = tuple(block(merged_, by_column, names.slots))
        optional = {
            names.slots[slot]
            for slot, contents in zip(merged_.slots, zip(*merged_.keys, strict=True), strict=True)
            if None in contents
        }
        keywords = tuple(
            (one.name, ANNOTATIONS[one.kind] + (" | None" if one.kind == "slot" and one.name in optional else ""))
            for one in found
        )
        body = merged_.body
        identity = (body.parameters, body.inputs, body.outputs, lines, keywords)
        if identity not in self.functions:
            given = zip(body.parameters, variants[0].routine.parameters, strict=True)
            plain = tuple((name, self.style.parameter(parameter)) for name, parameter in given)
            self.functions[identity] = Function(
                "", plain, keywords, lines, body.inputs, body.outputs, _imports(merged_, found)
            )
        function = self.functions[identity]
        function.imports |= _imports(merged_, found)
        function.serves.extend((compiled, variant) for variant in variants)
        return Use(function, {one.name: one.rule or names.contents[one.name] for one in found})

    def write(self, name: str) -> str:
        """The text of the module."""
        self.name_functions()
        definitions = ["\n".join(self.definition(function)) for function in self.functions.values()]
        registries = self.registries()
        return "\n\n\n".join([self.head(name, registries), *definitions, registries]) + "\n"

    def name_functions(self) -> None:
        taken: set[str] = {name for _, name in self.imports()} | {"FORMS", "MODELS"}
        for function in self.functions.values():
            function.name = unique(function_name(function.serves), taken)
            taken.add(function.name)

    def head(self, name: str, registries: str) -> str:
        mnemonics = dict.fromkeys(text.compiled.form.mnemonic for text in self.texts)
        text = derived(f"{self.style.title} of {listing(mnemonics)}.", f"forms/{name}.py")
        named = {one for one in _NAMES if re.search(rf"\b{one[1]}\b", registries)}
        imports = import_lines(self.imports() | named)
        return "\n".join([text, "from __future__ import annotations", "", *imports])

    def imports(self) -> set[tuple[str, str]]:
        """What the module imports."""
        found = set(self.style.imports) if self.functions else set()
        if any(annotation == "Any" for function in self.functions.values() for _, annotation in function.keywords):
            found.add(("typing", "Any"))
        return found.union(*(function.imports for function in self.functions.values()))

    def definition(self, function: Function) -> Iterator[str]:
        """The lines of one function, after a comment: byte code would keep a docstring, which nobody reads there."""
        plain = [f"{name}: {annotation}" for name, annotation in function.parameters]
        keywords = [f"{name}: {annotation}" for name, annotation in function.keywords]
        given = ", ".join([*plain, *(["*", *keywords] if keywords else [])])
        yield from (f"# {line}" for line in served(function.serves))
        yield from filled(f"def {function.name}(", given, f") -> {self.style.returns}:", 0)
        yield from function.lines

    def registries(self) -> str:
        """The registries of the contracts and of the models, after the constants that they share."""
        contracts = [text for text in self.texts if text.compiled.target is None]
        models = [text for text in self.texts if text.compiled.target is not None]
        tables = {
            "FORMS: Forms": {text.compiled.form.id: _found(text) for text in contracts},
            "MODELS: Models": {
                form: tuple(map(_model, group))
                for form, group in itertools.groupby(models, key=lambda text: text.compiled.form.id)
            },
        }
        constants, written = shared(tables, "tables")
        lines = [*(one.text() for one in constants), *(f"{name} = {source(one)}" for name, one in written.items())]
        return "\n".join(lines)


class _Names:
    """Names of the parameters of one function, no two alike and none that its statements have."""

    def __init__(self, function: Merged, types: Mapping[str, Type]) -> None:
        self.types = types
        self.taken = {
            token.partition(".")[0] for piece in function.pieces for one in piece.unit for token in one.tokens
        }
        self.taken |= {name for _, name in function.imports}
        self.taken |= {hole.text for piece in function.pieces for holes in piece.holes.values() for hole in holes}
        self.taken |= set(function.body.parameters)
        given = {one.slot: one.name for one in function.body.given}
        found = identifiers((slot for slot in function.slots if slot not in given), self.taken)
        self.slots = {**found, **given}
        self.taken |= set(self.slots.values())
        self.contents = {name: slot for slot, name in self.slots.items()}

    def contents_of(self, variants: list[Variant]) -> dict[str, list[str | None]]:
        """What each slot may hold in some variants."""
        return {slot: list(dict.fromkeys(one.values[slot] for one in variants)) for slot in self.slots}

    def slot(self, name: str) -> str:
        """The parameter that has the content of a slot."""
        return self.slots[name]

    def argument(self, column: Column, rule: Rule) -> str:
        """The parameter for what differs between variants."""
        name = unique(argument_name(column.kind, rule, self.types), self.taken)
        self.taken.add(name)
        return name


def _imports(function: Merged, found: list[Parameter]) -> frozenset[tuple[str, str]]:
    """What the statements of a function and its arguments need."""
    operators = {
        ("operator", str(text))
        for one in found
        if one.rule and one.kind in ("comparison", "bitwise")
        for text in one.rule.table.values()
    }
    return frozenset(operators) | function.imports


def _slots(use: Use) -> str:
    """The modifiers that are arguments themselves: the slots, and the parameters that have other names."""
    pairs = [(name, slot) for name, slot in use.arguments.items() if isinstance(slot, str)]
    return " ".join(slot if name == slot else f"{name}={slot}" for name, slot in pairs)


def _by(rule: Rule) -> By:
    """A rule as a value whose results are source."""
    return By(" ".join(rule.slots), {row: Reference(str(value)) for row, value in rule_items(rule)})


def _case(use: Use) -> Case:
    """A function with its arguments."""
    rules = {name: _by(rule) for name, rule in use.arguments.items() if isinstance(rule, Rule)}
    function: Any = Reference(use.function.name)
    return Case(function, use.function.inputs, use.function.outputs, _slots(use), rules)


def _found(text: Text) -> Case | Choice:
    """The function of a text, or several with the rule that numbers them."""
    cases = tuple(map(_case, text.uses))
    return cases[0] if len(cases) == 1 else Choice(_by(rule_of(text.compiled.deciding, text.numbers)), cases)


def _model(text: Text) -> ModelEntry:
    return ModelEntry(str(text.compiled.target), text.compiled.when, _found(text))
