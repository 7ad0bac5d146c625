"""Run statements on register values and print what they write.

Values are integers (decimal, 0x…, 0b…) or floating-point numbers (1.5, -2e-3, inf, nan, 0f3fc00000), converted to the
type of the register. Colons separate the elements of packed types, lowest first; commas separate the values of several
threads. Predicates are 0 or 1. With --asm, the statement is inline assembly of CUDA C++, and values are those of the
expressions of its operands. --memory sets consecutive values at the start of a state space or of a variable;
address 0 is the first byte.

examples:
  ptxisa eval 'add.sat.s32 d, a, b;' a=0x7fffffff b=1
  ptxisa eval 'add.cc.u32 d, a, b; addc.u32 e, 0, 0;' a=0xffffffff b=1
  ptxisa eval 'popc.b32 d, a;' a=0,1,3,0xff --target sm_90
  ptxisa eval 'fma.rn.f32 d, a, b, c;' a=0.1 b=3 c=-0.3
  ptxisa eval 'atom.global.add.u32 d, [p], 1;' p=0,4,4 --memory global.u32=10,20
  ptxisa eval 'L: add.u32 a, a, a; setp.lt.u32 p, a, 99; @p bra L;' a=1,5
  ptxisa eval --asm 'asm("min.s32 %0, %1, 7;" : "=r"(d) : "r"(a));' a=-1
"""

from __future__ import annotations

import argparse
import sys
import warnings
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, add_place, name_and_value, place
from ptxisa.cli.output import Failure, print_json, table

if TYPE_CHECKING:
    from ptxisa.isa.diagnostics import Diagnostic
    from ptxisa.run.registers import Results

MOST_VALUES = 16
"""Values of a register that are printed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa eval`."""
    parser.add_argument("statement", metavar="STATEMENT", help="one or more statements, in quotes")
    # With a default, argparse does not list the values among missing arguments.
    parser.add_argument(
        "values", nargs="*", default=[], metavar="NAME=VALUE", help="registers that the statements read"
    )
    parser.add_argument(
        "--memory",
        action="append",
        default=[],
        metavar="NAME.TYPE=VALUES",
        help="contents of a state space or variable; repeat it for several",
    )
    parser.add_argument("--asm", action="store_true", help="the statement is an asm statement of CUDA C++")
    parser.add_argument("--steps", type=int, metavar="N", help="end with an error after N statements, as in a loop")
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Execute the statements and print every register and memory that they write."""
    from ptxisa.isa.diagnostics import PtxError
    from ptxisa.numbers.patterns import integers

    place(arguments)
    if arguments.steps is not None and arguments.steps < 1:
        raise Failure(f"--steps must be at least 1, not {arguments.steps}")
    try:
        memory, memory_types = _memory(arguments.memory)
        with warnings.catch_warnings():
            # The same warnings are diagnostics of the result, which are printed below.
            warnings.simplefilter("ignore", RuntimeWarning)
            results = (_inline if arguments.asm else _statements)(arguments, memory)
    except PtxError as error:
        raise Failure("; ".join(map(_with_option, error.diagnostics))) from None
    for diagnostic in results.diagnostics:
        print(f"ptxisa: {diagnostic}", file=sys.stderr)
    if arguments.json:
        contents = {name: integers(values) for name, values in memory.items()}
        written = {name: integers(values) for name, values in results.items()}
        print_json({**written, "memory": contents} if contents else written)
    else:
        rows = [_row(name, values, results.types.get(name)) for name, values in results.items()]
        rows += [_row(f"[{name}]", values, memory_types[name]) for name, values in memory.items()]
        print(table(["register", "type", "bits", "value"], rows))
    return 0


def _statements(arguments: argparse.Namespace, memory: dict[str, Any]) -> Results:
    """Return the registers that statements write."""
    from ptxisa.run.execute import MOST_STEPS, execute
    from ptxisa.run.program import compile_statements

    program = compile_statements(arguments.statement, arguments.target, arguments.ptx)
    registers = {}
    for text in arguments.values:
        name, value = name_and_value(text)
        type_ = program.types.get(name, "b64")
        # Values with commas are those of several threads.
        registers[name] = _array(name, value, type_) if "," in value else _pattern(name, value, type_)
    # Single values and no collective instruction: one thread is enough.
    many = program.group > 1 or any(getattr(value, "ndim", 0) for value in registers.values())
    return execute(
        arguments.statement,
        registers,
        memory=memory,
        target=arguments.target,
        ptx=arguments.ptx,
        threads=None if many else 1,
        steps=arguments.steps or MOST_STEPS,
    )


def _inline(arguments: argparse.Namespace, memory: dict[str, Any]) -> Results:
    """Return the values of the operands that an asm statement of CUDA C++ writes, by their expressions."""
    from ptxisa.isa.diagnostics import Diagnostic, PtxError
    from ptxisa.run.registers import Results
    from ptxisa.sources.cuda import cuda_regions
    from ptxisa.sources.inline import evaluate
    from ptxisa.sources.regions import Region
    from ptxisa.sources.templates import constant
    from ptxisa.syntax.source import Source

    items = list(cuda_regions(arguments.statement, arguments.target))
    findings = [item.located(Source(arguments.statement).position) for item in items if isinstance(item, Diagnostic)]
    if errors := [finding for finding in findings if finding.severity == "error"]:
        raise PtxError(errors)
    if computed := [finding for finding in findings if finding.code == "unchecked-assembly"]:
        reason = computed[0].message.removeprefix("not checked: ")
        raise Failure(f"the assembly cannot be read: it has {reason}")
    statements = [item for item in items if isinstance(item, Region)]
    if len(statements) != 1:
        raise Failure(f'--asm takes one asm statement, such as asm("…" : "=r"(d) : "r"(a)); not {len(statements)}')
    (statement,) = statements
    # Values are given by the expressions of C++ (`a=1`, `x[i]=2`), in which spaces do not matter.
    expressions = {operand.expression.replace(" ", ""): operand.type for operand in statement.operands}
    given: dict[str, Any] = {}
    for text in arguments.values:
        name, value = name_and_value(text)
        key = name.replace(" ", "")
        if key not in expressions:
            raise Failure(f"the asm statement has no operand {name[:60]!r}; it has {', '.join(expressions)[:120]}")
        type_ = expressions[key]
        given[key] = _array(name, value, type_) if type_ else _pattern(name, value, "s64")
    values: dict[str, Any] = {}
    for operand in statement.operands:
        key, literal = operand.expression.replace(" ", ""), constant(operand.expression)
        if key in given:
            values[operand.name] = given[key]
        elif literal is not None:
            values[operand.name] = int(literal, 0)
        elif not operand.constraint.startswith("="):
            raise Failure(f"no value is given for {operand.expression[:60]}, which the assembly reads")
    results, _ = evaluate(
        statement.text, statement.operands, values, target=arguments.target, ptx=arguments.ptx, memory=memory
    )
    written = {operand.name: operand.expression for operand in statement.operands if operand.constraint[:1] in "=+"}
    return Results(
        {expression: results[name] for name, expression in written.items()},
        {expression: results.types[name] for name, expression in written.items()},
        results.diagnostics,
    )


def _with_option(diagnostic: Diagnostic) -> str:
    """Return a diagnostic as text; where memory is missing, with the option that gives it."""
    from ptxisa.run.errors import NO_MEMORY

    head, _, space = diagnostic.subject.partition("/")
    if f"{head}/" != NO_MEMORY:
        return str(diagnostic)
    option = f"give it with --memory {space}.u32=VALUES"
    if space == "tensor":
        option = "tensor memory can be given in Python only"
    return str(diagnostic._replace(message=f"no memory is given for {space}; {option}"))


def _memory(options: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the arrays of `--memory` by state space or variable, and the types of their values."""
    from ptxisa.isa.types import known

    arrays, types = {}, {}
    for text in options:
        left, equals, values = text.partition("=")
        name, _, type_ = left.rpartition(".")
        if not equals or not name or type_ not in known() or known()[type_].bits % 8:
            raise Failure(f"--memory {text[:60]!r} is not NAME.TYPE=VALUES, such as global.u32=1,2,3")
        arrays[name], types[name] = _array(name, values, type_), type_
    return arrays, types


def _array(name: str, text: str, type_: str) -> Any:
    """Return the bit patterns of values with commas between them."""
    from ptxisa.isa.types import known
    from ptxisa.numbers.patterns import array_of

    return array_of([_pattern(name, part, type_) for part in text.split(",")], known()[type_].bits)


def _pattern(name: str, text: str, type_: str) -> int:
    """Return the bit pattern of a value."""
    from ptxisa.numbers.notation import NotAValue, parse

    try:
        return parse(text, type_)
    except NotAValue as error:
        raise Failure(f"{name}: {error}") from None


def _row(name: str, values: Any, type_: str | None) -> list[str]:
    """Return the row of a register: name, type, bits, and the values of the bits in the type."""
    from ptxisa.numbers.notation import show
    from ptxisa.numbers.patterns import integers

    digits = values.dtype.itemsize * 2
    if len(values) > 1 and not name.startswith("[") and (values == values[0]).all():
        (value,) = integers(values[:1])
        meaning = show(value, type_) if type_ else str(value)
        return [name, type_ or "", f"0x{value:0{digits}x}", f"{meaning} in all {len(values)} threads"]
    shown = integers(values[:MOST_VALUES])
    more = ", …" if len(values) > MOST_VALUES else ""
    patterns = ", ".join(f"0x{value:0{digits}x}" for value in shown)
    meanings = ", ".join(show(value, type_) if type_ else str(value) for value in shown)
    return [name, type_ or "", patterns + more, meanings + more]
