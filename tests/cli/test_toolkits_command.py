"""`ptxisa toolkits`, and `show`, `list` and `diff` with compute capabilities and CUDA releases."""

import json

import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.isa.capabilities import UnknownProperty
from ptxisa.isa.toolkits import UnknownToolkit, known
from ptxisa.query import toolkits


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


DRIVERS = {
    ("550", "linux"): ("12.4", "8.4"),
    ("r550", "linux"): ("12.4", "8.4"),
    ("550.54.13", "linux"): ("12.3", "8.3"),
    ("550.54.14", "linux"): ("12.4", "8.4"),
    ("551.61", "windows"): ("12.4", "8.4"),
    ("551.60", "windows"): ("12.3", "8.3"),
    ("565", "linux"): ("12.7", "8.6"),
    ("580.65.06", "linux"): ("13.0", "9.0"),
    ("615", "linux"): ("13.4", "9.4"),
    ("346.46", "linux"): ("7.0", "4.2"),
    ("9999", "linux"): ("13.4", "9.4"),
}


@pytest.mark.parametrize(("driver", "platform"), DRIVERS)
def test_newest_release_and_ptx_of_a_driver(driver: str, platform: str) -> None:
    """By hand from the table of drivers of the release notes."""
    actual = toolkits.supported(driver, platform)
    assert (actual[-1].release, toolkits.newest_ptx(driver, platform)) == DRIVERS[driver, platform]


def test_the_ptx_and_machine_code_of_a_driver_are_stated(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "toolkits", "--driver", "550")
    assert status == 0
    assert out.startswith("Driver 550 compiles PTX up to 8.4, of CUDA 12.4.\n")
    assert "It also runs machine code of CUDA 12.5, 12.6, 12.7, 12.8, 12.9" in " ".join(out.split())


def test_releases_that_assemble_for_a_target(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "toolkits", "--target", "sm_120", "--json")
    assert status == 0
    assert [entry["release"] for entry in json.loads(out)] == [
        "12.8",
        "12.9",
        "13.0",
        "13.1",
        "13.2",
        "13.3",
        "13.4",
        "13.5",
    ]
    status, out, _ = run(capsys, "toolkits", "--target", "sm_10")
    assert status == 1
    assert "sm_10 came with PTX 1.0 in CUDA 1.0" in " ".join(out.split())


def test_releases_with_a_ptx_version(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "toolkits", "--ptx", "8.7", "--target", "sm_70", "--json")
    assert [entry["release"] for entry in json.loads(out)] == ["12.8", "12.9"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "'x' is not a driver version, such as 550 or 550.54.14"),
        ("550.", "'550.' is not a driver version"),
        ("55", "'55' is not a driver version"),
        ("190.1", "driver 190.1 is older than that of CUDA 3.0, the oldest recorded"),
    ],
)
def test_bad_driver_is_one_line(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "toolkits", "--driver", text)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_releases_have_later_ptx_and_drivers() -> None:
    every = list(known().values())
    assert len(every) >= 29
    versions = [tuple(map(int, item.ptx.split("."))) for item in every]
    branches = [item.branch for item in every if item.branch]
    assert versions == sorted(versions)
    assert branches == sorted(branches)
    assert all(int(item.drivers[0].linux.split(".")[0]) >= item.branch for item in every if item.drivers)


def test_show_of_a_release(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show", "cuda-12.6")
    assert out.startswith("CUDA 12.6\nPTX 8.5; driver branch r560\n")
    assert "GA        560.28.03  560.76" in out
    assert "to compile PTX 8.5, a driver of CUDA 12.5 or later is needed" in " ".join(out.split())
    assert run(capsys, "show", "13.5")[1].startswith("CUDA 13.5")


def test_show_of_a_driver_points_at_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "show", "driver-550")
    assert (status, err) == (2, "ptxisa: drivers have no records; see `ptxisa toolkits --driver 550`\n")


def test_show_of_a_version_has_its_releases_and_drivers(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show", "8.5")
    assert "  CUDA 12.5: driver Linux 555.42.02, Windows 555.85" in out
    assert "  CUDA 12.6: driver Linux 560.28.03, Windows 560.76" in out


@pytest.mark.parametrize(
    ("version", "line"),
    [
        ("8.6", "CUDA 12.7: driver of branch r565; `ptxisa show cuda-12.7`"),
        ("9.5", "CUDA 13.5; `ptxisa show cuda-13.5`"),
    ],
)
def test_releases_whose_drivers_are_unknown(version: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"  {line}\n" in run(capsys, "show", version)[1]


def test_show_of_an_ambiguous_number_keeps_the_version_and_mentions_the_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run(capsys, "show", "8.6")
    assert out.startswith("PTX 8.6\n")
    assert out.endswith("8.6 is also a number of something else; see `ptxisa show cc_8.6`\n")
    _, alone, _ = run(capsys, "show", "8.4")
    assert "something else" not in alone


def test_show_of_a_capability_has_values_units_and_what_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show", "cc_8.6")
    lines = {line.split("  ")[0]: line for line in out.splitlines()}
    assert "100 KiB" in lines["shared_memory_per_sm"]
    assert "131,072 x 65,000" in lines["texture_2d_linear"]
    assert "compute-capabilities K.1: " in out
    unknown = " ".join(out.split("\nunknown\n")[1].split())
    assert unknown.startswith("No source that was read states: ")
    assert "barriers_per_sm" in unknown
    assert "A single-precision operation with a NaN operand returns the quiet NaN 0x7fffffff." in " ".join(out.split())
    assert run(capsys, "show", "12.1")[1].startswith("compute capability 12.1 (Blackwell)")


def test_list_of_capabilities(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "list", "--kind", "compute_capability", "--target", "sm_90a", "--json")
    assert json.loads(out) == [
        {
            "name": "cc_9.0",
            "architecture": "Hopper",
            "max warps per sm": 64,
            "max blocks per sm": 32,
            "registers per sm": 65536,
            "shared memory per sm": 233472,
            "targets": "sm_90 sm_90a",
        }
    ]


def test_diff_of_capabilities(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "diff", "cc_8.0", "cc_9.0", "--json")
    actual = {entry["property"]: (entry["cc_8.0"], entry["cc_9.0"]) for entry in json.loads(out)}
    assert status == 1
    assert actual["shared_memory_per_sm"] == (164 * 1024, 228 * 1024)
    assert actual["clusters"] == (False, True)
    assert "max_warps_per_sm" not in actual
    assert run(capsys, "diff", "cc_8.0", "cc_8.0")[:2] == (0, "no recorded difference between cc_8.0 and cc_8.0\n")
    status, _, err = run(capsys, "diff", "cc_8.0", "cc_8.4")
    assert (status, err.count("\n")) == (2, 1)


def test_database_objects_and_tables() -> None:
    db = ptxisa.database()
    capability = db.compute_capability("8.6")
    assert (capability.values["texture_3d"], capability.number("warp_size")) == ((16384, 16384, 16384), 32)
    with pytest.raises(UnknownProperty, match=r"max_cluster of compute capability 8\.6 is unknown"):
        capability.number("max_cluster")
    assert db.toolkit("cuda-12.6").ptx == "8.5"
    with pytest.raises(UnknownToolkit, match=r"unknown CUDA release '12\.66'; did you mean 12\.6"):
        db.toolkit("12.66")
    query = "SELECT DISTINCT capability FROM capability_value WHERE property = 'clusters' AND value = 'true'"
    assert {row[0] for row in db.sql(query)} == {"9.0", "10.0", "10.3", "11.0", "12.0", "12.1"}
    assert db.sql("SELECT linux FROM toolkit_driver WHERE release = '12.4' AND \"update\" = 'GA'") == [("550.54.14",)]
    assert any(hit.name == "memory" for hit in db.search("shared_memory_per_block_optin", kind="property_group"))


# Facts of the appendix, by hand.

TABLE = {
    ("3.7", "registers_per_sm"): 131072,
    ("5.3", "max_registers_per_block"): 32768,
    ("6.0", "constant_cache"): 4096,
    ("6.2", "max_resident_grids"): 16,
    ("7.2", "texture_1d_linear"): 1 << 27,
    ("7.5", "max_threads_per_sm"): 1024,
    ("8.7", "max_blocks_per_sm"): 16,
    ("6.2", "max_surfaces"): 16,
    ("7.0", "max_surfaces"): 32,
    ("5.2", "half_arithmetic"): False,
    ("5.3", "half_arithmetic"): True,
    ("3.7", "shared_memory_sizes"): (80 * 1024, 96 * 1024, 112 * 1024),
    ("8.9", "max_blocks_per_sm"): 24,
    ("10.3", "fp32_to_fp64_ratio"): 64,
    ("11.0", "max_warps_per_sm"): 48,
    ("12.0", "shared_memory_per_block_optin"): 99 * 1024,
}


@pytest.mark.parametrize(("version", "name"), TABLE)
def test_value_of_the_tables(version: str, name: str) -> None:
    assert ptxisa.database().compute_capability(version).values[name] == TABLE[version, name]
