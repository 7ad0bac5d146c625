"""Registers as callers give them, checked and turned into bit patterns: one element a thread.

A value is a Python number, a list of them, or a one-dimensional NumPy array of the width of its register: unsigned bit
patterns, signed integers, or IEEE numbers of that width. Whatever does not fit is a `PtxError` with one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ptxisa.numbers.patterns import QUAD, array_of, dtype_of
from ptxisa.run.launch import SUPPLIED, Launch, block_threads, launch, supplied
from ptxisa.run.registers import Register, demand_known_names, patterns, register_error, thread_count
from ptxisa.run.steps import CARRY, Program
from ptxisa.run.warp import LANES


def inputs(
    program: Program,
    registers: Mapping[str, Any],
    threads: int | None,
    block: Any = None,
    grid: Any = None,
    cluster: Any = None,
) -> tuple[dict[str, Any], Launch]:
    """Arrays and scalars of bit patterns by register, and the launch with its number of threads."""
    demand_known_names(program, registers, SUPPLIED)
    values = {name: _value(name, given, Register(program, name)) for name, given in registers.items()}
    lengths = {name: len(array) for name, array in values.items() if array.ndim}
    default = max(LANES, program.group) if block is None else block_threads(block, grid)
    count = _threads(lengths, threads, default)
    shape = launch(count, block, grid, cluster)
    values.setdefault(CARRY, np.uint8(0))
    values.update({name: supplied(name, shape) for name in program.needs if name in SUPPLIED and name not in values})
    return values, shape


def _threads(lengths: Mapping[str, int], threads: int | None, default: int) -> int:
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, (int, np.integer))):
        raise TypeError(f"threads must be an integer, not {type(threads).__name__}")
    return thread_count(lengths.values(), None if threads is None else int(threads), default)


def _value(name: str, given: Any, register: Register) -> Any:
    """A value as an unsigned array or scalar of the register's width."""
    if isinstance(given, (bool, np.bool_, int, float, np.integer, np.floating)):
        return _array([given], name, register)[0]
    if isinstance(given, (list, tuple)):
        return _array(given, name, register)
    if not isinstance(given, np.ndarray):
        raise register_error(f"register {name} must be a number, a list or a NumPy array, not {type(given).__name__}")
    return _checked(name, given, register)


def _array(numbers: Any, name: str, register: Register) -> Any:
    """Numbers as an array of patterns; see `patterns`."""
    return array_of(patterns(name, [_plain(one) for one in numbers], register), register.bits)


def _plain(number: Any) -> Any:
    """A scalar of NumPy as a Python number."""
    if not isinstance(number, np.generic):
        return number
    return float(number) if isinstance(number, np.floating) else number.item()


def _checked(name: str, array: Any, register: Register) -> Any:
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


def _narrower(array: Any, register: Register) -> str:
    """What makes floating-point numbers of the register's width, where NumPy has them."""
    fits = array.dtype.kind == "f" and register.type in ("f16", "f32", "f64")
    return f"; convert them with .astype(np.float{register.bits}), or give a list" if fits else ""


def _wanted(register: Register) -> str:
    dtype = dtype_of(register.bits)
    return " (use ptxisa.numbers.patterns.QUAD)" if dtype == QUAD else f" (use np.{dtype.name})"
