"""Which tests run which functions: `python -m tools.mutation.reach FILE` asks once; `seeded --reach FILE` uses it.

A test that never runs a function cannot see a fault in it. Of each test function a few cases run, each for a few
seconds at most, with empty caches, since what a cache remembers is not run.
"""

from __future__ import annotations

import json
import random
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tools.mutation import seeded

CASES, SECONDS = 2, 4
"""Cases of each test function, and the processor time for each."""
SOURCES = tuple(f"{seeded.ROOT / package}/" for package in ("ptxisa", "generator"))
Reach = dict[str, list[str]]
"""The test functions that run a function, the fastest first; both by path and qualified name."""


class Seen:
    """Functions of the packages that were called; a trace function."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Record a call."""
        self.codes.add(frame.f_code)

    def names(self) -> Iterator[str]:
        """Yield the names of the functions that ran."""
        for code in self.codes:
            if code.co_filename.startswith(SOURCES):
                path = Path(code.co_filename).relative_to(seeded.ROOT).as_posix()
                yield f"{path}:{code.co_qualname.partition('.<locals>')[0]}"


class Loop:
    """Instead of running the tests that were collected, watch what some of them run."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, float]] = defaultdict(dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests one by one."""
        chosen = list(_some(session.items))
        for number, (item, following) in enumerate(zip(chosen, [*chosen[1:], None], strict=True), 1):
            names, seconds = _watched(item, following)
            for name in names:
                test = item.nodeid.partition("[")[0]
                self.found[name][test] = max(seconds, self.found[name].get(test, 0.0))
            if number % 100 == 0:
                print(f"{number}/{len(chosen)} cases", file=sys.__stderr__, flush=True)
        return True

    def reach(self) -> Reach:
        """Functions that each test runs."""
        return {name: sorted(tests, key=lambda test: tests[test]) for name, tests in sorted(self.found.items())}


def _some(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield a few cases of each test function; none that runs a real assembler."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("network") is None:
            cases[item.nodeid.partition("[")[0]].append(item)
    for listed in cases.values():
        yield from random.Random(1).sample(listed, min(CASES, len(listed)))


def _watched(item: pytest.Item, following: pytest.Item | None) -> tuple[list[str], float]:
    for cached in seeded.caches():
        cached.cache_clear()
    seen, began = Seen(), _processor_time()
    signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    sys.settrace(seen)
    try:
        runtestprotocol(item, log=False, nextitem=following)
    except BaseException:
        item.session._setupstate.teardown_exact(following)
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return list(seen.names()), round(_processor_time() - began, 2)


def _too_long(*_: object) -> None:
    raise KeyboardInterrupt


def _processor_time() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def read(path: str) -> Reach:
    """Return the table that a run of this module wrote."""
    found: Reach = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Run the command and return its exit status."""
    loop = Loop()
    options: list[Any] = ["-n", "0", "-q", "-p", "no:cacheprovider", "--no-header"]
    pytest.main([*options, *seeded.every_path()], plugins=[loop])
    Path(sys.argv[1]).write_text(json.dumps(loop.reach(), indent=0), encoding="utf-8")
    print(f"{len(loop.found)} functions are run by tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
