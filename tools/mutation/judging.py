"""Run tests against a seeded fault in a forked process, with limits of time.

`judge_all` is the entry: it forks one process for each fault, several at a time. Python, the records and the collected
tests are loaded once, in the process that forks; a fault changes the memory of its own process alone.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import math
import os
import resource
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import pytest
from _pytest.runner import runtestprotocol

from tools.mutation.campaign import FaultVerdict

TEST_SHARE = 0.25
"""Share of the time of a fault after which a test counts as failed: the fault made a loop endless."""
WAITING = 5
"""Seconds of elapsed time for each second of processor time that a fault may use, where other processes need theirs."""


class SeededFault(Protocol):
    """A fault in a record or a function."""

    @property
    def group(self) -> str:
        """Group of the fault in reports."""

    @property
    def name(self) -> str:
        """Name in reports."""


class Trial(NamedTuple):
    """A fault, and how to try it."""

    fault: SeededFault
    put_in: Callable[[], bool]
    """Puts the fault into this process; returns False if it changes nothing that is generated."""
    tests: Callable[[], list[pytest.Item]]
    """Returns the tests to run, in their order; called in the process of the fault, so that choosing is parallel."""
    seconds: int
    """Most processor time of the tests."""


def judge_all(trials: Sequence[Trial], jobs: int) -> Iterator[FaultVerdict]:
    """Judge faults, each in a process of its own, `jobs` at a time; yield each verdict as soon as it is known."""
    cached_functions()  # Frozen objects are no longer listed, so the list is made before.
    gc.collect()
    gc.freeze()  # The collector would write into each object, and so copy the memory that processes share.
    waiting, running = deque(trials), dict[int, tuple[int, Trial]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            reading, writing = os.pipe()
            trial = waiting.popleft()
            process = os.fork()
            if not process:
                os.close(reading)
                with contextlib.suppress(BaseException):
                    os.write(writing, json.dumps(judge(trial)).encode())
                os._exit(0)
            os.close(writing)
            running[reading] = process, trial
        for reading in select.select(list(running), [], [])[0]:
            process, trial = running.pop(reading)
            with os.fdopen(reading, encoding="utf-8") as pipe:
                answer = pipe.read()
            os.waitpid(process, 0)
            lost = trial.fault.group, trial.fault.name, "lost", "its process ended without a verdict"
            yield FaultVerdict(*(json.loads(answer) if answer else lost))


def judge(trial: Trial) -> FaultVerdict:
    """Put a fault in and run its tests until one fails or the time is over.

    A test that fails without the fault, too, proves nothing: it may be too slow on a busy machine, or unable to run in
    a fork. The tests after it follow, in the time that is left.
    """
    began, left, ran = time.monotonic(), float(trial.seconds), 0
    tests = trial.tests()
    while True:
        end, by, passed, used = _run_tests(trial, tests, left)
        left, ran = left - used, ran + passed
        by_test = end == "killed" and passed < len(tests) and tests[passed].nodeid == by
        if not by_test or passes(tests[passed], trial.seconds / 2):
            break
        tests = tests[passed + 1 :]
        if left < 1:
            end, by = "survived", "time limit"
            break
    return FaultVerdict(trial.fault.group, trial.fault.name, end, by, ran, round(time.monotonic() - began, 1))


def passes(item: pytest.Item, seconds: float) -> bool:
    """Run a test without a fault, in a process of its own and without caches; return True if it passes."""
    child = os.fork()
    if not child:
        _discard_output()
        _clear_caches()  # With caches of earlier tests, a slow test would be quicker than it was with the fault.
        os._exit(int(_fails(item, None, seconds)))
    return os.waitpid(child, 0)[1] == 0


def _run_tests(trial: Trial, tests: Sequence[pytest.Item], seconds: float) -> tuple[str, str, int, float]:
    """Run tests in a child; return the end, its reason, the number that passed, and the processor time.

    The child writes a line for each test that passes and one about its end.
    """
    deadline = time.monotonic() + WAITING * seconds
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _put_in_and_test(trial, tests, seconds, writing)
    os.close(writing)
    lines = _read_until(reading, deadline).splitlines()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # Also the processes that a test started and did not wait for.
    _, _, usage = os.wait4(child, 0)
    end, _, by = lines[-1].partition(" ") if lines else ("passed", "", "")
    if end == "passed":  # The limit of time ended the child between two lines.
        end, by = "survived", "time limit"
    return end.replace("_", " "), by, lines.count("passed"), usage.ru_utime + usage.ru_stime


def _read_until(reading: int, deadline: float) -> str:
    """Return the output of a pipe until it is closed or the time is over."""
    parts: list[bytes] = []
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        while (left := deadline - time.monotonic()) > 0 and select.select([pipe], [], [], left)[0]:
            part = pipe.read(65536)
            if not part:
                break
            parts.append(part)
    return b"".join(parts).decode()


def _put_in_and_test(trial: Trial, tests: Sequence[pytest.Item], seconds: float, writing: int) -> None:
    """Put the fault into this process and run the tests; never return."""

    def write(line: str) -> None:
        os.write(writing, (line.replace("\n", " ") + "\n").encode())

    os.setsid()
    _discard_output()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 2))
    try:
        changed = trial.put_in()
        _clear_caches()  # A cache may remember what the right record or function gave.
    except BaseException as error:
        write(f"killed build: {type(error).__name__} {error}"[:300])
        os._exit(0)
    if not changed:
        write("no_effect")
        os._exit(0)
    for item, following in zip(tests, [*tests[1:], None], strict=True):
        # A share of the whole time, not of what earlier tests left: otherwise a slow test would fail for no reason.
        if _fails(item, following, trial.seconds):
            write(f"killed {item.nodeid}")
            os._exit(0)
        write("passed")
    write("survived")
    os._exit(0)


def _discard_output() -> None:
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


@functools.cache
def cached_functions() -> list[Any]:
    """Return every function of the package with a cache."""
    wrappers = [value for value in gc.get_objects() if isinstance(value, functools._lru_cache_wrapper)]
    return [wrapper for wrapper in wrappers if str(wrapper.__module__).startswith("ptxisa.")]


def _clear_caches() -> None:
    for function in cached_functions():
        function.cache_clear()


class _TimeOver(BaseException):
    """Raised inside of a test that takes too long; no `except Exception` of a test catches it."""


def _raise_time_over(*_: object) -> None:
    raise _TimeOver


def _fails(item: pytest.Item, following: pytest.Item | None, seconds: float) -> bool:
    """Return True if a test fails or takes too long.

    A test that waits for another process uses no processor time; it ends after a share of the elapsed time that the
    fault has.
    """
    signal.signal(signal.SIGVTALRM, _raise_time_over)
    signal.signal(signal.SIGALRM, _raise_time_over)
    signal.setitimer(signal.ITIMER_VIRTUAL, TEST_SHARE * seconds)
    signal.setitimer(signal.ITIMER_REAL, TEST_SHARE * WAITING * seconds)
    try:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))
    except BaseException:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
