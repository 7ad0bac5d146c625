"""Cluster launch control: a running cluster takes over the work of one that is still pending (section 9.7.13.17).

A kernel with these instructions is launched in two halves at least, so that launches are pending. The request cancels
the launch of the next cluster; its response has the bits that sm_100 uses. It fails when no launch is pending.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ptxisa.machine.copies import Asynchronous, BulkCopy, guarded, place_of
from ptxisa.machine.lanes import Lanes
from ptxisa.machine.operation import Context, Operation, StepOperation, widened
from ptxisa.machine.shape import GridShape
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.binding import step_of

_SIZE = 16
"""Bytes of a response."""
_CANCELED = 1 << 64
"""Bit of a response that tells success; the words below it have the first CTA of the canceled cluster (sm_100)."""


class Launches:
    """CTAs of the grid whose launch is pending: all from `next` on."""

    def __init__(self) -> None:
        self.next, self._end = 0, 0
        self._shape: GridShape | None = None
        self.failed: dict[int, Operation] = {}

    def start(self, shape: GridShape, first: int, end: int) -> int:
        """Note that the CTAs before `first` run; return the first pending one."""
        self._shape, self.next, self._end = shape, first, end
        self.failed.clear()
        return first

    def cancel(self) -> int:
        """Cancel the launch of a cluster; return the response."""
        assert self._shape is not None
        if self.next >= self._end:
            return 0
        first = self._shape._replace(first=self.next, ctas=1).cta_numbers()
        width, height, _ = self._shape.grid
        x, rest = int(first[0]) % width, int(first[0]) // width
        self.next += self._shape.cluster_size
        return _CANCELED | x | rest % height << 32 | rest // height << 48


class Cancel(Asynchronous):
    """`clusterlaunchcontrol.try_cancel`: request that a pending launch is canceled; the response is asynchronous."""

    __slots__ = ()

    def run(self, lanes: Lanes) -> None:
        """Note the response of each thread that executes the instruction."""
        machine = lanes.machine
        everywhere = "multicast::cluster::all" in self.node.opcode.modifiers
        for lane in guarded(lanes, self)[1].tolist():
            slot = int(lanes.slots[lane])
            place = place_of(lanes, self.operands["addr"], lane, _SIZE, 0, written=True)
            barrier = place_of(lanes, self.operands["mbar"], lane, 8, 0, written=None, alignment=8)
            cta = int(machine.cta[slot])
            if (earlier := machine.launches.failed.get(cta)) is not None:
                message = "the CTA requests another cancellation after one that failed; this is undefined behavior"
                hint = "leave the loop when clusterlaunchcontrol.query_cancel.is_canceled returns false"
                machine.report("undefined-behavior", message, slot, hint, operation=self, related=earlier)
            response = machine.launches.cancel()
            data = np.frombuffer(response.to_bytes(_SIZE, "little"), np.uint8)
            row = lanes.flat.layout.shared_row
            size = machine.shape.cluster_size
            ranks = range(size) if everywhere else [cta % size]
            offsets = [(rank - cta % size) * row for rank in ranks]
            targets = [place + offset for offset in offsets]

            copy = BulkCopy(self, slot, partial(np.copy, data), partial(self._respond, machine, targets, cta))
            copy.targets = [(target, _SIZE) for target in targets]
            copy.mbarriers = [(barrier + offset, _SIZE) for offset in offsets]
            machine.events.start_bulk(copy)

    def _respond(self, machine: Any, targets: list[int], cta: int, response: Any) -> None:
        """Write a response; note that the CTA may observe a failure."""
        for target in targets:
            machine.memory.bytes[target : target + _SIZE] = response
        if not response.any():
            machine.launches.failed.setdefault(cta, self)


class FirstCta(StepOperation):
    """`clusterlaunchcontrol.query_cancel.get_first_ctaid`: undefined for a request that failed."""

    __slots__ = ()

    unset = (
        "the first CTA of a launch that was not canceled is undefined, and is used",
        "execute clusterlaunchcontrol.query_cancel.is_canceled, and use the CTA if it returns true",
    )

    def __init__(self, context: Context) -> None:
        step = widened(step_of(context.binder, context.code.target, None), context.declared())
        super().__init__(context.pc, context.procedure, context.node, step)

    def run(self, lanes: Lanes) -> Any:
        """Run the step; the results of failed requests are undefined."""
        self.step.run(lanes)
        (part,) = self.step.parts
        response = np.broadcast_to(lanes.read(part.reads[0]), lanes.count)
        failed = response["high"] & np.uint64(_CANCELED >> 64) == 0
        mask = lanes.executing(self.guard)
        executing = failed if mask is None else failed & mask
        if lanes.machine.watches.values is None or not executing.any():
            return
        for write in part.writes:
            if write.register:
                dtype = dtype_of(write.width)
                bits = np.where(executing, ~dtype.type(0), dtype.type(0))
                lanes.set_taint(write.register, bits, mask)
                lanes.frame.origins[write.register] = self


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {
    "clusterlaunchcontrol.try_cancel": Cancel,
    "clusterlaunchcontrol.query_cancel.get_first_ctaid": FirstCta,
}
"""Constructors by the id of a form or a prefix of it."""
