"""`.. ptx:result:: integer-arithmetic/popc 0`: what an example computes, run when the page is built."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sphinx.util.docutils import SphinxDirective

from generator.site.domain import site_of
from generator.site.elements import FoldNode
from generator.site.tables import cell_table

if TYPE_CHECKING:
    from docutils.nodes import Node

THREADS = 4
"""Threads of the warp that a table shows."""
WARP = 32
SAMPLES: Mapping[str, tuple[str, ...]] = {
    "float": ("1.5", "-2.25", "0.1", "3", "-0.5", "7.75", "100", "-0"),
    "signed": ("7", "-3", "100", "-128", "0", "1", "-1", "42"),
    "unsigned": ("7", "3", "100", "255", "0", "1", "9", "42"),
    "bits": ("0x12345678", "0x80000001", "0xff", "0x0f0f0f0f", "0", "1", "0xf0", "0xdeadbeef"),
    "predicate": ("1", "0", "1", "1", "0", "0", "1", "0"),
}
"""Values by kind of type; each register begins at another one."""

Rows = list[tuple[str, str, list[str]]]


class ResultTable(SphinxDirective):
    """A table of registers by threads; nothing where an example needs more than registers."""

    required_arguments = 2

    def run(self) -> list[Node]:
        """Return the table of results, if the example has any."""
        if importlib.util.find_spec("ptxisa._generated") is None:
            return []
        identity, index = self.arguments
        (instruction,) = (
            instruction for instruction in site_of(self.env).isa.instructions if instruction.identity == identity
        )
        results = outcome(instruction.data["examples"][int(index)])
        if not results:
            return []
        # The first example opens the page; the results of the others are folded.
        return [_table(*results)] if index == "0" else [FoldNode("", _table(*results), title="Results")]


def outcome(example: Mapping[str, Any]) -> tuple[Rows, Rows] | None:
    """Return registers with type and values per thread, those that are given and those that are computed.

    A statement under a guard keeps the old values of its results, so these are given as well where it needs them.
    """
    from ptxisa.isa.diagnostics import PtxError
    from ptxisa.run.program import compile_statements

    code, types = example["code"], example["registers"]
    if "[" in code:
        return None
    try:
        written = set(compile_statements(code, None, None).gives)
    except PtxError:
        return None
    read = [name for name in types if name not in written]
    return _executed(code, types, read) or _executed(code, types, list(types))


def _executed(code: str, types: Mapping[str, str], read: list[str]) -> tuple[Rows, Rows] | None:
    """Execute an example with sample values for these registers; return None if that fails."""
    from ptxisa.isa.diagnostics import PtxError
    from ptxisa.run.execute import execute

    try:
        given = {name: _samples(types[name], place) for place, name in enumerate(read)}
        arrays = {name: _array(values, types[name]) for name, values in given.items()}
        with warnings.catch_warnings():
            # Results of an example whose behavior is undefined with these samples would mislead.
            warnings.filterwarnings("error", ".*undefined-behavior", RuntimeWarning)
            computed = list(_computed(execute(code, arrays, threads=WARP), types))
    except (PtxError, ValueError, RuntimeWarning):
        return None
    shown = [(name, types[name], [_fitting(value, types[name]) for value in given[name][:THREADS]]) for name in read]
    return (shown, computed) if computed else None


def _samples(type_: str, place: int) -> list[str]:
    """Return a value for each thread of a warp."""
    from ptxisa.isa.types import known

    kind = known()[type_].kind
    values = SAMPLES.get(kind)
    if values is None:
        raise ValueError(f"no samples of {type_}")
    return [values[(lane + 3 * place) % len(values)] for lane in range(WARP)]


def _array(values: list[str], type_: str) -> Any:
    from ptxisa.isa.types import known
    from ptxisa.numbers.notation import parse
    from ptxisa.numbers.patterns import array_of

    bits = known()[type_].bits
    return array_of([parse(_fitting(value, type_), type_) for value in values], bits)


def _fitting(value: str, type_: str) -> str:
    """Return a value cut to the width of its type."""
    from ptxisa.isa.types import known

    return hex(int(value, 16) & ((1 << known()[type_].bits) - 1)) if value.startswith("0x") else value


def _computed(results: Mapping[str, Any], types: Mapping[str, str]) -> Iterator[tuple[str, str, list[str]]]:
    from ptxisa.numbers.notation import show
    from ptxisa.numbers.patterns import integers

    for name, values in results.items():
        type_ = types.get(name, f"b{values.dtype.itemsize * 8}")
        patterns = integers(values[:THREADS])
        digits = 2 * values.dtype.itemsize
        yield (
            name,
            type_,
            [f"0x{pattern:0{digits}x}" if type_[0] == "b" else show(pattern, type_) for pattern in patterns],
        )


def _table(given: Rows, computed: Rows) -> Node:
    heads = ["Register", "Type", *(f"thread {lane}" for lane in range(THREADS))]
    rows = [[name, f".{type_}", *values] for name, type_, values in (*given, *computed)]
    marks = [""] * len(given) + ["computed"] * len(computed)
    return cell_table(heads, rows, marks, "ptx-result")
