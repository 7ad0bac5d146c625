"""The page of measurements: totals of evidence records, campaigns that ran once, and benchmark results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.records.load import ROOT
from generator.site.rst import list_table
from generator.site.site import Data, Site

RESULTS = ROOT / "benchmarks" / "results.json"
TOPICS = ("availability", "semantics", "objects", "checking", "tests")
"""Topics of measurements in the order of the page."""


class Benchmarks(NamedTuple):
    """Figures of `benchmarks/run.py --json`, and the machine that gave them."""

    machine: str
    rows: list[tuple[str, str]]


def values(site: Site, results: Path = RESULTS) -> dict[str, Any]:
    """Return the variables of the template `measured`.

    Args:
        site: Records of the page.
        results: File of `benchmarks/run.py --json`, which need not exist.
    """
    assemblers: list[tuple[str, ...]] = []
    for data in _evidence(site, "ptxas"):
        totals = _totals(data["totals"], ("judged", "accepted", "agreed"))
        assemblers.append((f"ptxas {data['release']}", *totals, str(data["date"])))
    gpus: list[tuple[str, ...]] = []
    for data in _evidence(site, "gpu"):
        totals = _totals(data["totals"], ("run", "agreed", "unspecified"))
        gpus.append(
            (
                ", ".join([data.get("device", ""), *data.get("other_devices", ())]),
                data.get("target", ""),
                number(len(data.get("forms", ()))),
                *totals,
                str(data["date"]),
            )
        )
    libraries = []
    for data in _evidence(site, "libnvvm"):
        names = ("asked", "modules", "found", "explicit", "compiled", "other", "rejected")
        libraries.append((f"libNVVM {data['release']}", *_totals(data["totals"], names), str(data["date"])))
    measurements = [record.data for record in site.isa.records("measurement")]
    by_topic = ((topic, [data for data in measurements if data["topic"] == topic]) for topic in TOPICS)
    topics = [(topic, members) for topic, members in by_topic if members]
    benchmarks = None
    if results.exists():
        stored = json.loads(results.read_text(encoding="utf-8"))
        rows = [(name, number(value)) for name, value in stored["figures"].items()]
        benchmarks = Benchmarks(f"Python {stored['python']} on {stored['machine']}", rows)
    return {
        "assemblers": assemblers,
        "gpus": gpus,
        "libraries": libraries,
        "topics": topics,
        "benchmarks": benchmarks,
        "number": number,
        "list_table": lambda heads, rows: "\n".join(list_table(heads, rows)),
    }


def number(value: float) -> str:
    """Return `1,536`, `99.76`, `0.031`."""
    if float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:,.2f}" if value >= 1 else f"{value:.3g}"


def _evidence(site: Site, tool: str) -> Iterator[Data]:
    return (record.data for record in site.isa.records("evidence") if record.data["tool"] == tool)


def _totals(totals: Mapping[str, int], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the named totals of an evidence record as text; a missing total is 0."""
    return tuple(number(totals.get(name, 0)) for name in names)
