"""Names in generated modules: of variables, of functions, and the spelling of the statements that those serve."""

from __future__ import annotations

import itertools
import keyword
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping

from generator.backends.code import WIDTH
from generator.backends.rules import Rule, rows
from generator.records.model import Type
from generator.semantics.compile import Compiled, Variant
from ptxisa.isa.forms import Form
from ptxisa.syntax.template import parse_template

Served = tuple[Compiled, Variant]


def unique(name: str, taken: Iterable[str]) -> str:
    """`name`, numbered from 2 where it is taken."""
    used = taken if isinstance(taken, set) else set(taken)
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


def function_name(serves: list[Served]) -> str:
    """The form, and the values of each slot of which a function does not serve all."""
    compiled = serves[0][0]
    served = [variant.key for other, variant in serves if other is compiled]
    parts = [compiled.form.id]
    if compiled.target:
        parts.append(compiled.target)
    everything = zip(*(variant.key for variant in compiled.variants), strict=True)
    for column, values in zip(zip(*served, strict=True), everything, strict=True):
        if set(column) != set(values):
            parts.extend(dict.fromkeys(value for value in column if value))
    return identifier(re.sub(r"\W+", "_", "_".join(parts).replace("+", "")).strip("_").lower(), ())


def served(serves: list[Served]) -> list[str]:
    """The statements that a function serves, in lines for a comment."""
    parts = []
    for compiled, group in itertools.groupby(serves, key=lambda pair: pair[0]):
        spelled = _spellings(compiled, [variant for _, variant in group])
        parts.append(f"{spelled} on {compiled.target}" if compiled.target else spelled)
    return textwrap.wrap(f"{'; '.join(parts)}.", WIDTH - 2, break_long_words=False, break_on_hyphens=False)


def _spellings(compiled: Compiled, variants: list[Variant]) -> str:
    """All opcodes of the variants, as few patterns."""
    wanted = {variant.key for variant in variants}
    table = {variant.key: variant.key in wanted for variant in compiled.variants}
    patterns = (product for product, serves in rows(table) if serves)
    return ", ".join(_opcode(compiled.form, dict(zip(compiled.slots, product, strict=True))) for product in patterns)


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


_ROLES = {
    "string": "option",
    "dtype": "word",
    "function": "function",
    "comparison": "compare",
    "bitwise": "combine",
    "number": "constant",
}
_MODES = {"rn", "rz", "rm", "rp", "rna"}
_NUMBERS: dict[str, Callable[[Type], int]] = {
    "bits": lambda type_: type_.bits,
    "top": lambda type_: type_.bits - 1,
    "mask": lambda type_: (1 << type_.bits) - 1,
    "max": lambda type_: (1 << (type_.bits - type_.signed)) - 1,
    "min": lambda type_: -(1 << (type_.bits - 1)) if type_.signed else 0,
}
"""Numbers that follow from a type, with what a parameter for them is called."""


def argument_name(kind: str, rule: Rule, types: Mapping[str, Type]) -> str:
    """The name of a parameter: the slot that decides it, if one does, and what it is."""
    role = _role(kind, rule, types)
    if len(rule.slots) != 1 or kind in ("comparison", "bitwise"):
        return role
    (slot,) = rule.slots
    return re.sub(r"\W+", "_", slot) + f"_{role}"


def _role(kind: str, rule: Rule, types: Mapping[str, Type]) -> str:
    values = {str(value).strip('"') for value in rule.table.values()}
    if kind == "string":
        if values <= {*_MODES, "rs"}:
            return "mode"
        return "format" if all(value in types for value in values) else _ROLES[kind]
    if kind == "number" and len(rule.slots) == 1:
        pairs = [(types.get(name or ""), int(str(value), 0)) for (name,), value in rule.table.items()]
        for role, number in _NUMBERS.items():
            if all(type_ and type_.bits > 0 and number(type_) == value for type_, value in pairs):
                return role
    return _ROLES[kind]
