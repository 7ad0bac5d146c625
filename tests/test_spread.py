"""Work in several processes: equal results in the same order everywhere, also when workers are killed."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ptxisa import spread
from ptxisa.cli.main import main
from ptxisa.spread import Lost, Processes, Progress, Workers, duration

ITEMS = list(range(20))


def square(number: int) -> int:
    time.sleep(0.02 * (number % 3))  # Items end in another order.
    return number * number


def fails_at_seven(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    return number


def killed_once(mark: Path, number: int) -> int:
    """Kill the current process the first time that item 5 is processed."""
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_killed(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def says_pid(folder: Path, number: int) -> int:
    """Write the process id of each item, so that a test can kill a worker."""
    (folder / f"{number}.pid").write_text(str(os.getpid()))
    time.sleep(0.2)
    return number * number


def never_done(folder: Path, number: int) -> int:
    """Lock a file as long as the process lives, and write the name of its folder for temporary files."""
    file = (folder / str(number)).open("w")
    fcntl.flock(file, fcntl.LOCK_EX)
    file.write(tempfile.gettempdir())
    file.flush()
    (folder / f"{number}.ready").touch()
    time.sleep(600)
    return number


def waits_for_ever(folder: Path) -> None:
    list(spread.spread_over(Processes(2), partial(never_done, folder), [0, 1]))


def ended(path: Path, seconds: float) -> bool:
    """Return True if the process that has locked a file ends within some seconds."""
    with path.open() as file:
        for _ in range(int(seconds * 20)):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.05)
            else:
                return True
    return False


def none_left(before: set[Any]) -> bool:
    """Return True if no more processes are left than before; if two threads wait for a process, it is listed longer."""
    for _ in range(100):
        if not set(multiprocessing.active_children()) - before:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "cores", lambda: 2)


def test_one_process_is_this_one_and_works_when_asked() -> None:
    done: list[int] = []
    results = Workers(1).ordered(done.append, ITEMS)
    next(results)
    assert done == [0]


@pytest.mark.usefixtures("two_cores")
def test_processes_give_the_results_in_order() -> None:
    assert list(Workers(2).ordered(square, ITEMS)) == [number * number for number in ITEMS]


@pytest.mark.usefixtures("two_cores")
def test_an_exception_of_the_work_ends_the_processes() -> None:
    with pytest.raises(ValueError, match="seven"):
        list(Workers(2).ordered(fails_at_seven, ITEMS))
    assert none_left(set())


@pytest.mark.usefixtures("two_cores")
def test_results_that_are_not_wanted_end_the_processes() -> None:
    before = set(multiprocessing.active_children())
    results = Workers(2).ordered(square, ITEMS)
    next(results)
    results.close()
    assert none_left(before)


@pytest.mark.usefixtures("two_cores")
def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "killed"
    results = list(Workers(2).ordered(partial(killed_once, mark), ITEMS))
    assert mark.exists()
    assert results == [number * number for number in ITEMS]


@pytest.mark.parametrize("sort", [signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_a_parent_that_is_killed(sort: signal.Signals, tmp_path: Path) -> None:
    parent = multiprocessing.get_context("spawn").Process(target=waits_for_ever, args=(tmp_path,))
    parent.start()
    while not all((tmp_path / f"{number}.ready").exists() for number in (0, 1)):
        assert parent.is_alive()
        time.sleep(0.05)
    assert parent.pid is not None
    os.kill(parent.pid, sort)
    parent.join()
    for number in (0, 1):
        assert ended(tmp_path / str(number), 20)
        assert not Path((tmp_path / str(number)).read_text()).exists()


@pytest.mark.usefixtures("two_cores")
def test_an_item_that_always_kills_is_named() -> None:
    with pytest.raises(Lost, match="each process that had 5 ended"):
        list(Workers(2).ordered(always_killed, ITEMS[:8]))


@pytest.mark.parametrize(
    ("usable", "present", "count"),
    [({0, 2, 5}, 8, 3), ({1}, 8, 1), (None, 8, 8), (None, None, 1)],
)
def test_cores_are_those_that_this_process_may_use(
    usable: set[int] | None, present: int | None, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a list of usable processors, all processors count; without their number, one."""
    if usable is None:
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    else:
        of_this = {0: usable}
        monkeypatch.setattr(os, "sched_getaffinity", of_this.__getitem__, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: present)
    assert spread.cores() == count


def test_never_more_processes_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "cores", lambda: 1)
    assert list(Workers(8).ordered(lambda number: os.getpid(), [1, 2])) == [os.getpid()] * 2


@pytest.mark.parametrize(
    ("cores", "jobs", "processes"),
    [(2, 2, 2), (2, 0, 2), (8, 3, 3), (8, 9, 4), (2, 1, None)],  # There are no more than 4 items.
)
def test_the_number_of_processes(cores: int, jobs: int, processes: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def over(place: Processes, work: object, items: list[int]) -> Iterator[tuple[int, object]]:
        return ((index, place.count) for index, _ in enumerate(items))

    monkeypatch.setattr(spread, "cores", lambda: cores)
    monkeypatch.setattr(spread, "spread_over", over)
    assert list(Workers(jobs).completed(lambda _: None, ITEMS[:4])) == [(index, processes) for index in range(4)]


def written(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a folder of modules, some of which have an error."""
    monkeypatch.chdir(tmp_path)
    Path("modules").mkdir()
    for number in range(6):
        statement = "add.s32 r, r, 1;" if number % 2 else "add.s32 r, r, x;"
        text = f".version 8.0\n.target sm_90\n.entry k() {{ .reg .s32 r; mov.s32 r, 0; {statement} }}\n"
        Path(f"modules/{number}.ptx").write_text(text)


@pytest.mark.usefixtures("modules", "two_cores")
@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_check_prints_the_same_bytes_from_two_processes(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for jobs in ("1", "2"):
        assert main(["check", "modules", "--format", form, "-j", jobs]) == 1
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert "modules/4.ptx" in outputs[0]


@pytest.mark.usefixtures("two_cores")
def test_vectors_are_the_same_bytes_from_two_processes(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        assert main(["vectors", "bfe", "szext", "--random", "2", "-o", str(tmp_path / jobs), "-j", jobs]) == 0
    assert written(tmp_path / "1") == written(tmp_path / "2")


@pytest.mark.parametrize("given", [["-j", "-1"]])
def test_wrong_places_of_work_are_one_line(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", __file__, *given]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# --- progress ---


def test_the_estimate_follows_the_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    progress = Progress(3, "records", [10, 20, 30])
    assert progress.line() == "0 of 3 records"
    now = 220.0
    progress.add(1)
    assert progress.line() == "1 of 3 records, about 4 minutes left"
    progress.add(0)
    progress.add(2)
    assert progress.line() == "3 of 3 records"


@pytest.mark.parametrize(
    ("elapsed", "sizes", "left"),
    [
        (0.5, (), None),  # Too early for an estimate.
        (1.0, (), None),
        (1.5, (), 4.5),
        (8.0, (), 24.0),
        (8.0, (6, 1, 1, 2), 72.0),
        (8.0, (2, 0.5, 0.5, 2), 72.0),
        (8.0, (1, 0, 2, 3), None),
    ],
)
def test_the_rest_takes_as_long_as_what_is_done(
    elapsed: float, sizes: tuple[float, ...], left: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of four items is done."""
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    progress = Progress(4, "records", sizes)
    progress.add(1)
    now += elapsed
    assert progress.left() == left


def test_progress_is_shown_while_results_are_awaited(capsys: pytest.CaptureFixture[str]) -> None:
    results = Workers(1).ordered(square, ITEMS[:2], Progress(2, "files", shown=True))
    next(results)
    assert capsys.readouterr().err.endswith("\r\x1b[K")  # Hidden while the caller prints.
    next(results)
    assert "1 of 2 files" in capsys.readouterr().err
    assert list(results) == []
    assert capsys.readouterr().err.endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "1 second"),
        (59, "59 seconds"),
        (89, "89 seconds"),
        (90, "2 minutes"),
        (95, "2 minutes"),
        (5399, "90 minutes"),
        (5400, "2 hours"),
        (7200, "2 hours"),
        (90_000, "25 hours"),
    ],
)
def test_durations_have_the_largest_unit_of_which_there_are_one_and_a_half(seconds: float, text: str) -> None:
    assert duration(seconds) == text
