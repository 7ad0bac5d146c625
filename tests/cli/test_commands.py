"""The command line: answers, exit statuses, one-line errors, JSON."""

import io
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.cli.parsers import COMMANDS

GOOD = (
    ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .u32 a;\nadd.u32 a, a, 1;\nret;\n}\n"
)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = run(capsys, command, "--help")
    assert status == 0
    assert "examples:" in out
    assert f"  ptxisa {command}" in out
    assert "--json" in out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["frobnicate"], "unknown command 'frobnicate'"),
        (["shw", "add"], "did you mean show?"),
        (["available"], "the following arguments are required: OPCODE"),
        (["available", "add.u32", "--target", "sm_91"], "unknown target 'sm_91'"),
        (["available", "add.u32", "--ptx", "8.9"], "unknown PTX version '8.9'"),
        (["available", "ad.u32"], "unknown instruction 'ad'"),
        (["available", "add.u33"], "add has no modifier .u33"),
        (["show", "sm_91"], "nothing is called 'sm_91'"),
        (["show", ""], "NAME is empty"),
        (["list", "--kind", "targt"], "did you mean target?"),
        (["list", "--family", "logic"], "unknown family 'logic'"),
        (["diff", "8.6", "sm_90"], "8.6 is a PTX version and sm_90 a target"),
        (["check", "no/such/file.ptx"], "no/such/file.ptx: No such file"),
        (["eval", "add.u32 d, a, b;", "a=1"], "no value is given for b"),
        (["eval", "add.u32 d, a, b;", "a=1", "b=x"], "b: 'x' is not an integer"),
        (["eval", "add.u32 d, a, b;", "a=1", "b=0x100000000"], "does not fit in 32 bits"),
        (["eval", "add.u32 d, a;", "a=1"], "operand-count"),
        (["eval", "ld.global.u32 d, [a];", "a=0", "--memory", "global=1"], "is not NAME.TYPE=VALUES"),
        (["eval", "ld.global.u32 d, [a];", "a=0", "--memory", "global.q=1"], "is not NAME.TYPE=VALUES"),
        (["eval", "ld.global.u32 d, [a];", "a=0", "--memory", "global.pred=1"], "is not NAME.TYPE=VALUES"),
        (["eval", "ld.global.u32 d, [a];", "a=0", "--memory", "global.u32=x"], "global: 'x' is not an integer"),
        (["eval", "ld.global.u32 d, [a];", "a=4", "--memory", "global.u32=1"], "outside of 4 bytes"),
        (["eval", "ld.global.u32 d, [a];", "a=0"], "no memory is given for global; give it with --memory global.u32="),
        (["eval", "ld.shared.u32 d, [a];", "a=0"], "no memory is given for shared; give it with --memory shared.u32="),
        (["eval", "// A kernel.\n.version 8.7 .target sm_90 .entry k() { ret; }"], "2:1: error[not-executable]"),
        (["eval", "add.u32 a, b, c; .entry k() { ret; }"], "1:18: error[not-executable]: a module"),
        (["eval", "tensormap.replace.tile.global_address.global.b1024.b64 [a], d;"], "no executable semantics"),
        (["eval", "L: bra L;"], "131,072 statements have run"),
        (["eval", "L: bra L;", "--steps", "0"], "--steps must be at least 1"),
        (["vectors", "nope", "-o", "x"], "unknown instruction, form, family or opcode 'nope'"),
        (["conform", "--ptxas", "no/such/ptxas", "add"], "neither a release"),
        (["--frob"], "unknown option '--frob'"),
        (["show", "\udcff"], "not text in the terminal's encoding"),
        (["vectors", "add", "-o", "a\0b"], "-o needs the name of a folder"),
        (["show", "a\0b"], "nothing is called"),
        (["available", "\udcff"], "not text"),
        (["check", "a\0b"], "null"),
        (["check", "\udcff.ptx"], "No such file"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], error: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert error in err
    assert err.count("\n") == 1
    assert out == ""


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["available", "add.u16x2", "--target", "sm_80"], 1, "no: needs PTX 8.0 on sm_90 or later"),
        (["available", "add.u16x2", "--target", "sm_90", "--ptx", "8.0"], 0, "yes"),
        (["available", "szext"], 0, "7.6"),
        (["list", "--family", "logic-and-shift"], 0, "lop3"),
        (["list", "--target", "sm_10", "--ptx", "1.0"], 0, "mul24"),
        (["list", "--kind", "target"], 0, "sm_121f"),
        (["list", "--kind", "version", "--ptx", "3.0"], 0, "2.3"),
        (["diff", "7.8", "8.0"], 1, "add.packed"),
        (["diff", "7.8", "8.0"], 1, "+ type/u16x2"),
        (["diff", "7.8", "8.0"], 1, "+ target/sm_90a"),
        (["diff", "sm_80", "sm_90"], 1, "max{.NaN}{.xorsign}{.abs}.bf16 d, a, b\n  with .xorsign\n"),
        (["diff", "8.0", "7.8"], 1, "- type/u16x2"),
        (["diff", "sm_90", "sm_90"], 0, "no recorded difference"),
        (["search", "funnel"], 0, "shf"),
        (["search", "xyzzy"], 1, "nothing found"),
        (["show", "bfe"], 0, "bfe.{type} d, a, b, c"),
        (["show", "add"], 0, "add.cc: Add two integers"),
        (["show", ".u16x2"], 0, "16-bit"),
        (["show", "compute_90a"], 0, "sm_90a (target)"),
        (["show", "8.0"], 0, "PTX 8.0"),
        (["show", ".sat"], 0, "saturation"),
        (["eval", "add.sat.s32 d, a, b;", "a=0x7fffffff", "b=1"], 0, "0x7fffffff"),
        (["eval", "fma.rn.f32 d, a, b, c;", "a=0.1", "b=3", "c=-0.3"], 0, "0xb2000000  -7.450581e-09"),
        (["eval", "fma.rn.f32x2 d, a, b, c;", "a=1:2", "b=3:-0", "c=0:inf"], 0, "3.0:inf"),
        (["eval", "not.b32 d, a;", "a=0,1,-1"], 0, "0xffffffff, 0xfffffffe, 0x00000000"),
        (["eval", "st.global.f32 [p], 0f3F000000;", "p=4", "--memory", "global.f32=1,2"], 0, "1.0, 0.5"),
        (
            ["eval", "ld.global.b128 d, [p];", "p=0", "--memory", "global.b128=7"],
            0,
            "0x00000000000000000000000000000007",
        ),
        (["eval", "ld.global.u8 d, [v+1];", "--memory", "v.u8=1,2", "--json"], 0, '"v": ['),
    ],
)
def test_commands_print_their_answer_and_its_status(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, text: str
) -> None:
    actual, out, err = run(capsys, *arguments)
    assert (actual, err) == (status, "")
    assert text in out


@pytest.mark.parametrize("opcode", ["cvt", "mma", "add"])
def test_other_ways_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, opcode: str
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    ways = ptxisa.available(opcode).requires
    assert run(capsys, "available", opcode)[1] == (
        f"{opcode}: available since {ways[0]}; {len(ways) - 1} other ways: --all\n"
    )


@pytest.mark.parametrize(
    ("opcode", "target", "requirement"),
    [
        ("tensormap.replace", "sm_120", "PTX 8.7 on sm_120a, or PTX 8.8 on sm_120f; other chips: --all"),
        ("tcgen05.mma", "sm_103", "PTX 8.8 on sm_103a or sm_103f; other chips: --all"),
        ("wgmma.mma_async", "sm_90", "PTX 8.0 on sm_90a"),
        ("wgmma.mma_async", "sm_120", "PTX 8.0 on sm_90a"),
    ],
)
def test_a_target_gets_the_requirement_on_its_own_chip(
    capsys: pytest.CaptureFixture[str], opcode: str, target: str, requirement: str
) -> None:
    out = run(capsys, "available", opcode, "--target", target)[1].replace("\n", " ").rstrip()
    assert out.startswith(f"{opcode} on {target}: no: needs {requirement}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "add"],
        ["available", "add"],
        ["available", "add", "--target", "sm_90"],
        ["list"],
        ["diff", "7.8", "8.0"],
        ["search", "carry"],
        ["eval", "add.u32 d, a, b;", "a=1", "b=2"],
    ],
)
def test_json_is_one_document(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    _, out, err = run(capsys, *arguments, "--json")
    assert json.loads(out)
    assert err == ""


def test_output_carries_no_color_when_it_is_not_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\033" not in run(capsys, "show", "add")[1]


@pytest.mark.parametrize(
    ("content", "status", "text"),
    [
        (GOOD, 0, "0 errors"),
        (GOOD.replace("a, 1", "a"), 1, "error[operand-count]"),
        ("", 1, "error"),
        ("\0\x01\xff", 1, "error"),
    ],
)
def test_check_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, status: int, text: str) -> None:
    path = tmp_path / "a.ptx"
    path.write_bytes(content.encode("latin-1"))
    actual, out, err = run(capsys, "check", str(path))
    assert (actual, err) == (status, "")
    assert text in out


def test_check_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.replace("u32 a, a", "u33 a, a").encode())))
    status, out, _ = run(capsys, "check", "-", "--format", "json")
    assert status == 1
    assert [diagnostic["code"] for diagnostic in json.loads(out) if diagnostic["severity"] == "error"] == [
        "unknown-modifier"
    ]


def test_check_whole_directories(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("a.ptx", "sub/b.ptx"):
        (tmp_path / name).write_text(GOOD)
    status, out, _ = run(capsys, "check", str(tmp_path))
    assert status == 0
    assert out.endswith("in 2 files\n")


def test_check_prints_sarif(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.ptx"
    path.write_text(GOOD.replace("a, 1", "a"))
    _, out, _ = run(capsys, "check", str(path), "--format", "sarif")
    log = json.loads(out)
    assert log["version"] == "2.1.0"
    assert log["runs"][0]["results"][0]["ruleId"] == "operand-count"


def test_vectors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "vectors", "bfe.u32", "-o", str(tmp_path), "--random", "4", "--plain")
    assert (status, "in 1 set," in out, "1 set for 1 opcode: " in err) == (0, True, True)
    (entry,) = json.loads((tmp_path / "index.json").read_text())["sets"]
    head, *lines = (tmp_path / entry["file"]).read_text().splitlines()
    assert entry["vectors"] == len(lines)
    assert json.loads(head)["opcodes"] == ["bfe.u32"]


@pytest.mark.parametrize(
    ("shell", "status", "error"),
    [
        ("list > /dev/full", 2, "ptxisa: output: No space left on device\n"),
        ("list >&-", 2, "ptxisa: standard output is closed\n"),
        ("check - <&-", 2, "ptxisa: standard input is closed\n"),
        ("show nothing-is-so-called 2>&-", 2, ""),
    ],
)
def test_closed_and_full_streams(shell: str, status: int, error: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m ptxisa.cli.main {shell}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (status, error)


def test_file_names_do_not_steer_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "\x1b[31mred.ptx"
    bad.write_text(GOOD.replace("a, a, 1", "a, b, 1"))
    for file in (bad, tmp_path / "\x1b[31mmissing.ptx"):
        _, out, err = run(capsys, "check", str(file))
        assert "\x1b" not in out + err
        assert "\\x1b[31m" in out + err


def test_texts_that_are_not_unicode() -> None:
    assert ptxisa.database().find("\ud800") == []
    assert ptxisa.database().search("\ud800") == []


def test_the_number_of_random_vectors_is_limited(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, error = run(capsys, "vectors", "add", "-o", str(tmp_path), "--random", "99999999999")
    assert status == 2
    assert "--random must be in 1..1000000" in error
