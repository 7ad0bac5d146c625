"""Causality step by step agrees with the executions of the model, on patterns and on random tests."""

import pytest

from ptxisa.memory_model import MemoryModel
from ptxisa.memory_model.causality import Causality, ThreadStep, morally_strong, remedy
from ptxisa.memory_model.executions import executions, skeletons
from ptxisa.memory_model.program import ThreadPlace
from tools.litmus.campaign import random_test

CTA0, CTA1, OTHER_GPU = ThreadPlace(0, 0, 0), ThreadPlace(0, 0, 1), ThreadPlace(1, 0, 0)


def test_a_release_and_an_acquire_order_the_data():
    causality = Causality()
    causality.step(ThreadStep("P0", CTA0, "write", 0, 4))
    flag = causality.step(ThreadStep("P0", CTA0, "write", 64, 4, "release", "gpu"))
    causality.step(ThreadStep("P1", CTA1, "read", 64, 4, "acquire", "gpu"), [flag])
    assert not list(causality.races(causality.step(ThreadStep("P1", CTA1, "read", 0, 4))))


@pytest.mark.parametrize(("scope", "place"), [("cta", CTA1), ("gpu", OTHER_GPU)])
def test_a_scope_without_the_other_thread_leaves_a_race(scope, place):
    causality = Causality()
    data = causality.step(ThreadStep("P0", CTA0, "write", 0, 4))
    flag = causality.step(ThreadStep("P0", CTA0, "write", 64, 4, "release", scope))
    causality.step(ThreadStep("P1", place, "read", 64, 4, "acquire", scope), [flag])
    (race,) = causality.races(causality.step(ThreadStep("P1", place, "read", 0, 4)))
    assert (race.first, race.kind) == (data, "same-size")
    assert remedy(race.first.step, race.second.step).statement.startswith("fence.acq_rel.")


def test_a_barrier_orders_its_threads():
    causality = Causality()
    causality.step(ThreadStep("P0", CTA0, "write", 0, 4))
    causality.synchronize(["P0", "P1"], ["P0", "P1"])
    assert not list(causality.races(causality.step(ThreadStep("P1", CTA0, "write", 0, 8))))


@pytest.mark.parametrize("fenced", [True, False])
def test_a_bulk_copy_reads_what_was_written_before_a_proxy_fence(fenced):
    causality = Causality()
    causality.step(ThreadStep("P0", CTA0, "write", 0, 16))
    if fenced:
        causality.step(ThreadStep("P0", CTA0, "proxy-fence", proxy="async"))
    causality.start("P0", "copy")
    read = causality.step(ThreadStep("copy", CTA0, "read", 0, 16, proxy="async"))
    assert bool(list(causality.races(read))) != fenced


@pytest.mark.parametrize("complete", [True, False])
def test_a_bulk_copy_is_ordered_by_its_completion_alone(complete):
    causality = Causality()
    causality.start("P0", "copy")
    causality.step(ThreadStep("copy", CTA0, "write", 0, 16, proxy="async"))
    if complete:
        causality.complete("copy", "P0")
    assert bool(list(causality.races(causality.step(ThreadStep("P0", CTA0, "read", 0, 4))))) != complete


def test_moral_strength_needs_both_scopes_the_proxy_and_the_size():
    write = ThreadStep("P0", CTA0, "write", 0, 4, "relaxed", "gpu")
    read = ThreadStep("P1", CTA1, "read", 0, 4, "relaxed", "gpu")
    assert morally_strong(write, read)
    for other in (
        read._replace(order="weak"),
        read._replace(scope="cta"),
        read._replace(place=OTHER_GPU),
        read._replace(size=2),
        read._replace(proxy="async"),
    ):
        assert not morally_strong(write, other)
        assert remedy(write, other).reason


def linear(skeleton, execution):
    """Return the events of an execution in an order that contains program order, reads-from and the order of fences."""
    space = skeleton.space
    order = skeleton.program_order | skeleton.reads_from | execution.sc_fence_order | skeleton.barrier_order
    left, result = set(range(len(skeleton.initial), space.n)), []
    while left:
        ready = [event for event in left if not any(order >> other * space.n + event & 1 for other in left - {event})]
        if not ready:
            return None
        left.remove(min(ready))
        result.append(min(ready))
    return result


def test_steps_have_the_causality_of_the_records():
    """Check every pair of accesses of the generic proxy in executions of random tests without barriers."""
    model, compared, ordered = MemoryModel.of(), 0, 0
    for seed in range(120):
        test = random_test(seed)
        for skeleton in skeletons(test):
            if skeleton.barrier_order or any(e and e.kind == "barrier" for e in skeleton.performed):
                continue
            for number, execution in enumerate(executions(skeleton, model)):
                sequence = linear(skeleton, execution)
                if sequence is None or number > 3:
                    break
                causality, performed, space = Causality(), {}, skeleton.space
                for event in sequence:
                    here = skeleton.performed[event]
                    if here.kind == "proxy-fence" and here.proxy == "alias":
                        continue
                    thread = skeleton.threads[event]
                    sources = {write for (read, _), write in execution.sources.items() if read == event}
                    kind = "reduction" if skeleton.reductions >> event & 1 else here.kind
                    step = ThreadStep(
                        thread, test.threads[thread].place, kind, here.address, here.size, here.order, here.scope,
                        here.proxy,
                    )  # fmt: skip
                    performed[event] = causality.step(step, [performed[w] for w in sources if w in performed])
                    for other in performed:
                        both = skeleton.memory >> other & skeleton.memory >> event & 1
                        if other != event and both and skeleton.same_address >> other * space.n + event & 1:
                            expected = bool(skeleton.causality >> other * space.n + event & 1)
                            actual = causality.precedes(performed[other], performed[event])
                            assert actual == expected, (seed, skeleton.label(other), skeleton.label(event))
                            compared, ordered = compared + 1, ordered + expected
    assert compared > 500
    assert 100 < ordered < compared
