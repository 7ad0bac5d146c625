"""What may have been meant by a name that nothing declares, and findings that have one cause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ptxisa.check.scope import Scope
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.names import listing, suggestion

_OPERAND = re.compile(r"operand (\w+) is a (\S+) register(.*)", re.DOTALL)
_GONE = ("unavailable-target", "unavailable-version")


def meant(name: str, scope: Scope) -> str:
    """The declaration that nearly has a name, the register of a built-in of CUDA C++, or the nearest name."""
    return _beyond(name, scope) or _built_in(name) or _nearest(name, scope)


def _beyond(name: str, scope: Scope) -> str:
    """`%r9` where `.reg .b32 %r<8>` is declared."""
    found = scope.range_of(name)
    if found is None:
        return ""
    stem, count, symbol = found
    last = f"{stem}0 to {stem}{count - 1}" if count > 1 else f"{stem}0"
    return f".reg .{symbol.type} {stem}<{count}> declares {last}"


def _nearest(name: str, scope: Scope) -> str:
    from ptxisa.isa.language import special_registers

    names = scope.names()
    percent = name.removeprefix("%") if name.startswith("%") else f"%{name}"
    if scope.lookup(percent) is not None:
        return f"did you mean {percent}?"
    return suggestion(name, [*names, *special_registers()] if name.startswith("%") else names)


def _built_in(name: str) -> str:
    """The special register that CUDA C++ calls by this name."""
    if name.startswith("%"):
        return ""
    from ptxisa.query.database import database

    found = (one["name"] for one in database().find(name) if one["kind"] == "special_register")
    register = next(found, name)
    return f"{name} of CUDA C++ is {register} in PTX" if register != name else ""


def one_cause(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings of a statement without those that follow from others, and operands of one wrong type together."""
    gone = any(one.code in _GONE for one in found)
    left = [one for one in found if not (gone and one.code == "deprecated")]
    return _together(left) if len(left) > 1 else left


def _together(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    groups: dict[object, list[tuple[Diagnostic, str]]] = {}
    for one in found:
        match = _OPERAND.fullmatch(one.message) if one.code == "operand-type" else None
        key = (one.form, *match.groups()[1:]) if match else one
        groups.setdefault(key, []).append((one, match[1] if match else ""))
    return [_joined(some) for some in groups.values()]


def _joined(some: Sequence[tuple[Diagnostic, str]]) -> Diagnostic:
    first = some[0][0]
    match = _OPERAND.fullmatch(first.message)
    if len(some) == 1 or match is None:
        return first
    operands = listing([operand for _, operand in some], last="and")
    return first._replace(message=f"operands {operands} are {match[2]} registers{match[3]}")
