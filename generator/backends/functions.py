"""What the reference and the vector module of a mnemonic have in common: functions, registries, layout.

A backend turns each variant into a body; equal bodies become one function, named after the form and the
variants that it serves.
"""

from __future__ import annotations

import itertools
import keyword
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from generator.backends.code import WIDTH, statement
from generator.backends.python_source import header
from generator.semantics import ir
from generator.semantics.compile import Compiled, Entry, Variant
from ptxisa.forms import Form
from ptxisa.run.implementation import Key
from ptxisa.syntax.template import parse_template

INDENT = 4


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
    serves: list[tuple[Compiled, Variant]] = field(default_factory=list)


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
            function.name = unique(_function_name(function), taken)
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
        yield from docstring(_served(function.serves))
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


def strings(items: Iterable[str | None]) -> str:
    """Source of a tuple of strings and Nones."""
    quoted = [f'"{item}"' if item is not None else "None" for item in items]
    return f"({', '.join(quoted)}{',' if len(quoted) == 1 else ''})"


def unique(name: str, taken: Iterable[str]) -> str:
    """`name`, numbered from 2 where it is taken."""
    used = set(taken)
    if name not in used:
        return name
    return next(numbered for count in itertools.count(2) if (numbered := f"{name}_{count}") not in used)


def identifier(name: str, reserved: Iterable[str]) -> str:
    """`name` as a Python name: keywords, builtins that functions use and reserved names get an underscore."""
    clash = keyword.iskeyword(name) or name in reserved or name in ("abs", "bool", "int", "max", "min", "tuple")
    return f"{name}_" if clash else name


def identifiers(names: Iterable[str], reserved: Iterable[str]) -> dict[str, str]:
    """A Python name for each name, no two alike."""
    found: dict[str, str] = {}
    for name in sorted(set(names), key=lambda name: (identifier(name, reserved) != name, name)):
        found[name] = unique(identifier(name, reserved), found.values())
    return found


def import_lines(imports: Iterable[tuple[str, str]]) -> Iterator[str]:
    """`from module import names`, sorted as ruff sorts them: other packages before our own."""
    groups: dict[str, set[str]] = {}
    for module, name in imports:
        groups.setdefault(module, set()).add(name)
    own = [module for module in sorted(groups) if module.startswith("ptxisa")]
    other = [module for module in sorted(groups) if module not in own]
    for module in other:
        yield from statement(f"from {module} import {_names(groups[module])}", 0)
    if other and own:
        yield ""
    for module in own:
        yield from _import(module, groups[module])


def _import(module: str, names: set[str]) -> list[str]:
    flat = f"from {module} import {_names(names)}"
    if len(flat) <= WIDTH:
        return [flat]
    return [f"from {module} import (", *(f"    {name}," for name in sorted(names, key=_import_key)), ")"]


def _names(names: set[str]) -> str:
    return ", ".join(sorted(names, key=_import_key))


def _import_key(name: str) -> tuple[bool, str]:
    return not name[0].isupper(), name


def docstring(lines: list[str]) -> Iterator[str]:
    if len(lines) == 1 and len(lines[0]) + INDENT + 6 <= WIDTH:
        yield f'    """{lines[0]}"""'
        return
    yield f'    """{lines[0]}'
    yield from (f"    {line}" for line in lines[1:])
    yield '    """'


def _function_name(function: Function) -> str:
    """The form, and the values of each slot that this function does not serve all values of."""
    compiled = function.serves[0][0]
    served = [variant.key for other, variant in function.serves if other is compiled]
    parts = [compiled.form.id]
    if compiled.target:
        parts.append(compiled.target)
    everything = zip(*(variant.key for variant in compiled.variants), strict=True)
    for column, values in zip(zip(*served, strict=True), everything, strict=True):
        if set(column) != set(values):
            parts.extend(dict.fromkeys(value for value in column if value))
    return identifier(re.sub(r"\W+", "_", "_".join(parts).replace("+", "")).strip("_").lower(), ())


def _served(serves: list[tuple[Compiled, Variant]]) -> list[str]:
    """The docstring: the statements that a function serves."""
    parts = []
    for compiled, group in itertools.groupby(serves, key=lambda pair: pair[0]):
        spelled = _spellings(compiled, [variant for _, variant in group])
        parts.append(f"{spelled} on {compiled.target}" if compiled.target else spelled)
    return textwrap.wrap(f"{'; '.join(parts)}.", WIDTH - INDENT - 6, break_long_words=False, break_on_hyphens=False)


def _spellings(compiled: Compiled, variants: list[Variant]) -> str:
    """All opcodes of the variants; as one pattern where they are every combination of some values."""
    columns = [tuple(dict.fromkeys(keys)) for keys in zip(*(variant.key for variant in variants), strict=True)]
    combinations = 1
    for column in columns:
        combinations *= len(column)
    if combinations == len(variants):
        return _opcode(compiled.form, dict(zip(compiled.slots, columns, strict=True)))
    singles = [
        _opcode(compiled.form, {slot: (value,) for slot, value in zip(compiled.slots, variant.key, strict=True)})
        for variant in variants
    ]
    return ", ".join(singles)


def _opcode(form: Form, contents: dict[str, tuple[str | None, ...]]) -> str:
    """`mad.{lo, hi}.u32`: the opcode with the values that some slots hold; other slots as in the syntax."""
    template = parse_template(form.syntax)
    text = template.mnemonic
    for modifier in template.modifiers:
        plain = f".{modifier.literal or f'{{{modifier.slot}}}'}"
        unchanged = f"{{{plain}}}" if modifier.optional else plain
        text += _content(contents[modifier.slot]) if modifier.slot in contents else unchanged
    return text


def _content(values: tuple[str | None, ...]) -> str:
    present = [value for value in values if value]
    if not present:
        return ""
    text = f".{present[0]}" if len(present) == 1 else f".{{{', '.join(present)}}}"
    return f"{{{text}}}" if len(present) < len(values) else text
