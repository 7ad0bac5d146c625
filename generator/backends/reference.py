"""The reference back end: a Python function for each distinct body, on plain integers, close to the text of the record.

Inputs and outputs are unsigned bit patterns, predicates are 0 or 1; the carry flag comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from generator.backends.code import ATOM, CodeText, branch, call, literal
from generator.backends.functions import FunctionBody, FunctionModule, Given, Style
from generator.backends.layout import INDENT
from generator.backends.naming import identifiers
from generator.backends.scalar import PRIMITIVES, Scalar, rename, reserved_names
from generator.semantics import ir
from generator.semantics.compile import Compiled
from generator.semantics.demand import Demands, demands, live
from generator.semantics.functions import NONE, Functions

_STYLE = Style(
    title="Reference semantics",
    parameter=lambda parameter: "int",
    returns="tuple[int, ...]",
    imports=frozenset(),
)


def emit(mnemonic: str, compiled: Sequence[Compiled], functions: Functions = NONE) -> str:
    """Return the reference module of a mnemonic; raise `RecordError` where a text is invalid.

    Args:
        mnemonic: The mnemonic.
        compiled: Every text of its forms.
        functions: Functions of records that the texts call, for their pseudo-code.
    """
    module = FunctionModule(_STYLE, functions)
    for text in compiled:
        module.add(text, body)
    return module.write(mnemonic)


@lru_cache(maxsize=10_000)
def body(routine: ir.TypedRoutine) -> FunctionBody:
    """Return the function body of one variant; variants whose types make no difference share theirs."""
    writer = _ReferenceWriter(routine)
    lines = [*writer.readings(), *writer.block(routine.body, INDENT), *writer.returned()]
    parameters = tuple(writer.names[parameter.name] for parameter in routine.parameters)
    return FunctionBody(parameters, tuple(lines), frozenset(writer.imports), *ports(routine, writer.names))


def ports(routine: ir.TypedRoutine, names: Mapping[str, str]) -> tuple[Ports, Ports, tuple[Given, ...]]:
    """Return the inputs and the outputs of a routine, in order, and the modifiers that it is given."""
    given = {modifier.slot: modifier.sort for modifier in routine.modifiers}
    return (
        tuple(parameter.name for parameter in routine.parameters),
        tuple(result.name for result in routine.results),
        tuple(Given(names[slot], slot, sort) for slot, sort in given.items()),
    )


Ports = tuple[str, ...]


class _ReferenceWriter:
    """Writes the statements of one routine; versions of a variable share its name."""

    def __init__(self, routine: ir.TypedRoutine) -> None:
        self.routine = routine
        self.needed: Demands = demands(routine)
        self.names = identifiers(ir.names(routine), reserved_names())
        self.imports: set[tuple[str, str]] = set()
        self.scalar = _Reading(self)
        self.signed = self.read_signed()

    def read_signed(self) -> dict[str, int]:
        """Return the inputs that are only read as signed numbers, with their widths."""
        written = {result.name for result in self.routine.results}
        uses = list(_uses(self.routine.body, self.needed, self.routine.results))
        return {
            parameter.name: parameter.bits
            for parameter in self.routine.parameters
            if parameter.signed and parameter.name not in written and _always_signed(parameter, uses)
        }

    def readings(self) -> Iterator[str]:
        """Yield lines that turn inputs of signed types into numbers."""
        for name, bits in self.signed.items():
            self.imports.add((PRIMITIVES, "signed"))
            local = self.names[name]
            yield f"{' ' * INDENT}{local} = {call('signed', [local, literal(bits)])}"

    def block(self, statements: tuple[ir.Statement, ...], indent: int) -> list[str]:
        lines: list[str] = []
        for item in statements:
            if isinstance(item, ir.BranchStatement):
                lines.extend(self.branch(item, indent))
            elif item.variable in self.needed:
                target = self.names[item.variable.name]
                lines.append(f"{' ' * indent}{target} = {self.scalar.code(item.value)}")
        return lines

    def branch(self, item: ir.BranchStatement, indent: int) -> list[str]:
        yes = self.block(item.yes, indent + INDENT)
        no = self.block(item.no, indent + INDENT)
        if not live(item, self.needed):
            return []
        return branch(self.scalar.code(item.test), yes, no, indent)

    def returned(self) -> list[str]:
        values = [str(self.scalar.code(result.value)) for result in self.routine.results]
        return [f"{' ' * INDENT}return ({', '.join(values)}{',' if len(values) == 1 else ''})"]


class _Reading(Scalar):
    """Scalar expressions in which a signed input, once it has been read, is a plain name."""

    def __init__(self, writer: _ReferenceWriter) -> None:
        super().__init__(lambda leaf: rename(writer.names, leaf), writer.imports)
        self.writer = writer

    def application(self, value: ir.Apply) -> CodeText:
        read = value.arguments[0]
        if isinstance(read, ir.InputValue) and _reads_sign(value) and read.name in self.writer.signed:
            return CodeText(self.writer.names[read.name], ATOM)
        return super().application(value)


def _reads_sign(value: ir.Apply) -> bool:
    """Return True if this is an input read by its signed type."""
    read, *rest = value.arguments
    return value.operation == "signed" and isinstance(read, ir.InputValue) and rest == [ir.IntegerConstant(read.bits)]


def _always_signed(parameter: ir.RoutineParameter, uses: list[ir.Value]) -> bool:
    """Return True if an input is used, and always read by its signed type."""
    raw = sum(1 for value in uses for leaf in ir.leaves(value) if _names(leaf, parameter.name))
    read = [
        part
        for value in uses
        for part in ir.applications(value)
        if _reads_sign(part) and _names(part.arguments[0], parameter.name)
    ]
    return 0 < raw == len(read)


def _names(value: ir.Value, name: str) -> bool:
    return isinstance(value, ir.InputValue) and value.name == name


def _uses(
    statements: tuple[ir.Statement, ...], needed: Demands, results: tuple[ir.RoutineResult, ...] = ()
) -> Iterator[ir.Value]:
    """Yield every expression that is printed."""
    for item in statements:
        if isinstance(item, ir.BranchStatement) and live(item, needed):
            yield item.test
            yield from _uses(item.yes, needed)
            yield from _uses(item.no, needed)
        elif isinstance(item, ir.Let) and item.variable in needed:
            yield item.value
    yield from (result.value for result in results)
