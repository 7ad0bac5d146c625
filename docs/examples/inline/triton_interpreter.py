"""Inline assembly in Triton's interpreter, which raises NotImplementedError for it.

import triton_interpreter
triton_interpreter.install()            # before kernels run with TRITON_INTERPRET=1
"""

from __future__ import annotations

from typing import Any

import numpy as np

import ptxisa


def registers_of(array: np.ndarray, pack: int) -> list[np.ndarray]:
    """Return the registers of `pack` elements in a row, as Triton passes them: narrow elements share 32 bits."""
    share = min(pack, max(4 // array.dtype.itemsize, 1))
    rows = np.ascontiguousarray(array).reshape(-1, share)
    words = rows.view(f"u{array.dtype.itemsize * share}").reshape(-1, pack // share)
    return [words[:, index] for index in range(words.shape[1])]


def run(
    asm: str, constraints: str, arrays: list[np.ndarray], results: list[np.dtype], pack: int, target: str | None = None
) -> list[np.ndarray]:
    """Return the results of `tl.inline_asm_elementwise`, in the shape of the arguments.

    Args:
        asm: Template with operands `$0`, `$1` ...
        constraints: Constraints of LLVM.
        arrays: Arguments, which have one shape.
        results: Type of the elements of each result.
        pack: Number of elements that one execution of the assembly processes.
        target: Target, such as "sm_90a".
    """
    shape = arrays[0].shape if arrays else (pack,)
    operands = [register for array in arrays for register in registers_of(array, pack)]
    values = ptxisa.inline(asm, constraints, operands, target=target)
    values = list(values) if isinstance(values, tuple) else [values]
    outputs = []
    for dtype in results:
        count = pack // min(pack, max(4 // dtype.itemsize, 1))
        words = np.stack([np.asarray(values.pop(0)) for _ in range(count)], axis=-1)
        size = dtype.itemsize * pack // count
        if words.dtype.kind != "f":
            words = words.astype(f"u{size}")
        outputs.append(np.ascontiguousarray(words).view(dtype).reshape(shape))
    return outputs


def install(target: str | None = None) -> None:
    """Let the interpreter of Triton run inline assembly."""
    from triton.runtime import interpreter

    def create_inline_asm(
        self: Any, asm: str, constraints: str, values: list[Any], types: list[Any], is_pure: bool, pack: int
    ) -> Any:
        elements = [getattr(type_, "scalar", type_) for type_ in types]
        dtypes = [np.dtype(interpreter._get_np_dtype(element)) for element in elements]
        outputs = run(asm, constraints, [value.data for value in values], dtypes, pack, target)
        handles = [interpreter.TensorHandle(output, element) for output, element in zip(outputs, elements, strict=True)]

        class Call:
            @staticmethod
            def get_result(index: int) -> Any:
                return handles[index]

        return Call()

    interpreter.InterpreterBuilder.create_inline_asm = create_inline_asm
