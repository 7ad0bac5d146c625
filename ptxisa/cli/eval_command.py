"""Run statements on register values and print what they write.

Values are integers (decimal, 0x…, 0b…) or numbers (1.5, -2e-3, inf, nan, 0f3fc00000) as the statement uses them;
elements of packed types are parted by colons, the lowest first. Several values with commas are one a thread.
Predicates are 0 or 1.

examples:
  ptxisa eval 'add.sat.s32 d, a, b;' a=0x7fffffff b=1
  ptxisa eval 'add.cc.u32 d0, a0, b0; addc.u32 d1, a1, b1;' a0=0xffffffff b0=1 a1=0 b1=0
  ptxisa eval 'popc.b32 d, a;' a=0,1,3,0xff --target sm_90
  ptxisa eval 'fma.rn.f32 d, a, b, c;' a=0.1 b=3 c=-0.3
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
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Execute; status 2 when the statements or values do not stand."""
    from ptxisa.check.diagnostics import PtxError
    from ptxisa.run.execute import execute
    from ptxisa.run.patterns import integers
    from ptxisa.run.programs import compile_statements

    place(arguments)
    try:
        program = compile_statements(arguments.statement, arguments.target, arguments.ptx)
        given = _registers(arguments.values, program)
        threads = None if any(getattr(value, "ndim", 0) for value in given.values()) else 1
        results = execute(arguments.statement, given, target=arguments.target, ptx=arguments.ptx, threads=threads)
    except PtxError as error:
        raise Failure("; ".join(str(one) for one in error.diagnostics)) from None
    if arguments.json:
        print_json({name: integers(values) for name, values in results.items()})
    else:
        rows = [_row(name, values, program.types.get(name)) for name, values in results.items()]
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


def _value(name: str, text: str, type_: str) -> Any:
    """One pattern, or an array of them where there are commas."""
    from ptxisa.types import known

    bits = known()[type_].bits
    numbers = [_number(name, part, type_) for part in text.split(",")]
    if len(numbers) == 1:
        return numbers[0]
    from ptxisa.run.patterns import array_of

    return array_of(numbers, bits)


def _number(name: str, text: str, type_: str) -> int:
    from ptxisa.run.notation import NotAValue, parse

    try:
        return parse(text, type_)
    except NotAValue as error:
        raise Failure(f"{name}: {error}") from None


def _row(name: str, values: Any, type_: str | None) -> list[str]:
    """One register: its type, its bits and what they stand for."""
    from ptxisa.run.patterns import integers

    bits = values.dtype.itemsize * 8
    shown = integers(values[:16])
    more = ", …" if len(values) > 16 else ""
    patterns = ", ".join(f"0x{value:0{bits // 4}x}" for value in shown)
    return [name, type_ or "", patterns + more, ", ".join(_meaning(value, bits, type_) for value in shown) + more]


def _meaning(value: int, bits: int, type_: str | None) -> str:
    from ptxisa.run.notation import show

    return show(value, type_) if type_ else str(value)
