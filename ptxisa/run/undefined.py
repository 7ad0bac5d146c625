"""Checks for behavior that the manual leaves undefined: execution reports a warning and continues.

Where no result is plausible, as for illegal metadata of a sparse matrix, execution raises an error instead. Functions
return a message about the first thread with undefined behavior, or an empty string.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ptxisa.isa.forms import Form
from ptxisa.numbers.lanes import Lanes
from ptxisa.objects.mbarrier import MbarrierObject, Undefined, unpacked
from ptxisa.run.warp import LANES

Check = Callable[[Mapping[str, Any]], str]
"""Check of the values of operands by name: the content of memory, registers and constants."""
_MOST_OBJECTS = 1024
"""Different pairs of an object and a count that are checked, which bounds the time for many threads."""


# --- member masks of warp collectives ---


def member_mask_problem(members: Lanes, active: Lanes, exists: Lanes) -> str:
    """Return what is undefined about the member masks of whole warps (sections 9.7.9.6 and 9.7.13.9 to 9.7.13.14).

    Args:
        members: Member mask of each lane, (warps * 32,).
        active: 1 for lanes that execute the statement, 0 for others.
        exists: 1 for lanes that have a thread; the others have exited.
    """
    running = (active != 0).reshape(-1, LANES)
    sets = np.packbits(running, axis=-1, bitorder="little").view("<u4")
    # Correct programs end here, in linear time; the tests below compare each two lanes of a warp.
    if ((members.reshape(-1, LANES) == sets) | ~running).all():
        return ""  # Every mask names the lanes that execute the statement.
    lane = np.arange(len(members), dtype=np.uint32) % np.uint32(LANES)
    masks, running, threads = (array.reshape(-1, LANES) for array in (members, active != 0, exists != 0))
    outside = running & (members >> lane & np.uint32(1) == 0).reshape(-1, LANES)
    if outside.any():
        warp, first = (int(index[0]) for index in np.nonzero(outside))
        mask = f"{masks[warp, first]:#010x}"
        return f"lane {first} of warp {warp} executes the statement, but its member mask {mask} does not include it"
    bits = np.uint32(1) << np.arange(LANES, dtype=np.uint32)
    named = (masks[:, :, None] & bits) != 0
    waiting = running[:, :, None] & named & (threads & ~running)[:, None, :]
    if waiting.any():
        warp, first, absent = (int(index[0]) for index in np.nonzero(waiting))
        mask = f"{masks[warp, first]:#010x}"
        return f"lane {absent} of warp {warp} is in the member mask {mask}, but does not execute the statement"
    different = named & running[:, :, None] & running[:, None, :] & (masks[:, :, None] != masks[:, None, :])
    if different.any():
        warp, first, second = (int(index[0]) for index in np.nonzero(different))
        return f"lanes {first} and {second} of warp {warp} have different member masks"
    return ""


def source_lane_problem(sources: Lanes, members: Lanes, active: Lanes) -> str:
    """Return which lane of whole warps takes the value of a lane that does not participate (section 9.7.9.6).

    Args:
        sources: Lane of the same warp whose value each lane takes, (warps * 32,).
        members: Member mask of each lane.
        active: 1 for lanes that execute the statement, 0 for others.
    """
    running = active != 0
    first = np.arange(len(sources)) // LANES * LANES
    omitted = members >> sources & np.uint32(1) == 0
    wrong = np.flatnonzero(running & (omitted | ~running[first + sources]))
    if not len(wrong):
        return ""
    warp, lane = divmod(int(wrong[0]), LANES)
    source = int(sources[wrong[0]])
    mask = f"{members[wrong[0]]:#010x}"
    why = f"which the member mask {mask} omits" if omitted[wrong[0]] else "which does not execute the statement"
    return f"lane {lane} of warp {warp} takes the value of lane {source}, {why}"


# --- mbarrier objects ---

_OPERATIONS: Mapping[str, Callable[[MbarrierObject, int], object]] = {
    "init": lambda _, count: MbarrierObject(count),
    "inval": lambda barrier, _: barrier.inval(),
    "expect_tx": MbarrierObject.expect_tx,
    "complete_tx": MbarrierObject.complete_tx,
    "arrive": MbarrierObject.arrive,
    "arrive.expect_tx": lambda barrier, count: barrier.arrive(expect_tx=count),
    "arrive.noComplete": MbarrierObject.arrive_no_complete,
    "arrive_drop": MbarrierObject.arrive_drop,
    "arrive_drop.expect_tx": lambda barrier, count: barrier.arrive_drop(expect_tx=count),
    "arrive_drop.noComplete": MbarrierObject.arrive_drop_no_complete,
    "test_wait.parity": MbarrierObject.test_wait_parity,
    "try_wait.parity": MbarrierObject.test_wait_parity,
}
"""Operations of the state machine by the id of the form, without words that leave the operation the same."""
_VARIANTS = frozenset({"mbarrier", "count", "remote", "sink", "primary"})


def memory_check(form: Form) -> Check | None:
    """Return the check of a statement on memory; None if its record states nothing that execution could see."""
    if form.mnemonic != "mbarrier":
        return None
    operation = _OPERATIONS.get(".".join(word for word in form.id.split(".") if word not in _VARIANTS))
    if operation is None:
        return None

    def check(operands: Mapping[str, Any]) -> str:
        counts = next((operands[name] for name in ("count", "tx_count", "phase_parity") if name in operands), 1)
        pairs = np.stack(np.broadcast_arrays(operands["addr"], np.asarray(counts).astype(np.uint64)), axis=-1)
        for bits, count in np.unique(pairs.reshape(-1, 2), axis=0)[:_MOST_OBJECTS].tolist():
            try:
                operation(MbarrierObject.of(unpacked(bits)), count)
            except Undefined as error:
                return f"mbarrier object {bits:#018x}: {error}"
        return ""

    return check
