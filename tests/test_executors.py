"""Executors of processes: the number of items at a time, and items whose process died."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ptxisa.spread import ATTEMPTS, Lost, Processes, spread_over

ITEMS = list(range(5))


class Here(Executor):
    """Executor without processes: it processes the oldest item when a caller waits for one."""

    started: list[Here]

    def __init__(self, processes: int = 0, *_: object, **__: object) -> None:
        self.processes, self.most, self.stopped = processes, 0, False
        self.pending: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.started.append(self)
        assert len(self.started) < 20

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        job: Future[Any] = Future()
        self.pending.append((job, lambda: work(*given, **named)))
        self.most = max(self.most, len(self.pending))
        return job

    def one(self) -> Future[Any]:
        job, work = self.pending.pop(0)
        try:
            job.set_result(work())
        except BaseException as error:
            job.set_exception(error)
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.stopped = True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Here]]:
    """Record the executors that are started, and check that each is stopped at the end."""
    places: list[Here] = []
    monkeypatch.setattr(Here, "started", places, raising=False)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Here)
    monkeypatch.setattr("concurrent.futures.wait", lambda running, **_: SimpleNamespace(done=[places[-1].one()]))
    yield places
    assert all(place.stopped for place in places)


def raising(at: int, error: Exception, times: int = 99) -> Callable[[int], int]:
    """Work that raises an error at one item, a number of times."""
    left = [error] * times

    def work(number: int) -> int:
        if number == at and left:
            raise left.pop()
        return -number

    return work


def test_processes_have_two_items_each(started: list[Here]) -> None:
    items = range(9)
    assert list(spread_over(Processes(3), raising(0, ValueError(), 0), items)) == [(item, -item) for item in items]
    assert [(place.processes, place.most) for place in started] == [(3, 6)]


def test_items_of_an_ended_process_are_repeated_alone(started: list[Here]) -> None:
    results = list(spread_over(Processes(2), raising(1, BrokenProcessPool(), 1), ITEMS))
    assert sorted(results) == [(item, -item) for item in ITEMS]
    assert [(place.processes, place.most) for place in started] == [(2, 4), (1, 1)]


@pytest.mark.parametrize("times", [ATTEMPTS, ATTEMPTS + 1])
def test_an_item_has_so_many_attempts_alone(started: list[Here], times: int) -> None:
    results = spread_over(Processes(1), raising(1, BrokenProcessPool(), times), ITEMS)
    if times == ATTEMPTS:
        assert len(list(results)) == len(ITEMS)
    else:
        with pytest.raises(Lost, match="each process that had 1 ended"):
            list(results)
    assert len(started) > ATTEMPTS


@pytest.mark.parametrize("error", [CancelledError(), ImportError("no module x")])
def test_an_exception_in_a_process_is_raised(started: list[Here], error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        list(spread_over(Processes(1), raising(1, error), ITEMS))
    assert raised.value is error
    assert len(started) == 1


class Process:
    """Progress that records its calls."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def terminate(self) -> None:
        self.told.append("terminate")

    def join(self) -> None:
        self.told.append("join")


@pytest.mark.usefixtures("started")
@pytest.mark.parametrize("processes", [None, {}, {1: Process(), 2: Process()}])
def test_every_process_is_ended(processes: dict[int, Process] | None) -> None:
    place, executor = Processes(2), cast(Any, Here())
    executor._processes = processes
    place.stop(executor)
    place.close()
    assert all(process.told == ["terminate", "join"] for process in (processes or {}).values())
