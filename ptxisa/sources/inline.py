"""Values of inline assembly, for interpreters of other languages.

ptxisa.inline("lop3.b32 $0, $1, $2, $3, 0xe8;", "=r,r,r,r", [a, b, c])      # the template of LLVM and Triton
ptxisa.inline("add.cc.u32 %0, %2, %3; addc.u32 %1, %2, 0;", ["=r", "=r", "r", "r"], [a, b])     # that of CUDA C++
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ptxisa.check.statement import check_statement
from ptxisa.isa.diagnostics import Diagnostic, PtxError, error
from ptxisa.isa.types import known
from ptxisa.numbers.patterns import QUAD
from ptxisa.run.execute import execute
from ptxisa.run.registers import Results
from ptxisa.sources.regions import AsmOperand
from ptxisa.sources.templates import LLVM_TYPES, NVCC_TYPES, fill, plain, register_type, text_of

_LLVM = re.compile(r"\$[\d{$]")
_NAME = re.compile(r"[%$][$\w]*")
_NUMBERS = {"f": np.float32, "d": np.float64, "b": np.bool_}
"""Types of the arrays of results by constraint; others are unsigned integers."""
_CLOBBERS = ("memory", "cc", "")


def inline(
    asm: str,
    constraints: str | Sequence[str],
    operands: Sequence[Any] = (),
    *,
    target: str | None = None,
    ptx: str | None = None,
    memory: Mapping[str, Any] | None = None,
) -> Any:
    """Return the values of inline assembly.

    Args:
        asm: The template: of LLVM, where operands are `$0` or `${0}`, or of CUDA C++, where they are `%0`.
        constraints: Constraints in the order of the operands, as a list or with commas between them:
            `"=r,r,~{memory}"`.
        operands: Values of the operands that the assembly reads, in the order of their constraints: those after `=`
            have none, and those after `+` have one. A value is a NumPy array of any shape or a number; shapes are
            broadcast. Integers that are narrower than the register are extended, and a constant (`n`) is an integer.
        target: Target for which the statements are checked and run.
        ptx: PTX version for which the statements are checked.
        memory: Arrays by state space, as in `ptxisa.execute`.

    Returns:
        The array of the only result, or a tuple of arrays: float32 for `f`, float64 for `d`, bool for `b`, and unsigned
        integers for others, in the shape of the operands.

    Raises:
        PtxError: The assembly is invalid or cannot be executed, or values do not fit the constraints.

    Example:
        >>> ptxisa.inline("shf.l.wrap.b32 $0, $1, $2, 8;", "=r,r,r", [0x12345678, 0x9ABCDEF0]).item() == 0xBCDEF012
        True
    """
    # `$` before a digit is not valid in PTX, whereas `%` begins special registers in templates of LLVM as well.
    sign, types = ("$", LLVM_TYPES) if _LLVM.search(asm) else ("%", NVCC_TYPES)
    parts = constraints.split(",") if isinstance(constraints, str) else constraints
    declared: list[AsmOperand] = []
    for constraint in (part.strip() for part in parts):
        if constraint.startswith("~") or constraint in _CLOBBERS:
            continue
        try:
            type_ = register_type(constraint, types, declared)
        except KeyError:
            raise _error(f"{constraint[:40]!r} is not a constraint of PTX") from None
        declared.append(AsmOperand(f"{sign}{len(declared)}", constraint, type_))
    read = [operand.name for operand in declared if operand.direction != "out"]
    if len(read) != len(operands):
        raise _error(f"the constraints have {len(read)} operands that are read; {len(operands)} are given")
    text = text_of(fill(plain(asm, 0, len(asm)), sign))
    results, shape = evaluate(text, declared, dict(zip(read, operands, strict=True)), target, ptx, memory)
    arrays = []
    for operand in declared:
        if operand.direction != "in":
            array = results[operand.name].reshape(shape)
            number = _NUMBERS.get(operand.constraint.lstrip("=+&%"))
            if number is not None:
                array = array.astype(bool) if number is np.bool_ else array.view(number)
            arrays.append(array)
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


def evaluate(
    text: str,
    operands: Sequence[AsmOperand],
    values: Mapping[str, Any],
    target: str | None = None,
    ptx: str | None = None,
    memory: Mapping[str, Any] | None = None,
) -> tuple[Results, tuple[int, ...]]:
    """Return the registers that the text of inline assembly writes, and the shape of the values.

    Args:
        text: The statements, in which operands have their names.
        operands: Operands in the order of the constraints.
        values: Values of the operands that are read, by name.
        target: Target for which the statements are checked and run.
        ptx: PTX version for which the statements are checked.
        memory: Arrays by state space.

    Raises:
        PtxError: The assembly is invalid or cannot be executed, or values do not fit the constraints.
    """
    renamed: dict[str, str] = {}
    types: dict[str, str] = {}
    inputs: dict[str, Any] = {}
    for operand in operands:
        letters = operand.constraint.lstrip("=+&%")
        if operand.type is None:
            value = values[operand.name]
            if isinstance(value, (bool, float)) or not isinstance(value, (int, np.integer)):
                shown = f"{operand.name} ({operand.constraint})"
                raise _error(f"{shown} is a constant and needs an integer, not {str(value)[:40]!r}")
            renamed[operand.name] = str(int(value))
            continue
        # A digit means the register of an earlier operand ("0" in a constraint list).
        name = operands[int(letters)].name if letters.isdecimal() else operand.name
        renamed[operand.name] = name
        types[name] = operand.type
        if operand.name in values:
            inputs[name] = _bits(operand, values[operand.name])
    text = _NAME.sub(lambda match: renamed.get(match.group(), match.group()), text)
    if errors := _errors(text, tuple(types.items()), target, ptx):
        raise PtxError(errors)
    arrays = {name: value for name, value in inputs.items() if not isinstance(value, int)}
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in arrays.values())
        raise _error(f"the operands have shapes that do not fit together: {shapes}") from None
    inputs |= {name: np.broadcast_to(array, shape).ravel() for name, array in arrays.items()}
    # `execute` rejects values of registers that no statement has; a compiler accepts operands that are not used.
    mentioned = set(_NAME.findall(text))
    count = int(np.prod(shape, dtype=np.int64))
    results = execute(
        text,
        {name: value for name, value in inputs.items() if name in mentioned},
        memory=memory,
        target=target,
        ptx=ptx,
        threads=count,
        types=types,
    )
    for operand in operands:
        # `+` is read and written: a register that no statement writes keeps its value.
        if operand.direction != "in" and operand.name not in results:
            if operand.name not in inputs:
                raise _error(f"the assembly does not write {operand.name} ({operand.constraint})")
            value = inputs[operand.name]
            dtype = np.dtype(f"u{max(known()[operand.type or ''].bits // 8, 1)}")
            results[operand.name] = np.full(count, value, dtype) if isinstance(value, int) else value
            results.types[operand.name] = operand.type or ""
    return results, shape


@lru_cache(maxsize=512)
def _errors(text: str, types: tuple[tuple[str, str], ...], target: str | None, ptx: str | None) -> list[Diagnostic]:
    """Return the errors of statements; a call for each launch repeats the check of the same text."""
    diagnostics = check_statement(text, target, ptx, registers=dict(types))
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]


def _bits(operand: AsmOperand, value: Any) -> Any:
    """Return a value as bits of its register: an integer, or an unsigned array."""
    bits = known()[operand.type or ""].bits
    floats = operand.constraint.lstrip("=+&%") in ("f", "d")
    if isinstance(value, float) or (isinstance(value, int) and floats):
        if not floats:
            raise _error(f"{operand.name} ({operand.constraint}) takes integers, not {value!r}")
        value = np.array(value, f"f{bits // 8}")
    if isinstance(value, int):
        return int(value)
    array = np.asarray(value)
    if isinstance(value, (list, tuple)) and array.dtype.kind in "iuf":
        # Python numbers have no width of their own.
        if floats:
            array = array.astype(f"f{bits // 8}")
        elif array.dtype.kind != "f" and all(
            -(1 << bits - 1) <= number < 1 << bits for number in array.ravel().tolist()
        ):
            array = array.astype(f"u{max(bits // 8, 1)}")
    if array.dtype == QUAD and bits == 128:
        return array
    if array.dtype.kind not in "iufb":
        raise _error(f"{operand.name} ({operand.constraint}) needs numbers, not an array of {array.dtype}")
    if bits == 1:
        array = (array != 0).astype(np.uint8)
    elif array.dtype.itemsize * 8 > bits or (array.dtype.itemsize * 8 < bits and array.dtype.kind == "f"):
        raise _error(f"{operand.name} ({operand.constraint}) has {bits} bits, not those of {array.dtype}")
    elif array.dtype.kind != "f":
        array = array.astype(f"{'i' if array.dtype.kind == 'i' else 'u'}{bits // 8}")
    array = array.view(f"u{array.dtype.itemsize}")
    return array if array.ndim else int(array)


def _error(message: str) -> PtxError:
    return PtxError([error("register-value", message)])
