"""Cache policies and addresses in shared memory of a cluster, as an H100 computes them."""

from __future__ import annotations

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.diagnostics import PtxError

RANGE = "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 c, [a], p, t;"

# Address, bytes of the primary range, bytes of all ranges, and what an H100 gives.
MEASURED = [
    (0x1BD20D3, 0x1E9, 0xC0A, 0x1D05202000000000),
    (0x60AD1032000, 0xC529E, 0xC5401, 0x1D119C6000000000),
    (0x15FE28F7860, 0x9A46, 0x11EC6D, 0x1D23D08000000000),
    (0x24B9, 0, 0, 0x1800000000000000),
    (0, 0xFF9BBFC4, 0xFF9BBFC4, 0x1DD0000000000000),
    (0x2ADEB722000, 0xFD67822E, 0xFD67822E, 0x1DD75FE000000000),
    (0x10, 1, 0x800001, 0x1D40002000000000),
    (0xFFFFFFFFFFFFFFFF, 0x41, 8, 0x1D07FFE000000000),
]


def test_ranges_become_blocks() -> None:
    a, p, t, wanted = zip(*MEASURED, strict=True)
    given = {"a": np.array(a, np.uint64), "p": np.array(p, np.uint32), "t": np.array(t, np.uint32)}
    assert ptxisa.execute(RANGE, given, target="sm_90")["c"].tolist() == list(wanted)


@pytest.mark.parametrize(
    ("fraction", "sixteenths"), [(0.0, 0), (0.0625, 0), (0.5, 7), (0.9, 14), (1.0, 15), (float("nan"), 0), (-1.0, 0)]
)
def test_fractions_are_cut_to_sixteenths(fraction: float, sixteenths: int) -> None:
    bits = int(np.float32(fraction).view(np.uint32))
    out = ptxisa.execute("createpolicy.fractional.L2::evict_normal.b64 c, f;", {"f": bits}, target="sm_90")
    assert int(out["c"][0]) == 0x16 << 56 | sixteenths << 52


def test_an_address_is_a_register_and_an_offset() -> None:
    given = {"a": np.array([0x10000], np.uint32), "p": 4096, "t": 65536}
    moved = ptxisa.execute(RANGE.replace("[a]", "[a+0x3000]"), given)["c"]
    assert moved == ptxisa.execute(RANGE, {**given, "a": 0x13000}, threads=1)["c"]
    with pytest.raises(PtxError, match="no value is given for q"):
        ptxisa.execute(RANGE.replace("[a]", "[q]"), {"p": 1, "t": 1})


def test_the_rank_of_a_block_is_in_its_addresses() -> None:
    given = {"a": 0x7FD800000400, "r": 5}
    out = ptxisa.execute("mapa.u64 d, a, r; getctarank.u64 rank, d;", given, threads=1, target="sm_90")
    assert (int(out["d"][0]), int(out["rank"][0])) == (0x7FD805000400, 5)
