"""Make kernels of litmus tests for a GPU of sm_90: `python -m tools.litmus.kernels FOLDER [--ptxas 13.0] [--limit N]`.

Every thread of a kernel executes every thread of the test, each of them for another instance with its own variables,
so a launch runs tens of thousands of instances at once. The launch decides which instance a thread executes, where
variables are, and how much other CTAs disturb memory. FOLDER gets the cubins and `plan.json`: the outcomes of each
test, those that the model allows, and those that are sequentially consistent. `tools.litmus.runner` runs them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ptxisa
from ptxisa.memory_model import Report
from ptxisa.oracle.releases import find
from tools.litmus.shapes import ShapedTest, tests

THREADS = 256
CLUSTER = 4
PER_MODULE = 24
TARGET = "sm_90"
REGISTER = re.compile(r"\b(rd|r|p)(\d+)\b")


def extra_tests() -> Iterator[ShapedTest]:
    """Yield tests of proxies, asynchronous copies, mbarriers, barriers, volatile accesses and vectors."""
    mixed = {"s": "shared", "g": "global"}
    bulk = "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16"
    done = ("cp.async.bulk.commit_group", "cp.async.bulk.wait_group 0")
    read = "ld.global.u32 r0, [g]"
    fence = "fence.proxy.async.shared::cta"
    yield ShapedTest(
        "bulk store after a proxy fence", "warps", (("st.shared.u32 [s], 1", fence, bulk, *done, read),), mixed
    )
    yield ShapedTest("bulk store without a proxy fence", "warps", (("st.shared.u32 [s], 1", bulk, *done, read),), mixed)
    after = ("cp.async.bulk.commit_group", "cp.async.bulk.wait_group.read 0", "st.shared.u32 [s], 2")
    code = ("st.shared.u32 [s], 1", fence, bulk, *after, "cp.async.bulk.wait_group 0", read)
    yield ShapedTest("source of a bulk store reused after its read", "warps", (code,), mixed)
    load = "cp.async.ca.shared.global [s], [g], 4"
    code = ("st.global.u32 [g], 1", load, "cp.async.commit_group", "cp.async.wait_group 0", "ld.shared.u32 r0, [s]")
    yield ShapedTest("copy without bulk", "warps", (code,), mixed)
    for order in ("release", "relaxed"):
        arrive = f"mbarrier.arrive.{order}.cta.shared.b64 rd1, [b]"
        for space in ("shared", "global"):
            wait = ("mbarrier.test_wait.parity.acquire.cta.shared.b64 p1, [b], 0", "selp.u32 r0, 1, 0, p1")
            threads = (
                (f"st.{space}.u32 [x], 1", arrive),
                (*wait, f"ld.{space}.u32 r1, [x]"),
            )
            yield ShapedTest(
                f"mbarrier {order} at warps in {space}", "warps", threads, {"x": space, "b": "shared"}, {"b": 1}
            )
            # With a branch on the result of the wait, as programs have it.
            branch = ("mov.u32 r1, 3", "@!p1 bra OUT", f"ld.{space}.u32 r1, [x]", "OUT:")
            yield ShapedTest(
                f"mbarrier {order} with branch at warps in {space}",
                "warps",
                (threads[0], (*wait, *branch)),
                {"x": space, "b": "shared"},
                {"b": 1},
            )
    for placement in ("warps", "cluster", "ctas"):
        volatile = (
            ("st.volatile.global.u32 [x], 1", "st.volatile.global.u32 [y], 1"),
            ("ld.volatile.global.u32 r0, [y]", "ld.volatile.global.u32 r1, [x]"),
        )
        spaces = {"x": "global", "y": "global"}
        yield ShapedTest(f"MP+volatile at {placement}", placement, volatile, spaces)
        fenced = tuple((code[0], "membar.gl", code[1]) for code in volatile)
        yield ShapedTest(f"MP+volatile+membar.gl at {placement}", placement, fenced, spaces)
        fenced = tuple((code[0], "membar.cta", code[1]) for code in volatile)
        yield ShapedTest(f"MP+volatile+membar.cta at {placement}", placement, fenced, spaces)
        vectors = (("st.global.v2.u32 [x], {1, 2}",), ("ld.global.v2.u32 {r0, r1}, [x]",))
        yield ShapedTest(f"vectors at {placement}", placement, vectors, {"x": "global"})
        for release, acquire in (("release", "acquire"), ("acq_rel", "acquire"), ("release", "acq_rel")):
            one_way = (
                ("st.global.u32 [x], 1", f"fence.{release}.gpu", "st.relaxed.gpu.global.u32 [y], 1"),
                ("ld.relaxed.gpu.global.u32 r0, [y]", f"fence.{acquire}.gpu", "ld.global.u32 r1, [x]"),
            )
            yield ShapedTest(f"MP+{release}+{acquire} at {placement}", placement, one_way, spaces)


def litmus_of(test: ShapedTest, question: str) -> Report:
    """Return the answer of the model."""
    threads = [{"place": place, "code": list(code)} for place, code in zip(test.places, test.threads, strict=True)]
    init = dict.fromkeys((name for name in test.spaces if name not in test.mbarriers), 0)
    return ptxisa.litmus(threads, init, mbarriers=test.mbarriers, question=question, model="8.7")


def observables(test: ShapedTest) -> list[str]:
    """Return the registers and variables of which an outcome consists."""
    names = []
    for number, code in enumerate(test.threads):
        registers = {f"r{match[2]}" for line in code for match in REGISTER.finditer(line) if match[1] == "r"}
        names += [f"P{number}:{name}" for name in sorted(registers)]
    return names + [name for name in sorted(test.spaces) if name not in test.mbarriers]


def coded(values: Mapping[str, int], names: Sequence[str]) -> int:
    """Return the number of an outcome: two bits for each value; 3 and all greater values are 3."""
    return sum(min(values[name] & 0xFFFFFFFF, 3) << 2 * position for position, name in enumerate(names))


def allowed_outcomes(test: ShapedTest, names: Sequence[str]) -> list[int] | None:
    """Return the outcomes that the model allows; None if every one is."""
    conditions = " /\\ ".join(f"{name}=0" for name in names)
    report = litmus_of(test, f"exists ({conditions})")
    if report.verdict in ("undefined", "out-of-model"):
        return None
    return sorted({coded(dict(outcome), names) for outcome in report.outcomes})


def sequential_outcomes(test: ShapedTest, names: Sequence[str]) -> list[int] | None:
    """Return the outcomes of all interleavings; None for a test with other statements than accesses and fences."""
    threads: list[list[tuple[str, str, str]]] = []
    for number, code in enumerate(test.threads):
        steps = []
        for statement in code:
            opcode, _, operands = statement.partition(" ")
            name = opcode.split(".")[0]
            if name not in ("ld", "st", "atom", "fence", "membar") or "{" in operands:
                return None
            parts = [part.strip(" []") for part in operands.split(",")]
            if name == "ld":
                steps.append(("ld", f"P{number}:{parts[0]}", parts[1]))
            elif name == "st":
                steps.append(("st", parts[0], parts[1]))
            elif name == "atom":
                steps.append((f"P{number}:{parts[0]}", parts[1], parts[2]))
        threads.append(steps)
    seen = set()
    pending = [((0,) * len(threads), tuple((name, 0) for name in names))]
    results = set()
    while pending:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        positions, values = state[0], dict(state[1])
        if all(position == len(steps) for position, steps in zip(positions, threads, strict=True)):
            results.add(coded(values, names))
        for number, steps in enumerate(threads):
            if positions[number] < len(steps):
                kind, first, second = steps[positions[number]]
                after = dict(values)
                if kind == "ld":
                    after[first] = values[second]
                elif kind == "st":
                    after[first] = int(second)
                else:
                    after[kind], after[first] = values[first], values[first] + int(second)
                moved = (*positions[:number], positions[number] + 1, *positions[number + 1 :])
                pending.append((moved, tuple(after.items())))
    return sorted(results)


def kernel(test: ShapedTest, names: Sequence[str], entry: str) -> str:
    """Return the kernel of a test and the kernel that counts outcomes and clears memory."""
    text = KernelText(test, names, entry)
    return "\n".join(["\n".join(text.test_kernel()), "\n".join(text.counting_kernel())])


class KernelText:
    """The two kernels of a test as PTX.

    The words of the parameter `q` are: 0 CTAs that test, 1 instances of a group less 1, 2 instances less 1, 3 stride of
    variables, 4 arrivals before the test begins, 5 and 6 accesses of stress before the test and in other CTAs, 7 first
    thread; from 8 factors and from 12 offsets of the instances of each thread, from 16 factors and from 20 offsets of
    each variable. They are parameters and not constants, so that one cubin serves every arrangement that the runner
    tries.
    """

    def __init__(self, test: ShapedTest, names: Sequence[str], entry: str) -> None:
        self.test, self.names, self.entry = test, names, entry
        self.variables = sorted(test.spaces)
        self.shared = [name for name in self.variables if test.spaces[name] == "shared"]
        in_cluster = test.placement == "cluster"
        self.meet = "barrier.cluster.arrive; barrier.cluster.wait;" if in_cluster else "bar.sync 0;"
        """Barrier of the threads that share memory."""

    def test_kernel(self) -> Iterator[str]:
        """Yield the kernel that executes the test."""
        yield from self.declarations()
        yield "ld.param.u64 %mem, [pm];\nld.param.u64 %out, [po];\nld.param.u64 %scratch, [pz];"
        yield "mov.u32 %cta, %ctaid.x;\nmov.u32 %lane, %tid.x;"
        yield "ld.param.u32 %t, [q];\nsetp.ge.u32 %p, %cta, %t;\n@%p bra STRESS;"
        yield "ld.param.u32 %m, [q+4];\nld.param.u32 %n, [q+8];\nld.param.u32 %stride, [q+12];"
        yield f"mad.lo.u32 %g, %cta, {THREADS}, %lane;\nand.b32 %local, %g, %m;\nsub.u32 %base, %g, %local;"
        yield from self.initial_values()
        yield from self.start()
        yield from self.threads()
        yield from self.final_values()
        yield "ret;"
        yield from self.stress()
        yield "ret;"
        yield "}"

    def declarations(self) -> Iterator[str]:
        """Yield the head of the kernel, and its registers and shared memory."""
        parameters = ".param .u64 pm, .param .u64 po, .param .u64 pz, .param .align 4 .b8 q[128]"
        yield f".visible .entry {self.entry}({parameters})"
        yield f".reqntid {THREADS}"
        if self.test.placement == "cluster":
            yield f".reqnctapercluster {CLUSTER}"
        yield "{"
        yield ".reg .pred %p, %q, %r<8>;"
        yield ".reg .b32 %cta, %lane, %g, %m, %base, %local, %inst, %t, %u, %role, %count, %slot, %rank, %n, %stride;"
        yield ".reg .b64 %mem, %out, %scratch, %w, %x;"
        for name in self.variables:
            yield f".reg .b{32 if name in self.shared else 64} %v_{name};"
        for number, code in enumerate(self.test.threads):
            for kind, bits in (("r", "b32"), ("rd", "b64"), ("p", "pred")):
                used = sorted({match[0] for line in code for match in REGISTER.finditer(line) if match[1] == kind})
                yield from (f".reg .{bits} %t{number}_{register};" for register in used)
        if self.shared:
            yield f".shared .align 16 .b8 {self.entry}_s[{16 * THREADS * len(self.shared)}];"

    def initial_values(self) -> Iterator[str]:
        """Yield the initialization of shared memory; the counting kernel has cleared global memory."""
        for position, name in enumerate(self.shared):
            yield f"mov.u32 %t, {self.entry}_s;"
            yield f"mad.lo.u32 %t, %lane, 16, %t; add.u32 %t, %t, {16 * THREADS * position};"
            if name in self.test.mbarriers:
                yield f"mbarrier.init.shared.b64 [%t], {self.test.mbarriers[name]};"
            else:
                yield "st.shared.v4.u32 [%t], {0, 0, 0, 0};"
        if self.shared:
            yield "fence.proxy.async;"
            yield self.meet

    def start(self) -> Iterator[str]:
        """Yield accesses before the test, and a barrier of all CTAs, so that their threads run at the same time."""
        # The accesses bring lines of the scratch memory into caches and fill queues.
        yield "ld.param.u32 %count, [q+20];"
        yield "BEFORE: setp.eq.u32 %p, %count, 0; @%p bra READY;"
        yield "mad.lo.u32 %t, %g, 1103515245, %count; and.b32 %t, %t, 0xFFFF;"
        yield "mul.wide.u32 %w, %t, 64; add.u64 %w, %scratch, %w;"
        yield "ld.volatile.global.u32 %u, [%w+64]; st.volatile.global.u32 [%w+64], %count;"
        yield "sub.u32 %count, %count, 1; bra BEFORE;"
        yield "READY:"
        # One thread of each CTA waits for the others. The time is bounded: CTAs that are not resident never arrive.
        yield "ld.param.u32 %u, [q+16]; setp.ne.u32 %p, %lane, 0; @%p bra GO; setp.eq.u32 %p, %u, 0; @%p bra GO;"
        yield "red.relaxed.gpu.global.add.u32 [%scratch], 1; mov.u32 %count, 4000;"
        yield "SPIN: ld.relaxed.gpu.global.u32 %t, [%scratch]; setp.ge.u32 %p, %t, %u; @%p bra GO;"
        yield "sub.u32 %count, %count, 1; setp.ne.u32 %p, %count, 0; @%p bra SPIN;"
        yield "GO: bar.sync 0;"

    def threads(self) -> Iterator[str]:
        """Yield the code of all threads of the test. Each thread executes them in turn, each for another instance."""
        test, registers = self.test, [name for name in self.names if ":" in name]
        yield "ld.param.u32 %role, [q+28]; add.u32 %role, %role, %cta;"
        yield f"rem.u32 %role, %role, {len(test.threads)}; mov.u32 %count, {len(test.threads)};"
        yield "NEXT:"
        for number in range(len(test.threads)):
            yield f"setp.eq.u32 %p, %role, {number}; @%p bra ROLE{number};"
        for number, code in enumerate(test.threads):
            yield f"ROLE{number}:"
            yield from self.addresses(number)
            for line in code:
                renamed = re.sub(r"\[([a-z]\w*)", r"[%v_\1", line).replace("OUT", f"OUT{number}")
                yield REGISTER.sub(rf"%t{number}_\g<0>", renamed) + ("" if line.endswith(":") else ";")
            own = [(slot, name) for slot, name in enumerate(registers) if name.startswith(f"P{number}:")]
            if own:
                yield f"mad.lo.u32 %t, %inst, {len(self.names)}, 0; mul.wide.u32 %w, %t, 4; add.u64 %w, %out, %w;"
            for slot, name in own:
                yield f"st.global.u32 [%w+{4 * slot}], %t{number}_{name.split(':')[1]};"
            yield "bra JOIN;"
        yield "JOIN: add.u32 %role, %role, 1;"
        yield f"setp.ge.u32 %p, %role, {len(test.threads)}; @%p mov.u32 %role, 0;"
        yield "sub.u32 %count, %count, 1; setp.ne.u32 %p, %count, 0; @%p bra NEXT;"

    def addresses(self, number: int) -> Iterator[str]:
        """Yield the computation of the instance that a thread executes, and of the addresses of its variables."""
        yield f"ld.param.u32 %t, [q+{32 + 4 * number}]; ld.param.u32 %u, [q+{48 + 4 * number}];"
        yield "mad.lo.u32 %t, %local, %t, %u; and.b32 %t, %t, %m; add.u32 %inst, %base, %t;"
        for position, name in enumerate(self.variables):
            if name not in self.shared:
                yield from self.global_address(name, position)
                continue
            offset = 16 * THREADS * self.shared.index(name)
            yield f"and.b32 %slot, %inst, {THREADS - 1}; mov.u32 %t, {self.entry}_s;"
            yield f"mad.lo.u32 %t, %slot, 16, %t; add.u32 %v_{name}, %t, {offset};"
            if self.test.placement == "cluster":
                yield f"shr.u32 %rank, %inst, {THREADS.bit_length() - 1}; and.b32 %rank, %rank, {CLUSTER - 1};"
                yield f"mapa.shared::cluster.u32 %v_{name}, %v_{name}, %rank;"

    @staticmethod
    def global_address(name: str, position: int) -> Iterator[str]:
        """Yield the computation of the address of a variable in global memory."""
        yield f"ld.param.u32 %t, [q+{64 + 4 * position}]; mul.lo.u32 %t, %inst, %t; and.b32 %t, %t, %n;"
        yield f"ld.param.u32 %u, [q+{80 + 4 * position}]; mad.lo.u32 %t, %t, %stride, %u; mul.wide.u32 %w, %t, 4;"
        yield f"add.u64 %v_{name}, %mem, %w;"

    def final_values(self) -> Iterator[str]:
        """Yield stores of the final values of shared memory to the place where the counting kernel reads them."""
        if self.shared:
            yield self.meet
            yield f"mad.lo.u32 %t, %g, {len(self.names)}, 0; mul.wide.u32 %w, %t, 4; add.u64 %w, %out, %w;"
        for position, name in enumerate(self.shared):
            if name in self.names:
                yield f"mov.u32 %t, {self.entry}_s; mad.lo.u32 %t, %lane, 16, %t;"
                yield f"ld.shared.u32 %u, [%t+{16 * THREADS * position}];"
                yield f"st.global.u32 [%w+{4 * self.names.index(name)}], %u;"

    def stress(self) -> Iterator[str]:
        """Yield the code of CTAs that disturb memory."""
        yield "STRESS: ld.param.u32 %count, [q+24]; mov.u32 %g, %cta;"
        yield "MORE: setp.eq.u32 %p, %count, 0; @%p bra STOP;"
        yield (
            "mad.lo.u32 %g, %g, 1664525, 1013904223; shr.u32 %t, %g, 12; and.b32 %t, %t, 0xFFFF; xor.b32 %t, %t, %lane;"
        )
        yield "mul.wide.u32 %w, %t, 64; add.u64 %w, %scratch, %w;"
        yield "st.volatile.global.u32 [%w+64], %g; ld.volatile.global.u32 %u, [%w+128];"
        yield "st.volatile.global.u32 [%w+192], %u;"
        yield "sub.u32 %count, %count, 1; bra MORE;"
        yield "STOP:"
        if self.test.placement == "cluster" and self.shared:
            # Every CTA of a cluster must arrive, also if it is not one of those that test.
            yield f"{self.meet} {self.meet}"

    def counting_kernel(self) -> Iterator[str]:
        """Yield the kernel that counts the outcomes of a launch, and clears the memory of the instances."""
        parameters = ".param .u64 pm, .param .u64 po, .param .u64 pz, .param .u64 ph, .param .align 4 .b8 q[128]"
        yield f".visible .entry {self.entry}_count({parameters})"
        yield "{"
        yield ".reg .pred %p;"
        yield ".reg .b32 %inst, %lane, %t, %u, %n, %stride, %code, %x;"
        yield ".reg .b64 %mem, %out, %scratch, %w, %h;"
        for name in self.variables:
            yield f".reg .b64 %v_{name};"
        yield "ld.param.u64 %mem, [pm]; ld.param.u64 %out, [po]; ld.param.u64 %scratch, [pz]; ld.param.u64 %h, [ph];"
        yield "ld.param.u32 %n, [q+8]; ld.param.u32 %stride, [q+12]; mov.u32 %lane, %tid.x; mov.u32 %inst, %ctaid.x;"
        yield f"mad.lo.u32 %inst, %inst, {THREADS}, %lane; mov.u32 %code, 0;"
        yield "setp.eq.u32 %p, %inst, 0; @%p st.global.u32 [%scratch], 0;"
        yield f"mad.lo.u32 %t, %inst, {len(self.names)}, 0; mul.wide.u32 %w, %t, 4; add.u64 %out, %out, %w;"
        for position, name in enumerate(self.variables):
            if name not in self.shared:
                yield from self.global_address(name, position)
        for slot, name in enumerate(self.names):
            in_memory = ":" not in name and name not in self.shared
            where = f"[%v_{name}]" if in_memory else f"[%out+{4 * slot}]"
            # Copies and vectors write 16 bytes.
            wide = in_memory and is_aligned(self.test)
            clear = f"st.global.v4.u32 {where}, {{0, 0, 0, 0}}" if wide else f"st.global.u32 {where}, 0"
            yield f"ld.global.u32 %x, {where}; {clear}; min.u32 %x, %x, 3;"
            yield f"shl.b32 %x, %x, {2 * slot}; or.b32 %code, %code, %x;"
        yield "mul.wide.u32 %w, %code, 4; add.u64 %h, %h, %w; red.global.add.u32 [%h], 1;"
        yield "ret;"
        yield "}"


def is_aligned(test: ShapedTest) -> bool:
    """Return True if the variables of a test need 16 bytes with an alignment of 16."""
    return any(line.startswith("cp.") or ".v2" in line for code in test.threads for line in code)


def make(folder: Path, ptxas: str, chosen: Sequence[ShapedTest]) -> dict[str, Any]:
    """Write the cubins of tests, and return the plan."""
    plan: list[Mapping[str, Any]] = []
    modules: list[list[str]] = []
    for test in chosen:
        names = observables(test)
        if len(names) > 8:
            continue
        allowed, sequential = allowed_outcomes(test, names), sequential_outcomes(test, names)
        entry = f"t{len(plan)}"
        if not len(plan) % PER_MODULE:
            modules.append([".version 8.7", f".target {TARGET}", ".address_size 64"])
        modules[-1].append(kernel(test, names, entry))
        plan.append(
            {
                "name": test.name,
                "placement": test.placement,
                "entry": entry,
                "module": len(modules) - 1,
                "roles": len(test.threads),
                "variables": len(test.spaces),
                "aligned": is_aligned(test),
                "observables": names,
                "allowed": allowed,
                "sequential": sequential,
                "threads": test.threads,
            }
        )
    binary = find(ptxas)

    def assemble(item: tuple[int, list[str]]) -> None:
        number, lines = item
        with tempfile.TemporaryDirectory() as temporary:
            source = Path(temporary) / "m.ptx"
            source.write_text("\n".join(lines) + "\n", encoding="utf-8")
            command = [str(binary), "-arch", TARGET, "-o", str(folder / f"m{number}.cubin"), str(source)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                (folder / f"m{number}.ptx").write_text("\n".join(lines), encoding="utf-8")
                raise SystemExit(f"module {number}: {done.stdout}{done.stderr}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(assemble, enumerate(modules)))
    return {"target": TARGET, "ptxas": ptxas, "threads": THREADS, "cluster": CLUSTER, "tests": plan}


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ptxas", default="13.0", help="release that assembles the kernels")
    parser.add_argument("--limit", type=int, help="number of shapes, for a trial")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    # A scope of the system is that of the GPU on a machine with one.
    shapes = (test for test in tests() if ".sys" not in test.name)
    chosen = [*extra_tests(), *itertools.islice(shapes, arguments.limit)]
    plan = make(arguments.folder, arguments.ptxas, chosen)
    (arguments.folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    print(f"{len(plan['tests'])} tests in {arguments.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
