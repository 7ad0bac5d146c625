"""Expressions on Python's unbounded integers: the reference semantics, and the parts of vector semantics
that are the same for every thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.backends.code import ATOM, Code, call, choice, infix, literal, prefix
from generator.semantics import ir, warp
from generator.semantics.floating import OPERATIONS as FLOATING
from generator.semantics.intervals import UNBOUNDED, Interval
from generator.semantics.ir import Value

PRIMITIVES = "ptxisa.numbers.primitives"
FLOATING_MODULE = "ptxisa.numbers.floating"
WARP_MODULE = "ptxisa.run.warp"
WARP = frozenset(warp.OPERATIONS.values())

_INFIX = ("+", "-", "*", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "and", "or")
_PREFIX = {"negate": "-", "~": "~", "not": "not "}
_BUILTINS = ("abs", "min", "max")


Leaf = ir.Input | ir.Read | ir.Modifier
"""What has a name in generated code."""


class Scalar:
    """Prints values, collecting the imports that they need.

    With `qualified`, functions are called by way of their module, since NumPy functions of the same names stand
    beside them, and what can only be one number is that number.
    """

    def __init__(self, leaf: Callable[[Leaf], Code], imports: set[tuple[str, str]], qualified: bool = False) -> None:
        self.leaf = leaf
        self.imports = imports
        self.qualified = qualified

    def code(self, value: Value) -> Code:
        """Source of a value."""
        number = known(value) if self.qualified or isinstance(value, ir.Constant) else None
        if number is not None:
            return literal(number)
        if isinstance(value, ir.Symbol):
            return Code(f'"{value.text}"', ATOM)
        if isinstance(value, ir.Lanes):
            return Code(value.name, ATOM)
        if isinstance(value, ir.Modifier):
            return self.leaf(value)
        return self.application(value) if isinstance(value, ir.Apply) else self.leaf(_leaf(value))

    def application(self, value: ir.Apply) -> Code:
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
        if value.operation == "truth":
            return arguments[0]
        if value.operation == "integer":
            return call("int", arguments)
        if value.operation in FLOATING:
            return self.imported(FLOATING_MODULE, value.operation, arguments)
        if value.operation in WARP:
            return self.imported(WARP_MODULE, value.operation, arguments)
        return self.primitive(value.operation, arguments)

    def primitive(self, name: str, arguments: list[Code]) -> Code:
        if name in _BUILTINS:
            return call(name, arguments)
        return self.imported(PRIMITIVES, name, arguments)

    def imported(self, path: str, name: str, arguments: list[Code]) -> Code:
        """A call of a function of the run-time package."""
        package, _, module = path.rpartition(".")
        self.imports.add((package, module) if self.qualified else (path, name))
        return call(f"{module}.{name}" if self.qualified else name, arguments)


def known(value: Value) -> int | None:
    """The number that a value can only be."""
    return value.kind.lo if isinstance(value.kind, Interval) and value.kind.constant else None


def _leaf(value: Value) -> ir.Input | ir.Read:
    assert isinstance(value, (ir.Input, ir.Read))
    return value


def reserved_names() -> frozenset[str]:
    """Names that generated scalar code uses for itself."""
    from generator.semantics.operations import OPERATIONS

    return frozenset(name for name in OPERATIONS if name.isidentifier()) | {"shift_left"}


def rename(names: Mapping[str, str], value: Leaf) -> Code:
    """The Python name of a leaf."""
    return Code(names[leaf_name(value)], ATOM)


def leaf_name(value: Leaf) -> str:
    """The name of an input, of a variable, or of the slot of a modifier."""
    if isinstance(value, ir.Modifier):
        return value.slot
    return value.name if isinstance(value, ir.Input) else value.variable.name
