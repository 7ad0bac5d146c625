"""Products and sums without a rounding modifier, which assemblers may fuse (section 9.7.3 of the manual).

ptxas fuses a product that is used once with the addition or subtraction that uses it, in the same block, the product
at the first operand first. `contract="ptxas"` does the same; `contract="never"` rounds both results, as ptxas does with
-fmad=false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ptxisa.machine.operation import Operation, StepOperation
from ptxisa.run.operands import Part
from ptxisa.run.program import compile_statements
from ptxisa.run.steps import ScalarStep

_TYPES = {"f32": 32, "f64": 64, "f16": 16, "bf16": 16}
_MODIFIERS = frozenset({"ftz", "sat", *_TYPES})


def fuse(operations: Sequence[Operation], leaders: Sequence[bool], target: Any, *, apply: bool) -> bool:
    """Fuse the products and sums of a procedure.

    Args:
        operations: Operations of the procedure in order.
        leaders: True where a block begins.
        target: Target whose results count.
        apply: Change the operations; otherwise only look for pairs.

    Returns:
        True if there are products that can be fused.
    """
    uses = Counter(name for operation in operations for name in operation.reads)
    fused = False
    products: dict[str, StepOperation] = {}
    for number, operation in enumerate(operations):
        if leaders[number] or operation.successors is not None:
            products.clear()
        if isinstance(operation, StepOperation) and _contracts(operation, ("add", "sub")):
            (part,) = operation.step.parts
            for index, read in enumerate(part.reads):
                product = products.get(read.register or "")
                if product is None or uses[read.register or ""] != 1:
                    continue
                first, second = product.node.opcode.modifiers, operation.node.opcode.modifiers
                # Type and `.ftz` are the same; a product with `.sat` is not fused.
                if first[-1] != second[-1] or ("ftz" in first) != ("ftz" in second) or "sat" in first:
                    continue
                fused = True
                if apply:
                    _fuse(product, operation, index, target)
                break
        for name in operation.writes:
            products.pop(name, None)
            for register, product in list(products.items()):
                if name in product.reads:
                    del products[register]
        if isinstance(operation, StepOperation) and _contracts(operation, ("mul",)):
            products[operation.writes[0]] = operation
    return fused


def _contracts(operation: StepOperation, mnemonics: tuple[str, ...]) -> bool:
    """Return True for a product or sum of floating-point numbers without guard and rounding modifier."""
    opcode = operation.node.opcode
    return (
        opcode.mnemonic in mnemonics
        and opcode.modifiers[-1:] != ()
        and opcode.modifiers[-1] in _TYPES
        and _MODIFIERS.issuperset(opcode.modifiers)
        and operation.guard is None
        and isinstance(operation.step, ScalarStep)
        and len(operation.step.parts) == 1
        and len(operation.writes) == 1
    )


def _fuse(product: StepOperation, total: StepOperation, index: int, target: Any) -> None:
    """Let a sum compute the fused product and sum; the product itself is computed for nobody."""
    words = total.node.opcode.modifiers
    kind = words[-1]
    modifiers = "".join(f".{word}" for word in words[:-1])
    name = target.name if target is not None else None
    fused: Any = compile_statements(f"fma.rn{modifiers}.{kind} d, a, b, c;", name, None).steps[0]
    (first,), (second,) = product.step.parts, total.step.parts
    other = second.reads[1 - index]
    reads = (
        *(read._replace(name=letter) for read, letter in zip(first.reads, "ab", strict=True)),
        other._replace(name="c"),
    )
    subtracts = total.node.opcode.mnemonic == "sub"
    flipped = ("c" if index == 0 else "a") if subtracts else ""
    sign = np.array(1 << _TYPES[kind] - 1).astype(f"u{_TYPES[kind] // 8}")[()]

    def function(a: Any, b: Any, c: Any) -> Any:
        values = {"a": a, "b": b, "c": c}
        if flipped:
            values[flipped] = values[flipped] ^ sign
        return fused.function(*(values[name] for name in fused.inputs))

    (write,) = second.writes
    part = Part(tuple(sorted(reads, key=lambda read: read.name)), (write._replace(name=fused.outputs[0]),))
    assert isinstance(total.step, ScalarStep)
    total.semantics = None
    total.step = replace(total.step, parts=(part,), function=function, inputs=("a", "b", "c"), outputs=fused.outputs)
    total.reads = tuple(dict.fromkeys(read.register for read in reads if read.register))
