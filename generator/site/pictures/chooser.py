"""Layouts of an instruction's operands on its page: one picture, and lists to choose another operand, shape or type.

The first picture is part of the page, so that it is there without JavaScript. The others are in a script of their own,
which the page loads with the first choice: `ptx-layouts-<instruction>.js`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.records import layouts
from generator.records.model import RecordedInstruction
from generator.site.pictures import fragments
from generator.site.pictures.canvas import Link
from generator.site.site import Site

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PREFERRED = ("m16n8k16", "m64n64k16", "m8n8")
"""Shapes to show first."""
MOST_BYTES, MOST_LOADED = 30_000, 100_000
"""Largest first picture of a page, and largest picture in the lists; larger ones are on the page of the layout."""
NOTES = {"fragment": "A cell is lane:register.", "shared": "A cell is the address of 16 bytes."}
"""Meaning of the cells by category of a layout; tensor memory has boxes with words."""


class Drawing(NamedTuple):
    """Picture of one operand: its letter, the shapes and types that it is for, the layout and the SVG.

    `cases` are the pairs of a shape and a type that `title` sums up; `note` explains the cells.
    """

    operand: str
    title: str
    layout: str
    svg: str
    cases: tuple[tuple[str, str], ...]
    note: str


def drawings(site: Site, instruction: RecordedInstruction) -> tuple[Drawing, ...]:
    """Return the pictures of the layouts of an instruction, preferred shapes first for each operand."""
    if instruction.identity not in site.drawings:
        ordered = sorted(
            _drawings(site, instruction),
            key=lambda drawing: (drawing.operand, not any(shape in drawing.title for shape in PREFERRED)),
        )
        site.drawings[instruction.identity] = tuple(ordered)
    kept: tuple[Drawing, ...] = site.drawings[instruction.identity]
    return kept


def _drawings(site: Site, instruction: RecordedInstruction) -> Iterator[Drawing]:
    for record in site.isa.records("matrix_layout"):
        uses = [
            name for use in record.data["uses"] for name in use["instructions"] if has_layout(instruction.name, name)
        ]
        if uses:
            pattern = layouts.pattern(site.isa, record.data)
            for operands, names, svg in fragments.drawings(pattern):
                own = [name for name in names if has_layout(instruction.name, name)]
                if own and len(svg) <= MOST_LOADED:
                    bare = [
                        name.removeprefix(f"{instruction.name}.").removeprefix(f"{_general(instruction.name)}.")
                        for name in own
                    ]
                    cases = tuple((shape, type_) for shape, _, type_ in (name.rpartition(" ") for name in bare))
                    title = fragments.heading(bare)
                    note = NOTES.get(record.data["category"], "")
                    yield Drawing(" and ".join(operands), title, record.data["name"], svg, cases, note)


def has_layout(instruction: str, name: str) -> bool:
    """Return True if a name of a layout, such as `mma.m16n8k16` or `wgmma.shared.128B`, is about the instruction."""
    bare, general = name.partition(" ")[0], _general(instruction)
    if bare.startswith("tcgen05.shared"):
        return instruction == "tcgen05.mma"
    sparse = ".sp" in bare
    return (
        (bare == general or bare.startswith(f"{general}."))
        and sparse == (".sp" in instruction)
        and (".ws" in bare) == (".ws" in instruction)
    )


def _general(instruction: str) -> str:
    """Return the name that layouts have for several instructions: `wmma` for its loads, stores and products."""
    return "wmma" if instruction.startswith("wmma.") else instruction.replace(".mma_async", "")


def html(site: Site, identity: str, link: Link) -> str:
    """Return the first picture, with the choices from which the page makes lists of operands, shapes and types."""
    instruction = site.instructions[identity]
    pictures = drawings(site, instruction)
    first = next((drawing for drawing in pictures if len(drawing.svg) <= MOST_BYTES), pictures[0])
    choices = [(drawing.operand, *case, at) for at, drawing in enumerate(pictures) for case in drawing.cases]
    choices.sort(key=lambda choice: pictures[choice[3]] is not first)
    pages = dict.fromkeys(drawing.layout for drawing in pictures)
    links = ", ".join(f'<a href="{link(layout)}">{escape(layout)}</a>' for layout in pages)
    caption = f"{escape(first.operand)}, {escape(first.title)}"
    return (
        f'<div class="ptx-layouts" data-name="{script_name(instruction)}" data-choices="{escape(json.dumps(choices))}">'
        f'<figure><div tabindex="0" role="group" aria-label="Layout">{first.svg}</div>'
        f"<figcaption>{caption}. {first.note}</figcaption></figure>"
        f"<p>Pages of the layouts: {links}</p></div>"
    )


def script_name(instruction: RecordedInstruction) -> str:
    """Return the name of the script with the pictures of an instruction."""
    # Loads, stores and products of wmma have the same layouts.
    name = "wmma" if instruction.name.startswith("wmma.") else instruction.name
    return f"ptx-layouts-{name}.js"


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the scripts with pictures beside the style sheet when a build of HTML has ended."""
    from generator.site.domain import ptx_domain

    if exception is None and app.builder.format == "html":
        site = ptx_domain(app.env).site
        for instruction in site.isa.instructions:
            pictures = drawings(site, instruction)
            if len(pictures) > 1:
                data = json.dumps([[drawing.svg, drawing.note] for drawing in pictures])
                Path(app.outdir, "_static", script_name(instruction)).write_text(
                    f"const PTX_LAYOUTS={data};\n", encoding="utf-8"
                )
