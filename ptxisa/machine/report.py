"""Reports of runs: the PTX with counters and findings at its lines, as one HTML file.

run = ptxisa.launch(text, "saxpy", 4, 256, arguments, counters=True)
Path("report.html").write_text(report(run, text, "kernel.ptx"))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.machine.counters import Counters, InstructionCounters
from ptxisa.machine.launch import LaunchResult

_STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1f2328; --faint: #59636e; --line: #d1d9e0; --heat: #76b900;
  --error: #b42318; --errorback: #fff1f0; --source: #f6f8fa; --link: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #e6edf3; --faint: #9198a1; --line: #3d444d;
  --error: #ff9a8f; --errorback: #2d1613; --source: #161b22; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 1.5rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
a { color: var(--link); } p { margin: .4rem 0; } .faint { color: var(--faint); }
.verdict { display: inline-block; padding: .1rem .6rem; border: 1px solid currentColor; border-radius: 1rem; }
.error { color: var(--error); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--faint); font-weight: 600; border-bottom: 1px solid var(--line); }
th, td { padding: .1rem .6rem; } td.n, th.n { text-align: right; white-space: nowrap; }
.code td { font-family: ui-monospace, monospace; font-size: 13px; vertical-align: top; }
.code td.text { white-space: pre; width: 100%; border-left: 1px solid var(--line); }
.code tr.unused td.text { color: var(--faint); }
.code tr.finding td { background: var(--errorback); font-family: system-ui, sans-serif; font-size: 14px; }
.code tr.source td { background: var(--source); color: var(--faint); white-space: pre-wrap; }
.code tr:target td { outline: 2px solid var(--link); outline-offset: -2px; }
.bar { display: inline-block; height: .7rem; background: var(--heat); vertical-align: middle; margin-left: .4rem; }
ul.findings { padding-left: 1.2rem; }
"""


def report(result: LaunchResult, text: str, name: str = "", sources: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return the HTML of a report; it needs no other file.

    Args:
        result: Result of a launch with ``counters=True``.
        text: PTX of the module that has the kernel.
        name: Name of the module, for the title.
        sources: Lines of the files that `.loc` names, by path; places in other files are shown without their text.

    Raises:
        ValueError: The run has no counters.
    """
    counters, coverage = result.counters, result.coverage
    if counters is None or coverage is None:
        raise ValueError("the run has no counters; launch with counters=True")
    count = len(result.findings)
    verdict = f"{count} finding{'s' if count != 1 else ''}" if count else "clean" if result.complete else "incomplete"
    covered = len(coverage.lines) - len(coverage.missed)
    title = escape(name or "kernel")
    parts = [
        f"<h1>{title}</h1>",
        f'<p><span class="verdict{" error" if verdict != "clean" else ""}">{verdict}</span> '
        f"{result.counts.instructions:,} instructions of threads, {counters.lanes:.1f} active lanes on average, "
        f"{covered} of {len(coverage.lines)} lines executed</p>",
    ]
    if result.findings:
        items = "".join(
            f'<li><a href="#L{finding.line}">line {finding.line}</a>: <b>{escape(finding.code)}</b>: '
            f"{escape(finding.message)}</li>"
            for finding in result.findings
        )
        parts.append(f'<h2>Findings</h2><ul class="findings">{items}</ul>')
    if result.unmodeled:
        items = "".join(f"<li>{escape(reason)}</li>" for reason in result.unmodeled)
        parts.append(f"<h2>Not modeled</h2><ul>{items}</ul>")
    parts.append(f'<h2>Instructions</h2><div class="wide">{counters.plot()}</div>')
    parts += [_memory(counters), _code(result, counters, text, sources or {})]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}: {verdict}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _memory(counters: Counters) -> str:
    """Return the table of transactions by state space."""
    rows = "".join(
        f'<tr><td>{space}</td><td class="n">{traffic.requests:,}</td><td class="n">{traffic.transactions:,}</td>'
        f'<td class="n">{traffic.transactions / traffic.requests:.2f}</td><td class="n">{traffic.excess:,}</td></tr>'
        for space, traffic in counters.memory.items()
    )
    head = "".join(f'<th class="n">{name}</th>' for name in ("requests", "transactions", "per request", "excess"))
    note = "Sectors of 32 bytes; in shared memory wavefronts, whose excess are bank conflicts."
    table = f'<div class="wide"><table><tr><th>space</th>{head}</tr>{rows}</table></div>'
    return f'<h2>Memory</h2>{table}<p class="faint">{note}</p>' if rows else ""


def _code(result: LaunchResult, counters: Counters, text: str, sources: Mapping[str, Sequence[str]]) -> str:
    """Return the table of lines with counters, findings and places in the source."""
    by_line: dict[int, list[InstructionCounters]] = {}
    for instruction in counters.instructions:
        if instruction.own:
            by_line.setdefault(instruction.line, []).append(instruction)
    findings: dict[int, list[Diagnostic]] = {}
    for finding in result.findings:
        findings.setdefault(finding.line, []).append(finding)
    most = max((instruction.threads for instruction in counters.instructions), default=1) or 1
    rows, last = [], ""
    for number, line in enumerate(text.split("\n"), 1):
        own = by_line.get(number, [])
        place = next((instruction.source for instruction in own if instruction.source), "")
        if place and place != last:
            path, _, at = place.rpartition(":")
            lines = sources.get(path, ())
            shown = lines[int(at) - 1] if 0 < int(at) <= len(lines) else ""
            shown = f"{escape(place)}  {escape(shown.rstrip())}"
            rows.append(f'<tr class="source"><td colspan="4"></td><td class="text">{shown}</td></tr>')
            last = place
        rows.append(_line(number, line, own, most))
        rows += [_finding(finding) for finding in findings.get(number, ())]
    head = (
        '<th class="n">line</th><th class="n">threads</th><th class="n">lanes</th><th class="n">excess</th><th>PTX</th>'
    )
    return f'<h2>Code</h2><div class="wide"><table class="code"><tr>{head}</tr>{"".join(rows)}</table></div>'


def _line(number: int, line: str, own: Sequence[InstructionCounters], most: int) -> str:
    threads, warps = sum(instruction.threads for instruction in own), sum(instruction.warps for instruction in own)
    excess = sum(counters.excess for instruction in own for counters in instruction.memory.values())
    bar = f'<span class="bar" style="width:{60 * threads / len(own) / most:.1f}px"></span>' if threads else ""
    outcomes = ", ".join(
        f"{count:,} {outcome}" for instruction in own for outcome, count in instruction.outcomes.items()
    )
    comment = f'  <span class="faint">// {escape(outcomes)}</span>' if outcomes else ""
    cells = (
        f'<td class="n">{number}</td>'
        f'<td class="n">{f"{threads:,}" if own else ""}{bar}</td>'
        f'<td class="n">{f"{threads / warps:.1f}" if warps else ""}</td>'
        f'<td class="n">{f"{excess:,}" if excess > 0 else ""}</td>'
        f'<td class="text">{escape(line)}{comment}</td>'
    )
    state = ' class="unused"' if own and not threads else ""
    return f'<tr id="L{number}"{state}>{cells}</tr>'


def _finding(finding: Diagnostic) -> str:
    parts = [f'<b class="error">{escape(finding.code)}</b>: {escape(finding.message)}']
    if finding.thread:
        parts.append(f"by {escape(finding.thread)}")
    if finding.related:
        line = finding.related[0]
        parts.append(f'the other statement is at <a href="#L{line}">line {line}</a>')
    if finding.hint:
        parts.append(f'<span class="faint">{escape(finding.hint)}</span>')
    return f'<tr class="finding"><td colspan="4"></td><td>{"<br>".join(parts)}</td></tr>'
