"""What the reference and the vector module of a mnemonic have in common: functions, registries, layout.

A backend turns each variant into a body; equal bodies become one function, named after the form and the
variants that it serves.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from generator.backends.code import statement
from generator.backends.layout import INDENT, docstring, import_lines, strings
from generator.backends.naming import Served, function_name, served, unique
from generator.backends.python_source import header
from generator.semantics import ir
from generator.semantics.compile import Compiled, Entry, Variant
from ptxisa.run.implementation import Key


@dataclass(frozen=True)
class Body:
    """A function without its name: parameter names, the lines of its block, and the imports they need."""

    parameters: tuple[str, ...]
    lines: tuple[str, ...]
    imports: frozenset[tuple[str, str]]


@dataclass
class Function:
    """A body with what it serves: slots and keys of one text, or of several with equal bodies."""

    name: str
    body: Body
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    serves: list[Served] = field(default_factory=list)


@dataclass(frozen=True)
class Style:
    """How a backend writes a function: its annotations, decorators and imports."""

    title: str
    parameter: Callable[[str, ir.Parameter], str]
    returns: str
    decorators: tuple[str, ...]
    imports: frozenset[tuple[str, str]]
    remarks: tuple[str, ...] = ()


class Module:
    """Collects the functions of one mnemonic and writes the module."""

    def __init__(self, entries: list[Entry], style: Style) -> None:
        self.entries, self.style = entries, style
        self.functions: list[Function] = []
        self.bodies: dict[tuple[object, ...], Function] = {}
        self.texts: list[tuple[Compiled, dict[Key, Function]]] = []

    def add(self, compiled: Compiled, bodies: Iterable[tuple[Variant, Body]]) -> None:
        """Take the bodies of one text; equal ones share a function."""
        table: dict[Key, Function] = {}
        for variant, body in bodies:
            function = self.function(variant, body)
            function.serves.append((compiled, variant))
            table[variant.key] = function
        self.texts.append((compiled, table))

    def function(self, variant: Variant, body: Body) -> Function:
        inputs = tuple(parameter.name for parameter in variant.routine.parameters)
        outputs = tuple(result.name for result in variant.routine.results)
        identity = (body.parameters, body.lines, inputs, outputs)
        if identity not in self.bodies:
            self.bodies[identity] = Function("", body, inputs, outputs)
            self.functions.append(self.bodies[identity])
        return self.bodies[identity]

    def write(self, mnemonic: str) -> str:
        """The text of the module."""
        self.name_functions()
        definitions = ["\n".join(self.definition(function)) for function in self.functions]
        tables = [
            "\n".join(self.constants()),
            "\n".join(self.registry("FORMS", "Forms", _form_lines, models=False)),
            "\n".join(self.registry("MODELS", "Models", _model_lines, models=True)),
        ]
        registries = "\n\n".join(table for table in tables if table)
        return "\n\n\n".join([self.head(mnemonic), *definitions, registries]) + "\n"

    def name_functions(self) -> None:
        taken: set[str] = {name for _, name in self.imports()} | {"FORMS", "MODELS"}
        for function in self.functions:
            function.name = unique(function_name(function.serves), taken)
            taken.add(function.name)

    def head(self, mnemonic: str) -> str:
        records = sorted({f"isa/instructions/{entry[1].record}.yaml" for entry in self.entries})
        text = header(f"{self.style.title} of `{mnemonic}`.", records)
        return "\n".join(
            [text, *self.style.remarks, "from __future__ import annotations", "", *import_lines(self.imports())]
        )

    def imports(self) -> set[tuple[str, str]]:
        found = {("ptxisa.run.implementation", name) for name in ("Forms", "Models")}
        if self.functions:
            found |= {("ptxisa.run.implementation", "Implementation"), *self.style.imports}
        if any(compiled.target for compiled, _ in self.texts):
            found.add(("ptxisa.run.implementation", "ModelEntry"))
        return found.union(*(function.body.imports for function in self.functions))

    def definition(self, function: Function) -> Iterator[str]:
        """The lines of one function."""
        yield from self.style.decorators
        routine = function.serves[0][1].routine
        names = zip(function.body.parameters, routine.parameters, strict=True)
        parameters = ", ".join(self.style.parameter(name, parameter) for name, parameter in names)
        yield from statement(f"def {function.name}({parameters}) -> {self.style.returns}:", 0)
        yield from docstring(served(function.serves))
        yield from function.body.lines

    def constants(self) -> Iterator[str]:
        """One implementation a function, shared by all keys that it serves."""
        for function in self.functions:
            yield from statement(
                f"{constant(function)} = Implementation({function.name}, {strings(function.inputs)},"
                f" {strings(function.outputs)})",
                0,
            )

    def registry(
        self, name: str, kind: str, lines: Callable[[list[Text]], Iterator[str]], models: bool
    ) -> Iterator[str]:
        """The registry of the contracts, or of the models."""
        texts = [(compiled, table) for compiled, table in self.texts if (compiled.target is not None) is models]
        if not texts:
            yield f"{name}: {kind} = {{}}"
            return
        yield f"{name}: {kind} = {{"
        yield from lines(texts)
        yield "}"


Text = tuple[Compiled, dict[Key, Function]]


def _form_lines(texts: list[Text]) -> Iterator[str]:
    for compiled, table in texts:
        yield f'    "{compiled.form.id}": ('
        yield f"        {strings(compiled.slots)},"
        yield from _table_lines(table, 8)
        yield "    ),"


def _model_lines(texts: list[Text]) -> Iterator[str]:
    for form, group in itertools.groupby(texts, key=lambda text: text[0].form.id):
        yield f'    "{form}": ('
        for compiled, table in group:
            yield "        ModelEntry("
            yield f'            "{compiled.target}",'
            yield f"            {strings(compiled.slots)},"
            yield from _table_lines(table, 12)
            yield "        ),"
        yield "    ),"


def _table_lines(table: dict[Key, Function], indent: int) -> Iterator[str]:
    """Key to implementation, one a line; in one line where a text has no variants."""
    if list(table) == [()]:
        yield f"{' ' * indent}{{(): {constant(table[()])}}},"
        return
    yield f"{' ' * indent}{{"
    for key, function in table.items():
        yield f"{' ' * (indent + INDENT)}{strings(key)}: {constant(function)},"
    yield f"{' ' * indent}}},"


def constant(function: Function) -> str:
    """Name of the module constant that holds the implementation of a function."""
    return f"_{function.name.upper()}"
