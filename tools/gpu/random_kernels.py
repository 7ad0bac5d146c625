"""Random kernels with branches, loops, calls and barriers, run on a GPU and by `ptxisa.launch`, with equal results.

    python -m tools.gpu.random_kernels --kernels 200 [--seed N]

Each kernel computes on registers of all widths that start as words of its input. Branches and loops diverge; where they
do, instructions on several threads of a warp have the mask of the threads that execute them. Threads exchange values
through shared memory between barriers, and through warps; they use local and constant memory, and reduce into words of
global memory. At the end each thread writes its registers, which the GPU and the machine must do alike.

`--only SEED` prints the first statement after which the results of one kernel differ, and its text. Status 0 when all
kernels agree.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray

import ptxisa
from ptxisa.oracle.gpu.driver import GpuContext, GpuError
from tools.gpu.apart import NoResult, in_time

HEAD = ".version 8.3\n.target sm_90\n.address_size 64\n"
CTAS, THREADS = 2, 64
WORDS = 64
"""Words of input of each thread, of which its registers start as some."""
TOTALS = 16
"""Words of global memory that all threads reduce into."""
REGISTERS = {"r": ("b32", 8), "d": ("b64", 6), "h": ("b16", 4), "f": ("f32", 5), "g": ("f64", 3)}
PREDICATES = 6
_CLASSES = {
    **dict.fromkeys("rstu", "r"),
    **dict.fromkeys("de", "d"),
    **dict.fromkeys("fkjl", "f"),
    **dict.fromkeys("gn", "g"),
    "h": "h",
    **dict.fromkeys("pq", "p"),
}
"""Class of registers for each letter of templates."""
NAN = "0d7FF8000000000000"
DEEPEST = 3
"""Most branches and loops inside each other."""

# A letter in angle brackets is a register that is read, a capital letter one that is written, `i` a constant, `m` the
# register with the mask of the threads that execute the statement.
ARITHMETIC = """
add.s32 <R>, <r>, <r>|add.sat.s32 <R>, <r>, <i>|sub.u32 <R>, <r>, <r>|sub.sat.s32 <R>, <r>, <r>
mul.lo.u32 <R>, <r>, <i>|mul.hi.s32 <R>, <r>, <r>|mul.hi.u32 <R>, <r>, <r>|mad.lo.s32 <R>, <r>, <r>, <r>
mad.hi.u32 <R>, <r>, <i>, <r>|mad.hi.sat.s32 <R>, <r>, <r>, <r>|mul24.lo.s32 <R>, <r>, <r>|mul24.hi.u32 <R>, <r>, <r>
mad24.lo.u32 <R>, <r>, <r>, <r>|mad24.hi.sat.s32 <R>, <r>, <r>, <r>|sad.s32 <R>, <r>, <r>, <r>
sad.u32 <R>, <r>, <r>, <r>|div.s32 <R>, <r>, <r>|div.u32 <R>, <r>, <i>|rem.s32 <R>, <r>, <r>|rem.u32 <R>, <r>, <r>
abs.s32 <R>, <r>|neg.s32 <R>, <r>|min.s32 <R>, <r>, <r>|max.u32 <R>, <r>, <i>|min.s16x2 <R>, <r>, <r>
max.u16x2 <R>, <r>, <r>|add.u16x2 <R>, <r>, <r>|min.relu.s32 <R>, <r>, <r>|max.relu.s16x2 <R>, <r>, <r>
and.b32 <R>, <r>, <r>|or.b32 <R>, <r>, <i>|xor.b32 <R>, <r>, <r>|not.b32 <R>, <r>|cnot.b32 <R>, <r>
lop3.b32 <R>, <r>, <r>, <r>, 0x6a|lop3.b32 <R>, <r>, <i>, <r>, 0xd8|shl.b32 <R>, <r>, <r>|shr.s32 <R>, <r>, <r>
shr.u32 <R>, <r>, <i>|shf.l.wrap.b32 <R>, <r>, <r>, <r>|shf.r.clamp.b32 <R>, <r>, <r>, <r>|popc.b32 <R>, <r>
clz.b32 <R>, <r>|brev.b32 <R>, <r>|bfind.s32 <R>, <r>|bfind.shiftamt.u32 <R>, <r>|bfe.s32 <R>, <r>, <r>, <r>
bfe.u32 <R>, <r>, <k>, <r>|bfi.b32 <R>, <r>, <r>, <r>, <r>|szext.wrap.s32 <R>, <r>, <r>|szext.clamp.u32 <R>, <r>, <r>
bmsk.clamp.b32 <R>, <r>, <r>|bmsk.wrap.b32 <R>, <r>, <r>|prmt.b32 <R>, <r>, <r>, <r>|prmt.b32.rc16 <R>, <r>, <r>, <r>
prmt.b32.ecl <R>, <r>, <r>, <r>|fns.b32 <R>, <r>, 3, 2|dp4a.s32.u32 <R>, <r>, <r>, <r>
dp2a.hi.u32.s32 <R>, <r>, <r>, <r>|vadd.s32.u32.s32.sat <R>, <r>, <r>|vadd4.s32.s32.s32 <R>, <r>, <r>, <r>
vabsdiff4.u32.u32.u32.add <R>, <r>, <r>, <r>|vmad.s32.s32.u32.shr7 <R>, <r>.b1, <r>.h0, <r>
vset2.u32.s32.le <R>, <r>, <r>, <r>|vshl.u32.u32.u32.wrap <R>, <r>.b0, <r>
vmin.s32.s32.s32 <R>.h1, <r>.b2, <r>.h1, <r>|slct.s32.s32 <R>, <r>, <r>, <r>|slct.u32.f32 <R>, <r>, <r>, <f>
selp.b32 <R>, <r>, <r>, <p>|set.lt.u32.s32 <R>, <r>, <r>|set.ge.xor.s32.f32 <R>, <f>, <f>, <p>
set.eq.u32.f64 <R>, <g>, <g>|setp.lt.s32 <P>, <r>, <r>|setp.hs.u32 <P>, <r>, <i>|setp.ne.and.s64 <P>, <d>, <d>, <p>
setp.gtu.or.f32 <P>, <f>, <f>, !<p>|setp.num.f64 <P>, <g>, <g>|setp.le.xor.u16 <P>|<Q>, <h>, <h>, <p>
and.pred <P>, <p>, <p>|xor.pred <P>, <p>, <p>|not.pred <P>, <p>|add.s64 <D>, <d>, <d>|sub.s64 <D>, <d>, <i>
mul.lo.s64 <D>, <d>, <d>|mul.hi.u64 <D>, <d>, <d>|mul.hi.s64 <D>, <d>, <d>|mul.wide.s32 <D>, <r>, <r>
mul.wide.u32 <D>, <r>, <i>|mad.wide.s32 <D>, <r>, <r>, <d>|mad.lo.s64 <D>, <d>, <d>, <d>|mad.hi.s64 <D>, <d>, <d>, <d>
div.s64 <D>, <d>, <d>|rem.u64 <D>, <d>, <d>|min.s64 <D>, <d>, <d>|max.u64 <D>, <d>, <d>|abs.s64 <D>, <d>
neg.s64 <D>, <d>|and.b64 <D>, <d>, <d>|xor.b64 <D>, <d>, <i>|shl.b64 <D>, <d>, <r>|shr.s64 <D>, <d>, <r>
popc.b64 <R>, <d>|clz.b64 <R>, <d>|brev.b64 <D>, <d>|bfind.u64 <R>, <d>|bfe.s64 <D>, <d>, <r>, <r>
bfi.b64 <D>, <d>, <d>, <r>, <r>|selp.b64 <D>, <d>, <d>, <p>|slct.b64.s32 <D>, <d>, <d>, <r>|sad.u64 <D>, <d>, <d>, <d>
add.s16 <H>, <h>, <h>|mul.lo.u16 <H>, <h>, <h>|mul.hi.s16 <H>, <h>, <h>|mul.wide.s16 <R>, <h>, <h>
mad.lo.u16 <H>, <h>, <h>, <h>|div.s16 <H>, <h>, <h>|rem.u16 <H>, <h>, <h>|shl.b16 <H>, <h>, <r>|shr.s16 <H>, <h>, <r>
not.b16 <H>, <h>|neg.s16 <H>, <h>|mad.wide.u16 <R>, <h>, <h>, <r>|min.s16 <H>, <h>, <h>|selp.b16 <H>, <h>, <h>, <p>
abs.s16 <H>, <h>|add.rn.f32 <F>, <f>, <f>|add.rz.ftz.f32 <F>, <f>, <f>|sub.rm.f32 <F>, <f>, <f>
mul.rn.f32 <F>, <f>, <f>|mul.rp.f32 <F>, <f>, <f>|mul.rn.ftz.sat.f32 <F>, <f>, <f>|fma.rn.f32 <F>, <f>, <f>, <f>
fma.rz.ftz.f32 <F>, <f>, <f>, <f>|fma.rn.sat.f32 <F>, <f>, <f>, <f>|div.rn.f32 <F>, <f>, <f>
div.rz.ftz.f32 <F>, <f>, <f>|rcp.rn.f32 <F>, <f>|sqrt.rn.f32 <F>, <f>|sqrt.rm.ftz.f32 <F>, <f>
div.full.f32 <F>, <f>, <f>|div.approx.ftz.f32 <F>, <f>, <f>|rcp.approx.f32 <F>, <f>|sqrt.approx.f32 <F>, <f>
rsqrt.approx.ftz.f32 <F>, <f>|ex2.approx.f32 <F>, <f>|lg2.approx.f32 <F>, <f>|sin.approx.f32 <F>, <f>
cos.approx.ftz.f32 <F>, <f>|min.f32 <F>, <f>, <f>|max.NaN.f32 <F>, <f>, <f>|min.ftz.xorsign.abs.f32 <F>, <f>, <f>
copysign.f32 <F>, <f>, <f>|testp.subnormal.f32 <P>, <f>|testp.number.f64 <P>, <g>|selp.f32 <F>, <f>, <f>, <p>
add.rn.f64 <G>, <g>, <g>|sub.rp.f64 <G>, <g>, <g>|mul.rz.f64 <G>, <g>, <g>|fma.rn.f64 <G>, <g>, <g>, <g>
fma.rm.f64 <G>, <g>, <g>, <g>|div.rn.f64 <G>, <g>, <g>|rcp.rp.f64 <G>, <g>|sqrt.rn.f64 <G>, <g>|min.f64 <G>, <g>, <g>
max.f64 <G>, <g>, <g>|abs.f64 <G>, <g>|copysign.f64 <G>, <g>, <g>|neg.f64 <G>, <g>|add.rn.f16 <H>, <h>, <h>
mul.rn.ftz.f16 <H>, <h>, <h>|fma.rn.relu.f16 <H>, <h>, <h>, <h>|sub.rn.sat.f16 <H>, <h>, <h>|min.NaN.f16 <H>, <h>, <h>
fma.rn.bf16 <H>, <h>, <h>, <h>|add.rn.f16x2 <R>, <r>, <r>|fma.rn.f16x2 <R>, <r>, <r>, <r>
fma.rn.oob.relu.f16x2 <R>, <r>, <r>, <r>|mul.rn.bf16x2 <R>, <r>, <r>|max.xorsign.abs.bf16x2 <R>, <r>, <r>
set.lt.f16x2.f16x2 <R>, <r>, <r>|setp.gt.f16x2 <P>|<Q>, <r>, <r>|setp.ltu.bf16 <P>, <h>, <h>
ex2.approx.ftz.bf16x2 <R>, <r>|tanh.approx.f16 <H>, <h>|ex2.approx.f16 <H>, <h>|cvt.s32.s16 <R>, <h>
cvt.u32.u16 <R>, <h>|cvt.s64.s32 <D>, <r>|cvt.u64.u32 <D>, <r>|cvt.u32.u64 <R>, <d>|cvt.u16.u32 <H>, <r>
cvt.sat.s16.s32 <H>, <r>|cvt.sat.u32.s64 <R>, <d>|cvt.s32.s8 <R>, <r>|cvt.sat.u8.s32 <R>, <r>|cvt.rzi.s32.f32 <R>, <f>
cvt.rni.u32.f32 <R>, <f>|cvt.rpi.ftz.s64.f32 <D>, <f>|cvt.rmi.u64.f64 <D>, <g>|cvt.rzi.s32.f64 <R>, <g>
cvt.rn.f32.s32 <F>, <r>|cvt.rz.f32.u64 <F>, <d>|cvt.rn.f64.s64 <G>, <d>|cvt.rp.f64.u64 <G>, <d>|cvt.f64.f32 <G>, <f>
cvt.rn.f32.f64 <F>, <g>|cvt.rm.ftz.f32.f64 <F>, <g>|cvt.f32.f16 <F>, <h>|cvt.rn.f16.f32 <H>, <f>
cvt.rz.sat.f16.f32 <H>, <f>|cvt.rn.bf16.f32 <H>, <f>|cvt.rni.f32.f32 <F>, <f>|cvt.rmi.sat.f32.f32 <F>, <f>
cvt.rpi.f64.f64 <G>, <g>|cvt.rn.f16x2.f32 <R>, <f>, <f>|cvt.rz.relu.bf16x2.f32 <R>, <f>, <f>|cvt.rna.tf32.f32 <R>, <f>
cvt.rn.satfinite.e4m3x2.f32 <H>, <f>, <f>|cvt.rn.f16x2.e5m2x2 <R>, <h>|cvt.rn.satfinite.relu.e5m2x2.f16x2 <H>, <r>
cvt.pack.sat.s16.s32 <R>, <r>, <r>|cvt.pack.sat.u8.s32.b32 <R>, <r>, <r>, <r>|cvt.rn.f16.s32 <H>, <r>
cvt.rzi.s16.f16 <H>, <h>|cvt.rni.f16.f16 <H>, <h>|cvt.f64.f16 <G>, <h>|cvt.rn.f16.f64 <H>, <g>|mov.b32 <R>, <f>
mov.b32 <F>, <r>|mov.b64 <D>, <g>|mov.b64 <G>, <d>|mov.b32 <R>, {<h>, <h>}|mov.b64 {<R>, <S>}, <d>
mov.b64 <D>, {<h>, <h>, <h>, <h>}|mov.b64 <D>, {<r>, <r>}|mov.b32 {<H>, _}, <r>|mov.u32 <R>, %laneid
mov.u32 <R>, %tid.x|mov.u32 <R>, %ctaid.x|mov.u32 <R>, %lanemask_le|mov.b64 <G>, {<r>, <r>}|mov.b32 <R>, <i>
add.cc.u32 <R>, <r>, <r>; addc.cc.u32 <S>, <r>, <i>; addc.u32 <T>, <r>, <r>
sub.cc.u32 <R>, <r>, <r>; subc.u32 <S>, <r>, <r>|mad.lo.cc.u32 <R>, <r>, <r>, <r>; madc.hi.u32 <S>, <r>, <r>, <r>
add.cc.s64 <D>, <d>, <d>; addc.s64 <E>, <d>, <d>
mad.hi.cc.s32 <R>, <r>, <r>, <r>; madc.lo.cc.s32 <S>, <r>, <r>, <r>; addc.s32 <T>, <r>, 0
"""

LOCAL = """
st.local.b32 [<l4>], <r>|st.local.u8 [<l1>], <r>|st.local.b16 [<l2>], <h>|st.local.b64 [<l8>], <d>
st.local.f32 [<l4>+8], <f>|st.local.v2.b32 [<l8>], {<r>, <r>}|st.local.v4.f32 [<l16>], {<f>, <f>, <f>, <f>}
st.local.v4.u8 [<l4>], {<r>, <r>, <r>, <r>}|ld.local.b32 <R>, [<l4>]|ld.local.s8 <R>, [<l1>]|ld.local.u8 <D>, [<l1>+3]
ld.local.s16 <D>, [<l2>]|ld.local.u16 <H>, [<l2>]|ld.local.b64 <D>, [<l8>]|ld.local.v2.u16 {<R>, <S>}, [<l4>]
ld.local.v4.b32 {<R>, <S>, <T>, _}, [<l16>]|ld.local.f64 <G>, [<l8>]|ld.local.v2.s8 {<R>, <S>}, [<l2>]
ld.b32 <R>, [<x4>]|st.b64 [<x8>], <d>|ld.s16 <R>, [<x2>]|ld.v2.f32 {<F>, <K>}, [<x8>]|ld.const.b32 <R>, [<c4>]
ld.const.s8 <R>, [<c1>]|ld.const.f64 <G>, [<c8>]|ld.const.v2.b32 {<R>, <S>}, [<c8>]|ld.shared.b32 <R>, [<o4>]
st.shared.b16 [<o2>], <h>|st.shared.v2.f32 [<o8>], {<f>, <f>}|ld.u8 <R>, [<y1>]|st.f32 [<y4>], <f>
atom.shared.add.u32 <R>, [<o4>], <r>|atom.shared.cas.b32 <R>, [<o4>], <r>, <r>|atom.shared.max.s32 <R>, [<o4>], <r>
atom.shared.inc.u32 <R>, [<o4>], <r>|atom.exch.b64 <D>, [<y8>], <d>|atom.add.f32 <F>, [<y4>], <f>
atom.dec.u32 <R>, [<y4>], <r>|atom.shared.add.noftz.f16x2 <R>, [<o4>], <r>|atom.shared.cas.b64 <D>, [<o8>], <d>, <d>
atom.min.s64 <D>, [<y8>], <d>|atom.shared.cas.b16 <H>, [<o2>], <h>, <h>|ld.global.nc.v2.b32 {<R>, <S>}, [%in+64]
ld.global.L1::no_allocate.b64 <D>, [%in+8]|cp.async.ca.shared.global [%own+16], [%in+32], 16; cp.async.wait_all
cp.async.ca.shared.global [%own+8], [%in+24], 8, 3; cp.async.wait_all
cp.async.ca.shared.global [%own], [%in+48], 4; cp.async.commit_group; cp.async.wait_group 0
red.global.add.u32 [<t>], <r>|red.global.max.s32 [<t>+64], <r>|red.global.xor.b32 [<t>+128], <r>
red.global.or.b32 [<t>+192], <r>|red.global.min.u32 [<t>+256], <r>
"""

# A lane may read only lanes that execute the shuffle, so that all threads of a warp must execute these statements.
SHUFFLES = """
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {<F>,<K>,<J>,<L>}, {<r>,<r>,<r>,<r>}, {<r>,<r>}, {<f>,<f>,<f>,<f>}
mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {<F>,<K>,<J>,<L>}, {<r>,<r>,<r>,<r>}, {<r>,<r>}, {<f>,<f>,<f>,<f>}
mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {<F>,<K>,<J>,<L>}, {<r>,<r>}, {<r>}, {<f>,<f>,<f>,<f>}
mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {<R>,<S>}, {<r>,<r>,<r>,<r>}, {<r>,<r>}, {<r>,<r>}
mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {<R>,<S>,<T>,<U>}, {<r>,<r>,<r>,<r>}, {<r>,<r>}, {<r>,<r>,<r>,<r>}
mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32 {<R>,<S>,<T>,<U>}, {<r>,<r>,<r>,<r>}, {<r>,<r>}, {0,0,0,0}
mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {<R>,<S>,<T>,<U>}, {<r>,<r>,<r>,<r>}, {<r>,<r>}, {0,0,0,0}
mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {<G>,<N>}, {<g>}, {<g>}, {<g>,<g>}
movmatrix.sync.aligned.m8n8.trans.b16 <R>, <r>
bar.warp.sync <m>; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {<R>,<S>,<T>,<U>}, [%own]; bar.warp.sync <m>
bar.warp.sync <m>; ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {<R>,<S>}, [%own+16]; bar.warp.sync <m>
bar.warp.sync <m>; stmatrix.sync.aligned.m8n8.x2.shared.b16 [%own], {<r>,<r>}; bar.warp.sync <m>
elect.sync <R>|<P>, <m>|shfl.sync.idx.b32 <R>, <r>, <r>, 31, <m>
shfl.sync.up.b32 <R>|<P>, <r>, <k>, 0, <m>|shfl.sync.down.b32 <R>|<P>, <r>, <k>, 31, <m>
shfl.sync.bfly.b32 <F>|<P>, <f>, <k>, 0x181f, <m>|shfl.sync.idx.b32 <R>|<P>, <r>, <r>, 0x1003, <m>
"""

WARP = """
vote.sync.ballot.b32 <R>, <p>, <m>|vote.sync.any.pred <P>, <p>, <m>|vote.sync.all.pred <P>, !<p>, <m>
vote.sync.uni.pred <P>, <p>, <m>|match.any.sync.b32 <R>, <r>, <m>|match.all.sync.b32 <R>|<P>, <r>, <m>
match.any.sync.b64 <R>, <d>, <m>|redux.sync.add.s32 <R>, <r>, <m>|redux.sync.min.u32 <R>, <r>, <m>
redux.sync.xor.b32 <R>, <r>, <m>|redux.sync.max.s32 <R>, <r>, <m>
"""

CTA = """
barrier.sync 0; barrier.red.popc.u32 <R>, 1, <p>|bar.red.and.pred <P>, 0, <p>|bar.red.or.pred <P>, 2, 64, !<p>
"""


def _templates(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\|(?!<)|\n", text) if part.strip()]


class Program:
    """Text of one kernel, drawn from a seed; `statements` is the number of statements of its body to keep."""

    def __init__(self, seed: int, statements: int | None = None) -> None:
        self.draw = random.Random(seed)
        self._labels = count()
        self._lines: list[str] = []
        self._registers = {**{letter: length for letter, (_, length) in REGISTERS.items()}, "p": PREDICATES}
        self.functions = [self._function(number) for number in range(2)]
        self.body = self._body(statements)

    def text(self) -> str:
        """Return the module."""
        words = ", ".join(str(self.draw.randrange(1 << 32)) for _ in range(16))
        return f"{HEAD}.const .align 16 .b32 words[16] = {{{words}}};\n{''.join(self.functions)}{self.body}"

    # -- statements

    def _fill(self, template: str, mask: str) -> str:
        """Return a statement with registers, constants and addresses; statements for its addresses come first."""
        before: list[str] = []
        written: set[str] = set()
        read: set[str] = set()
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
            if word == "m":
                return mask
            if word == "t":
                before.append(f"and.b32 %t0, {register('r')}, {4 * (TOTALS - 1)};")
                before.append("cvt.u64.u32 %td, %t0;")
                before.append("add.u64 %at, %totals, %td;")
                return "%at"
            if word[0] in "lxcoy":
                return address(word)
            return register(_CLASSES[word.lower()], new=word.isupper())

        statement = re.sub(r"<(\w+)>", replaced, template)
        # PTX leaves open which NaN a result of `.f64` is, and ptxas exchanges operands.
        after = [
            f"setp.nan.f64 %nan, {name}, {name}; @%nan mov.b64 {name}, {NAN};"
            for name in sorted(written)
            if name[1] == "g"
        ]
        return " ".join([*before, f"{statement};", *after])

    def _plain(self, mask: str, *, memory: bool = True) -> str:
        """Return a statement of one thread alone, sometimes with a guard."""
        choice = self.draw.random()
        if memory and choice < 0.2:
            return self._fill(self.draw.choice(_LOCAL), mask)
        text = self._fill(self.draw.choice(_ARITHMETIC), mask)
        # ptxas ignores the guard of `testp`, as the erratum ignored-guards describes.
        if self.draw.random() < 0.15 and ";" not in text[:-1] and not text.startswith("testp"):
            return f"@{self.draw.choice(['', '!'])}%p{self.draw.randrange(PREDICATES)} {text}"
        return text

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
            kinds.append((1.5, lambda: [self._fill(self.draw.choice(_WARP), mask)]))
            kinds.append((0.7, self._call))
        if uniform:
            kinds.append((0.5, lambda: [self._fill(self.draw.choice(_CTA), mask)]))
            kinds.append((1.5, lambda: [self._fill(self.draw.choice(_SHUFFLES), mask)]))
            kinds.append((0.8, self._exchange))
        if depth < DEEPEST:
            kinds.append((0.9, lambda: self._branch(mask, depth, kernel=kernel)))
            kinds.append((0.5, lambda: self._loop(mask, depth, kernel=kernel)))
            kinds.append((0.3, lambda: self._switch(mask, depth, kernel=kernel)))
            if uniform:
                kinds.append((0.4, lambda: self._uniform(mask, depth)))
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
            "and.b32 %t0, %t0, 63;",
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
            ".reg .b32 %t<2>, %m<16>, %n<8>, %own, %memory, %tid_;",
            ".reg .b64 %a<8>, %td, %at, %in, %out, %totals;",
        ]
        return [*lines, ".reg .b64 %base_l, %base_x, %base_c, %base_o, %base_y;"]

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
        start = [
            ".shared .align 16 .b8 memory_[3072];", ".local .align 16 .b8 local_[64];", *self._declarations(),
            "ld.param.u64 %in, [input];", "ld.param.u64 %out, [output];", "ld.param.u64 %totals, [totals];",
            "cvta.to.global.u64 %in, %in;", "cvta.to.global.u64 %out, %out;", "cvta.to.global.u64 %totals, %totals;",
            "mov.u32 %tid_, %tid.x;", "mov.u32 %t0, %ctaid.x;", f"mad.lo.u32 %t0, %t0, {THREADS}, %tid_;",
            f"mul.wide.u32 %td, %t0, {4 * WORDS};", "add.u64 %in, %in, %td;", "add.u64 %out, %out, %td;",
            "mov.u32 %memory, memory_;", "mad.lo.u32 %own, %tid_, 48, %memory;",
            "mov.u64 %base_l, local_;", "cvta.local.u64 %base_x, %base_l;", "mov.u64 %base_c, words;",
            "cvt.u64.u32 %base_o, %own;", "cvta.shared.u64 %base_y, %base_o;", "mov.b32 %m1, -1;",
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
        lines = "\n".join([*start, "bar.sync 0;", *kept, *end, "ret;"])
        return f".visible .entry k(.param .u64 input, .param .u64 output, .param .u64 totals)\n{{\n{lines}\n}}\n"


_ARITHMETIC, _LOCAL, _SHUFFLES, _WARP, _CTA = map(_templates, (ARITHMETIC, LOCAL, SHUFFLES, WARP, CTA))

SPECIAL = np.array(
    [0, 1, -1, 2**31 - 1, -(2**31), 0x3F800000, 0xBF800000 - 2**32, 0x7F800000, 0x7FC00000, 0x7F800001, 1 << 23, 0x80,
     0x3FF00000, 0x7FF00000, 0x3C003C00, 0x7C007C00, 0x41200000, 0x4F000000, 31, 32, 5],
    np.int64,
).astype(np.uint32)  # fmt: skip


def arguments(seed: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the input, room for the output, and the totals."""
    random_numbers = np.random.default_rng(seed)
    shape = CTAS * THREADS, WORDS
    words = random_numbers.integers(0, 1 << 32, shape, np.uint32)
    # Numbers near 1, so that not all floating-point results are infinite, and words that are special in some format.
    words = np.where(random_numbers.random(shape) < 0.3, 0x3F000000 + (words >> 7), words)
    words = np.where(random_numbers.random(shape) < 0.2, words >> 24, words)
    words = np.where(random_numbers.random(shape) < 0.2, random_numbers.choice(SPECIAL, shape), words).astype(np.uint32)
    return words, np.zeros(shape, np.uint32), np.zeros(5 * TOTALS, np.uint32)


def computed(text: str, seed: int) -> tuple[list[NDArray[np.uint32]], list[str]]:
    """Return the output and the totals after a launch by the machine, and its findings."""
    words, output, totals = arguments(seed)
    result = ptxisa.launch(text, "k", CTAS, THREADS, [words, output, totals])
    return [output, totals], [str(finding) for finding in result.findings] + [str(name) for name in result.unmodeled]


def measured(context: GpuContext, text: str, seed: int, optimization: int) -> list[NDArray[np.uint32]]:
    """Return the output and the totals after a launch by the GPU."""
    words, output, totals = arguments(seed)
    with context.load(text, optimization) as module, ExitStack() as stack:
        memories = [stack.enter_context(context.memory(array)) for array in (words, output, totals)]
        context.run(module.function("k"), [memory.pointer for memory in memories], CTAS, THREADS)
        memories[1].read(output)
        memories[2].read(totals)
    return [output, totals]


def difference(context: GpuContext, optimization: int, seed: int, statements: int | None = None) -> str:
    """Return how the results of a kernel differ, "" if they do not."""
    text = Program(seed, statements).text()
    ours, findings = computed(text, seed)
    if findings:
        return f"findings: {findings[:3]}"
    theirs = measured(context, text, seed, optimization)
    for name, one, other in zip(("output", "totals"), ours, theirs, strict=True):
        places = np.argwhere(one != other)
        if len(places):
            first = tuple(places[0])
            return f"{name}: {len(places)} words differ, the first {first}: {one[first]:#x}, GPU {other[first]:#x}"
    return ""


def explained(context: GpuContext, optimization: int, seed: int) -> str:
    """Return the first statement after which the results of a kernel differ, and how."""
    whole = Program(seed)
    for statements in range(whole.length + 1):
        found = difference(context, optimization, seed, statements)
        if found:
            return f"seed {seed}: {found}\n  " + "\n  ".join(Program(seed, statements).last)
    return f"seed {seed}: {difference(context, optimization, seed)}"


def _judge(optimization: int, seeds: Sequence[int]) -> Iterator[str]:
    """Yield the difference of each kernel; after a trap the process can use the GPU no longer, and stops."""
    with GpuContext() as context:
        for seed in seeds:
            try:
                yield explained(context, optimization, seed) if difference(context, optimization, seed) else ""
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
    options = parser.parse_args()
    if options.only is not None:
        with GpuContext() as context:
            print(Program(options.only).text(), explained(context, options.optimization, options.only), sep="\n")
        return 0
    seeds = range(options.seed, options.seed + options.kernels)
    wrong = 0
    for seed, found in in_time(partial(_judge, options.optimization), seeds, options.jobs, options.limit):
        if found:
            wrong += 1
            print(f"seed {seed}: {found.reason}" if isinstance(found, NoResult) else found, flush=True)
    print(f"{len(seeds) - wrong:,} of {len(seeds):,} kernels agree with the GPU")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
