"""Statements of random kernels, as templates that `tools.gpu.random_kernels` fills.

A letter in angle brackets is a register that is read, a capital letter one that is written: `r`, `s`, `t`, `u` of 32
bits, `d`, `e` of 64, `h` of 16, `f`, `k`, `j`, `l` of `.f32`, `g`, `n` of `.f64`, `p`, `q` predicates. Other words are

    i, k, byte      constants: any, below 32, below 256
    m               the register with the mask of the threads that execute the statement
    lane            a thread in this mask
    threads, whole  the number of threads of a CTA, and the same in whole warps
    peer            address of the shared memory of a random thread of the CTA
    t               address of a word that all threads reduce into
    l4, x8, …       address of 4 or 8 bytes that only this thread uses, aligned: l local, x generic local, c constant,
                    o shared, y generic shared, w global, v parameter

`(a/b)` is a or b, `$name` a label. Templates of a table are apart at `|` and at the ends of lines, those of `blocks` at
empty lines. Every statement has one result, whatever the order of threads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


def _templates(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\|(?!<)|\n", text) if part.strip()]


def _blocks(text: str) -> list[str]:
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


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
barrier.sync 0; barrier.red.popc.u32 <R>, 1, <p>|bar.red.and.pred <P>, 0, <p>|bar.red.or.pred <P>, 2, <whole>, !<p>
"""

COMPARED = "(eq/ne/lt/le/gt/ge/equ/neu/ltu/leu/gtu/geu/num/nan)"
BITS = "(s8/u8/s16/u16/s32/u32)"
WHOLE = "(rni/rzi/rmi/rpi)"
ROUNDED = "(rn/rz/rm/rp)"

INTEGERS = f"""
(add/sub)(/.sat).s32 <R>, <r>, <r>|(add/sub/mul.lo/mul.hi/div/rem/min/max).(s32/u32) <R>, <r>, <r>
(add/sub/mul.lo/mul.hi/div/rem/min/max).(s16/u16) <H>, <h>, <h>
(add/sub/mul.lo/mul.hi/div/rem/min/max).(s64/u64) <D>, <d>, <d>
mul.wide.(s16/u16) <R>, <h>, <h>|mad.wide.(s16/u16) <R>, <h>, <h>, <r>|mad.wide.(s32/u32) <D>, <r>, <r>, <d>
mad.(lo/hi).(s16/u16) <H>, <h>, <h>, <h>|mad.(lo/hi).(s32/u32) <R>, <r>, <r>, <r>
mad.(lo/hi).(s64/u64) <D>, <d>, <d>, <d>
mul24.(lo/hi).(s32/u32) <R>, <r>, <r>|mad24.(lo/hi).(s32/u32) <R>, <r>, <r>, <r>|sad.(s16/u16) <H>, <h>, <h>, <h>
sad.(s32/u32) <R>, <r>, <r>, <r>|sad.(s64/u64) <D>, <d>, <d>, <d>|(min/max)(/.relu).(s32/s16x2) <R>, <r>, <r>
(add.s16x2/add.u16x2/min.u16x2/max.u16x2) <R>, <r>, <r>
(and/or/xor).(b16 <H>, <h>, <h>/b32 <R>, <r>, <r>/b64 <D>, <d>, <d>/pred <P>, <p>, <p>)
(not/cnot).(b16 <H>, <h>/b32 <R>, <r>/b64 <D>, <d>)|lop3.b32 <R>, <r>, <r>, <r>, <byte>
lop3.(or/and).b32 <R>|<P>, <r>, <r>, <r>, <byte>, (/!)<p>
(shl.b/shr.b/shr.s/shr.u)(16 <H>, <h>, <r>/32 <R>, <r>, <r>/64 <D>, <d>, <r>)
shf.(l/r).(wrap/clamp).b32 <R>, <r>, <r>, (<r>/<k>)|(popc/clz/brev).b32 <R>, <r>|(popc/clz).b64 <R>, <d>
bfind(/.shiftamt).(s32 <R>, <r>/u32 <R>, <r>/s64 <R>, <d>/u64 <R>, <d>)
bfe.(s32/u32) <R>, <r>, (<r>/<k>), (<r>/<k>)|bfe.(s64/u64) <D>, <d>, (<r>/<k>), (<r>/<k>)
bfi.b32 <R>, <r>, <r>, (<r>/<k>), (<r>/<k>)|bfi.b64 <D>, <d>, <d>, (<r>/<k>), (<r>/<k>)
szext.(clamp/wrap).(s32/u32) <R>, <r>, <r>|bmsk.(clamp/wrap).b32 <R>, <r>, <r>
prmt.b32(/.f4e/.b4e/.rc8/.ecl/.ecr/.rc16) <R>, <r>, <r>, <r>
prmt.b32 <R>, <r>, <r>, (0x5410/0x7632/0x0123/0x89ab/0xf7e6)|fns.b32 <R>, <r>, <k>, (-3/-1/1/2/5)
(dp4a/dp2a.(lo/hi)).(s32/u32).(s32/u32) <R>, <r>, <r>, <r>
(vadd/vsub/vabsdiff/vmin/vmax).(s32/u32).(s32/u32).(s32/u32)(/.sat) <R>, <r>(/.b1/.h1), <r>(/.b3/.h0)
(vadd/vsub/vabsdiff/vmin/vmax).(s32/u32).(s32/u32).(s32/u32)(/.sat).(add/min/max) <R>, <r>, <r>, <r>
(vshl/vshr).(s32/u32).(s32/u32).u32(/.sat).(clamp/wrap) <R>, <r>(/.b2), <r>
vmad.(s32/u32).(s32/u32).(s32/u32)(/.sat)(/.shr7/.shr15) <R>, <r>(/.b0), <r>(/.h1), <r>
vset.(s32/u32).(s32/u32).(eq/ne/lt/le/gt/ge) <R>, <r>(/.b0), <r>
(vadd/vsub/vavrg/vabsdiff/vmin/vmax)(2/4).(s32/u32).(s32/u32).(s32/u32) <R>, <r>, <r>, <r>
(vadd/vsub/vabsdiff/vmin/vmax).(s32/u32).(s32/u32).(s32/u32)(/.sat) <R>.(b0/b3/h0/h1), <r>(/.b1), <r>, <r>
(vshl/vshr).(s32/u32).(s32/u32).u32(/.sat).(clamp/wrap) <R>.(b1/h0), <r>, <r>, <r>
(vshl/vshr).(s32/u32).(s32/u32).u32(/.sat).(clamp/wrap).(add/min/max) <R>, <r>, <r>, <r>
vset.(s32/u32).(s32/u32).(eq/lt/ge).(add/min/max) <R>, <r>, <r>, <r>
vset.(s32/u32).(s32/u32).(ne/gt/le) <R>.(b2/h1), <r>, <r>, <r>
vmad.s32.s32.s32(/.sat)(/.shr7) <R>, (-<r>, <r>/<r>, -<r>), <r>
vmad.s32.(s32/u32).(s32/u32)(/.sat)(/.shr15) <R>, <r>, <r>, -<r>|vmad.s32.s32.s32.po <R>, (-<r>, -<r>/<r>, <r>), <r>
(vadd/vsub/vavrg/vabsdiff/vmin/vmax)(2/4).(s32/u32).(s32/u32).(s32/u32).add <R>, <r>, <r>, <r>
vset(2/4).(s32/u32).(s32/u32).(eq/ne/lt/le/gt/ge)(/.add) <R>, <r>, <r>, <r>
(vadd/vsub/vmin/vmax)4.(s32/u32).s32.s32(/.sat) <R>.(b1/b3/b20/b310), <r>(/.b5210), <r>(/.b0176), <r>
(vadd/vsub/vmin/vmax)2.(s32/u32).s32.s32(/.sat) <R>.(h0/h1/h10), <r>(/.h10/.h32/.h03), <r>(/.h21), <r>
setp.(eq/ne/lt/le/gt/ge).s(16 <P>, <h>, <h>/32 <P>, <r>, <r>/64 <P>, <d>, <d>)
setp.(eq/ne/lo/ls/hi/hs).u(16 <P>, <h>, <h>/32 <P>, <r>, <r>/64 <P>, <d>, <d>)
setp.(eq/ne/lt/le/gt/ge).(and/or/xor).s32 <P>|<Q>, <r>, <r>, (/!)<p>
set.(eq/ne/lt/le/gt/ge).(u32/s32/f32).(s32 <R>, <r>, <r>/s64 <R>, <d>, <d>/s16 <R>, <h>, <h>)
set.(eq/ne/lo/ls/hi/hs).(and/or/xor).(u32/s32/f32).(u32 <R>, <r>, <r>/u64 <R>, <d>, <d>/u16 <R>, <h>, <h>), <p>
slct.(b32/s32/u32).(s32 <R>, <r>, <r>, <r>/f32 <R>, <r>, <r>, <f>)|slct.(b64/s64).f32 <D>, <d>, <d>, <f>
cvt.{BITS}.{BITS} <R>, <r>|cvt(/.sat).{BITS}.(s64/u64) <R>, <d>|cvt.(s64/u64).{BITS} <D>, <r>
cvt.sat.((s8/u8).(s16/u16/s32/u32)/(s16/u16).(s32/u32)/s8.u8/u8.s8/s16.u16/u16.s16/s32.u32/u32.s32) <R>, <r>
cvt(.sat.s64.u64/.sat.u64.s64/.s64.s64) <D>, <d>|cvt.(s16/u16).{BITS} <H>, <r>|cvt.sat.(s16/u16).(s32/u32) <H>, <r>
cvt.pack.sat.(s16/u16).s32 <R>, <r>, <r>|cvt.pack.sat.(u8/s8/u4/s4/u2/s2).s32.b32 <R>, <r>, <r>, <r>
"""

FLOATS = f"""
(add/sub/mul).{ROUNDED}(/.ftz)(/.sat).f32 <F>, <f>, <f>|fma.{ROUNDED}(/.ftz)(/.sat).f32 <F>, <f>, <f>, <f>
mad.{ROUNDED}(/.ftz)(/.sat).f32 <F>, <f>, <f>, <f>|mad.{ROUNDED}.f64 <G>, <g>, <g>, <g>
div.{ROUNDED}(/.ftz).f32 <F>, <f>, <f>|(rcp/sqrt).{ROUNDED}(/.ftz).f32 <F>, <f>
(rcp/sqrt/rsqrt/sin/cos/lg2/ex2).approx(/.ftz).f32 <F>, <f>|tanh.approx.f32 <F>, <f>
div.(full/approx)(/.ftz).f32 <F>, <f>, <f>
(neg/abs)(/.ftz).f32 <F>, <f>|(min/max)(/.ftz)(/.NaN)(/.xorsign.abs).f32 <F>, <f>, <f>
setp.{COMPARED}(/.ftz).f32 <P>, <f>, <f>|setp.{COMPARED}.(and/or/xor)(/.ftz).f32 <P>|<Q>, <f>, <f>, (/!)<p>
set.{COMPARED}(/.ftz).(u32/s32/f32).f32 <R>, <f>, <f>|set.{COMPARED}.(and/or/xor).(u32/s32/f32).f64 <R>, <g>, <g>, <p>
testp.(finite/infinite/number/notanumber/normal/subnormal).(f32 <P>, <f>/f64 <P>, <g>)
(add/sub/mul/div).{ROUNDED}.f64 <G>, <g>, <g>|fma.{ROUNDED}.f64 <G>, <g>, <g>, <g>|(rcp/sqrt).{ROUNDED}.f64 <G>, <g>
rcp.approx.ftz.f64 <G>, <g>|rsqrt.approx(/.ftz).f64 <G>, <g>|setp.{COMPARED}.f64 <P>, <g>, <g>
cvt.{WHOLE}(/.ftz)(/.sat).{BITS}.f32 <R>, <f>|cvt.{WHOLE}(/.ftz)(/.sat).(s64/u64).f32 <D>, <f>
cvt.{WHOLE}(/.sat).{BITS}.f64 <R>, <g>|cvt.{WHOLE}(/.sat).(s64/u64).f64 <D>, <g>
cvt.{ROUNDED}(/.sat).f32.{BITS} <F>, <r>|cvt.{ROUNDED}(/.sat).f32.(s64/u64) <F>, <d>
cvt.{ROUNDED}(/.sat).f64.{BITS} <G>, <r>|cvt.{ROUNDED}(/.sat).f64.(s64/u64) <G>, <d>
cvt.{ROUNDED}(/.ftz)(/.sat).f32.f64 <F>, <g>|cvt(/.ftz)(/.sat).f64.f32 <G>, <f>
cvt.{WHOLE}(/.ftz)(/.sat).f32.f32 <F>, <f>|cvt.{WHOLE}(/.sat).f64.f64 <G>, <g>
"""

HALVES = f"""
(add/sub/mul).rn(/.ftz)(/.sat).(f16 <H>, <h>, <h>/f16x2 <R>, <r>, <r>)
(add/sub/mul).rn.(bf16 <H>, <h>, <h>/bf16x2 <R>, <r>, <r>)
fma.rn(/.ftz)(/.sat/.relu).(f16 <H>, <h>, <h>, <h>/f16x2 <R>, <r>, <r>, <r>)
fma.rn(/.relu).(bf16 <H>, <h>, <h>, <h>/bf16x2 <R>, <r>, <r>, <r>)
fma.rn.oob(/.relu).(f16/bf16) <H>, <h>, <h>, <h>|fma.rn.oob(/.relu).(f16x2/bf16x2) <R>, <r>, <r>, <r>
(neg/abs)(/.ftz).(f16 <H>, <h>/f16x2 <R>, <r>)|(neg/abs).(bf16 <H>, <h>/bf16x2 <R>, <r>)
(min/max)(/.ftz)(/.NaN)(/.xorsign.abs).(f16 <H>, <h>, <h>/f16x2 <R>, <r>, <r>)
(min/max)(/.NaN)(/.xorsign.abs).(bf16 <H>, <h>, <h>/bf16x2 <R>, <r>, <r>)
(tanh/ex2).approx.(f16 <H>, <h>/f16x2 <R>, <r>)|tanh.approx.(bf16 <H>, <h>/bf16x2 <R>, <r>)
ex2.approx.ftz.(bf16 <H>, <h>/bf16x2 <R>, <r>)
setp.{COMPARED}(/.ftz).(f16 <P>, <h>, <h>/f16x2 <P>|<Q>, <r>, <r>)
setp.{COMPARED}.(bf16 <P>, <h>, <h>/bf16x2 <P>|<Q>, <r>, <r>)
setp.{COMPARED}.(and/or/xor).(f16/bf16) <P>, <h>, <h>, (/!)<p>
set.{COMPARED}(/.ftz).(f16/s16/u16).f16 <H>, <h>, <h>|set.{COMPARED}.(s32/u32).(f16/bf16) <R>, <h>, <h>
set.{COMPARED}(/.ftz).f16x2.f16x2 <R>, <r>, <r>|set.{COMPARED}.(and/or/xor).bf16.bf16 <H>, <h>, <h>, <p>
set.{COMPARED}.(and/or/xor)(/.ftz).f16x2.f16x2 <R>, <r>, <r>, <p>
set.{COMPARED}.(and/or/xor).bf16x2.bf16x2 <R>, <r>, <r>, (/!)<p>
set.{COMPARED}.(u32/s32).(f16x2/bf16x2) <R>, <r>, <r>
set.{COMPARED}.(and/or/xor)(/.ftz).f16.f16 <H>, <h>, <h>, <p>
set.{COMPARED}.(and/or/xor)(/.ftz).(u32/s32).f16 <R>, <h>, <h>, <p>
setp.{COMPARED}.(and/or/xor).(f16x2/bf16x2) <P>|<Q>, <r>, <r>, (/!)<p>
set.{COMPARED}.bf16x2.bf16x2 <R>, <r>, <r>|set.{COMPARED}.(f16/bf16).(f32 <H>, <f>, <f>/f64 <H>, <g>, <g>)
set.(eq/ne/lt/le/gt/ge).(f16/bf16).(s32 <H>, <r>, <r>/s64 <H>, <d>, <d>/s16 <H>, <h>, <h>)
cvt.{WHOLE}(/.sat).{BITS}.f16 <R>, <h>|cvt.{WHOLE}.(s64/u64).(f16/bf16) <D>, <h>|cvt.{WHOLE}.(s32/u32).bf16 <R>, <h>
cvt.{ROUNDED}(/.sat).f16.{BITS} <H>, <r>|cvt.{ROUNDED}.f16.(s64/u64) <H>, <d>|cvt.{ROUNDED}.bf16.(s32/u32) <H>, <r>
cvt.{ROUNDED}.bf16.(s64/u64) <H>, <d>|cvt.(rn/rz)(/.relu).(f16/bf16).f32 <H>, <f>|cvt.(rm/rp)(/.sat).f16.f32 <H>, <f>
cvt.(rm/rp).bf16.f32 <H>, <f>|cvt.{ROUNDED}(/.sat).f16.f64 <H>, <g>|cvt.{ROUNDED}.bf16.f64 <H>, <g>
cvt(/.sat).f32.f16 <F>, <h>|cvt.f32.bf16 <F>, <h>|cvt(/.sat).f64.f16 <G>, <h>|cvt.f64.bf16 <G>, <h>
cvt.{ROUNDED}.f16.bf16 <H>, <h>|cvt.{ROUNDED}.bf16.f16 <H>, <h>|cvt.{WHOLE}(/.sat).f16.f16 <H>, <h>
cvt.{WHOLE}.bf16.bf16 <H>, <h>|cvt.(rn/rz)(/.relu)(/.satfinite).(f16x2/bf16x2).f32 <R>, <f>, <f>
cvt.rn.satfinite(/.relu).(e4m3x2/e5m2x2).(f32 <H>, <f>, <f>/f16x2 <H>, <r>)
cvt.rn(/.relu).f16x2.(e4m3x2/e5m2x2) <R>, <h>|cvt.(rn/rz/rna).tf32.f32 <R>, <f>
cvt.(rn/rz).relu.tf32.f32 <R>, <f>
"""

REGISTERS = """
mov.u32 <R>, %(tid/ntid/ctaid/nctaid).(x/y/z)|mov.u32 <R>, %(laneid/nwarpid)
mov.u32 <R>, %lanemask_(eq/lt/le/gt/ge)
mov.u32 <R>, %(clusterid/nclusterid/cluster_ctaid/cluster_nctaid).(x/y/z)|mov.u32 <R>, %cluster_(ctarank/nctarank)
mov.u32 <R>, %dynamic_smem_size|mov.b32 {<H>, (<H>/_)}, <r>
mov.b64 {<H>, <H>, (<H>/_), _}, <d>|mov.b64 {(<R>/_), <S>}, <d>|mov.b64 {<F>, <K>}, <d>|mov.b32 <F>, {<h>, <h>}
mov.pred <P>, (/!)<p>|mov.v2.(b32/f32) {<R>, <S>}, {<r>, <r>}|mov.v4.b32 {<R>, <S>, (<T>/_), <U>}, {<r>, <r>, <r>, <r>}
mov.v2.b64 {<D>, <E>}, {<d>, <d>}
{ .reg .b32 %x; mov.b32 %x, (<r>/<i>); { .reg .b16 %x; cvt.u16.u32 %x, <r>; mov.b32 <R>, {%x, %x}; } not.b32 <S>, %x; }
"""

NOTHING = """
fence.(sc/acq_rel).(cta/cluster/gpu/sys)|membar.(cta/gl/sys)|prefetch.global.(L1/L2) [%in]|prefetchu.L1 [<x4>]
prefetch.(L1/L2) [<y4>]|fence.proxy.(alias/async)|applypriority.global.L2::evict_normal [%out], 128
prefetch.global.L2::(evict_last/evict_normal) [%in]|cp.async.bulk.prefetch.L2.global [%in], (16/64/256)
{ .reg .b64 %c; createpolicy.fractional.L2::evict_(first/last).b64 %c; ld.global.L2::cache_hint.b32 <R>, [<w4>], %c; }
fence.proxy.async.(global/shared::cta)|membar.proxy.alias|nanosleep.u32 (0/20)|griddepcontrol.(wait/launch_dependents)
{ .reg .b64 %c; createpolicy.range.global.L2::evict_last.b64 %c, [%in], 16, 64; ld.L2::cache_hint.b64 <D>, [<w8>], %c; }
{ .reg .b64 %c; createpolicy.fractional.L2::evict_last.b64 %c, 0.5; st.global.L2::cache_hint.b32 [<w4>], <r>, %c; }
"""

CACHED = """
ld.global(.ca/.cg/.cs/.lu/.cv).b32 <R>, [<w4>]|ld(.ca/.cg/.cs/.cv).b64 <D>, [<y8>]
st.global(.wb/.cg/.cs/.wt).b32 [<w4>], <r>|ld.global(.ca/.cg/.cs)(/.nc).f32 <F>, [%in+(0/8/64/144)]
ldu.global.b32 <R>, [%in+(4/8/64)]|ldu.global.v2.b64 {<D>, <E>}, [%in+64]
ld.global(/.nc).L1::(evict_normal/evict_unchanged/evict_last/no_allocate)(/.L2::64B/.L2::128B).b32 <R>, [%in+16]
st.global.L1::(evict_first/no_allocate).v2.b32 [<w8>], {<r>, <r>}
ld.global.nc.L2::256B.v4.b32 {<R>, <S>, <T>, <U>}, [%in+32]
ld.mmio.relaxed.sys.global.(u32 <R>, [<w4>]/b64 <D>, [<w8>]/u8 <R>, [<w1>])|st.mmio.relaxed.sys.global.b32 [<w4>], <r>
isspacep.(global/local/shared/shared::cluster/const) <P>, (<x1>/<y1>/<w1>)
cvta.to.shared.u64 <D>, <y1>; sub.u64 <E>, <e>, <e>
"""

_SPACES = (("local", "l"), ("shared", "o"), ("global", "w"), ("", "x"), ("", "y"), ("const", "c"), ("param", "v"))
_TYPES = (
    ("(b8/u8/s8)", 1, "r"),
    ("(b16/u16/s16)", 2, "h"),
    ("(u16/s16)", 2, "r"),
    ("(b32/u32/s32)", 4, "r"),
    ("(u8/s8)", 1, "d"),
    ("(b32/s32/u32)", 4, "d"),
    ("(b64/u64/s64)", 8, "d"),
    ("f32", 4, "f"),
    ("f64", 8, "g"),
)


def _memory() -> Iterator[str]:
    """Yield loads and stores of each space, width and length; registers may be wider than what is loaded."""
    for space, base in _SPACES:
        where = f".{space}" * bool(space)
        # Local, constant and parameter memory belong to one thread, or never change.
        order = "(/.weak/.volatile/.relaxed.(cta/cluster/gpu/sys))" if base in "owy" else ""
        acquire, release = ("(/.acquire.(cta/gpu/sys))", "(/.release.(cta/gpu/sys))") if base in "owy" else ("", "")
        for types, size, letter in _TYPES:
            for length in (1, 2, 4):
                if size * length > 16 or (letter in "dg" and length == 4):
                    continue
                names = {"r": "RSTU", "d": "DE", "h": "HHHH", "f": "FKJL", "g": "GN"}[letter][:length]
                vector = f".v{length}" if length > 1 else ""
                loaded = ", ".join(f"<{name}>" for name in names)
                stored = ", ".join(f"<{letter}>" for _ in names)
                if vector:
                    loaded, stored = f"{{{loaded}}}", f"{{{stored}}}"
                address = f"[<{base}{size * length}>(/+0)]"
                ordered = order if not vector else ""
                yield f"ld{ordered}{where}{vector}.{types} {loaded}, {address}"
                if not vector:
                    yield f"ld{acquire}{where}.{types} {loaded}, {address}"
                if base not in "cv":
                    yield f"st{ordered}{where}{vector}.{types} {address}, {stored}"
                    if not vector:
                        yield f"st{release}{where}.{types} {address}, {stored}"


def _atomics() -> Iterator[str]:
    """Yield atomic operations on memory of one thread, of each operation, type and space."""
    how = "(/.relaxed/.acquire/.release/.acq_rel)(/.cta/.cluster/.gpu/.sys)"
    reduced = "(/.relaxed/.release)(/.cta/.cluster/.gpu/.sys)"
    for space, base in (("", "y"), ("", "w"), (".shared", "o"), (".global", "w")):
        for operations, size, result, value in (
            ("(add/min/max).(u32/s32)", 4, "R", "<r>"), ("(and/or/xor).b32", 4, "R", "<r>"),
            ("(inc/dec).u32", 4, "R", "<r>"), ("(add/min/max).u64", 8, "D", "<d>"), ("(min/max).s64", 8, "D", "<d>"),
            ("(and/or/xor).b64", 8, "D", "<d>"), ("add.f32", 4, "F", "<f>"), ("add.noftz.(f16/bf16)", 2, "H", "<h>"),
            ("add.noftz.(f16x2/bf16x2)", 4, "R", "<r>"),
        ):  # fmt: skip
            yield f"atom{how}{space}.{operations} <{result}>, [<{base}{size}>], {value}"
            yield f"red{reduced}{space}.{operations} [<{base}{size}>], {value}"
        yield f"atom{how}{space}.exch.(b32 <R>, [<{base}4>], <r>/b64 <D>, [<{base}8>], <d>)"
        for size, result, value in ((2, "H", "<h>"), (4, "R", "<r>"), (8, "D", "<d>")):
            yield f"atom{how}{space}.cas.b{8 * size} <{result}>, [<{base}{size}>], {value}, {value}"
        yield f"atom{space}.add.u32 _, [<{base}4>], <r>"
    for how in ("atom.global", "red.global"):
        for operation, size, count, letter in (
            ("add.v2.f32", 8, 2, "f"), ("add.v4.f32", 16, 4, "f"),
            ("(add/min/max).noftz.v2.(f16/bf16)", 4, 2, "h"), ("(add/min/max).noftz.v4.(f16/bf16)", 8, 4, "h"),
            ("(add/min/max).noftz.v2.(f16x2/bf16x2)", 8, 2, "r"), ("(add/min/max).noftz.v4.(f16x2/bf16x2)", 16, 4, "r"),
        ):  # fmt: skip
            results, values = (", ".join([f"<{name}>"] * count) for name in (letter.upper(), letter))
            yield f"{how}.{operation} {f'{{{results}}}, ' * (how[0] == 'a')}[<w{size}>], {{{values}}}"


TOTALS = """
red.global(/.relaxed.gpu/.release.sys).add.u32 [<t>], <r>|red.global(/.relaxed.sys).max.s32 [<t>+64], <r>
red.xor.b32 [<t>+128], <r>|atom.global.or.b32 _, [<t>+192], <r>|red.gpu.min.u32 [<t>+256], <r>
"""

COLLECTIVES = """
vote.sync.(all/any/uni).pred <P>, (/!)<p>, <m>|vote.sync.ballot.b32 <R>, (/!)<p>, <m>
match.any.sync.(b32 <R>, <r>/b64 <R>, <d>), <m>|match.all.sync.(b32 <R>|<P>, <r>/b64 <R>|<P>, <d>), <m>
redux.sync.(add/min/max).(s32/u32) <R>, <r>, <m>|redux.sync.(and/or/xor).b32 <R>, <r>, <m>
elect.sync (<R>/_)|<P>, <m>|shfl.sync.idx.b32 (<R>/<R>|<P>), <r>, <lane>, (31/0x001f), <m>
shfl.sync.idx.b32 <F>|<P>, <f>, <lane>, 31, <m>
shfl.sync.(up.b32 <R>|<P>, <r>, 0, 0/down.b32 <R>|<P>, <r>, 0, 31/bfly.b32 <R>, <r>, 0, 31), <m>
bar.warp.sync <m>
"""

SHUFFLED = """
shfl.sync.up.b32 <R>(/|<P>), <r>, (<r>/<k>), (0/0x0800/0x1000/0x1c00), <m>
shfl.sync.(down/bfly).b32 <R>(/|<P>), <r>, (<r>/<k>), (31/0x081f/0x101f/0x180f), <m>
shfl.sync.idx.b32 <R>(/|<P>), <r>, (<r>/<k>), (31/0x081f/0x1807/0x1c03), <m>
"""

COPIES = """
cp.async.ca.shared.global [%own], [%in+16], 16; cp.async.commit_group; cp.async.ca.shared.global [%own+16], [%in+32],
8; cp.async.commit_group; cp.async.wait_group 1; ld.shared.b32 <R>, [%own+(0/4/8/12)]; cp.async.wait_group 0;
ld.shared.b32 <S>, [%own+(16/20)]

cp.async.cg.shared.global(/.L2::64B/.L2::128B/.L2::256B) [%own+(0/16/32)], [%in+(0/48/64)], 16, (0/4/5/12/16);
cp.async.wait_all; ld.shared.b64 <D>, [%own+(0/8/16)]

cp.async.ca.shared::cta.global [%own+(4/8)], [%in+(0/48/64)], 4, (/!)<p>; cp.async.wait_all; ld.shared.b32 <R>,
[%own+(4/8)]

cp.async.cg.shared.global [%own+(0/16)], [%in+(0/48/64)], 16, (/!)<p>; cp.async.wait_all; ld.shared.b32 <R>,
[%own+(0/16/28)]

{ .reg .f64 %x; cvt.rn.f64.s32 %x, <r>; st.global.f64 [%out+64], %x; atom.global(/.acq_rel.gpu).add.f64 <G>,
[%out+64], %x; red(/.global).add.f64 [%out+64], %x; ld.global.f64 <N>, [%out+64]; }

cp.async.ca.shared.global [%own+(0/16)], [%in+(0/48/64)], 8; cp.async.commit_group; add.u32 <R>, <r>, <r>;
cp.async.commit_group; cp.async.ca.shared.global [%own+32], [%in+128], (4/8/16); cp.async.commit_group;
cp.async.wait_group 1; ld.shared.b64 <D>, [%own+(0/16)]; cp.async.wait_all; ld.shared.b32 <S>, [%own+32]

{ .reg .u64 %s, %f; stacksave.u64 %s; alloca.u64 %f, 32, 16; cvta.local.u64 %td, %f; st.local.v4.b32 [%f], {<r>, <r>,
<r>, <r>}; st.v2.b64 [%td+16], {<d>, <d>}; st.b32 [%td+(20/28)], <r>; ld.local.b32 <R>, [%f+(0/4/8/12)]; ld.local.u8
<S>, [%f+(16/21/31)]; stackrestore.u64 %s; }
"""

BARRIERS = """
bar.red.(and/or).pred <P>, (0/3), (/!)<p>|barrier(/.cta).red(/.aligned).popc.u32 <R>, (1/15), (/<whole>,) (/!)<p>
barrier(/.cta).red(/.aligned).(and/or).pred <P>, 7, <whole>, (/!)<p>|bar.red.popc.u32 <R>, 4, <p>
bar(/.cta).sync (0/1/15)(/, <whole>)|barrier(/.cta).sync(/.aligned) (0/2)(/, <whole>)
{ .reg .b32 %b; mov.b32 %b, (3/9); bar.sync %b, <whole>; barrier.sync %b; }
"""

MEETINGS = """
{ .reg .b32 %b; mov.b32 %b, (5/12); setp.lt.u32 %q3, %tid_, 32; st.shared.b32 [%own], <r>; @%q3 bra $arrive;
bar(/.cta).sync %b, <whole>; ld.shared.b32 <R>, [<peer>]; bra $end; $arrive: bar(/.cta).arrive %b, <whole>; $end:
bar.sync 0; }

setp.ge.u32 %q3, %tid_, 32; st.shared.b32 [%own+8], <r>; @%q3 bra $arrive; barrier.sync.aligned 6, <whole>;
ld.shared.b32 <R>, [<peer>+8]; bra $end; $arrive: barrier.arrive 6, <whole>; $end: barrier.sync 0

@%leads st.shared.b32 [total_], (0/<i>); bar.sync 0; red.shared.(add.u32/min.u32/max.s32/and.b32/or.b32/xor.b32)
[total_], <r>; bar.sync 0; ld.shared.b32 <R>, [total_]; bar.sync 0

@%leads st.shared.b64 [total_], 0; bar.sync 0; atom.shared.(add.u64/min.s64/max.u64/xor.b64) _, [total_], <d>;
barrier.sync 0; ld.shared.b64 <D>, [total_]; barrier.sync 0
"""

# Threads that wait for an mbarrier leave its loop one by one, and meet before the next statement of whole warps.
MBARRIERS = """
{ .reg .b64 %state; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], <threads>; bar.sync 0; st.shared.b32
[%own], <r>; mbarrier.arrive(/.release.cta).shared(/::cta).b64 %state, [bars_]; $wait:
mbarrier.(test/try)_wait(/.acquire.cta).shared.b64 %done, [bars_], %state; @!%done bra $wait; bar.warp.sync <m>;
ld.shared.b32 <R>, [<peer>]; bar.sync 0; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .b32 %phase; .reg .pred %done; @%leads mbarrier.init.shared::cta.b64 [bars_+8], <threads>; bar.sync 0; mov.b32
%phase, 0; $again: st.shared.b32 [%own+4], <r>; mbarrier.arrive.shared.b64 _, [bars_+8]; and.b32 %t1, %phase, 1;
$wait: mbarrier.(test/try)_wait.parity.shared.b64 %done, [bars_+8], %t1; @!%done bra $wait; bar.warp.sync <m>;
ld.shared.b32 <R>, [<peer>+4]; bar.sync 0; add.u32 %phase, %phase, 1; setp.lt.u32 %done, %phase, (2/3); @%done bra.uni
$again; mbarrier.test_wait.parity.shared.b64 <P>, [bars_+8], 0; mbarrier.test_wait.parity.shared.b64 <Q>, [bars_+8],
1; bar.sync 0; @%leads mbarrier.inval.shared.b64 [bars_+8]; bar.sync 0; }

{ .reg .b64 %state; .reg .b32 %twice; .reg .pred %done; mov.b32 %twice, <threads>; add.u32 %twice, %twice, %twice;
@%leads mbarrier.init.shared.b64 [bars_], %twice; bar.sync 0; st.shared.b64 [%own+8], <d>;
mbarrier.arrive(.noComplete.shared.b64 %state, [bars_], 1/.shared.b64 %state, [bars_]); mbarrier.arrive.shared.b64
%state, [bars_], 1; $wait: mbarrier.try_wait.parity.shared.b64 %done, [bars_], 0(/, 1000); @!%done bra $wait;
bar.warp.sync <m>; ld.shared.b64 <D>, [<peer>+8]; bar.sync 0; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .b64 %state; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_+16], <threads>; bar.sync 0;
mbarrier.arrive(/_drop).shared.b64 _, [bars_+16]; $wait: mbarrier.test_wait.parity.shared.b64 %done, [bars_+16], 0;
@!%done bra $wait; bar.sync 0; @%leads mbarrier.inval.shared.b64 [bars_+16]; bar.sync 0; @%leads
mbarrier.init.shared.b64 [bars_+16], 9; bar.warp.sync <m>; @%leads mbarrier.arrive.shared.b64 %state, [bars_+16],
(1/3/8); @%leads mbarrier.pending_count.b64 <R>, %state; @%leads mbarrier.arrive_drop.shared.b64 %state, [bars_+16];
@%leads mbarrier.pending_count.b64 <S>, %state; @%leads mbarrier.inval.shared.b64 [bars_+16]; bar.sync 0; }

{ .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], <threads>; bar.sync 0; cp.async.ca.shared.global
[%own+16], [%in+(16/32)], (4/8/16); cp.async.mbarrier.arrive.noinc.shared.b64 [bars_]; $wait:
mbarrier.try_wait.parity.shared.b64 %done, [bars_], 0; @!%done bra $wait; bar.warp.sync <m>; ld.shared.b32 <R>,
[<peer>+16]; bar.sync 0; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], <threads>; bar.sync 0; cp.async.cg.shared.global
[%own+32], [%in+(0/64)], 16; cp.async.mbarrier.arrive.shared.b64 [bars_]; mbarrier.arrive.shared.b64 _, [bars_];
$wait: mbarrier.test_wait.parity.shared.b64 %done, [bars_], 0; @!%done bra $wait; bar.warp.sync <m>; ld.shared.b32
<R>, [<peer>+36]; bar.sync 0; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], 2; bar.sync 0; @%leads
mbarrier.expect_tx.relaxed.cta.shared.b64 [bars_], 48; @%leads mbarrier.arrive.expect_tx.shared.b64 _, [bars_], 16;
@%leads mbarrier.complete_tx.relaxed.cta.shared.b64 [bars_], 64; bar.sync 0; mbarrier.test_wait.parity.shared.b64 <P>,
[bars_], 0; bar.sync 0; @%leads mbarrier.arrive.shared.b64 _, [bars_]; bar.sync 0;
mbarrier.test_wait.parity.shared.b64 <Q>, [bars_], 0; bar.sync 0; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync
0; }

{ .reg .b64 %state; @%leads mbarrier.init.shared.b64 [bars_+24], 12; bar.warp.sync <m>; @%leads
mbarrier.arrive_drop.noComplete(/.release.cta).shared.b64 %state, [bars_+24], (1/2); @%leads
mbarrier.pending_count.b64 <R>, %state; @%leads mbarrier.arrive_drop.shared.b64 %state, [bars_+24], 2; @%leads
mbarrier.arrive.noComplete.shared.b64 _, [bars_+24], 3; @%leads mbarrier.arrive_drop.expect_tx.shared.b64 _,
[bars_+24], 8; @%leads mbarrier.complete_tx.relaxed.cta.shared.b64 [bars_+24], 8; @%leads mbarrier.arrive.shared.b64
%state, [bars_+24], 4; @%leads mbarrier.pending_count.b64 <S>, %state; @%leads mbarrier.inval.shared.b64 [bars_+24];
bar.sync 0; }
"""

BULK = """
{ .reg .pred %done; .reg .b32 %size, %at; .reg .b64 %from; mov.b32 %size, (16/64/256/1024); @%leads
mbarrier.init.shared.b64 [bars_], 1; @%leads fence.mbarrier_init.release.cluster; bar.sync 0; @%leads
mbarrier.arrive.expect_tx.shared.b64 _, [bars_], %size; add.u64 %from, %in, (0/16/48/512); @%leads
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [bulk_], [%from], %size, [bars_]; $wait:
mbarrier.try_wait.parity.shared.b64 %done, [bars_], 0; @!%done bra $wait; bar.warp.sync <m>; sub.u32 %at, %size, 4;
and.b32 %at, %at, <r>; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; ld.shared.b32 <R>, [%at]; bar.sync 0; @%leads
mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .b32 %at; shl.b32 %at, %tid_, 3; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; st.shared.b64 [%at], <d>;
fence.proxy.async(/.shared::cta); bar.sync 0; @%leads cp.async.bulk.global.shared::cta.bulk_group [%scratch], [bulk_],
(64/128/256); @%leads cp.async.bulk.commit_group; @%leads cp.async.bulk.wait_group 0; bar.sync 0; and.b32 %t1, <r>,
60; cvt.u64.u32 %td, %t1; add.u64 %td, %td, %scratch; ld.global.b32 <R>, [%td]; bar.sync 0; }

{ .reg .b32 %at; shl.b32 %at, %tid_, 3; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; st.shared.v2.b32 [%at], {<r>, <r>};
fence.proxy.async; bar.sync 0; @%leads
cp.reduce.async.bulk.global.shared::cta.bulk_group.((add/min/max/inc/dec).u32/(min/max).s32/add.u64/(min/max).s64/(and/or/xor).b32/(and/or/xor).b64)
[%scratch], [bulk_], (64/256); @%leads cp.async.bulk.commit_group; @%leads cp.async.bulk.wait_group 0; bar.sync 0; }

{ .reg .b32 %at; shl.b32 %at, %tid_, 3; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; st.shared.b64 [%at], <d>;
fence.proxy.async; bar.sync 0; @%leads
cp.reduce.async.bulk.global.shared::cta.bulk_group.(add.f32/(add.noftz/min/max).(f16/bf16)) [%scratch+512], [bulk_],
(16/128/256); @%leads cp.async.bulk.commit_group; @%leads cp.async.bulk.wait_group 0; bar.sync 0; }
"""

CLUSTERS = """
barrier.cluster.arrive(/.release/.relaxed)(/.aligned); barrier.cluster.wait(/.acquire)(/.aligned)

{ .reg .b32 %there, %rank; st.shared.b32 [%own], <r>; barrier.cluster.arrive(/.release)(/.aligned);
barrier.cluster.wait(/.acquire)(/.aligned); mov.u32 %rank, %cluster_ctarank; xor.b32 %rank, %rank, (0/1);
mapa.shared::cluster.u32 %there, <peer>, %rank; ld.shared::cluster.b32 <R>, [%there]; getctarank.shared::cluster.u32
<S>, %there; barrier.cluster.arrive; barrier.cluster.wait; }

{ .reg .b32 %rank; .reg .b64 %there; st.shared.b64 [%own+8], <d>; barrier.cluster.arrive; barrier.cluster.wait;
mov.u32 %rank, %cluster_ctarank; xor.b32 %rank, %rank, 1; cvt.u64.u32 %there, <peer>; cvta.shared.u64 %there, %there;
mapa.u64 %there, %there, %rank; ld.b64 <D>, [%there+8]; getctarank.u64 <S>, %there; barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned; }

{ .reg .b32 %there, %rank; mov.u32 %rank, %cluster_ctarank; xor.b32 %rank, %rank, 1; barrier.cluster.arrive;
barrier.cluster.wait; mapa.shared::cluster.u32 %there, %own, %rank; (st.shared::cluster.b32 [%there],
<r>/atom.shared::cluster.(add.u32/max.s32/xor.b32/exch.b32) <R>, [%there], <r>/red.shared::cluster.(add.u32/and.b32)
[%there], <r>); barrier.cluster.arrive; barrier.cluster.wait; ld.shared.b32 <S>, [%own]; }

{ .reg .b32 %there, %rank; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], <threads>; @%leads
fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait; mov.u32 %rank, %cluster_ctarank;
xor.b32 %rank, %rank, 1; mapa.shared::cluster.u32 %there, %own, %rank; st.shared::cluster.b32 [%there+4], <r>;
mapa.shared::cluster.u32 %there, bars_, %rank; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%there]; $wait:
mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [bars_], 0; @!%done bra $wait; bar.warp.sync <m>;
ld.shared.b32 <R>, [<peer>+4]; barrier.cluster.arrive; barrier.cluster.wait; @%leads mbarrier.inval.shared.b64
[bars_]; bar.sync 0; }

{ .reg .b32 %there, %bar, %rank; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], 1; mov.b32 %bar,
<threads>; shl.b32 %bar, %bar, 3; @%leads mbarrier.arrive.expect_tx.shared.b64 _, [bars_], %bar; @%leads
fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait; mov.u32 %rank, %cluster_ctarank;
xor.b32 %rank, %rank, (0/1); mapa.shared::cluster.u32 %there, %own, %rank; mapa.shared::cluster.u32 %bar, bars_,
%rank; (st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%there+8], <d>,
[%bar]/st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%there+8], {<r>, <r>}, [%bar]); $wait:
mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [bars_], 0; @!%done bra $wait; bar.warp.sync <m>;
ld.shared.b64 <D>, [<peer>+8]; barrier.cluster.arrive; barrier.cluster.wait; @%leads mbarrier.inval.shared.b64
[bars_]; bar.sync 0; }

{ .reg .b32 %there, %bar, %rank; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], 1; mov.b32 %bar,
<threads>; shl.b32 %bar, %bar, 2; @%leads mbarrier.arrive.expect_tx.shared.b64 _, [bars_], %bar; @%leads
fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait; mov.u32 %rank, %cluster_ctarank;
xor.b32 %rank, %rank, (0/1); mapa.shared::cluster.u32 %there, %own, %rank; mapa.shared::cluster.u32 %bar, bars_,
%rank;
red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.((add/min/max/inc/dec).u32/(min/max).s32/(and/or/xor).b32)
[%there], <r>, [%bar]; $wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [bars_], 0; @!%done bra
$wait; bar.warp.sync <m>; ld.shared.b32 <R>, [<peer>]; barrier.cluster.arrive; barrier.cluster.wait; @%leads
mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .b32 %at, %there, %bar, %rank; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], 1; @%leads
mbarrier.arrive.expect_tx.shared.b64 _, [bars_], 128; @%leads fence.mbarrier_init.release.cluster; shl.b32 %at, %tid_,
3; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; st.shared.b64 [%at], <d>; fence.proxy.async; barrier.cluster.arrive;
barrier.cluster.wait; mov.u32 %rank, %cluster_ctarank; xor.b32 %rank, %rank, 1; mov.b32 %there, bulk_; add.u32 %there,
%there, 1024; mapa.shared::cluster.u32 %there, %there, %rank; mapa.shared::cluster.u32 %bar, bars_, %rank; @%leads
cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%there], [bulk_], 128, [%bar]; $wait:
mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [bars_], 0; @!%done bra $wait; bar.warp.sync <m>;
and.b32 %at, <r>, 124; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; ld.shared.b32 <R>, [%at+1024];
barrier.cluster.arrive; barrier.cluster.wait; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .b32 %at, %rank; .reg .pred %done, %zero; @%leads mbarrier.init.shared.b64 [bars_], 1; @%leads
mbarrier.arrive.expect_tx.shared.b64 _, [bars_], 256; @%leads fence.mbarrier_init.release.cluster;
barrier.cluster.arrive; barrier.cluster.wait; mov.u32 %rank, %cluster_ctarank; setp.eq.and.u32 %zero, %rank, (0/1),
%leads; @%zero cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [bulk_], [%in],
256, [bars_], 3; $wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [bars_], 0; @!%done bra $wait;
bar.warp.sync <m>; and.b32 %at, <r>, 252; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; ld.shared.b32 <R>, [%at];
barrier.cluster.arrive; barrier.cluster.wait; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync 0; }

{ .reg .b32 %at, %there, %bar, %rank; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], 1; @%leads
mbarrier.arrive.expect_tx.shared.b64 _, [bars_], 128; @%leads fence.mbarrier_init.release.cluster; shl.b32 %at, %tid_,
2; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; st.shared.b32 [%at], <r>; st.shared.b32 [%at+1024], <r>;
fence.proxy.async; barrier.cluster.arrive; barrier.cluster.wait; mov.u32 %rank, %cluster_ctarank; xor.b32 %rank,
%rank, (0/1); mov.b32 %there, bulk_; add.u32 %there, %there, 1024; mapa.shared::cluster.u32 %there, %there, %rank;
mapa.shared::cluster.u32 %bar, bars_, %rank; @%leads
cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.((add/min/max/inc/dec).u32/(min/max).s32/(and/or/xor).b32)
[%there], [bulk_], 128, [%bar]; $wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [bars_], 0;
@!%done bra $wait; bar.warp.sync <m>; and.b32 %at, <r>, 124; mov.b32 %t1, bulk_; add.u32 %at, %at, %t1; ld.shared.b32
<R>, [%at+1024]; barrier.cluster.arrive; barrier.cluster.wait; @%leads mbarrier.inval.shared.b64 [bars_]; bar.sync 0;
}

{ .reg .b32 %there, %rank; .reg .pred %done; @%leads mbarrier.init.shared.b64 [bars_], 6; @%leads
fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait; mov.u32 %rank, %cluster_ctarank;
xor.b32 %rank, %rank, (0/1); mapa.shared::cluster.u32 %there, %own, %rank; st.shared::cluster.b32 [%there+12], <r>;
barrier.cluster.arrive; barrier.cluster.wait; mapa.shared::cluster.u32 %there, bars_, %rank; @%leads
mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%there], 2; @%leads
mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%there], 16; @%leads
mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%there], 16; @%leads
mbarrier.arrive_drop.release.cluster.shared::cluster.b64 _, [%there], (3/3); $wait:
mbarrier.test_wait.parity.acquire.cluster.shared::cta.b64 %done, [bars_], 0; @!%done bra $wait; bar.warp.sync <m>;
ld.shared.b32 <R>, [%own+12]; barrier.cluster.arrive; barrier.cluster.wait; @%leads mbarrier.inval.shared.b64 [bars_];
bar.sync 0; }
"""

_FOUR = "{<F>, <K>, <J>, <L>}", "{<f>, <f>, <f>, <f>}"
_WORDS = "{<R>, <S>, <T>, <U>}", "{<r>, <r>, <r>, <r>}"
_PAIR = "{<R>, <S>}", "{<r>, <r>}"


def _products() -> Iterator[str]:
    """Yield products of `mma` on registers, dense and sparse, and of `wmma` on shared memory."""
    for shape, types, (d, c), a, b in (
        ("m16n8k8", "f32.f16.f16.f32", _FOUR, 2, 1), ("m16n8k16", "f32.(f16.f16/bf16.bf16).f32", _FOUR, 4, 2),
        ("m16n8k8", "f32.bf16.bf16.f32", _FOUR, 2, 1), ("m16n8k4", "f32.tf32.tf32.f32", _FOUR, 2, 1),
        ("m16n8k8", "f32.tf32.tf32.f32", _FOUR, 4, 2), ("m16n8k8", "f16.f16.f16.f16", _PAIR, 2, 1),
        ("m16n8k16", "f16.f16.f16.f16", _PAIR, 4, 2), ("m8n8k16", "s32.(s8/u8).(s8/u8).s32", _PAIR, 1, 1),
        ("m16n8k16", "s32.(s8/u8).(s8/u8).s32", _WORDS, 2, 1), ("m16n8k32", "s32.(s8/u8).(s8/u8).s32", _WORDS, 4, 2),
        ("m8n8k32", "s32.(s4/u4).(s4/u4).s32", _PAIR, 1, 1), ("m16n8k32", "s32.(s4/u4).(s4/u4).s32", _WORDS, 2, 1),
        ("m16n8k64", "s32.(s4/u4).(s4/u4).s32", _WORDS, 4, 2),
    ):  # fmt: skip
        saturated = "(/.satfinite)" if types.startswith("s32") else ""
        left, right = (", ".join(["<r>"] * count) for count in (a, b))
        yield f"mma.sync.aligned.{shape}.row.col{saturated}.{types} {d}, {{{left}}}, {{{right}}}, {c}"
    for shape, (d, c), a, b in (("m8n8k128", _PAIR, 1, 1), ("m16n8k128", _WORDS, 2, 1), ("m16n8k256", _WORDS, 4, 2)):
        left, right = (", ".join(["<r>"] * count) for count in (a, b))
        yield f"mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.(xor/and).popc {d}, {{{left}}}, {{{right}}}, {c}"
    for shape, a, b in (("m16n8k4", 2, 1), ("m16n8k8", 4, 2), ("m16n8k16", 8, 4)):
        left, right = (", ".join(["<g>"] * count) for count in (a, b))
        yield (
            f"{{ .reg .f64 %w<4>; mma.sync.aligned.{shape}.row.col.f64.f64.f64.f64 {{%w0, %w1, %w2, %w3}}, {{{left}}}, "
            f"{{{right}}}, {{<g>, <g>, <g>, <g>}}; mov.f64 <G>, %w(0/1); mov.f64 <N>, %w(2/3); }}"
        )
    # Each nibble of metadata has two different places in order.
    metadata = "{ .reg .b32 %e; selp.b32 %e, (0x44444444/0xEEEEEEEE), (0x9898d8d4/0x4e8c9d84), %leads; "
    for shape, types, (d, c), a, b, selectors in (
        ("m16n8k16", "f32.(f16.f16/bf16.bf16).f32", _FOUR, 2, 2, "(0/1/2/3)"),
        ("m16n8k32", "f32.(f16.f16/bf16.bf16).f32", _FOUR, 4, 4, "(0/1)"),
        ("m16n8k16", "f16.f16.f16.f16", _PAIR, 2, 2, "(0/1/2/3)"),
        ("m16n8k32", "f16.f16.f16.f16", _PAIR, 4, 4, "(0/1)"),
        ("m16n8k32", "s32.(s8/u8).(s8/u8).s32", _WORDS, 2, 2, "(0/1)"),
        ("m16n8k64", "s32.(s8/u8).(s8/u8).s32", _WORDS, 4, 4, "0"),
    ):  # fmt: skip
        left, right = (", ".join(["<r>"] * count) for count in (a, b))
        product = f"mma.sp.sync.aligned.{shape}.row.col.{types}"
        yield f"{metadata}{product} {d}, {{{left}}}, {{{right}}}, {c}, %e, {selectors}; }}"
    for shape, bfloats, integers in (
        ("m16n16k16", (4, 4), (2, 2)), ("m32n8k16", (8, 2), (4, 1)), ("m8n32k16", (2, 8), (1, 4)),
    ):  # fmt: skip
        for d, c in (("f32", "f32"), ("f16", "f16"), ("f32", "f16"), ("f16", "f32")):
            yield _wmma(shape, "f16", (8, 8), d, c, 24)
        yield _wmma(shape, "bf16", bfloats, "f32", "f32", 24)
        yield _wmma(shape, "s8", integers, "s32", "s32", 32)
        yield _wmma(shape, "u8", integers, "s32", "s32", 32)
    yield _wmma("m16n16k8", "tf32", (4, 4), "f32", "f32", 12)


def _wmma(shape: str, type_: str, counts: tuple[int, int], d: str, c: str, stride: int) -> str:
    """Return a product of matrices in the shared memory of the warp, which is stored there."""
    m, n, _ = re.findall(r"\d+", shape)
    lengths = {"f32": 8, "s32": 8, "f16": 4}
    a, b, addend, result = (
        f"{{{', '.join(f'%{letter}{index}' for index in range(count))}}}"
        for letter, count in zip("vwyz", (*counts, lengths[c], lengths[d]), strict=True)
    )
    types = f"{d}.{c}" if type_ == "f16" else f"{d}.{type_}.{type_}.{c}"
    satfinite = "(/.satfinite)" if type_ in ("s8", "u8") else ""
    words = {"f32": "f32", "s32": "b32", "f16": "b32"}
    return (
        f"{{ .reg .b32 %v<8>, %w<8>; .reg .{words[c]} %y<8>; .reg .{words[d]} %z<8>; bar.warp.sync <m>; "
        f"wmma.load.a.sync.aligned.row.{shape}.shared.{type_} {a}, [%warp], {stride}; "
        f"wmma.load.b.sync.aligned.col.{shape}.shared.{type_} {b}, [%warp], {stride}; "
        f"wmma.load.c.sync.aligned.(row.{shape}.shared.{c} {addend}, [%warp], {n}/"
        f"col.{shape}.shared.{c} {addend}, [%warp], {m}); bar.warp.sync <m>; "
        f"wmma.mma.sync.aligned.row.col.{shape}.{types}{satfinite} {result}, {a}, {b}, {addend}; "
        f"wmma.store.d.sync.aligned.(row.{shape}.shared.{d} [%warp], {result}, {n}/"
        f"col.{shape}.shared.{d} [%warp], {result}, {m}); bar.warp.sync <m>; }}"
    )


MOVED = """
bar.warp.sync <m>; ldmatrix.sync.aligned.m8n8.x1(/.trans).shared(/::cta).b16 {<R>}, [%own(/+16/+32)]; bar.warp.sync <m>
bar.warp.sync <m>; ldmatrix.sync.aligned.m8n8.x2(/.trans).shared.b16 {<R>, <S>}, [%own(/+16/+32)]; bar.warp.sync <m>
bar.warp.sync <m>; ldmatrix.sync.aligned.m8n8.x4(/.trans).shared.b16 {<R>, <S>, <T>, <U>}, [%own]; bar.warp.sync <m>
bar.warp.sync <m>; stmatrix.sync.aligned.m8n8.x1(/.trans).shared.b16 [%own(/+16/+32)], {<r>}; bar.warp.sync <m>
bar.warp.sync <m>; stmatrix.sync.aligned.m8n8.x2(/.trans).shared.b16 [%own(/+16/+32)], {<r>, <r>}; bar.warp.sync <m>
bar.warp.sync <m>; stmatrix.sync.aligned.m8n8.x4(/.trans).shared.b16 [%own], {<r>, <r>, <r>, <r>}; bar.warp.sync <m>
movmatrix.sync.aligned.m8n8.trans.b16 <R>, <r>
"""

STRUCTURES = """
{ .param .align 16 .b8 given_[32]; .param .b32 depth_; .param .align 16 .b8 taken_[32]; st.param.v4.b32 [given_],
{<r>, <r>, <r>, <r>}; st.param.b64 [given_+16], <d>; st.param.f32 [given_+24], <f>; st.param.b16 [given_+28], <h>;
st.param.b8 [given_+30], <r>; st.param.b8 [given_+31], (7/<r>); st.param.b32 [depth_], (0/1/2/3); call (taken_),
structures, (given_, depth_); ld.param.v2.b32 {<R>, <S>}, [taken_]; ld.param.b64 <D>, [taken_+(8/16/24)]; ld.param.s8
<T>, [taken_+(3/17/30)]; ld.param.b16 <H>, [taken_+28]; }

call (<D>), registers, (<r>, <d>, (<r>/5))
"""

WARPGROUPS = """
{ .reg .b64 %a, %b; .reg .pred %add; mov.b64 %a, {%memory, 0}; shr.u64 %a, %a, 4; or.b64 %a, %a, 0x0000001000080000;
add.u64 %b, %a, (0/64/128); setp.ne.u32 %add, %m1, (0/-1); fence.proxy.async; bar.sync 0; wgmma.fence.sync.aligned;
(wgmma.mma_async.sync.aligned.m64n8k16.f32.(f16.f16/bf16.bf16) {<F>, <K>, <J>, <L>}, %a, %b, %add, (1/-1), (1/-1), 0,
(0/1)/ wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {<F>, <K>, <J>, <L>}, %a, %b, %add, 1, (1/-1)/
wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {<R>, <S>}, %a, %b, %add, (1/-1), 1, (0/1), 0/
wgmma.mma_async.sync.aligned.m64n8k32.f32.(e4m3/e5m2).(e4m3/e5m2) {<F>, <K>, <J>, <L>}, %a, %b, %add, 1, 1/
wgmma.mma_async.sync.aligned.m64n8k32(/.satfinite).s32.(s8.s8/u8.u8) {<R>, <S>, <T>, <U>}, %a, %b, %add/
wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {<R>, <S>, <T>, <U>}, %a, %b, %add);
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; bar.sync 0; }

{ .reg .b64 %b; .reg .b32 %a<4>; .reg .f32 %w<8>; mov.b64 %b, {%memory, 0}; shr.u64 %b, %b, 4; or.b64 %b, %b,
0x0000001000080000; mov.b32 %a0, <r>; mov.b32 %a1, <r>; mov.b32 %a2, <r>; mov.b32 %a3, <r>; mov.f32 %w0, <f>; mov.f32
%w1, <f>; mov.f32 %w2, <f>; mov.f32 %w3, <f>; mov.f32 %w4, <f>; mov.f32 %w5, <f>; mov.f32 %w6, <f>; mov.f32 %w7, <f>;
fence.proxy.async; bar.sync 0; wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n16k16.f32.(f16.f16/bf16.bf16) {%w0, %w1, %w2, %w3, %w4, %w5, %w6, %w7}, {%a0, %a1,
%a2, %a3}, %b, 1, 1, 1, 0; wgmma.mma_async.sync.aligned.m64n16k16.f32.(f16.f16/bf16.bf16) {%w0, %w1, %w2, %w3, %w4,
%w5, %w6, %w7}, {%a0, %a1, %a2, %a3}, %b, 1, -1, 1, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned
0; mov.f32 <F>, %w(0/1/2/3); mov.f32 <K>, %w(4/5/6/7); bar.sync 0; }

{ .reg .b64 %b; .reg .b32 %a<4>; mov.b64 %b, {%memory, 0}; shr.u64 %b, %b, 4; or.b64 %b, %b, 0x0000001000080000;
mov.b32 %a0, <r>; mov.b32 %a1, <r>; mov.b32 %a2, <r>; mov.b32 %a3, <r>; fence.proxy.async; bar.sync 0;
wgmma.fence.sync.aligned; (wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {<F>, <K>, <J>, <L>}, {%a0, %a1, %a2,
%a3}, %b, 1, (1/-1), 1/ wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {<R>, <S>}, {%a0, %a1, %a2, %a3}, %b, 1, 1,
(1/-1), (0/1)/ wgmma.mma_async.sync.aligned.m64n8k32.f32.(e4m3/e5m2).(e4m3/e5m2) {<F>, <K>, <J>, <L>}, {%a0, %a1, %a2,
%a3}, %b, 1, 1, 1/ wgmma.mma_async.sync.aligned.m64n8k32(/.satfinite).s32.(s8.s8/u8.u8) {<R>, <S>, <T>, <U>}, {%a0,
%a1, %a2, %a3}, %b, 1/ wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {<R>, <S>, <T>, <U>}, {%a0, %a1, %a2,
%a3}, %b, 1); wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; bar.sync 0; }

{ .reg .b64 %a, %b; .reg .b32 %e; mov.b64 %a, {%memory, 0}; shr.u64 %a, %a, 4; or.b64 %a, %a, 0x0000001000080000;
add.u64 %b, %a, 128; selp.b32 %e, (0x44444444/0xEEEEEEEE), (0x9898d8d4/0x4e8c9d84), %leads; fence.proxy.async;
bar.sync 0; wgmma.fence.sync.aligned; (wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.(f16.f16/bf16.bf16) {<F>, <K>,
<J>, <L>}, %a, %b, %e, (0/1), 1, 1, (1/-1), 0, (0/1)/ wgmma.mma_async.sp.sync.aligned.m64n8k32.f16.f16.f16 {<R>, <S>},
%a, %b, %e, (0/1), 1, 1, 1, 0, 0/ wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.(s8.s8/u8.u8) {<R>, <S>, <T>, <U>}, %a,
%b, %e, 0, 1); wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; bar.sync 0; }
"""

REGISTERS_FUNCTION = """
.func (.reg .b64 result) registers (.reg .b32 a, .reg .b64 b, .reg .b32 d)
{
.reg .b64 c; .reg .pred p; setp.lt.s32 p, d, 9; cvt.u64.u32 c, a; @p mul.lo.u64 c, c, b;
@!p add.u64 c, c, b; shr.u64 result, c, 7; ret;
}
"""

STRUCTURES_FUNCTION = """
.func (.param .align 16 .b8 result[32]) structures (.param .align 16 .b8 given[32], .param .b32 depth)
{
.local .align 16 .b8 frame[32]; .reg .b32 %r<9>; .reg .b64 %d<3>; .reg .pred %p;
ld.param.v4.b32 {%r1, %r2, %r3, %r4}, [given]; ld.param.v2.b64 {%d1, %d2}, [given+16]; ld.param.b32 %r5, [depth];
st.local.v4.b32 [frame], {%r2, %r3, %r4, %r1}; st.local.b64 [frame+16], %d2; st.local.b64 [frame+24], %d1;
and.b32 %r6, %r1, 31; mov.b32 %r7, frame; add.u32 %r7, %r7, %r6; ld.local.u8 %r8, [%r7]; xor.b32 %r6, %r6, 31;
mov.b32 %r7, frame; add.u32 %r7, %r7, %r6; st.local.b8 [%r7], %r5; add.u32 %r1, %r1, %r8;
setp.eq.u32 %p, %r5, 0; @%p bra $flat;
{ .param .align 16 .b8 inner[32]; .param .b32 less; .param .align 16 .b8 back[32]; sub.u32 %r5, %r5, 1;
st.param.v4.b32 [inner], {%r1, %r4, %r3, %r2}; st.param.v2.b64 [inner+16], {%d2, %d1}; st.param.b32 [less], %r5;
call (back), structures, (inner, less);
ld.param.v2.b64 {%d1, %d2}, [back]; ld.param.b32 %r2, [back+20]; }
st.local.v2.b64 [frame], {%d2, %d1};
$flat: ld.local.v4.b32 {%r3, %r4, %r5, %r6}, [frame+16]; ld.local.v2.b64 {%d1, %d2}, [frame];
st.param.v2.b64 [result], {%d1, %d2}; st.param.v4.b32 [result+16], {%r3, %r4, %r2, %r6}; ret;
}
"""
"""A function that calls itself with a structure, and has its frame in local memory."""


class Table(NamedTuple):
    """Templates of one feature.

    Attributes:
        weight: Number of their statements for 10 of plain arithmetic.
        where: "thread" if threads may execute them one by one, also in functions; "kernel" if threads of a kernel may;
            "warp" if all threads of full warps do, "warpgroup" of full warpgroups, "cta" of the CTA, "cluster" of the
            cluster.
        templates: The templates.
        guarded: A statement may have a guard; those of single threads always may.
    """

    weight: float
    where: str
    templates: list[str]
    guarded: bool = False


FEATURES = {
    "integers": Table(4, "thread", _templates(INTEGERS)),
    "floats": Table(4, "thread", _templates(FLOATS)),
    "halves": Table(4, "thread", _templates(HALVES)),
    "registers": Table(1.5, "thread", _templates(REGISTERS)),
    "nothing": Table(0.5, "kernel", _templates(NOTHING)),
    "memory": Table(4, "kernel", list(_memory()), guarded=True),
    "atomics": Table(3, "kernel", list(_atomics()), guarded=True),
    "totals": Table(1, "kernel", _templates(TOTALS)),
    "collectives": Table(3, "kernel", _templates(COLLECTIVES)),
    "shuffles": Table(1.5, "warp", _templates(SHUFFLED)),
    "cached": Table(1, "kernel", _templates(CACHED)),
    "copies": Table(1.5, "kernel", _blocks(COPIES)),
    "structures": Table(1, "kernel", _blocks(STRUCTURES)),
    "barriers": Table(1, "cta", _templates(BARRIERS)),
    "meetings": Table(1.5, "cta", _blocks(MEETINGS)),
    "mbarriers": Table(1.5, "cta", _blocks(MBARRIERS)),
    "bulk": Table(1, "cta", _blocks(BULK)),
    "products": Table(2, "warp", list(_products())),
    "matrices": Table(1, "warp", _templates(MOVED)),
    "warpgroups": Table(3, "warpgroup", _blocks(WARPGROUPS)),
    "clusters": Table(3, "cluster", _blocks(CLUSTERS)),
    "shapes": Table(0, "", []),
    "exits": Table(0, "", []),
}
"""Tables by feature. "shapes" are those of CTAs and grids, "exits" end some threads early."""

CORE = dict(
    zip(
        ("arithmetic", "local", "shuffles", "warp", "cta"),
        map(_templates, (ARITHMETIC, LOCAL, SHUFFLES, WARP, CTA)),
        strict=True,
    )
)
"""Templates of every kernel."""
