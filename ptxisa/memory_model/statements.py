"""Litmus tests from statements and dictionaries, for `ptxisa.litmus`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ptxisa.memory_model.conditions import ConditionError, parse_condition
from ptxisa.memory_model.module import parse_litmus_module
from ptxisa.memory_model.program import LitmusError, LitmusTest, Place

VARIABLE = re.compile(r"\[\s*([A-Za-z_$][\w$]*)")
REGISTER = re.compile(r"%?(?:r|rd|p|f|fd|h|rs)\d+\Z")
TYPES = {"8": "b8", "16": "b16", "32": "b32", "64": "b64", "128": "b128"}


def test_of(
    threads: Sequence[Mapping[str, Any]], init: Mapping[str, int], aliases: Mapping[str, Any], question: str
) -> LitmusTest:
    """Return the litmus test of `ptxisa.litmus`, as a module that declares its variables and registers.

    Raises:
        LitmusError: The test is invalid.
    """
    names = [str(thread.get("name", f"P{number}")) for number, thread in enumerate(threads)]
    sizes: dict[str, int] = dict.fromkeys(init, 4)
    lines, bodies = [], []
    for name, thread in zip(names, threads, strict=True):
        unknown = set(thread) - {"name", "place", "code", "registers"}
        if unknown:
            raise LitmusError(f"a thread has place, code, registers and name, not {sorted(unknown)[0]!r}")
        place = thread.get("place", {})
        if set(place) - set(Place._fields):
            raise LitmusError(
                f"a place has gpu, cluster, cta and warp, not {sorted(set(place) - set(Place._fields))[0]!r}"
            )
        lines.append(f"//! thread {name} " + " ".join(f"{key}={value}" for key, value in place.items()))
        code = [str(statement).strip().rstrip(";") for statement in thread.get("code", ())]
        for statement in code:
            for variable in VARIABLE.findall(statement):
                if not REGISTER.match(variable) and variable not in aliases:
                    width = re.search(r"\.[busf](8|16|32|64|128)\b", statement)
                    vector = re.search(r"\.v([248])\b", statement)
                    size = int(width[1]) // 8 * int(vector[1] if vector else 1) if width else 4
                    sizes[variable] = max(sizes.get(variable, 0), size)
        start = [f"mov.b32 {register}, {value}" for register, value in thread.get("registers", {}).items()]
        bodies.append((name, [*start, *code]))
    lines += [f"//! init {variable}={value}" for variable, value in init.items()]
    for alias, target in aliases.items():
        variable, proxy = (target, "generic") if isinstance(target, str) else target
        sizes.setdefault(variable, 4)
        lines.append(f"//! alias {alias} of {variable} proxy {proxy}")
    lines.append(f"//! question {question}")
    text = "\n".join(
        [".version 8.7", ".target sm_90", ".address_size 64", *lines]
        + [f".global .b{8 * size} {variable};" for variable, size in sizes.items() if size <= 8]
        + [f".global .align 16 .b8 {variable}[{size}];" for variable, size in sizes.items() if size > 8]
        + [_function(name, code, sizes, aliases) for name, code in bodies]
    )
    try:
        parse_condition(question)
    except ConditionError as error:
        raise LitmusError(str(error)) from error
    return parse_litmus_module(text, "litmus", checked=False)


def _function(name: str, code: Sequence[str], sizes: Mapping[str, int], aliases: Mapping[str, Any]) -> str:
    return (
        f".func {name} ()\n{{\n"
        + "\n".join(statement if statement.endswith(":") else statement + ";" for statement in code)
        + "\n}"
    )
