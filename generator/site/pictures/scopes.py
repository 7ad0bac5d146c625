"""Picture of the scopes: nested groups of threads, with the memory, the barrier and the registers of each."""

from __future__ import annotations

from typing import NamedTuple

from generator.site.kinds import spelling
from generator.site.pictures.canvas import Canvas, Figure, Link
from generator.site.site import Site


class Level(NamedTuple):
    """Group of threads.

    `scope` is that of memory operations, if they have one; `sharing` selects state spaces by who shares them;
    `register` has the number of the group.
    """

    name: str
    scope: str
    sharing: tuple[str, ...]
    register: str


LEVELS = (
    Level("host and all devices", "sys", (), ""),
    Level("device: all grids", "gpu", ("context",), ""),
    Level("cluster", "cluster", ("cluster",), "%clusterid"),
    Level("thread block (CTA)", "cta", ("cta",), "%ctaid, %cluster_ctaid"),
    Level("warp", "", (), "%warpid"),
    Level("thread", "", ("thread",), "%tid, %laneid"),
)
INDENT, HEIGHT, WIDTH, LINE = 16, 62, 720, 17
"""Pixels: from group to group across and down, width of the picture, and from line to line."""


def figure(site: Site, link: Link) -> Figure:
    """Draw each group inside the group that contains it."""
    barriers: dict[str, dict[str, str]] = {}
    for instruction in site.isa.instructions:
        for event in instruction.data.get("events", ()):
            if event["kind"] == "barrier":
                barriers.setdefault(event["scope"], {})[instruction.name] = instruction.identity
    scopes = {value.value: value.summary for value in site.isa.modifiers["scope"]}
    spaces = [record.data for record in site.isa.records("state_space")]
    canvas = Canvas(WIDTH, HEIGHT * len(LEVELS) + INDENT * (len(LEVELS) - 1) / 2 + 4)
    rows = []
    for depth, level in enumerate(LEVELS):
        x, y = INDENT * depth, HEIGHT * depth
        height = canvas.height - y - INDENT / 2 * depth - 2
        canvas.box(x, y, WIDTH - 2 * x, height, "", "bare" if depth % 2 else "plain", round_=6)
        canvas.text(x + 12, y + 20, level.name, "head")
        shared = [spelling(space) for space in spaces if space["sharing"] in level.sharing and space["name"] != "sreg"]
        memory = ", ".join(dict.fromkeys(shared))
        waits = barriers.get(level.scope or level.name, {})
        canvas.text(WIDTH - x - 12, y + 20, f"scope .{level.scope}" if level.scope else "not a scope", "mono end")
        left = x + 12
        for name, identity in waits.items():
            canvas.text(left, y + 20 + LINE, name, "mono", href=link(identity))
            left += 7 * len(name) + 14
        if waits:
            canvas.text(left, y + 20 + LINE, "waits for its threads", "note")
        if memory:
            canvas.text(x + 12, y + 20 + 2 * LINE, f"{'has' if level.name == 'thread' else 'shares'} {memory}", "note")
        if level.register:
            canvas.text(WIDTH - x - 12, y + 20 + LINE, f"numbered by {level.register}", "note end")
        rows.append(
            [
                level.name,
                f".{level.scope}" if level.scope else "none",
                scopes.get(level.scope, ""),
                memory,
                ", ".join(waits),
            ]
        )
    caption = (
        "Groups of threads from large to small. A memory operation or fence synchronizes with the threads of its "
        "scope. A warp is not a scope."
    )
    return Figure(
        "Scopes", canvas, caption, ["Group", "Scope", "Threads of the scope", "State spaces", "Barriers"], rows
    )
