"""`ptxisa check`: input, output and exit status."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import jsonschema
import pytest

import ptxisa
from ptxisa.cli import check_command, ptx_files, reports
from ptxisa.cli.main import main
from ptxisa.isa.diagnostics import CATALOGUE

FIXTURES = Path(__file__).parent.parent / "fixtures"
HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"
GOOD = f"{HEAD}.visible .entry k()\n{{\n    .reg .u32 a;\n    add.u32 a, a, 1;\n}}\n"
BAD = GOOD.replace("a, 1", "a")
WORSE = BAD.replace("add.u32", "ad.u32 a, a;\n    add.u32")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working directory with good and bad modules, in two folders."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"good.ptx": GOOD, "bad.ptx": BAD, "sub/a/worse.ptx": WORSE, "sub/b.ptx": GOOD}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "sub" / "notes.txt").write_text("no PTX")
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(("check", *arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


UNDOCUMENTED = f"{HEAD}.entry k()\n{{\n    .reg .u16 a;\n    addc.u16 a, a, 1;\n}}\n"
"""A module that ptxas 11.8, 12.9 and 13.0 accept, and the manual does not."""


class TestWhoAnswers:
    @pytest.mark.parametrize(
        ("options", "status", "summary"),
        [
            ([], 0, "0 errors, 1 warning in 1 file"),
            (["--werror"], 1, "0 errors, 1 warning in 1 file"),
            (["--strict"], 1, "1 error in 1 file"),
            (["--assembler", "13.0"], 0, "0 errors, 1 note in 1 file; -v prints notes"),
            (["--assembler", "11.8"], 1, "1 error, 1 note in 1 file; -v prints notes"),
        ],
    )
    def test_status(
        self, folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], status: int, summary: str
    ) -> None:
        (folder / "undocumented.ptx").write_text(UNDOCUMENTED)
        actual, out, _ = check(capsys, "undocumented.ptx", *options)
        assert (actual, out.splitlines()[-1]) == (status, summary)

    def test_an_unknown_release_is_one_line(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, err = check(capsys, "good.ptx", "--assembler", "13.99")
        assert (status, out) == (2, "")
        assert err == "ptxisa: unknown release '13.99'; measured releases are 11.8 to 13.5\n"

    def test_a_release_that_was_not_measured(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        status, _, err = check(capsys, "good.ptx", "--assembler", "12.4")
        assert status == 0
        assert err == "ptxisa: ptxas 12.4 was not measured; the answer is that of 12.9\n"

    def test_json_has_the_erratum(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "undocumented.ptx").write_text(UNDOCUMENTED)
        _, out, _ = check(capsys, "undocumented.ptx", "--json")
        assert [entry["erratum"] for entry in json.loads(out)] == ["addc-16-bit"]
        _, out, _ = check(capsys, "undocumented.ptx", "--format", "sarif")
        assert json.loads(out)["runs"][0]["results"][0]["properties"] == {"form": "addc", "erratum": "addc-16-bit"}


class TestStatus:
    @pytest.mark.parametrize(
        ("arguments", "status", "summary"),
        [
            (["good.ptx"], 0, "0 errors in 1 file"),
            (["good.ptx", "sub/b.ptx"], 0, "0 errors in 2 files"),
            (["bad.ptx"], 1, "1 error in 1 file"),
            (["bad.ptx", "good.ptx", "sub"], 1, "3 errors in 4 files"),
            (["."], 1, "3 errors in 4 files"),
            (["good.ptx", "--target", "sm_70", "--ptx", "7.0"], 0, "0 errors in 1 file"),
        ],
    )
    def test_errors_decide(
        self, capsys: pytest.CaptureFixture[str], folder: Path, arguments: list[str], status: int, summary: str
    ) -> None:
        actual, out, err = check(capsys, *arguments)
        assert (actual, out.splitlines()[-1], err) == (status, summary, "")

    @pytest.mark.parametrize(
        ("severity", "werror", "status"),
        [("error", False, 1), ("warning", False, 0), ("warning", True, 1), ("note", True, 0)],
    )
    def test_warnings_count_when_asked_and_notes_never(self, severity: str, werror: bool, status: int) -> None:
        report = reports.CheckReport()
        report.add(severity, "")
        assert report.status(werror) == status

    @pytest.mark.parametrize("format_", ["text", "json", "sarif"])
    def test_a_file_that_cannot_be_read_does_not_hide_the_others(
        self, capsys: pytest.CaptureFixture[str], folder: Path, format_: str
    ) -> None:
        status, out, err = check(capsys, "missing.ptx", "bad.ptx", "--format", format_)
        assert (status, err) == (2, "ptxisa: missing.ptx: No such file or directory\n")
        assert "operand-count" in out

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ([], "no FILE to check"),
            (["-", "-"], "standard input can be read only once"),
            (["good.ptx", "-j", "-1"], "must not be negative"),
            (["good.ptx", "--max-errors", "0"], "must be positive"),
            (["good.ptx", "--target", "sm_91"], "unknown target 'sm_91'"),
            (["--explain", "operand-tipe"], "did you mean operand-type?"),
            (["empty"], "empty: no .ptx file below this directory"),
        ],
    )
    def test_bad_usage_is_one_line(
        self, capsys: pytest.CaptureFixture[str], folder: Path, arguments: list[str], error: str
    ) -> None:
        (folder / "empty").mkdir()
        status, out, err = check(capsys, *arguments)
        assert (status, out) == (2, "")
        assert error in err
        assert err.count("\n") == 1


class TestFiles:
    def test_files_of_a_directory_are_in_order(self, folder: Path) -> None:
        assert ptx_files.expand(["sub", "good.ptx"]) == [
            os.path.join("sub", "b.ptx"),
            os.path.join("sub", "a", "worse.ptx"),
            "good.ptx",
        ]

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"\x1f\x8b\x08", "gzip"),
            (b"\xff\xfe.\0v\0", "UTF-16"),
        ],
    )
    def test_unreadable_text_is_one_error(
        self, capsys: pytest.CaptureFixture[str], folder: Path, content: bytes, reason: str
    ) -> None:
        (folder / "x.ptx").write_bytes(content)
        status, out, err = check(capsys, "x.ptx")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "x.ptx: not PTX text" in err
        assert reason in err

    def test_json_has_an_entry_for_an_unreadable_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, err = check(capsys, "good.ptx", "missing.ptx", "--json")
        finding = json.loads(out)[-1]
        assert (status, finding["code"], finding["file"]) == (2, "unreadable-file", "missing.ptx")
        assert finding["message"] in err

    def test_a_named_pipe_does_not_hang(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        os.mkfifo(folder / "sub" / "pipe.ptx")
        status, _, err = check(capsys, "sub")
        assert (status, err) == (2, f"ptxisa: {os.path.join('sub', 'pipe.ptx')}: not a regular file\n")

    def test_a_device_is_not_read(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert check(capsys, "/dev/zero")[2] == "ptxisa: /dev/zero: not a regular file\n"

    def test_process_substitutions_of_a_shell_are_read(self, capsys: pytest.CaptureFixture[str]) -> None:
        """`ptxisa check <(compiler …)` gives the end of a pipe."""
        end, other = os.pipe()
        os.write(other, BAD.encode())
        os.close(other)
        try:
            status, out, _ = check(capsys, f"/dev/fd/{end}")
        finally:
            os.close(end)
        assert (status, "operand-count" in out) == (1, True)

    def test_a_file_that_is_too_large(
        self, capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ptx_files, "LARGEST", 10)
        status, _, err = check(capsys, "good.ptx")
        assert (status, "bytes are too many" in err) == (2, True)

    def test_a_file_that_needs_too_much_memory(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object, **__: object) -> None:
            raise MemoryError

        monkeypatch.setattr("ptxisa.check.module.check_module", fail)
        checked = check_command.check_file(check_command.Options(None, None, "text", False), "good.ptx")
        assert checked.failure == "good.ptx: not enough memory to check it"

    def test_links_in_a_circle_end(self, folder: Path) -> None:
        (folder / "sub" / "again").symlink_to(folder / "sub", target_is_directory=True)
        assert len(ptx_files.expand(["sub"])) == 2

    @pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
    def test_a_directory_that_may_not_be_read(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        (folder / "sub").chmod(0)
        try:
            status, _, err = check(capsys, "sub")
        finally:
            (folder / "sub").chmod(0o755)
        assert (status, "Permission denied" in err) == (2, True)

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_standard_input(
        self, capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
        status, out, _ = check(capsys, "good.ptx", "-", "sub/b.ptx", "-j", jobs)
        assert status == 1
        assert out.startswith("<stdin>:7:")
        assert out.endswith("1 error in 3 files\n")


class TestFormats:
    def test_text_marks_the_place(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        _, out, _ = check(capsys, "bad.ptx")
        place, line, marker, *_ = out.splitlines()
        assert place.startswith("bad.ptx:7:5: error[operand-count]: ")
        assert line == "    add.u32 a, a;"
        assert marker.startswith("    ^~~")

    @pytest.mark.parametrize("arguments", [["--json"], ["--format", "json"]])
    def test_json(self, capsys: pytest.CaptureFixture[str], folder: Path, arguments: list[str]) -> None:
        status, out, _ = check(capsys, ".", *arguments)
        actual = json.loads(out)
        schema = json.loads(Path(ptxisa.check.__file__).with_name("findings.schema.json").read_text())
        jsonschema.validate(actual, schema)
        assert status == 1
        assert [entry["file"] for entry in actual] == ["./bad.ptx", *[os.path.join(".", "sub", "a", "worse.ptx")] * 2]

    def test_json_of_clean_files_is_an_empty_list(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        assert check(capsys, "good.ptx", "--json")[1] == "[]\n"

    @pytest.mark.parametrize("files", [["."], ["good.ptx"], ["missing.ptx", "bad.ptx"]])
    def test_sarif(self, capsys: pytest.CaptureFixture[str], folder: Path, files: list[str]) -> None:
        status, out, _ = check(capsys, *files, "--format", "sarif")
        log = json.loads(out)
        standard = json.loads((FIXTURES / "sarif-2.1.0.schema.json").read_text())
        jsonschema.validate(log, standard, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
        (run,) = log["runs"]
        assert run["invocations"][0]["exitCode"] == status
        assert all(
            run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"]
        )

    @pytest.mark.parametrize("format_", ["text", "json", "sarif"])
    def test_several_processes_print_the_same(
        self, capsys: pytest.CaptureFixture[str], folder: Path, format_: str
    ) -> None:
        arguments = (".", "missing.ptx", "--format", format_)
        assert check(capsys, *arguments, "-j", "2") == check(capsys, *arguments)

    def test_names_that_are_no_text(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        name = os.fsdecode(b"\xe9.ptx")
        (folder / name).write_text(BAD)
        for format_ in ("text", "json", "sarif"):
            status, out, _ = check(capsys, name, "--format", format_)
            assert status == 1
            assert out.encode("utf-8", "backslashreplace")


class TestManyErrors:
    @pytest.mark.parametrize("format_", ["text", "json", "sarif"])
    def test_checking_stops_at_the_limit_of_errors(
        self, capsys: pytest.CaptureFixture[str], folder: Path, format_: str
    ) -> None:
        status, out, _ = check(capsys, "bad.ptx", "sub", ".", "--max-errors", "2", "--format", format_)
        assert status == 1
        assert out.count("operand-count") + out.count("unknown-mnemonic") >= 2
        if format_ == "text":
            assert out.endswith("2 errors in 3 files; stopped there, the rest was not checked\n")
        if format_ == "json":
            assert [entry["code"] for entry in json.loads(out)] == ["operand-count", "unknown-mnemonic"]
        if format_ == "sarif":
            assert len(json.loads(out)["runs"][0]["results"]) == 2

    def test_a_limit_that_is_not_reached_changes_nothing(
        self, capsys: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        assert check(capsys, ".", "--max-errors", "9") == check(capsys, ".")


class TestProgress:
    def test_a_terminal_shows_the_progress(
        self, capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        status, out, err = check(capsys, *["good.ptx"] * 30)
        assert (status, out) == (0, "0 errors in 30 files\n")
        assert "29 of 30 files" in err
        assert err.endswith("\r\x1b[K")

    def test_few_files_need_none(
        self, capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        assert check(capsys, "good.ptx")[2] == ""


class TestExplain:
    @pytest.mark.parametrize("code", CATALOGUE)
    def test_every_code(self, capsys: pytest.CaptureFixture[str], code: str) -> None:
        status, out, err = check(capsys, "--explain", code)
        assert (status, err) == (0, "")
        assert out.startswith(f"{code} (diagnostic)\n")
        assert len(out) < 3000
        out.encode("utf-8")

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        _, out, _ = check(capsys, "--explain", "undeclared-name", "--json")
        actual = json.loads(out)
        assert (actual["kind"], actual["name"]) == ("code", "undeclared-name")
        assert "generic_initializer" in actual["rules"]


NVVM = """\
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-\
v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @f() {
  fence seq_cst
  ret void
}
!nvvmir.version = !{!0}
!0 = !{i32 2, i32 0}
"""


class TestNvvm:
    @pytest.fixture
    def module(self, folder: Path) -> Path:
        path = folder / "sub" / "kernel.ll"
        path.write_text(NVVM)
        return path

    def test_files_are_known_by_their_names(self, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = check(capsys, "sub/kernel.ll")
        assert status == 1
        assert out == (
            "sub/kernel.ll:4:3: error[nvvm-unsupported]: `fence` is not supported\n"
            "  fence seq_cst\n"
            "  ^~~~~\n"
            "hint: Use llvm.nvvm.membar; rule nvvm-memory-instructions/fence\n"
            "1 error in 1 file\n"
        )

    def test_inline_assembly_is_checked(self, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
        call = '  %r = call i32 asm "bar.sync 0;\\0A add.u33 $0, $1, 1;", "=r,r"(i32 1)\n  ret void'
        module.write_text(NVVM.replace("  ret void", call))
        status, out, _ = check(capsys, "sub/kernel.ll", "--target", "compute_90")
        assert status == 1
        assert "sub/kernel.ll:5:40: error[unknown-modifier]: add has no modifier .u33\n" in out
        assert out.endswith("2 errors in 1 file\n")

    def test_json_names_the_rule(self, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = check(capsys, "--json", "sub/kernel.ll", "good.ptx")
        (actual,) = json.loads(out)
        assert status == 1
        assert (actual["code"], actual["rule"]) == ("nvvm-unsupported", "nvvm-memory-instructions/fence")
        assert (actual["line"], actual["column"], actual["end_column"]) == (4, 3, 8)

    def test_sarif(self, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
        _, out, _ = check(capsys, "--format", "sarif", "sub/kernel.ll")
        (run,) = json.loads(out)["runs"]
        assert [result["ruleId"] for result in run["results"]] == ["nvvm-unsupported"]
        assert "```llvm" in run["tool"]["driver"]["rules"][0]["help"]["markdown"]

    def test_directories_and_other_names(self, module: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert check(capsys, "--nvvm", "sub")[1].endswith("1 error in 1 file\n")
        module.rename(module.with_suffix(".txt"))
        assert check(capsys, "--nvvm", "sub/kernel.txt")[0] == 1
        assert check(capsys, "--nvvm", "sub")[2] == "ptxisa: sub: no .ll file below this directory\n"

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["--ptx", "8.0"], "--ptx is about PTX; a module of NVVM IR has no PTX version"),
            (["--assembler", "12.7"], "libNVVM 12.7 was not measured; measured releases are "),
            (["--target", "compute_13579"], "unknown target "),
        ],
    )
    def test_bad_usage(
        self, module: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
    ) -> None:
        status, _, err = check(capsys, *options, "sub/kernel.ll")
        assert status == 2
        assert err.startswith(f"ptxisa: {message}")

    def test_bitcode(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "kernel.ll").write_bytes(b"BC\xc0\xde" + bytes(40))
        status, _, err = check(capsys, "kernel.ll")
        assert status == 2
        assert err == "ptxisa: kernel.ll: not textual NVVM IR: LLVM bitcode; `llvm-dis` writes it as text\n"

    def test_options_decide_between_manual_and_assembler(
        self, module: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        module.write_text(NVVM.replace("  fence seq_cst\n", "").replace("void @f", "dso_local void @f"))
        for options, status, summary in (
            ([], 0, "0 errors, 1 warning in 1 file"),
            (["--strict"], 1, "1 error in 1 file"),
            (["--assembler", "13.0"], 0, "0 errors, 1 note in 1 file; -v prints notes"),
        ):
            actual = check(capsys, *options, "sub/kernel.ll")
            assert (actual[0], actual[1].splitlines()[-1]) == (status, summary)


class TestNoise:
    """Output of compilers has no finding; files that were not checked are reported."""

    HEAD = ".version {version}\n.target sm_90\n.address_size 64\n.entry k()\n{{\n.reg .b32 %r<4>; .reg .pred %p<2>;\n"
    SPELLING = "vote.ballot.sync.b32 %r0, %p1, -1;\n"

    def checked(self, folder: Path, version: str, body: str, *options: str) -> int:
        path = folder / "noise.ptx"
        path.write_text(f"{self.HEAD.format(version=version)}{body}ret;\n}}\n")
        return main(("check", *options, str(path)))

    def test_notes_are_counted_and_shown_when_asked(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.checked(folder, "7.8", self.SPELLING * 848) == 0
        assert capsys.readouterr().out == "0 errors, 1 note in 1 file; -v prints notes\n"
        assert self.checked(folder, "7.8", self.SPELLING * 848, "-v") == 0
        assert capsys.readouterr().out.count("unusual-spelling") == 1

    def test_repeats_are_summed_up(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.checked(folder, "7.8", "bar.sync 99;\n" * 848 + self.SPELLING) == 1
        assert "error[operand-range]: 848 times, first at 7:10; -v prints each\n" in capsys.readouterr().out

    def test_statements_without_a_record_are_counted_and_may_fail(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        body = "frob.x32 %r1;\n" * 12 + "// frob.x32\n"
        assert self.checked(folder, "9.5", body, "--werror") == 0
        assert "not checked: 12 statements without a record (frob.x32)" in capsys.readouterr().out
        assert self.checked(folder, "9.5", body, "--require-records") == 1
        assert self.checked(folder, "9.5", self.SPELLING, "--require-records") == 0


def test_cuda_source_is_recognized(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "kernel.ptx"
    source.write_text("__global__ void kernel() {}\n", encoding="utf-8")
    assert main(["check", str(source)]) == 2
    assert "CUDA C++; `nvcc -ptx` compiles it to PTX" in capsys.readouterr().err
