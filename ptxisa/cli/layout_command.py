"""Where the elements of a matrix lie: fragments, shared memory and tensor memory.

Cells are LANE:REGISTER of a fragment, the address of a tile in shared memory, and LANE:WORD of tensor memory, with the
CTA of a pair in front. Without an instruction, list the layouts.

examples:
  ptxisa layout
  ptxisa layout mma.m16n8k16 --operand A --type f16
  ptxisa layout mma.m16n8k16 --operand A --type f16 --inverse
  ptxisa layout mma.sp.m16n8k32 --operand metadata --type f16 --with selector=1
  ptxisa layout wgmma.shared.128B --type bf16 --with major=MN
  ptxisa layout tcgen05.ld.32x32b.x8 --json
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ptxisa.cli.options import add_json, unknown_names
from ptxisa.cli.output import Failure, print_json, table

if TYPE_CHECKING:
    from ptxisa.objects.layout_grids import Grid
    from ptxisa.objects.layouts import Layout

WIDTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ptxisa layout`."""
    parser.add_argument("instruction", nargs="?", metavar="INSTRUCTION", help="such as mma.m16n8k16")
    parser.add_argument("--operand", metavar="O", help="A, B, C, D, metadata …; the first one when absent")
    parser.add_argument("--type", metavar="T", help="an element type, such as f16; the first one when absent")
    parser.add_argument(
        "--with",
        nargs="+",
        action="extend",
        default=[],
        dest="options",
        metavar="NAME=VALUE",
        help="sizes, and what chooses between layouts: N=64 major=MN",
    )
    parser.add_argument("--inverse", action="store_true", help="show what each thread or address holds")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show one layout, or list all."""
    if arguments.instruction is None:
        return _list(arguments.json)
    from ptxisa.objects.layouts import layout

    with unknown_names():
        found = layout(arguments.instruction, arguments.operand, arguments.type, **_options(arguments.options))
    if arguments.json:
        print_json(_document(found, arguments.inverse))
    else:
        print("\n".join(_lines(found, arguments.inverse)))
    return 0


def _options(words: list[str]) -> dict[str, str]:
    """`N=64` as an option; anything else is an error."""
    pairs = [word.partition("=") for word in words]
    for word, (name, sign, value) in zip(words, pairs, strict=True):
        if not (name.isidentifier() and sign and value) or name in ("instruction", "operand", "type"):
            raise Failure(f"not an option of a layout: {word[:60]!r}; write NAME=VALUE, such as N=64")
    return {name: value for name, _, value in pairs}


def _list(json: bool) -> int:
    """Every layout: instruction, operands, types, what chooses."""
    from ptxisa.objects.layouts import choices, layouts

    rows = [
        {
            "instruction": name,
            "operands": list(use.operands),
            "types": [element.name for element in use.types],
            "options": choices(use),
            "layout": pattern.name,
        }
        for name, pattern, use in layouts()
    ]
    rows.sort(key=lambda row: (str(row["instruction"]), row["operands"]))
    if json:
        print_json(rows)
    else:
        print(table(["instruction", "operand", "types", "options"], map(_row, rows)))
    return 0


def _row(row: dict[str, Any]) -> list[str]:
    return [row["instruction"], " ".join(row["operands"]), " ".join(row["types"]), " ".join(row["options"])]


def _document(found: Layout, inverse: bool) -> dict[str, Any]:
    """Everything about a layout, arrays as nested lists over the inputs in their order."""
    document: dict[str, Any] = {
        "instruction": found.instruction,
        "operand": found.operand,
        "type": found.type,
        "layout": found.pattern.name,
        "shape": found.shape,
        "element_bits": found.element_bits,
        "storage_bits": found.storage_bits,
        "sparsity": found.sparsity,
        "inputs": found.inputs,
        "outputs": {name: array.tolist() for name, array in found.coordinates.items()},
    }
    if inverse:
        document["places"] = {name: array.tolist() for name, array in found.table().items()}
    return document


def _lines(found: Layout, inverse: bool) -> Iterator[str]:
    from ptxisa.objects import layout_grids

    yield repr(found).strip("<>")
    yield found.pattern.summary.replace("``", "")
    if found.inputs.get("copy", 1) > 1:
        yield f"{found.inputs['copy']} copies; the first is shown"
    for grid in [layout_grids.inverse(found)] if inverse else layout_grids.forward(found):
        yield ""
        yield from _grid(grid)


def _grid(grid: Grid) -> Iterator[str]:
    """A grid in pages of as many columns as fit."""
    if grid.title:
        yield grid.title
    side = max(map(len, grid.rows))
    texts = [["" if cell is None else cell.text for cell in line] for line in grid.cells]
    size = max(len(text) for line in [*texts, grid.columns] for text in line)
    page = max(1, (WIDTH - side) // (size + 1))
    for first in range(0, len(grid.columns), page):
        for name, line in [("", grid.columns), *zip(grid.rows, texts, strict=True)]:
            yield " ".join([name.rjust(side), *(text.rjust(size) for text in line[first : first + page])]).rstrip()
