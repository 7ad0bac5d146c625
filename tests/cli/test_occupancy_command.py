"""`ptxisa occupancy`: the report, JSON, bars, kernels of a file, one-line errors."""

import json
from pathlib import Path

import pytest

from ptxisa.cli.main import main
from ptxisa.oracle import releases
from ptxisa.oracle.resources import KernelResources, LaunchBounds, ResourceError, bounds, read

REPORT = """\
compute capability 8.6 (Ampere)
4 blocks per SM, 32 of 48 warps: occupancy 66.7%
limited by registers

resource       a block takes            blocks
warps          8                        6
registers      16,384                   4       limit
shared memory  17,408 of 102,400 bytes  5
barriers       0                        -
blocks         1                        16

next step up of each resource
use                    at most  resource allows  SM then runs
256 threads            192      8 blocks         5 blocks, 30 warps
64 registers           48       5 blocks         5 blocks, 40 warps
16,384 bytes (shared)  16,000   6 blocks         4 blocks, 32 warps
"""
KERNEL = ("--cc", "8.6", "--registers", "64", "--threads", "256", "--shared", "16384")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["occupancy", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_report_names_what_limits_the_blocks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *KERNEL) == (0, REPORT, "")


def test_target_and_sizes_in_kib_mean_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--target", "sm_86", "--registers", "64", "--threads", "256", "--shared", "16KiB")
    assert run(capsys, *given) == (0, REPORT, "")


def test_renamed_target_means_its_new_name(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--target", "sm_101a", "--threads", "128")
    assert out.startswith("compute capability 11.0 (Blackwell)")


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *KERNEL, "--json")
    data = json.loads(out)
    assert status == 0
    assert (data["blocks"], data["warps"], data["limiters"]) == (4, 32, ["registers"])
    assert data["limits"] == {"warps": 6, "registers": 4, "shared memory": 5, "barriers": None, "blocks": 16}
    assert data["steps"][1] == {
        "resource": "registers",
        "name": "registers",
        "unit": "registers",
        "used": 64,
        "at_most": 48,
        "limit": 5,
        "blocks": 5,
        "warps": 40,
    }


def test_status_is_1_if_a_block_does_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--cc", "9.0", "--threads", "1024", "--registers", "128")
    assert status == 1
    assert out.splitlines()[1:3] == ["0 blocks per SM, 0 of 64 warps: occupancy 0.0%", "limited by registers"]


def test_clusters_of_the_device(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--cc", "9.0", "--threads", "1024", "--dynamic", "150000", "--cluster", "16")
    _, out, _ = run(capsys, *given, "--groups", "18,18,16x5,8,2x4")
    assert out.splitlines()[3:5] == [
        "7 clusters of 16 blocks on the device",
        "a cluster of 16 blocks needs the attribute NonPortableClusterSizeAllowed",
    ]


def test_clusters_of_later_capabilities_are_upper_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--cc", "10.0", "--threads", "128", "--cluster", "2")
    assert out.splitlines()[3] == "clusters were measured on 9.0 only; on 10.0 these numbers are upper bounds"


def test_a_plot_has_a_bar_for_each_number_of_registers(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, *KERNEL, "--plot", "registers")
    bars = out.split("occupancy by registers\n")[1].splitlines()
    assert len(bars) == 32
    assert bars[7] == f"     64  {'#' * 27}{'.' * 13}   66.7%   4  <"
    assert [line for line in bars if line.endswith("<")] == [bars[7]]


MISTAKES = {
    "no capability": (("--threads", "32"), "give --cc, such as 8.6, or --target, such as sm_86"),
    "both": (("--cc", "8.6", "--target", "sm_90", "--threads", "32"), "--cc and --target exclude each other"),
    "no threads": (("--cc", "8.6"), "give a FILE, or --threads, the threads of a block; see ptxisa occupancy --help"),
    "unknown capability": (("--cc", "8.5", "--threads", "32"), "unknown compute capability '8.5'"),
    "target without a record": (("--target", "sm_20", "--threads", "32"), "unknown compute capability '2.0'"),
    "cluster": (("--cc", "8.6", "--threads", "32", "--cluster", "2"), "clusters need compute capability 9.0 or later"),
    "barriers": (("--cc", "8.6", "--threads", "32", "--barriers", "20"), "barriers is 20; it must be in 0..16"),
    "threads": (("--cc", "8.6", "--threads", "3e2"), "argument --threads: '3e2' is not a number"),
    "many threads": (("--cc", "8.6", "--threads", "9" * 12), "threads is 999999999999; it must be in 1..2147483647"),
    "size": (("--cc", "8.6", "--threads", "32", "--shared", "1MB"), "'1MB' is not a size, such as 16384 or 16KiB"),
    "groups": (("--cc", "9.0", "--threads", "32", "--groups", "18,"), "'' is not a number of SMs, such as 18 or 16x5"),
    "carveout": (("--cc", "8.6", "--threads", "32", "--carveout", "x"), "carveout 'x' is not a percentage or one of"),
    "file": (("nowhere.ptx", "--cc", "8.6"), "nowhere.ptx: No such file or directory"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    given, message = MISTAKES[name]
    status, out, err = run(capsys, *given)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


# Kernels of a file.

PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry small(.param .u64 p) .reqntid 8, 16, 1 { ret; }
.visible .entry large() .maxntid 512 { .shared .b8 x[64]; ret; }
.func helper() { ret; }
"""
VERBOSE = """\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'large' for 'sm_80'
ptxas info    : Function properties for large
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 20 registers, used 1 barriers, 64 bytes smem, 352 bytes cmem[0]
ptxas info    : Compile time = 0.9 ms
ptxas info    : Compiling entry function 'small' for 'sm_80'
ptxas info    : Used 4 registers, 360 bytes cmem[0]
ptxas info    : Function properties for helper
"""


def test_bounds_are_read_from_the_module() -> None:
    assert bounds(PTX) == {"small": LaunchBounds(128, 0), "large": LaunchBounds(512, 0)}
    cluster = ".entry one() .explicitcluster .reqnctapercluster 2, 2 { ret; } .func two() { ret; }"
    assert bounds(f".version 8.0\n.target sm_90\n{cluster}") == {"one": LaunchBounds(0, 4)}
    assert bounds("garbage") == {}


def test_report_of_ptxas_is_read() -> None:
    actual = read(VERBOSE, {"small": LaunchBounds(128, 2)})
    assert actual == [KernelResources("large", 20, 64, 1, 0, 0), KernelResources("small", 4, 0, 0, 128, 2)]


def test_report_without_a_kernel_is_an_error() -> None:
    with pytest.raises(ResourceError, match="ptxas reports no kernel"):
        read("ptxas info    : 0 bytes gmem\n", {})


def fake_ptxas(folder: Path, script: str) -> str:
    path = folder / "ptxas"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_kernels_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module, report = tmp_path / "kernel.ptx", tmp_path / "report"
    module.write_text(PTX, encoding="utf-8")
    report.write_text(VERBOSE, encoding="utf-8")
    ptxas = fake_ptxas(tmp_path, f"cat {report} >&2")
    status, out, _ = run(capsys, str(module), "--target", "sm_80", "--ptxas", ptxas, "--json")
    actual = json.loads(out)
    assert status == 0
    assert [(entry["kernel"], entry["threads"], entry["registers"], entry["shared"]) for entry in actual] == [
        ("large", 512, 20, 64),
        ("small", 128, 4, 0),
    ]
    _, out, _ = run(capsys, str(module), "--cc", "8.0", "--ptxas", ptxas, "--kernel", "small", "--threads", "64")
    assert out.startswith("small on compute capability 8.0")
    status, _, err = run(capsys, str(module), "--cc", "8.0", "--ptxas", ptxas, "--kernel", "none")
    assert (status, err) == (2, f"ptxisa: {module} has no kernel 'none'\n")


def test_module_names_its_target(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module, report = tmp_path / "kernel.ptx", tmp_path / "report"
    module.write_text(PTX, encoding="utf-8")
    report.write_text(VERBOSE, encoding="utf-8")
    ptxas = fake_ptxas(tmp_path, f"cat {report} >&2")
    status, out, _ = run(capsys, str(module), "--ptxas", ptxas, "--kernel", "small")
    assert (status, out.partition("\n")[0]) == (0, "small on compute capability 8.0 (Ampere)")
    module.write_text("garbage", encoding="utf-8")
    status, _, err = run(capsys, str(module), "--ptxas", ptxas)
    assert (status, err) == (2, "ptxisa: give --cc, such as 8.6, or --target, such as sm_86\n")


def test_module_that_ptxas_rejects(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module = tmp_path / "kernel.ptx"
    module.write_text(PTX, encoding="utf-8")
    ptxas = fake_ptxas(tmp_path, "echo 'ptxas kernel.ptx, line 4; error   : Unknown symbol' >&2; exit 255")
    status, _, err = run(capsys, str(module), "--cc", "8.0", "--ptxas", ptxas)
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith("ptxisa: ptxas rejects the module: ptxas kernel.ptx, line 4; error")


def test_no_ptxas_in_the_cache(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    module = tmp_path / "kernel.ptx"
    module.write_text(PTX, encoding="utf-8")
    status, _, err = run(capsys, str(module), "--cc", "8.0")
    assert status == 2
    assert err.startswith("ptxisa: no ptxas in the cache assembles for sm_80; --ptxas 13.5 fetches one; or give")


def test_newest_ptxas_of_the_cache_that_has_the_target(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """13.0 assembles for no target below sm_75, so 12.9 is asked."""
    monkeypatch.setenv("PTXISA_CACHE", str(tmp_path))
    monkeypatch.setattr(releases, "verify_pin", lambda *given: None)  # Scripts replace pinned programs.
    module, report = tmp_path / "kernel.ptx", tmp_path / "report"
    module.write_text(PTX, encoding="utf-8")
    report.write_text(VERBOSE, encoding="utf-8")
    for release, script in {"13.0": "exit 1", "12.9": f"cat {report}", "9.1": "exit 1"}.items():
        (tmp_path / "ptxas" / release).mkdir(parents=True)
        fake_ptxas(tmp_path / "ptxas" / release, script)
    given = (str(module), "--threads", "128", "--json", "--target")
    assert run(capsys, *given, "sm_70")[0] == 0
    assert run(capsys, *given, "sm_80")[0] == 2


def test_a_capability_in_place_of_a_file_names_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["occupancy", "cc_9.0", "--threads", "256"]) == 2
    assert "did you mean --cc 9.0?" in capsys.readouterr().err
