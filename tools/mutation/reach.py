"""Record which tests run which functions: `python -m tools.mutation.reach FILE`, for `seeded --reach FILE`.

A test that never runs a function cannot detect a fault in it; the imports that `seeded` follows otherwise only exclude
whole files of tests. Of each test function a few cases run, each for a few seconds at most, with empty caches, since a
function whose result is cached does not run.
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

import pytest
from _pytest.runner import runtestprotocol

from tools.mutation.judging import cached_functions
from tools.mutation.seeded import PYTEST_OPTIONS
from tools.mutation.selection import ROOT, function_of, test_files

CASES, SECONDS = 2, 4
"""Cases of each test function, and the processor time for each."""
SOURCES = tuple(f"{ROOT / package}/" for package in ("ptxisa", "generator"))


class CalledFunctions:
    """Functions of the packages that were called; a trace function."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Record a call. The result None means that Python does not trace the lines of the function."""
        self.codes.add(frame.f_code)

    def names(self) -> Iterator[str]:
        """Yield `path:qualified name` of each function; a function inside of another one counts as the outer one."""
        for code in self.codes:
            if code.co_filename.startswith(SOURCES):
                path = Path(code.co_filename).relative_to(ROOT).as_posix()
                yield f"{path}:{code.co_qualname.partition('.<locals>')[0]}"


class Loop:
    """Plugin of pytest that records what some of the collected tests call, instead of running them all."""

    def __init__(self) -> None:
        self.seconds: dict[str, dict[str, float]] = defaultdict(dict)
        """Processor time of the slowest case of each test function that calls a function, by function and test."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests one by one."""
        cases: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            cases[function_of(item)].append(item)
        chance = random.Random(1)
        chosen = [item for every in cases.values() for item in chance.sample(every, min(CASES, len(every)))]
        for number, (item, following) in enumerate(zip(chosen, [*chosen[1:], None], strict=True), 1):
            names, seconds = _calls_of(item, following)
            for name in names:
                test = function_of(item)
                self.seconds[name][test] = max(seconds, self.seconds[name].get(test, 0.0))
            if number % 100 == 0:
                print(f"{number}/{len(chosen)} cases", file=sys.__stderr__, flush=True)
        return True

    def reach(self) -> dict[str, list[str]]:
        """Return the test functions that call each function, the fastest first."""
        return {name: sorted(tests, key=lambda test: tests[test]) for name, tests in sorted(self.seconds.items())}


def _calls_of(item: pytest.Item, following: pytest.Item | None) -> tuple[Sequence[str], float]:
    """Run a test; return the functions that it calls, and its processor time."""
    for function in cached_functions():
        function.cache_clear()
    calls, began = CalledFunctions(), resource.getrusage(resource.RUSAGE_SELF).ru_utime
    signal.signal(signal.SIGVTALRM, _raise_interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    sys.settrace(calls)
    try:
        runtestprotocol(item, log=False, nextitem=following)
    except BaseException:
        # The fixtures of an interrupted test are still set up, and pytest rejects the next test until they are not.
        item.session._setupstate.teardown_exact(following)
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return list(calls.names()), round(resource.getrusage(resource.RUSAGE_SELF).ru_utime - began, 2)


def _raise_interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Run the command and return its exit status."""
    loop = Loop()
    pytest.main([*PYTEST_OPTIONS, *map(str, test_files())], plugins=[loop])
    Path(sys.argv[1]).write_text(json.dumps(loop.reach(), indent=0), encoding="utf-8")
    print(f"{len(loop.seconds)} functions are run by tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
