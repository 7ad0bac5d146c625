"""Show which thread or address has which element of a matrix: fragments, shared memory and tensor memory.

Cells are LANE:REGISTER of a fragment, the address of a tile in shared memory, and LANE:WORD of tensor memory; the
number of the CTA of a pair comes first. Without an instruction, list the layouts.

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
from ptxisa.cli.output import Failure, plain_text, print_json, table

if TYPE_CHECKING:
    from ptxisa.objects.layouts import Layout

WIDTH = 80
"""Columns of a grid."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa layout`."""
    parser.add_argument("instruction", nargs="?", metavar="INSTRUCTION", help="such as mma.m16n8k16")
    parser.add_argument("--operand", metavar="O", help="A, B, C, D, metadata … (default: the first)")
    parser.add_argument("--type", metavar="T", help="an element type, such as f16 (default: the first)")
    parser.add_argument(
        "--with",
        nargs="+",
        action="extend",
        default=[],
        dest="options",
        metavar="NAME=VALUE",
        help="sizes and choices between layouts: N=64 major=MN",
    )
    parser.add_argument("--inverse", action="store_true", help="show which element each thread or address has")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show one layout, or list all."""
    if arguments.instruction is None:
        return _list(arguments.json)
    from ptxisa.objects.layouts import layout

    options = {}
    for word in arguments.options:
        name, equals, value = word.partition("=")
        if not (name.isidentifier() and equals and value) or name in ("instruction", "operand", "type"):
            raise Failure(f"not an option of a layout: {word[:60]!r}; write NAME=VALUE, such as N=64")
        options[name] = value
    with unknown_names():
        chosen = layout(arguments.instruction, arguments.operand, arguments.type, **options)
    if arguments.json:
        # Arrays are nested lists over the inputs in their order.
        document: dict[str, Any] = {
            "instruction": chosen.instruction,
            "operand": chosen.operand,
            "type": chosen.type,
            "layout": chosen.pattern.name,
            "shape": chosen.shape,
            "element_bits": chosen.element_bits,
            "storage_bits": chosen.storage_bits,
            "sparsity": chosen.sparsity,
            "inputs": chosen.inputs,
            "outputs": {name: array.tolist() for name, array in chosen.coordinates.items()},
        }
        if arguments.inverse:
            document["places"] = {name: array.tolist() for name, array in chosen.table().items()}
        print_json(document)
    else:
        print("\n".join(_lines(chosen, arguments.inverse)))
    return 0


def _list(as_json: bool) -> int:
    """List every layout: instruction, operands, element types, options."""
    from ptxisa.objects.layouts import choices, layouts

    rows: list[dict[str, Any]] = [
        {
            "instruction": name,
            "operands": list(use.operands),
            "types": [element.name for element in use.types],
            "options": choices(use),
            "layout": pattern.name,
        }
        for name, pattern, use in layouts()
    ]
    rows.sort(key=lambda row: (row["instruction"], row["operands"]))
    if as_json:
        print_json(rows)
    else:
        cells = [
            [row["instruction"], " ".join(row["operands"]), " ".join(row["types"]), " ".join(row["options"])]
            for row in rows
        ]
        print(table(["instruction", "operand", "types", "options"], cells))
    return 0


def _lines(layout: Layout, inverse: bool) -> Iterator[str]:
    from ptxisa.objects import layout_grids

    yield repr(layout).strip("<>")
    yield plain_text(layout.pattern.summary)
    if layout.inputs.get("copy", 1) > 1:
        yield f"{layout.inputs['copy']} copies; the first is shown"
    for grid in [layout_grids.inverse(layout)] if inverse else layout_grids.forward(layout):
        yield ""
        if grid.title:
            yield grid.title
        side = max(map(len, grid.rows))
        texts = [["" if cell is None else cell.text for cell in line] for line in grid.cells]
        size = max(len(text) for line in [*texts, grid.columns] for text in line)
        # The grid is cut into blocks of as many columns as fit.
        columns = max(1, (WIDTH - side) // (size + 1))
        for first in range(0, len(grid.columns), columns):
            for name, line in [("", grid.columns), *zip(grid.rows, texts, strict=True)]:
                cells = (text.rjust(size) for text in line[first : first + columns])
                yield " ".join([name.rjust(side), *cells]).rstrip()
