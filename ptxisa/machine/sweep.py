"""Sweeps: many launches of a kernel with different options, spread over processes.

for run in ptxisa.sweep(text, "saxpy", 4, 256, arguments, over={"seed": range(100), "schedule": ["random"]}):
print(run.options, run.run)
"""

from __future__ import annotations

import copy
import itertools
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.isa.diagnostics import PtxError, error
from ptxisa.machine.launch import LaunchResult, each_module, launch
from ptxisa.spread import Workers
from ptxisa.syntax import tree
from ptxisa.syntax.printer import print_module

SIZES = ("grid", "block", "arguments")
"""Arguments of a launch that have a place of their own, and may also vary."""


class SweepRun(NamedTuple):
    """One run of a sweep.

    Attributes:
        options: The options that vary, with their values in this run.
        run: Result of the launch.
        arguments: Copies of the arguments, as the kernel left them.
    """

    options: dict[str, Any]
    run: LaunchResult
    arguments: Any


def sweep(
    module: Any,
    entry: str | None = None,
    grid: Any = 1,
    block: Any = 1,
    arguments: Any = (),
    *,
    over: Mapping[str, Iterable[Any]],
    jobs: int = 0,
    **options: Any,
) -> Iterator[SweepRun]:
    """Run a kernel with every combination of some options, each time on copies of the arguments.

    Args:
        module: PTX text, the path of a file, a parsed module, or a list of these.
        entry: Name of the kernel; None for the only one.
        grid: Size of the grid in CTAs.
        block: Size of a CTA in threads.
        arguments: Values of the parameters, as in `ptxisa.launch`.
        over: Values of each option that varies: any keyword of `ptxisa.launch`, ``grid``, ``block`` or ``arguments``.
        jobs: Number of processes; 0 for one on each core.
        options: Other options of `ptxisa.launch`.

    Yields:
        The runs, in the order of the combinations; the last option varies fastest.

    Raises:
        PtxError: A launch is not possible, or an option is unknown.
    """
    if not isinstance(over, Mapping):
        raise TypeError(f"over must be a mapping of options to lists of values, not {type(over).__name__}")
    known = set(launch.__kwdefaults__ or ()) | set(SIZES)
    for name in (*over, *options):
        if name not in known or (name in SIZES and name in options):
            raise PtxError([error("launch", f"launch has no option {str(name)[:40]!r}")])
    for name, values in over.items():
        if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
            raise TypeError(f"over[{name!r}] must be a list of values, not {type(values).__name__}")
    texts = [_text(given) for given in each_module(module)]
    combinations = [dict(zip(over, values, strict=True)) for values in itertools.product(*over.values())]
    fixed = {"entry": entry, "grid": grid, "block": block, "arguments": arguments, **options}
    return Workers(jobs).ordered(partial(_run, texts, fixed), combinations)


def _run(texts: list[Any], fixed: Mapping[str, Any], varied: dict[str, Any]) -> SweepRun:
    """Run one combination, on copies of the arguments, in which the same array stays one."""
    options = copy.deepcopy({**fixed, **varied})
    return SweepRun(varied, launch(texts, **options), options["arguments"])


def _text(module: Any) -> Any:
    """Return a module as something that another process can read."""
    if isinstance(module, tree.Module):
        return print_module(module)
    if isinstance(module, os.PathLike):
        return Path(module)
    return module
