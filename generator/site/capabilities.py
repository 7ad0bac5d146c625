"""Pages of compute capabilities: tables of values with their sources, statements, and a chart of occupancy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.backends import capabilities as backend
from generator.records.isa import Isa
from generator.site.rst import PageTable, list_table
from ptxisa.cli.show_record import property_value as shown
from ptxisa.cli.show_record import values_by_source as by_source
from ptxisa.isa.capabilities import UnknownProperty
from ptxisa.isa.toolkits import Toolkit
from ptxisa.objects.occupancy import occupancy

if TYPE_CHECKING:
    from generator.site.site import Data

OVERVIEW = {
    "max_warps_per_sm": "Warps per SM",
    "max_blocks_per_sm": "Blocks per SM",
    "registers_per_sm": "Registers per SM",
    "shared_memory_per_sm": "Shared memory per SM",
    "shared_memory_per_block_optin": "Shared memory per block",
}
"""Properties that people compare first, with the heads of their columns."""
THREADS = (64, 128, 256, 512, 1024)
COLORS = ("#1b6ca8", "#2a9d5c", "#c2701c", "#8e44ad", "#c0392b")
"""Threads of a block for each line of the chart of occupancy, and the colors of the lines."""
WIDTH, HEIGHT, EDGE = 560, 220, 36
"""Pixels of the chart, and of the space around its axes."""


def toolkit(isa: Isa, release: str) -> Toolkit:
    """Return a CUDA release with the facts from other records."""
    return backend.toolkits(isa)[release]


def overview(isa: Isa) -> list[str]:
    """Return a table with a row for each compute capability."""
    about = backend.properties(isa)
    heads = ["Compute capability", "Architecture", *OVERVIEW.values()]
    rows = [
        [
            f":ptx:compute_capability:`{capability.version} <{capability.name}>`",
            capability.architecture,
            *(shown(about[name], capability) if name in capability.values else "unknown" for name in OVERVIEW),
        ]
        for capability in backend.capabilities(isa).values()
    ]
    return list_table(heads, rows)


def tables(isa: Isa, data: Data) -> Iterator[PageTable]:
    """Yield a table for each group of properties, then a table of the sources."""
    capability, about = backend.capabilities(isa)[data["version"]], backend.properties(isa)
    for group in backend.groups(isa):
        names = [name for name, known in about.items() if known.group == group["name"]]
        rows = []
        for name in names:
            value = shown(about[name], capability) if name in capability.values else "unknown"
            rows.append([f"``{name}``", value, about[name].meaning])
        yield PageTable(group["title"], list_table(["Property", "Value", "Meaning"], rows))
    counts = [[source, count] for source, count in by_source(capability).items()]
    yield PageTable("Where the values come from", list_table(["Source", "Values"], counts))


def statements(isa: Isa, version: str) -> list[str]:
    """Return the statements about a capability in records of device behavior."""
    documented = {
        record.data["version"]
        for record in isa.records("compute_capability")
        if any(fact["source"].get("document") == "compute-capabilities" for fact in record.data["facts"])
    }
    return [
        statement["text"]
        for record in isa.records("device_behavior")
        for statement in record.data["statements"]
        if version in statement.get("capabilities", documented)
    ]


def chart(isa: Isa, version: str) -> str:
    """Return warps by registers as an SVG with a line for each block size; empty if numbers are unknown."""
    capability = backend.capabilities(isa)[version]
    registers = list(range(8, 256, 8))
    try:
        most = capability.number("max_warps_per_sm")
        lines = [occupancy(capability, threads=threads, registers=registers).warps.tolist() for threads in THREADS]
    except UnknownProperty:
        return ""

    def across(registers: int) -> str:
        return f"{EDGE + registers * (WIDTH - 3 * EDGE) / 256:.1f}"

    def down(warps: int, shift: int = 0) -> str:
        # Rounded before the shift, so that texts are beside their lines.
        return f"{round(HEIGHT - EDGE - warps * (HEIGHT - 2 * EDGE) / most, 1) + shift:.1f}"

    label = f"Resident warps of compute capability {capability.version} by registers"
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}" class="ptx-chart">']
    # Lines at 0, half and all of the warps, with their numbers, and numbers of registers below.
    for warps in (0, most // 2, most):
        ends = f'x1="{EDGE}" x2="{WIDTH - 2 * EDGE}" y1="{down(warps)}" y2="{down(warps)}"'
        parts.append(f'<line {ends} stroke="#999" opacity="0.5"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{down(warps, 4)}" text-anchor="end" font-size="11">{warps}</text>')
    for count in range(0, 257, 64):
        place = f'x="{across(count)}" y="{HEIGHT - EDGE + 16}"'
        parts.append(f'<text {place} text-anchor="middle" font-size="11">{count}</text>')
    for number, (threads, resident, color) in enumerate(zip(THREADS, lines, COLORS, strict=True)):
        points = " ".join(f"{across(x)},{down(warps)}" for x, warps in zip(registers, resident, strict=True))
        parts.append(f'<polyline fill="none" stroke="{color}" stroke-width="1.5" points="{points}"/>')
        place = f'x="{WIDTH - 2 * EDGE + 8}" y="{EDGE + 18 * number}"'
        parts.append(f'<text {place} fill="{color}" font-size="11">{threads} threads</text>')
    return "\n".join([*parts, "</svg>"])
