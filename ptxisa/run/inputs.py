"""Registers as callers give them, checked and turned into bit patterns: one element a thread.

A value is a Python number, a list of them, or a one-dimensional NumPy array of the width of its register: unsigned bit
patterns, signed integers, or IEEE numbers of that width. Whatever does not fit is a `PtxError` with one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.names import suggestion
from ptxisa.numbers.patterns import QUAD, array_of, dtype_of
from ptxisa.run.errors import refusal
from ptxisa.run.launch import SUPPLIED, Launch, block_threads, launch, supplied
from ptxisa.run.steps import CARRY, Program
from ptxisa.run.warp import LANES

MOST_THREADS = 1 << 28
LARGEST = 1 << 1023
"""Integers below it are within the range of a double."""


def inputs(
    program: Program,
    registers: Mapping[str, Any],
    threads: int | None,
    block: Any = None,
    grid: Any = None,
    cluster: Any = None,
) -> tuple[dict[str, Any], Launch]:
    """Arrays and scalars of bit patterns by register, and the launch with its number of threads."""
    if not isinstance(registers, Mapping):
        raise TypeError(f"registers must be a mapping of names to values, not {type(registers).__name__}")
    _known_names(program, registers)
    values = {name: _value(name, given, _Register(program, name)) for name, given in registers.items()}
    lengths = {name: len(array) for name, array in values.items() if array.ndim}
    default = max(LANES, program.group) if block is None else block_threads(block, grid)
    count = _threads(lengths, threads, default)
    shape = launch(count, block, grid, cluster)
    values.setdefault(CARRY, np.uint8(0))
    values.update({name: supplied(name, shape) for name in program.needs if name in SUPPLIED and name not in values})
    return values, shape


def _known_names(program: Program, registers: Mapping[str, Any]) -> None:
    """Every register that is read has a value, and every value is of a register."""
    optional = {*program.addresses, *SUPPLIED}
    missing = [name for name in program.needs if name not in registers and name not in optional]
    if missing:
        raise register_error(f"no value is given for {', '.join(missing)}, which the statements read")
    known = {*program.mentions, *program.types, CARRY}
    for name in registers:
        if name not in known:
            hint = suggestion(str(name), program.types)
            raise register_error(f"the statements have no register {str(name)[:60]!r}" + (f"; {hint}" if hint else ""))


def _threads(lengths: Mapping[str, int], threads: int | None, default: int) -> int:
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, (int, np.integer))):
        raise TypeError(f"threads must be an integer, not {type(threads).__name__}")
    if threads is not None and not 0 <= threads <= MOST_THREADS:
        raise register_error(f"threads must be in 0..{MOST_THREADS}, not {threads}")
    if len(found := sorted(set(lengths.values()))) > 1:
        raise register_error(f"registers have different numbers of threads: {', '.join(map(str, found))}")
    count = found[0] if found else default if threads is None else int(threads)
    if threads is not None and threads != count:
        raise register_error(f"threads is {threads}, but registers have {count} elements")
    return count


class _Register:
    """What the statements say of a register: its type, and its width where one is required."""

    def __init__(self, program: Program, name: str) -> None:
        from ptxisa.isa.types import known

        self.type = "pred" if name == CARRY else program.types.get(name, "")
        widest = known()[self.type].bits if self.type else 64
        self.exact = bool(program.needs.get(name)) or name == CARRY
        self.bits = 1 if name == CARRY else program.needs.get(name) or widest
        self.least = self.bits if self.type else 8  # an address may have any width


def _value(name: str, given: Any, register: _Register) -> Any:
    """A value as an unsigned array or scalar of the register's width."""
    if isinstance(given, (bool, np.bool_, int, float, np.integer, np.floating)):
        return _array([given], name, register)[0]
    if isinstance(given, (list, tuple)):
        return _array(given, name, register)
    if not isinstance(given, np.ndarray):
        raise register_error(f"register {name} must be a number, a list or a NumPy array, not {type(given).__name__}")
    return _checked(name, given, register)


def _array(numbers: Any, name: str, register: _Register) -> Any:
    """Numbers as an array of patterns; Python floats are rounded to the nearest of the register's format.

    Integers are bits, but beside a float they are numbers as well.
    """
    if any(isinstance(one, (float, np.floating)) for one in numbers):
        numbers = [
            float(one) if isinstance(one, (int, np.integer)) and abs(int(one)) < LARGEST else one for one in numbers
        ]
    found = array_of([_pattern(name, one, register) for one in numbers], register.bits)
    return (found != 0).astype(np.uint8) if register.bits == 1 else found


def _pattern(name: str, number: Any, register: _Register) -> int:
    if isinstance(number, (float, np.floating)):
        return _float_pattern(name, float(number), register)
    if not isinstance(number, (int, np.integer, np.bool_)):
        raise register_error(f"register {name}: {str(number)[:60]!r} is not a number")
    bits, value = register.bits, int(number)
    if bits == 1:
        return int(value != 0)
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        shown = str(value) if value.bit_length() < 200 else hex(value)[:60] + "…"
        raise register_error(f"register {name}: {shown} does not fit in {bits} bits")
    return value


def _float_pattern(name: str, number: float, register: _Register) -> int:
    from ptxisa.numbers import exact
    from ptxisa.numbers.formats import known

    wide, form = known()["f64"], known().get(register.type)
    if form is None:
        wanted = f"a value of .{register.type}" if register.type else "an integer"
        raise register_error(f"register {name}: {number!r} is not {wanted}")
    bits = int(np.float64(number).view(np.uint64))
    return exact.round_to(exact.decode(bits, wide), form, "rn")


def _checked(name: str, array: Any, register: _Register) -> Any:
    """An array as unsigned patterns in the byte order of this machine."""
    if array.ndim > 1:
        raise register_error(f"register {name} must have one dimension, one element a thread, not {array.ndim}")
    if array.dtype == np.bool_:
        array = array.view(np.uint8)
    if array.dtype != QUAD and (array.dtype.kind not in "uif" or array.dtype.itemsize > 8):
        raise register_error(f"register {name} must hold numbers, not {array.dtype}{_wanted(register)}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if register.bits == 1:
        return (array != 0).astype(np.uint8)
    width = array.dtype.itemsize * 8
    if width != register.bits if register.exact else width < register.least:
        uses = f"use {register.bits} bits" if register.exact else f"need {register.least} bits or more"
        raise register_error(
            f"register {name} has {width}-bit values; the statements {uses}{_narrower(array, register)}"
        )
    return array if array.dtype == QUAD else array.view(f"u{array.dtype.itemsize}")


def _narrower(array: Any, register: _Register) -> str:
    """What makes floating-point numbers of the register's width, where NumPy has them."""
    fits = array.dtype.kind == "f" and register.type in ("f16", "f32", "f64")
    return f"; convert them with .astype(np.float{register.bits}), or give a list" if fits else ""


def _wanted(register: _Register) -> str:
    dtype = dtype_of(register.bits)
    return " (use ptxisa.numbers.patterns.QUAD)" if dtype == QUAD else f" (use np.{dtype.name})"


def register_error(message: str) -> PtxError:
    """A `PtxError` about the value of a register."""
    return refusal("register-value", message)
