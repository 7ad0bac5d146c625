"""What the specification says of annotations: properties, entities, values, and textures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from ptxisa.isa.nvvm import Annotation, property_kinds
from ptxisa.isa.targets import admits
from ptxisa.nvvm.annotations import Malformed, Property
from ptxisa.nvvm.found import Breach, compute
from ptxisa.nvvm.functions import Function, Parameter
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.variables import Variable

_CLUSTER = ("cluster_dim_x", "cluster_dim_y", "cluster_dim_z")
_HANDLES = ("texture", "surface")


def breaches(module: Module) -> Iterator[Breach]:
    """What the annotations of a module break."""
    known = {name: one for one in property_kinds().values() for name in one.properties}
    seen: dict[tuple[str, str], tuple[str, int] | None] = {}
    for one in module.annotations:
        if isinstance(one, Malformed):
            yield Breach(one.rule, one.message, one.span)
        elif one.name is None or one.name not in known:
            yield _unknown(one)
        else:
            yield from _Property(module, one, known[one.name]).breaches()
            yield from _conflict(one, seen)
    yield from _clusters(module)


def _unknown(one: Property) -> Breach:
    if one.name is None:
        return Breach("nvvm-annotation-format/pairs", "a property must be a metadata string", one.span)
    message = f"unknown property {one.name[:40]!r}"
    return Breach("nvvm-annotation-format/others", message, one.span, hint="libNVVM ignores it", severity="warning")


def _conflict(one: Property, seen: dict[tuple[str, str], tuple[str, int] | None]) -> Iterator[Breach]:
    """Two values of one property; alignments of several parameters do not conflict."""
    key = one.entity, one.name or ""
    if one.name not in ("align", "grid_constant") and seen.setdefault(key, one.value) != one.value:
        yield Breach("nvvm-annotation-format/no-conflicts", f"two values of {one.name} of @{one.entity[:40]}", one.span)


def _clusters(module: Module) -> Iterator[Breach]:
    """Dimensions of a cluster: all are 0 or none is."""
    found: dict[str, list[Property]] = {}
    for one in module.annotations:
        if isinstance(one, Property) and one.name in _CLUSTER and one.value:
            found.setdefault(one.entity, []).append(one)
    for listed in found.values():
        if len({one.value[1] == 0 for one in listed if one.value}) > 1:
            why = "one dimension of the cluster is 0, another is not"
            yield Breach("nvvm-cluster-dim/all-zero", why, listed[0].span)


class _Property:
    """A property with its record."""

    def __init__(self, module: Module, one: Property, record: Annotation) -> None:
        self.module, self.one, self.record = module, one, record
        self.function: Function | None = _named(module.functions, one.entity)
        self.variable: Variable | None = _named(module.variables, one.entity)

    def breaches(self) -> Iterator[Breach]:
        yield from self._entity()
        yield from self._value()
        if self.record.target and self.module.target and not admits(self.record.target, self.module.target):
            yield self._breach("target", f"{self.one.name} needs {compute(self.record.target)}")._replace(
                code="nvvm-target"
            )
        if self.one.name in _HANDLES and self.variable:
            yield from self._handle(self.variable)
        if self.one.name == "grid_constant" and self.function and self.one.node:
            yield from self._constant_parameters(self.function)

    def _breach(self, rule: str, message: str) -> Breach:
        return Breach(f"{self.record.name}/{rule}", message, self.one.span)

    def _entity(self) -> Iterator[Breach]:
        """The entity must be of the kind that has the property."""
        wanted = self.record.entity
        fits = {
            "variable": self.variable is not None and self.function is None,
            "function": self.function is not None,
            "kernel": self.function is not None and self.one.entity in self.module.kernels,
        }[wanted]
        if (self.function or self.variable) and not fits:
            yield self._breach(
                "entity", f"{self.one.name} is a property of a {wanted}; @{self.one.entity[:40]} is none"
            )

    def _value(self) -> Iterator[Breach]:
        value, low = self.one.value, self.record.minimum
        if self.record.type == "metadata":
            if self.one.node is None:
                yield self._breach("value", f"the value of {self.one.name} must be a metadata node")
        elif value is None or value[0] != "i32":
            yield self._breach("value", f"the value of {self.one.name} must be an i32 constant")
        elif low is not None and value[1] < low:
            yield self._breach("value", f"{self.one.name} is {value[1]}; it must be at least {low}")

    def _handle(self, variable: Variable) -> Iterator[Breach]:
        if variable.type != ("i64",) or variable.space != 1:
            yield self._breach("variable-type", f"a {self.one.name} must be an i64 variable in addrspace(1)")

    def _constant_parameters(self, function: Function) -> Iterator[Breach]:
        assert self.one.node is not None
        numbered = {("i32", index): one for index, one in enumerate(function.parameters, 1)}
        for operand in self.one.node.operands:
            number = self.module.metadata.number(operand)
            if number is None or number not in numbered:
                yield self._breach("value", f"grid_constant names no parameter of @{self.one.entity[:40]}")
            elif not self._by_value(numbered[number]):
                yield self._breach("byval-pointer", f"parameter {number[1]} is not a pointer with byval")

    def _by_value(self, one: Parameter) -> bool:
        return one.pointer and "byval" in self.module.text.texts(one.low, one.high)


Entity = TypeVar("Entity", Function, Variable)


def _named(listed: Sequence[Entity], label: str) -> Entity | None:
    return next((one for one in listed if one.name == label), None)
