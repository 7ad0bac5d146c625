"""Litmus tests from statements and dictionaries, for `ptxisa.litmus`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ptxisa.memory_model.module import parse_litmus_module
from ptxisa.memory_model.program import LitmusError, LitmusTest, ThreadPlace

VARIABLE = re.compile(r"\[\s*([A-Za-z_$][\w$]*)\s*(?:\+\s*(\d+))?")
COPIED_ADDRESS = re.compile(
    r"(?:@!?\S+\s+)?(?:mov|cvta|mapa)\.[\w.:]+\s+[\w%]+\s*,\s*((?!%?(?:rd|r|p)\d+\b)[A-Za-z_$][\w$]*)"
)
REGISTER = re.compile(r"%?(?:r|rd|p|f|fd|h|rs)\d+\Z")


def test_of(
    threads: Sequence[Mapping[str, Any]],
    init: Mapping[str, int],
    aliases: Mapping[str, Any],
    mbarriers: Mapping[str, int],
    question: str,
    tensors: Mapping[str, str],
) -> LitmusTest:
    """Return the litmus test of `ptxisa.litmus`: read as a module that declares its variables.

    Raises:
        LitmusError: The test is invalid.
    """
    variables = _Variables(dict.fromkeys(init, 4) | dict.fromkeys(mbarriers, 8), set(mbarriers))
    lines, functions = [], []
    for number, thread in enumerate(threads):
        name = str(thread.get("name", f"P{number}"))
        unknown = sorted(set(thread) - {"name", "place", "code", "registers"})
        if unknown:
            raise LitmusError(f"a thread has place, code, registers and name, not {unknown[0]!r}")
        place = thread.get("place", {})
        unknown = sorted(set(place) - set(ThreadPlace._fields))
        if unknown:
            raise LitmusError(f"a place has gpu, cluster, cta and warp, not {unknown[0]!r}")
        lines.append(f"//! thread {name} " + " ".join(f"{key}={value}" for key, value in place.items()))
        code = [f"mov.b32 {register}, {value}" for register, value in thread.get("registers", {}).items()]
        code += [str(statement).strip().rstrip(";") for statement in thread.get("code", ())]
        for statement in code:
            variables.add(statement, {*aliases, *tensors})
        body = (statement if statement.endswith(":") else statement + ";" for statement in code)
        functions.append("\n".join([f".func {name} ()", "{", *body, "}"]))
    lines += [f"//! init {variable}={value}" for variable, value in init.items()]
    lines += [f"//! mbarrier {variable} {count}" for variable, count in mbarriers.items()]
    for alias, target in aliases.items():
        variable, proxy = (target, "generic") if isinstance(target, str) else target
        variables.sizes.setdefault(variable, 4)
        lines.append(f"//! alias {alias} of {variable} proxy {proxy}")
    for tensor_map, variable in tensors.items():
        variables.sizes.setdefault(variable, 16)
        lines.append(f"//! tensor {tensor_map} of {variable}")
    lines.append(f"//! question {question}")
    head = [".version 8.7", ".target sm_90", ".address_size 64"]
    text = "\n".join([*head, *lines, *variables.declarations(), *functions])
    return parse_litmus_module(text, "litmus", checked=False)


class _Variables:
    """Sizes and state spaces of the variables that statements mention."""

    def __init__(self, sizes: dict[str, int], shared: set[str]) -> None:
        self.sizes, self.shared = sizes, shared

    def add(self, statement: str, others: set[str]) -> None:
        """Add the variables of a statement, except aliases and tensor maps."""
        opcode = next((word for word in statement.split() if not word.startswith("@")), "")
        if match := COPIED_ADDRESS.match(statement):
            self.sizes.setdefault(match[1], 4)
            if match[0].startswith("mapa"):
                self.shared.add(match[1])
        width = re.search(r"\.[busf](8|16|32|64|128)(?:x\d+)?\b", opcode)
        vector = re.search(r"\.v([248])\b", opcode)
        size = int(width[1]) // 8 * int(vector[1] if vector else 1) if width else 4
        copied = re.search(r",\s*(\d+)", statement) if opcode.startswith("cp.") else None
        spaces = re.findall(r"\.(shared|global)\b", opcode)
        for position, (variable, offset) in enumerate(VARIABLE.findall(statement)):
            if REGISTER.match(variable) or variable in others:
                continue
            bytes_ = int(copied[1]) if copied and position < 2 else size if not copied else 8
            self.sizes[variable] = max(self.sizes.get(variable, 0), bytes_ + int(offset or 0))
            # A copy names the spaces of its destination and its source; its mbarrier is in shared memory.
            space = (spaces[position : position + 1] or ["shared"])[0] if copied else "".join(spaces[:1])
            if space == "shared":
                self.shared.add(variable)

    def declarations(self) -> list[str]:
        """Return the declarations of the variables."""
        return [
            f".{'shared' if variable in self.shared else 'global'} "
            + (f".b{8 * size} {variable};" if size in (1, 2, 4, 8) else f".align 16 .b8 {variable}[{size}];")
            for variable, size in self.sizes.items()
        ]
