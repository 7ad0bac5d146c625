"""Run scripts of operations on mbarrier objects on the GPU of this machine, and compare the state machine.

Every thread runs one script on an object of its own in shared memory. After each step the object is read as 64 bits,
which are its state only if the step was `inval`: before, the GPU may keep its state elsewhere. Then both parities are
tested. The groups of scripts are

    defined   random operations that the manual gives a meaning
    bits      one operation on an object of any 64 bits, where that has a meaning
    edges     operations at and beyond the limits, one short script each
    traps     one operation on an object of any 64 bits, where that has no meaning

`ptxisa.objects.mbarrier` must agree with the first two, and with the others as far as it goes. Their scripts run alone,
because some of them trap, and all that is seen of them is written.

    python -m tools.gpu.mbarriers FOLDER [GROUP…] [--scripts N]

runs on the GPU of this machine and writes one JSON file a group.
"""

from __future__ import annotations

import argparse
import copy
import ctypes
import itertools
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ptxisa.objects.mbarrier import (
    FORBIDDEN,
    MOST,
    MbarrierObject,
    MbarrierState,
    Undefined,
    packed,
    pending_count,
    unpacked,
)
from ptxisa.oracle.gpu.driver import GpuContext, GpuError, Trapped
from ptxisa.oracle.gpu.kernels import HEADER
from tools.gpu.apart import apart

Step = tuple[str, int]
"""An operation and its argument: a count, a parity, bits of an object or of a state."""
Script = list[Step]

OPERATIONS = {
    "none": "",
    "store": "st.volatile.shared.b64 [%at], %arg;",
    "init": "mbarrier.init.shared.b64 [%at], %low;",
    "inval": "mbarrier.inval.shared.b64 [%at];",
    "expect_tx": "mbarrier.expect_tx.relaxed.cta.shared.b64 [%at], %low;",
    "complete_tx": "mbarrier.complete_tx.relaxed.cta.shared.b64 [%at], %low;",
    "arrive": "mbarrier.arrive.shared.b64 %state, [%at]; mov.b64 %out, %state;",
    "arrive_count": "mbarrier.arrive.shared.b64 %state, [%at], %low; mov.b64 %out, %state;",
    "arrive_expect_tx": "mbarrier.arrive.expect_tx.shared.b64 %state, [%at], %low; mov.b64 %out, %state;",
    "arrive_no_complete": "mbarrier.arrive.noComplete.shared.b64 %state, [%at], %low; mov.b64 %out, %state;",
    "arrive_drop": "mbarrier.arrive_drop.shared.b64 %state, [%at]; mov.b64 %out, %state;",
    "arrive_drop_count": "mbarrier.arrive_drop.shared.b64 %state, [%at], %low; mov.b64 %out, %state;",
    "arrive_drop_expect_tx": "mbarrier.arrive_drop.expect_tx.shared.b64 %state, [%at], %low; mov.b64 %out, %state;",
    "arrive_drop_no_complete": "mbarrier.arrive_drop.noComplete.shared.b64 %state, [%at], %low; mov.b64 %out, %state;",
    "test_wait": "mbarrier.test_wait.shared.b64 %done, [%at], %state; selp.b64 %out, 1, 0, %done;",
    "test_wait_bits": "mbarrier.test_wait.shared.b64 %done, [%at], %arg; selp.b64 %out, 1, 0, %done;",
    "test_wait_parity": "mbarrier.test_wait.parity.shared.b64 %done, [%at], %low; selp.b64 %out, 1, 0, %done;",
    "try_wait": "mbarrier.try_wait.shared.b64 %done, [%at], %state, 100; selp.b64 %out, 1, 0, %done;",
    "try_wait_parity": "mbarrier.try_wait.parity.shared.b64 %done, [%at], %low, 100; selp.b64 %out, 1, 0, %done;",
    "pending_count": "mbarrier.pending_count.b64 %low, %state; cvt.u64.u32 %out, %low;",
    "pending_count_bits": "mbarrier.pending_count.b64 %low, %arg; cvt.u64.u32 %out, %low;",
    "copies": "cp.async.mbarrier.arrive.shared.b64 [%at]; nanosleep.u32 20000;",
    "copies_no_increment": "cp.async.mbarrier.arrive.noinc.shared.b64 [%at]; nanosleep.u32 20000;",
}
"""PTX of each step, on the object at `%at`, with its argument in `%arg` and the low half of it in `%low`."""

_THREADS = 256
NUMBERS = {name: number for number, name in enumerate(OPERATIONS)}

_KERNEL = """.visible .entry scripts(
    .param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4, .param .u64 p5, .param .u32 threads)
{{
    .reg .pred %past, %is, %done;
    .reg .b32 %block, %size, %thread, %index, %count, %at, %steps, %step, %name, %low, %waits, %one;
    .reg .b64 %arg, %state, %out, %where, %offset, %base;
    .shared .align 8 .b64 objects[{threads}];
    mov.u32 %block, %ctaid.x; mov.u32 %size, %ntid.x; mov.u32 %thread, %tid.x;
    mad.lo.u32 %index, %block, %size, %thread;
    ld.param.u32 %count, [threads]; setp.ge.u32 %past, %index, %count; @%past bra DONE;
    mov.u32 %at, objects; mad.lo.u32 %at, %thread, 8, %at;
    mov.b64 %state, 0; st.volatile.shared.b64 [%at], %state;
    ld.param.u64 %base, [p0]; ld.global.u32 %steps, [%base];
    mov.u32 %step, 0;
NEXT:
    mad.lo.u32 %low, %index, %steps, %step; mul.wide.u32 %offset, %low, 8;
    ld.param.u64 %base, [p1]; add.u64 %where, %base, %offset; ld.global.u32 %name, [%where];
    ld.param.u64 %base, [p2]; add.u64 %where, %base, %offset; ld.global.b64 %arg, [%where];
    cvt.u32.u64 %low, %arg; mov.b64 %out, 0;
    {choices}
RECORD:
    ld.volatile.shared.b64 %arg, [%at];
    ld.param.u64 %base, [p3]; add.u64 %where, %base, %offset; st.global.b64 [%where], %arg;
    ld.param.u64 %base, [p4]; add.u64 %where, %base, %offset; st.global.b64 [%where], %out;
    mbarrier.test_wait.parity.shared.b64 %done, [%at], 0; selp.u32 %waits, 1, 0, %done;
    mbarrier.test_wait.parity.shared.b64 %done, [%at], 1; selp.u32 %one, 2, 0, %done; or.b32 %waits, %waits, %one;
    cvt.u64.u32 %out, %waits;
    ld.param.u64 %base, [p5]; add.u64 %where, %base, %offset; st.global.b64 [%where], %out;
    membar.sys;
    add.u32 %step, %step, 1; setp.lt.u32 %is, %step, %steps; @%is bra NEXT;
DONE:
    ret;
}}
"""


def module(version: str, target: str) -> str:
    """Return the kernel that runs scripts."""
    choices = (
        f"setp.ne.u32 %is, %name, {number}; @%is bra NOT{number}; {text} bra RECORD;\nNOT{number}:"
        for number, text in enumerate(OPERATIONS.values())
    )
    return HEADER.format(version=version, target=target) + _KERNEL.format(
        choices="\n    ".join(choices), threads=_THREADS
    )


class Seen(NamedTuple):
    """Observation of one step on a GPU."""

    object: int
    result: int
    """The state, predicate or count that the operation returns, else 0."""
    waits: int
    """Bit p: whether ``test_wait.parity`` of p is true afterwards."""


# --- running ---


_NOT_SEEN = 0xFFFFFFFFFFFFFFFF
"""Value for a step that was not executed. No step writes it: the last word of a step is at most 3."""


def run(context: GpuContext, scripts: Sequence[Script]) -> list[list[Seen]]:
    """Return the results of each step of each script; of a script that traps alone, those of the steps before."""
    steps = max(len(script) for script in scripts)
    names = np.zeros((len(scripts), steps), np.uint64)
    arguments = np.zeros((len(scripts), steps), np.uint64)
    for row, script in enumerate(scripts):
        names[row, : len(script)] = [NUMBERS[name] for name, _ in script]
        arguments[row, : len(script)] = [argument & 0xFFFFFFFFFFFFFFFF for _, argument in script]
    # In memory of the host, with a `membar.sys` after each step: a trap destroys the memory of the GPU, and the steps
    # before it are to be read.
    outputs = [context.mapped(names.size) for _ in Seen._fields]
    loaded = context.load(module("8.0", context.target()))
    try:
        for _, words in outputs:
            words[:] = _NOT_SEEN
        count = np.array([steps], np.uint32)
        with context.memory(count) as first, context.memory(names) as second, context.memory(arguments) as third:
            given = (first.pointer, second.pointer, third.pointer, *(pointer for pointer, _ in outputs))
            threads = len(scripts)
            context.run(
                loaded.function("scripts"), (*given, ctypes.c_uint32(threads)), -(-threads // _THREADS), _THREADS
            )
    except Trapped:
        if len(scripts) > 1:
            raise
    finally:
        loaded.unload()
    rows = zip(*(words.reshape(names.shape).tolist() for _, words in outputs), strict=True)
    return [
        [Seen(*step) for step in zip(*row, strict=True) if step[-1] != _NOT_SEEN][: len(script)]
        for script, row in zip(scripts, rows, strict=True)
    ]


def run_apart(scripts: Sequence[Script]) -> list[list[Seen]]:
    """Return the same in a context of its own."""
    with GpuContext() as context:
        return run(context, scripts)


# --- the state machine beside it ---

_ARRIVALS: dict[str, Callable[[MbarrierObject, int], MbarrierState]] = {
    "arrive": lambda barrier, _: barrier.arrive(),
    "arrive_count": MbarrierObject.arrive,
    "arrive_expect_tx": lambda barrier, count: barrier.arrive(expect_tx=count),
    "arrive_no_complete": MbarrierObject.arrive_no_complete,
    "arrive_drop": lambda barrier, _: barrier.arrive_drop(),
    "arrive_drop_count": MbarrierObject.arrive_drop,
    "arrive_drop_expect_tx": lambda barrier, count: barrier.arrive_drop(expect_tx=count),
    "arrive_drop_no_complete": MbarrierObject.arrive_drop_no_complete,
}
_CHANGES: dict[str, Callable[[MbarrierObject, int], object]] = {
    "none": lambda barrier, _: None,
    "expect_tx": MbarrierObject.expect_tx,
    "complete_tx": MbarrierObject.complete_tx,
    "copies": lambda barrier, _: _await_copies(barrier),
    "copies_no_increment": lambda barrier, _: barrier.arrive(),
}
_PARITIES = ("test_wait_parity", "try_wait_parity")
_QUESTIONS: dict[str, Callable[[MbarrierObject, MbarrierState], int]] = {
    "test_wait": MbarrierObject.test_wait,
    "try_wait": MbarrierObject.test_wait,
    "pending_count": lambda _, state: pending_count(state),
}


def _await_copies(barrier: MbarrierObject) -> None:
    """Copy without delay."""
    barrier.await_copies()
    barrier.arrive()


class Follower:
    """Run the state machine on the steps of a script; `Undefined` where the manual leaves a step open."""

    def __init__(self) -> None:
        self.barrier = MbarrierObject(1)
        self.state: MbarrierState | None = None
        self.counted = False

    def step(self, name: str, argument: int) -> int | None:
        """Execute a step, and return its result."""
        if name == "init":
            self.barrier = MbarrierObject(argument)
        elif name == "store":
            if argument & FORBIDDEN:
                raise Undefined("operations on such an object trap")
            self.barrier = MbarrierObject.of(unpacked(argument))
        elif name in _ARRIVALS:
            before = packed(self.barrier.counts)
            self.state = _ARRIVALS[name](self.barrier, argument)
            self.counted = name.endswith("no_complete")
            return before
        elif name.endswith("_bits"):
            state = unpacked(argument)
            return int(
                pending_count(MbarrierState(0, state.pending)) if "pending" in name else state.phase != self.phase
            )
        elif name in _QUESTIONS:
            if self.state is None or (name == "pending_count" and not self.counted):
                raise Undefined("no arrival has returned such a state")
            return int(_QUESTIONS[name](self.barrier, self.state))
        elif name in _PARITIES:
            return int(self.barrier.test_wait_parity(argument))
        elif name != "inval":
            _CHANGES[name](self.barrier, argument)
        return None

    @property
    def phase(self) -> int:
        """Phase that the object is in."""
        return int(self.barrier.counts.phase & 1)


def differences(script: Script, seen: Sequence[Seen]) -> Iterator[str]:
    """Return the differences between a GPU and the state machine, up to a step that has no meaning."""
    follower = Follower()
    for number, (name, argument) in enumerate(script):
        try:
            result = follower.step(name, argument)
        except Undefined:
            return
        if number == len(seen):
            yield f"step {number}, {name} {argument}: trapped"
            return
        yield from (
            f"step {number}, {name} {argument}: {difference}"
            for difference in _wrong(follower, name, result, seen[number])
        )


def _wrong(follower: Follower, name: str, result: int | None, seen: Seen) -> Iterator[str]:
    """Differences of one step. An arrival returns the upper half of the object before it, and the bits below."""
    measured = seen.result
    if name in _ARRIVALS and result is not None:
        measured, result = measured >> 32, result >> 32
    if result is not None and result != measured:
        yield f"{result:#x} expected, {measured:#x} measured"
    if name == "inval" and packed(follower.barrier.counts) != seen.object & ~1:
        yield f"object {packed(follower.barrier.counts):#x} expected, {seen.object:#x} measured"
    waits = sum(bool(follower.barrier.test_wait_parity(parity)) << parity for parity in (0, 1))
    if waits != seen.waits:
        yield f"waits {waits:02b} expected, {seen.waits:02b} measured"


# --- scripts ---


def defined(rng: random.Random, length: int) -> Script:
    """Yield random operations with a defined result that often complete phases."""
    script: Script = [("init", rng.choice([1, 2, 3, rng.randint(1, 40), MOST]))]
    follower = Follower()
    follower.step(*script[0])
    while len(script) < length:
        step = _proposed(rng, follower.barrier)
        after = copy.deepcopy(follower)
        try:
            after.step(*step)
        except Undefined:
            continue
        if after.barrier.counts.expected:
            follower = after
            script.append(step)
    return [*script, ("inval", 0)]


def _proposed(rng: random.Random, barrier: MbarrierObject) -> Step:
    """Return a step that may have a defined result in this state."""
    name = rng.choice([*_ARRIVALS, *_CHANGES, *_QUESTIONS, *_PARITIES])
    if name in _PARITIES:
        return name, rng.randint(0, 1)
    if name.endswith(("_count", "_no_complete")):
        return name, rng.randint(1, max(1, barrier.counts.pending))
    if name == "complete_tx" and rng.random() < 0.7:
        return name, max(0, barrier.counts.tx)
    return name, rng.choice([0, 1, rng.randint(0, 64), rng.randint(0, MOST)])


EDGES: tuple[Script, ...] = (
    [("init", 1), ("arrive", 0), ("arrive", 0), ("test_wait", 0)],
    [("init", 1), ("expect_tx", 5), ("arrive", 0), ("complete_tx", 2), ("complete_tx", 3), ("test_wait", 0)],
    [("init", 1), ("complete_tx", 5), ("arrive", 0), ("expect_tx", 2), ("expect_tx", 3), ("test_wait", 0)],
    [("init", 1), ("complete_tx", 5), ("arrive", 0), ("arrive_expect_tx", 5), ("test_wait", 0)],
    [("init", 2), ("complete_tx", 5), ("arrive_expect_tx", 5), ("arrive_expect_tx", 5), ("complete_tx", 5)],
    [("init", 1), ("expect_tx", 5), ("arrive", 0), ("arrive", 0), ("complete_tx", 5), ("test_wait", 0)],
    [("init", 2), ("arrive_count", 3), ("arrive", 0), ("arrive", 0)],
    [("init", 2), ("arrive_no_complete", 2), ("pending_count", 0), ("arrive", 0)],
    [("init", 2), ("arrive_no_complete", 3), ("pending_count", 0), ("arrive", 0)],
    [("init", 2), ("arrive_count", 0), ("arrive_no_complete", 0), ("pending_count", 0), ("arrive_drop_count", 0)],
    [("init", 5), ("arrive_no_complete", 2), ("pending_count", 0), ("arrive_no_complete", 1), ("pending_count", 0)],
    [("init", 5), ("arrive", 2), ("pending_count", 0), ("arrive_count", 3), ("pending_count", 0)],
    [("init", 5), ("arrive_drop_no_complete", 2), ("pending_count", 0), ("arrive_count", 3), ("arrive_count", 3)],
    [("init", 2), ("arrive_drop", 0), ("arrive", 0), ("arrive", 0), ("arrive", 0)],
    [("init", 1), ("arrive_drop", 0), ("arrive", 0), ("arrive", 0), ("expect_tx", 1), ("complete_tx", 1)],
    [("init", 2), ("arrive_drop_count", 2), ("test_wait", 0), ("expect_tx", 1), ("complete_tx", 1)],
    [("init", 2), ("arrive_drop_count", 3), ("arrive", 0)],
    [("init", 2), ("arrive_drop_expect_tx", 3), ("arrive", 0), ("complete_tx", 3), ("arrive", 0)],
    [("init", MOST), ("arrive_count", MOST - 1), ("arrive", 0), ("arrive_count", MOST), ("test_wait", 0)],
    [("init", MOST), ("copies", 0), ("arrive_count", MOST)],
    [("init", 0), ("arrive", 0), ("arrive", 0)],
    [("init", MOST + 1), ("arrive", 0), ("arrive", 0)],
    [("init", MOST + 2), ("arrive", 0), ("arrive", 0)],
    [("init", 0xFFFFFFFF), ("arrive", 0), ("arrive", 0)],
    [("init", 3), ("arrive_count", MOST + 2), ("arrive", 0)],
    [("init", 1), ("expect_tx", MOST), ("arrive", 0), ("complete_tx", MOST), ("test_wait", 0)],
    [("init", 1), ("expect_tx", MOST), ("expect_tx", 1), ("arrive", 0), ("complete_tx", MOST), ("complete_tx", 1)],
    [("init", 1), ("expect_tx", MOST + 1), ("arrive", 0), ("complete_tx", MOST + 1)],
    [("init", 1), ("expect_tx", 0xFFFFFFFF), ("arrive", 0), ("complete_tx", 0xFFFFFFFF)],
    [("init", 1), ("complete_tx", MOST), ("arrive", 0), ("expect_tx", MOST), ("test_wait", 0)],
    [("init", 1), ("complete_tx", MOST), ("complete_tx", 1), ("arrive", 0), ("expect_tx", MOST), ("expect_tx", 1)],
    [("init", 1), ("complete_tx", MOST), ("complete_tx", 2), ("arrive", 0), ("expect_tx", MOST), ("expect_tx", 2)],
    [("init", 1), ("expect_tx", 0), ("complete_tx", 0), ("arrive_expect_tx", 0), ("test_wait", 0)],
    [("init", 1), ("test_wait_parity", 0), ("test_wait_parity", 1), ("test_wait_parity", 2), ("test_wait_parity", 3)],
    [("init", 1), ("test_wait_bits", 0), ("test_wait_bits", 1 << 63), ("test_wait_bits", (1 << 63) - 1)],
    [("init", 1), ("arrive", 0), ("arrive", 0), ("test_wait", 0), ("arrive", 0), ("test_wait_bits", 0)],
    [("init", 1), ("try_wait_parity", 0), ("try_wait_parity", 1), ("arrive", 0), ("try_wait", 0)],
    [("init", 2), ("copies", 0), ("arrive", 0), ("copies_no_increment", 0), ("arrive", 0)],
    [("init", 2), ("copies_no_increment", 0), ("copies_no_increment", 0), ("test_wait_parity", 0)],
    [("init", 7), ("arrive", 0), ("inval", 0), ("init", 5), ("arrive", 0)],
    [("init", 7), ("expect_tx", 9), ("arrive", 0), ("init", 5), ("arrive", 0)],
)
"""Operations at the limits and beyond them that the assembler accepts."""

_ONE_OPERATION = (*_ARRIVALS, "expect_tx", "complete_tx", "copies", "copies_no_increment", "none")


def of_bits(rng: random.Random) -> Script:
    """One operation on an object of any bits, and two tests with states of any bits."""
    few = [rng.getrandbits(64) & rng.getrandbits(64), rng.getrandbits(64) | rng.getrandbits(64), 1 << rng.randrange(64)]
    argument = rng.choice([0, 1, 2, rng.getrandbits(20), rng.getrandbits(32)])
    states = [("test_wait_bits", rng.getrandbits(64)), ("pending_count_bits", rng.getrandbits(64))]
    stored = ("store", rng.choice([rng.getrandbits(64), *few]))
    return [stored, (rng.choice(_ONE_OPERATION), argument), ("inval", 0), *states]


def has_meaning(script: Script) -> bool:
    """Return True if the state machine defines every step."""
    follower = Follower()
    try:
        for step in script:
            follower.step(*step)
    except Undefined:
        return False
    return True


def group(name: str, count: int) -> list[Script]:
    """Return the scripts of a group, always the same."""
    rng = random.Random(name)
    if name == "edges":
        return list(EDGES)
    if name == "defined":
        return [defined(rng, 24) for _ in range(count)]
    chosen = (script for script in iter(lambda: of_bits(rng), None) if has_meaning(script) == (name == "bits"))
    return list(itertools.islice(chosen, count if name == "bits" else min(count, MOST_TRAPS)))


MOST_TRAPS = 40
"""Scripts that may trap; each takes a process."""
GROUPS = {"defined": False, "bits": False, "edges": True, "traps": True}
"""The groups, and whether each script runs alone."""


# --- the command ---


def main(arguments: list[str] | None = None) -> int:
    """Run the groups named, or all; status 1 where the state machine differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.gpu.mbarriers", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"{', '.join(GROUPS)}; all by default")
    parser.add_argument("--scripts", type=int, default=4096, metavar="N", help="random scripts a group (default 4096)")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    differ = 0
    for name in options.groups or GROUPS:
        differ += _run_group(name, group(name, options.scripts), options.folder)
    return int(differ > 0)


def _run_group(name: str, scripts: list[Script], folder: Path) -> int:
    """Run a group, store the results, and count scripts that differ."""
    seen: list[list[Seen]] = []
    try:
        for batch in [[script] for script in scripts] if GROUPS[name] else [scripts]:
            for _, part in apart(run_apart, batch):
                assert not isinstance(part, Trapped)
                seen += part
    except GpuError as error:
        print(f"{name:8} {error}", flush=True)
        return 1
    kept = [
        [[*step, *(result or [])] for step, result in itertools.zip_longest(script, results)]
        for script, results in zip(scripts, seen, strict=True)
    ]
    (folder / f"{name}.json").write_text("[\n" + ",\n".join(map(json.dumps, kept)) + "\n]\n")
    wrong = [lines for pair in zip(scripts, seen, strict=True) if (lines := list(differences(*pair)))]
    steps, trapped = (
        sum(map(len, seen)),
        sum(len(results) < len(script) for results, script in zip(seen, scripts, strict=True)),
    )
    print(
        f"{name:8} {len(scripts):,} scripts, {steps:,} steps, {trapped} scripts trapped, {len(wrong)} differ",
        flush=True,
    )
    for lines in wrong[:8]:
        print("  " + "; ".join(lines[:3]))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
