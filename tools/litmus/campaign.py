"""Compare the evaluators of the memory model on random litmus tests, and read corrupted files.

    python -m tools.litmus.campaign [--tests 5000] [--corrupted 1000] [--first 0]

Each random test is evaluated by the compiled model, with early rejection of candidates, and by the interpreter on all
candidates; the sets of all executions must be equal. A corrupted file must end in a verdict or in one `LitmusError`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from ptxisa.memory_model import LitmusError, LitmusTest, MemoryModel, decide, parse_litmus
from ptxisa.memory_model.executions import Cut, candidates, executions, skeletons
from ptxisa.memory_model.statements import test_of

SCOPES = ("cta", "cluster", "gpu", "sys")
STORES = ("st.weak {}, {}", "st.relaxed.{s} {}, {}", "st.release.{s} {}, {}", "red.relaxed.{s}.add {}, {}")
LOADS = ("ld.weak r{}, {}", "ld.relaxed.{s} r{}, {}", "ld.acquire.{s} r{}, {}", "atom.acq_rel.{s}.add r{}, {}, 1")
OTHERS = ("fence.sc.{s}", "fence.acq_rel.{s}", "bar.cta.sync 0", "fence.proxy.alias", "fence.proxy.surface")
ALIASED = ("sust.weak s, {v}", "suld.weak r{n}, s", "ld.weak r{n}, y", "st.weak y, {v}")
TYPED_STORES = (
    "st.weak.u{w} [{x}+{o}], {v}",
    "st.relaxed.{s}.u{w} [{x}+{o}], {v}",
    "st.release.{s}.u{w} [{x}+{o}], {v}",
    "st.volatile.u{w} [{x}+{o}], {v}",
    "st.mmio.relaxed.sys.u{w} [{x}+{o}], {v}",
    "red.release.{s}.add.u32 [{x}], {v}",
    "st.weak.v2.u32 [{x}], {{{v}, 3}}",
)
TYPED_LOADS = (
    "ld.weak.u{w} r{n}, [{x}+{o}]",
    "ld.relaxed.{s}.u{w} r{n}, [{x}+{o}]",
    "ld.acquire.{s}.u{w} r{n}, [{x}+{o}]",
    "ld.volatile.u{w} r{n}, [{x}+{o}]",
    "atom.acq_rel.{s}.exch.b32 r{n}, [{x}], {v}",
    "atom.relaxed.{s}.cas.b32 r{n}, [{x}], 0, {v}",
    "ld.relaxed.{s}.v2.u32 {{r{n}, r9}}, [{x}]",
)
TYPED_OTHERS = (
    "fence.sc.{s}",
    "fence.acq_rel.{s}",
    "fence.acquire.{s}",
    "fence.release.{s}",
    "membar.gl",
    "bar.sync 0",
    "barrier.cluster.arrive",
    "barrier.cluster.wait",
    "mbarrier.arrive.release.{m}.shared::cluster.b64 _, [b]",
    "mbarrier.test_wait.parity.acquire.{m}.shared.b64 p{n}, [b], 0",
    "fence.proxy.async",
    "cp.async.bulk.global.shared::cta.bulk_group [x], [y], 16",
    "cp.async.bulk.commit_group",
    "cp.async.bulk.wait_group 0",
)


def random_test(seed: int) -> LitmusTest:
    """Return a litmus test of two or three threads with scopes, clusters, fences, barriers, proxies and aliases."""
    pick = random.Random(seed)
    threads = pick.choice((2, 2, 3))
    header = " | ".join(f"P{i}@cluster {pick.randrange(2)},cta {pick.randrange(2)},gpu 0" for i in range(threads))
    columns = []
    for _ in range(threads):
        column = []
        for number in range(pick.randint(2, 3)):
            scope, place, kind = pick.choice(SCOPES), pick.choice("xf"), pick.random()
            if kind < 0.38:
                column.append(pick.choice(STORES).format(place, pick.randint(1, 2), s=scope))
            elif kind < 0.72:
                column.append(pick.choice(LOADS).format(number, place, s=scope))
            elif kind < 0.88:
                column.append(pick.choice(OTHERS).format(s=scope))
            else:
                column.append(pick.choice(ALIASED).format(v=pick.randint(1, 2), n=number))
        columns.append(column)
    rows = [" | ".join(c[i] if i < len(c) else "" for c in columns) + " ;" for i in range(max(map(len, columns)))]
    init = "{ x=0; f=0; y @ generic aliases x; s @ surface aliases x; }"
    return parse_litmus("\n".join(["PTX random", init, header + " ;", *rows, "exists (x=9)"]))


def random_typed_test(seed: int) -> LitmusTest:
    """Return a litmus test with mixed sizes, vectors, compare-and-swap, mbarriers and asynchronous copies."""
    pick = random.Random(seed)
    threads: list[dict[str, Any]] = []
    for _ in range(2):
        code = []
        for number in range(pick.randint(2, 3)):
            kind, width = pick.random(), pick.choice((8, 16, 32, 32, 64))
            kinds = TYPED_STORES if kind < 0.4 else TYPED_LOADS if kind < 0.75 else TYPED_OTHERS
            offset = pick.choice((0, 0, 4 if width <= 32 else 0))
            place, value = pick.choice("xy"), pick.randint(1, 2)
            words = {"w": width, "o": offset, "x": place, "v": value, "n": number, "m": pick.choice(SCOPES[:2])}
            code.append(pick.choice(kinds).format(s=pick.choice(SCOPES), **words))
        threads.append({"place": {"cluster": pick.randrange(2), "cta": pick.randrange(2)}, "code": code})
    return test_of(threads, {"x": 0, "y": 0}, {}, {"b": 1}, "exists (x=9)", {})


def all_executions(test: LitmusTest, model: MemoryModel, prune: bool) -> set[tuple[object, ...]]:
    """Return every allowed execution as the writes that reads return, and the orders.

    Args:
        test: Litmus test.
        model: Model of memory consistency.
        prune: Reject candidates early, as verdicts do.
    """
    result: set[tuple[object, ...]] = set()
    for skeleton in skeletons(test):
        if isinstance(skeleton, Cut):
            continue
        if prune:
            every = executions(skeleton, model)
        else:
            every = (execution for execution, failed in candidates(skeleton, model) if failed is None)
        for execution in every:
            sources = tuple(sorted(execution.sources.items()))
            result.add((sources, execution.sc_fence_order, execution.coherence_order, tuple(skeleton.hung)))
    return result


def differs(test: LitmusTest, version: str) -> bool:
    """Return True if the compiled and the interpreted model allow different executions of a test."""
    compiled = MemoryModel.of(version)
    interpreted = MemoryModel(version, compiled.definitions)
    return all_executions(test, compiled, prune=True) != all_executions(test, interpreted, prune=False)


def corrupted(texts: Sequence[str], seed: int) -> str:
    """Return a text with some characters, words or lines removed, repeated, exchanged or replaced."""
    pick = random.Random(seed)
    text = pick.choice(texts)
    for _ in range(pick.randint(1, 4)):
        kind = pick.randrange(5)
        at, end = sorted((pick.randrange(len(text) + 1), pick.randrange(len(text) + 1)))
        end = min(end, at + 40)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:at] + pick.choice("{}[]();:,.@%!/\\|=<>\0\n\t é0x-+") + text[at:]
        elif kind == 2:
            text = text[:end] + text[at:end] * pick.randint(1, 3) + text[end:]
        elif kind == 3:
            lines = text.split("\n")
            pick.shuffle(lines)
            text = "\n".join(lines)
        else:
            words = text.split(" ")
            first, second = pick.randrange(len(words)), pick.randrange(len(words))
            words[first], words[second] = words[second], words[first]
            text = " ".join(words)
    return text


def outcome_of(text: str) -> str:
    """Return the verdict of a text, or "error" if it ends in a `LitmusError`."""
    try:
        return decide(parse_litmus(text), MemoryModel.of()).verdict
    except (LitmusError, RecursionError):
        return "error"


HERD = """PTX MP
{ x=0; flag=0; y @ surface aliases x; P1:r5=1; }
 P0@cta 0,gpu 0         | P1@cluster 0,cta 1,gpu 0 ;
 st.weak x, 1           | L: ld.acquire.gpu r0, flag ;
 fence.proxy.surface    | bne r0, 1, L ;
 atom.release.gpu.cas r1, flag, 0, 1 | suld.weak r1, y ;
filter (P1:r5=1)
exists (P1:r0=1 /\\ not P1:r1=0)
"""
MODULE = """.version 8.7
.target sm_90
.address_size 64
//! thread P0 gpu=0 cluster=0 cta=0
//! thread P1 gpu=0 cluster=0 cta=1
//! init x=0, f=0
//! mbarrier b 1
//! question exists (P1:%r1=1 /\\ P1:%r2=0)
//! expect forbidden
.global .u32 x;
.global .u32 f;
.shared .b64 b;
.func P0 () { st.weak.global.u32 [x], 1; fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [f], 1; ret; }
.func P1 () {
.reg .u32 %r<3>; .reg .pred %p;
LOOP: ld.acquire.gpu.global.u32 %r1, [f]; setp.eq.u32 %p, %r1, 0; @%p bra LOOP;
mbarrier.try_wait.parity.shared.b64 %p, [b], 1;
ld.weak.global.u32 %r2, [x]; ret;
}
"""


def failures(first: int, tests: int, corrupt: int) -> Iterator[str]:
    """Yield the failures of a campaign.

    Args:
        first: Number of the first random test.
        tests: Number of random tests.
        corrupt: Number of corrupted files.
    """
    for seed in range(first, first + tests):
        # Every third test has types; the models take turns.
        test = random_typed_test(seed) if seed % 3 == 2 else random_test(seed)
        version = ("8.7", "6.0", "9.4", "7.5")[seed // 3 % 4]
        if differs(test, version):
            yield f"random test {seed}: the evaluators differ in model {version}"
    for seed in range(first, first + corrupt):
        text = corrupted((HERD, MODULE), seed)
        begin = time.process_time()
        try:
            outcome_of(text)
        except Exception as error:  # Any exception is what this looks for.
            yield f"corrupted file {seed}: {type(error).__name__}: {error}"
        if time.process_time() - begin > 5:
            yield f"corrupted file {seed}: took {time.process_time() - begin:.1f} s"


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=int, default=5000)
    parser.add_argument("--corrupted", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    arguments = parser.parse_args()
    lines = list(failures(arguments.first, arguments.tests, arguments.corrupted))
    print("\n".join(lines) or f"{arguments.tests} tests and {arguments.corrupted} corrupted files: no failure")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
