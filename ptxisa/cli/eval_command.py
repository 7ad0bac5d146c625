"""Run statements on register values and print what they write.

Values are integers (decimal, 0x…, 0b…), or several of them with commas, one a thread; predicates are 0 or 1.

examples:
  ptxisa eval 'add.sat.s32 d, a, b;' a=0x7fffffff b=1
  ptxisa eval 'add.cc.u32 d0, a0, b0; addc.u32 d1, a1, b1;' a0=0xffffffff b0=1 a1=0 b1=0
  ptxisa eval 'popc.b32 d, a;' a=0,1,3,0xff --target sm_90
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
    from ptxisa.run.execute import compile_statements, execute

    place(arguments)
    try:
        program = compile_statements(arguments.statement, arguments.target, arguments.ptx)
        given = _registers(arguments.values, program.needs)
        threads = None if any(getattr(value, "ndim", 0) for value in given.values()) else 1
        results = execute(arguments.statement, given, target=arguments.target, ptx=arguments.ptx, threads=threads)
    except PtxError as error:
        raise Failure("; ".join(str(one) for one in error.diagnostics)) from None
    if arguments.json:
        print_json({name: [int(value) for value in values] for name, values in results.items()})
    else:
        print(
            table(["register", "bits", "unsigned", "signed"], [_row(name, values) for name, values in results.items()])
        )
    return 0


def _registers(given: list[str], needs: Any) -> dict[str, Any]:
    registers = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Failure(f"{text[:60]!r} is not NAME=VALUE")
        registers[name] = _value(name, value, needs.get(name, 64))
    return registers


def _value(name: str, text: str, bits: int) -> Any:
    """One integer, or an array of them where there are commas."""
    numbers = [_number(name, part, bits) for part in text.split(",")]
    if len(numbers) == 1:
        return numbers[0]
    import numpy as np

    from ptxisa.run.samples import dtype_of

    return np.array([number & ((1 << bits) - 1) for number in numbers], dtype=dtype_of(bits))


def _number(name: str, text: str, bits: int) -> int:
    try:
        number = int(text.strip()[:100], 0)
    except ValueError:
        raise Failure(f"{name}: {text[:60]!r} is not an integer (decimal, 0x… or 0b…)") from None
    if not -(1 << bits >> 1) <= number < 1 << bits:
        raise Failure(f"{name}: {text[:60]} does not fit in {bits} bits")
    return number


def _row(name: str, values: Any) -> list[str]:
    bits = values.dtype.itemsize * 8
    signed = values.view(f"i{values.dtype.itemsize}")
    shown = values[:16]
    more = ", …" if len(values) > 16 else ""
    return [
        name,
        ", ".join(f"0x{int(value):0{bits // 4}x}" for value in shown) + more,
        ", ".join(str(int(value)) for value in shown) + more,
        ", ".join(str(int(value)) for value in signed[:16]) + more,
    ]
