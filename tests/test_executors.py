"""Executors: what they are started with, what they have at a time, and what becomes of items whose worker ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from ptxisa import executors
from ptxisa.executors import ATTEMPTS, over_cluster, over_processes
from ptxisa.work import ClusterError, Lost

ITEMS = list(range(5))


class Killed(Exception):
    """The result of an item of a cluster when workers ended while they had it."""


class Here(Executor):
    """Stands for processes: items are done here, the oldest first, when one is waited for."""

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
    """The executors that are started, each of which is stopped at the end."""
    found: list[Here] = []
    monkeypatch.setattr(Here, "started", found, raising=False)
    monkeypatch.setattr(executors, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(executors, "wait", lambda running, **_: SimpleNamespace(done=[found[-1].one()]))
    yield found
    assert all(one.stopped for one in found)


@pytest.fixture
def scheduler(started: list[Here], monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands for Dask."""
    client = SimpleNamespace(get_executor=lambda pure: Here(), close=lambda: None)
    package, module = cast(Any, ModuleType("distributed")), cast(Any, ModuleType("distributed.scheduler"))
    package.Client, module.KilledWorker = lambda *_, **__: client, Killed
    monkeypatch.setitem(sys.modules, "distributed", package)
    monkeypatch.setitem(sys.modules, "distributed.scheduler", module)
    monkeypatch.setattr(executors._Cluster, "window", 4)


def raising(at: int, error: Exception, times: int = 99) -> Callable[[int], int]:
    """Work that raises an error at one item, some times."""
    left = [error] * times

    def work(number: int) -> int:
        if number == at and left:
            raise left.pop()
        return -number

    return work


def test_processes_have_two_items_each(started: list[Here]) -> None:
    items = range(9)
    assert list(over_processes(3, raising(0, ValueError(), 0), items)) == [(one, -one) for one in items]
    assert [(one.processes, one.most) for one in started] == [(3, 6)]


def test_what_processes_had_when_one_ended_is_done_alone(started: list[Here]) -> None:
    found = list(over_processes(2, raising(1, BrokenProcessPool(), 1), ITEMS))
    assert sorted(found) == [(one, -one) for one in ITEMS]
    assert [(one.processes, one.most) for one in started] == [(2, 4), (1, 1)]


@pytest.mark.parametrize("times", [ATTEMPTS, ATTEMPTS + 1])
def test_an_item_has_so_many_attempts_alone(started: list[Here], times: int) -> None:
    results = over_processes(1, raising(1, BrokenProcessPool(), times), ITEMS)
    if times == ATTEMPTS:
        assert len(list(results)) == len(ITEMS)
    else:
        with pytest.raises(Lost, match="each process that had 1 ended"):
            list(results)
    assert len(started) > ATTEMPTS


@pytest.mark.parametrize("error", [CancelledError(), ImportError("no module x")])
def test_what_the_work_raises_in_a_process_is_raised(started: list[Here], error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        list(over_processes(1, raising(1, error), ITEMS))
    assert raised.value is error
    assert len(started) == 1


@pytest.mark.usefixtures("scheduler")
def test_a_cluster_has_many_items_at_a_time(started: list[Here]) -> None:
    assert list(over_cluster("tcp://host:1", raising(0, ValueError(), 0), ITEMS)) == [(one, -one) for one in ITEMS]
    assert [one.most for one in started] == [4]


@pytest.mark.usefixtures("scheduler")
def test_only_the_item_that_ended_workers_is_done_again(started: list[Here]) -> None:
    found = list(over_cluster("tcp://host:1", raising(1, Killed(), 1), ITEMS))
    assert found == [(0, 0), (2, -2), (3, -3), (4, -4), (1, -1)]
    with pytest.raises(Lost, match="each process that had 1 ended"):
        list(over_cluster("tcp://host:1", raising(1, Killed()), ITEMS))


@pytest.mark.usefixtures("scheduler")
@pytest.mark.parametrize(
    ("error", "said"),
    [(CancelledError(), "the scheduler has gone"), (ImportError("no module x"), "on a worker: no module x")],
)
def test_a_cluster_that_fails_is_named(error: Exception, said: str) -> None:
    with pytest.raises(ClusterError, match=f"the work is not done: {said}$"):
        list(over_cluster("tcp://host:1", raising(1, error), ITEMS))


@pytest.mark.usefixtures("scheduler")
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError("refused\nby the host"), "refused"),
        (ValueError("no port"), "no port"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_a_scheduler_that_cannot_be_reached_is_named_in_one_line(
    error: Exception, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(sys.modules["distributed"], "Client", failing)
    address = f"tcp://{'a' * 74}:1"  # Of 82 characters; messages have 80 of them.
    with pytest.raises(ClusterError) as failed:
        list(over_cluster(address, abs, ITEMS))
    assert str(failed.value) == f"no scheduler of Dask answers at tcp://{'a' * 74}: {reason}"


@pytest.mark.parametrize("theirs", ["same", "other"])
def test_a_worker_has_the_package_of_the_command(theirs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "fingerprint", lambda: theirs)
    if theirs == "same":
        assert executors._on_worker("same", abs, -3) == 3
    else:
        with pytest.raises(ClusterError, match="the package of a worker differs"):
            executors._on_worker("same", abs, -3)


class Process:
    """Keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def terminate(self) -> None:
        self.told.append("terminate")

    def join(self) -> None:
        self.told.append("join")


@pytest.mark.usefixtures("started")
@pytest.mark.parametrize("processes", [None, {}, {1: Process(), 2: Process()}])
def test_every_process_is_ended(processes: dict[int, Process] | None) -> None:
    place, executor = executors._Processes(2), cast(Any, Here())
    executor._processes = processes
    place.stop(executor)
    place.close()
    assert all(one.told == ["terminate", "join"] for one in (processes or {}).values())
