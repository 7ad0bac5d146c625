"""Chart of the instructions by generation of devices: a strip of cells for each, in the rows of an index."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from generator.records.model import RecordedInstruction
from generator.site.site import Site
from ptxisa.isa.targets import Target

CELL, TALL, BASELINE = 17, 14, 10
WORDS = {
    "yes": "all forms",
    "part": "some forms",
    "special": "only targets with a suffix (f, a)",
    "no": "not available",
}
"""Meaning of each state of a cell."""


class Generation(NamedTuple):
    """Targets of one generation; `name` is the oldest of them."""

    name: str
    architecture: str
    targets: tuple[Target, ...]


def generations(site: Site) -> tuple[Generation, ...]:
    """Return the generations, oldest first: targets with one architecture and one major compute capability."""
    members: dict[tuple[str, int], list[Target]] = {}
    for target in sorted(site.targets.values(), key=lambda target: (target.number, target.name)):
        members.setdefault((target.architecture, target.number // 10), []).append(target)
    return tuple(Generation(f"sm_{targets[0].number}", name, tuple(targets)) for (name, _), targets in members.items())


def states(site: Site, instruction: RecordedInstruction) -> tuple[str, ...]:
    """Return the state of an instruction in each generation, in the newest PTX version."""
    cells = {target.name: row.cells[-1] for row in site.grid(instruction).rows for target in row.targets}
    state_of = {name: cell.state for name, cell in cells.items() if cell is not None}
    levels = []
    for generation in generations(site):
        every = {state_of[target.name] for target in generation.targets}
        base = {state_of[target.name] for target in generation.targets if target.variant == "base"}
        if "yes" in base:
            levels.append("yes")
        elif "some" in base:
            levels.append("part")
        else:
            levels.append("special" if every - {"no"} else "no")
    return tuple(levels)


def head(site: Site) -> str:
    """Return the heads of the columns of a strip: the number of the oldest target of each generation."""
    every = generations(site)
    texts = "".join(
        f'<text x="{CELL * (place + 0.5):g}" y="{BASELINE}">{generation.name.removeprefix("sm_")}</text>'
        for place, generation in enumerate(every)
    )
    label = escape("Generations: " + ", ".join(f"{generation.name} {generation.architecture}" for generation in every))
    return _svg(len(every), label, texts, "ptx-strip heads")


def strip(site: Site, instruction: RecordedInstruction) -> str:
    """Return the cells of an instruction, with the same in words as the label."""
    every, levels = generations(site), states(site, instruction)
    cells, start = [], 0
    for place in range(1, len(levels) + 1):
        if place == len(levels) or levels[place] != levels[start]:
            if levels[start] != "no":
                cells.append(f'<path class="{levels[start]}" d="M{CELL * start} 0h{CELL * (place - start) - 2}"/>')
            start = place
    return _svg(len(every), escape(words(every, levels)), "".join(cells), "ptx-strip")


def words(every: Sequence[Generation], levels: Sequence[str]) -> str:
    """Return the states in words: `all forms: sm_50 to sm_90; some forms: sm_20 to sm_30`."""
    parts = []
    for state in ("yes", "part", "special"):
        runs: list[list[str]] = []
        for place, generation in enumerate(every):
            if levels[place] == state:
                if place and levels[place - 1] == state:
                    runs[-1].append(generation.name)
                else:
                    runs.append([generation.name])
        named = [run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
        if named:
            parts.append(f"{WORDS[state]}: {', '.join(named)}")
    return "; ".join(parts) or WORDS["no"]


def legend() -> str:
    """Return the meaning of the colors."""
    items = "".join(
        f'<span><svg class="ptx-strip" viewBox="0 0 {CELL} {TALL}" width="{CELL}" height="{TALL}" aria-hidden="true">'
        f'<path class="{state}" d="M0 0h{CELL - 2}"/></svg> {escape(text)}</span>'
        for state, text in WORDS.items()
        if state != "no"
    )
    return f'<p class="ptx-legend">{items}</p>'


def _svg(count: int, label: str, inside: str, kind: str) -> str:
    size = f'viewBox="0 0 {CELL * count} {TALL}" width="{CELL * count}" height="{TALL}"'
    return f'<svg class="{kind}" {size} role="img" aria-label="{label}"><title>{label}</title>{inside}</svg>'
