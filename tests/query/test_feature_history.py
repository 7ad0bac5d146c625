"""The table of family-specific and architecture-specific features in the release notes of PTX 9.4, row for row.

Each row is a variant of an instruction with the versions and targets at which it starts, as the manual tells them.
Every row holds of the records, one version earlier it does not, and whatever else the records limit to such targets
is listed with the place that says so.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ptxisa
from ptxisa.isa import versions
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import admits, known

BLACKWELL = "8.6 sm_100a; 8.7 sm_120a; 8.8 sm_100f sm_120f; 9.0 sm_110f"
"""The table has sm_120a with PTX 8.6, which the other table of the same section introduces with PTX 8.7."""
DATACENTER = "8.6 sm_100a; 8.8 sm_100f; 9.0 sm_110f"
INTEGERS = "8.6 sm_100a; 9.0 sm_110a"
LATER = "9.4 sm_107f"
MULTIMEM = "8.6 sm_100a; 8.8 sm_100f; 9.0 sm_110f"
NARROW = "9.4 sm_100a sm_103a"
PACKED = "9.1 sm_100f sm_110f sm_120f"
_LOAD = "mbarrier::complete_tx::bytes"
_MMA = "tcgen05.mma.cta_group::1"
_SPARSE = "tcgen05.mma.sp.cta_group::1"
ROWS = [
    ("tensormap.replace.tile.rank.global.b1024.b32", f"8.3 sm_90a; {BLACKWELL}"),
    ("tensormap.replace.tile.swizzle_atomicity.global.b1024.b32", BLACKWELL),
    ("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "8.0 sm_90a"),
    ("wgmma.fence.sync.aligned", "8.0 sm_90a"),
    ("wgmma.commit_group.sync.aligned", "8.0 sm_90a"),
    ("wgmma.wait_group.sync.aligned", "8.0 sm_90a"),
    ("setmaxnreg.inc.sync.aligned.u32", f"8.0 sm_90a; {BLACKWELL}"),
    ("set.eq.u8x4", LATER),
    ("set.eq.s16x2", LATER),
    ("multimem.ld_reduce.relaxed.gpu.global.add.v4.e5m2x4", MULTIMEM),
    ("multimem.ld_reduce.relaxed.gpu.global.add.acc::f16.v4.e4m3x4", MULTIMEM),
    ("multimem.st.relaxed.gpu.global.v4.e4m3x4", MULTIMEM),
    ("cvt.rn.satfinite.e2m1x2.f32", BLACKWELL),
    ("cvt.rn.satfinite.e3m2x2.f32", BLACKWELL),
    ("cvt.rz.ue8m0x2.f32", BLACKWELL),
    ("cvt.rn.f16x2.e2m1x2", BLACKWELL),
    ("cvt.rn.bf16x2.ue8m0x2", BLACKWELL),
    ("cvt.rz.ue8m0x2.bf16x2", BLACKWELL),
    ("cvt.rs.satfinite.e4m3x4.f32", "8.7 sm_100a; 8.8 sm_103a"),
    ("cvt.rs.f16x2.f32", "8.7 sm_100a; 8.8 sm_103a"),
    ("cvt.rn.satfinite.s2f6x2.f32", "9.1 sm_100a sm_103a sm_110a sm_120a sm_121a"),
    ("cvt.rn.satfinite.e2m1x2.f16x2", PACKED),
    ("cvt.rn.satfinite.e4m3x2.bf16x2", PACKED),
    ("cvt.rn.bf16x2.e4m3x2", "9.2 sm_100f sm_110f sm_120f"),
    ("cvt.rn.bf16x2.e2m1x2", "9.2 sm_100f sm_110f sm_120f"),
    ("cvt.rn.satfinite.ue5m3x2.f32", LATER),
    ("cvt.rz.satfinite.e4m3x2.f32", LATER),
    (f"cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.{_LOAD}", DATACENTER),
    (f"cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.{_LOAD}", DATACENTER),
    ("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group", DATACENTER),
    (f"cp.async.bulk.tensor.3d.shared::cta.global.im2col::w::128.{_LOAD}", DATACENTER),
    (f"cp.async.bulk.tensor.1d.shared::cta.global.{_LOAD}.cta_group::1", DATACENTER),
    (f"cp.async.bulk.tensor.1d.shared::cluster.global.{_LOAD}.multicast::cluster::32b", LATER),
    ("cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs::w.bulk_group", LATER),
    (f"cp.async.bulk.tensor.1d.shared::cta.global.{_LOAD}.override::global_address", LATER),
    (f"cp.async.bulk.tensor.1d.shared::cta.global.{_LOAD}.override::global_address.override::global_dim", LATER),
    (f"cp.async.bulk.tensor.1d.shared::cta.global.{_LOAD}.mbarrier::report::disabled", LATER),
    ("cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4", DATACENTER),
    ("cp.async.bulk.prefetch.tensor.3d.L2.global.im2col::w", DATACENTER),
    ("cp.async.bulk.prefetch.tensor.3d.L2.global.im2col::w::128", DATACENTER),
    ("cp.async.bulk.prefetch.tensor.1d.L2.global.L2::evict_last", LATER),
    ("cp.async.bulk.prefetch.tensor.1d.L2.global.override::global_address", LATER),
    ("redux.sync.min.abs.NaN.f32", "8.6 sm_100a; 8.8 sm_100f"),
    ("clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.multicast::cluster::all.b128", BLACKWELL),
    ("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", BLACKWELL),
    ("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32", BLACKWELL),
    ("ldmatrix.sync.aligned.m8n16.x1.shared.s8.s4", "9.4 sm_90a sm_100f sm_110f sm_120f"),
    ("stmatrix.sync.aligned.m16n8.x1.trans.shared.b8", BLACKWELL),
    ("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32", DATACENTER),
    ("tcgen05.dealloc.cta_group::1.sync.aligned.b32", DATACENTER),
    ("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned", DATACENTER),
    ("tcgen05.alloc.cta_group::1.sync.aligned.exclusive.shared::cta.b32", LATER),
    ("tcgen05.dealloc.cta_group::1.sync.aligned.exclusive.b32", LATER),
    ("tcgen05.ld.sync.aligned.32x32b.x1.b32", DATACENTER),
    ("tcgen05.st.sync.aligned.32x32b.x1.b32", DATACENTER),
    ("tcgen05.wait::ld.sync.aligned", DATACENTER),
    ("tcgen05.cp.cta_group::1.128x256b", DATACENTER),
    ("tcgen05.fence::before_thread_sync", DATACENTER),
    ("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64", DATACENTER),
    (
        "tcgen05.commit.cta_group::1.sync_restrict::shared::read::mma::a.mbarrier::arrive::one.shared::cluster.b64",
        LATER,
    ),
    ("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b.b64", LATER),
    ("tcgen05.ld.red.sync.aligned.32x32b.x2.min.f32", "8.8 sm_103f; 9.0 sm_110f"),
    ("tcgen05.shift.cta_group::1.down", "8.6 sm_100a; 8.8 sm_103a; 9.0 sm_110a; 9.4 sm_107a"),
    (f"{_MMA}.kind::f16", DATACENTER),
    (f"{_MMA}.kind::i8", INTEGERS),
    (f"{_MMA}.kind::mxf8f6f4.block_scale.scale_vec::1X", "8.6 sm_100a"),
    (f"{_MMA}.kind::mxf4.block_scale.scale_vec::2X", "8.6 sm_100a"),
    (f"{_MMA}.kind::mxf8f6f4.block_scale.block32", "8.8 sm_100f; 9.0 sm_110f"),
    (f"{_MMA}.kind::mxf4nvf4.block_scale.block16", "8.8 sm_100f; 9.0 sm_110f"),
    (f"{_MMA}.kind::f8f6f4.decompress::lut::b", LATER),
    (f"{_MMA}.kind::mxf8f6f4.block_scale.decompress::lut::b", LATER),
    (f"{_MMA}.kind::f16.collector::b::use", LATER),
    (f"{_MMA}.kind::ti16", LATER),
    (f"{_SPARSE}.kind::f16", DATACENTER),
    (f"{_SPARSE}.kind::i8", INTEGERS),
    (f"{_SPARSE}.kind::mxf4.block_scale.block32", "8.8 sm_103a; 9.0 sm_110a; 9.4 sm_107a"),
    (f"{_SPARSE}.kind::mxf4nvf4.block_scale.block16", "8.8 sm_103a; 9.0 sm_110a; 9.4 sm_107a"),
    (f"{_SPARSE}.kind::mxf8f6f4.block_scale.scale_vec::1X", "8.6 sm_100a"),
    (f"{_SPARSE}.kind::mxf8f6f4.block_scale.block32", "8.8 sm_100f; 9.0 sm_110f"),
    (f"{_SPARSE}.kind::f16.collector::b::use", LATER),
    (f"{_SPARSE}.kind::ti16", LATER),
    ("tcgen05.mma.ws.cta_group::1.kind::f16", DATACENTER),
    ("tcgen05.mma.ws.cta_group::1.kind::i8", INTEGERS),
    ("tcgen05.mma.ws.cta_group::1.kind::ti16", LATER),
    ("tcgen05.mma.ws.sp.cta_group::1.kind::f16", DATACENTER),
    ("tcgen05.mma.ws.sp.cta_group::1.kind::ti16", LATER),
    ("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32", "8.7 sm_120a; 8.8 sm_120f"),
    (
        "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
        "8.7 sm_120a; 8.8 sm_120f",
    ),
    (
        "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32",
        "8.7 sm_120a; 8.8 sm_120f",
    ),
    (
        "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
        "8.7 sm_120a; 8.8 sm_121a",
    ),
    ("add.u8x4", "9.2 sm_120f"),
    ("sub.s8x4", "9.2 sm_120f"),
    ("min.u8x4", "9.2 sm_120f"),
    ("max.s8x4", "9.2 sm_120f"),
    ("neg.s8x4", "9.2 sm_120f"),
    ("add.sat.u16x2", "9.2 sm_120f"),
    ("add.sat.u32", "9.2 sm_120f"),
    ("add.f32x2.f16x2.f32x2", LATER),
    ("sub.f32x2.f16x2.f32x2", LATER),
    ("mul.rz.ftz.f16x2.f32x2.f32x2", LATER),
    ("fma.rn.f32x2.f16x2.f32x2.f32x2", LATER),
    ("add.e5m2x4.e5m2x4", NARROW),
    ("sub.e5m2x4.e5m2x4", NARROW),
    ("mul.e5m2x4.e5m2x4.e5m2x4", NARROW),
    ("fma.e5m2x4.e5m2x4.e5m2x4", NARROW),
    ("applypriority.async.bulk.bulk_group.L2::evict_normal", LATER),
    ("applypriority.async.bulk.tensor.1d.bulk_group.L2::evict_normal", LATER),
    (f"cp.async.bulk.shared::cluster.global.{_LOAD}.multicast::cluster::32b", LATER),
    (f"cp.async.bulk.shared::cta.global.{_LOAD}.mbarrier::report::disabled", LATER),
    ("cp.async.bulk.prefetch.L2.global.L2::evict_last", LATER),
    ("cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.im2col_no_offs::w.bulk_group", LATER),
    ("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group.override::global_address", LATER),
    ("mbarrier.expect_tx.relaxed.cluster.shared::cluster.multicast::cluster::32b.b64", LATER),
    ("mbarrier.complete_tx.multicast::cluster::32b.b64", LATER),
    ("mbarrier.arrive_drop.multicast::cluster::32b.b64", LATER),
    ("mbarrier.arrive.shared::cluster.multicast::cluster::32b.b64", LATER),
    ("spcompress.b8.b2.sp::2:4.x1", "9.4 sm_107a"),
    ("spdecompress.b8.b2.sp::2:4.x1", "9.4 sm_107a"),
]


ELSEWHERE = {
    "fabric.try_get.async.tensor": "section 9.7.11.5.1, of tensor copies",
    "fabric.try_put.async.tensor": "section 9.7.11.5, of tensor copies",
    "fabric.try_pullred": "section 9.7.11.5, of reductions of 8-bit types",
    "multimem.cp.async.bulk": "section 9.7.10.28.4.4, of .relaxed",
    "tensormap.query": "known only from ptxas 13.5",
    "trace.mark": "known only from ptxas 13.5",
    "wgmma.mma_async.sp": "its own section, which introduces it with PTX 8.2 and not with 8.0",
}
"""Instructions with forms for such targets alone that the rows leave out, and where they come from."""


def places(text: str) -> Iterator[tuple[str, str]]:
    """`8.6 sm_100a sm_120a; 8.8 sm_100f` as pairs of version and target."""
    for part in text.split("; "):
        version, *names = part.split()
        yield from ((version, name) for name in names)


STARTS = [(opcode, *place) for opcode, text in ROWS for place in places(text)]


@pytest.mark.parametrize(("opcode", "version", "target"), STARTS)
def test_features_are_available_from_the_version_of_their_row(opcode: str, version: str, target: str) -> None:
    assert ptxisa.available(opcode, target=target, ptx=version, strict=True)


@pytest.mark.parametrize(("opcode", "version", "target"), STARTS)
def test_features_are_unavailable_one_version_earlier(opcode: str, version: str, target: str) -> None:
    before = [name for name in versions.known() if versions.order(name) < versions.order(version)]
    newest = max(before, key=versions.order)
    assert not ptxisa.available(opcode, target=target, ptx=newest, strict=True)


def test_every_feature_limited_to_accelerated_targets_has_a_row() -> None:
    base = [target for target in known().values() if target.variant == "base"]
    limited = {
        _name(form.record)
        for form in every_form()
        if form.availability
        and not any(admits(clause.target, target) for clause in form.availability for target in base)
    }
    named = {name for opcode, _ in ROWS for name in ptxisa.available(opcode).forms}
    rows = {_name(form.record) for form in every_form() if form.id in named}
    assert limited - rows == set(ELSEWHERE)


def _name(record: str) -> str:
    return record.rpartition("/")[2]
