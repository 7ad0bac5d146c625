"""Expressions on Python's unbounded integers.

The reference semantics, and the parts of vector semantics that are the same for every thread.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from generator.backends.code import ATOM, CodeText, call, choice, infix, literal, prefix
from generator.semantics import ir
from generator.semantics.intervals import UNBOUNDED, Interval
from generator.semantics.ir import Value
from generator.semantics.operations import OPERATORS
from generator.semantics.table import implementation, implementations

PRIMITIVES = "ptxisa.numbers.primitives"
_ON_NUMBERS = ("bit", "bits", "insert")
"""Primitives of which neither NumPy nor our own functions on arrays have one of the same name beside them."""

_INFIX = ("+", "-", "*", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "and", "or")
_PREFIX = {"negate": "-", "~": "~", "not": "not "}
_SAME = ("truth", "as_float")
"""Operations that leave a number unchanged: truth values are numbers, floating-point values bit patterns."""


Leaf = ir.InputValue | ir.VariableValue | ir.Modifier
"""Values that have a name in generated code."""


class Scalar:
    """Write values as code, collecting the imports that they need.

    With `qualified`, functions are called by way of their module, because NumPy functions have the same names, and a
    value with one possible number is written as that number.
    """

    def __init__(
        self, leaf: Callable[[Leaf], CodeText], imports: set[tuple[str, str]], qualified: bool = False
    ) -> None:
        self.leaf = leaf
        self.imports = imports
        self.qualified = qualified

    def code(self, value: Value) -> CodeText:
        """Return the source of a value."""
        number = known(value) if self.qualified or isinstance(value, ir.IntegerConstant) else None
        if number is not None:
            return literal(number)
        if isinstance(value, ir.SymbolValue):
            return CodeText(f'"{value.text}"', ATOM)
        if isinstance(value, ir.LanesValue):
            return CodeText(value.name, ATOM)
        if isinstance(value, ir.Apply):
            return self.application(value)
        assert isinstance(value, (ir.Modifier, ir.InputValue, ir.VariableValue))
        return self.leaf(value)

    def application(self, value: ir.Apply) -> CodeText:
        """Return the code of an operation on Python integers."""
        arguments = [self.code(argument) for argument in value.arguments]
        if value.operation == "<<" and value.kind == UNBOUNDED:
            return self.primitive("shift_left", arguments)
        if value.operation in _INFIX:
            return infix(value.operation, arguments[0], arguments[1])
        if value.operation in _PREFIX:
            return prefix(_PREFIX[value.operation], arguments[0])
        if value.operation in ("compare", "combine"):
            return call(arguments[2].text, arguments[:2])
        if value.operation == "choose":
            return choice(*arguments)
        if value.operation in _SAME:
            return arguments[0]
        if value.operation == "integer":
            return call("int", arguments)
        known = implementation(value.operation)
        return self.function(known.reference, arguments) if known else self.primitive(value.operation, arguments)

    def function(self, reference: str, arguments: list[CodeText]) -> CodeText:
        """Return a call of a function by its path."""
        path, _, name = reference.rpartition(".")
        return call(name, arguments) if path == "builtins" else self.imported(path, name, arguments)

    def primitive(self, name: str, arguments: list[CodeText]) -> CodeText:
        """Return the call of a function of `ptxisa.numbers.primitives`."""
        return self.imported(PRIMITIVES, name, arguments)

    def imported(self, path: str, name: str, arguments: list[CodeText]) -> CodeText:
        """Return a call of a function of the run-time package."""
        if not self.qualified or (path == PRIMITIVES and name in _ON_NUMBERS):
            self.imports.add((path, name))
            return call(name, arguments)
        package, _, module = path.rpartition(".")
        self.imports.add((package, module))
        return call(f"{module}.{name}", arguments)


def known(value: Value) -> int | None:
    """Return the number of a value whose interval has one number, or None."""
    return value.kind.lo if isinstance(value.kind, Interval) and value.kind.constant else None


@functools.cache
def reserved_names() -> frozenset[str]:
    """Names that generated scalar code uses for itself."""
    names = (*OPERATORS, *(operation.name for operation in implementations()), "shift_left")
    return frozenset(filter(str.isidentifier, names))


def rename(names: Mapping[str, str], value: Leaf) -> CodeText:
    """Return the Python name of a leaf."""
    return CodeText(names[leaf_name(value)], ATOM)


def leaf_name(value: Leaf) -> str:
    """Return the name of an input, of a variable, or of the slot of a modifier."""
    if isinstance(value, ir.Modifier):
        return value.slot
    return value.name if isinstance(value, ir.InputValue) else value.variable.name
