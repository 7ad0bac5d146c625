"""Check a text for one variant of a form and turn it into a typed program.

Static conditions are resolved, loops unrolled, operands read and cut by their types. Whatever the language
does not allow raises `SemanticsError` at the place in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.records.model import TypeRecord
from generator.semantics import floating, ir, tree
from generator.semantics.demand import demands
from generator.semantics.evaluate import Evaluator, as_value, mask_of, truth
from generator.semantics.floating import FloatPattern
from generator.semantics.ir import Kind, Value
from generator.semantics.scope import (
    CARRY,
    INTEGERS,
    Known,
    Local,
    LocalState,
    OutputCell,
    VariantScope,
    is_uniform,
    ones,
)
from generator.semantics.simplify import apply
from generator.semantics.source import SemanticsError, TextPlace
from generator.semantics.table import is_open
from ptxisa.isa.forms import Form, Values

MAX_STATEMENTS = 20_000
"""Most statements of a program after its loops are unrolled; a wrong bound of a loop ends here, not in memory."""


def specialize(
    text: tree.ParsedText,
    form: Form,
    values: Values,
    types: Mapping[str, TypeRecord],
    decided: bool = False,
    given: frozenset[str] = frozenset(),
) -> ir.TypedRoutine:
    """Return the program of one variant; raise `SemanticsError` where the text is invalid.

    With `decided`, what the text leaves open is the value that it names. The function is given the slots `given`.
    """
    checker = _Checker(VariantScope(form, values, types, given), decided)
    checker.block(text.statements)
    routine = ir.TypedRoutine(
        checker.parameters(), tuple(checker.emitted), checker.results(), tuple(checker.scope.modifiers)
    )
    demands(routine)
    return routine


class _Checker:
    """Runs over the statements once, emitting typed ones."""

    def __init__(self, scope: VariantScope, decided: bool) -> None:
        self.scope, self.decided = scope, decided
        self.evaluator = Evaluator(scope)
        self.emitted: list[ir.Statement] = []
        self.count = 0

    def block(self, statements: tuple[tree.Statement, ...]) -> None:
        for statement in statements:
            self.count += 1
            if self.count > MAX_STATEMENTS:
                raise SemanticsError(statement.place, f"more than {MAX_STATEMENTS} statements once loops are unrolled")
            _STATEMENTS[type(statement)](self, statement)

    # --- assignment ---

    def assignment(self, node: tree.AssignmentNode) -> None:
        if isinstance(node.target, tree.NameNode):
            self.assign_name(node.target.name, node)
        else:
            self.assign_part(node.target, node)

    def assign_name(self, name: str, node: tree.AssignmentNode) -> None:
        if not self.scope.is_register(name):
            self.assign_local(name, node)
            return
        type_ = self.scope.writable(name, node.target.place)
        if type_.kind == "packed":
            hint = f"assign {name}[i] or bits {name}[high:low]"
            raise SemanticsError(node.place, f"{name} is packed ({type_.name}): {hint}")
        if type_.kind not in (*INTEGERS, "float"):
            raise SemanticsError(node.place, f"{name} has type {type_.name}: assign its bits, {name}[high:low]")
        # Arithmetic is on integers without a width (decision 0012); the register cuts the result to its own.
        value = self.cut(self.typed(self.assigned(node), type_, node), type_.bits)
        self.set_cell(name, value, ones(type_.bits))

    def assign_local(self, name: str, node: tree.AssignmentNode) -> None:
        if name in self.scope.state.loops:
            raise SemanticsError(node.target.place, f"{name} is the variable of a loop and changes only there")
        result = self.evaluator.evaluate(_combined(node))
        value = as_value(result, node.value.place)
        variable = self.let(name, value)
        known = result if isinstance(result, Known) else None
        self.scope.state.locals[name] = Local(variable, value.kind, known)

    def assign_part(self, target: tree.ElementNode | tree.SliceNode, node: tree.AssignmentNode) -> None:
        """Return an element or a slice of a written operand."""
        name = target.base.name if isinstance(target.base, tree.NameNode) else ""
        if not self.scope.is_register(name):
            raise SemanticsError(target.place, "only written operands have parts that can be assigned")
        self.scope.writable(name, target.place)
        high, low = self.part(name, target)
        self.evaluator.in_range(name, high, target.place)
        value = self.assigned(node)
        if isinstance(target, tree.ElementNode) and self.scope.type_of(name).kind == "packed":
            self.typed(value, self.evaluator.element_bits(name, target)[2], node)
        value = apply("integer", value)
        # Bits that no statement assigns stay zero in the pattern, and `result` reports them.
        before = self.scope.state.cells[name].pattern or ir.IntegerConstant(0)
        bounds = (ir.IntegerConstant(high), ir.IntegerConstant(low))
        self.set_cell(name, apply("insert", before, *bounds, value, place=node.place), mask_of(high, low))

    def typed(self, value: Value, type_: TypeRecord, node: tree.AssignmentNode) -> Value:
        """Return the value, which must be of the format where the type is a floating one."""
        written = value.kind.format if isinstance(value.kind, FloatPattern) else ""
        wanted = type_.name if type_.kind == "float" else ""
        if wanted != written:
            given = f"a value of {written}" if written else "a number"
            hint = f"round it to {wanted}" if wanted else "take its bits"
            raise SemanticsError(node.place, f"this is {given}, and {type_.name} is wanted: {hint}")
        return value

    def part(self, name: str, target: tree.ElementNode | tree.SliceNode) -> tuple[int, int]:
        """Return the bits that an assignment sets."""
        if isinstance(target, tree.SliceNode):
            return self.evaluator.bounds(target)
        if self.scope.type_of(name).kind == "packed":
            return self.evaluator.element_bits(name, target)[:2]
        index = self.evaluator.number(target.index, "the number of an assigned bit")
        return index, index

    def assigned(self, node: tree.AssignmentNode) -> Value:
        """Return the value that an operand is given; here alone it may be unspecified."""
        return self.open_value(_combined(node))

    def open_value(self, node: tree.Expression) -> Value:
        if isinstance(node, tree.CallNode) and is_open(node.function):
            return self.open_call(node)
        if isinstance(node, tree.ChoiceNode):
            return self.open_choice(node)
        return self.evaluator.value(node)

    def open_call(self, node: tree.CallNode) -> Value:
        """Return an unspecified value or NaN; in a model that decides, the value itself."""
        (argument,) = node.arguments
        value = self.evaluator.value(argument)
        if self.decided:
            return value
        if node.function == "unspecified_nan":
            return floating.function(node.function, (value,), node.place)
        return apply("unspecified", apply("integer", value), place=node.place)

    def open_choice(self, node: tree.ChoiceNode) -> Value:
        test = self.evaluator.evaluate(node.test)
        if isinstance(test, Known):
            return self.open_value(node.yes if truth(test) else node.no)
        yes = self.evaluator.narrowed(node.test, True, lambda: self.open_value(node.yes))
        no = self.evaluator.narrowed(node.test, False, lambda: self.open_value(node.no))
        sides = [apply("integer", side) for side in (yes, no)]
        return apply("choose", self.evaluator.condition(node.test), *sides, place=node.place)

    def cut(self, value: Value, bits: int) -> Value:
        return apply("cut", apply("integer", value, place=value.place), ir.IntegerConstant(bits), place=value.place)

    def set_cell(self, name: str, value: Value, mask: int) -> None:
        """Give a written operand a new bit pattern."""
        assigned = self.scope.state.cells[name].assigned | mask
        variable = self.let(name, value)
        self.scope.state.cells[name] = OutputCell(ir.VariableValue(variable, value.kind, value.place), assigned)

    def let(self, name: str, value: Value) -> ir.VariableVersion:
        self.scope.forget(name)  # Bounds that a condition gave are bounds of the old value.
        variable = self.scope.version(name, uniform=self.scope.uniform(value))
        self.emitted.append(ir.Let(variable, value))
        return variable

    # --- loops and branches ---

    def loop(self, node: tree.LoopNode) -> None:
        loops, name = self.scope.state.loops, node.variable
        if self.scope.is_register(name) or name in loops or name in self.scope.state.locals:
            raise SemanticsError(node.place, f"{name} is already something else; name the loop variable anew")
        bounds = [self.evaluator.number(bound, "a bound of range") for bound in node.bounds]
        if len(bounds) == 3 and bounds[2] == 0:
            raise SemanticsError(node.bounds[2].place, "the step of range is not 0")
        # Unrolled, so that widths, elements and bits that depend on the variable are known in each iteration.
        for index in range(*bounds):
            self.scope.state.loops[name] = Known(index)
            self.block(node.body)
        self.scope.state.loops.pop(name, None)

    def branch(self, node: tree.BranchNode) -> None:
        test = self.evaluator.evaluate(node.test)
        if isinstance(test, Known):
            self.block(node.yes if truth(test) else node.no)
            return
        condition = self.evaluator.condition(node.test)
        before = self.scope.state
        yes, yes_state = self.side(node, True, before)
        no, no_state = self.side(node, False, before)
        self.scope.state = before.copy()
        # With a test that differs between threads, merged values differ, too, even if both sides are uniform.
        merges = self.merge(yes_state, no_state, node.place, self.scope.uniform(condition))
        self.emitted.append(ir.BranchStatement(condition, yes, no, merges))

    def side(
        self, node: tree.BranchNode, held: bool, before: LocalState
    ) -> tuple[tuple[ir.Statement, ...], LocalState]:
        """Check one side on its own copy of the state."""
        outer, self.emitted = self.emitted, []
        self.scope.state = before.copy()
        self.scope.state.narrowed.update(self.evaluator.implied(node.test, held))
        self.block(node.yes if held else node.no)
        inner, self.emitted = self.emitted, outer
        return tuple(inner), self.scope.state

    def merge(self, yes: LocalState, no: LocalState, place: TextPlace, uniform: bool) -> tuple[ir.Merge, ...]:
        """Keep the locals that both sides assign."""
        merges = _Merges(self.scope, uniform)
        state = self.scope.state
        # Names that one side assigns are no longer locals; reading one reports "assigned on some paths only".
        state.partial.update(yes.partial, no.partial, yes.locals, no.locals)
        both = [name for name in yes.locals if name in no.locals]
        state.locals = {name: self.merge_local(name, yes, no, merges, place) for name in both}
        for name in state.cells:
            state.cells[name] = self.merge_cell(name, yes.cells[name], no.cells[name], merges)
        # A side that assigned a name dropped its bounds; they no longer hold after the branch.
        for name in state.narrowed.keys() - (yes.narrowed.keys() & no.narrowed.keys()):
            del state.narrowed[name]
        return tuple(merges.emitted)

    def merge_local(self, name: str, yes: LocalState, no: LocalState, merges: _Merges, place: TextPlace) -> Local:
        """Return a local as it was, or one of two versions, each with the bounds that it has on its side."""
        if yes.locals[name].variable == no.locals[name].variable:
            return yes.locals[name]
        sides = [side.bounded(name) for side in (yes, no)]
        first, second = (ir.VariableValue(side.variable, side.kind, place) for side in sides)
        return Local(*merges.add(name, first, second))

    def merge_cell(self, name: str, yes: OutputCell, no: OutputCell, merges: _Merges) -> OutputCell:
        if yes == no:
            return yes
        assigned = yes.assigned & no.assigned
        # Without a bit that both sides assign, no later read is valid, so that no merge is needed.
        if yes.pattern is None or no.pattern is None or not assigned:
            return OutputCell()
        return OutputCell(ir.VariableValue(*merges.add(name, yes.pattern, no.pattern)), assigned)

    # --- what the program takes and gives ---

    def parameters(self) -> tuple[ir.RoutineParameter, ...]:
        """Read operands in order, numbers of selectors, what is known of other lanes, then the carry flag."""
        operands = [
            ir.RoutineParameter(name, type_.bits, type_.signed, is_uniform(operand))
            for name, (operand, type_) in self.scope.operands.items()
            if operand.access != "write"
        ]
        carry = [ir.RoutineParameter(CARRY, 1, False, False)] if self.scope.reads_carry else []
        return (*operands, *self.scope.selected.values(), *self.scope.around.values(), *carry)

    def results(self) -> tuple[ir.RoutineResult, ...]:
        """Return the written operands in order, then the carry flag; each must be assigned in full."""
        return tuple(self.result(name, cell) for name, cell in self.scope.state.cells.items())

    def result(self, name: str, cell: OutputCell) -> ir.RoutineResult:
        bits = self.scope.type_of(name).bits
        missing = ones(bits) & ~cell.assigned
        if cell.pattern is None:
            raise SemanticsError(TextPlace(1, 1), f"{name} is not assigned on every path")
        if missing:
            # The message names the highest run of missing bits.
            high = low = missing.bit_length() - 1
            while low and missing >> (low - 1) & 1:
                low -= 1
            run = f"bit {high}" if high == low else f"bits {high} to {low}"
            raise SemanticsError(TextPlace(1, 1), f"{name} is not assigned in full: {run} missing")
        return ir.RoutineResult(name, bits, cell.pattern)


class _Merges:
    """Collects the merges of one branch; `uniform` says that its test is the same for every thread."""

    def __init__(self, scope: VariantScope, uniform: bool) -> None:
        self.scope, self.uniform = scope, uniform
        self.emitted: list[ir.Merge] = []

    def add(self, name: str, yes: Value, no: Value) -> tuple[ir.VariableVersion, Kind]:
        """Return a new version of a name that is one of two values."""
        kind: Kind = yes.kind
        if yes.kind != no.kind:
            yes, no = apply("integer", yes), apply("integer", no)
            kind = ir.interval(yes).join(ir.interval(no))
        uniform = self.uniform and self.scope.uniform(yes) and self.scope.uniform(no)
        variable = self.scope.version(name, uniform)
        self.emitted.append(ir.Merge(variable, yes, no, kind))
        return variable, kind


def _combined(node: tree.AssignmentNode) -> tree.Expression:
    """Return the assigned value, with the operator of `target operator= value`."""
    if node.operator is None:
        return node.value
    return tree.BinaryNode(node.place, node.operator, node.target, node.value)


_STATEMENTS: dict[type[Any], Callable[[_Checker, Any], None]] = {
    tree.AssignmentNode: _Checker.assignment,
    tree.LoopNode: _Checker.loop,
    tree.BranchNode: _Checker.branch,
}
