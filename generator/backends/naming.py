"""Names in generated modules: of variables, of functions, and the spelling of the statements that those serve."""

from __future__ import annotations

import itertools
import keyword
import re
import textwrap
from collections.abc import Iterable

from generator.backends.code import WIDTH
from generator.backends.rules import rows
from generator.semantics.compile import Compiled, CompiledVariant
from ptxisa.syntax.template import parse_template

Served = tuple[Compiled, CompiledVariant]


def unique(name: str, taken: Iterable[str]) -> str:
    """Return `name`, or `name` with the next free number from 2 if it is taken."""
    used = taken if isinstance(taken, set) else set(taken)
    if name not in used:
        return name
    return next(numbered for count in itertools.count(2) if (numbered := f"{name}_{count}") not in used)


def identifier(name: str, reserved: Iterable[str]) -> str:
    """Return `name` as a Python name; keywords, used builtins and reserved names get an underscore."""
    clash = keyword.iskeyword(name) or name in reserved or name in ("abs", "bool", "int", "max", "min", "tuple")
    return f"{name}_" if clash else name


def identifiers(names: Iterable[str], reserved: Iterable[str]) -> dict[str, str]:
    """Return a Python name for each name, no two alike."""
    chosen: dict[str, str] = {}
    for name in sorted(set(names), key=lambda name: (identifier(name, reserved) != name, name)):
        chosen[name] = unique(identifier(name, reserved), chosen.values())
    return chosen


def function_name(serves: list[Served]) -> str:
    """Return the form id, with the values of each slot in which other variants have other values.

    At most three values of a slot are in the name; the comment above the function has all.
    """
    compiled = serves[0][0]
    keys = [variant.key for other, variant in serves if other is compiled]
    parts = [compiled.form.id]
    if compiled.target:
        parts.append(compiled.target)
    every_column = zip(*(variant.key for variant in compiled.variants), strict=True)
    for column, values in zip(zip(*keys, strict=True), every_column, strict=True):
        if set(column) != set(values):
            parts.extend([value for value in dict.fromkeys(column) if value][:3])
    return identifier(re.sub(r"\W+", "_", "_".join(parts).replace("+", "")).strip("_").lower(), ())


def opcodes(serves: list[Served]) -> list[str]:
    """Return the opcodes that a function serves, as the lines of a comment."""
    parts = []
    for compiled, group in itertools.groupby(serves, key=lambda pair: pair[0]):
        # All opcodes of the variants, as few patterns.
        variants = [variant for _, variant in group]
        wanted = {variant.key for variant in variants}
        table = {variant.key: variant.key in wanted for variant in compiled.variants}
        patterns = (product for product, serves in rows(table) if serves)
        # `mad.{lo, hi}.u32`: the opcode with the values that some slots hold; other slots as in the syntax.
        opcodes: list[str] = []
        for product in patterns:
            contents = dict(zip(compiled.slots, product, strict=True))
            template = parse_template(compiled.form.syntax)
            text = template.mnemonic
            for modifier in template.modifiers:
                plain = f".{modifier.literal or f'{{{modifier.slot}}}'}"
                unchanged = f"{{{plain}}}" if modifier.optional else plain
                if modifier.slot not in contents:
                    text += unchanged
                    continue
                values = contents[modifier.slot]
                present = [value for value in values if value]
                if present:
                    chosen = f".{present[0]}" if len(present) == 1 else f".{{{', '.join(present)}}}"
                    text += f"{{{chosen}}}" if len(present) < len(values) else chosen
            opcodes.append(text)
        spelled = ", ".join(opcodes)
        parts.append(f"{spelled} on {compiled.target}" if compiled.target else spelled)
    return textwrap.wrap("; ".join(parts), WIDTH - 2, break_long_words=False, break_on_hyphens=False)
