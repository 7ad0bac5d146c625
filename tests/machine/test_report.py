"""HTML reports of runs."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.machine.report import report
from tests.machine.launching import kernel

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "kernels" / "neighbors.ptx"


class Rows(HTMLParser):
    """Cells of the rows of all tables, checked for balanced tags, and addresses that the page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.loads: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "rect"):
            self.open.append(tag)
        self.loads += [value or "" for name, value in attributes if name in ("src", "href")]
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.rows and {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def neighbors(**options: Any) -> Any:
    arrays = {"in": np.arange(64, dtype=np.uint32), "out": np.zeros(64, np.uint32)}
    return ptxisa.launch(EXAMPLE, None, 1, 64, arrays, counters=True, **options)


def test_counts_and_findings_are_at_their_lines() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    page = Rows(report(neighbors(), text, "neighbors.ptx"))
    lines = text.split("\n")
    code = {int(row[0]): row for row in page.rows if len(row) == 5 and row[0].isdecimal()}
    assert sorted(code) == list(range(1, len(lines) + 1))
    assert all(code[number][4].startswith(line) for number, line in enumerate(lines, 1))
    load = next(number for number, line in enumerate(lines, 1) if "ld.shared" in line)
    assert code[load][1:3] == ["63", "31.5"]
    after = page.rows[page.rows.index(code[load]) + 1]
    assert "race" in after[1]
    assert "thread (0, 0, 0) of CTA (0, 0, 0)" in after[1]


def test_the_file_loads_nothing() -> None:
    page = Rows(report(neighbors(watch="none"), EXAMPLE.read_text(encoding="utf-8")))
    assert all(address.startswith("#") for address in page.loads)
    assert not any("race" in cell for row in page.rows for cell in row)


def test_places_in_the_source() -> None:
    text = kernel(".loc 1 2 0\nmov.u32 %r1, 1;\nadd.u32 %r2, %r1, 1;\n.loc 1 9 0\nsub.u32 %r2, %r1, 1;").replace(
        ".visible", '.file 1 "a<b.cu"\n.visible'
    )
    run = ptxisa.launch(text, "k", 1, 32, counters=True)
    page = Rows(report(run, text, sources={"a<b.cu": ["", "  x = 1 < 2;"]}))
    assert [row[1] for row in page.rows if len(row) == 2] == ["a<b.cu:2    x = 1 < 2;", "a<b.cu:9  "]


def test_a_report_needs_counters() -> None:
    run = ptxisa.launch(kernel("mov.u32 %r1, 1;"), "k")
    with pytest.raises(ValueError, match="counters=True"):
        report(run, "")


def test_the_command_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "k.cu"
    source.write_text("int x;\n  x = 5;\n")
    text = kernel(".loc 1 2 0\nmov.u32 %r1, 5;").replace(".visible", f'.file 1 "{source}"\n.visible')
    (tmp_path / "k.ptx").write_text(text)
    page = tmp_path / "report.html"
    assert main(["run", str(tmp_path / "k.ptx"), "--html", str(page)]) == 0
    assert "k.cu:2    x = 5;" in page.read_text(encoding="utf-8")
    capsys.readouterr()


INLINED = """
.loc 1 2 1
.loc 1 30 9, function_name name, inlined_at 1 2 1
.loc 1 9 4, function_name name, inlined_at 1 30 9
ld.global.u32 %r1, [%rd1];
"""


def test_the_calls_that_were_inlined_are_listed_from_the_innermost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "k.cu"
    source.write_text("  outer(p);\n" * 30)
    text = kernel(f"mov.u64 %rd1, 0;{INLINED}").replace(".visible", f'.file 1 "{source}"\n.visible')
    text += ".section .debug_str\n{\nname:\n.b8 102,0\n}\n"
    run = ptxisa.launch(text, "k")
    line = run.findings[0].line
    assert run.sources == {line: f"{source}:9"}
    assert run.callers == {line: (f"{source}:30", f"{source}:2")}
    (tmp_path / "k.ptx").write_text(text)
    assert main(["run", str(tmp_path / "k.ptx")]) == 1
    shown = capsys.readouterr().out
    assert f"from {source}:9: outer(p);\ninlined at {source}:30: outer(p);\ninlined at {source}:2: outer(p);" in shown


def test_lines_without_inlined_calls_have_no_callers() -> None:
    text = kernel("mov.u64 %rd1, 0;\n.loc 1 9 4\nld.global.u32 %r1, [%rd1];").replace(
        ".visible", '.file 1 "k.cu"\n.visible'
    )
    run = ptxisa.launch(text, "k")
    assert run.sources == {run.findings[0].line: "k.cu:9"}
    assert run.callers == {}
