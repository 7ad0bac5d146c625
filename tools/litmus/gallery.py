"""Write the gallery of litmus tests: `python -m tools.litmus.gallery [DOCS]` (default: docs).

The page has a picture of the execution of each shape that is not sequentially consistent, and a table: for each
strength and scope, how far apart the threads may be so that the outcome stays forbidden. Tests compare the page with
the tool.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import ptxisa
from ptxisa.memory_model import MemoryModel, Report
from ptxisa.memory_model.pictures import picture
from tools.litmus.shapes import SCOPES, shaped

PAGE, PICTURES = "litmus_gallery.rst", "_static/litmus"
SHAPES: tuple[tuple[str, str, str, str], ...] = (
    ("MP", "Message passing", "P1:r0=1 /\\ P1:r1=0", "The flag is seen, and the data is not."),
    ("SB", "Store buffering", "P0:r0=0 /\\ P1:r0=0", "Each thread misses the store of the other."),
    ("LB", "Load buffering", "P0:r0=1 /\\ P1:r0=1", "Each thread reads what the other stores later."),
    (
        "S",
        "Store after a read",
        "P1:r0=1 /\\ x=2",
        "A store after the flag was read is overwritten by the store before the flag.",
    ),
    (
        "R",
        "Read after a store",
        "P1:r0=0 /\\ y=2",
        "The second flag overwrites the first, and its thread misses the data.",
    ),
    ("2+2W", "Two writers", "x=1 /\\ y=1", "The first store of each thread has the final value of its location."),
    ("CoRR", "Two reads of one location", "P1:r0=1 /\\ P1:r1=0", "The second read returns an older value."),
    (
        "WRC",
        "Write to read causality",
        "P1:r0=1 /\\ P2:r0=1 /\\ P2:r1=0",
        "The second thread passes on what it read, and the third misses it.",
    ),
    (
        "ISA2",
        "Message passing by two flags",
        "P1:r0=1 /\\ P2:r0=1 /\\ P2:r1=0",
        "The data is missed after a second flag.",
    ),
    (
        "RWC",
        "Read to write causality",
        "P1:r0=1 /\\ P1:r1=0 /\\ P2:r0=0",
        "Store buffering with a thread that reads the first store.",
    ),
    (
        "IRIW",
        "Independent readers",
        "P2:r0=1 /\\ P2:r1=0 /\\ P3:r0=1 /\\ P3:r1=0",
        "Two readers see two stores in different orders.",
    ),
)
STRENGTHS = (
    ("relaxed", "relaxed"),
    ("rel_acq", "release and acquire"),
    ("fence.acq_rel", "``fence.acq_rel``"),
    ("fence.sc", "``fence.sc``"),
)
APART = (("warps", "CTA"), ("cluster", "cluster"), ("ctas", "GPU"))
"""Placements from near to far, and the part of the machine that their threads share."""


def answer(shape: str, strength: str, scope: str, placement: str, outcome: str) -> Report:
    """Return the answer about a shape."""
    test = shaped(shape, placement, f"{strength}.{scope}", scope)
    threads = [{"place": place, "code": list(code)} for place, code in zip(test.places, test.threads, strict=True)]
    return ptxisa.litmus(threads, dict.fromkeys(test.spaces, 0), question=f"exists ({outcome})")


def reach(shape: str, strength: str, scope: str, outcome: str) -> str:
    """Return the largest part of a machine in which the outcome is forbidden."""
    largest = "nowhere"
    for placement, common in APART:
        if answer(shape, strength, scope, placement, outcome).verdict != "forbidden":
            return largest
        largest = common
    return largest


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    yield ".. meta::"
    yield "   :keywords: message passing, store buffering, load buffering, IRIW, litmus tests"
    yield ""
    yield "Gallery of litmus tests"
    yield "======================="
    yield ""
    yield "The question of each shape is about an outcome that no interleaving of the threads has. The picture shows an"
    yield "execution with that outcome: relaxed accesses of GPU scope, threads in different clusters. If the model"
    yield "forbids the outcome, the forbidding cycle is bold. A cell of the table names the widest group of threads in"
    yield "which accesses and fences of a strength and scope forbid the outcome. In a cell with *nowhere*, they allow"
    yield "it even in one CTA."
    for shape, title, outcome, meaning in SHAPES:
        yield ""
        heading = f"{title} (``{shape}``)"
        yield heading
        yield "-" * len(heading)
        yield ""
        yield f"{meaning} Question: ``exists ({outcome})``."
        yield ""
        yield f".. image:: {PICTURES}/{shape}.svg"
        yield f"   :alt: An execution of {shape} with the outcome"
        yield ""
        yield ".. list-table::"
        yield "   :header-rows: 1"
        yield ""
        yield "   * - accesses and fences"
        for scope in SCOPES[:3]:
            yield f"     - ``.{scope}``"
        for strength, name in STRENGTHS:
            yield f"   * - {name}"
            for scope in SCOPES[:3]:
                yield f"     - {reach(shape, strength, scope, outcome)}"


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the picture of each shape: an execution with the outcome, or the cycle that forbids it."""
    for shape, _, outcome, _ in SHAPES:
        report = answer(shape, "relaxed", "gpu", "ctas", outcome)
        named = report.test._replace(name=shape)
        report.test = named
        yield shape, picture(report, MemoryModel.of())


def main() -> int:
    """Run the command and return its exit status."""
    docs = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    (docs / PAGE).write_text("\n".join(page()) + "\n", encoding="utf-8")
    folder = docs / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
