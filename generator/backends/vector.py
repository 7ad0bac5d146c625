"""The vector backend: NumPy functions over any number of threads, equal to the reference bit for bit.

A condition on data becomes a selection between both sides; a condition on a constant of the statement stays
a branch. `lowering` decides how each expression is evaluated, in the narrowest container that is exact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from generator.backends.code import CodeText, branch
from generator.backends.functions import FunctionBody, FunctionModule, Style
from generator.backends.layout import INDENT
from generator.backends.lowering import ExpressionLowering
from generator.backends.naming import identifiers, unique
from generator.backends.reference import ports
from generator.backends.scalar import Leaf, known, reserved_names
from generator.backends.usage import Holder, VariableUsage, holder, transparent, usage_of
from generator.backends.values import TRUTH, UNIFORM, WIDE, Held, container, dtype, is_plain
from generator.records.problems import Problem, RecordError
from generator.semantics import ir
from generator.semantics.compile import Compiled
from generator.semantics.demand import Demands, demands, live
from generator.semantics.functions import NONE, Functions
from generator.semantics.ir import BOOLEAN, VariableVersion
from generator.semantics.source import SemanticsError, TextPlace

_STYLE = Style(
    title="NumPy semantics",
    parameter=lambda parameter: "int" if parameter.uniform else "Lanes",
    returns="tuple[Lanes, ...]",
    imports=frozenset({("ptxisa.numbers.lanes", "Lanes")}),
)
_HELPERS = frozenset(
    {dtype(width, signed) for width in (8, 16, 32, 64) for signed in (False, True)}
    | {
        "where",
        "wide",
        "primitives",
        "minimum",
        "maximum",
        "low_bits",
        "sign_extend",
        "magnitude",
        "splat",
        "Lanes",
    }
)

_ASSIGNMENT = re.compile(rf" {{{INDENT}}}(\w+) = ")
"""An assignment outside of every block."""
_WORD = re.compile(r"\w+")

ConversionKey = tuple[str, int, str]


def emit(mnemonic: str, compiled: Sequence[Compiled], functions: Functions = NONE) -> str:
    """Return the vector module of a mnemonic; raise `RecordError` where no container can hold a value.

    Args:
        mnemonic: The mnemonic.
        compiled: Every text of its forms.
        functions: Functions of records that the texts call, for their pseudo-code.
    """
    module = FunctionModule(_STYLE, functions)
    problems: list[Problem] = []
    for text in compiled:
        try:
            module.add(text, body)
        except RecordError as error:
            problems.extend(error.problems)
    if problems:
        raise RecordError(problems)
    return module.write(mnemonic)


@lru_cache(maxsize=10_000)
def body(routine: ir.TypedRoutine) -> FunctionBody:
    """Return the function body of one variant, written again if conversions turn out to be worth a name."""
    writer = _VectorWriter(routine, frozenset())
    lines = writer.write()
    worth = frozenset(key for key, count in writer.conversions.items() if count > 1)
    if worth:
        writer = _VectorWriter(routine, worth)
        lines = writer.write()
    parameters = tuple(writer.names[parameter.name] for parameter in routine.parameters)
    return FunctionBody(parameters, tuple(lines), frozenset(writer.imports), *ports(routine, writer.names))


class _VectorWriter:
    """Writes the statements of one routine; each version of a variable has a name for as long as it is used.

    Conversions in `worth` get a name.
    """

    def __init__(self, routine: ir.TypedRoutine, worth: frozenset[ConversionKey]) -> None:
        self.routine, self.worth = routine, worth
        self.needed: Demands = demands(routine)
        self.usage: VariableUsage = usage_of(routine, self.needed)
        self.imports: set[tuple[str, str]] = set()
        self.lowering: ExpressionLowering = ExpressionLowering(self.leaf, self.share, self.imports)
        self.names = identifiers(ir.names(routine), reserved_names() | _HELPERS)
        self.held: dict[Holder, Held] = {}
        self.holders: dict[str, Holder | None] = {}
        self.generation: Counter[str] = Counter()
        self.conversions: Counter[ConversionKey] = Counter()
        self.shared: dict[ConversionKey, str] = {}
        self.lines: list[str] = []
        self.indent = INDENT

    def write(self) -> list[str]:
        """Return the lines of the function's block."""
        for parameter in self.routine.parameters:
            self.take(parameter)
        self.block(self.routine.body)
        self.give()
        return list(self.living())

    def living(self) -> Iterator[str]:
        """Return the lines without assignments that no later line needs, and reduce the imports to those in use."""
        used: set[str] = set()
        living: list[str] = []
        for line in reversed(self.lines):
            assigned = _ASSIGNMENT.match(line)
            if not assigned or assigned[1] in used:
                living.append(line)
                used.update(_WORD.findall(line))
        self.imports = {(module, name) for module, name in self.imports if name in used}
        return reversed(living)

    def take(self, parameter: ir.RoutineParameter) -> None:
        if parameter.lanes:
            self.holders[self.names[parameter.name]] = None
            return
        width = UNIFORM if parameter.uniform else _word(parameter.name, parameter.bits)
        name = self.names[parameter.name]
        self.holders[name] = parameter.name
        if width == WIDE:
            pair = self.fresh(f"{name}_pair")
            self.line(f"{pair} = {self.lowering.wide('halves', CodeText(name))}")
            name = pair
        self.held[parameter.name] = Held(CodeText(name), width)

    def give(self) -> None:
        """Return the outputs, each in the dtype of its operand."""
        codes = []
        for result in self.routine.results:
            width = _word(result.name, result.bits)
            held = self.lowering.lower(result.value, result.bits)
            code = self.lowering.spread(result.value, held, width)
            codes.append(str(self.lowering.wide("whole", code) if width == WIDE else code))
        self.line(f"return ({', '.join(codes)}{',' if len(codes) == 1 else ''})")

    def line(self, text: str) -> None:
        self.lines.append(" " * self.indent + text)

    # --- names ---

    def leaf(self, leaf: Leaf) -> Held:
        if isinstance(leaf, ir.Modifier):
            return Held(CodeText(self.names[leaf.slot]), UNIFORM)
        return self.held[holder(leaf)]

    def assign(self, variable: VariableVersion, held: Held) -> None:
        """Name a variable and write its statement."""
        name = self.name(variable)
        self.line(f"{name} = {held.code}")
        self.bind(variable, name, held)

    def bind(self, variable: VariableVersion, name: str, held: Held) -> None:
        self.holders[name] = variable
        self.generation[name] += 1
        self.held[variable] = held._replace(code=CodeText(name))

    def name(self, variable: VariableVersion) -> str:
        """Return the variable's own name if it is free, else a numbered one."""
        busy = [name for name, other in self.holders.items() if not self.is_free(other, variable)]
        return unique(self.names[variable.name], busy)

    def is_free(self, other: Holder | None, variable: VariableVersion) -> bool:
        """Return True if the holder of a name has its last use before `variable` is computed; None is never."""
        return other is not None and self.usage.last[other] <= self.usage.defined[variable]

    def fresh(self, name: str) -> str:
        """Return a new name that stays in use."""
        chosen = unique(name, {*self.holders, *self.names.values()})
        self.holders[chosen] = None
        return chosen

    def share(self, held: Held, converted: Held) -> Held:
        """Name a conversion of a variable that is needed more than once."""
        source = held.code.text
        if not source.isidentifier():
            return converted
        key = (source, self.generation[source], converted.code.text)
        self.conversions[key] += 1
        if key not in self.worth:
            return converted
        if key not in self.shared:
            self.shared[key] = self.fresh(f"{source}_{converted.width}")
            self.line(f"{self.shared[key]} = {converted.code}")
        return converted._replace(code=CodeText(self.shared[key]))

    # --- statements ---

    def block(self, statements: tuple[ir.Statement, ...]) -> None:
        for item in statements:
            if isinstance(item, ir.Let):
                self.let(item)
            elif live(item, self.needed):
                self.branch(item)

    def let(self, let: ir.Let) -> None:
        """Write an assignment, unless the value has a name already or is only used in one place."""
        if let.variable not in self.needed:
            return
        held = self.lowering.lower(let.value, self.needed[let.variable])
        named = is_plain(held.code) and (known(let.value) is not None or transparent(let.value) is not None)
        if named or let.variable in self.usage.inlined:
            self.held[let.variable] = held
        else:
            self.assign(let.variable, held)

    def branch(self, item: ir.BranchStatement) -> None:
        if self.lowering.uniform(item.test):
            self.real_branch(item)
            return
        # Lanes take different sides: both are computed for all lanes, and each merge selects per lane.
        self.block(item.yes)
        self.block(item.no)
        merges = live(item, self.needed)
        test = self.condition(item.test) if len(merges) > 1 else item.test
        for merge in merges:
            self.assign(merge.variable, self.selected(test, merge))
        if test is not item.test:
            self.release(test)

    def condition(self, test: ir.Value) -> ir.Value:
        """Name a test that several selections share."""
        code = self.lowering.truth_value(test)
        if is_plain(code):
            return test
        name = self.fresh("condition")
        self.line(f"{name} = {code}")
        self.held[VariableVersion(name, 0)] = Held(CodeText(name), TRUTH)
        return ir.VariableValue(VariableVersion(name, 0), BOOLEAN)

    def release(self, test: ir.Value) -> None:
        """Free the name of a shared test."""
        del self.holders[str(self.lowering.truth_value(test))]

    def selected(self, test: ir.Value, merge: ir.Merge) -> Held:
        need = self.needed[merge.variable]
        parts = [self.lowering.lower(side, need) for side in (merge.yes, merge.no)]
        return self.lowering.chosen(test, (merge.yes, merge.no), merge.kind, need, parts)

    # --- branches on constants of the statement ---

    def real_branch(self, item: ir.BranchStatement) -> None:
        """Write a branch of which one side is evaluated; both sides leave shared values under the same names."""
        test = self.lowering.lower(item.test, 1).code
        merges = live(item, self.needed)
        yes, no = self.side(item.yes), self.side(item.no)
        meeting = [self.meeting(merge) for merge in merges]
        names = [self.name(merge.variable) for merge in merges]
        self.leave(yes, names, [codes[0] for codes, _ in meeting])
        self.leave(no, names, [codes[1] for codes, _ in meeting])
        for merge, name, (_, held) in zip(merges, names, meeting, strict=True):
            self.bind(merge.variable, name, held)
        self.lines.extend(branch(test, yes, no, self.indent))

    def side(self, statements: tuple[ir.Statement, ...]) -> list[str]:
        """Return the lines of one side; names of conversions made there end there."""
        outer, self.lines = self.lines, []
        shared = dict(self.shared)
        self.indent += INDENT
        self.block(statements)
        self.indent -= INDENT
        self.shared = shared
        inner, self.lines = self.lines, outer
        return inner

    def meeting(self, merge: ir.Merge) -> tuple[list[CodeText], Held]:
        """Return the code of the two sides in one container, and that container."""
        need = self.needed[merge.variable]
        sides = (merge.yes, merge.no)
        parts = [self.lowering.lower(side, need) for side in sides]
        first, second = parts
        if first.width == second.width == UNIFORM:
            return [first.code, second.code], first
        if merge.kind == BOOLEAN:
            return [self.lowering.truth_value(side) for side in sides], first._replace(width=TRUTH)
        width, signed = self.lowering.meeting(merge.kind, need, parts, merge.yes.place)
        pairs = zip(sides, parts, strict=True)
        return [self.lowering.spread(*pair, width, signed) for pair in pairs], Held(first.code, width, signed)

    def leave(self, lines: list[str], names: list[str], codes: list[CodeText]) -> None:
        """End one side: assign all names at once, because a value may be the old name of another."""
        changed = [(name, code.text) for name, code in zip(names, codes, strict=True) if name != code.text]
        if changed:
            targets, values = zip(*changed, strict=True)
            lines.append(f"{' ' * (self.indent + INDENT)}{', '.join(targets)} = {', '.join(values)}")


def _word(name: str, bits: int) -> int:
    """Return the dtype width of an operand."""
    width = container(bits)
    if width is None:
        raise SemanticsError(TextPlace(1, 1), f"operand {name} has {bits} bits; arrays hold at most {WIDE}")
    return width
