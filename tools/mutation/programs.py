"""Seeded faults in the typed programs of forms: each is one value of a program exchanged for a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from generator.backends import reference
from generator.semantics import ir
from generator.semantics.ir import Apply, InputValue, IntegerConstant, SymbolValue, Value

Change = tuple[str, str, Value]
"""The group of a fault, what it does in words, and the wrong value."""


class Fault(NamedTuple):
    """One fault; `name` tells it from all others of its form and variant."""

    group: str
    name: str
    index: int
    wrong: Value

    def put_into(self, routine: ir.TypedRoutine) -> ir.TypedRoutine:
        """Return the program that it was found for, with the fault."""
        return _with(routine, self.index, self.wrong)


def faults(routine: ir.TypedRoutine) -> Iterator[Fault]:
    """Every fault that can be put into a program."""
    for index, value in enumerate(_values(routine)):
        for number, (group, what, wrong) in enumerate(_changes(value, routine)):
            yield Fault(group, f"{index}.{number} {what}", index, wrong)


def _values(routine: ir.TypedRoutine) -> list[Value]:
    """Every value, in the order of `rebuilt`."""
    found: list[Value] = []

    def visit(value: Value) -> Value:
        found.append(value)
        return value

    rebuilt(routine, visit)
    return found


def _with(routine: ir.TypedRoutine, index: int, wrong: Value) -> ir.TypedRoutine:
    """Return the program with the value at a place, in the order of `rebuilt`, exchanged."""
    count = -1

    def visit(value: Value) -> Value:
        nonlocal count
        count += 1
        return wrong if count == index else value

    return rebuilt(routine, visit)


def rebuilt(routine: ir.TypedRoutine, visit: Callable[[Value], Value]) -> ir.TypedRoutine:
    """Return the program with every value put through `visit`, arguments before what is applied to them."""
    body = tuple(_statement(one, visit) for one in routine.body)
    results = tuple(one._replace(value=_value(one.value, visit)) for one in routine.results)
    return replace(routine, body=body, results=results)


def _statement(statement: ir.Statement, visit: Callable[[Value], Value]) -> ir.Statement:
    if isinstance(statement, ir.Let):
        return replace(statement, value=_value(statement.value, visit))
    test = _value(statement.test, visit)
    yes, no = (tuple(_statement(one, visit) for one in side) for side in (statement.yes, statement.no))
    merges = tuple(one._replace(yes=_value(one.yes, visit), no=_value(one.no, visit)) for one in statement.merges)
    return ir.BranchStatement(test, yes, no, merges)


def _value(value: Value, visit: Callable[[Value], Value]) -> Value:
    if isinstance(value, Apply) and value.operation == "unspecified":
        return value  # Anything would do.
    if isinstance(value, Apply):
        value = replace(value, arguments=tuple(_value(one, visit) for one in value.arguments))
    return visit(value)


# --- what can be wrong of a value ---


def _changes(value: Value, routine: ir.TypedRoutine) -> Iterator[Change]:
    if isinstance(value, IntegerConstant):
        yield "constant off by one", f"{value.value} + 1", IntegerConstant(value.value + 1)
        yield "constant off by one", f"{value.value} - 1", IntegerConstant(value.value - 1)
    elif isinstance(value, InputValue):
        for other in routine.parameters:
            if other.name != value.name and other.bits == value.bits:
                yield "wrong operand", f"{value.name} -> {other.name}", replace(value, name=other.name)
    elif isinstance(value, Apply):
        yield from _of_application(value)


def _of_application(value: Apply) -> Iterator[Change]:
    name = value.operation
    for group, others in _EXCHANGED.get(name, ()):
        for other in others:
            yield group, f"{name} -> {other}", replace(value, operation=other)
    if name in _LEFT_OUT:
        yield _LEFT_OUT[name], f"without {name}", value.arguments[0]
    if name in _ORDERED:
        first, second, *rest = value.arguments
        yield "order of operands", f"{name} the other way round", replace(value, arguments=(second, first, *rest))
    if name == "choose":
        test, yes, no = value.arguments
        yield "condition", "the other choice", replace(value, arguments=(test, no, yes))
    for index, argument in enumerate(value.arguments):
        if isinstance(argument, SymbolValue):
            for group, other in _of_symbol(argument.text, index, value):
                arguments = (*value.arguments[:index], SymbolValue(other), *value.arguments[index + 1 :])
                yield (
                    group,
                    f"{name}: {argument.text or 'no option'} -> {other or 'none'}",
                    replace(value, arguments=arguments),
                )


def _of_symbol(text: str, index: int, value: Apply) -> Iterator[tuple[str, str]]:
    """Other rounding modes and options; formats stay."""
    if text in _MODES and value.operation not in ("round_random",):
        yield from (("rounding mode", other) for other in _MODES if other != text)
    elif index == len(value.arguments) - 1 and value.operation.startswith("round_") and text in _OPTIONS:
        yield from (("flush or saturation", other) for other in _OPTIONS if other != text)


_MODES = ("rn", "rz", "rm", "rp", "rna")
_OPTIONS = ("", "flush", "finite")
_EXCHANGED: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "+": (("arithmetic", ("-", "^")),),
    "-": (("arithmetic", ("+",)),),
    "*": (("arithmetic", ("+",)),),
    "&": (("logic", ("|", "^")),),
    "|": (("logic", ("&", "^")),),
    "^": (("logic", ("|", "&")),),
    "<<": (("shift", (">>",)),),
    ">>": (("shift", ("<<",)),),
    "==": (("comparison", ("!=",)),),
    "!=": (("comparison", ("==",)),),
    "<": (("comparison", ("<=", ">")),),
    "<=": (("comparison", ("<", ">")),),
    ">": (("comparison", (">=", "<")),),
    ">=": (("comparison", (">", "<")),),
    "and": (("logic", ("or",)),),
    "or": (("logic", ("and",)),),
    "min": (("extreme", ("max",)),),
    "max": (("extreme", ("min",)),),
    "quotient": (("arithmetic", ("remainder",)),),
    "remainder": (("arithmetic", ("quotient",)),),
    "signed": (("sign extension", ("unsigned",)),),
    "unsigned": (("sign extension", ("signed",)),),
    "minimum": (("extreme", ("maximum",)),),
    "maximum": (("extreme", ("minimum",)),),
    "float_less": (("comparison", ("float_equal",)),),
    "float_equal": (("comparison", ("float_less",)),),
    "is_nan": (("special values", ("is_infinite",)),),
    "is_infinite": (("special values", ("is_nan",)),),
    "is_zero": (("special values", ("is_subnormal",)),),
    "is_subnormal": (("special values", ("is_zero",)),),
    "round_add": (("arithmetic", ("round_subtract", "round_multiply")),),
    "round_subtract": (("arithmetic", ("round_add",)),),
    "round_multiply": (("arithmetic", ("round_add",)),),
    "round_divide": (("arithmetic", ("round_multiply",)),),
    "float_negate": (("sign", ("float_absolute",)),),
    "float_absolute": (("sign", ("float_negate",)),),
}
_LEFT_OUT = {
    "flush": "flush or saturation",
    "saturate": "flush or saturation",
    "rectify": "flush or saturation",
    "clamp": "flush or saturation",
    "quiet": "special values",
    "float_negate": "sign",
    "float_absolute": "sign",
    "negate": "sign",
    "abs": "sign",
    "signed": "sign extension",
    "not": "condition",
    "~": "logic",
}
_ORDERED = ("-", "<<", ">>", "quotient", "remainder", "round_subtract", "round_divide", "float_less")


# --- running them ---


def function(routine: ir.TypedRoutine) -> Callable[..., tuple[int, ...]]:
    """Return a program as a Python function on bit patterns, in the order of its parameters."""
    body = reference.body(routine)
    lines = [f"from {module} import {name}" for module, name in sorted(body.imports)]
    lines += [f"def program({', '.join(body.parameters)}):", *body.lines]
    names: dict[str, Any] = {}
    exec(compile("\n".join(lines), "<program>", "exec"), names)
    found: Callable[..., tuple[int, ...]] = names["program"]
    return found
