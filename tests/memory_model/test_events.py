"""Events of the memory consistency model in the records of instructions."""

import pytest

import ptxisa
from ptxisa.isa.instructions import every_form

TENSOR_MEMORY = "It concerns tensor memory, which litmus tests do not have."
REGISTERS = "It orders accesses of registers, which no other thread observes."
HINT = "It moves data between caches; no value and no order depends on it."
OPAQUE = "It reads an object, whose value other accesses cannot change in a defined way."
WITHOUT = {
    "applypriority": HINT,
    "applypriority.async.bulk": HINT,
    "applypriority.async.bulk.tensor": HINT,
    "clusterlaunchcontrol.query_cancel": "It reads registers.",
    "cp.async.bulk.prefetch": HINT,
    "cp.async.bulk.prefetch.tensor": HINT,
    "createpolicy": "It computes a cache policy from an address.",
    "discard": "The value of memory is undefined afterwards.",
    "mbarrier.check_layout": OPAQUE,
    "mbarrier.pending_count": "It reads registers.",
    "prefetch": HINT,
    "prefetchu": HINT,
    "tcgen05.alloc": TENSOR_MEMORY,
    "tcgen05.dealloc": TENSOR_MEMORY,
    "tcgen05.fence": TENSOR_MEMORY,
    "tcgen05.ld": TENSOR_MEMORY,
    "tcgen05.ld.red": TENSOR_MEMORY,
    "tcgen05.relinquish_alloc_permit": TENSOR_MEMORY,
    "tcgen05.shift": TENSOR_MEMORY,
    "tcgen05.st": TENSOR_MEMORY,
    "tcgen05.wait": TENSOR_MEMORY,
    "tensormap.query": OPAQUE,
    "wgmma.fence": REGISTERS,
}
"""Instructions that touch memory or order accesses and have no events, with the reason.

Those of the fabric are left out: no public manual describes the order of their operations.
"""
SYNCHRONIZING = (
    *("bar", "barrier", "clusterlaunchcontrol", "cp.async", "fabric", "fence", "griddepcontrol", "mbarrier", "membar"),
    *("red.async", "suld", "sured", "sust", "tcgen05", "tex", "tld4", "wgmma"),
)
"""Beginnings of names of instructions that order accesses, or access memory through an operand of another kind."""


def concerns_memory(form):
    """Return whether a form has an address, or its instruction orders accesses."""
    name = form.record.partition("/")[2]
    return any(operand.kind == "address" for operand in form.operands) or name.startswith(SYNCHRONIZING)


def test_every_instruction_that_concerns_memory_has_events_or_a_reason():
    without = {form.record.partition("/")[2] for form in every_form() if concerns_memory(form) and not form.events}
    assert {name for name in without if not name.startswith("fabric.")} == set(WITHOUT)


def test_no_other_instruction_has_events():
    assert all(concerns_memory(form) for form in every_form() if form.events)


@pytest.mark.parametrize(
    ("statement", "order", "scope"),
    [
        ("ld.u32 r0, [x]", "weak", "sys"),
        ("ld.volatile.u32 r0, [x]", "relaxed", "sys"),
        ("ld.mmio.acquire.sys.global.u32 r0, [x]", "acquire", "sys"),
        ("ld.relaxed.cluster.u32 r0, [x]", "relaxed", "cluster"),
        ("st.mmio.release.sys.u32 [x], 1", "release", "sys"),
        ("atom.add.u32 r0, [x], 1", "relaxed", "gpu"),
        ("red.release.cta.add.u32 [x], 1", "release", "cta"),
        ("membar.gl", "sc", "gpu"),
        ("fence.cluster", "acq_rel", "cluster"),
        ("fence.proxy.tensormap::generic.acquire.gpu [x], 128", "acquire", "gpu"),
        ("mbarrier.arrive.shared.b64 rd1, [b]", "release", "cta"),
        ("mbarrier.test_wait.relaxed.cluster.shared.b64 p1, [b], rd1", "relaxed", "cluster"),
    ],
)
def test_modifiers_state_order_and_scope_and_the_record_the_rest(statement, order, scope):
    report = ptxisa.litmus(
        [{"code": ["mov.b64 rd1, 0", statement], "registers": {}}],
        {"x": 0},
        mbarriers={"b": 1},
        question="exists (true)",
    )
    operation = next(o for o in report.test.threads[0].code if hasattr(o, "access") or hasattr(o, "scope"))
    access = getattr(operation, "access", operation)
    assert (access.order, access.scope) == (order, scope)
