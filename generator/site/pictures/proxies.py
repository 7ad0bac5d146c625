"""Picture of the proxies: the instructions that use each, and the fences that join it with the generic proxy.

Everything is read from the `events` of the instruction records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from generator.records.model import RecordedInstruction
from generator.site.pictures.canvas import Canvas, Figure, Link
from ptxisa.isa.forms import Form

GENERIC = "generic"
LEFT, MIDDLE, RIGHT, LINE, TOP, SPACE = 210, 300, 330, 16, 24, 14
"""Pixels: width of the generic proxy, of the arrows and of the others, from line to line, and around the proxies."""
MOST_NAMES = 6
"""Instructions of a proxy that the picture names; the table has all."""
ALIAS = "alias"
"""Not a proxy of its own: accesses through the generic proxy by different virtual addresses."""


@dataclass(slots=True)
class Proxy:
    """Proxy with the instructions that access memory through it, the fences that join it, and how copies complete."""

    name: str
    users: dict[str, RecordedInstruction] = field(default_factory=dict)
    fences: dict[str, bool] = field(default_factory=dict)
    """Prefix of the fence's opcode to True if it orders accesses in one direction only."""
    completions: dict[str, None] = field(default_factory=dict)


def proxies(instructions: Iterable[RecordedInstruction]) -> dict[str, Proxy]:
    """Return every proxy by name, from the events of the instructions."""
    by_name: dict[str, Proxy] = {GENERIC: Proxy(GENERIC)}
    for instruction in instructions:
        for event in instruction.data.get("events", ()):
            if event["kind"] == "proxy-fence":
                proxy = by_name.setdefault(event["proxy"], Proxy(event["proxy"]))
                named = event.get("forms") or [form.id for form in instruction.forms]
                for form in (form for form in instruction.forms if form.id in named):
                    for opcode in _opcodes(form):
                        proxy.fences[opcode] = "::generic" in opcode or "generic::" in opcode
            elif "address" in event and event["kind"] in ("read", "write", "update", "reduction"):
                name = event.get("proxy", GENERIC)
                by_name.setdefault(name, Proxy(name)).users[instruction.identity] = instruction
                if event.get("completion", "none") != "none":
                    by_name[name].completions[event["completion"]] = None
    return dict(
        sorted(by_name.items(), key=lambda item: (item[0] != GENERIC, not item[1].fences, item[0] == ALIAS, item[0]))
    )


def _opcodes(form: Form) -> Iterator[str]:
    """Yield the opcode of a fence up to the name of the proxy, once for each value of a slot there."""
    syntax = form.syntax.partition(" ")[0]
    head, _, rest = syntax.partition("proxy.")
    if not rest:
        yield syntax.split("{")[0].rstrip(".")
    elif not rest.startswith("{"):
        yield f"{head}proxy.{rest.split('.')[0].split('{')[0]}"
    else:
        slot = next(slot for slot in form.slots if slot.name == rest[1:].partition("}")[0])
        yield from (f"{head}proxy.{value}" for value in slot.values)


def figure(instructions: Iterable[RecordedInstruction], link: Link) -> Figure:
    """Draw the generic proxy on the left, the others on the right, and between them what joins each pair."""
    by_name = proxies(instructions)
    others = [proxy for name, proxy in by_name.items() if name != GENERIC]
    right = LEFT + MIDDLE
    labels = [_labels(proxy) for proxy in others]
    # A proxy has its name, then a line for each of its instructions up to a limit, and a line for the rest.
    counts = [len({user.name for user in proxy.users.values()}) for proxy in others]
    lines = [1 + (min(count, MOST_NAMES + 1) or 1) for count in counts]
    heights = [max(LINE * count, 22 * len(label)) + 14 for count, label in zip(lines, labels, strict=True)]
    canvas = Canvas(right + RIGHT, TOP + sum(heights) + SPACE * len(heights))
    canvas.box(0, TOP, LEFT, sum(heights) + SPACE * (len(heights) - 1), "", "color-0", round_=6)
    _list(canvas, by_name[GENERIC], 12, TOP + 20, link, 22)
    canvas.text(LEFT + MIDDLE / 2, 14, "joined by", "middle note")
    y = TOP
    for number, (proxy, label, height) in enumerate(zip(others, labels, heights, strict=True)):
        kind = "bare" if proxy.name == ALIAS else f"color-{1 + number % 7}" if proxy.fences else "faint"
        canvas.box(right, y, RIGHT, height, "", kind, round_=6)
        _list(canvas, proxy, right + 12, y + 20, link, MOST_NAMES)
        step = height / (len(label) + 1)
        for line, (text, way) in enumerate(label):
            middle = y + step * (line + 1)
            ends = (LEFT + 6, middle), (right - 6, middle)
            if way == "none":
                canvas.line(*ends, "rail dashed")
            elif way == "back":
                canvas.arrow(ends[1], ends[0])
            else:
                canvas.arrow(*ends, both=way == "both")
            look = "middle mono" if text.startswith("fence") else "middle note"
            canvas.text(LEFT + MIDDLE / 2, middle - 4, text, look)
        y += height + SPACE
    table = [
        [
            _title(proxy),
            ", ".join(dict.fromkeys(user.name for user in proxy.users.values())),
            "; ".join(text for text, _ in label),
        ]
        for proxy, label in zip(others, labels, strict=True)
    ]
    caption = (
        "Memory is accessed through proxies. Accesses through different proxies are ordered only by the fence that "
        "joins them, or by the completion of an asynchronous operation. An arrow shows the direction of the order. PTX "
        "has no fence for the proxies with a dashed line."
    )
    return Figure(
        "Proxies and their fences",
        canvas,
        caption,
        ["Proxy", "Instructions", "Joined with the generic proxy by"],
        table,
    )


def _title(proxy: Proxy) -> str:
    return "other virtual addresses (aliases)" if proxy.name == ALIAS else f"{proxy.name} proxy"


def _labels(proxy: Proxy) -> list[tuple[str, str]]:
    """Return what joins a proxy with the generic one, and the direction: both, there, back, or none."""
    labels = []
    for opcode, one_way in proxy.fences.items():
        target = opcode.partition("proxy.")[2]
        if opcode.startswith("fence.proxy") and target != f"{proxy.name}::{proxy.name}":
            way = "both" if not one_way else "back" if target.startswith("generic::") else "there"
            labels.append((opcode, way))
    if proxy.completions and proxy.fences:
        labels.append(("completion of the operation", "back"))
    return labels or [("no fence", "none")]


def _list(canvas: Canvas, proxy: Proxy, x: float, y: float, link: Link, most: int) -> None:
    """Write the name of a proxy and the instructions that use it."""
    canvas.text(x, y, _title(proxy), "head")
    users = {user.name: user for user in reversed(list(proxy.users.values()))}
    names = list(dict.fromkeys(user.name for user in proxy.users.values()))
    for line, name in enumerate(names[:most], 1):
        canvas.text(x, y + LINE * line, name, "mono", href=link(users[name].identity))
    if len(names) > most:
        canvas.text(x, y + LINE * (most + 1), f"and {len(names) - most} more", "note")
    notes = [f"within it: {opcode}" for opcode in proxy.fences if opcode.endswith(f"{proxy.name}::{proxy.name}")]
    for line, note in enumerate(["of the same memory"] if proxy.name == ALIAS else notes, 1):
        canvas.text(x, y + LINE * line, note, "note")
