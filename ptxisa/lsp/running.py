"""Code lenses that run statements on sample registers, and what such a run prints.

A lens is above each sequence of instructions between labels, branches and accesses to memory: what such a sequence
computes depends on its registers alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from ptxisa.check.instruction import match_opcode
from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.names import counted
from ptxisa.lsp.documents import Checked
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements

_MOST_LENSES = 200
_MOST_CHARACTERS = 400_000
"""Characters of a module with lenses; an editor requests the lenses of a whole module."""
_NUMBERS = (1.0, -2.5, 0.1, 1e6)
_INTEGERS = {True: (0, 1, 0, 1), False: (1, 2, 7, 0xFFFFFFFF)}
"""Values of a register in four threads: of a floating-point type; of a predicate, and of another type.

They differ in what makes instructions differ: sign, rounding (0.1 is inexact), magnitude, and wrapping of integers.
"""


class Lens(NamedTuple):
    """Statements from `start` to `end` that can be run."""

    start: int
    end: int
    title: str


def lenses(checked: Checked) -> Iterator[Lens]:
    """Yield the sequences of a module that can be run."""
    count = 0
    if len(checked.text) > _MOST_CHARACTERS:
        return
    for item in checked.items:
        if not isinstance(item.node, tree.Function) or item.node.body is None:
            continue
        start = item.node.body.start + item.shift + 1
        parsed = parse_statements(checked.text[start : item.end - 1])
        for low, high, number in _sequences(parsed.statements):
            yield Lens(start + low, start + high, f"Run {counted(number, 'statement')} on sample registers")
            count += 1
            if count >= _MOST_LENSES:
                return


def _sequences(statements: tuple[Any, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and number of statements of each sequence."""
    low = high = number = 0
    for node in (*statements, None):
        if isinstance(node, tree.Instruction) and _is_plain(node):
            low = node.start if number == 0 else low
            high, number = node.end, number + 1
            continue
        if isinstance(node, (tree.Location, tree.Declaration)):
            continue  # Neither computes anything: `.loc` is before most instructions of a module with line numbers.
        if number:
            yield low, high, number
        number = 0
        if isinstance(node, tree.Block):
            yield from _sequences(node.statements)


def _is_plain(node: tree.Instruction) -> bool:
    """Return True if an instruction computes registers from registers of its own thread."""
    forms = [candidate.form for candidate in match_opcode(node.opcode.mnemonic, node.opcode.modifiers)]
    return (
        bool(forms)
        and all(
            not form.operation and all(operand.kind in ("register", "immediate") for operand in form.operands)
            for form in forms
        )
        # Compilers give registers names with `%`; another name may be a variable, whose address no sample has.
        and not any(isinstance(operand, tree.Name) and not operand.text.startswith("%") for operand in node.operands)
    )


def run(statements: str, target: str | None, ptx: str | None) -> str:
    """Run statements on sample registers, in four threads, and return the registers before and after as a table."""
    # The interpreter imports NumPy, which a server that nobody asks to run statements does not need.
    from ptxisa.isa.types import known
    from ptxisa.numbers.notation import show
    from ptxisa.numbers.patterns import integers
    from ptxisa.run.execute import execute
    from ptxisa.run.program import compile_statements

    try:
        program = compile_statements(statements, target, ptx)
        registers: dict[str, Any] = {}
        for name in program.needs:
            type_ = known().get(program.types.get(name, "b32"))
            if type_ is None or name in ("%tid.x", "%laneid"):  # `execute` numbers the threads.
                continue
            if type_.kind == "float":
                registers[name] = list(_NUMBERS)
            else:
                registers[name] = [value & ((1 << type_.bits) - 1) for value in _INTEGERS[type_.name == "pred"]]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Instructions of a warp need all of its threads; four are enough to read otherwise.
            results = execute(statements, registers, target=target, ptx=ptx, threads=None if program.group > 1 else 4)
    except PtxError as error:
        return "; ".join(diagnostic.message for diagnostic in error.diagnostics)
    rows = []
    for name, values in {**registers, **results}.items():
        type_name = program.types.get(name, "b32")
        shown = (
            [str(value) for value in values[:4]]
            if isinstance(values, list)
            else [show(value, type_name) for value in integers(values[:4])]
        )
        rows.append(f"{'in' if isinstance(values, list) else 'out':4}{name:10}.{type_name:6}{', '.join(shown)}")
    return "\n".join(rows)
