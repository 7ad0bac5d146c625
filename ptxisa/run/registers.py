"""Values of registers: from callers, as one element per thread, and back to them.

A value is a Python number, a list of numbers, or a one-dimensional NumPy array of the width of its register: unsigned
bit patterns, signed integers, or IEEE numbers of that width. Whatever does not fit is a `PtxError` with one line.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.language import special_registers
from ptxisa.isa.names import suggestion
from ptxisa.isa.types import known as types
from ptxisa.numbers import exact
from ptxisa.numbers.formats import known as formats
from ptxisa.numbers.patterns import QUAD, array_of, dtype_of, integers
from ptxisa.run.binding import Program
from ptxisa.run.errors import register_error
from ptxisa.run.launch import SUPPLIED, Launch, block_threads, launch, supplied
from ptxisa.run.operands import CARRY
from ptxisa.run.warp import LANES

MOST_THREADS = 1 << 28
"""Threads of an execution, at most: a register of 64 bits then has 2 GiB."""
_WITHIN_DOUBLES = 1 << 1023
"""Integers below it are within the range of a double."""
_NATIVE = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
"""Formats that NumPy has."""


# --- from callers ---


def inputs(
    program: Program,
    registers: Mapping[str, Any],
    threads: int | None,
    block: Any = None,
    grid: Any = None,
    cluster: Any = None,
) -> tuple[dict[str, Any], Launch]:
    """Return the values of registers before the first statement, and the launch.

    Args:
        program: Statements to run.
        registers: Values by name, as a caller gives them.
        threads: Number of threads, or None.
        block: Size of a CTA in threads; see `ptxisa.run.launch.launch`.
        grid: Size of the grid in CTAs.
        cluster: Size of a cluster in CTAs.

    Returns:
        Bit patterns by register, arrays with one element per thread or scalars; special registers and the carry flag
        have values too.

    Raises:
        PtxError: A register is unknown, has no value, or has a value that does not fit it.
    """
    halves = _halves(program)
    known = {*program.mentions, *program.types, CARRY, *halves, *chain.from_iterable(halves.values())}
    for name in registers:
        if name not in known:
            hint = suggestion(str(name), program.types)
            raise register_error(f"the statements have no register {str(name)[:60]!r}" + (f"; {hint}" if hint else ""))
    values = {name: _value(name, value, Register(program, name)) for name, value in registers.items()}
    lengths = sorted({len(array) for array in values.values() if array.ndim})
    default = max(LANES, program.group) if block is None else block_threads(block, grid)
    shape = launch(_thread_count(lengths, threads, default), block, grid, cluster)
    # A wide special register follows from its halves, and the halves from it.
    for whole, (low, high) in halves.items():
        if whole not in values and low in values and high in values:
            values[whole] = values[high].astype(np.uint64) << np.uint64(32) | values[low].astype(np.uint64)
        if whole in values:
            for half, name, bits in (("low", low, values[whole]), ("high", high, values[whole] >> np.uint64(32))):
                if name and np.any(values.setdefault(name, bits.astype(np.uint32)) != bits.astype(np.uint32)):
                    raise register_error(f"{name} is not the {half} half of {whole}")
    if missing := [name for name in program.needs if name not in {*values, *program.addresses, *SUPPLIED}]:
        raise register_error(f"no value is given for {', '.join(missing)}, which the statements read")
    values.setdefault(CARRY, np.uint8(0))
    values.update({name: supplied(name, shape) for name in program.needs if name in SUPPLIED and name not in values})
    return values, shape


def _halves(program: Program) -> dict[str, tuple[str, str]]:
    """Return the low and the high half, "" if there is none, of each wide special register that statements read.

    They are those that are read themselves, or one half of which is read (sections 10.23 to 10.28 of the manual).
    """
    known = special_registers()
    halves = {(register.whole, register.half): name for name, register in known.items() if register.whole}
    wide = {known[name].whole or name for name in program.needs if name in known}
    pairs = {whole: (halves.get((whole, "low"), ""), halves.get((whole, "high"), "")) for whole in sorted(wide)}
    return {whole: pair for whole, pair in pairs.items() if any(pair)}


def narrow_registers(registers: Any) -> frozenset[str]:
    """Return the names of truth values and of arrays with 8 bits for each thread: such registers may be predicates."""
    if not isinstance(registers, Mapping):
        return frozenset()

    def narrow(value: Any) -> bool:
        if isinstance(value, (list, tuple)):
            return bool(value) and all(isinstance(element, (bool, np.bool_)) for element in value)
        return isinstance(value, (bool, np.bool_)) or (isinstance(value, np.ndarray) and value.dtype.itemsize == 1)

    return frozenset(name for name, value in registers.items() if narrow(value))


def _thread_count(lengths: Sequence[int], threads: int | None, default: int) -> int:
    """Return the number of threads: that of the elements of registers, else `threads`, else `default`."""
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, (int, np.integer))):
        raise TypeError(f"threads must be an integer, not {type(threads).__name__}")
    if threads is not None and not 0 <= threads <= MOST_THREADS:
        raise register_error(f"threads must be in 0..{MOST_THREADS}, not {threads}")
    if len(lengths) > 1:
        raise register_error(f"registers have different numbers of threads: {', '.join(map(str, lengths))}")
    count = lengths[0] if lengths else default if threads is None else int(threads)
    if threads is not None and threads != count:
        raise register_error(f"threads is {threads}, but registers have {count} elements")
    return count


class Register:
    """Type and width of a register in a program.

    Attributes:
        type: Name of its type; empty for an address without a type.
        bits: Width of its values.
        exact: True if its values must have this width, False if they may be wider.
    """

    def __init__(self, program: Program, name: str) -> None:
        special = special_registers().get(name)
        self.type = "pred" if name == CARRY else program.types.get(name, special.type if special else "")
        self.bits = 1 if name == CARRY else types()[self.type].bits if self.type else 64
        self.exact = name == CARRY or name in program.widths or special is not None

    def check(self, name: str, array: NDArray[Any]) -> None:
        """Raise unless an array has the width of the register; addresses may have any width up to 64 bits."""
        width = array.dtype.itemsize * 8
        least = self.bits if self.type else 8
        if self.bits == 1:
            if width <= 64:
                return  # Predicates are true where the value is not zero.
            wanted = "use a predicate"
        elif width == self.bits or (not self.exact and least <= width <= 64):
            return
        elif self.exact:
            wanted = f"use {self.bits} bits"
        else:
            wanted = f"need {least} bits or more" if width < least else f"use {least} to 64 bits"
        # NumPy converts to the formats that it has.
        converts = array.dtype.kind == "f" and self.type in _NATIVE
        hint = f"; convert them with .astype(np.float{self.bits}), or give a list" if converts else ""
        raise register_error(f"register {name} has {width}-bit values; the statements {wanted}{hint}")


def _value(name: str, given: Any, register: Register) -> Any:
    """Return a value as an unsigned array or scalar of the width of its register."""
    if isinstance(given, (bool, np.bool_, int, float, np.integer, np.floating)):
        return _array([given], name, register)[0]
    if isinstance(given, (list, tuple)):
        return _array(given, name, register)
    if not isinstance(given, np.ndarray):
        raise register_error(f"register {name} must be a number, a list or a NumPy array, not {type(given).__name__}")
    if given.ndim > 1:
        raise register_error(f"register {name} must have one dimension, one element per thread, not {given.ndim}")
    array = given.view(np.uint8) if given.dtype == np.bool_ else given
    if array.dtype != QUAD and (array.dtype.kind not in "uif" or array.dtype.itemsize > 8):
        dtype = dtype_of(register.bits)
        wanted = "ptxisa.numbers.patterns.QUAD" if dtype == QUAD else f"np.{dtype.name}"
        raise register_error(f"register {name} must hold numbers, not {array.dtype} (use {wanted})")
    register.check(name, array)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if register.bits == 1:
        return (array != 0).astype(np.uint8)
    return array if array.dtype == QUAD else array.view(f"u{array.dtype.itemsize}")


def _array(numbers: Sequence[Any], name: str, register: Register) -> NDArray[Any]:
    """Return numbers as patterns: integers are bits, but beside a float they are numbers as well."""
    numbers = [
        float(number)
        if isinstance(number, np.floating)
        else number.item()
        if isinstance(number, np.generic)
        else number
        for number in numbers
    ]
    if any(isinstance(number, float) for number in numbers):
        numbers = [
            float(number) if isinstance(number, int) and abs(number) < _WITHIN_DOUBLES else number for number in numbers
        ]
    return array_of([_pattern(name, number, register) for number in numbers], register.bits)


def _pattern(name: str, number: Any, register: Register) -> int:
    """Return a number as a bit pattern; floats are rounded to the nearest value of the register's format."""
    bits = register.bits
    if isinstance(number, float):
        target = formats().get(register.type)
        if target is None:
            wanted = f"a value of .{register.type}" if register.type else "an integer"
            raise register_error(f"register {name}: {number!r} is not {wanted}")
        (double,) = struct.unpack("<Q", struct.pack("<d", number))
        return exact.round_to(exact.decode(double, formats()["f64"]), target, "rn")
    if not isinstance(number, int):
        raise register_error(f"register {name}: {str(number)[:60]!r} is not a number")
    if bits == 1:
        return int(number != 0)
    if not -(1 << (bits - 1)) <= number < 1 << bits:
        shown = str(number) if number.bit_length() < 200 else hex(number)[:60] + "…"
        raise register_error(f"register {name}: {shown} does not fit in {bits} bits")
    return number & ((1 << bits) - 1)


# --- back to callers ---


class Results(dict[str, NDArray[Any]]):
    """Values of registers that statements wrote: unsigned arrays of bit patterns by name, one element per thread.

    Attributes:
        types: Type of each register.
        diagnostics: Warnings about undefined behavior.
    """

    def __init__(
        self,
        patterns: Mapping[str, NDArray[Any]],
        types: Mapping[str, str],
        diagnostics: Sequence[Diagnostic] = (),
    ) -> None:
        super().__init__(patterns)
        self.types = dict(types)
        self.diagnostics = tuple(diagnostics)

    def as_float(self, name: str, type: str | None = None) -> NDArray[Any]:
        """Return the floating-point numbers of a register.

        Args:
            name: Register.
            type: Type of the bits, for a register whose type has no numbers: "f32" for a register of `.b32`. A packed
                type, such as "f16x2", gives an array with a column for each element, the lowest first.

        Returns:
            float16, float32 and float64 for these formats, float64 for others, which fit it exactly.

        Raises:
            PtxError: The type has no floating-point numbers, or is wider than the register.
            KeyError: The register was not written.
        """
        wanted, patterns = type or self.types[name], self[name]
        record = types().get(wanted)
        element = record.element if record and record.element else wanted
        bits = patterns.dtype.itemsize * 8
        if record is None or element not in formats() or record.bits > bits:
            raise register_error(
                f"register {name} has no floating-point numbers: {wanted[:20]!r} is not a floating-point type of at "
                f"most {bits} bits; name the type, as in as_float({name!r}, 'f16')"
            )
        if not record.element:
            return _floats(patterns, wanted)
        size, stride = types()[element].bits, record.stride or types()[element].bits
        parts = [(patterns >> np.uint8(stride * index)) & _mask(patterns, size) for index in range(record.elements)]
        return np.stack([_floats(part, element) for part in parts], axis=-1)

    def as_signed(self, name: str) -> NDArray[Any]:
        """Return the bits of a register as signed integers, in two's complement; raise `PtxError` for 128 bits."""
        patterns = self[name]
        if patterns.dtype == QUAD:
            raise register_error(f"register {name} has 128 bits; NumPy has no integers of that width")
        return patterns.view(f"i{patterns.dtype.itemsize}")


def as_numbers(patterns: NDArray[Any], type_: str) -> NDArray[Any]:
    """Return bit patterns as signed integers or IEEE numbers; bf16 as float32, patterns of other types unchanged."""
    if type_ == "bf16" and patterns.dtype.itemsize == 2:
        return _bfloats(patterns)
    kind = types()[type_].kind if type_ in types() else ""
    if kind == "signed" and patterns.dtype.kind == "u":
        return patterns.view(f"i{patterns.dtype.itemsize}")
    if type_ in _NATIVE and patterns.dtype.itemsize == np.dtype(_NATIVE[type_]).itemsize:
        return patterns.view(_NATIVE[type_])
    return patterns


def _bfloats(patterns: NDArray[Any]) -> NDArray[Any]:
    """Return bf16 numbers as float32: a bf16 is the upper half of its pattern."""
    numbers: NDArray[Any] = (patterns.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return numbers


def _mask(patterns: NDArray[Any], bits: int) -> Any:
    return patterns.dtype.type((1 << bits) - 1)


def _floats(patterns: NDArray[Any], format_: str) -> NDArray[Any]:
    """Return patterns of one format as numbers."""
    if format_ in _NATIVE:
        return patterns.astype(f"u{np.dtype(_NATIVE[format_]).itemsize}").view(_NATIVE[format_])
    if format_ == "bf16":
        return _bfloats(patterns).astype(np.float64)
    source, double = formats()[format_], formats()["f64"]
    # Narrow formats have few patterns, so that decoding each once with exact arithmetic is fast enough.
    unique, place = np.unique(patterns & _mask(patterns, source.bits), return_inverse=True)
    bits = [exact.round_to(exact.decode(pattern, source), double, "rn") for pattern in integers(unique)]
    numbers: NDArray[Any] = np.array(bits, np.uint64).view(np.float64)[place]
    return numbers
