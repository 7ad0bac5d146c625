"""Plugin of pytest: the fixture `ptx_launch` runs a kernel and fails the test if the run has findings.

    def test_saxpy(ptx_launch):
        y = np.ones(1024, np.float32)
        ptx_launch("saxpy.ptx", "saxpy", 4, 256, [1024, 2.0, x, y], seeds=range(4))
        np.testing.assert_allclose(y, 2 * x + 1)

pytest loads it where ptxisa is installed; `-p no:ptxisa.pytest_plugin` leaves it out.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ptxisa.machine.launch import LaunchResult


@pytest.fixture
def ptx_launch() -> Callable[..., LaunchResult]:
    """Return a function that runs a kernel as `ptxisa.launch`, and fails the test if the run is not clean.

    Besides the arguments of `ptxisa.launch` it takes `seeds`, further runs on copies of the arguments with random
    schedules, and `incomplete=True`, which accepts runs with instructions that are not modeled.
    """

    def run(
        module: Any,
        entry: str | None = None,
        grid: Any = 1,
        block: Any = 1,
        arguments: Any = (),
        *,
        seeds: Iterable[int] = (),
        incomplete: bool = False,
        **options: Any,
    ) -> LaunchResult:
        # Most sessions of pytest launch no kernel.
        from ptxisa.machine.launch import launch

        if isinstance(arguments, Mapping):
            copies: Any = lambda: {name: _copied(value) for name, value in arguments.items()}  # noqa: E731
        else:
            arguments = list(arguments)
            copies = lambda: [_copied(value) for value in arguments]  # noqa: E731
        for seed in seeds:
            random = {**options, "schedule": "random", "seed": seed}
            _require_clean(launch(module, entry, grid, block, copies(), **random), module, incomplete, f"seed {seed}: ")
        result = launch(module, entry, grid, block, arguments, **options)
        _require_clean(result, module, incomplete, "")
        return result

    return run


def _copied(value: Any) -> Any:
    """Return an argument whose array is a copy."""
    array = getattr(value, "array", None)
    if array is not None and hasattr(value, "_replace"):
        return value._replace(array=copy.deepcopy(array))
    return copy.deepcopy(value)


def _require_clean(result: LaunchResult, module: Any, incomplete: bool, prefix: str) -> None:
    """Fail the test if a run has findings, or is incomplete."""
    from ptxisa.check.render import render

    first = module[0] if isinstance(module, (list, tuple)) and module else module
    name, lines = "kernel.ptx", []
    if isinstance(first, os.PathLike) or (isinstance(first, str) and "\n" not in first):
        name, lines = os.fspath(first), Path(first).read_text(encoding="utf-8", errors="replace").split("\n")
    elif isinstance(first, str):
        lines = first.split("\n")
    texts = []
    for finding in result.findings:
        texts.append(prefix + render(finding, lines, name))
        if finding.thread:
            texts.append(f"by {finding.thread}")
        if finding.related:
            texts.append(f"{name}:{finding.related[0]}: the other statement")
    if not incomplete:
        texts += [f"{prefix}not modeled: {reason}" for reason in result.unmodeled]
    if texts:
        pytest.fail("\n".join(texts), pytrace=False)
