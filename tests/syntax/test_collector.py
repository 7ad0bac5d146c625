"""Pausing the collector leaves no trace: garbage is still found, and settings are as they were."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from ptxisa.syntax import collector
from ptxisa.syntax.parser import parse

LONG = 1_000_000


class Cycle:
    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _settings() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.unfreeze()  # The collector is not paused while other code has frozen objects.
    yield
    (gc.enable if enabled else gc.disable)()


@pytest.mark.parametrize("length", [1, LONG])
@pytest.mark.parametrize("enabled", [True, False])
def test_settings_come_back(length: int, enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()
    frozen = gc.get_freeze_count()
    with pytest.raises(ZeroDivisionError), collector.paused(length):  # noqa: PT012
        assert gc.isenabled() == (enabled and length == 1)
        raise ZeroDivisionError
    assert gc.isenabled() == enabled
    assert gc.get_freeze_count() == frozen


def test_frozen_objects_stay_frozen() -> None:
    gc.enable()
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with collector.paused(LONG):
            pass
        # Other threads may release frozen objects meanwhile, so the count is not exact.
        assert gc.get_freeze_count() > frozen // 2
    finally:
        gc.unfreeze()


def test_garbage_from_before_is_collected() -> None:
    gc.enable()
    cycle = weakref.ref(Cycle())
    with collector.paused(LONG):
        assert cycle() is None


def test_garbage_from_between_is_collected_in_time() -> None:
    gc.enable()
    living = []
    for _ in range(3 * collector.VOLUME // LONG):
        with collector.paused(LONG):
            living.append(weakref.ref(Cycle()))
    assert sum(reference() is not None for reference in living) <= collector.VOLUME // LONG + 1


def test_new_nodes_are_old_at_once() -> None:
    gc.enable()
    text = ".version 8.0\n.target sm_90\n.entry k() {\n" + "add.u32 a, b, c;\n" * 5000 + "}"
    result = parse(text)
    assert result.diagnostics == ()
    young = {id(node_) for generation in (0, 1) for node_ in gc.get_objects(generation)}
    assert id(result.module.functions[0]) not in young
