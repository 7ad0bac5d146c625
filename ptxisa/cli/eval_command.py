"""Run statements on register values and print what they write.

Values are integers (decimal, 0x…, 0b…) or numbers (1.5, -2e-3, inf, nan, 0f3fc00000) as the statement uses them;
elements of packed types are parted by colons, the lowest first. Several values with commas are one a thread.
Predicates are 0 or 1. --memory gives the values that lie one after the other at the start of a state space, or of a
variable; addresses count bytes from there.

examples:
  ptxisa eval 'add.sat.s32 d, a, b;' a=0x7fffffff b=1
  ptxisa eval 'add.cc.u32 d0, a0, b0; addc.u32 d1, a1, b1;' a0=0xffffffff b0=1 a1=0 b1=0
  ptxisa eval 'popc.b32 d, a;' a=0,1,3,0xff --target sm_90
  ptxisa eval 'fma.rn.f32 d, a, b, c;' a=0.1 b=3 c=-0.3
  ptxisa eval 'atom.global.add.u32 old, [p], 1;' p=0,4,4 --memory global.u32=10,20
"""

from __future__ import annotations

import argparse
from typing import Any

from ptxisa.cli.options import add_json, add_place, place
from ptxisa.cli.output import Failure, print_json, table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa eval`."""
    parser.add_argument("statement", metavar="STATEMENT")
    parser.add_argument("values", nargs="*", metavar="NAME=VALUE", help="registers that the statements read")
    parser.add_argument(
        "--memory",
        action="append",
        default=[],
        metavar="NAME.TYPE=VALUES",
        help="what lies in a state space or variable; give it several times for several",
    )
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Execute; status 2 when the statements or values do not stand."""
    from ptxisa.isa.diagnostics import PtxError
    from ptxisa.numbers.patterns import integers
    from ptxisa.run.execute import execute
    from ptxisa.run.program import compile_statements

    place(arguments)
    try:
        program = compile_statements(arguments.statement, arguments.target, arguments.ptx)
        given = _registers(arguments.values, program)
        many = program.group > 1 or any(getattr(value, "ndim", 0) for value in given.values())
        threads = None if many else 1
        memory, types = _memory(arguments.memory)
        results = execute(
            arguments.statement, given, memory=memory, target=arguments.target, ptx=arguments.ptx, threads=threads
        )
    except PtxError as error:
        raise Failure("; ".join(str(one) for one in error.diagnostics)) from None
    if arguments.json:
        left = {name: integers(values) for name, values in memory.items()}
        written = {name: integers(values) for name, values in results.items()}
        print_json({**written, "memory": left} if left else written)
    else:
        rows = [_row(name, values, program.types.get(name)) for name, values in results.items()]
        rows += [_row(f"[{name}]", values, types[name]) for name, values in memory.items()]
        print(table(["register", "type", "bits", "value"], rows))
    return 0


def _registers(given: list[str], program: Any) -> dict[str, Any]:
    registers = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Failure(f"{text[:60]!r} is not NAME=VALUE")
        registers[name] = _value(name, value, program.types.get(name, "b64"))
    return registers


def _memory(given: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Arrays by state space or variable, and the types of their values."""
    from ptxisa.isa.types import known

    arrays, types = {}, {}
    for text in given:
        left, equals, values = text.partition("=")
        name, _, type_ = left.rpartition(".")
        if not equals or not name or type_ not in known() or known()[type_].bits % 8:
            raise Failure(f"--memory {text[:60]!r} is not NAME.TYPE=VALUES, such as global.u32=1,2,3")
        arrays[name], types[name] = _array(name, values, type_), type_
    return arrays, types


def _value(name: str, text: str, type_: str) -> Any:
    """One pattern, or an array of them where there are commas."""
    return _array(name, text, type_) if "," in text else _number(name, text, type_)


def _array(name: str, text: str, type_: str) -> Any:
    from ptxisa.isa.types import known
    from ptxisa.numbers.patterns import array_of

    return array_of([_number(name, part, type_) for part in text.split(",")], known()[type_].bits)


def _number(name: str, text: str, type_: str) -> int:
    from ptxisa.numbers.notation import NotAValue, parse

    try:
        return parse(text, type_)
    except NotAValue as error:
        raise Failure(f"{name}: {error}") from None


def _row(name: str, values: Any, type_: str | None) -> list[str]:
    """One register: its type, its bits and what they stand for."""
    from ptxisa.numbers.patterns import integers

    bits = values.dtype.itemsize * 8
    shown = integers(values[:16])
    more = ", …" if len(values) > 16 else ""
    patterns = ", ".join(f"0x{value:0{bits // 4}x}" for value in shown)
    return [name, type_ or "", patterns + more, ", ".join(_meaning(value, bits, type_) for value in shown) + more]


def _meaning(value: int, bits: int, type_: str | None) -> str:
    from ptxisa.numbers.notation import show

    return show(value, type_) if type_ else str(value)
