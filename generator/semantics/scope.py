"""Names of one variant of a form during its check, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from generator.records.model import TypeRecord
from generator.semantics import ir, warp
from generator.semantics.floating import MODES, kind_of
from generator.semantics.intervals import Interval, unsigned_range
from generator.semantics.ir import Kind, Value, VariableVersion
from generator.semantics.simplify import apply
from generator.semantics.source import SemanticsError, TextPlace
from ptxisa.isa.forms import Form, Operand, Values, holds, is_data, is_present, type_of
from ptxisa.isa.selectors import NUMBERS, bounds, selectors

CARRY = "CF"
_bounds = lru_cache(bounds)
PREDICATE = TypeRecord("pred", "predicate", 1, (), True, "", ())
INTEGERS = ("bits", "unsigned", "signed", "predicate")


class Known(NamedTuple):
    """A value that is known when a form is specialized: a number, a modifier, a type, or nothing."""

    value: int | str | TypeRecord | None


class Local(NamedTuple):
    """A local variable; `known` when its value is a known integer."""

    variable: VariableVersion
    kind: Kind
    known: Known | None = None


class OutputCell(NamedTuple):
    """A written operand: its bit pattern so far and a mask of the bits that have been assigned."""

    pattern: Value | None = None
    assigned: int = 0


@dataclass
class LocalState:
    """State that changes from statement to statement; `partial` are names that only some paths assign."""

    locals: dict[str, Local] = field(default_factory=dict)
    cells: dict[str, OutputCell] = field(default_factory=dict)
    loops: dict[str, Known] = field(default_factory=dict)
    narrowed: dict[str, Kind] = field(default_factory=dict)
    partial: set[str] = field(default_factory=set)

    def copy(self) -> LocalState:
        """Return a copy that may change independently."""
        return LocalState(dict(self.locals), dict(self.cells), dict(self.loops), dict(self.narrowed), set(self.partial))

    def bounded(self, name: str) -> Local:
        """Return a local with the bounds that it has here."""
        local = self.locals[name]
        return local._replace(kind=self.narrowed.get(name, local.kind))


class VariantScope:
    """Names of one variant: operands, slots, types, the carry flag, and the state of locals."""

    def __init__(
        self, form: Form, values: Values, types: Mapping[str, TypeRecord], given: frozenset[str] = frozenset()
    ) -> None:
        self.form, self.values, self.types, self.given = form, values, types, given
        self.modifiers: dict[ir.Modifier, None] = {}
        self.operands: dict[str, tuple[Operand, TypeRecord]] = {
            operand.name: (operand, self.operand_type(operand))
            for operand in form.operands
            if is_data(operand) and is_present(operand, values)
        }
        accesses = {state.access for state in form.state if state.name == CARRY and holds(state.when, values)}
        self.reads_carry, self.writes_carry = "read" in accesses, "write" in accesses
        self.selectors = {selector.name: selector for selector in selectors(form)}
        self.selected: dict[str, ir.RoutineParameter] = {}
        self.around: dict[str, ir.RoutineParameter] = {}
        self.state = LocalState(cells=self.first_cells())
        self.versions: dict[str, int] = {}
        # Versions with one value for all threads. NumPy code computes these once, not on arrays.
        self.uniforms: set[VariableVersion] = set()

    def operand_type(self, operand: Operand) -> TypeRecord:
        """Return the type of an operand in this variant."""
        name = type_of(operand, self.values)
        return self.types.get(name) or TypeRecord(name, "opaque", 1, (), False, "", ())

    def first_cells(self) -> dict[str, OutputCell]:
        """Return the initial bits of written operands: empty, or the value if the operand is also read."""
        cells = {}
        for name, (operand, type_) in self.operands.items():
            if operand.access == "readwrite":
                cells[name] = OutputCell(pattern_of(name, type_), ones(type_.bits))
            elif operand.written:
                cells[name] = OutputCell()
        if self.writes_carry:
            cells[CARRY] = OutputCell(pattern_of(CARRY, PREDICATE), 1) if self.reads_carry else OutputCell()
        return cells

    def version(self, name: str, uniform: bool) -> VariableVersion:
        """Return a new version of a variable; `uniform` says that it is the same for every thread."""
        self.versions[name] = self.versions.get(name, 0) + 1
        variable = VariableVersion(name, self.versions[name])
        if uniform:
            self.uniforms.add(variable)
        return variable

    def uniform(self, value: Value) -> bool:
        """Return True if a value is the same for every thread."""
        return not warp.looks_around(value) and all(self.uniform_leaf(leaf) for leaf in ir.leaves(value))

    def uniform_leaf(self, leaf: ir.InputValue | ir.VariableValue) -> bool:
        """Return True if a leaf has the same value in all threads."""
        if isinstance(leaf, ir.VariableValue):
            return leaf.variable in self.uniforms
        if leaf.name in self.around:
            return False
        return leaf.name in self.selected or (leaf.name != CARRY and is_uniform(self.operands[leaf.name][0]))

    # --- reading ---

    def read(self, name: str, place: TextPlace) -> Known | Value:
        """Return the value of a name."""
        state = self.state
        if name in state.loops:
            return state.loops[name]
        if name in state.locals:
            return self.local(name, place)
        if name in self.operands or name == CARRY:
            return self.narrow(name, self.reading(name, place))
        if name in self.selectors:
            raise SemanticsError(place, f"{name} is a selector: it has {', '.join(f'.{what}' for what in NUMBERS)}")
        if name in self.values:
            return self.slot(name)
        if name in self.types:
            return Known(self.types[name])
        if name in MODES:
            return Known(name)
        if name in warp.NAMES:
            return self.place_in_warp(name, place)
        raise SemanticsError(place, self.unassigned(name))

    def selector_number(self, name: str, what: str, place: TextPlace) -> Known | Value:
        """Return the number of a selector: an input that is the same for every thread."""
        if what not in NUMBERS:
            raise SemanticsError(place, f"{name} is a selector and has no .{what}")
        least, most = _bounds(self.selectors[name], what)
        if least == most:
            return Known(least)  # No argument of the function, so that more variants share it.
        given = f"{name}_{what}"
        self.selected[given] = ir.RoutineParameter(given, most.bit_length(), False, True)
        return ir.InputValue(given, most.bit_length(), Interval(least, most), place)

    def modifier(self, slot: str, sort: str, place: TextPlace) -> ir.Modifier:
        """Return the modifier of a slot as an argument of the function."""
        modifier = ir.Modifier(slot, sort, place)
        self.modifiers[modifier] = None
        return modifier

    def place_in_warp(self, name: str, place: TextPlace) -> Value:
        """Return the number of the lane, or the mask of the active ones."""
        self.around[name] = ir.RoutineParameter(name, warp.WORD, False, False)
        return ir.InputValue(name, warp.WORD, warp.NAMES[name], place)

    def lanes(self, name: str, place: TextPlace) -> ir.LanesValue:
        """Return an operand that is read, as all lanes have it."""
        if name not in self.operands or self.operands[name][0].access != "read":
            raise SemanticsError(place, "only operands that are read can be looked at in other lanes")
        given, bits = warp.lanes_of(name), self.operands[name][1].bits
        self.around[given] = ir.RoutineParameter(given, bits, False, False, lanes=True)
        return ir.LanesValue(given, bits, place)

    def local(self, name: str, place: TextPlace) -> Known | Value:
        """Return the value of a local variable."""
        local = self.state.locals[name]
        if local.known is not None:
            return local.known
        return self.narrow(name, ir.VariableValue(local.variable, local.kind, place))

    def narrow(self, name: str, value: Value) -> Value:
        """Return the value with the bounds that the conditions around it give."""
        kind = self.state.narrowed.get(name)
        if kind is None or isinstance(value, (ir.IntegerConstant, ir.SymbolValue, ir.LanesValue, ir.Modifier)):
            return value
        return replace(value, kind=kind)

    def slot(self, name: str) -> Known:
        """Return the value of a slot in this variant."""
        value = self.values[name]
        slot = next(slot for slot in self.form.slots if slot.name == name)
        return Known(self.types[value] if value is not None and slot.group == "type" else value)

    def unassigned(self, name: str) -> str:
        """Return the message for a variable without a value."""
        if name in self.state.partial:
            return f"{name} is assigned on some paths only"
        other = next((operand for operand in self.form.operands if operand.name == name), None)
        if other is not None:
            return f"operand {name} is of kind {other.kind}, which has no value"
        return f"{name} is read before it is assigned"

    def reading(self, name: str, place: TextPlace) -> Value:
        """Return an operand read by its type."""
        type_ = self.type_of(name)
        if type_.kind == "packed":
            raise SemanticsError(place, f"{name} is packed ({type_.name}): read {name}[i] or bits {name}[high:low]")
        if type_.kind not in (*INTEGERS, "float"):
            raise SemanticsError(place, f"{name} has type {type_.name}, and {type_.kind} values are not supported")
        return typed(self.pattern(name, place), type_)

    def type_of(self, name: str) -> TypeRecord:
        """Return the type in a slot, or of an operand."""
        return PREDICATE if name == CARRY else self.operands[name][1]

    def pattern(self, name: str, place: TextPlace, mask: int | None = None) -> Value:
        """Return the bit pattern of an operand, of which the bits in `mask` (all) must be there."""
        cell = self.state.cells.get(name, OutputCell())
        type_ = self.type_of(name)
        if name == CARRY and not self.reads_carry and cell.pattern is None:
            raise SemanticsError(place, "the form has no state that reads CF")
        if name not in self.state.cells:
            return pattern_of(name, type_)
        needed = ones(type_.bits) if mask is None else mask
        if cell.pattern is None or needed & ~cell.assigned:
            raise SemanticsError(place, f"{name} is read before it is assigned")
        return cell.pattern

    # --- writing ---

    def writable(self, name: str, place: TextPlace) -> TypeRecord:
        """Return the type of the written operand `name`; raise `SemanticsError` if it must not be written."""
        if name == CARRY and not self.writes_carry:
            raise SemanticsError(place, "the form has no state that writes CF")
        if name != CARRY and not self.operands[name][0].written:
            raise SemanticsError(place, f"operand {name} is read only")
        return self.type_of(name)

    def is_register(self, name: str) -> bool:
        """Return True if the name is an operand or the carry flag."""
        return name in self.operands or name == CARRY

    def forget(self, name: str) -> None:
        """Drop the bounds from conditions of an assigned name."""
        self.state.narrowed.pop(name, None)


def is_uniform(operand: Operand) -> bool:
    """Return True if an operand is the same for every thread: a constant of the statement."""
    return operand.immediate == "required" or operand.kind == "immediate"


def ones(bits: int) -> int:
    """Return the mask of all bits of a pattern."""
    return (1 << bits) - 1


def pattern_of(name: str, type_: TypeRecord) -> Value:
    """Return the bit pattern of an operand that is read."""
    return ir.InputValue(name, type_.bits, unsigned_range(type_.bits))


def typed(pattern: Value, type_: TypeRecord) -> Value:
    """Return a bit pattern read by a scalar type."""
    bounds = ir.interval(pattern)
    if type_.kind == "float":
        return as_float(pattern, type_)
    if bounds.constant:
        # A constant pattern as a signed number is a constant again, which later operations fold.
        pattern = ir.IntegerConstant(bounds.lo, pattern.place)
    if type_.kind == "signed":
        return apply("signed", pattern, ir.IntegerConstant(type_.bits))
    return apply("truth", pattern) if type_.kind == "predicate" else pattern


def as_float(pattern: Value, type_: TypeRecord) -> Value:
    """Return a bit pattern read as a floating-point value."""
    if isinstance(pattern, (ir.InputValue, ir.VariableValue, ir.Apply)):
        return replace(pattern, kind=kind_of(type_))
    return ir.Apply("as_float", (pattern,), kind_of(type_), pattern.place)
