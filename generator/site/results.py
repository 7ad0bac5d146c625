"""`.. ptx:result:: integer-arithmetic/popc 0`: what an example computes, run when the page is built."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sphinx.util.docutils import SphinxDirective

from generator.playground.answers import SAMPLES, WARP
from generator.site.domain import site_of
from generator.site.elements import FoldNode
from generator.site.site import package_is_built
from generator.site.tables import cell_table

if TYPE_CHECKING:
    from docutils.nodes import Node

THREADS = 4
"""Threads of the warp that a table shows."""

Rows = list[tuple[str, str, list[str]]]
"""Name and type of registers, with a value for each thread."""


class ResultTable(SphinxDirective):
    """A table of registers by threads; nothing where an example needs more than registers."""

    required_arguments = 2

    def run(self) -> list[Node]:
        """Return the table of results, if the example has any."""
        if not package_is_built():
            return []
        identity, index = self.arguments
        instruction = site_of(self.env).instructions[identity]
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
    from ptxisa.isa.types import known
    from ptxisa.numbers.notation import parse, show
    from ptxisa.numbers.patterns import array_of, integers
    from ptxisa.run.execute import execute

    try:
        given = {name: _samples(types[name], place) for place, name in enumerate(read)}
        arrays = {
            name: array_of([parse(value, types[name]) for value in values], known()[types[name]].bits)
            for name, values in given.items()
        }
        with warnings.catch_warnings():
            # Results of an example whose behavior is undefined with these samples would mislead.
            warnings.filterwarnings("error", ".*undefined-behavior", RuntimeWarning)
            results = execute(code, arrays, threads=WARP)
        computed = []
        for name, array in results.items():
            type_, digits = types.get(name, f"b{array.dtype.itemsize * 8}"), 2 * array.dtype.itemsize
            patterns = integers(array[:THREADS])
            bits = type_.startswith("b")
            values = [f"0x{pattern:0{digits}x}" if bits else show(pattern, type_) for pattern in patterns]
            computed.append((name, type_, values))
    except (PtxError, ValueError, RuntimeWarning):
        return None
    return ([(name, types[name], given[name][:THREADS]) for name in read], computed) if computed else None


def _samples(type_: str, place: int) -> list[str]:
    """Return a value for each thread of a warp; the registers of an example begin at different samples."""
    from ptxisa.isa.types import known

    known_type = known()[type_]
    texts = SAMPLES.get(known_type.kind)
    if texts is None:
        raise ValueError(f"no samples of {type_}")
    # Patterns are cut to the width of the type.
    mask = (1 << known_type.bits) - 1
    fitting = [hex(int(text, 16) & mask) if text.startswith("0x") else text for text in texts]
    return [fitting[(lane + 3 * place) % len(fitting)] for lane in range(WARP)]


def _table(given: Rows, computed: Rows) -> Node:
    """Return a table of registers by threads."""
    heads = ["Register", "Type", *(f"thread {lane}" for lane in range(THREADS))]
    rows = [[name, f".{type_}", *values] for name, type_, values in (*given, *computed)]
    marks = [""] * len(given) + ["computed"] * len(computed)
    return cell_table(heads, rows, marks, "ptx-result")
