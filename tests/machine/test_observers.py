"""Counters, coverage and traces of runs."""

from __future__ import annotations

import json
import sqlite3
import xml.etree.ElementTree as ElementTree
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa import PtxError
from ptxisa.cli.main import main
from ptxisa.machine.counters import transactions
from ptxisa.machine.observers import MemoryRequest, Observer
from ptxisa.machine.trace import TraceObserver
from tests.machine.launching import FOLDER, kernel

INDEX = "mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [a];"


def counted(body: str, *, block: int = 64, grid: int = 1, size: int = 4096, before: str = "") -> Any:
    """Return the run of a kernel on an array `a` of words."""
    text = kernel(body, ".param .u64 a", before)
    return ptxisa.launch(text, "k", grid, block, [np.zeros(size, np.uint32)], counters=True, watch="none")


# --- memory ---


def wavefronts(addresses: list[int], size: int) -> int:
    """Return the wavefronts of a request of one warp to shared memory, bank by bank."""
    share = 32 if size <= 4 else 128 // size
    total = 0
    for first in range(0, 32, share):
        banks: dict[int, set[int]] = {}
        for address in addresses[first : first + share]:
            for word in range(address // 4, (address + max(size, 4)) // 4):
                banks.setdefault(word % 32, set()).add(word)
        total += max((len(words) for words in banks.values()), default=0)
    return total


@pytest.mark.parametrize("size", [1, 2, 4, 8, 16])
def test_random_addresses_have_as_many_transactions_as_counted_by_hand(size: int) -> None:
    generator = np.random.default_rng(size)
    for _ in range(20):
        addresses = generator.integers(0, 8192 // size, (3, 32)) * size
        request = MemoryRequest("shared", np.arange(96), addresses.ravel().astype(np.uint64), size, True, False)
        shared = transactions(request)
        assert shared.requests == 3
        assert shared.transactions == sum(wavefronts(row.tolist(), size) for row in addresses)
        sectors = transactions(request._replace(space="global"))
        assert sectors.transactions == sum(len(set((row // 32).tolist())) for row in addresses)
        assert sectors.bytes == 96 * size


def test_columns_of_a_tile_conflict_unless_it_is_padded() -> None:
    """The classic transposition: 32 rows of 32 words, and of 33."""
    for row, conflicts in ((128, 31), (132, 0)):
        run = counted(
            f"{INDEX} mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, {row}, %r2; ld.shared.u32 %r3, [%r2];",
            block=32,
            before=".shared .align 16 .b8 tile[4224];",
        )
        shared = run.counters.memory["shared"]
        assert (shared.requests, shared.excess) == (1, conflicts)


@pytest.mark.parametrize(("stride", "sectors"), [(0, 1), (4, 4), (8, 8), (32, 32), (64, 32)])
def test_sectors_of_strided_loads(stride: int, sectors: int) -> None:
    body = f"{INDEX} mul.wide.u32 %rd2, %r1, {stride}; add.u64 %rd1, %rd1, %rd2; ld.global.u32 %r3, [%rd1];"
    memory = counted(body, block=64).counters.memory["global"]
    assert (memory.requests, memory.transactions) == (2, 2 * sectors)
    assert memory.ideal == (2 if stride == 0 else 8)


def test_vectors_and_generic_addresses() -> None:
    body = f"{INDEX} mul.wide.u32 %rd2, %r1, 16; add.u64 %rd1, %rd1, %rd2; ld.v4.u32 {{%r2, %r3, %r4, %r5}}, [%rd1];"
    memory = counted(body, block=32).counters.memory
    assert list(memory) == ["global"]
    assert (memory["global"].transactions, memory["global"].bytes) == (16, 512)


# --- instructions and branches ---


def test_a_bulk_copy_is_one_request_to_each_space() -> None:
    body = """.shared .align 128 .b8 s[512]; .shared .align 8 .b64 m;
    ld.param.u64 %rd1, [a]; mov.u32 %r1, s; mov.u32 %r2, m; mov.u32 %r3, %tid.x; setp.eq.u32 %p1, %r3, 0;
    @%p1 mbarrier.init.shared.b64 [%r2], 1; bar.sync 0; @!%p1 bra WAIT;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 272;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1+16], 272, [%r2];
    WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0; @!%p2 bra WAIT;"""
    counters = ptxisa.launch(
        kernel(body, ".param .u64 a"), "k", 1, 32, [np.zeros(128, np.uint32)], counters=True
    ).counters
    (copy,) = (one.memory for one in counters.instructions if one.opcode.startswith("cp.async.bulk"))
    # Bytes 16 to 287 are in nine sectors; 272 bytes fill three wavefronts of 128.
    assert (copy["global"].requests, copy["global"].transactions, copy["global"].bytes) == (1, 9, 272)
    assert (copy["shared"].requests, copy["shared"].transactions, copy["shared"].bytes) == (1, 3, 272)


def test_active_lanes_and_outcomes_of_a_branch() -> None:
    run = counted(f"{INDEX}\nsetp.lt.u32 %p1, %r1, 40;\n@%p1 bra L;\nadd.u32 %r2, %r1, 1;\nL: sub.u32 %r3, %r1, 1;")
    (branch,) = run.counters.branches
    assert branch.outcomes == {"taken": 40, "not taken": 24}
    assert branch.divergent == 1
    kinds = run.counters.by_kind
    assert kinds["add.u32"] == (1, 24)
    assert kinds["sub.u32"] == (2, 64)


def test_an_instruction_for_which_lanes_wait_counts_once() -> None:
    run = counted(
        f"{INDEX} setp.lt.u32 %p1, %r1, 7; @%p1 bra L; mov.u32 %r2, 5;"
        "L: shfl.sync.bfly.b32 %r3, %r1, 1, 31, 0xffffffff; bar.sync 0;",
        block=32,
    )
    kinds = run.counters.by_kind
    assert kinds["shfl.sync.bfly.b32"] == (1, 32)
    assert kinds["bar.sync"] == (1, 32)
    assert run.counts.by_kind["shfl"] == 32
    assert sum(counted.threads for counted in run.counters.instructions) + 32 >= run.counts.instructions


def test_threads_equal_the_counts_of_the_run() -> None:
    x, y = np.ones(1024, np.float32), np.ones(1024, np.float32)
    run = ptxisa.launch(FOLDER / "basic.ptx", "saxpy", 4, 256, [1000, 2.0, x, y], counters=True)
    by_line: dict[int, int] = {}
    for counted in run.counters.instructions:
        by_line[counted.line] = by_line.get(counted.line, 0) + counted.threads
    assert {line: count for line, count in by_line.items() if count} == run.counts.by_line
    off = ptxisa.launch(FOLDER / "basic.ptx", "saxpy", 4, 256, [1000, 2.0, x, y])
    assert off.counters is None
    assert off.coverage is None
    assert off.counts == run.counts


def test_coverage_of_two_runs() -> None:
    text = kernel(
        """
        ld.param.u32 %r1, [n];
        setp.eq.u32 %p1, %r1, 0;
        @%p1 bra ZERO;
        mov.u32 %r2, 1;
        ret;
        ZERO: mov.u32 %r2, 2;""",
        ".param .u32 n",
    )
    first, second = (ptxisa.launch(text, "k", 1, 32, [n], counters=True).coverage for n in (0, 1))
    line = text.split("\n").index(next(shown for shown in text.split("\n") if "bra ZERO" in shown)) + 1
    assert first.missed == [line + 1, line + 2]
    assert first.missed_outcomes == [(line, "not taken")]
    assert second.missed == [line + 3, line + 4]
    assert (first | second).missed == []
    assert (first | second).missed_outcomes == []


def test_tables_have_80_columns_and_the_plot_is_svg() -> None:
    run = counted(f"{INDEX} add.u32 %r2, %r1, 1; st.global.u32 [%rd1], %r2;", block=96)
    for table in (run.counters.table(), run.coverage.table()):
        assert max(map(len, table.splitlines())) <= 80
    root = ElementTree.fromstring(run.counters.plot())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "st.global.u32" in [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]


# --- traces ---


def traced(tmp_path: Path, only: str = "", **options: Any) -> tuple[sqlite3.Connection, np.ndarray]:
    x, y = np.arange(256, dtype=np.float32), np.ones(256, np.float32)
    trace = TraceObserver(tmp_path / "trace.sqlite", only, **options)
    ptxisa.launch(FOLDER / "basic.ptx", "saxpy", 2, 128, [200, 2.0, x, y], observers=[trace])
    return sqlite3.connect(tmp_path / "trace.sqlite"), y


def test_stores_of_a_trace_make_the_result(tmp_path: Path) -> None:
    database, y = traced(tmp_path)
    with closing(database):
        rows = database.execute(
            "SELECT address, value FROM event WHERE kind = 'write' AND space = 'global' ORDER BY step"
        ).fetchall()
        last = dict(rows)
        values = np.array([last[address] for address in sorted(last)], np.uint32).view(np.float32)
        np.testing.assert_array_equal(values, y[:200])
        assert database.execute("SELECT value FROM launch WHERE name = 'grid'").fetchone() == ("2x1x1",)
        line, text = database.execute(
            "SELECT line, text FROM source NATURAL JOIN event WHERE kind = 'write'"
        ).fetchone()
        assert text.strip().startswith("st.global"), line


def test_a_trace_has_what_the_filter_admits(tmp_path: Path) -> None:
    database, _ = traced(tmp_path, "cta=1 warp=2-3 opcode=st,ld.global")
    with closing(database):
        assert database.execute("SELECT DISTINCT cta, warp FROM event ORDER BY warp").fetchall() == [(1, 2)]
        opcodes = {row[0] for row in database.execute("SELECT DISTINCT opcode FROM event")}
        assert opcodes == {"ld.global.f32", "st.global.f32"}
        assert database.execute("SELECT max(mask) FROM event").fetchone() == (0xFF,)


def test_a_trace_has_the_registers_that_are_written(tmp_path: Path) -> None:
    database, _ = traced(tmp_path, "cta=0 warp=0", registers=True)
    with closing(database):
        (count,) = database.execute(
            "SELECT count(*) FROM result JOIN instruction USING (step, cta, warp) WHERE opcode = 'fma.rn.f32'"
        ).fetchone()
        assert count == 32


def test_a_trace_ends_at_its_limit(tmp_path: Path) -> None:
    database, _ = traced(tmp_path, limit=10)
    with closing(database):
        assert database.execute("SELECT value FROM launch WHERE name = 'complete'").fetchone() == (0,)
        (rows,) = database.execute(
            "SELECT (SELECT count(*) FROM instruction) + (SELECT count(*) FROM access)"
        ).fetchone()
        assert rows == 10


def test_the_queries_of_the_documentation_run_on_a_trace(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "kernels.rst").read_text(encoding="utf-8")
    (block,) = page.split(".. code-block:: sql\n")[1:]
    queries = block.split("In Python, ")[0].split(";")[:-1]
    example = Path(__file__).parents[2] / "docs" / "examples" / "kernels" / "neighbors.ptx"
    arrays = {"in": np.arange(64, dtype=np.uint32), "out": np.zeros(64, np.uint32)}
    trace = TraceObserver(tmp_path / "trace.sqlite")
    ptxisa.launch(example, None, 1, 64, arrays, watch="none", observers=[trace])
    with closing(sqlite3.connect(tmp_path / "trace.sqlite")) as database:
        written, partial, shared = (database.execute(query).fetchall() for query in queries)
    assert len(written) == 1
    assert [text for _, text, _ in partial] != []
    assert shared == [(0, shared[0][1], 2)]


def test_a_trace_has_the_old_value_of_an_atomic_operation(tmp_path: Path) -> None:
    text = kernel(f"{INDEX} atom.global.add.u32 %r2, [%rd1], 5;", ".param .u64 a")
    ptxisa.launch(text, "k", 1, 1, [np.full(1, 7, np.uint32)], observers=[TraceObserver(tmp_path / "t.sqlite")])
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as database:
        assert database.execute("SELECT old, value FROM event WHERE kind = 'atomic'").fetchall() == [(7, 12)]


@pytest.mark.parametrize("only", ["lines=3", "line=x", "cta", "warp=3-"])
def test_an_invalid_filter_is_an_error(tmp_path: Path, only: str) -> None:
    with pytest.raises(PtxError, match="filter|numbers"):
        TraceObserver(tmp_path / "t.sqlite", only)


def test_observers_see_every_instruction_in_order() -> None:
    class Lines(Observer):
        def __init__(self) -> None:
            self.seen: list[tuple[str, int]] = []

        def after(self, operation: Any, lanes: Any) -> None:
            self.seen.append((operation.text, lanes.count))

    lines = Lines()
    ptxisa.launch(kernel("mov.u32 %r1, 1;\nadd.u32 %r2, %r1, 2;"), "k", 1, 40, observers=[lines])
    assert lines.seen == [("mov.u32", 40), ("add.u32", 40), ("ret", 40)]


# --- the command line ---


def test_the_command_writes_the_counters_and_the_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", str(FOLDER / "basic.ptx"), "--entry", "saxpy", "--grid", "2", "--block", "128"]
    arguments += ["--arg", "200", "--arg", "2", "--arg", "range:f32:256", "--arg", "ones:f32:256"]
    plot, trace = tmp_path / "plot.svg", tmp_path / "trace.sqlite"
    options = ["--counters", "--coverage", "--plot", str(plot), "--trace", str(trace), "--trace-limit", "5"]
    assert main([*arguments, *options]) == 0
    out, err = capsys.readouterr()
    assert "fma.rn.f32" in out
    assert "branch outcomes" in out
    assert "--trace-limit is reached" in err
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    assert main([*arguments, "--counters", "--coverage", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert sum(counter["threads"] for counter in document["counters"]) == document["counts"]["instructions"]
    assert document["coverage"]["outcomes"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trace", "no/such/folder/t.sqlite"], "no/such/folder/t.sqlite"),
        (["--trace", "t.sqlite", "--trace-only", "x"], "is not a filter"),
        (["--trace", "t.sqlite", "--trace-limit", "0"], "--trace-limit must be at least 1"),
        (["--plot", "no/such/folder/p.svg"], "its folder does not exist"),
    ],
)
def test_an_invalid_option_is_one_line(
    options: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", str(FOLDER / "basic.ptx"), "--entry", "hello", "--block", "1", "--arg", "1", *options]) == 2
    assert message in capsys.readouterr().err
