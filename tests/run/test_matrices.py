"""Matrix instructions in whole warps: against records of an H200, NumPy, and the manual."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.isa.diagnostics import PtxError
from ptxisa.oracle.gpu.product_kernels import Placement, metadata_words, operands
from ptxisa.oracle.gpu.product_samples import classes, positions, tiles
from ptxisa.oracle.gpu.products import BITS, ProductCase, cases
from tools.gpu import golden

FIXTURES = Path(__file__).parents[1] / "fixtures"
GOLDEN = golden.read(FIXTURES / "matrix_products_sm_90.npz")
MEASURED: dict[str, Any] = json.loads((FIXTURES / "matrix_layouts_sm_90.json").read_text(encoding="utf-8"))
CASES = {case.name: case for case in cases() if case.instruction.partition(".")[0] == "mma"}
MOVES = list(MEASURED["moves"])
HALF = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {a, a, a, a}, {b, b}, {c, c, c, c};"
ONE = {"a": 0x3C003C00, "b": 0x40004000, "c": 0.5}


def opcode(case: ProductCase) -> str:
    """Return the opcode with its modifiers in the order of the manual."""
    types = f".{case.d}.{case.a}.{case.b}.{case.c}"
    start = f"{case.instruction}.sync.aligned.{case.shape}.{case.a_layout}.{case.b_layout}"
    if case.modifier == ".satfinite":
        return start + case.modifier + types
    return start + types + case.modifier + (".popc" if case.a == "b1" else "")


def named(name: str, words: Any) -> dict[str, Any]:
    """Return registers `a0`, `a1` … of words (warps, lanes, registers)."""
    return {f"{name}{i}": np.ascontiguousarray(words[..., i]).reshape(-1) for i in range(words.shape[-1])}


def listed(name: str, count: int) -> str:
    return "{" + ", ".join(f"{name}{i}" for i in range(count)) + "}"


def multiplied(case: ProductCase, a: Any, b: Any, c: Any, e: Any = None, selector: int = 0, **given: Any) -> Any:
    """D of matrices by `execute`; fragments by the placements that were measured, not by the layout records."""
    placed = operands(case)
    words = {name: item.pack(matrices) for name, item, matrices in zip("abc", placed[:3], (a, b, c), strict=True)}
    registers: dict[str, Any] = {}
    for name, element in words.items():
        registers |= named(name, element)
    lists = [listed(name, word.shape[-1]) for name, word in words.items()]
    results = listed("d", placed.d.rows.shape[1])
    if e is not None:
        registers["e"], lists = e.reshape(-1), [*lists, "e", str(selector)]
    actual = ptxisa.execute(f"{opcode(case)} {results}, {', '.join(lists)};", registers, **given)
    return matrices_of(placed.d, actual, c.shape[1:])


def matrices_of(placed: Placement, result: Any, shape: tuple[int, int]) -> Any:
    words = np.stack([result[f"d{i}"].reshape(-1, 32) for i in range(len(result))], axis=-1)
    return placed.unpack(words, shape)


def samples(name: str) -> golden.Elements:
    """Return recorded results in groups of eight."""
    result = GOLDEN[name]
    index = np.arange(-(-len(result.d) // 8) * 8) % len(result.d)
    return golden.Elements(*(item[index].reshape(-1, 8, *item.shape[1:]) for item in result))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case.is_sparse])
def test_dense_products_equal_those_of_the_gpu(name: str) -> None:
    """Sample i in the rows i of A and the columns i of B: D has its result where these meet."""
    case, some = CASES[name], samples(name)
    count = 4 if case.k == 4 and case.a == "f16" else 1
    a = np.tile(some.a, (1, max(case.m // 8, count), 1))
    b = np.tile(some.b.transpose(0, 2, 1), (1, 1, count))
    c = np.repeat(some.c[:, None], a.shape[1], axis=1)
    d = multiplied(case, a, b, c, target="sm_90")
    rows = np.arange(a.shape[1])
    assert d[:, rows, rows % 8].tolist() == np.tile(some.d, (1, len(rows) // 8)).tolist()


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.is_sparse])
def test_sparse_products_equal_those_of_the_gpu(name: str) -> None:
    """Elements of B that no element of A meets are arbitrary; metadata are where the GPU reads them."""
    case, some = CASES[name], samples(name)
    random = np.random.default_rng(1)
    kept = np.tile(tiles(case, classes(case)[0], len(some.d)).kept[:, :8], (1, 2, 1, 1))
    columns = positions(case, kept)[:, :8]
    b = random.integers(0, 1 << min(BITS[case.b], 8), (len(some.d), 8, case.k)).astype(some.b.dtype)
    np.put_along_axis(b, columns, some.b, axis=2)
    c = np.repeat(some.c[:, None], 16, axis=1)
    key = f"{case.instruction.partition('::')[0]}.{case.shape}.b{BITS[case.a]}"
    for selector, places in MEASURED["metadata"][key].items():
        e = metadata_words(case, kept, places)
        given = np.tile(some.a, (1, 2, 1)), b.transpose(0, 2, 1), c, e
        d = multiplied(case, *given, selector=int(selector), target="sm_90a")
        rows = np.arange(16)
        assert d[:, rows, rows % 8].tolist() == np.tile(some.d, (1, 2)).tolist()


@pytest.mark.parametrize(
    "name", ["mma.m16n8k32.s32.s8.u8.s32", "mma.m16n8k64.s32.u4.s4.s32", "mma.m8n8k16.s32.u8.u8.s32"]
)
def test_integers_are_those_of_numpy_without_a_target(name: str) -> None:
    case, random = CASES[name], np.random.default_rng(2)
    ranges = {"s8": (-128, 128), "u8": (0, 256), "s4": (-8, 8), "u4": (0, 16)}
    a = random.integers(*ranges[case.a], (5, case.m, case.k))
    b = random.integers(*ranges[case.b], (5, case.k, case.n))
    c = random.integers(-(1 << 31), 1 << 31, (5, case.m, case.n))
    mask = (1 << BITS[case.a]) - 1
    d = multiplied(case, (a & mask).astype(np.uint8), (b & mask).astype(np.uint8), c.astype(np.uint32))
    assert d.tolist() == (a @ b + c).astype(np.uint32).tolist()


def test_without_a_target_the_exact_sum_is_rounded_once() -> None:
    """Sixteen times 1 besides 2^27: sm_90 cuts each of them away."""
    given = {"a": 0x3C003C00, "b": 0x3C003C00, "c": 2.0**27}
    for target, wanted in ((None, 2.0**27 + 16), ("sm_90", 2.0**27), ("sm_90a", 2.0**27)):
        actual = ptxisa.execute(HALF, given, target=target)
        assert actual["d0"].view(np.float32).tolist() == [wanted] * 32


def test_every_warp_multiplies_its_own() -> None:
    a = np.repeat(np.array([0x3C003C00, 0x40004000], np.uint32), 32)
    actual = ptxisa.execute(HALF, {**ONE, "a": a})
    assert actual["d3"].view(np.float32).tolist() == [32.5] * 32 + [64.5] * 32


def test_results_may_be_discarded() -> None:
    text = HALF.replace("{d0, d1, d2, d3}", "{_, d, _, _}")
    assert {name: item.view(np.float32)[7] for name, item in ptxisa.execute(text, ONE).items()} == {"d": 32.5}


def test_warps_whose_guard_is_false_keep_their_registers() -> None:
    guard = np.repeat(np.array([0, 1], np.uint8), 32)
    given = {**ONE, "p": guard, **{f"d{i}": np.full(64, 7, np.uint32) for i in range(4)}}
    actual = ptxisa.execute(f"@p {HALF}", given)
    assert actual["d0"][:32].tolist() == [7] * 32
    assert actual["d0"][32:].view(np.float32).tolist() == [32.5] * 32


@pytest.mark.parametrize(
    ("text", "given", "threads", "message"),
    [
        (HALF, ONE, 31, "warp 0: 31 of its 32 threads execute the statement; all of them must"),
        (HALF, ONE, 40, "warp 1: 8 of its 32 threads execute the statement; all of them must"),
        (f"@p {HALF}", {**ONE, "p": [1] * 63 + [0]}, 64, "warp 1: 31 of its 32 threads execute the statement"),
        (
            "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {d, e, f, g}, {a, a, a, a}, {b, b, b, b},"
            " {c, c, c, c}, m, s;",
            {**ONE, "m": 0, "s": 0},
            32,
            "operand f takes a constant",
        ),
        (HALF.replace("{a, a, a, a}", "a"), ONE, 32, "write {a, b}"),
    ],
)
def test_errors_are_one_line(text: str, given: dict[str, Any], threads: int, message: str) -> None:
    with pytest.raises(PtxError, match=r".") as caught:
        ptxisa.execute(text, given, threads=threads)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value.diagnostics[0].message)


def test_eval_runs_a_whole_warp(capsys: pytest.CaptureFixture[str]) -> None:
    """Each half of a register whose halves are 1 and 2: rows become columns."""
    assert main(["eval", "movmatrix.sync.aligned.m8n8.trans.b16 d, a;", "a=0x20001", "--json"]) == 0
    wanted = [0x10001] * 4 + [0x20002] * 4
    assert json.loads(capsys.readouterr().out) == {"d": wanted * 4}


# --- moves ---


def halves(count: int) -> dict[str, Any]:
    """Return registers with numbered halves, 64 * lane + 8 * register + half."""
    low = 64 * np.arange(32)[:, None] + 8 * np.arange(count)
    return named("r", (low + (low + 1 << 16)).astype(np.uint32)[None])


@pytest.mark.parametrize("name", MOVES)
def test_moves_are_those_of_the_gpu(name: str) -> None:
    kind, wanted = name.partition(".")[0], MEASURED["moves"][name]
    opcode = name.replace(".m8n8", ".sync.aligned.m8n8", 1)
    if kind == "movmatrix":
        result = ptxisa.execute(f"{opcode} d, r0;", halves(1))["d"]
        assert result.view(np.uint16).reshape(32, 2).tolist() == wanted
        return
    count = int(name.split(".x")[1][0])
    rows = np.arange(32, dtype=np.uint32) * 16
    if kind == "ldmatrix":
        memory = {"shared": np.arange(256, dtype=np.uint16)}
        result = ptxisa.execute(f"{opcode} {listed('r', count)}, [p];", {"p": rows}, memory=memory)
        words = np.stack([result[f"r{i}"] for i in range(count)], axis=-1)
        assert words.view(np.uint16).reshape(32, -1).tolist() == wanted
        return
    shared = np.zeros(64 * count, np.uint16)
    ptxisa.execute(f"{opcode} [p], {listed('r', count)};", {**halves(count), "p": rows}, memory={"shared": shared})
    assert shared.reshape(-1, 8).tolist() == wanted


def test_rows_may_be_anywhere_and_unused_addresses_are_ignored() -> None:
    shared = np.arange(128, dtype=np.uint16)
    address = np.full(32, 0xFFFFFF, np.uint64)
    address[:8] = np.arange(8)[::-1] * 32
    result = ptxisa.execute(
        "ldmatrix.sync.aligned.m8n8.x1.b16 {r}, [p + 16];", {"p": address - 16}, memory={"shared": shared}
    )["r"]
    rows = shared.reshape(8, 16)[::-1, :8]
    assert result.view(np.uint16).reshape(8, 8).tolist() == rows.tolist()


def test_bytes_are_loaded_transposed() -> None:
    """Lane i has four rows of column i / 4, then of column 8 + i / 4."""
    shared = np.random.default_rng(3).integers(0, 256, (2, 16, 16)).astype(np.uint8)
    actual = ptxisa.execute(
        "ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {r0, r1, r2, r3}, [p];",
        {"p": np.arange(32, dtype=np.uint32) * 16},
        memory={"shared": shared.reshape(-1)},
    )
    for matrix in range(2):
        for half in range(2):
            read = actual[f"r{2 * matrix + half}"].view(np.uint8).reshape(8, 16)
            assert read.tolist() == shared[matrix, :, 8 * half : 8 * half + 8].T.tolist()


@pytest.mark.parametrize(("source", "bits"), [("b4x16_p64", 4), ("b6x16_p32", 6)])
def test_narrow_elements_are_unpacked_to_bytes(source: str, bits: int) -> None:
    """Lane i has columns 4 * (i % 4) to the next three of row i / 4; padding is ignored."""
    elements = np.random.default_rng(4).integers(0, 1 << bits, (16, 16))
    rows = [sum(value << i * bits for i, value in enumerate(row)) | 0x55 << 120 for row in elements.tolist()]
    shared = np.frombuffer(b"".join(row.to_bytes(16, "little") for row in rows), np.uint8).copy()
    actual = ptxisa.execute(
        f"ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.{source} {{r0, r1}}, [p];",
        {"p": np.arange(32, dtype=np.uint32) % 16 * 16},
        memory={"shared": shared},
    )
    for matrix in range(2):
        read = actual[f"r{matrix}"].view(np.uint8).reshape(8, 16)
        assert read.tolist() == elements[8 * matrix : 8 * matrix + 8].tolist()


def test_bytes_are_stored_transposed() -> None:
    """Lane i holds rows 2 * (i % 4) and the next of column i / 4, then those of column 8 + i / 4."""
    registers = np.random.default_rng(5).integers(0, 1 << 32, 32).astype(np.uint32)
    shared = np.zeros(128, np.uint8)
    ptxisa.execute(
        "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [p], {r};",
        {"p": np.arange(32, dtype=np.uint32) * 16, "r": registers},
        memory={"shared": shared},
    )
    # Axes: column, pair of rows, half of the columns, row of the pair.
    elements = registers.view(np.uint8).reshape(8, 4, 2, 2)
    assert shared.reshape(8, 16).tolist() == elements.transpose(1, 3, 2, 0).reshape(8, 16).tolist()


@pytest.mark.parametrize(
    ("address", "message"),
    [(8, "is not aligned to 16 bytes"), (1 << 20, "is outside of 512 bytes")],
)
def test_bad_addresses_leave_memory_untouched(address: int, message: str) -> None:
    shared = np.zeros(512, np.uint8)
    rows = np.arange(32, dtype=np.uint32) * 16
    rows[3] = address
    with pytest.raises(PtxError, match=message):
        ptxisa.execute(
            "stmatrix.sync.aligned.m8n8.x1.shared.b16 [p], {r};", {"p": rows, "r": 1}, memory={"shared": shared}
        )
    assert not shared.any()
