"""Pictures of executions as SVG: a column for each thread, and arrows for the relations between events.

svg = picture(report, model)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from ptxisa.memory_model.executions import Cut, Execution, candidates, skeletons
from ptxisa.memory_model.explain import violation_steps
from ptxisa.memory_model.model import MemoryModel
from ptxisa.memory_model.paths import UNROLL
from ptxisa.memory_model.verdicts import Report, satisfies

COLORS: Mapping[str, str] = {
    "reads from": "#1b7837",
    "from reads": "#b2182b",
    "coherence order": "#8c510a",
    "program order": "#888888",
}
OTHER = "#2166ac"
CHARACTER, LABEL, ROW, GAP, MARGIN = 7.3, 6.4, 54, 108, 24
"""Width of a character of code and of a label, distance of rows, and space between columns and around the picture."""
PLACES = (0.5, 0.35, 0.65, 0.25, 0.75, 0.15, 0.85)
"""Places of a label along its arrow, from its start to its end; the first that overlaps nothing is used."""
STYLE = (
    "text{font:12px monospace;fill:#222}.thread{font-weight:bold}.box{fill:#fff;stroke:#999}"
    ".cycle{stroke-width:2.5}path{fill:none;stroke-width:1.3}.label{font:11px sans-serif}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.box{fill:#222}}"
)


class Arrow(NamedTuple):
    """Arrow between two events; those of a violated axiom are bold."""

    first: int
    second: int
    name: str
    bold: bool = False


class Area(NamedTuple):
    """Rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    def overlap(self, other: Area) -> float:
        """Return the size of the common part of two rectangles."""
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0, width) * max(0, height)


def picture(report: Report, model: MemoryModel, unroll: int = UNROLL) -> str:
    """Return a picture of the execution that `ptxisa.memory_model.explain` describes.

    That is an execution with the outcome, or without one a candidate that an axiom forbids, with its cycle in bold. A
    test without candidates has an empty picture.

    Args:
        report: Report of a litmus test.
        model: Model that the report is about.
        unroll: Number of times that a path follows one branch back.
    """
    if report.witness:
        execution = report.witness
        # Reads-from, and coherence order between neighbors: all other pairs follow.
        space, order = execution.skeleton.space, execution.coherence_order
        nearest = space.listed(order & ~space.compose(order, order))
        coherence = [Arrow(first, second, "coherence order") for first, second in nearest]
        return draw(execution, [*_reads(execution), *coherence], f"{report.test.name}: allowed")
    if report.verdict == "incomplete":
        return _document(1, 1, (), report.test.name)
    best: tuple[int, str] | None = None
    for skeleton in skeletons(report.test, unroll, model.choices):
        if isinstance(skeleton, Cut):
            continue
        for execution, level in candidates(skeleton, model):
            if level is None or not satisfies(execution):
                continue
            axiom, steps = violation_steps(skeleton, model, level)
            cycle = [Arrow(first, second, name, True) for first, second, name in steps]
            if best is None or len(cycle) < best[0]:
                pairs = {(arrow.first, arrow.second) for arrow in cycle}
                rest = [arrow for arrow in _reads(execution) if (arrow.first, arrow.second) not in pairs]
                title = f"{report.test.name}: forbidden by {axiom.replace('_', ' ')}"
                best = (len(cycle), draw(execution, [*rest, *cycle], title))
    return best[1] if best else _document(1, 1, (), report.test.name)


def _reads(execution: Execution) -> Iterator[Arrow]:
    for first, second in sorted({(write, read) for (read, _), write in execution.sources.items()}):
        yield Arrow(first, second, "reads from")


def draw(execution: Execution, arrows: Sequence[Arrow], title: str) -> str:
    """Return a picture of an execution with arrows between its events."""
    skeleton = execution.skeleton
    used = {event for arrow in arrows for event in (arrow.first, arrow.second)}
    columns: list[list[int]] = [[number for number in range(len(skeleton.initial)) if number in used]]
    columns += [
        [number for number, owner in enumerate(skeleton.threads) if owner == thread]
        for thread in range(len(skeleton.test.threads))
    ]
    keys = {number: key for key, number in skeleton.numbers.items()}
    shapes: list[str] = []
    boxes: dict[int, tuple[float, float, float]] = {}
    left = float(MARGIN)
    for thread, column in enumerate(columns, -1):
        if not column:
            continue
        texts: dict[int, str] = {}
        for number in column:
            event = skeleton.performed[number]
            if event is None:
                name = skeleton.initial[number]
                texts[number] = f"{name} = {skeleton.test.values.get(name, 0)}"
            else:
                known = execution.known.get(keys[number])
                texts[number] = event.operation.text + (f"  = {known}" if known is not None else "")
        heading = skeleton.test.threads[thread].name if thread >= 0 else "initially"
        width = CHARACTER * max(len(text) for text in (*texts.values(), heading)) + 16
        shapes.append(f'<text class="thread" x="{left:.0f}" y="{MARGIN + 24}">{escape(heading)}</text>')
        for row, number in enumerate(column):
            top = MARGIN + 36 + row * ROW
            boxes[number] = (left, top, width)
            shapes.append(f'<rect class="box" x="{left:.0f}" y="{top}" width="{width:.0f}" height="26" rx="4"/>')
            shapes.append(f'<text x="{left + 8:.0f}" y="{top + 17}">{escape(texts[number])}</text>')
        left += width + GAP
    taken = [Area(x, y, width, 26) for x, y, width in boxes.values()]
    paths: list[str] = []
    for arrow in arrows:
        if arrow.first in boxes and arrow.second in boxes:
            path, label = _arrow(arrow, boxes[arrow.first], boxes[arrow.second], taken)
            paths.append(path)
            shapes.append(label)
    height = MARGIN + 48 + ROW * max((len(column) for column in columns), default=1)
    # Boxes cover the arrows that cross them, so that their text stays readable.
    return _document(left - GAP + MARGIN + 40, height, [*paths, *shapes], title)


def _arrow(
    arrow: Arrow, start: tuple[float, float, float], end: tuple[float, float, float], taken: list[Area]
) -> tuple[str, str]:
    """Return the path and the label of an arrow from one box to another, and add the area of the label to `taken`."""
    color = COLORS.get(arrow.name, OTHER)
    size = LABEL * len(arrow.name)
    if start[0] == end[0]:
        # In one column the arrow leaves and enters at the right side.
        x, y, target = start[0] + start[2], start[1] + 13, end[1] + 13
        bend = x + 22 + abs(target - y) / 12
        points, middle = f"M{x:.0f},{y:.0f} C{bend:.0f},{y:.0f} {bend:.0f},{target:.0f} {x:.0f},{target:.0f}", bend
        places = [(middle - 4, y + (target - y) * part) for part in PLACES]
    else:
        right = start[0] < end[0]
        x, target_x = (start[0] + start[2], end[0]) if right else (start[0], end[0] + end[2])
        y, target = start[1] + 13, end[1] + 13
        points = f"M{x:.0f},{y:.0f} L{target_x:.0f},{target:.0f}"
        places = [(x + (target_x - x) * part - size / 2, y + (target - y) * part - 5) for part in PLACES]
    bold = ' class="cycle"' if arrow.bold else ""
    path = f'<path{bold} d="{points}" stroke="{color}" marker-end="url(#arrow)"/>'
    areas = [Area(x, y - 9, size, 12) for x, y in places]
    best = min(areas, key=lambda area: sum(area.overlap(other) for other in taken))
    taken.append(best)
    style = f'class="label" x="{best.x:.0f}" y="{best.y + 9:.0f}" style="fill:{color}"'
    return path, f"<text {style}>{escape(arrow.name)}</text>"


def _document(width: float, height: float, shapes: Sequence[str], title: str) -> str:
    marker = (
        '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" style="fill:context-stroke;stroke:none"/></marker>'
    )
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    name = escape(title)
    heading = f'<text class="thread" x="{MARGIN}" y="18">{name}</text>' if shapes else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{name}</title>",
        f"<style>{STYLE}</style>",
        f"<defs>{marker}</defs>",
        heading,
        *shapes,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
