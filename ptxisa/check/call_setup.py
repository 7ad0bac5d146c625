"""Check that the parameters of a call are stored directly before it, and its results loaded directly after it.

Section 7.1 of the manual forbids control flow between these instructions and the call. The check follows the text, as
ptxas does: a result of a call that is further down in the text is not known, whatever the order of execution is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ptxisa.check.errata import disputed
from ptxisa.check.flow import BodyText, Statement, recorded_opcode
from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import Diagnostic

DECLARES = re.compile(r"\.param\s+(\.[^;{}()]*);", re.ASCII)
"""A declaration of `.param` variables in a body."""
_NAME = re.compile(r"(?<![\w$.])[A-Za-z_$%][\w$]*", re.ASCII)
_BASE = re.compile(r"[^\[]*\[\s*([\w$%]+)", re.ASCII)
_RESULTS = re.compile(r"\s*\(([^)]*)\)", re.ASCII)
_BARRIERS = ("bar", "barrier")


def check_call_setup(body: BodyText, opcodes: Collection[str], place: Place) -> Iterator[Diagnostic]:
    """Check the loads and stores of `.param` variables that a body declares.

    Args:
        body: The body.
        opcodes: The opcodes of the body, perhaps with others.
        place: Target, version and the selected release.
    """
    stored: dict[str, Statement] = {}
    """Last store to each variable that has not been passed to a call."""
    results: set[str] = set()
    """Variables that a call has returned."""
    apart: dict[str, str] = {}
    """Text of what separates a variable from the store to it, or from the call that returns it; "" if nothing does."""
    declared: set[str] = set()
    selected = body.selected(opcode for opcode in opcodes if _participates(opcode))
    items: list[tuple[int, re.Match[str] | Statement]] = [
        *((body.start + match.start(), match) for match in DECLARES.finditer(body.plain)),
        *((statement.end, statement) for statement in selected),
    ]
    for _, item in sorted(items, key=lambda pair: pair[0]):
        if isinstance(item, re.Match):
            names = _NAME.findall(item[1])
            declared.update(names)
            results.difference_update(names)
            continue
        between = f"label {item.labels[0]}" if item.labels else ""
        if between:
            apart |= dict.fromkeys(apart, between)
        if item.mnemonic == "call":
            returned = _RESULTS.match(item.operands)
            own = set(_NAME.findall(returned[1])) if returned else set()
            for name in _NAME.findall(item.operands):
                if name in stored and name not in own and apart[name]:
                    yield _apart(stored[name], name, f"{apart[name]} is between st.param and call", place)
                stored.pop(name, None)
            apart |= dict.fromkeys(apart, "another call")
            results |= own
            apart |= dict.fromkeys(own, "")
        elif item.mnemonic in ("ld", "st") and "param" in item.opcode:
            base = _BASE.match(item.operands)
            name = base[1] if base else ""
            if name not in declared:
                continue
            if item.mnemonic == "st":
                stored[name], apart[name] = item, ""
            elif name not in results:
                if place.generates_code:
                    yield _wrong(item, f"{name} is not the result of a call before this {item.opcode}")
            elif apart[name]:
                yield _apart(item, name, f"{apart[name]} is between call and ld.param", place)
                apart[name] = ""
        elif _participates(item.opcode):
            apart |= dict.fromkeys(apart, item.opcode)


def _participates(opcode: str) -> bool:
    """Return True for calls, accesses to parameters, branches and barriers."""
    mnemonic, modifiers, form, *_ = recorded_opcode(opcode)
    if mnemonic in ("ld", "st"):
        return any(modifier.startswith("param") for modifier in modifiers)
    leaves = form is not None and "terminator" in form.effects
    return mnemonic in ("call", "bra", "brx", *_BARRIERS) or leaves


def _apart(statement: Statement, name: str, what: str, place: Place) -> Diagnostic:
    return disputed(_wrong(statement, f"{name}: {what}"), "rule/parameter_setup", place)


def _wrong(statement: Statement, message: str) -> Diagnostic:
    hint = "store arguments directly before their call, and load results directly after it"
    return statement.warn("parameter-setup", message, hint)._replace(severity="error", rule="parameter_setup")
