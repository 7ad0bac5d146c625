"""Seeded faults in the typed programs of forms: each is one value of a program exchanged for a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from generator.backends import reference
from generator.semantics import ir
from generator.semantics.ir import Apply, InputValue, IntegerConstant, SymbolValue, Value

Change = tuple[str, str, Value]
"""Group of a fault, the change in words, and the wrong value."""


class ProgramFault(NamedTuple):
    """A wrong value of a program."""

    group: str
    name: str
    """Number of the value and of its change, and the change in words; unique in the program."""
    index: int
    wrong: Value

    def put_into(self, routine: ir.TypedRoutine) -> ir.TypedRoutine:
        """Return the program that the fault was listed for, with the fault."""
        count = -1

        def visit(value: Value) -> Value:
            nonlocal count
            count += 1
            return self.wrong if count == self.index else value

        return rebuilt(routine, visit)


def faults(routine: ir.TypedRoutine) -> Iterator[ProgramFault]:
    """Yield every fault that can be put into a program."""
    values: list[Value] = []

    def visit(value: Value) -> Value:
        values.append(value)
        return value

    rebuilt(routine, visit)
    for index, value in enumerate(values):
        for number, (group, words, wrong) in enumerate(_changes(value, routine)):
            yield ProgramFault(group, f"{index}.{number} {words}", index, wrong)


def rebuilt(routine: ir.TypedRoutine, visit: Callable[[Value], Value]) -> ir.TypedRoutine:
    """Replace every value of a program by `visit`, arguments before the operation on them."""
    body = tuple(_rebuilt_statement(statement, visit) for statement in routine.body)
    results = tuple(result._replace(value=_rebuilt_value(result.value, visit)) for result in routine.results)
    return replace(routine, body=body, results=results)


def _rebuilt_statement(statement: ir.Statement, visit: Callable[[Value], Value]) -> ir.Statement:
    if isinstance(statement, ir.Let):
        return replace(statement, value=_rebuilt_value(statement.value, visit))
    test = _rebuilt_value(statement.test, visit)
    yes, no = (tuple(_rebuilt_statement(inner, visit) for inner in side) for side in (statement.yes, statement.no))
    merges = tuple(
        merge._replace(yes=_rebuilt_value(merge.yes, visit), no=_rebuilt_value(merge.no, visit))
        for merge in statement.merges
    )
    return ir.BranchStatement(test, yes, no, merges)


def _rebuilt_value(value: Value, visit: Callable[[Value], Value]) -> Value:
    if isinstance(value, Apply) and value.operation == "unspecified":
        return value  # Every result is allowed, so that no fault below would be one.
    if isinstance(value, Apply):
        value = replace(value, arguments=tuple(_rebuilt_value(argument, visit) for argument in value.arguments))
    return visit(value)


# --- changes of one value ---


def _changes(value: Value, routine: ir.TypedRoutine) -> Iterator[Change]:
    if isinstance(value, IntegerConstant):
        yield "constant off by one", f"{value.value} + 1", IntegerConstant(value.value + 1)
        yield "constant off by one", f"{value.value} - 1", IntegerConstant(value.value - 1)
    elif isinstance(value, InputValue):
        for other in routine.parameters:
            if other.name != value.name and other.bits == value.bits:
                yield "wrong operand", f"{value.name} -> {other.name}", replace(value, name=other.name)
    elif isinstance(value, Apply):
        yield from _changes_of_operation(value)


def _changes_of_operation(value: Apply) -> Iterator[Change]:
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
        if not isinstance(argument, SymbolValue):
            continue
        # Symbols are rounding modes, options and formats; formats stay, since another one is rarely a program.
        group, others = "", tuple[str, ...]()
        if argument.text in _MODES and name != "round_random":
            group, others = "rounding mode", _MODES
        elif index == len(value.arguments) - 1 and name.startswith("round_") and argument.text in _OPTIONS:
            group, others = "flush or saturation", _OPTIONS
        for other in others:
            if other != argument.text:
                arguments = (*value.arguments[:index], SymbolValue(other), *value.arguments[index + 1 :])
                words = f"{name}: {argument.text or 'no option'} -> {other or 'none'}"
                yield group, words, replace(value, arguments=arguments)


_MODES: tuple[str, ...] = ("rn", "rz", "rm", "rp", "rna")
_OPTIONS: tuple[str, ...] = ("", "flush", "finite")
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
    program: Callable[..., tuple[int, ...]] = names["program"]
    return program
