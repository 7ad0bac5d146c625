"""Random kernels with branches, loops, calls and barriers, run on a GPU and by `ptxisa.launch`, with equal results.

    python -m tools.gpu.random_kernels --kernels 200 [--seed N] [--features atomics,bulk]

Each kernel computes on registers of all widths that start as words of its input. Branches and loops diverge; where they
do, instructions on several threads of a warp have the mask of the threads that execute them. Threads exchange values
through shared memory between barriers, and through warps; they use local and constant memory, and reduce into words of
global memory. At the end each thread writes its registers, which the GPU and the machine must do alike.

A kernel has some of the features of `tools.gpu.random_statements`, drawn from its seed, so that each is frequent in
some kernels and absent in others.

`--only SEED` prints the first statement after which the results of one kernel differ, and its text. Status 0 when all
kernels agree.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import random
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ptxisa
from ptxisa.oracle.gpu.driver import GpuContext, GpuError
from tools.gpu.apart import NoResult, in_time
from tools.gpu.random_statements import CORE, FEATURES, REGISTERS_FUNCTION, STRUCTURES_FUNCTION, Table

HEAD = ".version 8.3\n.target sm_90\n.address_size 64\n"
BLOCKS = (
    (64, 1, 1),
    (33, 1, 1),
    (40, 1, 1),
    (96, 1, 1),
    (128, 1, 1),
    (8, 4, 2),
    (5, 3, 3),
    (16, 5, 1),
    (3, 7, 4),
    (32, 2, 2),
)
GRIDS = ((2, 1, 1), (3, 1, 1), (1, 2, 2), (2, 2, 1))
CLUSTERED_GRIDS = ((2, 1, 1), (4, 1, 1), (2, 2, 1))
WORDS = 64
"""Words of input of each thread, of which its registers start as some."""
SCRATCH = 256
"""Words of global memory of each CTA, which bulk copies write, after the output."""
TOTALS = 16
"""Words of global memory that all threads reduce into."""
REGISTERS = {"r": ("b32", 8), "d": ("b64", 6), "h": ("b16", 4), "f": ("f32", 5), "g": ("f64", 3)}
PREDICATES = 6
_IGNORES_GUARD = re.compile(
    r"testp|v(add|sub)4\.u32\.u32\.u32\.add|set(\.\w+)*?\.((b?f16|f32)\.\w+|[us]32\.([bus]|b?f)16) "
)
"""Statements whose destination ptxas writes whatever the guard is: the errata ignored-guards and guarded-set."""
_CLASSES = {
    **dict.fromkeys("rstu", "r"),
    **dict.fromkeys("de", "d"),
    **dict.fromkeys("fkjl", "f"),
    **dict.fromkeys("gn", "g"),
    "h": "h",
    **dict.fromkeys("pq", "p"),
}
"""Class of registers for each letter of templates."""
_TEMPLATE = re.compile(r"\(([^()]*/[^()]*)\)")
NAN = "0d7FF8000000000000"
DEEPEST = 3
"""Most branches and loops inside each other."""


class Program:
    """Text of one kernel, drawn from a seed.

    Attributes:
        seed: The seed.
        features: Names of the features it has.
        grid: Size of the grid.
        block: Size of a CTA.
    """

    def __init__(self, seed: int, statements: int | None = None, features: Collection[str] | None = None) -> None:
        """Draw a kernel.

        Args:
            seed: The seed.
            statements: Number of statements of its body to keep; None for all.
            features: Names of features; None to draw them as well.
        """
        self.seed = seed
        choice = random.Random(f"features {seed}")
        if features is None:
            features = [name for name in FEATURES if choice.random() < 0.4]
        self.features = [name for name in FEATURES if name in features]
        self.block, self.grid = BLOCKS[0], GRIDS[0]
        if "shapes" in features:
            self.block = choice.choice(BLOCKS)
            self.grid = choice.choice(CLUSTERED_GRIDS if "clusters" in features else GRIDS)
        if "warpgroups" in features:
            self.block = (128, 1, 1)
        self.ctas, self.threads = math.prod(self.grid), math.prod(self.block)
        self.draw = random.Random(seed)
        self._labels = count()
        self._lines: list[str] = []
        self._registers = {**{letter: length for letter, (_, length) in REGISTERS.items()}, "p": PREDICATES}
        self.functions = [self._function(number) for number in range(2)]
        self.body = self._body(statements)

    def text(self) -> str:
        """Return the module."""
        words = ", ".join(str(self.draw.randrange(1 << 32)) for _ in range(16))
        functions = [
            *self.functions,
            *([STRUCTURES_FUNCTION, REGISTERS_FUNCTION] if "structures" in self.features else []),
        ]
        head = HEAD.replace("sm_90", "sm_90a") if "warpgroups" in self.features else HEAD
        return f"{head}.const .align 16 .b32 words[16] = {{{words}}};\n{''.join(functions)}{self.body}"

    # -- statements

    def _fill(self, template: str, mask: str) -> str:
        """Return a statement with registers, constants and addresses; statements for its addresses come first."""
        while _TEMPLATE.search(template):
            template = _TEMPLATE.sub(lambda match: self.draw.choice(match[1].split("/")), template)
        before: list[str] = []
        written: set[str] = set()
        read: set[str] = set()
        labels: dict[str, str] = {}
        # ptxas replaces the smaller and the larger of two equal values by the value, though it may be a signaling NaN.
        distinct = template.startswith(("min.", "max."))
        draw = self.draw

        def register(letter: str, *, new: bool = False) -> str:
            name = f"%{letter}{draw.randrange(self._registers[letter])}"
            taken = written if new else read
            while name in taken:
                name = f"%{letter}{draw.randrange(self._registers[letter])}"
            if new or distinct:
                taken.add(name)
            return name

        def address(kind: str) -> str:
            width = int(kind[1:])
            name = f"%a{next(self._labels) % 8}"
            before.append(f"and.b32 %t0, {register('r')}, {32 - width & -width};")
            before.append("cvt.u64.u32 %td, %t0;")
            before.append(f"add.u64 {name}, %base_{kind[0]}, %td;")
            return name

        def replaced(match: re.Match[str]) -> str:
            word = match[1]
            if word == "i":
                return str(draw.choice([0, 1, 31, 32, 0x7FFFFFFF, draw.randrange(1 << 31), draw.randrange(100)]))
            if word == "k":
                return str(draw.randrange(32))
            if word == "byte":
                return str(draw.randrange(256))
            if word == "m":
                return mask
            if word == "lane":
                # The thread of a random place among those of the mask.
                before.append(f"popc.b32 %t0, {mask}; rem.u32 %t0, {register('r')}, %t0; add.u32 %t0, %t0, 1;")
                before.append(f"fns.b32 %t0, {mask}, 0, %t0;")
                return "%t0"
            if word == "threads":
                return str(self.threads)
            if word == "whole":
                return str(-(-self.threads // 32) * 32)
            if word == "peer":
                before.append(
                    f"add.u32 %peer, %tid_, {draw.randrange(self.threads)}; rem.u32 %peer, %peer, {self.threads};"
                )
                before.append("mad.lo.u32 %peer, %peer, 48, %memory;")
                return "%peer"
            if word == "t":
                before.append(f"and.b32 %t0, {register('r')}, {4 * (TOTALS - 1)};")
                before.append("cvt.u64.u32 %td, %t0;")
                before.append("add.u64 %at, %totals, %td;")
                return "%at"
            if word[0] in "lxcoywv" and word[1:].isdecimal():
                return address(word)
            return register(_CLASSES[word.lower()], new=word.isupper())

        statement = re.sub(r"<([a-zA-Z]\w*)>", replaced, template)
        statement = re.sub(r"\$(\w+)", lambda match: labels.setdefault(match[1], self._label()), statement)
        # PTX leaves open which NaN a result of `.f64` is, and ptxas exchanges operands.
        after = [
            f"setp.nan.f64 %nan, {name}, {name}; @%nan mov.b64 {name}, {NAN};"
            for name in sorted(written)
            if name[1] == "g"
        ]
        return " ".join([*before, statement if statement.startswith("{") else f"{statement};", *after])

    def _plain(self, mask: str, *, memory: bool = True) -> str:
        """Return a statement of one thread alone, sometimes with a guard."""
        choice = self.draw.random()
        if memory and choice < 0.2:
            return self._fill(self.draw.choice(CORE["local"]), mask)
        return self._guarded(self._fill(self.draw.choice(CORE["arithmetic"]), mask))

    def _guarded(self, text: str) -> str:
        """Return a single statement, sometimes with a guard."""
        if self.draw.random() < 0.15 and ";" not in text[:-1] and not _IGNORES_GUARD.match(text):
            return f"@{self.draw.choice(['', '!'])}%p{self.draw.randrange(PREDICATES)} {text}"
        return text

    def _featured(self, mask: str, table: Table) -> list[str]:
        """Return a statement of a feature; only single threads may skip it."""
        text = self._fill(self.draw.choice(table.templates), mask)
        return [self._guarded(text) if table.where == "thread" or table.guarded else text]

    def _label(self) -> str:
        return f"$L{next(self._labels)}"

    def _block(self, mask: str, depth: int, length: int, *, uniform: bool, kernel: bool = True) -> list[str]:
        """Return the lines of several statements."""
        return [
            line
            for _ in range(length)
            for line in self._statement(mask, depth, uniform=uniform, kernel=kernel)
        ]  # fmt: skip

    def _statement(self, mask: str, depth: int, *, uniform: bool, kernel: bool = True) -> list[str]:
        """Return the lines of a statement, of a branch, or of a loop.

        Args:
            mask: Register with the threads of the warp that execute it; "" in functions.
            depth: Number of branches and loops around it.
            uniform: All threads of the CTA execute it.
            kernel: It is part of the kernel, not of a function that threads call one by one.
        """
        kinds: list[tuple[float, Callable[[], list[str]]]] = [
            (10, lambda: [self._plain(mask, memory=kernel)]),
        ]
        if kernel:
            kinds.append((1.5, lambda: [self._fill(self.draw.choice(CORE["warp"]), mask)]))
            kinds.append((0.7, self._call))
        if uniform:
            kinds.append((0.5, lambda: [self._fill(self.draw.choice(CORE["cta"]), mask)]))
            if self.threads % 32 == 0:
                kinds.append((1.5, lambda: [self._fill(self.draw.choice(CORE["shuffles"]), mask)]))
            kinds.append((0.8, self._exchange))
        if depth < DEEPEST:
            kinds.append((0.9, lambda: self._branch(mask, depth, kernel=kernel)))
            kinds.append((0.5, lambda: self._loop(mask, depth, kernel=kernel)))
            kinds.append((0.3, lambda: self._switch(mask, depth, kernel=kernel)))
            if uniform:
                kinds.append((0.4, lambda: self._uniform(mask, depth)))
        places = {
            "thread": True,
            "kernel": kernel,
            "warp": uniform and self.threads % 32 == 0,
            "warpgroup": uniform and self.threads % 128 == 0,
            "cta": uniform,
            "cluster": uniform and depth == 0,
        }
        tables = [FEATURES[name] for name in self.features if FEATURES[name].templates]
        kinds += [(table.weight, partial(self._featured, mask, table)) for table in tables if places[table.where]]
        weights = [weight for weight, _ in kinds]
        make: Callable[[], list[str]] = self.draw.choices([maker for _, maker in kinds], weights)[0]
        return make()

    def _branch(self, mask: str, depth: int, *, kernel: bool) -> list[str]:
        """Return a branch on a predicate, with or without an `else`."""
        other, end, predicate = self._label(), self._label(), f"%p{self.draw.randrange(PREDICATES)}"
        yes, no = (f"%m{2 * depth + 2}", f"%m{2 * depth + 3}") if kernel else ("", "")
        lines = [f"vote.sync.ballot.b32 {yes}, {predicate}, {mask};", f"xor.b32 {no}, {yes}, {mask};"] if kernel else []
        lines.append(f"@!{predicate} bra {other};")
        lines += self._block(yes, depth + 1, self.draw.randrange(1, 5), uniform=False, kernel=kernel)
        if not kernel and self.draw.random() < 0.2:
            lines.append("bra $return;")
        if self.draw.random() < 0.7:
            lines += [f"bra {end};", f"{other}:"]
            lines += self._block(no, depth + 1, self.draw.randrange(1, 4), uniform=False, kernel=kernel)
        else:
            lines += [f"{other}:"]
        return [*lines, f"{end}:", *self._joined(mask)]

    def _loop(self, mask: str, depth: int, *, kernel: bool) -> list[str]:
        """Return a loop that each thread leaves after up to 7 rounds, or by a `break` inside."""
        start, end = self._label(), self._label()
        counter, inside, more = f"%n{depth}", f"%m{2 * depth + 2}" if kernel else "", f"%q{depth}"
        lines = [f"and.b32 {counter}, %r{self.draw.randrange(8)}, {self.draw.choice([3, 7])};"]
        lines += [f"mov.b32 {inside}, {mask};"] if kernel else []
        lines += [f"{start}:", f"setp.ne.u32 {more}, {counter}, 0;"]
        lines += [f"vote.sync.ballot.b32 {inside}, {more}, {inside};"] if kernel else []
        lines += [f"@!{more} bra {end};", f"sub.u32 {counter}, {counter}, 1;"]
        lines += self._block(inside, depth + 1, self.draw.randrange(1, 5), uniform=False, kernel=kernel)
        if self.draw.random() < 0.4:
            leaves = f"%p{self.draw.randrange(PREDICATES)}"
            if kernel:
                lines += [f"vote.sync.ballot.b32 %t0, {leaves}, {inside};", "not.b32 %t0, %t0;",
                          f"and.b32 {inside}, {inside}, %t0;"]  # fmt: skip
            lines.append(f"@{leaves} bra {end};")
        return [*lines, f"bra {start};", f"{end}:", *self._joined(mask)]

    def _switch(self, mask: str, depth: int, *, kernel: bool) -> list[str]:
        """Return a `brx.idx` with three targets, of which each falls into the next or goes to the end."""
        targets, table, end = [self._label() for _ in range(3)], self._label(), self._label()
        lines = [f"and.b32 %t0, %r{self.draw.randrange(8)}, 3;", "min.u32 %t0, %t0, 2;"]
        inside = f"%m{2 * depth + 2}" if kernel else ""
        if kernel:
            lines += [f"match.any.sync.b32 {inside}, %t0, {mask};"]
        lines += [f"{table}: .branchtargets {', '.join(targets)};", f"brx.idx %t0, {table};"]
        for target in targets:
            lines.append(f"{target}:")
            lines += self._block(inside, depth + 1, self.draw.randrange(1, 3), uniform=False, kernel=kernel)
            # Threads that fall through would join those of the next target, whose masks they are not in.
            if kernel or self.draw.random() < 0.5:
                lines.append(f"bra {end};")
        return [*lines, f"{end}:", *self._joined(mask)]

    def _joined(self, mask: str) -> list[str]:
        """Return the statement at which threads wait for each other; without masks threads need not."""
        # Else one thread may enter a loop again while others are still inside, which name another mask.
        return [f"bar.warp.sync {mask};"] if mask else []

    def _uniform(self, mask: str, depth: int) -> list[str]:
        """Return a loop or branch that all threads of the CTA execute alike, so that barriers are allowed inside."""
        start, end, counter = self._label(), self._label(), f"%n{depth}"
        if self.draw.random() < 0.5:
            lines = [f"mov.b32 {counter}, {self.draw.randrange(1, 4)};", f"{start}:"]
            lines += self._block(mask, depth + 1, self.draw.randrange(1, 5), uniform=True)
            more = f"%q{depth}"
            return [
                *lines,
                f"sub.u32 {counter}, {counter}, 1;",
                f"setp.ne.u32 {more}, {counter}, 0;",
                f"@{more} bra.uni {start};",
            ]
        lines = ["mov.u32 %t0, %ctaid.x;", f"setp.eq.u32 %q{depth}, %t0, 0;", f"@%q{depth} bra.uni {end};"]
        lines += self._block(mask, depth + 1, self.draw.randrange(1, 5), uniform=True)
        return [*lines, f"{end}:"]

    def _exchange(self) -> list[str]:
        """Return a barrier, a read of the shared memory of another thread, and a barrier."""
        draw = self.draw
        return [
            f"st.shared.b32 [%own], %r{draw.randrange(8)};",
            "bar.sync 0;",
            f"add.u32 %t0, %tid_, {draw.randrange(64)};",
            f"xor.b32 %t0, %t0, {draw.randrange(64)};",
            f"rem.u32 %t0, %t0, {self.threads};",
            "mad.lo.u32 %t0, %t0, 48, %memory;",
            f"ld.shared.b32 %r{draw.randrange(8)}, [%t0];",
            "bar.sync 0;",
        ]

    def _call(self) -> list[str]:
        """Return a call of a helper function, with parameters as compilers write them."""
        draw = self.draw
        return [
            "{ .param .align 8 .b8 results[16]; .param .b32 first; .param .b64 second; .param .f32 third;",
            f"st.param.b32 [first], %r{draw.randrange(8)}; st.param.b64 [second], %d{draw.randrange(6)};",
            f"st.param.f32 [third], %f{draw.randrange(5)};",
            *self._called(),
            f"ld.param.b64 %d{draw.randrange(6)}, [results]; ld.param.b32 %r{draw.randrange(8)}, [results+8]; }}",
        ]

    def _called(self) -> list[str]:
        """Return a direct call, or one through an address that differs between threads."""
        if self.draw.random() < 0.7:
            return [f"call (results), helper{self.draw.randrange(2)}, (first, second, third);"]
        prototype = self._label()
        parameters = ".param .b32 _, .param .b64 _, .param .f32 _"
        return [
            f"mov.u64 %td, helper0; @%p{self.draw.randrange(PREDICATES)} mov.u64 %td, helper1;",
            f"{prototype}: .callprototype (.param .align 8 .b8 _[16]) _ ({parameters});",
            f"call (results), %td, (first, second, third), {prototype};",
        ]

    # -- bodies

    def _declarations(self) -> list[str]:
        lines = [f".reg .{type_} %{letter}<{length}>;" for letter, (type_, length) in REGISTERS.items()]
        lines += [f".reg .pred %p<{PREDICATES}>, %q<{DEEPEST + 1}>, %nan;"]
        lines += [
            ".reg .b32 %t<2>, %m<16>, %n<8>, %own, %memory, %tid_, %peer, %warp;",
            ".reg .b64 %a<8>, %td, %at, %in, %out, %totals, %scratch;",
            ".reg .pred %leads;",
        ]
        return [*lines, ".reg .b64 %base_l, %base_x, %base_c, %base_o, %base_y, %base_w, %base_v;"]

    def _function(self, number: int) -> str:
        declarations = self._declarations()
        start = [
            ".reg .b32 a; .reg .b64 b; .reg .f32 c;",
            "ld.param.b32 a, [pa]; ld.param.b64 b, [pb]; ld.param.f32 c, [pc];",
            *(f"mov.b32 %r{index}, {'a' if index % 2 else index};" for index in range(8)),
            *(f"mov.b64 %d{index}, {'b' if index % 2 else index};" for index in range(6)),
            *(f"mov.b32 %f{index}, {'c' if index % 2 else '0f3F800000'};" for index in range(5)),
            *("cvt.rn.f64.s64 %g0, b;", "mov.b64 %g1, 0d4000000000000000;", "cvt.f64.f32 %g2, c;"),
            *(f"cvt.u16.u32 %h{index}, a;" for index in range(4)),
            *(f"setp.lt.s32 %p{index}, a, {index};" for index in range(PREDICATES)),
        ]
        body = self._block("", 1, self.draw.randrange(3, 8), uniform=False, kernel=False)
        end = ["$return:", "st.param.b64 [results], %d1;", "st.param.b32 [results+8], %r1;", "ret;"]
        lines = "\n".join([*declarations, *start, *body, *end]).replace("$return", f"$return{number}")
        head = (
            f".func (.param .align 8 .b8 results[16]) helper{number} (.param .b32 pa, .param .b64 pb, .param .f32 pc)"
        )
        return f"{head}\n{{\n{lines}\n}}\n"

    def _body(self, statements: int | None) -> str:
        x, y, _ = self.block
        gx, gy, _ = self.grid
        start = [
            f".shared .align 128 .b8 memory_[{48 * self.threads}]; .local .align 16 .b8 local_[64];",
            ".shared .align 128 .b8 bulk_[2048]; .shared .align 8 .b64 bars_[4], total_;",
            *self._declarations(),
            "ld.param.u64 %in, [input];", "ld.param.u64 %out, [output];", "ld.param.u64 %totals, [totals];",
            "cvta.to.global.u64 %in, %in;", "cvta.to.global.u64 %out, %out;", "cvta.to.global.u64 %totals, %totals;",
            "mov.u32 %t0, %tid.z; mov.u32 %t1, %tid.y; mov.u32 %tid_, %tid.x;",
            f"mad.lo.u32 %t1, %t0, {y}, %t1; mad.lo.u32 %tid_, %t1, {x}, %tid_;",
            "mov.u32 %t0, %ctaid.z; mov.u32 %t1, %ctaid.y; mov.u32 %m2, %ctaid.x;",
            f"mad.lo.u32 %t1, %t0, {gy}, %t1; mad.lo.u32 %t0, %t1, {gx}, %m2;",
            f"mul.wide.u32 %scratch, %t0, {4 * SCRATCH}; add.u64 %scratch, %scratch, %out;",
            f"add.u64 %scratch, %scratch, {4 * WORDS * self.threads * self.ctas};",
            f"mad.lo.u32 %t0, %t0, {self.threads}, %tid_;",
            f"mul.wide.u32 %td, %t0, {4 * WORDS};", "add.u64 %in, %in, %td;", "add.u64 %out, %out, %td;",
            "mov.u32 %memory, memory_;", "mad.lo.u32 %own, %tid_, 48, %memory;",
            "and.b32 %t0, %tid_, -32; mad.lo.u32 %warp, %t0, 48, %memory; setp.eq.u32 %leads, %tid_, 0;",
            # The last warp may have fewer than 32 threads.
            f"sub.u32 %t1, {self.threads}, %t0; min.u32 %t1, %t1, 32; bmsk.clamp.b32 %m1, 0, %t1;",
            "mov.u64 %base_l, local_;", "cvta.local.u64 %base_x, %base_l;", "mov.u64 %base_c, words;",
            "cvt.u64.u32 %base_o, %own;", "cvta.shared.u64 %base_y, %base_o;", "mov.u64 %base_w, %out;",
            "mov.u64 %base_v, given;",
        ]  # fmt: skip
        place = count(0, 8)
        for letter, (type_, length) in REGISTERS.items():
            start += [f"ld.global.{type_} %{letter}{index}, [%in+{next(place)}];" for index in range(length)]
        start += [
            f"ld.global.v4.b32 {{%t0, %t1, %m2, %m3}}, [%in+{next(place) & -16}]; "
            f"st.local.v4.b32 [%base_l+{offset}], {{%t0, %t1, %m2, %m3}};"
            for offset in range(0, 64, 16)
        ]
        start += [f"st.shared.v4.b32 [%own+{offset}], {{%t0, %t1, %m2, %m3}};" for offset in range(0, 48, 16)]
        start += [f"setp.nan.f64 %nan, %g{index}, %g{index}; @%nan mov.b64 %g{index}, {NAN};" for index in range(3)]
        start += [f"setp.lt.s32 %p{index}, %r{index}, %r{index + 1};" for index in range(PREDICATES)]
        length = self.draw.randrange(8, 30)
        body = [self._statement("%m1", 0, uniform=True) for _ in range(length)]
        self.length = length
        kept = [line for lines in body[:statements] for line in lines]
        end = []
        place = count(0, 8)
        for letter, (type_, length) in REGISTERS.items():
            end += [f"st.global.{type_} [%out+{next(place)}], %{letter}{index};" for index in range(length)]
        for index in range(PREDICATES):
            end += [f"selp.b32 %t0, 1, 0, %p{index};", f"st.global.b32 [%out+{next(place)}], %t0;"]
        self.last = body[statements - 1] if statements else []
        lines = "\n".join([*start, "bar.sync 0;", *kept, *end, *self._exits(end), "ret;"])
        cluster = ".reqnctapercluster 2, 1, 1 " if "clusters" in self.features else ""
        parameters = ".param .u64 input, .param .u64 output, .param .u64 totals, .param .align 16 .b8 given[64]"
        return f".visible .entry k({parameters}) {cluster}\n{{\n{lines}\n}}\n"

    def _exits(self, end: list[str]) -> list[str]:
        """Return statements at the end, before which some threads exit; all have stored their results once."""
        lines: list[str] = []
        for _ in range(self.draw.randrange(1, 4) if "exits" in self.features else 0):
            guard = f"@{self.draw.choice(['', '!'])}%p{self.draw.randrange(PREDICATES)}"
            lines += [f"{guard} {self.draw.choice(['exit', 'ret'])};"]
            lines += [self._plain("") for _ in range(self.draw.randrange(1, 6))]
            lines += end
        return lines


SPECIAL = np.array(
    [0, 1, -1, 2**31 - 1, -(2**31), 0x3F800000, 0xBF800000 - 2**32, 0x7F800000, 0x7FC00000, 0x7F800001, 1 << 23, 0x80,
     0x3FF00000, 0x7FF00000, 0x3C003C00, 0x7C007C00, 0x41200000, 0x4F000000, 31, 32, 5],
    np.int64,
).astype(np.uint32)  # fmt: skip


def arguments(program: Program) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], bytes]:
    """Return the input, room for the output, the totals, and the bytes of the last parameter."""
    random_numbers = np.random.default_rng(program.seed)
    shape = program.ctas * program.threads, WORDS
    words = random_numbers.integers(0, 1 << 32, shape, np.uint32)
    # Numbers near 1, so that not all floating-point results are infinite, and words that are special in some format.
    words = np.where(random_numbers.random(shape) < 0.3, 0x3F000000 + (words >> 7), words)
    words = np.where(random_numbers.random(shape) < 0.2, words >> 24, words)
    words = np.where(random_numbers.random(shape) < 0.2, random_numbers.choice(SPECIAL, shape), words).astype(np.uint32)
    scratch = program.ctas * SCRATCH if program.features else 0
    output = np.zeros(words.size + scratch, np.uint32)
    return words, output, np.zeros(5 * TOTALS, np.uint32), words[0, :16].tobytes()


def computed(program: Program, text: str, **options: Any) -> tuple[list[NDArray[np.uint32]], list[str]]:
    """Return the output and the totals after a launch by the machine, and its findings."""
    words, output, totals, given = arguments(program)
    result = ptxisa.launch(text, "k", program.grid, program.block, [words, output, totals, given], **options)
    return [output, totals], [str(finding) for finding in result.findings] + [str(name) for name in result.unmodeled]


def measured(context: GpuContext, program: Program, text: str, optimization: int) -> list[NDArray[np.uint32]]:
    """Return the output and the totals after a launch by the GPU."""
    words, output, totals, given = arguments(program)
    with context.load(text, optimization) as module, ExitStack() as stack:
        memories = [stack.enter_context(context.memory(array)) for array in (words, output, totals)]
        values = [*(memory.pointer for memory in memories), (ctypes.c_ubyte * len(given))(*given)]
        context.run(module.function("k"), values, program.grid, program.block)
        memories[1].read(output)
        memories[2].read(totals)
    return [output, totals]


def difference(context: GpuContext, optimization: int, program: Program) -> str:
    """Return how the results of a kernel differ, "" if they do not."""
    text = program.text()
    ours, findings = computed(program, text)
    if findings:
        return f"findings: {findings[:3]}"
    theirs = measured(context, program, text, optimization)
    for name, one, other in zip(("output", "totals"), ours, theirs, strict=True):
        places = np.flatnonzero(one != other)
        if len(places):
            place = f"{places[0] // WORDS}, {places[0] % WORDS}" if name == "output" else f"{places[0]}"
            values = f"{one[places[0]]:#x}, GPU {other[places[0]]:#x}"
            return f"{name}: {len(places)} words differ, the first ({place}): {values}"
    return ""


def explained(context: GpuContext, optimization: int, make: Callable[..., Program]) -> str:
    """Return the first statement after which the results of a kernel differ, and how."""
    whole = make()
    about = f"seed {whole.seed}, features {','.join(whole.features)}"
    for statements in range(whole.length + 1):
        found = difference(context, optimization, make(statements=statements))
        if found:
            return f"{about}: {found}\n  " + "\n  ".join(make(statements=statements).last)
    return f"{about}: {difference(context, optimization, whole)}"


def _judge(optimization: int, features: Collection[str] | None, seeds: Sequence[int]) -> Iterator[str]:
    """Yield the difference of each kernel; after a trap the process can use the GPU no longer, and stops."""
    with GpuContext() as context:
        for seed in seeds:
            make = partial(Program, seed, features=features)
            try:
                yield explained(context, optimization, make) if difference(context, optimization, make()) else ""
            except GpuError as error:
                yield f"seed {seed}: {error}"
                return


def main() -> int:
    """Print the kernels whose results differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first kernel")
    parser.add_argument("--only", type=int, metavar="SEED", help="only this kernel, with its text")
    parser.add_argument(
        "--optimization",
        type=int,
        default=0,
        choices=range(5),
        help="of the driver's compiler; 4 folds constants and NaNs",
    )
    parser.add_argument("--jobs", type=int, default=8, metavar="N", help="number of processes")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="time for one kernel")
    parser.add_argument(
        "--features", help="features of all kernels, separated by commas; by default some of each kernel"
    )
    options = parser.parse_args()
    features = None if options.features is None else options.features.split(",")
    if options.only is not None:
        with GpuContext() as context:
            make = partial(Program, options.only, features=features)
            print(make().text(), explained(context, options.optimization, make), sep="\n")
        return 0
    seeds = range(options.seed, options.seed + options.kernels)
    wrong = 0
    for seed, found in in_time(partial(_judge, options.optimization, features), seeds, options.jobs, options.limit):
        if found:
            wrong += 1
            print(f"seed {seed}: {found.reason}" if isinstance(found, NoResult) else found, flush=True)
    print(f"{len(seeds) - wrong:,} of {len(seeds):,} kernels agree with the GPU")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
