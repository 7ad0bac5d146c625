"""`ptxisa layout`: grids, the way back, JSON, one-line errors."""

import json

import pytest

from ptxisa.cli.main import main

GRID = """\
layout mma.m16n8k8 B .f16: 8 x 8 in 32 lanes x 1 register x 2 elements
Multiplicand B in registers.

       0    1    2    3    4    5    6    7
0-1  0:0  4:0  8:0 12:0 16:0 20:0 24:0 28:0
2-3  1:0  5:0  9:0 13:0 17:0 21:0 25:0 29:0
4-5  2:0  6:0 10:0 14:0 18:0 22:0 26:0 30:0
6-7  3:0  7:0 11:0 15:0 19:0 23:0 27:0 31:0
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["layout", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_grid_has_lane_and_register_of_each_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "mma.m16n8k8", "--operand", "B", "--type", "f16") == (0, GRID, "")


def test_inverse_lists_the_elements_of_each_register(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "mma.m16n8k16", "--operand", "A", "--type", "f16", "--inverse")
    lines = out.splitlines()
    assert status == 0
    assert lines[3].split() == ["0", "1", "2", "3"]
    assert lines[4].split() == ["0", "0,0-1", "8,0-1", "0,8-9", "8,8-9"]
    assert lines[35].split() == ["31", "7,6-7", "15,6-7", "7,14-15", "15,14-15"]


def test_shared_memory_has_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "wgmma.shared.128B", "--type", "f16", "--with", "M=8")
    assert out.splitlines()[4].split() == ["0", *(f"{16 * chunk:#x}" for chunk in range(8))]
    assert out.splitlines()[6].split()[:3] == ["2", "0x120", "0x130"]
    _, back, _ = run(capsys, "wgmma.shared.128B", "--type", "f16", "--inverse", "--with", "M=8")
    assert back.splitlines()[5].split()[:3] == ["0x80", "1,8-15", "1,0-7"]


def test_tensor_memory_has_cta_lane_and_word(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "tcgen05.mma.m256n8k16", "--operand", "D")
    assert out.splitlines()[4 + 200].split() == ["200", *(f"1/72:{word}" for word in range(8))]
    _, copies, _ = run(capsys, "tcgen05.cp.32x128b.warpx4")
    assert "4 copies; the first is shown" in copies.splitlines()


def test_metadata_holders_alone_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(
        capsys, "mma.sp.m16n8k32", "--operand", "metadata", "--inverse", "--type", "f16", "--with", "selector=1"
    )
    assert out.splitlines()[4].split() == ["2", "0|8,0-7"]
    assert len(out.splitlines()) == 4 + 16


@pytest.mark.parametrize(
    "name", ["mma.m16n8k256", "wgmma.m64n256k16", "ldmatrix.m16n16.x2.trans", "tcgen05.ld.16x256b.x32"]
)
@pytest.mark.parametrize("inverse", [[], ["--inverse"]])
def test_lines_have_80_columns_at_most(capsys: pytest.CaptureFixture[str], name: str, inverse: list[str]) -> None:
    _, out, _ = run(capsys, name, *(["--operand", "D"] if name.startswith("wgmma") else []), *inverse)
    assert max(map(len, out.splitlines()[3:])) <= 80


def test_json_has_full_arrays(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "mma.m16n8k16", "--operand", "B", "--json", "--inverse")
    actual = json.loads(out)
    assert actual["shape"] == [16, 8]
    assert actual["inputs"] == {"lane": 32, "register": 2, "element": 2}
    assert actual["outputs"]["row"][5] == [[2, 3], [10, 11]]
    assert actual["outputs"]["column"][5] == [[1, 1], [1, 1]]
    assert [actual["places"][name][9] for name in ("row", "column", "lane", "register", "element")] == [1, 1, 4, 0, 1]
    assert len(actual["places"]["row"]) == 128


def test_without_arguments_every_layout_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys)
    assert status == 0
    for name in ("mma.m16n8k16", "wgmma.m64nNk16", "ldmatrix.m8n8.xN.trans", "tcgen05.shared.128B_32B"):
        assert f"\n{name} " in out
    _, listed, _ = run(capsys, "--json")
    assert {"instruction": "wgmma.m64nNk8", "operands": ["A"], "types": ["tf32"]}.items() <= next(
        entry for entry in json.loads(listed) if entry["instruction"] == "wgmma.m64nNk8" and entry["operands"] == ["A"]
    ).items()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["mma.m16n8k17"], "no layout of 'mma.m16n8k17'; did you mean mma.m16n8k"),
        (["mma.m16n8k16", "--operand", "Q"], "has no layout of operand 'Q'"),
        (["mma.m16n8k16", "--type", "f99"], "has no layout of type 'f99'"),
        (["wgmma.m64nNk16", "--operand", "D"], "needs N: a multiple of 8 in 8..256"),
        (["wgmma.m64nNk16", "--with", "N=1e3"], "N must be an integer, not '1e3'"),
        (["wgmma.m64nNk16", "--with", "N=" + "9" * 5000], "N must be an integer"),
        (["mma.m16n8k16", "--with", "N"], "not an option of a layout: 'N'; write NAME=VALUE, such as N=64"),
        (["mma.m16n8k16", "--with", "type=f16"], "not an option of a layout: 'type=f16'"),
        (["mma.m16n8k16", "--with", "self=1"], "has no option 'self'"),
        (["mma.m" + "9" * 5000 + "n8k16"], "no layout of"),
        (["mma.m16n8k16", "extra"], "unexpected argument 'extra'"),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], error: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert error in err
