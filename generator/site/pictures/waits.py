"""Time line of an mbarrier: threads and copies on top, the object below, from its state machine."""

from __future__ import annotations

from typing import NamedTuple

from generator.site.pictures.canvas import Canvas, Figure
from ptxisa.objects.mbarrier import MbarrierObject

HEAD, STEP, ROW, TOP = 122, 92, 40, 10
"""Pixels: width of the names, from event to event, from actor to actor, and where actors begin."""


class BarrierEvent(NamedTuple):
    """What an actor does: a method of the mbarrier object with its arguments, or something else without a method."""

    actor: str
    label: str
    method: str = ""
    amount: int = 0
    expect: int = 0


ACTORS = ("producer", "copies", "consumer")
BYTES = 2048
EVENTS = (
    BarrierEvent("producer", "init 1", "init", 1),
    BarrierEvent("producer", "arrive", "arrive", 1, 2 * BYTES),
    BarrierEvent("copies", "complete_tx", "complete_tx", BYTES),
    BarrierEvent("copies", "complete_tx", "complete_tx", BYTES),
    BarrierEvent("consumer", "ld, mma …"),
    BarrierEvent("producer", "arrive", "arrive", 1, BYTES),
    BarrierEvent("copies", "complete_tx", "complete_tx", BYTES),
    BarrierEvent("consumer", "ld, mma …"),
)
"""Two phases: a load of two copies, then a load of one."""
WAITS = ((0, 1), (1, 5))
"""Parity of each wait of the consumer, and the event before which the wait starts."""


class Snapshot(NamedTuple):
    """Object after an event."""

    phase: int
    pending: int
    tx: int


def snapshots() -> list[Snapshot]:
    """Return the object after each event, as the executor computes it."""
    history, barrier = [], MbarrierObject(EVENTS[0].amount)
    for event in EVENTS:
        if event.method == "arrive":
            barrier.arrive(event.amount, expect_tx=event.expect)
        elif event.method == "complete_tx":
            barrier.complete_tx(event.amount)
        history.append(Snapshot(barrier.counts.phase, barrier.counts.pending, barrier.counts.tx))
    return history


def returned(parity: int, start: int) -> int:
    """Return the event after which a wait for a phase with this parity returns true."""
    for place, snapshot in enumerate(snapshots()):
        barrier = MbarrierObject.of(MbarrierObject(1).counts._replace(phase=snapshot.phase))
        if place >= start and barrier.test_wait_parity(parity):
            return place
    raise ValueError(f"no event ends a wait for parity {parity}")


def figure() -> Figure:
    """Return the time line."""
    states, rows = snapshots(), len(ACTORS)
    canvas = Canvas(HEAD + STEP * len(EVENTS), TOP + ROW * (rows + 3) + 10)
    for place, actor in enumerate(ACTORS):
        y = TOP + ROW * place + 14
        canvas.text(0, y + 4, actor, "head")
    for place, event in enumerate(EVENTS):
        y, kind = TOP + ROW * ACTORS.index(event.actor), f"color-{ACTORS.index(event.actor)}"
        canvas.box(HEAD + STEP * place + 2, y, STEP - 6, 28, "", kind)
        words = f"{event.amount} bytes" if event.method == "complete_tx" else ""
        if event.expect:
            words = f"expect_tx {event.expect}"
        middle = HEAD + STEP * place + STEP / 2 - 1
        canvas.text(middle, y + (12 if words else 18), event.label, "middle mono")
        canvas.text(middle, y + 23, words, "middle small")
    y = TOP + ROW * ACTORS.index("consumer")
    for parity, start in WAITS:
        end = returned(parity, start)
        x, width = HEAD + STEP * start + 2, STEP * (end + 1 - start) - 6
        canvas.box(x, y, width, 28, "", "faint")
        canvas.text(x + 8, y + 18, f"try_wait.parity {parity}", "mono")
        canvas.text(x + width - 8, y + 18, "true", "mono end")
    for line, (name, key) in enumerate(
        (("phase (parity)", "phase"), ("pending arrivals", "pending"), ("tx-count, bytes", "tx"))
    ):
        y = TOP + ROW * (rows + line) + 4
        canvas.text(0, y + 17, name, "head")
        for place, state in enumerate(states):
            value = getattr(state, key)
            text = f"{value} ({value & 1})" if key == "phase" else str(value)
            kind = f"color-{3 + state.phase % 2}" if key == "phase" else "plain" if value else "bare"
            canvas.box(HEAD + STEP * place + 2, y, STEP - 6, 26, text, kind)
    table = []
    for place, (event, state) in enumerate(zip(EVENTS, states, strict=True)):
        operation = f"{event.label} of {event.amount} bytes" if event.method == "complete_tx" else event.label
        operation = f"mbarrier.{event.label}.expect_tx {event.expect}" if event.expect else operation
        table.append([str(place), event.actor, operation, str(state.phase), str(state.pending), str(state.tx)])
    caption = (
        "Two phases of an mbarrier with one arrival. A phase ends when no arrival is pending and the tx-count is zero; "
        "then the parity changes, and the wait for the parity of the phase that ended returns true."
    )
    heads = ["Step", "Actor", "Operation", "Phase", "Pending arrivals", "tx-count"]
    return Figure("Phases of an mbarrier", canvas, caption, heads, table)
