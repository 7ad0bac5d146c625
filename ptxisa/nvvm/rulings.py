"""What the records say of a use: supported, accepted and ignored, or unsupported, and by which record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from ptxisa.isa.nvvm import AddressSpace, address_spaces, constructs
from ptxisa.nvvm.found import Use
from ptxisa.nvvm.lexer import unquoted, words

UNSUPPORTED = "unsupported"
_ITEMS = "nvvm-module-items"
_MEMORY = "nvvm-memory-instructions"
_OTHER = "nvvm-other-instructions"
_TERMINATORS = words("indirectbr invoke callbr resume catchswitch catchret cleanupret")
_FUNCTION_CLAUSES = {
    "function-alignment": "align",
    "function-section": "section",
    "garbage-collector": "gc",
    "prefix-data": "prefix",
    "prologue-data": "prologue",
    "personality": "personality",
}
_PARTS = {
    "linkage": "nvvm-linkage",
    "visibility": "nvvm-visibility",
    "dll-storage": _ITEMS,
    "preemption": _ITEMS,
    "thread-local": _ITEMS,
    "comdat": _ITEMS,
    "module-item": _ITEMS,
    "calling-convention": "nvvm-calls",
    "parameter-attribute": "nvvm-parameter-attributes",
    "function-attribute": "nvvm-function-attributes",
    "type": "nvvm-types",
    "declared-type": "nvvm-types",
    "constant": "nvvm-constants",
    "constraint": "nvvm-inline-assembly",
    "global": "nvvm-intrinsic-variables",
    **dict.fromkeys(_FUNCTION_CLAUSES, "nvvm-functions"),
}


class Ruling(NamedTuple):
    """Support of a use, the rule as `record/entry`, and what the record says of it."""

    support: str
    rule: str
    meaning: str = ""
    target: str = ""


def ruling(use: Use) -> Ruling:
    """What the records say of a use."""
    if use.part == "instruction":
        return _instruction(use.name)
    if use.part == "address-space":
        return _space(use.name)
    name = _FUNCTION_CLAUSES.get(use.part, unquoted(use.name) if use.name.startswith('"') else use.name)
    return _entry(_PARTS[use.part], name)


def _entry(record: str, name: str) -> Ruling:
    one = constructs()[record]
    entry = one.entries.get(name)
    if entry is not None:
        return Ruling(entry.support, f"{record}/{name}", entry.meaning, entry.target)
    return Ruling(one.others or one.support or UNSUPPORTED, f"{record}/others")


@cache
def _opcodes() -> dict[str, str]:
    """Instruction to the record that lists it."""
    listed = (one for one in constructs().values() if one.category == "instructions")
    return {
        name.split()[0] if name.startswith("atomicrmw") else name: one.name for one in listed for name in one.entries
    }


def _instruction(name: str) -> Ruling:
    record = _opcodes().get(name)
    if name in ("uselistorder", "uselistorder_bb"):
        return _entry(_ITEMS, "uselistorder")
    if name == "atomicrmw":
        return Ruling("supported", _MEMORY)
    if record is None:
        fallback = "nvvm-terminators" if name in _TERMINATORS else _MEMORY if "atomic" in name else _OTHER
        return _entry(fallback, name)
    return _entry(record, name)


def operation(name: str) -> Ruling:
    """What the records say of an operation of atomicrmw."""
    return _entry(_MEMORY, f"atomicrmw {name}")


def space(number: str) -> AddressSpace | None:
    """The address space with that number, the generic one for 0; None if there is none."""
    if not number.isdecimal() or len(number) > 9:
        return None
    value = int(number)
    for one in address_spaces().values():
        if one.name != "code" and (value in one.numbers or (one.onwards is not None and value >= one.onwards)):
            return one
    return None


def _space(number: str) -> Ruling:
    found = space(number)
    if found is None:
        return Ruling(UNSUPPORTED, "nvvm-address-spaces/others")
    return Ruling("supported" if found.pointers else UNSUPPORTED, f"nvvm-{found.name}", found.summary)


def rule(identifier: str) -> str:
    """The reason for a rule `record/id`, from its record; "" if there is no such rule."""
    record, _, name = identifier.partition("/")
    found = constructs().get(record)
    return found.rules[name].why if found is not None and name in found.rules else ""


def rules() -> Iterator[str]:
    """Every rule of every construct, as `record/id`."""
    for one in constructs().values():
        yield from (f"{one.name}/{name}" for name in one.rules)


Judge = Callable[[Use], Ruling]
