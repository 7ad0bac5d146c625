"""What the reference and the vector module of a mnemonic have in common: functions, registries, layout.

A backend turns each variant into a body. `merging` makes few functions of many bodies; a registry says which function
a variant has and with which arguments.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.backends.code import WIDTH, statement
from generator.backends.layout import INDENT, docstring, filled, import_lines, quoted, strings
from generator.backends.merging import Body, Column, Merged, Parameter, block, merged, parameters
from generator.backends.naming import Served, argument_name, function_name, identifiers, served, unique
from generator.backends.python_source import header
from generator.backends.rules import Rule, rule_items, rule_of
from generator.records.model import Type
from generator.semantics import ir
from generator.semantics.compile import Compiled, Entry, Variant
from ptxisa.isa.forms import Condition
from ptxisa.run.implementation import Key

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


class Use(NamedTuple):
    """A function for some variants of a text, with its arguments: source by name."""

    function: Function
    arguments: Mapping[str, str]


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
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text:
    """A text with its functions, and the number of the function of each variant."""

    compiled: Compiled
    uses: tuple[Use, ...]
    numbers: Mapping[Key, int]


class Module:
    """Collects the functions of one mnemonic and writes the module."""

    def __init__(self, entries: list[Entry], types: Mapping[str, Type], style: Style) -> None:
        self.entries, self.types, self.style = entries, types, style
        self.functions: dict[object, Function] = {}
        self.texts: list[Text] = []

    def add(self, compiled: Compiled, bodies: Iterable[tuple[Variant, Body]]) -> None:
        """Take the bodies of one text; equal functions of several texts are one."""
        found: dict[Key, list[Variant]] = {}
        parts: dict[Key, Body] = {}
        for variant, body in bodies:
            part = compiled.part(variant.key)
            found.setdefault(part, []).append(variant)
            parts[part] = body
        uses: list[Use] = []
        numbers: dict[Key, int] = {}
        for function in merged(compiled.deciding, parts):
            numbers.update(dict.fromkeys(function.keys, len(uses)))
            uses.append(self.use(compiled, function, [one for key in function.keys for one in found[key]]))
        self.texts.append(Text(compiled, tuple(uses), numbers))

    def use(self, compiled: Compiled, merged_: Merged, variants: list[Variant]) -> Use:
        """A merged function, or an equal one that is there already, with its arguments."""
        names = _Names(merged_, self.types, compiled)
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
        return Use(function, {one.name: _argument(one, names.contents) for one in found})

    def write(self, mnemonic: str) -> str:
        """The text of the module."""
        self.name_functions()
        definitions = ["\n".join(self.definition(function)) for function in self.functions.values()]
        registries = [
            "\n".join(self.registry("FORMS", "Forms", _form_lines, models=False)),
            "\n".join(self.registry("MODELS", "Models", _model_lines, models=True)),
        ]
        return "\n\n\n".join([self.head(mnemonic), *definitions, "\n\n".join(registries)]) + "\n"

    def name_functions(self) -> None:
        taken: set[str] = {name for _, name in self.imports()} | {"FORMS", "MODELS"}
        for function in self.functions.values():
            function.name = unique(function_name(function.serves), taken)
            taken.add(function.name)

    def head(self, mnemonic: str) -> str:
        records = sorted({f"isa/instructions/{entry[1].record}.yaml" for entry in self.entries})
        text = header(f"{self.style.title} of `{mnemonic}`.", records)
        return "\n".join(
            [text, *self.style.remarks, "from __future__ import annotations", "", *import_lines(self.imports())]
        )

    def imports(self) -> set[tuple[str, str]]:
        """What the module imports."""
        found = {("ptxisa.run.implementation", name) for name in ("Forms", "Models")}
        if self.functions:
            found |= {("ptxisa.run.implementation", "Case"), *self.style.imports}
        if any(len(text.uses) > 1 for text in self.texts):
            found |= {("ptxisa.run.implementation", name) for name in ("By", "Choice")}
        if any(text.compiled.target for text in self.texts):
            found.add(("ptxisa.run.implementation", "ModelEntry"))
        arguments = [one for text in self.texts for use in text.uses for one in use.arguments.values()]
        found |= {
            ("ptxisa.run.implementation", name)
            for name in ("By", "Modifier")
            if any(one.startswith(f"{name}(") for one in arguments)
        }
        if any(annotation == "Any" for function in self.functions.values() for _, annotation in function.keywords):
            found.add(("typing", "Any"))
        return found.union(*(function.imports for function in self.functions.values()))

    def definition(self, function: Function) -> Iterator[str]:
        """The lines of one function."""
        plain = [f"{name}: {annotation}" for name, annotation in function.parameters]
        keywords = [f"{name}: {annotation}" for name, annotation in function.keywords]
        given = ", ".join([*plain, *(["*", *keywords] if keywords else [])])
        yield from filled(f"def {function.name}(", given, f") -> {self.style.returns}:", 0)
        yield from docstring(served(function.serves))
        yield from function.lines

    def registry(
        self, name: str, kind: str, lines: Callable[[list[Text]], Iterator[str]], models: bool
    ) -> Iterator[str]:
        """The registry of the contracts, or of the models."""
        texts = [text for text in self.texts if (text.compiled.target is not None) is models]
        if not texts:
            yield f"{name}: {kind} = {{}}"
            return
        yield f"{name}: {kind} = {{"
        yield from lines(texts)
        yield "}"


class _Names:
    """Names of the parameters of one function, no two alike and none that its statements have."""

    def __init__(self, function: Merged, types: Mapping[str, Type], compiled: Compiled) -> None:
        self.types = types
        self.groups = {slot.name: slot.group for slot in compiled.form.slots}
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
        name = unique(argument_name(column.kind, rule, self.types, self.groups), self.taken)
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


def _argument(parameter: Parameter, contents: Mapping[str, str]) -> str:
    """The source of an argument: a rule, or the content of a slot."""
    if parameter.rule is None:
        return f"Modifier({quoted(contents[parameter.name])})"
    return by(parameter.rule, str)


def by(rule: Rule, show: Callable[[object], str]) -> str:
    """The source of a rule."""
    return f"By({quoted(' '.join(rule.slots))}, {{{', '.join(rule_items(rule, show))}}})"


def _form_lines(texts: list[Text]) -> Iterator[str]:
    for text in texts:
        yield from _entry_lines(f"{quoted(text.compiled.form.id)}: ", text, INDENT)


def _model_lines(texts: list[Text]) -> Iterator[str]:
    for form, group in itertools.groupby(texts, key=lambda text: text.compiled.form.id):
        yield f'    "{form}": ('
        for text in group:
            head = f"ModelEntry({quoted(str(text.compiled.target))}, {_condition(text.compiled.when)}, "
            *lines, last = _entry_lines(head, text, 2 * INDENT)
            yield from lines
            yield f"{last.removesuffix(',')}),"
        yield "    ),"


def _condition(when: Condition) -> str:
    items = (
        f"{quoted(slot)}: {wanted if isinstance(wanted, bool) else strings(wanted)}" for slot, wanted in when.items()
    )
    return f"{{{', '.join(items)}}}"


def _entry_lines(head: str, text: Text, indent: int) -> Iterator[str]:
    """The function of a text, or several with the rule that numbers them."""
    if len(text.uses) == 1:
        yield from _case_lines(head, text.uses[0], indent)
        return
    rule = rule_of(text.compiled.deciding, text.numbers)
    margin = " " * indent
    yield f"{margin}{head}Choice("
    yield from _rule_lines(by(rule, str), indent + INDENT)
    yield f"{margin}    ("
    for use in text.uses:
        yield from _case_lines("", use, indent + 2 * INDENT)
    yield f"{margin}    ),"
    yield f"{margin}),"


def _case_lines(head: str, use: Use, indent: int) -> Iterator[str]:
    operands = [use.function.name, strings(use.function.inputs), strings(use.function.outputs)]
    if not use.arguments:
        yield from filled(f"{head}Case(", ", ".join(operands), "),", indent)
        return
    margin = " " * indent
    if indent + len(head) + sum(map(len, operands)) < WIDTH - 12:
        yield f"{margin}{head}Case({', '.join(operands)}, {{"
    else:
        yield f"{margin}{head}Case("
        yield from (f"{margin}    {operand}," for operand in operands[:-1])
        yield f"{margin}    {operands[-1]}, {{"
    for name, argument in use.arguments.items():
        yield from _rule_lines(argument, indent + INDENT, f"{quoted(name)}: ")
    yield f"{margin}}}),"


def _rule_lines(text: str, indent: int, head: str = "") -> Iterator[str]:
    """A rule in one line, or with as many rows in a line as fit."""
    opening = text.find("{")
    if opening < 0:
        yield from statement(f"{head}{text},", indent)
    else:
        yield from filled(head + text[: opening + 1], text[opening + 1 : -2], "}),", indent)
