"""Values of registers as Python numbers: checked, and turned into bit patterns. Nothing here needs NumPy."""

from __future__ import annotations

import struct
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.names import suggestion
from ptxisa.run.errors import refusal
from ptxisa.run.steps import CARRY, Program

MOST_THREADS = 1 << 28
WITHIN_DOUBLES = 1 << 1023
"""Integers below it are within the range of a double."""


def demand_known_names(program: Program, registers: Mapping[str, Any], supplied: Collection[str]) -> None:
    """Fail unless every register that is read has a value, or is `supplied`, and every value is of a register."""
    if not isinstance(registers, Mapping):
        raise TypeError(f"registers must be a mapping of names to values, not {type(registers).__name__}")
    missing = [
        name for name in program.needs if not (name in registers or name in program.addresses or name in supplied)
    ]
    if missing:
        raise register_error(f"no value is given for {', '.join(missing)}, which the statements read")
    known = {*program.mentions, *program.types, CARRY}
    for name in registers:
        if name not in known:
            hint = suggestion(str(name), program.types)
            raise register_error(f"the statements have no register {str(name)[:60]!r}" + (f"; {hint}" if hint else ""))


def thread_count(lengths: Collection[int], threads: int | None, default: int) -> int:
    """How many threads there are: one for each element of the registers, else `threads`, else `default`."""
    if threads is not None and not 0 <= threads <= MOST_THREADS:
        raise register_error(f"threads must be in 0..{MOST_THREADS}, not {threads}")
    if len(found := sorted(set(lengths))) > 1:
        raise register_error(f"registers have different numbers of threads: {', '.join(map(str, found))}")
    count = found[0] if found else default if threads is None else int(threads)
    if threads is not None and threads != count:
        raise register_error(f"threads is {threads}, but registers have {count} elements")
    return count


class Register:
    """What the statements say of a register: its type, and its width where one is required."""

    def __init__(self, program: Program, name: str) -> None:
        from ptxisa.isa.types import known

        self.type = "pred" if name == CARRY else program.types.get(name, "")
        widest = known()[self.type].bits if self.type else 64
        self.exact = bool(program.needs.get(name)) or name == CARRY
        self.bits = 1 if name == CARRY else program.needs.get(name) or widest
        self.least = self.bits if self.type else 8  # an address may have any width


def patterns(name: str, numbers: Sequence[Any], register: Register) -> list[int]:
    """Numbers as bit patterns; integers are bits, but beside a float they are numbers as well."""
    if any(isinstance(one, float) for one in numbers):
        numbers = [float(one) if isinstance(one, int) and abs(one) < WITHIN_DOUBLES else one for one in numbers]
    return [pattern(name, one, register) for one in numbers]


def pattern(name: str, number: Any, register: Register) -> int:
    """A number as a bit pattern; floats are rounded to the nearest value of the register's format."""
    if isinstance(number, float):
        return _float_pattern(name, number, register)
    if not isinstance(number, int):
        raise register_error(f"register {name}: {str(number)[:60]!r} is not a number")
    bits = register.bits
    if bits == 1:
        return int(number != 0)
    if not -(1 << (bits - 1)) <= number < 1 << bits:
        shown = str(number) if number.bit_length() < 200 else hex(number)[:60] + "…"
        raise register_error(f"register {name}: {shown} does not fit in {bits} bits")
    return number & ((1 << bits) - 1)


def _float_pattern(name: str, number: float, register: Register) -> int:
    from ptxisa.numbers import exact
    from ptxisa.numbers.formats import known

    form = known().get(register.type)
    if form is None:
        wanted = f"a value of .{register.type}" if register.type else "an integer"
        raise register_error(f"register {name}: {number!r} is not {wanted}")
    (bits,) = struct.unpack("<Q", struct.pack("<d", number))
    return exact.round_to(exact.decode(bits, known()["f64"]), form, "rn")


def register_error(message: str) -> PtxError:
    """A `PtxError` about the value of a register."""
    return refusal("register-value", message)
