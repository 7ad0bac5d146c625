"""Write a generated module of semantics: functions, and tables that select the function of a variant.

A back end turns each variant of a text into the body of a Python function. Variants with equal bodies share one
function, and the module says which function each variant has:

    # add.int: add.{type} d, a, b
    #
    #     d ← a + b

    # add.{u16, s16}
    def add_int_u16_s16(a: Lanes, b: Lanes) -> tuple[Lanes, ...]:
        d = a + b
        return (d,)

    FORMS: Forms = {
        "add.int": FunctionChoice(
            By("type", {"u16 s16": 0, …}), (FunctionCase(add_int_u16_s16, ("a", "b"), ("d",)), …)
        )
    }
    MODELS: Models = {}

A function may have keyword parameters for an operator or a rounding mode that a modifier names.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.backends.code import laid_out
from generator.backends.forms import FORM_LIST
from generator.backends.layout import filled, import_lines
from generator.backends.naming import Served, function_name, opcodes, unique
from generator.backends.python_source import Reference, derived, source
from generator.backends.rules import TabledRule, rule_items, rule_of
from generator.backends.text import rendered
from generator.records.problems import RecordError
from generator.semantics import ir
from generator.semantics.comparisons import SIGNS
from generator.semantics.compile import Compiled
from generator.semantics.floating import mode_named
from generator.semantics.functions import NONE, Functions
from generator.semantics.ir import NOWHERE
from generator.semantics.source import SemanticsError
from generator.semantics.variants import describe
from ptxisa.run.implementation import By, FunctionCase, FunctionChoice, ModelEntry

OPERATORS = {
    "==": "eq",
    "!=": "ne",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
    "&": "and_",
    "|": "or_",
    "^": "xor",
}
"""Operators that a modifier may name, with their functions in Python's module `operator`."""
_ANNOTATIONS = {"spelling": "str", "mode": "str", "comparison": "Any", "bitwise": "Any"}
"""Annotations of keyword parameters by the sort of the modifier."""
_REGISTRY_NAMES = tuple(
    ("ptxisa.run.implementation", name)
    for name in ("By", "FunctionCase", "FunctionChoice", "Forms", "ModelEntry", "Models")
)


class Given(NamedTuple):
    """A keyword parameter for a modifier: its name, the slot, and the sort as in `ir.Modifier`."""

    name: str
    slot: str
    sort: str


class FunctionBody(NamedTuple):
    """The function of one variant without its name; `lines` are statements, not yet broken to the line width."""

    parameters: tuple[str, ...]
    lines: tuple[str, ...]
    imports: frozenset[tuple[str, str]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    given: tuple[Given, ...]


@dataclass(frozen=True)
class Style:
    """Annotations of the functions of a back end, and their imports; `comments` show pseudo-code and opcodes."""

    title: str
    parameter: Callable[[ir.RoutineParameter], str]
    returns: str
    imports: frozenset[tuple[str, str]]
    comments: bool = True


@dataclass
class EmittedFunction:
    """A function with the variants that it serves, which may belong to several texts."""

    body: FunctionBody
    parameters: list[str]
    serves: list[Served] = field(default_factory=list)
    name: str = ""

    def contents(self, slot: str) -> list[str | None]:
        """Return the modifiers that the variants have in a slot."""
        return list(dict.fromkeys(variant.values[slot] for _, variant in self.serves))


@dataclass
class EmittedText:
    """A compiled text with the function of each of its variants."""

    compiled: Compiled
    functions: dict[tuple[str | None, ...], EmittedFunction]


class FunctionModule:
    """Collect the texts of a mnemonic, and write its module."""

    def __init__(self, style: Style, functions: Functions = NONE) -> None:
        self.style, self.functions = style, functions
        self.by_body: dict[FunctionBody, EmittedFunction] = {}
        self.texts: list[EmittedText] = []

    def add(self, compiled: Compiled, body_of: Callable[[ir.TypedRoutine], FunctionBody]) -> None:
        """Add a text; raise `RecordError` where a back end cannot write a variant."""
        functions = {}
        for variant in compiled.variants:
            try:
                body = body_of(variant.routine)
            except SemanticsError as error:
                where = f" ({describe(compiled.slots, variant.key)})" if compiled.slots else ""
                raise RecordError([compiled.source.problem(error.place, error.message + where)]) from None
            pairs = zip(body.parameters, variant.routine.parameters, strict=True)
            parameters = [f"{name}: {self.style.parameter(parameter)}" for name, parameter in pairs]
            function = self.by_body.setdefault(body, EmittedFunction(body, parameters))
            function.serves.append((compiled, variant))
            functions[compiled.part(variant.key)] = function
        self.texts.append(EmittedText(compiled, functions))

    def write(self, mnemonic: str) -> str:
        """Return the source of the module."""
        taken = {name for _, name in self._imports()} | {"FORMS", "MODELS"}
        for function in self.by_body.values():
            function.name = unique(function_name(function.serves), taken)
            taken.add(function.name)
        contracts = [text for text in self.texts if text.compiled.target is None]
        models = [text for text in self.texts if text.compiled.target is not None]
        tables: Mapping[str, Any] = {
            "FORMS: Forms": {text.compiled.form.id: _dispatched(text) for text in contracts},
            "MODELS: Models": {
                form: tuple(
                    ModelEntry(
                        str(entry.compiled.target), entry.compiled.when, _dispatched(entry), entry.compiled.until
                    )
                    for entry in group
                )
                for form, group in itertools.groupby(models, key=lambda text: text.compiled.form.id)
            },
        }
        registries = "\n".join(f"{name} = {source(table)}" for name, table in tables.items())
        used = {name for name in _REGISTRY_NAMES if re.search(rf"\b{name[1]}\b", registries)}
        title = derived(f"{self.style.title} of `{mnemonic}`.", FORM_LIST.format(mnemonic))
        imports = import_lines(self._imports() | used)
        head = "\n".join([title, "from __future__ import annotations", "", *imports])
        # The functions in the order of the texts, each text after its pseudo-code.
        definitions: list[str] = []
        written: set[str] = set()
        for text in self.texts:
            functions = {entry.name: entry for entry in text.functions.values() if entry.name not in written}
            if functions:
                compiled = text.compiled
                if self.style.comments:
                    model = f" on {compiled.target}" if compiled.target else ""
                    code = rendered(compiled.form, compiled.text, self.functions).splitlines()
                    title = f"# --- {compiled.form.id}{model}: {compiled.form.syntax}"
                    definitions.append("\n".join([title, "#", *(f"#     {line}".rstrip() for line in code)]))
                for function in functions.values():
                    # A comment, because a docstring would stay in the byte code.
                    heads = [f"# {line}" for line in opcodes(function.serves)] if self.style.comments else []
                    keywords = [f"{given.name}: {_ANNOTATIONS[given.sort]}" for given in function.body.given]
                    parameters = ", ".join([*function.parameters, *(["*", *keywords] if keywords else [])])
                    opening = filled(f"def {function.name}(", parameters, f") -> {self.style.returns}:", 0)
                    definitions.append("\n".join([*heads, *opening, *laid_out(function.body.lines)]))
                written |= functions.keys()
        return "\n\n\n".join([head, *definitions, registries]) + "\n"

    def _imports(self) -> set[tuple[str, str]]:
        imports = set(self.style.imports) if self.by_body else set()
        for function in self.by_body.values():
            imports |= function.body.imports
            for given in function.body.given:
                if _ANNOTATIONS[given.sort] == "Any":
                    imports.add(("typing", "Any"))
                    imports |= {("operator", _argument(given, content)) for content in function.contents(given.slot)}
        return imports


def _argument(given: Given, content: str | None) -> str:
    """Return the source of the argument for a modifier: a rounding mode, or a function of the module `operator`."""
    return f'"{mode_named(content, NOWHERE)}"' if given.sort == "mode" else OPERATORS[SIGNS[str(content)]]


def _dispatched(text: EmittedText) -> FunctionCase | FunctionChoice:
    """Return the function of a text, or several with the rule that numbers them."""
    functions: Sequence[EmittedFunction] = list(
        {function.name: function for function in text.functions.values()}.values()
    )
    cases = tuple(map(case, functions))
    if len(cases) == 1:
        return cases[0]
    names = [function.name for function in functions]
    numbers = {key: names.index(function.name) for key, function in text.functions.items()}
    return FunctionChoice(_by(rule_of(text.compiled.deciding, numbers)), cases)


def case(function: EmittedFunction) -> FunctionCase:
    """Return a function with its arguments: modifiers as they are, or what follows from them."""
    spellings = [parameter for parameter in function.body.given if parameter.sort == "spelling"]
    slots = " ".join(
        spelling.slot if spelling.name == spelling.slot else f"{spelling.name}={spelling.slot}"
        for spelling in spellings
    )
    rules = {
        parameter.name: _by(
            TabledRule(
                (parameter.slot,),
                {(content,): _argument(parameter, content) for content in function.contents(parameter.slot)},
            )
        )
        for parameter in function.body.given
        if parameter.sort != "spelling"
    }
    call: Any = Reference(function.name)
    return FunctionCase(call, function.body.inputs, function.body.outputs, slots, rules)


def _by(rule: TabledRule) -> By:
    return By(" ".join(rule.slots), {row: Reference(str(value)) for row, value in rule_items(rule)})
